/* troupe-runner-pause.c: breakpoints of a run, and what it shows while it is paused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-pause"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent.h"
#include "troupe-breakpoint-match.h"
#include "troupe-crash-point.h"
#include "troupe-crew.h"
#include "troupe-flow-runner-context.h"
#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-prepared-crew.h"
#include "troupe-runner-extent.h"
#include "troupe-runner-pause.h"

/* @edits: (element-type TroupeValue): the changes so far; @contexts: (nullable): contexts of tasks that were
 *   changed, by their places; @tasks: (element-type TroupeRunnerWaitingTask)
 * @breakpoint: (nullable): the breakpoint that was hit, and @event the event that it is on
 * @is_stepping: whether the run was continued for one method only
 * @checked: (nullable): the breakpoints whose names were checked */
struct _TroupeRunnerPause
{
  TroupeFlowRunner *runner;
  GPtrArray *edits;
  GHashTable *contexts;
  GPtrArray *tasks;
  TroupeValue *breakpoint;
  char *event;
  gboolean is_stepping;
  TroupeBreakpoints *checked;
};

void
troupe_runner_waiting_task_free (TroupeRunnerWaitingTask *self)
{
  if (self == NULL)
    return;
  g_free (self->place);
  g_free (self->task);
  g_free (self->method);
  g_free (self->agent);
  g_free (self->context);
  g_clear_pointer (&self->outputs, troupe_value_unref);
  g_free (self);
}

TroupeRunnerPause *
troupe_runner_pause_new (TroupeFlowRunner *runner)
{
  TroupeRunnerPause *self = g_new0 (TroupeRunnerPause, 1);

  self->runner = runner;
  self->edits = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_runner_waiting_task_free);
  return self;
}

void
troupe_runner_pause_free (TroupeRunnerPause *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->edits);
  g_ptr_array_unref (self->tasks);
  g_clear_pointer (&self->contexts, g_hash_table_unref);
  g_clear_pointer (&self->breakpoint, troupe_value_unref);
  g_clear_pointer (&self->checked, troupe_breakpoints_unref);
  g_free (self->event);
  g_free (self);
}

static TroupePauseChannel *
get_channel (TroupeRunnerPause *self)
{
  return troupe_flow_runner_get_options (self->runner)->channel;
}

/* --- Names of breakpoints ------------------------------------------------------------------------ */

/* Returns TRUE if the action, or the action of one of its steps, is @action. */
static gboolean
contains (const TroupeFlowAction *self, const TroupeFlowAction *action)
{
  if (self == action)
    return TRUE;
  for (guint i = 0; i < self->n_steps; i++)
    if (contains (self->steps[i].action, action))
      return TRUE;
  return FALSE;
}

/* @method: (nullable): only in the crews of this method */
static gboolean
has_task (TroupeRunnerPause *self, const char *name, const TroupeFlowMethod *method)
{
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, troupe_flow_runner_get_options (self->runner)->made.crews);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const TroupePreparedCrew *prepared = value;

      if (prepared->crew != NULL && (method == NULL || contains (method->action, key)) &&
          troupe_crew_find_task (prepared->crew, name) >= 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the name can be met in this run. An event without listeners cannot. */
static gboolean
is_known (TroupeRunnerPause *self, const TroupeBreakpoint *breakpoint)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (self->runner);
  const TroupeFlowMethod *method = NULL;

  g_assert (self != NULL);

  switch (breakpoint->kind)
    {
    case TROUPE_BREAKPOINT_TASK:
      method =
          breakpoint->target != NULL ? troupe_flow_find_method (flow, breakpoint->target) : NULL;
      return (breakpoint->target == NULL || method != NULL) &&
             has_task (self, breakpoint->name, method);

    case TROUPE_BREAKPOINT_EVENT:
      return troupe_runner_dispatch_knows_event (self->runner, breakpoint->name) &&
             (breakpoint->target == NULL ||
              troupe_flow_find_method (flow, breakpoint->target) != NULL);

    case TROUPE_BREAKPOINT_METHOD:
    case TROUPE_BREAKPOINT_N_KINDS:
    default:
      return troupe_run_kind_find_method (troupe_flow_runner_get_options (self->runner)->kind, flow,
                                          breakpoint->name) != NULL;
    }
}

