/* troupe-crew-task-override.h: tasks whose Python class overrides execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/* Calls the method of the task's class; then troupe_crew_tasks_ended(). What CrewAI's own task would do is done each time
 * that the method asks for it, and stands at @place meanwhile. */
void troupe_crew_task_override_begin (TroupeCrewRunner *runner,
                                      guint task,
                                      const char *context,
                                      TroupeCrewTaskRun **place);

G_END_DECLS
