/* troupe-agent-tool-events.c: emits the events of an agent's tool calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-tool-events"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-tool-events.h"

/* Returns `tool_reported`, … (transfer none) (nullable): NULL for NONE */
static const char *
failure_to_text (TroupeAgentFailure failure)
{
  static const char *const texts[] = {
    [TROUPE_AGENT_FAILURE_NONE] = NULL,
    [TROUPE_AGENT_FAILURE_TOOL_REPORTED] = "tool_reported",
    [TROUPE_AGENT_FAILURE_EXCEPTION] = "exception",
    [TROUPE_AGENT_FAILURE_USAGE_LIMIT] = "usage_limit",
    [TROUPE_AGENT_FAILURE_UNKNOWN_TOOL] = "unknown_tool",
    [TROUPE_AGENT_FAILURE_INVALID_INPUT] = "invalid_input",
    [TROUPE_AGENT_FAILURE_REPEATED_CALL] = "repeated_call",
  };

  g_return_val_if_fail ((guint) failure < G_N_ELEMENTS (texts), NULL);

  return texts[failure];
}

static TroupeValue *
get_arguments (const TroupeAgentToolReporter *news)
{
  return news->arguments != NULL ? troupe_value_ref (news->arguments)
                                 : troupe_value_new_string (news->text, -1);
}

/* Returns FALSE and leaves @fields uninitialized if the bus has no listeners. */
static gboolean
begin_fields (const TroupeAgentToolReporter *news, TroupeMapBuilder *fields)
{
  g_assert (news != NULL);

  if (!troupe_agent_events_are_watched (news->bus))
    return FALSE;

  troupe_agent_events_begin (fields, news->role);
  troupe_agent_events_add_text (fields, "task_name", news->title);
  troupe_agent_events_add_text (fields, "tool_name", news->name);
  if (news->id != NULL)
    troupe_agent_events_add_text (fields, "tool_call_id", news->id);
  troupe_map_builder_add (fields, "tool_args", get_arguments (news));
  troupe_map_builder_add (fields, "run_attempts", troupe_value_new_integer (news->attempt));
  return TRUE;
}

void
troupe_agent_tool_events_tell_started (const TroupeAgentToolReporter *news)
{
  TroupeMapBuilder fields;

  if (begin_fields (news, &fields))
    troupe_agent_events_emit (news->bus, TROUPE_EVENT_TOOL_STARTED, news->scope, &fields);
}

void
troupe_agent_tool_events_tell_finished (const TroupeAgentToolReporter *news,
                                        const char *output,
                                        TroupeAgentFailure failure)
{
  TroupeMapBuilder fields;

  if (!begin_fields (news, &fields))
    return;
  troupe_agent_events_add_text (&fields, "output", output);
  troupe_map_builder_add (&fields, "from_cache", troupe_value_new_boolean (news->is_from_cache));
  troupe_agent_events_add_text (&fields, "failure", failure_to_text (failure));
  troupe_agent_events_emit (news->bus, TROUPE_EVENT_TOOL_FINISHED, news->scope, &fields);
}

void
troupe_agent_tool_events_tell_error (const TroupeAgentToolReporter *news, const GError *error)
{
  TroupeMapBuilder fields;

  if (!begin_fields (news, &fields))
    return;
  troupe_agent_events_add_error (&fields, "tool", error);
  troupe_agent_events_emit (news->bus, TROUPE_EVENT_TOOL_FAILED, news->scope, &fields);
}

void
troupe_agent_tool_events_tell_refused (const TroupeAgentToolReporter *news,
                                       TroupeEventType type,
                                       const char *message)
{
  TroupeMapBuilder fields;

  if (!begin_fields (news, &fields))
    return;
  troupe_agent_events_add_text (&fields, "error", message);
  troupe_agent_events_emit (news->bus, type, news->agent, &fields);
}

static TroupeValue *
make_failure (TroupeAgentFailure failure, const char *message)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "message", message);
  troupe_agent_events_add_text (&fields, "reason", failure_to_text (failure));
  return troupe_map_builder_end (&fields);
}

void
troupe_agent_tool_events_tell_failure (const TroupeAgentToolReporter *news,
                                       TroupeAgentFailure failure,
                                       const char *message)
{
  TroupeMapBuilder fields;

  if (!begin_fields (news, &fields))
    return;
  troupe_map_builder_add (&fields, "failure", make_failure (failure, message));
  troupe_agent_events_add_text (&fields, "policy",
                                news->policy == TROUPE_AGENT_POLICY_RAISE ? "raise" : "warn");
  troupe_agent_events_emit (news->bus, TROUPE_EVENT_TOOL_FAILURE, news->agent, &fields);
}

TroupeValue *
troupe_agent_tool_events_describe_failure (const TroupeAgentToolReporter *news,
                                           TroupeAgentFailure failure,
                                           const char *message)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "tool_name", news->name);
  troupe_map_builder_add (&fields, "failure", make_failure (failure, message));
  troupe_map_builder_add (&fields, "tool_args", get_arguments (news));
  return troupe_map_builder_end (&fields);
}
