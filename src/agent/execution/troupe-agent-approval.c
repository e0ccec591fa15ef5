/* troupe-agent-approval.c: approval of an agent's answer by the user or a guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-approval"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-approval.h"
#include "troupe-agent-events.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"
#include "troupe-agent.h"
#include "troupe-python-text.h"

typedef struct
{
  TroupeEventBus *bus; /* (nullable) */
  TroupeScope *scope;
  char *role;
  const char *type;
  char *rule; /* or the name of the function */
  char *answer;
  guint n_refused;
  gboolean is_kept;
  char *feedback;
  TroupeValue *with; /* (nullable) */
} Guard;

static void
guard_free (gpointer data)
{
  Guard *guard = data;

  g_clear_pointer (&guard->bus, troupe_event_bus_unref);
  g_clear_pointer (&guard->scope, troupe_scope_unref);
  g_free (guard->role);
  g_free (guard->rule);
  g_free (guard->answer);
  g_free (guard->feedback);
  g_clear_pointer (&guard->with, troupe_value_unref);
  g_free (guard);
}

static void
begin_fields (Guard *guard, TroupeMapBuilder *fields)
{
  g_assert (guard != NULL);

  troupe_agent_events_begin (fields, guard->role);
  troupe_agent_events_add_text (fields, "guardrail_type", guard->type);
  troupe_agent_events_add_text (fields, "guardrail_name", guard->rule);
  troupe_map_builder_add (fields, "retry_count", troupe_value_new_integer (guard->n_refused));
}

static void
tell_finished (Guard *guard)
{
  TroupeMapBuilder fields;

  g_assert (guard != NULL);

  if (!troupe_agent_events_are_watched (guard->bus))
    return;
  begin_fields (guard, &fields);
  troupe_map_builder_add (&fields, "success", troupe_value_new_boolean (guard->is_kept));
  if (guard->is_kept && guard->with != NULL)
    troupe_map_builder_add (&fields, "result", troupe_value_ref (guard->with));
  else if (guard->is_kept)
    troupe_agent_events_add_text (&fields, "result", guard->answer);
  else
    troupe_agent_events_add_text (&fields, "error", guard->feedback);
  troupe_agent_events_emit (guard->bus, TROUPE_EVENT_GUARDRAIL_FINISHED, guard->scope, &fields);
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Guard *guard = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_agent_judge_finish (result, &guard->is_kept, &guard->feedback, &error))
    guard->feedback =
        /* Translators: an error message */
        g_strdup_printf (_ ("The guardrail could not be evaluated: %s"), error->message);
  if (!guard->is_kept && guard->feedback == NULL)
    guard->feedback = g_strdup (guard->rule);
  tell_finished (guard);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  if (error != NULL && troupe_llm_error_is_outage (error))
    {
      g_prefix_error (&error, "%s ", _ ("The model that checks the guardrail is unavailable."));
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  g_task_return_boolean (task, TRUE);
}

/* Called with the verdict of the function. */
static void
take_verdict (gboolean is_kept, TroupeValue *with, GError *error, gpointer verdict_data)
{
  g_autoptr (GTask) task = verdict_data;
  Guard *guard = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  guard->is_kept = error == NULL && is_kept;
  if (guard->is_kept && with != NULL)
    guard->with = troupe_value_ref (with);
  else if (!guard->is_kept)
    guard->feedback = error != NULL ? g_strdup (error->message) : troupe_python_text_str (with);
  tell_finished (guard);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * guard_async:
 * @rule: (nullable): `guardrail` of the agent; if %NULL, the guardrail function of @call is used
 * @output: the prospective result
 * @n_refused: number of answers rejected so far
 * @call: context with the scope of the agent
 *
 * Validates @output against the guardrail, and emits llm_guardrail_started and _completed
 * (doc/crew-semantics.md §8).
 */
static void
guard_async (TroupeAgentDefinition *self,
             const char *rule,
             TroupeValue *output,
             guint n_refused,
             const TroupeAgentContext *call,
             GCancellable *cancellable,
             GAsyncReadyCallback callback,
             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  TroupeAgentContext inner;
  Guard *guard = NULL;

  g_return_if_fail (self != NULL && output != NULL && call != NULL);
  g_return_if_fail (rule != NULL || call->guard_func != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, guard_async);
  g_task_set_check_cancellable (task, FALSE);
  guard = g_new0 (Guard, 1);
  guard->bus = call->run->bus != NULL ? troupe_event_bus_ref (call->run->bus) : NULL;
  guard->scope = troupe_scope_new (TROUPE_SCOPE_GUARDRAIL, call->scope, NULL, "guardrail");
  guard->role = g_strdup (troupe_agent_definition_get_role (self));
  guard->type = rule != NULL ? "llm" : "function";
  guard->rule = g_strdup (rule != NULL ? rule : call->guard_name);
  guard->answer = g_strdup (troupe_value_get_member_text (output, "raw"));
  guard->n_refused = n_refused;
  g_task_set_task_data (task, guard, guard_free);
  if (troupe_agent_events_are_watched (guard->bus))
    {
      TroupeMapBuilder fields;

      begin_fields (guard, &fields);
      troupe_agent_events_emit (guard->bus, TROUPE_EVENT_GUARDRAIL_STARTED, guard->scope, &fields);
    }
  if (rule == NULL)
    {
      call->guard_func (output, guard->scope, cancellable, take_verdict, g_steal_pointer (&task),
                        call->guard_data);
      return;
    }
  inner = *call;
  inner.scope = guard->scope;
  troupe_agent_judge_async (self, rule, guard->answer, &inner, cancellable, judged_cb,
                            g_steal_pointer (&task));
}

/* @feedback: (out) (transfer full): reason for the rejection, or why the model failed to give a
 *   verdict.
 * @with: (out) (transfer full) (nullable): answer with which a guardrail function replaces the
 *   original. Returns FALSE with %G_IO_ERROR_CANCELLED, or with the error of a function */
static gboolean
guard_finish (GAsyncResult *result,
              gboolean *is_kept,
              char **feedback,
              TroupeValue **with,
              GError **error)
{
  Guard *guard = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);
  g_return_val_if_fail (is_kept != NULL && feedback != NULL && with != NULL, FALSE);

  guard = g_task_get_task_data (G_TASK (result));
  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  *is_kept = guard->is_kept;
  *feedback = g_steal_pointer (&guard->feedback);
  *with = g_steal_pointer (&guard->with);

  return TRUE;
}

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

  if (!guard_finish (result, &is_kept, &feedback, &approval->with, &error))
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
    guard_async (agent, guardrail->rule, output, guardrail->n_refused, call, cancellable,
                 guarded_cb, g_steal_pointer (&task));
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
