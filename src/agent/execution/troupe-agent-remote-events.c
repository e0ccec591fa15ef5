/* troupe-agent-remote-events.c: emits the events of remote agents (A2A)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-remote-events"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-remote-events.h"

/* --- Fields ------------------------------------------------------------------------------------ */

/* Adds the fields that identify the remote agent. */
static void
add_agent (TroupeMapBuilder *fields, TroupeA2aTool *tool)
{
  const TroupeA2aCard *card = troupe_a2a_tool_get_card (tool);

  g_assert (TROUPE_IS_A2A_TOOL (tool));

  troupe_agent_events_add_text (fields, "endpoint", troupe_a2a_tool_get_config (tool)->endpoint);
  if (card == NULL)
    return;
  troupe_agent_events_add_text (fields, "a2a_agent_name", card->name);
  troupe_agent_events_add_text (fields, "protocol_version",
                                troupe_value_get_member_text (card->value, "protocolVersion"));
}

/* Returns FALSE and leaves @fields uninitialized if the bus has no listeners. */
static gboolean
begin (const TroupeAgentRemoteReporter *news, TroupeMapBuilder *fields)
{
  g_assert (news != NULL);

  if (!troupe_agent_events_are_watched (news->bus))
    return FALSE;
  troupe_agent_events_begin (fields, news->role);
  troupe_agent_events_add_text (fields, "task_name", news->title);
  add_agent (fields, news->tool);
  troupe_agent_events_add_text (fields, "context_id", news->context_id);
  troupe_map_builder_add (fields, "turn_number", troupe_value_new_integer (news->turn));
  troupe_map_builder_add (fields, "is_multiturn", troupe_value_new_boolean (news->turn > 1));
  return TRUE;
}

static void
emit (const TroupeAgentRemoteReporter *news, TroupeEventType type, TroupeMapBuilder *fields)
{
  troupe_agent_events_emit (news->bus, type, news->scope, fields);
}

/* --- Cards ------------------------------------------------------------------------------------- */

void
troupe_agent_remote_events_tell_card (const TroupeToolContext *context,
                                      TroupeA2aTool *tool,
                                      const GError *failure,
                                      gint64 begun_us)
{
  const gint64 taken_us = g_get_monotonic_time () - begun_us;
  TroupeMapBuilder fields;

  g_return_if_fail (context != NULL && TROUPE_IS_A2A_TOOL (tool));

  if (!troupe_agent_events_are_watched (troupe_tool_context_get_bus (context)))
    return;
  troupe_map_builder_init (&fields);
  add_agent (&fields, tool);
  if (failure == NULL)
    {
      troupe_map_builder_add (&fields, "agent_card",
                              troupe_value_ref (troupe_a2a_tool_get_card (tool)->value));
      troupe_map_builder_add (&fields, "cached", troupe_value_new_boolean (FALSE));
      troupe_map_builder_add (&fields, "fetch_time_ms",
                              troupe_value_new_double ((double) taken_us / 1000.0));
    }
  else
    {
      troupe_agent_events_add_text (&fields, "error", failure->message);
      troupe_agent_events_add_text (&fields, "error_type", "connection_error");
      troupe_agent_events_add_text (&fields, "operation", "fetch_agent_card");
    }
  troupe_agent_events_emit (troupe_tool_context_get_bus (context),
                            failure == NULL ? TROUPE_EVENT_A2A_CARD_FETCHED
                                            : TROUPE_EVENT_A2A_CONNECTION_ERROR,
                            context->scope, &fields);
}

/* --- Turns ------------------------------------------------------------------------------------- */

/* Adds the fields of a tool call: arguments and result. */
static void
add_call (TroupeMapBuilder *fields, const TroupeAgentRemoteReporter *news)
{
  const TroupeA2aCard *card = troupe_a2a_tool_get_card (news->tool);
  TroupeMapBuilder arguments;

  g_assert (card != NULL);

  troupe_map_builder_init (&arguments);
  troupe_agent_events_add_text (&arguments, "message", news->message);
  troupe_agent_events_add_text (fields, "tool_name", card->name);
  troupe_map_builder_add (fields, "tool_args", troupe_map_builder_end (&arguments));
}

void
troupe_agent_remote_events_tell_started (const TroupeAgentRemoteReporter *news)
{
  TroupeMapBuilder fields;

  g_return_if_fail (news != NULL);

  if (!begin (news, &fields))
    return;
  troupe_agent_events_add_text (&fields, "task_description", news->message);
  add_call (&fields, news);
  emit (news, TROUPE_EVENT_A2A_DELEGATION_STARTED, &fields);
  if (news->turn == 1 && begin (news, &fields))
    emit (news, TROUPE_EVENT_A2A_CONVERSATION_STARTED, &fields);
  begin (news, &fields);
  troupe_agent_events_add_text (&fields, "message", news->message);
  emit (news, TROUPE_EVENT_A2A_MESSAGE_SENT, &fields);
}

void
troupe_agent_remote_events_tell_ended (const TroupeAgentRemoteReporter *news,
                                       TroupeValue *outcome,
                                       const GError *failure)
{
  const char *result = outcome != NULL ? troupe_value_get_member_text (outcome, "result") : NULL;
  const char *error =
      outcome != NULL ? troupe_value_get_member_text (outcome, "error") : failure->message;
  TroupeMapBuilder fields;

  g_return_if_fail (news != NULL && (outcome != NULL || failure != NULL));

  if (!begin (news, &fields))
    return;
  if (outcome != NULL)
    {
      troupe_agent_events_add_text (&fields, "response", result != NULL ? result : error);
      troupe_agent_events_add_text (&fields, "status",
                                    troupe_value_get_member_text (outcome, "status"));
      emit (news, TROUPE_EVENT_A2A_RESPONSE_RECEIVED, &fields);
      begin (news, &fields);
    }
  add_call (&fields, news);
  troupe_agent_events_add_text (&fields, "status",
                                outcome != NULL ? troupe_value_get_member_text (outcome, "status")
                                                : "failed");
  troupe_agent_events_add_text (&fields, "result", result);
  troupe_agent_events_add_text (&fields, "error", error);
  troupe_agent_events_add_text (&fields, "output", result != NULL ? result : error);
  emit (news, TROUPE_EVENT_A2A_DELEGATION_FINISHED, &fields);
}

void
troupe_agent_remote_events_tell_over (const TroupeAgentRemoteReporter *news, const GError *failure)
{
  TroupeMapBuilder fields;

  g_return_if_fail (news != NULL);

  if (!begin (news, &fields))
    return;
  if (failure == NULL)
    {
      troupe_agent_events_add_text (&fields, "message", news->message);
      emit (news, TROUPE_EVENT_A2A_MESSAGE_SENT, &fields);
      begin (news, &fields);
    }
  troupe_agent_events_add_text (&fields, "status", failure == NULL ? "completed" : "failed");
  troupe_agent_events_add_text (&fields, "final_result", failure == NULL ? news->message : NULL);
  troupe_agent_events_add_text (&fields, "error", failure != NULL ? failure->message : NULL);
  troupe_map_builder_add (&fields, "total_turns", troupe_value_new_integer (news->turn));
  emit (news, TROUPE_EVENT_A2A_CONVERSATION_FINISHED, &fields);
}
