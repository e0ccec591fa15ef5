/* troupe-run.c: a single run of a flow: options, execution, control and result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run"

#include "config.h"

#include "troupe-run-control.h"
#include "troupe-run-kind.h"
#include "troupe-run-private.h"
#include "troupe-run-result.h"
#include "troupe-run-secret.h"

G_DEFINE_FINAL_TYPE (TroupeRun, troupe_run, G_TYPE_OBJECT)

static void
troupe_run_finalize (GObject *object)
{
  TroupeRun *self = TROUPE_RUN (object);

  if (self->conversation != NULL)
    self->conversation_free (self->conversation);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_clear_pointer (&self->agents, g_hash_table_unref);
  g_clear_pointer (&self->crews, g_hash_table_unref);
  g_clear_pointer (&self->parts, g_hash_table_unref);
  g_clear_pointer (&self->settings, g_hash_table_unref);
  g_clear_pointer (&self->keys, g_hash_table_unref);
  g_clear_pointer (&self->variables, g_hash_table_unref);
  troupe_run_unpin_folders (self);
  g_clear_object (&self->cancellable);
  troupe_run_options_clear (&self->options);
  g_free (self->id);
  g_free (self->hooks);
  g_clear_pointer (&self->texts, g_hash_table_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->happened, g_ptr_array_unref);
  g_clear_pointer (&self->forgiven, g_ptr_array_unref);
  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->answers, g_ptr_array_unref);
  g_clear_pointer (&self->feedback_queue, troupe_feedback_queue_free);
  g_clear_pointer (&self->hold, troupe_pause_gate_free);
  g_clear_pointer (&self->channel, troupe_pause_channel_free);
  g_clear_pointer (&self->budget, troupe_run_budget_unref);
  g_clear_pointer (&self->disk, troupe_run_disk_unref);
  g_clear_pointer (&self->processes, troupe_process_list_unref);
  g_ptr_array_unref (self->children);
  g_mutex_clear (&self->lock);

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
  g_assert (TROUPE_IS_RUN (self));

  self->bus = troupe_event_bus_new ();
  self->redactor = troupe_redactor_new ();
  troupe_event_bus_set_redactor (self->bus, self->redactor);
  self->id = g_uuid_string_random ();
  troupe_run_options_init (&self->options);
  self->cancellable = g_cancellable_new ();
  self->feedback_queue = troupe_feedback_queue_new ();
  self->hold = troupe_pause_gate_new ();
  self->channel = troupe_pause_channel_new ();
  self->budget = troupe_run_budget_new ();
  self->disk = troupe_run_disk_new ();
  self->processes = troupe_process_list_new ();
  g_mutex_init (&self->lock);
  self->children = g_ptr_array_new_with_free_func (g_object_unref);
  self->agents =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) troupe_agent_definition_unref);
  self->parts = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * troupe_run_new:
 * @flow: the flow to run; the run holds a reference
 *
 * Returns: (transfer full): a run that has not been started
 */
TroupeRun *
troupe_run_new (TroupeFlow *flow)
{
  TroupeRun *self;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_RUN, NULL);
  self->flow = troupe_flow_ref (flow);
  self->kind = troupe_run_kind_find (flow);
  self->kind->set_up (self);
  return self;
}

TroupePreparedActions
troupe_run_get_made (TroupeRun *self, const char *folder)
{
  return (TroupePreparedActions){ .agents = self->agents,
                                  .crews = self->crews,
                                  .parts = self->parts,
                                  .folder = folder,
                                  .texts = self->texts };
}

/**
 * troupe_run_set_inputs:
 * @inputs: (nullable) (transfer none): a map; %NULL and an empty map are different
 *   (doc/flow-semantics.md §5.1)
 */
void
troupe_run_set_inputs (TroupeRun *self, TroupeValue *inputs)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (inputs == NULL || troupe_value_is (inputs, TROUPE_VALUE_MAP));

  g_clear_pointer (&self->options.inputs, troupe_value_unref);
  if (inputs != NULL)
    self->options.inputs = troupe_value_ref (inputs);
}

