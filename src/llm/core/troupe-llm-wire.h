/* troupe-llm-wire.h: interface of an LLM API (wire): serializes requests, parses responses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"
#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* Framing of the events of a streamed response. */
typedef enum
{
  TROUPE_LLM_FRAMING_SSE,
  TROUPE_LLM_FRAMING_LINES, /* one JSON value per line */
  TROUPE_LLM_FRAMING_AWS,   /* binary, with headers and checksums */
} TroupeLlmFraming;

/**
 * TroupeLlmWire:
 * @framing: framing of a streamed response
 * @make_url: (transfer full): returns the URL of the request, which never contains the key
 * @make_body: (transfer full): returns the request body, or %NULL with an error if the request is
 *   not supported
 * @add_headers: (nullable): adds name, value, … of headers other than content type and key, such as
 *   a signature of the whole request; %FALSE with an error on failure. Sent to the origin of @url
 *   only
 * @is_bearer: whether the key is sent in OpenAI's header, whatever the service's own header is
 * @get_status: (nullable): returns the actual status according to an error body, or 0 if it is the
 *   HTTP status
 * @judge_error: (nullable): decides about a retry by the error body, after the headers were
 *   evaluated. @body: (nullable): %NULL if it is not JSON
 * @reader_new: creates a parser for one response, which fills @builder; @builder outlives it. Stop
 *   sequences are handled by the caller
 * @take_event: parses one event of a stream; @type: (nullable): its name. %FALSE with an error if
 *   it is an error
 * @take_whole: parses a response that was not streamed
 * @make_count: (nullable): (transfer full) (nullable): returns the body and URL of a request that
 *   counts tokens; %NULL, with or without an error, if this request cannot be counted
 * @count_key: key of the number in the response to the count request
 * @get_most_tokens: (nullable): returns the default of `max_tokens`
 *
 * An API of language models. HTTP, deadlines, framing and statuses are handled for all APIs in
 * troupe-web-provider.c, and streamed text, tool calls and secrets in TroupeLlmAnswerBuilder. A
 * wire only translates, and reports when the model has finished: an answer without a finish reason
 * is truncated.
 * Threads: the client's thread. Errors of all functions: %TROUPE_LLM_ERROR.
 */
typedef struct
{
  TroupeLlmFraming framing;
  char *(*make_url) (const TroupeLlmRequest *request, const TroupeLlmTarget *target);
  TroupeValue *(*make_body) (const TroupeLlmRequest *request,
                             const TroupeLlmTarget *target,
                             GError **error);
  gboolean (*add_headers) (GStrvBuilder *headers,
                           const TroupeLlmRequest *request,
                           const TroupeLlmTarget *target,
                           const char *url,
                           GBytes *body,
                           GError **error);
  gboolean is_bearer;
  guint (*get_status) (guint status, TroupeValue *body);
  void (*judge_error) (GError *error, guint status, TroupeValue *body);
  gpointer (*reader_new) (TroupeLlmAnswerBuilder *builder);
  GDestroyNotify reader_free;
  gboolean (*take_event) (gpointer reader, const char *type, TroupeValue *value, GError **error);
  gboolean (*take_whole) (gpointer reader, TroupeValue *value, GError **error);
  TroupeValue *(*make_count) (const TroupeLlmRequest *request,
                              const TroupeLlmTarget *target,
                              char **url,
                              GError **error);
  const char *count_key;
  gint64 (*get_most_tokens) (const char *model);
} TroupeLlmWire;

/* Returns the wire of a service, or NULL if it is not supported. @settings: (nullable): may contain
 * `api: responses`. (transfer none) (nullable) */
const TroupeLlmWire *troupe_llm_wire_find (TroupeProviderWire wire, TroupeValue *settings);

/* Each is defined in the file of that name. */
extern const TroupeLlmWire troupe_anthropic_wire;
extern const TroupeLlmWire troupe_bedrock_wire;
extern const TroupeLlmWire troupe_openai_wire;
extern const TroupeLlmWire troupe_gemini_wire;
extern const TroupeLlmWire troupe_azure_wire;
extern const TroupeLlmWire troupe_responses_wire;
extern const TroupeLlmWire troupe_ollama_wire;

/**
 * troupe_llm_wire_make_headers:
 * @url: the URL returned by make_url()
 * @body: the serialized request, which may have to be signed
 *
 * Creates the headers that are only sent to the server itself. These are the key and the headers
 * required by the API.
 *
 * Returns: (transfer full) (nullable): name, value, …, %NULL; %NULL with %TROUPE_LLM_ERROR if
 * add_headers() failed
 */
char **troupe_llm_wire_make_headers (const TroupeLlmWire *wire,
                                     const TroupeLlmRequest *request,
                                     const TroupeLlmTarget *target,
                                     const char *url,
                                     GBytes *body,
                                     GError **error);

/* JSON helpers for wires. @map: (nullable) */

/* Returns a member of any type, including null. (transfer none) (nullable) */
TroupeValue *troupe_llm_wire_get (TroupeValue *map, const char *key);
/* Returns a member, or NULL if the member is not a map. (transfer none) (nullable) */
TroupeValue *troupe_llm_wire_get_map (TroupeValue *map, const char *key);
/* Returns a member, or NULL if the member is not a list. (transfer none) (nullable) */
TroupeValue *troupe_llm_wire_get_list (TroupeValue *map, const char *key);
/* Returns the text of a member, truncated at U+0000. Returns NULL if the member is missing,
 * empty or not a string. (transfer none) (nullable) */
const char *troupe_llm_wire_get_text (TroupeValue *map, const char *key);
/* Returns a number that is at least 0 and so small that it does not overflow when multiplied by
 * four. Returns 0 if the member is not a number. */
gint64 troupe_llm_wire_get_count (TroupeValue *map, const char *key);

/* Appends a path to the target's URL, whose query is preserved. @path: without leading slash.
 * (transfer full) */
char *troupe_llm_wire_make_url (const TroupeLlmTarget *target, const char *path);
/* Returns the URL with a parameter added to its query. (transfer full) */
char *troupe_llm_wire_add_query (const char *url, const char *name, const char *value);

G_END_DECLS
