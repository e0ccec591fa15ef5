/* troupe-crew-import.c: a classic crew as a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import-private.h"
#include "troupe-crew-subject.h"
#include "troupe-shown-text.h"
#include "troupe-text-list.h"
#include "troupe-tree.h"
#include "troupe-yaml.h"

/* How many fields that CrewAI refuses are taken out before it is given up. */
#define MOST_REFUSED 500
/* Letters of a line of the report. */
#define LONGEST_WHAT 120

/* --- What is reported -------------------------------------------------------------------------- */

static void
origin_free (gpointer data)
{
  TroupeImportOrigin *origin = data;

  g_free (origin->file);
  g_free (origin->what);
  g_free (origin);
}

/* @text in one line that is not too long. */
static char *
shorten (const char *text)
{
  g_autofree char *line = g_strdup (text);
  g_autoptr (GString) out = g_string_new (NULL);

  g_strstrip (g_strdelimit (line, "\r\n\t", ' '));
  for (const char *c = line; *c != '\0' && g_utf8_strlen (out->str, -1) < LONGEST_WHAT;
       c = g_utf8_next_char (c))
    if (*c != ' ' || out->len == 0 || out->str[out->len - 1] != ' ')
      g_string_append_unichar (out, g_utf8_get_char (c));
  if (g_utf8_strlen (out->str, -1) >= LONGEST_WHAT)
    g_string_append (out, "…");
  return g_strdup (out->str);
}

TroupeImportOrigin *
troupe_import_origin_new (const char *file, guint line, guint last_line, const char *what)
{
  TroupeImportOrigin *origin = g_new0 (TroupeImportOrigin, 1);

  origin->file = g_strdup (file);
  origin->line = line;
  origin->last_line = last_line;
  origin->what = shorten (what);
  return origin;
}

static void
item_free (gpointer data)
{
  TroupeCrewImportItem *item = data;

  g_free (item->file);
  g_free (item->what);
  g_free (item->why);
  g_free (item->path);
  g_free (item->fix_action);
  g_free (item->fix_label);
  g_free (item);
}

TroupeCrewImportItem *
troupe_importer_report (TroupeImporter *self,
                        TroupeCrewImportKind kind,
                        const TroupeImportOrigin *origin,
                        const char *path,
                        const char *format,
                        ...)
{
  TroupeCrewImportItem *item = g_new0 (TroupeCrewImportItem, 1);
  va_list arguments;

  g_assert (self != NULL);

  va_start (arguments, format);
  item->why = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  item->kind = kind;
  item->file = g_strdup (origin != NULL ? origin->file : self->tasks_file.name);
  item->line = origin != NULL ? origin->line : 0;
  item->last_line = origin != NULL ? origin->last_line : 0;
  item->what = g_strdup (origin != NULL ? origin->what : "");
  item->path = g_strdup (path);
  g_ptr_array_add (self->items, item);
  return item;
}

char *
troupe_crew_import_item_to_text (const TroupeCrewImportItem *item)
{
  const char *word = item->kind == TROUPE_CREW_IMPORT_LEFT_OUT  ? _ ("left out")
                     : item->kind == TROUPE_CREW_IMPORT_CHANGED ? _ ("changed")
                                                                : _ ("came over");
  g_autofree char *place =
      item->line > 0 ? g_strdup_printf ("%s:%u", item->file, item->line) : g_strdup (item->file);

  /* Translators: file and line, “left out”, what stood there, and what became of it. */
  return g_strdup_printf (_ ("%s: %s: %s: %s"), place, word, item->what, item->why);
}

/* --- Things ----------------------------------------------------------------------------------- */

TroupeImportThing *
troupe_import_thing_new (const char *name)
{
  TroupeImportThing *self = g_new0 (TroupeImportThing, 1);

  self->name = g_strdup (name);
  self->fields = json_object_new ();
  self->origins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, origin_free);
  self->is_used = TRUE;
  return self;
}

static void
thing_free (gpointer data)
{
  TroupeImportThing *self = data;

  g_free (self->name);
  json_object_unref (self->fields);
  g_hash_table_unref (self->origins);
  g_free (self);
}

