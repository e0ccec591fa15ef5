/* troupe-crew-edit-task.c: adding, moving and renaming tasks, and their context
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-edit-task"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-change.h"
#include "troupe-crew-edit.h"
#include "troupe-tree.h"

/* --- Adding ----------------------------------------------------------------------------------- */

/* In a hierarchical crew a task may have no agent, because the manager chooses an agent. */
static gboolean
needs_agent (const TroupeCrewView *view, guint index)
{
  const guint n_tasks = troupe_crew_view_get_n_tasks (view);

  return troupe_crew_view_get_process (view) == TROUPE_CREW_SEQUENTIAL || n_tasks == 0 ||
         troupe_crew_view_get_task_agent (view, MIN (MAX (index, 1), n_tasks) - 1) != NULL;
}

char *
troupe_crew_edit_add_task (TroupeCrewSubject *subject, guint index, GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autoptr (GPtrArray) tasks = NULL;
  g_autofree char *name = NULL, *agent = NULL;
  JsonObject *task;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  troupe_crew_change_init (&change, subject);
  name = troupe_crew_view_make_task_name (&change.view, "task");
  if (needs_agent (&change.view, index))
    agent = troupe_crew_view_find_neighbour (&change.view, index);
  tasks = troupe_crew_change_list_tasks (&change);
  task = json_object_new ();
  json_object_set_string_member (task, "name", name);
  json_object_set_string_member (task, "description", "");
  json_object_set_string_member (task, "expected_output", "");
  if (agent != NULL)
    json_object_set_string_member (task, "agent", agent);
  g_ptr_array_insert (tasks, (int) MIN (index, tasks->len), troupe_tree_take_object (task));
  troupe_crew_change_set_tasks (&change, tasks);
  return troupe_crew_change_commit (&change, _ ("Add Task"), error) ? g_steal_pointer (&name)
                                                                    : NULL;
}

/* --- Reordering tasks and updating contexts --------------------------------------------------- */

/**
 * reorder:
 * @order: for each new position the old index of the task
 *
 * Rebuilds the list of tasks. A context entry is kept if its task still comes earlier, and removed
 * otherwise.
 *
 * Returns: number of entries removed from contexts
 */
static guint
reorder (TroupeCrewChange *change, const guint *order, guint n_order)
{
  const guint n_before = troupe_crew_view_get_n_tasks (&change->view);
  g_autoptr (GPtrArray) before = troupe_crew_change_list_tasks (change);
  g_autoptr (GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_autofree int *places = g_new (int, n_before + 1);
  guint n_dropped = 0;

  for (guint i = 0; i < n_before; i++)
    places[i] = -1;
  for (guint i = 0; i < n_order; i++)
    places[order[i]] = (int) i;
  for (guint i = 0; i < n_order; i++)
    {
      JsonArray *context = troupe_crew_view_get_context (&change->view, order[i]);
      JsonArray *kept = json_array_new ();
      g_autoptr (JsonNode) node = NULL;
      guint n_kept;

      for (guint k = 0; context != NULL && k < json_array_get_length (context); k++)
        {
          JsonNode *entry = json_array_get_element (context, k);
          const char *name = troupe_tree_get_text (entry);
          int target =
              name != NULL ? troupe_crew_view_find_task (&change->view, name, order[i]) : -1;

          if (target < 0 || (places[target] >= 0 && places[target] < (int) i))
            json_array_add_element (kept, json_node_ref (entry));
        }
      n_kept = json_array_get_length (kept);
      node = troupe_tree_take_array (kept);
      if (context == NULL || n_kept == json_array_get_length (context))
        g_ptr_array_add (after, json_node_ref (before->pdata[order[i]]));
      else
        {
          n_dropped += json_array_get_length (context) - n_kept;
          g_ptr_array_add (after,
                           troupe_tree_with (before->pdata[order[i]], node, "context", NULL));
        }
    }
  troupe_crew_change_set_tasks (change, after);
  return n_dropped;
}

static gboolean
has_index (const guint *indexes, guint n_indexes, guint index)
{
  for (guint i = 0; i < n_indexes; i++)
    if (indexes[i] == index)
      return TRUE;
  return FALSE;
}

gboolean
troupe_crew_edit_remove_tasks (TroupeCrewSubject *subject,
                               const guint *indexes,
                               guint n_indexes,
                               GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autofree guint *order = NULL;
  guint n_tasks, n_order = 0;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);
  g_return_val_if_fail (indexes != NULL || n_indexes == 0, FALSE);

  troupe_crew_change_init (&change, subject);
  n_tasks = troupe_crew_view_get_n_tasks (&change.view);
  for (guint i = 0; i < n_indexes; i++)
    if (indexes[i] >= n_tasks)
      return troupe_crew_refuse (error, _ ("Task %u does not exist."), indexes[i] + 1);
  order = g_new (guint, n_tasks + 1);
  for (guint i = 0; i < n_tasks; i++)
    if (!has_index (indexes, n_indexes, i))
      order[n_order++] = i;
  if (n_order == n_tasks)
    return TRUE;
  if (n_order == 0)
    return troupe_crew_refuse (error, _ ("A crew needs at least one task."));
  reorder (&change, order, n_order);
  return troupe_crew_change_commit (
      &change, g_dngettext (NULL, "Delete Task", "Delete Tasks", n_tasks - n_order), error);
}

