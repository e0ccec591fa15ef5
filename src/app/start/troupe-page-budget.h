/* troupe-page-budget.h: what the runs of a page may spend, did spend and are likely to
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
 * Gives each run the budget of the preferences and has it stand still where that is spent; tells so in the notice bar, which
 * stops it or lets it spend as much again. Where it is the month's budget that is spent (#TroupeMonthBudget), it tells of
 * that, and raises it. It makes the estimate of the next run and shows it in the cost panel, with the month.
 */
#define TROUPE_TYPE_PAGE_BUDGET (troupe_page_budget_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageBudget, troupe_page_budget, TROUPE, PAGE_BUDGET, GObject)

/* @monitor: not owned; it is not used after troupe_page_budget_close() */
TroupePageBudget *troupe_page_budget_new (TroupeRunFactory *source,
                                          TroupePageRun *run,
                                          TroupeMonitor *monitor,
                                          TroupeRunNotice *notice);
void troupe_page_budget_close (TroupePageBudget *self);

/* The line with the estimate, now or as soon as it is made. */
void troupe_page_budget_join_inputs (TroupePageBudget *self, TroupeInputsDialog *dialog);
void troupe_page_budget_join_consent (TroupePageBudget *self, TroupeConsentDialog *dialog);

G_END_DECLS
