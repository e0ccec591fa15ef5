/* troupe-run-control.c: thread-safe control of a run: cancel, hold, step, budget, answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-control"

#include "config.h"

#include "troupe-run-control.h"
#include "troupe-run-pause.h"
#include "troupe-run-person.h"
#include "troupe-run-private.h"
#include "troupe-user-name.h"

/* Sets which Python code of the document may be run, and how it is confined. */
void
troupe_run_set_python (TroupeRun *self,
                       TroupePythonPermissions permissions,
                       TroupePythonSandbox sandbox)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.permissions = permissions;
  self->options.sandbox = sandbox;
}

/* Fails the run if the code next to the document has changed since it was examined, and
 * restricts Python imports to that code. */
void
troupe_run_set_agreed_code (TroupeRun *self, const TroupeProjectCode *code)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (code != NULL);

  troupe_run_options_set_agreed_code (&self->options, code);
}

gboolean
troupe_run_set_granted (TroupeRun *self, const char *digest, TroupeValue *report)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);
  g_return_val_if_fail (digest != NULL && report != NULL, FALSE);

  if (!g_str_equal (digest, troupe_flow_get_digest (self->flow)))
    {
      self->options.is_refused = TRUE;
      return FALSE;
    }
  troupe_run_options_set_granted (&self->options, report);
  return TRUE;
}

/* Returns the folder in which the document's Python code runs and its modules are located. */
const char *
troupe_run_get_path (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->options.path;
}

char *
troupe_run_get_code_folder (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->options.path != NULL ? troupe_path_get_document_folder (self->options.path)
                                    : g_strdup (self->options.folder);
}

/* Sets the handler of human feedback requests; called on the engine's thread. */
void
troupe_run_set_feedback_func (TroupeRun *self,
                              TroupeRunFeedbackFunc func,
                              gpointer user_data,
                              GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->options.feedback_destroy != NULL)
    self->options.feedback_destroy (self->options.feedback_data);
  self->options.feedback_func = func;
  self->options.feedback_data = user_data;
  self->options.feedback_destroy = destroy;
}

/* Sets the handler that approves the tools of an MCP server; called on the engine's thread. */
void
troupe_run_set_tool_list_func (TroupeRun *self,
                               TroupeRunToolListFunc func,
                               gpointer user_data,
                               GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->options.offer_destroy != NULL)
    self->options.offer_destroy (self->options.offer_data);
  self->options.offer_func = func;
  self->options.offer_data = user_data;
  self->options.offer_destroy = destroy;
}

/* --- Child runs ------------------------------------------------------------------------------- */

gboolean
troupe_run_begin (TroupeRun *self)
{
  return g_atomic_int_compare_and_exchange (&self->has_begun, 0, 1);
}

void
troupe_run_add_child (TroupeRun *self, TroupeRun *child)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->children, g_object_ref (child));
  g_mutex_unlock (&self->lock);
  child->is_child = TRUE;
  troupe_run_share_keys (child, self);
  g_clear_pointer (&child->budget, troupe_run_budget_unref);
  child->budget = troupe_run_budget_ref (self->budget);
  g_clear_pointer (&child->disk, troupe_run_disk_unref);
  child->disk = troupe_run_disk_ref (self->disk);
  g_clear_pointer (&child->processes, troupe_process_list_unref);
  child->processes = troupe_process_list_ref (self->processes);
  troupe_run_share_folders (child, self);
  troupe_set_str (&child->options.only_model, self->options.only_model);
  child->options.is_test = self->options.is_test;
  child->options.discards_outputs = self->options.discards_outputs;
  if (g_strcmp0 (child->options.folder, self->options.folder) == 0)
    child->options.is_unsaved = self->options.is_unsaved;
  if (self->options.recorder != NULL && child->options.recorder == NULL)
    child->options.recorder = troupe_recorder_ref (self->options.recorder);
  /* The parent may have been held or cancelled before the child was added. */
  if (troupe_pause_gate_is_closed (self->hold))
    troupe_run_hold (child);
  if (g_cancellable_is_cancelled (self->cancellable))
    troupe_run_cancel (child);
}

void
troupe_run_remove_child (TroupeRun *self, TroupeRun *child)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_remove_fast (self->children, child);
  g_mutex_unlock (&self->lock);
}

/* Calls @action without the lock, because a child may end immediately. */
static void
do_to_children (TroupeRun *self, void (*action) (TroupeRun *child))
{
  g_autoptr (GPtrArray) children = NULL;

  g_assert (TROUPE_IS_RUN (self));

  g_mutex_lock (&self->lock);
  if (self->children->len > 0)
    children = g_ptr_array_copy (self->children, (GCopyFunc) g_object_ref, NULL);
  g_mutex_unlock (&self->lock);
  for (guint i = 0; children != NULL && i < children->len; i++)
    action (g_ptr_array_index (children, i));
}

void
troupe_run_end_children (TroupeRun *self)
{
  do_to_children (self, troupe_run_cancel);
}

/* --- Cancelling and holding ------------------------------------------------------------------- */

/**
 * troupe_run_cancel:
 *
 * Ends the run, from any thread. Sockets are closed within 200 ms. Running methods emit a cancelled
 * event instead of an end event, and so do child runs. Does nothing if the run has ended.
 */