gboolean
troupe_crew_edit_move_task (TroupeCrewSubject *subject,
                            guint from,
                            guint to,
                            guint *n_dropped,
                            GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autofree guint *order = NULL;
  guint n_tasks, n_order = 0, n_gone;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  if (n_dropped != NULL)
    *n_dropped = 0;
  troupe_crew_change_init (&change, subject);
  n_tasks = troupe_crew_view_get_n_tasks (&change.view);
  if (from >= n_tasks)
    return troupe_crew_refuse (error, _ ("Task %u does not exist."), from + 1);
  to = MIN (to, n_tasks - 1);
  if (from == to)
    return TRUE;
  order = g_new (guint, n_tasks);
  for (guint i = 0; i < n_tasks; i++)
    {
      if (n_order == to)
        order[n_order++] = from;
      if (i != from)
        order[n_order++] = i;
    }
  if (n_order < n_tasks)
    order[n_order++] = from;
  n_gone = reorder (&change, order, n_tasks);
  if (!troupe_crew_change_commit (&change, _ ("Move Task"), error))
    return FALSE;
  if (n_dropped != NULL)
    *n_dropped = n_gone;
  return TRUE;
}

/* --- Names ------------------------------------------------------------------------------------ */

typedef struct
{
  const char *name;
  JsonNode *new_name;
} Renaming;

static JsonNode *
rename_text (const char *key, JsonNode *node, gpointer user_data)
{
  const Renaming *renaming = user_data;

  return json_node_ref (
      g_strcmp0 (troupe_tree_get_text (node), renaming->name) == 0 ? renaming->new_name : node);
}

/* Returns TRUE if the context of the task @index refers to the task @target. */
static gboolean
names_task (const TroupeCrewView *view, guint index, guint target)
{
  JsonArray *context = troupe_crew_view_get_context (view, index);

  for (guint i = 0; context != NULL && i < json_array_get_length (context); i++)
    {
      const char *name = troupe_tree_get_text (json_array_get_element (context, i));

      if (name != NULL && troupe_crew_view_find_task (view, name, index) == (int) target)
        return TRUE;
    }
  return FALSE;
}

char *
troupe_crew_edit_check_task_name (TroupeCrewSubject *subject, guint index, const char *name)
{
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  view = troupe_crew_subject_get_view (subject);
  if (name == NULL || *name == '\0')
    {
      for (guint i = index + 1; i < troupe_crew_view_get_n_tasks (&view); i++)
        if (names_task (&view, i, index))
          {
            g_autofree char *title = troupe_crew_subject_dup_task_title (subject, i);

            return g_strdup_printf (_ ("The name of the task is required, because the task is a "
                                       "context of “%s”, and contexts refer to tasks by name."),
                                    title);
          }
      return NULL;
    }
  if (!g_utf8_validate (name, -1, NULL) || strpbrk (name, "\r\n") != NULL)
    return g_strdup (_ ("The name of a task must be a single line."));
  if (strspn (name, " \t") == strlen (name))
    return g_strdup (_ ("The name of a task cannot be empty."));
  for (guint i = 0; i < troupe_crew_view_get_n_tasks (&view); i++)
    if (i != index && g_strcmp0 (troupe_crew_view_get_task_name (&view, i), name) == 0)
      return g_strdup_printf (_ ("The task “%s” already exists."), name);
  return NULL;
}

