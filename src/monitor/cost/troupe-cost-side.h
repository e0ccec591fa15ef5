/* troupe-cost-side.h: side of the cost panel: estimate of the next run, its budget, and the month
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-cost-entry.h"
#include "troupe-cost-estimate.h"

G_BEGIN_DECLS

/* Amounts that were spent are bold; estimates are not. */
#define TROUPE_TYPE_COST_SIDE (troupe_cost_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostSide, troupe_cost_side, TROUPE, COST_SIDE, GtkWidget)

GtkWidget *troupe_cost_side_new (void);

/* @outlook: (nullable): NULL if there is no estimate yet */
void troupe_cost_side_set_outlook (TroupeCostSide *self, const TroupeCostForecast *outlook);
/* Sets the budget of the current run, in millionths of a dollar; 0: none */
void troupe_cost_side_set_limit (TroupeCostSide *self, gint64 limit);
/* Sets the cost of the current run. */
void troupe_cost_side_set_spent (TroupeCostSide *self, gint64 spent);
/* Sets the cost and the limit of all runs of this month. */
void troupe_cost_side_set_month (TroupeCostSide *self, const TroupeCostMonth *month);
/* Returns the entry for the budget of runs. (transfer none) */
TroupeCostEntry *troupe_cost_side_get_entry (TroupeCostSide *self);

G_END_DECLS
