/* troupe-feedback-learn.h: learning from human feedback: review of outputs with lessons, distilling
 * of lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-lessons.h"
#include "troupe-feedback-model.h"

G_BEGIN_DECLS

/**
 * troupe_feedback_learn_review_async:
 * @call: copied; its form is ignored
 * @output: the output for which the user is asked for feedback
 *
 * Has the model apply the stored lessons to @output (doc/flow-semantics.md §10). Calls no model if
 * there are no lessons. Call on the run's thread.
 */
void troupe_feedback_learn_review_async (const TroupeFeedbackModelCall *call,
                                         TroupeLessons *lessons,
                                         const TroupeLessonsPlace *place,
                                         const char *output,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Returns the improved output, or @output itself. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR.
 * (transfer full) (nullable) */
char *troupe_feedback_learn_review_finish (GAsyncResult *result, GError **error);

/**
 * troupe_feedback_learn_distil_async:
 * @output: the output that the user reviewed
 * @feedback: the user's feedback
 *
 * Has the model extract lessons that apply to later outputs, and stores them. Call on the run's
 * thread.
 */
void troupe_feedback_learn_distil_async (const TroupeFeedbackModelCall *call,
                                         TroupeLessons *lessons,
                                         const TroupeLessonsPlace *place,
                                         const char *output,
                                         const char *feedback,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Returns TRUE when the lessons, if any, are durable. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR. */
gboolean troupe_feedback_learn_distil_finish (GAsyncResult *result, GError **error);

G_END_DECLS
