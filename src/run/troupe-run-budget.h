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
 * What a run and those inside it have spent, and may spend at most. Amounts are millionths of a dollar, by the table of
 * prices; calls whose price is not known count nothing. Any thread; atomic reference count.
 */
typedef struct _TroupeRunBudget TroupeRunBudget;

/**
 * TroupeRunBudgetView:
 * @limit: 0: none
 * @n_unpriced: calls whose price is not known
 * @pauses: whether calls wait for a higher limit where it is reached, and do not fail
 * @n_changes: how often the limit was set, or the run let go on
 * @is_reached: whether no call may go out
 */
typedef struct
{
  gint64 limit;
  gint64 spent;
  gint64 n_unpriced;
  gboolean pauses;
  guint n_changes;
  gboolean is_reached;
} TroupeRunBudgetView;

TroupeRunBudget *troupe_run_budget_new (void);
TroupeRunBudget *troupe_run_budget_ref (TroupeRunBudget *self);
void troupe_run_budget_unref (TroupeRunBudget *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunBudget, troupe_run_budget_unref)

/* Those who wait look again. */
void troupe_run_budget_set_limit (TroupeRunBudget *self, gint64 micro_dollars);
void troupe_run_budget_set_pauses (TroupeRunBudget *self, gboolean pauses);
void troupe_run_budget_add (TroupeRunBudget *self, const TroupeLlmUsage *usage);
TroupeRunBudgetView troupe_run_budget_look (TroupeRunBudget *self);

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

/* Why no call goes out, of %TROUPE_RUN_ERROR_BUDGET. */
GError *troupe_run_budget_make_error (const TroupeRunBudgetView *view);

G_END_DECLS
