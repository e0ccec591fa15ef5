/* test-anthropic-wire.c: requests to Anthropic and parsing of its answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ask.h"
#include "fake-server.h"
#include "wire-exchanges.h"
#include "wire-golden-read.h"
#include "wire-golden.h"
#include "wire-live.h"

#define MODEL "anthropic/claude-sonnet-4-5"

static const WireGoldenNote notes[] = {
  { "thinking", WIRE_GOLDEN_BESIDE, "CrewAI does not send back what was thought" },
  { "model_claude_opus_5", WIRE_GOLDEN_RESULT, "CrewAI fails, where Troupe takes the answer" },
  { "forced_tool_reply", WIRE_GOLDEN_RESULT, "CrewAI fails, where Troupe takes the answer" },
  { "output_json_tools", WIRE_GOLDEN_REST | WIRE_GOLDEN_USAGE,
    "the conversion is asked for by another library, uncounted" },
  { "output_json_tools_no_call", WIRE_GOLDEN_REST | WIRE_GOLDEN_USAGE,
    "the conversion is asked for by another library, uncounted" },
  { NULL, 0, NULL },
};

static const WireExchanges exchanges = {
  .api = "anthropic",
  .wire = &troupe_anthropic_wire,
  .address = "api.anthropic.com",
  .n_least = 11,
};

#define WHOLE(text)                                                                                \
  "{\"model\":\"m-1\",\"content\":[{\"type\":\"text\",\"text\":\"" text "\"}],\"stop_reason\":"    \
  "\"end_turn\",\"usage\":{\"input_tokens\":3,\"output_tokens\":4}}"
#define BEGIN(text)                                                                                \
  "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m-1\","        \
  "\"content\":[],\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}}\n\n"                        \
  "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,"               \
  "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"                                       \
  "event: ping\ndata: {\"type\":\"ping\"}\n\n"                                                     \
  "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,"               \
  "\"delta\":{\"type\":\"text_delta\",\"text\":\"" text "\"}}\n\n"                                 \
  "event: message_delta\ndata: "                                                                   \
  "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},"                          \
  "\"usage\":{\"output_tokens\":4}}\n\n"
#define END "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"

static const WireLive live = {
  .api = "anthropic",
  .model = MODEL,
  .url_variable = "ANTHROPIC_BASE_URL",
  .path = "",
  .key_variable = "ANTHROPIC_API_KEY",
  .whole_line = "POST /v1/messages HTTP/1.1\r\n",
  .stream_line = "POST /v1/messages HTTP/1.1\r\n",
  .key_header = "\r\nx-api-key: ",
  .whole = WHOLE ("Hello there"),
  .stream_type = "text/event-stream",
  .stream = BEGIN ("Hello there") END,
  .cut = BEGIN ("Hello there"),
};

/* --- Cases missing from the recordings -------------------------------------------------------- */

static TroupeValue *
from_text (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  TroupeValue *value = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (value);

  return value;
}

static TroupeLlmAnswer *
read_whole (const char *text, GError **error)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');

  return wire_golden_read (&troupe_anthropic_wire, json, FALSE, 0, NULL, error);
}

static TroupeValue *
make_body (const char *model, GPtrArray *messages, const char *settings)
{
  TroupeLlmTarget target = { .model = (char *) model, .base_url = (char *) "http://h" };
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (NULL, messages);

  request->settings = settings != NULL ? from_text (settings) : NULL;

  return troupe_anthropic_wire.make_body (request, &target, NULL);
}

/* Signed thinking blocks are sent back unchanged and before all other content. */
static void
test_thoughts (void)
{
  static const char *const contents[] = {
    "[{'type':'thinking','thinking':'hm','signature':'s1'},{'type':'text','text':'so'},"
    "{'type':'tool_use','id':'a','name':'f','input':{'x':1}}]",
    "[{'type':'thinking','thinking':'hm','signature':'s1'},{'type':'redacted_thinking','data':'zz'}"
    ","
    "{'type':'text','text':'so'}]",
    "[{'type':'thinking','thinking':'hm','signature':'s1'},{'type':'thinking','thinking':'ha',"
    "'signature':'s2'},{'type':'text','text':'so'}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{'role':'assistant','content':%s,'stop_reason':'end_turn'}",
                           contents[i]);
      g_autoptr (GPtrArray) messages =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
      g_autoptr (TroupeLlmAnswer) answer = read_whole (text, NULL);
      g_autoptr (TroupeValue) expected = from_text (contents[i]);
      g_autoptr (TroupeValue) body = NULL;
      TroupeValue *turns;

      g_ptr_array_add (messages, troupe_llm_message_ref (answer->message));
      body = make_body ("m", messages, NULL);
      turns = troupe_llm_wire_get (body, "messages");
      g_assert_cmpuint (troupe_value_list_get_length (turns), ==, 2);
      g_assert_cmpstr (troupe_llm_wire_get_text (troupe_value_list_get (turns, 0), "role"), ==,
                       "user");
      g_assert_true (troupe_value_equal (
          troupe_llm_wire_get (troupe_value_list_get (turns, 1), "content"), expected));
    }
}

