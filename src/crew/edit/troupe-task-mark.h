/* troupe-task-mark.h: references to the tasks of a crew in an open document, and where edits move these tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The functions take the `tasks` of a crew as they are in the document, whether the crew loads or not.
 * @tasks: (nullable): NULL for none. Threads: the thread of the document. */

/* Returns the name of a task, or its number from 1 if it has none or shares it with another task. (transfer full) */
char *troupe_task_refer (JsonArray *tasks, guint index);
/* Returns the index of the task with this name, or with this number if no task has the name; -1 if there is none. */
int troupe_task_find (JsonArray *tasks, const char *text);

/**
 * TroupeTaskMark:
 * @task: the tree of a task, by which it is recognized. Not owned
 * @index: its index before the edit; -1 if it did not exist
 *
 * A task that is followed through an edit.
 */
typedef struct
{
  JsonNode *task;
  int index;
} TroupeTaskMark;

/* Sets the indexes of the marks to those after an edit: of a task with the same content, the same name or, if as many tasks are there
 * as before, at the same place. No two marks get the same task. Sets -1 for a task that is gone. @n_before: the number of tasks before
 * the edit */
void
troupe_task_marks_follow (TroupeTaskMark *marks, guint n_marks, guint n_before, JsonArray *tasks);

G_END_DECLS
