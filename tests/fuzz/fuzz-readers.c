/* fuzz-readers.c: answers of Anthropic and Bedrock, whatever they hold
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "fuzz-readers"

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-llm-wire.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* What a model said can be sent back to it, over each wire. */
static void
check_message (TroupeLlmMessage *message)
{
  static const TroupeLlmWire *const wires[] = { &troupe_anthropic_wire, &troupe_bedrock_wire };
  TroupeLlmTarget target = { .model = (char *) "claude-opus-5", .base_url = (char *) "http://h" };
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);

  g_ptr_array_add (messages, troupe_llm_message_ref (message));
  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    {
      g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (NULL, messages);
      g_autoptr (TroupeValue) body = wires[i]->make_body (request, &target, NULL);
      g_autofree char *json =
          body != NULL ? troupe_value_to_json (body, TROUPE_JSON_COMPACT) : NULL;
      g_autoptr (TroupeValue) again = json != NULL ? troupe_value_from_json (json, -1, NULL) : NULL;

      g_assert (body == NULL || again != NULL);
    }
}

static void
end (TroupeLlmAnswerBuilder *builder)
{
  g_autoptr (TroupeLlmAnswer) answer = troupe_llm_answer_builder_end (builder, NULL);

  g_assert (g_utf8_validate (answer->content, -1, NULL));
  g_assert (answer->usage.prompt_tokens >= 0 && answer->usage.total_tokens >= 0);
  check_message (answer->message);
}

/* An event a line: its name, a blank, JSON. */
static void
run_stream (const TroupeLlmWire *wire, const char *text)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  gpointer reader = wire->reader_new (builder);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *blank = strchr (lines[i], ' ');
      g_autoptr (TroupeValue) event = NULL;
      g_autoptr (GError) error = NULL;

      if (blank == NULL)
        continue;
      *blank = '\0';
      event = troupe_value_from_json (blank + 1, -1, NULL);
      if (event != NULL && !wire->take_event (reader, lines[i], event, &error))
        {
          g_assert (error != NULL);
          break;
        }
    }
  end (builder);
  wire->reader_free (reader);
}

static void
run_whole (const TroupeLlmWire *wire, const char *text)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  gpointer reader = wire->reader_new (builder);
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, NULL);
  g_autoptr (GError) error = NULL;

  if (value != NULL && !wire->take_whole (reader, value, &error))
    g_assert (error != NULL);
  end (builder);
  wire->reader_free (reader);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);

  run_stream (&troupe_anthropic_wire, text);
  run_stream (&troupe_bedrock_wire, text);
  run_whole (&troupe_anthropic_wire, text);
  run_whole (&troupe_bedrock_wire, text);

  return 0;
}
