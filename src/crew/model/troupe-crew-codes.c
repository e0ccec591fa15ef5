/* troupe-crew-codes.c: codes of all problems of crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-codes"

#include "config.h"

#include "troupe-crew.h"

/* The codes of all problems, in the order of doc/diagnostics.md. */
static const char *const codes[] = {
  /* Parsing of the text. */
  "json",
  "empty_document",
  "not_a_crew",
  "not_an_agent",
  "unreadable_part",
  /* Fields and types. */
  "unknown_key",
  "runtime_key",
  "wrong_type",
  "bad_value",
  "missing_field",
  "empty_text",
  "empty_list",
  "unknown_type",
  "ignored_value",
  "bad_schema",
  "two_outputs",
  "deprecated_field",
  "unsupported",
  /* Agents and tasks. */
  "no_agents",
  "no_tasks",
  "missing_agent",
  "unknown_agent",
  "unknown_task",
  "no_agent",
  "no_manager",
  "manager_is_agent",
  "manager_tools",
  "paid_model",
  "async_end",
  "async_context",
  "async_conditional",
  "async_alone",
  "async_without_context",
  "first_conditional",
  "only_conditional",
  "no_condition",
  "guardrail_without_agent",
  /* External references. */
  "bad_reference",
  "deep_reference",
  "outside_project",
  "callback_as_text",
  "bad_tool",
  "missing_tool",
  "no_tool_class",
  "bad_path",
  "bad_address",
  "key_in_document",
  "bad_file",
  /* Expressions. */
  "expression_syntax",
  "empty_expression",
  "unknown_root",
  "troupe_only",
  /* Fields of old CrewAI versions. */
  "old_memory",
  NULL,
};

const char *const *
troupe_crew_list_problem_codes (void)
{
  return codes;
}
