/* test-agent-remote.c: delegation to remote agents (A2A)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-time.h"
#include "agent-fixture.h"
#include "troupe-a2a-config.h"
#include "troupe-schema.h"

#define CITY                                                                                       \
  "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}"
#define MESSAGE(text)                                                                              \
  "{\"kind\":\"message\",\"role\":\"agent\",\"messageId\":\"m\",\"parts\":[{\"kind\":\"text\","    \
  "\"text\":\"" text "\"}]}"
#define TASK(state, more)                                                                          \
  "{\"kind\":\"task\",\"id\":\"T-1\",\"contextId\":\"C-1\",\"status\":{\"state\":\"" state         \
  "\"" more "}}"
#define DONE TASK ("completed", ",\"message\":" MESSAGE ("SUNX-1 20 C"))

/* @remote: the fake server of the remote agent, whose first response is the agent card */
typedef struct
{
  AgentTest *agent;
  FakeServer *remote;
} RemoteTest;

static const TroupeAgentTask plain = { .title = "t1",
                                       .description = "Do DESC-1.",
                                       .expected_output = "EXPE-1" };

/* --- Scripted answers ------------------------------------------------------------------------- */

static void
remote_test_free (RemoteTest *self)
{
  agent_test_free (self->agent);
  fake_server_free (self->remote);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RemoteTest, remote_test_free)

static void
add (RemoteTest *self, const char *status, const char *type, const char *body)
{
  fake_server_add (self->remote, fake_reply (status, type, NULL, body), 0, 0, FAKE_END_CLOSE);
}

/* Creates a test whose remote server returns an agent card as its first response. @more: further
 * fields of the card, beginning with a comma; @url: (nullable): the URL in the card; NULL: the
 * URL of the server */
static RemoteTest *
new_test (const TroupeAgentTask *task, const char *url, const char *more)
{
  RemoteTest *self = g_new0 (RemoteTest, 1);
  g_autofree char *card = NULL;

  self->agent = agent_test_new ();
  self->agent->task = task;
  self->remote = fake_server_new ();
  card =
      g_strdup_printf ("{\"name\":\"Sky\",\"description\":\"Knows SKYX-1\",\"url\":\"%s\","
                       "\"skills\":[{\"name\":\"s\",\"id\":\"i\",\"tags\":[\"t\"]}],"
                       "\"defaultOutputModes\":[\"text/plain\"],\"protocolVersion\":\"0.3.0\"%s}",
                       url != NULL ? url : fake_server_get_url (self->remote), more);
  add (self, "200 OK", "application/json", card);
  return self;
}

/* Queues the next result of the remote agent. @result: JSON */
static void
answer (RemoteTest *self, const char *result)
{
  g_autofree char *body =
      g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":%s}", result);

  add (self, "200 OK", "application/json", body);
}

/* Queues the next answer of the model. */
static void
say (RemoteTest *self, gboolean is_a2a, const char *message)
{
  g_autofree char *text = g_strdup_printf ("{\"a2a_ids\":[],\"message\":\"%s\",\"is_a2a\":%s}",
                                           message, is_a2a ? "true" : "false");

  agent_test_say (self->agent, text);
}

/* Runs the agent with the remote agent. @more: further fields of the `a2a` entry, beginning with
 * a comma */
static void
run (RemoteTest *self, const char *more)
{
  g_autofree char *field =
      g_strdup_printf (",\"max_retry_limit\":0,\"a2a\":{\"endpoint\":\"%s\"%s}",
                       fake_server_get_url (self->remote), more);

  agent_test_run (self->agent, field);
}

static void
assert_raw (RemoteTest *self, const char *expected)
{
  g_autofree char *raw = agent_test_get (self->agent, "raw");

  g_assert_no_error (self->agent->error);
  g_assert_cmpstr (raw, ==, expected);
}

