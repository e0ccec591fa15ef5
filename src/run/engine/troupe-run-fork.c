/* troupe-run-fork.c: runs that begin with what another run has stored
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-fork"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-prepared-crew.h"
#include "troupe-run-crew.h"
#include "troupe-run-extent.h"
#include "troupe-run-fork.h"
#include "troupe-run-kind.h"
#include "troupe-run-options.h"
#include "troupe-run-replay.h"
#include "troupe-run-storage.h"
#include "troupe-runner-extent.h"
#include "troupe-store-document.h"
#include "troupe-user-name.h"
#include "troupe-value-overlay.h"
#include "troupe-value-place.h"

/* Number of runs among which the newest one that has reached a method is searched. */
#define MOST_RUNS 50

/* A step of a run: number @step if it is not 0, else execution @launch of @method. */
typedef struct
{
  char *method;
  guint launch;
  gint64 step;
} Place;

static void
place_clear (Place *self)
{
  g_clear_pointer (&self->method, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static gboolean
fail_persistence (GError *cause, GError **error)
{
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
  g_error_free (cause);
  return FALSE;
}

/* --- Finding the step ---------------------------------------------------------------------------- */

/* Returns the start event of the execution. (transfer none) (nullable) */
static const TroupeEvent *
find_start (GPtrArray *events, const Place *place)
{
  guint n_starts = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);

      if (event->type == TROUPE_EVENT_METHOD_STARTED &&
          g_strcmp0 (troupe_event_get_method (event), place->method) == 0 &&
          ++n_starts == place->launch)
        return event;
    }
  return NULL;
}

/* Returns the number of steps that precede the place, 0 if the run did not reach it. */
static guint
find_step (GPtrArray *steps, GPtrArray *events, const Place *place)
{
  if (place->step > 0)
    return place->step <= steps->len ? (guint) place->step : 0;
  for (guint i = 1; i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);

      if (g_str_equal (step->method, place->method) && step->launch == place->launch)
        return i;
    }
  /* The method was interrupted. */
  return steps->len > 0 && find_start (events, place) != NULL ? steps->len : 0;
}

/* What was read of another run. */
typedef struct
{
  TroupeRunRecord *record;
  GPtrArray *steps;
  GPtrArray *events;
  guint index;
} Other;

static void
other_clear (Other *self)
{
  g_clear_pointer (&self->record, troupe_run_record_free);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Other, other_clear)

static gboolean
read_other (TroupeStore *store,
            const char *run_id,
            const Place *place,
            Other *other,
            GError **error)
{
  GError *cause = NULL;

  other_clear (other);
  other->record = troupe_store_get_run (store, run_id, &cause);
  if (other->record != NULL)
    other->steps = troupe_store_get_steps (store, other->record->id, &cause);
  if (other->steps != NULL)
    other->events = troupe_store_get_events (store, other->record->id, &cause);
  if (other->events == NULL)
    return fail_persistence (cause, error);
  other->index = find_step (other->steps, other->events, place);
  return TRUE;
}

/* Finds the newest run of the document that has reached the place. */
static gboolean
find_other (TroupeStore *store,
            TroupeFlow *flow,
            const char *path,
            const char *name,
            const Place *place,
            Other *other,
            GError **error)
{
  const TroupeDocumentIdentity document = { path, troupe_flow_get_name (flow),
                                            troupe_flow_get_digest (flow) };
  GError *cause = NULL;
  g_autoptr (GPtrArray) runs = troupe_store_list_runs_of (store, &document, MOST_RUNS, &cause);

  if (runs == NULL)
    return fail_persistence (cause, error);
  for (guint i = 0; i < runs->len; i++)
    {
      const TroupeRunRecord *record = g_ptr_array_index (runs, i);

      if (record->status == TROUPE_RUN_STATUS_RUNNING)
        continue;
      if (!read_other (store, record->id, place, other, error))
        return FALSE;
      /* A run of a single method has nothing before it. */
      if (other->index > 0 && troupe_value_get_member (other->record->options, "only") == NULL)
        return TRUE;
    }
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
               /* Translators: %s is a method or the number of a step */
               _ ("No saved run of this document has reached “%s”. Run the document first."), name);
  return FALSE;
}

