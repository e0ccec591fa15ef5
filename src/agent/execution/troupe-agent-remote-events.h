/* troupe-agent-remote-events.h: emits the events of remote agents (A2A)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-tool.h"

G_BEGIN_DECLS

/**
 * TroupeAgentRemoteReporter:
 * @scope: scope of the delegation, or of the delegating agent
 * @tool: the remote agent
 * @role, @title: (nullable): role of the delegating agent, and title of its task
 * @context_id: (nullable): id of the conversation, given by the remote agent
 * @turn: number of the turn, from 1
 * @message: the message
 *
 * One turn with a remote agent (CrewAI's a2a_* events).
 */
typedef struct
{
  TroupeEventBus *bus;
  TroupeScope *scope;
  TroupeA2aTool *tool;
  const char *role;
  const char *title;
  const char *context_id;
  gint64 turn;
  const char *message;
} TroupeAgentRemoteReporter;

/* Reports that the agent card was read, or could not be read. @failure: (nullable); @begun_us:
 * monotonic */
void troupe_agent_remote_events_tell_card (const TroupeToolContext *context,
                                           TroupeA2aTool *tool,
                                           const GError *failure,
                                           gint64 begun_us);
/* Reports that @news->message is sent, and opens the scope. The first turn also reports the
 * start of the conversation. */
void troupe_agent_remote_events_tell_started (const TroupeAgentRemoteReporter *news);
/* Reports the end of the turn and closes the scope. @outcome: (nullable): as returned by
 * troupe_a2a_task_end(); if it is NULL, the turn has failed with @failure */
void troupe_agent_remote_events_tell_ended (const TroupeAgentRemoteReporter *news,
                                            TroupeValue *outcome,
                                            const GError *failure);
/* Reports the final message of the delegating agent, @news->message. @failure: (nullable): set
 * if there is no final message */
void troupe_agent_remote_events_tell_over (const TroupeAgentRemoteReporter *news,
                                           const GError *failure);

G_END_DECLS
