/* troupe-crew-task-guardrails.c: runs the guardrails of a task in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-guardrails"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-task-guardrails.h"

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

/* (transfer full) */
static GError *
make_error (TroupeCrewTaskGuardrails *self, const TroupeCrewHook *hook, const char *message)
{
  const TroupeCrewTask *task = self->assignment->task;

  g_assert (hook != NULL);

  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL,
      /* Translators: the title of a task, a guardrail as a sentence or the name of a function,
       * the number of retries, and the reason */
      ngettext ("The answer of the task “%s” was rejected by “%s” after %u retry: %s",
                "The answer of the task “%s” was rejected by “%s” after %u retries: %s",
                task->max_retries),
      troupe_crew_task_get_title (task), troupe_crew_hook_get_name (hook), task->max_retries,
      message);
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskGuardrails *self = user_data;
  const TroupeCrewTask *task = self->assignment->task;
  const TroupeCrewHook *hook = &task->guardrails[self->next];
  GError *error = NULL;
  g_autoptr (TroupeCrewVerdict) verdict = troupe_crew_guardrail_finish (result, &error);
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
    self->func (TROUPE_CREW_GUARDS_REFUSED, verdict, make_error (self, hook, verdict->text),
                hook->path, self->user_data);
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
  troupe_crew_guardrail_ask_async (troupe_crew_runner_get_around (runner), hook, self->judge,
                                   output, &call, troupe_crew_task_get_title (assignment->task),
                                   troupe_crew_runner_get_cancellable (runner), judged_cb, self);
}
