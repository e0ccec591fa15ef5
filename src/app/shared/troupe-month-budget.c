/* troupe-month-budget.c: cost and budget of all runs in a calendar month
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-month-budget"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-month-budget.h"
#include "troupe-store-costs.h"

/* Interval in seconds of the checks while runs are running. If the application crashes, at most
 * the batch cost of one interval is lost. */
#define TICK 2
#define CENT 10000
/* Maximum of the limit in the schema. */
#define MAX_LIMIT G_GINT64_CONSTANT (1000000000000)
/* Placeholder for the cost that a resumed run had before it was resumed, as long as this cost is
 * unknown. */
#define NOT_KNOWN -1

/* Cost of a stored run. */
typedef struct
{
  gint64 micro_dollars;
  gint64 unpriced;
} Kept;

/* @begun: (element-type utf8 gint64): run id → earlier cost, for runs whose cost this object
 *   counts since they started or resumed;
 * @kept: (element-type utf8 Kept): run id → cost from the store that is included in the total */
struct _TroupeMonthBudget
{
  GObject parent_instance;

  GSettings *settings;
  TroupeMonthStoreFunc find_store;
  GObject *owner;           /* not owned: it owns this object */
  TroupeRunBudget *budget;  /* total of the month */
  TroupeRunBudget *batches; /* part of it: cost of batches */
  gint64 batches_before;    /* cost of batches in earlier processes */
  gint64 (*get_now) (void);
  int month; /* such as 202611 */
  GHashTable *begun;
  GHashTable *kept;
  gint64 reported;
  guint n_running;
  guint tick;
  GCancellable *cancellable; /* (nullable): NULL once closed */
  gboolean is_reading;
  gboolean is_stale; /* read again after the current read */
  gboolean has_failed;
};

enum
{
  CHANGED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMonthBudget, troupe_month_budget, G_TYPE_OBJECT)

static int
get_month (gint64 now_us)
{
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_local (now_us / G_USEC_PER_SEC);

  return now != NULL ? g_date_time_get_year (now) * 100 + g_date_time_get_month (now) : 0;
}

static void
tell (TroupeMonthBudget *self)
{
  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  self->reported = troupe_run_budget_look_alone (self->budget).spent;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Batches -------------------------------------------------------------------------------------- */

static void
save_batches (TroupeMonthBudget *self)
{
  const gint64 spent = self->batches_before + troupe_run_budget_look_alone (self->batches).spent;
  gint64 written;
  int month;

  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  g_settings_get (self->settings, TROUPE_MONTH_BUDGET_BATCHES, "(ix)", &month, &written);
  if (spent > 0 && (month != self->month || written != spent))
    g_settings_set (self->settings, TROUPE_MONTH_BUDGET_BATCHES, "(ix)", self->month, spent);
}

/* --- Stored runs ------------------------------------------------------------------------------ */

typedef struct
{
  TroupeMonthStoreFunc find_store;
  GObject *owner;
  gint64 since_us;
  int month;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->owner);
  g_free (question);
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Question *question = task_data;
  TroupeStore *found = question->find_store (question->owner);
  g_autoptr (TroupeStore) store = found != NULL ? g_object_ref (found) : NULL;
  GPtrArray *costs = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (store != NULL)
    costs = troupe_store_list_costs (store, NULL, NULL, question->since_us, 0, &error);
  else
    costs = g_ptr_array_new ();
  if (costs != NULL)
    g_task_return_pointer (task, costs, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void read_costs (TroupeMonthBudget *self);

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeMonthBudget *self = TROUPE_MONTH_BUDGET (source);
  const Question *question = g_task_get_task_data (G_TASK (result));
  const gboolean is_of_now = question->month == self->month;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) costs = g_task_propagate_pointer (G_TASK (result), &error);
  gboolean is_new;

  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  self->is_reading = FALSE;
  if (self->cancellable == NULL)
    return;
  is_new = !troupe_run_budget_look_alone (self->budget).is_known;
  if (is_of_now && costs != NULL)
    {
      TroupeLlmUsage more = { 0 };

      for (guint i = 0; i < costs->len; i++)
        {
          const TroupeRunCost *cost = g_ptr_array_index (costs, i);
          Kept now;
          Kept *known;
          gint64 *before;

          /* For a run that this process has started or resumed, this is only the cost before
           * that time. */
          before = g_hash_table_lookup (self->begun, cost->id);
          if (before == NULL)
            now = (Kept){ cost->micro_dollars, cost->n_unpriced };
          else
            {
              if (*before == NOT_KNOWN)
                *before = cost->micro_dollars;
              now = (Kept){ *before, 0 };
            }
          known = g_hash_table_lookup (self->kept, cost->id);
          /* Adds the cost of a run that is not counted yet. Runs that are removed from the
           * store are still counted. */
          if (known == NULL)
            {
              known = g_new0 (Kept, 1);
              g_hash_table_insert (self->kept, g_strdup (cost->id), known);
            }
          more.micro_dollars += MAX (now.micro_dollars - known->micro_dollars, 0);
          more.unpriced += MAX (now.unpriced - known->unpriced, 0);
          known->micro_dollars = MAX (known->micro_dollars, now.micro_dollars);
          known->unpriced = MAX (known->unpriced, now.unpriced);
        }
      troupe_run_budget_add (self->budget, &more);
    }
  else if (error != NULL)
    {
      g_autofree char *text = NULL;

      if (!self->has_failed)
        {
          self->has_failed = TRUE;
          text = g_strdup_printf (
              /* Translators: %s is an error message of a file or database */
              _ ("Only spending from now on counts towards the limit, because the cost of this "
                 "month’s "
                 "runs could not be read: %s"),
              error->message);
          g_signal_emit (self, signals[FAILED], 0, text);
        }
    }
  if (is_of_now && is_new)
    troupe_run_budget_set_known (self->budget, TRUE);
  if (is_new || troupe_run_budget_look_alone (self->budget).spent != self->reported)
    tell (self);
  if (self->is_stale || !is_of_now)
    read_costs (self);
}

