/* troupe-crew-edit-place.c: conversion between an inline crew and a crew project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-edit-place"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-change.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-paste.h"
#include "troupe-tree.h"

/* --- Actions of a flow ------------------------------------------------------------------------ */

/* Returns @path with the last @n_less keys replaced by @key. (transfer full) */
static char **
replace_end (const char *const *path, guint n_less, const char *key)
{
  const guint length = g_strv_length ((char **) path);
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();

  for (guint i = 0; i + n_less < length; i++)
    g_strv_builder_add (keys, path[i]);
  if (key != NULL)
    g_strv_builder_add (keys, key);
  return g_strv_builder_end (keys);
}

/* Returns @root with the last key of @path renamed to @name, in the same position, and its value
 * set to @value. (transfer full) (nullable) */
static JsonNode *
exchange (JsonNode *root, const char *const *path, const char *name, JsonNode *value)
{
  g_autoptr (JsonNode) renamed = troupe_json_tree_rename (root, path, name);
  g_auto (GStrv) new_path = replace_end (path, 1, name);

  return renamed != NULL ? troupe_json_tree_with (renamed, (const char *const *) new_path, value)
                         : NULL;
}

static char *
get_folder (TroupeDocument *document)
{
  const char *path = troupe_document_get_path (document);

  return path != NULL ? g_path_get_dirname (path) : NULL;
}

/* --- Inline crew to project ------------------------------------------------------------------- */

static gboolean
is_template (JsonNode *node)
{
  g_autofree char *text = json_to_string (node, FALSE);

  return strstr (text, "${") != NULL;
}

/* Returns the inputs for the action, which are the inputs with `${…}` that only the flow can
 * resolve. @left: (out): the inputs that remain in the crew. (transfer full) (nullable) */
static JsonNode *
split_inputs (JsonNode *inputs, JsonNode *action_inputs, JsonNode **left)
{
  JsonObject *stay = json_object_new ();
  JsonObject *move = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, json_node_get_object (inputs));
  while (json_object_iter_next_ordered (&iter, &key, &node))
    json_object_set_member (is_template (node) ? move : stay, key, json_node_ref (node));
  *left = troupe_tree_take_object (stay);
  if (json_object_get_size (move) == 0)
    {
      json_object_unref (move);
      return NULL;
    }
  /* Inputs of the action override those of the crew. */
  if (action_inputs != NULL && JSON_NODE_HOLDS_OBJECT (action_inputs))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (action_inputs));
      while (json_object_iter_next_ordered (&iter, &key, &node))
        json_object_set_member (move, key, json_node_ref (node));
    }
  return troupe_tree_take_object (move);
}

static JsonNode *
drop_null (const char *key, JsonNode *node, gpointer user_data)
{
  return JSON_NODE_HOLDS_NULL (node) ? NULL : json_node_ref (node);
}

static JsonNode *
drop_null_of_task (const char *key, JsonNode *node, gpointer user_data)
{
  return troupe_tree_map (node, drop_null, NULL);
}

/* Creates the contents of crew.jsonc. Null values are removed, because they mean nothing in a
 * flow but may have a meaning in a project. */
static JsonNode *
make_crew (const TroupeCrewView *view, char **names)
{
  JsonNode *root = troupe_crew_view_get_root (view);
  const char *manager = troupe_crew_view_get_manager (view);
  JsonArray *list = json_array_new ();
  g_autoptr (JsonNode) agents = NULL, without_null = NULL, with_agents = NULL, tasks = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    if (g_strcmp0 (names[i], manager) != 0)
      json_array_add_string_element (list, names[i]);
  agents = troupe_tree_take_array (list);
  without_null = troupe_tree_map (root, drop_null, NULL);
  with_agents = troupe_tree_with (without_null, agents, "agents", NULL);
  tasks = troupe_tree_map (troupe_tree_get_member (with_agents, "tasks"), drop_null_of_task, NULL);
  return troupe_tree_with (with_agents, tasks, "tasks", NULL);
}

