/* troupe-budget-dialog.h: dialog for the run budget and the month budget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-month-budget.h"

G_BEGIN_DECLS

/**
 * troupe_budget_dialog_open:
 * @month: (nullable): to show the current cost
 * @reached: (nullable): the budget that the paused run has reached
 *
 * Opens a dialog over @over to edit the amounts at which a run, or all runs of a month, pause. They
 * are written to @settings when the user confirms, and waiting runs then continue.
 *
 * Returns: (transfer none)
 */
GtkWindow *troupe_budget_dialog_open (GtkWidget *over,
                                      GSettings *settings,
                                      TroupeMonthBudget *month,
                                      const TroupeRunBudgetView *reached);

G_END_DECLS
