/* troupe-agent-approval.c: approval of an agent's answer by the user or a guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-approval"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-approval.h"
#include "troupe-agent-guard.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"

/* @deadline: borrowed from the caller, which keeps it until the approval has ended */
typedef struct
{
  TroupeAgentDefinition *agent;
  char *output;
  TroupeValue *with; /* (nullable): the replacement */
  guint n_refused;
  guint n_most;
  gboolean takes_blank;
  TroupeAgentDeadline *deadline;
} Approval;

static void
approval_free (gpointer data)
{
  Approval *approval = data;

  g_assert (approval != NULL);

  troupe_agent_definition_unref (approval->agent);
  g_free (approval->output);
  g_clear_pointer (&approval->with, troupe_value_unref);
  g_free (approval);
}

/* Called when the user has reviewed the answer. @feedback, @error: (nullable) (transfer full) */
static void
answered_by_person (char *feedback, GError *error, gpointer answer_data)
{
  g_autoptr (GTask) task = answer_data;
  Approval *approval = g_task_get_task_data (task);
  g_autofree char *said = feedback;

  g_assert (G_IS_TASK (task));

  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  troupe_agent_deadline_restart (approval->deadline);
  if (said == NULL || (*g_strstrip (said) == '\0' && !approval->takes_blank))
    g_task_return_pointer (task, NULL, NULL);
  else
    g_task_return_pointer (
        task, troupe_prompt_fill (TROUPE_PROMPT_FEEDBACK_INSTRUCTIONS, "feedback", said, NULL),
        g_free);
}

static void
guarded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Approval *approval = g_task_get_task_data (task);
  g_autofree char *feedback = NULL;
  gboolean is_kept = FALSE;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_agent_guard_finish (result, &is_kept, &feedback, &approval->with, &error))
    g_task_return_error (task, error);
  else if (is_kept)
    g_task_return_pointer (task, NULL, NULL);
  else if (approval->n_refused >= approval->n_most)
    g_task_return_new_error (
        task, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REFUSED,
        /* Translators: the role of an agent, a number, the reason for the last rejection */
        _ ("The guardrail of the agent “%s” still rejected its answer after %u retries: %s"),
        troupe_agent_definition_get_role (approval->agent), approval->n_refused, feedback);
  else
    g_task_return_pointer (task, troupe_agent_tell_refusal (feedback, approval->output), g_free);
}

void
troupe_agent_approval_async (TroupeAgentDefinition *agent,
                             const TroupeAgentJob *job,
                             TroupeValue *output,
                             const TroupeAgentGuardrail *guardrail,
                             TroupeAgentDeadline *deadline,
                             const TroupeAgentContext *call,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Approval *approval = NULL;
  GCancellable *cancellable = NULL;

  g_return_if_fail (agent != NULL && job != NULL && output != NULL);
  g_return_if_fail (guardrail != NULL && deadline != NULL && call != NULL);

  cancellable = troupe_agent_deadline_get_cancellable (deadline);
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_approval_async);
  g_task_set_check_cancellable (task, FALSE);
  approval = g_new0 (Approval, 1);
  approval->agent = troupe_agent_definition_ref (agent);
  approval->output = g_strdup (troupe_value_get_member_text (output, "raw"));
  approval->n_refused = guardrail->n_refused;
  approval->n_most = guardrail->n_most;
  approval->takes_blank = job->takes_blank;
  approval->deadline = deadline;
  g_task_set_task_data (task, approval, approval_free);
  if (job->ask_func != NULL)
    {
      /* The deadline is paused, because the time that the user takes does not count as the
       * agent's time. */
      troupe_agent_deadline_stop (deadline);
      job->ask_func (approval->output, cancellable, answered_by_person, g_steal_pointer (&task),
                     job->ask_data);
    }
  else if (guardrail->rule != NULL || (job->has_guardrail && call->guard_func != NULL))
    troupe_agent_guard_async (agent, guardrail->rule, output, guardrail->n_refused, call,
                              cancellable, guarded_cb, g_steal_pointer (&task));
  else
    g_task_return_pointer (task, NULL, NULL);
}

gboolean
troupe_agent_approval_finish (GAsyncResult *result,
                              char **again,
                              TroupeValue **with,
                              GError **error)
{
  Approval *approval = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (again != NULL && with != NULL, FALSE);

  approval = g_task_get_task_data (G_TASK (result));
  *again = g_task_propagate_pointer (G_TASK (result), &cause);
  if (cause == NULL)
    {
      *with = g_steal_pointer (&approval->with);
      return TRUE;
    }
  g_propagate_error (error, cause);

  return FALSE;
}
