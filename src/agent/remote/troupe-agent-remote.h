/* troupe-agent-remote.h: agent that delegates to remote agents (A2A)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-remotes.h"

G_BEGIN_DECLS

/**
 * troupe_agent_remote_work_async:
 * @remotes: (transfer full): the remote agents that it may contact
 * @task: (nullable): a task of its crew; otherwise it answers @input
 * @input: (nullable): of a kickoff
 *
 * Executes the agent with a response format in which it says whether it delegates; sends its
 * messages to the remote agent and executes it again with the responses, until it answers itself or
 * the turns are used up (CrewAI's a2a/wrapper.py). If no remote agent is reachable, it works alone,
 * and its prompt says so. Finish with troupe_agent_work_finish(), which may also fail with
 * %TROUPE_AGENT_ERROR_REMOTE.
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
