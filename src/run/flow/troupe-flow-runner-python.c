/* troupe-flow-runner-python.c: Python of a flow run: helper process and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-python"

#include "config.h"

#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-crew-hook-call.h"
#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-python-private.h"
#include "troupe-flow-runner-report.h"
#include "troupe-permission-list.h"

/* Time in microseconds for which the run waits for Python code that may be quick. The more slow
 * calls are running, the shorter the time for each. */
#define GRACE_US (100 * 1000)
/* The same if the helper has to be started first. */
#define GRACE_START_US (2 * G_USEC_PER_SEC)

/* --- Helper process --------------------------------------------------------------------------- */

/* A line of output that was written before the record of the run was created. */
typedef struct
{
  char *method;
  TroupePythonStream stream;
  char *text;
} EarlyOutput;

static void
early_output_free (gpointer data)
{
  EarlyOutput *output = data;

  g_free (output->method);
  g_free (output->text);
  g_free (output);
}

static void
report (TroupeFlowRunner *runner, const char *method, TroupePythonStream stream, const char *text)
{
  const char *name = stream == TROUPE_PYTHON_STDOUT   ? "stdout"
                     : stream == TROUPE_PYTHON_STDERR ? "stderr"
                                                      : NULL;

  troupe_runner_report_output (runner, method, stream == TROUPE_PYTHON_STDOUT ? "info" : "warning",
                               name, text);
}

static void
log_cb (const char *method, TroupePythonStream stream, const char *text, gpointer user_data)
{
  TroupeRunnerPython *self = user_data;
  EarlyOutput *output = NULL;

  g_assert (self != NULL);

  if (self->early == NULL)
    {
      report (self->runner, method, stream, text);
      return;
    }
  output = g_new0 (EarlyOutput, 1);
  output->method = g_strdup (method);
  output->stream = stream;
  output->text = g_strdup (text);
  g_ptr_array_add (self->early, output);
}

void
troupe_runner_python_begin (TroupeRunnerPython *self)
{
  g_autoptr (GPtrArray) early = self != NULL ? g_steal_pointer (&self->early) : NULL;

  for (guint i = 0; early != NULL && i < early->len; i++)
    {
      const EarlyOutput *output = g_ptr_array_index (early, i);

      report (self->runner, output->method, output->stream, output->text);
    }
}

TroupeRunnerPython *
troupe_runner_python_new (TroupeFlowRunner *runner)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  TroupeFlow *flow = troupe_flow_runner_get_flow (runner);
  TroupeRunnerPython *self = NULL;
  g_autoptr (GStrvBuilder) names = NULL;
  TroupePythonSettings settings = { 0 };

  if (!options->has_python && (troupe_flow_get_state_reference (flow) == NULL ||
                               (options->permissions & TROUPE_PYTHON_PERMIT_CODE) == 0))
    return NULL;
  self = g_new0 (TroupeRunnerPython, 1);
  self->runner = runner;
  self->early = g_ptr_array_new_with_free_func (early_output_free);
  settings.permissions = options->permissions;
  settings.processes = options->processes;
  settings.sandbox = options->sandbox;
  settings.interpreter = options->interpreter;
  settings.folder = options->project_folder;
  settings.folder_target = options->servers.granted.folder_target;
  settings.modules = options->agreed_files;
  settings.module_digests = options->agreed_digests;
  settings.flow_name = troupe_flow_get_name (flow);
  if (troupe_state_model_is_typed (
          troupe_runner_state_get_model (troupe_flow_runner_get_state (runner))))
    settings.state_schema = troupe_flow_get_state_schema (flow);
  settings.has_unchecked_defaults = options->inputs == NULL && options->fork_from == NULL &&
                                    options->restore_from == NULL && options->steps == NULL &&
                                    options->pending == NULL;
  if ((options->permissions & TROUPE_PYTHON_PERMIT_CODE) != 0)
    {
      settings.state_class = troupe_flow_get_state_reference (flow);
      settings.input_provider = troupe_flow_get_input_provider (flow);
    }
  self->python = troupe_python_new (&settings);
  self->around.python = self->python;
  troupe_python_set_log_func (self->python, log_cb, self, NULL);
  /* Python code sees the outputs of methods with feedback as objects with attributes. */
  names = g_strv_builder_new ();
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (method->feedback != NULL && !troupe_value_is (method->feedback, TROUPE_VALUE_NULL))
        g_strv_builder_add (names, method->name);
    }
  self->feedback = g_strv_builder_end (names);
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint));
  self->steps = g_ptr_array_new ();
  if (options->document_path != NULL)
    self->file = g_path_get_basename (options->document_path);
  return self;
}