static gboolean
check_names (char **names, GError **error)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (*names[i] == '\0' || names[i][0] == '.' || strpbrk (names[i], "/\\\r\n\t") != NULL ||
        strlen (names[i]) > 200)
      return troupe_crew_refuse (
          error,
          _ ("The name of the agent “%s” cannot be used as a file name. Rename the agent first."),
          names[i]);
  return TRUE;
}

/* Deletes the files again if the written crew does not load. */
static void
remove_files (TroupeDocument *document, const char *folder, gboolean made)
{
  TroupeDocumentParts *parts = troupe_document_get_parts (document);
  g_autofree char *agents = g_build_filename (folder, "agents", NULL);

  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      g_autofree char *path =
          g_build_filename (folder, *part->name != '\0' ? part->name : "crew.jsonc", NULL);

      g_unlink (path);
    }
  /* Both folders remain if they contain other files. */
  g_rmdir (agents);
  if (made)
    g_rmdir (folder);
}

/* Writes the files of the crew. @made: (out): whether the folder was created */
static gboolean
write_files (TroupeCrewDocument *document, const char *folder, gboolean *made, GError **error)
{
  g_autofree char *file = g_build_filename (folder, "crew.jsonc", NULL);
  TroupeDocumentParts *parts;

  *made = !g_file_test (folder, G_FILE_TEST_EXISTS);
  /* Refuses to overwrite existing files, because they belong to something else. */
  if (!troupe_file_check_chosen_folder (folder, error))
    return FALSE;
  parts = troupe_document_get_parts (TROUPE_DOCUMENT (document));
  for (guint i = 0; i < troupe_document_parts_get_n (parts); i++)
    {
      const char *name = troupe_document_parts_get (parts, i)->name;
      g_autofree char *path = g_build_filename (folder, *name != '\0' ? name : "crew.jsonc", NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return troupe_crew_refuse (
            error, _ ("%s already exists and does not belong to this document."), path);
    }
  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      int saved = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("Could not create the folder “%s”: %s"), folder, g_strerror (saved));
      return FALSE;
    }
  if (troupe_document_save (TROUPE_DOCUMENT (document), file, FALSE, error))
    return TRUE;
  remove_files (TROUPE_DOCUMENT (document), folder, *made);
  return FALSE;
}

/* Writes the crew and loads it again to verify it, because files that the crew references may be
 * missing in that folder. */
static gboolean
write_project (TroupeCrewDocument *document, const char *folder, GError **error)
{
  g_autofree char *file = g_build_filename (folder, "crew.jsonc", NULL);
  gboolean made;
  g_autoptr (TroupeCrewDocument) again = NULL;

  if (!write_files (document, folder, &made, error))
    return FALSE;
  again = troupe_crew_document_load (file, NULL, error);
  if (again == NULL)
    remove_files (TROUPE_DOCUMENT (document), folder, made);
  return again != NULL;
}

/* Refuses a folder that already contains a crew. */
static gboolean
check_folder (const char *folder, GError **error)
{
  g_autofree char *present =
      g_file_test (folder, G_FILE_TEST_IS_DIR) ? troupe_crew_find_file (folder) : NULL;

  return present == NULL || troupe_crew_refuse (error, _ ("%s already contains a crew."), folder);
}

/* Returns the reference to the crew in the file @file for the flow. (transfer full) */
static char *
make_reference (TroupeDocument *flow, const char *file)
{
  g_autofree char *base = get_folder (flow);
  g_autoptr (GFile) from = base != NULL ? g_file_new_for_path (base) : NULL;
  g_autoptr (GFile) to = g_file_new_for_path (file);
  char *relative = from != NULL ? g_file_get_relative_path (from, to) : NULL;

  return relative != NULL ? relative : g_file_get_path (to);
}

