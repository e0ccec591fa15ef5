/* troupe-pause-channel.c: what threads exchange about the pauses of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pause-channel"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-pause-channel.h"

/* A pause with its number of references. */
typedef struct
{
  TroupeRunPause public;
  gatomicrefcount ref_count;
} Pause;

static const char *const reason_names[] = {
  [TROUPE_PAUSE_BY_USER] = "user",
  [TROUPE_PAUSE_BY_STEP] = "step",
  [TROUPE_PAUSE_BY_BREAKPOINT] = "breakpoint",
  [TROUPE_PAUSE_BY_BUDGET] = "budget",
};

const char *
troupe_pause_reason_get_name (TroupePauseReason reason)
{
  g_return_val_if_fail ((guint) reason < G_N_ELEMENTS (reason_names), NULL);

  return reason_names[reason];
}

/* --- What is shown ------------------------------------------------------------------------------ */

TroupeRunPause *
troupe_run_pause_new (void)
{
  Pause *self = g_new0 (Pause, 1);

  g_atomic_ref_count_init (&self->ref_count);
  return &self->public;
}

static TroupeRunPause *
pause_ref (TroupeRunPause *self)
{
  g_atomic_ref_count_inc (&((Pause *) self)->ref_count);
  return self;
}

void
troupe_run_pause_unref (TroupeRunPause *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Pause *) self)->ref_count))
    return;
  g_clear_pointer (&self->breakpoint, troupe_value_unref);
  g_clear_pointer (&self->pending, troupe_value_unref);
  g_clear_pointer (&self->prompts, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->outputs, troupe_value_unref);
  g_clear_pointer (&self->tasks, troupe_value_unref);
  g_clear_pointer (&self->edits, troupe_value_unref);
  g_free (self->event);
  g_free (self);
}

/* --- Channel ----------------------------------------------------------------------------------------- */

struct _TroupePauseChannel
{
  GMutex lock;                    /* protects the following */
  TroupeBreakpoints *breakpoints; /* (nullable) */
  TroupeRunPause *pause;          /* (nullable) */
  GQueue changes;                 /* (element-type GTask) */
  gint has_breakpoints;           /* atomic */
};

TroupePauseChannel *
troupe_pause_channel_new (void)
{
  TroupePauseChannel *self = g_new0 (TroupePauseChannel, 1);

  g_mutex_init (&self->lock);
  g_queue_init (&self->changes);
  return self;
}

void
troupe_pause_channel_free (TroupePauseChannel *self)
{
  troupe_pause_channel_show (self, NULL);
  g_clear_pointer (&self->breakpoints, troupe_breakpoints_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

gboolean
troupe_pause_channel_has_breakpoints (TroupePauseChannel *self)
{
  return g_atomic_int_get (&self->has_breakpoints);
}

void
troupe_pause_channel_set_breakpoints (TroupePauseChannel *self, TroupeBreakpoints *breakpoints)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->breakpoints, troupe_breakpoints_unref);
  if (breakpoints != NULL)
    self->breakpoints = troupe_breakpoints_ref (breakpoints);
  g_atomic_int_set (&self->has_breakpoints,
                    breakpoints != NULL && troupe_breakpoints_get_size (breakpoints) > 0);
  g_mutex_unlock (&self->lock);
}

TroupeBreakpoints *
troupe_pause_channel_get_breakpoints (TroupePauseChannel *self)
{
  TroupeBreakpoints *breakpoints = NULL;

  g_mutex_lock (&self->lock);
  if (self->breakpoints != NULL)
    breakpoints = troupe_breakpoints_ref (self->breakpoints);
  g_mutex_unlock (&self->lock);
  return breakpoints;
}

static void
refuse (GTask *task)
{
  g_task_return_new_error (task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                           _ ("Only a paused run can be changed."));
  g_object_unref (task);
}

void
troupe_pause_channel_show (TroupePauseChannel *self, TroupeRunPause *pause)
{
  GQueue left = G_QUEUE_INIT;
  TroupeRunPause *before = NULL;

  g_mutex_lock (&self->lock);
  before = g_steal_pointer (&self->pause);
  self->pause = pause;
  if (pause == NULL)
    {
      left = self->changes;
      g_queue_init (&self->changes);
    }
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&before, troupe_run_pause_unref);
  while (!g_queue_is_empty (&left))
    refuse (g_queue_pop_head (&left));
}

TroupeRunPause *
troupe_pause_channel_look (TroupePauseChannel *self)
{
  TroupeRunPause *pause = NULL;

  g_mutex_lock (&self->lock);
  if (self->pause != NULL)
    pause = pause_ref (self->pause);
  g_mutex_unlock (&self->lock);
  return pause;
}

gboolean
troupe_pause_channel_add_change (TroupePauseChannel *self, GTask *task)
{
  gboolean is_paused = FALSE;

  g_mutex_lock (&self->lock);
  is_paused = self->pause != NULL;
  if (is_paused)
    g_queue_push_tail (&self->changes, task);
  g_mutex_unlock (&self->lock);
  if (!is_paused)
    refuse (task);
  return is_paused;
}

GTask *
troupe_pause_channel_take_change (TroupePauseChannel *self)
{
  GTask *task = NULL;

  g_mutex_lock (&self->lock);
  task = g_queue_pop_head (&self->changes);
  g_mutex_unlock (&self->lock);
  return task;
}