TroupeValue *
troupe_run_get_inputs (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->options.inputs;
}

/* Sets the value of now() for the whole run, in microseconds since 1970. */
void
troupe_run_set_clock (TroupeRun *self, gint64 now_us)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.now_us = now_us;
}

/* Sets the UUID of the run and, unless inputs or defaults specify one, of its state. */
void
troupe_run_set_id (TroupeRun *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (id != NULL);

  troupe_set_str (&self->id, id);
}

void
troupe_run_set_state_id (TroupeRun *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_set_str (&self->options.state_id, id);
}

void
troupe_run_set_model (TroupeRun *self, const char *model)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_set_str (&self->options.only_model, model);
}

void
troupe_run_set_recorder (TroupeRun *self, TroupeRecorder *recorder)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (self->options.recorder == NULL && recorder != NULL);

  self->options.recorder = troupe_recorder_ref (recorder);
}

gboolean
troupe_run_is_offline (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  return troupe_recorder_is_offline (self->options.recorder);
}

const char *
troupe_run_get_reused_run (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->options.reuse;
}

void
troupe_run_count_reused (TroupeRun *self, guint *n_reused, guint *n_made)
{
  g_return_if_fail (TROUPE_IS_RUN (self) && n_reused != NULL && n_made != NULL);

  *n_reused = *n_made = 0;
  if (self->options.recorder != NULL)
    troupe_recorder_count_outcomes (self->options.recorder, n_reused, n_made);
  if (self->options.results != NULL)
    {
      guint n_calls = 0;

      troupe_reused_results_count (self->options.results, &n_calls, NULL);
      *n_reused += n_calls;
    }
}

void
troupe_run_keep_results (TroupeRun *self, const char *const *names)
{
  g_return_if_fail (TROUPE_IS_RUN (self) && names != NULL);

  g_strfreev (self->options.kept_results);
  self->options.kept_results = g_strdupv ((char **) names);
}

TroupeValue *
troupe_run_get_files (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->options.files;
}

guint
troupe_run_count_reused_results (TroupeRun *self, gint64 *saved)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), 0);

  if (saved != NULL)
    *saved = 0;
  return self->options.results != NULL
             ? troupe_reused_results_count (self->options.results, NULL, saved)
             : 0;
}

/* Sets the function that returns keys and addresses of models; called on the run's thread. */
void
troupe_run_set_environment (TroupeRun *self,
                            TroupeLlmEnvironmentFunc func,
                            gpointer user_data,
                            GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->options.environment_destroy != NULL)
    self->options.environment_destroy (self->options.environment_data);
  self->options.environment_func = func;
  self->options.environment_data = user_data;
  self->options.environment_destroy = destroy;
}

/* Sets the time limit of the run in microseconds; 0 for none. */
void
troupe_run_set_timeout (TroupeRun *self, gint64 timeout_us)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (timeout_us >= 0);

  self->options.timeout_us = timeout_us;
}

/**
 * troupe_run_set_memory_limit:
 * @n_bytes: limit for the values of the run: its state, outputs and the inputs of methods; 0 for
 *   none. %TROUPE_LIMIT_RUN_MEMORY by default
 *
 * A method whose output exceeds it fails with %TROUPE_RUN_ERROR_LIMIT.
 */
void
troupe_run_set_memory_limit (TroupeRun *self, gsize n_bytes)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.memory_limit = n_bytes;
}

/**
 * troupe_run_set_disk_limit:
 * @n_bytes: limit for what the run stores: steps, events, answers, states and checkpoints,
 *   including what it stored before it was resumed; 0 for none. By default
 *   %TROUPE_LIMIT_RUN_DISK, or %TROUPE_LIMIT_RUN_DISK_UNREVIEWED after
 *   troupe_run_set_unreviewed()
 *
 * A method whose output exceeds it fails with %TROUPE_RUN_ERROR_DISK, and so does a model call when
 * it is reached. A child run counts for the limit of its parent.
 */
