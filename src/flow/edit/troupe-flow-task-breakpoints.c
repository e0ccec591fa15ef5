/* troupe-flow-task-breakpoints.c: breakpoints on the tasks of the crews inside a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-task-breakpoints"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-breakpoints.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-task-breakpoints.h"
#include "troupe-json.h"
#include "troupe-task-mark.h"
#include "troupe-tree.h"

/* (transfer none) (nullable) */
static JsonArray *
get_tasks (JsonNode *root, const char *method)
{
  JsonNode *node = troupe_tree_get (root, "methods", method, "do", "with", "tasks", NULL);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Returns TRUE if the breakpoint is on this task. */
static gboolean
is_on (JsonNode *node, JsonNode *root, const char *method, guint task)
{
  const char *text = troupe_tree_get_member_text (node, "task");
  const char *own = troupe_tree_get_member_text (node, "method");

  return text != NULL && (own == NULL || g_str_equal (own, method)) &&
         troupe_task_find (get_tasks (root, method), text) == (int) task;
}

const char *
troupe_flow_find_task_breakpoint (TroupeFlowDocument *self, const char *method, guint task)
{
  JsonNode *root = NULL;
  JsonArray *list = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self) && method != NULL, NULL);

  root = troupe_document_get_root (TROUPE_DOCUMENT (self));
  list = troupe_flow_breakpoints_get_list (root);
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      const char *condition = troupe_tree_get_member_text (node, "if");

      if (is_on (node, root, method, task))
        return condition != NULL ? condition : "";
    }
  return NULL;
}

gboolean
troupe_flow_set_task_breakpoint (TroupeFlowDocument *self,
                                 const char *method,
                                 guint task,
                                 const char *condition,
                                 GError **error)
{
  g_autofree char *label = NULL;
  g_autofree char *name = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonNode *before = NULL;
  JsonArray *tasks = NULL;
  JsonArray *old = NULL;
  JsonArray *list = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self) && method != NULL, FALSE);

  before = troupe_document_get_root (TROUPE_DOCUMENT (self));
  tasks = get_tasks (before, method);
  if (tasks == NULL || task >= json_array_get_length (tasks))
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("The method “%s” has no task %u."), method, task + 1);
      return FALSE;
    }
  name = troupe_task_refer (tasks, task);
  old = troupe_flow_breakpoints_get_list (before);
  list = json_array_new ();
  for (guint i = 0; old != NULL && i < json_array_get_length (old); i++)
    if (!is_on (json_array_get_element (old, i), before, method, task))
      json_array_add_element (list, json_node_ref (json_array_get_element (old, i)));
  if (condition != NULL)
    {
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "method", method);
      json_object_set_string_member (object, "task", name);
      if (*condition != '\0')
        json_object_set_string_member (object, "if", condition);
      json_array_add_element (list, troupe_tree_take_object (object));
    }
  root = troupe_flow_breakpoints_put_list (before, list);
  label = g_strdup_printf (
      condition != NULL ? _ ("Set a Breakpoint on %s") : _ ("Remove the Breakpoint on %s"), name);
  return troupe_document_commit (TROUPE_DOCUMENT (self), "", root, label, NULL,
                                 TROUPE_COMMIT_DEFAULT, error);
}

/* Returns TRUE if the breakpoint is on any task of the method. */
static gboolean
is_in (JsonNode *node, JsonNode *root, const char *method)
{
  const char *text = troupe_tree_get_member_text (node, "task");
  const char *own = troupe_tree_get_member_text (node, "method");

  if (text == NULL)
    return FALSE;
  return own != NULL ? g_str_equal (own, method)
                     : troupe_task_find (get_tasks (root, method), text) >= 0;
}

