/* troupe-crew-agent-progress.h: what is known of one agent of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-span.h"

G_BEGIN_DECLS

/**
 * TroupeCrewAgentProgress:
 *
 * What an agent works on, how often its model was asked and what that cost, from the spans of a run. An agent does tasks
 * that run beside each other at once: of its works that go on the one that began last is told, else the last of all.
 */
typedef struct _TroupeCrewAgentProgress TroupeCrewAgentProgress;

TroupeCrewAgentProgress *troupe_crew_agent_progress_new (void);
void troupe_crew_agent_progress_free (TroupeCrewAgentProgress *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewAgentProgress, troupe_crew_agent_progress_free)

/* It begins to work. @task: the index of the task; -1: none of the crew's; @is_asked: whether another agent asked it */
void troupe_crew_agent_progress_begin (TroupeCrewAgentProgress *self,
                                       TroupeSpan *span,
                                       int task,
                                       gboolean is_asked);
/* Its model is asked. */
void troupe_crew_agent_progress_add_call (TroupeCrewAgentProgress *self, TroupeSpan *call);

/* What it works on now, or did last. (transfer none) (nullable) */
TroupeSpan *troupe_crew_agent_progress_get_latest (TroupeCrewAgentProgress *self);
/* Of that. */
int troupe_crew_agent_progress_get_task (TroupeCrewAgentProgress *self);
gboolean troupe_crew_agent_progress_is_asked (TroupeCrewAgentProgress *self);

/* `6 calls · $0.0094`; of one who was asked what it cost: how often that was stands before it. @at_work: whether it is.
 * (transfer full) (nullable) */
char *troupe_crew_agent_progress_describe_calls (TroupeCrewAgentProgress *self, gboolean at_work);

G_END_DECLS
