/* troupe-tool-call.c: one call of a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tool-call"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cancel.h"
#include "troupe-tool-private.h"

/* @task: (nullable): NULL once the call has ended; @is_description: whether the tool is only to
 *   be described, not called */
struct _TroupeToolCall
{
  guint n_references;
  TroupeTool *tool;
  GTask *task;
  GCancellable *cancellable; /* (nullable) */
  GSource *cancel_source;    /* (nullable) */
  TroupeValue *arguments;
  TroupeToolContext context; /* owns its strings, scope and bus */
  gboolean is_description;
  gboolean has_begun;
  gboolean changes_run;
  TroupeValue *described; /* (nullable): the request, for the recorder */
  TroupeValue *shape;     /* (nullable): of the result */
  TroupeValue *restored;  /* (nullable): result and shape of a recording */
};

static TroupeValue *
make_empty_map (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

/* Returns the arguments without the keys of the run. @arguments, @context: (nullable). (transfer
 * full) */
static TroupeValue *
make_arguments (TroupeTool *tool, TroupeValue *arguments, const TroupeToolContext *context)
{
  if (arguments == NULL)
    return make_empty_map ();
  if (context == NULL || TROUPE_TOOL_GET_CLASS (tool)->computes_with_keys)
    return troupe_value_ref (arguments);
  return troupe_redactor_hide_value (
      troupe_event_bus_get_redactor (troupe_tool_context_get_bus (context)), arguments);
}

void
troupe_tool_context_copy (TroupeToolContext *self, const TroupeToolContext *from)
{
  g_return_if_fail (self != NULL && from != NULL);

  *self = *from;
  if (from->run != NULL)
    self->run = troupe_run_context_ref (from->run);
  self->owner = g_strdup (from->owner);
  if (from->scope != NULL)
    troupe_scope_ref (from->scope);
}

void
troupe_tool_context_clear (TroupeToolContext *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->run, troupe_run_context_unref);
  g_clear_pointer ((char **) &self->owner, g_free);
  g_clear_pointer (&self->scope, troupe_scope_unref);
}

TroupeEventBus *
troupe_tool_context_get_bus (const TroupeToolContext *self)
{
  return self->run != NULL ? self->run->bus : NULL;
}

TroupeRecorder *
troupe_tool_context_get_recorder (const TroupeToolContext *self)
{
  return self->run != NULL ? self->run->recorder : NULL;
}

const char *
troupe_tool_context_get_folder (const TroupeToolContext *self)
{
  return self->run != NULL ? self->run->folder : NULL;
}

TroupeLlmEnvironment *
troupe_tool_context_get_environment (const TroupeToolContext *self)
{
  return self->run != NULL ? troupe_run_context_get_environment (self->run) : NULL;
}

static TroupeToolCall *
call_new (TroupeTool *tool,
          GTask *taken,
          TroupeValue *arguments,
          const TroupeToolContext *context,
          GCancellable *cancellable)
{
  TroupeToolCall *self = g_new0 (TroupeToolCall, 1);

  g_assert (G_IS_TASK (taken));

  self->n_references = 1;
  self->tool = g_object_ref (tool);
  self->task = taken;
  self->arguments = make_arguments (tool, arguments, context);
  if (cancellable != NULL)
    self->cancellable = g_object_ref (cancellable);
  if (context != NULL)
    troupe_tool_context_copy (&self->context, context);
  return self;
}

TroupeToolCall *
troupe_tool_call_ref (TroupeToolCall *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->n_references++;
  return self;
}

/* Fails a call that was not ended before its last reference was dropped. This is an error of the
 * implementation. */
static void
end_forgotten (TroupeToolCall *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  g_assert (self != NULL);

  if (task != NULL)
    g_task_return_new_error (task, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID,
                             _ ("The tool “%s” returned no answer."),
                             troupe_tool_get_name (self->tool));
}

static void
stop_listening (TroupeToolCall *self)
{
  if (self->cancel_source != NULL)
    g_source_destroy (self->cancel_source);
  g_clear_pointer (&self->cancel_source, g_source_unref);
}

