/* agent-fixture.c: fixture for agent tests: scripted tools and a fake model server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "agent-fixture.h"

/* --- Test tool -------------------------------------------------------------------------------- */

struct _TestTool
{
  TroupeTool parent_instance;

  TestToolDeed deed;
  guint n_calls;
  guint n_under_way;
  guint widest;
};

G_DEFINE_FINAL_TYPE (TestTool, test_tool, TROUPE_TYPE_TOOL)

/* Calls that never finish; released when the test is freed. */
static GPtrArray *hanging; /* (element-type TroupeToolCall) */

static void
end_call (TestTool *self, TroupeToolCall *call)
{
  g_autofree char *text = troupe_value_to_json (troupe_tool_call_get_arguments (call), 0);

  self->n_under_way--;
  troupe_tool_call_end (call, troupe_value_take_string (g_strconcat ("said ", text, NULL), -1));
}

static gboolean
waited_cb (gpointer user_data)
{
  TroupeToolCall *call = user_data;

  end_call (TEST_TOOL (troupe_tool_call_get_tool (call)), call);
  return G_SOURCE_REMOVE;
}

static void
forget_cb (gpointer user_data)
{
  troupe_tool_call_unref (user_data);
}

static void
test_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TestTool *self = TEST_TOOL (tool);

  self->n_calls++;
  self->n_under_way++;
  self->widest = MAX (self->widest, self->n_under_way);
  switch (self->deed)
    {
    case TEST_TOOL_SAYS:
      end_call (self, call);
      return;
    case TEST_TOOL_WAITS:
      g_timeout_add_full (G_PRIORITY_DEFAULT, 50, waited_cb, troupe_tool_call_ref (call),
                          forget_cb);
      return;
    case TEST_TOOL_FAILS:
      troupe_tool_call_fail (call, g_error_new_literal (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                                                        "it broke"));
      return;
    case TEST_TOOL_REPORTS:
      troupe_tool_call_fail (call, g_error_new_literal (TROUPE_TOOL_ERROR,
                                                        TROUPE_TOOL_ERROR_REPORTED, "not done"));
      return;
    case TEST_TOOL_FORBIDDEN:
      troupe_tool_call_fail (call, g_error_new_literal (TROUPE_TOOL_ERROR,
                                                        TROUPE_TOOL_ERROR_NOT_PERMITTED,
                                                        "nobody agreed"));
      return;
    case TEST_TOOL_LARGE:
      {
        g_autofree char *text = g_strnfill (17 * 1024 * 1024, 'x');

        troupe_tool_call_end (call, troupe_value_take_string (g_steal_pointer (&text), -1));
        return;
      }
    case TEST_TOOL_HANGS:
    default:
      g_ptr_array_add (hanging, troupe_tool_call_ref (call));
    }
}

static void
test_tool_class_init (TestToolClass *klass)
{
  TROUPE_TOOL_CLASS (klass)->call = test_tool_call;
}

static void
test_tool_init (TestTool *self)
{
}

TestTool *
test_tool_new (const char *name, TestToolDeed deed, const char *schema)
{
  TestTool *self = g_object_new (TEST_TYPE_TOOL, NULL);
  g_autoptr (TroupeValue) value = troupe_value_from_json (schema, -1, NULL);

  g_assert_nonnull (value);
  troupe_tool_set_name (TROUPE_TOOL (self), name);
  troupe_tool_set_description (TROUPE_TOOL (self), "Does what it is told.");
  troupe_tool_set_schema (TROUPE_TOOL (self), value);
  self->deed = deed;
  return self;
}

guint
test_tool_get_n_calls (TestTool *self)
{
  return self->n_calls;
}

guint
test_tool_get_widest (TestTool *self)
{
  return self->widest;
}

/* --- Agent test ------------------------------------------------------------------------------- */

AgentTest *
agent_test_new (void)
{
  AgentTest *self = g_new0 (AgentTest, 1);

  if (hanging == NULL)
    hanging = g_ptr_array_new_with_free_func (forget_cb);
  self->server = fake_server_new ();
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  self->cancellable = g_cancellable_new ();
  return self;
}

