/* troupe-own-folders.c: the folders in which Troupe keeps its own data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-own-folders"

#include "config.h"

#include "troupe-file.h"
#include "troupe-own-folders.h"

/* Paths without links of the folders that were added, as a set. */
static GMutex added_lock;
static GHashTable *added;

void
troupe_own_folders_add (const char *folder)
{
  g_autofree char *path = NULL;
  char *real = NULL;

  g_return_if_fail (folder != NULL);

  path = g_canonicalize_filename (folder, NULL);
  real = troupe_path_resolve_existing (path);
  g_mutex_lock (&added_lock);
  if (added == NULL)
    added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (added, real);
  g_mutex_unlock (&added_lock);
}

gboolean
troupe_own_folders_is_added (const char *root)
{
  gboolean is_added;

  g_return_val_if_fail (root != NULL, FALSE);

  g_mutex_lock (&added_lock);
  is_added = added != NULL && g_hash_table_contains (added, root);
  g_mutex_unlock (&added_lock);
  return is_added;
}

gboolean
troupe_own_folders_is_database (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return g_str_has_prefix (name, "runs.db") || g_str_has_prefix (name, "batch.db");
}

static void
list_added (GPtrArray *list)
{
  GHashTableIter iter;
  gpointer path;

  g_mutex_lock (&added_lock);
  if (added != NULL)
    {
      g_hash_table_iter_init (&iter, added);
      while (g_hash_table_iter_next (&iter, &path, NULL))
        g_ptr_array_add (list, g_strdup (path));
    }
  g_mutex_unlock (&added_lock);
}

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

  list_added (list);
  for (guint i = 0; i < list->len; i++)
    {
      const char *rest = troupe_path_get_below (list->pdata[i], root);

      if (rest != NULL && *rest != '\0' && (hole == NULL || !troupe_path_is_within (rest, hole)) &&
          g_mkdir_with_parents (list->pdata[i], 0700) == 0)
        g_hash_table_add (found, g_strdup (rest));
    }
  return found;
}
