/* troupe-crew-task-override.h: tasks whose Python class overrides the execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/* Calls the method of the task's class, then troupe_crew_tasks_ended(). Each time the method
 * calls the default execution of CrewAI's task, that execution is started; @place refers to it
 * while it is running. */
void troupe_crew_task_override_begin (TroupeCrewRunner *runner,
                                      guint task,
                                      const char *context,
                                      TroupeCrewTaskRun **place);

G_END_DECLS