TroupeImportThing *
troupe_import_find (GPtrArray *things, const char *name)
{
  for (guint i = 0; i < things->len; i++)
    if (g_str_equal (((TroupeImportThing *) things->pdata[i])->name, name))
      return things->pdata[i];
  return NULL;
}

void
troupe_import_thing_set (TroupeImportThing *self,
                         const char *key,
                         JsonNode *value,
                         TroupeImportOrigin *origin)
{
  json_object_set_member (self->fields, key, value);
  g_hash_table_replace (self->origins, g_strdup (key), origin);
}

/* --- The files -------------------------------------------------------------------------------- */

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

/* `src/NAME/config`, where there is one alone. (transfer full) (nullable) */
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

/* The folder that holds both files. (transfer full) (nullable) */
static char *
find_pair (const char *path)
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

  folder = find_pair (path);
  return folder != NULL;
}

static void
file_clear (TroupeImportFile *file)
{
  g_free (file->path);
  g_free (file->name);
  g_free (file->text);
  g_clear_pointer (&file->root, json_node_unref);
  g_clear_pointer (&file->source, troupe_json_text_unref);
}

static gboolean set_invalid (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
set_invalid (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID, message);
  return FALSE;
}

/* @path: (transfer full). @what: what stands in it (translated) */
static gboolean
read_yaml (TroupeImportFile *file, char *path, const char *folder, const char *what, GError **error)
{
  g_autoptr (GError) cause = NULL;
  TroupePlace place;
  gsize length;

  file->path = path;
  file->name = g_str_has_prefix (path, folder) ? g_strdup (path + strlen (folder) + 1)
                                               : g_path_get_basename (path);
  file->text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (file->text == NULL)
    return FALSE;
  file->root = troupe_yaml_read (file->text, length, &file->source, &cause);
  if (file->root == NULL && g_error_matches (cause, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_EMPTY))
    return set_invalid (error, _ ("%s: There is nothing in the file. Expected %s by their names."),
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
    return set_invalid (error, _ ("%s: Expected %s by their names."), path, what);
  return TRUE;
}

/* crew.py beside the files, or beside their folder. What cannot be read tells nothing. */
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

/* --- What the two files say -------------------------------------------------------------------- */

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

/* Where the member with @node as its value stands, from its key on. (transfer full) */
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
          origin_free (whole);
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

/* --- What is made of it ------------------------------------------------------------------------ */

static const TroupeImportOrigin *
get_origin (const TroupeImportThing *thing, const char *key)
{
  const TroupeImportOrigin *origin = g_hash_table_lookup (thing->origins, key);

  return origin != NULL ? origin : g_hash_table_lookup (thing->origins, "");
}

static void
drop (TroupeImportThing *thing, const char *key)
{
  json_object_remove_member (thing->fields, key);
}

/* Agents and tasks that no method makes. */
static void
drop_unused (TroupeImporter *self, GPtrArray *things)
{
  g_assert (self != NULL);

  for (guint i = 0; i < things->len;)
    {
      const TroupeImportThing *thing = things->pdata[i];

      if (thing->is_used)
        {
          i++;
          continue;
        }
      troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, get_origin (thing, ""), NULL,
                              _ ("The crew of %s does not use it."), self->python_file.name);
      g_ptr_array_remove_index (things, i);
    }
}

/* Null says nothing; as a context it says that there is none. */
static void
drop_nulls (TroupeImportThing *thing)
{
  g_autoptr (GList) keys = json_object_get_members (thing->fields);

  for (GList *link = keys; link != NULL; link = link->next)
    {
      JsonNode *value = json_object_get_member (thing->fields, link->data);

      if (!JSON_NODE_HOLDS_NULL (value))
        continue;
      if (g_str_equal (link->data, "context"))
        json_object_set_array_member (thing->fields, "context", json_array_new ());
      else
        json_object_remove_member (thing->fields, link->data);
    }
}

static char *
make_path (const char *kind, const char *name, const char *key)
{
  return g_strconcat (kind, ".", name, key != NULL ? "." : "", key != NULL ? key : "", NULL);
}

