/* test-trace-cost.c: tokens, time and cost of a run by method, agent, tool and model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-trace-cost.h"

#define START G_GINT64_CONSTANT (1577836800000000)

/* A handwritten run. */
typedef struct
{
  TroupeTrace *trace;
  guint64 sequence;
  gint64 now; /* milliseconds */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->trace = troupe_trace_new ();
  troupe_trace_begin (self->trace, START);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->trace);
}

/* @fields: JSON with ' for ". */
static void
tell (Fixture *self, TroupeEventType type, TroupeScope *scope, const char *fields)
{
  g_autofree char *json = g_strdelimit (g_strdup (fields), "'", '"');
  g_autoptr (TroupeEvent) event =
      troupe_event_new (type, scope, troupe_value_from_json (json, -1, NULL));

  event->sequence = ++self->sequence;
  event->time_us = START + self->now * 1000;
  troupe_trace_add_event (self->trace, event);
}

/* Opens a scope whose id is the number of its start event. (transfer full) */
static TroupeScope *
open_scope (Fixture *self, TroupeEventType type, TroupeScope *parent, const char *name)
{
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (type);
  TroupeScope *scope = troupe_scope_new_stored (info->kind, self->sequence + 1, parent, NULL, name);

  tell (self, type, scope, "{}");

  return scope;
}

/* Adds a call of 100 milliseconds. @cost: field of the event, or "" if the price is unknown */
static void
call (Fixture *self, TroupeScope *parent, const char *model, guint tokens, const char *cost)
{
  g_autoptr (TroupeScope) scope = open_scope (self, TROUPE_EVENT_LLM_CALL_STARTED, parent, model);
  g_autofree char *fields = g_strdup_printf (
      "{'usage': {'prompt_tokens': %u, 'completion_tokens': 1, 'cached_prompt_tokens': 2}%s}",
      tokens, cost);

  self->now += 100;
  tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, scope, fields);
}

/* Adds two methods. The agent of the first method delegates to another agent. */
static void
tell_run (Fixture *self)
{
  g_autoptr (TroupeScope) write = open_scope (self, TROUPE_EVENT_METHOD_STARTED, NULL, "write");
  g_autoptr (TroupeScope) editor = open_scope (self, TROUPE_EVENT_AGENT_STARTED, write, "Editor");
  g_autoptr (TroupeScope) tool = NULL;
  g_autoptr (TroupeScope) writer = NULL;
  g_autoptr (TroupeScope) other = NULL;

  call (self, editor, "big", 10, ", 'cost': 0.5");
  tool = open_scope (self, TROUPE_EVENT_TOOL_STARTED, editor, "delegate");
  writer = open_scope (self, TROUPE_EVENT_AGENT_STARTED, tool, "Writer");
  call (self, writer, "small", 20, ", 'cost': 0.25");
  tell (self, TROUPE_EVENT_AGENT_FINISHED, writer, "{}");
  tell (self, TROUPE_EVENT_TOOL_FINISHED, tool, "{}");
  call (self, editor, "big", 30, ", 'cost': 1");
  tell (self, TROUPE_EVENT_AGENT_FINISHED, editor, "{}");
  tell (self, TROUPE_EVENT_METHOD_FINISHED, write, "{}");
  other = open_scope (self, TROUPE_EVENT_METHOD_STARTED, NULL, "other");
  call (self, other, "strange", 5, "");
  tell (self, TROUPE_EVENT_METHOD_FINISHED, other, "{}");
}

/* Writes a row with its name, calls, input, cached and output tokens, milliseconds,
 * micro-dollars and unpriced calls. Its child rows follow in parentheses. */
static void
dump (GPtrArray *rows, GString *text)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const TroupeTraceCost *row = g_ptr_array_index (rows, i);

      if (i > 0)
        g_string_append (text, ", ");
      g_string_append_printf (text, "%s %u %d %d %d %d %d %u", row->name != NULL ? row->name : "-",
                              row->n_calls, (int) row->prompt_tokens,
                              (int) row->cached_prompt_tokens, (int) row->completion_tokens,
                              (int) (row->time_us / 1000), (int) row->micro_dollars,
                              row->n_unpriced);
      if (row->parts->len > 0)
        {
          g_string_append (text, " (");
          dump (row->parts, text);
          g_string_append (text, ")");
        }
    }
}

