/* troupe-agent-request.h: changes to a request that a service has rejected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Replaces `response_format` with the same schema in words, for a server that rejects it. Returns
 * FALSE if the request has none. */
gboolean troupe_agent_request_drop_format (TroupeLlmRequest *request);

/* Replaces the model and its settings with those of its fallback. What depends on the agent and its
 * task, the response format and the stop sequences, is kept. Returns FALSE if the model has none. */
gboolean troupe_agent_request_fall_back (TroupeLlmRequest *request);

G_END_DECLS