/* A task of a sequential crew needs an agent that is there. */
static void
give_agents (TroupeImporter *self)
{
  const char *before = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  JsonNode *process = json_object_get_member (self->crew->fields, "process");
  gboolean is_free = g_strcmp0 (troupe_tree_get_text (process), "hierarchical") == 0;

  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    g_ptr_array_add (names, ((TroupeImportThing *) self->agents->pdata[i])->name);
  g_ptr_array_add (names, NULL);
  for (guint i = 0; i < self->tasks->len && names->len > 1; i++)
    {
      TroupeImportThing *task = self->tasks->pdata[i];
      JsonNode *node = json_object_get_member (task->fields, "agent");
      const char *named = troupe_tree_get_text (node);
      const char *given;
      g_autofree char *path = g_strdup_printf ("tasks.%u.agent", i);

      if (named != NULL && troupe_import_find (self->agents, named) != NULL)
        {
          before = named;
          continue;
        }
      if (node == NULL && is_free)
        continue;
      given =
          named != NULL ? troupe_nearest_word (named, (const char *const *) names->pdata) : NULL;
      if (given == NULL)
        given = before != NULL ? before : names->pdata[0];
      if (node == NULL)
        troupe_importer_report (
            self, TROUPE_CREW_IMPORT_CHANGED, get_origin (task, ""), path,
            self->python != NULL
                ? _ ("Neither the file nor the text of crew.py names an agent for this "
                     "task. It was given to “%s”.")
                : _ ("The file names no agent for this task, and there is no crew.py. "
                     "It was given to “%s”."),
            given);
      else
        troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, get_origin (task, "agent"), path,
                                _ ("There is no agent of that name. The task was given to “%s”."),
                                given);
      json_object_set_string_member (task->fields, "agent", given);
      before = given;
    }
}

/* A context names tasks that come before. */
static void
mend_context (TroupeImporter *self, guint index)
{
  TroupeImportThing *task = self->tasks->pdata[index];
  JsonNode *node = json_object_get_member (task->fields, "context");
  JsonArray *kept;
  g_autofree char *path = g_strdup_printf ("tasks.%u.context", index);

  g_assert (self != NULL);

  if (node == NULL)
    return;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      troupe_importer_report (
          self, TROUPE_CREW_IMPORT_LEFT_OUT, get_origin (task, "context"), path,
          _ ("A context is a list of names of tasks; CrewAI cannot load this one."));
      drop (task, "context");
      return;
    }
  kept = json_array_new ();
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      JsonNode *entry = json_array_get_element (json_node_get_array (node), i);
      const char *name = troupe_tree_get_text (entry);
      guint place;
      TroupeImportThing *other = name != NULL ? troupe_import_find (self->tasks, name) : NULL;

      if (other != NULL && g_ptr_array_find (self->tasks, other, &place) && place < index)
        json_array_add_element (kept, json_node_ref (entry));
      else
        troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, get_origin (task, "context"),
                                path,
                                other != NULL
                                    ? _ ("“%s” comes later, and a context has to come before.")
                                    : _ ("There is no task “%s”."),
                                name != NULL ? name : "?");
    }
  json_object_set_array_member (task->fields, "context", kept);
}

/* In a file of their own agents are known by names that a file can have. */
static void
rename_agents (TroupeImporter *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    {
      TroupeImportThing *agent = self->agents->pdata[i];
      g_autofree char *old = g_strdup (agent->name);

      if (*old != '\0' && *old != '.' && strpbrk (old, "/\\\r\n\t") == NULL && strlen (old) <= 200)
        continue;
      g_free (agent->name);
      agent->name = g_strdup_printf ("agent_%u", i + 1);
      while (troupe_import_find (self->agents, agent->name) != agent)
        {
          char *longer = g_strconcat (agent->name, "_", NULL);

          g_free (agent->name);
          agent->name = longer;
        }
      for (guint k = 0; k < self->tasks->len; k++)
        {
          TroupeImportThing *task = self->tasks->pdata[k];

          if (g_strcmp0 (troupe_tree_get_text (json_object_get_member (task->fields, "agent")),
                         old) == 0)
            json_object_set_string_member (task->fields, "agent", agent->name);
        }
      troupe_importer_report (self, TROUPE_CREW_IMPORT_CHANGED, get_origin (agent, ""), NULL,
                              _ ("No file can be called so. The agent is “%s” now."), agent->name);
    }
}

