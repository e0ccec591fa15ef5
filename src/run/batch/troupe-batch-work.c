/* troupe-batch-work.c: main loop of a batch: schedules, retries and finishes items
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-work"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-batch-private.h"
#include "troupe-clock.h"
#include "troupe-money.h"

/* Maximum number of items that are read ahead. */
#define MAX_QUEUE 256
/* Maximum number of runs of an item that are looked up. More runs are never started. */
#define MAX_GENERATIONS 10000
/* Maximum delay in seconds before items with temporary failures are retried. The delay doubles
 * with each pass. */
#define MAX_DELAY 60u

/* A running item. @live: the item's cost, which the batch's live cost includes; @before: cost of
 * the item's interrupted runs, which the batch counts as spent; @kept: the value of @live that
 * was last stored in the database */
typedef struct
{
  TroupeBatch *batch;
  TroupeBatchItem *item;
  TroupeRun *run;
  gint64 live;
  gint64 before;
  gint64 kept;
  guint sink;
  gpointer watch; /* (nullable) */
} Active;

/* --- Cost ------------------------------------------------------------------------------------- */

static TroupeBatchPlace *
find_place (TroupeBatch *self, const TroupeBatchItem *item)
{
  return g_hash_table_lookup (self->places, &item->ordinal);
}

/* Called on the engine's thread if an item is paused because a budget is reached. The batch is
 * ended, because the item would wait forever. */
static void
note_larger_spent (Active *active)
{
  TroupeBatch *self = active->batch;
  const TroupeRunBudgetView view = troupe_run_look_at_budget (active->run);

  /* The user may have raised the budget in the meantime. */
  if (!view.is_reached)
    return;
  g_mutex_lock (&self->lock);
  self->is_larger_spent = TRUE;
  self->larger = view;
  g_mutex_unlock (&self->lock);
  g_main_context_wakeup (self->context);
}

/* Called on the engine's thread. */
static void
event_cb (TroupeEvent *event, gpointer user_data)
{
  Active *active = user_data;
  TroupeBatch *self = active->batch;
  gint64 micro_dollars = 0;
  gboolean is_priced, is_reached;

  if (self->options.follows && event->type == TROUPE_EVENT_METHOD_STARTED)
    {
      const char *method = troupe_event_get_method (event);
      TroupeBatchPlace *place;

      /* Called on the engine's thread. */
      g_mutex_lock (&active->batch->lock);
      place = find_place (active->batch, active->item);
      if (place != NULL)
        {
          troupe_set_str (&place->method, method);
          place->n_methods++;
        }
      g_mutex_unlock (&active->batch->lock);
    }
  if (event->type == TROUPE_EVENT_BUDGET_REACHED)
    note_larger_spent (active);
  if (!troupe_event_is_billed (event))
    return;
  is_priced = troupe_money_from_value (troupe_event_get_field (event, "cost"), &micro_dollars);
  g_mutex_lock (&self->lock);
  active->live += micro_dollars;
  self->live += micro_dollars;
  if (find_place (self, active->item) != NULL)
    find_place (self, active->item)->micro_dollars += micro_dollars;
  if (self->options.budget > 0)
    {
      self->is_spent = self->is_spent || self->spent + self->live >= self->options.budget;
      self->is_unpriced = self->is_unpriced || !is_priced;
    }
  is_reached = self->is_spent || self->is_unpriced;
  g_mutex_unlock (&self->lock);
  if (is_reached || micro_dollars > 0)
    g_main_context_wakeup (self->context);
}

/* Stores the cost of a running item, because it has to be paid even if the process is killed. */
static void
keep_live (TroupeBatch *self, Active *active)
{
  gint64 live;

  g_assert (active != NULL);

  g_mutex_lock (&self->lock);
  live = active->live;
  g_mutex_unlock (&self->lock);
  if (live == active->kept)
    return;
  active->kept = live;
  troupe_batch_keep_live (self, active->item->ordinal, active->before + live);
}

/* Sets the cost of the item to the amount counted while it ran, or to the amount in its result,
 * whichever is greater. */
static void
settle (TroupeBatch *self, Active *active, gint64 micro_dollars)
{
  g_assert (active != NULL);

  g_mutex_lock (&self->lock);
  micro_dollars = MAX (micro_dollars, active->before + active->live);
  self->live -= active->live;
  self->spent += micro_dollars - active->before;
  g_mutex_unlock (&self->lock);
  active->live = 0;
  active->item->micro_dollars += micro_dollars;
}