/* --- Taking over the steps ----------------------------------------------------------------------- */

/* A method that has failed is executed again; its number and its changes of the state remain. (transfer full) */
static TroupeRunStep *
copy_step (const TroupeRunStep *step, TroupeValue *old_id, TroupeValue *new_id)
{
  TroupeRunStep *copy = g_new0 (TroupeRunStep, 1);
  const gboolean has_failed = step->error != NULL;
  TroupeValue *state;
  TroupeValue *id;

  copy->ordinal = step->ordinal;
  copy->method = g_strdup (has_failed ? "" : step->method);
  copy->launch = has_failed ? 0 : step->launch;
  copy->at_once = step->at_once;
  copy->value =
      has_failed || step->value == NULL ? troupe_value_new_null () : troupe_value_ref (step->value);
  state = step->state;
  id = state != NULL ? troupe_value_get_member (state, "id") : NULL;
  if (state == NULL)
    copy->state = NULL;
  else
    copy->state = id != NULL && old_id != NULL && troupe_value_equal (id, old_id)
                      ? troupe_value_map_with (state, "id", new_id)
                      : troupe_value_ref (state);
  copy->feedback = step->feedback != NULL && !has_failed ? troupe_value_ref (step->feedback) : NULL;
  return copy;
}

static TroupeValue *
empty_map (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

/* Appends a change to the steps with which the run begins. @state: (nullable) (transfer full); @outputs:
 * (nullable) (transfer full); @edit: (nullable) (transfer full) */
static void
add_change (GPtrArray *steps, TroupeValue *state, TroupeValue *outputs, TroupeValue *edit)
{
  TroupeRunStep *step = g_new0 (TroupeRunStep, 1);
  TroupeMapBuilder change, value;
  TroupeValue *edits[] = { edit };

  g_assert (steps != NULL);

  troupe_map_builder_init (&change);
  troupe_map_builder_add (&change, "edits", troupe_value_new_list (edits, edit != NULL ? 1 : 0));
  if (outputs != NULL)
    troupe_map_builder_add (&change, "outputs", outputs);
  troupe_map_builder_init (&value);
  troupe_map_builder_add (&value, TROUPE_RUN_STEP_CHANGE, troupe_map_builder_end (&change));
  step->ordinal = steps->len;
  step->method = g_strdup ("");
  step->value = troupe_map_builder_end (&value);
  step->state = state;
  g_ptr_array_add (steps, step);
}

/* Sets a member of the map. @map: (inout) (transfer full) */
static void
set_member (TroupeValue **map, const char *name, TroupeValue *value)
{
  g_autoptr (TroupeValue) before = *map;

  *map = troupe_value_map_with (before, name, value);
}

/* Returns the outputs of the steps with their changes, as expressions see them. (transfer full) */
static TroupeValue *
collect_outputs (GPtrArray *steps)
{
  TroupeValue *outputs = empty_map ();

  for (guint i = 1; i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);
      TroupeValue *changed =
          troupe_value_get_member_of (troupe_value_get_member (step->value, TROUPE_RUN_STEP_CHANGE),
                                      "outputs", TROUPE_VALUE_MAP);

      if (*step->method != '\0')
        set_member (&outputs, step->method, step->feedback != NULL ? step->feedback : step->value);
      for (gsize j = 0; changed != NULL && j < troupe_value_map_get_size (changed); j++)
        set_member (&outputs, troupe_value_get_string (troupe_value_map_get_key (changed, j), NULL),
                    troupe_value_map_get_value (changed, j));
    }
  return outputs;
}

/* Returns the state after the last step. (transfer none) */
static TroupeValue *
get_last_state (GPtrArray *steps)
{
  TroupeValue *state = NULL;

  for (guint i = 0; i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);

      if (step->state != NULL)
        state = step->state;
    }
  return state;
}

static void
set_origin (TroupeRun *self, const char *run_id, const char *name, guint step, guint kept)
{
  TroupeMapBuilder builder;

  g_assert (TROUPE_IS_RUN (self));

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "run", troupe_value_new_string (run_id, -1));
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (name, -1));
  troupe_map_builder_add (&builder, "step", troupe_value_new_integer (step));
  troupe_map_builder_add (&builder, "kept", troupe_value_new_integer (kept));
  g_clear_pointer (&troupe_run_get_options (self)->origin, troupe_value_unref);
  troupe_run_get_options (self)->origin = troupe_map_builder_end (&builder);
}

