/* troupe-run-execution.c: executes one run on the engine thread, step by step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-execution"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner.h"
#include "troupe-folder-findings.h"
#include "troupe-folder-lease.h"
#include "troupe-folder-watch.h"
#include "troupe-permissions.h"
#include "troupe-run-call-keeper.h"
#include "troupe-run-files.h"
#include "troupe-run-reuse.h"
#include "troupe-run-check.h"
#include "troupe-run-control.h"
#include "troupe-run-execution.h"
#include "troupe-run-needed-keys.h"
#include "troupe-run-kind.h"
#include "troupe-run-private.h"
#include "troupe-run-protection.h"
#include "troupe-run-result.h"
#include "troupe-run-secret.h"
#include "troupe-run-storage.h"
#include "troupe-sanitize-text.h"
#include "troupe-steps.h"

struct _TroupeRunExecution
{
  TroupeRun *run;
  TroupeEngineLoop *loop;
  TroupeRunQueueEntry *turn;
  TroupeSteps *steps;            /* (nullable): %NULL before the first turn */
  TroupeEngineWorkState state;   /* while a step is pending */
  gint64 begun_us;
  gint64 deadline_us; /* 0: none */
  TroupeRunResult *result;
  char *project_folder;
  char *project_target;     /* where the folder leads when the run begins */
  TroupeFlowRunner *runner; /* (nullable) */
  guint sink;               /* id of the store's event sink */
  gulong waker;             /* handler id of the cancellable */
  gboolean has_waited;
  gboolean has_helper;       /* counts toward the helper limit */
  gint is_done;              /* atomic: the work of the last step is done */
  GPtrArray *watches;        /* (nullable): of the folders in which code may write */
  TroupeRunProtection *protection; /* (nullable) */
  GError *lost_error;              /* (nullable): a protected file was replaced */
  gint n_processes;                /* atomic: that could not be ended; -1 until all have ended */
  GPtrArray *
      recovered; /* (element-type utf8): messages about earlier runs; empty when they were reported */
  GPtrArray *findings;       /* (nullable) (element-type utf8): messages of the sweep */
  TroupeStoreTicket *ticket; /* (nullable): for its end */
};