/* Asserts that the request at @index to the model contains @part. */
static void
assert_told (RemoteTest *self, guint index, const char *part)
{
  g_autofree char *sent = agent_test_get_sent (self->agent, index, "messages");

  g_test_message ("%s in %s", part, sent);
  g_assert_nonnull (strstr (sent, part));
}

/* Asserts that the request at @index to the remote agent contains @part. Request 0 is for the
 * card. */
static void
assert_asked (RemoteTest *self, guint index, const char *part)
{
  g_autofree char *request = fake_server_get_request (self->remote, index);

  g_test_message ("%s in %s", part, request);
  g_assert_nonnull (strstr (request, part));
}

static void
assert_n (RemoteTest *self, guint n_model, guint n_remote)
{
  g_assert_cmpuint (fake_server_get_n_requests (self->agent->server), ==, n_model);
  g_assert_cmpuint (fake_server_get_n_requests (self->remote), ==, n_remote);
}

/* --- Recordings ------------------------------------------------------------------------------- */

/* The card and the answers of a remote agent are replayed without a request. */
static void
test_recorded (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");
  g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
  g_autoptr (TroupeRecorder) replaying = troupe_recorder_new ();
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autoptr (TroupeValue) header =
      troupe_recording_make_header ("d", NULL, NULL, "2026-01-01T00:00:00Z", NULL);
  g_autofree char *folder = g_dir_make_tmp ("remote-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "r.jsonl", NULL);
  g_autoptr (TroupeRecordingWriter) writer = troupe_recording_writer_new (-1, path, header, NULL);
  g_autoptr (TroupeRecording) recording = NULL;

  troupe_recorder_set_writer (recorder, writer);
  troupe_recorder_begin (recorder, redactor);
  test->agent->recorder = recorder;
  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "It is ANSW-1.");
  answer (test, DONE);
  run (test, "");
  assert_raw (test, "'It is ANSW-1.'");
  assert_n (test, 2, 2);
  g_assert_true (troupe_recording_writer_close (writer, NULL));
  recording = troupe_recording_open (path, NULL);
  g_assert_nonnull (recording);
  troupe_recorder_set_recording (replaying, recording);
  agent_test_free (test->agent);
  test->agent = agent_test_new ();
  test->agent->task = &plain;
  test->agent->recorder = replaying;
  run (test, "");
  assert_raw (test, "'It is ANSW-1.'");
  assert_n (test, 0, 2);
  g_unlink (path);
  g_rmdir (folder);
}

/* --- One answer -------------------------------------------------------------------------------- */

static void
test_delegates (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");
  g_autofree char *events = NULL;
  g_autofree char *form = NULL;

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "It is ANSW-1.");
  answer (test, DONE);
  run (test, "");
  assert_raw (test, "'It is ANSW-1.'");
  assert_n (test, 2, 2);
  assert_asked (test, 1, "\"method\":\"message/send\"");
  assert_asked (test, 1, "ASKX-1?");
  assert_asked (test, 1, "\"acceptedOutputModes\":[\"text/plain\"]");
  assert_told (test, 0, "Knows SKYX-1");
  assert_told (test, 1, "SUNX-1 20 C");
  assert_told (test, 1, "ASKX-1?");
  form = agent_test_get_sent (test->agent, 0, "response_format");
  g_assert_nonnull (strstr (form, "'AgentResponse'"));
  events = agent_test_list_events (test->agent);
  g_assert_cmpstr (events, ==,
                   "a2a_agent_card_fetched! agent_execution_started llm_call_started "
                   "llm_call_completed agent_execution_completed a2a_delegation_started "
                   "a2a_conversation_started a2a_message_sent a2a_response_received "
                   "a2a_delegation_completed agent_execution_started llm_call_started "
                   "llm_call_completed agent_execution_completed a2a_message_sent "
                   "a2a_conversation_completed");
}

static void
test_alone (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, FALSE, "ANSW-1");
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_n (test, 1, 1);
}