static void
take_steps (TroupeRun *self, const Other *other, const Place *place, const char *name)
{
  const TroupeRunStep *first = g_ptr_array_index (other->steps, 0);
  TroupeValue *old_id = troupe_value_get_member (first->state, "id");
  g_autoptr (TroupeValue) new_id =
      troupe_value_new_string (troupe_run_get_options (self)->state_id != NULL
                                   ? troupe_run_get_options (self)->state_id
                                   : troupe_run_get_id (self),
                               -1);
  const TroupeRunStep *step =
      other->index < other->steps->len ? g_ptr_array_index (other->steps, other->index) : NULL;
  GPtrArray *steps = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);

  g_assert (TROUPE_IS_RUN (self));

  for (guint i = 0; i < other->index; i++)
    {
      TroupeRunStep *copy = copy_step (g_ptr_array_index (other->steps, i), old_id, new_id);

      /* The rows of the other run in databases of states. */
      if (i == 0)
        {
          troupe_value_unref (copy->value);
          copy->value = empty_map ();
        }
      g_ptr_array_add (steps, copy);
    }
  if (place->method == NULL && step != NULL && *step->method != '\0')
    name = step->method;
  if (troupe_run_get_options (self)->only != NULL)
    {
      g_autoptr (GPtrArray) all = steps;
      GPtrArray *kept = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
      TroupeRunStep *only_first = g_new0 (TroupeRunStep, 1);
      const TroupeFlowMethod *method =
          troupe_flow_find_method (troupe_run_get_flow (self), troupe_run_get_options (self)->only);
      const TroupeEvent *start = place->method != NULL ? find_start (other->events, place) : NULL;
      TroupeValue *params = start != NULL ? troupe_event_get_field (start, "params") : NULL;
      TroupeValue *given = troupe_value_get_member (params, "_0");
      g_autoptr (TroupeValue) before = NULL;

      /* A run of a single method has only the state and the outputs before it, and what it was
       * given. */
      only_first->method = g_strdup ("");
      only_first->value = empty_map ();
      only_first->state = troupe_value_ref (get_last_state (all));
      g_ptr_array_add (kept, only_first);
      add_change (kept, NULL, collect_outputs (all), NULL);
      if (given != NULL && method != NULL && !troupe_runner_extent_is_with (method) &&
          troupe_value_get_member (troupe_run_get_options (self)->inputs_of, method->name) == NULL)
        {
          before = troupe_run_get_options (self)->inputs_of != NULL
                       ? g_steal_pointer (&troupe_run_get_options (self)->inputs_of)
                       : empty_map ();
          troupe_run_get_options (self)->inputs_of =
              troupe_value_map_with (before, method->name, given);
        }
      steps = kept;
    }
  troupe_run_take_steps (self, steps);
  set_origin (self, other->record->id, name, other->index,
              troupe_run_get_options (self)->only != NULL ? 0 : other->index - 1);
}