gboolean
troupe_crew_edit_to_project (TroupeCrewSubject *subject, const char *folder, GError **error)
{
  g_autoptr (TroupeCrewDocument) document = NULL;
  g_autoptr (JsonNode) crew = NULL, inputs = NULL, changed = NULL;
  g_auto (GStrv) names = NULL;
  TroupeDocument *flow;
  TroupeCrewView view;
  JsonNode *own_inputs;
  g_autoptr (GPtrArray) agents = NULL;
  const char *const *path;
  g_autofree char *file = NULL;
  g_autofree char *reference = NULL;
  g_autoptr (JsonNode) text = NULL;
  g_auto (GStrv) inputs_path = NULL;
  g_autoptr (JsonNode) project = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), FALSE);
  g_return_val_if_fail (!troupe_crew_subject_is_project (subject), FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  flow = troupe_crew_subject_get_document (subject);
  view = troupe_crew_subject_get_view (subject);
  if (troupe_crew_subject_get_crew (subject) == NULL)
    return troupe_crew_refuse (error, _ ("The crew has errors. Fix them first."));
  if (!check_folder (folder, error))
    return FALSE;
  names = troupe_crew_view_list_agents (&view);
  if (!check_names (names, error))
    return FALSE;
  crew = make_crew (&view, names);
  own_inputs = troupe_tree_get_member (crew, "inputs");
  if (own_inputs != NULL && JSON_NODE_HOLDS_OBJECT (own_inputs))
    {
      g_auto (GStrv) action = replace_end (troupe_crew_subject_get_path (subject), 1, "inputs");
      g_autoptr (JsonNode) left = NULL;
      JsonNode *without;

      inputs = split_inputs (own_inputs,
                             troupe_json_tree_get (troupe_document_get_root (flow),
                                                   (const char *const *) action),
                             &left);
      without = troupe_tree_with (crew, inputs != NULL ? left : own_inputs, "inputs", NULL);
      json_node_unref (crew);
      crew = without;
    }
  /* Creates an unsaved document of the crew. */
  agents = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (agents,
                     troupe_crew_paste_clean_agent (troupe_crew_view_get_agent (&view, names[i])));
  document = troupe_crew_document_new_from_trees (crew, (const char *const *) names,
                                                  (JsonNode *const *) agents->pdata, error);
  if (document == NULL || !write_project (document, folder, error))
    return FALSE;
  path = troupe_crew_subject_get_path (subject);
  file = g_build_filename (folder, "crew.jsonc", NULL);
  reference = make_reference (flow, file);
  text = troupe_json_node_new_string (reference);
  inputs_path = replace_end (path, 1, "inputs");
  project = exchange (troupe_document_get_root (flow), path, "from_declaration", text);
  if (project == NULL || inputs == NULL)
    changed = g_steal_pointer (&project);
  else
    changed = troupe_json_tree_with (project, (const char *const *) inputs_path, inputs);
  if (troupe_document_commit (flow, "", changed, _ ("Convert to Project"), NULL,
                              TROUPE_COMMIT_MUST_LOAD, error))
    return TRUE;
  remove_files (TROUPE_DOCUMENT (document), folder, FALSE);
  return FALSE;
}

/* --- References to crew files ----------------------------------------------------------------- */

gboolean
troupe_crew_edit_choose_file (TroupeDocument *flow,
                              const char *const *path,
                              const char *file,
                              GError **error)
{
  g_autofree char *reference = NULL;
  g_autoptr (JsonNode) text = NULL, changed = NULL;
  g_auto (GStrv) key = NULL, with = NULL;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (flow), FALSE);
  g_return_val_if_fail (path != NULL && path[0] != NULL && file != NULL, FALSE);

  reference = make_reference (flow, file);
  text = troupe_json_node_new_string (reference);
  root = troupe_document_get_root (flow);
  key = replace_end (path, 0, "from_declaration");
  with = replace_end (path, 0, "with");
  changed = troupe_json_tree_get (root, (const char *const *) with) != NULL
                ? exchange (root, (const char *const *) with, "from_declaration", text)
                : troupe_json_tree_with (root, (const char *const *) key, text);
  return troupe_document_commit (flow, "", changed, _ ("Change Crew"), NULL,
                                 TROUPE_COMMIT_MUST_LOAD, error);
}

