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
 * The one place of a run that other threads reach into: a lock guards it. The run puts requests down and
 * takes answers up on its thread, which is woken by each answer; anybody answers.
 */
typedef struct _TroupeFeedbackQueue TroupeFeedbackQueue;

/* One answer. */
typedef struct
{
  TroupeFeedbackRequest *request;
  char *feedback;
  char *outcome; /* (nullable) */
} TroupeFeedbackAnswer;

void troupe_feedback_answer_free (TroupeFeedbackAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFeedbackAnswer, troupe_feedback_answer_free)

TroupeFeedbackQueue *troupe_feedback_queue_new (void);
void troupe_feedback_queue_free (TroupeFeedbackQueue *self);

/* The run's thread. @turn: (nullable): is woken by answers; NULL when the run has ended. */
void troupe_feedback_queue_set_turn (TroupeFeedbackQueue *self, TroupeRunQueueEntry *turn);
void troupe_feedback_queue_put (TroupeFeedbackQueue *self, TroupeFeedbackRequest *request);
/* Takes a request back that nobody need answer any more. */
void troupe_feedback_queue_withdraw (TroupeFeedbackQueue *self, TroupeFeedbackRequest *request);
/* (transfer full) (nullable): the next answer, in the order in which they came */
TroupeFeedbackAnswer *troupe_feedback_queue_take (TroupeFeedbackQueue *self);
/* Whether troupe_feedback_queue_close() was called. */
gboolean troupe_feedback_queue_is_closed (TroupeFeedbackQueue *self);

/* Any thread. */
gboolean troupe_feedback_queue_answer (TroupeFeedbackQueue *self,
                                       const char *request_id,
                                       const char *feedback,
                                       const char *outcome,
                                       GError **error);
void troupe_feedback_queue_close (TroupeFeedbackQueue *self);
/* (transfer full) (element-type TroupeFeedbackRequest) */
GPtrArray *troupe_feedback_queue_list (TroupeFeedbackQueue *self);

G_END_DECLS
