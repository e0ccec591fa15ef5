/* troupe-agent-manager.c: prompts for the manager of a crew and for delegation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-manager"

#include "config.h"

#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"

const char *
troupe_agent_manager_get_role (void)
{
  return "Crew Manager";
}

const char *
troupe_agent_manager_get_goal (void)
{
  return troupe_prompt_get (TROUPE_PROMPT_MANAGER_GOAL);
}

const char *
troupe_agent_manager_get_backstory (void)
{
  return troupe_prompt_get (TROUPE_PROMPT_MANAGER_BACKSTORY);
}

char *
troupe_agent_describe_delegation (const char *roles)
{
  g_return_val_if_fail (roles != NULL, NULL);

  return troupe_prompt_fill (TROUPE_PROMPT_DELEGATE_WORK, "coworkers", roles, NULL);
}

char *
troupe_agent_describe_question (const char *roles)
{
  g_return_val_if_fail (roles != NULL, NULL);

  return troupe_prompt_fill (TROUPE_PROMPT_ASK_QUESTION, "coworkers", roles, NULL);
}

char *
troupe_agent_tell_unknown_coworker (const char *const *roles)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  g_return_val_if_fail (roles != NULL, NULL);

  for (gsize i = 0; roles[i] != NULL; i++)
    g_string_append_printf (lines, "%s- %s", i > 0 ? "\n" : "", roles[i]);

  return troupe_prompt_fill (TROUPE_PROMPT_UNEXISTING_COWORKER, "coworkers", lines->str, NULL);
}

char *
troupe_agent_format_coworker_failed (const char *role, const char *error)
{
  g_return_val_if_fail (role != NULL && error != NULL, NULL);

  return troupe_prompt_fill (TROUPE_PROMPT_TOOL_EXECUTION_ERROR, "agent_role", role, "error", error,
                             NULL);
}

const char *
troupe_agent_get_manager_request (void)
{
  return troupe_prompt_get (TROUPE_PROMPT_MANAGER_REQUEST);
}

char *
troupe_agent_tell_refusal (const char *feedback, const char *answer)
{
  g_return_val_if_fail (feedback != NULL && answer != NULL, NULL);

  return troupe_prompt_fill (TROUPE_PROMPT_VALIDATION_ERROR, "guardrail_result_error", feedback,
                             "task_output", answer, NULL);
}

const char *
troupe_agent_get_conversation_intro (void)
{
  return troupe_prompt_get (TROUPE_PROMPT_CONVERSATION_HISTORY);
}