static gpointer
execution_new (TroupeRun *run, TroupeEngineLoop *loop, gpointer owner)
{
  TroupeRunExecution *self = g_new0 (TroupeRunExecution, 1);

  self->run = run;
  self->project_folder = troupe_run_get_code_folder (run);
  troupe_run_pin_folders (run);
  self->project_target = run->pins[0] != NULL
                             ? g_strdup (troupe_folder_pin_get_target (run->pins[0]))
                             : troupe_path_resolve (self->project_folder);
  self->loop = loop;
  self->turn = troupe_run_queue_entry_new (troupe_engine_loop_get_turns (loop), owner);
  self->result = troupe_run_result_new ();
  self->n_processes = -1;
  self->recovered = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static TroupeRun *
execution_end (gpointer data, TroupeRunResult **result)
{
  TroupeRunExecution *self = data;
  TroupeRun *run = g_steal_pointer (&self->run);

  g_return_val_if_fail (troupe_steps_has_ended (self->steps), run);

  *result = g_steal_pointer (&self->result);
  troupe_steps_free (self->steps);
  g_clear_pointer (&self->ticket, troupe_store_ticket_unref);
  troupe_run_queue_entry_end (self->turn);
  troupe_run_queue_entry_unref (self->turn);
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  g_clear_pointer (&self->recovered, g_ptr_array_unref);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  g_clear_error (&self->lost_error);
  troupe_run_unpin_folders (run);
  g_free (self->project_folder);
  g_free (self->project_target);
  g_free (self);
  return run;
}

static TroupeRun *
get_run (gpointer data)
{
  return ((TroupeRunExecution *) data)->run;
}

static TroupeRunQueueEntry *
get_turn (gpointer data)
{
  return ((TroupeRunExecution *) data)->turn;
}

/* --- Parts of several steps ------------------------------------------------------------------- */

/* Executes the blocking part of a step, on a file thread if @is_slow. wait_for_work() follows. */
static void
begin_work (TroupeRunExecution *self, void (*work) (gpointer data), gboolean is_slow)
{
  g_assert (self != NULL);

  self->is_done = !is_slow;
  if (is_slow)
    troupe_pool_run (troupe_engine_loop_get_io (self->loop), work, self, &self->is_done,
                     self->turn);
  else
    work (self);
}

static TroupeStepResult
wait_for_work (gpointer data)
{
  TroupeRunExecution *self = data;

  return g_atomic_int_get (&self->is_done) ? TROUPE_STEP_DONE : TROUPE_STEP_PENDING;
}

static void
wake_cb (GCancellable *cancellable, gpointer user_data)
{
  troupe_run_queue_entry_wake (user_data);
}

/* Connects the cancellable to the queue entry. Does not use g_cancellable_source_new(): a source
 * that is unreffed while another thread cancels is never freed. */
static void
connect_waker (TroupeRunExecution *self)
{
  self->waker = g_cancellable_connect (self->run->cancellable, G_CALLBACK (wake_cb),
                                       troupe_run_queue_entry_ref (self->turn),
                                       (GDestroyNotify) troupe_run_queue_entry_unref);
}

static void
disconnect_waker (TroupeRunExecution *self)
{
  if (self->waker != 0)
    g_cancellable_disconnect (self->run->cancellable, self->waker);
  self->waker = 0;
}

/* Once the disk limit is reached only starts and ends are stored: there may be any number of other
 * events, such as messages, before the limit is checked again. Streamed chunks are never stored. */
static void
store_event_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeRun *run = user_data;
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (event->type);

  if (info->is_chunk ||
      (info->effect == TROUPE_EVENT_CHANGES && !troupe_run_disk_has_room (run->disk, 0)))
    return;
  troupe_run_disk_add_event (run->disk, event);
  troupe_store_add_event (run->options.store, run->id, event);
}

static void
add_sink (TroupeRunExecution *self)
{
  g_assert (self != NULL);

  if (self->run->options.store != NULL && self->sink == 0)
    self->sink = troupe_event_bus_add_sink (self->run->bus, store_event_cb, self->run, NULL);
}

static void
remove_sink (TroupeRunExecution *self)
{
  g_assert (self != NULL);

  if (self->sink != 0)
    troupe_event_bus_remove_sink (self->run->bus, self->sink);
  self->sink = 0;
}

/* @level: `warning` or `error`; @refusal: (nullable): what code could not write, if this is the message */
static void
warn (TroupeRunExecution *self,
      const char *level,
      const char *message,
      const TroupeSandboxRefusal *refusal)
{
  g_autofree char *line = troupe_text_to_line (message);
  TroupeMapBuilder fields;

  g_message ("%s", line);
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "level", troupe_value_new_string (level, -1));
  troupe_map_builder_add (&fields, "message", troupe_value_new_string (line, -1));
  if (refusal != NULL && refusal->file != NULL)
    {
      g_autofree char *file = g_filename_display_name (refusal->file);

      troupe_map_builder_add (&fields, "refused_file", troupe_value_new_string (file, -1));
    }
  if (refusal != NULL && refusal->is_permission)
    troupe_map_builder_add (&fields, "permission", troupe_value_new_string ("programs", -1));
  if (troupe_event_bus_is_watched (self->run->bus))
    troupe_event_bus_emit (self->run->bus, troupe_event_new (TROUPE_EVENT_LOG, NULL,
                                                             troupe_map_builder_end (&fields)));
}

/* Reports what was left by earlier runs whose process was killed. */
static void
report_recovered (TroupeRunExecution *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->recovered->len; i++)
    warn (self, "warning", self->recovered->pdata[i], NULL);
  g_ptr_array_set_size (self->recovered, 0);
}