void
troupe_run_set_disk_limit (TroupeRun *self, gsize n_bytes)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.disk_limit = n_bytes;
  self->options.has_disk_limit = TRUE;
}

/* Sets whether the document requires no consent, so that it runs without a review by the user. */
void
troupe_run_set_unreviewed (TroupeRun *self, gboolean is_unreviewed)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.is_unreviewed = is_unreviewed;
}

void
troupe_run_set_id_declared (TroupeRun *self, gboolean is_declared)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.is_id_declared = is_declared;
}

void
troupe_run_set_test (TroupeRun *self, gboolean is_test)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.is_test = is_test;
}

void
troupe_run_set_discards_outputs (TroupeRun *self, gboolean discards_outputs)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.discards_outputs = discards_outputs;
}

gsize
troupe_run_get_disk_limit (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), 0);

  return troupe_run_options_get_disk_limit (&self->options);
}

/* Stores the run and its events. @path, @document: (nullable): the document, for the history. */
void
troupe_run_set_store (TroupeRun *self, TroupeStore *store, const char *path, const char *document)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (store == NULL || TROUPE_IS_STORE (store));

  g_set_object (&self->options.store, store);
  troupe_set_str (&self->options.path, path);
  troupe_set_str (&self->options.document, document);
}

/* Sets the base folder of relative paths in the document: output files, states, checkpoints and
 * trained agents. By default, this is the working directory of the process, as in CrewAI. Must
 * be called before any of these paths is set. */
void
troupe_run_set_folder (TroupeRun *self, const char *folder)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (folder != NULL);

  troupe_set_str (&self->options.folder, folder);
}

void
troupe_run_set_unsaved (TroupeRun *self, gboolean is_unsaved)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.is_unsaved = is_unsaved;
}

/* Sets whether model answers are streamed to a viewer if the document does not specify it. Off
 * by default, as in CrewAI. */
void
troupe_run_set_streams (TroupeRun *self, gboolean streams)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.streams = streams;
}

/**
 * troupe_run_set_state_database:
 * @path: (nullable): the database of flow states, instead of the default one and those that the
 *   document specifies; it does not enable persistence
 */
void
troupe_run_set_state_database (TroupeRun *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_run_options_set_state_database (&self->options, path);
}

/**
 * troupe_run_set_fork_from:
 * @state_id: (nullable): the id of a stored state to start from, under the run's own id
 *   (`restore_from_state_id`); only a flow with persistence looks it up
 */
void
troupe_run_set_fork_from (TroupeRun *self, const char *state_id)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_set_str (&self->options.fork_from, state_id);
}

void
troupe_run_set_training (TroupeRun *self, guint n, const char *file)
{
  g_return_if_fail (TROUPE_IS_RUN (self) && self->kind->has_rounds);
  g_return_if_fail (n > 0 && file != NULL);

  troupe_crew_rounds_plan_clear (&self->options.rounds);
  self->options.rounds = (TroupeCrewRoundsPlan){ .n = n,
                                                 .file = g_strdup (file),
                                                 .finish = g_cancellable_new () };
}

void
troupe_run_set_resumes_training (TroupeRun *self, gboolean resumes)
{
  g_return_if_fail (TROUPE_IS_RUN (self) && self->options.rounds.file != NULL);

  self->options.rounds.is_resumed = resumes;
}

void
troupe_run_finish_training (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->options.rounds.finish != NULL)
    g_cancellable_cancel (self->options.rounds.finish);
}

void
troupe_run_set_evaluation (TroupeRun *self, guint n, const char *model)
{
  g_return_if_fail (TROUPE_IS_RUN (self) && self->kind->has_rounds);
  g_return_if_fail (n > 0);

  troupe_crew_rounds_plan_clear (&self->options.rounds);
  self->options.rounds = (TroupeCrewRoundsPlan){ .n = n, .model = g_strdup (model) };
}

void
troupe_run_set_explains (TroupeRun *self, gboolean explains)
{
  g_return_if_fail (TROUPE_IS_RUN (self) && self->options.rounds.n > 0);

  self->options.rounds.explains = explains;
}

