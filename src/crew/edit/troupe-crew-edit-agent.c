/* troupe-crew-edit-agent.c: adding, renaming, removing and assigning agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-edit-agent"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-change.h"
#include "troupe-crew-edit.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"

char *
troupe_crew_edit_add_agent (TroupeCrewSubject *subject, const char *name, GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autofree char *free_name = NULL, *mistake = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  troupe_crew_change_init (&change, subject);
  free_name =
      name != NULL ? g_strdup (name) : troupe_crew_change_make_agent_name (&change, "agent");
  mistake = troupe_crew_change_describe_bad_name (&change, free_name);
  if (mistake != NULL)
    {
      troupe_crew_refuse (error, "%s", mistake);
      return NULL;
    }
  troupe_crew_change_add_new_agent (&change, free_name);
  return troupe_crew_change_commit (&change, _ ("Add Agent"), error) ? g_steal_pointer (&free_name)
                                                                     : NULL;
}

/* Reassigns all tasks of the agent @from to @to (nullable). */
static void
hand_over (TroupeCrewChange *change, const char *from, const char *to)
{
  g_autoptr (JsonNode) text = to != NULL ? troupe_json_node_new_string (to) : NULL;

  for (guint i = 0; i < troupe_crew_view_get_n_tasks (&change->view); i++)
    if (g_strcmp0 (troupe_tree_get_member_text (troupe_crew_view_get_task (&change->view, i),
                                                "agent"),
                   from) == 0)
      troupe_crew_change_set_in_task (change, i, "agent", text);
}

/* Refuses to remove the agent if that leaves tasks of a sequential crew without an agent. */
static gboolean
check_free (const TroupeCrewView *view, const char *name, GError **error)
{
  GString *tasks = g_string_new (NULL);
  g_autofree char *list = NULL;

  for (guint i = 0; troupe_crew_view_get_process (view) == TROUPE_CREW_SEQUENTIAL &&
                    i < troupe_crew_view_get_n_tasks (view);
       i++)
    if (g_strcmp0 (troupe_tree_get_member_text (troupe_crew_view_get_task (view, i), "agent"),
                   name) == 0)
      {
        const char *task = troupe_crew_view_get_task_name (view, i);
        g_autofree char *number = g_strdup_printf ("%u", i + 1);

        troupe_text_list_append (tasks, task != NULL ? task : number);
      }
  list = g_string_free (tasks, FALSE);
  return *list == '\0' ||
         troupe_crew_refuse (
             error, _ ("“%s” is assigned to these tasks: %s. Assign them to another agent first."),
             name, list);
}

/* Returns TRUE if `manager_agent` is @name, even if the crew has no such agent. */
static gboolean
is_manager (const TroupeCrewView *view, const char *name)
{
  return g_strcmp0 (troupe_tree_get_member_text (troupe_crew_view_get_root (view), "manager_agent"),
                    name) == 0;
}

gboolean
troupe_crew_edit_remove_agent (TroupeCrewSubject *subject,
                               const char *name,
                               const char *heir,
                               GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_auto (GStrv) left = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  troupe_crew_change_init (&change, subject);
  if (!troupe_crew_view_require_agent (&change.view, name, error) ||
      (heir != NULL && !troupe_crew_view_require_agent (&change.view, heir, error)))
    return FALSE;
  if (g_strcmp0 (name, heir) == 0)
    return troupe_crew_refuse (
        error, _ ("An agent that is being deleted cannot take over its own tasks."));
  if (heir == NULL && !check_free (&change.view, name, error))
    return FALSE;
  hand_over (&change, name, heir);
  if (is_manager (&change.view, name))
    troupe_crew_change_set (&change, NULL, "manager_agent", NULL);
  troupe_crew_change_remove_agent (&change, name);
  left = troupe_crew_view_list_agents (&change.view);
  if (left[0] == NULL)
    return troupe_crew_refuse (error, _ ("A crew needs at least one agent."));
  return troupe_crew_change_commit (&change, _ ("Delete Agent"), error);
}

char *
troupe_crew_edit_check_agent_name (TroupeCrewSubject *subject, const char *own, const char *name)
{
  g_auto (TroupeCrewChange) change = { NULL };

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (g_strcmp0 (own, name) == 0)
    return NULL;
  troupe_crew_change_init (&change, subject);
  return troupe_crew_change_describe_bad_name (&change, name);
}

gboolean
troupe_crew_edit_rename_agent (TroupeCrewSubject *subject,
                               const char *name,
                               const char *new_name,
                               GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autofree char *mistake = NULL;
  const TroupeDocumentPart *file;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);
  g_return_val_if_fail (name != NULL && new_name != NULL, FALSE);

  troupe_crew_change_init (&change, subject);
  if (!troupe_crew_view_require_agent (&change.view, name, error))
    return FALSE;
  if (g_str_equal (name, new_name))
    return TRUE;
  mistake = troupe_crew_change_describe_bad_name (&change, new_name);
  if (mistake != NULL)
    return troupe_crew_refuse (error, "%s", mistake);
  file = troupe_crew_view_find_file (&change.view, name);
  if (file != NULL && (file->root == NULL || file->text != NULL))
    return troupe_crew_refuse (
        error, _ ("%s contains errors and cannot be edited. Fix them first."), file->name);
  hand_over (&change, name, new_name);
  troupe_crew_change_rename_agent (&change, name, new_name);
  if (is_manager (&change.view, name))
    troupe_crew_change_set_text (&change, new_name, "manager_agent", NULL);
  return troupe_crew_change_commit (&change, _ ("Rename Agent"), error);
}

gboolean
troupe_crew_edit_assign_agent (TroupeCrewSubject *subject,
                               guint task,
                               const char *name,
                               GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_autoptr (JsonNode) text = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);

  troupe_crew_change_init (&change, subject);
  if (!troupe_crew_view_require_task (&change.view, task, error) ||
      (name != NULL && !troupe_crew_view_require_agent (&change.view, name, error)))
    return FALSE;
  if (g_strcmp0 (troupe_crew_view_get_task_agent (&change.view, task), name) == 0 && name != NULL)
    return TRUE;
  text = name != NULL ? troupe_json_node_new_string (name) : NULL;
  troupe_crew_change_set_in_task (&change, task, "agent", text);
  return troupe_crew_change_commit (
      &change, name != NULL ? _ ("Assign Agent") : _ ("Unassign Agent"), error);
}
