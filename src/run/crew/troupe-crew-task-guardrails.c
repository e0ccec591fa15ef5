/* troupe-crew-task-guardrails.c: runs the guardrails of a task in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-guardrails"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-review.h"
#include "troupe-crash-point.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-output.h"
#include "troupe-crew-runner.h"
#include "troupe-crew-task-guardrails.h"
#include "troupe-python-text.h"
#include "troupe-run.h"

void
troupe_crew_verdict_free (TroupeCrewVerdict *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_clear_pointer (&self->output, troupe_value_unref);
  g_free (self);
}

static void
free_verdict (gpointer data)
{
  troupe_crew_verdict_free (data);
}

/* @text: (transfer full) */
static void
give (GTask *task, gboolean passes, char *text, TroupeValue *output)
{
  TroupeCrewVerdict *verdict = g_new0 (TroupeCrewVerdict, 1);

  g_assert (G_IS_TASK (task));

  verdict->passes = passes;
  verdict->text = text;
  if (output != NULL)
    verdict->output = troupe_value_ref (output);
  g_task_return_pointer (task, verdict, free_verdict);
}

/* --- Guardrails written as sentences ---------------------------------------------------------- */

static void
sentence_judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeValue *output = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *feedback = NULL;
  gboolean is_kept = FALSE;

  if (troupe_agent_judge_finish (result, &is_kept, &feedback, &error))
    give (task, is_kept,
          is_kept ? g_strdup (troupe_crew_output_get_raw (output))
                  : g_strdup (feedback != NULL ? feedback : ""),
          NULL);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, g_steal_pointer (&error));
  else if (troupe_llm_error_is_outage (error))
    {
      /* Without a verdict the answer is not rejected, and another one would not be judged either. */
      g_prefix_error (&error, "%s ", _ ("The model that checks the guardrail is unavailable."));
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else
    /* The error is the reason with which the task is repeated, as in CrewAI. */
    give (task, FALSE,
          g_strdup_printf (_ ("Error while validating the task output: %s"), error->message), NULL);
}

/* --- Guardrail functions ---------------------------------------------------------------------- */

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);
  TroupeValue *first = NULL;
  TroupeValue *second = NULL;

  if (value == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (troupe_value_is (value, TROUPE_VALUE_LIST) && troupe_value_list_get_length (value) == 2)
    {
      first = troupe_value_list_get (value, 0);
      second = troupe_value_list_get (value, 1);
    }
  if (first == NULL || !troupe_value_is (first, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_is (second, TROUPE_VALUE_MAP))
    g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL,
                             _ ("A guardrail must return a pair of a boolean and a value."));
  else
    {
      gboolean passes = troupe_value_get_boolean (first);
      const char *kind = troupe_value_get_member_text (second, "kind");
      TroupeValue *pair = troupe_value_map_lookup_string (second, "value", -1);

      /* Processes the function's tuple. */
      if (!passes)
        give (task, FALSE, troupe_python_text_str (pair), NULL);
      else if (g_strcmp0 (kind, "output") == 0)
        give (task, TRUE, NULL, pair);
      else if (g_strcmp0 (kind, "text") == 0)
        give (task, TRUE, g_strdup (troupe_value_get_member_text (second, "value")), NULL);
      else
        g_task_return_new_error (
            task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL,
            _ ("A guardrail that modifies an answer must return it, as a string "
               "or as an output; this one returned neither."));
    }
}

/**
 * ask_guardrail_async:
 * @agent: agent whose model evaluates a guardrail written as a sentence
 * @output: output of the task
 * @call: context for calling that model
 *
 * Validates an output with one guardrail (doc/crew-semantics.md §8).
 */
static void
ask_guardrail_async (const TroupeCrewContext *around,
                     const TroupeCrewHook *hook,
                     TroupeAgentDefinition *agent,
                     TroupeValue *output,
                     const TroupeAgentContext *call,
                     const char *owner,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (hook != NULL && output != NULL);

  g_task_set_source_tag (task, ask_guardrail_async);
  g_task_set_task_data (task, troupe_value_ref (output), (GDestroyNotify) troupe_value_unref);
  if (hook->type == TROUPE_CREW_HOOK_TEXT)
    troupe_agent_judge_async (agent, hook->text, troupe_crew_output_get_raw (output), call,
                              cancellable, sentence_judged_cb, g_object_ref (task));
  else
    troupe_crew_hook_call_async (around, hook, TROUPE_HOOK_GUARDRAIL, output, owner, cancellable,
                                 called_cb, g_object_ref (task));
}

/* Returns the verdict, or NULL if a function raised an error. If a model returns no verdict,
 * this counts as a rejection. (transfer full) (nullable) */
