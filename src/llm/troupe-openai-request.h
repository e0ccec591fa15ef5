/* troupe-openai-request.h: the body of a call in OpenAI's chat completions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-target.h"

G_BEGIN_DECLS

GBytes *troupe_openai_request_to_bytes (const TroupeLlmRequest *request,
                                        const TroupeLlmTarget *target);

/* The address for chat completions below the target's own. A query in that stays. */
char *troupe_openai_request_get_url (const TroupeLlmTarget *target);

G_END_DECLS
