/* troupe-llm-embed.h: embeddings: converts texts to vectors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeEmbeddings:
 * @vectors: @n_texts times @dimension numbers, in the order of the texts
 * @usage: the tokens as counted by the server, and the cost of the tokens
 */
typedef struct
{
  guint n_texts;
  guint dimension;
  float *vectors;
  TroupeLlmUsage usage;
} TroupeEmbeddings;

void troupe_embeddings_free (TroupeEmbeddings *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEmbeddings, troupe_embeddings_free)

/* The intended use of the vectors. Some services return different vectors for queries. */
typedef enum
{
  TROUPE_EMBED_DOCUMENT,
  TROUPE_EMBED_QUERY,
} TroupeEmbedPurpose;

/**
 * TroupeEmbedder:
 *
 * Client for an embedding service. Uses connections, limits, keys and prices of the LLM client with
 * which it is created, in that client's thread. Retries according to doc/llm-client.md §1.
 */
#define TROUPE_TYPE_EMBEDDER (troupe_embedder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEmbedder, troupe_embedder, TROUPE, EMBEDDER, GObject)

/**
 * troupe_embedder_new:
 * @value: (nullable): as in a document: {provider, config: {model_name, api_key, api_base, …}};
 *   %NULL is OpenAI
 * @model: the default model if the provider is OpenAI and @value specifies none
 *
 * Creates an embedder without sending a request.
 *
 * Errors: %TROUPE_LLM_ERROR_UNKNOWN_MODEL if the provider does not exist or is only available in
 * Python; %TROUPE_LLM_ERROR_NO_KEY
 */
TroupeEmbedder *troupe_embedder_new (TroupeLlmClient *client,
                                     TroupeValue *value,
                                     const char *model,
                                     GError **error);

/* Computes the vectors of @texts. Takes ownership of @task, which returns #TroupeEmbeddings
 * asynchronously and on the same thread. */
typedef void (*TroupeEmbedAskFunc) (GTask *task, const char *const *texts, gpointer user_data);
/* Creates an embedder that calls @func with @user_data instead of a service. @name: used as the
 * model name of the embedder. (transfer full) */
TroupeEmbedder *troupe_embedder_new_asked (TroupeLlmClient *client,
                                           const char *name,
                                           TroupeEmbedAskFunc func,
                                           gpointer user_data,
                                           GDestroyNotify destroy);

/* Returns TRUE if the provider is supported. Must be called before a run. @value: (nullable).
 * Errors: as for troupe_embedder_new(), except for a missing key */
gboolean troupe_embedder_check (TroupeValue *value, GError **error);

/* Returns the name of the model on the server. */
const char *troupe_embedder_get_model (TroupeEmbedder *self);
/* Returns the keys of the run that are known by now. (transfer full) (nullable) */
TroupeSecret *troupe_embedder_get_secret (TroupeEmbedder *self);
/* Returns @text without the keys of the run, for what is stored with its vector. (transfer full) */
char *troupe_embedder_hide (TroupeEmbedder *self, const char *text);

/* Gets the total usage of all calls so far, including failed calls. To measure one call, compare
 * the usage before and after it. */
void troupe_embedder_get_usage (TroupeEmbedder *self, TroupeLlmUsage *usage);

/* Returns the URL to which a document's embedder sends texts, for the permissions shown to the user.
 * No embedder is created. @value: (nullable). (transfer full) (nullable) */
char *troupe_embedder_get_url (TroupeValue *value, TroupeLlmEnvironment *environment);
/* Returns the names of all variables that choose an embedding model or change where texts are sent to
 * it; none of them contains a key. NULL-terminated. (transfer full) */
char **troupe_embedder_list_setting_variables (void);
/* Returns the URL that issues the access token, which only some services need. (transfer full)
 * (nullable) */
char *troupe_embedder_get_token_url (TroupeValue *value);
/* Returns the file with the service account of the embedder, if it uses one. @value, @environment:
 * (nullable). (transfer full) (nullable) */
char *troupe_embedder_get_account_file (TroupeValue *value, TroupeLlmEnvironment *environment);
char **troupe_embedder_get_environment_names (TroupeValue *value);
/* Returns the names of the variables that may contain the key. The list is empty if the document
 * contains a key. (transfer full) */
char **troupe_embedder_get_key_names (TroupeValue *value);

/**
 * troupe_embedder_embed_async:
 * @texts: any number of texts, including none; they are sent in as many requests as the service
 *   requires
 *
 * Computes the vectors of all texts. Fails if any of them fails.
 *
 * Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED
 */
void troupe_embedder_embed_async (TroupeEmbedder *self,
                                  const char *const *texts,
                                  TroupeEmbedPurpose purpose,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* (transfer full) (nullable) */
TroupeEmbeddings *
troupe_embedder_embed_finish (TroupeEmbedder *self, GAsyncResult *result, GError **error);

G_END_DECLS
