/* troupe-task-mark.c: references to the tasks of a crew in an open document, and where edits move these tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-task-mark"

#include "config.h"

#include "troupe-json.h"
#include "troupe-task-mark.h"
#include "troupe-tree.h"

static guint
count (JsonArray *tasks)
{
  return tasks != NULL ? json_array_get_length (tasks) : 0;
}

/* (transfer none) (nullable) */
static const char *
get_name (JsonArray *tasks, guint index)
{
  return troupe_tree_get_member_text (json_array_get_element (tasks, index), "name");
}

/* --- References ------------------------------------------------------------------------------- */

char *
troupe_task_refer (JsonArray *tasks, guint index)
{
  const char *name = NULL;
  gboolean is_alone = TRUE;

  g_return_val_if_fail (index < count (tasks), NULL);

  name = get_name (tasks, index);
  for (guint i = 0; name != NULL && i < count (tasks); i++)
    is_alone = is_alone && (i == index || g_strcmp0 (get_name (tasks, i), name) != 0);
  return name != NULL && *name != '\0' && is_alone ? g_strdup (name)
                                                   : g_strdup_printf ("%u", index + 1);
}

int
troupe_task_find (JsonArray *tasks, const char *text)
{
  guint64 number = 0;

  g_return_val_if_fail (text != NULL, -1);

  for (guint i = 0; i < count (tasks); i++)
    if (g_strcmp0 (get_name (tasks, i), text) == 0)
      return (int) i;
  return tasks != NULL && count (tasks) > 0 &&
                 g_ascii_string_to_unsigned (text, 10, 1, count (tasks), &number, NULL)
             ? (int) number - 1
             : -1;
}

/* --- Following -------------------------------------------------------------------------------- */

/* The ways to recognize a task, the most certain one first. */
enum
{
  BY_TREE,
  BY_CONTENT,
  BY_NAME,
  BY_PLACE,
  N_WAYS,
};

static gboolean
is_same (const TroupeTaskMark *mark, JsonArray *tasks, guint index, guint way, gboolean has_places)
{
  JsonNode *task = json_array_get_element (tasks, index);
  const char *name = NULL;

  switch (way)
    {
    case BY_TREE:
      return task == mark->task;
    case BY_CONTENT:
      return troupe_json_node_equal (task, mark->task);
    case BY_NAME:
      name = troupe_tree_get_member_text (mark->task, "name");
      return name != NULL && g_strcmp0 (get_name (tasks, index), name) == 0;
    case BY_PLACE:
    default:
      return has_places && mark->index == (int) index;
    }
}

void
troupe_task_marks_follow (TroupeTaskMark *marks, guint n_marks, guint n_before, JsonArray *tasks)
{
  const guint n_tasks = count (tasks);
  g_autofree gboolean *is_taken = g_new0 (gboolean, n_tasks + 1);
  g_autofree int *places = g_new (int, n_marks + 1);

  g_return_if_fail (marks != NULL || n_marks == 0);

  for (guint i = 0; i < n_marks; i++)
    places[i] = -1;
  for (guint way = 0; way < N_WAYS; way++)
    for (guint i = 0; i < n_marks; i++)
      for (guint j = 0; places[i] < 0 && j < n_tasks; j++)
        if (!is_taken[j] && is_same (&marks[i], tasks, j, way, n_tasks == n_before))
          {
            places[i] = (int) j;
            is_taken[j] = TRUE;
          }
  for (guint i = 0; i < n_marks; i++)
    marks[i].index = places[i];
}
