/* troupe-google-account.h: an account of a service at Google, which signs for itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Where signed words are changed for a token, and the one host where that is done. */
#define TROUPE_GOOGLE_TOKEN_URL "https://oauth2.googleapis.com/token"

/**
 * TroupeGoogleAccount:
 * @token_url: where its words are changed for a token
 *
 * What the JSON file of a service account says, as GOOGLE_APPLICATION_CREDENTIALS names it for Google's own libraries. The
 * private key signs here and is sent to nobody; it is wiped when the account is freed.
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
 * @place: the path of the file, or what stands in it
 *
 * Blocks. Its `token_uri` has to be at oauth2.googleapis.com, or on this computer: nobody else is shown what is signed.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_LLM_ERROR_NO_KEY, whose message names the file and says what is wrong
 *   with it, without anything of the key
 */
TroupeGoogleAccount *troupe_google_account_new (const char *place, GError **error);
void troupe_google_account_free (TroupeGoogleAccount *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeGoogleAccount, troupe_google_account_free)

/* A JSON Web Token (RFC 7515, RS256) that asks for a token for Google's cloud and holds for an hour from @now, in seconds since
 * 1970 (RFC 7523). (transfer full) (nullable): %NULL with %TROUPE_LLM_ERROR_NO_KEY */
char *troupe_google_account_make_assertion (const TroupeGoogleAccount *self,
                                            gint64 now,
                                            GError **error);

G_END_DECLS
