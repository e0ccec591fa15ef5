/* troupe-agent-remote.h: agent that delegates to remote agents (A2A)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-remotes.h"

G_BEGIN_DECLS

/**
 * troupe_agent_remote_work_async:
 * @remotes: (transfer full): the remote agents that the agent may contact
 * @task: (nullable): a task of the agent's crew; if %NULL, the agent answers @input
 * @input: (nullable): input of a kickoff
 *
 * Executes the agent with a response format in which it says whether it delegates. If it delegates,
 * sends its message to the remote agent and executes the agent again with the response. This is
 * repeated until the agent answers itself or the turns are used up (CrewAI's a2a/wrapper.py). If no
 * remote agent is reachable, the agent works alone, and its prompt says so. Finish with
 * troupe_agent_work_finish(), which may also fail with %TROUPE_AGENT_ERROR_REMOTE.
 */
void troupe_agent_remote_work_async (TroupeAgentDefinition *agent,
                                     TroupeAgentRemotes *remotes,
                                     const TroupeAgentTask *task,
                                     TroupeValue *input,
                                     const TroupeAgentContext *call,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);

G_END_DECLS
