/* troupe-run-control.c: what other threads may do to a run under way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-control"

#include "config.h"

#include "troupe-run-control.h"
#include "troupe-run-private.h"

/* What Python of the document may be run, and how it is confined. */
void
troupe_run_set_python (TroupeRun *self,
                       TroupePythonPermissions permissions,
                       TroupePythonSandbox sandbox)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->options.permissions = permissions;
  self->options.sandbox = sandbox;
}

/* Refuses the run where the code beside the document is not what was looked at, and lets Python import
 * nothing else there. */
void
troupe_run_set_agreed_code (TroupeRun *self, const TroupeProjectCode *code)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (code != NULL);

  troupe_run_options_set_agreed_code (&self->options, code);
}

/* Where the document's Python is run and its modules lie. */
char *
troupe_run_get_code_folder (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->options.path != NULL ? troupe_project_code_get_folder (self->options.path)
                                    : g_strdup (self->options.folder);
}

/* Who is asked when a method asks a person; called in the engine's thread. */
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

/* Who is asked about the tools of an MCP server; called in the engine's thread. */
void
troupe_run_set_tool_list_func (TroupeRun *self,
                               TroupeRunOfferFunc func,
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

/* --- Runs inside a run --------------------------------------------------------------------------- */

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
  g_clear_pointer (&child->budget, troupe_run_budget_unref);
  child->budget = troupe_run_budget_ref (self->budget);
  /* What happened to the parent between its last look and now. */
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

/* Without the lock, as a child may end at once. */
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

/* --- Cancelling, holding ------------------------------------------------------------------------- */

/**
 * troupe_run_cancel:
 *
 * Ends the run from any thread: sockets are closed within 200 ms, methods under way get no end but a
 * cancelled event, and so do runs that began inside it. Does nothing to a run that has ended.
 */
void
troupe_run_cancel (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  g_cancellable_cancel (self->cancellable);
  do_to_children (self, troupe_run_cancel);
}

/* Nothing new begins until the run is released; what is under way runs to its end and waits there. From
 * any thread. */
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

  /* Before it is open: what holds it from then on is to be known. */
  troupe_run_budget_take_holding (self->budget);
  troupe_pause_gate_open (self->hold);
  do_to_children (self, troupe_run_release);
  /* What waits for a higher budget has the run held once more. */
  troupe_run_budget_wake (self->budget);
}

/* Lets a run that is held go on until one more method has ended, with what listens to it not begun. */
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

/* --- What it may cost ---------------------------------------------------------------------------- */

/**
 * troupe_run_set_budget:
 * @micro_dollars: what the run may spend on models, in millionths of a dollar, all that it spent before it was resumed
 *   included; 0 is any
 *
 * Before the run or while it is under way, from any thread: it is that of the runs inside of it, too. A run that stands
 * still as its budget was spent goes on where the new one is higher than that.
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

/* Where the budget is spent the run stands still until it is given a higher one, and does not fail. */
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
 * Hands an answer to a request in, from any thread.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_FEEDBACK where nobody waits for it any more, or where it fits
 *   none of the outcomes: then the request goes on waiting
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

  return troupe_feedback_queue_answer (self->desk, request_id, feedback, outcome, error);
}

/* Nobody will answer now: when what is under way has ended, the run ends as paused and is kept. */
void
troupe_run_answer_later (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_feedback_queue_close (self->desk);
}

/* What waits for an answer at this moment, oldest first. (transfer full) (element-type
 * TroupeFeedbackRequest) */
GPtrArray *
troupe_run_list_requests (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return troupe_feedback_queue_list (self->desk);
}
