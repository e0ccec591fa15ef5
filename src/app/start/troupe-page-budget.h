/* troupe-page-budget.h: budget, cost and cost estimate of the runs of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-consent-dialog.h"
#include "troupe-inputs-dialog.h"
#include "troupe-monitor.h"
#include "troupe-page-run.h"
#include "troupe-run-factory.h"
#include "troupe-run-notice.h"

G_BEGIN_DECLS

/**
 * TroupePageBudget:
 *
 * Sets the budget from the preferences for each run, and pauses the run when the budget is used up.
 * The notice bar then offers to stop the run or to add the same amount again. If the month budget
 * is used up (#TroupeMonthBudget), the notice bar says so and offers to raise the month budget.
 * Also estimates the cost of the next run, and shows the estimate in the cost panel, together with
 * the cost of the month.
 */
#define TROUPE_TYPE_PAGE_BUDGET (troupe_page_budget_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageBudget, troupe_page_budget, TROUPE, PAGE_BUDGET, GObject)

/* @monitor: not owned; not used after troupe_page_budget_close() */
TroupePageBudget *troupe_page_budget_new (TroupeRunFactory *source,
                                          TroupePageRun *run,
                                          TroupeMonitor *monitor,
                                          TroupeRunNotice *notice);
void troupe_page_budget_close (TroupePageBudget *self);

/* Returns TRUE if the preferences limit the cost of a run or of the runs of a month. */
gboolean troupe_page_budget_has_limit (TroupePageBudget *self);

/* Shows the cost estimate in the dialog, immediately or as soon as it is available. */
void troupe_page_budget_join_inputs (TroupePageBudget *self, TroupeInputsDialog *dialog);
void troupe_page_budget_join_consent (TroupePageBudget *self, TroupeConsentDialog *dialog);

G_END_DECLS