/* --- The document ------------------------------------------------------------------------------ */

static JsonNode *
make_crew_tree (TroupeImporter *self)
{
  JsonObject *crew = json_object_new ();
  JsonArray *agents = json_array_new ();
  JsonArray *tasks = json_array_new ();
  const char *manager =
      troupe_tree_get_text (json_object_get_member (self->crew->fields, "manager_agent"));
  g_autofree char *config = g_path_get_dirname (self->tasks_file.path);
  g_autofree char *above = g_path_get_dirname (config);
  g_autofree char *base =
      g_path_get_basename (g_str_has_suffix (config, G_DIR_SEPARATOR_S "config") ? above : config);
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  g_assert (self != NULL);

  json_object_set_string_member (
      crew, "name",
      self->python != NULL && self->python->class_name != NULL ? self->python->class_name : base);
  json_object_iter_init_ordered (&iter, self->crew->fields);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    json_object_set_member (crew, key, json_node_ref (value));
  for (guint i = 0; i < self->agents->len; i++)
    if (g_strcmp0 (((TroupeImportThing *) self->agents->pdata[i])->name, manager) != 0)
      json_array_add_string_element (agents, ((TroupeImportThing *) self->agents->pdata[i])->name);
  json_object_set_array_member (crew, "agents", agents);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const TroupeImportThing *thing = self->tasks->pdata[i];
      JsonObject *task = json_object_new ();

      json_object_set_string_member (task, "name", thing->name);
      json_object_iter_init_ordered (&iter, thing->fields);
      while (json_object_iter_next_ordered (&iter, &key, &value))
        if (!g_str_equal (key, "name"))
          json_object_set_member (task, key, json_node_ref (value));
      json_array_add_object_element (tasks, task);
    }
  json_object_set_array_member (crew, "tasks", tasks);
  return troupe_tree_take_object (crew);
}

static JsonNode *
copy_fields (JsonObject *fields)
{
  JsonObject *copy = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  json_object_iter_init_ordered (&iter, fields);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    json_object_set_member (copy, key, json_node_ref (value));
  return troupe_tree_take_object (copy);
}

static TroupeCrewDocument *
make_document (TroupeImporter *self, GError **error)
{
  g_autoptr (JsonNode) crew = make_crew_tree (self);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  g_auto (GStrv) names = NULL;

  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    {
      const TroupeImportThing *agent = self->agents->pdata[i];

      g_strv_builder_add (builder, agent->name);
      g_ptr_array_add (trees, copy_fields (agent->fields));
    }
  names = g_strv_builder_end (builder);
  return troupe_crew_document_new_from_trees (crew, (const char *const *) names,
                                              (JsonNode *const *) trees->pdata, error);
}

/* The field that a problem is about; FALSE where none can go. @key: (out) (transfer none) */
static gboolean
find_refused (TroupeImporter *self, char **keys, TroupeImportThing **thing, const char **key)
{
  static const char *const needed[] = {
    "role", "goal", "backstory", "description", "expected_output", NULL
  };
  guint64 index;

  g_assert (self != NULL);

  *thing = NULL;
  if (keys == NULL || keys[0] == NULL)
    return FALSE;
  if (g_str_equal (keys[0], "agents") && keys[1] != NULL)
    *thing = troupe_import_find (self->agents, keys[1]);
  else if (g_str_equal (keys[0], "tasks") && keys[1] != NULL &&
           g_ascii_string_to_unsigned (keys[1], 10, 0, G_MAXUINT, &index, NULL) &&
           index < self->tasks->len)
    *thing = self->tasks->pdata[index];
  if (*thing != NULL)
    *key = keys[2];
  else
    {
      *thing = self->crew;
      *key = keys[0];
    }
  return *key != NULL && !g_strv_contains (needed, *key) &&
         json_object_has_member ((*thing)->fields, *key);
}

static void
report_refused (TroupeImporter *self,
                const TroupeProblem *problem,
                const TroupeImportThing *thing,
                const char *key)
{
  const TroupeImportOrigin *origin = get_origin (thing, key);

  g_assert (self != NULL);

  if (g_str_equal (problem->code, "unknown_key"))
    troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, problem->path,
                            _ ("CrewAI has no field “%s” here: it passes it over in YAML and "
                               "refuses it in a crew’s file."),
                            key);
  else
    troupe_importer_report (self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, problem->path, "%s",
                            problem->message);
}