static void
read_costs (TroupeMonthBudget *self)
{
  const gint64 now_us = self->get_now ();
  g_autoptr (GTask) task = NULL;
  Question *question;

  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  self->is_stale = self->is_reading;
  if (self->is_reading || self->cancellable == NULL)
    return;
  self->is_reading = TRUE;
  question = g_new0 (Question, 1);
  question->find_store = self->find_store;
  question->owner = g_object_ref (self->owner);
  question->since_us = troupe_cost_month_get_begin (now_us);
  question->month = get_month (now_us);
  task = g_task_new (self, self->cancellable, read_cb, NULL);
  g_task_set_source_tag (task, read_costs);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, read_thread);
}

/* --- New month -------------------------------------------------------------------------------- */

void
troupe_month_budget_check (TroupeMonthBudget *self)
{
  int month;

  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));

  month = get_month (self->get_now ());
  if (month == self->month)
    return;
  self->month = month;
  self->batches_before = 0;
  g_hash_table_remove_all (self->begun);
  g_hash_table_remove_all (self->kept);
  /* Model calls wait until the cost of other programs in the new month is known. */
  troupe_run_budget_set_known (self->budget, FALSE);
  troupe_run_budget_reset (self->batches);
  troupe_run_budget_reset (self->budget);
  tell (self);
  read_costs (self);
}

void
troupe_month_budget_refresh (TroupeMonthBudget *self)
{
  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));

  troupe_month_budget_check (self);
  read_costs (self);
}

static gboolean
tick_cb (gpointer user_data)
{
  TroupeMonthBudget *self = user_data;

  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  troupe_month_budget_check (self);
  save_batches (self);
  if (troupe_run_budget_look_alone (self->budget).spent != self->reported)
    tell (self);
  return G_SOURCE_CONTINUE;
}

void
troupe_month_budget_set_clock (TroupeMonthBudget *self, gint64 (*get_now) (void))
{
  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));
  g_return_if_fail (get_now != NULL);

  self->get_now = get_now;
}

/* --- Runs ----------------------------------------------------------------------------------------- */

/* Returns the cost of @run when it was last stored, 0 for a new run, or NOT_KNOWN. */
static gint64
find_before (TroupeMonthBudget *self, TroupeRun *run)
{
  const Kept *kept = g_hash_table_lookup (self->kept, troupe_run_get_id (run));

  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  if (!troupe_run_goes_on (run))
    return 0;
  return kept != NULL ? kept->micro_dollars : NOT_KNOWN;
}

static void
begin (TroupeMonthBudget *self)
{
  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  troupe_month_budget_check (self);
  if (!troupe_run_budget_look_alone (self->budget).is_known && !self->is_reading)
    read_costs (self);
  self->n_running++;
  if (self->tick == 0)
    self->tick = g_timeout_add_seconds (TICK, tick_cb, self);
}

void
troupe_month_budget_join (TroupeMonthBudget *self, TroupeRun *run)
{
  const char *id;

  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));
  g_return_if_fail (TROUPE_IS_RUN (run));

  begin (self);
  id = troupe_run_get_id (run);
  /* A run that this process started earlier is already counted. */
  if (!g_hash_table_contains (self->begun, id))
    {
      gint64 *before = g_new (gint64, 1);

      *before = find_before (self, run);
      g_hash_table_insert (self->begun, g_strdup (id), before);
    }
  troupe_run_set_larger_budget (run, self->budget);
}

void
troupe_month_budget_join_batch (TroupeMonthBudget *self)
{
  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));

  begin (self);
}

TroupeRunBudget *
troupe_month_budget_get_for_batches (TroupeMonthBudget *self)
{
  g_return_val_if_fail (TROUPE_IS_MONTH_BUDGET (self), NULL);

  return self->batches;
}

void
troupe_month_budget_leave (TroupeMonthBudget *self)
{
  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));
  g_return_if_fail (self->n_running > 0);

  self->n_running--;
  if (self->n_running == 0)
    g_clear_handle_id (&self->tick, g_source_remove);
  save_batches (self);
  tell (self);
}

