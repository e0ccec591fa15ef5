/* troupe-agent-plan-step.c: executes one step of a plan
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-plan-step"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-agent-message-list.h"
#include "troupe-agent-plan-step.h"
#include "troupe-agent-prompts.h"
#include "troupe-cancel.h"

/* @inner: cancelled at @deadline, or together with @outer through @follower */
typedef struct
{
  GCancellable *inner;
  GCancellable *outer;
  gulong follower;
  GSource *deadline;
  gint64 number;
  guint timeout;
  gboolean is_late;
} Step;

static void
step_free (gpointer data)
{
  Step *step = data;

  g_assert (step != NULL);

  g_clear_object (&step->inner);
  g_clear_object (&step->outer);
  g_free (step);
}

/* --- Prompts ---------------------------------------------------------------------------------- */

/* (transfer full) */
static char *
write_system (const TroupeAgentLoopSetup *setup, const TroupeAgentPlanTask *task)
{
  g_autofree char *who =
      troupe_prompt_fill (TROUPE_PROMPT_STEP_SYSTEM, "role", task->role, "backstory",
                          task->backstory, "goal", task->goal, NULL);
  g_autofree char *text = NULL;
  g_autofree char *names = NULL;
  g_autofree char *how = NULL;

  g_assert (setup != NULL);

  if (setup->is_native || troupe_agent_tools_get_n (setup->tools) == 0)
    return g_steal_pointer (&who);
  text = troupe_agent_tools_describe_as_text (setup->tools);
  names = troupe_agent_tools_list_names (setup->tools);
  how = troupe_prompt_fill (TROUPE_PROMPT_TOOLS, "tools", text, "tool_names", names, NULL);

  return g_strconcat (who, how, NULL);
}

/* --- Execution -------------------------------------------------------------------------------- */

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Step *step = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeAgentOutcome) outcome = troupe_agent_loop_run_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  g_assert (step != NULL);
  if (step->deadline != NULL)
    g_source_destroy (step->deadline);
  g_clear_pointer (&step->deadline, g_source_unref);
  if (step->follower != 0)
    g_cancellable_disconnect (step->outer, step->follower);
  step->follower = 0;
  if (outcome != NULL)
    {
      g_task_return_pointer (task, g_steal_pointer (&outcome->text), g_free);
      return;
    }
  if (step->is_late && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_error_free (error);
      error = g_error_new (
          TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT,
          /* Translators: the number of a step, and a number of seconds */
          ngettext ("Step %" PRId64
                    " of the plan did not finish within %u second. Increase its time limit.",
                    "Step %" PRId64
                    " of the plan did not finish within %u seconds. Increase its time limit.",
                    step->timeout),
          step->number, step->timeout);
    }
  g_task_return_error (task, error);
}

static gboolean
late_cb (gpointer user_data)
{
  Step *step = user_data;

  g_assert (step != NULL);

  step->is_late = TRUE;
  g_cancellable_cancel (step->inner);

  return G_SOURCE_REMOVE;
}

void
troupe_agent_plan_step_async (const TroupeAgentLoopSetup *setup,
                              const TroupeAgentPlanTask *task,
                              const TroupeAgentTodo *todo,
                              const char *results,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) ending = NULL;
  g_autofree char *system = NULL;
  g_autofree char *user = NULL;
  g_autoptr (GPtrArray) messages = NULL;
  g_autoptr (TroupeValue) settings = NULL;
  g_autoptr (TroupeAgentTools) tools = NULL;
  TroupeAgentLoopSetup own;
  Step *step = NULL;
  g_autofree char *what = NULL;
  g_autofree char *tool = NULL;
  g_autofree char *before = NULL;

  g_return_if_fail (setup != NULL && task != NULL && todo != NULL);

  ending = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (ending, troupe_agent_plan_step_async);
  g_task_set_check_cancellable (ending, FALSE);
  step = g_new0 (Step, 1);
  step->number = todo->number;
  step->timeout = task->config->step_timeout;
  g_task_set_task_data (ending, step, step_free);
  if (step->timeout == 0)
    step->inner = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  else
    {
      step->inner = g_cancellable_new ();
      if (cancellable != NULL)
        {
          step->outer = g_object_ref (cancellable);
          step->follower = troupe_cancel_follow (cancellable, step->inner);
        }
      step->deadline = g_timeout_source_new (MIN (step->timeout, (guint) G_MAXINT / 1000) * 1000);
      g_source_set_callback (step->deadline, late_cb, step, NULL);
      g_source_attach (step->deadline, g_main_context_get_thread_default ());
    }

  system = write_system (setup, task);
  what = troupe_prompt_fill (TROUPE_PROMPT_STEP, "description", task->description, "step",
                             todo->description, NULL);
  tool = todo->tool != NULL ? troupe_prompt_fill (TROUPE_PROMPT_STEP_TOOL, "tool", todo->tool, NULL)
                            : NULL;
  before = results != NULL
               ? troupe_prompt_fill (TROUPE_PROMPT_STEP_RESULTS, "results", results, NULL)
               : NULL;
  user = g_strconcat (what, tool != NULL ? tool : "", before != NULL ? before : "", NULL);
  messages = troupe_agent_message_list_new (system, user);
  settings = troupe_agent_settings_without (setup->settings, "response_format");
  tools = troupe_agent_tools_new_for_step (setup->tools);
  own = *setup;
  own.messages = messages;
  own.settings = settings;
  own.answer_rules = NULL;
  own.validate_func = NULL;
  own.step_func = NULL;
  own.tools = tools;
  own.max_iterations = task->config->max_step_iterations;
  own.is_step = TRUE;
  troupe_agent_loop_run_async (&own, step->inner, ran_cb, g_object_ref (ending));
}

char *
troupe_agent_plan_step_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
troupe_agent_plan_step_may_fail (const GError *error)
{
  g_return_val_if_fail (error != NULL, FALSE);

  return error->domain == TROUPE_LLM_ERROR ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_BLOCKED) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_WINDOW) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT);
}