/* Takes out one field that CrewAI refuses. FALSE where there is none. */
static gboolean
take_out (TroupeImporter *self, TroupeCrewDocument *document)
{
  g_autoptr (TroupeCrewSubject) subject = troupe_crew_subject_new (document);
  GPtrArray *problems = troupe_crew_subject_get_problems (subject);

  g_assert (self != NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];
      g_auto (GStrv) keys = troupe_crew_subject_split_path (subject, problem->path);
      TroupeImportThing *thing;
      const char *key;

      if (problem->severity != TROUPE_SEVERITY_ERROR || !find_refused (self, keys, &thing, &key))
        continue;
      report_refused (self, problem, thing, key);
      drop (thing, key);
      return TRUE;
    }
  return FALSE;
}

/* What CrewAI takes and a person should look at. */
static void
report_warnings (TroupeImporter *self, TroupeCrewDocument *document)
{
  g_autoptr (TroupeCrewSubject) subject = troupe_crew_subject_new (document);
  GPtrArray *problems = troupe_crew_subject_get_problems (subject);

  g_assert (self != NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];
      g_auto (GStrv) keys = troupe_crew_subject_split_path (subject, problem->path);
      TroupeCrewImportItem *item;
      TroupeImportThing *thing;
      const char *key;

      if (!find_refused (self, keys, &thing, &key) && problem->severity != TROUPE_SEVERITY_ERROR)
        continue;
      item =
          troupe_importer_report (self,
                                  problem->severity == TROUPE_SEVERITY_ERROR
                                      ? TROUPE_CREW_IMPORT_LEFT_OUT
                                      : TROUPE_CREW_IMPORT_CHANGED,
                                  thing != NULL ? get_origin (thing, key != NULL ? key : "") : NULL,
                                  problem->path, "%s", problem->message);
      item->fix_action = g_strdup (problem->fix_action);
      item->fix_label = g_strdup (problem->fix_label);
    }
}

/* --- What came over ---------------------------------------------------------------------------- */

static void
report_carried (TroupeImporter *self, const TroupeImportThing *thing, const char *path)
{
  g_autoptr (GString) list = g_string_new (NULL);
  JsonObjectIter iter;
  const char *key;
  JsonNode *value;

  g_assert (self != NULL);

  json_object_iter_init_ordered (&iter, thing->fields);
  while (json_object_iter_next_ordered (&iter, &key, &value))
    troupe_text_list_append (list, key);
  if (list->len > 0)
    troupe_importer_report (self, TROUPE_CREW_IMPORT_CARRIED, get_origin (thing, ""), path, "%s",
                            list->str);
}

static void
report_all (TroupeImporter *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    {
      const TroupeImportThing *agent = self->agents->pdata[i];
      g_autofree char *path = make_path ("agents", agent->name, NULL);

      report_carried (self, agent, path);
    }
  for (guint i = 0; i < self->tasks->len; i++)
    {
      g_autofree char *path = g_strdup_printf ("tasks.%u", i);

      report_carried (self, self->tasks->pdata[i], path);
    }
  if (self->python != NULL && json_object_get_size (self->crew->fields) > 0)
    {
      g_hash_table_replace (self->crew->origins, g_strdup (""),
                            troupe_import_origin_new (self->python_file.name, 0, 0, "Crew"));
      report_carried (self, self->crew, "");
    }
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TroupeCrewImportItem *left = *(TroupeCrewImportItem *const *) a;
  const TroupeCrewImportItem *right = *(TroupeCrewImportItem *const *) b;
  int order = g_strcmp0 (left->file, right->file);

  if (left->kind != right->kind)
    return left->kind < right->kind ? -1 : 1;
  if (order != 0)
    return order;
  return left->line < right->line ? -1 : left->line > right->line;
}

