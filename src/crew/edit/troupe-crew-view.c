/* troupe-crew-view.c: lookup of agents, tasks and paths of a crew in the parts of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-view"

#include "config.h"

#include <string.h>

#include "troupe-crew-view.h"
#include "troupe-tree.h"

/* In lookup order. */
static const char *const endings[] = { ".jsonc", ".json" };

JsonNode *
troupe_crew_view_get_root (const TroupeCrewView *self)
{
  JsonNode *main = troupe_document_parts_get_root (self->parts, "");
  JsonNode *root =
      main != NULL && self->path != NULL ? troupe_json_tree_get (main, self->path) : main;

  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? root : NULL;
}

/* --- Agents ----------------------------------------------------------------------------------- */

const TroupeDocumentPart *
troupe_crew_view_find_file (const TroupeCrewView *self, const char *name)
{
  for (guint i = 0; self->path == NULL && i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *file = g_strconcat ("agents/", name, endings[i], NULL);
      const TroupeDocumentPart *part = troupe_document_parts_find (self->parts, file);

      if (part != NULL)
        return part;
    }
  return NULL;
}

static JsonNode *
get_agents (const TroupeCrewView *self)
{
  return troupe_tree_get_member (troupe_crew_view_get_root (self), "agents");
}

/* Returns the name of a list entry. In a project this is the entry itself; in a flow the entry
 * is `{"name": …}` or `{NAME: {…}}`.
 * @inner: (out): TRUE for `{NAME: {…}}` */
static const char *
get_entry_name (const TroupeCrewView *self, JsonNode *entry, gboolean *inner)
{
  const char *name;

  *inner = FALSE;
  if (self->path == NULL)
    name = troupe_tree_get_text (entry);
  else if (!JSON_NODE_HOLDS_OBJECT (entry))
    return NULL;
  else if (troupe_tree_get_member (entry, "name") != NULL)
    name = troupe_tree_get_member_text (entry, "name");
  else
    {
      JsonObject *object = json_node_get_object (entry);
      JsonObjectIter iter;
      const char *key = NULL;

      if (json_object_get_size (object) == 1)
        {
          json_object_iter_init_ordered (&iter, object);
          json_object_iter_next_ordered (&iter, &key, NULL);
        }
      name = key;
      *inner = name != NULL;
    }
  return name != NULL && *name != '\0' ? name : NULL;
}

/* Returns the index of the last entry of that name, or -1. The last entry takes precedence in a
 * flow. */
static int
find_entry (const TroupeCrewView *self, JsonNode *agents, const char *name, gboolean *inner)
{
  JsonArray *list =
      agents != NULL && JSON_NODE_HOLDS_ARRAY (agents) ? json_node_get_array (agents) : NULL;

  for (guint i = list != NULL ? json_array_get_length (list) : 0; i-- > 0;)
    if (g_strcmp0 (get_entry_name (self, json_array_get_element (list, i), inner), name) == 0)
      return (int) i;
  return -1;
}

gboolean
troupe_crew_view_is_listed (const TroupeCrewView *self, const char *name)
{
  JsonNode *agents = get_agents (self);
  gboolean inner;

  if (self->path != NULL && agents != NULL && JSON_NODE_HOLDS_OBJECT (agents))
    return json_object_has_member (json_node_get_object (agents), name);
  return find_entry (self, agents, name, &inner) >= 0;
}

/* Returns the manager if it is not listed. This is only possible in a project, because in a flow
 * `agents` includes the manager. */
static const char *
get_outside_manager (const TroupeCrewView *self)
{
  const char *manager =
      troupe_tree_get_member_text (troupe_crew_view_get_root (self), "manager_agent");

  return self->path == NULL && manager != NULL && *manager != '\0' &&
                 !troupe_crew_view_is_listed (self, manager)
             ? manager
             : NULL;
}

gboolean
troupe_crew_view_has_agent (const TroupeCrewView *self, const char *name)
{
  return troupe_crew_view_is_listed (self, name) ||
         g_strcmp0 (get_outside_manager (self), name) == 0;
}

const char *
troupe_crew_view_get_manager (const TroupeCrewView *self)
{
  const char *manager =
      troupe_tree_get_member_text (troupe_crew_view_get_root (self), "manager_agent");

  return manager != NULL && *manager != '\0' && troupe_crew_view_has_agent (self, manager) ? manager
                                                                                           : NULL;
}

