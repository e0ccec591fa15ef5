/* troupe-run-rows.h: rows of a run's timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-model.h"

G_BEGIN_DECLS

/* The rows of TroupeRunModel. Every call but troupe_run_rows_rewind() takes constant time, regardless
 * of the number of rows and bars. */
typedef struct
{
  GPtrArray *methods;  /* (element-type TroupeRunRow) */
  GPtrArray *flat;     /* the visible rows in display order; created on demand */
  GHashTable *by_key;  /* name of a method → TroupeRunRow */
  GHashTable *by_name; /* parent, kind and label of a row below a method → the last one */
  GHashTable *by_span; /* id of a span of a task or delegation → TroupeRunRow */
  GHashTable *open;    /* id of a running span → OpenBar */
} TroupeRunRows;

/* Returns the state of the bar of @span. */
TroupeBarState troupe_bar_state_of (const TroupeSpan *span);

void troupe_run_rows_init (TroupeRunRows *self);
void troupe_run_rows_clear (TroupeRunRows *self);

/* Adds or updates the bar for @span, which is a method run, a task, or a call. */
void troupe_run_rows_take (TroupeRunRows *self, const TroupeSpan *span);
/* Removes the bars of spans that are no longer in the trace, and the rows without bars; bars of spans that are running
 * again have no end. Takes time linear in the number of rows and removed bars. */
void troupe_run_rows_rewind (TroupeRunRows *self, TroupeTrace *trace);
/* Returns the visible rows in display order. (transfer none) (element-type TroupeRunRow) */
GPtrArray *troupe_run_rows_list (TroupeRunRows *self);
/* Hides or shows the rows below @row. */
void troupe_run_rows_fold (TroupeRunRows *self, TroupeRunRow *row, gboolean is_folded);

G_END_DECLS