/* --- Limit ------------------------------------------------------------------------------------ */

TroupeCostMonth
troupe_month_budget_look (TroupeMonthBudget *self)
{
  TroupeRunBudgetView view;

  g_return_val_if_fail (TROUPE_IS_MONTH_BUDGET (self), (TroupeCostMonth){ 0 });

  view = troupe_run_budget_look_alone (self->budget);
  return (TroupeCostMonth){ .spent = view.spent,
                            .limit = view.limit,
                            .is_all = view.n_unpriced == 0,
                            .is_known = view.is_known };
}

char *
troupe_month_budget_describe (TroupeMonthBudget *self)
{
  TroupeCostMonth month;
  g_autofree char *spent = NULL;

  g_return_val_if_fail (TROUPE_IS_MONTH_BUDGET (self), NULL);

  month = troupe_month_budget_look (self);
  spent = troupe_cost_month_describe_spent (&month);
  /* Translators: %s is an amount of money that was spent this month. */
  return g_strdup_printf (_ ("%s so far"), spent);
}

gint64
troupe_month_budget_get_rise (TroupeMonthBudget *self)
{
  gint64 part;

  g_return_val_if_fail (TROUPE_IS_MONTH_BUDGET (self), 0);

  part = troupe_run_budget_look_alone (self->budget).limit / 4;
  return MAX ((part + CENT - 1) / CENT, 1) * CENT;
}

void
troupe_month_budget_raise (TroupeMonthBudget *self, gint64 micro_dollars)
{
  TroupeRunBudgetView view;

  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));
  g_return_if_fail (micro_dollars >= 0);

  view = troupe_run_budget_look_alone (self->budget);
  g_settings_set_int64 (self->settings, TROUPE_MONTH_BUDGET_LIMIT,
                        MIN (MAX (view.limit, view.spent) + micro_dollars, MAX_LIMIT));
}

static void
limit_changed_cb (TroupeMonthBudget *self)
{
  const gint64 limit = g_settings_get_int64 (self->settings, TROUPE_MONTH_BUDGET_LIMIT);

  g_assert (TROUPE_IS_MONTH_BUDGET (self));

  troupe_run_budget_set_limit (self->budget, limit);
  if (limit > 0 && !troupe_run_budget_look_alone (self->budget).is_known && !self->is_reading)
    read_costs (self);
  tell (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_month_budget_close (TroupeMonthBudget *self)
{
  g_return_if_fail (TROUPE_IS_MONTH_BUDGET (self));

  if (self->cancellable == NULL)
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->tick, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->settings, self);
  save_batches (self);
}

static void
troupe_month_budget_dispose (GObject *object)
{
  troupe_month_budget_close (TROUPE_MONTH_BUDGET (object));
  G_OBJECT_CLASS (troupe_month_budget_parent_class)->dispose (object);
}

static void
troupe_month_budget_finalize (GObject *object)
{
  TroupeMonthBudget *self = TROUPE_MONTH_BUDGET (object);

  g_clear_object (&self->settings);
  g_hash_table_unref (self->begun);
  g_hash_table_unref (self->kept);
  troupe_run_budget_unref (self->batches);
  troupe_run_budget_unref (self->budget);
  G_OBJECT_CLASS (troupe_month_budget_parent_class)->finalize (object);
}

static void
troupe_month_budget_class_init (TroupeMonthBudgetClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_month_budget_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_month_budget_finalize;
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_month_budget_init (TroupeMonthBudget *self)
{
  self->get_now = g_get_real_time;
  self->month = get_month (g_get_real_time ());
  self->begun = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->cancellable = g_cancellable_new ();
  self->budget = troupe_run_budget_new ();
  troupe_run_budget_set_period (self->budget, TROUPE_RUN_BUDGET_MONTH);
  troupe_run_budget_set_known (self->budget, FALSE);
  self->batches = troupe_run_budget_new ();
  troupe_run_budget_set_parent (self->batches, self->budget);
}

TroupeMonthBudget *
troupe_month_budget_new (GSettings *settings, TroupeMonthStoreFunc find_store, GObject *owner)
{
  TroupeMonthBudget *self;
  TroupeLlmUsage usage = { 0 };
  int month;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);
  g_return_val_if_fail (find_store != NULL, NULL);
  g_return_val_if_fail (G_IS_OBJECT (owner), NULL);

  self = g_object_new (TROUPE_TYPE_MONTH_BUDGET, NULL);
  self->settings = g_object_ref (settings);
  self->find_store = find_store;
  self->owner = owner;
  g_settings_get (self->settings, TROUPE_MONTH_BUDGET_BATCHES, "(ix)", &month,
                  &usage.micro_dollars);
  if (month == self->month && usage.micro_dollars > 0)
    {
      self->batches_before = usage.micro_dollars;
      troupe_run_budget_add (self->budget, &usage);
    }
  g_signal_connect_object (settings, "changed::" TROUPE_MONTH_BUDGET_LIMIT,
                           G_CALLBACK (limit_changed_cb), self, G_CONNECT_SWAPPED);
  limit_changed_cb (self);
  return self;
}
