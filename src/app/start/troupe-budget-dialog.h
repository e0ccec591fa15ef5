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
 * @month: (nullable): the month budget, whose current cost is shown
 * @reached: (nullable): the budget that the paused run has reached
 *
 * Opens a dialog over @over to edit the amounts at which a run, or all runs of a month, pause. When
 * the user confirms, the amounts are written to @settings, and waiting runs continue.
 *
 * Returns: (transfer none): the dialog
 */
GtkWindow *troupe_budget_dialog_open (GtkWidget *over,
                                      GSettings *settings,
                                      TroupeMonthBudget *month,
                                      const TroupeRunBudgetView *reached);

G_END_DECLS
