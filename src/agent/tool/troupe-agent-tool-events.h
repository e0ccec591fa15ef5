/* troupe-agent-tool-events.h: what is told of an agent's calls of tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-tools.h"

G_BEGIN_DECLS

/**
 * TroupeAgentToolNews:
 * @id: (nullable): what a native call is known by in the messages
 * @name: of the tool, as it is known by now
 * @text: what the model wrote for its arguments
 * @arguments: (nullable): these, once they are read
 * @attempt: from 1 in text mode; 0 of a native call
 *
 * A call, as its events have it.
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
  gboolean is_unread; /* what should have been its arguments is none */
  gboolean is_from_cache;
  TroupeAgentPolicy policy;
} TroupeAgentToolNews;

void troupe_agent_tool_events_tell_started (const TroupeAgentToolNews *news);
/* @failure: NONE where it did what it was to do */
void troupe_agent_tool_events_tell_finished (const TroupeAgentToolNews *news,
                                             const char *output,
                                             TroupeAgentFailure failure);
void troupe_agent_tool_events_tell_error (const TroupeAgentToolNews *news, const GError *error);
/* Before anything was begun: _TOOL_SELECTION_ERROR or _TOOL_INPUT_ERROR. */
void troupe_agent_tool_events_tell_refused (const TroupeAgentToolNews *news,
                                            TroupeEventType type,
                                            const char *message);
void troupe_agent_tool_events_tell_failure (const TroupeAgentToolNews *news,
                                            TroupeAgentFailure failure,
                                            const char *message);

/* As `tool_failures` have it. (transfer full) */
TroupeValue *troupe_agent_tool_events_describe_failure (const TroupeAgentToolNews *news,
                                                        TroupeAgentFailure failure,
                                                        const char *message);

G_END_DECLS
