/* troupe-search-paths.c: folders in which the user's programs and libraries are looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-search-paths"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-search-paths.h"

static const char *const variables[] = { "PATH", "LD_LIBRARY_PATH", NULL };

/* Folders of modules, in which Python executes some modules whenever it starts. */
static const char *const module_variables[] = { "PYTHONPATH", NULL };

/* Variables that name a program or a script which other programs start or execute. */
static const char *const file_variables[] = { "BASH_ENV",
                                              "EDITOR",
                                              "ENV",
                                              "GIT_ASKPASS",
                                              "GIT_EDITOR",
                                              "GIT_PAGER",
                                              "GIT_EXTERNAL_DIFF",
                                              "GIT_SSH",
                                              "PAGER",
                                              "PYTHONSTARTUP",
                                              "SSH_ASKPASS",
                                              "VISUAL",
                                              NULL };

/* What Python executes in these folders. Extensions for one version of it are recognized by
 * troupe_folder_name_is_start_module(). */
static const char *const start_modules[] = { "sitecustomize",         "sitecustomize.py",
                                             "sitecustomize.pyc",     "sitecustomize.so",
                                             "sitecustomize.abi3.so", "usercustomize",
                                             "usercustomize.py",      "usercustomize.pyc",
                                             "usercustomize.so",      "usercustomize.abi3.so" };

/* Returns the absolute paths in the variables, each also without links. (transfer full) */
static char **
list_folders (const char *const *names)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *value = g_getenv (names[i]);
      g_auto (GStrv) parts = g_strsplit (value != NULL ? value : "", ":", -1);

      for (guint k = 0; parts[k] != NULL; k++)
        {
          g_autofree char *plain = NULL;
          g_autofree char *real = NULL;

          if (!g_path_is_absolute (parts[k]))
            continue;
          plain = g_canonicalize_filename (parts[k], "/");
          real = troupe_path_resolve_existing (plain);
          g_strv_builder_add (folders, plain);
          g_strv_builder_add (folders, real);
        }
    }
  return g_strv_builder_end (folders);
}

static void
add_below (const char *root, const char *path, GHashTable *paths)
{
  const char *rest = troupe_path_get_below (path, root);

  if (rest != NULL && *rest != '\0')
    g_hash_table_add (paths, g_strdup (rest));
}

void
troupe_search_paths_collect (const char *root, GHashTable *paths)
{
  g_auto (GStrv) folders = list_folders (variables);
  g_auto (GStrv) modules = list_folders (module_variables);
  g_auto (GStrv) files = list_folders (file_variables);

  g_return_if_fail (root != NULL && paths != NULL);

  for (guint i = 0; folders[i] != NULL; i++)
    add_below (root, folders[i], paths);
  for (guint i = 0; files[i] != NULL; i++)
    if (!g_file_test (files[i], G_FILE_TEST_IS_DIR))
      add_below (root, files[i], paths);
  for (guint i = 0; modules[i] != NULL; i++)
    {
      /* Python imports by name what code puts into a folder that does not exist. */
      if (!g_file_test (modules[i], G_FILE_TEST_EXISTS))
        add_below (root, modules[i], paths);
      for (guint k = 0; k < G_N_ELEMENTS (start_modules); k++)
        {
          g_autofree char *module = g_build_filename (modules[i], start_modules[k], NULL);

          add_below (root, module, paths);
        }
    }
}

void
troupe_search_paths_collect_modules (const char *root, GHashTable *paths)
{
  g_auto (GStrv) modules = list_folders (module_variables);

  g_return_if_fail (root != NULL && paths != NULL);

  for (guint i = 0; modules[i] != NULL; i++)
    {
      const char *rest = troupe_path_get_below (modules[i], root);

      if (rest != NULL)
        g_hash_table_add (paths, g_strdup (rest));
    }
}

const char *const *
troupe_search_paths_list_parts (void)
{
  static const char *const parts[] = { "pyvenv.cfg", "conda-meta", "bin", "lib",
                                       "lib64",      "etc",        NULL };

  return parts;
}

/* Returns TRUE if a folder above @path is an environment, and the path is in one of its parts. */
static gboolean
is_in_environment (const char *path)
{
  g_autofree char *real = troupe_path_resolve_existing (path);
  g_autofree char *top = g_path_get_dirname (real);

  while (!g_str_equal (top, "/") && !g_str_equal (top, "."))
    {
      const int folder = open (top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      const char *rest = troupe_path_get_below (real, top);
      g_autofree char *part = g_strndup (rest, strcspn (rest, "/"));
      char *above = NULL;

      const gboolean is_environment = folder >= 0 && troupe_search_paths_is_environment (folder);

      if (folder >= 0)
        close (folder);
      if (is_environment && g_strv_contains (troupe_search_paths_list_parts (), part))
        return TRUE;
      above = g_path_get_dirname (top);
      g_free (top);
      top = above;
    }
  return FALSE;
}

/* Returns TRUE if each Python of the user executes the file when it starts. */
static gboolean
is_start_module (const char *path)
{
  g_auto (GStrv) modules = list_folders (module_variables);
  g_autofree char *real = troupe_path_resolve_existing (path);

  for (guint i = 0; modules[i] != NULL; i++)
    {
      const char *rest = troupe_path_get_below (real, modules[i]);
      g_autofree char *name = rest != NULL ? g_strndup (rest, strcspn (rest, "/")) : NULL;
      g_autofree char *folded = name != NULL ? troupe_folder_name_fold (name) : NULL;

      if (folded != NULL && troupe_folder_name_is_start_module (folded))
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_search_paths_have (const char *path)
{
  g_auto (GStrv) folders = list_folders (variables);
  g_auto (GStrv) files = list_folders (file_variables);

  g_return_val_if_fail (path != NULL, TRUE);

  if (is_in_environment (path) || is_start_module (path) ||
      g_strv_contains ((const char *const *) files, path))
    return TRUE;

  for (guint i = 0; folders[i] != NULL; i++)
    if (troupe_path_is_within (path, folders[i]))
      return TRUE;
  return FALSE;
}

gboolean
troupe_search_paths_is_of_linker (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return g_str_has_prefix (name, "LD_") || g_str_has_prefix (name, "MALLOC_") ||
         g_str_equal (name, "GCONV_PATH") || g_str_equal (name, "LOCPATH") ||
         g_str_equal (name, "GLIBC_TUNABLES");
}

char **
troupe_search_paths_make_environment (void)
{
  char **environment = g_get_environ ();
  g_auto (GStrv) names = g_listenv ();

  for (guint i = 0; names[i] != NULL; i++)
    if (troupe_search_paths_is_of_linker (names[i]))
      environment = g_environ_unsetenv (environment, names[i]);
  return environment;
}

gboolean
troupe_search_paths_is_environment (int folder)
{
  static const char *const parts[] = { "pyvenv.cfg", "conda-meta", "bin/python", "bin/python3",
                                       "bin/activate" };
  struct stat status;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (fstatat (folder, parts[i], &status, AT_SYMLINK_NOFOLLOW) == 0)
      return TRUE;
  return FALSE;
}