/* Sets the name of the task, (nullable), and updates the contexts that refer to it. */
static void
set_name (TroupeCrewChange *change, guint index, const char *name)
{
  g_autofree char *old = g_strdup (troupe_crew_view_get_task_name (&change->view, index));
  g_autoptr (JsonNode) text = name != NULL ? troupe_json_node_new_string (name) : NULL;
  Renaming renaming = { old, text };

  for (guint i = index + 1;
       name != NULL && old != NULL && i < troupe_crew_view_get_n_tasks (&change->view); i++)
    if (names_task (&change->view, i, index))
      {
        JsonNode *context =
            troupe_tree_get_member (troupe_crew_view_get_task (&change->view, i), "context");
        g_autoptr (JsonNode) changed = troupe_tree_map (context, rename_text, &renaming);

        troupe_crew_change_set_in_task (change, i, "context", changed);
      }
  troupe_crew_change_set_in_task (change, index, "name", text);
}

gboolean
troupe_crew_edit_rename_task (TroupeCrewSubject *subject,
                              guint index,
                              const char *name,
                              GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autofree char *mistake = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  troupe_crew_change_init (&change, subject);
  if (!troupe_crew_view_require_task (&change.view, index, error))
    return FALSE;
  if (name != NULL && *name == '\0')
    name = NULL;
  if (g_strcmp0 (troupe_crew_view_get_task_name (&change.view, index), name) == 0)
    return TRUE;
  mistake = troupe_crew_edit_check_task_name (subject, index, name);
  if (mistake != NULL)
    return troupe_crew_refuse (error, "%s", mistake);
  set_name (&change, index, name);
  return troupe_crew_change_commit (&change, _ ("Rename Task"), error);
}

/* --- Context ---------------------------------------------------------------------------------- */

/* Returns a name by which the task @later can refer to the task. If the task has no name, a name
 * is created. Returns NULL with @error if another task has the same name. (transfer full) */
static char *
require_name (TroupeCrewChange *change, guint index, guint later, GError **error)
{
  const char *name = troupe_crew_view_get_task_name (&change->view, index);
  g_autofree char *wanted = NULL, *made = NULL;

  if (name != NULL)
    {
      if (troupe_crew_view_find_task (&change->view, name, later) == (int) index)
        return g_strdup (name);
      troupe_crew_refuse (error, _ ("Two tasks are named “%s”. Rename one of them."), name);
      return NULL;
    }
  wanted = g_strdup_printf ("task_%u", index + 1);
  made = troupe_crew_view_make_task_name (&change->view, wanted);
  set_name (change, index, made);
  return g_steal_pointer (&made);
}

/* Sets the context to the names of @tasks. Returns FALSE if any of these tasks has no unique
 * name. */
static gboolean
set_context (TroupeCrewChange *change,
             guint index,
             const guint *tasks,
             guint n_tasks,
             GError **error)
{
  g_autoptr (JsonArray) list = json_array_new ();
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; i < n_tasks; i++)
    {
      g_autofree char *name = require_name (change, tasks[i], index, error);

      if (name == NULL)
        return FALSE;
      json_array_add_string_element (list, name);
    }
  node = troupe_tree_take_array (json_array_ref (list));
  troupe_crew_change_set_in_task (change, index, "context", node);
  return TRUE;
}

static gboolean
is_async (const TroupeCrewView *view, guint index)
{
  JsonNode *node =
      troupe_tree_get_member (troupe_crew_view_get_task (view, index), "async_execution");

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_BOOLEAN && json_node_get_boolean (node);
}

/* Returns all tasks before @index that can be its context. Asynchronous tasks that run in
 * parallel with it are skipped. (transfer full) */
static GArray *
list_before (const TroupeCrewView *view, guint index)
{
  GArray *tasks = g_array_new (FALSE, FALSE, sizeof (guint));
  guint beside = index;

  while (is_async (view, index) && beside > 0 && is_async (view, beside - 1))
    beside--;
  for (guint i = 0; i < beside; i++)
    g_array_append_val (tasks, i);
  return tasks;
}

