/* troupe-feedback-outcome.h: which outcome an answer means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-model.h"

G_BEGIN_DECLS

/**
 * troupe_feedback_outcome_match:
 * @text: what a model said
 *
 * Returns: (transfer none) (nullable): the one of @outcomes that the text is, but for case and blanks around it, or
 *   else the longest one that stands in it
 */
const char *troupe_feedback_outcome_match (const char *const *outcomes, const char *text);

/**
 * troupe_feedback_outcome_ask_async:
 * @call: copied; its form is not looked at
 * @feedback: what a person said
 * @outcomes: (array zero-terminated=1): copied
 *
 * Has the model choose, at first in a form that allows nothing but the outcomes, and where that goes wrong in any way
 * once more in words (doc/flow-semantics.md §10). On the thread of the run.
 */
void troupe_feedback_outcome_ask_async (const TroupeFeedbackModelCall *call,
                                        const char *feedback,
                                        const char *const *outcomes,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* One of the outcomes. Errors: %TROUPE_RUN_ERROR_FEEDBACK where the model named none of them, %TROUPE_LLM_ERROR,
 * %G_IO_ERROR_CANCELLED. (transfer full) (nullable) */
char *troupe_feedback_outcome_ask_finish (GAsyncResult *result, GError **error);

G_END_DECLS
