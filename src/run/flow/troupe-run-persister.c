/* troupe-run-persister.c: writes the steps of a run to the store so that it survives the process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-persister"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-file.h"
#include "troupe-folder.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister-private.h"
#include "troupe-runner-answers.h"

/* Maximum number of steps that may be queued without waiting for them to be durable. */
#define MAX_BEHIND 1000

/* The state after a method, for one row. @is_reserved: FALSE if the disk was full when its ID was to be reserved for the document */
typedef struct
{
  TroupeFlowStates *states;
  TroupeRunnerFrame *frame;
  TroupeValue *state;
  gboolean is_reserved;
} Row;

static void
row_clear (gpointer data)
{
  Row *row = data;

  troupe_value_unref (row->state);
}

static TroupeFlow *
get_flow (TroupeRunPersister *self)
{
  return troupe_flow_runner_get_flow (self->runner);
}

static TroupeRunDisk *
get_disk (TroupeRunPersister *self)
{
  return troupe_flow_runner_get_options (self->runner)->disk;
}

TroupeValue *
troupe_run_persister_get_state (TroupeRunPersister *self)
{
  return troupe_runner_state_get (troupe_flow_runner_get_state (self->runner));
}

/* --- Databases ----------------------------------------------------------------------------------- */

static TroupeValue *
get_block (TroupeRunPersister *self, const TroupeFlowMethod *method)
{
  TroupeValue *block = method != NULL ? method->persist : NULL;

  /* The block of a method overrides that of the flow. */
  if (block == NULL || !troupe_value_is (block, TROUPE_VALUE_MAP))
    block = troupe_flow_get_persist (get_flow (self));
  return block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP) ? block : NULL;
}

static gboolean
get_flag (TroupeValue *block, const char *name)
{
  TroupeValue *value = block != NULL ? troupe_value_map_lookup_string (block, name, -1) : NULL;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (value);
}

TroupeFlowStates *
troupe_run_persister_open_path (TroupeRunPersister *self, const char *path, GError **error)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);
  TroupeFlowStates *states = g_hash_table_lookup (self->databases, path);
  GError *cause = NULL;

  if (states != NULL)
    return states;
  states = troupe_run_persister_open_found (path, options->state_database, options->folder, TRUE,
                                            &cause);
  if (states != NULL)
    {
      TroupeRedactor *redactor = troupe_event_bus_get_redactor (options->bus);

      if (redactor != NULL)
        troupe_flow_states_set_redactor (states, redactor);
      g_hash_table_insert (self->databases, g_strdup (path), states);
      return states;
    }
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
  g_error_free (cause);
  return NULL;
}

TroupeFlowStates *
troupe_run_persister_open_states (TroupeRunPersister *self, TroupeValue *block, GError **error)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);
  g_autofree char *path =
      troupe_run_persister_find_path (options->flow, block, options->state_database,
                                      options->folder, error);

  return path != NULL ? troupe_run_persister_open_path (self, path, error) : NULL;
}

TroupeRunPersister *
troupe_run_persister_new (TroupeFlowRunner *runner, GError **error)
{
  g_autoptr (TroupeRunPersister) self = g_new0 (TroupeRunPersister, 1);
  TroupeValue *block;

  self->runner = runner;
  self->store = troupe_flow_runner_get_options (runner)->store;
  self->databases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) troupe_flow_states_close);
  self->claimed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  self->frames = g_ptr_array_new ();
  self->settled = g_ptr_array_new_with_free_func (g_free);
  block = get_block (self, NULL);
  if (get_flag (block, "enabled"))
    {
      self->of_flow = troupe_run_persister_open_states (self, block, error);
      if (self->of_flow == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
troupe_run_persister_free (TroupeRunPersister *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->rows);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->frames);
  g_ptr_array_unref (self->settled);
  g_hash_table_unref (self->databases);
  g_hash_table_unref (self->claimed);
  g_clear_pointer (&self->rows_there, g_hash_table_unref);
  g_clear_pointer (&self->last_state, troupe_value_unref);
  g_clear_pointer (&self->behind, troupe_store_ticket_unref);
  g_free (self);
}

