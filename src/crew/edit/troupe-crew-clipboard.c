/* troupe-crew-clipboard.c: copies and pastes tasks and agents as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-clipboard"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-change.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-paste.h"
#include "troupe-paste-remarks.h"
#include "troupe-tree.h"

/* --- Copying ---------------------------------------------------------------------------------- */

static void
copy_agent (const TroupeCrewView *view, JsonObject *agents, const char *name)
{
  JsonNode *agent = name != NULL ? troupe_crew_view_get_agent (view, name) : NULL;

  if (agent != NULL && !json_object_has_member (agents, name))
    json_object_set_member (agents, name, troupe_crew_paste_clean_agent (agent));
}

/* In a project a null context is an empty list, so it is copied as an empty list. In a flow a
 * null context is equivalent to a missing key. (transfer full) */
static JsonNode *
copy_task (const TroupeCrewView *view, guint index)
{
  JsonNode *task = troupe_crew_view_get_task (view, index);
  JsonNode *context = troupe_tree_get_member (task, "context");
  g_autoptr (JsonNode) none = NULL;

  if (context == NULL || !JSON_NODE_HOLDS_NULL (context) || view->path != NULL)
    return json_node_ref (task);
  none = troupe_tree_take_array (json_array_new ());
  return troupe_tree_with (task, none, "context", NULL);
}

char *
troupe_crew_edit_copy (TroupeCrewSubject *subject,
                       const guint *tasks,
                       guint n_tasks,
                       const char *const *agents)
{
  JsonObject *copied_agents = json_object_new ();
  JsonArray *copied_tasks = json_array_new ();
  JsonObject *object = json_object_new ();
  JsonArray *chosen = json_array_new ();
  JsonObject *extras = json_object_new ();
  g_autoptr (JsonNode) node = NULL;
  TroupeCrewView view;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);

  view = troupe_crew_subject_get_view (subject);
  /* Tasks are copied in the order of the crew, regardless of the order of the selection. */
  for (guint i = 0; i < troupe_crew_view_get_n_tasks (&view); i++)
    for (guint k = 0; k < n_tasks; k++)
      if (tasks[k] == i && troupe_crew_view_get_task (&view, i) != NULL)
        {
          copy_agent (&view, copied_agents, troupe_crew_view_get_task_agent (&view, i));
          json_array_add_element (copied_tasks, copy_task (&view, i));
          break;
        }
  for (guint i = 0; agents != NULL && agents[i] != NULL; i++)
    {
      copy_agent (&view, copied_agents, agents[i]);
      json_array_add_string_element (chosen, agents[i]);
    }
  json_object_set_object_member (object, "agents", copied_agents);
  json_object_set_array_member (object, "tasks", copied_tasks);
  json_object_set_array_member (extras, "agents", chosen);
  json_object_set_object_member (object, "x-troupe", extras);
  node = troupe_tree_take_object (object);
  return troupe_json_write (node, NULL, NULL);
}

/* --- Pasting ---------------------------------------------------------------------------------- */

typedef struct
{
  TroupeCrewChange *change;
  TroupeCrewPaste *scrap;
  GHashTable *agents; /* pasted name to name in this crew */
  GHashTable *tasks;  /* pasted name to name in this crew */
  GStrvBuilder *new_agents;
  GStrvBuilder *new_tasks;
  TroupePasteRemarks *remarks;
} Paste;

static void
paste_agents (Paste *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->scrap->names->len; i++)
    {
      const char *name = self->scrap->names->pdata[i];
      JsonNode *agent = self->scrap->agents->pdata[i];
      JsonNode *known = troupe_crew_view_get_agent (&self->change->view, name);
      g_autoptr (JsonNode) same = known != NULL ? troupe_crew_paste_clean_agent (known) : NULL;
      char *new_name;

      /* If only agents are pasted, or if this agent was copied itself and not only as that of a
       * task, the user wants a second copy. */
      if (same != NULL && self->scrap->tasks->len > 0 &&
          !g_hash_table_contains (self->scrap->chosen, name) &&
          troupe_json_node_equal (same, agent))
        {
          g_hash_table_insert (self->agents, g_strdup (name), g_strdup (name));
          continue;
        }
      new_name = troupe_crew_change_make_agent_name (self->change, name);
      troupe_crew_change_add_agent (self->change, new_name, agent, TRUE);
      g_strv_builder_add (self->new_agents, new_name);
      g_hash_table_insert (self->agents, g_strdup (name), new_name);
    }
}

/* Adapts the context of a task to this crew. References to pasted tasks are renamed. Other
 * references are only kept if an earlier task has that name. @new_name: the name of the task */
static JsonNode *
move_context (Paste *self, JsonNode *task, const char *new_name, guint index)
{
  JsonArray *context = troupe_tree_get_member_list (task, "context");
  JsonArray *list;
  g_autoptr (JsonNode) node = NULL;

  g_assert (self != NULL);

  if (context == NULL)
    return json_node_ref (task);
  list = json_array_new ();
  for (guint i = 0; i < json_array_get_length (context); i++)
    {
      const char *name = troupe_tree_get_text (json_array_get_element (context, i));
      const char *pasted = name != NULL ? g_hash_table_lookup (self->tasks, name) : NULL;
      gboolean exists =
          name != NULL && troupe_crew_view_find_task (&self->change->view, name, index) >= 0;

      if (name == NULL)
        continue;
      if (pasted == NULL)
        troupe_paste_remarks_add (self->remarks, exists ? TROUPE_PASTE_KEPT : TROUPE_PASTE_REMOVED,
                                  name, new_name);
      if (pasted != NULL || exists)
        json_array_add_string_element (list, pasted != NULL ? pasted : name);
    }
  node = troupe_tree_take_array (list);
  return troupe_tree_with (task, node, "context", NULL);
}

