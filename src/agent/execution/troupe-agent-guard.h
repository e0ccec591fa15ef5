/* troupe-agent-guard.h: an agent's own guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/**
 * troupe_agent_guard_async:
 * @rule: (nullable): `guardrail` of the agent; %NULL: the function of @call
 * @output: the result as it would be
 * @n_refused: how many answers it has refused so far
 * @call: whose scope is the agent's
 *
 * Holds @answer against the rule, and tells llm_guardrail_started and _completed (doc/crew-semantics.md §8).
 */
void troupe_agent_guard_async (TroupeAgentDefinition *self,
                               const char *rule,
                               TroupeValue *output,
                               guint n_refused,
                               const TroupeAgentContext *call,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* @feedback: (out) (transfer full): what is wrong, where it is not kept: that no model could say so is wrong too.
 * @with: (out) (transfer full) (nullable): what a function puts in the place of the answer. FALSE with
 * %G_IO_ERROR_CANCELLED, or with what a function ended with */
gboolean troupe_agent_guard_finish (GAsyncResult *result,
                                    gboolean *is_kept,
                                    char **feedback,
                                    TroupeValue **with,
                                    GError **error);

G_END_DECLS
