/* troupe-provider-table.h: the services that answer as language models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which language a service speaks. */
typedef enum
{
  TROUPE_WIRE_OPENAI_CHAT,
  TROUPE_WIRE_OPENAI_RESPONSES, /* OpenAI's and Azure's with the setting `api: responses` */
  TROUPE_WIRE_ANTHROPIC,
  TROUPE_WIRE_GEMINI,
  TROUPE_WIRE_AZURE,
  TROUPE_WIRE_BEDROCK,
  TROUPE_WIRE_OLLAMA, /* chat completions, but for what they ignore */
  TROUPE_WIRE_SNOWFLAKE,
  TROUPE_WIRE_MOCK, /* answers itself */
} TroupeProviderWire;

/**
 * TroupeProvider:
 * @title: as it is called, which no language changes
 * @is_spoken: whether this version can ask it
 * @trace_name: (nullable): what OpenTelemetry calls it, where that is not its first prefix
 * @prefixes: what stands before the slash of a model string
 * @name_starts: beginnings of names without a prefix
 * @name_part: (nullable): what a name without a prefix may hold anywhere
 * @url: (nullable): where it is, unless one of @url_variables is set
 * @key_variables: where the key is looked for; the first one is named in advice
 * @other_variables: what else it reads
 * @fixed_key: (nullable): sent where no key is set, as none is needed
 * @key_header: the header that carries the key
 * @key_scheme: what stands before the key in it, with its blank
 * @examples: models to begin with
 * @probe: (nullable): a cheap model that is asked one short question to see whether the service answers, where its list
 *   of models tells nothing of the key
 *
 * One row of the table: all that is known of a service. Who adds a service adds a row here, and its wire to
 * src/llm; the models' targets, the diagnosis, the rights, the choosers and doc/providers.md have it from
 * here. Names, addresses and variables are CrewAI's (doc/crew-semantics.md §13, doc/llm-client.md §5), so that
 * a document finds the same server there. Lists end with %NULL.
 */
typedef struct
{
  const char *title;
  TroupeProviderWire wire;
  gboolean is_spoken;
  gboolean is_host_enough;          /* of the address: scheme, port and /v1 are filled in */
  gboolean is_url_from_environment; /* settings name no other address */
  gboolean is_org_needed;           /* models are named org/model */
  const char *trace_name;
  const char *prefixes[4];
  const char *name_starts[6];
  const char *name_part;
  const char *url;
  const char *url_variables[4];
  const char *key_variables[4];
  const char *other_variables[6];
  const char *fixed_key;
  const char *key_header;
  const char *key_scheme;
  const char *examples[4];
  const char *probe;
} TroupeProvider;

/* The table; its first row is OpenAI's, to which a name belongs that is nobody else's. */
const TroupeProvider *troupe_provider_get_all (guint *n_providers);
/* Whatever its case. @length: of @prefix, -1 where it ends with NUL. (nullable) */
const TroupeProvider *troupe_provider_find_by_prefix (const char *prefix, gssize length);
/* Of a model's name without a prefix: never NULL. */
const TroupeProvider *troupe_provider_find_by_name (const char *name);
/* The prefixes of all rows, then those that CrewAI hands to its fallback, which nothing here asks. */
const char *const *troupe_provider_list_prefixes (void);
/* The examples of all rows, to choose from. */
const char *const *troupe_provider_list_examples (void);

/* Where CrewAI looks for the model and its address where a document names none, and what it takes in the end
 * (doc/crew-semantics.md §13). */
#define TROUPE_PROVIDER_DEFAULT_MODEL "gpt-4.1-mini"
const char *const *troupe_provider_list_model_variables (void);
const char *const *troupe_provider_list_default_url_variables (void);

/* The table as doc/providers.md has it, in Markdown. (transfer full) */
char *troupe_provider_to_markdown (void);

G_END_DECLS
