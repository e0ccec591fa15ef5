/* troupe-month-budget.h: what all runs of a calendar month have cost, and may
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cost-estimate.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Keys of the schema. */
#define TROUPE_MONTH_BUDGET_LIMIT "month-budget"
#define TROUPE_MONTH_BUDGET_BATCHES "month-batches"

/* Where runs are kept; called in a thread of its own, and may block. (transfer none) (nullable): none was ever kept */
typedef TroupeStore *(*TroupeMonthStoreFunc) (gpointer owner);

/**
 * TroupeMonthBudget:
 *
 * The application has one. What kept runs of this calendar month spent is read from the store in a thread; what runs of the
 * window spend comes to it while they do, and is not counted again when they are kept. Until the store was read, calls of
 * runs wait where there is a limit. A new month begins with nothing spent.
 *
 * All but `TroupeRunBudget` on the main thread. Signals: `changed` (the limit, or what was spent; while runs are under way
 * every other second), `failed` (text: the store cannot be read, and only what is spent from now on counts).
 */
#define TROUPE_TYPE_MONTH_BUDGET (troupe_month_budget_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMonthBudget, troupe_month_budget, TROUPE, MONTH_BUDGET, GObject)

/* @owner: what @find_store is called with; a reference is held while it is */
TroupeMonthBudget *
troupe_month_budget_new (GSettings *settings, TroupeMonthStoreFunc find_store, GObject *owner);
/* Nothing is read any more. */
void troupe_month_budget_close (TroupeMonthBudget *self);

/* @run, which has not begun, counts from now on, and pauses where the limit is reached. troupe_month_budget_leave() when it
 * has ended, or does not begin. */
void troupe_month_budget_join (TroupeMonthBudget *self, TroupeRun *run);
/* The same for a batch, whose items have a part of that budget as their larger one. (transfer none) */
void troupe_month_budget_join_batch (TroupeMonthBudget *self);
TroupeRunBudget *troupe_month_budget_get_for_batches (TroupeMonthBudget *self);
void troupe_month_budget_leave (TroupeMonthBudget *self);

/* Reads the store once more, after a look at the calendar, for runs that another program has kept. `changed` follows where
 * they spent anything. */
void troupe_month_budget_refresh (TroupeMonthBudget *self);
/* Looks whether a new month has begun, as it does by itself when a run begins, and every other second while one is under
 * way. */
void troupe_month_budget_check (TroupeMonthBudget *self);
/* For tests: microseconds since 1970. */
void troupe_month_budget_set_clock (TroupeMonthBudget *self, gint64 (*get_now) (void));

TroupeCostMonth troupe_month_budget_look (TroupeMonthBudget *self);
/* “$3.92 so far”. (transfer full) */
char *troupe_month_budget_describe (TroupeMonthBudget *self);
/* By how much the limit is raised with one click: a quarter of it, in whole cents. */
gint64 troupe_month_budget_get_rise (TroupeMonthBudget *self);
/* Writes the setting: as much more than what was spent, or than the limit where that is higher. All that wait go on. */
void troupe_month_budget_raise (TroupeMonthBudget *self, gint64 micro_dollars);

G_END_DECLS
