/* troupe-run-budget.h: how much money a run may spend on calls of models
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
 * What a run and those inside it have spent, and may spend at most, or what several runs may together. Amounts are
 * millionths of a dollar, by the table of prices; calls whose price is not known count nothing. Any thread; atomic
 * reference count.
 */
typedef struct _TroupeRunBudget TroupeRunBudget;

/* What a budget is for: one run, or all that are begun in a calendar month. */
typedef enum
{
  TROUPE_RUN_BUDGET_RUN,
  TROUPE_RUN_BUDGET_MONTH,
} TroupeRunBudgetPeriod;

/**
 * TroupeRunBudgetView:
 * @period: whose numbers these are: of the run's own budget, or of the larger one that is reached while its own is not
 * @limit: 0: none
 * @n_unpriced: calls whose price is not known
 * @pauses: whether calls wait for a higher limit where it is reached, and do not fail
 * @n_changes: how often the limit was set, or the run let go on
 * @is_reached: whether no call may go out
 * @is_known: whether it is known what was spent; else calls wait until it is
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

/* Those who wait look again. */
void troupe_run_budget_set_limit (TroupeRunBudget *self, gint64 micro_dollars);
void troupe_run_budget_set_pauses (TroupeRunBudget *self, gboolean pauses);
/* Before anybody else has it. */
void troupe_run_budget_set_period (TroupeRunBudget *self, TroupeRunBudgetPeriod period);

/**
 * troupe_run_budget_set_parent:
 * @parent: a larger budget, of which @self is a part from now on; it may be part of another one itself
 *
 * What is added to @self is added to @parent, too, and calls wait or fail where either is reached; whoever wakes @parent
 * wakes all that wait for its parts. Once, and before anybody else has @self. Who holds the
 * lock of a larger one may take that of a part, never the other way round.
 */
void troupe_run_budget_set_parent (TroupeRunBudget *self, TroupeRunBudget *parent);
/* Whether what was spent is known, as it is from the beginning. Where a budget with a limit does not know, the calls of
 * its parts wait, and nothing is told. */
void troupe_run_budget_set_known (TroupeRunBudget *self, gboolean is_known);
/* Nothing is spent any more, as in a new month; those who wait look again. Larger budgets are left as they are. */
void troupe_run_budget_reset (TroupeRunBudget *self);

void troupe_run_budget_add (TroupeRunBudget *self, const TroupeLlmUsage *usage);
/* What was spent before it came to be: the larger budget counted it then. */
void troupe_run_budget_add_before (TroupeRunBudget *self, const TroupeLlmUsage *usage);
/* With the larger ones: of those that are reached the smallest, or its own where none is. */
TroupeRunBudgetView troupe_run_budget_look (TroupeRunBudget *self);
/* Of it alone. */
TroupeRunBudgetView troupe_run_budget_look_alone (TroupeRunBudget *self);

/* Whether it is to be told that the limit is reached: once for each limit and each time that waiting was in vain. */
gboolean troupe_run_budget_take_telling (TroupeRunBudget *self);
/* It has its run stand still; and whether it had, which is forgotten. */
void troupe_run_budget_set_holding (TroupeRunBudget *self);
gboolean troupe_run_budget_take_holding (TroupeRunBudget *self);

/* Calls @func once in the thread-default main context when the limit was set or the run let go on after @view was
 * looked at, or @cancellable is cancelled. */
void troupe_run_budget_wait (TroupeRunBudget *self,
                             const TroupeRunBudgetView *view,
                             GCancellable *cancellable,
                             GSourceFunc func,
                             gpointer user_data);
/* Has those who wait look again. */
void troupe_run_budget_wake (TroupeRunBudget *self);

/* “The runs of this month have cost $40.02, and may cost $40.00.”, of a view in which it is reached. (transfer full) */
char *troupe_run_budget_describe (const TroupeRunBudgetView *view);
/* Why no call goes out, of %TROUPE_RUN_ERROR_BUDGET. */
GError *troupe_run_budget_make_error (const TroupeRunBudgetView *view);

G_END_DECLS
