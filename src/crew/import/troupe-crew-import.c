/* troupe-crew-import.c: import of a classic crew as a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-conflict.h"
#include "troupe-crew-import-private.h"
#include "troupe-folder-policy.h"
#include "troupe-project-file.h"

/* Maximum number of characters of the original text in a report line. */
#define LONGEST_WHAT 120

/* --- Report ----------------------------------------------------------------------------------- */

void
troupe_import_origin_free (TroupeImportOrigin *origin)
{
  g_free (origin->file);
  g_free (origin->what);
  g_free (origin);
}

/* Returns @text as a single line, truncated to the maximum length. */
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

/* Returns TRUE if both items say the same about the same line, for example because two agents have
 * the same model. */
static gboolean
is_same (const TroupeCrewImportItem *left, const TroupeCrewImportItem *right)
{
  return left->kind == right->kind && left->line > 0 && left->line == right->line &&
         g_strcmp0 (left->file, right->file) == 0 && g_str_equal (left->what, right->what) &&
         g_str_equal (left->why, right->why);
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
  item->what = troupe_key_finder_hide (self->keys, origin != NULL ? origin->what : "");
  item->path = g_strdup (path);
  for (guint i = 0; i < self->items->len; i++)
    if (is_same (self->items->pdata[i], item))
      {
        item_free (item);
        return self->items->pdata[i];
      }
  g_ptr_array_add (self->items, item);
  return item;
}

gboolean
troupe_importer_refuse (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_INVALID, message);
  return FALSE;
}

char *
troupe_crew_import_item_to_text (const TroupeCrewImportItem *item)
{
  const char *word = item->kind == TROUPE_CREW_IMPORT_LEFT_OUT  ? _ ("skipped")
                     : item->kind == TROUPE_CREW_IMPORT_CHANGED ? _ ("changed")
                                                                : _ ("imported");
  g_autofree char *place =
      item->line > 0 ? g_strdup_printf ("%s:%u", item->file, item->line) : g_strdup (item->file);

  /* Translators: file and line, “skipped”, the original text, and the reason */
  return g_strdup_printf (_ ("%s: %s: %s: %s"), place, word, item->what, item->why);
}

/* --- Agents and tasks ------------------------------------------------------------------------- */

TroupeImportThing *
troupe_import_thing_new (const char *name)
{
  TroupeImportThing *self = g_new0 (TroupeImportThing, 1);

  self->name = g_strdup (name);
  self->fields = json_object_new ();
  self->origins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) troupe_import_origin_free);
  self->is_used = TRUE;
  return self;
}

void
troupe_import_thing_free (TroupeImportThing *self)
{
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

/* --- Import ----------------------------------------------------------------------------------- */

static void
importer_clear (TroupeImporter *self)
{
  g_free (self->folder);
  troupe_import_file_clear (&self->agents_file);
  troupe_import_file_clear (&self->tasks_file);
  g_free (self->python_name);
  g_clear_pointer (&self->made, g_hash_table_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->agents, g_ptr_array_unref);
  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  g_clear_pointer (&self->crew, troupe_import_thing_free);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->bridged, g_ptr_array_unref);
  g_clear_pointer (&self->hooks, g_ptr_array_unref);
  g_clear_pointer (&self->servers, json_array_unref);
  g_clear_pointer (&self->keys, troupe_key_finder_unref);
  g_clear_pointer (&self->program, troupe_python_program_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeImporter, importer_clear)

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
  const char *const names[] = { self->agents_file.name, self->tasks_file.name, self->python_name };
  guint *const counts[] = { &result->n_left_out, &result->n_changed, &result->n_carried };

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL)
      g_strv_builder_add (files, names[i]);
  result->files = g_strv_builder_end (files);
  result->folder = g_strdup (self->folder);
  result->document = document;
  troupe_document_set_unsaved (TROUPE_DOCUMENT (document));
  result->items = g_ptr_array_ref (self->items);
  result->needed = g_ptr_array_ref (self->files);
  result->n_wrong = self->n_wrong;
  g_ptr_array_sort_with_data (result->items, compare_items, NULL);
  for (guint i = 0; i < result->items->len; i++)
    (*counts[((TroupeCrewImportItem *) result->items->pdata[i])->kind])++;
  return result;
}

