/* troupe-pause-gate.c: the pause that a person makes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pause-gate"

#include "config.h"

#include "troupe-pause-gate.h"

struct _TroupeRunHold
{
  GMutex lock;
  TroupeTurn *turn; /* (nullable) */
  gint is_closed;   /* atomic */
  gint n_let_by;    /* atomic: methods that may still end */
  gint64 time_us;   /* that the run stood still; its thread's alone */
};

TroupeRunHold *
troupe_run_hold_new (void)
{
  TroupeRunHold *self = g_new0 (TroupeRunHold, 1);

  g_mutex_init (&self->lock);
  return self;
}

void
troupe_run_hold_free (TroupeRunHold *self)
{
  g_clear_pointer (&self->turn, troupe_turn_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
troupe_run_hold_set_turn (TroupeRunHold *self, TroupeTurn *turn)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->turn, troupe_turn_unref);
  if (turn != NULL)
    self->turn = troupe_turn_ref (turn);
  g_mutex_unlock (&self->lock);
}

static void
wake (TroupeRunHold *self)
{
  g_assert (self != NULL);

  g_mutex_lock (&self->lock);
  if (self->turn != NULL)
    troupe_turn_wake (self->turn);
  g_mutex_unlock (&self->lock);
}

void
troupe_run_hold_close (TroupeRunHold *self)
{
  g_atomic_int_set (&self->n_let_by, 0);
  g_atomic_int_set (&self->is_closed, TRUE);
  wake (self);
}

void
troupe_run_hold_open (TroupeRunHold *self)
{
  g_atomic_int_set (&self->is_closed, FALSE);
  g_atomic_int_set (&self->n_let_by, 0);
  wake (self);
}

void
troupe_run_hold_let_one_by (TroupeRunHold *self)
{
  g_atomic_int_inc (&self->n_let_by);
  wake (self);
}

gboolean
troupe_run_hold_is_closed (TroupeRunHold *self)
{
  return g_atomic_int_get (&self->is_closed);
}

gboolean
troupe_run_hold_stops (TroupeRunHold *self)
{
  return g_atomic_int_get (&self->is_closed) && g_atomic_int_get (&self->n_let_by) <= 0;
}

/* Only the run's thread takes away, so that nothing comes between looking and taking but more. */
void
troupe_run_hold_method_ended (TroupeRunHold *self)
{
  if (g_atomic_int_get (&self->n_let_by) > 0)
    g_atomic_int_add (&self->n_let_by, -1);
}

void
troupe_run_hold_add_time (TroupeRunHold *self, gint64 time_us)
{
  self->time_us += time_us;
}

gint64
troupe_run_hold_get_time (TroupeRunHold *self)
{
  return self->time_us;
}
