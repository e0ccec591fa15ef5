/* troupe-mcp-hidden.c: hidden folders and files of the project in which an MCP server keeps its data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-hidden"

#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-git-hooks.h"
#include "troupe-mcp-hidden.h"

/* Returns TRUE if the name is that of configuration, keys or a repository. Adds it to @trail. */
static gboolean
is_refused (TroupeFolderTrail *trail, const char *name)
{
  const gboolean is_fixed = troupe_folder_name_is_fixed (trail, name);

  return troupe_folder_name_is_protected (trail, name) || is_fixed ||
         troupe_folder_name_is_repository (name);
}

/* Returns TRUE if the path in @root is hidden, and not one that configures programs or carries keys. */
static gboolean
is_hidden (const char *path, const char *root)
{
  const char *rest = troupe_path_get_below (path, root);

  return rest != NULL && troupe_folder_name_any (rest, troupe_folder_name_is_unknown) &&
         !troupe_folder_name_any (rest, is_refused);
}

/* Returns TRUE for a file with one name, because another one could be that of a protected file. */
static gboolean
is_plain_file (const char *path)
{
  struct stat status;

  return lstat (path, &status) == 0 && S_ISREG (status.st_mode) && status.st_nlink == 1;
}

/* Adds the hidden folder or file in @root that the text names, if it names one. */
static void
look_at (GPtrArray *list, const char *text, const char *root)
{
  g_autofree char *path = g_canonicalize_filename (text, root);
  g_autofree char *named = NULL;
  g_autofree char *real = NULL;
  g_autofree char *name = NULL;
  g_autofree char *parent = NULL;

  name = g_path_get_basename (path);
  parent = g_path_get_dirname (path);
  if (g_file_test (path, G_FILE_TEST_IS_DIR) ||
      (*name == '.' && !g_file_test (path, G_FILE_TEST_EXISTS)) ||
      (!is_hidden (parent, root) && is_plain_file (path)))
    named = g_strdup (path);
  else
    named = g_steal_pointer (&parent);
  real = troupe_path_resolve (named);
  if (*text == '-' || !g_str_equal (named, real) || !is_hidden (named, root) ||
      troupe_git_hooks_is_used (named))
    return;
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (list->pdata[i], named))
      return;
  g_ptr_array_add (list, g_steal_pointer (&named));
}

char **
troupe_mcp_hidden_list (const TroupeMcpConfig *config, const char *folder)
{
  GPtrArray *list = g_ptr_array_new ();
  g_autofree char *root = folder != NULL ? troupe_path_resolve (folder) : NULL;

  g_return_val_if_fail (config != NULL, NULL);

  if (root != NULL && !troupe_folder_policy_is_shared (root))
    {
      for (guint i = 0; config->arguments[i] != NULL; i++)
        {
          const char *value = strchr (config->arguments[i], '=');

          look_at (list, config->arguments[i], root);
          if (value != NULL)
            look_at (list, value + 1, root);
        }
      for (guint i = 0; config->environment[i] != NULL; i += 2)
        look_at (list, config->environment[i + 1], root);
    }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_free (list, FALSE);
}

/* Words of the names of hidden folders in which servers keep data. Programs look for settings and instructions in many others, such as `.bsp` and `.clinerules`. */
static const char *const data_words[] = { "cache", "chroma",  "data",  "database", "db",
                                          "facts", "files",   "graph", "history",  "index",
                                          "kb",    "log",     "logs",  "memories", "memory",
                                          "notes", "output",  "state", "storage",  "store",
                                          "tmp",   "vectors", NULL };

/* Returns TRUE if each hidden name of the path has a word of data. */
static gboolean
says_data (const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *lower = g_ascii_strdown (names[i], -1);
      g_auto (GStrv) words = *lower == '.' ? g_strsplit_set (lower + 1, "._- ", -1) : NULL;
      gboolean is_data = words == NULL;

      for (guint k = 0; words != NULL && words[k] != NULL; k++)
        is_data = is_data || g_strv_contains (data_words, words[k]);
      if (!is_data)
        return FALSE;
    }
  return TRUE;
}

gboolean
troupe_mcp_hidden_is_for_data (const char *path, const char *root)
{
  g_autofree char *name = NULL;
  const char *below;

  g_return_val_if_fail (path != NULL && root != NULL, FALSE);

  below = troupe_path_get_below (path, root);
  name = g_path_get_basename (path);
  if (below == NULL || !says_data (below))
    return FALSE;
  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_file_test (path, G_FILE_TEST_IS_DIR)
                                                : strrchr (name, '.') == name;
}