static void
file_free (gpointer data)
{
  TroupeCrewImportFile *file = data;

  g_free (file->path);
  g_free (file->source);
  g_free (file->project);
  g_free (file->text);
  g_free (file);
}

static void
importer_init (TroupeImporter *self, const TroupeImportChoice *choice)
{
  g_autofree char *project = NULL;
  g_autofree char *text = NULL;
  const char *file = choice->python != NULL ? choice->python : choice->tasks;
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *base = g_path_get_basename (folder);

  self->folder = choice->python == NULL && g_str_equal (base, "config")
                     ? g_path_get_dirname (folder)
                     : g_steal_pointer (&folder);
  self->agents = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_import_thing_free);
  self->tasks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_import_thing_free);
  self->crew = troupe_import_thing_new ("");
  self->items = g_ptr_array_new_with_free_func (item_free);
  self->files = g_ptr_array_new_with_free_func (file_free);
  self->bridged = g_ptr_array_new_with_free_func (g_free);
  self->hooks = g_ptr_array_new ();
  self->keys = troupe_key_finder_new ();
  self->made = g_hash_table_new (NULL, NULL);
  self->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (choice->python == NULL)
    return;
  project = troupe_import_find_project (choice->python, choice->chosen);
  self->program = troupe_python_program_new (project, self->folder);
  text = troupe_python_read_source (project, choice->python);
  if (text != NULL)
    self->module =
        troupe_python_program_add (self->program, choice->python, g_steal_pointer (&text));
}

/* --- Inputs ------------------------------------------------------------------------------------- */

#define MAIN_NAME "main.py"
#define INPUTS_NAME "inputs"
/* Maximum depth of nested statements and expressions. */
#define MOST_NESTED 64u

/* @assigned: (element-type utf8 TroupePythonNode): the last dict that was assigned to each name; @inputs: (nullable): the
 * dict of the first call with inputs. Both are parts of the tree. */
typedef struct
{
  GHashTable *assigned;
  const TroupePythonNode *inputs;
} InputSearch;

/* Looks for a call with inputs, such as `Crew().crew().kickoff(inputs=inputs)`. */
static void
search_expression (InputSearch *self, const TroupePythonNode *node, guint depth)
{
  const TroupePythonNode *argument = NULL;

  if (node == NULL || self->inputs != NULL || depth > MOST_NESTED)
    return;
  if (node->type == TROUPE_PYTHON_NODE_CALL)
    argument = troupe_python_node_get_argument (node, INPUTS_NAME);
  if (argument != NULL && argument->type == TROUPE_PYTHON_NODE_NAME)
    argument = g_hash_table_lookup (self->assigned, argument->name);
  if (argument != NULL && argument->type == TROUPE_PYTHON_NODE_MAP)
    self->inputs = argument;
  for (guint i = 0; i < node->children->len; i++)
    search_expression (self, node->children->pdata[i], depth + 1);
}

static void
search_statements (InputSearch *self, GPtrArray *statements, guint depth)
{
  for (guint i = 0; i < statements->len && self->inputs == NULL && depth <= MOST_NESTED; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];
      const guint n_nodes = statement->nodes->len;

      for (guint k = 0; k < n_nodes; k++)
        search_expression (self, statement->nodes->pdata[k], 0);
      for (guint k = 0; statement->type == TROUPE_PYTHON_ASSIGN && k + 1 < n_nodes; k++)
        {
          const TroupePythonNode *target = statement->nodes->pdata[k];
          TroupePythonNode *value = statement->nodes->pdata[n_nodes - 1];

          if (target->type == TROUPE_PYTHON_NODE_NAME && value->type == TROUPE_PYTHON_NODE_MAP)
            g_hash_table_replace (self->assigned, target->name, value);
        }
      search_statements (self, statement->body, depth + 1);
      search_statements (self, statement->otherwise, depth + 1);
    }
}

