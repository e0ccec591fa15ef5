/* troupe-google-account.h: Google service accounts: signed assertions (JWT)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Token endpoint, on the only allowed host. */
#define TROUPE_GOOGLE_TOKEN_URL "https://oauth2.googleapis.com/token"

/**
 * TroupeGoogleAccount:
 * @token_url: token endpoint for its assertions
 *
 * Contents of the JSON file of a service account. Google's own libraries read the same file, whose
 * path is set in GOOGLE_APPLICATION_CREDENTIALS. The private key is only used for signing and never
 * sent. It is wiped when the account is freed.
 */
typedef struct
{
  char *email;
  char *key_id; /* (nullable) */
  char *private_key;
  char *token_url;
} TroupeGoogleAccount;

/**
 * troupe_google_account_new:
 * @place: the path of the file, or its content
 *
 * Loads a service account. Blocks. The `token_uri` of the account must be at oauth2.googleapis.com
 * or on the local computer, so that assertions are not sent to any other host.
 *
 * Returns: (transfer full) (nullable): the account; %NULL with %TROUPE_LLM_ERROR_NO_KEY, whose
 * message names the file and the problem, but contains no part of the key
 */
TroupeGoogleAccount *troupe_google_account_new (const char *place, GError **error);
void troupe_google_account_free (TroupeGoogleAccount *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeGoogleAccount, troupe_google_account_free)

/* Creates a JSON Web Token (RFC 7515, RS256) that requests an access token for Google Cloud (RFC
 * 7523). The token is valid for an hour from @now, which is in seconds since 1970. (transfer
 * full) (nullable): %NULL with %TROUPE_LLM_ERROR_NO_KEY */
char *troupe_google_account_make_assertion (const TroupeGoogleAccount *self,
                                            gint64 now,
                                            GError **error);

G_END_DECLS
