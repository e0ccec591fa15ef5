/* test-gemini-wire.c: requests to Gemini and parsing of its answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-llm-error.h"
#include "wire-exchanges.h"
#include "wire-golden-read.h"
#include "wire-golden.h"
#include "wire-live.h"

static const WireGoldenNote notes[] = {
  { "model_gemma_3_27b_it", WIRE_GOLDEN_TOOLS, "gemma has no tools of its own" },
  { "safety_settings_map", WIRE_GOLDEN_ALL, "CrewAI fails; Troupe sends it" },
  { "safety_settings_list", WIRE_GOLDEN_ALL, "CrewAI fails; Troupe sends it" },
  { NULL, 0, NULL },
};

static const WireExchanges exchanges = {
  .api = "gemini",
  .wire = &troupe_gemini_wire,
  .address = "generativelanguage.googleapis.com",
  .n_least = 1,
};

#define PIECE(text, more)                                                                          \
  "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"" text "\"}]}," more   \
  "\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":5,\"candidatesTokenCount\":2,"            \
  "\"totalTokenCount\":7},\"modelVersion\":\"gemini-x\"}"
#define QUOTA(details)                                                                             \
  "{\"error\":{\"code\":429,\"message\":\"slowly\",\"status\":\"RESOURCE_EXHAUSTED\",\"details\":" \
  "[" details "]}}"
#define RETRY(delay)                                                                               \
  "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"" delay "\"}"
#define VIOLATION(id)                                                                              \
  "{\"@type\":\"type.googleapis.com/google.rpc.QuotaFailure\",\"violations\":[{\"quotaId\":\"" id  \
  "\"}]}"

static const WireLive live = {
  .api = "gemini",
  .model = "gemini/gemini-2.5-flash",
  .url_variable = "GOOGLE_GEMINI_BASE_URL",
  .path = "",
  .key_variable = "GEMINI_API_KEY",
  .whole_line = "POST /v1beta/models/gemini-2.5-flash:generateContent HTTP/1.1\r\n",
  .stream_line = "POST /v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse HTTP/1.1\r\n",
  .key_header = "\r\nx-goog-api-key: ",
  .whole = PIECE ("Hello there", "\"finishReason\":\"STOP\","),
  .stream_type = "text/event-stream",
  .stream =
      "data: " PIECE ("Hello ",
                      "") "\r\n\r\ndata: " PIECE ("there", "\"finishReason\":\"STOP\",") "\r\n\r\n",
  .cut = "data: " PIECE ("Hello ", "") "\r\n\r\ndata: " PIECE ("there", "") "\r\n\r\n",
  .n_tries = 1,
  .busy = QUOTA (VIOLATION ("RequestsPerMinute") "," RETRY ("0.002s")),
};

/* The body of a response with status 429 determines whether the client retries, and after which
 * delay. */