void
agent_test_free (AgentTest *self)
{
  g_ptr_array_set_size (hanging, 0);
  fake_server_free (self->server);
  g_ptr_array_unref (self->tools);
  g_ptr_array_unref (self->events);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->run, troupe_run_context_unref);
  g_clear_object (&self->client);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_object_unref (self->cancellable);
  g_free (self);
}

TestTool *
agent_test_add_tool (AgentTest *self, TestTool *tool)
{
  g_ptr_array_add (self->tools, tool);
  return tool;
}

static char *
quote (const char *text)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);

  return troupe_value_to_json (value, 0);
}

static void
reply (AgentTest *self, const char *message, const char *reason)
{
  g_autofree char *body = g_strdup_printf (
      "{\"model\":\"m-1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",%s},"
      "\"finish_reason\":\"%s\"}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,"
      "\"total_tokens\":15}}",
      message, reason);

  fake_server_add (self->server, fake_reply ("200 OK", "application/json", NULL, body), 0, 0,
                   FAKE_END_CLOSE);
}

void
agent_test_say (AgentTest *self, const char *text)
{
  g_autofree char *quoted = quote (text);
  g_autofree char *message = g_strconcat ("\"content\":", quoted, NULL);

  reply (self, message, "stop");
}

void
agent_test_refuse (AgentTest *self, const char *status)
{
  fake_server_add (self->server,
                   fake_reply (status, "application/json", NULL,
                               "{\"error\":{\"message\":\"refused\",\"type\":\"server_error\"}}"),
                   0, 0, FAKE_END_CLOSE);
}

void
agent_test_call (AgentTest *self, const char *name, ...)
{
  g_autoptr (GString) message = g_string_new ("\"content\":\"let me see\",\"tool_calls\":[");
  va_list list;

  va_start (list, name);
  for (guint i = 0; name != NULL; i++, name = va_arg (list, const char *))
    {
      g_autofree char *quoted = quote (va_arg (list, const char *));

      g_string_append_printf (message,
                              "%s{\"id\":\"c%u\",\"type\":\"function\",\"function\":{\"name\":"
                              "\"%s\",\"arguments\":%s}}",
                              i > 0 ? "," : "", i, name, quoted);
    }
  va_end (list);
  g_string_append_c (message, ']');
  reply (self, message->str, "tool_calls");
}

static void
done_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  AgentTest *self = user_data;

  self->result = self->task != NULL ? troupe_agent_execute_finish (result, &self->error)
                                    : troupe_agent_execution_finish (result, &self->error);
  self->is_done = TRUE;
}

static void
note_cb (TroupeEvent *event, gpointer user_data)
{
  g_ptr_array_add (user_data, troupe_event_ref (event));
}

static char *
lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "OPENAI_API_KEY"))
    return g_strdup ("sk-canary-1234");
  if (g_str_equal (name, "OPENAI_BASE_URL"))
    return g_strdup (user_data);
  return NULL;
}

TroupeAgentDefinition *
agent_test_make_agent (AgentTest *self, const char *model, const char *more)
{
  g_autofree char *text = g_strdup_printf (
      "{\"role\":\"Worker\",\"goal\":\"g\",\"backstory\":\"b\",\"llm\":{\"model\":\"%s\","
      "%s\"retry_delay_ms\":1}%s}",
      model, self->streams ? "" : "\"stream\":false,", more);
  g_autoptr (TroupeValue) fields = troupe_value_from_json (text, -1, NULL);
  g_autoptr (GError) error = NULL;
  TroupeAgentDefinition *agent = NULL;

  g_assert_nonnull (fields);
  agent = troupe_agent_definition_new (fields, &error);
  g_assert_no_error (error);
  if (self->client != NULL)
    return agent;
  self->client = troupe_llm_client_new ();
  self->bus = troupe_event_bus_new ();
  troupe_llm_client_set_environment (self->client, lookup_cb,
                                     g_strdup (fake_server_get_url (self->server)), g_free);
  troupe_event_bus_add_sink (self->bus, note_cb, self->events, NULL);
  if (self->recorder != NULL)
    troupe_llm_client_set_recorder (self->client, self->recorder);
  self->run = troupe_run_context_new (
      &(TroupeRunContext){ .client = self->client, .bus = self->bus, .recorder = self->recorder });
  self->tool_context.run = self->run;
  return agent;
}

