/* troupe-llm-embed-table.h: table of embedding services, and their requests and responses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-embed.h"
#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* API of an embedding service. */
typedef enum
{
  TROUPE_EMBED_WIRE_OPENAI,
  TROUPE_EMBED_WIRE_AZURE,
  TROUPE_EMBED_WIRE_GEMINI,
  TROUPE_EMBED_WIRE_OLLAMA,
  TROUPE_EMBED_WIRE_COHERE,
  TROUPE_EMBED_WIRE_VOYAGE,
  TROUPE_EMBED_WIRE_HUGGINGFACE,
  TROUPE_EMBED_WIRE_BEDROCK,
  TROUPE_EMBED_WIRE_VERTEX,
  TROUPE_EMBED_WIRE_WATSONX,
  TROUPE_EMBED_WIRE_ROBOFLOW,
  TROUPE_EMBED_WIRE_MOCK, /* no service: troupe_embed_mock_ask() */
} TroupeEmbedWire;

/* A setting that may be read from the environment. @variables: in order of precedence */
typedef struct
{
  const char *name;
  const char *variables[4];
} TroupeEmbedSetting;

/**
 * TroupeEmbedService:
 * @names: values of `provider`, %NULL-terminated
 * @wire: API of the service
 * @model: (nullable): the default model
 * @most_texts: maximum number of texts in a request
 * @needs: (nullable): the row only applies if the document has this setting and no key
 * @settings: settings that are read from the environment if the document does not have them;
 *   terminated by one without a name
 * @token_url: (nullable): where the key is exchanged for the token that is sent
 * @token_variables: variables that may contain such a token. It is never read from a document,
 *   because only keys are redacted there
 * @provider: title, URLs, variables and key header, as in the table of chat services
 *
 * A row of the table. Names and defaults are those of CrewAI (doc/crew-semantics.md §12), so that a
 * document uses the same server in both.
 */
typedef struct
{
  const char *names[4];
  TroupeEmbedWire wire;
  const char *model;
  guint most_texts;
  const char *needs;
  TroupeEmbedSetting settings[8];
  const char *token_url;
  const char *token_variables[4];
  TroupeProvider provider;
} TroupeEmbedService;

/* Returns the table. @n_services: (out). (transfer none) */
const TroupeEmbedService *troupe_embed_service_get_all (guint *n_services);
/* Returns the row for the `provider` of @value. @value: (nullable). Errors:
 * %TROUPE_LLM_ERROR_UNKNOWN_MODEL. (transfer none) (nullable) */
const TroupeEmbedService *troupe_embed_service_find (TroupeValue *value, GError **error);

/* Returns the map `config`. @value: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_embed_get_config (TroupeValue *value);

/* Returns a copy of @config to which the settings in the environment were added. @config,
 * @environment: (nullable). (transfer full) */
TroupeValue *troupe_embed_complete_config (const TroupeEmbedService *service,
                                           TroupeValue *config,
                                           TroupeLlmEnvironment *environment);

/* Returns the URL where the key of @target is exchanged for a token; %NULL if the key itself is
 * sent. (transfer none) (nullable) */
const char *troupe_embed_get_token_url (const TroupeEmbedService *service,
                                        TroupeValue *config,
                                        const TroupeLlmTarget *target);

/* Returns the location of Vertex AI projects. (transfer none) */
const char *troupe_embed_get_location (TroupeValue *config);

/* Returns the URL from the document, the environment or the table. The trailing slash and the
 * path of a call are removed. (transfer full) (nullable) */
char *troupe_embed_find_url (const TroupeEmbedService *service,
                             TroupeValue *config,
                             TroupeLlmEnvironment *environment);

/* Formats host and port for the user. @url: (nullable). (transfer full) (nullable): NULL if it
 * is not a URL */
char *troupe_embed_describe_host (const char *url);

/* Returns the name of the model that is called. @model: (nullable): as below. (transfer full) */
char *troupe_embed_get_model_name (const TroupeEmbedService *service,
                                   TroupeValue *config,
                                   const char *model);
/* Creates the target of requests. @model: (nullable): the default if neither the document nor
 * the row has a model. Errors: %TROUPE_LLM_ERROR. (transfer full) (nullable) */
TroupeLlmTarget *troupe_embed_target_new (const TroupeEmbedService *service,
                                          TroupeValue *config,
                                          const char *model,
                                          TroupeLlmEnvironment *environment,
                                          GError **error);

/* --- Requests and responses ------------------------------------------------------------------- */

/* Returns the URL of a request. (transfer full) */
char *troupe_embed_make_url (const TroupeEmbedService *service,
                             TroupeValue *config,
                             const TroupeLlmTarget *target);
/* Returns the body of a request. @texts: @n_texts strings. (transfer full) */
TroupeValue *troupe_embed_make_body (const TroupeEmbedService *service,
                                     TroupeValue *config,
                                     const TroupeLlmTarget *target,
                                     const char *const *texts,
                                     guint n_texts,
                                     TroupeEmbedPurpose purpose);
/* Returns the maximum number of texts in a request to this model. */
guint troupe_embed_get_most_texts (const TroupeEmbedService *service,
                                   const TroupeLlmTarget *target);
/* Appends the vectors in the response to @vectors (of float). @dimension: (inout): 0 before the
 * first text. Returns FALSE if the response is invalid, because the number of vectors is wrong,
 * their lengths differ, or they contain values other than numbers. */
gboolean troupe_embed_read_answer (const TroupeEmbedService *service,
                                   TroupeValue *answer,
                                   guint n_texts,
                                   GArray *vectors,
                                   guint *dimension,
                                   TroupeLlmUsage *usage);

G_END_DECLS