/* --- Finishing items -------------------------------------------------------------------------- */

static gboolean
is_worth_retrying (const TroupeRunResult *result)
{
  g_assert (result != NULL);

  if (result->type == TROUPE_RESULT_TIMEOUT)
    return TRUE;
  return result->type == TROUPE_RESULT_RUN_ERROR &&
         !g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA) &&
         !g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT) &&
         !g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
}

/* Processes an item that has ended, and whose state and result are set. Schedules a retry if
 * that may help. @item: (transfer full) */
static void
take_end (TroupeBatch *self, TroupeBatchItem *item, gboolean may_retry)
{
  const gboolean has_failed = item->state != TROUPE_BATCH_ITEM_OK;

  g_assert (TROUPE_IS_BATCH (self));

  item->tries++;
  if (has_failed && may_retry && item->tries <= self->options.retries)
    {
      self->again_later = self->again_later || item->state == TROUPE_BATCH_ITEM_TEMPORARY;
      item->state = TROUPE_BATCH_ITEM_WAITING;
      self->n_again++;
    }
  else
    {
      self->counts.n_items[TROUPE_BATCH_ITEM_WAITING]--;
      self->counts.n_items[item->state]++;
      self->ends_us[self->n_ended_now % TROUPE_BATCH_PACE] = g_get_monotonic_time ();
      self->n_ended_now++;
    }
  troupe_batch_keep (self, item);
}

/* Returns TRUE if a permission is missing because an MCP server or the code of the document has
 * changed. This affects all items, so retries are useless. */
static gboolean
lacks_consent (const TroupeRunResult *result)
{
  g_assert (result != NULL);

  return g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
}

static void
ended_cb (GObject *object, GAsyncResult *async_result, gpointer user_data)
{
  Active *active = user_data;
  TroupeBatch *self = active->batch;
  TroupeBatchItem *item = active->item;
  g_autoptr (TroupeRunResult) result = troupe_engine_run_finish (TROUPE_RUN (object), async_result);
  g_autoptr (TroupeValue) value = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  if (active->sink != 0)
    troupe_event_bus_remove_sink (troupe_run_get_bus (active->run), active->sink);
  if (active->watch != NULL)
    self->options.unwatch (active->watch);
  g_mutex_lock (&self->lock);
  g_hash_table_remove (self->places, &item->ordinal);
  g_mutex_unlock (&self->lock);
  if ((result->type == TROUPE_RESULT_CANCELLED && self->is_ending) || lacks_consent (result))
    {
      gint64 micro_dollars;

      if (lacks_consent (result))
        troupe_batch_end (self, TROUPE_BATCH_CONSENT, g_strdup (result->error->message));
      /* Handles an interrupted run. The item becomes a waiting item again and keeps its cost.
       * If the cost was counted while the run was in progress, it is stored separately until
       * the run has been completed, because the result includes it again. */
      micro_dollars = result->usage.micro_dollars;
      if (active->sink != 0)
        {
          keep_live (self, active);
          g_mutex_lock (&self->lock);
          self->live -= active->live;
          self->spent += active->live;
          g_mutex_unlock (&self->lock);
          troupe_batch_item_free (item);
        }
      else
        {
          settle (self, active, micro_dollars);
          if (item->micro_dollars > 0)
            troupe_batch_keep (self, item);
          else
            troupe_batch_item_free (item);
        }
    }
  else
    {
      settle (self, active, result->usage.micro_dollars);
      item->attempts++;
      item->state = result->type == TROUPE_RESULT_OK ? TROUPE_BATCH_ITEM_OK
                    : result->temporary              ? TROUPE_BATCH_ITEM_TEMPORARY
                                                     : TROUPE_BATCH_ITEM_FAILED;
      value = troupe_run_result_to_value (result, active->run, self->path, NULL);
      troupe_batch_results_describe (item, value);
      take_end (self, item, is_worth_retrying (result));
    }
  g_hash_table_remove (self->active, active);
  g_object_unref (active->run);
  g_free (active);
}

/* --- Starting items --------------------------------------------------------------------------- */

/* Uses the result from the stored run of an item if an earlier process could not store it in the
 * batch. Returns FALSE if there is no valid result. */
