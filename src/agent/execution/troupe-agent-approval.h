/* troupe-agent-approval.h: who looks at an answer before it is the result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-deadline.h"
#include "troupe-agent-job.h"

G_BEGIN_DECLS

/* @rule: (nullable): where there is none, and no function in the call, nobody but a person looks; @n_refused: how many answers of the attempt were
 * refused so far, of @n_most that may be */
typedef struct
{
  const char *rule;
  guint n_refused;
  guint n_most;
} TroupeAgentGuardrail;

/**
 * troupe_agent_approval_async:
 * @job: whose person looks at it, else @guardrail does
 * @deadline: stands still while a person looks
 * @call: whose scope is the agent's
 *
 * Has @output, the map of a result, looked at (doc/crew-semantics.md §8, §11.2).
 *
 * Errors: %TROUPE_AGENT_ERROR_REFUSED where the guardrail refused it once too often, %G_IO_ERROR_CANCELLED, those of a
 * guardrail that is a function
 */
void troupe_agent_approval_async (TroupeAgentDefinition *agent,
                                  const TroupeAgentJob *job,
                                  TroupeValue *output,
                                  const TroupeAgentGuardrail *guardrail,
                                  TroupeAgentDeadline *deadline,
                                  const TroupeAgentContext *call,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* @again: (out) (transfer full) (nullable): what the model is told where another answer is wanted; %NULL: it is taken
 * @with: (out) (transfer full) (nullable): what then stands in its place, see #TroupeAgentVerdictFunc */
gboolean troupe_agent_approval_finish (GAsyncResult *result,
                                       char **again,
                                       TroupeValue **with,
                                       GError **error);

G_END_DECLS
