/* troupe-steps.c: a procedure of several steps, some of which are asynchronous
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-steps"

#include "config.h"

#include "troupe-steps.h"

typedef enum
{
  NOT_STARTED,
  RUNNING, /* a step is on the stack */
  RESUMED, /* as RUNNING; the step's operation has finished before the step returned */
  PENDING, /* the operation of a step is running */
  ENDED,
  DISCARDED, /* as RUNNING; the step has freed the execution */
} State;

/* @first: the table; @next: the step that runs next; @is_logged: whether debug messages are shown,
 *   because formatting those of each step would take 5 % of the time of a short run */
struct _TroupeSteps
{
  const TroupeStep *first;
  const TroupeStep *next;
  gpointer data;
  State state;
  gboolean is_logged;
};

TroupeSteps *
troupe_steps_new (const TroupeStep *steps, gpointer data)
{
  TroupeSteps *self = NULL;

  g_return_val_if_fail (steps != NULL, NULL);

  self = g_new0 (TroupeSteps, 1);
  self->first = steps;
  self->next = steps;
  self->data = data;
  self->is_logged = !g_log_writer_default_would_drop (G_LOG_LEVEL_DEBUG, G_LOG_DOMAIN);

  return self;
}

void
troupe_steps_free (TroupeSteps *self)
{
  if (self == NULL)
    return;
  if (self->state == RUNNING || self->state == RESUMED)
    self->state = DISCARDED;
  else
    g_free (self);
}

static void
run (TroupeSteps *self)
{
  do
    {
      const TroupeStep *step = self->next;
      TroupeStepResult result;

      if (step->run == NULL)
        {
          self->state = ENDED;
          return;
        }
      if (self->is_logged)
        g_debug ("%s", step->name);
      self->next++;
      self->state = RUNNING;
      result = step->run (self->data);
      if (self->state == DISCARDED)
        {
          g_free (self);
          return;
        }
      if (result == TROUPE_STEP_END)
        self->state = ENDED;
      else if (result == TROUPE_STEP_PENDING && self->state == RUNNING)
        self->state = PENDING;
    }
  while (self->state == RUNNING || self->state == RESUMED);
}

void
troupe_steps_start (TroupeSteps *self)
{
  g_return_if_fail (self != NULL && self->state == NOT_STARTED);

  run (self);
}

void
troupe_steps_continue (TroupeSteps *self)
{
  g_return_if_fail (self != NULL && (self->state == RUNNING || self->state == PENDING));

  if (self->state == RUNNING)
    self->state = RESUMED;
  else
    run (self);
}

void
troupe_steps_repeat (TroupeSteps *self)
{
  g_return_if_fail (self != NULL && (self->state == RUNNING || self->state == PENDING));

  self->next--;
  troupe_steps_continue (self);
}

void
troupe_steps_return_to (TroupeSteps *self, TroupeStepResult (*step) (gpointer data))
{
  const TroupeStep *place = NULL;

  g_return_if_fail (self != NULL && (self->state == RUNNING || self->state == PENDING));

  for (place = self->next - 1; place > self->first && place->run != step; place--)
    ;
  g_return_if_fail (place->run == step);

  self->next = place;
  troupe_steps_continue (self);
}

gboolean
troupe_steps_has_ended (TroupeSteps *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->state == ENDED;
}