gboolean
troupe_run_set_flow_from (TroupeRun *self,
                          TroupeStore *store,
                          const char *run_id,
                          const char *path,
                          const char *name,
                          GError **error)
{
  g_auto (Place) place = { NULL, 0, 0 };
  g_auto (Other) other = { NULL, NULL, NULL, 0 };
  const char *mark = strrchr (name, '#');
  guint64 number = 0;
  GPtrArray *steps;

  g_assert (TROUPE_IS_RUN (self));

  place = (Place){ NULL, 1, 0 };
  if (g_ascii_string_to_unsigned (name, 10, 1, G_MAXUINT32, &number, NULL))
    place.step = (gint64) number;
  else if (mark != NULL && g_ascii_string_to_unsigned (mark + 1, 10, 1, G_MAXUINT32, &number, NULL))
    {
      place.launch = (guint) number;
      place.method = g_strndup (name, (gsize) (mark - name));
    }
  else
    place.method = g_strdup (name);
  if (place.method != NULL &&
      troupe_flow_find_method (troupe_run_get_flow (self), place.method) == NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                   _ ("The flow has no method “%s”."), place.method);
      return FALSE;
    }
  if (run_id != NULL
          ? !read_other (store, run_id, &place, &other, error)
          : !find_other (store, troupe_run_get_flow (self), path, name, &place, &other, error))
    return FALSE;
  if (other.index == 0)
    {
      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
          /* Translators: the first %s is the ID of a run, the second one a method or the number of a step */
          _ ("The run %.8s did not reach “%s”, so that it has no state before it."),
          other.record->id, name);
      return FALSE;
    }
  take_steps (self, &other, &place, name);
  steps = troupe_run_get_steps (self);
  for (guint i = 1; i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);

      if (*step->method == '\0' ||
          troupe_flow_find_method (troupe_run_get_flow (self), step->method) != NULL)
        continue;
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                   _ ("The saved run has executed the method “%s” before that, which the flow does "
                      "not have any more."),
                   step->method);
      return FALSE;
    }
  if (troupe_run_get_options (self)->inputs == NULL && other.record->inputs != NULL)
    troupe_run_set_inputs (self, other.record->inputs);
  return TRUE;
}

/* --- Crews --------------------------------------------------------------------------------------- */

gboolean
troupe_run_set_crew_from (TroupeRun *self,
                          TroupeStore *store,
                          const char *run_id,
                          const char *path,
                          const char *name,
                          GError **error)
{
  TroupeFlow *flow = troupe_run_get_flow (self);
  const TroupeFlowAction *action = troupe_run_crew_get_action (flow);
  const TroupeDocumentIdentity document = { path, troupe_flow_get_name (flow),
                                            troupe_flow_get_digest (flow) };
  TroupePreparedCrew *prepared = NULL;
  g_autoptr (GPtrArray) kept = NULL;
  g_autofree char *id = NULL;
  gboolean is_taken = FALSE;

  g_assert (TROUPE_IS_RUN (self));

  if (run_id == NULL)
    id = troupe_store_find_kickoff_of (store, &document, NULL);
  else
    {
      GError *cause = NULL;
      g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, run_id, &cause);

      if (record == NULL)
        return fail_persistence (cause, error);
      id = g_strdup (record->id);
    }
  kept = id != NULL ? troupe_store_get_tasks (store, id, NULL) : NULL;
  if (kept == NULL || kept->len == 0)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                   _ ("There are no saved outputs of this crew’s tasks. Run the crew first."));
      return FALSE;
    }
  prepared = troupe_prepared_crew_new (action, troupe_run_get_options (self)->folder);
  if (prepared->crew != NULL)
    {
      TroupeCrew *crew = prepared->crew;
      int task;

      task = troupe_replay_find_task (kept, crew, name);
      is_taken = TRUE;
      if (task < 0)
        {
          g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                       _ ("The crew has no task “%s”: specify its name or number."), name);
          is_taken = FALSE;
        }
      else if (!troupe_run_take_replay (self, crew, kept, (guint) task,
                                        troupe_run_get_options (self)->inputs, error))
        is_taken = FALSE;
      else
        set_origin (self, id, name, 0, 0);
    }
  else
    g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                         prepared->error->message);
  troupe_prepared_crew_free (prepared);
  return is_taken;
}

/* --- Public functions ---------------------------------------------------------------------------- */

gboolean
troupe_run_set_from (TroupeRun *self,
                     TroupeStore *store,
                     const char *run_id,
                     const char *path,
                     const char *name,
                     GError **error)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self) && !troupe_run_goes_on (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_STORE (store) && name != NULL, FALSE);

  return troupe_run_get_kind (self)->set_from (self, store, run_id, path, name, error);
}

static gboolean
fail_change (const char *path, const char *reason, int code, GError **error)
{
  g_set_error (
      error, TROUPE_RUN_ERROR, code,
      /* Translators: the first %s is a path, such as state.topic, the second one a sentence */
      _ ("“%s” cannot be changed. %s"), path, reason);
  return FALSE;
}

