/* troupe-interrupted-method.c: outcome of a method that was interrupted, entered by the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-interrupted-method"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-action.h"
#include "troupe-interrupted-method.h"
#include "troupe-run-private.h"

static gboolean
has_effects (const TroupeFlowAction *action)
{
  g_assert (action != NULL);

  for (guint i = 0; i < action->n_steps; i++)
    if (has_effects (action->steps[i].action))
      return TRUE;
  return troupe_runner_action_find (action)->has_effects;
}

gboolean
troupe_run_method_has_effects (const TroupeFlowMethod *method)
{
  g_return_val_if_fail (method != NULL, FALSE);

  return has_effects (method->action);
}

/**
 * troupe_run_set_interrupted_outcome:
 * @method: a method that was running when the run was interrupted
 * @value: the output of the method
 *
 * Used if the user knows that @method has finished its work. The method is not executed again, and
 * its listeners receive @value. The state remains as it was before the method. Call on a run that
 * resumes another one, before it is executed. Not possible for a method that requests human
 * feedback.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if the flow has no such method
 */
gboolean
troupe_run_set_interrupted_outcome (TroupeRun *self,
                                    const char *method,
                                    TroupeValue *value,
                                    GError **error)
{
  const TroupeFlowMethod *found;
  TroupeRunStep *step;

  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);
  g_return_val_if_fail (self->goes_on, FALSE);
  g_return_val_if_fail (method != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  found = troupe_flow_find_method (self->flow, method);
  if (found == NULL || found->feedback != NULL)
    {
      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
          found == NULL
              ? _ ("The run has no method “%s”.")
              : _ ("The method “%s” asks for human feedback, so its output cannot be specified."),
          method);
      return FALSE;
    }
  step = g_new0 (TroupeRunStep, 1);
  step->method = g_strdup (method);
  step->value = troupe_value_ref (value);
  if (self->happened == NULL)
    self->happened = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  g_ptr_array_add (self->happened, step);
  return TRUE;
}

/* Returns TRUE if the method was started once more than it has ended. @launch: (out): the number
 * of the execution that has not ended */
static gboolean
find_launch (TroupeRun *self, const char *method, guint *launch)
{
  guint n_begun = 0, n_ended = 0;

  g_assert (TROUPE_IS_RUN (self));

  for (guint i = 1; i < self->steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (self->steps, i);

      n_ended += g_str_equal (step->method, method);
    }
  for (guint i = 0; i < self->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (self->events, i);

      n_begun += event->type == TROUPE_EVENT_METHOD_STARTED &&
                 g_strcmp0 (troupe_event_get_method (event), method) == 0;
    }
  *launch = n_ended + 1;
  return n_begun > n_ended;
}

gboolean
troupe_run_add_interrupted_outcome (TroupeRun *self, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  for (guint i = 0; self->happened != NULL && i < self->happened->len; i++)
    {
      TroupeRunStep *step = g_ptr_array_index (self->happened, i);
      TroupeRunStep *copy;

      if (self->steps->len == 0 || !find_launch (self, step->method, &step->launch))
        {
          g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                       _ ("The method “%s” was not running when the run was interrupted."),
                       step->method);
          return FALSE;
        }
      step->ordinal = self->steps->len;
      copy = g_new0 (TroupeRunStep, 1);
      copy->ordinal = step->ordinal;
      copy->method = g_strdup (step->method);
      copy->launch = step->launch;
      copy->value = troupe_value_ref (step->value);
      g_ptr_array_add (self->steps, copy);
    }
  return TRUE;
}

void
troupe_run_store_interrupted_outcome (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->forgiven != NULL && self->forgiven->len > 0)
    troupe_store_ticket_unref (
        troupe_store_add_steps (self->options.store, self->id, g_steal_pointer (&self->forgiven)));
  if (self->happened == NULL)
    return;
  troupe_store_ticket_unref (
      troupe_store_add_steps (self->options.store, self->id, g_steal_pointer (&self->happened)));
  troupe_store_commit (self->options.store);
  TROUPE_CRASH_POINT ("resume-happened-kept");
}
