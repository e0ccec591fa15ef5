/* test-responses-wire.c: requests to the Responses API and parsing of its items
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "wire-exchanges.h"
#include "wire-golden-read.h"
#include "wire-golden.h"
#include "wire-live.h"

static const WireGoldenNote notes[] = {
  { "output_json_tools_no_call", WIRE_GOLDEN_BODIES | WIRE_GOLDEN_USAGE,
    "the conversion goes through chat completions" },
  { "stream_tool", WIRE_GOLDEN_BODIES, "CrewAI loses the calls of a stream and asks again" },
  { "stream_tool_parallel", WIRE_GOLDEN_BODIES,
    "CrewAI loses the calls of a stream and asks again" },
  { NULL, 0, NULL },
};

static const WireExchanges exchanges = {
  .api = "responses",
  .wire = &troupe_responses_wire,
  .address = "api.openai.com/v1/responses",
  .n_least = 1,
};

#define EVENT(type, more) "event: " type "\ndata: {\"type\":\"" type "\"" more "}\n\n"
#define ITEM                                                                                       \
  "{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"Hello there\"}]}"
#define ANSWER(status)                                                                             \
  "{\"status\":\"" status "\",\"error\":null,\"model\":\"m\",\"output\":[" ITEM                    \
  "],\"usage\":{\"input_tokens\":5,\"output_tokens\":2,\"total_tokens\":7}}"
#define DELTA(text)                                                                                \
  EVENT ("response.output_text.delta", ",\"output_index\":0,\"delta\":\"" text "\"")

static const WireLive live = {
  .api = "responses",
  .model = "openai/m",
  .url_variable = "OPENAI_BASE_URL",
  .path = "/v1",
  .key_variable = "OPENAI_API_KEY",
  .settings = "{\"api\":\"responses\"}",
  .whole_line = "POST /v1/responses HTTP/1.1\r\n",
  .stream_line = "POST /v1/responses HTTP/1.1\r\n",
  .key_header = "\r\nauthorization: bearer ",
  .whole = ANSWER ("completed"),
  .stream_type = "text/event-stream",
  .stream = DELTA ("Hello ") DELTA ("there")
      EVENT ("response.completed", ",\"response\":" ANSWER ("completed")),
  .cut = DELTA ("Hello ") DELTA ("there"),
};

#define CALL_ITEM                                                                                  \
  "{\"type\":\"function_call\",\"id\":\"fc\",\"call_id\":\"c1\",\"name\":\"f\",\"arguments\":\"{}" \
  "\"}"
#define THOUGHT                                                                                    \
  "{\"type\":\"reasoning\",\"id\":\"rs\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"hm\"}" \
  "],"                                                                                             \
  "\"status\":null}"

/* Returns the JSON of the request body that contains @answer and the result of its tool call. */
static char *
answer_back (const TroupeLlmAnswer *answer)
{
  g_autoptr (TroupeValue) list =
      troupe_value_from_json ("[{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"r\"}]", -1,
                              NULL);
  g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (list);
  g_autoptr (TroupeLlmRequest) request = NULL;
  TroupeLlmTarget target = { .model = (char *) "m" };
  g_autoptr (TroupeValue) body = NULL;

  g_ptr_array_insert (messages, 0, troupe_llm_message_ref (answer->message));
  request = troupe_llm_request_new ("openai/m", messages);
  body = troupe_responses_wire.make_body (request, &target, NULL);

  return troupe_value_to_json (body, TROUPE_JSON_COMPACT);
}

/* Reasoning items are sent back unchanged and before the tool call, whether the answer was
 * streamed or not. */
