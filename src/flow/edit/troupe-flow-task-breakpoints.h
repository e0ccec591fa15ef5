/* troupe-flow-task-breakpoints.h: breakpoints on the tasks of the crews inside a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/* They are elements of `x-troupe.breakpoints` with a `task`, its name or its number from 1, and the `method` whose crew it is in. One
 * without a method is on that task of every crew. @task: the index in the `tasks` of the method's crew. */

/* Returns the condition of the task's breakpoint, "" if it has none, or NULL if there is no breakpoint. Valid until the next edit.
 * (transfer none) (nullable) */
const char *
troupe_flow_find_task_breakpoint (TroupeFlowDocument *self, const char *method, guint task);
/* Sets the breakpoint of a task, or (@condition NULL) removes it, as one undo step. @condition: (nullable): an expression, or "" for
 * none. Returns FALSE with %TROUPE_DOCUMENT_ERROR_EDIT if there is no such task. */
gboolean troupe_flow_set_task_breakpoint (TroupeFlowDocument *self,
                                          const char *method,
                                          guint task,
                                          const char *condition,
                                          GError **error);
/* Removes all breakpoints on tasks of the method, as one undo step. */
gboolean
troupe_flow_clear_task_breakpoints (TroupeFlowDocument *self, const char *method, GError **error);

/* Lets breakpoints in the tree @after follow the tasks that an edit of @before has renamed or moved, and removes those of tasks
 * that it has deleted. Returns the changed tree, or a reference to @after. (transfer full) */
JsonNode *troupe_flow_task_breakpoints_follow (JsonNode *before, JsonNode *after);

G_END_DECLS