/* Reports breakpoints that cannot be met, once for each list. @breakpoints: (transfer full) */
static void
check_names (TroupeRunnerPause *self, TroupeBreakpoints *breakpoints)
{
  g_assert (self != NULL);

  if (self->checked != NULL && self->checked == breakpoints)
    {
      troupe_breakpoints_unref (breakpoints);
      return;
    }
  g_clear_pointer (&self->checked, troupe_breakpoints_unref);
  self->checked = breakpoints;
  for (guint i = 0; i < troupe_breakpoints_get_size (breakpoints); i++)
    {
      const TroupeBreakpoint *breakpoint = troupe_breakpoints_get (breakpoints, i);
      g_autofree char *message = NULL;

      if (!is_known (self, breakpoint))
        message = g_strdup_printf (
            /* Translators: %s is the name of a method, a task or an event */
            _ ("The breakpoint on “%s” is never reached: there is no such method, task or event."),
            breakpoint->name);
      else if (breakpoint->problem != NULL)
        message = g_strdup_printf (
            /* Translators: the first %s is the name of a method, a task or an event, the second one a sentence */
            _ ("The condition of the breakpoint on “%s” is not valid, so it always pauses: %s"),
            breakpoint->name, breakpoint->problem);
      if (message != NULL)
        troupe_runner_report_log (self->runner, "warning", message);
    }
}

/* --- Meeting a breakpoint ------------------------------------------------------------------------ */

/* What a condition sees. @outputs: (nullable): instead of those of the flow; @input, @event: (nullable) */
typedef struct
{
  TroupeRunnerPause *pause;
  TroupeValue *outputs;
  TroupeValue *input;
  const char *event;
} View;

static TroupeValue *
value_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : troupe_value_new_null ();
}

static TroupeValue *
get_root_cb (TroupeBreakpointRoot root, gpointer user_data)
{
  const View *view = user_data;
  TroupeFlowRunner *runner = view->pause->runner;
  TroupeMapBuilder none;

  switch (root)
    {
    case TROUPE_BREAKPOINT_ROOT_STATE:
      return troupe_value_ref (
          troupe_runner_state_get_seen (troupe_flow_runner_get_state (runner)));

    case TROUPE_BREAKPOINT_ROOT_OUTPUTS:
      return view->outputs != NULL
                 ? troupe_value_ref (view->outputs)
                 : troupe_runner_record_get_map (troupe_flow_runner_get_record (runner));

    case TROUPE_BREAKPOINT_ROOT_INPUTS:
      if (troupe_flow_runner_get_options (runner)->inputs != NULL)
        return troupe_value_ref (troupe_flow_runner_get_options (runner)->inputs);
      troupe_map_builder_init (&none);
      return troupe_map_builder_end (&none);

    case TROUPE_BREAKPOINT_ROOT_INPUT:
      return value_or_null (view->input);

    case TROUPE_BREAKPOINT_ROOT_EVENT:
    case TROUPE_BREAKPOINT_N_ROOTS:
    default:
      return view->event != NULL ? troupe_value_new_string (view->event, -1)
                                 : troupe_value_new_null ();
    }
}

