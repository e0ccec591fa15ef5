/* troupe-crew-breakpoints.h: breakpoints on the tasks of the crew being edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/* Those of a crew inside a flow are part of the flow (troupe-flow-task-breakpoints.h): each change is an undo step. Those of a crew
 * project are kept beside it (troupe-task-breakpoints.h). @task: the index of a task. Threads: the main thread. */

/* Returns the condition of the task's breakpoint, "" if it has none, or NULL if there is no breakpoint. Valid until the next edit.
 * (transfer none) (nullable) */
const char *troupe_crew_breakpoints_find (TroupeCrewSubject *subject, guint task);
/* Sets the breakpoint of a task, or (@condition NULL) removes it. @condition: (nullable): an expression, or "" for none. Returns
 * FALSE with %TROUPE_DOCUMENT_ERROR_EDIT. */
gboolean troupe_crew_breakpoints_set (TroupeCrewSubject *subject,
                                      guint task,
                                      const char *condition,
                                      GError **error);
/* Removes all breakpoints of the crew. */
gboolean troupe_crew_breakpoints_clear (TroupeCrewSubject *subject, GError **error);
/* Returns TRUE if a task of the crew has a breakpoint. */
gboolean troupe_crew_breakpoints_exist (TroupeCrewSubject *subject);
/* Calls @func with @owner after the breakpoints may have changed, as long as @owner lives. */
void troupe_crew_breakpoints_watch (TroupeCrewSubject *subject, GObject *owner, GCallback func);

G_END_DECLS
