/* troupe-page-budget.c: budget, cost and cost estimate of the runs of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-budget"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-money.h"
#include "troupe-page-budget.h"
#include "troupe-preferences-apply.h"
#include "troupe-rough-estimate.h"

struct _TroupePageBudget
{
  GObject parent_instance;

  TroupeRunFactory *source;
  TroupePageRun *run;
  TroupeMonitor *monitor; /* (nullable): not owned; NULL once closed */
  TroupeRunNotice *notice;
  GSettings *settings;          /* (nullable): NULL without an application */
  TroupeMonthBudget *month;     /* (nullable): NULL without an application */
  GCancellable *cancellable;    /* (nullable): set while estimating */
  TroupeCostForecast *outlook;   /* (nullable) */
  TroupeInputsDialog *inputs;   /* (nullable): weak */
  TroupeConsentDialog *consent; /* (nullable): weak */
  gint64 limit;                 /* of the running or last run */
  gboolean is_by_month;         /* whether the notice is about the month budget */
};

G_DEFINE_FINAL_TYPE (TroupePageBudget, troupe_page_budget, G_TYPE_OBJECT)

static gint64
get_budget (TroupePageBudget *self)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  return self->settings != NULL ? g_settings_get_int64 (self->settings, TROUPE_PREFERENCES_BUDGET)
                                : 0;
}

gboolean
troupe_page_budget_has_limit (TroupePageBudget *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_BUDGET (self), FALSE);

  return get_budget (self) > 0 ||
         (self->month != NULL && troupe_month_budget_look (self->month).limit > 0);
}

/* --- Cost estimate ---------------------------------------------------------------------------- */

/* Describes the amount at which the next run pauses, which is the lower of the two limits.
 * (transfer full) (nullable): NULL for no limit */
static char *
describe_limit (TroupePageBudget *self)
{
  const gint64 budget = get_budget (self);
  const TroupeCostMonth month =
      self->month != NULL ? troupe_month_budget_look (self->month) : (TroupeCostMonth){ 0 };
  const gint64 left = MAX (month.limit - month.spent, 0);
  const gboolean is_by_month = month.limit > 0 && month.is_known && (budget == 0 || left < budget);
  g_autofree char *sum = troupe_money_for_display (is_by_month ? left : budget);

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (is_by_month && left == 0)
    return g_strdup (_ ("Pauses immediately: this month’s budget has been used up."));
  if (is_by_month)
    /* Translators: %s is an amount of money. */
    return g_strdup_printf (_ ("Pauses at %s, the rest of this month’s budget."), sum);
  /* Translators: %s is an amount of money. */
  return budget > 0 ? g_strdup_printf (_ ("Pauses at %s."), sum) : NULL;
}

/* Shows the estimate in the open dialogs. */
static void
show_estimate (TroupePageBudget *self)
{
  g_autofree char *text = NULL;
  g_autofree char *estimate = NULL;
  g_autofree char *limit = NULL;

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (self->inputs == NULL && self->consent == NULL)
    return;
  estimate = self->outlook != NULL ? troupe_cost_forecast_describe (self->outlook) : NULL;
  limit = describe_limit (self);
  if (estimate == NULL || limit == NULL)
    text = estimate != NULL ? g_steal_pointer (&estimate) : g_steal_pointer (&limit);
  else
    {
      /* Translators: “Costs $0.0020 to $0.1500 (from the last 40 runs)”; “Pauses at $2.00.” */
      text = g_strdup_printf (_ ("%s. %s"), estimate, limit);
    }
  if (self->inputs != NULL)
    troupe_inputs_dialog_set_estimate (self->inputs, text);
  if (self->consent != NULL)
    troupe_consent_dialog_set_estimate (self->consent, text);
}

static void
show_outlook (TroupePageBudget *self)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (self->monitor != NULL)
    troupe_cost_side_set_outlook (troupe_monitor_get_cost_side (self->monitor), self->outlook);
  show_estimate (self);
}

typedef struct
{
  TroupeServices *application;
  TroupeRoughEstimate *rough;
  char *path; /* (nullable) */
  char **routers;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->application);
  troupe_rough_estimate_free (question->rough);
  g_free (question->path);
  g_strfreev (question->routers);
  g_free (question);
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Question *question = task_data;
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);
  TroupeCostRange range;
  const gboolean has_rough = troupe_rough_estimate_get_range (question->rough, prices, &range);

  g_assert (G_IS_TASK (task));

  g_task_return_pointer (
      task,
      troupe_cost_forecast_new (troupe_services_find_store (question->application), question->path,
                                (const char *const *) question->routers, has_rough ? &range : NULL),
      (GDestroyNotify) troupe_cost_forecast_free);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupePageBudget *self = TROUPE_PAGE_BUDGET (source);
  g_autoptr (GError) error = NULL;
  TroupeCostForecast *outlook = g_task_propagate_pointer (G_TASK (result), &error);

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  /* Without a result, the task was cancelled, because another estimate was started or the page
   * was closed. */
  if (outlook == NULL)
    return;
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->outlook, troupe_cost_forecast_free);
  self->outlook = outlook;
  show_outlook (self);
}

