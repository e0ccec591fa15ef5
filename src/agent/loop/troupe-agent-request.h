/* troupe-agent-request.h: settings of a request, and changes to one that a service has rejected
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

/* Returns the settings with all stop sequences, first those of the agent and then those of the
 * document. @model, @settings, @stops: (nullable). (transfer full) (nullable) */
TroupeValue *
troupe_agent_request_add_stops (const char *model, TroupeValue *settings, const char *const *stops);

G_END_DECLS
