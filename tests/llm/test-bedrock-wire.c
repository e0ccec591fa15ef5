/* test-bedrock-wire.c: requests to Amazon Bedrock and parsing of its answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "ask.h"
#include "fake-server.h"
#include "troupe-aws-signature.h"
#include "wire-encode.h"
#include "wire-exchanges.h"
#include "wire-golden-read.h"
#include "wire-golden.h"

#define MODEL "bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0"
#define SECRET_CANARY "wJalr-canary-9d21e0"
#define TOKEN_CANARY "FwoG-canary-5b3c77"

static const WireGoldenNote notes[] = {
  { "additional_fields", WIRE_GOLDEN_BODIES, "CrewAI sends nothing, as it cannot send top_k" },
  { "stream_tool", WIRE_GOLDEN_ANSWERS | WIRE_GOLDEN_USAGE,
    "CrewAI loses the call of a tool in a stream" },
  { "stream_tool_parallel", WIRE_GOLDEN_ANSWERS | WIRE_GOLDEN_USAGE,
    "CrewAI loses the calls of tools in a stream" },
  { "empty_then_text", WIRE_GOLDEN_ANSWERS | WIRE_GOLDEN_USAGE,
    "CrewAI makes a text of its own of the empty answer" },
  { "http_200_html", WIRE_GOLDEN_RESULT, "CrewAI makes a text of its own of what is no JSON" },
  { "output_json_tools", WIRE_GOLDEN_REST | WIRE_GOLDEN_USAGE,
    "the conversion is asked for by another library, uncounted" },
  { "output_json_tools_no_call", WIRE_GOLDEN_REST | WIRE_GOLDEN_USAGE,
    "the conversion is asked for by another library, uncounted" },
  { NULL, 0, NULL },
};

static const WireExchanges exchanges = {
  .api = "bedrock",
  .wire = &troupe_bedrock_wire,
  .address = "bedrock-runtime",
  .n_least = 4,
  .is_nameless = TRUE,
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
read_stream (const char *text, GError **error)
{
  g_autoptr (TroupeValue) events = from_text (text);
  g_autoptr (GByteArray) bytes = wire_encode_frames (events);

  return wire_golden_read_stream (&troupe_bedrock_wire, bytes, 7, NULL, error);
}

static TroupeValue *
make_body (const char *messages_text, const char *settings)
{
  TroupeLlmTarget target = { .model = (char *) "m", .base_url = (char *) "http://h" };
  g_autoptr (TroupeValue) messages = from_text (messages_text);
  g_autoptr (GPtrArray) said = troupe_llm_messages_from_value (messages);
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (NULL, said);

  request->settings = settings != NULL ? from_text (settings) : NULL;

  return troupe_bedrock_wire.make_body (request, &target, NULL);
}

/* A tool call in a stream is returned, although CrewAI loses it. */
static void
test_stream_call (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer = read_stream (
      "[['messageStart',{'role':'assistant'}],"
      "['contentBlockDelta',{'contentBlockIndex':0,'delta':{'reasoningContent':{'text':'h'}}}],"
      "['contentBlockDelta',{'contentBlockIndex':0,'delta':{'reasoningContent':{'text':'m'}}}],"
      "['contentBlockDelta',{'contentBlockIndex':0,'delta':{'reasoningContent':{'signature':'s1'}}}"
      "],"
      "['contentBlockStop',{'contentBlockIndex':0}],"
      "['contentBlockStart',{'contentBlockIndex':1,'start':{'toolUse':{'toolUseId':'a','name':'f'}}"
      "}],"
      "['contentBlockDelta',{'contentBlockIndex':1,'delta':{'toolUse':{'input':'[1'}}}],"
      "['contentBlockDelta',{'contentBlockIndex':1,'delta':{'toolUse':{'input':']'}}}],"
      "['contentBlockStop',{'contentBlockIndex':1}],"
      "['contentBlockStart',{'contentBlockIndex':2,'start':{'toolUse':{'toolUseId':'b','name':'g'}}"
      "}],"
      "['contentBlockStop',{'contentBlockIndex':2}],['unheardOf',{}],"
      "['messageStop',{'stopReason':'tool_use'}],"
      "['metadata',{'usage':{'inputTokens':10,'outputTokens':5,'totalTokens':15}}]]",
      &error);
  g_autoptr (TroupeValue) message = NULL;
  g_autoptr (TroupeValue) expected =
      from_text ("[{'id':'a','type':'function','function':{'name':'f','arguments':'[1]'}},"
                 "{'id':'b','type':'function','function':{'name':'g','arguments':'{}'}}]");
  const TroupeLlmPart *thought;

  g_assert_no_error (error);
  message = troupe_llm_message_to_value (answer->message);
  g_assert_true (troupe_value_equal (troupe_llm_wire_get (message, "tool_calls"), expected));
  g_assert_cmpint (answer->usage.total_tokens, ==, 15);
  thought = g_ptr_array_index (answer->message->parts, 0);
  g_assert_cmpint (thought->type, ==, TROUPE_LLM_PART_REASONING);
  g_assert_cmpstr (thought->text, ==, "hm");
  g_assert_cmpstr (thought->signature, ==, "s1");
}

