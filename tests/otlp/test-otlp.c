/* test-otlp.c: spans of a run as an OTLP collector receives them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-wait.h"
#include "fake-server.h"
#include "run-test.h"
#include "troupe-otlp-follower.h"

#define ENDED_US (2 * TEST_WAIT_US)
/* Text written by the user, and keys that must not be exported. */
#define SAID "the moose is in the garden"
#define HEADER_KEY "Tok3nOfTheCollector99"
#define ENVIRONMENT_KEY "Zk9qLm2vXw7rTy4bNc8d"

/* The server that receives the spans, and the exporter's warnings. */
typedef struct
{
  FakeServer *server;
  TroupeOtlpExporter *exporter;
  GMutex lock;
  GPtrArray *warnings;
} Fixture;

static void
warn_cb (const char *message, gpointer user_data)
{
  Fixture *self = user_data;

  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->warnings, g_strdup (message));
  g_mutex_unlock (&self->lock);
}

/* Creates the exporter. @url: (nullable): NULL for the URL of the fixture's server */
static void
make_exporter (Fixture *self, const char *url, gboolean has_content)
{
  g_autoptr (GError) error = NULL;
  TroupeOtlpSettings *settings =
      troupe_otlp_settings_new (url != NULL ? url : fake_server_get_url (self->server), &error);

  g_assert_no_error (error);
  settings->has_content = has_content;
  g_clear_object (&self->exporter);
  self->exporter = troupe_otlp_exporter_new (settings, NULL, warn_cb, self);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_mutex_init (&self->lock);
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  self->server = fake_server_new ();
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->exporter);
  fake_server_free (self->server);
  g_ptr_array_unref (self->warnings);
  g_mutex_clear (&self->lock);
}

static void
answer (Fixture *self, const char *status, const char *headers, const char *body)
{
  fake_server_add (self->server, fake_reply (status, "application/json", headers, body), 0, 0,
                   FAKE_END_CLOSE);
}

/* Returns the exporter's warning, or "" if there is none. Asserts that there is at most one.
 * (transfer full) */
static char *
get_warning (Fixture *self)
{
  char *warning;

  g_mutex_lock (&self->lock);
  g_assert_cmpuint (self->warnings->len, <=, 1);
  warning = g_strdup (self->warnings->len > 0 ? g_ptr_array_index (self->warnings, 0) : "");
  g_mutex_unlock (&self->lock);
  return warning;
}

typedef struct
{
  TroupeOtlpExporter *exporter;
  gint64 timeout_us;
  gint is_done;
} Closing;

static gpointer
close_func (gpointer data)
{
  Closing *closing = data;

  troupe_otlp_exporter_close (closing->exporter, closing->timeout_us);
  g_atomic_int_set (&closing->is_done, TRUE);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* Closes the exporter in another thread, while the server accepts connections in the current
 * thread. */
static void
close_exporter (Fixture *self, gint64 timeout_us)
{
  Closing closing = { .exporter = self->exporter, .timeout_us = timeout_us };
  GThread *thread = g_thread_new ("close", close_func, &closing);

  test_wait_until (g_atomic_int_get (&closing.is_done));
  g_thread_join (thread);
}

/* --- Received spans --------------------------------------------------------------------------- */

/* (transfer none) (nullable) */
static TroupeValue *
find (TroupeValue *value, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, ".", -1);

  for (guint i = 0; keys[i] != NULL && value != NULL; i++)
    {
      if (troupe_value_is (value, TROUPE_VALUE_MAP))
        value = troupe_value_map_lookup_string (value, keys[i], -1);
      else
        value = troupe_value_list_get (value, (gsize) g_ascii_strtoull (keys[i], NULL, 10));
    }
  return value;
}

static const char *
get_text (TroupeValue *value, const char *path)
{
  TroupeValue *found = find (value, path);

  return found != NULL ? troupe_value_get_string (found, NULL) : NULL;
}

