/* troupe-agent-remote.h: an agent that may hand its work to agents elsewhere
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-remotes.h"

G_BEGIN_DECLS

/**
 * troupe_agent_remote_work_async:
 * @remotes: (transfer full): those that it may speak to
 * @task: (nullable): a task of its crew; else it answers @input
 * @input: (nullable): of a kickoff
 *
 * Lets the agent do its work, in a form in which it says whether it hands it over; speaks with the other agent and lets
 * it go on with what that says, until it gives an answer of its own or the turns are used up (CrewAI's
 * a2a/wrapper.py). Where nobody can be reached it works alone, and is told so. Finish with troupe_agent_work_finish(),
 * which may end with %TROUPE_AGENT_ERROR_REMOTE as well.
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