static void
test_items (void)
{
  static const char *const answers[] = {
    "{\"status\":\"completed\",\"output\":[" THOUGHT "," CALL_ITEM "]}",
    EVENT ("response.output_item.done", ",\"output_index\":0,\"item\":" THOUGHT)
        EVENT ("response.output_item.done", ",\"output_index\":1,\"item\":" CALL_ITEM)
            EVENT ("response.completed",
                   ",\"response\":{\"status\":\"completed\",\"output\":[" THOUGHT "," CALL_ITEM
                   "]}"),
    EVENT ("response.reasoning_summary_text.delta", ",\"item_id\":\"rs\",\"delta\":\"h\"")
        EVENT ("response.reasoning_summary_text.delta", ",\"item_id\":\"rs\",\"delta\":\"m\"")
            EVENT ("response.function_call_arguments.delta", ",\"item_id\":\"fc\",\"delta\":\"{\"")
                EVENT ("response.output_item.added", ",\"item\":{\"type\":\"function_call\",\"id\":"
                                                     "\"fc\",\"call_id\":\"c1\",\"name\":\"f\","
                                                     "\"arguments\":\"\"}")
                    EVENT ("response.function_call_arguments.delta",
                           ",\"item_id\":\"fc\",\"delta\":\"}\"")
                        EVENT ("response.completed",
                               ",\"response\":{\"output\":[" THOUGHT "," CALL_ITEM "]}"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeLlmAnswer) answer =
          wire_golden_read (&troupe_responses_wire, answers[i], i > 0, 3, NULL, &error);
      const TroupeLlmPart *first;
      g_autofree char *body = NULL;

      g_assert_no_error (error);
      first = g_ptr_array_index (answer->message->parts, 0);
      g_assert_cmpint (first->type, ==, TROUPE_LLM_PART_REASONING);
      g_assert_cmpstr (first->text, ==, "hm");
      body = answer_back (answer);
      g_assert_cmpstr (
          body, ==,
          "{\"model\":\"m\",\"input\":[{\"type\":\"reasoning\",\"id\":\"rs\",\"summary\":[{"
          "\"type\":"
          "\"summary_text\",\"text\":\"hm\"}]},{\"type\":\"function_call\",\"call_id\":\"c1\","
          "\"name\":\"f\",\"arguments\":\"{}\"},{\"type\":\"function_call_output\",\"call_id\":"
          "\"c1\",\"output\":\"r\"}]}");
    }
}

/* Failed and unfinished answers result in an error, whether they are streamed or not. */
static void
test_failures (void)
{
  static const struct
  {
    const char *text;
    TroupeLlmError code;
  } cases[] = {
    { EVENT ("response.failed", ",\"response\":{\"error\":{\"code\":\"server_error\",\"message\":"
                                "\"broke\"}}"),
      TROUPE_LLM_ERROR_SERVER },
    { EVENT ("response.failed", ",\"response\":{\"error\":{\"code\":\"rate_limit_exceeded\"}}"),
      TROUPE_LLM_ERROR_RATE_LIMIT },
    { EVENT ("response.failed", ""), TROUPE_LLM_ERROR_SERVER },
    { EVENT ("error", ",\"code\":\"odd\",\"message\":\"broke\""), TROUPE_LLM_ERROR_SERVER },
    { DELTA ("a") EVENT ("response.output_text.done", ""), TROUPE_LLM_ERROR_CUT },
    { "{\"status\":\"queued\",\"output\":[]}", TROUPE_LLM_ERROR_CUT },
    { "{\"choices\":[]}", TROUPE_LLM_ERROR_INVALID },
    { "{\"error\":{\"message\":\"no\"}}", TROUPE_LLM_ERROR_SERVER },
    { "3", TROUPE_LLM_ERROR_INVALID },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (wire_golden_read (&troupe_responses_wire, cases[i].text, *cases[i].text == 'e',
                                       0, NULL, &error));
      g_assert_error (error, TROUPE_LLM_ERROR, (int) cases[i].code);
    }
}

/* If an answer that is not streamed has failed, it is empty and has the reason as its refusal. */
static void
test_failed_answer (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      wire_golden_read (&troupe_responses_wire,
                        "{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":"
                        "\"broke\"},\"output\":[],\"usage\":{\"input_tokens\":2}}",
                        FALSE, 0, NULL, &error);
  const TroupeLlmPart *part = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (answer->content, ==, "");
  g_assert_cmpstr (answer->finish_reason, ==, "failed");
  g_assert_cmpint (answer->usage.prompt_tokens, ==, 2);
  g_assert_cmpuint (answer->message->parts->len, >, 0);
  part = g_ptr_array_index (answer->message->parts, answer->message->parts->len - 1);
  g_assert_cmpint (part->type, ==, TROUPE_LLM_PART_REFUSAL);
  g_assert_cmpstr (part->text, ==, "broke");
}

