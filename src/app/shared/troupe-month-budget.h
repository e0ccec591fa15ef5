/* troupe-month-budget.h: cost and budget of all runs in a calendar month
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cost-estimate.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Keys of the GSettings schema. */
#define TROUPE_MONTH_BUDGET_LIMIT "month-budget"
#define TROUPE_MONTH_BUDGET_BATCHES "month-batches"

/* Returns the run store; called on a worker thread and may block. (transfer none) (nullable):
 * NULL if no run was ever stored */
typedef TroupeStore *(*TroupeMonthStoreFunc) (gpointer owner);

/**
 * TroupeMonthBudget:
 *
 * The application has one instance. The cost of the stored runs of this calendar month is read from
 * the store on a thread. The cost of runs of the window is added while they run, and is not counted
 * again when they are stored. If there is a limit, model calls wait until the store has been read.
 * A new month starts with zero cost.
 *
 * Main thread only, except for `TroupeRunBudget`. Signals: `changed` (the limit or the cost; every
 * two seconds while runs are running), `failed` (text: the store cannot be read, so that only
 * future cost is counted).
 */
#define TROUPE_TYPE_MONTH_BUDGET (troupe_month_budget_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMonthBudget, troupe_month_budget, TROUPE, MONTH_BUDGET, GObject)

/* @owner: argument of @find_store; referenced while @find_store is running */
TroupeMonthBudget *
troupe_month_budget_new (GSettings *settings, TroupeMonthStoreFunc find_store, GObject *owner);
/* Cancels reading the store. */
void troupe_month_budget_close (TroupeMonthBudget *self);

/* From now on, counts the cost of @run, which has not started yet. The run pauses when the limit
 * is reached. troupe_month_budget_leave() must be called when the run has ended or does not
 * start. */
void troupe_month_budget_join (TroupeMonthBudget *self, TroupeRun *run);
/* Like troupe_month_budget_join(), but for a batch. The runs of the batch's items are charged to
 * the budget for batches, which is a part of the month budget. (transfer none) */
void troupe_month_budget_join_batch (TroupeMonthBudget *self);
TroupeRunBudget *troupe_month_budget_get_for_batches (TroupeMonthBudget *self);
void troupe_month_budget_leave (TroupeMonthBudget *self);

/* Checks for a new month and reads the store again, because another program may have stored
 * runs. Emits `changed` if the cost has changed. */
void troupe_month_budget_refresh (TroupeMonthBudget *self);
/* Checks whether a new month has started. Called automatically when a run starts, and every two
 * seconds while a run is running. */
void troupe_month_budget_check (TroupeMonthBudget *self);
/* For tests. @get_now: returns microseconds since 1970 */
void troupe_month_budget_set_clock (TroupeMonthBudget *self, gint64 (*get_now) (void));

TroupeCostMonth troupe_month_budget_look (TroupeMonthBudget *self);
/* Returns the cost as text, for example “$3.92 so far”. (transfer full) */
char *troupe_month_budget_describe (TroupeMonthBudget *self);
/* Returns the amount by which one click raises the limit. This is a quarter of the limit, in
 * whole cents. */
gint64 troupe_month_budget_get_rise (TroupeMonthBudget *self);
/* Sets the limit in the settings to @micro_dollars above the cost, or above the current limit if
 * the limit is higher than the cost. All waiting runs continue. */
void troupe_month_budget_raise (TroupeMonthBudget *self, gint64 micro_dollars);

G_END_DECLS