static void
test_kickoff (void)
{
  g_autoptr (RemoteTest) test = new_test (NULL, NULL, "");

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  answer (test, DONE);
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_told (test, 1, "SUNX-1 20 C");
}

/* An agent with tools sends no response schema. An answer that is not an object is used
 * unchanged. */
static void
test_text (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");
  g_autofree char *form = NULL;

  agent_test_add_tool (test->agent, test_tool_new ("look_up", TEST_TOOL_SAYS, CITY));
  agent_test_say (test->agent, "ANSW-1 in words");
  run (test, "");
  assert_raw (test, "'ANSW-1 in words'");
  form = agent_test_get_sent (test->agent, 0, "response_format");
  g_assert_cmpstr (form, ==, "-");
}

static void
test_message (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  answer (test, MESSAGE ("SUNX-2"));
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_told (test, 1, "SUNX-2");
}

static void
test_trust (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  answer (test, DONE);
  run (test, ",\"trust_remote_completion_status\":true");
  assert_raw (test, "'SUNX-1 20 C'");
  assert_n (test, 1, 2);
}

/* --- Several turns ---------------------------------------------------------------------------- */

static void
test_input_required (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  say (test, TRUE, "ASKX-2?");
  say (test, FALSE, "ANSW-1");
  answer (test, TASK ("input-required", ",\"message\":" MESSAGE ("WHEREX-1?")));
  answer (test, DONE);
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_told (test, 1, "WHEREX-1?");
  assert_asked (test, 2, "\"taskId\":\"T-1\"");
  assert_asked (test, 2, "\"contextId\":\"C-1\"");
  assert_asked (test, 2, "ASKX-2?");
}

/* A completed task does not accept further messages. A new task refers to the completed task. */
static void
test_references (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");
  g_autofree char *request = NULL;

  say (test, TRUE, "ASKX-1?");
  say (test, TRUE, "ASKX-2?");
  say (test, FALSE, "ANSW-1");
  answer (test, DONE);
  answer (test, DONE);
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_asked (test, 2, "\"referenceTaskIds\":[\"T-1\"]");
  request = fake_server_get_request (test->remote, 2);
  g_assert_null (strstr (request, "\"taskId\""));
}

/* If no turn is left, the last answer of the remote agent is the result. */
static void
test_turns (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  say (test, TRUE, "ASKX-2?");
  say (test, TRUE, "ASKX-3?");
  answer (test, DONE);
  answer (test, TASK ("completed", ",\"message\":" MESSAGE ("SUNX-9")));
  run (test, ",\"max_turns\":2");
  assert_raw (test, "'SUNX-9'");
  assert_n (test, 3, 3);
  assert_told (test, 2, "Turn 2 of at most 2.");
}

static void
test_no_turns (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  run (test, ",\"max_turns\":0");
  g_assert_error (test->agent->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REMOTE);
  assert_n (test, 1, 1);
}

/* --- Streams and tasks ------------------------------------------------------------------------- */

#define EVENT(result) "data: {\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":" result "}\n\n"
#define STREAMS ",\"capabilities\":{\"streaming\":true}"
#define PIECE(text)                                                                                \
  "{\"kind\":\"artifact-update\",\"taskId\":\"T-1\",\"contextId\":\"C-1\",\"append\":true,"        \
  "\"artifact\":{\"artifactId\":\"a\",\"parts\":[{\"kind\":\"text\",\"text\":\"" text "\"}]}}"

static void
test_stream (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, STREAMS);

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  add (test, "200 OK", "text/event-stream",
       EVENT (TASK ("working", "")) EVENT (PIECE ("SUNX-3")) EVENT (PIECE ("SUNX-4"))
           EVENT ("{\"kind\":\"status-update\",\"taskId\":\"T-1\",\"contextId\":\"C-1\",\"final\":"
                  "true,\"status\":{\"state\":\"completed\"}}"));
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_asked (test, 1, "\"method\":\"message/stream\"");
  assert_told (test, 1, "SUNX-3 SUNX-4");
}

