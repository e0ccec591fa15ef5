/* troupe-feedback-queue.h: queue of unanswered feedback requests of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback.h"
#include "troupe-run-queue.h"

G_BEGIN_DECLS

/**
 * TroupeFeedbackQueue:
 *
 * Open requests of a run, guarded by a lock because other threads access it. The run adds requests
 * and takes answers on its own thread, which is woken by each answer; answers come from any thread.
 */
typedef struct _TroupeFeedbackQueue TroupeFeedbackQueue;

/* An answer to a request. @by, @via: (nullable): who gave it and where, see troupe_run_set_person() */
typedef struct
{
  TroupeFeedbackRequest *request;
  char *feedback;
  char *outcome; /* (nullable) */
  char *by;
  char *via;
} TroupeFeedbackAnswer;

void troupe_feedback_answer_free (TroupeFeedbackAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFeedbackAnswer, troupe_feedback_answer_free)

TroupeFeedbackQueue *troupe_feedback_queue_new (void);
void troupe_feedback_queue_free (TroupeFeedbackQueue *self);

/* Sets the queue entry that answers wake. Called on the run's thread. @turn: (nullable): NULL
 * when the run has ended. */
void troupe_feedback_queue_set_turn (TroupeFeedbackQueue *self, TroupeRunQueueEntry *turn);
void troupe_feedback_queue_put (TroupeFeedbackQueue *self, TroupeFeedbackRequest *request);
/* Removes a request that does not need an answer any more. */
void troupe_feedback_queue_withdraw (TroupeFeedbackQueue *self, TroupeFeedbackRequest *request);
/* Removes and returns the next answer, in order of arrival. (transfer full) (nullable) */
TroupeFeedbackAnswer *troupe_feedback_queue_take (TroupeFeedbackQueue *self);
/* Returns TRUE if troupe_feedback_queue_close() was called. */
gboolean troupe_feedback_queue_is_closed (TroupeFeedbackQueue *self);

/* Sets who gives the following answers. @name, @via: (nullable). May be called from any thread. */
void
troupe_feedback_queue_set_person (TroupeFeedbackQueue *self, const char *name, const char *via);
/* Creates an answer of that person that was not given through the queue. @feedback: (transfer full). (transfer full) */
TroupeFeedbackAnswer *troupe_feedback_queue_make_answer (TroupeFeedbackQueue *self,
                                                         TroupeFeedbackRequest *request,
                                                         char *feedback);
/* May be called from any thread. */
gboolean troupe_feedback_queue_answer (TroupeFeedbackQueue *self,
                                       const char *request_id,
                                       const char *feedback,
                                       const char *outcome,
                                       GError **error);
void troupe_feedback_queue_close (TroupeFeedbackQueue *self);
/* Lists the unanswered requests, oldest first. (transfer full) (element-type
 * TroupeFeedbackRequest) */
GPtrArray *troupe_feedback_queue_list (TroupeFeedbackQueue *self);

G_END_DECLS