gboolean
troupe_run_persister_can_restore (TroupeRunPersister *self)
{
  /* A test begins with the state that its file describes. */
  return self->of_flow != NULL && !troupe_flow_runner_get_options (self->runner)->is_test;
}

TroupeValue *
troupe_run_persister_load (TroupeRunPersister *self, TroupeValue *id, GError **error)
{
  GError *cause = NULL;
  TroupeValue *state = NULL;

  if (!troupe_run_persister_claim (self, self->of_flow, id, NULL, error))
    return NULL;
  state = troupe_flow_states_load (self->of_flow, id, &cause);
  if (cause != NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
      g_error_free (cause);
    }
  return state;
}

/* --- Start of a run --------------------------------------------------------------------------- */

/* Opens the databases of methods with their own block, as far as possible, so that using them
 * cannot fail later. Runs on the run's thread, once per run and only if a method has its own
 * block; the database of the flow is opened on the database thread. */
static void
open_all (TroupeRunPersister *self)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (get_flow (self)); i++)
    {
      TroupeValue *block = troupe_flow_get_method (get_flow (self), i)->persist;

      if (block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP) && get_flag (block, "enabled"))
        troupe_run_persister_open_states (self, block, NULL);
    }
}

static void
remember_state (TroupeRunPersister *self, TroupeValue *state)
{
  g_clear_pointer (&self->last_state, troupe_value_unref);
  self->last_state = troupe_value_ref (state);
}

static gboolean
computes (const TroupeFlowAction *action)
{
  const TroupeRunnerAction *kind = troupe_runner_action_find (action);

  g_assert (action != NULL);

  if (kind->start != NULL || kind->list_permissions != NULL)
    return FALSE;
  for (guint i = 0; i < action->n_steps; i++)
    {
      if (!computes (action->steps[i].action))
        return FALSE;
    }
  return TRUE;
}

/* Returns TRUE if the run has no observable side effects: no external action, no rows, snapshots
 * or feedback requests, and no listeners for its events. */
static gboolean
only_computes (TroupeRunPersister *self)
{
  TroupeFlow *flow = get_flow (self);

  g_assert (self != NULL);

  if (troupe_flow_runner_get_options (self->runner)->is_told ||
      troupe_flow_runner_get_checkpoint (self->runner) != NULL ||
      g_hash_table_size (self->databases) > 0)
    return FALSE;
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (!computes (method->action) || method->feedback != NULL ||
          get_flag (get_block (self, method), "enabled"))
        return FALSE;
    }
  return TRUE;
}

/**
 * troupe_run_persister_begin:
 *
 * Stores the initial state of the methods, which contains the count of saved rows. If no rows are
 * saved, the initial state only has to be durable as soon as the first method is.
 */
void
troupe_run_persister_begin (TroupeRunPersister *self)
{
  TroupeRunStep *step;
  TroupeMapBuilder builder;
  GHashTableIter iter;
  gpointer path;
  gpointer states;

  if (self->store == NULL)
    return;
  TROUPE_CRASH_POINT ("keep-begun");
  open_all (self);
  self->is_patient = only_computes (self);
  step = g_new0 (TroupeRunStep, 1);
  step->state = troupe_value_ref (troupe_run_persister_get_state (self));
  /* The number of the last row of each database identifies the rows of this run later. */
  troupe_map_builder_init (&builder);
  g_hash_table_iter_init (&iter, self->databases);
  while (g_hash_table_iter_next (&iter, &path, &states))
    troupe_map_builder_add (
        &builder, path, troupe_value_new_integer (troupe_flow_states_get_last_row (states, NULL)));
  step->value = troupe_map_builder_end (&builder);
  troupe_run_disk_add_step (get_disk (self), step, 1);
  g_ptr_array_add (self->steps, step);
  remember_state (self, troupe_run_persister_get_state (self));
  TROUPE_CRASH_POINT ("keep-first-state");
  if (g_hash_table_size (self->databases) > 0)
    troupe_run_persister_commit (self);
}

char *
troupe_run_persister_make_key (const char *path, const char *method)
{
  return g_strconcat (method, ":", path, NULL);
}