/* Returns the value of an input that is known without executing Python. (transfer full) (nullable): NULL after a report */
static JsonNode *
take_value (TroupeImporter *self, const TroupePythonNode *pair, const char *name)
{
  const TroupePythonNode *node = pair->children->pdata[1];
  g_autoptr (JsonNode) value = troupe_python_node_to_json (node);
  g_autoptr (TroupeImportOrigin) origin =
      troupe_import_origin_new (MAIN_NAME, pair->line, pair->line, name);
  const char *text = value != NULL && JSON_NODE_HOLDS_VALUE (value) &&
                             json_node_get_value_type (value) == G_TYPE_STRING
                         ? json_node_get_string (value)
                         : NULL;
  g_autofree char *key =
      text != NULL ? troupe_key_finder_find_member (self->keys, name, text) : NULL;

  g_assert (self != NULL);

  if (value != NULL && key == NULL)
    return g_steal_pointer (&value);
  troupe_importer_report (
      self, TROUPE_CREW_IMPORT_LEFT_OUT, origin, INPUTS_NAME,
      key != NULL ? _ ("The value seems to be a key, which no document contains. Enter the input "
                       "when the crew is run.")
                  : _ ("The value is computed in Python code. Enter the input when the crew is "
                       "run."));
  return NULL;
}

/* Takes over the inputs with which `main.py` beside the class starts the crew, as its default inputs. Those that Python
 * computes are reported. */
static void
read_main (TroupeImporter *self, const TroupeImportChoice *choice)
{
  g_autofree char *folder = choice->python != NULL ? g_path_get_dirname (choice->python) : NULL;
  g_autofree char *path = folder != NULL ? g_build_filename (folder, MAIN_NAME, NULL) : NULL;
  g_autofree char *text = path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR)
                              ? troupe_python_read_source (folder, path)
                              : NULL;
  g_autoptr (GPtrArray) statements = text != NULL ? troupe_python_parse (text) : NULL;
  g_autoptr (GHashTable) assigned = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (JsonObject) inputs = NULL;
  InputSearch search = { assigned, NULL };

  g_assert (self != NULL && choice != NULL);

  if (statements != NULL)
    search_statements (&search, statements, 0);
  if (search.inputs == NULL)
    search.inputs = g_hash_table_lookup (assigned, INPUTS_NAME);
  if (search.inputs == NULL || json_object_has_member (self->crew->fields, INPUTS_NAME))
    return;
  inputs = json_object_new ();
  for (guint i = 0; i < search.inputs->children->len; i++)
    {
      const TroupePythonNode *pair = search.inputs->children->pdata[i];
      const TroupePythonNode *key =
          pair->type == TROUPE_PYTHON_NODE_PAIR ? pair->children->pdata[0] : NULL;
      g_autoptr (JsonNode) name = key != NULL ? troupe_python_node_to_json (key) : NULL;
      JsonNode *value;

      if (name == NULL || !JSON_NODE_HOLDS_VALUE (name) ||
          json_node_get_value_type (name) != G_TYPE_STRING)
        continue;
      value = take_value (self, pair, json_node_get_string (name));
      if (value != NULL)
        json_object_set_member (inputs, json_node_get_string (name), value);
    }
  if (json_object_get_size (inputs) > 0)
    {
      g_autoptr (TroupeImportOrigin) origin =
          troupe_import_origin_new (MAIN_NAME, search.inputs->line, search.inputs->line,
                                    INPUTS_NAME);

      troupe_importer_report (self, TROUPE_CREW_IMPORT_CARRIED, origin, INPUTS_NAME,
                              _ ("They are the default inputs of the crew."));
      troupe_import_thing_set (self->crew, INPUTS_NAME,
                               json_node_init_object (json_node_alloc (), inputs),
                               g_steal_pointer (&origin));
    }
}