void
troupe_run_cancel (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  g_cancellable_cancel (self->cancellable);
  do_to_children (self, troupe_run_cancel);
}

/* Pauses the run until it is released. Nothing new is started; methods and calls that are
 * running finish and then wait. May be called from any thread. */
void
troupe_run_hold (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_pause_gate_close (self->hold);
  do_to_children (self, troupe_run_hold);
}

void
troupe_run_release (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  /* Clear the flag before the gate is opened, so that a later hold by the budget is not lost. */
  troupe_run_budget_take_holding (self->budget);
  troupe_pause_gate_open (self->hold);
  do_to_children (self, troupe_run_release);
  /* Calls that still wait for a higher budget hold the run again. */
  troupe_run_budget_wake (self->budget);
}

/* Continues a held run until one more method has ended. The listeners of that method are not
 * started. */
void
troupe_run_step (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_pause_gate_step (self->hold);
}

gboolean
troupe_run_is_held (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  return troupe_pause_gate_is_closed (self->hold);
}

/* --- Pauses ------------------------------------------------------------------------------------ */

TroupeRunPause *
troupe_run_get_pause (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return troupe_pause_channel_look (self->channel);
}

/* --- Breakpoints -------------------------------------------------------------------------------- */

void
troupe_run_set_breakpoints (TroupeRun *self, TroupeBreakpoints *breakpoints)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_pause_channel_set_breakpoints (self->channel, breakpoints);
}

TroupeBreakpoints *
troupe_run_get_breakpoints (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return troupe_pause_channel_get_breakpoints (self->channel);
}

/* --- Changes ------------------------------------------------------------------------------------ */

static void
change_free (gpointer data)
{
  TroupePauseChange *self = data;

  g_free (self->path);
  g_free (self->by);
  troupe_value_unref (self->value);
  g_free (self);
}

void
troupe_run_edit_async (TroupeRun *self,
                       const char *path,
                       TroupeValue *value,
                       const char *by,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GTask *task = NULL;
  TroupePauseChange *change = NULL;

  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (path != NULL && value != NULL);

  change = g_new0 (TroupePauseChange, 1);
  change->path = g_strdup (path);
  change->value = troupe_value_ref (value);
  change->by = g_strdup (by != NULL ? by : troupe_user_get_name ());
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_run_edit_async);
  g_task_set_task_data (task, change, change_free);
  if (troupe_pause_channel_add_change (self->channel, task))
    troupe_pause_gate_wake (self->hold);
}

gboolean
troupe_run_edit_finish (TroupeRun *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Budget ----------------------------------------------------------------------------------- */

/**
 * troupe_run_set_budget:
 * @micro_dollars: limit for the model costs of the run in millionths of a dollar, including costs
 *   from before it was resumed; 0 for none
 *
 * May be called before or during the run, from any thread; child runs share the budget. A run that
 * was held because its budget was used up continues if the new budget exceeds the costs.
 */
void
troupe_run_set_budget (TroupeRun *self, gint64 micro_dollars)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (micro_dollars >= 0);

  if (!g_atomic_int_get (&self->has_begun))
    self->options.budget = micro_dollars;
  troupe_run_budget_set_limit (self->budget, micro_dollars);
  if (!troupe_run_budget_look (self->budget).is_reached &&
      troupe_run_budget_take_holding (self->budget))
    troupe_run_release (self);
}

/* Sets whether the run is held when the budget is used up, until the budget is raised, instead
 * of failing. */
void
troupe_run_set_budget_pauses (TroupeRun *self, gboolean pauses)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_run_budget_set_pauses (self->budget, pauses);
}

void
troupe_run_set_larger_budget (TroupeRun *self, TroupeRunBudget *budget)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (budget != NULL);

  troupe_run_budget_set_parent (self->budget, budget);
}

gint64
troupe_run_get_budget (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), 0);

  return troupe_run_budget_look_alone (self->budget).limit;
}

gint64
troupe_run_get_spent (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), 0);

  return troupe_run_budget_look_alone (self->budget).spent;
}

TroupeRunBudgetView
troupe_run_look_at_budget (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), (TroupeRunBudgetView){ 0 });

  return troupe_run_budget_look (self->budget);
}

/* --- Answers ------------------------------------------------------------------------------------- */

/**
 * troupe_run_answer:
 *
 * Answers a request, from any thread.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_FEEDBACK if the request is not open any more, or if the
 * answer matches none of the outcomes: then the request remains open
 */
gboolean
troupe_run_answer (TroupeRun *self,
                   const char *request_id,
                   const char *feedback,
                   const char *outcome,
                   GError **error)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);
  g_return_val_if_fail (request_id != NULL, FALSE);
  g_return_val_if_fail (feedback != NULL, FALSE);

  return troupe_feedback_queue_answer (self->feedback_queue, request_id, feedback, outcome, error);
}

void
troupe_run_set_person (TroupeRun *self, const char *name, const char *via)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_feedback_queue_set_person (self->feedback_queue, name, via);
}

/* Postpones all answers. When the running methods have ended, the run ends as paused and is
 * stored. */
void
troupe_run_answer_later (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_feedback_queue_close (self->feedback_queue);
}

/* Lists the open requests, oldest first. (transfer full) (element-type TroupeFeedbackRequest) */
GPtrArray *
troupe_run_list_requests (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return troupe_feedback_queue_list (self->feedback_queue);
}
