/* troupe-agent-call-fields.h: fields of the events of model calls: request, answer, usage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Adds the messages, tools and settings of the request. @most: limit of tokens that the client
 * sends by default; 0 for none */
void troupe_agent_call_fields_add_request (TroupeMapBuilder *fields,
                                           const TroupeLlmRequest *request,
                                           gint64 most);

/* Adds the answer and why it ended. @is_taken: whether a tool received the answer */
void troupe_agent_call_fields_add_answer (TroupeMapBuilder *fields,
                                          const TroupeLlmAnswer *answer,
                                          gboolean is_taken);

/* Adds the usage of the answer, and the cost of the call if the price is known. @earlier: usage of
 * answers within the same call that have no events */
void troupe_agent_call_fields_add_usage (TroupeMapBuilder *fields,
                                         const TroupeLlmAnswer *answer,
                                         const TroupeLlmUsage *earlier);

G_END_DECLS
