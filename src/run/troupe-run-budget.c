/* troupe-run-budget.c: how much money a run may spend on calls of models
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

/* @waiting: (element-type GSource): those who look again when something changes */
struct _TroupeRunBudget
{
  gatomicrefcount ref_count;
  GMutex lock;
  gint64 limit;
  gint64 spent;
  gint64 n_unpriced;
  gboolean pauses;
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
troupe_run_budget_add (TroupeRunBudget *self, const TroupeLlmUsage *usage)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (usage != NULL);

  g_mutex_lock (&self->lock);
  self->spent += usage->micro_dollars;
  self->n_unpriced += usage->unpriced;
  g_mutex_unlock (&self->lock);
}

TroupeRunBudgetView
troupe_run_budget_look (TroupeRunBudget *self)
{
  TroupeRunBudgetView view;

  g_mutex_lock (&self->lock);
  view = (TroupeRunBudgetView){ .limit = self->limit,
                                .spent = self->spent,
                                .n_unpriced = self->n_unpriced,
                                .pauses = self->pauses,
                                .n_changes = self->n_changes,
                                .is_reached = self->limit > 0 && self->spent >= self->limit };
  g_mutex_unlock (&self->lock);
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
  /* What changed since it was looked at wakes nobody any more. */
  if (self->n_changes != view->n_changes)
    g_source_set_ready_time (source, 0);
  g_ptr_array_add (self->waiting, g_source_ref (source));
  g_mutex_unlock (&self->lock);
  g_source_attach (source, context);
  g_source_unref (source);
}

void
troupe_run_budget_wake (TroupeRunBudget *self)
{
  g_autoptr (GPtrArray) waiting = NULL;

  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  self->is_told = FALSE;
  self->n_changes++;
  waiting = g_steal_pointer (&self->waiting);
  self->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) g_source_unref);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; i < waiting->len; i++)
    g_source_set_ready_time (g_ptr_array_index (waiting, i), 0);
}

/* --- Words --------------------------------------------------------------------------------------- */

GError *
troupe_run_budget_make_error (const TroupeRunBudgetView *view)
{
  g_autofree char *limit = troupe_money_for_display (view->limit);
  g_autofree char *spent = troupe_money_for_display (view->spent);
  g_autofree char *unpriced = NULL;

  if (view->n_unpriced > 0)
    unpriced = g_strdup_printf (
        ngettext ("The price of %" PRId64 " call is not known and is not counted.",
                  "The prices of %" PRId64 " calls are not known and are not counted.",
                  (gulong) view->n_unpriced),
        view->n_unpriced);
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUDGET,
      /* Translators: two sums of money, and a sentence about what is not in them, or nothing */
      _ ("The budget of %s is spent: calls of models cost %s so far, and no more "
         "are made. Resume the run with a higher budget.%s%s"),
      limit, spent, unpriced != NULL ? " " : "", unpriced != NULL ? unpriced : "");
}
