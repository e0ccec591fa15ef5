/* troupe-crew-import-files.c: parses the YAML files of a classic crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-files"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import-private.h"
#include "troupe-project-file.h"
#include "troupe-yaml.h"

/* --- Reading files ---------------------------------------------------------------------------- */

/* Maximum number of YAML tags and duplicate keys. A file with more of them is rejected. */
#define MOST_REPAIRS 200

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

/* Returns the first character of the line that contains @at. */
static char *
find_line (const char *text, char *at)
{
  while (at > text && at[-1] != '\n')
    at--;
  return at;
}

/* Returns the first line after the member that begins in the line @start: the next line that is
 * not empty, not a comment, and not indented more. */
static char *
find_member_end (char *start, gsize indent)
{
  char *line = start + strcspn (start, "\n");

  while (*line == '\n')
    {
      char *next = line + 1;
      gsize blank = strspn (next, " ");

      if (next[blank] != '\n' && next[blank] != '\r' && next[blank] != '\0' && next[blank] != '#' &&
          (blank < indent || (blank == indent && next[blank] != '-')))
        return next;
      line = next + strcspn (next, "\n");
    }
  return line;
}

/* Removes the earlier one of two members with the same key, because PyYAML keeps the last one.
 * Returns FALSE if the error was not caused by such a key in block style. */
static gboolean
remove_duplicate (TroupeImporter *self, TroupeImportFile *file, const GError *cause)
{
  g_autofree char *what = NULL;
  g_autoptr (TroupeImportOrigin) origin = NULL;
  TroupePlace place;
  char *line, *earlier, *end;
  guint number = 1;
  const char *text;
  gsize indent;
  gsize length;

  if (!g_error_matches (cause, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_DUPLICATE_KEY) ||
      !troupe_json_error_get_place (cause, &place, NULL) || place.start >= strlen (file->text))
    return FALSE;
  line = find_line (file->text, file->text + place.start);
  if (line + strspn (line, " ") != file->text + place.start)
    return FALSE;
  text = file->text;
  indent = strspn (line, " ");
  length = strcspn (line + indent, ":\r\n");
  earlier = NULL;
  for (char *at = line; at > text;)
    {
      gsize blank;

      at = find_line (text, at - 1);
      blank = strspn (at, " ");
      if (at[blank] == '\n' || at[blank] == '\r' || at[blank] == '#')
        continue;
      if (blank < indent)
        break;
      if (blank == indent && strncmp (at + indent, line + indent, length + 1) == 0)
        {
          earlier = at;
          break;
        }
    }
  if (earlier == NULL)
    return FALSE;
  for (const char *at = file->text; at < earlier; at++)
    number += *at == '\n';
  end = find_member_end (earlier, strspn (earlier, " "));
  what = g_strndup (earlier, (gsize) (end - earlier));
  origin = troupe_import_origin_new (file->name, number, number, what);
  troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, origin, NULL,
                          _ ("The key occurs again in line %u. As in CrewAI, the last one counts."),
                          place.line);
  for (char *at = earlier; at < end; at++)
    if (*at != '\n' && *at != '\r')
      *at = ' ';
  return TRUE;
}

/* Parses a YAML file of the crew. @path: (nullable): %NULL if the crew has no such file. @what: what
 * the file contains (translated) */
static gboolean
read_yaml (TroupeImporter *self,
           TroupeImportFile *file,
           const char *path,
           const char *what,
           GError **error)
{
  const char *project = self->program != NULL ? self->program->folder : self->folder;
  const char *below = path != NULL ? troupe_path_get_below (path, project) : NULL;
  const char *shown = path != NULL ? troupe_path_get_below (path, self->folder) : NULL;
  g_autoptr (GError) cause = NULL;
  TroupePlace place;
  gsize length;

  if (path == NULL)
    return TRUE;
  /* A class may name any path, also of a file of the user. */
  if (below == NULL || *below == '\0')
    return troupe_importer_refuse (error,
                                   _ ("%s was not read, because it is outside of the project “%s”. "
                                      "Copy it into the project."),
                                   path, project);
  file->path = g_strdup (path);
  file->name = shown != NULL && *shown != '\0' ? g_strdup (shown) : g_path_get_basename (path);
  file->text =
      troupe_project_file_read (project, below, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (file->text == NULL)
    return FALSE;
  for (guint i = 0; i < MOST_REPAIRS; i++)
    {
      g_clear_error (&cause);
      file->root = troupe_yaml_read (file->text, length, &file->source, &cause);
      if (file->root != NULL ||
          (!leave_out_tag (self, file, cause) && !remove_duplicate (self, file, cause)))
        break;
    }
  if (file->root == NULL && g_error_matches (cause, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_EMPTY))
    return self->module != NULL ||
           troupe_importer_refuse (error, _ ("%s: The file is empty. Expected %s keyed by name."),
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

/* --- Contents of the two files ---------------------------------------------------------------- */

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
      gsize end;
      guint n_lines = 0;

      line = value.line;
      end = MIN (value.end, length);
      while (end > value.start && g_ascii_isspace (text[end - 1]))
        end--;
      for (gsize i = value.start; i < end; i++)
        n_lines += text[i] == '\n';
      last = value.line + n_lines;
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
          self->n_wrong++;
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
troupe_importer_read_files (TroupeImporter *self, const TroupeImportChoice *choice, GError **error)
{
  g_assert (self != NULL);

  if (!read_yaml (self, &self->agents_file, choice->agents, _ ("agents"), error) ||
      !read_yaml (self, &self->tasks_file, choice->tasks, _ ("tasks"), error))
    return FALSE;
  if (self->agents_file.root != NULL)
    read_things (self, &self->agents_file, self->agents);
  if (self->tasks_file.root != NULL)
    read_things (self, &self->tasks_file, self->tasks);
  return TRUE;
}