static TroupeCrewImport *
import_choice (const TroupeImportChoice *choice, GError **error)
{
  TroupeCrewImport *result;
  g_auto (TroupeImporter) self = { NULL };
  TroupeCrewDocument *document;
  const char *path;
  g_autofree char *folder = NULL;
  g_autofree char *text = NULL;
  guint line;

  importer_init (&self, choice);
  /* Refuses a Python file with a conflict, of which the parser would use both sides. */
  path = choice->python;
  folder = path != NULL ? troupe_import_find_project (path, choice->chosen) : NULL;
  text = path != NULL ? troupe_python_read_source (folder, path) : NULL;
  line = text != NULL ? troupe_conflict_find (text, strlen (text), NULL) : 0;
  if (line != 0 &&
      !troupe_importer_refuse (error, "%s:%u: %s.", path, line, troupe_conflict_describe ()))
    return NULL;
  if (!troupe_importer_read_files (&self, choice, error))
    return NULL;
  if (self.module != NULL)
    troupe_importer_read_python (&self, choice);
  else if (choice->python == NULL)
    {
      g_autofree char *config = g_path_get_dirname (choice->tasks);
      const char *const folders[] = { config, self.folder };

      /* Reports a `crew.py` next to the YAML files that has no crew class, and so no influence. */
      for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
        {
          g_autofree char *python = g_build_filename (folders[i], "crew.py", NULL);
          g_autoptr (TroupeImportOrigin) origin = NULL;

          if (!g_file_test (python, G_FILE_TEST_IS_REGULAR))
            continue;
          origin = troupe_import_origin_new ("crew.py", 0, 0, "crew.py");
          troupe_importer_report (
              &self, TROUPE_CREW_IMPORT_CHANGED, origin, NULL,
              _ ("The file contains no class that is decorated with @CrewBase. Only "
                 "the YAML files were imported."));
          break;
        }
    }
  read_main (&self, choice);
  document = troupe_importer_build (&self, error);
  if (document == NULL)
    return NULL;
  result = finish (&self, document);
  result->id = g_strdup_printf ("%s:%s", choice->python != NULL ? choice->python : choice->tasks,
                                choice->class_name != NULL ? choice->class_name : "");
  return result;
}

TroupeCrewImport *
troupe_crew_import_new (const char *path, const char *name, GError **error)
{
  g_autoptr (GPtrArray) choices = NULL;
  g_auto (GStrv) names = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  choices = troupe_import_find_choices (path);
  if (choices->len == 0)
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
          g_str_has_suffix (path, ".ipynb")
              ? _ ("%s is a notebook. Save its code as a Python file, and import that.")
              : _ ("No classic crew found in %s: expected agents.yaml and tasks.yaml, or a "
                   "Python file with a class that is decorated with @CrewBase."),
          path);
      return NULL;
    }
  names = troupe_import_name_choices (choices);
  for (guint i = 0; i < choices->len; i++)
    if (name == NULL || g_str_equal (names[i], name))
      return import_choice (choices->pdata[i], error);
  {
    g_autofree char *list = g_strjoinv (", ", names);

    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("%s contains no crew “%s”. Its crews are: %s."), path, name, list);
  }
  return NULL;
}

void
troupe_crew_import_free (TroupeCrewImport *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->id);
  g_free (self->folder);
  g_strfreev (self->files);
  g_clear_object (&self->document);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->needed);
  g_free (self);
}

/* --- Needed files ----------------------------------------------------------------------------- */

/* Existing files are kept. Files of several folders of the project are written to one folder, and may be together what
 * none of them is: a part of a Git repository beside other parts. */
static gboolean
write_file (const TroupeCrewImportFile *file,
            const char *folder,
            TroupeFolderPolicy *policy,
            GError **error)
{
  g_autofree char *path = g_build_filename (folder, file->path, NULL);
  g_autofree char *text = NULL;
  gsize length;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!troupe_folder_policy_check_destination (policy, file->path, error))
    return FALSE;
  if (file->text != NULL)
    return troupe_project_file_save (folder, file->path, file->text, strlen (file->text), NULL,
                                     TRUE, NULL, error);
  text =
      troupe_project_file_read (file->project, troupe_path_get_below (file->source, file->project),
                                TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  return text != NULL &&
         troupe_project_file_save (folder, file->path, text, length, NULL, TRUE, NULL, error);
}

gboolean
troupe_crew_import_write_files (GPtrArray *needed, const char *folder, GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;

  g_return_val_if_fail (needed != NULL && folder != NULL, FALSE);

  if (needed->len > 0 && g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   _ ("Could not create the folder “%s”: %s. Check its permissions."), folder,
                   g_strerror (errno));
      return FALSE;
    }
  policy = troupe_folder_policy_new (folder);
  for (guint i = 0; i < needed->len; i++)
    if (!write_file (needed->pdata[i], folder, policy, error))
      return FALSE;
  return TRUE;
}