/* Fails a run of which a call had no recorded outcome, whatever it made of that. */
static void
take_recorder_error (TroupeRunExecution *self)
{
  TroupeRunResult *result = self->result;
  g_autoptr (GError) error = self->run->options.recorder != NULL
                                 ? troupe_recorder_get_error (self->run->options.recorder)
                                 : NULL;

  g_assert (self != NULL);

  if (error == NULL || result->type == TROUPE_RESULT_CANCELLED)
    return;
  g_clear_error (&result->error);
  result->type = TROUPE_RESULT_RUN_ERROR;
  result->temporary = FALSE;
  result->error = g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_REPLAY, error->message);
}

static void
end (TroupeRunExecution *self)
{
  TroupeRun *run = self->run;
  TroupeRunResult *result = self->result;

  g_assert (self != NULL);

  remove_sink (self);
  take_recorder_error (self);
  if (run->options.recorder != NULL && !run->is_child)
    troupe_recorder_set_keeper (run->options.recorder, NULL, NULL, NULL);
  if (run->options.results != NULL && !run->is_child)
    troupe_reused_results_end (run->options.results);
  /* Of a run that has no record. */
  report_recovered (self);
  disconnect_waker (self);
  troupe_pause_gate_set_turn (run->hold, NULL);
  troupe_pause_channel_show (run->channel, NULL);
  troupe_feedback_queue_set_turn (run->feedback_queue, NULL);
  troupe_run_queue_entry_wake_at (self->turn, 0);
  g_clear_pointer (&self->runner, troupe_flow_runner_free);
  /* Of a run that has not begun. */
  if (self->protection != NULL)
    self->lost_error = troupe_run_protection_end (g_steal_pointer (&self->protection));
  if (self->has_helper)
    troupe_engine_loop_give_helper (self->loop);
  self->has_helper = FALSE;
  if (result->error_method == NULL)
    {
      const char *path = run->kind->locate (result->error_path);
      const char *name;
      char *method = NULL;

      /* Finds the method name of a path such as `methods.NAME.do.expr`. */
      if (path != NULL && g_str_has_prefix (path, "methods."))
        {
          name = path + strlen ("methods.");
          method = g_strndup (name, strcspn (name, ".["));
        }
      result->error_method = method;
    }
  /* Time during which the user has paused the run does not count. */
  result->elapsed_us =
      g_get_monotonic_time () - self->begun_us - troupe_pause_gate_get_time (run->hold);
  troupe_run_end_children (run);
  /* A parent computes with the result of its child. */
  if (!run->is_child)
    troupe_run_hide_result (run->redactor, result);
  TROUPE_CRASH_POINT ("run-ended");
}

/* --- Checking --------------------------------------------------------------------------------- */

/* Returns TRUE if code that the document brings may write in its folder. */
static gboolean
may_write (TroupeRun *run)
{
  return (run->options.permissions & (TROUPE_PYTHON_PERMIT_WRITE | TROUPE_PYTHON_PERMIT_MCP |
                                      TROUPE_PYTHON_PERMIT_UNCONFINED)) != 0;
}

static void
watch_folder (TroupeRunExecution *self, const char *folder, const char *const *granted)
{
  TroupeFolderWatch *watch = troupe_folder_watch_new (folder, granted, self->recovered);
  g_autoptr (GError) error = NULL;

  g_assert (self != NULL);

  if (watch == NULL)
    return;
  if ((self->run->options.permissions & TROUPE_PYTHON_PERMIT_UNCONFINED) == 0)
    troupe_folder_watch_set_supervised (watch);
  g_ptr_array_add (self->watches, watch);
  if (self->result->error == NULL && !troupe_folder_watch_check (watch, &error))
    {
      self->result->type = TROUPE_RESULT_BUILD_ERROR;
      self->result->error =
          g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT, error->message);
    }
}

/* Returns FALSE if a folder is not the one that the user was shown, because code of another run has moved it. */
static gboolean
check_folders (TroupeRun *run, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (run->pins); i++)
    if (run->pins[i] != NULL && !troupe_folder_pin_is_there (run->pins[i]))
      {
        g_autofree char *shown =
            troupe_path_for_display (troupe_folder_pin_get_target (run->pins[i]));

        g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
                     /* Translators: %s is a folder. */
                     _ ("The folder “%s” was moved or replaced since its permissions were shown. "
                        "Nothing was run. Check the folder, and run the document again."),
                     shown);
        return FALSE;
      }
  return TRUE;
}