/* After an interrupted stream the task is polled. */
static void
test_broken_stream (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, STREAMS);

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  add (test, "200 OK", "text/event-stream", EVENT (TASK ("working", "")));
  answer (test, DONE);
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_asked (test, 2, "\"method\":\"tasks/get\"");
  assert_told (test, 1, "SUNX-1");
}

static void
test_poll (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, STREAMS);

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  answer (test, TASK ("submitted", ""));
  answer (test, TASK ("working", ""));
  answer (test, DONE);
  run (test, ",\"updates\":{\"interval\":0.01,\"history_length\":7}");
  assert_raw (test, "'ANSW-1'");
  assert_asked (test, 1, "\"blocking\":false");
  assert_asked (test, 3, "\"params\":{\"historyLength\":7,\"id\":\"T-1\"}");
  assert_n (test, 2, 4);
}

static void
test_polls (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  answer (test, TASK ("working", ""));
  run (test, ",\"updates\":{\"interval\":0.01,\"max_polls\":2}");
  assert_raw (test, "'ANSW-1'");
  assert_told (test, 1, "it had not finished after 2 requests");
  assert_n (test, 2, 4);
}

/* --- Errors ----------------------------------------------------------------------------------- */

static void
assert_goes_on (const char *status, const char *body, const char *told)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  add (test, status, "application/json", body);
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  assert_told (test, 1, told);
}

static void
test_failures (void)
{
  assert_goes_on ("500 Internal Server Error", "{}", "it returned status 500.");
  assert_goes_on ("401 Unauthorized", "{}", "it requires authentication (status 401)");
  assert_goes_on ("200 OK", "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-1,\"message\":\"NOX-1\"}}",
                  "NOX-1");
  assert_goes_on ("200 OK", "no json", "its answer does not follow the A2A protocol");
  assert_goes_on ("200 OK", "{\"result\":{\"kind\":\"task\"}}",
                  "its answer does not follow the A2A protocol");
  assert_goes_on ("200 OK", "{\"result\":" TASK ("failed", ",\"message\":" MESSAGE ("BADX-1")) "}",
                  "BADX-1");
}

static void
test_hostile_text (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");

  say (test, TRUE, "ASKX-1?");
  say (test, FALSE, "ANSW-1");
  answer (test, "{\"kind\":\"message\",\"role\":7,\"parts\":[null,3,{\"text\":null},{\"text\":"
                "\"{agents} {history}\"}],\"taskId\":{}}");
  run (test, "");
  assert_raw (test, "'ANSW-1'");
  /* Placeholders in the text of the remote agent are not expanded. */
  assert_told (test, 1, "{agents} {history}");
}

static void
test_gone (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");
  g_autofree char *field = NULL;

  agent_test_say (test->agent, "ANSW-1 alone");
  field = g_strdup (",\"a2a\":{\"endpoint\":\"http://127.0.0.1:9/\"}");
  agent_test_run (test->agent, field);
  g_assert_error (test->agent->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REMOTE);
  g_assert_nonnull (strstr (test->agent->error->message, "http://127.0.0.1:9/"));
  assert_n (test, 0, 0);
}

static void
test_gone_alone (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");
  g_autofree char *form = NULL;

  agent_test_say (test->agent, "ANSW-1 alone");
  agent_test_run (test->agent,
                  ",\"a2a\":[{\"endpoint\":\"http://127.0.0.1:9/\",\"fail_fast\":false}]");
  assert_raw (test, "'ANSW-1 alone'");
  assert_told (test, 0, "none of them is reachable");
  form = agent_test_get_sent (test->agent, 0, "response_format");
  g_assert_cmpstr (form, ==, "-");
}

