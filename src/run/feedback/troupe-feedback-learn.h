/* troupe-feedback-learn.h: learning from people's answers, and preparing work with what was learnt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-lessons.h"
#include "troupe-feedback-model.h"

G_BEGIN_DECLS

/**
 * troupe_feedback_learn_review_async:
 * @call: copied; its form is not looked at
 * @output: the work that a person is to judge
 *
 * Has the model apply to @output what was learnt (doc/flow-semantics.md §10). Without a lesson it is not asked. On the
 * thread of the run.
 */
void troupe_feedback_learn_review_async (const TroupeFeedbackModelCall *call,
                                         TroupeLessons *lessons,
                                         const TroupeLessonsPlace *place,
                                         const char *output,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* The better work, or @output itself. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR. (transfer full) (nullable) */
char *troupe_feedback_learn_review_finish (GAsyncResult *result, GError **error);

/**
 * troupe_feedback_learn_distil_async:
 * @output: the work that was judged
 * @feedback: what was said about it
 *
 * Has the model find what holds for later work, and keeps it. On the thread of the run.
 */
void troupe_feedback_learn_distil_async (const TroupeFeedbackModelCall *call,
                                         TroupeLessons *lessons,
                                         const TroupeLessonsPlace *place,
                                         const char *output,
                                         const char *feedback,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* TRUE: what there is to learn is durable. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR. */
gboolean troupe_feedback_learn_distil_finish (GAsyncResult *result, GError **error);

G_END_DECLS