static void
test_ends (void)
{
  static const struct
  {
    const char *text;
    TroupeLlmFinish finish;
  } cases[] = {
    { "{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"max_output_tokens\"},"
      "\"output\":[]}",
      TROUPE_LLM_FINISH_LENGTH },
    { "{\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"content_filter\"},"
      "\"output\":[]}",
      TROUPE_LLM_FINISH_FILTERED },
    { "{\"output\":[{\"type\":\"message\",\"content\":[{\"type\":\"refusal\",\"refusal\":\"no\"}]}]"
      "}",
      TROUPE_LLM_FINISH_STOP },
    { EVENT ("response.incomplete", ",\"response\":{\"status\":\"incomplete\"}"),
      TROUPE_LLM_FINISH_LENGTH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeLlmAnswer) answer = wire_golden_read (&troupe_responses_wire, cases[i].text,
                                                             *cases[i].text == 'e', 0, NULL, NULL);

      g_assert_nonnull (answer);
      g_assert_cmpint (answer->finish, ==, cases[i].finish);
      g_assert_true (troupe_llm_message_has (answer->message, TROUPE_LLM_PART_REFUSAL) == (i == 2));
    }
}

/* Text that is repeated at the end of an item and at the end of the answer is returned only
 * once. */
static void
test_once (void)
{
  static const char *const streams[] = {
    DELTA ("Hello ") DELTA ("there")
        EVENT ("response.output_item.done", ",\"output_index\":0,\"item\":" ITEM)
            EVENT ("response.completed", ",\"response\":" ANSWER ("completed")),
    EVENT ("response.output_item.done", ",\"output_index\":0,\"item\":" ITEM)
        EVENT ("response.completed", ",\"response\":" ANSWER ("completed")),
    EVENT ("response.completed", ",\"response\":" ANSWER ("completed")),
  };

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      g_autoptr (TroupeLlmAnswer) answer =
          wire_golden_read (&troupe_responses_wire, streams[i], TRUE, 0, NULL, NULL);

      g_assert_nonnull (answer);
      g_assert_cmpstr (answer->content, ==, "Hello there");
    }
}

/* If previous_response_id is set, earlier messages are not sent again, except for the
 * instructions. */
static void
test_previous (void)
{
  g_autoptr (TroupeValue) list = troupe_value_from_json (
      "[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\",\"content\":\"a\"},{\"role\":"
      "\"assistant\",\"content\":\"b\"},{\"role\":\"user\",\"content\":\"c\","
      "\"previous_response_id\":\"resp_1\"}]",
      -1, NULL);
  g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (list);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new ("openai/m", messages);
  TroupeLlmTarget target = { .model = (char *) "m" };
  g_autoptr (TroupeValue) body = troupe_responses_wire.make_body (request, &target, NULL);
  g_autofree char *text = troupe_value_to_json (body, TROUPE_JSON_COMPACT);

  g_assert_cmpstr (text, ==,
                   "{\"model\":\"m\",\"input\":[{\"role\":\"user\",\"content\":\"c\"}],"
                   "\"instructions\":\"s\",\"previous_response_id\":\"resp_1\"}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  if (!wire_golden_add ("responses", notes))
    g_error ("tests/conformance/provider-golden.json is missing");
  wire_exchanges_add (&exchanges);
  wire_live_add (&live);
  g_test_add_func ("/responses/items", test_items);
  g_test_add_func ("/responses/failures", test_failures);
  g_test_add_func ("/responses/ends", test_ends);
  g_test_add_func ("/responses/failed-answer", test_failed_answer);
  g_test_add_func ("/responses/once", test_once);
  g_test_add_func ("/responses/previous", test_previous);

  return g_test_run ();
}
