/* troupe-mcp-hidden.c: hidden folders of the project in which an MCP server keeps its data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-hidden"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-mcp-hidden.h"

/* Returns TRUE if the name is that of configuration, keys or a repository. Adds it to @trail. */
static gboolean
is_refused (TroupeFolderTrail *trail, const char *name)
{
  const gboolean is_fixed = troupe_folder_name_is_fixed (trail, name);

  return troupe_folder_name_is_protected (trail, name) || is_fixed ||
         troupe_folder_name_is_repository (name);
}

/* Returns the folder that @path names: itself, or the one of a file. (transfer full) */
static char *
find_folder (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  if (g_file_test (path, G_FILE_TEST_IS_DIR) ||
      (*name == '.' && !g_file_test (path, G_FILE_TEST_EXISTS)))
    return g_strdup (path);
  return g_path_get_dirname (path);
}

/* Adds the hidden folder in @root that the text names, if it names one. */
static void
look_at (GPtrArray *list, const char *text, const char *root)
{
  g_autofree char *path = g_canonicalize_filename (text, root);
  g_autofree char *folder = find_folder (path);
  g_autofree char *real = troupe_path_resolve (folder);

  if (*text == '-' || !troupe_path_is_within (folder, root) || !g_str_equal (folder, real) ||
      !troupe_folder_name_any (folder + strlen (root), troupe_folder_name_is_unknown) ||
      troupe_folder_name_any (folder + strlen (root), is_refused))
    return;
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (list->pdata[i], folder))
      return;
  g_ptr_array_add (list, g_steal_pointer (&folder));
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
