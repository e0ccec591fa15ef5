/* troupe-llm-embed-token.h: a key that is changed for a token before anything is asked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-target.h"

G_BEGIN_DECLS

/**
 * TroupeLlmEmbedToken:
 *
 * What a service of IBM's cloud gives for a key, or Google's for what a service account has signed, and takes in its place for
 * an hour. It is asked for when it is wanted and kept until shortly before its end. In the thread of the client.
 */
#define TROUPE_TYPE_LLM_EMBED_TOKEN (troupe_llm_embed_token_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLlmEmbedToken, troupe_llm_embed_token, TROUPE, LLM_EMBED_TOKEN, GObject)

/* @url: where the key is changed. @signs: whether the key is the place of a service account (troupe_google_account_new()), which
 * names that itself */
TroupeLlmEmbedToken *troupe_llm_embed_token_new (const char *url, gboolean signs);

/* The headers that carry the token: name, value, NULL; %NULL where there is none, or none any more. (transfer full)
 * (nullable) */
char **troupe_llm_embed_token_get_headers (TroupeLlmEmbedToken *self);
/* What hides it. (transfer full) (nullable) */
TroupeSecret *troupe_llm_embed_token_get_secret (TroupeLlmEmbedToken *self);
/* The service did not take it. */
void troupe_llm_embed_token_forget (TroupeLlmEmbedToken *self);

/* Asks for one. @target: whose key it is, and who is named in errors; as long as the call. Errors: %TROUPE_LLM_ERROR,
 * %G_IO_ERROR_CANCELLED */
void troupe_llm_embed_token_fetch_async (TroupeLlmEmbedToken *self,
                                         SoupSession *session,
                                         const TroupeLlmTarget *target,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
gboolean troupe_llm_embed_token_fetch_finish (TroupeLlmEmbedToken *self,
                                              GAsyncResult *result,
                                              GError **error);

G_END_DECLS
