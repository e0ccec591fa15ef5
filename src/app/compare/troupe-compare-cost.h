/* troupe-compare-cost.h: table of calls, tokens, time and cost of two runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-compare-facts.h"

G_BEGIN_DECLS

/**
 * TroupeCompareCost:
 *
 * A row for each method (in a standalone crew: task), agent, model or tool, with the numbers of A and B beside each other and
 * the change of the cost.
 */
#define TROUPE_TYPE_COMPARE_COST (troupe_compare_cost_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCompareCost, troupe_compare_cost, TROUPE, COMPARE_COST, GtkWidget)

/* @facts: must outlive the widget. (transfer full): floating */
GtkWidget *troupe_compare_cost_new (const TroupeCompareFacts *facts);
/* Hides the columns of one run. @side: the run that is shown: 0 for A, 1 for B, -1 for both */
void troupe_compare_cost_show_only (TroupeCompareCost *self, int side);

G_END_DECLS