static void
add_name (GPtrArray *names, GHashTable *seen, const char *name)
{
  if (name != NULL && g_hash_table_add (seen, (gpointer) name))
    g_ptr_array_add (names, g_strdup (name));
}

char **
troupe_crew_view_list_agents (const TroupeCrewView *self)
{
  JsonNode *agents = get_agents (self);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *names = g_ptr_array_new ();

  if (agents != NULL && JSON_NODE_HOLDS_ARRAY (agents))
    {
      JsonArray *list = json_node_get_array (agents);
      gboolean inner;

      for (guint i = 0; i < json_array_get_length (list); i++)
        add_name (names, seen, get_entry_name (self, json_array_get_element (list, i), &inner));
    }
  else if (agents != NULL && JSON_NODE_HOLDS_OBJECT (agents) && self->path != NULL)
    {
      JsonObjectIter iter;
      const char *key;

      json_object_iter_init_ordered (&iter, json_node_get_object (agents));
      while (json_object_iter_next_ordered (&iter, &key, NULL))
        add_name (names, seen, key);
    }
  add_name (names, seen, get_outside_manager (self));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

JsonNode *
troupe_crew_view_get_agent (const TroupeCrewView *self, const char *name)
{
  const char *const path[] = { "agents", name, NULL };
  JsonNode *agent =
      troupe_crew_view_has_agent (self, name) ? troupe_crew_view_get (self, path) : NULL;

  return agent != NULL && JSON_NODE_HOLDS_OBJECT (agent) ? agent : NULL;
}

/* --- Paths ------------------------------------------------------------------------------------ */

static void
add_keys (GStrvBuilder *keys, const char *const *more)
{
  for (guint i = 0; more != NULL && more[i] != NULL; i++)
    g_strv_builder_add (keys, more[i]);
}

char *
troupe_crew_view_locate (const TroupeCrewView *self, const char *const *path, char ***keys)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean is_agent = g_strcmp0 (path[0], "agents") == 0 && path[0] != NULL && path[1] != NULL;
  gboolean inner = FALSE;
  char *part = NULL;
  int index = -1;

  if (is_agent && self->path == NULL && troupe_crew_view_has_agent (self, path[1]))
    {
      const TroupeDocumentPart *file = troupe_crew_view_find_file (self, path[1]);

      part =
          file != NULL ? g_strdup (file->name) : g_strconcat ("agents/", path[1], endings[0], NULL);
      add_keys (builder, path + 2);
      *keys = g_strv_builder_end (builder);
      return part;
    }
  if (is_agent && self->path != NULL)
    index = find_entry (self, get_agents (self), path[1], &inner);
  add_keys (builder, self->path);
  if (index >= 0)
    {
      g_autofree char *number = g_strdup_printf ("%d", index);

      g_strv_builder_add_many (builder, path[0], number, inner ? path[1] : NULL, NULL);
      add_keys (builder, path + 2);
    }
  else
    add_keys (builder, path);
  *keys = g_strv_builder_end (builder);
  return g_strdup ("");
}

JsonNode *
troupe_crew_view_get (const TroupeCrewView *self, const char *const *path)
{
  g_auto (GStrv) keys = NULL;
  g_autofree char *part = NULL;
  JsonNode *root;

  if (troupe_crew_view_get_root (self) == NULL)
    return NULL;
  part = troupe_crew_view_locate (self, path, &keys);
  root = troupe_document_parts_get_root (self->parts, part);
  return root != NULL ? troupe_json_tree_get (root, (const char *const *) keys) : NULL;
}

char **
troupe_crew_view_split_path (const TroupeCrewView *self, const char *path)
{
  JsonNode *root = troupe_crew_view_get_root (self);
  g_auto (GStrv) names = NULL;
  const char *name;

  if (root == NULL)
    return NULL;
  names = troupe_crew_view_list_agents (self);
  if (g_str_has_prefix (path, "agents."))
    {
      const char *rest = path + strlen ("agents.");

      /* Finds the agent name with which @rest begins. The longest match is returned, because
       * names may contain periods. */
      name = NULL;
      for (guint i = 0; names[i] != NULL; i++)
        {
          gsize length = strlen (names[i]);

          if (g_str_has_prefix (rest, names[i]) && strchr (".[ ", rest[length]) != NULL &&
              (name == NULL || length > strlen (name)))
            name = names[i];
        }
    }
  else
    name = NULL;
  if (name != NULL)
    {
      const char *const step[] = { "agents", name, NULL };
      const char *rest = path + strlen ("agents.") + strlen (name);
      JsonNode *agent = troupe_crew_view_get_agent (self, name);
      g_auto (GStrv) inner = agent != NULL ? troupe_tree_split_path (agent, rest) : NULL;
      g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();

      if (inner == NULL && *rest != '\0' && *rest != ' ')
        return NULL;
      add_keys (keys, step);
      add_keys (keys, (const char *const *) inner);
      return g_strv_builder_end (keys);
    }
  return troupe_tree_split_path (root, path);
}