gboolean
troupe_crew_edit_create_file (TroupeDocument *flow,
                              const char *const *path,
                              const char *folder,
                              GError **error)
{
  g_autoptr (TroupeCrewDocument) crew = NULL;
  g_autofree char *name = NULL;
  g_autofree char *file = NULL;
  gboolean made;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (flow), FALSE);
  g_return_val_if_fail (path != NULL && path[0] != NULL && folder != NULL, FALSE);

  name = g_path_get_basename (folder);
  crew = troupe_crew_document_new (name);
  if (!check_folder (folder, error) || !write_files (crew, folder, &made, error))
    return FALSE;
  file = g_build_filename (folder, "crew.jsonc", NULL);
  if (troupe_crew_edit_choose_file (flow, path, file, error))
    return TRUE;
  remove_files (TROUPE_DOCUMENT (crew), folder, made);
  return FALSE;
}

/* --- Project to inline crew ------------------------------------------------------------------- */

/* State of a search for references that are resolved relative to the crew's file, but that would
 * be resolved relative to the flow in an inline crew. @path: path of the current node */
typedef struct
{
  GString *path;
  char *found;
} Search;

static void search_node (Search *self, const char *key, JsonNode *node);

static void
search_children (Search *self, JsonNode *node)
{
  const gsize mark = self->path->len;

  g_assert (self != NULL);

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (self->found == NULL && json_object_iter_next_ordered (&iter, &key, &member))
        {
          g_string_append_printf (self->path, "%s%s", mark > 0 ? "." : "", key);
          search_node (self, key, member);
          g_string_truncate (self->path, mark);
        }
    }
  for (guint i = 0; JSON_NODE_HOLDS_ARRAY (node) && self->found == NULL &&
                    i < json_array_get_length (json_node_get_array (node));
       i++)
    {
      g_string_append_printf (self->path, "[%u]", i);
      search_node (self, NULL, json_array_get_element (json_node_get_array (node), i));
      g_string_truncate (self->path, mark);
    }
}

static gboolean
is_local_file (const char *text)
{
  g_autofree char *scheme = g_uri_parse_scheme (text);

  return (scheme == NULL || g_ascii_strcasecmp (scheme, "file") == 0) && !g_path_is_absolute (text);
}

static void
search_node (Search *self, const char *key, JsonNode *node)
{
  const char *text = troupe_tree_get_text (node);
  gboolean is_bound = FALSE;

  g_assert (self != NULL);

  if (text != NULL)
    is_bound = g_str_has_prefix (text, "custom:") || g_strcmp0 (key, "python") == 0 ||
               (strstr (self->path->str, "input_files.") != NULL && is_local_file (text));
  if (is_bound)
    self->found = g_strdup_printf ("%s: %s", self->path->str, text);
  else
    search_children (self, node);
}

/* Returns the first reference that depends on the crew's folder. (transfer full) (nullable) */
static char *
find_bound (JsonNode *definition)
{
  Search search = { g_string_new (NULL), NULL };

  search_children (&search, definition);
  g_string_free (search.path, TRUE);
  return search.found;
}

/* Returns an equivalent inline crew, in which null means nothing. A null that has a meaning in a
 * project is replaced by the explicit value. */
static JsonNode *
make_inline (TroupeCrewDocument *document, GError **error)
{
  g_autoptr (JsonNode) definition = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) there = NULL;
  g_autoptr (TroupeCrew) crew = NULL;
  g_autoptr (TroupeValue) here = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeDocumentParts *parts;
  TroupeCrewView view;
  JsonNode *root;
  g_auto (GStrv) names = NULL;
  JsonObject *agents;
  g_autoptr (JsonNode) map = NULL;

  parts = troupe_document_get_parts (TROUPE_DOCUMENT (document));
  view = (TroupeCrewView){ parts, NULL };
  root = troupe_crew_view_get_root (&view);
  names = troupe_crew_view_list_agents (&view);
  agents = json_object_new ();
  for (guint i = 0; names[i] != NULL; i++)
    json_object_set_member (agents, names[i],
                            json_node_ref (troupe_crew_view_get_agent (&view, names[i])));
  map = troupe_tree_take_object (agents);
  definition = troupe_tree_with (root, map, "agents", NULL);
  value = troupe_value_from_node (definition);
  there = troupe_crew_to_definition (troupe_crew_document_get_crew (document));
  crew = troupe_crew_new (value, NULL, NULL);
  here = crew != NULL ? troupe_crew_to_definition (crew) : NULL;
  if (here != NULL && troupe_value_equal (here, there))
    return g_steal_pointer (&definition);
  g_clear_pointer (&crew, troupe_crew_unref);
  crew = troupe_crew_new (there, NULL, &cause);
  if (crew != NULL)
    return troupe_value_to_node (there);
  troupe_crew_refuse (error, _ ("This crew cannot be moved into a flow: %s"), cause->message);
  return NULL;
}

