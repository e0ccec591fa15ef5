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
 * Asks the user if the task requires it (`human_input`). In a training, the user is asked once
 * about each task.
 */
typedef struct _TroupeCrewTaskHumanInput TroupeCrewTaskHumanInput;

/* (transfer full) */
TroupeCrewTaskHumanInput *troupe_crew_task_human_input_new (TroupeCrewTaskContext *assignment);
void troupe_crew_task_human_input_free (TroupeCrewTaskHumanInput *self);
/* Installs callbacks in the agent's execution that ask the user, if required. @task: must not
 * outlive @self */
void troupe_crew_task_human_input_join (TroupeCrewTaskHumanInput *self, TroupeAgentTask *task);

G_END_DECLS
