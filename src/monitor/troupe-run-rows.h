/* troupe-run-rows.h: the rows of a run's timeline while they grow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-model.h"

G_BEGIN_DECLS

/* Inside a TroupeRunModel. Every call costs the same however many rows and bars there are. */
typedef struct
{
  GPtrArray *methods; /* (element-type TroupeRunRow) */
  GPtrArray *flat;    /* the same and their calls, one after the other; made when asked for */
  GHashTable *by_key; /* "method" or "method\nmodel" → TroupeRunRow */
  GHashTable *open;   /* sequence of the start → OpenBar */
} TroupeRunRows;

void _troupe_run_rows_init (TroupeRunRows *self);
void _troupe_run_rows_clear (TroupeRunRows *self);

/* Begins a bar in the row of @method, or of its calls to the model @label. @event: outlives the rows */
void _troupe_run_rows_open (TroupeRunRows *self,
                            TroupeRowKind kind,
                            const char *method,
                            const char *label,
                            const TroupeEvent *event,
                            gint64 started_us,
                            guint pass);
/* Ends the bar that began with the start of @event. An end without a start, as a log that was cut may
 * have, changes nothing. @event: outlives the rows */
void _troupe_run_rows_close (TroupeRunRows *self,
                             const TroupeEvent *event,
                             TroupeBarState state,
                             gint64 started_us);
/* Ends the bar that began with @started at @end, microseconds since the run began. */
void _troupe_run_rows_end (TroupeRunRows *self, guint64 started, gint64 end, TroupeBarState state);
/* Gives the bar that began with @started another state, while it goes on growing. */
void _troupe_run_rows_mark (TroupeRunRows *self, guint64 started, TroupeBarState state);
/* Ends what is under way at @elapsed; what asks a person goes on doing so where the run @is_paused. */
void _troupe_run_rows_cancel (TroupeRunRows *self, gint64 elapsed, gboolean is_paused);
/* Ends the model calls that are under way at @elapsed. */
void _troupe_run_rows_cancel_calls (TroupeRunRows *self, gint64 elapsed);
/* (transfer none) (element-type TroupeRunRow) */
GPtrArray *_troupe_run_rows_list (TroupeRunRows *self);

G_END_DECLS
