/* troupe-feedback-outcome.h: matching of human feedback to an outcome by a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-model.h"

G_BEGIN_DECLS

/**
 * troupe_feedback_outcome_ask_async:
 * @call: copied; its form is ignored
 * @feedback: the user's feedback
 * @outcomes: (array zero-terminated=1): copied
 *
 * Has the model choose an outcome. The first request contains a schema that allows only the
 * outcomes. If it fails for any reason, the model is asked once more in plain text
 * (doc/flow-semantics.md §10). Call on the run's thread.
 */
void troupe_feedback_outcome_ask_async (const TroupeFeedbackModelCall *call,
                                        const char *feedback,
                                        const char *const *outcomes,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Returns one of the outcomes. Errors: %TROUPE_RUN_ERROR_FEEDBACK if the model's answer contains
 * no outcome, %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED. (transfer full) (nullable) */
char *troupe_feedback_outcome_ask_finish (GAsyncResult *result, GError **error);

G_END_DECLS
