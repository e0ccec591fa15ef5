/* troupe-own-folders.c: the folders in which Troupe keeps its own data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-own-folders"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-own-folders.h"

/* The list of folders that any process of the user has added, in the folder of Troupe's state: a path a line, escaped. */
#define REGISTRY "data-folders"
/* Size from which the list is written again without folders that no longer have data, and its maximum, in bytes. */
#define LONG_REGISTRY (64u * 1024)
#define LARGEST_REGISTRY (1024u * 1024)

/* Paths without links of the folders that were added, as a set. */
static GMutex added_lock;
static GHashTable *added;

/* --- Folders of all processes ------------------------------------------------------------------ */

/* (transfer full) */
static char *
make_registry_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "troupe", REGISTRY, NULL);
}

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Returns TRUE if the folder still has data: a history, or shards of a batch. The user may have deleted it, and
 * another folder may have the name now. */
static gboolean
has_data (const char *folder)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (has_file (folder, "runs.db") || has_file (folder, "batch.db"))
    return TRUE;
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = g_build_filename (folder, name, NULL);

      if (g_str_has_prefix (name, "shard-") && has_file (inner, "batch.db"))
        return TRUE;
    }
  return FALSE;
}

/* @length: (out): of the list in bytes. (transfer full) (element-type utf8) */
static GPtrArray *
read_registry (gsize *length)
{
  g_autofree char *path = make_registry_path ();
  g_autofree char *text = troupe_file_read (path, LARGEST_REGISTRY, length, NULL, NULL);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);

  if (text == NULL)
    *length = 0;
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    if (*lines[i] == '/')
      g_ptr_array_add (folders, g_strcompress (lines[i]));
  return folders;
}

/* Notes the folder for other processes, unless it is one of the user's own. */
static void
register_folder (const char *folder)
{
  g_autoptr (GPtrArray) own = troupe_own_folders_list ();
  g_autoptr (GPtrArray) folders = NULL;
  gsize length = 0;

  for (guint i = 0; i < own->len; i++)
    if (troupe_path_is_within (folder, own->pdata[i]))
      return;
  folders = read_registry (&length);
  if (!g_ptr_array_find_with_equal_func (folders, folder, g_str_equal, NULL))
    {
      g_autofree char *path = make_registry_path ();
      g_autofree char *above = g_path_get_dirname (path);
      g_autofree char *line = g_strescape (folder, NULL);
      g_autoptr (GString) text = g_string_new (line);

      g_string_append_c (text, '\n');
      if (g_mkdir_with_parents (above, 0700) != 0)
        return;
      if (length < LONG_REGISTRY)
        {
          int descriptor =
              open (path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

          /* Adds a line. Lines of several processes do not mix. */
          if (descriptor < 0 || !troupe_file_write_all (descriptor, text->str, text->len))
            g_message ("A data folder could not be noted");
          if (descriptor >= 0)
            close (descriptor);
          return;
        }
      for (guint i = 0; i < folders->len; i++)
        if (has_data (folders->pdata[i]))
          {
            g_autofree char *other = g_strescape (folders->pdata[i], NULL);

            g_string_append_printf (text, "%s\n", other);
          }
      troupe_file_save (path, text->str, text->len, NULL, NULL, NULL);
    }
}

/* --- Folders ---------------------------------------------------------------------------------- */

void
troupe_own_folders_add (const char *folder)
{
  g_autofree char *path = NULL;
  char *real = NULL;

  g_return_if_fail (folder != NULL);

  path = g_canonicalize_filename (folder, NULL);
  real = troupe_path_resolve_existing (path);
  register_folder (real);
  g_mutex_lock (&added_lock);
  if (added == NULL)
    added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (added, real);
  g_mutex_unlock (&added_lock);
}

gboolean
troupe_own_folders_is_added (const char *root)
{
  g_autoptr (GPtrArray) folders = NULL;
  gsize length = 0;
  gboolean is_added;

  g_return_val_if_fail (root != NULL, FALSE);

  g_mutex_lock (&added_lock);
  is_added = added != NULL && g_hash_table_contains (added, root);
  g_mutex_unlock (&added_lock);
  if (is_added)
    return TRUE;
  folders = read_registry (&length);
  return g_ptr_array_find_with_equal_func (folders, root, g_str_equal, NULL) && has_data (root);
}

gboolean
troupe_own_folders_is_database (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return g_str_has_prefix (name, "runs.db") || g_str_has_prefix (name, "batch.db");
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
  g_autoptr (GPtrArray) registered = NULL;
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize length = 0;
  GHashTableIter iter;
  gpointer path;

  g_return_val_if_fail (root != NULL, found);

  registered = read_registry (&length);
  for (guint i = 0; i < registered->len; i++)
    if (troupe_path_is_within (registered->pdata[i], root) && has_data (registered->pdata[i]))
      g_ptr_array_add (list, g_strdup (registered->pdata[i]));
  g_mutex_lock (&added_lock);
  if (added != NULL)
    {
      g_hash_table_iter_init (&iter, added);
      while (g_hash_table_iter_next (&iter, &path, NULL))
        g_ptr_array_add (list, g_strdup (path));
    }
  g_mutex_unlock (&added_lock);
  for (guint i = 0; i < list->len; i++)
    {
      const char *rest = troupe_path_get_below (list->pdata[i], root);

      if (rest != NULL && *rest != '\0' && (hole == NULL || !troupe_path_is_within (rest, hole)) &&
          g_mkdir_with_parents (list->pdata[i], 0700) == 0)
        g_hash_table_add (found, g_strdup (rest));
    }
  return found;
}
