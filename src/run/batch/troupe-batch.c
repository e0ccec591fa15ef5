/* troupe-batch.c: batch run: lifecycle, options and progress
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch"

#include "config.h"

#include "troupe-batch-private.h"

/* Minimum interval between two emissions of `changed`. */
#define TELL_US (G_USEC_PER_SEC / 10)

/* Otherwise, the formatter would parse the name as a subtraction. */
/* clang-format off */
G_DEFINE_QUARK (troupe-batch-error-quark, troupe_batch_error)
/* clang-format on */

G_DEFINE_FINAL_TYPE (TroupeBatch, troupe_batch, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
troupe_batch_finalize (GObject *object)
{
  TroupeBatch *self = TROUPE_BATCH (object);

  g_assert (self->active == NULL);

  g_free (self->document);
  g_free (self->path);
  g_free (self->inputs);
  g_free (self->out);
  g_free (self->folder);
  g_free (self->uuid);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_free (self->reason);
  g_free (self->no_room);
  g_clear_object (&self->like);
  g_clear_pointer (&self->options.larger_budget, troupe_run_budget_unref);
  g_clear_object (&self->engine);
  g_clear_error (&self->error);
  g_clear_pointer (&self->owner, g_main_context_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->retried, g_array_unref);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_mutex_clear (&self->look_lock);

  G_OBJECT_CLASS (troupe_batch_parent_class)->finalize (object);
}

static void
troupe_batch_class_init (TroupeBatchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_batch_finalize;

  /**
   * TroupeBatch::changed:
   *
   * Emitted when the progress has changed.
   */
  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_BATCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
troupe_batch_init (TroupeBatch *self)
{
  g_mutex_init (&self->lock);
  g_mutex_init (&self->look_lock);
  self->context = g_main_context_new ();
  self->progress.rest_us = -1;
  g_queue_init (&self->looks);
  self->retried = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                        (GDestroyNotify) troupe_batch_place_free);
}

char *
troupe_batch_get_shard_folder (const char *folder, guint shard, guint n_shards)
{
  g_autofree char *name = g_strdup_printf ("shard-%u-of-%u", shard, n_shards);

  g_return_val_if_fail (folder != NULL, NULL);

  return g_build_filename (folder, name, NULL);
}

/**
 * troupe_batch_new:
 *
 * Returns: (transfer full): a batch that has not been started
 */
TroupeBatch *
troupe_batch_new (const TroupeBatchOptions *options)
{
  TroupeBatch *self;

  g_return_val_if_fail (options != NULL, NULL);
  g_return_val_if_fail (options->document != NULL && options->inputs != NULL, NULL);
  g_return_val_if_fail (options->out != NULL && options->folder != NULL, NULL);
  g_return_val_if_fail (options->shard < options->n_shards, NULL);
  g_return_val_if_fail (options->max_concurrency > 0, NULL);

  self = g_object_new (TROUPE_TYPE_BATCH, NULL);
  self->options = *options;
  self->options.document = self->document = g_strdup (options->document);
  self->options.path = self->path = g_strdup (options->path);
  self->options.inputs = self->inputs = g_strdup (options->inputs);
  self->options.out = self->out = g_strdup (options->out);
  self->folder = troupe_batch_get_shard_folder (options->folder, options->shard, options->n_shards);
  self->options.folder = self->folder;
  self->max_concurrency = options->max_concurrency;
  if (options->larger_budget != NULL)
    troupe_run_budget_ref (options->larger_budget);
  g_set_object (&self->like, options->like);
  return self;
}

/* --- Progress and control --------------------------------------------------------------------- */

static gboolean
tell_cb (gpointer user_data)
{
  TroupeBatch *self = user_data;

  g_assert (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  self->tells = FALSE;
  g_mutex_unlock (&self->lock);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static gint64
estimate_rest (TroupeBatch *self, const TroupeBatchProgress *progress, gint64 now_us)
{
  const gint64 n_left = progress->n_items - progress->n_ok - progress->n_failed;
  const gint64 n_ended = MIN (progress->n_ended_now, TROUPE_BATCH_PACE);
  gint64 since_us;

  g_assert (TROUPE_IS_BATCH (self));

  if (n_left == 0)
    return 0;
  if (n_ended <= 0)
    return -1;
  since_us = progress->n_ended_now > TROUPE_BATCH_PACE
                 ? self->ends_us[progress->n_ended_now % TROUPE_BATCH_PACE]
                 : self->begun_us;
  return (gint64) ((double) (now_us - since_us) / (double) n_ended * (double) n_left);
}

static TroupeBatchProgress
make_progress (TroupeBatch *self, gint64 now_us)
{
  const gint64 *n_items = self->counts.n_items;
  TroupeBatchProgress progress = {
    .n_ok = n_items[TROUPE_BATCH_ITEM_OK],
    .n_failed = n_items[TROUPE_BATCH_ITEM_FAILED] + n_items[TROUPE_BATCH_ITEM_TEMPORARY] +
                n_items[TROUPE_BATCH_ITEM_INVALID],
    .n_ended_now = self->n_ended_now,
    .n_running = self->active != NULL ? g_hash_table_size (self->active) : 0,
    .elapsed_us = self->begun_us != 0 ? now_us - self->begun_us : 0,
  };

  g_assert (TROUPE_IS_BATCH (self));

  progress.n_items = progress.n_ok + progress.n_failed + n_items[TROUPE_BATCH_ITEM_WAITING];
  progress.rest_us = self->begun_us != 0 ? estimate_rest (self, &progress, now_us) : -1;
  return progress;
}

static gboolean
due_cb (gpointer user_data)
{
  TroupeBatch *self = user_data;

  g_assert (TROUPE_IS_BATCH (self));

  self->is_tell_due = FALSE;
  return G_SOURCE_REMOVE;
}

/* Lets the batch's loop continue after the interval, as nothing else may happen then, for example while the batch is paused. */
static void
tell_later (TroupeBatch *self, gint64 rest_us)
{
  g_autoptr (GSource) source = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  if (self->is_tell_due)
    return;
  self->is_tell_due = TRUE;
  source = g_timeout_source_new ((guint) (rest_us / 1000) + 1);
  g_source_set_callback (source, due_cb, self, NULL);
  g_source_attach (source, self->context);
}

/* Updates the progress and schedules `changed`. Called on the batch's thread. */
void
troupe_batch_tell (TroupeBatch *self, gboolean force)
{
  const gint64 now_us = g_get_monotonic_time ();
  TroupeBatchProgress progress;
  gboolean tells;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  if (!force && now_us - self->told_us < TELL_US)
    {
      tell_later (self, TELL_US - (now_us - self->told_us));
      return;
    }
  self->told_us = now_us;
  progress = make_progress (self, now_us);
  g_mutex_lock (&self->lock);
  progress.micro_dollars = self->spent + self->live;
  self->progress = progress;
  tells = !self->tells;
  self->tells = TRUE;
  g_mutex_unlock (&self->lock);
  if (tells)
    {
      g_autoptr (GSource) source = g_idle_source_new ();

      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_callback (source, tell_cb, g_object_ref (self), g_object_unref);
      g_source_attach (source, self->owner);
    }
}

void
troupe_batch_get_progress (TroupeBatch *self, TroupeBatchProgress *progress)
{
  g_return_if_fail (TROUPE_IS_BATCH (self));
  g_return_if_fail (progress != NULL);

  g_mutex_lock (&self->lock);
  *progress = self->progress;
  g_mutex_unlock (&self->lock);
}

char *
troupe_batch_get_reason (TroupeBatch *self)
{
  char *reason;

  g_return_val_if_fail (TROUPE_IS_BATCH (self), NULL);

  g_mutex_lock (&self->lock);
  reason = g_strdup (self->reason);
  g_mutex_unlock (&self->lock);
  return reason;
}

void
troupe_batch_stop (TroupeBatch *self)
{
  g_return_if_fail (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  self->is_stopped = TRUE;
  g_mutex_unlock (&self->lock);
  g_main_context_wakeup (self->context);
}

void
troupe_batch_set_paused (TroupeBatch *self, gboolean paused)
{
  g_return_if_fail (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  self->is_paused = paused;
  g_mutex_unlock (&self->lock);
  g_main_context_wakeup (self->context);
}

gboolean
troupe_batch_is_paused (TroupeBatch *self)
{
  gboolean paused;

  g_return_val_if_fail (TROUPE_IS_BATCH (self), FALSE);

  g_mutex_lock (&self->lock);
  paused = self->is_paused;
  g_mutex_unlock (&self->lock);
  return paused;
}

void
troupe_batch_set_max_concurrency (TroupeBatch *self, guint max_concurrency)
{
  g_return_if_fail (TROUPE_IS_BATCH (self));
  g_return_if_fail (max_concurrency > 0);

  g_mutex_lock (&self->lock);
  self->max_concurrency = max_concurrency;
  g_mutex_unlock (&self->lock);
  g_main_context_wakeup (self->context);
}

guint
troupe_batch_get_max_concurrency (TroupeBatch *self)
{
  guint max_concurrency;

  g_return_val_if_fail (TROUPE_IS_BATCH (self), 1);

  g_mutex_lock (&self->lock);
  max_concurrency = self->max_concurrency;
  g_mutex_unlock (&self->lock);
  return max_concurrency;
}

static void
retry (TroupeBatch *self, gint64 ordinal)
{
  g_assert (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  g_array_append_val (self->retried, ordinal);
  g_mutex_unlock (&self->lock);
  g_main_context_wakeup (self->context);
}

void
troupe_batch_retry_failed (TroupeBatch *self)
{
  g_return_if_fail (TROUPE_IS_BATCH (self));

  retry (self, 0);
}

void
troupe_batch_retry_item (TroupeBatch *self, gint64 ordinal)
{
  g_return_if_fail (TROUPE_IS_BATCH (self));
  g_return_if_fail (ordinal > 0);

  retry (self, ordinal);
}

/* --- Ending ----------------------------------------------------------------------------------- */

void
troupe_batch_end (TroupeBatch *self, TroupeBatchOutcome outcome, char *reason)
{
  g_autofree char *taken = reason;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  self->is_ending = TRUE;
  if (self->has_outcome)
    return;
  self->has_outcome = TRUE;
  g_mutex_lock (&self->lock);
  self->outcome = outcome;
  self->reason = g_steal_pointer (&taken);
  g_mutex_unlock (&self->lock);
}

void
troupe_batch_fail (TroupeBatch *self, GError *error)
{
  g_return_if_fail (TROUPE_IS_BATCH (self));
  g_return_if_fail (error != NULL);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    troupe_batch_end (self, TROUPE_BATCH_TEMPORARY, g_strdup (error->message));
  else
    self->is_ending = TRUE;
  if (self->error == NULL && !self->has_outcome)
    self->error = error;
  else
    g_error_free (error);
}

/* --- Thread ----------------------------------------------------------------------------------- */

static gpointer
thread_func (gpointer data)
{
  GTask *task = data;
  TroupeBatch *self = g_task_get_source_object (task);
  GError *error = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  g_main_context_push_thread_default (self->context);
  self->active = g_hash_table_new (NULL, NULL);
  self->written = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_batch_item_free);
  if (!troupe_batch_begin (self, &error))
    troupe_batch_fail (self, error);
  else
    troupe_batch_work (self);
  troupe_batch_tell (self, TRUE);
  /* Releases the objects that were created on this thread, because they must be released on
   * it. */
  g_clear_pointer (&self->active, g_hash_table_unref);
  g_clear_pointer (&self->queue, g_ptr_array_unref);
  g_clear_pointer (&self->written, g_ptr_array_unref);
  g_clear_pointer (&self->results, troupe_batch_results_free);
  g_clear_pointer (&self->store, troupe_batch_store_close);
  g_clear_object (&self->runs);
  g_clear_object (&self->flow_document);
  self->flow = NULL;
  troupe_batch_end_looks (self);
  g_main_context_pop_thread_default (self->context);
  if (self->error != NULL)
    g_task_return_error (task, g_steal_pointer (&self->error));
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
  return NULL;
}

void
troupe_batch_run_async (TroupeBatch *self,
                        TroupeEngine *engine,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  GError *error = NULL;
  GTask *task;
  GThread *thread;

  g_return_if_fail (TROUPE_IS_BATCH (self));
  g_return_if_fail (TROUPE_IS_ENGINE (engine));
  g_return_if_fail (self->engine == NULL);

  self->engine = g_object_ref (engine);
  self->owner = g_main_context_ref_thread_default ();
  self->has_thread = TRUE;
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_batch_run_async);
  thread = g_thread_try_new ("troupe-batch", thread_func, task, &error);
  if (thread != NULL)
    {
      g_thread_unref (thread);
      return;
    }
  self->has_thread = FALSE;
  g_task_return_error (task, error);
  g_object_unref (task);
}

gboolean
troupe_batch_run_finish (TroupeBatch *self,
                         GAsyncResult *result,
                         TroupeBatchOutcome *outcome,
                         GError **error)
{
  g_return_val_if_fail (TROUPE_IS_BATCH (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (outcome != NULL)
    *outcome = self->outcome;
  return g_task_propagate_boolean (G_TASK (result), error);
}