/* Returns the names of the router methods. (transfer full) */
static char **
list_routers (TroupeFlow *flow)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    if (troupe_flow_get_method (flow, i)->router)
      g_strv_builder_add (names, troupe_flow_get_method (flow, i)->name);
  return g_strv_builder_end (names);
}

static void
look (TroupePageBudget *self)
{
  TroupeServices *application = troupe_services_get ();
  TroupeFlow *flow = troupe_run_factory_get_flow (self->source);
  g_autoptr (GTask) task = NULL;
  Question *question;

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (application == NULL || self->monitor == NULL)
    return;
  if (self->month != NULL)
    troupe_month_budget_refresh (self->month);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  question = g_new0 (Question, 1);
  question->application = g_object_ref (application);
  question->rough = troupe_rough_estimate_new (flow);
  question->routers = list_routers (flow);
  question->path =
      g_strdup (troupe_document_get_path (troupe_run_factory_get_document (self->source)));
  task = g_task_new (self, self->cancellable, looked_cb, NULL);
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, look_thread);
}

void
troupe_page_budget_join_inputs (TroupePageBudget *self, TroupeInputsDialog *dialog)
{
  g_return_if_fail (TROUPE_IS_PAGE_BUDGET (self));
  g_return_if_fail (TROUPE_IS_INPUTS_DIALOG (dialog));

  g_set_weak_pointer (&self->inputs, dialog);
  show_outlook (self);
  look (self);
}

void
troupe_page_budget_join_consent (TroupePageBudget *self, TroupeConsentDialog *dialog)
{
  g_return_if_fail (TROUPE_IS_PAGE_BUDGET (self));
  g_return_if_fail (TROUPE_IS_CONSENT_DIALOG (dialog));

  g_set_weak_pointer (&self->consent, dialog);
  show_outlook (self);
  look (self);
}

/* --- Running run ------------------------------------------------------------------------------ */

static void
set_limit (TroupePageBudget *self, gint64 limit)
{
  TroupeRun *run = troupe_page_run_get_run (self->run);

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  self->limit = limit;
  if (run != NULL)
    troupe_run_set_budget (run, limit);
  if (self->monitor != NULL)
    troupe_monitor_set_limit (self->monitor, limit);
}

static void
run_begins_cb (TroupePageBudget *self, TroupeRun *run)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  self->limit = get_budget (self);
  troupe_run_set_budget (run, self->limit);
  troupe_run_set_budget_pauses (run, TRUE);
  if (self->monitor != NULL)
    troupe_monitor_set_limit (self->monitor, self->limit);
}

/* Returns the amount to add. This is the run budget, or the previous limit if there is no
 * budget. */
static gint64
get_rise (TroupePageBudget *self)
{
  const gint64 budget = get_budget (self);

  return budget > 0 ? budget : self->limit;
}

static void
show_month (TroupePageBudget *self)
{
  TroupeCostMonth month;

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (self->monitor == NULL || self->month == NULL)
    return;
  month = troupe_month_budget_look (self->month);
  troupe_monitor_set_month (self->monitor, &month);
}

/* Shows which budget is used up. @view: the budget that the run has reached */
static void
tell_reached (TroupePageBudget *self, const TroupeRunBudgetView *view)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  self->is_by_month = view->period == TROUPE_RUN_BUDGET_MONTH && self->month != NULL;
  if (self->is_by_month)
    troupe_run_notice_tell_month (self->notice, view->spent,
                                  troupe_month_budget_get_rise (self->month));
  else
    troupe_run_notice_tell_budget (self->notice, view->spent, get_rise (self));
}

static void
events_came_cb (TroupePageBudget *self, GPtrArray *events)
{
  TroupeRun *run = troupe_page_run_get_run (self->run);
  gboolean has_spent = FALSE;

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  /* Ignore the stored events of a resumed run. */
  if (run == NULL || troupe_page_run_is_catching_up (self->run))
    return;
  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);

      has_spent = has_spent || troupe_event_is_billed (event);
      if (event->type == TROUPE_EVENT_BUDGET_REACHED)
        {
          const TroupeRunBudgetView view = troupe_run_look_at_budget (run);

          /* Handles a reached budget, unless it was raised in the meantime. */
          if (!view.is_reached)
            continue;
          troupe_page_run_note_held (self->run, TRUE);
          tell_reached (self, &view);
        }
    }
  if (has_spent)
    show_month (self);
}

static void
clear_notice (TroupePageBudget *self)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (troupe_run_notice_get_subject (self->notice) == TROUPE_RUN_NOTICE_BUDGET)
    troupe_run_notice_clear (self->notice);
}

/* Resumes the run if it was paused by a budget and no budget is reached any more. If instead
 * another budget is reached, shows that budget. */
