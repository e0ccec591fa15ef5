/* troupe-run-budget.h: limit for the cost of a run's model calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeRunBudget:
 *
 * Cost and limit of a run including its inner runs, or of several runs together. Amounts are in
 * millionths of a dollar, according to the price table. Calls with unknown prices do not count.
 * Thread-safe; atomic reference count.
 */
typedef struct _TroupeRunBudget TroupeRunBudget;

/* Scope of a budget: one run, or all runs that are started in a calendar month. */
typedef enum
{
  TROUPE_RUN_BUDGET_RUN,
  TROUPE_RUN_BUDGET_MONTH,
} TroupeRunBudgetPeriod;

/**
 * TroupeRunBudgetView:
 * @period: the budget to which the numbers belong: the run's own budget, or the larger one if only
 *   that is reached
 * @limit: 0 for none
 * @n_unpriced: number of calls with an unknown price
 * @pauses: whether calls wait for a higher limit when the limit is reached, instead of failing
 * @n_changes: how often the limit was changed or the run was continued
 * @is_reached: whether no call may be sent
 * @is_known: whether the amount spent is known; if not, calls wait until it is known
 */
typedef struct
{
  TroupeRunBudgetPeriod period;
  gint64 limit;
  gint64 spent;
  gint64 n_unpriced;
  gboolean pauses;
  guint n_changes;
  gboolean is_reached;
  gboolean is_known;
} TroupeRunBudgetView;

TroupeRunBudget *troupe_run_budget_new (void);
TroupeRunBudget *troupe_run_budget_ref (TroupeRunBudget *self);
void troupe_run_budget_unref (TroupeRunBudget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunBudget, troupe_run_budget_unref)

/* Sets the limit, and wakes the waiting calls to check it again. */
void troupe_run_budget_set_limit (TroupeRunBudget *self, gint64 micro_dollars);
void troupe_run_budget_set_pauses (TroupeRunBudget *self, gboolean pauses);
/* Must be called before the budget is shared. */
void troupe_run_budget_set_period (TroupeRunBudget *self, TroupeRunBudgetPeriod period);

/**
 * troupe_run_budget_set_parent:
 * @parent: a larger budget of which @self becomes a part; it may have a parent itself
 *
 * Costs that are added to @self are added to @parent, too, and calls wait or fail if either is
 * reached; waking @parent wakes all calls that wait for its parts. Must be called once, before
 * @self is shared. Lock order: the lock of a larger budget before that of a part.
 */
void troupe_run_budget_set_parent (TroupeRunBudget *self, TroupeRunBudget *parent);
/* Sets whether the amount spent is known, which is the default. If the amount of a budget with a
 * limit is unknown, the calls of its parts wait, and nothing is reported. */
void troupe_run_budget_set_known (TroupeRunBudget *self, gboolean is_known);
/* Resets the amount spent to zero, as for a new month, and wakes the waiting calls. Larger
 * budgets are not changed. */
void troupe_run_budget_reset (TroupeRunBudget *self);

void troupe_run_budget_add (TroupeRunBudget *self, const TroupeLlmUsage *usage);
/* Adds earlier costs to this budget only, because the larger budgets have already counted them. */
void troupe_run_budget_add_before (TroupeRunBudget *self, const TroupeLlmUsage *usage);
/* Returns the view, considering the larger budgets. This is the view of the smallest budget that
 * is reached, or the budget's own view if none is reached. */
TroupeRunBudgetView troupe_run_budget_look (TroupeRunBudget *self);
/* Returns the view of this budget only. */
TroupeRunBudgetView troupe_run_budget_look_alone (TroupeRunBudget *self);

/* Returns TRUE if the caller has to report that the limit is reached. This is the case once per
 * limit, and each time the waiting calls were woken in vain. */
gboolean troupe_run_budget_take_telling (TroupeRunBudget *self);
/* These functions set the flag that the budget holds its run, and get and clear this flag. */
void troupe_run_budget_set_holding (TroupeRunBudget *self);
gboolean troupe_run_budget_take_holding (TroupeRunBudget *self);

/* Calls @func once in the thread-default main context when the limit was changed or the run was
 * continued after @view was created, or when @cancellable is cancelled. */
void troupe_run_budget_wait (TroupeRunBudget *self,
                             const TroupeRunBudgetView *view,
                             GCancellable *cancellable,
                             GSourceFunc func,
                             gpointer user_data);
/* Wakes the waiting calls to check again. */
void troupe_run_budget_wake (TroupeRunBudget *self);

/* Returns a sentence such as “This month’s runs have cost $40.02 of $40.00.” for a view in which
 * the limit is reached. (transfer full) */
char *troupe_run_budget_describe (const TroupeRunBudgetView *view);
/* Returns the %TROUPE_RUN_ERROR_BUDGET with which a call fails. */
GError *troupe_run_budget_make_error (const TroupeRunBudgetView *view);

G_END_DECLS