/* Parses the body of a request. (transfer full) */
static TroupeValue *
read_request (Fixture *self, guint index)
{
  g_autofree char *request = fake_server_get_request (self->server, index);
  g_autoptr (GError) error = NULL;
  const char *body = strstr (request, "\r\n\r\n");
  TroupeValue *value;

  g_assert_true (g_str_has_prefix (request, "POST /v1/v1/traces HTTP/1.1\r\n"));
  g_assert_nonnull (strstr (request, "Content-Type: application/json\r\n"));
  value = troupe_value_from_json (body + 4, -1, &error);
  g_assert_no_error (error);
  return value;
}

static TroupeValue *
list_spans (TroupeValue *request)
{
  return find (request, "resourceSpans.0.scopeSpans.0.spans");
}

/* Returns the only span that has the name @name. (transfer none) */
static TroupeValue *
find_span (TroupeValue *request, const char *name)
{
  TroupeValue *spans = list_spans (request);
  TroupeValue *found = NULL;

  for (gsize i = 0; i < troupe_value_list_get_length (spans); i++)
    {
      TroupeValue *span = troupe_value_list_get (spans, i);

      if (!g_str_equal (get_text (span, "name"), name))
        continue;
      g_assert_null (found);
      found = span;
    }
  if (found == NULL)
    {
      g_autofree char *text = troupe_value_to_json (spans, TROUPE_JSON_COMPACT);

      g_test_message ("there is no span %s in %s", name, text);
    }
  g_assert_nonnull (found);
  return found;
}

/* Returns an attribute's value as compact JSON with ' for ", or "". (transfer full) */
static char *
get_attribute (TroupeValue *span, const char *key)
{
  TroupeValue *attributes = find (span, "attributes");

  for (gsize i = 0; i < troupe_value_list_get_length (attributes); i++)
    {
      TroupeValue *attribute = troupe_value_list_get (attributes, i);
      TroupeValue *value = find (attribute, "value");

      if (!g_str_equal (get_text (attribute, "key"), key))
        continue;
      g_assert_cmpuint (troupe_value_map_get_size (value), ==, 1);
      if (get_text (value, "stringValue") != NULL)
        return g_strdup (get_text (value, "stringValue"));
      return g_strdelimit (troupe_value_to_json (value, TROUPE_JSON_COMPACT), "\"", '\'');
    }
  return g_strdup ("");
}

#define assert_attribute(span, key, expected)                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *value_ = get_attribute (span, key);                                           \
    g_assert_cmpstr (value_, ==, expected);                                                        \
  }                                                                                                \
  G_STMT_END

static void
assert_parent (TroupeValue *request, const char *child, const char *parent)
{
  g_assert_cmpstr (get_text (find_span (request, child), "parentSpanId"), ==,
                   get_text (find_span (request, parent), "spanId"));
}

/* --- Runs ---------------------------------------------------------------------------------------- */

#define FLOW                                                                                       \
  "'ask': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'Guard', 'goal': 'g', "         \
  "'backstory': 'b', 'llm': 'mock/echo', 'input': '" SAID " " ENVIRONMENT_KEY "'}}}, "             \
  "'fail': {'listen': 'ask', 'do': {'call': 'expression', 'expr': 'state.missing.x + 1'}}"

/* Runs the flow and returns the contents of the only request. (transfer full) */
static TroupeValue *
run_flow (Fixture *self, gboolean has_content, char **body)
{
  g_autoptr (RunTest) test = run_test_new (FLOW);
  TroupeOtlpFollower *follower;
  guint64 n_sent, n_lost;

  answer (self, "200 OK", NULL, "{}");
  make_exporter (self, NULL, has_content);
  follower = troupe_otlp_follower_new (self->exporter, troupe_run_get_bus (test->run),
                                       troupe_run_get_id (test->run));
  g_assert_nonnull (follower);
  run_test_execute (test);
  troupe_otlp_follower_free (follower);
  close_exporter (self, ENDED_US);
  troupe_otlp_exporter_count (self->exporter, &n_sent, &n_lost);
  g_assert_cmpuint (n_lost, ==, 0);
  g_assert_cmpuint (fake_server_get_n_requests (self->server), ==, 1);
  *body = fake_server_get_request (self->server, 0);
  return read_request (self, 0);
}

