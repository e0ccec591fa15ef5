/* troupe-crew-plan.c: additions to the task descriptions: conversation and plan
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-plan"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-error.h"
#include "troupe-wait-durable.h"
#include "troupe-crew-runner-private.h"

/* --- Conversation ----------------------------------------------------------------------------- */

void
troupe_crew_runner_add_conversation (TroupeCrewRunner *self)
{
  const char *given = troupe_value_get_member_text (self->inputs, "crew_chat_messages");
  g_autofree char *lines = NULL;

  if (given != NULL)
    {
      g_autoptr (TroupeValue) list = NULL;
      g_autoptr (GString) conversation_lines = NULL;

      /* Formats the messages as lines like `User: …`. */
      list = troupe_value_from_json (given, -1, NULL);
      conversation_lines = g_string_new (NULL);
      if (list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST))
        {
          for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
            {
              TroupeValue *message = troupe_value_list_get (list, i);
              const char *role = troupe_value_get_member_text (message, "role");
              const char *content = troupe_value_get_member_text (message, "content");

              if (role == NULL || content == NULL)
                continue;
              g_string_append (conversation_lines, conversation_lines->len > 0 ? "\n" : "");
              if (*role != '\0')
                g_string_append_c (conversation_lines, g_ascii_toupper (*role));
              g_string_append_printf (conversation_lines, "%s: %s", *role != '\0' ? role + 1 : "",
                                      content);
            }
          lines = g_string_free (g_steal_pointer (&conversation_lines), FALSE);
        }
    }
  for (guint i = 0; lines != NULL && i < self->crew->n_tasks; i++)
    {
      g_autofree char *before = self->descriptions[i];

      self->descriptions[i] =
          g_strdup_printf ("%s\n\n%s\n\n%s", before, troupe_agent_get_conversation_intro (), lines);
    }
}

/* --- Plan ------------------------------------------------------------------------------------- */

/* @tasks: the tasks as shown to the planner; @tools: lines that describe their tools; @all:
 *   (element-type TroupeTool): tools that must be described first; @described: number of
 *   described tools */
typedef struct
{
  TroupeCrewRunner *runner;
  void (*func) (TroupeCrewRunner *runner);
  TroupeLlmUsage usage;
  TroupeAgentPlannedTask *tasks;
  GPtrArray *tools; /* (element-type GStrv) */
  GPtrArray *all;
  guint described;
} Planning;

/* @plans: a list of strings */
static void
add_plans (TroupeCrewRunner *self, TroupeValue *plans)
{
  g_assert (self != NULL);

  for (gsize i = 0; i < MIN (self->crew->n_tasks, troupe_value_list_get_length (plans)); i++)
    {
      TroupeValue *plan = troupe_value_list_get (plans, i);
      g_autofree char *before = self->descriptions[i];

      /* The plan is appended without a separator, as in CrewAI. */
      self->descriptions[i] = g_strconcat (
          before,
          troupe_value_is (plan, TROUPE_VALUE_STRING) ? troupe_value_get_string (plan, NULL) : "",
          NULL);
    }
}

static void
durable_cb (gpointer user_data)
{
  Planning *planning = user_data;

  TROUPE_CRASH_POINT ("crew-plan-durable");
  planning->func (planning->runner);
  g_free (planning->tasks);
  g_ptr_array_unref (planning->tools);
  g_ptr_array_unref (planning->all);
  g_free (planning);
}

static void
planned_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Planning *planning = user_data;
  TroupeCrewRunner *self = planning->runner;
  GError *error = NULL;
  g_autoptr (GPtrArray) plans = troupe_agent_plan_tasks_finish (result, &error);
  g_autoptr (TroupeValue) list = NULL;
  g_autofree TroupeValue **items = NULL;
  TroupeStoreTicket *ticket = NULL;

  /* CrewAI does not count the planner's tokens, but the run does, because they have to be paid. */
  if (self->around.usage != NULL)
    troupe_llm_usage_add (self->around.usage, &planning->usage);
  if (plans == NULL)
    {
      self->error = troupe_crew_error_take (error, &self->is_temporary);
      self->error_path = g_strdup ("planning");
      durable_cb (planning);
      return;
    }
  items = g_new (TroupeValue *, plans->len + 1);
  for (guint i = 0; i < plans->len; i++)
    items[i] = troupe_value_new_string (g_ptr_array_index (plans, i), -1);
  list = troupe_value_new_list (items, plans->len);
  add_plans (self, list);
  if (self->around.keep != NULL)
    ticket = self->around.keep (TROUPE_CREW_PART_PLANS, NULL, list, self->around.user_data);
  TROUPE_CRASH_POINT ("crew-planned");
  troupe_crew_wait_durable (ticket, self->context, self->around.run->recorder, self->cancellable,
                            durable_cb, planning);
}