static void
count_rows (TroupeRunPersister *self, const char *path, gint64 after)
{
  TroupeFlowStates *states = g_hash_table_lookup (self->databases, path);
  TroupeValue *id =
      troupe_value_map_lookup_string (troupe_run_persister_get_state (self), "id", -1);
  g_autoptr (GHashTable) counts = NULL;
  GHashTableIter iter;
  gpointer method, count;

  g_assert (self != NULL);

  if (states == NULL || id == NULL || after < 0)
    return;
  counts = troupe_flow_states_count_rows (states, id, after, NULL);
  if (counts == NULL)
    return;
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &method, &count))
    g_hash_table_insert (self->rows_there, troupe_run_persister_make_key (path, method), count);
}

/**
 * troupe_run_persister_begin_again:
 * @first: the step with number 0
 *
 * Determines which rows the run has already saved: a method that ended at the moment of the
 * interruption may not have a row.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if another process has resumed the run
 */
gboolean
troupe_run_persister_begin_again (TroupeRunPersister *self,
                                  const TroupeRunStep *first,
                                  GError **error)
{
  TroupeValue *last_rows = first->value;

  open_all (self);
  self->rows_there = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  TROUPE_CRASH_POINT ("keep-begun-again");
  remember_state (self, troupe_run_persister_get_state (self));
  /* All rows under the state's ID of a fork are its own. */
  if (troupe_flow_runner_get_options (self->runner)->is_fork)
    {
      GHashTableIter iter;
      gpointer path;

      g_hash_table_iter_init (&iter, self->databases);
      while (g_hash_table_iter_next (&iter, &path, NULL))
        count_rows (self, path, 0);
    }
  else
    for (gsize i = 0; last_rows != NULL && i < troupe_value_map_get_size (last_rows); i++)
      count_rows (self, troupe_value_get_string (troupe_value_map_get_key (last_rows, i), NULL),
                  troupe_value_get_integer (troupe_value_map_get_value (last_rows, i)));
  return troupe_run_persister_take_requests (self, error);
}

/* --- Finished methods ------------------------------------------------------------------------- */

static gboolean
is_latest (TroupeFlowStates *states, TroupeValue *state)
{
  g_autoptr (TroupeValue) latest =
      troupe_flow_states_load (states, troupe_value_map_lookup_string (state, "id", -1), NULL);

  return latest != NULL && troupe_value_equal (latest, state);
}

/* Returns TRUE if the run saved the row of this method before it was interrupted. Rows and steps
 * become durable independently, so a row may exist although its method is executed again. In
 * that case it counts as the same row only if the state is equal. */
static gboolean
has_row (TroupeRunPersister *self, TroupeFlowStates *states, TroupeRunnerFrame *frame)
{
  g_autofree char *key = NULL;
  guint count;

  g_assert (self != NULL);

  if (self->rows_there == NULL || g_hash_table_size (self->rows_there) == 0)
    return FALSE;
  key = troupe_run_persister_make_key (troupe_flow_states_get_path (states),
                                       troupe_runner_frame_get_method (frame)->name);
  count = GPOINTER_TO_UINT (g_hash_table_lookup (self->rows_there, key));
  if (count == 0 || (troupe_runner_frame_get_step (frame) == NULL &&
                     !is_latest (states, troupe_run_persister_get_state (self))))
    return FALSE;
  TROUPE_CRASH_POINT ("keep-row-is-there");
  if (count == 1)
    g_hash_table_remove (self->rows_there, key);
  else
    g_hash_table_insert (self->rows_there, g_steal_pointer (&key), GUINT_TO_POINTER (count - 1));
  return TRUE;
}

/* Returns TRUE for an id that is true in Python and has a type that the column supports. */
static gboolean
is_usable_id (TroupeValue *id)
{
  if (id == NULL)
    return FALSE;
  if (troupe_value_is (id, TROUPE_VALUE_STRING))
    return *troupe_value_get_string (id, NULL) != '\0';
  if (troupe_value_is (id, TROUPE_VALUE_INTEGER))
    return troupe_value_get_integer (id) != 0;
  return troupe_value_is (id, TROUPE_VALUE_BOOLEAN) && troupe_value_get_boolean (id);
}