/* If the answer format is requested by means of a tool, the tool's arguments become the text and
 * other text is ignored. */
static void
test_answer_tool (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      read_whole ("{'content':[{'type':'text','text':'Here:'},{'type':'tool_use','id':'a','name':"
                  "'structured_output','input':{'n':3}}],'stop_reason':'tool_use'}",
                  &error);

  g_assert_no_error (error);
  g_assert_cmpstr (answer->content, ==, "{\"n\":3}");
  g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_STOP);
}

static void
test_ends (void)
{
  static const struct
  {
    const char *word;
    TroupeLlmFinish finish;
  } ends[] = {
    { "refusal", TROUPE_LLM_FINISH_FILTERED },
    { "pause_turn", TROUPE_LLM_FINISH_PAUSED },
    { "max_tokens", TROUPE_LLM_FINISH_LENGTH },
    { "model_context_window_exceeded", TROUPE_LLM_FINISH_LENGTH },
    { "stop_sequence", TROUPE_LLM_FINISH_STOP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *text = g_strdup_printf ("{'content':[],'stop_reason':'%s'}", ends[i].word);
      g_autoptr (TroupeLlmAnswer) answer = read_whole (text, NULL);

      g_assert_cmpint (answer->finish, ==, ends[i].finish);
      g_assert_cmpstr (answer->finish_reason, ==, ends[i].word);
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *type;
    int code;
    guint status;
  } errors[] = {
    { "overloaded_error", TROUPE_LLM_ERROR_SERVER, 529 },
    { "rate_limit_error", TROUPE_LLM_ERROR_RATE_LIMIT, 429 },
    { "invalid_request_error", TROUPE_LLM_ERROR_REFUSED, 400 },
    { "authentication_error", TROUPE_LLM_ERROR_UNAUTHORIZED, 401 },
    { "something_new", TROUPE_LLM_ERROR_SERVER, 500 },
  };
  g_autoptr (GError) invalid = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{'type':'error','error':{'type':'%s','message':'no way'},'request_id':'req_1'}",
          errors[i].type);
      g_autoptr (GError) error = NULL;

      g_assert_null (read_whole (text, &error));
      g_assert_error (error, TROUPE_LLM_ERROR, errors[i].code);
      g_assert_cmpuint (troupe_llm_error_get_status (error), ==, errors[i].status);
      g_assert_nonnull (strstr (error->message, "no way, request req_1"));
    }
  g_assert_null (read_whole ("{'choices':[]}", &invalid));
  g_assert_error (invalid, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
}

static void
test_usage (void)
{
  g_autoptr (TroupeLlmAnswer) answer = read_whole (
      "{'content':[],'stop_reason':'end_turn','usage':{'input_tokens':10,'output_tokens':5,"
      "'cache_read_input_tokens':4,'cache_creation_input_tokens':3}}",
      NULL);

  g_assert_cmpint (answer->usage.prompt_tokens, ==, 17);
  g_assert_cmpint (answer->usage.total_tokens, ==, 22);
  g_assert_cmpint (answer->usage.cached_prompt_tokens, ==, 4);
  g_assert_cmpint (answer->usage.cache_creation_tokens, ==, 3);
}

/* Schema keywords that a strict server rejects are removed and moved to the description, where
 * the model can read them. */
static void
test_schema (void)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new ();
  g_autoptr (TroupeValue) body = make_body (
      "claude-opus-5", messages,
      "{'response_format':{'type':'json_schema','json_schema':{'schema':{'type':'object','"
      "properties':{"
      "'title':{'type':'integer','minimum':3,'description':'x'},'list':{'type':'array','minItems':"
      "1,"
      "'items':{'type':'object','properties':{'a':{'type':'string'}}}}},'required':['title']}}}}");
  g_autoptr (TroupeValue) expected = from_text (
      "{'type':'object','properties':{'title':{'type':'integer','description':'x\\n\\n{"
      "\\u0022minimum\\u0022: "
      "3}'},'list':{'type':'array','minItems':1,'items':{'type':'object','properties':{'a':{'type':"
      "'string'}},"
      "'additionalProperties':false}}},'required':['title'],'additionalProperties':false}");

  g_assert_true (troupe_value_equal (
      troupe_llm_wire_get (troupe_llm_wire_get (body, "output_format"), "schema"), expected));
}

/* --- Over HTTP ------------------------------------------------------------------------------- */

static char *
lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "ANTHROPIC_API_KEY"))
    return g_strdup (CANARY_KEY);
  if (g_str_equal (name, "ANTHROPIC_BASE_URL"))
    return g_strndup (user_data, strlen (user_data) - strlen ("/v1"));

  return NULL;
}