static void
check_ids (TroupeValue *request)
{
  TroupeValue *spans = list_spans (request);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  const char *trace = get_text (spans, "0.traceId");

  g_assert_cmpuint (strlen (trace), ==, 32);
  for (gsize i = 0; i < troupe_value_list_get_length (spans); i++)
    {
      TroupeValue *span = troupe_value_list_get (spans, i);
      const char *id = get_text (span, "spanId");

      g_assert_cmpuint (strlen (id), ==, 16);
      g_assert_cmpuint (strspn (id, "0123456789abcdef"), ==, 16);
      g_assert_true (g_hash_table_add (ids, (gpointer) id));
      g_assert_cmpstr (get_text (span, "traceId"), ==, trace);
      g_assert_cmpuint (strlen (get_text (span, "startTimeUnixNano")), ==, 19);
      g_assert_cmpstr (get_text (span, "startTimeUnixNano"), <=,
                       get_text (span, "endTimeUnixNano"));
    }
  for (gsize i = 0; i < troupe_value_list_get_length (spans); i++)
    {
      const char *parent = get_text (troupe_value_list_get (spans, i), "parentSpanId");

      if (parent != NULL)
        g_assert_true (g_hash_table_contains (ids, parent));
    }
}

static void
test_shape (Fixture *self, gconstpointer data)
{
  g_autofree char *body = NULL;
  g_autoptr (TroupeValue) request = run_flow (self, FALSE, &body);
  TroupeValue *root, *call, *failed;

  check_ids (request);
  g_assert_cmpstr (get_text (request, "resourceSpans.0.resource.attributes.0.key"), ==,
                   "service.name");
  g_assert_cmpstr (get_text (request, "resourceSpans.0.resource.attributes.0.value.stringValue"),
                   ==, "troupe");
  root = find_span (request, "invoke_workflow Test");
  g_assert_null (find (root, "parentSpanId"));
  assert_attribute (root, "gen_ai.operation.name", "invoke_workflow");
  assert_attribute (root, "gen_ai.workflow.name", "Test");
  assert_parent (request, "method ask", "invoke_workflow Test");
  assert_parent (request, "invoke_agent ask", "method ask");
  assert_parent (request, "chat echo", "invoke_agent ask");
  call = find_span (request, "chat echo");
  assert_attribute (call, "gen_ai.provider.name", "mock");
  assert_attribute (call, "gen_ai.request.model", "echo");
  assert_attribute (call, "gen_ai.response.finish_reasons",
                    "{'arrayValue':{'values':[{'stringValue':'stop'}]}}");
  failed = find_span (request, "method fail");
  g_assert_cmpint (troupe_value_get_integer (find (failed, "status.code")), ==, 2);
  assert_attribute (failed, "error.type", "expression");
  g_assert_cmpint (troupe_value_get_integer (find (root, "status.code")), ==, 2);

  /* The request contains no text of the user or of a model. */
  g_assert_null (strstr (body, "moose"));
  g_assert_null (strstr (body, "Guard"));
  g_assert_null (find (failed, "status.message"));
  assert_attribute (call, "gen_ai.input.messages", "");
  assert_attribute (call, "gen_ai.output.messages", "");
}

