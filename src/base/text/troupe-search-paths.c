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
#include "troupe-search-paths.h"

static const char *const variables[] = { "PATH", "LD_LIBRARY_PATH" };

/* Returns the absolute folders of the variables, each also without links. (transfer full) */
static char **
list_folders (void)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *value = g_getenv (variables[i]);
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

void
troupe_search_paths_collect (const char *root, GHashTable *paths)
{
  g_auto (GStrv) folders = list_folders ();

  g_return_if_fail (root != NULL && paths != NULL);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      const char *rest = troupe_path_get_below (folders[i], root);

      if (rest != NULL && *rest != '\0')
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

gboolean
troupe_search_paths_have (const char *path)
{
  g_auto (GStrv) folders = list_folders ();

  g_return_val_if_fail (path != NULL, TRUE);

  if (is_in_environment (path))
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
