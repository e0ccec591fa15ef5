/* troupe-run.c: one run of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-limits.h"
#include "troupe-flow-runner.h"
#include "troupe-run-private.h"

G_DEFINE_FINAL_TYPE (TroupeRun, troupe_run, G_TYPE_OBJECT)

static void
troupe_run_finalize (GObject *object)
{
  TroupeRun *self = TROUPE_RUN (object);

  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  g_clear_pointer (&self->agents, g_hash_table_unref);
  g_clear_object (&self->store);
  g_clear_object (&self->cancellable);
  if (self->environment_destroy != NULL)
    self->environment_destroy (self->environment_data);
  g_free (self->id);
  g_free (self->path);
  g_free (self->document);
  g_free (self->folder);
  g_free (self->state_database);
  g_free (self->fork_from);
  g_free (self->restore_from);
  g_free (self->agreed_code);
  g_strfreev (self->agreed_files);
  g_strfreev (self->agreed_digests);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->pending, troupe_value_unref);
  if (self->feedback_destroy != NULL)
    self->feedback_destroy (self->feedback_data);
  g_clear_pointer (&self->desk, troupe_feedback_desk_free);
  g_clear_pointer (&self->hold, troupe_run_hold_free);

  G_OBJECT_CLASS (troupe_run_parent_class)->finalize (object);
}

static void
troupe_run_class_init (TroupeRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_run_finalize;
}

static void
troupe_run_init (TroupeRun *self)
{
  self->bus = troupe_event_bus_new ();
  self->id = g_uuid_string_random ();
  self->folder = g_get_current_dir ();
  self->cancellable = g_cancellable_new ();
  self->memory_limit = TROUPE_LIMIT_RUN_MEMORY;
  self->desk = troupe_feedback_desk_new ();
  self->hold = troupe_run_hold_new ();
  self->agents =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) troupe_agent_definition_unref);
}

/**
 * troupe_run_new:
 * @flow: what is to be run; the run keeps a reference
 *
 * Returns: (transfer full): a run that has not begun
 */
TroupeRun *
troupe_run_new (TroupeFlow *flow)
{
  TroupeRun *self;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_RUN, NULL);
  self->flow = troupe_flow_ref (flow);
  return self;
}

/**
 * troupe_run_set_inputs:
 * @inputs: (nullable) (transfer none): a map; %NULL and an empty one are not the same
 *   (spec/flow-semantics.md §5.1)
 */
void
troupe_run_set_inputs (TroupeRun *self, TroupeValue *inputs)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (inputs == NULL || troupe_value_is (inputs, TROUPE_VALUE_MAP));

  g_clear_pointer (&self->inputs, troupe_value_unref);
  if (inputs != NULL)
    self->inputs = troupe_value_ref (inputs);
}

/* Microseconds since 1970 for now(), the same for all of the run. */
void
troupe_run_set_clock (TroupeRun *self, gint64 now_us)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->now_us = now_us;
}

/* The UUID of the run and, unless inputs or defaults say otherwise, of its state. */
void
troupe_run_set_id (TroupeRun *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (id != NULL);

  troupe_set_str (&self->id, id);
}

/* Where keys and addresses of models come from; called in the run's thread. */
void
troupe_run_set_environment (TroupeRun *self,
                            TroupeLlmEnvironmentFunc func,
                            gpointer user_data,
                            GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->environment_destroy != NULL)
    self->environment_destroy (self->environment_data);
  self->environment_func = func;
  self->environment_data = user_data;
  self->environment_destroy = destroy;
}

/* Microseconds after which the run is ended; 0 is never. */
void
troupe_run_set_timeout (TroupeRun *self, gint64 timeout_us)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (timeout_us >= 0);

  self->timeout_us = timeout_us;
}

/**
 * troupe_run_set_memory_limit:
 * @n_bytes: that the values of the run may take: its state, outputs and what methods are given; 0
 *   is any. %TROUPE_LIMIT_RUN_MEMORY unless it is said
 *
 * A method whose output passes it fails with %TROUPE_RUN_ERROR_LIMIT.
 */
void
troupe_run_set_memory_limit (TroupeRun *self, gsize n_bytes)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->memory_limit = n_bytes;
}

/* Keeps the run and its events. @path, @document: (nullable): what was run, for the history. */
void
troupe_run_set_store (TroupeRun *self, TroupeStore *store, const char *path, const char *document)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (store == NULL || TROUPE_IS_STORE (store));

  g_set_object (&self->store, store);
  troupe_set_str (&self->path, path);
  troupe_set_str (&self->document, document);
}

/**
 * troupe_run_set_state_database:
 * @path: (nullable): the database of flow states, in place of the default one and of those that the
 *   document names; it turns no persistence on
 */
void
troupe_run_set_state_database (TroupeRun *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  g_free (self->state_database);
  self->state_database = path != NULL ? g_canonicalize_filename (path, self->folder) : NULL;
}

