/* troupe-engine.c: engine that executes runs on one shared thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-engine"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-engine-loop.h"
#include "troupe-engine.h"
#include "troupe-limits.h"
#include "troupe-run-control.h"
#include "troupe-run-execution.h"
#include "troupe-run-result.h"

struct _TroupeEngine
{
  GObject parent_instance;

  guint max_connections;
  guint max_helpers;
  GMutex lock;            /* protects the following fields */
  guint max_calls;        /* 0: same as connections */
  TroupeEngineLoop *loop; /* (nullable): until the first run */
  GThread *thread;        /* (nullable): until the first run */
};

G_DEFINE_FINAL_TYPE (TroupeEngine, troupe_engine, G_TYPE_OBJECT)

/* --- Engine thread ---------------------------------------------------------------------------- */

static gpointer
engine_thread (gpointer data)
{
  TroupeEngineLoop *loop = data;

  troupe_engine_loop_iterate (loop, NULL);
  troupe_engine_loop_free (loop);
  return NULL;
}

/* The thread frees the loop. If the engine is disposed on its own thread, for example in a sink,
 * the thread cannot be joined. */
static void
troupe_engine_dispose (GObject *object)
{
  TroupeEngine *self = TROUPE_ENGINE (object);
  GThread *thread = g_steal_pointer (&self->thread);

  if (thread != NULL)
    troupe_engine_loop_quit (g_steal_pointer (&self->loop));
  if (thread != NULL && thread != g_thread_self ())
    g_thread_join (thread);
  else if (thread != NULL)
    g_thread_unref (thread);

  G_OBJECT_CLASS (troupe_engine_parent_class)->dispose (object);
}

static void
troupe_engine_finalize (GObject *object)
{
  TroupeEngine *self = TROUPE_ENGINE (object);

  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (troupe_engine_parent_class)->finalize (object);
}

static void
troupe_engine_class_init (TroupeEngineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_engine_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_engine_finalize;
}

static void
troupe_engine_init (TroupeEngine *self)
{
  g_mutex_init (&self->lock);
  self->max_connections = TROUPE_LIMIT_CONNECTIONS;
  self->max_helpers = TROUPE_LIMIT_HELPERS;
}

/**
 * troupe_engine_new:
 *
 * Returns: (transfer full): an engine, which starts its thread with the first run
 */
TroupeEngine *
troupe_engine_new (void)
{
  return g_object_new (TROUPE_TYPE_ENGINE, NULL);
}

void
troupe_engine_set_max_connections (TroupeEngine *self, guint max_connections)
{
  g_return_if_fail (TROUPE_IS_ENGINE (self));
  g_return_if_fail (max_connections > 0);

  self->max_connections = max_connections;
}

void
troupe_engine_set_max_calls (TroupeEngine *self, guint max_calls)
{
  g_return_if_fail (TROUPE_IS_ENGINE (self));
  g_return_if_fail (max_calls > 0);

  g_mutex_lock (&self->lock);
  self->max_calls = max_calls;
  if (self->loop != NULL)
    troupe_engine_loop_set_max_calls (self->loop, max_calls);
  g_mutex_unlock (&self->lock);
}

/* --- Runs ------------------------------------------------------------------------------------- */

/* The result of a run while it is passed from the engine's thread to the caller. @parent:
 * (nullable) */
typedef struct
{
  GTask *task;
  TroupeRun *parent;
  TroupeRunResult *result;
} Ending;

static gboolean
hand_back_cb (gpointer user_data)
{
  Ending *ending = user_data;

  g_task_return_pointer (ending->task, g_steal_pointer (&ending->result),
                         (GDestroyNotify) troupe_run_result_free);
  return G_SOURCE_REMOVE;
}

static void
ending_free (gpointer data)
{
  Ending *ending = data;

  g_clear_pointer (&ending->result, troupe_run_result_free);
  g_clear_object (&ending->parent);
  g_object_unref (ending->task);
  g_free (ending);
}

/* Passes the references in @ending to the caller's thread. The run owns the flow, and only the
 * thread that created the flow's document nodes may unref them. */
static void
ended_cb (TroupeRun *run, TroupeRunResult *result, gpointer user_data)
{
  Ending *ending = user_data;
  g_autoptr (GSource) source = g_idle_source_new ();

  g_assert (TROUPE_IS_RUN (run));

  if (ending->parent != NULL)
    troupe_run_remove_child (ending->parent, run);
  ending->result = result;
  /* The task owns another reference. */
  g_object_unref (run);
  g_source_set_priority (source, g_task_get_priority (ending->task));
  g_source_set_callback (source, hand_back_cb, ending, ending_free);
  g_source_attach (source, g_task_get_context (ending->task));
}