/* A card may not redirect to a server that the document does not name. */
static void
test_elsewhere (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, "http://127.0.0.1:1/a2a", "");

  say (test, TRUE, "ASKX-1?");
  run (test, "");
  g_assert_error (test->agent->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REMOTE);
  g_assert_nonnull (strstr (test->agent->error->message, "http://127.0.0.1:1/a2a"));
  assert_n (test, 0, 1);
}

static void
test_extension (void)
{
  g_autoptr (RemoteTest) test =
      new_test (&plain, NULL,
                ",\"capabilities\":{\"extensions\":[{\"uri\":\"urn:x\",\"required\":true}]}");
  g_autoptr (RemoteTest) known =
      new_test (&plain, NULL,
                ",\"capabilities\":{\"extensions\":[{\"uri\":\"urn:x\",\"required\":true}]}");

  run (test, "");
  g_assert_error (test->agent->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REMOTE);
  say (known, TRUE, "ASKX-1?");
  say (known, FALSE, "ANSW-1");
  answer (known, DONE);
  run (known, ",\"extensions\":[\"urn:x\"]");
  assert_raw (known, "'ANSW-1'");
  assert_asked (known, 1, "X-A2A-Extensions: urn:x");
}

static gboolean
cancel_cb (gpointer user_data)
{
  RemoteTest *test = user_data;

  if (fake_server_get_n_requests (test->remote) < 2)
    return G_SOURCE_CONTINUE;
  g_cancellable_cancel (test->agent->cancellable);
  return G_SOURCE_REMOVE;
}

static void
test_cancel (void)
{
  g_autoptr (RemoteTest) test = new_test (&plain, NULL, "");
  gint64 begun_us = g_get_monotonic_time ();

  say (test, TRUE, "ASKX-1?");
  fake_server_add (test->remote, g_strdup (""), 0, 0, FAKE_END_HOLD);
  g_timeout_add (5, cancel_cb, test);
  run (test, "");
  g_assert_error (test->agent->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, TEST_WAIT_US);
}

/* --- `a2a` entries ---------------------------------------------------------------------------- */

/* Validates an entry as CrewAI's loader does. @expected: (nullable): a part of the error
 * message; %NULL: the entry is valid */
static void
assert_config (const char *json, const char *expected)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) configs = troupe_a2a_configs_new (value, &error);

  g_test_message ("%s: %s", json, error != NULL ? error->message : "taken");
  if (expected == NULL)
    g_assert_no_error (error);
  else
    {
      g_assert_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE);
      g_assert_nonnull (strstr (error->message, expected));
    }
}

static void
test_config (void)
{
  assert_config ("null", NULL);
  assert_config ("[]", NULL);
  assert_config ("{}", NULL);
  assert_config ("{\"name\":\"me\"}", NULL);
  assert_config ("true", "endpoint");
  assert_config ("\"x\"", "endpoint");
  assert_config ("[3]", "[0]: ");
  assert_config ("{\"endpoint\":\"ftp://x\"}", "endpoint: ");
  assert_config ("{\"endpoint\":\"nope\"}", "endpoint: ");
  assert_config ("{\"endpoint\":\"http://u:p@h/\"}", "endpoint: ");
  assert_config ("[{\"endpoint\":\"http://h\"},{\"endpoint\":\"http://h\",\"zzz\":1}]", "[1]: zzz");
  assert_config ("{\"endpoint\":\"http://h\",\"auth\":{\"token\":\"x\"}}", "auth: ");
  assert_config ("{\"endpoint\":\"http://h\",\"auth\":null}", NULL);
  assert_config ("{\"endpoint\":\"http://h\",\"timeout\":\"5\"}", NULL);
  assert_config ("{\"endpoint\":\"http://h\",\"timeout\":2.5}", "timeout");
  assert_config ("{\"endpoint\":\"http://h\",\"max_turns\":-1}", NULL);
  assert_config ("{\"endpoint\":\"http://h\",\"fail_fast\":\"no\"}", NULL);
  assert_config ("{\"endpoint\":\"http://h\",\"updates\":null}", "updates");
  assert_config ("{\"endpoint\":\"http://h\",\"transport\":{\"preferred\":\"GRPC\"}}", NULL);
  assert_config ("{\"endpoint\":\"http://h\",\"transport\":{\"preferred\":\"X\"}}", "transport");
  assert_config ("{\"endpoint\":\"http://h\",\"client_extensions\":[]}", NULL);
  assert_config ("{\"endpoint\":\"http://h\",\"client_extensions\":[{\"python\":\"a.b\"}]}",
                 "client_extensions: ");
}

