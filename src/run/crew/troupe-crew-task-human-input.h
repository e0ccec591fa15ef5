/* troupe-crew-task-human-input.h: the person who is asked about the answer of a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-task-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskPerson:
 *
 * Who is asked where the task wants it (`human_input`), and in a training about each task once.
 */
typedef struct _TroupeCrewTaskPerson TroupeCrewTaskPerson;

/* (transfer full) */
TroupeCrewTaskPerson *troupe_crew_task_person_new (TroupeCrewAssignment *assignment);
void troupe_crew_task_person_free (TroupeCrewTaskPerson *self);
/* Has the agent's execution ask, where anybody is to be asked. @task: lives no longer than @self */
void troupe_crew_task_person_join (TroupeCrewTaskPerson *self, TroupeAgentTask *task);

G_END_DECLS