void
troupe_runner_python_free (TroupeRunnerPython *self)
{
  g_return_if_fail (self != NULL);

  troupe_python_set_log_func (self->python, NULL, NULL, NULL);
  troupe_python_stop (self->python);
  troupe_runner_python_begin (self);
  g_object_unref (self->python);
  g_array_unref (self->changed);
  g_ptr_array_unref (self->steps);
  g_strfreev (self->feedback);
  g_free (self->odd_field);
  g_free (self->file);
  g_free (self);
}

/* --- Results of a call ------------------------------------------------------------------------ */

static void
replace (TroupeValue **place, TroupeValue *before, TroupeValue *after)
{
  if (*place != before || before == NULL)
    return;
  *place = troupe_value_ref (after);
  troupe_value_unref (before);
}

static void
change_output (TroupeFlowRunner *self, guint method, TroupeValue *value)
{
  g_autoptr (TroupeValue) before =
      troupe_runner_record_change (troupe_flow_runner_get_record (self), method, value);

  if (before != NULL)
    {
      TroupeRunnerFrames *frames = troupe_flow_runner_get_frames (self);

      /* Also replaces the changed object in values that are waiting to be passed to methods. */
      for (TroupeRunnerFrame *frame = troupe_runner_frames_get_newest (frames); frame != NULL;
           frame = troupe_runner_frame_get_older (frame))
        troupe_runner_frame_replace_value (frame, before, value);
    }
}

static gboolean
change_step (TroupeRunnerFrame *frame, const char *name, TroupeValue *value)
{
  const TroupeFlowAction *action = troupe_runner_frame_get_method (frame)->action;
  TroupeRunnerEach *each = troupe_runner_frame_get_each (frame);

  for (guint i = 0; each != NULL && i < each->n_outputs; i++)
    {
      TroupeValue **output = &each->outputs[each->order[i]];

      if (!g_str_equal (action->steps[each->order[i]].name, name))
        continue;
      replace (&each->last, *output, value);
      replace (output, *output, value);
      return TRUE;
    }
  return FALSE;
}

void
troupe_runner_python_take_effects (TroupeRunnerFrame *frame, const TroupePythonResult *result)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  TroupeRunnerPython *self = troupe_flow_runner_get_python (runner);
  TroupeRunnerEach *each = troupe_runner_frame_get_each (frame);

  if (troupe_flow_runner_is_stopped (runner))
    return;
  if (result->state != NULL)
    troupe_flow_runner_set_state (runner, troupe_value_ref (result->state));
  /* The field may have become unusable for expressions, or usable again, without a difference in
   * its JSON. */
  if (g_strcmp0 (result->odd_field, self->odd_field) != 0 || result->odd_field != NULL)
    {
      troupe_runner_state_set_odd_field (troupe_flow_runner_get_state (runner), result->odd_field);
      troupe_set_str (&self->odd_field, result->odd_field);
    }
  if (result->outputs != NULL)
    {
      TroupeValue *changed = result->outputs;

      /* Applies the outputs that the code changed. A step hides a method with the same name
       * (§6). */
      for (gsize i = 0; i < troupe_value_map_get_size (changed); i++)
        {
          const char *name = troupe_value_get_string (troupe_value_map_get_key (changed, i), NULL);
          TroupeValue *value = troupe_value_map_get_value (changed, i);
          const TroupeFlowMethod *method = NULL;

          if (change_step (frame, name, value))
            continue;
          method = troupe_flow_find_method (troupe_flow_runner_get_flow (runner), name);
          if (method != NULL)
            change_output (runner, method->index, value);
        }
    }
  if (result->item != NULL && each != NULL)
    {
      g_clear_pointer (&each->changed_item, troupe_value_unref);
      each->changed_item = troupe_value_ref (result->item);
    }
}

