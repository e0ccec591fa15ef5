/* test-ollama-wire.c: requests in Ollama's own format, and when it is used
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "wire-golden-read.h"
#include "wire-golden.h"
#include "wire-live.h"

static const WireGoldenNote notes[] = {
  { "tool_text_beside", WIRE_GOLDEN_BODIES, "the agent drops the text beside a call" },
  { "output_json_tools", WIRE_GOLDEN_BODIES | WIRE_GOLDEN_USAGE,
    "CrewAI does not count the conversion" },
  { "output_json_tools_no_call", WIRE_GOLDEN_BODIES | WIRE_GOLDEN_USAGE,
    "CrewAI does not count the conversion" },
  { NULL, 0, NULL },
};

#define LINE(text, more) "{\"model\":\"m\",\"message\":{\"content\":\"" text "\"}" more "}\n"
#define DONE ",\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":5,\"eval_count\":2"

static const WireLive live = {
  .api = "ollama",
  .model = "ollama/m",
  .url_variable = "OLLAMA_HOST",
  .path = "",
  .key_variable = "OLLAMA_API_KEY",
  .settings = "{\"num_ctx\":8192}",
  .whole_line = "POST /api/chat HTTP/1.1\r\n",
  .stream_line = "POST /api/chat HTTP/1.1\r\n",
  .key_header = "\r\nauthorization: bearer ",
  .whole = LINE ("Hello there", DONE),
  .stream_type = "application/x-ndjson",
  .stream = LINE ("Hello ", ",\"done\":false") "\n" LINE ("there", "") LINE ("", DONE),
  .cut = LINE ("Hello ", ",\"done\":false") LINE ("there", ",\"done\":false"),
};

/* Ollama's own format is used only for settings that its chat completions API ignores. */
static void
test_choice (void)
{
  static const struct
  {
    const char *settings;
    gboolean is_own;
  } cases[] = {
    { "{}", FALSE },
    { "{\"temperature\":0}", FALSE },
    { "{\"num_ctx\":null}", FALSE },
    { "{\"api\":\"responses\"}", FALSE },
    { "{\"num_ctx\":8192}", TRUE },
    { "{\"think\":false}", TRUE },
    { "{\"additional_params\":{\"think\":\"high\"}}", TRUE },
  };

  g_assert_true (troupe_llm_wire_find (TROUPE_WIRE_OLLAMA, NULL) == &troupe_openai_wire);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) settings = troupe_value_from_json (cases[i].settings, -1, NULL);

      g_assert_true (troupe_llm_wire_find (TROUPE_WIRE_OLLAMA, settings) ==
                     (cases[i].is_own ? &troupe_ollama_wire : &troupe_openai_wire));
    }
}

static void
test_body (void)
{
  g_autoptr (TroupeValue) list = troupe_value_from_json (
      "[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\",\"content\":[{\"type\":\"text\","
      "\"text\":\"a\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,"
      "AAAA\"}}]},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\","
      "\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"x\\\": 1}\"}}]},{\"role\":\"tool\","
      "\"tool_call_id\":\"c\",\"content\":\"r\"}]",
      -1, NULL);
  g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (list);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new ("ollama/m", messages);
  TroupeLlmTarget target = { .model = (char *) "m", .base_url = (char *) "http://h:1/a/v1/" };
  g_autofree char *url = NULL;
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) body = NULL;

  request->settings = troupe_value_from_json (
      "{\"num_ctx\":8192,\"max_tokens\":9,\"seed\":7,\"stop\":[\"S\"],\"additional_params\":{"
      "\"think\":true,\"keep_alive\":\"5m\"},\"response_format\":{\"type\":\"json_schema\","
      "\"json_schema\":{\"name\":\"V\",\"schema\":{\"type\":\"object\"},\"strict\":true}}}",
      -1, NULL);
  url = troupe_ollama_wire.make_url (request, &target);
  body = troupe_ollama_wire.make_body (request, &target, NULL);
  text = troupe_value_to_json (body, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (url, ==, "http://h:1/a/api/chat");
  g_assert_cmpstr (
      text, ==,
      "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\","
      "\"content\":\"a\",\"images\":[\"AAAA\"]},{\"role\":\"assistant\",\"content\":\"\","
      "\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":{\"x\":1}}}]},{\"role\":"
      "\"tool\",\"content\":\"r\",\"tool_name\":\"f\"}],\"format\":{\"type\":\"object\"},"
      "\"options\":{\"seed\":7,\"num_predict\":9,\"num_ctx\":8192},\"think\":true,\"keep_alive\":"
      "\"5m\",\"stream\":false}");
}

static void
test_answers (void)
{
  static const char thinking[] =
      "{\"message\":{\"thinking\":\"h\"},\"done\":false}\r\n"
      "{\"message\":{\"thinking\":\"m\",\"tool_calls\":[{\"function\":{\"name\":\"f\","
      "\"arguments\":"
      "{\"x\":\"ä\"}}},{\"function\":{\"name\":\"g\"}}]},\"done\":false}\r\n"
      "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"length\"}\r\n";
  static const gsize pieces[] = { 0, 1, 7 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (TroupeLlmAnswer) answer =
          wire_golden_read (&troupe_ollama_wire, thinking, TRUE, pieces[i], NULL, &error);
      const TroupeLlmPart *part;

      g_assert_no_error (error);
      g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_TOOL_CALLS);
      g_assert_cmpstr (answer->finish_reason, ==, "length");
      g_assert_cmpuint (answer->message->parts->len, ==, 3);
      part = g_ptr_array_index (answer->message->parts, 0);
      g_assert_cmpstr (part->text, ==, "hm");
      part = g_ptr_array_index (answer->message->parts, 1);
      g_assert_cmpstr (part->text, ==, "{\"x\": \"ä\"}");
      g_assert_nonnull (part->id);
    }

  g_assert_null (wire_golden_read (&troupe_ollama_wire, "{\"error\":\"no such model\"}\n", TRUE, 0,
                                   NULL, &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_SERVER);
  g_clear_error (&error);
  g_assert_null (wire_golden_read (&troupe_ollama_wire, "{\"done\":true}", FALSE, 0, NULL, &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  g_clear_error (&error);
  /* A stream whose last line has no line break counts as truncated. */
  g_assert_null (wire_golden_read (&troupe_ollama_wire,
                                   "{\"message\":{\"content\":\"a\"},\"done\":true}", TRUE, 0, NULL,
                                   &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_CUT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  if (!wire_golden_add ("ollama", notes))
    g_error ("tests/conformance/provider-golden.json is missing");
  wire_live_add (&live);
  g_test_add_func ("/ollama/choice", test_choice);
  g_test_add_func ("/ollama/body", test_body);
  g_test_add_func ("/ollama/answers", test_answers);

  return g_test_run ();
}
