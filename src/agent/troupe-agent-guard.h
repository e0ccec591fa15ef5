/* troupe-agent-guard.h: an agent's own guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/**
 * troupe_agent_guard_async:
 * @rule: `guardrail` of the agent
 * @n_refused: how many answers it has refused so far
 * @call: whose scope is the agent's
 *
 * Holds @answer against the rule, and tells llm_guardrail_started and _completed (doc/crew-semantics.md §8).
 */
void troupe_agent_guard_async (TroupeAgentDefinition *self,
                               const char *rule,
                               const char *answer,
                               guint n_refused,
                               const TroupeAgentCall *call,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* @feedback: (out) (transfer full): what is wrong, where it is not kept: that nobody could say so is wrong too. FALSE
 * with %G_IO_ERROR_CANCELLED */
gboolean troupe_agent_guard_finish (GAsyncResult *result,
                                    gboolean *is_kept,
                                    char **feedback,
                                    GError **error);

G_END_DECLS
