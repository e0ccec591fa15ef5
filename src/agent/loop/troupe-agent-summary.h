/* troupe-agent-summary.h: a conversation made shorter by the model that had it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-model.h"

G_BEGIN_DECLS

/**
 * troupe_agent_summarize_async:
 * @model: who is asked: without an answer of a given shape
 * @messages: (element-type TroupeLlmMessage)
 * @window: how many tokens one request may have
 *
 * Lets the model shorten what was said (doc/crew-semantics.md §11): in pieces that fit its window, at most four at
 * once. What the system says stays; all else becomes one message of the user, with the files that users sent.
 */
void troupe_agent_summarize_async (TroupeAgentModel *model,
                                   GPtrArray *messages,
                                   gint64 window,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* (transfer full) (nullable) (element-type TroupeLlmMessage): the shorter conversation. Errors: %TROUPE_LLM_ERROR,
 * %TROUPE_AGENT_ERROR_WINDOW (not even a piece fits), %G_IO_ERROR_CANCELLED. */
GPtrArray *
troupe_agent_summarize_finish (TroupeAgentModel *model, GAsyncResult *result, GError **error);

/**
 * troupe_agent_summary_cut:
 * @room: characters
 *
 * What is to be shortened, one text for each request: the messages as lines, as many of them in a text as there is
 * room for. What is longer than that by itself is cut into pieces of 75 of 100 of the room.
 *
 * Returns: (transfer full) (element-type utf8)
 */
GPtrArray *troupe_agent_summary_cut (GPtrArray *messages, gsize room);

G_END_DECLS