static void
test_quota (void)
{
  static const struct
  {
    const char *body;
    gint64 header_ms;
    gint64 after_ms;
    gboolean may_retry;
  } cases[] = {
    { QUOTA (RETRY ("45.837906927s")), -1, 45838, TRUE },
    { QUOTA (RETRY ("0s")), -1, 0, TRUE },
    { QUOTA (RETRY ("121s")), -1, -1, FALSE },
    { QUOTA (RETRY ("soon")), -1, -1, FALSE },
    { QUOTA (RETRY ("-3s")), -1, -1, FALSE },
    { QUOTA (RETRY ("3s") "," VIOLATION ("GenerateRequestsPerDayPerProject")), -1, -1, FALSE },
    { QUOTA (VIOLATION ("RequestsPerMinute")), -1, -1, FALSE },
    { QUOTA (""), -1, -1, FALSE },
    { QUOTA (""), 1000, 1000, TRUE },
    { "[]", -1, -1, FALSE },
    { "{\"error\":{\"details\":[3,{\"violations\":[null,{\"quotaId\":3}]}]}}", -1, -1, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = troupe_llm_error_new (TROUPE_LLM_ERROR_RATE_LIMIT, "slowly");
      g_autoptr (TroupeValue) body = troupe_value_from_json (cases[i].body, -1, NULL);
      gint64 after_ms;

      g_assert_nonnull (body);
      troupe_llm_error_set_retry (error, cases[i].header_ms, TRUE);
      troupe_gemini_wire.judge_error (error, 429, body);
      g_assert_true (troupe_llm_error_get_retry (error, &after_ms) == cases[i].may_retry);
      g_assert_cmpint (after_ms, ==, cases[i].after_ms);
      troupe_llm_error_set_retry (error, -1, TRUE);
      troupe_gemini_wire.judge_error (error, 500, body);
      g_assert_true (troupe_llm_error_get_retry (error, &after_ms));
    }
}

/* If the body of a response with status 400 reports an invalid key, the status counts as 401. */
static void
test_key (void)
{
  static const struct
  {
    const char *body;
    guint status;
    guint meant;
  } cases[] = {
    { "{\"error\":{\"message\":\"API key not valid. Please pass a valid API key.\"}}", 400, 401 },
    { "{\"error\":{\"message\":\"API key expired. Please renew the API key.\"}}", 400, 401 },
    { "{\"error\":{\"message\":\"No.\",\"details\":[1,{\"reason\":\"API_KEY_INVALID\"}]}}", 400,
      401 },
    { "{\"error\":{\"message\":\"Invalid value\",\"details\":[{\"reason\":\"X\"}]}}", 400, 0 },
    { "{\"error\":{\"message\":\"API key not valid.\"}}", 500, 0 },
    { "[]", 400, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) body = troupe_value_from_json (cases[i].body, -1, NULL);

      g_assert_nonnull (body);
      g_assert_cmpuint (troupe_gemini_wire.get_status (cases[i].status, body), ==, cases[i].meant);
    }
  g_assert_cmpuint (troupe_gemini_wire.get_status (400, NULL), ==, 0);
}

/* Returns the body for @messages as JSON, or NULL if the messages are rejected. */
static char *
make_body (const char *messages, const char *settings)
{
  g_autoptr (TroupeValue) list = troupe_value_from_json (messages, -1, NULL);
  g_autoptr (GPtrArray) said = troupe_llm_messages_from_value (list);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new ("gemini/gemini-2.0-flash", said);
  TroupeLlmTarget target = { .model = (char *) "gemini-2.0-flash" };
  g_autoptr (TroupeValue) body = NULL;
  g_autoptr (GError) error = NULL;

  request->settings = troupe_value_from_json (settings, -1, NULL);
  body = troupe_gemini_wire.make_body (request, &target, &error);
  if (body == NULL)
    g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);

  return body != NULL ? troupe_value_to_json (body, TROUPE_JSON_COMPACT) : NULL;
}

#define CALL                                                                                       \
  "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"call_1\",\"function\":{"     \
  "\"name\":\"f\",\"arguments\":\"{bad\"}}]}"

/* The conversation that is sent ends with a message of the user and contains no tool call
 * without a result. */
static void
test_history (void)
{
  g_autofree char *go_on =
      make_body ("[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":"
                 "\"b\"}]",
                 "{}");
  g_autofree char *waiting = make_body ("[{\"role\":\"user\",\"content\":\"a\"}," CALL "]", "{}");
  g_autofree char *nameless =
      make_body ("[" CALL ",{\"role\":\"tool\",\"tool_call_id\":\"call_1\",\"content\":\"r\"}]",
                 "{}");
  g_autofree char *image =
      make_body ("[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":"
                 "\"data:image/png;base64,AAAA\"}},{\"type\":\"image_url\",\"image_url\":{\"url\":"
                 "\"https://a/b\"}}]}]",
                 "{\"safety_settings\":{\"A\":\"B\"},\"max_tokens\":3}");

  g_assert_cmpstr (go_on, ==,
                   "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"a\"}]},{\"role\":"
                   "\"model\",\"parts\":[{\"text\":\"b\"}]},{\"role\":\"user\",\"parts\":[{"
                   "\"text\":\"Please continue.\"}]}],\"generationConfig\":{}}");
  g_assert_null (waiting);
  g_assert_cmpstr (nameless, ==,
                   "{\"contents\":[{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":"
                   "\"f\",\"args\":{}}}]},{\"role\":\"user\",\"parts\":[{\"functionResponse\":{"
                   "\"name\":\"f\",\"response\":{\"result\":\"r\"}}}]}],\"generationConfig\":{}}");
  g_assert_cmpstr (image, ==,
                   "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"inlineData\":{\"mimeType\":"
                   "\"image/png\",\"data\":\"AAAA\"}},{\"fileData\":{\"fileUri\":\"https://a/b\"}}]"
                   "}],\"safetySettings\":[{\"category\":\"A\",\"threshold\":\"B\"}],"
                   "\"generationConfig\":{}}");
}

