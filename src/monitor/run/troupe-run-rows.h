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
  GHashTable *open;   /* number of a span that is under way → OpenBar */
} TroupeRunRows;

/* How the bar of @span is drawn. */
TroupeBarState troupe_bar_state_of (const TroupeSpan *span);

void troupe_run_rows_init (TroupeRunRows *self);
void troupe_run_rows_clear (TroupeRunRows *self);

/* Draws a bar for @span, a run of a method or a model call in one, or brings the one that it has up to
 * date. */
void troupe_run_rows_take (TroupeRunRows *self, const TroupeSpan *span);
/* (transfer none) (element-type TroupeRunRow) */
GPtrArray *troupe_run_rows_list (TroupeRunRows *self);

G_END_DECLS
