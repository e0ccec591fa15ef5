/* troupe-engine-loop.c: event loop of the engine: schedules runs and owns what they share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-engine-loop"

#include "config.h"

#include "troupe-engine-loop.h"
#include "troupe-known-keys.h"
#include "troupe-llm-prices.h"

/* Maximum time for turns of runs before other sources are dispatched, in microseconds. */
#define DISPATCH_US 2000

/* Maximum number of callbacks that are dispatched when the loop is freed, for example for
 * closing connections and cancelled calls. */
#define MAX_DRAINED 1000

typedef struct
{
  const TroupeEngineWork *work;
  gpointer data;
  TroupeEngineEndedFunc ended;
  gpointer user_data;
} LoopEntry;

typedef struct
{
  GSource source;
  TroupeEngineLoop *loop;
} TurnSource;

struct _TroupeEngineLoop
{
  GMainContext *context;
  guint max_connections;
  gint max_calls; /* atomic; 0: as many as connections */
  guint max_helpers;
  TroupeRunQueue *turns;
  TroupeSecret *environment_keys; /* (nullable) */
  gint quits;                     /* atomic */
  gint n_jobs;                    /* atomic: added and not ended yet */
  /* Used only on the loop's thread. */
  GSource *source;
  GHashTable *jobs; /* set of Job: runs that have had at least one turn */
  gboolean has_cancelled;
  GPtrArray *stores;       /* (element-type TroupeStore): to commit in this iteration */
  SoupSession *session;    /* (nullable): connections to models */
  TroupeLlmLimits *limits; /* (nullable): limits per API key */
  TroupeLlmPrices *prices; /* (nullable): prices of calls */
  TroupeFlowPlan *plan;    /* (nullable): of the flow that ran last */
  TroupePool *db;          /* (nullable) */
  TroupePool *io;          /* (nullable) */
  guint n_helpers;
  GQueue waiting; /* (element-type TroupeRunQueueEntry): runs waiting for a helper */
};

/* --- Runs ------------------------------------------------------------------------------------- */

static void
advance (TroupeEngineLoop *self, LoopEntry *job)
{
  g_assert (self != NULL);

  if (g_hash_table_add (self->jobs, job) && g_atomic_int_get (&self->quits))
    troupe_run_cancel (job->work->get_run (job->data));
  switch (job->work->advance (job->data))
    {
    case TROUPE_ENGINE_WORK_READY:
      troupe_run_queue_entry_wake (job->work->get_turn (job->data));
      break;

    case TROUPE_ENGINE_WORK_ENDED:
      {
        g_autofree LoopEntry *taken = job;
        TroupeRunResult *result = NULL;
        TroupeRun *run = taken->work->end (g_steal_pointer (&taken->data), &result);

        g_hash_table_remove (self->jobs, job);
        taken->ended (run, result, taken->user_data);
        g_atomic_int_add (&self->n_jobs, -1);
      }
      break;

    case TROUPE_ENGINE_WORK_WAITS:
    default:
      break;
    }
}

static void
take_turns (TroupeEngineLoop *self)
{
  gint64 now_us = g_get_monotonic_time ();
  const gint64 until_us = now_us + DISPATCH_US;
  gint64 next_us;
  LoopEntry *job;

  g_assert (self != NULL);

  troupe_run_queue_ring (self->turns, now_us);
  while (now_us < until_us && (job = troupe_run_queue_take (self->turns)) != NULL)
    {
      advance (self, job);
      now_us = g_get_monotonic_time ();
    }
  for (guint i = 0; i < self->stores->len; i++)
    troupe_store_commit (g_ptr_array_index (self->stores, i));
  g_ptr_array_set_size (self->stores, 0);
  next_us = troupe_run_queue_ring (self->turns, now_us);
  g_source_set_ready_time (self->source, next_us != 0 ? next_us : -1);
}

static gboolean
is_ready (GSource *source)
{
  return !troupe_run_queue_is_empty (((TurnSource *) source)->loop->turns);
}

