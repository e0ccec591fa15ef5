/* troupe-flow-runner-python.c: the Python of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-python"

#include "config.h"

#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-python-private.h"
#include "troupe-rights.h"

/* How long the run stands still for Python that may be quick, in microseconds. The more slow calls there
 * are already, the less time is left for each. */
#define GRACE_US (100 * 1000)
/* The same where the helper has to be started first. */
#define GRACE_START_US (2 * G_USEC_PER_SEC)

/* A call under way. @ended: (nullable): set where somebody waits; @is_slow: nobody does any more */
typedef struct
{
  TroupeRunnerPython *python;
  TroupeRunnerFrame *frame;
  const TroupeFlowAction *action;
  gboolean *ended;
  gboolean is_slow;
} Call;

/* --- The helper ------------------------------------------------------------------------------ */

/* A line that came before there was a record of the run to hold it. */
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

/* Code sees what a person answered as an object with attributes. */
static char **
list_feedback (TroupeFlow *flow)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (method->feedback != NULL && !troupe_value_is (method->feedback, TROUPE_VALUE_NULL))
        g_strv_builder_add (names, method->name);
    }
  return g_strv_builder_end (names);
}

static TroupePython *
make_helper (TroupeFlowRunner *runner)
{
  const TroupeFlowRunnerOptions *options = &runner->options;
  TroupePythonSettings settings = { 0 };
  g_autofree char *folder = NULL;

  if (options->document_path != NULL)
    folder = g_path_get_dirname (options->document_path);
  settings.permissions = options->permissions;
  settings.sandbox = options->sandbox;
  settings.folder = folder != NULL ? folder : options->folder;
  settings.modules = options->agreed_files;
  settings.module_digests = options->agreed_digests;
  settings.flow_name = troupe_flow_get_name (runner->flow);
  if (troupe_state_model_is_typed (runner->model))
    settings.state_schema = troupe_flow_get_state_schema (runner->flow);
  settings.has_unchecked_defaults = options->inputs == NULL && options->fork_from == NULL &&
                                    options->restore_from == NULL && options->steps == NULL &&
                                    options->pending == NULL;
  if ((options->permissions & TROUPE_PYTHON_PERMIT_CODE) != 0)
    settings.state_class = troupe_flow_get_state_reference (runner->flow);
  return troupe_python_new (&settings);
}

TroupeRunnerPython *
troupe_runner_python_new (TroupeFlowRunner *runner)
{
  TroupeRunnerPython *self = NULL;

  g_return_val_if_fail (runner != NULL, NULL);

  if (!troupe_rights_have_python (runner->flow) &&
      (troupe_flow_get_state_reference (runner->flow) == NULL ||
       (runner->options.permissions & TROUPE_PYTHON_PERMIT_CODE) == 0))
    return NULL;
  self = g_new0 (TroupeRunnerPython, 1);
  self->runner = runner;
  self->early = g_ptr_array_new_with_free_func (early_output_free);
  self->python = make_helper (runner);
  troupe_python_set_log_func (self->python, log_cb, self, NULL);
  self->feedback = list_feedback (runner->flow);
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint));
  self->steps = g_ptr_array_new ();
  if (runner->options.document_path != NULL)
    self->file = g_path_get_basename (runner->options.document_path);
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

/* --- What comes of a call -------------------------------------------------------------------- */

static void
replace (TroupeValue **place, TroupeValue *before, TroupeValue *after)
{
  if (*place != before || before == NULL)
    return;
  *place = troupe_value_ref (after);
  troupe_value_unref (before);
}

/* The object that was changed is still on its way to methods that are not launched yet. */
static void
replace_in_frames (TroupeFlowRunner *self, TroupeValue *before, TroupeValue *after)
{
  for (TroupeRunnerFrame *frame = self->newest; frame != NULL; frame = frame->older)
    {
      GArray *results = frame->dispatch.results;

      replace (&frame->result, before, after);
      replace (&frame->feedback, before, after);
      replace (&frame->child_result, before, after);
      replace (&frame->dispatch.value, before, after);
      for (guint i = 0; results != NULL && i < results->len; i++)
        replace (&g_array_index (results, TroupeRouterResult, i).value, before, after);
    }
}

