/* troupe-agent-summary.h: shortens a conversation with summaries by its model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-model.h"

G_BEGIN_DECLS

/**
 * troupe_agent_summarize_async:
 * @model: the model to ask, without a response format
 * @messages: (element-type TroupeLlmMessage)
 * @window: maximum number of tokens of a request
 *
 * Asks the model to summarize the conversation (doc/crew-semantics.md §11). The conversation is
 * split into chunks that fit the context window; at most four chunks are summarized concurrently.
 * System messages are kept; all other messages become one user message, with the files that users
 * sent.
 */
void troupe_agent_summarize_async (TroupeAgentModel *model,
                                   GPtrArray *messages,
                                   gint64 window,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns the shorter conversation. (transfer full) (nullable) (element-type TroupeLlmMessage).
 * Errors: %TROUPE_LLM_ERROR, %TROUPE_AGENT_ERROR_WINDOW (not even a chunk fits),
 * %G_IO_ERROR_CANCELLED. */
GPtrArray *
troupe_agent_summarize_finish (TroupeAgentModel *model, GAsyncResult *result, GError **error);

/**
 * troupe_agent_summary_cut:
 * @room: limit in characters
 * @secret: (nullable): redacted before, because a key may be in two texts
 *
 * Splits the conversation into one text per request. Each text contains as many messages as fit
 * into the limit, as lines. A message that exceeds the limit is split into chunks of 75 percent of
 * the limit.
 *
 * Returns: (transfer full) (element-type utf8)
 */
GPtrArray *troupe_agent_summary_cut (GPtrArray *messages, gsize room, TroupeSecret *secret);

G_END_DECLS
