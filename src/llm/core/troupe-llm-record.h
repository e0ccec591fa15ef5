/* troupe-llm-record.h: calls of models as values of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-recorder.h"

G_BEGIN_DECLS

/* Describes a request for a recording: the model, the messages, the settings that change the answer, and
 * the tools; no ids, keys and addresses. A file in a message is represented by a digest. @model: the model
 * that is called. (transfer full) */
TroupeValue *troupe_llm_record_request (const TroupeLlmRequest *request, const char *model);

/* Describes a delta of a streamed answer: a string for text, otherwise a map. (transfer full) */
TroupeValue *troupe_llm_record_delta (const TroupeLlmDelta *delta);
/* Makes the outcome of a call that was answered. @chunks: (nullable) (element-type TroupeValue): the deltas,
 * if the answer was streamed. (transfer full) */
TroupeValue *troupe_llm_record_answer (const TroupeLlmAnswer *answer, GPtrArray *chunks);
/* Makes the outcome of a call that failed. (transfer full) */
TroupeValue *troupe_llm_record_error (const GError *error);

/* Reads an outcome. The answer is marked as restored. Returns NULL with the recorded error, or with
 * %TROUPE_LLM_ERROR_INVALID. (transfer full) (nullable) */
TroupeLlmAnswer *troupe_llm_record_read_answer (TroupeValue *outcome, GError **error);
/* Returns TRUE if the answer was streamed. */
gboolean troupe_llm_record_has_deltas (TroupeValue *outcome);
/* Emits the deltas of a streamed answer again. */
void
troupe_llm_record_replay_deltas (TroupeValue *outcome, TroupeLlmDeltaFunc func, gpointer user_data);

/* Returns the error of a call that failed, NULL if it was answered. (transfer full) (nullable) */
GError *troupe_llm_record_read_error (TroupeValue *outcome);

G_END_DECLS
