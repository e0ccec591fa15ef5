/* troupe-crew-import-find.c: finds the crews of a classic project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-import-find"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-import-private.h"
#include "troupe-folder-policy.h"
#include "troupe-limits.h"
#include "troupe-project-file.h"
#include "troupe-tree.h"

/* Maximum number of Python files and folders that are searched. */
#define MOST_FILES 600
#define MOST_FOLDERS 200
/* Maximum number of folders between the project and a file. */
#define DEEPEST 5
/* Maximum number of folders above a file in which the project is searched. */
#define MOST_ABOVE 6

static const char *const agents_names[] = { "agents.yaml", "agents.yml" };
static const char *const tasks_names[] = { "tasks.yaml", "tasks.yml" };

/* --- Pairs of YAML files ---------------------------------------------------------------------- */

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

/* Returns the folder that contains both files. (transfer full) (nullable) */
static char *
find_pair (const char *path)
{
  g_autofree char *folder = NULL, *config = NULL, *base = g_path_get_basename (path);
  g_autofree char *src = NULL;
  g_autoptr (GDir) dir = NULL;
  g_autofree char *found = NULL;
  const char *name;

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
  if (holds_pair (config))
    return g_steal_pointer (&config);
  src = g_build_filename (path, "src", NULL);
  dir = g_dir_open (src, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *src_config = g_build_filename (src, name, "config", NULL);

      if (!holds_pair (src_config))
        continue;
      if (found != NULL)
        return NULL;
      found = g_steal_pointer (&src_config);
    }
  return g_steal_pointer (&found);
}

/* --- Classes ---------------------------------------------------------------------------------- */

static void
choice_free (gpointer data)
{
  TroupeImportChoice *choice = data;

  g_free (choice->agents);
  g_free (choice->tasks);
  g_free (choice->python);
  g_free (choice->chosen);
  g_free (choice->class_name);
  g_free (choice);
}

/* @folder: (nullable): as for troupe_python_read_source() */
static char *
read_python (const char *folder, const char *path)
{
  return g_str_has_suffix (path, ".py") ? troupe_python_read_source (folder, path) : NULL;
}

/* Returns TRUE if the text of a Python file names `CrewBase`. */
static gboolean
has_class (const char *path)
{
  g_autofree char *text = read_python (NULL, path);

  return text != NULL && strstr (text, "CrewBase") != NULL;
}

/* Returns the string that a class assigns to @name, else @otherwise. (transfer full) */
static char *
find_setting (const TroupePythonStatement *class, const char *name, const char *otherwise)
{
  for (guint i = 0; i < class->body->len; i++)
    {
      const TroupePythonStatement *statement = class->body->pdata[i];
      const TroupePythonNode *target, *value;

      if (statement->type != TROUPE_PYTHON_ASSIGN || statement->nodes->len != 2)
        continue;
      target = statement->nodes->pdata[0];
      value = statement->nodes->pdata[1];
      if (target->type == TROUPE_PYTHON_NODE_NAME && g_str_equal (target->name, name) &&
          value->type == TROUPE_PYTHON_NODE_VALUE && troupe_tree_get_text (value->value) != NULL)
        return g_strdup (troupe_tree_get_text (value->value));
    }
  return g_strdup (otherwise);
}

/* Returns the YAML file that the class names, or one of that kind in a usual place. (transfer
 * full) (nullable) */
static char *
find_config (const TroupePythonStatement *class,
             const char *python,
             const char *setting,
             const char *const *names)
{
  g_autofree char *folder = g_path_get_dirname (python);
  g_autofree char *otherwise = g_build_filename ("config", names[0], NULL);
  g_autofree char *named = find_setting (class, setting, otherwise);
  g_autofree char *path = g_canonicalize_filename (named, folder);
  g_autofree char *config = g_build_filename (folder, "config", NULL);
  char *found;

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  found = find_file (config, names);
  return found != NULL ? found : find_file (folder, names);
}

