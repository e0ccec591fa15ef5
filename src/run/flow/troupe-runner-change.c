/* troupe-runner-change.c: changes of a paused run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-change"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister.h"
#include "troupe-runner-change.h"
#include "troupe-runner-extent.h"
#include "troupe-runner-pause.h"
#include "troupe-value-place.h"

/* Consecutive steps of a change. */
typedef enum
{
  STEP_CHECK,  /* finds the place, and checks the state */
  STEP_MAKE,   /* sets the value */
  STEP_STORED, /* the change is durable */
} Step;

/* @keys: the path; @before, @after: the whole changed value; @state: (nullable): the new state; @change: as it is stored */
typedef struct
{
  GTask *task;
  Step step;
  char **keys;
  TroupeValue *before;
  TroupeValue *after;
  TroupeValue *edit;
  TroupeValue *change;
} Change;

static void
change_free (gpointer data)
{
  Change *self = data;

  /* The run was stopped. */
  if (self->task != NULL)
    g_task_return_new_error (self->task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                             _ ("Only a paused run can be changed."));
  g_clear_object (&self->task);
  g_strfreev (self->keys);
  g_clear_pointer (&self->before, troupe_value_unref);
  g_clear_pointer (&self->after, troupe_value_unref);
  g_clear_pointer (&self->edit, troupe_value_unref);
  g_clear_pointer (&self->change, troupe_value_unref);
  g_free (self);
}

static TroupeContinuationResult
refuse (Change *self, GError *error)
{
  g_task_return_error (self->task, error);
  g_clear_object (&self->task);
  return TROUPE_ROUTINE_DONE;
}

static TroupeContinuationResult
refuse_place (Change *self, const char *reason)
{
  const TroupePauseChange *wish = g_task_get_task_data (self->task);

  return refuse (
      self,
      g_error_new (
          TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
          /* Translators: the first %s is a path, such as state.topic, the second one a sentence */
          _ ("“%s” cannot be changed. %s"), wish->path, reason));
}

/* Describes the change for the history. (transfer full) */
static TroupeValue *
make_edit (Change *self, TroupeValue *before)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  const TroupePauseChange *wish = g_task_get_task_data (self->task);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "path", troupe_value_new_string (wish->path, -1));
  troupe_map_builder_add (&builder, "before",
                          before != NULL ? troupe_value_ref (before) : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "after", troupe_value_ref (wish->value));
  troupe_map_builder_add (&builder, "by", troupe_value_new_string (wish->by, -1));
  troupe_map_builder_add (
      &builder, "time",
      troupe_value_take_string (g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.%fZ"), -1));
  return troupe_map_builder_end (&builder);
}

/* Makes the change as it is stored. @group: (nullable): `outputs` or `inputs`, and @name and @value its only
 * member. (transfer full) */
static TroupeValue *
make_change (TroupeValue *edit, const char *group, const char *name, TroupeValue *value)
{
  TroupeValue *edits[] = { troupe_value_ref (edit) };
  TroupeMapBuilder builder, members;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "edits", troupe_value_new_list (edits, 1));
  if (group != NULL)
    {
      troupe_map_builder_init (&members);
      troupe_map_builder_add (&members, name, troupe_value_ref (value));
      troupe_map_builder_add (&builder, group, troupe_map_builder_end (&members));
    }
  return troupe_map_builder_end (&builder);
}

/* --- State -------------------------------------------------------------------------------------- */