void
troupe_runner_python_end_action (TroupeRunnerFrame *frame, TroupeValue *value, const char *label)
{
  if (label != NULL && troupe_runner_frame_get_each (frame) == NULL)
    troupe_runner_dispatch_set_label (troupe_runner_frame_get_runner (frame), value, label);
  troupe_runner_action_end (frame, value);
}

static void
call_free (TroupeRunnerPythonCall *self)
{
  g_assert (self != NULL);

  troupe_runner_python_end_questions (self);
  if (self->outer != NULL)
    g_cancellable_disconnect (self->outer, self->cancel_handler);
  g_clear_object (&self->outer);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->refusal);
  troupe_runner_view_clear (&self->view);
  g_clear_pointer (&self->outputs, troupe_value_unref);
  g_free (self->path);
  g_free (self->label);
  g_free (self);
}

gboolean
troupe_runner_python_end_call (TroupeRunnerPythonCall *call)
{
  gboolean is_awaited = call->is_awaited;

  troupe_runner_action_answered (call->frame);
  if (call->is_slow)
    call->python->n_slow--;
  call->has_ended = TRUE;
  if (!is_awaited)
    call_free (call);
  return is_awaited;
}

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  TroupeRunnerPythonCall *call = user_data;
  TroupeRunnerFrame *frame = call->frame;
  const TroupeFlowAction *action = call->action;
  TroupeRunnerFrames *frames = NULL;
  gboolean is_awaited = FALSE;
  gboolean is_paused = call->is_paused;
  g_autoptr (GError) refusal = g_steal_pointer (&call->refusal);
  GError *error = NULL;
  g_autoptr (TroupePythonResult) result =
      troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &error);

  g_assert (call != NULL);

  /* The code may have ended before the call was cancelled. */
  if (refusal != NULL)
    g_clear_pointer (&result, troupe_python_result_free);
  TROUPE_CRASH_POINT ("python-ended");
  troupe_runner_python_end_questions (call);
  is_awaited = troupe_runner_python_end_call (call);
  if (result != NULL && !troupe_runner_action_is_stopped (frame))
    troupe_runner_python_take_effects (frame, result);
  if (!troupe_runner_action_is_wanted (frame))
    {
      g_clear_error (&error);
      return;
    }
  /* If the run waits for a call, the results of that call count as turns of the run itself. */
  frames = troupe_flow_runner_get_frames (troupe_runner_frame_get_runner (frame));
  troupe_runner_frames_set_advancing (frames, is_awaited);
  if (refusal != NULL)
    {
      g_autofree char *path = troupe_runner_action_make_path (frame, action);

      g_clear_error (&error);
      troupe_runner_action_fail (frame, g_steal_pointer (&refusal), path);
    }
  else if (result == NULL && is_paused)
    {
      g_clear_error (&error);
      troupe_runner_action_pause (frame);
    }
  else if (result == NULL)
    {
      g_autofree char *failed_path = troupe_runner_action_make_path (frame, action);

      troupe_runner_action_fail (frame, troupe_runner_python_describe_error (error), failed_path);
    }
  else if (result->failure != NULL)
    {
      const TroupePythonFailure *failure = result->failure;
      g_autofree char *place = troupe_runner_action_make_path (frame, action);
      g_autofree char *path = g_strconcat (place, action->code != NULL ? ".code" : NULL, NULL);
      g_autofree char *traceback = g_strchomp (g_strdup (failure->traceback));
      GError *cause = troupe_runner_python_describe_failure (action, failure);

      /* Fails the action with the exception of the code. */
      if (*traceback != '\0')
        troupe_runner_action_report (frame, "error", NULL, traceback);
      troupe_runner_frame_set_error_line (frame, failure->document_line);
      troupe_runner_action_fail (frame, cause, path);
    }
  else
    troupe_runner_python_end_action (frame, troupe_value_ref (result->value), result->label);
  troupe_runner_frames_set_advancing (frames, FALSE);
}

/* --- Calls ----------------------------------------------------------------------------------- */

