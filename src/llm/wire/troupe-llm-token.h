/* troupe-llm-token.h: exchanges an API key or service account for an access token
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-target.h"

G_BEGIN_DECLS

/**
 * TroupeLlmToken:
 *
 * An access token, which is typically valid for an hour. IBM Cloud issues it for an API key, and
 * Google for an assertion signed by a service account. The token is requested on demand and cached
 * until shortly before it expires. Used in the thread of the client.
 */
#define TROUPE_TYPE_LLM_TOKEN (troupe_llm_token_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLlmToken, troupe_llm_token, TROUPE, LLM_TOKEN, GObject)

/* @url: the token endpoint. @signs: whether the key is the path of a service account file
 *   (troupe_google_account_new()). Such a file contains its own endpoint */
TroupeLlmToken *troupe_llm_token_new (const char *url, gboolean signs);

/* Returns the headers that contain the token: name, value, NULL. Returns %NULL if there is no
 * token or it has expired. (transfer full) (nullable) */
char **troupe_llm_token_get_headers (TroupeLlmToken *self);
/* Returns the token. (transfer full) (nullable): NULL if there is none or it has expired */
char *troupe_llm_token_dup_token (TroupeLlmToken *self);
/* Returns the secret for redacting the token. (transfer full) (nullable) */
TroupeSecret *troupe_llm_token_get_secret (TroupeLlmToken *self);
/* Discards the token, because the service rejected it. */
void troupe_llm_token_forget (TroupeLlmToken *self);

/* Requests a token. @target: provides the key or account, and the names used in errors; must
 * outlive the call. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED */
void troupe_llm_token_fetch_async (TroupeLlmToken *self,
                                   SoupSession *session,
                                   const TroupeLlmTarget *target,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean troupe_llm_token_fetch_finish (TroupeLlmToken *self, GAsyncResult *result, GError **error);

G_END_DECLS