/**
 * troupe_run_set_fork_from:
 * @state_id: (nullable): the id of a kept state to begin with, under an id of the run's own
 *   (`restore_from_state_id`); only a flow that is persistent itself looks for it
 */
void
troupe_run_set_fork_from (TroupeRun *self, const char *state_id)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_set_str (&self->fork_from, state_id);
}

/**
 * troupe_run_set_restore_from:
 * @location: (nullable): a file of a checkpoint, or `DATABASE#ID`. Methods that had ended when it was
 *   written are not run again, what listens to them goes on (spec/flow-semantics.md §9.1). Not together
 *   with troupe_run_set_fork_from()
 */
void
troupe_run_set_restore_from (TroupeRun *self, const char *location)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  g_free (self->restore_from);
  self->restore_from = location != NULL ? g_canonicalize_filename (location, self->folder) : NULL;
}

const char *
troupe_run_get_id (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->id;
}

/* (transfer none) */
TroupeFlow *
troupe_run_get_flow (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->flow;
}

/* Sinks are added before the start. (transfer none) */
TroupeEventBus *
troupe_run_get_bus (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->bus;
}

/* --- The store ------------------------------------------------------------------------------- */

static void
store_event_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeRun *self = user_data;

  troupe_store_add_event (self->store, self->id, event);
}

/* --- Running --------------------------------------------------------------------------------- */

/* The method at the front of `methods.NAME.do.expr`. */
static char *
find_method (const char *path)
{
  const char *name;

  if (path == NULL || !g_str_has_prefix (path, "methods."))
    return NULL;
  name = path + strlen ("methods.");
  return g_strndup (name, strcspn (name, ".["));
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_REMOVE;
}

static void
wake_cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_main_context_wakeup (user_data);
}

/* Wakes the run's context when it is cancelled, so that the runner looks whether it is to stop. No source of
 * GIO's: one that is let go of while another thread cancels is never freed. */
static gulong
connect_waker (TroupeRun *self, GMainContext *context)
{
  return g_cancellable_connect (self->cancellable, G_CALLBACK (wake_cancelled_cb),
                                g_main_context_ref (context),
                                (GDestroyNotify) g_main_context_unref);
}

/* The same when its time is over. (nullable) */
static GSource *
attach_timer (TroupeRun *self, GMainContext *context)
{
  GSource *source;

  if (self->timeout_us <= 0)
    return NULL;
  source = g_timeout_source_new (0);
  g_source_set_ready_time (source, g_get_monotonic_time () + self->timeout_us);
  g_source_set_callback (source, wake_cb, NULL, NULL);
  g_source_attach (source, context);
  return source;
}

static TroupeFlowRunnerOptions
make_options (TroupeRun *self, GMainContext *context, gint64 started_us)
{
  return (TroupeFlowRunnerOptions){
    .flow = self->flow,
    .bus = self->bus,
    .inputs = self->inputs,
    .agents = self->agents,
    .id = self->id,
    .now_us = self->now_us != 0 ? self->now_us : started_us,
    .deadline_us = self->timeout_us > 0 ? g_get_monotonic_time () + self->timeout_us : 0,
    .memory_limit = self->memory_limit,
    .cancellable = self->cancellable,
    .context = context,
    .run = self,
    .hold = self->hold,
    .desk = self->desk,
    .feedback_func = self->feedback_func,
    .feedback_data = self->feedback_data,
    .permissions = self->permissions,
    .agreed_files = (const char *const *) self->agreed_files,
    .agreed_digests = (const char *const *) self->agreed_digests,
    .sandbox = self->sandbox,
    .document_path = self->path,
    .environment_func = self->environment_func,
    .environment_data = self->environment_data,
    .store = self->store,
    .folder = self->folder,
    .state_database = self->state_database,
    .fork_from = self->fork_from,
    .restore_from = self->restore_from,
    .pending = self->pending,
    .steps = self->steps,
    .events = self->events,
    .requests = self->requests,
  };
}

/* Runs in @context, which is this thread's default one. */
static void
run_flow (TroupeRun *self, GMainContext *context, TroupeRunResult *result)
{
  TroupeFlowRunnerOptions options = make_options (self, context, result->started_us);
  g_autoptr (TroupeFlowRunner) runner = NULL;
  g_autoptr (GSource) timer = attach_timer (self, context);
  gulong waker = connect_waker (self, context);
  guint sink = 0;

  troupe_run_hold_set_context (self->hold, context);
  troupe_feedback_desk_set_context (self->desk, context);
  if (self->store != NULL)
    sink = troupe_event_bus_add_sink (self->bus, store_event_cb, self, NULL);
  runner = troupe_flow_runner_new (&options, &result->error);
  TROUPE_CRASH_POINT ("run-made");
  if (runner == NULL)
    result->type = TROUPE_RESULT_BUILD_ERROR;
  else if (!troupe_flow_runner_build (runner, result))
    g_debug ("Not started: %s", result->error->message);
  else if (_troupe_run_begin_record (self, result->started_us, &result->error))
    troupe_flow_runner_run (runner, result);
  else
    result->type = TROUPE_RESULT_RUN_ERROR;
  if (sink != 0)
    troupe_event_bus_remove_sink (self->bus, sink);
  g_cancellable_disconnect (self->cancellable, waker);
  if (timer != NULL)
    g_source_destroy (timer);
  troupe_run_hold_set_context (self->hold, NULL);
  troupe_feedback_desk_set_context (self->desk, NULL);
}

