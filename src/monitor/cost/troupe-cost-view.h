/* troupe-cost-view.h: the cost panel: where tokens, time and money went
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-cost-side.h"
#include "troupe-trace-cost.h"

G_BEGIN_DECLS

/**
 * TroupeCostView:
 *
 * A table of the run that a trace is of (doc/interface.md), by method, agent, model or tool, each with its parts, and
 * the sum below. It follows the trace, at most once a second while it is seen and not at all while it is not.
 *
 * Signal: `shown` (GHashTable: texts of costs by the names of methods, or of the tasks of a crew by itself; or NULL, when
 * they are not seen any more).
 */
#define TROUPE_TYPE_COST_VIEW (troupe_cost_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostView, troupe_cost_view, TROUPE, COST_VIEW, GtkWidget)

GtkWidget *troupe_cost_view_new (TroupeTrace *trace);

TroupeCostKind troupe_cost_view_get_kind (TroupeCostView *self);
void troupe_cost_view_set_kind (TroupeCostView *self, TroupeCostKind kind);

/* What stands beside the table; it is told what the run has spent. (transfer none) */
TroupeCostSide *troupe_cost_view_get_side (TroupeCostView *self);

/* The table as it is shown, with its parts, as CSV: numbers without separators, money in dollars. (transfer full) */
char *troupe_cost_view_to_csv (TroupeCostView *self);

G_END_DECLS
