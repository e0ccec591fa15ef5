/* troupe-crew-task-override.c: tasks whose Python class overrides the execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-override"

#include "config.h"

#include "troupe-wait-durable.h"
#include "troupe-crew-error.h"
#include "troupe-python-objects.h"
#include "troupe-crew-method.h"
#include "troupe-crew-output.h"
#include "troupe-crew-task-override.h"
#include "troupe-crew-tasks.h"
#include "troupe-crew-executor.h"

/* @usage: usage of all executions that the method has requested; @beside: usage that no task run
 *   has counted; @output: (nullable): last output of the default execution; @asking: (nullable):
 *   the method's request that is being processed; @end: result of the task */
typedef struct
{
  TroupeCrewRunner *runner;
  guint index;
  char *context;
  TroupeCrewTaskRun **place;
  TroupeLlmUsage usage;
  TroupeLlmUsage beside;
  TroupeValue *output;
  TroupePythonObjectCall *asking;
  TroupeCrewTaskEnd end;
} Own;

static const TroupeCrewTask *
get_task (const Own *own)
{
  return &troupe_crew_runner_get_crew (own->runner)->tasks[own->index];
}

static int
get_agent (const Own *own)
{
  return troupe_crew_runner_is_managed (own->runner) ? -1 : get_task (own)->agent;
}

/* --- Ending ----------------------------------------------------------------------------------- */

static void
end (Own *own)
{
  TroupeCrewRunner *runner = own->runner;
  const guint index = own->index;
  TroupeCrewTaskEnd end = own->end;

  g_clear_pointer (&own->output, troupe_value_unref);
  g_free (own->context);
  g_free (own);
  troupe_crew_tasks_ended (troupe_crew_runner_get_tasks (runner), index, &end);
}

static void
durable_cb (gpointer user_data)
{
  end (user_data);
}

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Own *own = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_python_objects_call_finish (result, &error);
  TroupeLlmUsage all = own->usage;
  TroupeStoreTicket *ticket = NULL;
  TroupeValue *output_said;
  static const char *const keys[] = { "summary", "raw",         "json_dict",      "agent",
                                      "name",    "description", "expected_output" };
  gboolean is_all;
  TroupeValue *output;

  g_assert (own != NULL);

  if (said == NULL)
    {
      troupe_crew_runner_add_usage (own->runner, &own->beside, TRUE);
      own->end.is_abrupt = g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT);
      own->end.error = troupe_crew_error_take (error, &own->end.is_temporary);
      own->end.error_path = g_strdup (get_task (own)->path);
      end (own);
      return;
    }
  troupe_crew_runner_add_usage (own->runner, &own->beside, TRUE);
  troupe_llm_usage_add (&all, &own->beside);
  /* Overlays the default output with the fields returned by the method. If there is no default
   * output, an empty one is used. */
  output_said = troupe_value_get_member (said, "output");
  is_all = own->output == NULL;
  output = own->output != NULL
               ? troupe_value_ref (own->output)
               : troupe_crew_output_new (
                     get_task (own), troupe_crew_runner_get_description (own->runner, own->index),
                     troupe_crew_runner_get_role (own->runner, own->index), "", NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      TroupeValue *value = troupe_value_get_member (output_said, keys[i]);
      g_autoptr (TroupeValue) none = troupe_value_new_null ();
      g_autoptr (TroupeValue) before = output;

      if (value == NULL)
        value = none;
      /* An output created by the method contains exactly the returned fields. */
      output = (is_all && i > 0) || !troupe_value_is (value, TROUPE_VALUE_NULL)
                   ? troupe_value_map_with (before, keys[i], value)
                   : troupe_value_ref (before);
    }
  own->end.output = output;
  ticket = troupe_crew_task_run_keep (own->runner, own->index, own->end.output, &all);
  if (!get_task (own)->is_async)
    troupe_crew_runner_log (own->runner, own->index, troupe_crew_output_get_raw (own->end.output));
  troupe_crew_wait_durable (ticket, troupe_crew_runner_get_context (own->runner),
                            troupe_crew_runner_get_around (own->runner)->run->recorder,
                            troupe_crew_runner_get_cancellable (own->runner), durable_cb, own);
}

/* --- Default execution ------------------------------------------------------------------------ */