TroupeAgentContext
agent_test_make_call (AgentTest *self)
{
  return (TroupeAgentContext){ .run = self->run,
                               .path = "methods.a.do",
                               .usage = &self->usage,
                               .tools = self->tools,
                               .shared = self->shared,
                               .policy = self->policy,
                               .step_func = self->step_func,
                               .step_data = self->step_data,
                               .tool_context = self->recorder != NULL ? &self->tool_context : NULL,
                               .streams = self->streams };
}

void
agent_test_begin (AgentTest *self, const char *model, const char *more)
{
  g_autoptr (TroupeAgentDefinition) agent = agent_test_make_agent (self, model, more);
  g_autoptr (TroupeValue) input = troupe_value_new_string ("Say it", -1);
  TroupeAgentContext call = agent_test_make_call (self);

  if (self->task != NULL)
    troupe_agent_execute_async (agent, self->task, &call, self->cancellable, done_cb, self);
  else
    troupe_agent_execution_async (agent, input, &call, self->cancellable, done_cb, self);
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
agent_test_wait_for (gboolean *is_done)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;
  guint tick = g_timeout_add (5, tick_cb, NULL);

  while (!*is_done)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (tick);
}

void
agent_test_wait (AgentTest *self)
{
  agent_test_wait_for (&self->is_done);
}

void
agent_test_run (AgentTest *self, const char *more)
{
  agent_test_begin (self, "openai/gpt-x", more);
  agent_test_wait (self);
}

char *
agent_test_get (AgentTest *self, const char *key)
{
  TroupeValue *value = NULL;

  g_assert_no_error (self->error);
  value = troupe_value_map_lookup_string (self->result, key, -1);
  g_assert_nonnull (value);
  return g_strdelimit (troupe_value_to_json (value, 0), "\"", '\'');
}

static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : "-";
}

char *
agent_test_get_message (AgentTest *self, int index)
{
  TroupeValue *messages = NULL;
  TroupeValue *message = NULL;
  int n_messages;

  g_assert_no_error (self->error);
  messages = troupe_value_map_lookup_string (self->result, "messages", -1);
  n_messages = (int) troupe_value_list_get_length (messages);
  if (index < 0)
    index += n_messages;
  g_assert_cmpint (index, <, n_messages);
  message = troupe_value_list_get (messages, (gsize) index);
  return g_strdup_printf ("%s: %s", get_text (message, "role"), get_text (message, "content"));
}

TroupeValue *
agent_test_get_request (AgentTest *self, guint index)
{
  g_autofree char *text = fake_server_get_request (self->server, index);
  const char *body = strstr (text, "\r\n\r\n");
  TroupeValue *value = troupe_value_from_json (body + 4, -1, NULL);

  g_assert_nonnull (value);
  return value;
}

char *
agent_test_get_sent (AgentTest *self, guint index, const char *key)
{
  g_autoptr (TroupeValue) body = agent_test_get_request (self, index);
  TroupeValue *value = troupe_value_map_lookup_string (body, key, -1);

  return value != NULL ? g_strdelimit (troupe_value_to_json (value, 0), "\"", '\'')
                       : g_strdup ("-");
}

char *
agent_test_list_events (AgentTest *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (self->events, i);
      gboolean has_role = troupe_value_map_lookup_string (event->fields, "agent_role", -1) != NULL;

      g_string_append_printf (out, "%s%s%s", i > 0 ? " " : "",
                              troupe_event_type_get_name (event->type), has_role ? "" : "!");
    }
  return g_string_free (out, FALSE);
}

char *
agent_test_list_tool_events (AgentTest *self)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (self->events, i);
      const char *name = troupe_event_type_get_name (event->type);

      if (!g_str_has_prefix (name, "tool_"))
        continue;
      g_string_append_printf (out, "%s%s(%s)", out->len > 0 ? " " : "", name + strlen ("tool_"),
                              get_text (event->fields, "tool_name"));
    }
  return g_string_free (out, FALSE);
}
