/* troupe-llm-embed.h: texts as vectors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeEmbeddings:
 * @vectors: @n_texts times @dimension numbers, in the order of the texts
 * @usage: tokens as the server counted them, and what they cost
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

/* What the vectors are for: some services make others for what is looked for. */
typedef enum
{
  TROUPE_EMBED_DOCUMENT,
  TROUPE_EMBED_QUERY,
} TroupeEmbedPurpose;

/**
 * TroupeEmbedder:
 *
 * A service that makes vectors of texts. It has the connections, limits, keys and prices of the client that it is made
 * with, and is used in that client's thread. Retries by the rules of doc/llm-client.md §1.
 */
#define TROUPE_TYPE_EMBEDDER (troupe_embedder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEmbedder, troupe_embedder, TROUPE, EMBEDDER, GObject)

/**
 * troupe_embedder_new:
 * @value: (nullable): as a document has it: {provider, config: {model_name, api_key, api_base, …}}; %NULL is OpenAI
 * @model: the model where @value names none and the provider is OpenAI
 *
 * Sends nothing. Errors: %TROUPE_LLM_ERROR_UNKNOWN_MODEL where there is no such provider, or only Python has it;
 * %TROUPE_LLM_ERROR_NO_KEY
 */
TroupeEmbedder *troupe_embedder_new (TroupeLlmClient *client,
                                     TroupeValue *value,
                                     const char *model,
                                     GError **error);

/* Makes vectors of @texts: returns #TroupeEmbeddings by @task, which it takes, later and on the same thread. */
typedef void (*TroupeEmbedAskFunc) (GTask *task, const char *const *texts, gpointer user_data);
/* One that is no service: @func is asked, with @user_data. @name: as its model. (transfer full) */
TroupeEmbedder *troupe_embedder_new_asked (TroupeLlmClient *client,
                                           const char *name,
                                           TroupeEmbedAskFunc func,
                                           gpointer user_data,
                                           GDestroyNotify destroy);

/* Whether there is such a provider here: before anything runs. @value: (nullable). Errors: as of troupe_embedder_new(),
 * but for the key */
gboolean troupe_embedder_check (TroupeValue *value, GError **error);

/* As the server knows it. */
const char *troupe_embedder_get_model (TroupeEmbedder *self);

/* What all its calls took so far, also those that failed in the end: who counts asks before and behind. */
void troupe_embedder_get_usage (TroupeEmbedder *self, TroupeLlmUsage *usage);

/* What a document's embedder would talk to, and which variables are read for it, without an object and by the process's
 * own environment: for the rights that a person is shown. @value: (nullable). (transfer full) (nullable) */
char *troupe_embedder_get_host (TroupeValue *value);
/* Who is asked for a token first, which only some services want. (transfer full) (nullable) */
char *troupe_embedder_get_token_host (TroupeValue *value);
char **troupe_embedder_get_environment_names (TroupeValue *value);
/* Those of these that hold a key; none where the document has one. (transfer full) */
char **troupe_embedder_get_key_names (TroupeValue *value);

/* The names that `provider` may have here, and those that CrewAI has beside them. */
const char *const *troupe_embedder_list_providers (void);
const char *const *troupe_embedder_list_python_providers (void);

/**
 * troupe_embedder_embed_async:
 * @texts: as many as there are, also none: they are sent in as many requests as the service needs
 *
 * Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED; all or nothing
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