/* The name of the rows that are saved before a question, as in CrewAI. */
#define ASKING "_ask_checkpoint"

void
troupe_run_persister_save_asking (TroupeRunPersister *self, TroupeValue *state)
{
  TroupeValue *id = NULL;
  TroupeFlowStateRow row = { 0 };
  g_autoptr (GError) error = NULL;

  g_return_if_fail (self != NULL && state != NULL);

  id = troupe_value_map_lookup_string (state, "id", -1);
  if (self->of_flow == NULL || !is_usable_id (id) ||
      troupe_flow_runner_get_options (self->runner)->discards_outputs)
    return;
  row = (TroupeFlowStateRow){ id, ASKING, state };
  troupe_run_disk_add_value (get_disk (self), state);
  if (!troupe_run_persister_claim_now (self, self->of_flow, id, &error) ||
      !troupe_flow_states_save (self->of_flow, &row, 1, &error))
    g_debug ("Could not save the state before a question: %s", error->message);
}

static gboolean
fail_row (TroupeRunnerFrame *frame, GError *error)
{
  const char *name = troupe_runner_frame_get_method (frame)->name;
  g_autofree char *path = g_strdup_printf ("methods.%s", name);

  g_prefix_error (&error, _ ("The state after “%s” was not saved. "), name);
  troupe_runner_frame_fail (frame, error, path);
  return FALSE;
}

static gboolean
add_row (TroupeRunPersister *self, TroupeRunnerFrame *frame, TroupeValue *block)
{
  TroupeValue *id =
      troupe_value_map_lookup_string (troupe_run_persister_get_state (self), "id", -1);
  GError *error = NULL;
  Row row = { NULL, frame, NULL, FALSE };

  g_assert (self != NULL);

  row.states = troupe_run_persister_open_states (self, block, &error);
  if (row.states == NULL)
    return fail_row (frame, error);
  if (!is_usable_id (id))
    return fail_row (
        frame,
        g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                     _ ("The state cannot be saved without a valid “id”. Set it to a string.")));
  if (troupe_flow_runner_get_options (self->runner)->discards_outputs ||
      has_row (self, row.states, frame))
    return TRUE;
  if (!troupe_run_persister_claim (self, row.states, id, &row.is_reserved, &error))
    return fail_row (frame, error);
  if (get_flag (block, "verbose"))
    {
      g_autofree char *text = troupe_value_to_json (id, TROUPE_JSON_SPACED);
      g_autofree char *message =
          g_strdup_printf (_ ("The state was saved under the ID %s, after “%s”."), text,
                           troupe_runner_frame_get_method (frame)->name);

      troupe_runner_report_output (self->runner, troupe_runner_frame_get_method (frame)->name,
                                   "info", NULL, message);
    }
  row.state = troupe_value_ref (troupe_run_persister_get_state (self));
  troupe_run_disk_add_value (get_disk (self), row.state);
  g_array_append_val (self->rows, row);
  TROUPE_CRASH_POINT ("keep-row-added");
  return TRUE;
}

/* The output of a method is also in the event of its end, unless these events are not emitted. */
static guint
count_copies (TroupeRunPersister *self)
{
  g_assert (self != NULL);

  return troupe_flow_runner_get_options (self->runner)->kind->shows_methods &&
                 !troupe_flow_get_suppress_events (get_flow (self))
             ? 2
             : 1;
}

static TroupeRunStep *
make_step (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  TroupeRunStep *step = troupe_runner_frame_make_step (frame);
  TroupeValue *state = troupe_run_persister_get_state (self);

  g_assert (self != NULL);

  /* A method that fails because of the disk limit is repeated when the run is resumed. It then
   * starts with the state before its failure. */
  if (self->last_state != state && (step->error == NULL || troupe_run_disk_has_room_for (get_disk (self), state, 1)))
    {
      step->state = troupe_value_ref (state);
      remember_state (self, state);
    }
  troupe_run_disk_add_step (get_disk (self), step, count_copies (self));
  return step;
}

