/* troupe-python-program.c: modules of a Python project that is evaluated
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-program"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-folder-policy.h"
#include "troupe-project-file.h"
#include "troupe-python-program.h"
#include "troupe-yaml.h"

/* Maximum number of modules that are read. */
#define MOST_MODULES 200
/* Maximum number of folders above a module in which an import is searched. */
#define MOST_ABOVE 12

/* --- Creation --------------------------------------------------------------------------------- */

static void
scope_free (gpointer data)
{
  TroupePythonScope *scope = data;

  g_hash_table_unref (scope->names);
  g_free (scope);
}

static void
module_free (gpointer data)
{
  TroupePythonModule *module = data;

  if (module == NULL)
    return;
  g_free (module->path);
  g_free (module->name);
  g_free (module->dotted);
  g_free (module->base);
  g_free (module->text);
  g_clear_pointer (&module->statements, g_ptr_array_unref);
  g_free (module);
}

static void
remark_free (gpointer data)
{
  TroupePythonRemark *remark = data;

  g_free (remark->place.text);
  g_free (remark->why);
  g_free (remark);
}

TroupePythonProgram *
troupe_python_program_new (const char *folder, const char *shown)
{
  TroupePythonProgram *self = g_new0 (TroupePythonProgram, 1);

  self->folder = g_strdup (folder);
  self->shown = g_strdup (shown);
  self->remarks = g_ptr_array_new_with_free_func (remark_free);
  self->values = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_python_value_free);
  self->scopes = g_ptr_array_new_with_free_func (scope_free);
  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, module_free);
  self->results = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->yaml = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
troupe_python_program_free (TroupePythonProgram *self)
{
  g_free (self->folder);
  g_free (self->shown);
  g_ptr_array_unref (self->remarks);
  g_ptr_array_unref (self->values);
  g_ptr_array_unref (self->scopes);
  g_hash_table_unref (self->modules);
  g_hash_table_unref (self->results);
  g_hash_table_unref (self->yaml);
  g_free (self);
}

void
troupe_python_program_keep (TroupePythonProgram *self, TroupePythonValue *value)
{
  g_ptr_array_add (self->values, value);
}

TroupePythonScope *
troupe_python_program_new_scope (TroupePythonProgram *self,
                                 TroupePythonScope *outer,
                                 TroupePythonModule *module)
{
  TroupePythonScope *scope = g_new0 (TroupePythonScope, 1);

  scope->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  scope->outer = outer;
  scope->module = module;
  g_ptr_array_add (self->scopes, scope);
  return scope;
}

void
troupe_python_program_remark (TroupePythonProgram *self,
                              TroupePythonModule *module,
                              guint line,
                              const char *text,
                              const char *why)
{
  TroupePythonRemark *remark;

  for (guint i = 0; i < self->remarks->len; i++)
    {
      const TroupePythonRemark *other = self->remarks->pdata[i];

      if (other->place.file == module->name && other->place.line == line)
        return;
    }
  remark = g_new0 (TroupePythonRemark, 1);
  remark->place = (TroupePythonPlace){ module->name, line, line, g_strdup (text) };
  remark->why = g_strdup (why);
  g_ptr_array_add (self->remarks, remark);
}

/* --- Sources ---------------------------------------------------------------------------------- */

char *
troupe_python_read_source (const char *folder, const char *path)
{
  g_autofree char *text = NULL;
  const char *below = NULL;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);

  if (folder != NULL)
    {
      below = troupe_path_get_below (path, folder);
      if (below == NULL || *below == '\0')
        return NULL;
      text = troupe_project_file_read (folder, below, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL);
    }
  else
    text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, NULL);
  if (text == NULL || strlen (text) != length)
    return NULL;
  return g_utf8_validate_len (text, length, NULL)
             ? g_steal_pointer (&text)
             : g_convert (text, (gssize) length, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
}

/* --- Modules ---------------------------------------------------------------------------------- */

char *
troupe_python_find_import_folder (const char *path, const char *top)
{
  char *folder = g_path_get_dirname (path);

  for (guint i = 0; i < MOST_ABOVE && g_strcmp0 (folder, top) != 0; i++)
    {
      g_autofree char *mark = g_build_filename (folder, "__init__.py", NULL);
      g_autofree char *above = g_path_get_dirname (folder);
      g_autofree char *base = g_path_get_basename (above);
      gboolean is_in_source = g_str_equal (base, "src");

      if (g_str_equal (above, folder) ||
          (!g_file_test (mark, G_FILE_TEST_IS_REGULAR) && !is_in_source))
        break;
      g_free (folder);
      folder = g_steal_pointer (&above);
      if (is_in_source)
        break;
    }
  return folder;
}

gboolean
troupe_python_has_source_folder (const char *folder)
{
  g_autofree char *settings = g_build_filename (folder, "pyproject.toml", NULL);
  g_autofree char *source = g_build_filename (folder, "src", NULL);

  return g_file_test (settings, G_FILE_TEST_IS_REGULAR) && g_file_test (source, G_FILE_TEST_IS_DIR);
}