static void
let_go_on (TroupePageBudget *self)
{
  TroupeRun *run = troupe_page_run_get_run (self->run);
  TroupeRunBudgetView view;

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (run == NULL || troupe_run_notice_get_subject (self->notice) != TROUPE_RUN_NOTICE_BUDGET)
    return;
  view = troupe_run_look_at_budget (run);
  if (view.is_reached)
    {
      tell_reached (self, &view);
      return;
    }
  /* The budget is set again to release the run explicitly. The call that caused the pause, and
   * would release the run, may no longer exist. */
  troupe_run_set_budget (run, self->limit);
  clear_notice (self);
  troupe_page_run_note_held (self->run, FALSE);
}

static void
budget_raised_cb (TroupePageBudget *self)
{
  TroupeRun *run = troupe_page_run_get_run (self->run);

  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (run == NULL)
    return;
  if (self->is_by_month)
    {
      troupe_month_budget_raise (self->month, troupe_month_budget_get_rise (self->month));
      return;
    }
  /* Calls that were running may have cost more than the remaining budget. */
  set_limit (self, MAX (self->limit, troupe_run_get_spent (run)) + get_rise (self));
  let_go_on (self);
}

static void
budget_changed_cb (TroupePageBudget *self)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  show_outlook (self);
  if (troupe_page_run_get_run (self->run) == NULL)
    return;
  set_limit (self, get_budget (self));
  let_go_on (self);
}

/* Updates the display. Waiting runs are woken by the budget itself. */
static void
month_changed_cb (TroupePageBudget *self)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  show_month (self);
  show_estimate (self);
  let_go_on (self);
}

static void
run_ended_cb (TroupePageBudget *self)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  clear_notice (self);
  look (self);
}

/* Hides the notice if the user has resumed the run. */
static void
run_changed_cb (TroupePageBudget *self)
{
  g_assert (TROUPE_IS_PAGE_BUDGET (self));

  if (troupe_page_run_is_under_way (self->run) && !troupe_page_run_is_held (self->run))
    clear_notice (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_page_budget_close (TroupePageBudget *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_BUDGET (self));

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->monitor = NULL;
}

static void
troupe_page_budget_dispose (GObject *object)
{
  TroupePageBudget *self = TROUPE_PAGE_BUDGET (object);

  troupe_page_budget_close (self);
  g_clear_weak_pointer (&self->inputs);
  g_clear_weak_pointer (&self->consent);
  g_clear_pointer (&self->outlook, troupe_cost_forecast_free);
  g_clear_object (&self->settings);
  g_clear_object (&self->month);
  g_clear_object (&self->notice);
  g_clear_object (&self->run);
  g_clear_object (&self->source);
  G_OBJECT_CLASS (troupe_page_budget_parent_class)->dispose (object);
}

static void
troupe_page_budget_class_init (TroupePageBudgetClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_page_budget_dispose;
}

static void
troupe_page_budget_init (TroupePageBudget *self)
{
}

TroupePageBudget *
troupe_page_budget_new (TroupeRunFactory *source,
                        TroupePageRun *run,
                        TroupeMonitor *monitor,
                        TroupeRunNotice *notice)
{
  TroupePageBudget *self;
  TroupeServices *application;
  TroupeCostSide *side;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (source), NULL);
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (run), NULL);
  g_return_val_if_fail (TROUPE_IS_MONITOR (monitor), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN_NOTICE (notice), NULL);

  self = g_object_new (TROUPE_TYPE_PAGE_BUDGET, NULL);
  self->source = g_object_ref (source);
  self->run = g_object_ref (run);
  self->monitor = monitor;
  self->notice = g_object_ref (notice);
  application = troupe_services_get ();
  side = troupe_monitor_get_cost_side (self->monitor);
  if (application != NULL)
    {
      self->settings = g_object_ref (troupe_services_get_settings (application));
      g_settings_bind (self->settings, TROUPE_PREFERENCES_BUDGET, troupe_cost_side_get_entry (side),
                       "micro-dollars", G_SETTINGS_BIND_DEFAULT);
      g_signal_connect_object (self->settings, "changed::" TROUPE_PREFERENCES_BUDGET,
                               G_CALLBACK (budget_changed_cb), self, G_CONNECT_SWAPPED);
      if (troupe_services_get_month (application) != NULL)
        {
          self->month = g_object_ref (troupe_services_get_month (application));
          g_signal_connect_object (self->month, "changed", G_CALLBACK (month_changed_cb), self,
                                   G_CONNECT_SWAPPED);
          show_month (self);
        }
    }
  g_signal_connect_object (run, "begins", G_CALLBACK (run_begins_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "events", G_CALLBACK (events_came_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "ended", G_CALLBACK (run_ended_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "changed", G_CALLBACK (run_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (notice, "budget-raised", G_CALLBACK (budget_raised_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (notice, "stop-requested", G_CALLBACK (troupe_page_run_stop), run,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_monitor_get_cost_side (monitor), "map", G_CALLBACK (look), self,
                           G_CONNECT_SWAPPED);
  return self;
}