static TroupeCrewVerdict *
ask_guardrail_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* @assignment, @judge: borrowed; @next: index of the guardrail to ask next; @n_retries: how
 *   often that guardrail has rejected the answer; @has_refused: whether any guardrail has
 *   rejected an answer; @scope: (nullable): scope of the guardrail that is being asked */
struct _TroupeCrewTaskGuardrails
{
  TroupeCrewTaskContext *assignment;
  TroupeAgentDefinition *judge;
  TroupeCrewGuardrailsFunc func;
  gpointer user_data;
  guint next;
  guint n_retries;
  gboolean has_refused;
  TroupeScope *scope;
};

TroupeCrewTaskGuardrails *
troupe_crew_task_guardrails_new (TroupeCrewTaskContext *assignment,
                                 TroupeAgentDefinition *judge,
                                 TroupeCrewGuardrailsFunc func,
                                 gpointer user_data)
{
  TroupeCrewTaskGuardrails *self = g_new0 (TroupeCrewTaskGuardrails, 1);

  self->assignment = assignment;
  self->judge = judge;
  self->func = func;
  self->user_data = user_data;
  return self;
}

void
troupe_crew_task_guardrails_free (TroupeCrewTaskGuardrails *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_free (self);
}

gboolean
troupe_crew_task_guardrails_have_refused (TroupeCrewTaskGuardrails *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_refused;
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskGuardrails *self = user_data;
  const TroupeCrewTask *task = self->assignment->task;
  const TroupeCrewHook *hook = &task->guardrails[self->next];
  GError *error = NULL;
  g_autoptr (TroupeCrewVerdict) verdict = ask_guardrail_finish (result, &error);
  const char *message;
  g_autoptr (TroupeValue) shown = NULL;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-guardrail-asked");
  /* Emits the end event of the guardrail. */
  message = error != NULL ? error->message : NULL;
  if (verdict != NULL && verdict->passes)
    shown = verdict->output != NULL
                ? troupe_value_ref (troupe_value_map_lookup_string (verdict->output, "raw", -1))
                : troupe_value_new_string (verdict->text, -1);
  else if (verdict != NULL)
    message = verdict->text;
  troupe_crew_report_guardrail_ended (self->assignment->runner, self->scope,
                                      self->assignment->index,
                                      &self->assignment->task->guardrails[self->next],
                                      self->n_retries, shown, message);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  if (verdict == NULL)
    self->func (TROUPE_CREW_GUARDS_REFUSED, NULL, error, hook->path, self->user_data);
  else if (verdict->passes)
    {
      self->next++;
      self->n_retries = 0;
      self->func (TROUPE_CREW_GUARDS_TOOK, verdict, NULL, hook->path, self->user_data);
    }
  else if (self->n_retries >= task->max_retries)
    {
      const char *error_message = verdict->text;
      g_autofree char *title = troupe_crew_task_dup_title (task);
      g_autofree char *name = troupe_text_first_line (troupe_crew_hook_get_name (hook));

      self->func (
          TROUPE_CREW_GUARDS_REFUSED, verdict,
          g_error_new (
              TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL,
              /* Translators: the title of a task, a guardrail as a sentence or the name of a function,
               * the number of retries, and the reason */
              ngettext ("The answer of the task “%s” was rejected by “%s” after %u retry: %s",
                        "The answer of the task “%s” was rejected by “%s” after %u retries: %s",
                        task->max_retries),
              title, name, task->max_retries, error_message),
          hook->path, self->user_data);
    }
  else
    {
      self->n_retries++;
      self->has_refused = TRUE;
      self->func (TROUPE_CREW_GUARDS_REFUSED, verdict, NULL, hook->path, self->user_data);
    }
}

void
troupe_crew_task_guardrails_ask (TroupeCrewTaskGuardrails *self, TroupeValue *output)
{
  TroupeCrewTaskContext *assignment = NULL;
  TroupeCrewRunner *runner = NULL;
  const TroupeCrewHook *hook = NULL;
  TroupeToolContext context;
  TroupeAgentContext call;

  g_return_if_fail (self != NULL && output != NULL);

  assignment = self->assignment;
  runner = assignment->runner;
  if (self->next == assignment->task->n_guardrails)
    {
      self->func (TROUPE_CREW_GUARDS_PASSED, NULL, NULL, NULL, self->user_data);
      return;
    }
  hook = &assignment->task->guardrails[self->next];
  self->scope = troupe_crew_report_guardrail_started (runner, assignment->scope, assignment->index,
                                                      hook, self->n_retries);
  troupe_crew_task_context_fill_call (assignment, self->scope, &context, &call);
  ask_guardrail_async (troupe_crew_runner_get_around (runner), hook, self->judge, output, &call,
                       troupe_crew_task_get_title (assignment->task),
                       troupe_crew_runner_get_cancellable (runner), judged_cb, self);
}
