/* troupe-continuations.c: continuations: stack of pending routines of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-continuations"

#include "config.h"

#include "troupe-continuations.h"

typedef struct
{
  TroupeContinuationFunc func;
  gpointer data;
  GDestroyNotify destroy; /* (nullable) */
} Routine;

struct _TroupeContinuations
{
  GArray *stack; /* (element-type Routine) */
  gint64 alarm_us;
  GError *failure; /* (nullable) */
};

static void
routine_clear (gpointer data)
{
  Routine *routine = data;

  if (routine->destroy != NULL)
    routine->destroy (routine->data);
}

TroupeContinuations *
troupe_continuations_new (void)
{
  TroupeContinuations *self = g_new0 (TroupeContinuations, 1);

  self->stack = g_array_new (FALSE, FALSE, sizeof (Routine));
  g_array_set_clear_func (self->stack, routine_clear);
  return self;
}

void
troupe_continuations_free (TroupeContinuations *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->stack);
  g_clear_error (&self->failure);
  g_free (self);
}

void
troupe_continuations_call (TroupeContinuations *self,
                           TroupeContinuationFunc func,
                           gpointer data,
                           GDestroyNotify destroy)
{
  troupe_continuations_call_below (self, self->stack->len, func, data, destroy);
}

guint
troupe_continuations_get_depth (TroupeContinuations *self)
{
  return self->stack->len;
}

void
troupe_continuations_call_below (TroupeContinuations *self,
                                 guint depth,
                                 TroupeContinuationFunc func,
                                 gpointer data,
                                 GDestroyNotify destroy)
{
  Routine routine = { func, data, destroy };

  g_return_if_fail (func != NULL);
  g_return_if_fail (depth <= self->stack->len);

  g_array_insert_val (self->stack, depth, routine);
}

void
troupe_continuations_wake_at (TroupeContinuations *self, gint64 time_us)
{
  if (self->alarm_us == 0 || time_us < self->alarm_us)
    self->alarm_us = time_us;
}

gint64
troupe_continuations_get_alarm (TroupeContinuations *self)
{
  return self->alarm_us;
}

void
troupe_continuations_fail (TroupeContinuations *self, GError *error)
{
  g_return_if_fail (error != NULL);

  g_clear_error (&self->failure);
  self->failure = error;
}

gboolean
troupe_continuations_have_failed (TroupeContinuations *self)
{
  return self->failure != NULL;
}

GError *
troupe_continuations_take_failure (TroupeContinuations *self)
{
  return g_steal_pointer (&self->failure);
}

TroupeContinuationResult
troupe_continuations_advance (TroupeContinuations *self, TroupeFlowRunner *runner)
{
  self->alarm_us = 0;
  while (self->stack->len > 0)
    {
      guint index = self->stack->len - 1;
      /* Copy the entry, because the routine may reallocate the stack. */
      Routine routine = g_array_index (self->stack, Routine, index);
      TroupeContinuationResult outcome = routine.func (runner, routine.data);

      if (outcome == TROUPE_ROUTINE_DONE)
        g_array_remove_index (self->stack, index);
      else if (outcome != TROUPE_ROUTINE_AGAIN)
        return outcome;
    }
  return TROUPE_ROUTINE_DONE;
}
