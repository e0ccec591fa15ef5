/* troupe-task-breakpoints.h: breakpoints on the tasks of an open crew project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-document.h"

G_BEGIN_DECLS

/**
 * TroupeTaskBreakpoints:
 *
 * The breakpoints of a crew project. CrewAI rejects unknown keys in its files, so that they are not stored there, and are no
 * undo steps. They follow their tasks when these are edited, renamed and moved; that of a deleted task is there again when the
 * deletion is undone.
 *
 * Signals: `changed` (a breakpoint was set or removed, or has followed its task).
 *
 * Threads: the thread of the document.
 */
#define TROUPE_TYPE_TASK_BREAKPOINTS (troupe_task_breakpoints_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTaskBreakpoints,
                      troupe_task_breakpoints,
                      TROUPE,
                      TASK_BREAKPOINTS,
                      GObject)

/* Returns the breakpoints of a document, which live as long as it. (transfer none) */
TroupeTaskBreakpoints *troupe_task_breakpoints_get (TroupeCrewDocument *document);

/* Returns the condition of the task's breakpoint, "" if it has none, or NULL if there is no breakpoint. (transfer none)
 * (nullable) */
const char *troupe_task_breakpoints_find (TroupeTaskBreakpoints *self, guint task);
/* Sets the breakpoint of a task, or (@condition NULL) removes it. @condition: (nullable): an expression, or "" for none */
void troupe_task_breakpoints_set (TroupeTaskBreakpoints *self, guint task, const char *condition);
void troupe_task_breakpoints_clear (TroupeTaskBreakpoints *self);

/* Returns a list of maps of `task`, its name, or its number if it has none of its own, and `if`, as of
 * `x-troupe.breakpoints` of a flow. (transfer full) */
TroupeValue *troupe_task_breakpoints_to_value (TroupeTaskBreakpoints *self);
/* Replaces the breakpoints by such a list; what is none, or is on no task, is left out. @value: (nullable) */
void troupe_task_breakpoints_read (TroupeTaskBreakpoints *self, TroupeValue *value);

G_END_DECLS