void
troupe_tool_call_unref (TroupeToolCall *self)
{
  g_return_if_fail (self != NULL);

  if (--self->n_references > 0)
    return;
  stop_listening (self);
  end_forgotten (self);
  troupe_value_unref (self->arguments);
  g_clear_pointer (&self->described, troupe_value_unref);
  g_clear_pointer (&self->shape, troupe_value_unref);
  g_clear_pointer (&self->restored, troupe_value_unref);
  g_clear_object (&self->cancellable);
  troupe_tool_context_clear (&self->context);
  g_object_unref (self->tool);
  g_free (self);
}

TroupeTool *
troupe_tool_call_get_tool (TroupeToolCall *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->tool;
}

TroupeValue *
troupe_tool_call_get_arguments (TroupeToolCall *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->arguments;
}

const TroupeToolContext *
troupe_tool_call_get_context (TroupeToolCall *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->context;
}

GCancellable *
troupe_tool_call_get_cancellable (TroupeToolCall *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->cancellable;
}

gboolean
troupe_tool_call_is_open (TroupeToolCall *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->task != NULL;
}

/* --- Reports and results ---------------------------------------------------------------------- */

/**
 * troupe_tool_call_report:
 * @level: info, warning or error
 * @stream: (nullable): `stdout` or `stderr` if the line was written to one of these streams
 *
 * Reports a log line. Ignored once the call has ended.
 */
void
troupe_tool_call_report (TroupeToolCall *self,
                         const char *level,
                         const char *stream,
                         const char *text)
{
  g_return_if_fail (self != NULL && level != NULL && text != NULL);

  if (self->task != NULL && self->context.report != NULL)
    self->context.report (level, stream, text, self->context.user_data);
}

void
troupe_tool_call_set_changes_run (TroupeToolCall *self)
{
  g_return_if_fail (self != NULL);

  self->changes_run = TRUE;
}

void
troupe_tool_call_set_shape (TroupeToolCall *self, TroupeValue *shape)
{
  g_return_if_fail (self != NULL && shape != NULL);

  troupe_value_ref (shape);
  g_clear_pointer (&self->shape, troupe_value_unref);
  self->shape = shape;
}

TroupeValue *
troupe_tool_call_get_restored (TroupeToolCall *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->restored;
}

/* --- Recording -------------------------------------------------------------------------------- */

static TroupeRecordKind
get_kind (TroupeToolCall *self)
{
  return self->is_description ? TROUPE_RECORD_DESCRIPTION : TROUPE_RECORD_TOOL;
}

static gboolean
has_gate (TroupeToolCall *self)
{
  return self->context.run != NULL && self->context.run->gate != NULL && !self->context.skips_gate;
}

/* Returns TRUE if the call is looked up in the recording of the run. */
static gboolean
is_recorded (TroupeToolCall *self)
{
  const TroupeToolClass *class = TROUPE_TOOL_GET_CLASS (self->tool);

  return troupe_tool_context_get_recorder (&self->context) != NULL &&
         (self->is_description ? class->restore != NULL : !class->is_of_run);
}