static TroupeLlmClient *
client_new (FakeServer *server)
{
  TroupeLlmClient *client = troupe_llm_client_new ();

  troupe_llm_client_set_environment (client, lookup_cb, g_strdup (fake_server_get_url (server)),
                                     g_free);

  return client;
}

static void
assert_answer (Asked *asked, gboolean stream)
{
  g_assert_no_error (asked->error);
  g_assert_cmpstr (asked->answer->content, ==, "Grüße");
  g_assert_cmpstr (asked->streamed->str, ==, stream ? "Grüße" : "");
  g_assert_cmpstr (asked->answer->finish_reason, ==, "end_turn");
  g_assert_cmpstr (asked->answer->model, ==, "m-1");
  g_assert_cmpint (asked->answer->usage.total_tokens, ==, 7);
  asked_clear (asked);
}

static void
test_live_said (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = client_new (server);
  g_autofree char *request = NULL;
  Asked asked;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, WHOLE ("Grüße")), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (server, fake_reply ("200 OK", "text/event-stream", NULL, BEGIN ("Grüße") END), 3,
                   0, FAKE_END_CLOSE);
  ask (&asked, client, MODEL, NULL, FALSE);
  assert_answer (&asked, FALSE);
  ask (&asked, client, MODEL, NULL, TRUE);
  assert_answer (&asked, TRUE);

  request = fake_server_get_request (server, 0);
  g_assert_true (g_str_has_prefix (request, "POST /v1/messages HTTP/1.1\r\n"));
  g_assert_nonnull (strstr (request, "\r\nx-api-key: " CANARY_KEY "\r\n"));
  g_assert_nonnull (strstr (request, "\r\nanthropic-version: 2023-06-01\r\n"));
  g_assert_null (strstr (request, "Authorization"));
}

/* The client retries after 429 and 529, but not after 401. The error for 401 names the key's
 * variable but not the key. */
static void
test_live_errors (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = client_new (server);
  gint64 start = g_get_monotonic_time ();
  Asked asked;

  fake_server_add (server,
                   fake_reply ("429 Slow", "application/json", "Retry-After: 0.3\r\n", "{}"), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (
      server,
      fake_reply (
          "529 Overloaded", "application/json", NULL,
          "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}"),
      0, 0, FAKE_END_CLOSE);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, WHOLE ("Grüße")), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (
      server,
      fake_reply ("401 No", "application/json", "request-id: req_7\r\n",
                  "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":"
                  "\"bad " CANARY_KEY "\"}}"),
      0, 0, FAKE_END_CLOSE);
  ask (&asked, client, MODEL, "{\"retry_delay_ms\":1}", FALSE);
  assert_answer (&asked, FALSE);
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 300 * 1000);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);

  ask (&asked, client, MODEL, NULL, FALSE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED);
  g_test_message ("%s", asked.error->message);
  g_assert_nonnull (strstr (asked.error->message, "ANTHROPIC_API_KEY"));
  g_assert_nonnull (strstr (asked.error->message, "req_7"));
  g_assert_null (strstr (asked.error->message, CANARY_KEY));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 4);
  asked_clear (&asked);
}

/* A stream without its last event counts as truncated, even if it contains a stop reason. */
static void
test_live_half (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = client_new (server);
  Asked asked;

  fake_server_add (server, fake_reply ("200 OK", "text/event-stream", NULL, BEGIN ("Grüße")), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (
      server,
      fake_reply ("200 OK", "text/event-stream", NULL,
                  BEGIN ("Grüße") "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
                                  "\"overloaded_error\",\"message\":\"busy\"}}\n\n"),
      0, 0, FAKE_END_CLOSE);
  ask (&asked, client, MODEL, NULL, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_CUT);
  asked_clear (&asked);
  ask (&asked, client, MODEL, NULL, TRUE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_SERVER);
  g_assert_cmpuint (troupe_llm_error_get_status (asked.error), ==, 529);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 2);
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  if (!wire_golden_add ("anthropic", notes))
    g_error ("tests/conformance/provider-golden.json is missing");
  wire_exchanges_add (&exchanges);
  wire_live_add (&live);
  g_test_add_func ("/anthropic/thoughts", test_thoughts);
  g_test_add_func ("/anthropic/answer-tool", test_answer_tool);
  g_test_add_func ("/anthropic/ends", test_ends);
  g_test_add_func ("/anthropic/errors", test_errors);
  g_test_add_func ("/anthropic/usage", test_usage);
  g_test_add_func ("/anthropic/schema", test_schema);
  g_test_add_func ("/anthropic/live/said", test_live_said);
  g_test_add_func ("/anthropic/live/errors", test_live_errors);
  g_test_add_func ("/anthropic/live/half", test_live_half);

  return g_test_run ();
}