/* Adds the classes with `@CrewBase` of a Python file. @chosen: as for troupe_import_find_project() */
static void
add_classes (GPtrArray *choices, const char *path, const char *chosen)
{
  g_autofree char *project = troupe_import_find_project (path, chosen);
  g_autofree char *text = read_python (project, path);
  g_autoptr (GPtrArray) statements = NULL;

  if (text == NULL || strstr (text, "CrewBase") == NULL)
    return;
  statements = troupe_python_parse (text);
  for (guint i = 0; i < statements->len; i++)
    {
      const TroupePythonStatement *statement = statements->pdata[i];
      TroupeImportChoice *choice;
      const char *name;

      if (statement->type != TROUPE_PYTHON_CLASS ||
          !troupe_python_statement_has_decorator (statement, "CrewBase"))
        continue;
      /* Removes a class of the same file and name, because a later definition replaces it. */
      name = statement->name;
      for (guint j = 0; j < choices->len; j++)
        {
          const TroupeImportChoice *replaced = choices->pdata[j];

          if (g_strcmp0 (replaced->python, path) == 0 &&
              g_strcmp0 (replaced->class_name, name) == 0)
            {
              g_ptr_array_remove_index (choices, j);
              break;
            }
        }
      choice = g_new0 (TroupeImportChoice, 1);
      choice->agents = find_config (statement, path, "agents_config", agents_names);
      choice->tasks = find_config (statement, path, "tasks_config", tasks_names);
      choice->python = g_strdup (path);
      choice->chosen = g_strdup (chosen);
      choice->class_name = g_strdup (statement->name);
      g_ptr_array_add (choices, choice);
    }
}

/* --- Searching folders ------------------------------------------------------------------------ */

static gboolean
is_skipped (const char *name)
{
  static const char *const skipped[] = { "node_modules", "site-packages", "venv",  "env",  "tests",
                                         "test",         "__pycache__",   "build", "dist", NULL };

  return *name == '.' || g_strv_contains (skipped, name);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

typedef struct
{
  GPtrArray *files;
  guint n_folders;
} Search;

/* Adds the Python files of a folder, and of the folders below it. `crew.py` comes first. */
static void
search (Search *self, const char *folder, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  if (dir == NULL || self->n_folders++ >= MOST_FOLDERS)
    return;
  while ((name = g_dir_read_name (dir)) != NULL && names->len < 10 * MOST_FILES)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < names->len && self->files->len < MOST_FILES; i++)
      {
        g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

        if (g_str_has_suffix (path, ".py") &&
            pass == (g_str_has_suffix (path, "/crew.py") ? 0u : 1u))
          g_ptr_array_add (self->files, g_steal_pointer (&path));
      }
  for (guint i = 0; i < names->len && depth < DEEPEST; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);

      if (!is_skipped (names->pdata[i]) && g_file_test (path, G_FILE_TEST_IS_DIR) &&
          !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        search (self, path, depth + 1);
    }
}

/* Returns the folder whose Python files can belong to the YAML file @path: the one above
 * `config`. (transfer full) */
static char *
find_code (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (folder);

  return g_str_equal (base, "config") ? g_path_get_dirname (folder) : g_steal_pointer (&folder);
}

