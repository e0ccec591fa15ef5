/* troupe-agent-remote-events.h: what is told of agents elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-tool.h"

G_BEGIN_DECLS

/**
 * TroupeAgentRemoteNews:
 * @scope: of the delegation, or of the agent that delegates
 * @tool: the other agent
 * @role, @title: (nullable): of the one that delegates, and its task
 * @context_id: (nullable): of the conversation, as the other agent has it
 * @turn: from 1
 * @message: what is said
 *
 * One turn with an agent elsewhere (CrewAI's events of the names a2a_*).
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
} TroupeAgentRemoteNews;

/* Its card was read, or not. @failure: (nullable); @begun_us: monotonic */
void troupe_agent_remote_events_tell_card (const TroupeToolContext *context,
                                           TroupeA2aTool *tool,
                                           const GError *failure,
                                           gint64 begun_us);
/* It is told @news->message: opens the scope. The first turn begins the conversation as well. */
void troupe_agent_remote_events_tell_started (const TroupeAgentRemoteNews *news);
/* @outcome: (nullable): as troupe_a2a_task_end() has it; closes the scope, with @failure where there is none */
void troupe_agent_remote_events_tell_ended (const TroupeAgentRemoteNews *news,
                                            TroupeValue *outcome,
                                            const GError *failure);
/* The agent that delegated says its last word, @news->message; @failure: (nullable): there is none */
void troupe_agent_remote_events_tell_over (const TroupeAgentRemoteNews *news,
                                           const GError *failure);

G_END_DECLS
