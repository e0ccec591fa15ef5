/* troupe-flow-agent-python.h: Python objects and callbacks of an agent action in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-servers.h"
#include "troupe-agent.h"
#include "troupe-python-refs.h"

G_BEGIN_DECLS

/* JSON path of the Python class of the agent's answers, relative to the action. */
#define TROUPE_FLOW_AGENT_FORM_PLACE ".with.response_format"

/* Lists the Python references of an agent before a run; paths are relative to the action.
 * (transfer full) (element-type TroupePythonRef) */
GPtrArray *troupe_flow_agent_python_list (TroupeAgentDefinition *agent);

/**
 * TroupeFlowAgentPython:
 *
 * The Python objects and callbacks of one kickoff of an agent action. Used on the run's thread.
 */
typedef struct _TroupeFlowAgentPython TroupeFlowAgentPython;

/* Creates the Python objects of an action. @python: (nullable): the helper; @path: path of the
 * action; @owner: the name in log lines */
TroupeFlowAgentPython *troupe_flow_agent_python_new (TroupePython *python,
                                                     const char *path,
                                                     const char *owner,
                                                     GCancellable *cancellable);
/* Call only when no operation is in progress. */
void troupe_flow_agent_python_free (TroupeFlowAgentPython *self);

/**
 * troupe_flow_agent_python_make:
 * @func: called once, possibly before this function returns, with the resolved agent (transfer
 *   full) or with an @error (transfer full)
 *
 * Replaces the Python objects and the class of the answers by the values that the helper returns
 * for them.
 */
void troupe_flow_agent_python_make (TroupeFlowAgentPython *self,
                                    TroupeAgentDefinition *agent,
                                    void (*func) (TroupeAgentDefinition *agent,
                                                  GError *error,
                                                  gpointer user_data),
                                    gpointer user_data);
/* Sets the guardrail and the `step_callback`; call for the resolved agent. */
void troupe_flow_agent_python_fill_call (TroupeFlowAgentPython *self, TroupeAgentContext *call);
void troupe_flow_agent_python_set_filter (TroupeFlowAgentPython *self, TroupeAgentServers *servers);
/* Waits for pending calls of `step_callback`, then calls @func. */
void troupe_flow_agent_python_drain (TroupeFlowAgentPython *self,
                                     void (*func) (gpointer user_data),
                                     gpointer user_data);

G_END_DECLS
