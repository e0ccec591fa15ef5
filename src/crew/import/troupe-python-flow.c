/* troupe-python-flow.c: recognizes flows that are defined in Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-flow"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-file.h"
#include "troupe-python-flow.h"
#include "troupe-python-program.h"
#include "troupe-python-syntax.h"

/* Maximum number of Python files of a project that are parsed. */
#define MOST_FILES 200

/* --- Classes ---------------------------------------------------------------------------------- */

/* Returns TRUE if a base of the class is `Flow`, `Flow[State]`, or one of @known. */
static gboolean
is_flow (const TroupePythonStatement *class, GPtrArray *known)
{
  for (guint i = 0; i < class->nodes->len; i++)
    {
      const char *base = troupe_python_node_get_last_name (class->nodes->pdata[i]);

      if (g_str_equal (base, "Flow") ||
          g_ptr_array_find_with_equal_func (known, base, g_str_equal, NULL))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_methods (const TroupePythonStatement *class)
{
  static const char *const decorators[] = { "start", "listen", "router" };

  for (guint i = 0; i < class->body->len; i++)
    for (guint k = 0; k < G_N_ELEMENTS (decorators); k++)
      if (troupe_python_statement_has_decorator (class->body->pdata[i], decorators[k]))
        return TRUE;
  return FALSE;
}

/* Lists the classes that are flows. A class that has no methods of its own is only a base of
 * others, because CrewAI does not declare inherited methods. (transfer full): empty if there is
 * none */
static char **
list_classes (GPtrArray *statements)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      /* A class that is defined again replaces the earlier one. */
      if (statement->type != TROUPE_PYTHON_CLASS || !is_flow (statement, known) ||
          g_ptr_array_find_with_equal_func (known, statement->name, g_str_equal, NULL))
        continue;
      g_ptr_array_add (known, statement->name);
      if (has_methods (statement))
        g_strv_builder_add (names, statement->name);
    }
  return g_strv_builder_end (names);
}

/* --- Module ----------------------------------------------------------------------------------- */

/* Returns TRUE if @folder contains the module or package. */
static gboolean
has_module (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *file = g_strconcat (path, ".py", NULL);

  return g_file_test (file, G_FILE_TEST_IS_REGULAR) || g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* Returns TRUE if CrewAI imports the modules in @root from its package: @root is the folder of a project,
 * or its folder `src`. */
static gboolean
is_of_project (const char *root)
{
  g_autofree char *above = g_path_get_dirname (root);
  g_autofree char *base = g_path_get_basename (root);
  g_autofree char *settings = g_build_filename (root, "pyproject.toml", NULL);

  return g_file_test (settings, G_FILE_TEST_IS_REGULAR) ||
         (g_str_equal (base, "src") && troupe_python_has_source_folder (above));
}

/* Returns the folder from which the module has to be imported. This is its own folder, unless it works
 * only as a part of its package, because it has relative imports or imports something that is in
 * @root but not next to it; or the folder above @root if the module imports @root itself, as in
 * `from src.talk import x`. In a project, a module that works in both ways is a part of its package.
 * (transfer full) */
static char *
choose_root (GPtrArray *statements, const char *folder, const char *root)
{
  g_autofree char *name = g_path_get_basename (root);
  gboolean is_part = FALSE, has_neighbours = FALSE;

  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];
      g_autofree char *top = NULL;

      if (statement->type != TROUPE_PYTHON_IMPORT)
        continue;
      is_part = is_part || statement->level > 0;
      if (statement->level > 0 || statement->module == NULL)
        continue;
      top = g_strndup (statement->module, strcspn (statement->module, "."));
      if (has_module (folder, top))
        {
          has_neighbours = TRUE;
          continue;
        }
      if (!has_module (root, top) && g_str_equal (top, name))
        return g_path_get_dirname (root);
      is_part = is_part || has_module (root, top);
    }
  is_part = is_part || (!has_neighbours && is_of_project (root));
  return g_strdup (is_part ? root : folder);
}

/* Returns TRUE if the folder @root belongs to the project of the file @path, so that the code may use it: it is in
 * the folder that the user has chosen, or in one whose settings name the package. A file of a stranger says by its
 * imports how many folders above it are needed, and these may be those of the user. */
static gboolean
is_own_root (const char *root, const char *path, const char *chosen)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *named = NULL;

  if (g_str_equal (root, folder) || (chosen != NULL && troupe_path_is_within (root, chosen)))
    return TRUE;
  named = troupe_python_find_named_project (path);
  return named != NULL && troupe_path_is_within (root, named);
}