/* (transfer full) */
static TroupeValue *
make_edit (const char *path, TroupeValue *before, TroupeValue *after)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "path", troupe_value_new_string (path, -1));
  troupe_map_builder_add (&builder, "before",
                          before != NULL ? troupe_value_ref (before) : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "after", troupe_value_ref (after));
  troupe_map_builder_add (&builder, "by", troupe_value_new_string (troupe_user_get_name (), -1));
  troupe_map_builder_add (
      &builder, "time",
      troupe_value_take_string (g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.%fZ"), -1));
  return troupe_map_builder_end (&builder);
}

static gboolean
change_state (TroupeRun *self,
              const char *path,
              const char *const *place,
              TroupeValue *value,
              GError **error)
{
  TroupeValue *state = get_last_state (troupe_run_get_steps (self));
  g_autoptr (TroupeStateModel) model = troupe_state_model_new (troupe_run_get_flow (self), NULL);
  g_autoptr (TroupeValue) changed = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeValue *checked = NULL;

  g_assert (TROUPE_IS_RUN (self));

  if (place[0] != NULL && g_str_equal (place[0], "id"))
    return fail_change (path, _ ("The ID of a state is fixed."), TROUPE_RUN_ERROR_INPUT, error);
  changed = troupe_value_place_set (state, place, value, &cause);
  if (changed == NULL)
    return fail_change (path, cause->message, TROUPE_RUN_ERROR_INPUT, error);
  if (!troupe_value_is (changed, TROUPE_VALUE_MAP))
    return fail_change (path, _ ("The state is an object."), TROUPE_RUN_ERROR_INPUT, error);
  checked = troupe_state_model_replace (model, changed, &cause);
  if (checked == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA, cause->message);
      return FALSE;
    }
  add_change (troupe_run_get_steps (self), checked, NULL,
              make_edit (path, troupe_value_place_get (state, place), value));
  return TRUE;
}

static gboolean
change_output (TroupeRun *self,
               const char *path,
               const char *const *place,
               TroupeValue *value,
               GError **error)
{
  TroupeValue *before = NULL;
  g_autoptr (TroupeValue) changed = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeMapBuilder outputs;

  g_assert (TROUPE_IS_RUN (self));

  if (place[0] != NULL)
    {
      const char *method = place[0];
      GPtrArray *steps;

      /* Finds the latest output of the method. */
      steps = troupe_run_get_steps (self);
      for (guint i = steps->len; i > 1; i--)
        {
          const TroupeRunStep *step = g_ptr_array_index (steps, i - 1);
          TroupeValue *change = troupe_value_get_member (step->value, TROUPE_RUN_STEP_CHANGE);
          TroupeValue *output =
              *step->method == '\0'
                  ? troupe_value_get_member (troupe_value_get_member (change, "outputs"), method)
              : g_str_equal (step->method, method)
                  ? (step->feedback != NULL ? step->feedback : step->value)
                  : NULL;

          if (output != NULL)
            {
              before = output;
              break;
            }
        }
    }
  if (before == NULL)
    return fail_change (path, _ ("There is no such output yet."), TROUPE_RUN_ERROR_INPUT, error);
  changed = troupe_value_place_set (before, place + 1, value, &cause);
  if (changed == NULL)
    return fail_change (path, cause->message, TROUPE_RUN_ERROR_INPUT, error);
  troupe_map_builder_init (&outputs);
  troupe_map_builder_add (&outputs, place[0], troupe_value_ref (changed));
  add_change (troupe_run_get_steps (self), NULL, troupe_map_builder_end (&outputs),
              make_edit (path, troupe_value_place_get (before, place + 1), value));
  return TRUE;
}