/* Checks the state with the change; it is taken when Python has created it. */
static TroupeContinuationResult
check_state (Change *self, TroupeFlowRunner *runner)
{
  const TroupePauseChange *wish = g_task_get_task_data (self->task);
  TroupeRunnerState *state = troupe_flow_runner_get_state (runner);
  TroupeRunnerPython *python = troupe_flow_runner_get_python (runner);
  const char *const *place = (const char *const *) self->keys + 1;
  g_autoptr (TroupeValue) changed = NULL;
  g_autoptr (GError) error = NULL;

  if (!troupe_flow_runner_get_options (runner)->kind->has_state)
    return refuse_place (self, _ ("A crew has no state."));
  if (place[0] != NULL && g_str_equal (place[0], "id"))
    return refuse_place (self, _ ("The ID of a state is fixed."));
  self->before = troupe_value_ref (troupe_runner_state_get (state));
  changed = troupe_value_place_set (self->before, place, wish->value, &error);
  if (changed == NULL)
    return refuse_place (self, error->message);
  if (!troupe_value_is (changed, TROUPE_VALUE_MAP))
    return refuse_place (self, _ ("The state is an object."));
  self->edit = make_edit (self, troupe_value_place_get (self->before, place));
  self->change = make_change (self->edit, NULL, NULL, NULL);
  if (troupe_runner_python_has_state (python))
    {
      troupe_runner_python_make_state (python, changed, NULL);
      return TROUPE_ROUTINE_AGAIN;
    }
  self->after = troupe_state_model_replace (troupe_runner_state_get_model (state), changed, &error);
  if (self->after == NULL)
    return refuse (self,
                   g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA, error->message));
  return TROUPE_ROUTINE_AGAIN;
}

/* --- Outputs and inputs ------------------------------------------------------------------------- */

static TroupeContinuationResult
check_output (Change *self, TroupeFlowRunner *runner)
{
  const TroupePauseChange *wish = g_task_get_task_data (self->task);
  const char *const *place = (const char *const *) self->keys + 1;
  const TroupeFlowMethod *method =
      troupe_run_kind_find_method (troupe_flow_runner_get_options (runner)->kind,
                                   troupe_flow_runner_get_flow (runner), place[0]);
  TroupeValue *latest =
      method != NULL
          ? troupe_runner_record_get_latest (troupe_flow_runner_get_record (runner), method->index)
          : NULL;
  g_autoptr (GError) error = NULL;

  if (!troupe_flow_runner_get_options (runner)->kind->has_state)
    return refuse_place (self,
                         _ ("The outputs of tasks are fixed. Change the input of the next task."));
  if (latest == NULL)
    return refuse_place (self, _ ("There is no such output yet."));
  self->after = troupe_value_place_set (latest, place + 1, wish->value, &error);
  if (self->after == NULL)
    return refuse_place (self, error->message);
  self->edit = make_edit (self, troupe_value_place_get (latest, place + 1));
  self->change = make_change (self->edit, "outputs", place[0], self->after);
  return TROUPE_ROUTINE_AGAIN;
}

static TroupeContinuationResult
check_input (Change *self, TroupeFlowRunner *runner)
{
  const TroupePauseChange *wish = g_task_get_task_data (self->task);
  TroupeRunnerPause *pause = troupe_flow_runner_get_pause (runner);
  const char *const *place = (const char *const *) self->keys + 1;
  g_autofree char *key = NULL;
  g_autoptr (TroupeValue) before = NULL;

  if (place[0] != NULL && place[1] != NULL)
    return refuse_place (self, _ ("An input is replaced as a whole."));
  key = troupe_runner_pause_find_input (pause, place[0], &before);
  if (key == NULL)
    return refuse_place (self, _ ("Nothing that starts next is given an input."));
  if (strchr (key, '/') != NULL && !troupe_value_is (wish->value, TROUPE_VALUE_STRING))
    return refuse_place (self, _ ("The input of a task must be a string."));
  self->after = troupe_value_ref (wish->value);
  self->edit = make_edit (self, before);
  self->change = make_change (self->edit, "inputs", key, self->after);
  return TROUPE_ROUTINE_AGAIN;
}

/* Calls @func with each member of a part of the change. */
static void
for_each (TroupeValue *change,
          const char *part,
          TroupeFlowRunner *runner,
          void (*func) (TroupeFlowRunner *runner, const char *name, TroupeValue *value))
{
  TroupeValue *map = troupe_value_get_member_of (change, part, TROUPE_VALUE_MAP);

  for (gsize i = 0; map != NULL && i < troupe_value_map_get_size (map); i++)
    func (runner, troupe_value_get_string (troupe_value_map_get_key (map, i), NULL),
          troupe_value_map_get_value (map, i));
}