/* Reads a file. @chosen: (nullable): the absolute path of the folder that the user has chosen. (transfer full) (nullable): NULL
 * if it has no flow */
static TroupePythonFlow *
read_file (const char *path, const char *chosen)
{
  g_autofree char *text =
      g_str_has_suffix (path, ".py") ? troupe_python_read_source (NULL, path) : NULL;
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autofree char *found = NULL;
  g_autofree char *package = NULL;
  g_autofree char *root = NULL;
  g_autoptr (GPtrArray) statements = NULL;
  g_auto (GStrv) classes = NULL;
  TroupePythonFlow *self;
  const char *inner;
  g_autofree char *above = NULL;
  g_autofree char *base = NULL;
  g_autofree char *reached = NULL;
  guint most = 0;

  /* The path becomes the name of a module, which is text. */
  if (text == NULL || strstr (text, "Flow") == NULL || !g_utf8_validate (full, -1, NULL))
    return NULL;
  statements = troupe_python_parse (text);
  classes = list_classes (statements);
  if (*classes == NULL)
    return NULL;
  found = troupe_python_find_import_folder (full, NULL);
  /* Their folders need no `__init__.py`. */
  reached = g_strdup (folder);
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];

      if (statement->type == TROUPE_PYTHON_IMPORT)
        most = MAX (most, statement->level);
    }
  for (guint i = 0; i < most; i++)
    {
      char *relative = g_path_get_dirname (reached);

      g_free (reached);
      reached = relative;
    }
  package = strlen (reached) < strlen (found) ? g_steal_pointer (&reached) : g_strdup (found);
  root = choose_root (statements, folder, package);
  /* Python then says which import needs a package, as it does when the file is executed as a script. */
  if (!is_own_root (root, full, chosen))
    troupe_set_str (&root, folder);
  self = g_new0 (TroupePythonFlow, 1);
  self->path = g_strdup (path);
  inner = g_path_skip_root (full) + (strlen (root) > 1 ? strlen (root) : 0);
  self->module = g_strndup (inner, strlen (inner) - strlen (".py"));
  g_strdelimit (self->module, G_DIR_SEPARATOR_S, '.');
  above = g_path_get_dirname (root);
  base = g_path_get_basename (root);
  self->folder = g_str_equal (base, "src") && troupe_python_has_source_folder (above)
                     ? g_steal_pointer (&above)
                     : g_strdup (root);
  self->classes = g_steal_pointer (&classes);
  return self;
}

/* --- Files ------------------------------------------------------------------------------------ */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Lists the entries of a folder, sorted. (transfer full) */
static GPtrArray *
list_entries (const char *folder)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '.')
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names);
  return paths;
}

TroupePythonFlow *
troupe_python_flow_find (const char *path)
{
  g_autoptr (GPtrArray) folders = NULL;
  TroupePythonFlow *found = NULL;
  guint n_files = 0;
  g_autofree char *full = NULL;
  g_autofree char *base = NULL;
  g_autofree char *src = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return read_file (path, NULL);
  /* Lists the folders in which a project has its flow: its own and the packages in `src`, which
   * may be @path itself. */
  full = g_canonicalize_filename (path, NULL);
  base = g_path_get_basename (full);
  src = g_str_equal (base, "src") ? g_strdup (path) : g_build_filename (path, "src", NULL);
  folders = list_entries (src);
  for (guint i = folders->len; i > 0; i--)
    if (!g_file_test (folders->pdata[i - 1], G_FILE_TEST_IS_DIR))
      g_ptr_array_remove_index (folders, i - 1);
  g_ptr_array_insert (folders, 0, g_strdup (path));
  for (guint i = 0; i < folders->len && found == NULL; i++)
    {
      g_autofree char *main = g_build_filename (folders->pdata[i], "main.py", NULL);

      found = read_file (main, full);
    }
  for (guint i = 0; i < folders->len && found == NULL; i++)
    {
      g_autoptr (GPtrArray) entries = list_entries (folders->pdata[i]);

      for (guint k = 0; k < entries->len && found == NULL && n_files < MOST_FILES; k++)
        if (g_str_has_suffix (entries->pdata[k], ".py"))
          {
            n_files++;
            found = read_file (entries->pdata[k], full);
          }
    }
  return found;
}

void
troupe_python_flow_free (TroupePythonFlow *self)
{
  g_free (self->path);
  g_free (self->folder);
  g_free (self->module);
  g_strfreev (self->classes);
  g_free (self);
}