/* Where the latest output of a method is kept: among what people said, or among the outputs. */
static TroupeValue **
find_kept (TroupeFlowRunner *self, guint method)
{
  TroupeValue *latest = self->latest[method];
  guint place = 0;

  if (latest == NULL)
    return NULL;
  if (g_ptr_array_find (self->feedbacks, latest, &place))
    return (TroupeValue **) &g_ptr_array_index (self->feedbacks, place);
  for (guint i = self->outputs->len; i > 0; i--)
    {
      TroupeRunOutput *output = &g_array_index (self->outputs, TroupeRunOutput, i - 1);

      if (output->method == method && output->value == latest)
        return &output->value;
    }
  return NULL;
}

static void
change_output (TroupeFlowRunner *self, guint method, TroupeValue *value)
{
  TroupeValue **kept = find_kept (self, method);
  g_autoptr (TroupeValue) before = NULL;

  if (kept == NULL)
    return;
  before = troupe_value_ref (*kept);
  replace (kept, before, value);
  self->latest[method] = value;
  troupe_runner_context_note_output (self, method);
  g_clear_pointer (&self->outputs_map, troupe_value_unref);
  replace_in_frames (self, before, value);
}

static gboolean
change_step (TroupeRunnerFrame *frame, const char *name, TroupeValue *value)
{
  TroupeRunnerEach *each = frame->each;

  for (guint i = 0; each != NULL && i < each->n_outputs; i++)
    {
      TroupeValue **output = &each->outputs[each->order[i]];

      if (!g_str_equal (frame->method->action->steps[each->order[i]].name, name))
        continue;
      replace (&each->last, *output, value);
      replace (output, *output, value);
      return TRUE;
    }
  return FALSE;
}

/* The outputs that the code changed. Steps go before methods of the same name (§6). */
static void
change_outputs (TroupeRunnerFrame *frame, TroupeValue *changed)
{
  for (gsize i = 0; i < troupe_value_map_get_size (changed); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (changed, i), NULL);
      TroupeValue *value = troupe_value_map_get_value (changed, i);
      const TroupeFlowMethod *method = NULL;

      if (change_step (frame, name, value))
        continue;
      method = troupe_flow_find_method (frame->runner->flow, name);
      if (method != NULL)
        change_output (frame->runner, method->index, value);
    }
}

/* What the code did besides returning something. It did so too where it failed or where nobody waits for
 * it any more. */
static void
take_effects (TroupeRunnerFrame *frame, const TroupePythonResult *result)
{
  TroupeFlowRunner *self = frame->runner;

  if (result->state != NULL)
    troupe_flow_runner_set_state (self, troupe_value_ref (result->state));
  /* It may have become odd, or be so no longer, without a difference in its JSON. */
  if (g_strcmp0 (result->odd_field, self->python->odd_field) != 0 || result->odd_field != NULL)
    {
      g_free (self->unusable);
      self->unusable = result->odd_field != NULL
                           ? g_strdup (result->odd_field)
                           : troupe_runner_context_find_unusable (self->state);
      troupe_set_str (&self->python->odd_field, result->odd_field);
    }
  if (result->outputs != NULL)
    change_outputs (frame, result->outputs);
  if (result->item != NULL && frame->each != NULL)
    {
      g_clear_pointer (&frame->each->changed_item, troupe_value_unref);
      frame->each->changed_item = troupe_value_ref (result->item);
    }
}

/* What the code raised. A tool's own failure is told apart from a script's (spec/cli.md). */
static void
fail_with_exception (TroupeRunnerFrame *frame,
                     const TroupeFlowAction *action,
                     const TroupePythonFailure *failure)
{
  TroupeFlowRunner *self = frame->runner;
  g_autofree char *path = _troupe_runner_python_make_path (frame, action, action->code != NULL);
  g_autofree char *traceback = g_strchomp (g_strdup (failure->traceback));
  GError *error = _troupe_runner_python_describe_failure (action, failure);

  if (*traceback != '\0')
    troupe_runner_report_output (self, frame->method->name, "error", NULL, traceback);
  frame->error_line = failure->document_line;
  troupe_runner_action_fail (frame, error, path);
}

static void
fail_without_result (TroupeRunnerFrame *frame, const TroupeFlowAction *action, GError *cause)
{
  g_autofree char *path = _troupe_runner_python_make_path (frame, action, FALSE);

  troupe_runner_action_fail (frame, _troupe_runner_python_describe_error (action, cause), path);
}