/* Adds the step of the frame. A frame of a replay keeps the number of its stored step. */
static void
add_step (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  const TroupeRunStep *written = troupe_runner_frame_get_step (frame);

  g_assert (self != NULL);

  if (written != NULL)
    {
      troupe_runner_frame_set_ordinal (frame, written->ordinal);
      self->n_steps = MAX (self->n_steps, written->ordinal);
      remember_state (self, troupe_run_persister_get_state (self));
      return;
    }
  troupe_runner_frame_set_ordinal (frame, ++self->n_steps);
  TROUPE_CRASH_POINT ("keep-step-numbered");
  if (self->store == NULL)
    return;
  g_ptr_array_add (self->steps, make_step (self, frame));
  if (troupe_runner_frame_is_settled (frame) &&
      !troupe_runner_answers_is_empty (troupe_flow_runner_get_answers (self->runner)))
    g_ptr_array_add (self->settled, troupe_runner_frame_make_place (frame));
}

/**
 * troupe_run_persister_has_room:
 * @result: the output of a method that has ended
 *
 * The output is stored up to three times: in its step, in the event of its end, and in the start
 * event of a listener or the end event of the flow. The state is stored in the step and in the row
 * of a database.
 *
 * Returns: %FALSE if the output would exceed the limit of the disk
 */
gboolean
troupe_run_persister_has_room (TroupeRunPersister *self, TroupeValue *result)
{
  TroupeValue *state = troupe_run_persister_get_state (self);

  if (self->store == NULL)
    return troupe_run_disk_has_room (get_disk (self), 0);
  return troupe_run_disk_has_room_for (get_disk (self), result, count_copies (self) + 1) &&
         (self->last_state == state || troupe_run_disk_has_room_for (get_disk (self), state, 2));
}

gboolean
troupe_run_persister_add (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  TroupeValue *block = get_block (self, troupe_runner_frame_get_method (frame));
  gboolean is_kept = !get_flag (block, "enabled") || add_row (self, frame, block);

  add_step (self, frame);
  if (is_kept && (self->rows->len > 0 || self->steps->len > 0))
    {
      g_ptr_array_add (self->frames, frame);
      troupe_runner_frame_set_unsaved (frame, TRUE);
    }
  TROUPE_CRASH_POINT ("run-recorded");
  return is_kept;
}

void
troupe_run_persister_skip_step (TroupeRunPersister *self, gint64 ordinal)
{
  self->n_steps = MAX (self->n_steps, ordinal);
  remember_state (self, troupe_run_persister_get_state (self));
}

void
troupe_run_persister_add_change (TroupeRunPersister *self, TroupeValue *change)
{
  TroupeValue *state = troupe_run_persister_get_state (self);
  TroupeRunStep *step = NULL;
  TroupeMapBuilder value;

  self->n_steps++;
  if (self->store == NULL)
    return;
  step = g_new0 (TroupeRunStep, 1);
  step->ordinal = self->n_steps;
  step->method = g_strdup ("");
  troupe_map_builder_init (&value);
  troupe_map_builder_add (&value, TROUPE_RUN_STEP_CHANGE, troupe_value_ref (change));
  step->value = troupe_map_builder_end (&value);
  if (self->last_state != state)
    {
      step->state = troupe_value_ref (state);
      remember_state (self, state);
    }
  troupe_run_disk_add_step (get_disk (self), step, 1);
  g_ptr_array_add (self->steps, step);
}

/* Adds the step of a failed method. It is sufficient if it becomes durable with the next output. */
void
troupe_run_persister_add_failure (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  add_step (self, frame);
}

/* (transfer full) (nullable) */
static TroupeStoreTicket *
queue_steps (TroupeRunPersister *self)
{
  TroupeStoreTicket *ticket = NULL;
  GPtrArray *steps;

  g_assert (self != NULL);

  if (self->steps->len == 0)
    return NULL;
  steps = g_steal_pointer (&self->steps);
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  ticket = troupe_store_add_steps (self->store, troupe_flow_runner_get_options (self->runner)->id,
                                   steps);
  /* The answers are removed after the steps were queued, so that the stored answers of a method
   * exist until its step exists. */
  for (guint i = 0; i < self->settled->len; i++)
    troupe_runner_answers_forget (troupe_flow_runner_get_answers (self->runner),
                                  g_ptr_array_index (self->settled, i));
  g_ptr_array_set_size (self->settled, 0);
  return ticket;
}