static gboolean
take_kept (TroupeBatch *self, TroupeBatchItem *item, const TroupeRunRecord *record)
{
  const gint64 before = troupe_batch_store_get_live (self->store, item->ordinal);
  gint64 micro_dollars = 0;
  TroupeValue *usage;

  g_assert (record != NULL);

  if (record->result == NULL || !troupe_value_is (record->result, TROUPE_VALUE_MAP) ||
      !(record->status == TROUPE_RUN_STATUS_OK ||
        (record->status == TROUPE_RUN_STATUS_FAILED && item->attempts == 0)))
    return FALSE;
  usage = troupe_value_map_lookup_string (record->result, "usage", -1);
  if (usage != NULL && troupe_value_is (usage, TROUPE_VALUE_MAP))
    troupe_money_from_value (troupe_value_map_lookup_string (usage, "cost", -1), &micro_dollars);
  micro_dollars = MAX (micro_dollars, before);
  item->micro_dollars += micro_dollars;
  g_mutex_lock (&self->lock);
  self->spent += micro_dollars - before;
  g_mutex_unlock (&self->lock);
  item->attempts++;
  item->state =
      record->status == TROUPE_RUN_STATUS_OK ? TROUPE_BATCH_ITEM_OK : TROUPE_BATCH_ITEM_FAILED;
  troupe_batch_results_describe (item, record->result);
  take_end (self, item, TRUE);
  return TRUE;
}

/* Returns whether the record has only options that a batch stores. */
static gboolean
has_own_options (const TroupeRunRecord *record)
{
  static const char *const others[] = { "state_database", "fork_from", "restore_from", "budget",
                                        "pending" };

  g_assert (record != NULL);

  for (guint i = 0; record->options != NULL && i < G_N_ELEMENTS (others); i++)
    if (troupe_value_get_member (record->options, others[i]) != NULL)
      return FALSE;
  return TRUE;
}

/* Returns the resumed run of a record; NULL if it does not belong to the document of the batch. The
 * store may have come with the project, so consent to the batch covers nothing else it names. */
static TroupeRun *
resume_run (TroupeBatch *self, const TroupeRunRecord *record)
{
  g_autoptr (TroupeRun) run = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  if (g_strcmp0 (record->path, self->path) != 0 || !has_own_options (record))
    return NULL;
  run = troupe_run_new_from_interrupted (self->runs, record->id, NULL, NULL);
  if (run == NULL || g_strcmp0 (troupe_run_get_path (run), self->path) != 0 ||
      !g_str_equal (troupe_flow_get_digest (troupe_run_get_flow (run)),
                    troupe_flow_get_digest (self->flow)))
    return NULL;
  return g_steal_pointer (&run);
}

/* Returns the run that has succeeded if an item that had ended is run again, else NULL. Its result has been counted.
 * (transfer full) (nullable) */
static char *
dup_counted_run (TroupeBatch *self, const TroupeBatchItem *item)
{
  g_autoptr (TroupeBatchItem) stored = NULL;
  g_autoptr (TroupeValue) result = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  if (item->attempts == 0)
    return NULL;
  stored = troupe_batch_store_get_item (self->store, item->ordinal, NULL);
  result = stored != NULL && stored->result != NULL
               ? troupe_value_from_json (stored->result, -1, NULL)
               : NULL;
  return g_strcmp0 (troupe_value_get_member_text (result, "result"),
                    troupe_run_result_type_get_name (TROUPE_RESULT_OK)) == 0
             ? g_strdup (troupe_value_get_member_text (result, "run"))
             : NULL;
}

/**
 * find_run:
 * @id: (out) (transfer full): id of a new run, if none is resumed
 * @is_ended: (out): whether the stored result has finished the item
 *
 * The run ids of an item are deterministic, so a run that a killed process started is found without
 * a record in this database. The first id that is not stored is used for the next run.
 */
