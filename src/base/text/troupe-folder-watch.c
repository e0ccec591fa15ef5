/* troupe-folder-watch.c: renames protected files that code has created in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-watch"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-folder-policy.h"
#include "troupe-folder-watch.h"
#include "troupe-folder.h"

/* Number of names that are tried for a renamed file. */
#define N_NAMES 100u

/* @known: (element-type utf8): set of the protected paths that existed at the start */
struct _TroupeFolderWatch
{
  char *folder;
  GHashTable *known;
};

/* Returns the protected paths in the folder. (transfer full) (nullable) */
static GHashTable *
list_protected (const char *folder)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (folder);
  GPtrArray *hidden = troupe_folder_policy_list_hidden (policy, NULL);
  GPtrArray *fixed = hidden != NULL ? troupe_folder_policy_list_fixed (policy) : NULL;
  GHashTable *names = NULL;

  if (hidden == NULL)
    return NULL;
  names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < hidden->len; i++)
    g_hash_table_add (names, g_strdup (hidden->pdata[i]));
  for (guint i = 0; i < fixed->len; i++)
    g_hash_table_add (names, g_strdup (fixed->pdata[i]));
  return names;
}

TroupeFolderWatch *
troupe_folder_watch_new (const char *folder)
{
  TroupeFolderWatch *self = NULL;
  GHashTable *known = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  if (troupe_folder_policy_is_shared (folder))
    return NULL;
  known = list_protected (folder);
  if (known == NULL)
    return NULL;
  self = g_new0 (TroupeFolderWatch, 1);
  self->folder = g_strdup (folder);
  self->known = known;
  return self;
}

void
troupe_folder_watch_free (TroupeFolderWatch *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->known);
  g_free (self->folder);
  g_free (self);
}

/* Renames an entry of the open folder @place. Never replaces another file. */
static gboolean
block (int place, const char *name)
{
  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *other = i == 0 ? g_strconcat (name, TROUPE_FOLDER_BLOCKED, NULL)
                                      : g_strdup_printf ("%s%s%u", name, TROUPE_FOLDER_BLOCKED, i);

      if (renameat2 (place, name, place, other, RENAME_NOREPLACE) == 0)
        return TRUE;
      if (errno != EEXIST)
        return FALSE;
    }
  return FALSE;
}

char **
troupe_folder_watch_end (TroupeFolderWatch *self)
{
  g_autoptr (GStrvBuilder) blocked = g_strv_builder_new ();
  g_autoptr (GHashTable) now = NULL;
  int root = -1;
  GHashTableIter iter;
  gpointer path;

  g_return_val_if_fail (self != NULL, NULL);

  now = list_protected (self->folder);
  root = open (self->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (now != NULL && root >= 0)
    {
      g_hash_table_iter_init (&iter, now);
      while (g_hash_table_iter_next (&iter, &path, NULL))
        {
          g_autofree char *parent = g_path_get_dirname (path);
          g_autofree char *name = g_path_get_basename (path);
          int place = -1;

          if (g_hash_table_contains (self->known, path))
            continue;
          place = troupe_folder_open_beneath (root, parent, O_PATH | O_DIRECTORY, FALSE, NULL);
          if (place >= 0 && block (place, name))
            g_strv_builder_add (blocked, path);
          if (place >= 0)
            close (place);
        }
    }
  if (root >= 0)
    close (root);
  return g_strv_builder_end (blocked);
}
