/* fuzz-sse.c: fuzzes model server streams; whole and split input must give the same answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-limits.h"
#include "troupe-llm-limiter.h"
#include "troupe-openai-reader.h"
#include "troupe-sse-parser.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

typedef struct
{
  TroupeOpenaiReader *reader;
  GString *events;
} Stream;

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  Stream *stream = user_data;
  g_autoptr (TroupeValue) chunk = NULL;

  g_assert (data[length] == '\0' && g_utf8_validate (data, (gssize) length, NULL));
  g_string_append_printf (stream->events, "%s|%s;", type, data);
  chunk = troupe_value_from_json_pieces (data, length, TROUPE_LIMIT_VALUES, NULL);

  return chunk == NULL || troupe_openai_reader_take_chunk (stream->reader, chunk, NULL);
}

/* Asserts that the parsed message can be serialized and is unchanged by a round trip. */
static void
check_message (TroupeLlmMessage *message)
{
  g_autoptr (TroupeValue) value = troupe_llm_message_to_value (message);
  g_autoptr (TroupeLlmMessage) again = troupe_llm_message_from_value (value);
  g_autoptr (TroupeValue) twice = troupe_llm_message_to_value (again);

  g_assert_true (troupe_llm_message_has (message, TROUPE_LLM_PART_TOOL_CALL) ==
                 troupe_llm_message_has (again, TROUPE_LLM_PART_TOOL_CALL));
  g_assert_true (troupe_value_equal (value, twice));
}

/* The first byte of the input is the chunk size. */
static char *
run (const char *text, gsize length, gsize piece)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  Stream stream = { troupe_openai_reader_new (builder), g_string_new (NULL) };
  g_autoptr (TroupeSseParser) parser = troupe_sse_parser_new (event_cb, &stream);
  g_autoptr (TroupeLlmAnswer) answer = NULL;

  for (gsize at = 0; at < length; at += piece)
    if (!troupe_sse_parser_feed (parser, text + at, MIN (piece, length - at), NULL))
      break;

  answer = troupe_llm_answer_builder_end (builder, NULL);
  g_string_append (stream.events, answer->content);
  check_message (answer->message);
  troupe_openai_reader_free (stream.reader);

  return g_string_free (stream.events, FALSE);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data + 1;
  g_autofree char *whole = NULL;
  g_autofree char *split = NULL;
  g_autofree char *line = NULL;
  g_autoptr (TroupeValue) value = NULL;

  if (size < 2)
    return 0;

  line = g_strndup (text, size - 1);
  g_assert_cmpint (troupe_llm_limiter_parse_span (line), >=, -1);
  value = troupe_value_from_json (line, -1, NULL);
  if (value != NULL)
    {
      g_autoptr (TroupeLlmMessage) message = troupe_llm_message_from_value (value);
      g_autoptr (TroupeValue) sent = troupe_llm_message_to_value (message);
      g_autoptr (TroupeLlmMessage) read = troupe_llm_message_from_value (sent);
      g_autoptr (TroupeValue) again = troupe_llm_message_to_value (read);

      g_assert_true (troupe_value_equal (sent, again));
    }

  whole = run (text, size - 1, size - 1);
  split = run (text, size - 1, data[0] % 16 + 1u);
  g_assert_cmpstr (whole, ==, split);

  return 0;
}