/* A thought signature is sent back with its part, but ids and thoughts are not sent back. */
static void
test_signature (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer = wire_golden_read (
      &troupe_gemini_wire,
      "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"hm\",\"thought\":true},"
      "{\"functionCall\":{\"name\":\"f\",\"args\":{\"ä\":[1]}},\"thoughtSignature\":\"U0lH\"},"
      "{\"functionCall\":{\"name\":\"g\"}}]},\"finishReason\":\"STOP\"}]}",
      FALSE, 0, NULL, &error);
  g_autoptr (GPtrArray) messages = g_ptr_array_new ();
  g_autoptr (TroupeLlmRequest) request = NULL;
  g_autoptr (TroupeLlmMessage) results = troupe_llm_message_new (TROUPE_LLM_ROLE_TOOL);
  TroupeLlmTarget target = { .model = (char *) "m" };
  g_autoptr (TroupeValue) body = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_TOOL_CALLS);
  g_assert_cmpstr (answer->content, ==, "");
  troupe_llm_message_add (results, troupe_llm_part_new (TROUPE_LLM_PART_TOOL_RESULT, "r"));
  g_ptr_array_add (messages, answer->message);
  g_ptr_array_add (messages, results);
  request = troupe_llm_request_new ("gemini/m", messages);
  body = troupe_gemini_wire.make_body (request, &target, &error);
  text = troupe_value_to_json (body, TROUPE_JSON_COMPACT);
  g_assert_true (g_str_has_prefix (
      text, "{\"contents\":[{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"f\","
            "\"args\":{\"ä\":[1]}},\"thoughtSignature\":\"U0lH\"},{\"functionCall\":{\"name\":"
            "\"g\",\"args\":{}}}]},{\"role\":\"user\""));
}

/* If a prompt or an answer is blocked, the resulting answer reports this. */
static void
test_blocked (void)
{
  static const char *const bodies[] = {
    "{\"promptFeedback\":{\"blockReason\":\"PROHIBITED_CONTENT\"}}",
    "{\"candidates\":[{\"finishReason\":\"SAFETY\"}]}",
    "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]},\"finishReason\":"
    "\"RECITATION\"}]}",
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      g_autoptr (TroupeLlmAnswer) answer =
          wire_golden_read (&troupe_gemini_wire, bodies[i], FALSE, 0, NULL, NULL);

      g_assert_nonnull (answer);
      g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_FILTERED);
    }
  g_assert_null (wire_golden_read (&troupe_gemini_wire, "{}", FALSE, 0, NULL, &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (wire_golden_read (&troupe_gemini_wire,
                                   "data: {\"error\":{\"code\":503,\"message\":\"full\"}}\n\n",
                                   TRUE, 0, NULL, &error));
  g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_SERVER);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  if (!wire_golden_add ("gemini", notes))
    g_error ("tests/conformance/provider-golden.json is missing");
  wire_exchanges_add (&exchanges);
  wire_live_add (&live);
  g_test_add_func ("/gemini/quota", test_quota);
  g_test_add_func ("/gemini/key", test_key);
  g_test_add_func ("/gemini/history", test_history);
  g_test_add_func ("/gemini/signature", test_signature);
  g_test_add_func ("/gemini/blocked", test_blocked);

  return g_test_run ();
}