static gboolean
prepare (GSource *source, gint *timeout)
{
  *timeout = -1;
  return is_ready (source);
}

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  take_turns (((TurnSource *) source)->loop);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs turn_source_funcs = { .prepare = prepare,
                                          .check = is_ready,
                                          .dispatch = dispatch };

void
troupe_engine_loop_add (TroupeEngineLoop *self,
                        TroupeRun *run,
                        const TroupeEngineWork *work,
                        TroupeEngineEndedFunc ended,
                        gpointer user_data)
{
  LoopEntry *job;

  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_RUN (run));
  g_return_if_fail (work != NULL && ended != NULL);

  job = g_new0 (LoopEntry, 1);
  job->ended = ended;
  job->user_data = user_data;
  g_atomic_int_inc (&self->n_jobs);
  job->work = work;
  job->data = work->begin (run, self, job);
  troupe_run_queue_entry_wake (work->get_turn (job->data));
}

/* --- The loop --------------------------------------------------------------------------------- */

TroupeEngineLoop *
troupe_engine_loop_new (guint max_connections, guint max_helpers)
{
  TroupeEngineLoop *self = g_new0 (TroupeEngineLoop, 1);

  self->context = g_main_context_new ();
  self->max_connections = max_connections;
  self->max_helpers = max_helpers;
  self->turns = troupe_run_queue_new (self->context);
  self->environment_keys = troupe_known_keys_find_environment ();
  self->jobs = g_hash_table_new (NULL, NULL);
  self->stores = g_ptr_array_new_with_free_func (g_object_unref);
  g_queue_init (&self->waiting);
  self->source = g_source_new (&turn_source_funcs, sizeof (TurnSource));
  ((TurnSource *) self->source)->loop = self;
  g_source_set_static_name (self->source, "troupe-engine turns");
  g_source_attach (self->source, self->context);
  return self;
}

void
troupe_engine_loop_free (TroupeEngineLoop *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (g_atomic_int_get (&self->n_jobs) == 0);

  g_clear_pointer (&self->plan, troupe_flow_plan_unref);
  g_clear_pointer (&self->prices, troupe_llm_prices_unref);
  g_clear_pointer (&self->db, troupe_pool_free);
  g_clear_pointer (&self->io, troupe_pool_free);
  g_source_destroy (self->source);
  g_source_unref (self->source);
  troupe_run_queue_free (self->turns);
  g_clear_pointer (&self->environment_keys, troupe_secret_unref);
  g_hash_table_unref (self->jobs);
  g_ptr_array_unref (self->stores);
  g_main_context_unref (self->context);
  g_free (self);
}

TroupeSecret *
troupe_engine_loop_get_environment_keys (TroupeEngineLoop *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->environment_keys;
}

void
troupe_engine_loop_quit (TroupeEngineLoop *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&self->quits, TRUE);
  g_main_context_wakeup (self->context);
}

/* Returns TRUE if the loop has to end. */
static gboolean
is_over (TroupeEngineLoop *self, const gboolean *is_done)
{
  g_assert (self != NULL);

  if (is_done != NULL && *is_done)
    return TRUE;
  if (!g_atomic_int_get (&self->quits))
    return FALSE;
  if (!self->has_cancelled)
    {
      GHashTableIter iter;
      gpointer job;

      self->has_cancelled = TRUE;
      g_hash_table_iter_init (&iter, self->jobs);
      while (g_hash_table_iter_next (&iter, &job, NULL))
        troupe_run_cancel (((LoopEntry *) job)->work->get_run (((LoopEntry *) job)->data));
    }
  return g_atomic_int_get (&self->n_jobs) == 0;
}

void
troupe_engine_loop_iterate (TroupeEngineLoop *self, const gboolean *is_done)
{
  g_return_if_fail (self != NULL);

  g_main_context_push_thread_default (self->context);
  while (!is_over (self, is_done))
    g_main_context_iteration (self->context, TRUE);
  /* Dispatches what remains in the context so that nothing is leaked. */
  g_clear_object (&self->session);
  g_clear_pointer (&self->limits, troupe_llm_limits_unref);
  for (guint i = 0; i < MAX_DRAINED && g_main_context_iteration (self->context, FALSE); i++)
    ;
  g_main_context_pop_thread_default (self->context);
}