/* Keeps the outcome of a call that was made. @value: (nullable): NULL if it failed with @error */
static void
record (TroupeToolCall *self, TroupeValue *value, const GError *error)
{
  g_autoptr (TroupeValue) outcome = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (self->described == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  troupe_map_builder_init (&builder);
  if (self->changes_run)
    troupe_map_builder_add (&builder, "executes", troupe_value_new_boolean (TRUE));
  else if (value != NULL)
    troupe_map_builder_add (&builder, "result", troupe_value_ref (value));
  if (!self->changes_run && value != NULL && self->shape != NULL)
    troupe_map_builder_add (&builder, "shape", troupe_value_ref (self->shape));
  outcome = troupe_map_builder_end (&builder);
  if (error != NULL && !self->changes_run)
    {
      troupe_value_unref (outcome);
      outcome = troupe_recorder_make_failure (
          error->domain == TROUPE_TOOL_ERROR ? error->code : TROUPE_TOOL_ERROR_FAILED,
          error->message, NULL);
    }
  troupe_recorder_add (troupe_tool_context_get_recorder (&self->context), get_kind (self),
                       self->described, self->context.scope, outcome);
}

/* --- Ending ----------------------------------------------------------------------------------- */

void
troupe_tool_call_fail (TroupeToolCall *self, GError *error)
{
  g_autoptr (GError) taken = error;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (self != NULL && error != NULL);

  task = g_steal_pointer (&self->task);
  stop_listening (self);
  if (task == NULL)
    return;
  record (self, NULL, taken);
  if (!self->is_description &&
      g_error_matches (taken, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS))
    troupe_tool_give_usage_back (self->tool);
  g_task_return_error (task, g_steal_pointer (&taken));
}

/**
 * troupe_tool_call_end:
 * @value: (transfer full): the result of the tool
 *
 * Ends the call with the value, or with an error if the value exceeds the size limit of the tool.
 */
void
troupe_tool_call_end (TroupeToolCall *self, TroupeValue *value)
{
  g_autoptr (TroupeValue) taken = value;
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (self != NULL && value != NULL);

  if (self->task == NULL)
    return;
  if (self->is_description ? !troupe_tool_take_description (self->tool, value, &error)
                           : !troupe_tool_check_result (self->tool, value, &error))
    {
      troupe_tool_call_fail (self, error);
      return;
    }
  record (self, value, NULL);
  if (has_gate (self) && self->has_begun)
    self->context.run->gate->ended (self, value, self->context.run->gate_data);
  task = g_steal_pointer (&self->task);
  stop_listening (self);
  g_task_return_pointer (task, g_steal_pointer (&taken), (GDestroyNotify) troupe_value_unref);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (TroupeToolCall) self = troupe_tool_call_ref (user_data);

  g_assert (G_IS_CANCELLABLE (cancellable));

  troupe_tool_call_fail (self, g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                                            _ ("The call of the tool “%s” was canceled."),
                                            troupe_tool_get_name (self->tool)));
  return G_SOURCE_REMOVE;
}

/* --- Starting calls --------------------------------------------------------------------------- */

/* Ends the call on cancellation if the implementation does not do so itself. */
static void
listen_for_cancel (TroupeToolCall *self)
{
  GMainContext *context = g_task_get_context (self->task);

  g_assert (self != NULL);

  if (self->cancellable == NULL || TROUPE_TOOL_GET_CLASS (self->tool)->ends_when_cancelled)
    return;
  self->cancel_source = troupe_cancel_source_new (self->cancellable, context);
  g_source_set_callback (self->cancel_source, G_SOURCE_FUNC (cancelled_cb), self, NULL);
  g_source_attach (self->cancel_source, context);
}

static GTask *
make_task (TroupeTool *self,
           GCancellable *cancellable,
           GAsyncReadyCallback callback,
           gpointer user_data,
           gpointer tag)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_assert (TROUPE_IS_TOOL (self));

  g_task_set_source_tag (task, tag);
  /* A finished call keeps its result even if it is cancelled, because its effects cannot be
   * undone. */
  g_task_set_check_cancellable (task, FALSE);
  return task;
}

/* Does nothing if the call was cancelled in the meantime. */
void
troupe_tool_call_begin (TroupeToolCall *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (!self->has_begun && !self->is_description);

  if (self->task == NULL)
    return;
  self->has_begun = TRUE;
  TROUPE_TOOL_GET_CLASS (self->tool)->call (self->tool, self);
}

/* Starts a call or a description that is not recorded. */
static void
start (TroupeToolCall *self)
{
  const TroupeToolClass *class = TROUPE_TOOL_GET_CLASS (self->tool);

  g_assert (self != NULL);

  if (self->is_description && class->describe != NULL)
    class->describe (self->tool, self);
  else if (self->is_description)
    troupe_tool_call_end (self, make_empty_map ());
  else if (has_gate (self))
    self->context.run->gate->open (self, self->context.run->gate_data);
  else
    troupe_tool_call_begin (self);
}

