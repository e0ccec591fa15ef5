/* troupe-agent-guard.h: an agent's own guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/**
 * troupe_agent_guard_async:
 * @rule: (nullable): `guardrail` of the agent; if %NULL, the guardrail function of @call is used
 * @output: the prospective result
 * @n_refused: number of answers rejected so far
 * @call: context with the scope of the agent
 *
 * Validates @output against the guardrail, and emits llm_guardrail_started and _completed
 * (doc/crew-semantics.md §8).
 */
void troupe_agent_guard_async (TroupeAgentDefinition *self,
                               const char *rule,
                               TroupeValue *output,
                               guint n_refused,
                               const TroupeAgentContext *call,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* @feedback: (out) (transfer full): reason for the rejection, or why the model failed to give a
 *   verdict.
 * @with: (out) (transfer full) (nullable): answer with which a guardrail function replaces the
 *   original. Returns FALSE with %G_IO_ERROR_CANCELLED, or with the error of a function */
gboolean troupe_agent_guard_finish (GAsyncResult *result,
                                    gboolean *is_kept,
                                    char **feedback,
                                    TroupeValue **with,
                                    GError **error);

G_END_DECLS
