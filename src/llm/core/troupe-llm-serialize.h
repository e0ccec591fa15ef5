/* troupe-llm-serialize.h: model requests and answers as values, for replay
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* What @request asks of which model, as a digest: two that are equal in it are the same question. Keys are not part of
 * it. (transfer full) */
char *troupe_llm_request_make_digest (const TroupeLlmRequest *request);

/* All of an answer, with its usage. (transfer full) */
TroupeValue *troupe_llm_answer_to_value (const TroupeLlmAnswer *answer);
/* And back, as one that was restored. (transfer full) (nullable): it is none */
TroupeLlmAnswer *troupe_llm_answer_from_value (TroupeValue *value);

G_END_DECLS
