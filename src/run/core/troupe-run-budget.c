/* troupe-run-budget.c: limit for the cost of a run's model calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-budget"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-cancel.h"
#include "troupe-money.h"
#include "troupe-run-budget.h"
#include "troupe-run.h"

/* @parts: (element-type TroupeRunBudget): not owned, each removes itself before it is freed;
 *   @waiting: (element-type GSource): sources that are dispatched when something changes */
struct _TroupeRunBudget
{
  gatomicrefcount ref_count;
  TroupeRunBudgetPeriod period;
  TroupeRunBudget *parent; /* (nullable) */
  GMutex lock;             /* protects the following, and the lifetime of the parts */
  GPtrArray *parts;
  gint64 limit;
  gint64 spent;
  gint64 n_unpriced;
  gboolean pauses;
  gboolean is_unknown;
  gboolean is_told;
  gboolean is_holding;
  guint n_changes;
  GPtrArray *waiting;
};

TroupeRunBudget *
troupe_run_budget_new (void)
{
  TroupeRunBudget *self = g_new0 (TroupeRunBudget, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->parts = g_ptr_array_new ();
  self->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) g_source_unref);
  return self;
}

TroupeRunBudget *
troupe_run_budget_ref (TroupeRunBudget *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_run_budget_unref (TroupeRunBudget *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->parent != NULL)
    {
      g_mutex_lock (&self->parent->lock);
      g_ptr_array_remove_fast (self->parent->parts, self);
      g_mutex_unlock (&self->parent->lock);
    }
  g_clear_pointer (&self->parent, troupe_run_budget_unref);
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->waiting);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
troupe_run_budget_set_limit (TroupeRunBudget *self, gint64 micro_dollars)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (micro_dollars >= 0);

  g_mutex_lock (&self->lock);
  self->limit = micro_dollars;
  g_mutex_unlock (&self->lock);
  troupe_run_budget_wake (self);
}

void
troupe_run_budget_set_pauses (TroupeRunBudget *self, gboolean pauses)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  self->pauses = pauses;
  g_mutex_unlock (&self->lock);
}

void
troupe_run_budget_set_period (TroupeRunBudget *self, TroupeRunBudgetPeriod period)
{
  g_return_if_fail (self != NULL);

  self->period = period;
}

void
troupe_run_budget_set_parent (TroupeRunBudget *self, TroupeRunBudget *parent)
{
  g_return_if_fail (self != NULL && self->parent == NULL);
  g_return_if_fail (parent != NULL && parent != self);

  self->parent = troupe_run_budget_ref (parent);
  g_mutex_lock (&parent->lock);
  g_ptr_array_add (parent->parts, self);
  g_mutex_unlock (&parent->lock);
}

void
troupe_run_budget_set_known (TroupeRunBudget *self, gboolean is_known)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  self->is_unknown = !is_known;
  g_mutex_unlock (&self->lock);
  troupe_run_budget_wake (self);
}

void
troupe_run_budget_reset (TroupeRunBudget *self)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  self->spent = 0;
  self->n_unpriced = 0;
  g_mutex_unlock (&self->lock);
  troupe_run_budget_wake (self);
}

void
troupe_run_budget_add_before (TroupeRunBudget *self, const TroupeLlmUsage *usage)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (usage != NULL);

  g_mutex_lock (&self->lock);
  self->spent += usage->micro_dollars;
  self->n_unpriced += usage->unpriced;
  g_mutex_unlock (&self->lock);
}

void
troupe_run_budget_add (TroupeRunBudget *self, const TroupeLlmUsage *usage)
{
  g_return_if_fail (self != NULL);

  for (TroupeRunBudget *budget = self; budget != NULL; budget = budget->parent)
    troupe_run_budget_add_before (budget, usage);
}

TroupeRunBudgetView
troupe_run_budget_look_alone (TroupeRunBudget *self)
{
  TroupeRunBudgetView view = { 0 };

  g_return_val_if_fail (self != NULL, view);

  g_mutex_lock (&self->lock);
  view = (TroupeRunBudgetView){ .period = self->period,
                                .limit = self->limit,
                                .spent = self->spent,
                                .n_unpriced = self->n_unpriced,
                                .pauses = self->pauses,
                                .n_changes = self->n_changes,
                                .is_reached = self->limit > 0 && self->spent >= self->limit,
                                .is_known = !self->is_unknown };
  g_mutex_unlock (&self->lock);
  return view;
}

TroupeRunBudgetView
troupe_run_budget_look (TroupeRunBudget *self)
{
  /* Read the budget's own change counter before the larger budgets. If a change of a larger
   * budget is missed here, it increments the counter later. */
  TroupeRunBudgetView view = troupe_run_budget_look_alone (self);
  gboolean is_known = view.is_known || view.limit == 0;

  for (TroupeRunBudget *larger = self->parent; larger != NULL && !view.is_reached;
       larger = larger->parent)
    {
      const TroupeRunBudgetView other = troupe_run_budget_look_alone (larger);

      is_known = is_known && (other.is_known || other.limit == 0);
      if (!other.is_reached)
        continue;
      view.period = other.period;
      view.limit = other.limit;
      view.spent = other.spent;
      view.n_unpriced = other.n_unpriced;
      view.is_reached = TRUE;
    }
  view.is_known = is_known;
  return view;
}

