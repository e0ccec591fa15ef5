/* troupe-agent-crew-plan.c: asks a model for a plan for each task of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-crew-plan"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-reply.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"
#include "troupe-llm-gate.h"

/* CrewAI's names. */
#define PLANNER_ROLE "Task Execution Planner"
#define PLANNER_MODEL "gpt-5.4-mini"
#define PLANS_NAME "PlannerTaskPydanticOutput"

/* @bus: (nullable); @usage: usage of the planner */
typedef struct
{
  guint n_tasks;
  TroupeLlmClient *client;
  TroupeLlmUsage usage;
  TroupeEventBus *bus;
  TroupeScope *scope;
} Planning;

static void
planning_free (gpointer data)
{
  Planning *planning = data;

  g_clear_object (&planning->client);
  g_clear_pointer (&planning->bus, troupe_event_bus_unref);
  g_clear_pointer (&planning->scope, troupe_scope_unref);
  g_free (planning);
}

/* --- Events ---------------------------------------------------------------------------------- */

/* @output, @error: (nullable) */
static void
tell (Planning *planning, TroupeEventType type, const char *output, const GError *error)
{
  TroupeMapBuilder fields;

  g_assert (planning != NULL);

  if (!troupe_agent_events_are_watched (planning->bus))
    return;
  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "task_name", PLANNER_ROLE);
  troupe_agent_events_add_text (&fields, "output", output);
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "provider", error);
  troupe_agent_events_emit (planning->bus, type, planning->scope, &fields);
}

/* --- Requests --------------------------------------------------------------------------------- */

/* (transfer full) */
static char *
describe_tasks (const TroupeAgentPlannedTask *tasks, guint n_tasks)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < n_tasks; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i + 1);
      g_autofree char *tools = tasks[i].tools != NULL && tasks[i].tools[0] != NULL
                                   ? g_strjoinv ("; ", (char **) tasks[i].tools)
                                   : g_strdup ("none");
      g_autofree char *one =
          troupe_prompt_fill (TROUPE_PROMPT_PLANNER_TASK, "number", number, "description",
                              tasks[i].description, "expected_output",
                              tasks[i].expected_output != NULL ? tasks[i].expected_output : "",
                              "role", tasks[i].role != NULL ? tasks[i].role : "", "goal",
                              tasks[i].goal != NULL ? tasks[i].goal : "", "tools", tools, NULL);

      g_string_append_printf (lines, "%s\n", one);
    }

  return troupe_prompt_fill (TROUPE_PROMPT_PLANNER, "tasks", lines->str, NULL);
}

/* --- Results ---------------------------------------------------------------------------------- */

static void
planned_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Planning *planning = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) answer = troupe_agent_execute_finish (result, &error);
  TroupeValue *raw = NULL;
  TroupeValue *list;
  GPtrArray *plans;

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_llm_client_report_usage (planning->client, &planning->usage);
  if (answer == NULL)
    {
      tell (planning, TROUPE_EVENT_TASK_FAILED, NULL, error);
      g_task_return_error (task, error);
      return;
    }
  raw = troupe_value_get_member (answer, "raw");
  tell (planning, TROUPE_EVENT_TASK_FINISHED, troupe_value_get_string (raw, NULL), NULL);
  /* A plan for each task, or "" for a task without a plan. */
  list = troupe_value_get_member (troupe_value_get_member (answer, "pydantic"),
                                  "list_of_plans_per_task");
  plans = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < planning->n_tasks; i++)
    g_ptr_array_add (plans, g_strdup (""));
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *one = troupe_value_list_get (list, i);
      gint64 number = troupe_value_get_integer (troupe_value_get_member (one, "task_number"));
      const char *plan = troupe_value_get_string (troupe_value_get_member (one, "plan"), NULL);

      if (number < 1 || number > (gint64) planning->n_tasks)
        continue;
      g_free (plans->pdata[number - 1]);
      plans->pdata[number - 1] = g_strdup (plan);
    }
  g_task_return_pointer (task, plans, (GDestroyNotify) g_ptr_array_unref);
}

void
troupe_agent_plan_tasks_async (TroupeValue *model,
                               const TroupeAgentPlannedTask *tasks,
                               guint n_tasks,
                               const TroupeAgentContext *call,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeAgentDefinition) planner = NULL;
  g_autofree char *text = g_strdup_printf (
      "{\"title\":\"" PLANS_NAME "\",\"type\":\"object\",\"properties\":{"
      "\"list_of_plans_per_task\":{\"type\":\"array\",\"items\":{\"title\":\"PlanPerTask\","
      "\"type\":\"object\",\"properties\":{\"task_number\":{\"type\":\"integer\",\"minimum\":1},"
      "\"task\":{\"type\":\"string\"},\"plan\":{\"type\":\"string\",\"description\":\"%s\"}},"
      "\"required\":[\"task_number\",\"task\",\"plan\"]}}},"
      "\"required\":[\"list_of_plans_per_task\"]}",
      troupe_prompt_get (TROUPE_PROMPT_PLANNER_STEPS));
  g_autoptr (TroupeValue) form = troupe_value_from_json (text, -1, NULL);
  g_autofree char *description = NULL;
  TroupeAgentTask work = { 0 };
  TroupeAgentContext inner;
  Planning *planning = NULL;
  GError *error = NULL;
  g_autoptr (TroupeValue) fields = NULL;
  TroupeMapBuilder builder;

  g_return_if_fail (tasks != NULL || n_tasks == 0);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->run->client));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_plan_tasks_async);
  troupe_map_builder_init (&builder);
  troupe_agent_events_add_text (&builder, "role", PLANNER_ROLE);
  troupe_agent_events_add_text (&builder, "goal", troupe_prompt_get (TROUPE_PROMPT_PLANNER_GOAL));
  troupe_agent_events_add_text (&builder, "backstory",
                                troupe_prompt_get (TROUPE_PROMPT_PLANNER_BACKSTORY));
  troupe_map_builder_add (&builder, "llm",
                          model != NULL && !troupe_value_is (model, TROUPE_VALUE_NULL)
                              ? troupe_value_ref (model)
                              : troupe_value_new_string (PLANNER_MODEL, -1));
  fields = troupe_map_builder_end (&builder);
  planner = troupe_agent_definition_new (fields, &error);
  if (planner == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  planning = g_new0 (Planning, 1);
  planning->n_tasks = n_tasks;
  planning->bus = call->run->bus != NULL ? troupe_event_bus_ref (call->run->bus) : NULL;
  planning->scope = troupe_scope_new (TROUPE_SCOPE_TASK, call->scope, call->path, PLANNER_ROLE);
  g_task_set_task_data (task, planning, planning_free);

  description = describe_tasks (tasks, n_tasks);
  work.title = PLANNER_ROLE;
  work.description = description;
  work.expected_output = troupe_prompt_get (TROUPE_PROMPT_PLANNER_EXPECTED_OUTPUT);
  work.shown_schema = form;
  work.schema = form;
  work.schema_name = PLANS_NAME;
  planning->client = g_object_ref (call->run->client);
  inner = *call;
  inner.scope = planning->scope;
  inner.tools = NULL;
  inner.step_func = NULL;
  inner.validate_func = NULL;
  /* The usage is not counted for the crew, as in CrewAI. */
  inner.usage = &planning->usage;
  tell (planning, TROUPE_EVENT_TASK_STARTED, NULL, NULL);
  troupe_agent_execute_async (planner, &work, &inner, cancellable, planned_cb,
                              g_steal_pointer (&task));
}

GPtrArray *
troupe_agent_plan_tasks_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
