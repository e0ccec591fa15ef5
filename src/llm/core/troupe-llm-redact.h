/* troupe-llm-redact.h: redacts keys in requests and answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Redacts keys in the messages and tools of a request, including attached files, except opaque
 * data. The settings are unchanged, because they contain the key of the model itself. @secret:
 * (nullable) */
void troupe_llm_request_hide (TroupeLlmRequest *self, TroupeSecret *secret);
/* Redacts keys in the texts of an answer. @secret: (nullable) */
void troupe_llm_answer_hide (TroupeLlmAnswer *self, TroupeSecret *secret);

G_END_DECLS
