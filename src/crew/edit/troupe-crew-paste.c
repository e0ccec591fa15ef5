/* troupe-crew-paste.c: parses pasted text into tasks and agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-paste"

#include "config.h"

#include <string.h>

#include "troupe-crew-paste.h"
#include "troupe-tree.h"
#include "troupe-yaml.h"

/* Maximum depth of the search in a foreign document. */
#define DEEPEST 12

void
troupe_crew_paste_init (TroupeCrewPaste *self)
{
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->agents = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  self->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  self->chosen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
troupe_crew_paste_clear (TroupeCrewPaste *self)
{
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->agents, g_ptr_array_unref);
  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->chosen, g_hash_table_unref);
}

/* --- Recognizing agents and tasks ------------------------------------------------------------- */

static gboolean
has_text (JsonNode *node, const char *key)
{
  return troupe_tree_get_member_text (node, key) != NULL;
}

static gboolean
is_agent (JsonNode *node)
{
  return has_text (node, "role") && (has_text (node, "goal") || has_text (node, "backstory"));
}

static gboolean
is_task (JsonNode *node)
{
  return has_text (node, "description") &&
         (has_text (node, "expected_output") || has_text (node, "agent")) &&
         !has_text (node, "role");
}

/* Returns TRUE if @is_kind matches all members of @node. */
static gboolean
is_map_of (JsonNode *node, gboolean (*is_kind) (JsonNode *))
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node) ||
      json_object_get_size (json_node_get_object (node)) == 0)
    return FALSE;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    if (!is_kind (member))
      return FALSE;
  return TRUE;
}

/* --- Collecting agents and tasks -------------------------------------------------------------- */

static JsonNode *
drop_null (const char *key, JsonNode *node, gpointer user_data)
{
  const char *also = user_data;

  return JSON_NODE_HOLDS_NULL (node) || g_strcmp0 (key, also) == 0 ? NULL : json_node_ref (node);
}

JsonNode *
troupe_crew_paste_clean_agent (JsonNode *agent)
{
  return troupe_tree_map (agent, drop_null, (gpointer) "name");
}

/* Converts a title to an identifier: “Senior Researcher” becomes `senior_researcher`. (transfer
 * full) */
static char *
make_name (const char *text)
{
  GString *name = g_string_new (NULL);

  for (const char *c = text; *c != '\0' && name->len < 60; c = g_utf8_next_char (c))
    {
      gunichar letter = g_unichar_tolower (g_utf8_get_char (c));

      if (g_unichar_isalnum (letter))
        g_string_append_unichar (name, letter);
      else if (name->len > 0 && name->str[name->len - 1] != '_')
        g_string_append_c (name, '_');
    }
  if (name->len > 0 && name->str[name->len - 1] == '_')
    g_string_truncate (name, name->len - 1);
  return g_string_free (name, FALSE);
}

static gboolean
has_name (TroupeCrewPaste *self, const char *name)
{
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (self->names->pdata[i], name))
      return TRUE;
  return FALSE;
}

/* Adds an agent. @name: (nullable): %NULL derives the name from the role */
static void
add_agent (TroupeCrewPaste *self, const char *name, JsonNode *agent)
{
  g_autofree char *made = NULL;

  if (!JSON_NODE_HOLDS_OBJECT (agent))
    return;
  if (name == NULL || *name == '\0')
    {
      const char *role = troupe_tree_get_member_text (agent, "role");

      made = role != NULL ? make_name (role) : NULL;
      name = made != NULL && *made != '\0' ? made : "agent";
    }
  if (has_name (self, name))
    return;
  g_ptr_array_add (self->names, g_strdup (name));
  g_ptr_array_add (self->agents, troupe_crew_paste_clean_agent (agent));
}

static void
add_task (TroupeCrewPaste *self, const char *name, JsonNode *task)
{
  g_autoptr (JsonNode) clean = NULL;
  g_autoptr (JsonNode) text = NULL;

  if (!JSON_NODE_HOLDS_OBJECT (task))
    return;
  clean = troupe_tree_map (task, drop_null, NULL);
  if (name == NULL || troupe_tree_get_member (clean, "name") != NULL)
    {
      g_ptr_array_add (self->tasks, g_steal_pointer (&clean));
      return;
    }
  text = troupe_json_node_new_string (name);
  {
    JsonObject *named = json_object_new ();
    JsonObjectIter iter;
    const char *key;
    JsonNode *member;

    json_object_set_member (named, "name", json_node_ref (text));
    json_object_iter_init_ordered (&iter, json_node_get_object (clean));
    while (json_object_iter_next_ordered (&iter, &key, &member))
      json_object_set_member (named, key, json_node_ref (member));
    g_ptr_array_add (self->tasks, troupe_tree_take_object (named));
  }
}