static void
test_answer_tool (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer = read_stream (
      "[['contentBlockDelta',{'contentBlockIndex':0,'delta':{'text':'Here:'}}],"
      "['contentBlockStart',{'contentBlockIndex':1,'start':{'toolUse':{'toolUseId':'a','name':"
      "'structured_output'}}}],"
      "['contentBlockDelta',{'contentBlockIndex':1,'delta':{'toolUse':{'input':'[1]'}}}],"
      "['messageStop',{'stopReason':'tool_use'}]]",
      &error);

  g_assert_no_error (error);
  g_assert_cmpstr (answer->content, ==, "[1]");
  g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_STOP);
}

static void
test_exceptions (void)
{
  static const struct
  {
    const char *name;
    int code;
    gboolean may_retry;
  } exceptions[] = {
    { "throttlingException", TROUPE_LLM_ERROR_RATE_LIMIT, TRUE },
    { "serviceUnavailableException", TROUPE_LLM_ERROR_SERVER, TRUE },
    { "validationException", TROUPE_LLM_ERROR_REFUSED, FALSE },
    { "serviceQuotaExceededException", TROUPE_LLM_ERROR_REFUSED, FALSE },
    { "somethingNewException", TROUPE_LLM_ERROR_SERVER, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (exceptions); i++)
    {
      g_autofree char *text = g_strdup_printf ("[['!%s',{'message':'busy'}]]", exceptions[i].name);
      g_autoptr (GError) error = NULL;

      g_assert_null (read_stream (text, &error));
      g_assert_error (error, TROUPE_LLM_ERROR, exceptions[i].code);
      g_assert_nonnull (strstr (error->message, "busy"));
      g_assert_true (troupe_llm_error_is_temporary (error) == exceptions[i].may_retry);
    }
}

/* Roles alternate in the body, empty texts are omitted, and all tools that were called are
 * declared. */
static void
test_turns (void)
{
  g_autoptr (TroupeValue) body = make_body (
      "[{'role':'system','content':'one'},{'role':'system','content':'two'},"
      "{'role':'assistant','content':'','tool_calls':[{'id':'a','type':'function','function':{"
      "'name':'f','arguments':'nonsense'}}]},"
      "{'role':'tool','tool_call_id':'a','name':'f','content':''},"
      "{'role':'user','content':'go on'}]",
      "{'guardrail_config':{'guardrailIdentifier':'g'},'additional_model_request_fields':{'x':1}}");
  g_autoptr (TroupeValue) expected = from_text (
      "{'messages':[{'role':'user','content':[{'text':'Hello'}]},{'role':'assistant','content':[{"
      "'toolUse':{'toolUseId':'a','name':'f','input':{}}}]},{'role':'user','content':[{'toolResult'"
      ":{"
      "'toolUseId':'a','content':[]}},{'text':'go on'}]}],'system':[{'text':'one\\n\\ntwo'}],"
      "'inferenceConfig':{},'toolConfig':{'tools':[{'toolSpec':{'name':'f','inputSchema':{'json':{"
      "'type':'object','properties':{}}}}}]},'guardrailConfig':{'guardrailIdentifier':'g'},"
      "'additionalModelRequestFields':{'x':1}}");
  g_autofree char *text = troupe_value_to_json (body, TROUPE_JSON_COMPACT);

  g_test_message ("%s", text);
  g_assert_true (troupe_value_equal (body, expected));
}

static void
test_files (void)
{
  g_autoptr (TroupeValue) body = make_body ("[{'role':'user','content':[{'type':'image_url','image_"
                                            "url':{'url':'data:image/jpg;base64,AA=='}}]}]",
                                            NULL);
  g_autoptr (TroupeValue) expected =
      from_text ("[{'image':{'format':'jpeg','source':{'bytes':'AA=='}}}]");
  TroupeValue *turn = troupe_value_list_get (troupe_llm_wire_get (body, "messages"), 0);

  g_assert_true (troupe_value_equal (troupe_llm_wire_get (turn, "content"), expected));
  g_assert_null (make_body (
      "[{'role':'user','content':[{'type':'image_url','image_url':{'url':'https://h/a.png'}}]}]",
      NULL));
}

/* --- Over HTTP ------------------------------------------------------------------------------- */

static char *
lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "AWS_ACCESS_KEY_ID"))
    return g_strdup (CANARY_KEY);
  if (g_str_equal (name, "AWS_SECRET_ACCESS_KEY"))
    return g_strdup (SECRET_CANARY);
  if (g_str_equal (name, "AWS_SESSION_TOKEN"))
    return g_strdup (TOKEN_CANARY);
  if (g_str_equal (name, "AWS_DEFAULT_REGION"))
    return g_strdup ("eu-west-1");
  if (g_str_equal (name, "AWS_ENDPOINT_URL_BEDROCK_RUNTIME"))
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