static void
apply_output (TroupeFlowRunner *runner, const char *name, TroupeValue *value)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_flow_runner_get_flow (runner), name);
  TroupeRunnerRecord *record = troupe_flow_runner_get_record (runner);
  g_autoptr (TroupeValue) before = NULL;

  if (method == NULL)
    return;
  if (troupe_runner_record_get_latest (record, method->index) == NULL)
    {
      troupe_flow_runner_record_output (runner, method->index, value, NULL);
      return;
    }
  before = troupe_runner_record_change (record, method->index, value);
  troupe_runner_python_output_changed (troupe_flow_runner_get_python (runner), method->index);
}

/* @name: `METHOD#LAUNCH`, or the place of a task of a crew */
static void
apply_input (TroupeFlowRunner *runner, const char *name, TroupeValue *value)
{
  const char *mark = strrchr (name, '#');
  g_autofree char *method_name =
      mark != NULL ? g_strndup (name, (gsize) (mark - name)) : g_strdup (name);
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_flow_runner_get_flow (runner), method_name);

  if (strchr (name, '/') != NULL)
    troupe_runner_pause_set_context (troupe_flow_runner_get_pause (runner), name, value);
  else if (method != NULL && mark != NULL)
    troupe_runner_extent_set_input (troupe_flow_runner_get_extent (runner), method->index,
                                    (guint) g_ascii_strtoull (mark + 1, NULL, 10), value);
}

void
troupe_runner_change_apply (TroupeFlowRunner *runner, TroupeValue *change)
{
  TroupeValue *edits = troupe_value_get_member_of (change, "edits", TROUPE_VALUE_LIST);

  for_each (change, "outputs", runner, apply_output);
  for_each (change, "inputs", runner, apply_input);
  for (gsize i = 0; edits != NULL && i < troupe_value_list_get_length (edits); i++)
    troupe_runner_pause_add_edit (troupe_flow_runner_get_pause (runner),
                                  troupe_value_list_get (edits, i));
}

/* --- Routine ------------------------------------------------------------------------------------ */

static TroupeContinuationResult
change (TroupeFlowRunner *runner, gpointer data)
{
  Change *self = data;

  switch (self->step)
    {
    case STEP_CHECK:
      {
        const TroupePauseChange *wish = g_task_get_task_data (self->task);
        g_autoptr (GError) error = NULL;

        self->step = STEP_MAKE;
        self->keys = troupe_value_place_split (wish->path, &error);
        if (self->keys == NULL)
          return refuse (self, g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                                                    error->message));
        if (g_str_equal (self->keys[0], "state"))
          return check_state (self, runner);
        if (g_str_equal (self->keys[0], "outputs"))
          return check_output (self, runner);
        if (g_str_equal (self->keys[0], "input"))
          return check_input (self, runner);
        return refuse_place (self, _ ("Begin the path with state, outputs or input."));
      }

    case STEP_MAKE:
      {
        TroupeRunnerState *state = troupe_flow_runner_get_state (runner);
        GError *error =
            troupe_continuations_take_failure (troupe_flow_runner_get_continuations (runner));

        self->step = STEP_STORED;
        if (error != NULL)
          return refuse (self, error);
        if (self->before != NULL)
          troupe_flow_runner_set_state (runner, self->after != NULL
                                                    ? troupe_value_ref (self->after)
                                                    : troupe_runner_state_take_made (state));
        troupe_runner_change_apply (runner, self->change);
        TROUPE_CRASH_POINT ("change-made");
        troupe_run_persister_add_change (troupe_flow_runner_get_persister (runner), self->change);
        troupe_run_persister_commit (troupe_flow_runner_get_persister (runner));
        return TROUPE_ROUTINE_AGAIN;
      }

    case STEP_STORED:
    default:
      TROUPE_CRASH_POINT ("change-stored");
      /* Who gets the event looks at the pause. */
      troupe_runner_pause_show (troupe_flow_runner_get_pause (runner));
      troupe_runner_report_edited (runner, self->edit);
      g_task_return_boolean (self->task, TRUE);
      g_clear_object (&self->task);
      return TROUPE_ROUTINE_DONE;
    }
}

void
troupe_runner_change_call (TroupeFlowRunner *runner, GTask *task)
{
  Change *self = g_new0 (Change, 1);

  self->task = task;
  troupe_continuations_call (troupe_flow_runner_get_continuations (runner), change, self,
                             change_free);
}