static void
add_map (TroupeCrewPaste *self,
         JsonNode *map,
         void (*add) (TroupeCrewPaste *, const char *, JsonNode *))
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, json_node_get_object (map));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    add (self, key, member);
}

/* Adds `{"name": …}`, `{NAME: {…}}`, or an agent without a name. */
static void
add_entry (TroupeCrewPaste *self, JsonNode *entry)
{
  if (!JSON_NODE_HOLDS_OBJECT (entry))
    return;
  if (is_agent (entry) || troupe_tree_get_member (entry, "name") != NULL)
    add_agent (self, troupe_tree_get_member_text (entry, "name"), entry);
  else if (json_object_get_size (json_node_get_object (entry)) == 1)
    add_map (self, entry, add_agent);
}

static void
add_agents (TroupeCrewPaste *self, JsonNode *agents)
{
  if (agents != NULL && JSON_NODE_HOLDS_OBJECT (agents))
    add_map (self, agents, add_agent);
  for (guint i = 0; agents != NULL && JSON_NODE_HOLDS_ARRAY (agents) &&
                    i < json_array_get_length (json_node_get_array (agents));
       i++)
    add_entry (self, json_array_get_element (json_node_get_array (agents), i));
}

static void
add_tasks (TroupeCrewPaste *self, JsonNode *tasks)
{
  if (tasks != NULL && JSON_NODE_HOLDS_OBJECT (tasks))
    add_map (self, tasks, add_task);
  for (guint i = 0; tasks != NULL && JSON_NODE_HOLDS_ARRAY (tasks) &&
                    i < json_array_get_length (json_node_get_array (tasks));
       i++)
    add_task (self, NULL, json_array_get_element (json_node_get_array (tasks), i));
}

static gboolean
is_list_of (JsonNode *node, gboolean (*is_kind) (JsonNode *))
{
  JsonArray *list =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (!is_kind (json_array_get_element (list, i)))
      return FALSE;
  return list != NULL && json_array_get_length (list) > 0;
}

/* Returns TRUE for a crew, or for both classic maps in one document. */
static gboolean
is_crew (JsonNode *node)
{
  JsonNode *tasks = troupe_tree_get_member (node, "tasks");
  JsonNode *agents = troupe_tree_get_member (node, "agents");

  return is_list_of (tasks, is_task) || is_map_of (tasks, is_task) ||
         is_map_of (agents, is_agent) || is_list_of (agents, is_agent);
}

static gboolean
take (TroupeCrewPaste *self, JsonNode *node, guint depth)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  if (is_crew (node))
    {
      add_agents (self, troupe_tree_get_member (node, "agents"));
      add_tasks (self, troupe_tree_get_member (node, "tasks"));
    }
  else if (is_agent (node))
    add_entry (self, node);
  else if (is_task (node))
    add_task (self, NULL, node);
  else if (is_map_of (node, is_agent))
    add_agents (self, node);
  else if (is_map_of (node, is_task) || is_list_of (node, is_task))
    add_tasks (self, node);
  else if (is_list_of (node, is_agent))
    add_agents (self, node);
  if (self->names->len > 0 || self->tasks->len > 0)
    return TRUE;
  if (depth >= DEEPEST || !JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    if (take (self, member, depth + 1))
      return TRUE;
  return FALSE;
}

gboolean
troupe_crew_paste_read (TroupeCrewPaste *self, const char *text)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *chosen;

  root = troupe_json_read (text, strlen (text), TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS,
                           NULL, NULL);
  if (root == NULL)
    root = troupe_yaml_read (text, strlen (text), NULL, NULL);
  if (root == NULL || !take (self, root, 0))
    return FALSE;
  chosen = troupe_tree_get_member_list (troupe_tree_get_member (root, "x-troupe"), "agents");
  for (guint i = 0; chosen != NULL && i < json_array_get_length (chosen); i++)
    {
      const char *name = troupe_tree_get_text (json_array_get_element (chosen, i));

      if (name != NULL)
        g_hash_table_add (self->chosen, g_strdup (name));
    }
  return TRUE;
}
