/* troupe-flow-agent-python.h: what is Python of an agent of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-servers.h"
#include "troupe-agent.h"
#include "troupe-python-refs.h"

G_BEGIN_DECLS

/* Where the class of its answers stands below the action. */
#define TROUPE_FLOW_AGENT_FORM_PLACE ".with.response_format"

/* What there is of it before a run; paths are below the action. (transfer full) (element-type TroupePythonRef) */
GPtrArray *troupe_flow_agent_python_list (TroupeAgentDefinition *agent);

/**
 * TroupeFlowAgentPython:
 *
 * For one kickoff of an agent action: what Python makes of it, and what it calls. On the thread of the run.
 */
typedef struct _TroupeFlowAgentPython TroupeFlowAgentPython;

/* @python: (nullable): the helper; @path: of the action; @owner: whom the log names */
TroupeFlowAgentPython *troupe_flow_agent_python_new (TroupePython *python,
                                                     const char *path,
                                                     const char *owner,
                                                     GCancellable *cancellable);
/* Nothing may be under way. */
void troupe_flow_agent_python_free (TroupeFlowAgentPython *self);

/**
 * troupe_flow_agent_python_make:
 * @func: called once, now or later: with the agent as it is to work (transfer full), or an @error (transfer full)
 *
 * Has its objects and the class of its answers told.
 */
void troupe_flow_agent_python_make (TroupeFlowAgentPython *self,
                                    TroupeAgentDefinition *agent,
                                    void (*func) (TroupeAgentDefinition *agent,
                                                  GError *error,
                                                  gpointer user_data),
                                    gpointer user_data);
/* Its guardrail and its `step_callback`; for the agent that was made. */
void troupe_flow_agent_python_fill_call (TroupeFlowAgentPython *self, TroupeAgentContext *call);
void troupe_flow_agent_python_set_filter (TroupeFlowAgentPython *self, TroupeAgentServers *servers);
/* Waits for what it called beside the agent, then calls @func. */
void troupe_flow_agent_python_drain (TroupeFlowAgentPython *self,
                                     void (*func) (gpointer user_data),
                                     gpointer user_data);

G_END_DECLS