void
troupe_runner_python_fill_call (TroupeRunnerPythonCall *call, TroupePythonRequest *request)
{
  TroupeRunnerPython *self = call->python;
  TroupeRunnerFrame *frame = call->frame;
  const TroupeFlowMethod *method = troupe_runner_frame_get_method (frame);
  TroupeRunnerEach *each = troupe_runner_frame_get_each (frame);
  TroupeValue *parameter = troupe_runner_frame_get_parameter (frame);

  troupe_runner_python_fill_request (self, request, call->action, call->path);
  request->method = method->name;
  request->owner = method->name;
  request->is_router = method->router && each == NULL;
  if (each != NULL)
    {
      request->method = method->action->steps[each->step].name;
      request->item = troupe_runner_each_get_item (each);
    }
  else if (parameter != NULL)
    {
      request->input = parameter;
      request->input_is_feedback =
          troupe_runner_record_is_feedback (troupe_flow_runner_get_record (self->runner),
                                            parameter);
    }
  request->state = troupe_runner_state_get (troupe_flow_runner_get_state (self->runner));
  troupe_runner_python_make_view (self, frame, call->outputs, request, &call->view);
  request->feedback = (const char *const *) self->feedback;
}

/* Makes the run wait until the call has ended or turns out to be slow, or until the run is
 * stopped. No other result is processed before the result of this call. */
static TroupeContinuationResult
wait_for_quick_end (TroupeFlowRunner *runner, gpointer data)
{
  TroupeRunnerPythonCall *call = data;

  g_assert (call != NULL);

  if (call->has_ended)
    {
      call_free (call);
      return TROUPE_ROUTINE_DONE;
    }
  if (g_get_monotonic_time () < call->patience_us && !troupe_flow_runner_is_stopped (runner))
    {
      troupe_continuations_wake_at (troupe_flow_runner_get_continuations (runner), call->patience_us);
      return TROUPE_ROUTINE_WAITS;
    }
  call->is_awaited = FALSE;
  call->is_slow = TRUE;
  call->python->n_slow++;
  return TROUPE_ROUTINE_DONE;
}

void
troupe_runner_python_begin_call (TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *arguments,
                                 TroupeValue *outputs,
                                 gboolean may_be_quick,
                                 TroupeRunnerPythonCallFunc func)
{
  TroupeRunnerPythonCall *call = g_new0 (TroupeRunnerPythonCall, 1);
  TroupeRunnerPython *self;
  gint64 grace_us;

  call->python = troupe_flow_runner_get_python (troupe_runner_frame_get_runner (frame));
  call->frame = frame;
  call->action = action;
  call->path = troupe_runner_action_make_path (frame, action);
  if (outputs != NULL)
    call->outputs = troupe_value_ref (outputs);
  self = call->python;

  TROUPE_CRASH_POINT ("python-begun");
  if (may_be_quick)
    {
      grace_us = troupe_python_is_running (self->python) ? GRACE_US : GRACE_START_US;
      call->patience_us = g_get_monotonic_time () + grace_us / (1 + self->n_slow);
      call->is_awaited = TRUE;
      troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner),
                                 wait_for_quick_end, call, NULL);
    }
  func (call, arguments);
}

static void
cancelled_cb (GCancellable *action, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

static void
call_code (TroupeRunnerPythonCall *call, TroupeValue *arguments)
{
  TroupePythonRequest request = { 0 };

  g_assert (call != NULL);

  troupe_runner_python_fill_call (call, &request);
  request.arguments = arguments;
  request.ask = troupe_runner_python_ask_cb;
  request.ask_data = call;
  call->outer = g_object_ref (troupe_runner_action_wait (call->frame));
  call->cancellable = g_cancellable_new ();
  call->cancel_handler = g_cancellable_connect (call->outer, G_CALLBACK (cancelled_cb),
                                                g_object_ref (call->cancellable), g_object_unref);
  troupe_python_call_async (call->python->python, &request, call->cancellable, called_cb, call);
}

void
troupe_runner_python_start_action (TroupeRunnerFrame *frame,
                                   const TroupeFlowAction *action,
                                   TroupeValue *arguments,
                                   TroupeValue *outputs)
{
  troupe_runner_python_begin_call (frame, action, arguments, outputs, TRUE, call_code);
}

gboolean
troupe_runner_python_begin_action (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  g_autoptr (TroupeValue) arguments = NULL;
  GError *error = NULL;

  if (action->input != NULL)
    arguments = troupe_runner_action_render_with (frame, action, &error);
  if (error != NULL)
    troupe_runner_action_fail (frame, error, NULL);
  else
    troupe_runner_action_ready (frame, action, arguments);
  return FALSE;
}