/* What is left over in the context is still handed out, so that nothing of it is leaked: closing
 * connections, callbacks of cancelled calls. */
static void
drain_context (GMainContext *context)
{
  for (guint i = 0; i < 1000 && g_main_context_iteration (context, FALSE); i++)
    ;
}

static void
execute (TroupeRun *self, TroupeRunResult *result)
{
  g_autoptr (GMainContext) context = NULL;

  if (!_troupe_run_prepare (self, &result->error) ||
      !_troupe_run_check_consent (self, &result->error, &result->error_path))
    {
      result->type = g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT)
                         ? TROUPE_RESULT_LOAD_ERROR
                         : TROUPE_RESULT_BUILD_ERROR;
      return;
    }
  if (self->goes_on && !_troupe_run_read_kept (self, &result->error))
    {
      result->type = TROUPE_RESULT_RUN_ERROR;
      return;
    }
  context = g_main_context_new ();
  g_main_context_push_thread_default (context);
  run_flow (self, context, result);
  drain_context (context);
  g_main_context_pop_thread_default (context);
}

/**
 * troupe_run_execute:
 *
 * Runs in the calling thread until the run has ended; its events come in this thread. May be called
 * once.
 *
 * Returns: (transfer full): how it ended; never %NULL
 */
TroupeRunResult *
troupe_run_execute (TroupeRun *self)
{
  TroupeRunResult *result = _troupe_run_result_new ();
  gint64 begun_us = g_get_monotonic_time ();

  g_return_val_if_fail (TROUPE_IS_RUN (self), result);
  g_return_val_if_fail (g_atomic_int_compare_and_exchange (&self->has_begun, 0, 1), result);

  result->started_us = g_get_real_time ();
  execute (self, result);
  if (result->error_method == NULL)
    result->error_method = find_method (result->error_path);
  /* A person's pause is nobody's time. */
  result->elapsed_us = g_get_monotonic_time () - begun_us - troupe_run_hold_get_time (self->hold);
  TROUPE_CRASH_POINT ("run-ended");
  if (self->store != NULL && result->state != NULL)
    _troupe_run_end_record (self, result);
  return result;
}

/* A run that has ended in its thread, on its way back. */
typedef struct
{
  GTask *task;
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
  g_object_unref (ending->task);
  g_free (ending);
}

/* The thread gives its reference away: with the run goes the flow, and nodes of the document in it may
 * only be let go of by the thread that made them. */
static gpointer
run_thread (gpointer data)
{
  Ending *ending = data;
  g_autoptr (GSource) source = g_idle_source_new ();

  ending->result = troupe_run_execute (g_task_get_source_object (ending->task));
  g_source_set_priority (source, g_task_get_priority (ending->task));
  g_source_set_callback (source, hand_back_cb, ending, ending_free);
  g_source_attach (source, g_task_get_context (ending->task));
  return NULL;
}

static TroupeRunResult *
describe_missing_thread (const GError *cause)
{
  TroupeRunResult *result = _troupe_run_result_new ();

  result->type = TROUPE_RESULT_RUN_ERROR;
  result->started_us = g_get_real_time ();
  result->error =
      g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT,
                   _ ("The system gives no thread to run the flow in: %s"), cause->message);
  return result;
}

/**
 * troupe_run_execute_async:
 *
 * The same on a thread of its own. @callback comes in the caller's thread-default context, after the
 * last event was handed to the sinks, which are called in the run's thread.
 */
void
troupe_run_execute_async (TroupeRun *self, GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  Ending *ending;
  GThread *thread;

  g_return_if_fail (TROUPE_IS_RUN (self));

  ending = g_new0 (Ending, 1);
  ending->task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (ending->task, troupe_run_execute_async);
  thread = g_thread_try_new ("troupe-run", run_thread, ending, &error);
  if (thread != NULL)
    {
      g_thread_unref (thread);
      return;
    }
  ending->result = describe_missing_thread (error);
  hand_back_cb (ending);
  ending_free (ending);
}

/* (transfer full): how it ended; never %NULL */
TroupeRunResult *
troupe_run_execute_finish (TroupeRun *self, GAsyncResult *result)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
