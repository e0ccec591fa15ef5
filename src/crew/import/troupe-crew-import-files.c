/* troupe-crew-import-files.c: finds and parses the files of a classic crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-files"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import-private.h"
#include "troupe-yaml.h"

/* --- Finding and reading files ---------------------------------------------------------------- */

/* Maximum number of YAML tags. A file with more tags is rejected. */
#define MOST_TAGS 100

static const char *const agents_names[] = { "agents.yaml", "agents.yml" };
static const char *const tasks_names[] = { "tasks.yaml", "tasks.yml" };

static char *
find_file (const char *folder, const char *const *names)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}

static gboolean
holds_pair (const char *folder)
{
  g_autofree char *agents = find_file (folder, agents_names);
  g_autofree char *tasks = find_file (folder, tasks_names);

  return agents != NULL && tasks != NULL;
}

/* Returns `src/NAME/config` if exactly one such folder exists. (transfer full) (nullable) */
static char *
find_below_src (const char *folder)
{
  g_autofree char *src = g_build_filename (folder, "src", NULL);
  g_autoptr (GDir) dir = g_dir_open (src, 0, NULL);
  g_autofree char *found = NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *config = g_build_filename (src, name, "config", NULL);

      if (!holds_pair (config))
        continue;
      if (found != NULL)
        return NULL;
      found = g_steal_pointer (&config);
    }
  return g_steal_pointer (&found);
}

/* Returns the folder that contains both files. (transfer full) (nullable) */
char *
troupe_importer_find_pair (const char *path)
{
  g_autofree char *folder = NULL, *config = NULL, *base = g_path_get_basename (path);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      if (!g_strv_contains ((const char *const[]){ "agents.yaml", "agents.yml", "tasks.yaml",
                                                   "tasks.yml", NULL },
                            base))
        return NULL;
      folder = g_path_get_dirname (path);
      return holds_pair (folder) ? g_steal_pointer (&folder) : NULL;
    }
  if (holds_pair (path))
    return g_strdup (path);
  config = g_build_filename (path, "config", NULL);
  return holds_pair (config) ? g_steal_pointer (&config) : find_below_src (path);
}

gboolean
troupe_crew_import_is_classic (const char *path)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  folder = troupe_importer_find_pair (path);
  return folder != NULL;
}

void
troupe_import_file_clear (TroupeImportFile *file)
{
  g_free (file->path);
  g_free (file->name);
  g_free (file->text);
  g_clear_pointer (&file->root, json_node_unref);
  g_clear_pointer (&file->source, troupe_json_text_unref);
}

/* Removes a YAML tag, which would make a Python loader create objects. The tagged value is
 * replaced with null and reported. Returns FALSE if the error was not caused by a tag. */
static gboolean
leave_out_tag (TroupeImporter *self, TroupeImportFile *file, const GError *cause)
{
  g_autofree char *what = NULL;
  TroupeImportOrigin *origin;
  TroupePlace place;
  char *start, *end, *line;
  int depth = 0;

  g_assert (self != NULL);

  if (!troupe_json_error_get_place (cause, &place, NULL) || place.start >= strlen (file->text) ||
      file->text[place.start] != '!')
    return FALSE;
  start = file->text + place.start;
  for (line = start; line > file->text && line[-1] != '\n'; line--)
    depth += line[-1] == '[' || line[-1] == '{' ? 1 : line[-1] == ']' || line[-1] == '}' ? -1 : 0;
  what = g_strndup (line, (gsize) (start - line) + strcspn (start, "\r\n"));
  /* In a flow sequence or mapping on one line, the value ends at the next separator. */
  end = start + strcspn (start, depth > 0 ? "\r\n,]}" : "\r\n");
  origin = troupe_import_origin_new (file->name, place.line, place.line, what);
  troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, NULL,
                          _ ("YAML tags for Python objects are not supported. Name a function as "
                             "{\"python\": \"module.function\"}."));
  troupe_import_origin_free (origin);
  *start = '~';
  memset (start + 1, ' ', (gsize) (end - start - 1));
  return TRUE;
}

/* Parses a YAML file of the crew. @path: (transfer full). @what: what the file contains
 * (translated) */