static JsonNode *
move_agent (Paste *self, JsonNode *task, const char *new_name, guint index)
{
  const char *name = troupe_tree_get_member_text (task, "agent");
  const char *agent = name != NULL ? g_hash_table_lookup (self->agents, name) : NULL;
  g_autofree char *neighbour = NULL;
  g_autoptr (JsonNode) text = NULL;

  g_assert (self != NULL);

  if (agent == NULL && name != NULL && troupe_crew_view_has_agent (&self->change->view, name))
    {
      troupe_paste_remarks_add (self->remarks, TROUPE_PASTE_KEPT, name, new_name);
      return json_node_ref (task);
    }
  if (agent == NULL && (name != NULL || troupe_crew_view_get_process (&self->change->view) ==
                                            TROUPE_CREW_SEQUENTIAL))
    agent = neighbour = troupe_crew_view_find_neighbour (&self->change->view, index);
  if (g_strcmp0 (name, agent) == 0)
    return json_node_ref (task);
  if (name != NULL && !g_hash_table_contains (self->agents, name))
    troupe_paste_remarks_add (self->remarks, TROUPE_PASTE_REPLACED, name, new_name);
  text = agent != NULL ? troupe_json_node_new_string (agent) : NULL;
  return troupe_tree_with (task, text, "agent", NULL);
}

static void
paste_tasks (Paste *self, guint index)
{
  g_assert (self != NULL);

  index = MIN (index, troupe_crew_view_get_n_tasks (&self->change->view));
  for (guint i = 0; i < self->scrap->tasks->len; i++, index++)
    {
      JsonNode *task = self->scrap->tasks->pdata[i];
      const char *name = troupe_tree_get_member_text (task, "name");
      g_autofree char *new_name =
          troupe_crew_view_make_task_name (&self->change->view,
                                           name != NULL && *name != '\0' ? name : "task");
      g_autoptr (JsonNode) with_context = move_context (self, task, new_name, index);
      g_autoptr (JsonNode) with_agent = move_agent (self, with_context, new_name, index);
      g_autoptr (GPtrArray) tasks = troupe_crew_change_list_tasks (self->change);
      const char *task_name = troupe_tree_get_member_text (with_agent, "name");
      g_autoptr (JsonNode) text = troupe_json_node_new_string (new_name);
      JsonNode *result;

      /* Determines the task with its new name, to which later pasted tasks refer. */
      g_strv_builder_add (self->new_tasks, new_name);
      if (task_name != NULL)
        g_hash_table_replace (self->tasks, g_strdup (task_name), g_strdup (new_name));
      if (g_strcmp0 (task_name, new_name) == 0)
        result = json_node_ref (with_agent);
      else
        result = troupe_tree_with (with_agent, text, "name", NULL);
      g_ptr_array_insert (tasks, (int) index, result);
      troupe_crew_change_set_tasks (self->change, tasks);
    }
}

gboolean
troupe_crew_edit_paste (TroupeCrewSubject *subject,
                        const char *text,
                        guint index,
                        char ***tasks,
                        char ***agents,
                        char **notice,
                        GError **error)
{
  g_auto (TroupeCrewChange) change = { NULL };
  g_auto (TroupeCrewPaste) scrap = { NULL };
  g_autoptr (GHashTable) agent_names =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) task_names =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GStrvBuilder) new_agents = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) new_tasks = g_strv_builder_new ();
  g_auto (TroupePasteRemarks) remarks = { NULL };
  Paste paste = { &change, &scrap, agent_names, task_names, new_agents, new_tasks, &remarks };

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  if (tasks != NULL)
    *tasks = NULL;
  if (agents != NULL)
    *agents = NULL;
  if (notice != NULL)
    *notice = NULL;
  troupe_paste_remarks_init (&remarks);
  troupe_crew_change_init (&change, subject);
  troupe_crew_paste_init (&scrap);
  if (!troupe_crew_paste_read (&scrap, text))
    return troupe_crew_refuse (error, _ ("This text contains no tasks or agents."));
  if (!change.has_failed)
    {
      paste_agents (&paste);
      /* In foreign documents a task may also refer to its agent by role. */
      for (guint i = 0; i < paste.scrap->names->len; i++)
        {
          const char *role = troupe_tree_get_member_text (paste.scrap->agents->pdata[i], "role");
          const char *name = g_hash_table_lookup (paste.agents, paste.scrap->names->pdata[i]);

          if (role != NULL && name != NULL && !g_hash_table_contains (paste.agents, role))
            g_hash_table_insert (paste.agents, g_strdup (role), g_strdup (name));
        }
      paste_tasks (&paste, index);
    }
  if (!troupe_crew_change_commit (&change, _ ("Paste"), error))
    return FALSE;
  if (tasks != NULL)
    *tasks = g_strv_builder_end (new_tasks);
  if (agents != NULL)
    *agents = g_strv_builder_end (new_agents);
  if (notice != NULL)
    *notice = troupe_paste_remarks_describe (&remarks);
  return TRUE;
}
