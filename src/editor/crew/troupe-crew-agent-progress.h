/* troupe-crew-agent-progress.h: progress of an agent in a run: current task, model calls, cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-span.h"

G_BEGIN_DECLS

/**
 * TroupeCrewAgentProgress:
 *
 * The current work, number of model calls and cost of an agent, from the spans of a run. An agent
 * can execute parallel tasks at the same time. The running task that began last is shown, or the
 * last task if none is running.
 */
typedef struct _TroupeCrewAgentProgress TroupeCrewAgentProgress;

TroupeCrewAgentProgress *troupe_crew_agent_progress_new (void);
void troupe_crew_agent_progress_free (TroupeCrewAgentProgress *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewAgentProgress, troupe_crew_agent_progress_free)

/* Reports that the agent starts to work. @task: the index of the task, or -1 if the work is not
 * a task of the crew; @is_asked: whether another agent delegated the work */
void troupe_crew_agent_progress_begin (TroupeCrewAgentProgress *self,
                                       TroupeSpan *span,
                                       int task,
                                       gboolean is_asked);
/* Reports a call of its model. */
void troupe_crew_agent_progress_add_call (TroupeCrewAgentProgress *self, TroupeSpan *call);

/* Returns the current work, or the last work if the agent is not working. (transfer none)
 * (nullable) */
TroupeSpan *troupe_crew_agent_progress_get_latest (TroupeCrewAgentProgress *self);
/* Return the task of the latest work, and whether it was delegated. */
int troupe_crew_agent_progress_get_task (TroupeCrewAgentProgress *self);
gboolean troupe_crew_agent_progress_is_asked (TroupeCrewAgentProgress *self);

/* Returns a text such as `6 calls · $0.0094`. For a finished delegation, returns only the cost.
 * @at_work: whether the agent is running. (transfer full) (nullable) */
char *troupe_crew_agent_progress_describe_calls (TroupeCrewAgentProgress *self, gboolean at_work);

G_END_DECLS
