/* troupe-provider-table.h: table of the LLM providers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The wire protocol (API) of a provider. */
typedef enum
{
  TROUPE_WIRE_OPENAI_CHAT,
  TROUPE_WIRE_OPENAI_RESPONSES, /* OpenAI's and Azure's with the setting `api: responses` */
  TROUPE_WIRE_ANTHROPIC,
  TROUPE_WIRE_GEMINI,
  TROUPE_WIRE_AZURE,
  TROUPE_WIRE_BEDROCK,
  TROUPE_WIRE_OLLAMA, /* chat completions, except what they ignore */
  TROUPE_WIRE_SNOWFLAKE,
  TROUPE_WIRE_MOCK, /* answers in-process */
} TroupeProviderWire;

/**
 * TroupeProvider:
 * @title: name of the provider, not translated
 * @is_spoken: whether this version supports the provider's API
 * @trace_name: (nullable): name in OpenTelemetry, if it differs from the first prefix
 * @prefixes: text before the slash of a model string
 * @name_starts: beginnings of model names without a prefix
 * @name_part: (nullable): a substring of model names without a prefix
 * @url: (nullable): address of the provider, unless one of @url_variables is set
 * @key_variables: environment variables of the key; the first one is named in advice
 * @account_variable: (nullable): one of @key_variables whose value is not a key, but a service account: the path of its
 *   JSON file, or its content. Its key signs requests for access tokens
 * @token_url: (nullable): for advice and permissions: the server that returns these tokens
 * @key_command: (nullable): a command that prints a key, for advice
 * @other_variables: further environment variables that the provider's client reads
 * @fixed_key: (nullable): sent if no key is set, because none is required
 * @key_header: the header that contains the key
 * @key_scheme: text before the key in the header, including its blank
 * @name_folder: (nullable): put in front of model names that contain no slash
 * @rejected: keys of a request's body that the provider rejects, so that they are not sent
 * @examples: suggested models
 * @probe: (nullable): a cheap model that gets one short request to check the key, if the list of
 *   models does not verify the key
 *
 * One row of the table, which is the single source of data about providers. To add a provider, add
 * a row to this table and the wire protocol to src/llm. The resolution of models, the diagnosis,
 * the permissions, the choosers and doc/providers.md use this table. Names, addresses and variables
 * are CrewAI's (doc/crew-semantics.md §13, doc/llm-client.md §5), so that a document reaches the
 * same server in CrewAI. Lists are %NULL-terminated.
 * Threads: any thread.
 */
typedef struct
{
  const char *title;
  TroupeProviderWire wire;
  gboolean is_spoken;
  gboolean is_host_enough;          /* the address may be only a host: scheme, port and /v1 are
                                       added */
  gboolean is_url_from_environment; /* settings cannot override the address */
  gboolean has_place; /* the address contains PROJECT and LOCATION, which are settings */
  gboolean is_org_needed;           /* models are named org/model */
  const char *trace_name;
  const char *prefixes[4];
  const char *name_starts[6];
  const char *name_part;
  const char *url;
  const char *url_variables[4];
  const char *key_variables[6];
  const char *account_variable;
  const char *token_url;
  const char *key_command;
  const char *other_variables[8];
  const char *fixed_key;
  const char *key_header;
  const char *key_scheme;
  const char *name_folder;
  const char *rejected[8];
  const char *examples[4];
  const char *probe;
} TroupeProvider;

/* Returns the table. Its first row is OpenAI, which is used for names that match no other row.
 * @n_providers: (out). (transfer none) */
const TroupeProvider *troupe_provider_get_all (guint *n_providers);
/* Finds the provider with a prefix of model strings, ignoring case. @length: bytes of @prefix, or
 * -1 if it is NUL-terminated. (transfer none) (nullable) */
const TroupeProvider *troupe_provider_find_by_prefix (const char *prefix, gssize length);
/* Finds the provider of a model name without a prefix. (transfer none), never NULL */
const TroupeProvider *troupe_provider_find_by_name (const char *name);
/* Returns the prefixes of all rows, followed by those that CrewAI passes to its fallback (LiteLLM),
 * which Troupe does not support. NULL-terminated. (transfer none) */
const char *const *troupe_provider_list_prefixes (void);
/* Returns the examples of all rows, for choosers. NULL-terminated. (transfer none) */
const char *const *troupe_provider_list_examples (void);

/* The environment variables in which CrewAI looks up the model and its address if a document
 * names no model, and CrewAI's default model (doc/crew-semantics.md §13). */
#define TROUPE_PROVIDER_DEFAULT_MODEL "gpt-4.1-mini"
/* Returns the environment variables, in order, in which CrewAI looks up the model if a document
 * names no model (doc/crew-semantics.md §13). If none of them is set, the model is
 * %TROUPE_PROVIDER_DEFAULT_MODEL. NULL-terminated. (transfer none) */
const char *const *troupe_provider_list_model_variables (void);
/* Returns the environment variables with the address of the default model's server, in order.
 * NULL-terminated. (transfer none) */
const char *const *troupe_provider_list_default_url_variables (void);

/* Returns the table of doc/providers.md, in Markdown. (transfer full) */
char *troupe_provider_to_markdown (void);

G_END_DECLS
