/* troupe-crew-import-code.c: Python code that an imported crew needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-code"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-import-private.h"
#include "troupe-json.h"
#include "troupe-tree.h"

/* The module with functions that call the methods of the class. */
#define BRIDGE "crew_methods"
/* Maximum number of files that are added. */
#define MOST_FILES 200

/* --- Files ------------------------------------------------------------------------------------ */

static TroupeCrewImportFile *
find_file (TroupeImporter *self, const char *path)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      TroupeCrewImportFile *file = self->files->pdata[i];

      if (g_str_equal (file->path, path))
        return file;
    }
  return NULL;
}

gboolean
troupe_importer_add_text (TroupeImporter *self, const char *path, const char *text)
{
  TroupeCrewImportFile *file = find_file (self, path);

  g_assert (self != NULL);

  if (file != NULL)
    return g_strcmp0 (file->text, text) == 0;
  file = g_new0 (TroupeCrewImportFile, 1);
  file->path = g_strdup (path);
  file->text = g_strdup (text);
  g_ptr_array_add (self->files, file);
  return TRUE;
}

void
troupe_importer_add_copy (TroupeImporter *self, const char *source, const char *path)
{
  TroupeCrewImportFile *file;

  g_assert (self != NULL);

  if (find_file (self, path) != NULL || self->files->len >= MOST_FILES)
    return;
  file = g_new0 (TroupeCrewImportFile, 1);
  file->path = g_strdup (path);
  file->source = g_strdup (source);
  g_ptr_array_add (self->files, file);
}

/* Adds the modules that the statements import. */
static void
add_imports (TroupeImporter *self, TroupePythonModule *module, GPtrArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      add_imports (self, module, statement->body);
      add_imports (self, module, statement->otherwise);
      if (statement->type != TROUPE_PYTHON_IMPORT)
        continue;
      troupe_importer_add_module (self, troupe_python_program_find_module (self->program, module,
                                                                           statement->level,
                                                                           statement->module));
      /* `from package import module` */
      for (guint k = 0; k < statement->names->len; k++)
        {
          const TroupePythonName *name = statement->names->pdata[k];
          g_autofree char *dotted = NULL;

          if (name->name == NULL || *name->name == '*')
            continue;
          dotted = *statement->module != '\0'
                       ? g_strconcat (statement->module, ".", name->name, NULL)
                       : g_strdup (name->name);
          troupe_importer_add_module (self, troupe_python_program_find_module (
                                                self->program, module, statement->level, dotted));
        }
    }
}

/* Adds the `__init__.py` of each package of the module. */
static void
add_packages (TroupeImporter *self, TroupePythonModule *module)
{
  g_autofree char *folder = g_path_get_dirname (module->path);
  const gsize length = strlen (module->base);

  while (strlen (folder) > length)
    {
      g_autofree char *init = g_build_filename (folder, "__init__.py", NULL);
      char *above;

      if (g_file_test (init, G_FILE_TEST_IS_REGULAR))
        troupe_importer_add_module (self, troupe_python_program_open (self->program, init));
      above = g_path_get_dirname (folder);
      g_free (folder);
      folder = above;
    }
}

void
troupe_importer_add_module (TroupeImporter *self, TroupePythonModule *module)
{
  const char *path;

  g_assert (self != NULL);

  if (module == NULL)
    return;
  path = module->path + strlen (module->base) + 1;
  if (find_file (self, path) != NULL || self->files->len >= MOST_FILES)
    return;
  troupe_importer_add_copy (self, module->path, path);
  add_packages (self, module);
  add_imports (self, module, module->statements);
}

/* --- Python literals -------------------------------------------------------------------------- */

void
troupe_import_append_python (GString *out, JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    g_string_append (out, "None");
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    g_string_append (out, json_node_get_boolean (node) ? "True" : "False");
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *list = json_node_get_array (node);

      g_string_append_c (out, '[');
      for (guint i = 0; i < json_array_get_length (list); i++)
        {
          g_string_append (out, i > 0 ? ", " : "");
          troupe_import_append_python (out, json_array_get_element (list, i));
        }
      g_string_append_c (out, ']');
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key, *separator = "";
      JsonNode *member;

      g_string_append_c (out, '{');
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        {
          g_autoptr (JsonNode) name = troupe_json_node_new_string (key);
          g_autofree char *text = json_to_string (name, FALSE);

          g_string_append_printf (out, "%s%s: ", separator, text);
          troupe_import_append_python (out, member);
          separator = ", ";
        }
      g_string_append_c (out, '}');
    }
  else
    {
      /* A string or number of JSON is one of Python as well. */
      g_autofree char *text = json_to_string (node, FALSE);

      g_string_append (out, text);
    }
}

