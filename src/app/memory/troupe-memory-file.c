/* troupe-memory-file.c: asynchronous access to the memory database of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-file"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-memory-file.h"

/* Minimum interval between two emissions of `changed`, in milliseconds. */
#define CHANGED_MS 250

struct _TroupeMemoryFile
{
  GObject parent_instance;

  char *path;        /* (nullable) */
  GThreadPool *pool; /* one thread: for ordered operations */
  GFileMonitor *monitors[2];
  guint changed_source;
  guint n_busy;

  GMutex lock;
  TroupeMemoryStore *store; /* (nullable): until first used */
};

typedef struct
{
  TroupeMemoryFileWork work;
  gpointer data;
  GDestroyNotify free_data;
  GDestroyNotify free_result;
  gboolean makes_file;
  GAsyncReadyCallback callback;
  gpointer user_data;
} Job;

enum
{
  CHANGED,
  IDLE,
  NOTICE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMemoryFile, troupe_memory_file, G_TYPE_OBJECT)

static void
job_free (gpointer data)
{
  Job *job = data;

  g_assert (job != NULL);

  if (job->free_data != NULL)
    job->free_data (job->data);
  g_free (job);
}

/* --- Worker threads --------------------------------------------------------------------------- */

/* Returns the store. (transfer full) (nullable): NULL if the file does not exist or there is no
 * path */
static TroupeMemoryStore *
find_store (TroupeMemoryFile *self, gboolean makes_file)
{
  TroupeMemoryStore *store = NULL;

  g_assert (TROUPE_IS_MEMORY_FILE (self));

  if (self->path == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  if (self->store == NULL && (makes_file || g_file_test (self->path, G_FILE_TEST_EXISTS)))
    self->store = troupe_memory_store_new (self->path);
  if (self->store != NULL)
    store = g_object_ref (self->store);
  g_mutex_unlock (&self->lock);

  return store;
}

static void
work_in_thread (GTask *task)
{
  Job *job = g_task_get_task_data (task);
  g_autoptr (TroupeMemoryStore) store = NULL;
  GError *error = NULL;
  gpointer result;

  g_assert (G_IS_TASK (task));

  if (g_task_return_error_if_cancelled (task))
    return;
  store = find_store (g_task_get_source_object (task), job->makes_file);
  result = job->work (store, job->data, g_task_get_cancellable (task), &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, job->free_result);
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  work_in_thread (task);
}

static void
act_thread (gpointer data, gpointer user_data)
{
  g_autoptr (GTask) task = data;

  work_in_thread (task);
}

/* --- Starting operations ---------------------------------------------------------------------- */

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeMemoryFile *self = TROUPE_MEMORY_FILE (source);
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (TroupeMemoryStore) store = NULL;
  g_autofree char *notice = NULL;

  g_assert (G_IS_TASK (result));

  self->n_busy--;
  /* Emits `notice` once for each damaged file that was moved away. */
  g_mutex_lock (&self->lock);
  if (self->store != NULL)
    store = g_object_ref (self->store);
  g_mutex_unlock (&self->lock);
  if (store != NULL)
    notice = troupe_memory_store_take_notice (store);
  if (notice != NULL)
    g_signal_emit (self, signals[NOTICE], 0, notice);
  job->callback (source, result, job->user_data);
  if (self->n_busy == 0)
    g_signal_emit (self, signals[IDLE], 0);
}

/* (transfer full) */
static GTask *
make_task (TroupeMemoryFile *self, const Job *job, GCancellable *cancellable)
{
  GTask *task = g_task_new (self, cancellable, ended_cb, NULL);

  g_assert (TROUPE_IS_MEMORY_FILE (self));

  g_task_set_source_tag (task, make_task);
  g_task_set_task_data (task, g_memdup2 (job, sizeof *job), job_free);
  self->n_busy++;

  return task;
}