/* Returns the value of a line such as `name = "x"`, in the form in which a package has it. (transfer full)
 * (nullable): NULL for another line */
static char *
read_name (const char *line)
{
  const char *rest = g_str_has_prefix (line, "name") ? line + strlen ("name") : NULL;
  const char *end;
  char *name;

  rest = rest != NULL ? rest + strspn (rest, " \t") : NULL;
  if (rest == NULL || *rest != '=')
    return NULL;
  rest += 1 + strspn (rest + 1, " \t");
  end = *rest == '"' || *rest == '\'' ? strchr (rest + 1, *rest) : NULL;
  if (end == NULL)
    return NULL;
  name = g_strndup (rest + 1, (gsize) (end - rest) - 1);
  return g_strdelimit (name, "-.", '_');
}

/* Returns TRUE if the settings of the project in @folder have the name of this package. */
static gboolean
has_package (const char *folder, const char *package)
{
  g_autofree char *text =
      troupe_project_file_read (folder, "pyproject.toml", TROUPE_LIMIT_DOCUMENT, NULL, NULL, NULL);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  g_autofree char *plain = g_strdelimit (g_strdup (package), "-.", '_');
  gboolean is_project = FALSE;

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);
      g_autofree char *name = is_project ? read_name (line) : NULL;

      if (*line == '[')
        is_project = g_str_equal (line, "[project]") || g_str_equal (line, "[tool.poetry]");
      if (name != NULL && g_ascii_strcasecmp (name, plain) == 0)
        return TRUE;
    }
  return FALSE;
}

char *
troupe_python_find_named_project (const char *path)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  folder = g_path_get_dirname (path);
  for (guint i = 0; i < MOST_ABOVE; i++)
    {
      g_autofree char *above = g_path_get_dirname (folder);
      g_autofree char *name = g_path_get_basename (folder);
      g_autofree char *base = g_path_get_basename (above);
      g_autofree char *project =
          g_str_equal (base, "src") ? g_path_get_dirname (above) : g_strdup (above);

      if (has_package (project, name) && !troupe_folder_policy_is_shared (project))
        return g_steal_pointer (&project);
      if (g_str_equal (above, folder))
        return NULL;
      g_free (folder);
      folder = g_steal_pointer (&above);
    }
  return NULL;
}

/* Returns @path relative to @folder, or its last component. (transfer full) */
static char *
show_path (const char *folder, const char *path)
{
  gsize length = strlen (folder);

  if (g_str_has_prefix (path, folder) && path[length] == G_DIR_SEPARATOR)
    return g_strdup (path + length + 1);
  return g_path_get_basename (path);
}

static TroupePythonModule *
module_new (TroupePythonProgram *self, const char *path, const char *base, char *text)
{
  TroupePythonModule *module = g_new0 (TroupePythonModule, 1);
  g_autofree char *rest = NULL;

  module->path = g_strdup (path);
  module->name = show_path (self->shown, path);
  module->base =
      base != NULL ? g_strdup (base) : troupe_python_find_import_folder (path, self->folder);
  rest = g_strdup (troupe_path_get_below (path, module->base));
  if (g_str_has_suffix (rest, ".py"))
    rest[strlen (rest) - strlen (".py")] = '\0';
  if (g_str_has_suffix (rest, "/__init__"))
    rest[strlen (rest) - strlen ("/__init__")] = '\0';
  module->dotted = g_strdelimit (g_steal_pointer (&rest), "/", '.');
  module->text = text;
  module->statements = troupe_python_parse (text);
  module->scope = troupe_python_program_new_scope (self, NULL, module);
  return module;
}

static TroupePythonModule *
add_module (TroupePythonProgram *self, const char *path, const char *base, char *text)
{
  TroupePythonModule *module = module_new (self, path, base, text);

  g_hash_table_replace (self->modules, g_strdup (path), module);
  /* Makes functions available before the module has been evaluated, for modules that import
   * each other. */
  for (guint i = 0; i < module->statements->len; i++)
    {
      const TroupePythonStatement *statement = module->statements->pdata[i];
      TroupePythonValue *value;

      if (statement->type != TROUPE_PYTHON_DEF)
        continue;
      value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_FUNCTION);
      value->statement = statement;
      value->module = module;
      value->scope = module->scope;
      g_hash_table_replace (module->scope->names, g_strdup (statement->name), value);
    }
  troupe_python_execute (self, module->scope, module->statements);
  return module;
}

TroupePythonModule *
troupe_python_program_add (TroupePythonProgram *self, const char *path, char *text)
{
  return add_module (self, path, NULL, text);
}

/* Reads a module. @base: (nullable): the folder from which it is imported */
static TroupePythonModule *
open_module (TroupePythonProgram *self, const char *path, const char *base)
{
  g_autofree char *text = NULL;
  gpointer known;

  if (g_hash_table_lookup_extended (self->modules, path, NULL, &known))
    return known;
  if (self->n_modules++ < MOST_MODULES)
    text = troupe_python_read_source (self->folder, path);
  if (text == NULL)
    {
      g_hash_table_insert (self->modules, g_strdup (path), NULL);
      return NULL;
    }
  return add_module (self, path, base, g_steal_pointer (&text));
}

