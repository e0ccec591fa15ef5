/* troupe-run-control.c: what other threads may do to a run under way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-control"

#include "config.h"

#include "troupe-run-private.h"

/* What Python of the document may be run, and how it is confined. */
void
troupe_run_set_python (TroupeRun *self,
                       TroupePythonPermissions permissions,
                       TroupePythonSandbox sandbox)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  self->permissions = permissions;
  self->sandbox = sandbox;
}

static char **
copy_texts (GPtrArray *texts)
{
  char **copy = g_new0 (char *, texts->len + 1);

  for (guint i = 0; i < texts->len; i++)
    copy[i] = g_strdup (g_ptr_array_index (texts, i));
  return copy;
}

/* Refuses the run where the code beside the document is not what was looked at, and lets Python import
 * nothing else there. */
void
troupe_run_set_agreed_code (TroupeRun *self, const TroupeProjectCode *code)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (code != NULL);

  self->has_agreed_code = code->is_whole;
  troupe_set_str (&self->agreed_code, code->digest);
  g_clear_pointer (&self->agreed_files, g_strfreev);
  g_clear_pointer (&self->agreed_digests, g_strfreev);
  if (!code->is_whole)
    return;
  self->agreed_files = copy_texts (code->files);
  self->agreed_digests = copy_texts (code->digests);
}

/* Where the document's Python is run and its modules lie. */
char *
troupe_run_get_code_folder (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->path != NULL ? troupe_project_code_get_folder (self->path) : g_strdup (self->folder);
}

/* Who is asked when a method asks a person; called in the run's thread. */
void
troupe_run_set_feedback_func (TroupeRun *self,
                              TroupeRunFeedbackFunc func,
                              gpointer user_data,
                              GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  if (self->feedback_destroy != NULL)
    self->feedback_destroy (self->feedback_data);
  self->feedback_func = func;
  self->feedback_data = user_data;
  self->feedback_destroy = destroy;
}

/**
 * troupe_run_cancel:
 *
 * Ends the run from any thread: sockets are closed within 200 ms, methods under way get no end but a
 * cancelled event. Does nothing to a run that has ended.
 */
void
troupe_run_cancel (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  g_cancellable_cancel (self->cancellable);
}

/* Nothing new begins until the run is released; what is under way runs to its end and waits there. From
 * any thread. */
void
troupe_run_hold (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_run_hold_close (self->hold);
}

void
troupe_run_release (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_run_hold_open (self->hold);
}

/* Lets a run that is held go on until one more method has ended, with what listens to it not begun. */
void
troupe_run_step (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_run_hold_let_one_by (self->hold);
}

gboolean
troupe_run_is_held (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  return troupe_run_hold_is_closed (self->hold);
}

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

  return troupe_feedback_desk_answer (self->desk, request_id, feedback, outcome, error);
}

/* Nobody will answer now: when what is under way has ended, the run ends as paused and is kept. */
void
troupe_run_answer_later (TroupeRun *self)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  troupe_feedback_desk_close (self->desk);
}

/* What waits for an answer at this moment, oldest first. (transfer full) (element-type
 * TroupeFeedbackRequest) */
GPtrArray *
troupe_run_list_requests (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return troupe_feedback_desk_list (self->desk);
}