static gboolean
exchange (TroupeRunBudget *self, gboolean *flag, gboolean value)
{
  gboolean before;

  g_assert (self != NULL);

  g_mutex_lock (&self->lock);
  before = *flag;
  *flag = value;
  g_mutex_unlock (&self->lock);
  return before;
}

gboolean
troupe_run_budget_take_telling (TroupeRunBudget *self)
{
  return !exchange (self, &self->is_told, TRUE);
}

void
troupe_run_budget_set_holding (TroupeRunBudget *self)
{
  exchange (self, &self->is_holding, TRUE);
}

gboolean
troupe_run_budget_take_holding (TroupeRunBudget *self)
{
  return exchange (self, &self->is_holding, FALSE);
}

/* --- Waiting ------------------------------------------------------------------------------------- */

static gboolean
woken_dispatch (GSource *source, GSourceFunc func, gpointer user_data)
{
  return func != NULL ? func (user_data) : G_SOURCE_REMOVE;
}

static GSourceFuncs woken_funcs = { .dispatch = woken_dispatch };

void
troupe_run_budget_wait (TroupeRunBudget *self,
                        const TroupeRunBudgetView *view,
                        GCancellable *cancellable,
                        GSourceFunc func,
                        gpointer user_data)
{
  GMainContext *context = g_main_context_get_thread_default ();
  GSource *source = g_source_new (&woken_funcs, sizeof (GSource));

  g_return_if_fail (self != NULL);

  g_source_set_static_name (source, "troupe-run-budget wait");
  if (cancellable != NULL)
    {
      g_autoptr (GSource) cancel = troupe_cancel_source_new (cancellable, context);

      g_source_add_child_source (source, cancel);
    }
  g_source_set_callback (source, func, user_data, NULL);
  g_mutex_lock (&self->lock);
  /* If something has changed since @view was taken, no wakeup will follow. */
  if (self->n_changes != view->n_changes)
    g_source_set_ready_time (source, 0);
  g_ptr_array_add (self->waiting, g_source_ref (source));
  g_mutex_unlock (&self->lock);
  g_source_attach (source, context);
  g_source_unref (source);
}

/* Adds the sources that wait for the budget and its parts to @woken. The caller holds the lock
 * of the parent, if there is one. */
static void
take_waiting (TroupeRunBudget *self, GPtrArray *woken)
{
  g_assert (self != NULL);

  g_mutex_lock (&self->lock);
  self->is_told = FALSE;
  self->n_changes++;
  g_ptr_array_extend_and_steal (woken, g_steal_pointer (&self->waiting));
  self->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) g_source_unref);
  /* No part is freed while the lock is held. */
  for (guint i = 0; i < self->parts->len; i++)
    take_waiting (g_ptr_array_index (self->parts, i), woken);
  g_mutex_unlock (&self->lock);
}

void
troupe_run_budget_wake (TroupeRunBudget *self)
{
  g_autoptr (GPtrArray) woken = NULL;

  g_return_if_fail (self != NULL);

  woken = g_ptr_array_new_with_free_func ((GDestroyNotify) g_source_unref);
  take_waiting (self, woken);
  for (guint i = 0; i < woken->len; i++)
    g_source_set_ready_time (g_ptr_array_index (woken, i), 0);
}

/* --- Messages --------------------------------------------------------------------------------- */

char *
troupe_run_budget_describe (const TroupeRunBudgetView *view)
{
  g_autofree char *limit = NULL;
  g_autofree char *spent = NULL;

  g_return_val_if_fail (view != NULL, NULL);

  limit = troupe_money_for_display (view->limit);
  spent = troupe_money_for_display (view->spent);
  return g_strdup_printf (view->period == TROUPE_RUN_BUDGET_MONTH
                              /* Translators: the amount spent and the limit */
                              ? _ ("This month’s runs have cost %s of the budget of %s.")
                              : _ ("Model calls have cost %s of the budget of %s."),
                          spent, limit);
}

GError *
troupe_run_budget_make_error (const TroupeRunBudgetView *view)
{
  g_autofree char *limit = troupe_money_for_display (view->limit);
  g_autofree char *spent = troupe_money_for_display (view->spent);
  g_autofree char *unpriced = NULL;

  /* Describes calls that are not included in the amounts. */
  if (view->n_unpriced != 0)
    unpriced =
        g_strdup_printf (ngettext ("The price of %" PRId64 " call is unknown and not included.",
                                   "The prices of %" PRId64 " calls are unknown and not included.",
                                   (gulong) view->n_unpriced),
                         view->n_unpriced);
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUDGET,
      view->period == TROUPE_RUN_BUDGET_MONTH
          /* Translators: first %s is the limit, second %s the amount spent. The last two are a
           * space and a sentence about calls that are not included, or empty */
          ? _ ("This month’s budget of %s has been used up: model calls have cost %s so far, and "
               "no more calls are made. Increase it in Preferences and resume the run.%s%s")
          /* Translators: first %s is the limit, second %s the amount spent. The last two are a
           * space and a sentence about calls that are not included, or empty */
          : _ ("The budget of %s has been used up: model calls have cost %s so far, and no more "
               "calls are made. Resume the run with a higher budget.%s%s"),
      limit, spent, unpriced != NULL ? " " : "", unpriced != NULL ? unpriced : "");
}