/* Closes the gate if the condition of the breakpoint is met. */
static gboolean
hit (TroupeRunnerPause *self, guint index, View *view)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);
  g_autofree char *problem = NULL;

  g_assert (self != NULL);

  if (!troupe_breakpoints_match (self->checked, index, options->now_us, get_root_cb, view,
                                 &problem))
    return FALSE;
  if (problem != NULL && troupe_breakpoints_get (self->checked, index)->problem == NULL)
    {
      g_autofree char *message =
          g_strdup_printf (_ ("The condition of the breakpoint on “%s” could not be evaluated: %s"),
                           troupe_breakpoints_get (self->checked, index)->name, problem);

      troupe_runner_report_log (self->runner, "warning", message);
    }
  g_clear_pointer (&self->breakpoint, troupe_value_unref);
  self->breakpoint =
      troupe_breakpoint_to_value (troupe_breakpoints_get (self->checked, index), problem);
  g_free (self->event);
  self->event = g_strdup (view->event);
  TROUPE_CRASH_POINT ("breakpoint-hit");
  troupe_run_hold (options->run);
  return TRUE;
}

gboolean
troupe_runner_pause_has_breakpoints (TroupeRunnerPause *self)
{
  return troupe_pause_channel_has_breakpoints (get_channel (self)) &&
         !troupe_runner_replay_is_active (troupe_flow_runner_get_replay (self->runner));
}

/* Returns FALSE if no breakpoint can be met now. */
static gboolean
begin_meeting (TroupeRunnerPause *self)
{
  TroupeBreakpoints *breakpoints = NULL;

  if (!troupe_runner_pause_has_breakpoints (self))
    return FALSE;
  breakpoints = troupe_pause_channel_get_breakpoints (get_channel (self));
  if (breakpoints == NULL)
    return FALSE;
  check_names (self, breakpoints);
  return !troupe_flow_runner_is_held (self->runner);
}

void
troupe_runner_pause_meet_methods (TroupeRunnerPause *self,
                                  const guint *methods,
                                  guint n_methods,
                                  TroupeValue *parameter)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (self->runner);

  if (!begin_meeting (self))
    return;
  for (guint i = 0; i < troupe_breakpoints_get_size (self->checked); i++)
    {
      const TroupeBreakpoint *breakpoint = troupe_breakpoints_get (self->checked, i);

      for (guint j = 0; breakpoint->kind == TROUPE_BREAKPOINT_METHOD && j < n_methods; j++)
        {
          View view = { self, NULL, parameter, NULL };

          if (g_str_equal (troupe_flow_get_method (flow, methods[j])->name, breakpoint->name) &&
              hit (self, i, &view))
            return;
        }
    }
}