static TroupeCrewImport *
finish (TroupeImporter *self, TroupeCrewDocument *document)
{
  TroupeCrewImport *result = g_new0 (TroupeCrewImport, 1);
  g_autoptr (GStrvBuilder) files = g_strv_builder_new ();
  guint *const counts[] = { &result->n_left_out, &result->n_changed, &result->n_carried };

  g_assert (self != NULL);

  g_strv_builder_add_many (files, self->agents_file.name, self->tasks_file.name,
                           self->python_file.name, NULL);
  result->files = g_strv_builder_end (files);
  result->folder = g_strdup (self->folder);
  result->document = document;
  result->items = g_ptr_array_ref (self->items);
  g_ptr_array_sort_with_data (result->items, compare_items, NULL);
  for (guint i = 0; i < result->items->len; i++)
    (*counts[((TroupeCrewImportItem *) result->items->pdata[i])->kind])++;
  return result;
}

/* --- The import -------------------------------------------------------------------------------- */

static void
importer_clear (TroupeImporter *self)
{
  g_free (self->folder);
  file_clear (&self->agents_file);
  file_clear (&self->tasks_file);
  file_clear (&self->python_file);
  g_clear_pointer (&self->python, troupe_crew_python_free);
  g_clear_pointer (&self->agents, g_ptr_array_unref);
  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->crew, thing_free);
  g_clear_pointer (&self->items, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeImporter, importer_clear)

static gboolean
read_files (TroupeImporter *self, const char *config, GError **error)
{
  g_assert (self != NULL);

  if (!read_yaml (&self->agents_file, find_file (config, agents_names), self->folder, _ ("agents"),
                  error) ||
      !read_yaml (&self->tasks_file, find_file (config, tasks_names), self->folder, _ ("tasks"),
                  error))
    return FALSE;
  find_python (self, config);
  read_things (self, &self->agents_file, self->agents);
  read_things (self, &self->tasks_file, self->tasks);
  if (self->python != NULL)
    troupe_importer_read_python (self);
  drop_unused (self, self->agents);
  drop_unused (self, self->tasks);
  if (self->agents->len == 0)
    return set_invalid (error, _ ("%s: There is no agent that a crew could have."),
                        self->agents_file.path);
  if (self->tasks->len == 0)
    return set_invalid (error, _ ("%s: There is no task that a crew could do."),
                        self->tasks_file.path);
  return TRUE;
}

static TroupeCrewDocument *
build (TroupeImporter *self, GError **error)
{
  TroupeCrewDocument *document;

  g_assert (self != NULL);

  for (guint i = 0; i < self->agents->len; i++)
    drop_nulls (self->agents->pdata[i]);
  for (guint i = 0; i < self->tasks->len; i++)
    drop_nulls (self->tasks->pdata[i]);
  rename_agents (self);
  give_agents (self);
  for (guint i = 0; i < self->tasks->len; i++)
    mend_context (self, i);
  document = make_document (self, error);
  for (guint i = 0; i < MOST_REFUSED && document != NULL && take_out (self, document); i++)
    {
      g_object_unref (document);
      document = make_document (self, error);
    }
  return document;
}

TroupeCrewImport *
troupe_crew_import_new (const char *path, GError **error)
{
  g_auto (TroupeImporter) self = { NULL };
  TroupeCrewDocument *document;
  g_autofree char *config = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  config = find_pair (path);
  if (config == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("There is no classic crew in %s: expected agents.yaml and tasks.yaml."),
                   path);
      return NULL;
    }
  self.folder = g_str_has_suffix (config, G_DIR_SEPARATOR_S "config") ? g_path_get_dirname (config)
                                                                      : g_strdup (config);
  self.agents = g_ptr_array_new_with_free_func (thing_free);
  self.tasks = g_ptr_array_new_with_free_func (thing_free);
  self.crew = troupe_import_thing_new ("");
  self.items = g_ptr_array_new_with_free_func (item_free);
  if (!read_files (&self, config, error))
    return NULL;
  document = build (&self, error);
  if (document == NULL)
    return NULL;
  report_warnings (&self, document);
  report_all (&self);
  return finish (&self, document);
}

void
troupe_crew_import_free (TroupeCrewImport *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->folder);
  g_strfreev (self->files);
  g_clear_object (&self->document);
  g_ptr_array_unref (self->items);
  g_free (self);
}