static gboolean
read_yaml (TroupeImporter *self,
           TroupeImportFile *file,
           char *path,
           const char *what,
           GError **error)
{
  const char *folder = self->folder;
  g_autoptr (GError) cause = NULL;
  TroupePlace place;
  gsize length;

  file->path = path;
  file->name = g_str_has_prefix (path, folder) ? g_strdup (path + strlen (folder) + 1)
                                               : g_path_get_basename (path);
  file->text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (file->text == NULL)
    return FALSE;
  for (guint i = 0; i < MOST_TAGS; i++)
    {
      g_clear_error (&cause);
      file->root = troupe_yaml_read (file->text, length, &file->source, &cause);
      if (file->root != NULL || !leave_out_tag (self, file, cause))
        break;
    }
  if (file->root == NULL && g_error_matches (cause, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_EMPTY))
    return troupe_importer_refuse (error, _ ("%s: The file is empty. Expected %s keyed by name."),
                                   path, what);
  if (file->root == NULL)
    {
      if (troupe_json_error_get_place (cause, &place, NULL))
        g_set_error (error, cause->domain, cause->code, "%s:%u:%u: %s", path, place.line,
                     place.column, cause->message);
      else
        g_set_error (error, cause->domain, cause->code, "%s: %s", path, cause->message);
      return FALSE;
    }
  if (!JSON_NODE_HOLDS_OBJECT (file->root) ||
      json_object_get_size (json_node_get_object (file->root)) == 0)
    return troupe_importer_refuse (error, _ ("%s: Expected %s keyed by name."), path, what);
  return TRUE;
}

/* Finds crew.py next to the files or in the parent folder. An unreadable file is ignored. */
static void
find_python (TroupeImporter *self, const char *config)
{
  g_autofree char *above = g_path_get_dirname (config);
  const char *const folders[] = { config, above };

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (folders) && self->python == NULL; i++)
    {
      g_autofree char *path = g_build_filename (folders[i], "crew.py", NULL);
      gsize length;

      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      self->python_file.text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL);
      if (self->python_file.text == NULL || strlen (self->python_file.text) != length ||
          !g_utf8_validate (self->python_file.text, -1, NULL))
        {
          g_clear_pointer (&self->python_file.text, g_free);
          continue;
        }
      self->python_file.path = g_steal_pointer (&path);
      self->python_file.name = g_str_has_prefix (self->python_file.path, self->folder)
                                   ? g_strdup (self->python_file.path + strlen (self->folder) + 1)
                                   : g_strdup ("crew.py");
      self->python = troupe_crew_python_new (self->python_file.text);
    }
}

/* --- Contents of the two files ---------------------------------------------------------------- */

static guint
count_lines (const char *text, gsize start, gsize end)
{
  guint n_lines = 0;

  while (end > start && g_ascii_isspace (text[end - 1]))
    end--;
  for (gsize i = start; i < end; i++)
    n_lines += text[i] == '\n';
  return n_lines;
}

/* Returns the location of the member whose value is @node, starting at its key. (transfer full) */
static TroupeImportOrigin *
find_origin (const TroupeImportFile *file, JsonNode *node, const char *what)
{
  TroupePlace key, value;
  gsize length;
  const char *text = troupe_json_text_get_text (file->source, &length);
  guint line = 0, last = 0;
  g_autofree char *whole = NULL;

  if (troupe_json_text_get_place (file->source, node, &value))
    {
      line = value.line;
      last = value.line + count_lines (text, value.start, MIN (value.end, length));
    }
  if (troupe_json_text_get_key_place (file->source, node, &key))
    {
      line = key.line;
      last = MAX (last, line);
      if (what == NULL && line > 0 && value.end >= key.start)
        whole = g_strndup (text + key.start, MIN (value.end, length) - key.start);
    }
  if (what == NULL && whole == NULL)
    whole = json_to_string (node, FALSE);
  return troupe_import_origin_new (file->name, line, last, what != NULL ? what : whole);
}

static void
read_things (TroupeImporter *self, const TroupeImportFile *file, GPtrArray *things)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *map;

  g_assert (self != NULL);

  json_object_iter_init_ordered (&iter, json_node_get_object (file->root));
  while (json_object_iter_next_ordered (&iter, &name, &map))
    {
      TroupeImportOrigin *whole = find_origin (file, map, name);
      TroupeImportThing *thing;
      JsonObjectIter inner;
      const char *key;
      JsonNode *value;

      if (!JSON_NODE_HOLDS_OBJECT (map))
        {
          troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, whole, NULL,
                                  _ ("Expected a mapping of fields."));
          troupe_import_origin_free (whole);
          continue;
        }
      thing = troupe_import_thing_new (name);
      g_hash_table_insert (thing->origins, g_strdup (""), whole);
      json_object_iter_init_ordered (&inner, json_node_get_object (map));
      while (json_object_iter_next_ordered (&inner, &key, &value))
        troupe_import_thing_set (thing, key, json_node_ref (value),
                                 find_origin (file, value, NULL));
      g_ptr_array_add (things, thing);
    }
}

gboolean
troupe_importer_read_files (TroupeImporter *self, const char *config, GError **error)
{
  g_assert (self != NULL);

  if (!read_yaml (self, &self->agents_file, find_file (config, agents_names), _ ("agents"),
                  error) ||
      !read_yaml (self, &self->tasks_file, find_file (config, tasks_names), _ ("tasks"), error))
    return FALSE;
  find_python (self, config);
  read_things (self, &self->agents_file, self->agents);
  read_things (self, &self->tasks_file, self->tasks);
  return TRUE;
}