static void
test_content (Fixture *self, gconstpointer data)
{
  g_autofree char *body = NULL;
  g_autofree char *messages = NULL;
  g_autofree char *said = NULL;
  g_autoptr (TroupeValue) request = NULL;
  g_autoptr (TroupeValue) input = NULL;
  g_autoptr (TroupeValue) output = NULL;
  TroupeValue *call;

  g_setenv ("MOOSE_API_KEY", ENVIRONMENT_KEY, TRUE);
  g_setenv ("OTEL_EXPORTER_OTLP_HEADERS", "x-key=" HEADER_KEY, TRUE);
  request = run_flow (self, TRUE, &body);
  call = find_span (request, "chat echo");
  assert_parent (request, "chat echo", "invoke_agent Guard");
  messages = get_attribute (call, "gen_ai.input.messages");
  input = troupe_value_from_json (messages, -1, NULL);
  g_assert_cmpstr (get_text (input, "0.role"), ==, "system");
  g_assert_cmpstr (get_text (input, "1.role"), ==, "user");
  g_assert_cmpstr (get_text (input, "1.parts.0.type"), ==, "text");
  g_assert_nonnull (strstr (get_text (input, "1.parts.0.content"), SAID));
  said = get_attribute (call, "gen_ai.output.messages");
  output = troupe_value_from_json (said, -1, NULL);
  g_assert_cmpstr (get_text (output, "0.role"), ==, "assistant");
  g_assert_cmpstr (get_text (output, "0.finish_reason"), ==, "stop");
  g_assert_nonnull (find (find_span (request, "method fail"), "status.message"));

  /* The key is sent only in its header. */
  g_assert_nonnull (strstr (body, "x-key: " HEADER_KEY "\r\n"));
  g_assert_null (strstr (strstr (body, "\r\n\r\n"), HEADER_KEY));
  g_assert_null (strstr (body, ENVIRONMENT_KEY));
  g_assert_nonnull (strstr (body, "moose is in the garden •••"));
  g_unsetenv ("MOOSE_API_KEY");
  g_unsetenv ("OTEL_EXPORTER_OTLP_HEADERS");
}

/* --- Handwritten runs ------------------------------------------------------------------------- */

static void
emit (TroupeEventBus *bus, TroupeEventType type, TroupeScope *scope, const char *fields)
{
  g_autofree char *json = g_strdelimit (g_strdup (fields), "'", '"');
  g_autoptr (GError) error = NULL;
  TroupeValue *value = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);
  troupe_event_bus_emit (bus, troupe_event_new (type, scope, value));
}

/* Emits the events of a model call that requests a tool, and the events of the tool call. The
 * events belong to a run that another process has started. */
static void
tell_calls (TroupeEventBus *bus)
{
  g_autoptr (TroupeScope) flow = troupe_scope_new_stored (TROUPE_SCOPE_FLOW, 1, NULL, NULL, "f");
  g_autoptr (TroupeScope) method = troupe_scope_new (TROUPE_SCOPE_METHOD, flow, "methods.m", "m");
  g_autoptr (TroupeScope) agent =
      troupe_scope_new (TROUPE_SCOPE_AGENT, method, "methods.m.agents.clerk", "The Clerk");
  g_autoptr (TroupeScope) call =
      troupe_scope_new (TROUPE_SCOPE_MODEL_CALL, agent, NULL, "anthropic/claude-x");
  g_autoptr (TroupeScope) tool = troupe_scope_new (TROUPE_SCOPE_TOOL_CALL, agent, NULL, "look_up");

  troupe_event_bus_go_on_after (bus, 40);
  emit (bus, TROUPE_EVENT_METHOD_STARTED, method, "{'params': {}}");
  emit (bus, TROUPE_EVENT_EXECUTION_STARTED, agent, "{'agent_role': 'The Clerk'}");
  emit (
      bus, TROUPE_EVENT_LLM_CALL_STARTED, call,
      "{'model': 'anthropic/claude-x', 'stream': true, 'temperature': 1, 'max_tokens': 50, 'n': 1, "
      "'tools': ['look_up'], 'messages': [{'role': 'system', 'content': 'Be short.'}, "
      "{'role': 'user', 'content': 'Where?'}]}");
  emit (bus, TROUPE_EVENT_LLM_STREAM_CHUNK, call, "{'chunk': 'a'}");
  emit (
      bus, TROUPE_EVENT_LLM_CALL_FINISHED, call,
      "{'model': 'anthropic/claude-x', 'finish_reason': 'tool_use', 'response_model': "
      "'claude-x-1', "
      "'response': [{'id': 'c1', 'type': 'function', 'function': {'name': 'look_up', 'arguments': "
      "'{}'}}], 'cost': 0.25, 'usage': {'prompt_tokens': 12, 'completion_tokens': 3, "
      "'cached_prompt_tokens': 5, 'reasoning_tokens': 0, 'total_tokens': 15}}");
  emit (bus, TROUPE_EVENT_TOOL_STARTED, tool,
        "{'tool_name': 'look_up', 'tool_call_id': 'c1', 'tool_args': {'q': 'x'}}");
  emit (bus, TROUPE_EVENT_TOOL_FINISHED, tool, "{'output': 'there', 'from_cache': true}");
  emit (bus, TROUPE_EVENT_EXECUTION_FINISHED, agent, "{'output': 'There.'}");
  emit (bus, TROUPE_EVENT_METHOD_FINISHED, method, "{'result': 1}");
  emit (bus, TROUPE_EVENT_FLOW_FINISHED, flow, "{'flow_name': 'f', 'result': 1}");
}