static void
check (gpointer data)
{
  TroupeRunExecution *self = data;
  TroupeRunResult *result = self->result;

  g_assert (self != NULL);

  if (!self->run->is_child)
    troupe_run_disk_set_limit (self->run->disk, troupe_run_get_disk_limit (self->run));
  troupe_run_find_keys (self->run, troupe_engine_loop_get_environment_keys (self->loop));
  if (!check_folders (self->run, &result->error) ||
      !troupe_run_prepare (self->run, &result->error) ||
      !troupe_run_check_consent (self->run, &result->error, &result->error_path) ||
      !troupe_run_check_files (self->run, &result->error, &result->error_path))
    result->type = g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT)
                       ? TROUPE_RESULT_LOAD_ERROR
                       : TROUPE_RESULT_BUILD_ERROR;
  else if (self->run->goes_on && !troupe_run_read_stored (self->run, &result->error))
    result->type = TROUPE_RESULT_RUN_ERROR;
  if (result->error == NULL)
    {
      TroupeRun *run = self->run;
      g_autofree char *reused = NULL;

      /* A run that is resumed reuses what it has reused before. If that run was deleted, the
       * rest is executed. */
      if (run->goes_on && run->options.reuse != NULL && run->options.recorder == NULL &&
          run->options.store != NULL)
        {
          reused = g_strdup (run->options.reuse);
          troupe_run_set_reuse (run, run->options.store, reused, NULL, NULL);
        }
    }
  if (result->error == NULL && !self->run->is_child && self->run->options.store != NULL)
    troupe_run_files_note (self->run);
  if (result->error == NULL && !self->run->is_child && may_write (self->run))
    {
      /* Watches the document's folder, and the folders outside of it that MCP servers may
       * access. */
      char **granted = self->run->options.granted_folders;
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_auto (GStrv) all = NULL;

      /* Links may lead from each of the folders to the others. */
      g_strv_builder_add (builder, self->project_target);
      if (granted != NULL)
        g_strv_builder_addv (builder, (const char **) granted);
      all = g_strv_builder_end (builder);
      self->watches = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_folder_watch_free);
      watch_folder (self, self->project_folder, (const char *const *) all);
      for (guint i = 0; granted != NULL && granted[i] != NULL; i++)
        if (g_file_test (granted[i], G_FILE_TEST_IS_DIR) &&
            !troupe_path_is_within (granted[i], self->project_folder))
          watch_folder (self, granted[i], (const char *const *) all);
    }
  /* Also before a run that fails, or that has no code. */
  else if (!self->run->is_child)
    troupe_folder_watch_recover (self->project_folder, self->recovered);
  if (result->error == NULL && !self->run->is_child)
    self->protection =
        troupe_run_protection_new (self->run, self->run->processes, self->run->options.permissions,
                                   self->project_folder,
                                   (const char *const *) self->run->options.granted_folders);
}

static gboolean
has_agents (const TroupeFlowAction *action)
{
  g_assert (action != NULL);

  if (action->type == TROUPE_ACTION_CREW || action->type == TROUPE_ACTION_AGENT)
    return TRUE;
  for (guint i = 0; i < action->n_steps; i++)
    if (has_agents (action->steps[i].action))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the flow may use crews that are declared in separate files, or texts in such files. */
static gboolean
may_name_files (TroupeFlow *flow)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    if (has_agents (troupe_flow_get_method (flow, i)->action))
      return TRUE;
  return FALSE;
}

static gboolean
is_defined (const TroupeFlowAction *action)
{
  if (action->definition != NULL || action->reference != NULL)
    return TRUE;
  for (guint i = 0; i < action->n_steps; i++)
    if (is_defined (action->steps[i].action))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the flow may refer to files. */
static gboolean
refers (TroupeFlow *flow)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    if (is_defined (troupe_flow_get_method (flow, i)->action))
      return TRUE;
  return FALSE;
}

