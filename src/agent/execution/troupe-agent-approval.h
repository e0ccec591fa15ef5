/* troupe-agent-approval.h: approval of an agent's answer by the user or a guardrail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-deadline.h"
#include "troupe-agent-job.h"

G_BEGIN_DECLS

/* @rule: (nullable): if it is NULL and the call has no function, only the user reviews the
 *   answer; @n_refused: number of rejected answers of the attempt; @n_most: maximum of
 *   @n_refused */
typedef struct
{
  const char *rule;
  guint n_refused;
  guint n_most;
} TroupeAgentGuardrail;

/**
 * troupe_agent_approval_async:
 * @job: if it has a function for asking the user, this function is called; otherwise @guardrail is
 *   evaluated
 * @deadline: paused while the user reviews the answer
 * @call: context with the scope of the agent
 *
 * Asks the user or the guardrail to review @output, the map of a result (doc/crew-semantics.md §8,
 * §11.2).
 *
 * Errors: %TROUPE_AGENT_ERROR_REFUSED if the guardrail rejected too many answers,
 * %G_IO_ERROR_CANCELLED, those of a guardrail function
 */
void troupe_agent_approval_async (TroupeAgentDefinition *agent,
                                  const TroupeAgentJob *job,
                                  TroupeValue *output,
                                  const TroupeAgentGuardrail *guardrail,
                                  TroupeAgentDeadline *deadline,
                                  const TroupeAgentContext *call,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* @again: (out) (transfer full) (nullable): the message to the model if another answer is
 *   required; %NULL: accepted
 * @with: (out) (transfer full) (nullable): replacement of an accepted answer, see
 *   #TroupeAgentVerdictFunc */
gboolean troupe_agent_approval_finish (GAsyncResult *result,
                                       char **again,
                                       TroupeValue **with,
                                       GError **error);

G_END_DECLS