/* Called with the recorded outcome of the call. Takes ownership of @func_data. */
static void
found_cb (TroupeValue *outcome, GError *error, gpointer func_data)
{
  g_autoptr (TroupeToolCall) self = func_data;
  g_autoptr (TroupeValue) described = g_steal_pointer (&self->described);
  TroupeValue *result = troupe_value_is_filled (outcome)
                            ? troupe_value_map_lookup_string (outcome, "result", -1)
                            : NULL;
  TroupeValue *shape = troupe_value_is_filled (outcome)
                           ? troupe_value_get_member_of (outcome, "shape", TROUPE_VALUE_MAP)
                           : NULL;
  const char *message = NULL;
  int code = 0;

  if (error != NULL)
    troupe_tool_call_fail (self, error);
  else if (troupe_recorder_read_failure (outcome, &code, &message, NULL))
    troupe_tool_call_fail (self, g_error_new_literal (TROUPE_TOOL_ERROR,
                                                      CLAMP (code, 0, TROUPE_TOOL_ERROR_REPORTED),
                                                      message));
  else if (result != NULL && self->is_description &&
           !TROUPE_TOOL_GET_CLASS (self->tool)->restore (self->tool, result, &error))
    troupe_tool_call_fail (self, error);
  else if (result != NULL && shape != NULL && self->task != NULL &&
           TROUPE_TOOL_GET_CLASS (self->tool)->may_change_run)
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "value", troupe_value_ref (result));
      troupe_map_builder_add (&builder, "shape", troupe_value_ref (shape));
      self->restored = troupe_map_builder_end (&builder);
      start (self);
    }
  else if (result != NULL)
    troupe_tool_call_end (self, troupe_value_ref (result));
  else if (outcome != NULL && !TROUPE_TOOL_GET_CLASS (self->tool)->may_change_run)
    troupe_tool_call_fail (self, g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                                              _ ("The recording has no result of the tool “%s”."),
                                              troupe_tool_get_name (self->tool)));
  else if (self->task != NULL)
    {
      /* A call that has changed the run was recorded already. */
      if (outcome == NULL)
        self->described = g_steal_pointer (&described);
      start (self);
    }
}

/* Looks up the call in the recording of the run, if there is one, or starts it. */
static void
find_or_start (TroupeToolCall *self)
{
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (!is_recorded (self))
    {
      start (self);
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, self->is_description ? "service" : "tool",
                          troupe_value_new_string (troupe_tool_get_name (self->tool), -1));
  if (!self->is_description)
    troupe_map_builder_add (&builder, "arguments", troupe_value_ref (self->arguments));
  self->described = troupe_map_builder_end (&builder);
  troupe_recorder_find (troupe_tool_context_get_recorder (&self->context), get_kind (self),
                        self->described, self->context.scope, self->cancellable, found_cb,
                        troupe_tool_call_ref (self));
}

void
troupe_tool_call_async (TroupeTool *self,
                        TroupeValue *arguments,
                        const TroupeToolContext *context,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = NULL;
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (TROUPE_IS_TOOL (self));

  task = make_task (self, cancellable, callback, user_data, troupe_tool_call_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (arguments != NULL && !troupe_value_is (arguments, TROUPE_VALUE_MAP))
    {
      g_task_return_new_error (task, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                               _ ("The tool “%s” requires named arguments, in an object."),
                               troupe_tool_get_name (self));
      return;
    }
  if (!troupe_tool_take_usage (self, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  call = call_new (self, g_steal_pointer (&task), arguments, context, cancellable);
  listen_for_cancel (call);
  find_or_start (call);
}

TroupeValue *
troupe_tool_call_finish (TroupeTool *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_TOOL (self) && g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
troupe_tool_describe_async (TroupeTool *self,
                            const TroupeToolContext *context,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = NULL;
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TROUPE_IS_TOOL (self));

  task = make_task (self, cancellable, callback, user_data, troupe_tool_describe_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  call = call_new (self, g_steal_pointer (&task), NULL, context, cancellable);
  call->is_description = TRUE;
  listen_for_cancel (call);
  find_or_start (call);
}

gboolean
troupe_tool_describe_finish (TroupeTool *self, GAsyncResult *result, GError **error)
{
  g_autoptr (TroupeValue) about = NULL;

  g_return_val_if_fail (TROUPE_IS_TOOL (self) && g_task_is_valid (result, self), FALSE);

  about = g_task_propagate_pointer (G_TASK (result), error);
  return about != NULL;
}