gboolean
troupe_runner_pause_meet_event (TroupeRunnerPause *self, const char *event, TroupeValue *value)
{
  if (!begin_meeting (self))
    return FALSE;
  for (guint i = 0; i < troupe_breakpoints_get_size (self->checked); i++)
    {
      const TroupeBreakpoint *breakpoint = troupe_breakpoints_get (self->checked, i);
      View view = { self, NULL, value, event };

      if (breakpoint->kind == TROUPE_BREAKPOINT_EVENT && g_str_equal (breakpoint->name, event) &&
          (breakpoint->target == NULL ||
           troupe_runner_dispatch_listens (self->runner, breakpoint->target, event)) &&
          hit (self, i, &view))
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_runner_pause_meet_task (TroupeRunnerPause *self, TroupeRunnerWaitingTask *task)
{
  g_autoptr (TroupeValue) input = NULL;

  if (!begin_meeting (self))
    return FALSE;
  input = troupe_value_new_string (task->context, -1);
  for (guint i = 0; i < troupe_breakpoints_get_size (self->checked); i++)
    {
      const TroupeBreakpoint *breakpoint = troupe_breakpoints_get (self->checked, i);
      View view = { self, task->outputs, input, NULL };

      if (breakpoint->kind == TROUPE_BREAKPOINT_TASK &&
          (breakpoint->target == NULL || g_str_equal (breakpoint->target, task->method)) &&
          troupe_crew_find_task (task->crew, breakpoint->name) == (int) task->index &&
          hit (self, i, &view))
        return TRUE;
    }
  return FALSE;
}

/* --- Pending methods and tasks ------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (
      builder, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

/* Returns what the method is given. (transfer none) (nullable) */
static TroupeValue *
find_given (TroupeRunnerPause *self, const TroupeFlowMethod *method, TroupeValue *parameter)
{
  const guint launch =
      troupe_runner_record_count_launches (troupe_flow_runner_get_record (self->runner),
                                           method->index) +
      1;
  TroupeValue *given =
      troupe_runner_extent_find_input (troupe_flow_runner_get_extent (self->runner), method->index,
                                       launch);

  return given != NULL ? given : parameter;
}

static TroupeValue *
describe_method (TroupeRunnerPause *self, guint index, TroupeValue *parameter)
{
  const TroupeFlowMethod *method =
      troupe_flow_get_method (troupe_flow_runner_get_flow (self->runner), index);
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  add_text (&fields, "method", method->name);
  troupe_map_builder_add (&fields, "launch",
                          troupe_value_new_integer (
                              troupe_runner_record_count_launches (
                                  troupe_flow_runner_get_record (self->runner), index) +
                              1));
  troupe_map_builder_add (&fields, "input", value_or_null (find_given (self, method, parameter)));
  if (find_given (self, method, NULL) == NULL)
    {
      /* Adds what the `with` of the action evaluates to now. */
      g_autoptr (GError) error = NULL;
      TroupeValue *value = NULL;

      if (method->action->input != NULL && troupe_runner_extent_is_with (method))
        {
          value = troupe_runner_context_render (troupe_flow_runner_get_context (self->runner),
                                                method->action->input, NULL, NULL, &error);
          if (value != NULL)
            troupe_map_builder_add (&fields, "with", value);
          else
            add_text (&fields, "error", error->message);
        }
    }
  return troupe_map_builder_end (&fields);
}

static TroupeValue *
describe_task (TroupeRunnerPause *self, const TroupeRunnerWaitingTask *task)
{
  const char *changed = troupe_runner_pause_find_context (self, task->place);
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  add_text (&fields, "task", task->task);
  add_text (&fields, "agent", task->agent);
  add_text (&fields, "place", task->place);
  add_text (&fields, "input", changed != NULL ? changed : task->context);
  return troupe_map_builder_end (&fields);
}

/* Calls @func for each method that waits to be launched, those of the next turn first, until it returns TRUE. */
static void
for_each_held (
    TroupeRunnerPause *self,
    gboolean (*func) (TroupeRunnerPause *self, guint method, TroupeValue *parameter, gpointer data),
    gpointer data)
{
  TroupeRunnerFrames *frames = troupe_flow_runner_get_frames (self->runner);
  TroupeRunnerFrame *first = troupe_runner_frames_get_first (frames);
  TroupeRunnerFrame *frame = first;

  for (gboolean is_first = TRUE; is_first || frame != NULL; is_first = FALSE)
    {
      const TroupeRunnerLaunch *held = frame != NULL ? troupe_runner_frame_get_held (frame) : NULL;

      if (held != NULL && (is_first || frame != first))
        for (guint i = 0; i < held->methods->len; i++)
          if (func (self, g_array_index (held->methods, guint, i), held->parameter, data))
            return;
      frame = is_first        ? troupe_runner_frames_get_oldest (frames)
              : frame != NULL ? troupe_runner_frame_get_newer (frame)
                              : NULL;
    }
}

static gboolean
add_method (TroupeRunnerPause *self, guint method, TroupeValue *parameter, gpointer data)
{
  g_ptr_array_add (data, describe_method (self, method, parameter));
  return FALSE;
}

/* --- Showing ------------------------------------------------------------------------------------- */

/* Returns the outputs of the tasks before those that wait, by the methods of their crews. The outputs of a crew are those of its
 * tasks already. (transfer full) */
static TroupeValue *
list_task_outputs (TroupeRunnerPause *self)
{
  const gboolean has_state = troupe_flow_runner_get_options (self->runner)->kind->has_state;
  g_autoptr (GHashTable) listed = g_hash_table_new (g_str_hash, g_str_equal);
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; has_state && i < self->tasks->len; i++)
    {
      const TroupeRunnerWaitingTask *task = g_ptr_array_index (self->tasks, i);

      if (g_hash_table_add (listed, task->method))
        troupe_map_builder_add (&builder, task->method, troupe_value_ref (task->outputs));
    }
  return troupe_map_builder_end (&builder);
}

void
troupe_runner_pause_show (TroupeRunnerPause *self)
{
  const gboolean has_state = troupe_flow_runner_get_options (self->runner)->kind->has_state;
  TroupeRunPause *pause = troupe_run_pause_new ();
  g_autofree TroupeValue **edits = g_new (TroupeValue *, self->edits->len + 1);
  g_autoptr (GPtrArray) items = NULL;
  TroupeValue *pending;
  gsize n_items;
  g_autofree TroupeValue **prompts = NULL;
  TroupeRunBudgetView budget;
  const TroupeRunnerWaitingTask *task;
  g_autoptr (TroupeValue) methods = NULL;

  for (guint i = 0; i < self->edits->len; i++)
    edits[i] = troupe_value_ref (g_ptr_array_index (self->edits, i));
  budget = troupe_run_budget_look (troupe_flow_runner_get_options (self->runner)->budget);
  if (self->breakpoint != NULL)
    pause->reason = TROUPE_PAUSE_BY_BREAKPOINT;
  else if (budget.is_reached && budget.pauses)
    pause->reason = TROUPE_PAUSE_BY_BUDGET;
  else
    pause->reason = self->is_stepping ? TROUPE_PAUSE_BY_STEP : TROUPE_PAUSE_BY_USER;
  pause->breakpoint = self->breakpoint != NULL ? troupe_value_ref (self->breakpoint) : NULL;
  items = g_ptr_array_new ();
  for_each_held (self, add_method, items);
  for (guint i = 0; i < self->tasks->len; i++)
    g_ptr_array_add (items, describe_task (self, g_ptr_array_index (self->tasks, i)));
  pause->pending = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  pending = pause->pending;
  n_items = troupe_value_list_get_length (pending);
  prompts = g_new (TroupeValue *, n_items + 1);
  for (gsize i = 0; i < n_items; i++)
    {
      TroupeValue *item = troupe_value_list_get (pending, i);
      const char *name = troupe_value_get_member_text (item, "method");
      const TroupeFlowMethod *method =
          name != NULL ? troupe_flow_find_method (troupe_flow_runner_get_flow (self->runner), name)
                       : NULL;
      TroupeAgentDefinition *agent =
          method != NULL && method->action->type == TROUPE_ACTION_AGENT
              ? g_hash_table_lookup (troupe_flow_runner_get_options (self->runner)->made.agents,
                                     method->action)
              : NULL;
      TroupeValue *input = troupe_value_get_member (item, "with");
      TroupeValue *messages = NULL;

      /* An input that replaces what the action evaluates to. */
      if (input == NULL && troupe_value_get_member (item, "error") == NULL)
        input = troupe_value_get_member (item, "input");
      if (agent != NULL && input != NULL)
        messages = troupe_agent_definition_preview_messages (agent, input, NULL);
      prompts[i] = messages != NULL ? messages : troupe_value_new_null ();
    }
  pause->prompts = troupe_value_new_list (prompts, n_items);
  pause->event = g_strdup (self->event);
  pause->state =
      has_state
          ? troupe_value_ref (troupe_runner_state_get (troupe_flow_runner_get_state (self->runner)))
          : troupe_value_new_null ();
  /* The outputs of a crew are those of its tasks. */
  task = self->tasks->len > 0 ? g_ptr_array_index (self->tasks, 0) : NULL;
  methods = troupe_runner_record_get_map (troupe_flow_runner_get_record (self->runner));
  pause->outputs = troupe_flow_runner_get_options (self->runner)
                       ->kind->choose_outputs (methods, task != NULL ? task->outputs : NULL);
  pause->tasks = list_task_outputs (self);
  pause->edits = troupe_value_new_list (edits, self->edits->len);
  troupe_pause_channel_show (get_channel (self), pause);
}

void
troupe_runner_pause_hide (TroupeRunnerPause *self, gboolean is_step)
{
  self->is_stepping = is_step;
  g_clear_pointer (&self->breakpoint, troupe_value_unref);
  g_clear_pointer (&self->event, g_free);
  g_ptr_array_set_size (self->tasks, 0);
  troupe_pause_channel_show (get_channel (self), NULL);
}

void
troupe_runner_pause_add_fields (TroupeRunnerPause *self, TroupeMapBuilder *fields)
{
  g_autoptr (TroupeRunPause) pause = troupe_pause_channel_look (get_channel (self));

  if (pause == NULL)
    return;
  add_text (fields, "reason", troupe_pause_reason_get_name (pause->reason));
  if (pause->breakpoint != NULL)
    troupe_map_builder_add (fields, "breakpoint", troupe_value_ref (pause->breakpoint));
  if (pause->event != NULL)
    add_text (fields, "event", pause->event);
  troupe_map_builder_add (fields, "pending", troupe_value_ref (pause->pending));
}

void
troupe_runner_pause_add_task (TroupeRunnerPause *self, TroupeRunnerWaitingTask *task)
{
  g_ptr_array_add (self->tasks, task);
}

/* --- Changes ------------------------------------------------------------------------------------- */

/* A search for the input of a method. */
typedef struct
{
  const char *name; /* (nullable) */
  char *key;
  TroupeValue *before;
} Search;

static gboolean
find_method_input (TroupeRunnerPause *self, guint index, TroupeValue *parameter, gpointer data)
{
  Search *search = data;
  const TroupeFlowMethod *method =
      troupe_flow_get_method (troupe_flow_runner_get_flow (self->runner), index);

  if (search->name != NULL && !g_str_equal (search->name, method->name))
    return FALSE;
  if (method->action->type == TROUPE_ACTION_EXPRESSION ||
      method->action->type == TROUPE_ACTION_EACH)
    return FALSE;
  search->key = g_strdup_printf (
      "%s#%u", method->name,
      troupe_runner_record_count_launches (troupe_flow_runner_get_record (self->runner), index) +
          1);
  search->before = find_given (self, method, parameter);
  return TRUE;
}

char *
troupe_runner_pause_find_input (TroupeRunnerPause *self, const char *name, TroupeValue **before)
{
  Search search = { name, NULL, NULL };

  for_each_held (self, find_method_input, &search);
  for (guint i = 0; search.key == NULL && i < self->tasks->len; i++)
    {
      const TroupeRunnerWaitingTask *task = g_ptr_array_index (self->tasks, i);
      const char *changed = troupe_runner_pause_find_context (self, task->place);

      if (name != NULL && g_strcmp0 (name, task->task) != 0)
        continue;
      *before = troupe_value_new_string (changed != NULL ? changed : task->context, -1);
      return g_strdup (task->place);
    }
  *before = search.before != NULL ? troupe_value_ref (search.before) : NULL;
  return search.key;
}

void
troupe_runner_pause_set_context (TroupeRunnerPause *self, const char *place, TroupeValue *context)
{
  if (!troupe_value_is (context, TROUPE_VALUE_STRING))
    return;
  if (self->contexts == NULL)
    self->contexts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_replace (self->contexts, g_strdup (place),
                        g_strdup (troupe_value_get_string (context, NULL)));
}

const char *
troupe_runner_pause_find_context (TroupeRunnerPause *self, const char *place)
{
  return self->contexts != NULL ? g_hash_table_lookup (self->contexts, place) : NULL;
}

void
troupe_runner_pause_add_edit (TroupeRunnerPause *self, TroupeValue *edit)
{
  g_ptr_array_add (self->edits, troupe_value_ref (edit));
}
