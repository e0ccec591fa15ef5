/* test-llm-errors.c: errors of calls to models and their messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ask.h"
#include "fake-server.h"

#define SETTINGS "{\"retry_delay_ms\":1}"

/* Status and body of a reply, and the expected error. */
typedef struct
{
  const char *name;
  const char *status;
  const char *type;
  const char *headers;
  const char *body;
  int code;
  guint http_status;
  guint n_requests;
  const char *words; /* in the message */
} Case;

static const Case cases[] = {
  { "401", "401 Unauthorized", "application/json", NULL,
    "{\"error\":{\"message\":\"Incorrect API key provided: " CANARY_KEY "\"}}",
    TROUPE_LLM_ERROR_UNAUTHORIZED, 401, 1, "Check OPENAI_API_KEY." },
  { "403", "403 Forbidden", "application/json", NULL, "{\"error\":\"not for you\"}",
    TROUPE_LLM_ERROR_UNAUTHORIZED, 403, 1, "403: not for you" },
  { "404", "404 Not Found", "application/json", NULL, "{\"error\":{\"message\":\"no such model\"}}",
    TROUPE_LLM_ERROR_NOT_FOUND, 404, 1, "“gpt-x” (404: no such model)" },
  { "400-detail", "400 Bad Request", "application/json", NULL,
    "{\"detail\":[{\"msg\":\"field required\"}]}", TROUPE_LLM_ERROR_REFUSED, 400, 1,
    "400: field required" },
  { "400-message", "400 Bad Request", "application/json", NULL, "{\"message\":\"bad\\nline\"}",
    TROUPE_LLM_ERROR_REFUSED, 400, 1, "400: bad line" },
  { "422-text", "422 Unprocessable", "text/plain", NULL, "plain words", TROUPE_LLM_ERROR_REFUSED,
    422, 1, "422: plain words" },
  { "429", "429 Too Many Requests", "application/json", NULL, "{\"error\":{\"message\":\"rate\"}}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 3, "429: rate" },
  { "429-long-wait", "429 Too Many Requests", "application/json", "Retry-After: 121\r\n", "{}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1, "429" },
  { "429-infinite-wait", "429 Too Many Requests", "application/json", "Retry-After: inf\r\n", "{}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1, "wait more than a day." },
  { "429-large-wait", "429 Too Many Requests", "application/json", "Retry-After: 1e11\r\n", "{}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1, "wait more than a day." },
  { "429-largest-wait", "429 Too Many Requests", "application/json", "Retry-After: 1e308\r\n", "{}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1, "wait more than a day." },
  { "429-overflowing-wait", "429 Too Many Requests", "application/json",
    "retry-after-ms: 1e999\r\n", "{}", TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1,
    "wait more than a day." },
  { "429-far-date", "429 Too Many Requests", "application/json",
    "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n", "{}", TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1,
    "wait more than a day." },
  { "429-hours", "429 Too Many Requests", "application/json", "Retry-After: 7201\r\n", "{}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1, "wait 3 hours." },
  { "429-no-retry", "429 Too Many Requests", "application/json", "x-should-retry: false\r\n", "{}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 1, "429" },
  /* Waiting does not help if the account has no credit left, whatever the status and the headers. */
  { "429-quota", "429 Too Many Requests", "application/json", "Retry-After: 1\r\n",
    "{\"error\":{\"message\":\"You exceeded your current quota\",\"type\":\"insufficient_quota\"}}",
    TROUPE_LLM_ERROR_QUOTA, 429, 1, "Add credit" },
  { "429-quota-retry", "429 Too Many Requests", "application/json", "x-should-retry: true\r\n",
    "{\"error\":{\"message\":\"none left\",\"code\":\"billing_hard_limit_reached\"}}",
    TROUPE_LLM_ERROR_QUOTA, 429, 1, "none left" },
  { "400-quota", "400 Bad Request", "application/json", NULL,
    "{\"code\":\"Arrearage\",\"message\":\"overdue\"}", TROUPE_LLM_ERROR_QUOTA, 400, 1, "overdue" },
  { "stream-quota", "200 OK", "text/event-stream", NULL,
    "data: {\"error\":{\"code\":\"insufficient_quota\",\"message\":\"none\"}}\n\n",
    TROUPE_LLM_ERROR_QUOTA, 0, 1, "does not help" },
  /* The same words with the code of a rate limit. */
  { "429-quota-words", "429 Too Many Requests", "application/json", NULL,
    "{\"error\":{\"message\":\"You exceeded your current "
    "quota\",\"code\":\"rate_limit_exceeded\"}}",
    TROUPE_LLM_ERROR_RATE_LIMIT, 429, 3, "current quota" },
  { "400-parameter", "400 Bad Request", "application/json", NULL,
    "{\"error\":{\"message\":\"Invalid value\",\"param\":\"top_p\"}}", TROUPE_LLM_ERROR_REFUSED,
    400, 1, "400: Invalid value (top_p)" },
  { "400-retry", "400 Bad Request", "application/json", "x-should-retry: true\r\n", "{}",
    TROUPE_LLM_ERROR_REFUSED, 400, 3, "400" },
  { "408", "408 Request Timeout", "application/json", NULL, "{}", TROUPE_LLM_ERROR_TIMEOUT, 408, 3,
    "408" },
  { "500", "500 Internal Server Error", "application/json", NULL, "", TROUPE_LLM_ERROR_SERVER, 500,
    3, "(500)" },
  { "502-page", "502 Bad Gateway", "text/html", NULL,
    "<html><head><title>502</title><style>a{}</style></head><body><h1>Bad "
    "Gateway</h1><script>x()</script></body></html>",
    TROUPE_LLM_ERROR_SERVER, 502, 3, "(502: 502 Bad Gateway)" },
  { "503-loading", "503 Service Unavailable", "application/json", NULL,
    "{\"error\":{\"message\":\"Loading model\"}}", TROUPE_LLM_ERROR_SERVER, 503, 3,
    "Loading model" },
  { "200-page", "200 OK", "text/html", NULL, "<p>Please <b>log in</b></p>",
    TROUPE_LLM_ERROR_INVALID, 0, 1, "Please log in" },
  { "200-no-json", "200 OK", "application/json", NULL, "{\"choices\":", TROUPE_LLM_ERROR_INVALID, 0,
    1, "not JSON" },
  { "200-no-choices", "200 OK", "application/json", NULL, "{\"choices\":[]}",
    TROUPE_LLM_ERROR_INVALID, 0, 1, "without a message" },
  { "200-error", "200 OK", "application/json", NULL,
    "{\"error\":{\"code\":402,\"message\":\"no credit\"}}", TROUPE_LLM_ERROR_REFUSED, 402, 1,
    "no credit" },
  { "stream-error", "200 OK", "text/event-stream", NULL,
    "data: {\"error\":{\"code\":502,\"message\":\"gone\"}}\n\n", TROUPE_LLM_ERROR_SERVER, 502, 3,
    "502: gone" },
  { "stream-cut", "200 OK", "text/event-stream", NULL,
    "data: {\"choices\":[{\"delta\":{\"content\":\"Hel\"}}]}\n\n", TROUPE_LLM_ERROR_CUT, 0, 1,
    "before it was complete" },
  { "stream-done-without-answer", "200 OK", "text/event-stream", NULL,
    "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\ndata: [DONE]\n\n",
    TROUPE_LLM_ERROR_CUT, 0, 3, "before it was complete" },
  { "stream-done-half-call", "200 OK", "text/event-stream", NULL,
    "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{"
    "\"name\":\"f\",\"arguments\":\"{\\\"x\"}}]}}]}\n\ndata: [DONE]\n\n",
    TROUPE_LLM_ERROR_CUT, 0, 1, "before it was complete" },
  { "stream-cut-event", "200 OK", "text/event-stream", NULL,
    "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: "
    "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n",
    TROUPE_LLM_ERROR_CUT, 0, 1, "before it was complete" },
  { "stream-empty", "200 OK", "text/event-stream", NULL, "", TROUPE_LLM_ERROR_CUT, 0, 3,
    "before it was complete" },
  { "stream-no-json", "200 OK", "text/event-stream", NULL, "data: {oops\n\n",
    TROUPE_LLM_ERROR_INVALID, 0, 1, "not JSON" },
  { "redirect-loop", "307 Temporary Redirect", "text/plain", "Location: /v1/chat/completions\r\n",
    "", TROUPE_LLM_ERROR_INVALID, 0, 6, "redirect" },
  { "redirect-file", "302 Found", "text/plain", "Location: file:///etc/passwd\r\n", "",
    TROUPE_LLM_ERROR_INVALID, 0, 1, "redirect" },
};

static void
assert_no_key (const GError *error)
{
  g_assert_null (strstr (error->message, CANARY_KEY));
  g_assert_null (strstr (error->message, "canary"));
}

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  fake_server_add (server, fake_reply (one->status, one->type, one->headers, one->body), 0, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, "openai/gpt-x", SETTINGS, TRUE);
  g_assert_null (asked.answer);
  g_test_message ("%s", asked.error->message);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, one->code);
  g_assert_cmpuint (troupe_llm_error_get_status (asked.error), ==, one->http_status);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, one->n_requests);
  g_assert_nonnull (strstr (asked.error->message, one->words));
  g_assert_nonnull (strstr (asked.error->message, "127.0.0.1:"));
  assert_no_key (asked.error);
  g_assert_cmpint (troupe_llm_error_is_temporary (asked.error), ==,
                   one->code == TROUPE_LLM_ERROR_RATE_LIMIT ||
                       one->code == TROUPE_LLM_ERROR_SERVER ||
                       one->code == TROUPE_LLM_ERROR_TIMEOUT);
  asked_clear (&asked);
}

/* Malformed replies. */
typedef struct
{
  const char *name;
  const char *bytes;
  FakeEnd end;
  gboolean stream;
  int code;
} Fault;

#define HEAD "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: "

static const Fault faults[] = {
  { "nothing", "", FAKE_END_CLOSE, TRUE, TROUPE_LLM_ERROR_UNREACHABLE },
  { "reset", "", FAKE_END_RESET, TRUE, TROUPE_LLM_ERROR_UNREACHABLE },
  { "garbage", "SSH-2.0-OpenSSH_9.2\r\n\r\n", FAKE_END_CLOSE, TRUE, TROUPE_LLM_ERROR_INVALID },
  { "half-head", HEAD "text/event", FAKE_END_CLOSE, TRUE, TROUPE_LLM_ERROR_INVALID },
  { "length-too-long",
    HEAD "application/json\r\nContent-Length: "
         "500\r\n\r\n{\"choices\":[{\"message\":{\"content\":\"a\"}}]}",
    FAKE_END_CLOSE, FALSE, TROUPE_LLM_ERROR_CUT },
  { "length-too-short",
    HEAD "application/json\r\nContent-Length: "
         "12\r\n\r\n{\"choices\":[{\"message\":{\"content\":\"a\"}}]}",
    FAKE_END_CLOSE, FALSE, TROUPE_LLM_ERROR_INVALID },
  { "reset-in-body", HEAD "application/json\r\nContent-Length: 500\r\n\r\n{\"choices\"",
    FAKE_END_RESET, FALSE, TROUPE_LLM_ERROR_CUT },
  { "chunk-cut",
    HEAD "text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n40\r\ndata: {\"choices\":[",
    FAKE_END_CLOSE, TRUE, TROUPE_LLM_ERROR_CUT },
  { "chunk-size-garbage",
    HEAD "text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\ndata: {}\r\n",
    FAKE_END_CLOSE, TRUE, TROUPE_LLM_ERROR_CUT },
  { "zip", HEAD "application/json\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08", FAKE_END_CLOSE,
    FALSE, TROUPE_LLM_ERROR_INVALID },
};

static void
test_fault (gconstpointer data)
{
  const Fault *one = data;
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  fake_server_add (server, g_strdup (one->bytes), 0, 0, one->end);
  ask (&asked, client, "openai/gpt-x", SETTINGS, one->stream);
  g_assert_null (asked.answer);
  g_test_message ("%s", asked.error->message);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, one->code);
  assert_no_key (asked.error);
  asked_clear (&asked);
}

static void
test_down (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  Asked asked;

  g_clear_pointer (&server, fake_server_free);
  ask (&asked, client, "openai/gpt-x", SETTINGS, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE);
  g_assert_true (troupe_llm_error_is_temporary (asked.error));
  g_test_message ("%s", asked.error->message);
  asked_clear (&asked);
}

static void
test_addresses (void)
{
  static const char *const addresses[] = { "nonsense", "ftp://host/v1", "http://", "http:///v1" };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (TroupeLlmClient) client = ask_client_new (addresses[i]);
      Asked asked;

      ask (&asked, client, "openai/gpt-x", SETTINGS, TRUE);
      g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE);
      asked_clear (&asked);
    }
}

static void
test_timeouts (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = ask_client_new (fake_server_get_url (server));
  const char *settings = "{\"max_retries\":0,\"first_byte_timeout\":0.1,\"idle_timeout\":0.1}";
  Asked asked;

  fake_server_add (server, g_strdup (""), 0, 0, FAKE_END_HOLD);
  fake_server_add (server, g_strdup (HEAD "text/event-stream\r\n\r\n"), 0, 0, FAKE_END_HOLD);
  fake_server_add (server, g_strdup (HEAD "text/event-stream\r\n\r\ndata: {\"choices\":[]}\n\n"), 0,
                   0, FAKE_END_HOLD);
  fake_server_add (server, fake_json ("late"), 0, 60000, FAKE_END_CLOSE);

  for (guint i = 0; i < 3; i++)
    {
      ask (&asked, client, "openai/gpt-x", settings, TRUE);
      g_test_message ("%s", asked.error->message);
      g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT);
      g_assert_nonnull (
          strstr (asked.error->message, i < 2 ? "did not answer" : "stopped sending"));
      asked_clear (&asked);
    }

  ask (&asked, client, "openai/gpt-x", "{\"timeout\":0.1}", TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT);
  g_assert_nonnull (strstr (asked.error->message, "“timeout”"));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 4);
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/llm-errors/answer/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/llm-errors/fault/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  g_test_add_func ("/llm-errors/down", test_down);
  g_test_add_func ("/llm-errors/addresses", test_addresses);
  g_test_add_func ("/llm-errors/timeouts", test_timeouts);

  return g_test_run ();
}