static TroupeStepResult
begin_check (gpointer data)
{
  TroupeRunExecution *self = data;
  TroupeRun *run = self->run;

  self->begun_us = g_get_monotonic_time ();
  self->result->started_us = g_get_real_time ();
  connect_waker (self);
  /* Neither files are read nor the folder is searched on this thread. */
  begin_work (
      self, check,
      run->goes_on || may_write (run) || (!run->is_child && troupe_folder_lease_has_records ()) ||
          (!run->is_child && run->options.store != NULL && refers (run->flow)) ||
          (run->options.has_agreed_code &&
           (run->options.permissions != TROUPE_PYTHON_PERMIT_NOTHING || may_name_files (run->flow))));
  return TROUPE_STEP_DONE;
}

static void
ask_keyring (gpointer data)
{
  TroupeRunExecution *self = data;

  g_assert (self != NULL);

  troupe_run_ask_keyring (self->run);
  troupe_run_find_keys (self->run, troupe_engine_loop_get_environment_keys (self->loop));
}

/* Looks up missing keys on a file thread, because reading the keyring may block until the user
 * unlocks it. */
static TroupeStepResult
begin_keys (gpointer data)
{
  TroupeRunExecution *self = data;

  if (self->result->error != NULL)
    {
      end (self);
      return TROUPE_STEP_END;
    }
  if (!troupe_run_is_offline (self->run) && troupe_run_lacks_keys (self->run))
    begin_work (self, ask_keyring, TRUE);
  return TROUPE_STEP_DONE;
}

static TroupeStepResult
check_models (gpointer data)
{
  TroupeRunExecution *self = data;

  if (troupe_run_check_models (self->run, &self->result->error, &self->result->error_path))
    return TROUPE_STEP_DONE;
  self->result->type = TROUPE_RESULT_BUILD_ERROR;
  end (self);
  return TROUPE_STEP_END;
}

/* If the run needs a helper process, waits until there may be another one. A child run does not
 * wait, because its parent may use the last slot. */
static TroupeStepResult
take_helper (gpointer data)
{
  TroupeRunExecution *self = data;
  TroupeRun *run = self->run;

  if (run->is_child || !(run->has_python || troupe_flow_get_state_reference (run->flow) != NULL))
    return TROUPE_STEP_DONE;
  self->has_helper = troupe_engine_loop_take_helper (self->loop, self->turn);
  return self->has_helper || g_cancellable_is_cancelled (run->cancellable) ? TROUPE_STEP_DONE
                                                                           : TROUPE_STEP_PENDING;
}

/* --- Runner ----------------------------------------------------------------------------------- */

