/* troupe-pause-gate.c: pauses and single-steps a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pause-gate"

#include "config.h"

#include "troupe-pause-gate.h"

struct _TroupePauseGate
{
  GMutex lock;
  TroupeRunQueueEntry *turn; /* (nullable) */
  gint is_closed;   /* atomic */
  guint n_closings; /* atomic */
  gint n_let_by;    /* atomic: number of methods that may still finish */
  gint64 time_us;   /* total pause; run's thread only */
};

TroupePauseGate *
troupe_pause_gate_new (void)
{
  TroupePauseGate *self = g_new0 (TroupePauseGate, 1);

  g_mutex_init (&self->lock);
  return self;
}

void
troupe_pause_gate_free (TroupePauseGate *self)
{
  g_clear_pointer (&self->turn, troupe_run_queue_entry_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
troupe_pause_gate_set_turn (TroupePauseGate *self, TroupeRunQueueEntry *turn)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->turn, troupe_run_queue_entry_unref);
  if (turn != NULL)
    self->turn = troupe_run_queue_entry_ref (turn);
  g_mutex_unlock (&self->lock);
}

void
troupe_pause_gate_wake (TroupePauseGate *self)
{
  g_mutex_lock (&self->lock);
  if (self->turn != NULL)
    troupe_run_queue_entry_wake (self->turn);
  g_mutex_unlock (&self->lock);
}

guint
troupe_pause_gate_close (TroupePauseGate *self)
{
  guint number;

  g_atomic_int_set (&self->n_let_by, 0);
  g_atomic_int_set (&self->is_closed, TRUE);
  number = (guint) g_atomic_int_add ((gint *) &self->n_closings, 1) + 1;
  troupe_pause_gate_wake (self);
  return number;
}

guint
troupe_pause_gate_get_n_closings (TroupePauseGate *self)
{
  return (guint) g_atomic_int_get ((gint *) &self->n_closings);
}

void
troupe_pause_gate_open (TroupePauseGate *self)
{
  g_atomic_int_set (&self->is_closed, FALSE);
  g_atomic_int_set (&self->n_let_by, 0);
  troupe_pause_gate_wake (self);
}

void
troupe_pause_gate_step (TroupePauseGate *self)
{
  g_atomic_int_inc (&self->n_let_by);
  troupe_pause_gate_wake (self);
}

gboolean
troupe_pause_gate_is_closed (TroupePauseGate *self)
{
  return g_atomic_int_get (&self->is_closed);
}

gboolean
troupe_pause_gate_is_blocking (TroupePauseGate *self)
{
  return g_atomic_int_get (&self->is_closed) && g_atomic_int_get (&self->n_let_by) <= 0;
}

/* Only the run's thread decrements the counter, so that it cannot become smaller between the
 * test and the decrement. */
void
troupe_pause_gate_method_ended (TroupePauseGate *self)
{
  if (g_atomic_int_get (&self->n_let_by) > 0)
    g_atomic_int_add (&self->n_let_by, -1);
}

void
troupe_pause_gate_add_time (TroupePauseGate *self, gint64 time_us)
{
  self->time_us += time_us;
}

gint64
troupe_pause_gate_get_time (TroupePauseGate *self)
{
  return self->time_us;
}