static void
check (Fixture *self, TroupeCostKind kind, const char *expected)
{
  g_autoptr (GPtrArray) rows = troupe_trace_list_costs (self->trace, kind);
  GString *text = g_string_new (NULL);
  g_autofree char *found = NULL;

  dump (rows, text);
  found = g_string_free (text, FALSE);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_methods (Fixture *self, gconstpointer data)
{
  tell_run (self);
  check (self, TROUPE_COST_METHOD,
         "write 3 60 6 3 300 1750000 0 (big 2 40 4 2 200 1500000 0, small 1 20 2 1 100 250000 0), "
         "other 1 5 2 1 100 0 1 (strange 1 5 2 1 100 0 1)");
}

static void
test_agents (Fixture *self, gconstpointer data)
{
  tell_run (self);
  check (self, TROUPE_COST_AGENT,
         "Editor 2 40 4 2 300 1500000 0 (big 2 40 4 2 200 1500000 0), "
         "Writer 1 20 2 1 100 250000 0 (small 1 20 2 1 100 250000 0), "
         "- 1 5 2 1 0 0 1 (strange 1 5 2 1 100 0 1)");
}

/* A call that prepares the work of an agent, such as a query of its knowledge, counts as its call. */
static void
test_prepared (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) task = open_scope (self, TROUPE_EVENT_TASK_STARTED, NULL, "t");
  g_autoptr (TroupeScope) search = NULL;
  g_autoptr (TroupeScope) agent = NULL;

  search = troupe_scope_new_stored (TROUPE_SCOPE_MEMORY, self->sequence + 1, task, NULL, NULL);
  tell (self, TROUPE_EVENT_RETRIEVAL_STARTED, search, "{'agent_role':'Editor'}");
  call (self, search, "big", 10, ", 'cost': 0.5");
  agent = open_scope (self, TROUPE_EVENT_AGENT_STARTED, task, "Editor");
  call (self, agent, "big", 30, ", 'cost': 1");
  check (self, TROUPE_COST_AGENT, "Editor 2 40 4 2 0 1500000 0 (big 2 40 4 2 200 1500000 0)");
}

static void
test_models (Fixture *self, gconstpointer data)
{
  tell_run (self);
  check (self, TROUPE_COST_MODEL,
         "big 2 40 4 2 200 1500000 0 (Editor 2 40 4 2 200 1500000 0), "
         "small 1 20 2 1 100 250000 0 (Writer 1 20 2 1 100 250000 0), "
         "strange 1 5 2 1 100 0 1 (- 1 5 2 1 100 0 1)");
}

/* A tool counts its own calls, but its tokens include the model calls made for it. */
static void
test_tools (Fixture *self, gconstpointer data)
{
  tell_run (self);
  check (self, TROUPE_COST_TOOL, "delegate 1 20 2 1 100 250000 0 (small 1 20 2 1 100 250000 0)");
}

/* A running call is counted, but has no tokens and no time. */
static void
test_under_way (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) method = open_scope (self, TROUPE_EVENT_METHOD_STARTED, NULL, "m");
  g_autoptr (TroupeScope) asked = open_scope (self, TROUPE_EVENT_LLM_CALL_STARTED, method, "big");

  check (self, TROUPE_COST_METHOD, "m 1 0 0 0 0 0 0 (big 1 0 0 0 0 0 0)");
  check (self, TROUPE_COST_TOOL, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/trace-cost/methods", test_methods);
  ADD ("/trace-cost/agents", test_agents);
  ADD ("/trace-cost/prepared", test_prepared);
  ADD ("/trace-cost/models", test_models);
  ADD ("/trace-cost/tools", test_tools);
  ADD ("/trace-cost/under-way", test_under_way);
#undef ADD

  return g_test_run ();
}
