/* troupe-pause-channel.h: what threads exchange about the pauses of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-pause.h"

G_BEGIN_DECLS

/* Creates an empty pause, whose members the caller sets before other threads see it. (transfer full) */
TroupeRunPause *troupe_run_pause_new (void);

/**
 * TroupePauseChannel:
 *
 * The breakpoints of a run, what it shows while it is paused, and the changes that wait for its thread. Belongs to the run.
 */
typedef struct _TroupePauseChannel TroupePauseChannel;

TroupePauseChannel *troupe_pause_channel_new (void);
void troupe_pause_channel_free (TroupePauseChannel *self);

/* Returns TRUE if there are breakpoints; one atomic read. */
gboolean troupe_pause_channel_has_breakpoints (TroupePauseChannel *self);
/* Any thread. @breakpoints: (nullable) */
void troupe_pause_channel_set_breakpoints (TroupePauseChannel *self,
                                           TroupeBreakpoints *breakpoints);
/* Any thread. (transfer full) (nullable) */
TroupeBreakpoints *troupe_pause_channel_get_breakpoints (TroupePauseChannel *self);

/* Shows the paused run. @pause: (transfer full) (nullable): NULL when it is not paused any more */
void troupe_pause_channel_show (TroupePauseChannel *self, TroupeRunPause *pause);
/* Any thread. (transfer full) (nullable) */
TroupeRunPause *troupe_pause_channel_look (TroupePauseChannel *self);

/* A change that waits for the run's thread: the data of its task. */
typedef struct
{
  char *path;
  TroupeValue *value;
  char *by;
} TroupePauseChange;

/* Queues a change. Returns FALSE if the run is not paused; then the task has returned an error. Any thread.
 * @task: (transfer full): with a #TroupePauseChange */
gboolean troupe_pause_channel_add_change (TroupePauseChannel *self, GTask *task);
/* Removes the oldest change. (transfer full) (nullable) */
GTask *troupe_pause_channel_take_change (TroupePauseChannel *self);

G_END_DECLS