static TroupeRun *
find_run (TroupeBatch *self, TroupeBatchItem *item, char **id, gboolean *is_ended)
{
  g_autofree char *counted = dup_counted_run (self, item);

  g_assert (TROUPE_IS_BATCH (self));

  *is_ended = FALSE;
  for (guint i = 0;; i++)
    {
      g_autoptr (TroupeRunRecord) record = NULL;
      TroupeRun *run = NULL;

      g_free (*id);
      *id = troupe_batch_item_make_run_id (self->uuid, item->id, i);
      if (self->runs == NULL || (!self->was_begun && item->attempts == 0) || i == MAX_GENERATIONS)
        return NULL;
      record = troupe_store_get_run (self->runs, *id, NULL);
      if (record == NULL)
        return NULL;
      /* The runs up to the counted one have ended. */
      if (counted != NULL)
        {
          if (g_str_equal (*id, counted))
            g_clear_pointer (&counted, g_free);
          continue;
        }
      *is_ended = take_kept (self, item, record);
      if (!*is_ended && troupe_store_can_resume (self->runs, record))
        run = resume_run (self, record);
      if (*is_ended || run != NULL)
        return run;
    }
}

static TroupeRun *
make_run (TroupeBatch *self, TroupeBatchItem *item, gboolean *is_ended)
{
  g_autoptr (TroupeValue) inputs = NULL;
  g_autofree char *id = NULL;
  TroupeRun *run = find_run (self, item, &id, is_ended);

  g_assert (TROUPE_IS_BATCH (self));

  if (*is_ended)
    return NULL;
  if (run == NULL)
    {
      inputs = item->input != NULL ? troupe_value_from_json (item->input, -1, NULL) : NULL;
      run = troupe_run_new (self->flow);
      troupe_run_set_id (run, id);
      troupe_run_set_inputs (run, inputs);
      troupe_run_set_store (run, self->runs, self->path, self->document);
    }
  if (self->like != NULL)
    troupe_run_set_like (run, self->like);
  troupe_run_set_timeout (run, self->options.timeout_us);
  if (self->options.larger_budget != NULL)
    {
      /* The run is paused and resumed later, when the budget has been raised. If it failed
       * instead, the failure would be part of the results. */
      troupe_run_set_larger_budget (run, self->options.larger_budget);
      troupe_run_set_budget_pauses (run, TRUE);
    }
  return run;
}

/* @item: (transfer full) */
static void
begin_item (TroupeBatch *self, TroupeBatchItem *item)
{
  gboolean is_ended = FALSE;
  TroupeRun *run = make_run (self, item, &is_ended);
  Active *active;

  g_assert (TROUPE_IS_BATCH (self));

  if (is_ended)
    return;
  active = g_new0 (Active, 1);
  active->batch = self;
  active->item = item;
  active->run = run;
  if (self->was_begun)
    active->before = troupe_batch_store_get_live (self->store, item->ordinal);
  if (self->options.follows)
    {
      TroupeBatchPlace *place = g_new0 (TroupeBatchPlace, 1);

      place->ordinal = item->ordinal;
      place->begun_us = g_get_monotonic_time ();
      g_mutex_lock (&self->lock);
      g_hash_table_replace (self->places, &place->ordinal, place);
      g_mutex_unlock (&self->lock);
    }
  if (self->options.budget > 0 || self->options.follows || self->options.larger_budget != NULL)
    active->sink = troupe_event_bus_add_sink (troupe_run_get_bus (run), event_cb, active, NULL);
  if (self->options.watch != NULL)
    active->watch = self->options.watch (run, self->options.watch_data);
  g_hash_table_add (self->active, active);
  troupe_engine_run_async (self->engine, run, NULL, ended_cb, active);
}

/* --- Scheduling ------------------------------------------------------------------------------- */

static gboolean
delayed_cb (gpointer user_data)
{
  TroupeBatch *self = user_data;

  g_assert (TROUPE_IS_BATCH (self));

  self->is_delayed = FALSE;
  return G_SOURCE_REMOVE;
}

/* Starts the next pass over the items to be retried, after all other items have ended. Returns
 * FALSE if there are no such items, or if the pass cannot start yet. */
static gboolean
begin_pass (TroupeBatch *self)
{
  g_assert (TROUPE_IS_BATCH (self));

  if (self->n_again == 0 || g_hash_table_size (self->active) > 0)
    return FALSE;
  if (self->again_later)
    {
      g_autoptr (GSource) source =
          g_timeout_source_new_seconds (MIN (1u << MIN (self->pass, 10), MAX_DELAY));

      self->is_delayed = TRUE;
      g_source_set_callback (source, delayed_cb, self, NULL);
      g_source_attach (source, self->context);
    }
  self->pass++;
  self->cursor = 0;
  self->n_again = 0;
  self->again_later = FALSE;
  return !self->is_delayed;
}