/* --- References ------------------------------------------------------------------------------- */

static JsonNode *
make_reference (const char *module, const char *name)
{
  JsonObject *map = json_object_new ();
  g_autofree char *path = g_strconcat (module, ".", name, NULL);

  json_object_set_string_member (map, "python", path);
  return troupe_tree_take_object (map);
}

/* Adds the YAML files, which the class reads when it is created, next to its module. */
static void
add_config (TroupeImporter *self)
{
  const TroupeImportFile *both[] = { &self->agents_file, &self->tasks_file };
  const gsize length = strlen (self->module->base);

  for (guint i = 0; i < G_N_ELEMENTS (both); i++)
    if (both[i]->path != NULL && g_str_has_prefix (both[i]->path, self->module->base) &&
        both[i]->path[length] == G_DIR_SEPARATOR)
      troupe_importer_add_copy (self, both[i]->path, both[i]->path + length + 1);
}

/* Writes the module whose functions call the methods. */
static void
write_bridge (TroupeImporter *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TroupeCrewImportFile *file = find_file (self, BRIDGE ".py");
  const char *class = self->class->statement->name;

  g_string_append_printf (text,
                          "# Methods of the class %s as functions, for crew.jsonc.\n\n"
                          "import functools\n\nfrom %s import %s\n\n\n"
                          "@functools.lru_cache(maxsize=None)\ndef _instance():\n    return %s()\n",
                          class, self->module->dotted, class, class);
  for (guint i = 0; i < self->bridged->len; i++)
    {
      const char *name = self->bridged->pdata[i];
      TroupePythonValue *function = troupe_python_find_in_class (self->class, name);
      g_autoptr (GString) parameters = g_string_new (NULL);

      for (guint k = 1; k < function->statement->parameters->len; k++)
        {
          const TroupePythonParameter *parameter = function->statement->parameters->pdata[k];

          if (parameter->stars == 0 && parameter->initial == NULL)
            g_string_append_printf (parameters, "%s%s", parameters->len > 0 ? ", " : "",
                                    parameter->name);
        }
      g_string_append_printf (text, "\n\ndef %s(%s):\n    return _instance().%s(%s)\n", name,
                              parameters->str, name, parameters->str);
    }
  if (file == NULL)
    {
      troupe_importer_add_text (self, BRIDGE ".py", text->str);
      return;
    }
  g_free (file->text);
  file->text = g_strdup (text->str);
}

/* Returns a reference to a function that calls a method of the class. */
static JsonNode *
refer_to_method (TroupeImporter *self, const TroupePythonValue *function)
{
  const char *name = function->statement->name;
  gboolean is_new = TRUE;

  for (guint i = 0; i < self->bridged->len; i++)
    is_new = is_new && !g_str_equal (self->bridged->pdata[i], name);
  if (is_new)
    {
      g_ptr_array_add (self->bridged, g_strdup (name));
      troupe_importer_add_module (self, self->module);
      add_config (self);
      write_bridge (self);
    }
  return make_reference (BRIDGE, name);
}

static gboolean
is_own_function (TroupeImporter *self, const TroupePythonValue *function)
{
  return function->type == TROUPE_PYTHON_VALUE_FUNCTION && function->scope != NULL &&
         function->scope->is_class &&
         troupe_python_find_in_class (self->class, function->statement->name) == function;
}

JsonNode *
troupe_importer_refer (TroupeImporter *self,
                       TroupePythonValue *value,
                       const char *key,
                       const char *path)
{
  g_assert (self != NULL);

  if (value->type == TROUPE_PYTHON_VALUE_METHOD && value->owner == self->self &&
      is_own_function (self, value->callee))
    return refer_to_method (self, value->callee);
  if (value->type == TROUPE_PYTHON_VALUE_FUNCTION && value->scope == value->module->scope)
    {
      troupe_importer_add_module (self, value->module);
      return make_reference (value->module->dotted, value->statement->name);
    }
  if (value->type == TROUPE_PYTHON_VALUE_FUNCTION && is_own_function (self, value))
    return refer_to_method (self, value);
  troupe_importer_leave_out (
      self, value, key, path,
      value->type == TROUPE_PYTHON_VALUE_UNKNOWN && value->is_environment
          ? value->why
          : _ ("Only a function or method of the project can be named in a crew. Define this code "
               "as a function of a module, and name it as {\"python\": \"module.function\"}."));
  return NULL;
}