/* Commits the queued steps, including the steps that troupe_run_persister_write_behind() has
 * queued. */
static TroupeStoreTicket *
write_steps (TroupeRunPersister *self)
{
  g_autoptr (TroupeStoreTicket) behind = g_steal_pointer (&self->behind);
  TroupeStoreTicket *ticket = queue_steps (self);

  self->n_behind = 0;
  if (ticket == NULL)
    ticket = g_steal_pointer (&behind);
  if (ticket != NULL)
    troupe_engine_loop_want_commit (troupe_flow_runner_get_options (self->runner)->loop,
                                    self->store);
  return ticket;
}

static void
forget_frames (TroupeRunPersister *self)
{
  for (guint i = 0; i < self->frames->len; i++)
    troupe_runner_frame_set_unsaved (g_ptr_array_index (self->frames, i), FALSE);
  g_ptr_array_set_size (self->frames, 0);
}

/**
 * troupe_run_persister_write_behind:
 *
 * In a run that has no observable side effects and no listeners, an output need not be durable
 * before its dependents start. If the output is lost, nothing outside of the run has seen it, and
 * it is computed again. Outputs are still written in order, about 100 ms later or at the end of the
 * run, so that the store always contains a consistent prefix of the run.
 *
 * Returns: %FALSE if the run is not of this kind, or if too many steps are queued, so that the
 * added steps have to be committed
 */
gboolean
troupe_run_persister_write_behind (TroupeRunPersister *self)
{
  TroupeStoreTicket *ticket = NULL;

  if (!self->is_patient || self->n_behind >= MAX_BEHIND)
    return FALSE;
  self->n_behind += self->steps->len;
  ticket = queue_steps (self);
  if (ticket != NULL)
    {
      g_clear_pointer (&self->behind, troupe_store_ticket_unref);
      self->behind = ticket;
    }
  forget_frames (self);
  TROUPE_CRASH_POINT ("keep-steps-behind");
  return TRUE;
}

/* Steps of a commit, executed one after the other. */
typedef enum
{
  STEP_WRITE,
  STEP_SAVE, /* saves the rows of one database, from @first on */
  STEP_SAVING,
  STEP_SAVED,
  STEP_WRITTEN, /* the steps are durable, except for those of failed rows */
  STEP_DURABLE,
} Step;

typedef struct
{
  TroupeRunPersister *keeper;
  Step step;
  TroupeStoreTicket *ticket; /* (nullable): of the steps */
  guint first;
  guint end;
  TroupeFlowStates *states;
  TroupeFlowStateRow *rows; /* (nullable) */
  GError *error;            /* (nullable) */
  gint is_done;             /* atomic */
  TroupeRecorder *held;     /* (nullable) */
} Commit;

static void
commit_free (gpointer data)
{
  Commit *commit = data;

  g_clear_pointer (&commit->ticket, troupe_store_ticket_unref);
  g_free (commit->rows);
  g_clear_error (&commit->error);
  troupe_recorder_release (commit->held);
  g_clear_pointer (&commit->held, troupe_recorder_unref);
  g_free (commit);
}

/* Saves the rows of one database. Runs on the database thread, while the run waits. */
static void
save (gpointer data)
{
  Commit *commit = data;
  TroupeRunPersister *self = commit->keeper;

  g_clear_error (&commit->error);
  for (guint i = commit->first; i < commit->end; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);

      row->is_reserved =
          row->is_reserved ||
          troupe_run_persister_claim_now (self, row->states, commit->rows[i - commit->first].id,
                                          &commit->error);
      if (!row->is_reserved)
        return;
    }
  troupe_flow_states_save (commit->states, commit->rows, commit->end - commit->first,
                           &commit->error);
}