/* Converts `tasks[0].tools[1]` to `tasks.0.tools.1`, for a path that does not exist. */
static char *
write_with_points (const char *path)
{
  GString *out = g_string_new (NULL);

  for (const char *c = path; *c != '\0'; c++)
    if (*c == '[')
      g_string_append (out, out->len > 0 ? "." : "");
    else if (*c != ']')
      g_string_append_c (out, *c);
  return g_string_free (out, FALSE);
}

/* Joins keys to a path. Agents in a list of a flow's crew are addressed by name, not by index.
 * (transfer full) */
static char *
join_keys (const TroupeCrewView *self, char **keys)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) joined = NULL;
  JsonArray *list = self->path != NULL
                        ? troupe_tree_get_member_list (troupe_crew_view_get_root (self), "agents")
                        : NULL;
  guint64 index;
  guint rest = 0;

  if (list != NULL && keys[0] != NULL && keys[1] != NULL && g_str_equal (keys[0], "agents") &&
      g_ascii_string_to_unsigned (keys[1], 10, 0, G_MAXUINT, &index, NULL) &&
      index < json_array_get_length (list))
    {
      gboolean inner;
      const char *name =
          get_entry_name (self, json_array_get_element (list, (guint) index), &inner);

      if (name != NULL)
        {
          g_strv_builder_add_many (builder, "agents", name, NULL);
          rest = inner && keys[2] != NULL ? 3 : 2;
        }
    }
  add_keys (builder, (const char *const *) keys + rest);
  joined = g_strv_builder_end (builder);
  return g_strjoinv (".", joined);
}

char *
troupe_crew_view_make_path (const TroupeCrewView *self, const char *part, const char *path)
{
  g_auto (GStrv) names = *part != '\0' ? troupe_crew_view_list_agents (self) : NULL;
  JsonNode *root = *part != '\0' ? troupe_document_parts_get_root (self->parts, part)
                                 : troupe_crew_view_get_root (self);
  g_auto (GStrv) keys = root != NULL ? troupe_tree_split_path (root, path) : NULL;
  g_autofree char *inner = NULL;

  if (*part == '\0')
    return keys != NULL ? join_keys (self, keys) : write_with_points (path);
  inner = keys != NULL ? g_strjoinv (".", keys) : write_with_points (path);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const TroupeDocumentPart *file = troupe_crew_view_find_file (self, names[i]);

      if (file != NULL && g_str_equal (file->name, part))
        return *inner != '\0' ? g_strconcat ("agents.", names[i], ".", inner, NULL)
                              : g_strconcat ("agents.", names[i], NULL);
    }
  return g_steal_pointer (&inner);
}

/* --- Tasks and process ------------------------------------------------------------------------ */

guint
troupe_crew_view_get_n_tasks (const TroupeCrewView *self)
{
  JsonArray *tasks = troupe_tree_get_member_list (troupe_crew_view_get_root (self), "tasks");

  return tasks != NULL ? json_array_get_length (tasks) : 0;
}

JsonNode *
troupe_crew_view_get_task (const TroupeCrewView *self, guint index)
{
  JsonArray *tasks = troupe_tree_get_member_list (troupe_crew_view_get_root (self), "tasks");
  JsonNode *task;

  if (tasks == NULL || index >= json_array_get_length (tasks))
    return NULL;
  task = json_array_get_element (tasks, index);
  return JSON_NODE_HOLDS_OBJECT (task) ? task : NULL;
}

const char *
troupe_crew_view_get_task_name (const TroupeCrewView *self, guint index)
{
  const char *name = troupe_tree_get_member_text (troupe_crew_view_get_task (self, index), "name");

  return name != NULL && *name != '\0' ? name : NULL;
}

TroupeCrewProcess
troupe_crew_view_get_process (const TroupeCrewView *self)
{
  return g_strcmp0 (troupe_tree_get_member_text (troupe_crew_view_get_root (self), "process"),
                    "hierarchical") == 0
             ? TROUPE_CREW_HIERARCHICAL
             : TROUPE_CREW_SEQUENTIAL;
}