static TroupeFlowRunnerOptions
make_options (TroupeRunExecution *self)
{
  TroupeRun *run = self->run;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  TroupeLlmEnvironmentFunc variable_func;
  gpointer variable_data;

  g_assert (self != NULL);

  troupe_run_get_environment (run, &environment_func, &environment_data);
  troupe_run_get_variables (run, &variable_func, &variable_data);
  return (TroupeFlowRunnerOptions){
    .flow = run->flow,
    .bus = run->bus,
    .inputs = run->options.inputs,
    .made = troupe_run_get_made (run, self->project_folder),
    .kind = run->kind,
    .conversation = run->conversation,
    .has_python = run->has_python,
    .hooks = run->hooks,
    .id = run->id,
    .now_us = run->options.now_us != 0 ? run->options.now_us : self->result->started_us,
    .is_clock_set = run->options.now_us != 0,
    .deadline_us = self->deadline_us,
    .memory_limit = run->options.memory_limit,
    .streams = run->options.streams,
    .cancellable = run->cancellable,
    .loop = self->loop,
    .turn = self->turn,
    .run = run,
    .begin_func = troupe_run_begin_record,
    .hold = run->hold,
    .channel = run->channel,
    .budget = run->budget,
    .disk = run->disk,
    .processes = run->processes,
    .feedback_queue = run->feedback_queue,
    .feedback_func = run->options.feedback_func,
    .feedback_data = run->options.feedback_data,
    .permissions = run->options.permissions,
    .servers = { .permissions = run->options.permissions,
                 .sandbox = run->options.sandbox,
                 .run = run,
                 .func = run->options.offer_func,
                 .func_data = run->options.offer_data,
                 .environment_func = variable_func,
                 .environment_data = variable_data,
                 .processes = run->processes,
                 .is_offline = troupe_run_is_offline (run),
                 .granted = { .folders = (const char *const *) run->options.granted_folders,
                              .programs = (const char *const *) run->options.granted_programs,
                              .files = (const char *const *) run->options.agreed_files,
                              .digests = (const char *const *) run->options.agreed_digests,
                              .folder_target = self->project_target,
                              .recipients = run->options.granted_recipients } },
    .agreed_files = (const char *const *) run->options.agreed_files,
    .agreed_digests = (const char *const *) run->options.agreed_digests,
    .sandbox = run->options.sandbox,
    .interpreter = run->options.granted_interpreter,
    .document_path = run->options.path,
    .project_folder = self->project_folder,
    .environment_func = environment_func,
    .environment_data = environment_data,
    .recipients = run->options.granted_recipients,
    .store = run->options.store,
    .is_told = troupe_event_bus_is_watched (run->bus),
    .folder = run->options.folder,
    .state_database = run->options.state_database,
    .fork_from = run->options.fork_from,
    .restore_from = run->options.restore_from,
    .rounds = &run->options.rounds,
    .pending = run->options.pending,
    .until = run->options.until,
    .only = run->options.only,
    .inputs_of = run->options.inputs_of,
    .ignores_pins = run->options.ignores_pins,
    .is_fork = run->options.origin != NULL,
    .n_kept = troupe_run_options_count_kept (&run->options),
    .steps = run->steps,
    .events = run->events,
    .requests = run->requests,
    .tasks = run->tasks,
    .answers = run->answers,
    .state_id = run->options.state_id != NULL ? run->options.state_id : run->id,
    .only_model = run->options.only_model,
    .results = run->options.results,
    .recorder = run->options.recorder,
    .is_id_declared = run->options.is_id_declared,
    .is_test = run->options.is_test,
    .discards_outputs = run->options.discards_outputs,
    .is_unsaved = run->options.is_unsaved,
  };
}

static TroupeStepResult
create_runner (gpointer data)
{
  TroupeRunExecution *self = data;
  TroupeRun *run = self->run;
  TroupeFlowRunnerOptions options;

  if (run->options.timeout_us > 0)
    self->deadline_us = g_get_monotonic_time () + run->options.timeout_us;
  if (!run->is_child)
    troupe_run_keep_calls (run, run->disk);
  if (run->options.recorder != NULL && !run->is_child)
    troupe_recorder_begin (run->options.recorder, run->redactor);
  options = make_options (self);

  troupe_pause_gate_set_turn (run->hold, self->turn);
  troupe_feedback_queue_set_turn (run->feedback_queue, self->turn);
  add_sink (self);
  self->runner = troupe_flow_runner_new (&options, self->result);
  troupe_flow_runner_kick_off (self->runner);
  TROUPE_CRASH_POINT ("run-made");
  return TROUPE_STEP_DONE;
}

static TroupeStepResult
run (gpointer data)
{
  TroupeRunExecution *self = data;
  TroupeRunnerOutcome outcome = troupe_flow_runner_advance (self->runner);

  if (g_atomic_int_get (&self->run->has_record))
    report_recovered (self);
  if (outcome == TROUPE_RUNNER_READY)
    self->state = TROUPE_ENGINE_WORK_READY;
  if (outcome == TROUPE_RUNNER_WAITS)
    {
      troupe_run_queue_entry_wake_at (self->turn, troupe_flow_runner_get_alarm (self->runner));
      /* Makes the start of the run visible to other readers of the store. */
      if (self->run->options.store != NULL && !self->has_waited)
        troupe_engine_loop_want_commit (self->loop, self->run->options.store);
      self->has_waited = TRUE;
    }
  return outcome == TROUPE_RUNNER_READY || outcome == TROUPE_RUNNER_WAITS ? TROUPE_STEP_PENDING
                                                                          : TROUPE_STEP_DONE;
}