#define WHOLE                                                                                      \
  "{\"output\":{\"message\":{\"role\":\"assistant\",\"content\":[{\"text\":\"Grüße\"}]}},"       \
  "\"stopReason\":\"end_turn\",\"usage\":{\"inputTokens\":3,\"outputTokens\":4,\"totalTokens\":7}" \
  "}"

/* A server that uses the test's own listening socket. FakeServer cannot be used, because frames
 * contain NUL bytes and its replies are strings. */
typedef struct
{
  GSocketService *service;
  GByteArray *body;
  char *url;
} FrameServer;

static gboolean
incoming_cb (GSocketService *service,
             GSocketConnection *connection,
             GObject *source,
             gpointer user_data)
{
  FrameServer *self = user_data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  g_autoptr (GString) request = g_string_new (NULL);
  g_autofree char *head =
      g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: application/vnd.amazon.eventstream\r\n"
                       "Content-Length: %u\r\nConnection: close\r\n\r\n",
                       self->body->len);
  const char *length, *body;
  char buffer[4096];
  gssize n_read;

  g_assert_true (G_IS_SOCKET_SERVICE (service));

  while ((n_read = g_input_stream_read (input, buffer, sizeof buffer, NULL, NULL)) > 0)
    {
      g_string_append_len (request, buffer, n_read);
      body = strstr (request->str, "\r\n\r\n");
      length = strstr (request->str, "Content-Length: ");
      if (body != NULL && length != NULL &&
          strlen (body + 4) >= g_ascii_strtoull (length + strlen ("Content-Length: "), NULL, 10))
        break;
    }
  g_output_stream_write_all (output, head, strlen (head), NULL, NULL, NULL);
  g_output_stream_write_all (output, self->body->data, self->body->len, NULL, NULL, NULL);

  return TRUE;
}

static void
frame_server_init (FrameServer *self, const char *events_text)
{
  g_autoptr (TroupeValue) events = from_text (events_text);
  guint16 port;

  self->service = g_threaded_socket_service_new (4);
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service), NULL, NULL);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/v1", port);
  self->body = wire_encode_frames (events);
  g_signal_connect (self->service, "run", G_CALLBACK (incoming_cb), self);
  g_socket_service_start (self->service);
}

static void
frame_server_clear (FrameServer *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_signal_handlers_disconnect_by_data (self->service, self);
  g_object_unref (self->service);
  g_byte_array_unref (self->body);
  g_free (self->url);
}

static void
ask_frames (Asked *asked, const char *events)
{
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  FrameServer server;

  frame_server_init (&server, events);
  troupe_llm_client_set_environment (client, lookup_cb, g_strdup (server.url), g_free);
  ask (asked, client, MODEL, "{\"max_retries\":0}", TRUE);
  frame_server_clear (&server);
}

#define SAID                                                                                       \
  "['messageStart',{'role':'assistant'}],['contentBlockDelta',{'contentBlockIndex':0,'delta':{'"   \
  "text':'Grüße'}}]"

static void
test_live_stream (void)
{
  Asked asked;

  ask_frames (&asked, "[" SAID ",['messageStop',{'stopReason':'end_turn'}],['metadata',{'usage':{"
                      "'inputTokens':3,'outputTokens':4,'totalTokens':7}}]]");
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "Grüße");
  g_assert_cmpstr (asked.streamed->str, ==, "Grüße");
  g_assert_cmpint (asked.answer->usage.total_tokens, ==, 7);
  asked_clear (&asked);

  ask_frames (&asked, "[" SAID "]");
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_CUT);
  asked_clear (&asked);

  ask_frames (&asked, "[" SAID ",['!throttlingException',{'message':'busy'}]]");
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT);
  asked_clear (&asked);
}

static char *
find_header (const char *request, const char *name)
{
  g_autofree char *start = g_strconcat ("\r\n", name, ": ", NULL);
  const char *found = strstr (request, start);

  g_assert_nonnull (found);
  found += strlen (start);

  return g_strndup (found, strcspn (found, "\r"));
}

