/* troupe-budget-dialog.h: asks what a run, and all runs of a month, may spend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-month-budget.h"

G_BEGIN_DECLS

/**
 * troupe_budget_dialog_open:
 * @month: (nullable): for what was spent so far
 * @reached: (nullable): of the run that stands still, which budget it is that is spent
 *
 * Over @over: the sums at which a run, and all runs of a month, pause, which are written into @settings where the person
 * says so. Who waits for more goes on then.
 *
 * Returns: (transfer none)
 */
GtkWindow *troupe_budget_dialog_open (GtkWidget *over,
                                      GSettings *settings,
                                      TroupeMonthBudget *month,
                                      const TroupeRunBudgetView *reached);

G_END_DECLS