static void
ran_cb (TroupeCrewTaskEnd *run, const TroupeLlmUsage *usage, gpointer user_data)
{
  Own *own = user_data;
  TroupePythonObjectCall *asking = g_steal_pointer (&own->asking);
  TroupeMapBuilder builder;

  g_assert (asking != NULL);

  troupe_llm_usage_add (&own->usage, usage);
  g_clear_pointer (&run->error_path, g_free);
  if (run->error != NULL)
    {
      troupe_python_object_call_answer (asking, NULL, g_steal_pointer (&run->error));
      return;
    }
  g_clear_pointer (&own->output, troupe_value_unref);
  own->output = g_steal_pointer (&run->output);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "output", troupe_value_ref (own->output));
  troupe_python_object_call_answer (asking, troupe_map_builder_end (&builder), NULL);
}

static void
run_asked (Own *own, TroupeValue *asks)
{
  const char *context = troupe_value_get_member_text (asks, "context");
  const char *description =
      troupe_value_get_member_text (troupe_value_get_member (asks, "facts"), "description");
  const TroupeCrewTaskInner inner = {
    .description =
        g_strcmp0 (description, troupe_crew_runner_get_description (own->runner, own->index)) != 0
            ? description
            : NULL,
    .tools = troupe_value_get_member (asks, "tools"),
    .ended = ran_cb,
    .user_data = own,
  };

  g_assert (own->asking != NULL);

  troupe_crew_task_run_begin (own->runner, own->index, context != NULL ? context : "", own->place,
                              &inner);
}

static void
ask_cb (TroupeValue *asks, TroupePythonObjectCall *call, gpointer user_data)
{
  Own *own = user_data;
  const TroupeCrewTask *task = get_task (own);
  const TroupeCrewExecution work = { own->runner, get_agent (own), own->index, TRUE };
  const TroupeAgentTask what = { .title = troupe_crew_task_get_title (task),
                                 .description =
                                     troupe_crew_runner_get_description (own->runner, own->index),
                                 .expected_output = task->expected_output,
                                 .policy = task->policy };
  g_autoptr (GPtrArray) tools = NULL;
  TroupeToolContext context;
  TroupeAgentContext agent_call;

  g_assert (own->asking == NULL);

  if (g_strcmp0 (troupe_value_get_member_text (asks, "what"), "execute_core") == 0)
    {
      own->asking = call;
      run_asked (own, asks);
      return;
    }
  tools = troupe_crew_runner_list_tools (own->runner, own->index, NULL);
  troupe_crew_runner_fill_call (own->runner, troupe_crew_runner_get_scope (own->runner),
                                &own->beside, what.title, &context, &agent_call);
  agent_call.tools = tools;
  agent_call.skills = troupe_crew_runner_get_skills (own->runner, work.agent);
  agent_call.memory = troupe_crew_runner_get_memory (own->runner, work.agent);
  troupe_crew_executor_answer (&work, &what, &agent_call, asks, call,
                               troupe_crew_runner_get_cancellable (own->runner));
}

/* --- Starting --------------------------------------------------------------------------------- */

void
troupe_crew_task_override_begin (TroupeCrewRunner *runner,
                                 guint index,
                                 const char *context,
                                 TroupeCrewTaskRun **place)
{
  TroupePythonObjects *objects = troupe_crew_runner_get_objects (runner);
  Own *own = g_new0 (Own, 1);
  const TroupeCrewTask *task = NULL;
  gint64 agent;
  g_autoptr (GPtrArray) tools = NULL;
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeMapBuilder builder, texts;

  own->runner = runner;
  own->index = index;
  own->context = g_strdup (context);
  own->place = place;
  task = get_task (own);
  agent = troupe_python_objects_get_number (objects, TROUPE_DECLARED_AGENT, get_agent (own));
  tools = troupe_crew_runner_list_tools (runner, index, NULL);
  troupe_map_builder_init (&texts);
  troupe_map_builder_add (
      &texts, "description",
      troupe_value_new_string (troupe_crew_runner_get_description (runner, index), -1));
  troupe_map_builder_add (&texts, "expected_output",
                          troupe_value_new_string (task->expected_output, -1));
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "texts", troupe_map_builder_end (&texts));
  if (agent > 0)
    troupe_map_builder_add (&builder, "agent", troupe_value_new_integer (agent));
  troupe_map_builder_add (&builder, "context", troupe_value_new_string (context, -1));
  troupe_map_builder_add (&builder, "tools", troupe_crew_method_list_tools (tools));
  troupe_map_builder_add (&builder, "is_async", troupe_value_new_boolean (task->is_async));
  arguments = troupe_map_builder_end (&builder);
  troupe_python_objects_call_async (objects, TROUPE_DECLARED_TASK, (int) index, "execute",
                                    arguments, ask_cb, own,
                                    troupe_crew_runner_get_cancellable (runner), called_cb, own);
}