void
troupe_memory_file_look_async (TroupeMemoryFile *self,
                               TroupeMemoryFileWork work,
                               gpointer data,
                               GDestroyNotify free_data,
                               GDestroyNotify free_result,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  const Job job = { work, data, free_data, free_result, FALSE, callback, user_data };
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_MEMORY_FILE (self));
  g_return_if_fail (work != NULL && callback != NULL);

  task = make_task (self, &job, cancellable);
  g_task_run_in_thread (task, look_thread);
}

void
troupe_memory_file_act_async (TroupeMemoryFile *self,
                              TroupeMemoryFileWork work,
                              gpointer data,
                              GDestroyNotify free_data,
                              GDestroyNotify free_result,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  const Job job = { work, data, free_data, free_result, TRUE, callback, user_data };

  g_return_if_fail (TROUPE_IS_MEMORY_FILE (self));
  g_return_if_fail (work != NULL && callback != NULL);

  g_thread_pool_push (self->pool, make_task (self, &job, cancellable), NULL);
}

gpointer
troupe_memory_file_finish (TroupeMemoryFile *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_FILE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
troupe_memory_file_is_busy (TroupeMemoryFile *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_FILE (self), FALSE);

  return self->n_busy > 0;
}

const char *
troupe_memory_file_get_path (TroupeMemoryFile *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_FILE (self), NULL);

  return self->path;
}

/* --- File monitoring -------------------------------------------------------------------------- */

static gboolean
tell_cb (gpointer user_data)
{
  TroupeMemoryFile *self = TROUPE_MEMORY_FILE (user_data);

  self->changed_source = 0;
  g_signal_emit (self, signals[CHANGED], 0);

  return G_SOURCE_REMOVE;
}

static void
written_cb (TroupeMemoryFile *self)
{
  g_assert (TROUPE_IS_MEMORY_FILE (self));

  if (self->changed_source == 0)
    self->changed_source = g_timeout_add (CHANGED_MS, tell_cb, self);
}

/* Monitors the write-ahead log as well, because new data is written there first. */
static void
watch (TroupeMemoryFile *self)
{
  static const char *const ends[] = { "", "-wal" };

  g_assert (TROUPE_IS_MEMORY_FILE (self));

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *path = g_strconcat (self->path, ends[i], NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      self->monitors[i] = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
      if (self->monitors[i] != NULL)
        g_signal_connect_object (self->monitors[i], "changed", G_CALLBACK (written_cb), self,
                                 G_CONNECT_SWAPPED);
    }
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_memory_file_dispose (GObject *object)
{
  TroupeMemoryFile *self = TROUPE_MEMORY_FILE (object);

  g_clear_handle_id (&self->changed_source, g_source_remove);
  for (guint i = 0; i < G_N_ELEMENTS (self->monitors); i++)
    g_clear_object (&self->monitors[i]);

  G_OBJECT_CLASS (troupe_memory_file_parent_class)->dispose (object);
}

static void
troupe_memory_file_finalize (GObject *object)
{
  TroupeMemoryFile *self = TROUPE_MEMORY_FILE (object);

  /* No operation is pending, because pending operations have a reference to this object. */
  g_thread_pool_free (self->pool, FALSE, FALSE);
  g_clear_object (&self->store);
  g_mutex_clear (&self->lock);
  g_free (self->path);

  G_OBJECT_CLASS (troupe_memory_file_parent_class)->finalize (object);
}

static void
troupe_memory_file_class_init (TroupeMemoryFileClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_memory_file_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_file_finalize;

  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[NOTICE] = g_signal_new ("notice", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[IDLE] =
      g_signal_new ("idle", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_memory_file_init (TroupeMemoryFile *self)
{
  g_mutex_init (&self->lock);
  self->pool = g_thread_pool_new (act_thread, NULL, 1, FALSE, NULL);
}

TroupeMemoryFile *
troupe_memory_file_new (const char *path)
{
  TroupeMemoryFile *self = g_object_new (TROUPE_TYPE_MEMORY_FILE, NULL);

  self->path = g_strdup (path);
  if (path != NULL)
    watch (self);

  return self;
}