static gboolean
read_queue (TroupeBatch *self)
{
  GError *error = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  g_clear_pointer (&self->queue, g_ptr_array_unref);
  self->next = 0;
  self->queue = troupe_batch_store_list_waiting (self->store, self->cursor, MAX_QUEUE, &error);
  if (self->queue == NULL)
    {
      troupe_batch_fail (self, error);
      return FALSE;
    }
  if (self->queue->len == 0)
    return FALSE;
  self->cursor =
      ((const TroupeBatchItem *) g_ptr_array_index (self->queue, self->queue->len - 1))->ordinal;
  return TRUE;
}

static void
fill (TroupeBatch *self)
{
  g_assert (TROUPE_IS_BATCH (self));

  while (!self->is_ending && !troupe_batch_is_paused (self) &&
         g_hash_table_size (self->active) < troupe_batch_get_max_concurrency (self))
    {
      TroupeBatchItem *item;

      if (self->is_delayed)
        return;
      if (self->queue == NULL || self->next == self->queue->len)
        {
          if (!read_queue (self) && (self->is_ending || !begin_pass (self) || !read_queue (self)))
            return;
        }
      item = g_steal_pointer (&g_ptr_array_index (self->queue, self->next++));
      if (item == NULL)
        return;
      begin_item (self, item);
      troupe_batch_commit (self, FALSE);
    }
}