guint
troupe_run_get_rounds (TroupeRun *self, gboolean *is_training)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), 0);

  if (is_training != NULL)
    *is_training = self->options.rounds.file != NULL;
  return self->options.rounds.n;
}

void
troupe_run_set_rounds_place (TroupeRun *self, const char *method, const char *beside)
{
  g_return_if_fail (TROUPE_IS_RUN (self) && self->options.rounds.n > 0);

  troupe_set_str (&self->options.rounds.place, method);
  troupe_set_str (&self->options.rounds.beside, beside);
}

/**
 * troupe_run_set_restore_from:
 * @location: (nullable): a checkpoint file, or `DATABASE#ID`. Methods that had ended when the
 *   checkpoint was written are not run again, but their listeners continue (doc/flow-semantics.md
 *   §9.1). Cannot be combined with troupe_run_set_fork_from()
 */
void
troupe_run_set_restore_from (TroupeRun *self, const char *location)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_run_options_set_restore_from (&self->options, location);
}

void
troupe_run_need_file_keys (TroupeRun *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  g_mutex_lock (&self->lock);
  if (!self->has_file_keys)
    troupe_run_add_file_keys (self->redactor, path);
  self->has_file_keys = TRUE;
  g_mutex_unlock (&self->lock);
}

/* @other may be running: a nested run is started from any thread. */
void
troupe_run_share_keys (TroupeRun *self, TroupeRun *other)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (TROUPE_IS_RUN (other));

  /* The file is read once for all runs of a batch. */
  if (self->options.path != NULL)
    troupe_run_need_file_keys (other, self->options.path);
  g_mutex_lock (&other->lock);
  self->has_file_keys = other->has_file_keys;
  g_mutex_unlock (&other->lock);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  self->redactor = troupe_redactor_ref (other->redactor);
  troupe_event_bus_set_redactor (self->bus, self->redactor);
}

gboolean
troupe_run_set_like (TroupeRun *self, TroupeRun *other)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_RUN (other), FALSE);

  if (!g_str_equal (troupe_flow_get_digest (self->flow), troupe_flow_get_digest (other->flow)))
    {
      self->options.is_refused = TRUE;
      return FALSE;
    }
  troupe_run_options_set_like (&self->options, &other->options);
  g_clear_pointer (&self->settings, g_hash_table_unref);
  if (other->settings != NULL)
    self->settings = g_hash_table_ref (other->settings);
  g_clear_pointer (&self->keys, g_hash_table_unref);
  if (other->keys != NULL)
    self->keys = g_hash_table_ref (other->keys);
  g_clear_pointer (&self->variables, g_hash_table_unref);
  if (other->variables != NULL)
    self->variables = g_hash_table_ref (other->variables);
  troupe_run_share_folders (self, other);
  troupe_run_share_keys (self, other);
  return TRUE;
}

void
troupe_run_share_folders (TroupeRun *self, TroupeRun *other)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (TROUPE_IS_RUN (other));

  troupe_run_unpin_folders (self);
  for (guint i = 0; i < G_N_ELEMENTS (self->pins); i++)
    self->pins[i] = other->pins[i] != NULL ? troupe_folder_pin_ref (other->pins[i]) : NULL;
}

void
troupe_run_pin_folders (TroupeRun *self)
{
  g_autofree char *folder = NULL;

  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->pins[0] == NULL)
    {
      folder = troupe_run_get_code_folder (self);
      self->pins[0] = troupe_folder_pin_new (folder);
    }
  if (self->pins[1] == NULL && self->options.folder != NULL)
    self->pins[1] = troupe_folder_pin_new (self->options.folder);
}

void
troupe_run_unpin_folders (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->pins); i++)
    g_clear_pointer (&self->pins[i], troupe_folder_pin_free);
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

/* Add sinks before the start. (transfer none) */
TroupeEventBus *
troupe_run_get_bus (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->bus;
}

TroupeRunOptions *
troupe_run_get_options (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return &self->options;
}

const TroupeRunKind *
troupe_run_get_kind (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->kind;
}