/* Asserts that the request was sent exactly as it was signed. */
static void
check_signature (FakeServer *server, const char *request)
{
  g_autofree char *date = find_header (request, "X-Amz-Date");
  g_autofree char *authorization = find_header (request, "Authorization");
  g_autofree char *type = find_header (request, "Content-Type");
  g_autofree char *host = find_header (request, "Host");
  g_autofree char *path =
      g_strndup (request + strlen ("POST "), strcspn (request + strlen ("POST "), " "));
  g_autofree char *url = g_strconcat ("http://", host, path, NULL);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (date, utc);
  const char *const headers[] = { "content-type", type, NULL };
  const char *body = strstr (request, "\r\n\r\n") + 4;
  TroupeAwsRequest signed_request = {
    .access_key = CANARY_KEY,
    .secret_key = SECRET_CANARY,
    .session_token = TOKEN_CANARY,
    .region = "eu-west-1",
    .service = "bedrock",
    .method = "POST",
    .url = url,
    .headers = headers,
    .body = body,
    .length = strlen (body),
    .seconds = g_date_time_to_unix (time),
  };
  g_auto (GStrv) expected = troupe_aws_signature_make (&signed_request);

  g_assert_cmpstr (path, ==, "/model/anthropic.claude-3-5-sonnet-20241022-v2%3A0/converse");
  g_assert_cmpstr (authorization, ==, expected[3]);
  g_assert_null (strstr (request, SECRET_CANARY));
}

static void
test_live (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = client_new (server);
  g_autofree char *request = NULL;
  Asked asked;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, WHOLE), 0, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, MODEL, NULL, FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpstr (asked.answer->content, ==, "Grüße");
  asked_clear (&asked);
  request = fake_server_get_request (server, 0);
  check_signature (server, request);
}

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
  /* The status is wrong, so the client uses the name of the exception instead. */
  fake_server_add (server,
                   fake_reply ("400 Bad", "application/json",
                               "x-amzn-ErrorType: ThrottlingException:http://a/\r\n",
                               "{\"message\":\"slow\"}"),
                   0, 0, FAKE_END_CLOSE);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, WHOLE), 0, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, MODEL, "{\"retry_delay_ms\":1}", FALSE);
  g_assert_no_error (asked.error);
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 300 * 1000);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);
  asked_clear (&asked);

  fake_server_add (server,
                   fake_reply ("529 Overloaded", "application/json", NULL, "{\"message\":\"x\"}"),
                   0, 0, FAKE_END_CLOSE);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, WHOLE), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (server,
                   fake_reply ("401 No", "application/json", "x-amzn-RequestId: req-7\r\n",
                               "{\"message\":\"bad " CANARY_KEY " " SECRET_CANARY " " TOKEN_CANARY
                               "\"}"),
                   0, 0, FAKE_END_CLOSE);
  ask (&asked, client, MODEL, "{\"retry_delay_ms\":1}", FALSE);
  g_assert_no_error (asked.error);
  asked_clear (&asked);
  ask (&asked, client, MODEL, NULL, FALSE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED);
  g_test_message ("%s", asked.error->message);
  g_assert_nonnull (strstr (asked.error->message, "AWS_ACCESS_KEY_ID"));
  g_assert_nonnull (strstr (asked.error->message, "req-7"));
  g_assert_null (strstr (asked.error->message, "canary"));
  asked_clear (&asked);
}

static void
test_live_redirect (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autoptr (FakeServer) other = fake_server_new ();
  g_autoptr (TroupeLlmClient) client = client_new (server);
  g_autofree char *headers =
      g_strdup_printf ("Location: %s/converse\r\n", fake_server_get_url (other));
  Asked asked;

  fake_server_add (server, fake_reply ("307 There", "text/plain", headers, ""), 0, 0,
                   FAKE_END_CLOSE);
  fake_server_add (other, fake_reply ("200 OK", "application/json", NULL, WHOLE), 0, 0,
                   FAKE_END_CLOSE);
  ask (&asked, client, MODEL, NULL, FALSE);
  g_assert_error (asked.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  g_assert_cmpuint (fake_server_get_n_requests (other), ==, 0);
  asked_clear (&asked);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  if (!wire_golden_add ("bedrock", notes))
    g_error ("tests/conformance/provider-golden.json is missing");
  wire_exchanges_add (&exchanges);
  g_test_add_func ("/bedrock/stream-call", test_stream_call);
  g_test_add_func ("/bedrock/answer-tool", test_answer_tool);
  g_test_add_func ("/bedrock/exceptions", test_exceptions);
  g_test_add_func ("/bedrock/turns", test_turns);
  g_test_add_func ("/bedrock/files", test_files);
  g_test_add_func ("/bedrock/live", test_live);
  g_test_add_func ("/bedrock/live/stream", test_live_stream);
  g_test_add_func ("/bedrock/live/errors", test_live_errors);
  g_test_add_func ("/bedrock/live/redirect", test_live_redirect);

  return g_test_run ();
}