static gboolean
is_asked_to_retry (TroupeBatch *self)
{
  gboolean is_asked;

  g_assert (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  is_asked = self->retried->len > 0;
  g_mutex_unlock (&self->lock);
  return is_asked;
}

/* @ordinal: 0 for all failed items; a single item may also have succeeded */
static void
retry_item (TroupeBatch *self, gint64 ordinal)
{
  static const TroupeBatchItemState states[] = { TROUPE_BATCH_ITEM_FAILED,
                                                 TROUPE_BATCH_ITEM_TEMPORARY,
                                                 TROUPE_BATCH_ITEM_OK };
  const guint n_states = G_N_ELEMENTS (states) - (ordinal == 0 ? 1 : 0);
  GError *error = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  for (guint i = 0; i < n_states && error == NULL; i++)
    {
      const gint64 n_again =
          troupe_batch_store_wait_again (self->store, states[i], ordinal, &error);

      if (n_again <= 0)
        continue;
      self->counts.n_items[states[i]] -= n_again;
      self->counts.n_items[TROUPE_BATCH_ITEM_WAITING] += n_again;
      self->n_again += n_again;
    }
  if (error != NULL)
    troupe_batch_fail (self, error);
}

/* --- The loop --------------------------------------------------------------------------------- */

/* Ends the batch if it was stopped, the disk is full or a budget is reached. */
static void
look (TroupeBatch *self)
{
  gboolean is_stopped, is_spent, is_unpriced, is_larger_spent;
  TroupeRunBudgetView larger;
  g_autofree char *no_room = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  if (self->options.budget > 0 && self->spent + self->live >= self->options.budget)
    self->is_spent = TRUE;
  is_stopped = self->is_stopped;
  is_spent = self->is_spent;
  is_unpriced = self->is_unpriced;
  is_larger_spent = self->is_larger_spent;
  larger = self->larger;
  no_room = g_steal_pointer (&self->no_room);
  g_mutex_unlock (&self->lock);
  if (is_stopped)
    troupe_batch_end (self, TROUPE_BATCH_STOPPED, NULL);
  else if (no_room != NULL)
    troupe_batch_end (self, TROUPE_BATCH_TEMPORARY, g_steal_pointer (&no_room));
  else if ((is_spent || is_unpriced) && self->counts.n_items[TROUPE_BATCH_ITEM_WAITING] > 0)
    {
      g_autofree char *sum = troupe_money_for_display (self->options.budget);
      char *budget;

      if (is_spent)
        {
          /* Translators: an amount of money */
          budget = g_strdup_printf (_ ("The budget of %s has been used up."), sum);
        }
      else
        budget = g_strdup_printf (
            /* Translators: an amount of money, and a path */
            _ ("The price of a model is unknown, so the budget of %s cannot be enforced. Add the "
               "price "
               "to “%s”, or remove the budget."),
            sum, "prices.json");
      troupe_batch_end (self, TROUPE_BATCH_BUDGET, budget);
    }
  else if (is_larger_spent && self->counts.n_items[TROUPE_BATCH_ITEM_WAITING] > 0)
    {
      g_autofree char *text = troupe_run_budget_describe (&larger);

      troupe_batch_end (self, TROUPE_BATCH_BUDGET,
                        g_strconcat (text, " ",
                                     _ ("Raise the budget to continue with the remaining items."),
                                     NULL));
    }
}

static void
cancel_all (TroupeBatch *self)
{
  GHashTableIter iter;
  gpointer active;

  g_assert (TROUPE_IS_BATCH (self));

  g_hash_table_iter_init (&iter, self->active);
  while (g_hash_table_iter_next (&iter, &active, NULL))
    troupe_run_cancel (((Active *) active)->run);
}

static gboolean
has_more (TroupeBatch *self)
{
  g_assert (TROUPE_IS_BATCH (self));

  if (g_hash_table_size (self->active) > 0)
    return TRUE;
  return !self->is_ending && (self->is_delayed || is_asked_to_retry (self) || self->n_again > 0 ||
                              self->counts.n_items[TROUPE_BATCH_ITEM_WAITING] > 0);
}

/* Called on the store's thread. A standalone run would wait until there is space; a batch ends
 * and is resumed later. */
static void
store_failed_cb (const GError *error, gpointer user_data)
{
  TroupeBatch *self = user_data;

  /* The batch ends although there is space again. */
  if (error == NULL)
    return;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    {
      g_message ("%s", error->message);
      return;
    }
  g_mutex_lock (&self->lock);
  g_free (self->no_room);
  self->no_room = g_strdup (error->message);
  g_mutex_unlock (&self->lock);
  g_main_context_wakeup (self->context);
}

void
troupe_batch_work (TroupeBatch *self)
{
  gboolean is_cancelled = FALSE;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  if (self->runs != NULL)
    troupe_store_set_error_func (self->runs, store_failed_cb, g_object_ref (self), g_object_unref);
  self->begun_us = g_get_monotonic_time ();
  for (;;)
    {
      GHashTableIter iter;
      gpointer active;
      g_autoptr (GArray) retried = NULL;

      look (self);
      /* Sets failed items to waiting. They are started when the other items have ended, together
       * with other retries. */
      if (!self->is_ending)
        {
          /* Takes the retry requests of the user. */
          g_mutex_lock (&self->lock);
          retried = self->retried;
          self->retried = g_array_new (FALSE, FALSE, sizeof (gint64));
          g_mutex_unlock (&self->lock);
          if (retried->len > 0)
            troupe_batch_commit (self, TRUE);
          for (guint i = 0; i < retried->len && !self->is_ending; i++)
            retry_item (self, g_array_index (retried, gint64, i));
        }
      fill (self);
      look (self);
      if (self->is_ending && !is_cancelled)
        cancel_all (self);
      is_cancelled = self->is_ending;
      troupe_batch_tell (self, FALSE);
      if (!has_more (self))
        break;
      g_main_context_iteration (self->context, TRUE);
      troupe_batch_answer_looks (self);
      g_hash_table_iter_init (&iter, self->active);
      while (g_hash_table_iter_next (&iter, &active, NULL))
        keep_live (self, active);
      troupe_batch_commit (self, FALSE);
    }
  troupe_batch_write_lists (self);
  if (!self->has_outcome)
    {
      TroupeBatchOutcome outcome = TROUPE_BATCH_OK;

      if (self->counts.n_items[TROUPE_BATCH_ITEM_TEMPORARY] > 0)
        outcome = TROUPE_BATCH_TEMPORARY;
      else if (self->counts.n_items[TROUPE_BATCH_ITEM_FAILED] +
                   self->counts.n_items[TROUPE_BATCH_ITEM_INVALID] >
               0)
        outcome = TROUPE_BATCH_FAILED;
      troupe_batch_end (self, outcome, NULL);
    }
  if (self->runs != NULL && !troupe_store_flush (self->runs, NULL))
    g_debug ("The runs of the batch could not be stored completely");
  if (self->runs != NULL)
    troupe_store_set_error_func (self->runs, NULL, NULL, NULL);
}
