/* troupe-cost-view.h: cost panel: tokens, time and money of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-cost-side.h"
#include "troupe-flow.h"
#include "troupe-trace-cost.h"

G_BEGIN_DECLS

/**
 * TroupeCostView:
 *
 * A table of the costs in a trace (doc/interface.md), grouped by method, agent, model or tool. Each
 * row can be expanded to its parts, and the total is shown below. The table follows the trace at
 * most once a second, and only while it is mapped.
 *
 * Signal: `shown` (GHashTable: cost texts by the names of methods, or of the tasks of a standalone
 * crew; NULL if they are no longer shown).
 */
#define TROUPE_TYPE_COST_VIEW (troupe_cost_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostView, troupe_cost_view, TROUPE, COST_VIEW, GtkWidget)

GtkWidget *troupe_cost_view_new (TroupeTrace *trace);

TroupeCostKind troupe_cost_view_get_kind (TroupeCostView *self);
void troupe_cost_view_set_kind (TroupeCostView *self, TroupeCostKind kind);
/* Sets the flow that runs, whose methods have the same icons as on their cards. */
void troupe_cost_view_set_flow (TroupeCostView *self, TroupeFlow *flow);

/* Returns the widget next to the table, on which the caller sets the cost of the run. (transfer
 * none) */
TroupeCostSide *troupe_cost_view_get_side (TroupeCostView *self);

/* Exports the displayed table with its parts as CSV. Numbers have no separators, and money is in
 * dollars. (transfer full) */
char *troupe_cost_view_to_csv (TroupeCostView *self);

G_END_DECLS