gboolean
troupe_run_change_beginning (TroupeRun *self, const char *path, TroupeValue *value, GError **error)
{
  g_auto (GStrv) keys = NULL;
  g_autoptr (GError) cause = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && path != NULL && value != NULL, FALSE);

  keys = troupe_value_place_split (path, &cause);
  if (keys == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT, cause->message);
      return FALSE;
    }
  if (troupe_run_get_steps (self) == NULL)
    return fail_change (path, _ ("Only a flow that begins with a saved run can be changed."),
                        TROUPE_RUN_ERROR_INPUT, error);
  if (g_str_equal (keys[0], "state") || g_str_equal (keys[0], "outputs"))
    {
      const char *const *inner = (const char *const *) keys + 1;
      const gboolean is_changed = g_str_equal (keys[0], "state")
                                      ? change_state (self, path, inner, value, error)
                                      : change_output (self, path, inner, value, error);

      if (is_changed)
        {
          /* Notes in the origin of the run that it began with changed values, which the history
           * shows. */
          TroupeRunOptions *options = troupe_run_get_options (self);
          g_autoptr (TroupeValue) before = g_steal_pointer (&options->origin);
          g_autoptr (TroupeValue) is_edited = troupe_value_new_boolean (TRUE);

          if (before != NULL)
            options->origin = troupe_value_map_with (before, "edited", is_edited);
        }
      return is_changed;
    }
  return fail_change (path, _ ("Begin the path with state or outputs."), TROUPE_RUN_ERROR_INPUT,
                      error);
}

TroupeValue *
troupe_run_describe_beginning (TroupeRun *self)
{
  GPtrArray *steps = NULL;
  TroupeMapBuilder builder;
  g_autoptr (GPtrArray) all = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  steps = troupe_run_get_steps (self);
  if (steps == NULL || get_last_state (steps) == NULL)
    return NULL;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "state", troupe_value_ref (get_last_state (steps)));
  troupe_map_builder_add (&builder, "outputs", collect_outputs (steps));
  all = g_ptr_array_new ();
  for (guint i = 1; i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);
      TroupeValue *edits =
          troupe_value_get_member_of (troupe_value_get_member (step->value, TROUPE_RUN_STEP_CHANGE),
                                      "edits", TROUPE_VALUE_LIST);

      for (gsize j = 0; edits != NULL && j < troupe_value_list_get_length (edits); j++)
        g_ptr_array_add (all, troupe_value_ref (troupe_value_list_get (edits, j)));
    }
  troupe_map_builder_add (&builder, "edits",
                          troupe_value_new_list ((TroupeValue **) all->pdata, all->len));
  return troupe_map_builder_end (&builder);
}

TroupeRun *
troupe_run_new_from_step (TroupeStore *store,
                          const char *run_id,
                          const char *at,
                          TroupeFlowDocument **document,
                          GError **error)
{
  g_autoptr (TroupeFlowDocument) loaded = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;
  g_autoptr (TroupeRun) self = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (store) && run_id != NULL && at != NULL, NULL);

  loaded = troupe_run_load_stored (store, run_id, &record, &text, error);
  if (loaded == NULL)
    return NULL;
  self = troupe_run_new (troupe_flow_document_get_flow (loaded));
  troupe_run_set_store (self, store, record->path, text);
  if (troupe_value_get_member_text (record->options, "folder") != NULL)
    troupe_run_set_folder (self, troupe_value_get_member_text (record->options, "folder"));
  troupe_run_set_state_database (self,
                                 troupe_value_get_member_text (record->options, "state_database"));
  if (!troupe_run_set_from (self, store, record->id, record->path, at, error))
    return NULL;
  if (document != NULL)
    *document = g_steal_pointer (&loaded);
  return g_steal_pointer (&self);
}

/* --- Origin -------------------------------------------------------------------------------------- */

void
troupe_run_origin_free (TroupeRunOrigin *self)
{
  if (self == NULL)
    return;
  g_free (self->run);
  g_free (self->name);
  g_free (self);
}

TroupeRunOrigin *
troupe_run_record_get_origin (const TroupeRunRecord *record)
{
  TroupeValue *origin = NULL;
  TroupeValue *step = NULL;
  TroupeRunOrigin *self = NULL;

  g_return_val_if_fail (record != NULL, NULL);

  origin = record->options != NULL
               ? troupe_value_get_member_of (record->options, "origin", TROUPE_VALUE_MAP)
               : NULL;
  step = troupe_value_get_member_of (origin, "step", TROUPE_VALUE_INTEGER);
  if (troupe_value_get_member_text (origin, "run") == NULL)
    return NULL;
  self = g_new0 (TroupeRunOrigin, 1);
  self->run = g_strdup (troupe_value_get_member_text (origin, "run"));
  self->name = g_strdup (troupe_value_get_member_text (origin, "name"));
  self->step = step != NULL ? troupe_value_get_integer (step) : 0;
  return self;
}