/* Loads the crew that the action refers to. (transfer full) (nullable) */
static TroupeCrewDocument *
load_named (TroupeDocument *flow, JsonNode *action, GError **error)
{
  const char *reference = troupe_tree_get_member_text (action, "from_declaration");
  g_autofree char *folder = get_folder (flow);
  g_autofree char *path = NULL;

  if (reference == NULL || *reference == '\0')
    {
      troupe_crew_refuse (error, _ ("This action does not use a crew file."));
      return NULL;
    }
  if (g_path_is_absolute (reference))
    path = g_strdup (reference);
  else if (folder != NULL)
    path = troupe_path_resolve_beneath (folder, reference, error);
  else
    troupe_crew_refuse (error, _ ("Save the flow first, because “%s” is relative to its file."),
                        reference);
  return path != NULL ? troupe_crew_document_load (path, NULL, error) : NULL;
}

gboolean
troupe_crew_edit_create_inline (TroupeDocument *document,
                                const char *const *path,
                                const char *name,
                                GError **error)
{
  g_autoptr (TroupeCrewDocument) crew = NULL;
  g_autoptr (JsonNode) definition = NULL, changed = NULL;
  g_auto (GStrv) reference = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), FALSE);
  g_return_val_if_fail (path != NULL && path[0] != NULL && name != NULL, FALSE);

  crew = troupe_crew_document_new (name);
  definition = make_inline (crew, error);
  if (definition == NULL)
    return FALSE;
  reference = replace_end (path, 0, "from_declaration");
  changed = exchange (troupe_document_get_root (document), (const char *const *) reference, "with",
                      definition);
  return troupe_document_commit (document, "", changed, _ ("New Crew"), NULL,
                                 TROUPE_COMMIT_MUST_LOAD, error);
}

gboolean
troupe_crew_edit_to_inline (TroupeDocument *document, const char *const *path, GError **error)
{
  g_autoptr (TroupeCrewDocument) crew = NULL;
  g_autoptr (JsonNode) definition = NULL, changed = NULL;
  g_auto (GStrv) reference = NULL;
  g_autofree char *bound = NULL;
  JsonNode *action;
  g_autofree char *there = NULL;
  g_autofree char *here = NULL;
  g_autofree char *full_there = NULL;
  g_autofree char *full_here = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), FALSE);
  g_return_val_if_fail (path != NULL && path[0] != NULL, FALSE);

  action = troupe_json_tree_get (troupe_document_get_root (document), path);
  crew = load_named (document, action, error);
  if (crew == NULL)
    return FALSE;
  definition = make_inline (crew, error);
  if (definition == NULL)
    return FALSE;
  there = get_folder (TROUPE_DOCUMENT (crew));
  here = get_folder (document);
  full_there = there != NULL ? realpath (there, NULL) : NULL;
  full_here = here != NULL ? realpath (here, NULL) : NULL;
  bound = (full_there != NULL && g_strcmp0 (full_there, full_here) == 0) ? NULL
                                                                         : find_bound (definition);
  if (bound != NULL)
    return troupe_crew_refuse (
        error, _ ("“%s” is a file next to the crew, which a flow in another folder cannot find."),
        bound);
  reference = replace_end (path, 0, "from_declaration");
  changed = exchange (troupe_document_get_root (document), (const char *const *) reference, "with",
                      definition);
  return troupe_document_commit (document, "", changed, _ ("Move Crew Into Flow"), NULL,
                                 TROUPE_COMMIT_MUST_LOAD, error);
}