/* The update mode is selected and the endpoint is normalized as in CrewAI. */
static void
test_config_values (void)
{
  static const struct
  {
    const char *json;
    TroupeA2aUpdates updates;
  } rows[] = {
    { "{\"endpoint\":\"HTTP://H.Example:80\"}", TROUPE_A2A_UPDATES_STREAM },
    { "{\"endpoint\":\"http://h.example\",\"updates\":{}}", TROUPE_A2A_UPDATES_POLL },
    { "{\"endpoint\":\"http://h.example\",\"updates\":{\"interval\":1}}", TROUPE_A2A_UPDATES_POLL },
    { "{\"endpoint\":\"http://h.example\",\"updates\":{\"interval\":0}}",
      TROUPE_A2A_UPDATES_STREAM },
    { "{\"endpoint\":\"http://h.example\",\"updates\":{\"url\":\"http://h/x\"}}",
      TROUPE_A2A_UPDATES_PUSH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TroupeValue) value = troupe_value_from_json (rows[i].json, -1, NULL);
      g_autoptr (GPtrArray) configs = troupe_a2a_configs_new (value, NULL);
      const TroupeA2aConfig *config = g_ptr_array_index (configs, 0);
      g_autofree char *card = g_uri_to_string (config->card_uri);

      g_assert_cmpint (config->updates, ==, rows[i].updates);
      g_assert_cmpstr (config->endpoint, ==, "http://h.example/");
      g_assert_cmpstr (card, ==, "http://h.example/.well-known/agent-card.json");
      g_assert_cmpuint (config->timeout_s, ==, 120);
      g_assert_cmpint (config->max_turns, ==, 10);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/remote/recorded", test_recorded);
  g_test_add_func ("/agent/remote/delegates", test_delegates);
  g_test_add_func ("/agent/remote/alone", test_alone);
  g_test_add_func ("/agent/remote/kickoff", test_kickoff);
  g_test_add_func ("/agent/remote/text", test_text);
  g_test_add_func ("/agent/remote/message", test_message);
  g_test_add_func ("/agent/remote/trust", test_trust);
  g_test_add_func ("/agent/remote/input-required", test_input_required);
  g_test_add_func ("/agent/remote/references", test_references);
  g_test_add_func ("/agent/remote/turns", test_turns);
  g_test_add_func ("/agent/remote/no-turns", test_no_turns);
  g_test_add_func ("/agent/remote/stream", test_stream);
  g_test_add_func ("/agent/remote/broken-stream", test_broken_stream);
  g_test_add_func ("/agent/remote/poll", test_poll);
  g_test_add_func ("/agent/remote/polls", test_polls);
  g_test_add_func ("/agent/remote/failures", test_failures);
  g_test_add_func ("/agent/remote/hostile-text", test_hostile_text);
  g_test_add_func ("/agent/remote/gone", test_gone);
  g_test_add_func ("/agent/remote/gone-alone", test_gone_alone);
  g_test_add_func ("/agent/remote/elsewhere", test_elsewhere);
  g_test_add_func ("/agent/remote/extension", test_extension);
  g_test_add_func ("/agent/remote/cancel", test_cancel);
  g_test_add_func ("/agent/remote/config", test_config);
  g_test_add_func ("/agent/remote/config-values", test_config_values);

  return g_test_run ();
}