static void
end_call (Call *call)
{
  call->frame->runner->n_calls--;
  if (call->is_slow)
    call->python->n_slow--;
  if (call->ended != NULL)
    *call->ended = TRUE;
  g_free (call);
}

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Call *call = user_data;
  TroupeRunnerFrame *frame = call->frame;
  const TroupeFlowAction *action = call->action;
  GError *error = NULL;
  g_autoptr (TroupePythonResult) result =
      troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &error);

  TROUPE_CRASH_POINT ("python-ended");
  end_call (call);
  g_clear_object (&frame->cancellable);
  if (result != NULL && !troupe_flow_runner_is_stopped (frame->runner))
    take_effects (frame, result);
  if (frame->stage == TROUPE_STAGE_CANCELLED || troupe_flow_runner_is_stopped (frame->runner))
    {
      g_clear_error (&error);
      /* A stopped run frees its frames itself. */
      if (frame->stage == TROUPE_STAGE_CANCELLED)
        troupe_runner_frame_free (frame);
      return;
    }
  if (result == NULL)
    fail_without_result (frame, action, error);
  else if (result->failure != NULL)
    fail_with_exception (frame, action, result->failure);
  else
    {
      if (result->label != NULL && frame->each == NULL)
        troupe_runner_dispatch_set_label (frame->runner, result->value, result->label);
      troupe_runner_action_end (frame, troupe_value_ref (result->value));
    }
}

/* --- Calls ----------------------------------------------------------------------------------- */

static gboolean
too_long_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Stands still until the call has ended, is found to be slow, or the run is stopped. Nothing that ends
 * meanwhile has its turn before this one. */
static void
wait_for_quick_end (TroupeRunnerPython *self, Call *call, gboolean *ended, gint64 grace_us)
{
  TroupeFlowRunner *runner = self->runner;
  g_autoptr (GSource) timer = g_timeout_source_new (0);
  gboolean is_too_long = FALSE;

  g_source_set_ready_time (timer, g_get_monotonic_time () + grace_us);
  g_source_set_callback (timer, too_long_cb, &is_too_long, NULL);
  g_source_attach (timer, runner->options.context);
  while (!*ended && !is_too_long && !troupe_flow_runner_is_stopped (runner))
    g_main_context_iteration (runner->options.context, TRUE);
  g_source_destroy (timer);
  if (*ended)
    return;
  call->ended = NULL;
  call->is_slow = TRUE;
  self->n_slow++;
}

void
troupe_runner_python_start (TroupeRunnerPython *self,
                            TroupeRunnerFrame *frame,
                            const TroupeFlowAction *action,
                            TroupeValue *arguments,
                            TroupeValue *outputs)
{
  g_autofree char *path = _troupe_runner_python_make_path (frame, action, FALSE);
  g_auto (TroupeRunnerView) view = { 0 };
  TroupePythonRequest request = { 0 };
  gint64 grace_us = troupe_python_is_running (self->python) ? GRACE_US : GRACE_START_US;
  gboolean ended = FALSE;
  Call *call = g_new0 (Call, 1);

  _troupe_runner_python_fill_request (self, &request, action, path);
  request.method = frame->method->name;
  request.owner = frame->method->name;
  request.is_router = frame->method->router && frame->each == NULL;
  if (frame->each != NULL)
    {
      request.method = frame->method->action->steps[frame->each->step].name;
      request.item = troupe_runner_each_get_item (frame->each);
    }
  else if (frame->parameter != NULL)
    {
      request.input = frame->parameter;
      request.input_is_feedback =
          g_ptr_array_find (self->runner->feedbacks, frame->parameter, NULL);
    }
  request.state = self->runner->state;
  _troupe_runner_python_make_view (self, frame, outputs, &request, &view);
  request.feedback = (const char *const *) self->feedback;
  request.arguments = arguments;
  call->python = self;
  call->frame = frame;
  call->action = action;
  call->ended = &ended;
  frame->cancellable = g_cancellable_new ();
  self->runner->n_calls++;
  TROUPE_CRASH_POINT ("python-begun");
  troupe_python_call_async (self->python, &request, frame->cancellable, called_cb, call);
  wait_for_quick_end (self, call, &ended, grace_us / (1 + self->n_slow));
}