static void
test_calls (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeValue) request = NULL;
  TroupeOtlpFollower *follower;
  TroupeValue *call, *tool;

  answer (self, "200 OK", NULL, "{}");
  make_exporter (self, NULL, TRUE);
  follower = troupe_otlp_follower_new (self->exporter, bus, "2666d59c-1996-4bf3-8fdf-4907b44cea02");
  tell_calls (bus);
  troupe_otlp_follower_free (follower);
  close_exporter (self, ENDED_US);
  request = read_request (self, 0);

  check_ids (request);
  call = find_span (request, "chat claude-x");
  g_assert_cmpstr (get_text (call, "traceId"), ==, "2666d59c19964bf38fdf4907b44cea02");
  g_assert_cmpint (troupe_value_get_integer (find (call, "kind")), ==, 3);
  assert_attribute (call, "gen_ai.provider.name", "anthropic");
  assert_attribute (call, "gen_ai.response.model", "claude-x-1");
  assert_attribute (call, "gen_ai.request.temperature", "{'doubleValue':1.0}");
  assert_attribute (call, "gen_ai.request.max_tokens", "{'intValue':'50'}");
  assert_attribute (call, "gen_ai.request.stream", "{'boolValue':true}");
  assert_attribute (call, "gen_ai.request.choice.count", "");
  assert_attribute (call, "gen_ai.usage.input_tokens", "{'intValue':'12'}");
  assert_attribute (call, "gen_ai.usage.output_tokens", "{'intValue':'3'}");
  assert_attribute (call, "gen_ai.usage.cache_read.input_tokens", "{'intValue':'5'}");
  assert_attribute (call, "gen_ai.usage.reasoning.output_tokens", "");
  assert_attribute (call, "troupe.cost.usd", "{'doubleValue':0.25}");
  assert_attribute (call, "gen_ai.system_instructions",
                    "[{\"type\":\"text\",\"content\":\"Be short.\"}]");
  assert_attribute (call, "gen_ai.input.messages",
                    "[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"Where?\"}]}]");
  assert_attribute (
      call, "gen_ai.output.messages",
      "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"tool_call\",\"id\":\"c1\",\"name\":"
      "\"look_up\",\"arguments\":{}}],\"finish_reason\":\"tool_call\"}]");
  assert_attribute (call, "gen_ai.tool.definitions",
                    "[{\"type\":\"function\",\"name\":\"look_up\"}]");
  tool = find_span (request, "execute_tool look_up");
  assert_attribute (tool, "gen_ai.operation.name", "execute_tool");
  assert_attribute (tool, "gen_ai.tool.call.id", "c1");
  assert_attribute (tool, "gen_ai.tool.call.arguments", "{\"q\":\"x\"}");
  assert_attribute (tool, "gen_ai.tool.call.result", "there");
  assert_attribute (tool, "troupe.tool.from_cache", "{'boolValue':true}");
  assert_parent (request, "execute_tool look_up", "invoke_agent The Clerk");
  assert_parent (request, "method m", "invoke_workflow f");
}