static gboolean
save_again (TroupeRunPersister *self, gboolean is_wish, gpointer data)
{
  Commit *commit = data;

  if (!is_wish)
    return FALSE;
  save (commit);
  return !g_error_matches (commit->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

/* Prepares the next rows that belong to one database. Returns FALSE if there are no more rows. */
static gboolean
begin_saving (Commit *commit)
{
  GArray *rows = commit->keeper->rows;

  g_assert (commit != NULL);

  if (commit->first == rows->len)
    return FALSE;
  commit->states = g_array_index (rows, Row, commit->first).states;
  commit->end = commit->first;
  while (commit->end < rows->len && g_array_index (rows, Row, commit->end).states == commit->states)
    commit->end++;
  g_free (commit->rows);
  commit->rows = g_new (TroupeFlowStateRow, commit->end - commit->first);
  for (guint i = commit->first; i < commit->end; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      commit->rows[i - commit->first] =
          (TroupeFlowStateRow){ troupe_value_map_lookup_string (row->state, "id", -1),
                                troupe_runner_frame_get_method (row->frame)->name, row->state };
    }
  return TRUE;
}

static TroupeContinuationResult
commit_all (TroupeFlowRunner *runner, gpointer data)
{
  Commit *commit = data;
  TroupeRunPersister *self = commit->keeper;

  switch (commit->step)
    {
    case STEP_WRITE:
      commit->ticket = write_steps (self);
      commit->step = STEP_SAVE;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_SAVE:
      commit->step = STEP_SAVING;
      if (begin_saving (commit))
        {
          troupe_pool_run (
              troupe_engine_loop_get_db (troupe_flow_runner_get_options (runner)->loop), save,
              commit, &commit->is_done, troupe_flow_runner_get_options (runner)->turn);
          return TROUPE_ROUTINE_WAITS;
        }
      g_array_set_size (self->rows, 0);
      TROUPE_CRASH_POINT ("keep-rows-saved");
      commit->step = STEP_WRITTEN;
      troupe_run_persister_wait_for (self, g_steal_pointer (&commit->ticket));
      return TROUPE_ROUTINE_AGAIN;

    case STEP_SAVING:
      if (!g_atomic_int_get (&commit->is_done))
        return TROUPE_ROUTINE_WAITS;
      commit->step = STEP_SAVED;
      if (g_error_matches (commit->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
        troupe_run_persister_suspend (self, commit->error->message, save_again, commit);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_SAVED:
      {
        /* Fails the methods whose rows could not be saved, or were not saved because the run
         * was stopped. */
        for (guint i = commit->first; commit->error != NULL && i < commit->end; i++)
          {
            TroupeRunnerFrame *frame = g_array_index (self->rows, Row, i).frame;

            fail_row (frame, g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                                                  commit->error->message));
            if (self->store != NULL)
              g_ptr_array_add (self->steps, make_step (self, frame));
          }
        g_clear_error (&commit->error);
        commit->first = commit->end;
      }
      commit->step = STEP_SAVE;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_WRITTEN:
      commit->step = STEP_DURABLE;
      TROUPE_CRASH_POINT ("keep-steps-durable");
      troupe_run_persister_wait_for (self, write_steps (self));
      return TROUPE_ROUTINE_AGAIN;

    case STEP_DURABLE:
    default:
      forget_frames (self);
      TROUPE_CRASH_POINT ("run-committed");
      return TROUPE_ROUTINE_DONE;
    }
}

/**
 * troupe_run_persister_commit:
 *
 * Pushes a routine that makes everything added durable. Rows and steps are written in parallel.
 * Steps are committed together with those of other runs at the end of this iteration of the loop.
 * Rows belong to a separate database of the document and are written on the database thread. A
 * method whose row cannot be saved has failed, and its step is written again as a failure.
 */
void
troupe_run_persister_commit (TroupeRunPersister *self)
{
  TroupeRecorder *recorder = troupe_flow_runner_get_options (self->runner)->recorder;
  Commit *commit = g_new0 (Commit, 1);

  commit->keeper = self;
  commit->held = recorder != NULL ? troupe_recorder_ref (recorder) : NULL;
  troupe_recorder_hold (recorder);
  troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner), commit_all, commit,
                             commit_free);
}
