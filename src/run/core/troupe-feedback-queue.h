/* troupe-feedback-queue.h: where the requests of a run lie until they are answered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback.h"
#include "troupe-run-queue.h"

G_BEGIN_DECLS

/**
 * TroupeFeedbackDesk:
 *
 * The one place of a run that other threads reach into: a lock guards it. The run puts requests down and
 * takes answers up on its thread, which is woken by each answer; anybody answers.
 */
typedef struct _TroupeFeedbackDesk TroupeFeedbackDesk;

/* One answer. */
typedef struct
{
  TroupeFeedbackRequest *request;
  char *feedback;
  char *outcome; /* (nullable) */
} TroupeFeedbackAnswer;

void troupe_feedback_answer_free (TroupeFeedbackAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFeedbackAnswer, troupe_feedback_answer_free)

TroupeFeedbackDesk *troupe_feedback_desk_new (void);
void troupe_feedback_desk_free (TroupeFeedbackDesk *self);

/* The run's thread. @turn: (nullable): is woken by answers; NULL when the run has ended. */
void troupe_feedback_desk_set_turn (TroupeFeedbackDesk *self, TroupeTurn *turn);
void troupe_feedback_desk_put (TroupeFeedbackDesk *self, TroupeFeedbackRequest *request);
/* Takes a request back that nobody need answer any more. */
void troupe_feedback_desk_withdraw (TroupeFeedbackDesk *self, TroupeFeedbackRequest *request);
/* (transfer full) (nullable): the next answer, in the order in which they came */
TroupeFeedbackAnswer *troupe_feedback_desk_take (TroupeFeedbackDesk *self);
/* Whether troupe_feedback_desk_close() was called. */
gboolean troupe_feedback_desk_is_closed (TroupeFeedbackDesk *self);

/* Any thread. */
gboolean troupe_feedback_desk_answer (TroupeFeedbackDesk *self,
                                      const char *request_id,
                                      const char *feedback,
                                      const char *outcome,
                                      GError **error);
void troupe_feedback_desk_close (TroupeFeedbackDesk *self);
/* (transfer full) (element-type TroupeFeedbackRequest) */
GPtrArray *troupe_feedback_desk_list (TroupeFeedbackDesk *self);

G_END_DECLS
