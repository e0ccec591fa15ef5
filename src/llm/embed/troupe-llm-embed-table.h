/* troupe-llm-embed-table.h: the services that make vectors of texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-embed.h"
#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* In which form they are asked, and answer. */
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
} TroupeEmbedWire;

/* What a document may leave to the environment. @variables: in the order in which they are read */
typedef struct
{
  const char *name;
  const char *variables[4];
} TroupeEmbedSetting;

/**
 * TroupeEmbedService:
 * @names: what `provider` may be, %NULL-terminated
 * @wire: how it is asked
 * @model: (nullable): where a document names none
 * @most_texts: in one request
 * @needs: (nullable): a setting without which, or with a key in the document, the row is not meant
 * @settings: those that are read from the environment where the document has none; ends with one without a name
 * @token_url: (nullable): where a key is changed for the token that is sent
 * @token_variables: where such a token is looked for. None stands in a document: only keys are hidden there
 * @provider: as the table of chat services has rows: title, addresses, variables, header of the key
 *
 * One row: all that is known of a service. Names and defaults are CrewAI's (doc/crew-semantics.md §12), so that a
 * document finds the same server there.
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

/* The row for the `provider` of @value. @value: (nullable). Errors: %TROUPE_LLM_ERROR_UNKNOWN_MODEL. (transfer none)
 * (nullable) */
const TroupeEmbedService *troupe_embed_service_find (TroupeValue *value, GError **error);

/* The map under `config`. @value: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_embed_get_config (TroupeValue *value);

/* That with what the environment says beside it. @config, @environment: (nullable). (transfer full) */
TroupeValue *troupe_embed_complete_config (const TroupeEmbedService *service,
                                           TroupeValue *config,
                                           TroupeLlmEnvironment *environment);

/* Where the key of @target is changed for a token before anything is asked; %NULL where it is sent itself. (transfer
 * none) (nullable) */
const char *troupe_embed_get_token_url (const TroupeEmbedService *service,
                                        TroupeValue *config,
                                        const TroupeLlmTarget *target);

/* Where the projects of Vertex AI are. (transfer none) */
const char *troupe_embed_get_location (TroupeValue *config);

/* Where it is: of the document, the environment or the table, without a slash and what belongs to one call at its end.
 * (transfer full) (nullable) */
char *troupe_embed_find_url (const TroupeEmbedService *service,
                             TroupeValue *config,
                             TroupeLlmEnvironment *environment);

/* Host and port as a person reads them. @url: (nullable). (transfer full) (nullable): where it is no address */
char *troupe_embed_describe_host (const char *url);

/* @model: (nullable): where the document names none and the row has none. Errors: %TROUPE_LLM_ERROR. (transfer full)
 * (nullable) */
TroupeLlmTarget *troupe_embed_target_new (const TroupeEmbedService *service,
                                          TroupeValue *config,
                                          const char *model,
                                          TroupeLlmEnvironment *environment,
                                          GError **error);

/* --- One request ------------------------------------------------------------------------------------ */

/* (transfer full) */
char *troupe_embed_make_url (const TroupeEmbedService *service,
                             TroupeValue *config,
                             const TroupeLlmTarget *target);
/* @texts: @n_texts of them. (transfer full) */
TroupeValue *troupe_embed_make_body (const TroupeEmbedService *service,
                                     TroupeValue *config,
                                     const TroupeLlmTarget *target,
                                     const char *const *texts,
                                     guint n_texts,
                                     TroupeEmbedPurpose purpose);
/* How many texts go into one request to this model. */
guint troupe_embed_get_most_texts (const TroupeEmbedService *service,
                                   const TroupeLlmTarget *target);
/* Appends what came to @vectors (of float). @dimension: (inout): 0 before the first text. FALSE where the answer is
 * none: other numbers of texts or lengths, or no numbers. */
gboolean troupe_embed_read_answer (const TroupeEmbedService *service,
                                   TroupeValue *answer,
                                   guint n_texts,
                                   GArray *vectors,
                                   guint *dimension,
                                   TroupeLlmUsage *usage);

G_END_DECLS
