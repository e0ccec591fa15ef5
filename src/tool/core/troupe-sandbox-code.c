/* troupe-sandbox-code.c: files of running documents that sandboxes must not change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox-code"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-sandbox-code.h"

static GMutex lock;
/* Set of real paths. Under the lock. */
static GHashTable *files;

void
troupe_sandbox_code_add (const char *folder, const char *const *paths)
{
  g_autofree char *root = NULL;

  g_return_if_fail (folder != NULL && paths != NULL);

  root = troupe_path_resolve (folder);
  g_mutex_lock (&lock);
  if (files == NULL)
    files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; paths[i] != NULL; i++)
    g_hash_table_add (files, g_build_filename (root, paths[i], NULL));
  g_mutex_unlock (&lock);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
troupe_sandbox_code_list (const char *folder)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path = NULL;

  g_return_val_if_fail (folder != NULL, list);

  g_mutex_lock (&lock);
  if (files != NULL)
    {
      g_hash_table_iter_init (&iter, files);
      while (g_hash_table_iter_next (&iter, &path, NULL))
        {
          const char *below = troupe_path_get_below (path, folder);

          if (below != NULL && *below != '\0' && g_file_test (path, G_FILE_TEST_IS_REGULAR) &&
              !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
            g_ptr_array_add (list, g_strdup (below));
        }
    }
  g_mutex_unlock (&lock);
  g_ptr_array_sort (list, compare);
  return list;
}