/* --- Shared resources ------------------------------------------------------------------------- */

/* Requests without a connection wait outside of the session, because the session iterates over
 * all its messages. */
static void
apply_max_calls (TroupeEngineLoop *self)
{
  const guint wanted = (guint) g_atomic_int_get (&self->max_calls);

  g_assert (self != NULL);

  if (self->limits != NULL)
    troupe_llm_limits_set_concurrency (
        self->limits, wanted > 0 ? MIN (wanted, self->max_connections) : self->max_connections);
}

static gboolean
apply_max_calls_cb (gpointer user_data)
{
  apply_max_calls (user_data);
  return G_SOURCE_REMOVE;
}

void
troupe_engine_loop_set_max_calls (TroupeEngineLoop *self, guint max_calls)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_return_if_fail (self != NULL);

  g_atomic_int_set (&self->max_calls, (int) max_calls);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, apply_max_calls_cb, self, NULL);
  g_source_attach (source, self->context);
}

TroupeLlmClient *
troupe_engine_loop_make_client (TroupeEngineLoop *self)
{
  TroupeLlmClient *client = NULL;
  g_autofree char *problem = NULL;
  TroupeLlmPrices *prices;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->session == NULL)
    {
      self->session = troupe_llm_session_new (self->max_connections);
      self->limits = troupe_llm_limits_new ();
    }
  apply_max_calls (self);
  client = troupe_llm_client_new_full (self->session, self->limits);
  /* Reloads the price table if the user has changed it; later runs use the new prices. */
  if (self->prices != NULL && troupe_llm_prices_is_current (self->prices))
    prices = self->prices;
  else
    {
      g_clear_pointer (&self->prices, troupe_llm_prices_unref);
      self->prices = troupe_llm_prices_new (&problem);
      if (problem != NULL)
        g_message ("%s", problem);
      prices = self->prices;
    }
  troupe_llm_client_set_prices (client, prices);

  return client;
}

TroupeFlowPlan *
troupe_engine_loop_get_plan (TroupeEngineLoop *self, TroupeFlow *flow)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->plan == NULL || self->plan->flow != flow)
    {
      g_clear_pointer (&self->plan, troupe_flow_plan_unref);
      self->plan = troupe_flow_plan_new (flow);
    }
  return troupe_flow_plan_ref (self->plan);
}

void
troupe_engine_loop_want_commit (TroupeEngineLoop *self, TroupeStore *store)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_STORE (store));

  if (!g_ptr_array_find (self->stores, store, NULL))
    g_ptr_array_add (self->stores, g_object_ref (store));
}

TroupePool *
troupe_engine_loop_get_db (TroupeEngineLoop *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->db == NULL)
    self->db = troupe_pool_new ("troupe-db", 1);
  return self->db;
}

TroupePool *
troupe_engine_loop_get_io (TroupeEngineLoop *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->io == NULL)
    self->io = troupe_pool_new ("troupe-io", 4);
  return self->io;
}

TroupeRunQueue *
troupe_engine_loop_get_turns (TroupeEngineLoop *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->turns;
}

gboolean
troupe_engine_loop_take_helper (TroupeEngineLoop *self, TroupeRunQueueEntry *turn)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (turn != NULL, FALSE);

  if (self->n_helpers < self->max_helpers)
    {
      self->n_helpers++;
      return TRUE;
    }
  if (g_queue_find (&self->waiting, turn) == NULL)
    g_queue_push_tail (&self->waiting, troupe_run_queue_entry_ref (turn));
  return FALSE;
}

/* Wakes all waiting runs in order. A cancelled run does not need the helper any more, and runs
 * that get no helper wait again. */
void
troupe_engine_loop_give_helper (TroupeEngineLoop *self)
{
  TroupeRunQueueEntry *next;

  g_return_if_fail (self != NULL);
  g_return_if_fail (self->n_helpers > 0);

  self->n_helpers--;
  while ((next = g_queue_pop_head (&self->waiting)) != NULL)
    {
      troupe_run_queue_entry_wake (next);
      troupe_run_queue_entry_unref (next);
    }
}