TroupePythonModule *
troupe_python_program_open (TroupePythonProgram *self, const char *path)
{
  return open_module (self, path, NULL);
}

/* Returns the file of a module in @folder. (transfer full) (nullable) */
static char *
find_file (const char *folder, const char *dotted)
{
  g_autofree char *rest = g_strdelimit (g_strdup (dotted), ".", G_DIR_SEPARATOR);
  g_autofree char *name = g_strconcat (rest, ".py", NULL);
  g_autofree char *file = g_build_filename (folder, name, NULL);
  g_autofree char *package = g_build_filename (folder, rest, "__init__.py", NULL);

  if (*dotted != '\0' && g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&file);
  return g_file_test (package, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&package) : NULL;
}

/* Returns TRUE for packages that a folder of the project with the same name never replaces. */
static gboolean
is_library (const char *dotted)
{
  static const char *const libraries[] = { "crewai", "crewai_tools", "pydantic", "langchain",
                                           "typing", "os",           "pathlib",  "yaml",
                                           "dotenv", "json",         "datetime", "__future__" };
  g_autofree char *first = g_strndup (dotted, strcspn (dotted, "."));

  for (guint i = 0; i < G_N_ELEMENTS (libraries); i++)
    if (g_str_equal (first, libraries[i]))
      return TRUE;
  return g_str_has_prefix (first, "langchain_");
}

TroupePythonModule *
troupe_python_program_find_module (TroupePythonProgram *self,
                                   TroupePythonModule *from,
                                   guint level,
                                   const char *dotted)
{
  g_autofree char *folder = g_path_get_dirname (from->path);
  const gsize length = strlen (self->folder);

  if (level == 0 && (is_library (dotted) || *dotted == '\0'))
    return NULL;
  for (guint i = 1; i < MIN (level, MOST_ABOVE); i++)
    {
      char *above = g_path_get_dirname (folder);

      g_free (folder);
      folder = above;
    }
  for (guint i = 0; i < MOST_ABOVE && g_str_has_prefix (folder, self->folder) &&
                    (folder[length] == '\0' || folder[length] == G_DIR_SEPARATOR);
       i++)
    {
      g_autofree char *file = find_file (folder, dotted);
      char *above;

      if (file != NULL)
        return open_module (self, file, level > 0 ? from->base : folder);
      if (level > 0)
        return NULL;
      above = g_path_get_dirname (folder);
      if (folder[length] == '\0')
        {
          g_autofree char *package = g_path_get_basename (self->folder);
          const gsize root = strlen (package);

          if (!g_str_has_prefix (dotted, package) || (dotted[root] != '.' && dotted[root] != '\0'))
            file = NULL;
          else
            file = find_file (self->folder, dotted[root] == '.' ? dotted + root + 1 : "");
        }
      g_free (folder);
      folder = above;
      if (file != NULL)
        return open_module (self, file, folder);
    }
  return NULL;
}

TroupePythonValue *
troupe_python_module_get (TroupePythonProgram *self, TroupePythonModule *module, const char *name)
{
  TroupePythonValue *value = g_hash_table_lookup (module->scope->names, name);
  TroupePythonModule *inner;

  if (value != NULL || !g_str_has_suffix (module->path, "__init__.py"))
    return value;
  inner = troupe_python_program_find_module (self, module, 1, name);
  if (inner == NULL)
    return NULL;
  value = troupe_python_value_new (self, TROUPE_PYTHON_VALUE_MODULE);
  value->module = inner;
  return value;
}

/* --- YAML ------------------------------------------------------------------------------------- */

TroupePythonValue *
troupe_python_program_read_yaml (TroupePythonProgram *self, const char *path)
{
  g_autofree char *canonical = g_canonicalize_filename (path, self->folder);
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  g_autoptr (JsonNode) root = NULL;
  const gsize length = strlen (self->folder);
  TroupePythonPlace place = { NULL };
  TroupePythonValue *value;
  gsize size;

  value = g_hash_table_lookup (self->yaml, canonical);
  if (value != NULL)
    return value;
  if (!g_str_has_prefix (canonical, self->folder) || canonical[length] != G_DIR_SEPARATOR)
    return NULL;
  text = troupe_project_file_read (self->folder, canonical + length + 1, TROUPE_LIMIT_DOCUMENT,
                                   &size, NULL, NULL);
  root = text != NULL ? troupe_yaml_read (text, size, NULL, NULL) : NULL;
  if (root == NULL)
    return NULL;
  name = show_path (self->shown, canonical);
  place.file = g_intern_string (name);
  place.text = (char *) "";
  value = troupe_python_value_new_from_json (self, root, &place);
  g_hash_table_insert (self->yaml, g_steal_pointer (&canonical), value);
  return value;
}