/* Spans that have not ended when their run ends are exported as cancelled. */
static void
test_cut_off (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeScope) flow = troupe_scope_new (TROUPE_SCOPE_FLOW, NULL, NULL, "f");
  g_autoptr (TroupeScope) method = troupe_scope_new (TROUPE_SCOPE_METHOD, flow, "methods.m", "m");
  g_autoptr (TroupeValue) request = NULL;
  TroupeOtlpFollower *follower;

  answer (self, "200 OK", NULL, "{}");
  make_exporter (self, NULL, FALSE);
  follower = troupe_otlp_follower_new (self->exporter, bus, "any name");
  emit (bus, TROUPE_EVENT_FLOW_STARTED, flow, "{}");
  emit (bus, TROUPE_EVENT_METHOD_STARTED, method, "{}");
  troupe_otlp_follower_free (follower);
  close_exporter (self, ENDED_US);
  request = read_request (self, 0);
  check_ids (request);
  assert_parent (request, "method m", "invoke_workflow f");
  assert_attribute (find_span (request, "method m"), "troupe.state", "cancelled");
  g_assert_null (find (find_span (request, "method m"), "status.code"));
}

/* --- Endpoints ----------------------------------------------------------------------------------- */

static void
add_span (Fixture *self, guint64 id)
{
  TroupeOtlpSpan *span = g_new0 (TroupeOtlpSpan, 1);
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  span->attributes = troupe_map_builder_end (&fields);
  span->name = g_strdup ("s");
  span->kind = TROUPE_OTLP_INTERNAL;
  span->id = id;
  troupe_otlp_span_make_trace ("x", span->trace);
  troupe_otlp_exporter_add (self->exporter, span);
}

static void
assert_counts (Fixture *self, guint64 sent, guint64 lost)
{
  guint64 n_sent, n_lost;

  troupe_otlp_exporter_count (self->exporter, &n_sent, &n_lost);
  g_assert_cmpuint (n_sent, ==, sent);
  g_assert_cmpuint (n_lost, ==, lost);
}

static void
test_busy (Fixture *self, gconstpointer data)
{
  g_autofree char *warning = NULL;

  answer (self, "429 Too Many Requests", "Retry-After: 0\r\n", "");
  answer (self, "503 Service Unavailable", "Retry-After: 1\r\n", "");
  answer (self, "200 OK", NULL, "{\"partialSuccess\":{}}");
  make_exporter (self, NULL, FALSE);
  add_span (self, 1);
  close_exporter (self, ENDED_US);
  warning = get_warning (self);
  g_assert_cmpuint (fake_server_get_n_requests (self->server), ==, 3);
  g_assert_cmpstr (warning, ==, "");
  assert_counts (self, 1, 0);
}

/* If the delay that the server requests exceeds the timeout of closing, the exporter gives up at
 * once. */
static void
test_busy_too_long (Fixture *self, gconstpointer data)
{
  g_autofree char *warning = NULL;
  const gint64 begun_us = g_get_monotonic_time ();

  answer (self, "429 Too Many Requests", "Retry-After: 3600\r\n", "");
  make_exporter (self, NULL, FALSE);
  add_span (self, 1);
  close_exporter (self, ENDED_US);
  warning = get_warning (self);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, ENDED_US / 2);
  g_assert_nonnull (strstr (warning, "429"));
  assert_counts (self, 0, 1);
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  g_autofree char *warning = NULL;

  answer (self, "401 Unauthorized", NULL, "no " HEADER_KEY);
  make_exporter (self, NULL, FALSE);
  for (guint i = 1; i <= TROUPE_OTLP_BATCH + 1; i++)
    add_span (self, i);
  close_exporter (self, ENDED_US);
  warning = get_warning (self);
  g_assert_cmpuint (fake_server_get_n_requests (self->server), ==, 2);
  g_assert_nonnull (strstr (warning, "OTEL_EXPORTER_OTLP_HEADERS"));
  g_assert_null (strstr (warning, HEADER_KEY));
  assert_counts (self, 0, TROUPE_OTLP_BATCH + 1);
}

