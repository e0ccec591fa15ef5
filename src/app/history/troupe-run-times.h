/* troupe-run-times.h: events of a past run with their times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-scope.h"

G_BEGIN_DECLS

/**
 * TroupeRunMark:
 * @time: microseconds of the run, without pauses
 * @state: how it ended; %TROUPE_SCOPE_WAITING for a question to the user
 *
 * The end of a method, or of a task of a standalone crew.
 */
typedef struct
{
  gint64 time;
  TroupeScopeState state;
} TroupeRunMark;

/**
 * TroupeRunTimes:
 * @events: (element-type TroupeEvent)
 * @times: (element-type gint64): for each event, microseconds of the run, without pauses and without the time between
 *   two processes; they never decrease
 * @marks: (element-type TroupeRunMark)
 * @end: the duration of the run
 * @is_crew: whether the run is that of a standalone crew
 *
 * The events of a past run. Immutable.
 */
typedef struct
{
  GPtrArray *events;
  GArray *times;
  GArray *marks;
  gint64 end;
  gboolean is_crew;
} TroupeRunTimes;

/* @events: (element-type TroupeEvent); @started_us: microseconds since 1970; @elapsed_us: the duration of the run. May
 * be called on any thread. (transfer full) */
TroupeRunTimes *troupe_run_times_new (GPtrArray *events, gint64 started_us, gint64 elapsed_us);
void troupe_run_times_free (TroupeRunTimes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunTimes, troupe_run_times_free)

/* Returns the time of the last of the first @position events; 0 if @position is 0. */
gint64 troupe_run_times_get (const TroupeRunTimes *self, guint position);
/* Returns the number of events that have happened at @time. */
guint troupe_run_times_find (const TroupeRunTimes *self, gint64 time);
/* Returns the step before which a run has to begin to take over what had ended at @time, as @name of troupe_run_set_from().
 * (transfer full) (nullable): NULL if everything had ended */
char *troupe_run_times_find_step (const TroupeRunTimes *self, gint64 time);

G_END_DECLS