void
troupe_engine_run_async (TroupeEngine *self,
                         TroupeRun *run,
                         TroupeRun *parent,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  Ending *ending;
  gboolean has_thread;
  TroupeRunResult *result;

  g_return_if_fail (TROUPE_IS_ENGINE (self));
  g_return_if_fail (TROUPE_IS_RUN (run));
  g_return_if_fail (parent == NULL || TROUPE_IS_RUN (parent));
  g_return_if_fail (troupe_run_begin (run));

  ending = g_new0 (Ending, 1);
  ending->task = g_task_new (run, NULL, callback, user_data);
  g_task_set_source_tag (ending->task, troupe_engine_run_async);
  g_mutex_lock (&self->lock);
  /* Starts the thread if it is not running. */
  has_thread = TRUE;
  if (self->thread == NULL)
    {
      self->loop = troupe_engine_loop_new (self->max_connections, self->max_helpers);
      troupe_engine_loop_set_max_calls (self->loop, self->max_calls);
      self->thread = g_thread_try_new ("troupe-run", engine_thread, self->loop, &error);
      if (self->thread == NULL)
        g_clear_pointer (&self->loop, troupe_engine_loop_free);
      has_thread = self->thread != NULL;
    }
  if (has_thread && parent != NULL)
    {
      ending->parent = g_object_ref (parent);
      troupe_run_add_child (parent, run);
    }
  if (has_thread)
    troupe_engine_loop_add (self->loop, g_object_ref (run), &troupe_run_execution_work, ended_cb,
                            ending);
  g_mutex_unlock (&self->lock);
  if (has_thread)
    return;
  result = troupe_run_result_new ();
  g_assert (error != NULL);
  result->type = TROUPE_RESULT_RUN_ERROR;
  result->started_us = g_get_real_time ();
  result->error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT,
                               _ ("Could not create a thread for the flow: %s"), error->message);
  ending->result = result;
  hand_back_cb (ending);
  ending_free (ending);
}

TroupeRunResult *
troupe_engine_run_finish (TroupeRun *run, GAsyncResult *result)
{
  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);
  g_return_val_if_fail (g_task_is_valid (result, run), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}

/* --- Runs without an engine --------------------------------------------------------------------------------- */

typedef struct
{
  TroupeRunResult *result;
  gboolean is_done;
} Wait;

static void
alone_ended_cb (TroupeRun *run, TroupeRunResult *result, gpointer user_data)
{
  Wait *wait = user_data;

  g_assert (TROUPE_IS_RUN (run));

  wait->result = result;
  wait->is_done = TRUE;
  g_object_unref (run);
}

/**
 * troupe_run_execute:
 *
 * Executes the run on the calling thread until it has ended, in a private engine; its events are
 * emitted on this thread. For tests and for a single run: troupe_run_execute_async() shares an
 * engine with others. May be called once.
 *
 * Returns: (transfer full): the result; never %NULL
 */
TroupeRunResult *
troupe_run_execute (TroupeRun *self)
{
  g_autoptr (TroupeEngineLoop) loop = NULL;
  Wait wait = { 0 };

  g_return_val_if_fail (TROUPE_IS_RUN (self), troupe_run_result_new ());
  g_return_val_if_fail (troupe_run_begin (self), troupe_run_result_new ());

  loop = troupe_engine_loop_new (TROUPE_LIMIT_CONNECTIONS, TROUPE_LIMIT_HELPERS);
  troupe_engine_loop_add (loop, g_object_ref (self), &troupe_run_execution_work, alone_ended_cb,
                          &wait);
  troupe_engine_loop_iterate (loop, &wait.is_done);
  return wait.result;
}

/**
 * troupe_run_execute_async:
 * @engine: the engine that executes the run
 *
 * Executes the run on the thread of @engine. @callback is called in the caller's thread-default
 * context, after the last event was passed to the sinks, which are called on the engine's thread.
 */
void
troupe_run_execute_async (TroupeRun *self,
                          TroupeEngine *engine,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (TROUPE_IS_ENGINE (engine));

  troupe_engine_run_async (engine, self, NULL, callback, user_data);
}

/* Returns the result; never NULL. (transfer full) */
TroupeRunResult *
troupe_run_execute_finish (TroupeRun *self, GAsyncResult *result)
{
  return troupe_engine_run_finish (self, result);
}
