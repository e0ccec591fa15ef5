/* troupe-agent-tool-events.h: emits the events of an agent's tool calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-tools.h"

G_BEGIN_DECLS

/**
 * TroupeAgentToolReporter:
 * @id: (nullable): id of a native call in the messages
 * @name: name of the tool, as resolved so far
 * @text: the arguments as written by the model
 * @arguments: (nullable): the parsed arguments
 * @attempt: number of the attempt, from 1 in text mode; 0 for a native call
 *
 * Context for the events of a tool call.
 */
typedef struct
{
  TroupeEventBus *bus;
  TroupeScope *agent;
  TroupeScope *scope;
  const char *role;
  const char *title; /* (nullable): of the task */
  const char *id;
  const char *name;
  const char *text;
  TroupeValue *arguments;
  guint attempt;
  gboolean is_unread; /* the arguments could not be parsed */
  gboolean is_from_cache;
  TroupeAgentPolicy policy;
} TroupeAgentToolReporter;

void troupe_agent_tool_events_tell_started (const TroupeAgentToolReporter *news);
/* @failure: NONE if the call succeeded */
void troupe_agent_tool_events_tell_finished (const TroupeAgentToolReporter *news,
                                             const char *output,
                                             TroupeAgentFailure failure);
void troupe_agent_tool_events_tell_error (const TroupeAgentToolReporter *news, const GError *error);
/* Reports an error that occurred before the start of a call. @type: _TOOL_SELECTION_ERROR or
 * _TOOL_INPUT_ERROR */
void troupe_agent_tool_events_tell_refused (const TroupeAgentToolReporter *news,
                                            TroupeEventType type,
                                            const char *message);
void troupe_agent_tool_events_tell_failure (const TroupeAgentToolReporter *news,
                                            TroupeAgentFailure failure,
                                            const char *message);

/* Describes a failure as an entry of `tool_failures`. (transfer full) */
TroupeValue *troupe_agent_tool_events_describe_failure (const TroupeAgentToolReporter *news,
                                                        TroupeAgentFailure failure,
                                                        const char *message);

G_END_DECLS
