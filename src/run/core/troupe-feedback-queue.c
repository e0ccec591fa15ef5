/* troupe-feedback-queue.c: queue of unanswered feedback requests of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-queue"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-feedback-queue.h"
#include "troupe-run.h"
#include "troupe-text-list.h"

struct _TroupeFeedbackQueue
{
  GMutex lock;
  TroupeRunQueueEntry *turn;    /* (nullable) */
  GPtrArray *requests; /* (element-type TroupeFeedbackRequest): unanswered, oldest first */
  GQueue answers;      /* (element-type TroupeFeedbackAnswer) */
  char *by;            /* (nullable): who answers */
  char *via;           /* (nullable) */
  gboolean is_closed;
};

void
troupe_feedback_answer_free (TroupeFeedbackAnswer *self)
{
  g_clear_pointer (&self->request, troupe_feedback_request_unref);
  g_free (self->feedback);
  g_free (self->outcome);
  g_free (self->by);
  g_free (self->via);
  g_free (self);
}

TroupeFeedbackQueue *
troupe_feedback_queue_new (void)
{
  TroupeFeedbackQueue *self = g_new0 (TroupeFeedbackQueue, 1);

  g_mutex_init (&self->lock);
  g_queue_init (&self->answers);
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_feedback_request_unref);
  return self;
}

void
troupe_feedback_queue_free (TroupeFeedbackQueue *self)
{
  g_clear_pointer (&self->turn, troupe_run_queue_entry_unref);
  g_ptr_array_unref (self->requests);
  g_queue_clear_full (&self->answers, (GDestroyNotify) troupe_feedback_answer_free);
  g_mutex_clear (&self->lock);
  g_free (self->by);
  g_free (self->via);
  g_free (self);
}

void
troupe_feedback_queue_set_turn (TroupeFeedbackQueue *self, TroupeRunQueueEntry *turn)
{
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->turn, troupe_run_queue_entry_unref);
  if (turn != NULL)
    self->turn = troupe_run_queue_entry_ref (turn);
  else
    g_ptr_array_set_size (self->requests, 0);
  g_mutex_unlock (&self->lock);
}

void
troupe_feedback_queue_put (TroupeFeedbackQueue *self, TroupeFeedbackRequest *request)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->requests, troupe_feedback_request_ref (request));
  g_mutex_unlock (&self->lock);
}

void
troupe_feedback_queue_withdraw (TroupeFeedbackQueue *self, TroupeFeedbackRequest *request)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_remove (self->requests, request);
  g_mutex_unlock (&self->lock);
}

TroupeFeedbackAnswer *
troupe_feedback_queue_take (TroupeFeedbackQueue *self)
{
  TroupeFeedbackAnswer *answer;

  g_mutex_lock (&self->lock);
  answer = g_queue_pop_head (&self->answers);
  g_mutex_unlock (&self->lock);
  return answer;
}

gboolean
troupe_feedback_queue_is_closed (TroupeFeedbackQueue *self)
{
  gboolean is_closed;

  g_mutex_lock (&self->lock);
  is_closed = self->is_closed;
  g_mutex_unlock (&self->lock);
  return is_closed;
}

static int
find_request (TroupeFeedbackQueue *self, const char *id)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->requests->len; i++)
    {
      TroupeFeedbackRequest *request = g_ptr_array_index (self->requests, i);

      if (g_str_equal (request->id, id))
        return (int) i;
    }
  return -1;
}

/* Returns TRUE if the answer is acceptable, because it has an outcome, needs none, or a model
 * determines the outcome. */