/* Adds lines such as `name: description`, each of them once. @tools: (nullable) */
static void
add_tools (GPtrArray *lines, GPtrArray *tools)
{
  for (guint i = 0; tools != NULL && i < tools->len; i++)
    {
      TroupeTool *tool = g_ptr_array_index (tools, i);
      g_autofree char *line = g_strdup_printf ("%s: %s", troupe_tool_get_name (tool),
                                               troupe_tool_get_description (tool));

      if (!g_ptr_array_find_with_equal_func (lines, line, g_str_equal, NULL))
        g_ptr_array_add (lines, g_steal_pointer (&line));
    }
}

static void
ask (Planning *planning)
{
  TroupeCrewRunner *self = planning->runner;
  TroupeValue *model = troupe_value_map_lookup_string (self->crew->fields, "planning_llm", -1);
  TroupeToolContext context;
  TroupeAgentContext call;

  g_assert (self != NULL);

  for (guint i = 0; i < self->crew->n_tasks; i++)
    {
      TroupeCrewRunner *runner = planning->runner;
      const TroupeCrewTask *task = &runner->crew->tasks[i];
      TroupeAgentPlannedTask *shown = &planning->tasks[i];
      g_autoptr (GPtrArray) lines = g_ptr_array_new ();

      shown->description = runner->descriptions[i];
      shown->expected_output = task->expected_output;
      shown->role = task->agent >= 0 ? runner->crew->agents[task->agent].role : "None";
      shown->goal = task->agent >= 0 ? runner->crew->agents[task->agent].goal : "None";
      add_tools (lines, troupe_crew_runner_get_task_tools (runner, i, NULL));
      if (task->agent >= 0)
        add_tools (lines, troupe_crew_runner_get_agent_tools (
                              runner, &runner->crew->agents[task->agent], NULL));
      g_ptr_array_add (lines, NULL);
      shown->tools = (const char *const *) lines->pdata;
      g_ptr_array_add (planning->tools, g_ptr_array_free (g_steal_pointer (&lines), FALSE));
    }
  troupe_crew_runner_fill_call (self, self->scope, &planning->usage, self->crew->name, &context,
                                &call);
  if (model != NULL && troupe_value_is (model, TROUPE_VALUE_NULL))
    model = NULL;
  troupe_agent_plan_tasks_async (model, planning->tasks, self->crew->n_tasks, &call,
                                 self->cancellable, planned_cb, planning);
}

static void describe_next (Planning *planning);

/* An error is ignored at this point, because the task that uses the tool reports it. */
static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!troupe_tool_describe_finish (TROUPE_TOOL (source), result, &error))
    g_debug ("A tool could not be described: %s %d", g_quark_to_string (error->domain),
             error->code);
  describe_next (user_data);
}

static void
describe_next (Planning *planning)
{
  TroupeCrewRunner *self = planning->runner;
  TroupeToolContext context;
  TroupeAgentContext call;

  g_assert (self != NULL);

  if (planning->described == planning->all->len)
    {
      ask (planning);
      return;
    }
  troupe_crew_runner_fill_call (self, self->scope, &planning->usage, self->crew->name, &context,
                                &call);
  troupe_tool_describe_async (g_ptr_array_index (planning->all, planning->described++), &context,
                              self->cancellable, described_cb, planning);
}

/* @tools: (nullable) */
static void
list_tools (Planning *planning, GPtrArray *tools)
{
  g_assert (planning != NULL);

  for (guint i = 0; tools != NULL && i < tools->len; i++)
    if (!g_ptr_array_find (planning->all, g_ptr_array_index (tools, i), NULL))
      g_ptr_array_add (planning->all, g_object_ref (g_ptr_array_index (tools, i)));
}

void
troupe_crew_runner_plan (TroupeCrewRunner *self, void (*func) (TroupeCrewRunner *self))
{
  TroupeCrew *crew = self->crew;
  TroupeValue *kept = NULL;
  Planning *planning = NULL;

  if (!troupe_crew_get_flag (crew->fields, "planning"))
    {
      func (self);
      return;
    }
  if (self->around.find != NULL)
    kept = self->around.find (TROUPE_CREW_PART_PLANS, self->around.user_data);
  if (kept != NULL && troupe_value_is (kept, TROUPE_VALUE_LIST))
    {
      add_plans (self, kept);
      func (self);
      return;
    }
  planning = g_new0 (Planning, 1);
  planning->runner = self;
  planning->func = func;
  planning->tasks = g_new0 (TroupeAgentPlannedTask, crew->n_tasks + 1);
  planning->tools = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  planning->all = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < crew->n_tasks; i++)
    {
      const int agent = crew->tasks[i].agent;

      list_tools (planning, troupe_crew_runner_get_task_tools (self, i, NULL));
      if (agent >= 0)
        list_tools (planning,
                    troupe_crew_runner_get_agent_tools (self, &crew->agents[agent], NULL));
    }
  describe_next (planning);
}
