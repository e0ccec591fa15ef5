/* troupe-agent-retry.c: classifies errors of an agent and decides about retries
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-retry"

#include "config.h"

#include "troupe-agent-retry.h"
#include "troupe-llm-models.h"

gboolean
troupe_agent_retry_may_help (const GError *error)
{
  g_return_val_if_fail (error != NULL, FALSE);

  if (error->domain == TROUPE_LLM_ERROR)
    return error->code != TROUPE_LLM_ERROR_UNKNOWN_MODEL && error->code != TROUPE_LLM_ERROR_NO_KEY;

  return g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_BLOCKED) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT);
}

gboolean
troupe_agent_retry_is_worth_it (const TroupeAgentJob *job, const GError *error)
{
  g_return_val_if_fail (job != NULL && error != NULL, FALSE);

  /* Jobs other than tasks are never retried, as in CrewAI. */
  if (!job->is_task || !troupe_agent_retry_may_help (error))
    return FALSE;

  /* A conversation that was too long may be shorter in another attempt. */
  return !troupe_llm_error_is_permanent (error) ||
         troupe_llm_error_get_overflow (error) != TROUPE_LLM_OVERFLOW_NONE;
}

const char *
troupe_agent_retry_get_kind (const TroupeAgentJob *job, const GError *error)
{
  g_return_val_if_fail (job != NULL && error != NULL, NULL);

  if (error->domain == TROUPE_TOOL_ERROR ||
      g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_STUCK) ||
      g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL))
    return "tool";
  if (job->rules != NULL && g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID))
    return "output";

  return "provider";
}

gboolean
troupe_agent_retry_is_stop (const TroupeAgentJob *job, const GError *error)
{
  g_return_val_if_fail (job != NULL && error != NULL, FALSE);

  return job->is_task && (g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_STUCK) ||
                          g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT) ||
                          g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL));
}
