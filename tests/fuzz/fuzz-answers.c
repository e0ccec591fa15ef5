/* fuzz-answers.c: fuzzing of responses of the APIs other than chat completions, whole and in
 * chunks, and of requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-limits.h"
#include "troupe-llm-error.h"
#include "troupe-llm-wire.h"
#include "troupe-sse-parser.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const TroupeLlmWire *const wires[] = {
  &troupe_gemini_wire, &troupe_responses_wire, &troupe_ollama_wire,
  &troupe_azure_wire,  &troupe_anthropic_wire, &troupe_bedrock_wire,
};

typedef struct
{
  const TroupeLlmWire *wire;
  gpointer reader;
} Stream;

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  Stream *stream = user_data;
  g_autoptr (TroupeValue) value =
      troupe_value_from_json_pieces (data, length, TROUPE_LIMIT_VALUES, NULL);
  g_autoptr (GError) error = NULL;
  gboolean is_taken =
      value == NULL || stream->wire->take_event (stream->reader, type, value, &error);

  g_assert_true (is_taken == (error == NULL));

  return is_taken;
}

/* Any conversation is serialized for any API, or rejected with an error. */
static void
check_bodies (GPtrArray *messages, TroupeValue *settings)
{
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new ("x/m", messages);
  TroupeLlmTarget target = { .model = (char *) "claude-opus-5",
                             .base_url = (char *) "http://h",
                             .api_version = (char *) "v" };

  if (settings != NULL && troupe_value_is (settings, TROUPE_VALUE_MAP))
    request->settings = troupe_value_ref (settings);
  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeValue) body = wires[i]->make_body (request, &target, &error);

      g_assert_true ((body == NULL) == (error != NULL));
      if (body != NULL)
        {
          g_autofree char *json = troupe_value_to_json (body, TROUPE_JSON_COMPACT);
          g_autoptr (TroupeValue) again = troupe_value_from_json (json, -1, NULL);

          g_assert_nonnull (again);
        }
    }
}

static char *
end (TroupeLlmAnswerBuilder *builder)
{
  g_autoptr (TroupeLlmAnswer) answer = troupe_llm_answer_builder_end (builder, NULL);
  g_autoptr (GPtrArray) messages = g_ptr_array_new ();

  g_assert_true (g_utf8_validate (answer->content, -1, NULL));
  g_assert_true (answer->usage.prompt_tokens >= 0 && answer->usage.total_tokens >= 0);
  g_ptr_array_add (messages, answer->message);
  check_bodies (messages, NULL);

  return g_strdup_printf ("%s|%s|%" G_GINT64_FORMAT "|%u", answer->content, answer->finish_reason,
                          answer->usage.total_tokens, answer->message->parts->len);
}

/* Feeds one event per line. A line consists of the name of the event, a space and JSON. Frames
 * are covered by fuzz-frames.c. */
static void
feed_lines (Stream *stream, const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *blank = strchr (lines[i], ' ');

      if (blank == NULL)
        continue;
      *blank = '\0';
      if (!event_cb (lines[i], blank + 1, strlen (blank + 1), stream))
        break;
    }
}

static void
feed (Stream *stream, const char *text, gsize length, gsize piece)
{
  g_autoptr (TroupeSseParser) parser = stream->wire->framing == TROUPE_LLM_FRAMING_LINES
                                           ? troupe_sse_parser_new_lines (event_cb, stream)
                                           : troupe_sse_parser_new (event_cb, stream);

  for (gsize at = 0; at < length; at += piece)
    if (!troupe_sse_parser_feed (parser, text + at, MIN (piece, length - at), NULL))
      break;
}

static char *
run (const TroupeLlmWire *wire, const char *text, gsize length, gsize piece)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  Stream stream = { wire, wire->reader_new (builder) };
  char *told;

  if (wire->framing == TROUPE_LLM_FRAMING_AWS)
    feed_lines (&stream, text, length);
  else
    feed (&stream, text, length, piece);
  told = end (builder);
  wire->reader_free (stream.reader);

  return told;
}

static void
run_whole (const TroupeLlmWire *wire, TroupeValue *value)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  gpointer reader = wire->reader_new (builder);
  g_autoptr (GError) error = NULL;
  g_autofree char *told = NULL;

  if (wire->take_whole (reader, value, &error))
    g_assert_true (troupe_llm_answer_builder_is_finished (builder));
  else
    g_assert_nonnull (error);
  told = end (builder);
  wire->reader_free (reader);
  if (wire->judge_error != NULL)
    {
      g_autoptr (GError) status = troupe_llm_error_new (TROUPE_LLM_ERROR_RATE_LIMIT, "slowly");

      troupe_llm_error_set_retry (status, -1, TRUE);
      wire->judge_error (status, 429, value);
    }
}

/* The first byte selects the API and the size of the chunks. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data + 1;
  const TroupeLlmWire *wire;
  g_autofree char *whole = NULL;
  g_autofree char *split = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) pieces = NULL;

  if (size < 2)
    return 0;

  wire = wires[data[0] % G_N_ELEMENTS (wires)];
  value = troupe_value_from_json (text, (gssize) size - 1, NULL);
  pieces = troupe_value_from_json_pieces (text, size - 1, TROUPE_LIMIT_VALUES, NULL);
  if (pieces != NULL)
    run_whole (wire, pieces);
  if (value != NULL)
    {
      TroupeValue *list = troupe_llm_wire_get_list (value, "messages");

      if (list != NULL)
        {
          g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (list);

          check_bodies (messages, value);
        }
    }
  whole = run (wire, text, size - 1, size - 1);
  split = run (wire, text, size - 1, data[0] / G_N_ELEMENTS (wires) + 1u);
  g_assert_cmpstr (whole, ==, split);

  return 0;
}