/* --- End of the run --------------------------------------------------------------------------- */

static void
sweep (gpointer data)
{
  TroupeRunExecution *self = data;

  g_assert (self != NULL);

  self->findings = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < self->watches->len; i++)
    {
      TroupeFolderWatch *watch = g_ptr_array_index (self->watches, i);
      const char *folder = troupe_folder_watch_get_folder (watch);
      g_auto (TroupeFolderFindings) findings = { 0 };

      troupe_folder_watch_end (watch, &findings);
      troupe_folder_findings_describe (
          &findings, troupe_path_is_within (folder, self->project_folder) ? NULL : folder,
          self->findings);
    }
}

static void
processes_ended_cb (guint n_left, gpointer user_data)
{
  TroupeRunExecution *self = user_data;
  g_autoptr (TroupeRunQueueEntry) turn = NULL;

  g_assert (self != NULL);

  /* The execution may be freed as soon as it sees the number. */
  turn = troupe_run_queue_entry_ref (self->turn);
  g_atomic_int_set (&self->n_processes, (gint) n_left);
  troupe_run_queue_entry_wake (turn);
}

/* Ends all servers and helpers of the run, however it ended. This is the only place that does so: a
 * process that continued could create files again that the sweep has renamed. Child runs share the
 * processes of their parent. */
static TroupeStepResult
end_processes (gpointer data)
{
  TroupeRunExecution *self = data;

  remove_sink (self);
  g_clear_pointer (&self->runner, troupe_flow_runner_free);
  self->lost_error = troupe_run_protection_end (g_steal_pointer (&self->protection));
  if (self->run->is_child ||
      !troupe_process_list_end (self->run->processes, processes_ended_cb, self))
    g_atomic_int_set (&self->n_processes, 0);
  return TROUPE_STEP_DONE;
}

/* Looks for protected files that code has created, once all processes have ended. */
static TroupeStepResult
begin_sweep (gpointer data)
{
  TroupeRunExecution *self = data;

  if (g_atomic_int_get (&self->n_processes) < 0)
    return TROUPE_STEP_PENDING;
  if (self->watches != NULL)
    begin_work (self, sweep, TRUE);
  return TROUPE_STEP_DONE;
}

static TroupeStepResult
report (gpointer data)
{
  TroupeRunExecution *self = data;
  guint n_left;
  const char *path;
  g_autofree char *folder = NULL;
  g_autofree char *message = NULL;

  /* A run that could not be built has no record. */
  if (self->result->state != NULL)
    add_sink (self);
  for (guint i = 0; self->findings != NULL && i < self->findings->len; i++)
    warn (self, "warning", self->findings->pdata[i], NULL);
  if (!self->run->is_child)
    {
      g_autoptr (GPtrArray) refusals =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_sandbox_refusal_free);

      troupe_process_list_list_refusals (self->run->processes, refusals);
      for (guint i = 0; i < refusals->len; i++)
        {
          const TroupeSandboxRefusal *refusal = refusals->pdata[i];

          warn (self, "warning", refusal->message, refusal);
        }
    }
  if (self->lost_error != NULL)
    {
      /* The run was cancelled for this error. */
      g_clear_error (&self->result->error);
      self->result->error = g_steal_pointer (&self->lost_error);
      self->result->type = TROUPE_RESULT_RUN_ERROR;
    }
  /* What a process does after the sweep is not checked, so that the run has not succeeded. */
  n_left = (guint) g_atomic_int_get (&self->n_processes);
  path = self->project_folder != NULL ? self->project_folder : ".";
  folder = g_filename_display_name (path);
  if (n_left != 0)
    {
      message = g_strdup_printf (
          /* Translators: %u is the number of processes, %s a folder. */
          ngettext (
              "%u process of the document could not be ended, and may still write in “%s”. Do not "
              "use this folder until you have restarted the computer.",
              "%u processes of the document could not be ended, and may still write in “%s”. Do "
              "not use this folder until you have restarted the computer.",
              n_left),
          n_left, folder);
      warn (self, "error", message, NULL);
      if (self->result->error == NULL)
        self->result->error =
            g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT, message);
      if (self->result->type == TROUPE_RESULT_OK || self->result->type == TROUPE_RESULT_PAUSED)
        self->result->type = TROUPE_RESULT_RUN_ERROR;
    }
  end (self);
  return TROUPE_STEP_DONE;
}