gboolean
troupe_crew_edit_add_context (TroupeCrewSubject *subject, guint from, guint to, GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autofree char *name = NULL;
  g_autoptr (JsonNode) changed = NULL;
  JsonArray *context;
  JsonArray *list;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  troupe_crew_change_init (&change, subject);
  if (!troupe_crew_view_require_task (&change.view, from, error) ||
      !troupe_crew_view_require_task (&change.view, to, error))
    return FALSE;
  if (from == to)
    return troupe_crew_refuse (error, _ ("A task cannot be its own context."));
  if (from > to)
    return troupe_crew_refuse (
        error, _ ("A task can only use earlier tasks as context. Move the task up first."));
  if (names_task (&change.view, to, from))
    return TRUE;
  name = require_name (&change, from, to, error);
  if (name == NULL)
    return FALSE;
  list = json_array_new ();
  context = troupe_crew_view_get_context (&change.view, to);
  for (guint i = 0; context != NULL && i < json_array_get_length (context); i++)
    json_array_add_element (list, json_node_ref (json_array_get_element (context, i)));
  json_array_add_string_element (list, name);
  changed = troupe_tree_take_array (list);
  troupe_crew_change_set_in_task (&change, to, "context", changed);
  return troupe_crew_change_commit (&change, _ ("Add Context"), error);
}

gboolean
troupe_crew_edit_remove_context (TroupeCrewSubject *subject, guint from, guint to, GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autoptr (GArray) others = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  troupe_crew_change_init (&change, subject);
  if (!troupe_crew_view_require_task (&change.view, from, error) ||
      !troupe_crew_view_require_task (&change.view, to, error))
    return FALSE;
  if (names_task (&change.view, to, from))
    {
      JsonArray *context = troupe_crew_view_get_context (&change.view, to);
      JsonArray *list = json_array_new ();
      g_autoptr (JsonNode) changed = NULL;

      /* Removes the names that refer to @from from the context of @to. */
      for (guint i = 0; context != NULL && i < json_array_get_length (context); i++)
        {
          JsonNode *entry = json_array_get_element (context, i);
          const char *name = troupe_tree_get_text (entry);

          if (name == NULL || troupe_crew_view_find_task (&change.view, name, to) != (int) from)
            json_array_add_element (list, json_node_ref (entry));
        }
      changed = troupe_tree_take_array (list);
      troupe_crew_change_set_in_task (&change, to, "context", changed);
      return troupe_crew_change_commit (&change, _ ("Remove Context"), error);
    }
  if (from >= to || troupe_crew_view_has_context (&change.view, to))
    return troupe_crew_refuse (error, _ ("The task is not a context of the other one."));
  /* The implicit context contained all earlier tasks, so the other earlier tasks are listed
   * explicitly. */
  others = list_before (&change.view, to);
  for (guint i = others->len; i-- > 0;)
    if (g_array_index (others, guint, i) == from)
      g_array_remove_index (others, i);
  return set_context (&change, to, (const guint *) others->data, others->len, error) &&
         troupe_crew_change_commit (&change, _ ("Remove Context"), error);
}

TroupeCrewContextKind
troupe_crew_edit_get_context_kind (TroupeCrewSubject *subject, guint index)
{
  TroupeCrewView view;
  JsonArray *context;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), TROUPE_CREW_CONTEXT_ALL);

  view = troupe_crew_subject_get_view (subject);
  if (!troupe_crew_view_has_context (&view, index))
    return TROUPE_CREW_CONTEXT_ALL;
  context = troupe_crew_view_get_context (&view, index);
  return context != NULL && json_array_get_length (context) > 0 ? TROUPE_CREW_CONTEXT_THESE
                                                                : TROUPE_CREW_CONTEXT_NONE;
}

gboolean
troupe_crew_edit_set_context_kind (TroupeCrewSubject *subject,
                                   guint index,
                                   TroupeCrewContextKind kind,
                                   GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autoptr (GArray) before = NULL;
  TroupeCrewContextKind now;
  guint n_skipped = 0;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  troupe_crew_change_init (&change, subject);
  if (!troupe_crew_view_require_task (&change.view, index, error))
    return FALSE;
  now = troupe_crew_edit_get_context_kind (subject, index);
  if (now == kind)
    return TRUE;
  before = list_before (&change.view, index);
  if (kind == TROUPE_CREW_CONTEXT_THESE && before->len == 0)
    return troupe_crew_refuse (error, _ ("No earlier task can be used as context."));
  /* An empty context becomes a list with the previous task only. */
  if (now == TROUPE_CREW_CONTEXT_NONE)
    n_skipped = before->len > 0 ? before->len - 1 : 0;
  if (kind == TROUPE_CREW_CONTEXT_ALL)
    troupe_crew_change_set_in_task (&change, index, "context", NULL);
  else if (!set_context (&change, index, (const guint *) before->data + n_skipped,
                         kind == TROUPE_CREW_CONTEXT_THESE ? before->len - n_skipped : 0, error))
    return FALSE;
  return troupe_crew_change_commit (&change, _ ("Change Context"), error);
}
