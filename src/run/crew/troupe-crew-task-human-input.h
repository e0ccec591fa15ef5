/* troupe-crew-task-human-input.h: human input for the answer of a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-task-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskHumanInput:
 *
 * Who is asked where the task wants it (`human_input`), and in a training about each task once.
 */
typedef struct _TroupeCrewTaskHumanInput TroupeCrewTaskHumanInput;

/* (transfer full) */
TroupeCrewTaskHumanInput *troupe_crew_task_human_input_new (TroupeCrewTaskContext *assignment);
void troupe_crew_task_human_input_free (TroupeCrewTaskHumanInput *self);
/* Has the agent's execution ask, where anybody is to be asked. @task: lives no longer than @self */
void troupe_crew_task_human_input_join (TroupeCrewTaskHumanInput *self, TroupeAgentTask *task);

G_END_DECLS
