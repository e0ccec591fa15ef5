/* troupe-cost-side.h: beside the cost panel's table: the next run, its budget and the month
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-cost-entry.h"
#include "troupe-cost-estimate.h"

G_BEGIN_DECLS

/* What was spent is bold, what is estimated never. */
#define TROUPE_TYPE_COST_SIDE (troupe_cost_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostSide, troupe_cost_side, TROUPE, COST_SIDE, GtkWidget)

GtkWidget *troupe_cost_side_new (void);

/* @outlook: (nullable): nothing is known yet */
void troupe_cost_side_set_outlook (TroupeCostSide *self, const TroupeCostForecast *outlook);
/* @limit: of the run that is shown, in millionths of a dollar; 0: none */
void troupe_cost_side_set_limit (TroupeCostSide *self, gint64 limit);
/* What that run has spent. */
void troupe_cost_side_set_spent (TroupeCostSide *self, gint64 spent);
/* What all runs of this month have spent, and may. */
void troupe_cost_side_set_month (TroupeCostSide *self, const TroupeCostMonth *month);
/* The field in which a person says what runs may spend. (transfer none) */
TroupeCostEntry *troupe_cost_side_get_entry (TroupeCostSide *self);

G_END_DECLS