static gboolean
check_answer (TroupeFeedbackRequest *request,
              const char *feedback,
              const char *outcome,
              const char **found,
              GError **error)
{
  g_autofree char *outcomes = NULL;

  g_assert (request != NULL);

  *found = NULL;
  if (request->elicitation != NULL)
    {
      TroupeElicitationAction action = TROUPE_ELICITATION_DECLINE;
      g_autoptr (TroupeValue) typed = NULL;
      g_autoptr (TroupeValue) content = NULL;
      g_autoptr (GError) cause = NULL;

      /* Checks the answer to an MCP elicitation. The answer is only sent to the server if the
       * fields are valid. */
      if (outcome != NULL)
        troupe_elicitation_action_from_name (outcome, &action);
      *found = troupe_elicitation_action_get_name (action);
      if (action != TROUPE_ELICITATION_ACCEPT)
        return TRUE;
      typed = troupe_value_from_json (feedback, -1, NULL);
      content = troupe_elicitation_complete (request->elicitation, typed, &cause);
      if (content == NULL)
        g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK, cause->message);
      return content != NULL;
    }
  if (request->emit == NULL || (outcome == NULL && request->has_model))
    return TRUE;
  if (outcome == NULL)
    *found = troupe_feedback_request_find_outcome (request, feedback);
  else if (g_strv_contains ((const char *const *) request->emit, outcome))
    *found = outcome;
  if (*found != NULL)
    return TRUE;
  outcomes = troupe_text_list_join ((const char *const *) request->emit);
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
               _ ("“%s” is not one of the outcomes of “%s” (%s). Answer with the exact text of an "
                  "outcome, because no model is available to interpret other answers."),
               outcome != NULL ? outcome : feedback, request->method, outcomes);
  return FALSE;
}

void
troupe_feedback_queue_set_person (TroupeFeedbackQueue *self, const char *name, const char *via)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  g_free (self->by);
  g_free (self->via);
  self->by = g_strdup (name);
  self->via = g_strdup (via);
}

/* The lock is held. */
static TroupeFeedbackAnswer *
make_answer (TroupeFeedbackQueue *self, TroupeFeedbackRequest *request, char *feedback)
{
  TroupeFeedbackAnswer *answer = g_new0 (TroupeFeedbackAnswer, 1);

  answer->request = troupe_feedback_request_ref (request);
  answer->feedback = feedback;
  answer->by = g_strdup (self->by);
  answer->via = g_strdup (self->via);
  return answer;
}

TroupeFeedbackAnswer *
troupe_feedback_queue_make_answer (TroupeFeedbackQueue *self,
                                   TroupeFeedbackRequest *request,
                                   char *feedback)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return make_answer (self, request, feedback);
}

/**
 * troupe_feedback_queue_answer:
 *
 * Adds an answer, and wakes the run. An invalid answer is reported immediately, while the user can
 * correct it.
 */
gboolean
troupe_feedback_queue_answer (TroupeFeedbackQueue *self,
                              const char *request_id,
                              const char *feedback,
                              const char *outcome,
                              GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  int index = find_request (self, request_id);
  TroupeFeedbackRequest *request;
  TroupeFeedbackAnswer *answer;
  const char *found = NULL;

  if (index < 0)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
                           _ ("This answer is no longer needed."));
      return FALSE;
    }
  request = g_ptr_array_index (self->requests, index);
  if (!check_answer (request, feedback, outcome, &found, error))
    return FALSE;
  answer = make_answer (self, request, g_strdup (feedback));
  answer->outcome = g_strdup (found);
  g_queue_push_tail (&self->answers, answer);
  g_ptr_array_remove_index (self->requests, (guint) index);
  if (self->turn != NULL)
    troupe_run_queue_entry_wake (self->turn);
  return TRUE;
}

void
troupe_feedback_queue_close (TroupeFeedbackQueue *self)
{
  g_mutex_lock (&self->lock);
  self->is_closed = TRUE;
  if (self->turn != NULL)
    troupe_run_queue_entry_wake (self->turn);
  g_mutex_unlock (&self->lock);
}

GPtrArray *
troupe_feedback_queue_list (TroupeFeedbackQueue *self)
{
  GPtrArray *requests =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_feedback_request_unref);

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->requests->len; i++)
    g_ptr_array_add (requests, troupe_feedback_request_ref (g_ptr_array_index (self->requests, i)));
  g_mutex_unlock (&self->lock);
  return requests;
}