GPtrArray *
troupe_import_find_choices (const char *path)
{
  GPtrArray *choices = g_ptr_array_new_with_free_func (choice_free);
  g_autofree char *canonical = g_canonicalize_filename (path, NULL);
  gboolean is_folder = g_file_test (canonical, G_FILE_TEST_IS_DIR);
  g_autofree char *folder = is_folder ? g_strdup (canonical) : find_code (canonical);
  g_autofree char *pair = find_pair (canonical);
  Search found = { g_ptr_array_new_with_free_func (g_free), 0 };

  /* The project of a file that the user has chosen is where it is, not where a link to it is. */
  if (g_str_has_suffix (canonical, ".py"))
    g_ptr_array_add (found.files, troupe_path_resolve (canonical));
  else if (is_folder || pair != NULL)
    {
      g_autofree char *base = g_path_get_basename (folder);

      /* The folder `config` itself, or a YAML file, belongs to the code next to it. */
      if (is_folder && g_str_equal (base, "config"))
        {
          char *above = g_path_get_dirname (folder);

          g_free (folder);
          folder = above;
        }
      search (&found, folder, is_folder ? 0 : DEEPEST - 1);
    }
  for (guint i = 0; i < found.files->len; i++)
    add_classes (choices, found.files->pdata[i], is_folder ? folder : NULL);
  g_ptr_array_unref (found.files);
  if (!is_folder && pair != NULL)
    {
      g_autofree char *users = g_canonicalize_filename (canonical, NULL);

      /* Keeps the classes that read the YAML file @canonical. */
      for (guint i = choices->len; i > 0; i--)
        {
          const TroupeImportChoice *choice = choices->pdata[i - 1];

          if (g_strcmp0 (choice->agents, users) != 0 && g_strcmp0 (choice->tasks, users) != 0)
            g_ptr_array_remove_index (choices, i - 1);
        }
    }
  if (choices->len == 0 && pair != NULL)
    {
      TroupeImportChoice *choice = g_new0 (TroupeImportChoice, 1);

      choice->agents = find_file (pair, agents_names);
      choice->tasks = find_file (pair, tasks_names);
      g_ptr_array_add (choices, choice);
    }
  return choices;
}

static gboolean
has_any (const char *folder, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
}

char *
troupe_import_find_project (const char *path, const char *chosen)
{
  g_autofree char *named = troupe_python_find_named_project (path);
  const gboolean is_in_chosen = chosen != NULL && troupe_path_is_within (path, chosen) &&
                                !troupe_folder_policy_is_shared (chosen);
  static const char *const package[] = { "__init__.py", NULL };
  g_autofree char *folder = NULL;

  /* The folder of a stranger may be in a project of the user, whose settings and other files are not its own. */
  if (named != NULL && (!is_in_chosen || !troupe_path_is_within (named, chosen)))
    return g_steal_pointer (&named);
  if (is_in_chosen)
    return g_strdup (chosen);
  folder = g_path_get_dirname (path);
  for (guint i = 0; i < MOST_ABOVE && has_any (folder, package); i++)
    {
      g_autofree char *above = g_path_get_dirname (folder);

      if (!has_any (above, package))
        break;
      g_free (folder);
      folder = g_steal_pointer (&above);
    }
  return g_steal_pointer (&folder);
}

/* --- Recognition ------------------------------------------------------------------------------ */

gboolean
troupe_crew_import_is_classic (const char *path)
{
  g_autofree char *pair = NULL;
  g_autoptr (GPtrArray) choices = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  pair = find_pair (path);
  if (pair != NULL)
    return TRUE;
  if (!g_file_test (path, G_FILE_TEST_IS_DIR) && !has_class (path))
    return FALSE;
  choices = troupe_import_find_choices (path);
  return choices->len > 0;
}

/* Returns TRUE if another choice has the class name of @choice. */
static gboolean
is_ambiguous (GPtrArray *choices, const TroupeImportChoice *choice)
{
  guint n = 0;

  for (guint i = 0; i < choices->len; i++)
    n +=
        g_strcmp0 (((TroupeImportChoice *) choices->pdata[i])->class_name, choice->class_name) == 0;
  return n > 1;
}

char **
troupe_import_name_choices (GPtrArray *choices)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < choices->len; i++)
    {
      const TroupeImportChoice *choice = choices->pdata[i];
      g_autofree char *folder = choice->python != NULL ? g_path_get_dirname (choice->python) : NULL;
      g_autofree char *base = folder != NULL ? g_path_get_basename (folder) : NULL;
      g_autofree char *longer = NULL;

      if (choice->class_name != NULL && is_ambiguous (choices, choice))
        longer = g_strconcat (base, ".", choice->class_name, NULL);
      g_strv_builder_add (names, longer != NULL               ? longer
                                 : choice->class_name != NULL ? choice->class_name
                                                              : "");
    }
  return g_strv_builder_end (names);
}

char **
troupe_crew_import_list (const char *path)
{
  g_autoptr (GPtrArray) choices = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  choices = troupe_import_find_choices (path);
  return troupe_import_name_choices (choices);
}