gboolean
troupe_flow_clear_task_breakpoints (TroupeFlowDocument *self, const char *method, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  JsonNode *before = NULL;
  JsonArray *old = NULL;
  JsonArray *list = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self) && method != NULL, FALSE);

  before = troupe_document_get_root (TROUPE_DOCUMENT (self));
  old = troupe_flow_breakpoints_get_list (before);
  if (old == NULL)
    return TRUE;
  list = json_array_new ();
  for (guint i = 0; i < json_array_get_length (old); i++)
    if (!is_in (json_array_get_element (old, i), before, method))
      json_array_add_element (list, json_node_ref (json_array_get_element (old, i)));
  root = troupe_flow_breakpoints_put_list (before, list);
  return troupe_document_commit (TROUPE_DOCUMENT (self), "", root, _ ("Remove All Breakpoints"),
                                 NULL, TROUPE_COMMIT_DEFAULT, error);
}

/* --- Following -------------------------------------------------------------------------------- */

/* Returns the only method with a task of this name, or NULL if there is none or more than one. (transfer none) (nullable) */
static const char *
find_only_method (JsonNode *root, const char *text)
{
  JsonNode *methods = troupe_tree_get_member (root, "methods");
  const char *found = NULL;
  JsonObjectIter iter;
  const char *name;

  if (methods == NULL || !JSON_NODE_HOLDS_OBJECT (methods))
    return NULL;
  json_object_iter_init (&iter, json_node_get_object (methods));
  while (json_object_iter_next (&iter, &name, NULL))
    if (troupe_task_find (get_tasks (root, name), text) >= 0)
      {
        if (found != NULL)
          return NULL;
        found = name;
      }
  return found;
}

/* Returns where the task with this index is after the edit, -1 if it is gone. */
static int
find_place (JsonArray *before, guint task, JsonArray *after)
{
  const guint n_tasks = json_array_get_length (before);
  g_autofree TroupeTaskMark *marks = g_new0 (TroupeTaskMark, n_tasks + 1);

  for (guint i = 0; i < n_tasks; i++)
    marks[i] = (TroupeTaskMark){ json_array_get_element (before, i), (int) i };
  troupe_task_marks_follow (marks, n_tasks, n_tasks, after);
  return marks[task].index;
}

/* Returns the breakpoint after the edit, NULL if its task is gone. (transfer full) (nullable) */
static JsonNode *
follow (JsonNode *node, JsonNode *before, JsonNode *after)
{
  const char *text = troupe_tree_get_member_text (node, "task");
  const char *method = troupe_tree_get_member_text (node, "method");
  JsonArray *old = NULL;
  JsonArray *new = NULL;
  g_autofree char *name = NULL;
  g_autoptr (JsonNode) value = NULL;
  int task, place;

  if (text != NULL && method == NULL)
    method = find_only_method (before, text);
  old = text != NULL && method != NULL ? get_tasks (before, method) : NULL;
  new = method != NULL ? get_tasks (after, method) : NULL;
  task = old != NULL ? troupe_task_find (old, text) : -1;
  /* A crew that was moved to a file still has its tasks. */
  if (task < 0 || old == new || new == NULL)
    return json_node_ref (node);
  place = find_place (old, (guint) task, new);
  if (place < 0)
    return NULL;
  if (troupe_task_find (new, text) == place)
    return json_node_ref (node);
  name = troupe_task_refer (new, (guint) place);
  value = troupe_json_node_new_string (name);
  return troupe_tree_with (node, value, "task", NULL);
}

JsonNode *
troupe_flow_task_breakpoints_follow (JsonNode *before, JsonNode *after)
{
  JsonArray *list = NULL;
  JsonArray *changed = NULL;
  gboolean is_changed = FALSE;

  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  list = troupe_flow_breakpoints_get_list (after);
  if (list == NULL ||
      troupe_tree_get_member (before, "methods") == troupe_tree_get_member (after, "methods"))
    return json_node_ref (after);
  changed = json_array_new ();
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      g_autoptr (JsonNode) followed = follow (node, before, after);

      is_changed |= followed != node;
      if (followed != NULL)
        json_array_add_element (changed, g_steal_pointer (&followed));
    }
  if (is_changed)
    return troupe_flow_breakpoints_put_list (after, changed);
  json_array_unref (changed);
  return json_node_ref (after);
}