static void
wake_turn (gpointer turn)
{
  troupe_run_queue_entry_wake (turn);
}

static TroupeStepResult
store_end (gpointer data)
{
  TroupeRunExecution *self = data;
  TroupeRun *run = self->run;

  if (run->options.store == NULL || self->result->state == NULL)
    return TROUPE_STEP_END;
  TROUPE_CRASH_POINT ("run-before-end-queued");
  troupe_run_end_record (run, self->result);
  self->ticket = troupe_store_mark (run->options.store);
  troupe_store_ticket_set_func (self->ticket, wake_turn, troupe_run_queue_entry_ref (self->turn),
                                (GDestroyNotify) troupe_run_queue_entry_unref);
  troupe_engine_loop_want_commit (self->loop, run->options.store);
  troupe_run_queue_entry_wake_at (self->turn, self->deadline_us);
  connect_waker (self);
  return TROUPE_STEP_DONE;
}

static gboolean
is_stopped (TroupeRunExecution *self)
{
  g_assert (self != NULL);

  return g_cancellable_is_cancelled (self->run->cancellable) ||
         (self->deadline_us != 0 && g_get_monotonic_time () >= self->deadline_us);
}

/* Waits until the end is durable, so that a run that has ended is never mistaken for an interrupted
 * one. While the disk is full, a cancelled run does not wait, and another one not beyond its
 * deadline. */
static TroupeStepResult
wait_durable (gpointer data)
{
  TroupeRunExecution *self = data;
  TroupeStoreTicketState state = troupe_store_ticket_get_state (self->ticket);

  if (state == TROUPE_STORE_TICKET_OPEN ||
      (state == TROUPE_STORE_TICKET_STUCK && !is_stopped (self)))
    return TROUPE_STEP_PENDING;
  disconnect_waker (self);
  troupe_run_queue_entry_wake_at (self->turn, 0);
  TROUPE_CRASH_POINT ("run-end-durable");
  return TROUPE_STEP_DONE;
}

/* A step is pending until troupe_run_execution_advance() runs it again and it need not wait. */
static const TroupeStep steps[] = {
  { "begin check", begin_check },
  { "wait for check", wait_for_work },
  { "begin keys", begin_keys },
  { "wait for keys", wait_for_work },
  { "check models", check_models },
  { "take helper", take_helper },
  { "create runner", create_runner },
  { "run", run },
  { "end processes", end_processes },
  { "begin sweep", begin_sweep },
  { "wait for sweep", wait_for_work },
  { "report", report },
  { "store end", store_end },
  { "wait durable", wait_durable },
  { NULL, NULL },
};

static TroupeEngineWorkState
advance (gpointer data)
{
  TroupeRunExecution *self = data;

  self->state = TROUPE_ENGINE_WORK_WAITS;
  if (self->steps != NULL)
    troupe_steps_repeat (self->steps);
  else
    {
      self->steps = troupe_steps_new (steps, self);
      troupe_steps_start (self->steps);
    }
  return troupe_steps_has_ended (self->steps) ? TROUPE_ENGINE_WORK_ENDED : self->state;
}

const TroupeEngineWork troupe_run_execution_work = {
  .begin = execution_new,
  .advance = advance,
  .get_run = get_run,
  .get_turn = get_turn,
  .end = execution_end,
};
