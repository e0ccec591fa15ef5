/* troupe-own-folders.c: the folders in which Troupe keeps its own data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-own-folders"

#include "config.h"

#include "troupe-file.h"
#include "troupe-own-folders.h"

GPtrArray *
troupe_own_folders_list (void)
{
  const char *const folders[] = { g_get_user_data_dir (), g_get_user_cache_dir (),
                                  g_get_user_state_dir (), g_get_user_config_dir (),
                                  g_get_user_runtime_dir () };
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *own = g_build_filename (folders[i], "troupe", NULL);

      g_ptr_array_add (list, troupe_path_resolve_existing (own));
    }
  return list;
}

GHashTable *
troupe_own_folders_find (const char *root, const char *hole)
{
  g_autoptr (GPtrArray) list = troupe_own_folders_list ();
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_return_val_if_fail (root != NULL, found);

  for (guint i = 0; i < list->len; i++)
    {
      const char *rest = troupe_path_get_below (list->pdata[i], root);

      if (rest != NULL && *rest != '\0' && (hole == NULL || !troupe_path_is_within (rest, hole)) &&
          g_mkdir_with_parents (list->pdata[i], 0700) == 0)
        g_hash_table_add (found, g_strdup (rest));
    }
  return found;
}
