/* troupe-llm-wire.h: how one API writes what is asked, and what is answered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"
#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* How the events of a streamed answer follow each other. */
typedef enum
{
  TROUPE_LLM_FRAMING_SSE,
  TROUPE_LLM_FRAMING_LINES, /* a JSON value a line */
  TROUPE_LLM_FRAMING_AWS,   /* binary, with headers and check sums */
} TroupeLlmFraming;

/**
 * TroupeLlmWire:
 * @framing: of a streamed answer
 * @make_url: (transfer full): where the request goes; the key is never in it
 * @make_body: (transfer full): the request; NULL with an error where it cannot be made
 * @add_headers: (nullable): name, value, … of what goes out beside the body's type and the key, a signature of
 *   the whole request among them: FALSE with an error where that cannot be made. Sent to the origin of @url
 *   alone
 * @is_bearer: whether the key goes out as OpenAI's does, whatever the service's own header is
 * @get_status: (nullable): the status that an error's body means, where it is another one than that it came with; 0
 *   where it says nothing of it
 * @judge_error: (nullable): what an error's body says of another attempt, after the headers were asked. @body:
 *   (nullable): where it is no JSON
 * @reader_new: what reads one answer into @builder, which outlives it. @builder is told of the request's stop
 *   words by the caller
 * @take_event: one event of a stream; @type: (nullable): its name. FALSE with an error where it is one
 * @take_whole: an answer that was not streamed
 * @make_count: (nullable): (transfer full) (nullable): what the service is asked to count the request, and where; NULL,
 *   with an error or without one, where it does not count this one
 * @count_key: under which the answer to that has the number
 * @get_most_tokens: (nullable): what is sent as `max_tokens` where nothing else is said
 *
 * One API of language models. Everything about HTTP, deadlines, framing and statuses is done once for all of
 * them (troupe-web-provider.c); everything about texts, tool calls and secrets that come in pieces too
 * (TroupeLlmAnswerBuilder). A wire translates, and says when the model has finished: an answer whose finish was
 * not said is cut.
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

/* NULL where the service cannot be asked. @settings: (nullable): `api: responses` among them */
const TroupeLlmWire *troupe_llm_wire_find (TroupeProviderWire wire, TroupeValue *settings);

/* One for each file of that name. */
extern const TroupeLlmWire troupe_anthropic_wire;
extern const TroupeLlmWire troupe_bedrock_wire;
extern const TroupeLlmWire troupe_openai_wire;
extern const TroupeLlmWire troupe_gemini_wire;
extern const TroupeLlmWire troupe_azure_wire;
extern const TroupeLlmWire troupe_responses_wire;
extern const TroupeLlmWire troupe_ollama_wire;

/* What goes to the server alone: the key, and what the API wants beside it. (transfer full) */
char **troupe_llm_wire_make_headers (const TroupeLlmWire *wire,
                                     const TroupeLlmRequest *request,
                                     const TroupeLlmTarget *target,
                                     const char *url,
                                     GBytes *body,
                                     GError **error);

/* What wires read of JSON: NULL, 0 and "" where it is not there or of another type. @map: (nullable) */
TroupeValue *troupe_llm_wire_get (TroupeValue *map, const char *key);
TroupeValue *troupe_llm_wire_get_map (TroupeValue *map, const char *key);
TroupeValue *troupe_llm_wire_get_list (TroupeValue *map, const char *key);
/* (nullable): where there is none or an empty one; with U+0000 it ends there */
const char *troupe_llm_wire_get_text (TroupeValue *map, const char *key);
/* At least 0, and no more than what four times makes a number. */
gint64 troupe_llm_wire_get_count (TroupeValue *map, const char *key);

/* The address below the target's own: a query in that stays. @path: without a slash at its beginning.
 * (transfer full) */
char *troupe_llm_wire_make_url (const TroupeLlmTarget *target, const char *path);
/* The address with more in its query. (transfer full) */
char *troupe_llm_wire_add_query (const char *url, const char *name, const char *value);

G_END_DECLS