static void
test_partly (Fixture *self, gconstpointer data)
{
  g_autofree char *warning = NULL;

  answer (self, "200 OK", NULL,
          "{\"partialSuccess\":{\"rejectedSpans\":\"1\",\"errorMessage\":\"too\\nold\"}}");
  make_exporter (self, NULL, FALSE);
  add_span (self, 1);
  close_exporter (self, ENDED_US);
  warning = get_warning (self);
  g_assert_nonnull (strstr (warning, "too\\nold"));
}

static void
test_away (Fixture *self, gconstpointer data)
{
  g_autofree char *warning = NULL;
  const gint64 begun_us = g_get_monotonic_time ();

  make_exporter (self, "http://127.0.0.1:1", FALSE);
  for (guint i = 1; i <= 2 * TROUPE_OTLP_BATCH; i++)
    add_span (self, i);
  close_exporter (self, ENDED_US);
  warning = get_warning (self);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, ENDED_US / 2);
  g_assert_nonnull (strstr (warning, "127.0.0.1:1"));
  assert_counts (self, 0, 2 * TROUPE_OTLP_BATCH);
}

/* If a server never replies, adding spans does not block, the size of the queue is limited, and
 * closing respects its timeout. */
static void
test_silent (Fixture *self, gconstpointer data)
{
  g_autofree char *warning = NULL;
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  const guint n = 4 * TROUPE_OTLP_QUEUE;
  guint64 n_lost;
  gint64 begun_us;

  fake_server_add (self->server, g_strdup (""), 0, 0, FAKE_END_HOLD);
  make_exporter (self, NULL, FALSE);
  for (guint i = 1; i <= n; i++)
    add_span (self, i);
  troupe_otlp_exporter_count (self->exporter, NULL, &n_lost);
  g_assert_cmpuint (n_lost, >=, n - TROUPE_OTLP_QUEUE - TROUPE_OTLP_BATCH);
  g_assert_false (troupe_otlp_exporter_has_room (self->exporter));
  g_assert_null (troupe_otlp_follower_new (self->exporter, bus, "x"));
  begun_us = g_get_monotonic_time ();
  close_exporter (self, G_USEC_PER_SEC / 2);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, TEST_WAIT_US);
  warning = get_warning (self);
  g_assert_cmpstr (warning, !=, "");
  add_span (self, n + 1);
}

/* Spans are sent after one second without closing the exporter. */
static void
test_by_itself (Fixture *self, gconstpointer data)
{
  const gint64 deadline_us = g_get_monotonic_time () + ENDED_US;
  guint64 n_sent = 0;

  answer (self, "200 OK", NULL, "{}");
  make_exporter (self, NULL, FALSE);
  add_span (self, 1);
  add_span (self, 2);
  while (n_sent < 2 && g_get_monotonic_time () < deadline_us)
    {
      g_main_context_iteration (NULL, FALSE);
      g_thread_yield ();
      troupe_otlp_exporter_count (self->exporter, &n_sent, NULL);
    }
  assert_counts (self, 2, 0);
  g_assert_cmpuint (fake_server_get_n_requests (self->server), ==, 1);
}

#define ADD(name, func) g_test_add ("/otlp/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("shape", test_shape);
  ADD ("content", test_content);
  ADD ("calls", test_calls);
  ADD ("cut-off", test_cut_off);
  ADD ("busy", test_busy);
  ADD ("busy-too-long", test_busy_too_long);
  ADD ("refused", test_refused);
  ADD ("partly", test_partly);
  ADD ("away", test_away);
  ADD ("silent", test_silent);
  ADD ("by-itself", test_by_itself);
  return g_test_run ();
}
