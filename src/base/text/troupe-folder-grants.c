/* troupe-folder-grants.c: what the user has granted to runs that use a folder at the same time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-grants"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-grants.h"
#include "troupe-folder-lease-file.h"

typedef void (*Visit) (const char *path, int descriptor, gpointer user_data);

/* Opens each stored file of @kind in the folders for records outside of @folder, which is (nullable). */
static void
visit_files (const char *folder, TroupeFolderLeaseKind kind, Visit visit, gpointer user_data)
{
  g_auto (GStrv) tops = troupe_folder_lease_file_list_tops (folder);

  for (guint i = 0; tops[i] != NULL; i++)
    {
      g_autoptr (GDir) entries = g_dir_open (tops[i], 0, NULL);
      const char *name = NULL;

      while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
        {
          g_autofree char *path = g_build_filename (tops[i], name, NULL);
          int descriptor = -1;

          if (troupe_folder_lease_file_get_kind (name) != kind)
            continue;
          descriptor = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
          if (descriptor < 0)
            continue;
          visit (path, descriptor, user_data);
          close (descriptor);
        }
    }
}

void
troupe_folder_grants_store (const char *folder, const char *const *granted)
{
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (TroupeFolderLeaseFile) file = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_auto (GStrv) tops = NULL;

  g_return_if_fail (folder != NULL && granted != NULL);

  if (granted[0] == NULL)
    return;
  file = troupe_folder_lease_file_new (folder, NULL, granted, none);
  bytes = troupe_folder_lease_file_write (file);
  tops = troupe_folder_lease_file_list_tops (folder);
  for (guint i = 0; bytes != NULL && tops[i] != NULL; i++)
    {
      g_autofree char *id = g_uuid_string_random ();
      g_autofree char *name = g_strconcat (TROUPE_FOLDER_LEASE_GRANTS, id, NULL);
      g_autofree char *path = g_build_filename (tops[i], name, NULL);
      g_autoptr (GError) error = NULL;

      if (g_file_set_contents_full (path, (const char *) bytes->data, (gssize) bytes->len,
                                    G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                                    0600, &error))
        return;
      g_debug ("Could not store %s: %s", path, error->message);
    }
}

/* --- Reading ----------------------------------------------------------------------------------- */

typedef struct
{
  const char *folder;
  GPtrArray *paths;
} Listing;

static void
list_file (const char *path, int descriptor, gpointer user_data)
{
  g_autoptr (TroupeFolderLeaseFile) file = troupe_folder_lease_file_read (descriptor);
  Listing *listing = user_data;

  for (guint i = 0; file != NULL && file->granted[i] != NULL; i++)
    if (troupe_path_is_within (file->granted[i], listing->folder) &&
        !g_str_equal (file->granted[i], listing->folder))
      g_ptr_array_add (listing->paths, g_strdup (file->granted[i]));
}

GPtrArray *
troupe_folder_grants_list (const char *folder)
{
  Listing listing = { folder, g_ptr_array_new_with_free_func (g_free) };

  g_return_val_if_fail (folder != NULL, listing.paths);

  visit_files (folder, TROUPE_FOLDER_LEASE_KIND_GRANTS, list_file, &listing);
  return listing.paths;
}

/* --- Removing ---------------------------------------------------------------------------------- */

static void
list_folder (const char *path, int descriptor, gpointer user_data)
{
  GPtrArray *folders = user_data;
  gboolean is_foreign = FALSE;
  char *folder = troupe_folder_lease_file_read_folder (descriptor, &is_foreign);

  if (folder != NULL)
    g_ptr_array_add (folders, folder);
}

/* Removes the file unless one of the recorded folders contains a path that it grants. */
static void
clean_file (const char *path, int descriptor, gpointer user_data)
{
  g_autoptr (TroupeFolderLeaseFile) file = troupe_folder_lease_file_read (descriptor);
  GPtrArray *folders = user_data;

  for (guint i = 0; file != NULL && i < folders->len; i++)
    for (guint k = 0; file->granted[k] != NULL; k++)
      if (troupe_path_is_within (file->granted[k], folders->pdata[i]))
        return;
  if (unlink (path) != 0 && errno != ENOENT)
    g_debug ("Could not remove %s: %s", path, g_strerror (errno));
}

void
troupe_folder_grants_clean (void)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  visit_files (NULL, TROUPE_FOLDER_LEASE_KIND_RECORDS, list_folder, folders);
  visit_files (NULL, TROUPE_FOLDER_LEASE_KIND_GRANTS, clean_file, folders);
}
