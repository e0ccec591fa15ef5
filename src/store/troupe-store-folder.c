/* troupe-store-folder.c: open folders of SQLite databases
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-folder"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-folder.h"
#include "troupe-store-database.h"
#include "troupe-store-folder.h"

/* How often a database is opened if it is replaced at the same time. */
#define MOST_TRIES 3u

struct _TroupeStoreFolder
{
  int descriptor;
  dev_t device;
  ino_t inode;
  guint n_users; /* protected by @folders_lock */
};

/* The open folders of the process. SQLite keeps the files of a database for all connections of the
 * process, under the name of the connection that was opened first. This name contains the
 * descriptor, which must therefore stay open until the last connection is closed. */
static GMutex folders_lock;
static GPtrArray *folders; /* (nullable) (element-type TroupeStoreFolder): not owned */

/* --- VFS -------------------------------------------------------------------------------------- */

/* Returns the name unchanged. SQLite would otherwise replace the open folder by its present path. */
static int
keep_name_cb (sqlite3_vfs *vfs G_GNUC_UNUSED, const char *name, int size, char *full)
{
  if (size <= 0 || g_strlcpy (full, name, (gsize) size) >= (gsize) size)
    return SQLITE_CANTOPEN;
  return SQLITE_OK;
}

/* The VFS of SQLite. Set before the own one is registered. */
static const sqlite3_vfs *system_vfs;

/* Returns TRUE for a file in an open folder. @name: (nullable): %NULL for a temporary file, which has no name */
static gboolean
is_in_folder (const char *name)
{
  static const char prefix[] = "/proc/self/fd/";
  const char *rest = NULL;

  if (name == NULL)
    return TRUE;
  if (!g_str_has_prefix (name, prefix))
    return FALSE;
  rest = name + strlen (prefix);
  rest += strspn (rest, "0123456789");
  return *rest == '/' && strchr (rest + 1, '/') == NULL;
}

/* A journal can name another file, which SQLite reads as a list of journals and then deletes: the super-journal of a
 * transaction in several databases. Troupe has no such transactions, and a journal may have come with a document. */
static int
open_file_cb (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
  if ((flags & SQLITE_OPEN_SUPER_JOURNAL) != 0 || !is_in_folder (name))
    {
      /* SQLite closes the file otherwise. */
      file->pMethods = NULL;
      return SQLITE_CANTOPEN;
    }
  return system_vfs->xOpen (vfs, name, file, flags, out_flags);
}

/* For SQLite, a journal whose super-journal is missing has been committed. */
static int
check_access_cb (sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
  if (is_in_folder (name))
    return system_vfs->xAccess (vfs, name, flags, result);
  *result = 0;
  return SQLITE_OK;
}

static int
delete_file_cb (sqlite3_vfs *vfs, const char *name, int syncs)
{
  return is_in_folder (name) ? system_vfs->xDelete (vfs, name, syncs) : SQLITE_IOERR_DELETE;
}

/* Opens a database without the functions that map files into memory, which version 1 of the methods does not have: neither the
 * index of a WAL nor pages of the database. */
static int
open_unmapped_cb (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
  static GMutex lock;
  /* (nullable): the methods of databases, and the same without the functions */
  static const sqlite3_io_methods *whole;
  static sqlite3_io_methods without;
  const int code = open_file_cb (vfs, name, file, flags, out_flags);

  if (code != SQLITE_OK || (flags & SQLITE_OPEN_MAIN_DB) == 0)
    return code;
  g_mutex_lock (&lock);
  if (whole == NULL)
    {
      without = *file->pMethods;
      without.iVersion = 1;
      whole = file->pMethods;
    }
  g_mutex_unlock (&lock);
  if (file->pMethods == whole)
    file->pMethods = &without;
  else
    {
      file->pMethods->xClose (file);
      file->pMethods = NULL;
      return SQLITE_CANTOPEN;
    }
  return code;
}

/* Returns the VFS of SQLite without its resolution of links, for files in open folders only. It opens all files with
 * O_NOFOLLOW. @maps: whether it may map files into memory */
static sqlite3_vfs *
get_vfs (gboolean maps)
{
  static gsize is_ready;
  static sqlite3_vfs mapping, unmapped;

  if (g_once_init_enter (&is_ready))
    {
      system_vfs = sqlite3_vfs_find (NULL);
      mapping = *system_vfs;
      mapping.pNext = NULL;
      mapping.zName = "troupe-folder";
      mapping.xFullPathname = keep_name_cb;
      mapping.xOpen = open_file_cb;
      mapping.xAccess = check_access_cb;
      mapping.xDelete = delete_file_cb;
      unmapped = mapping;
      unmapped.zName = "troupe-folder-unmapped";
      unmapped.xOpen = open_unmapped_cb;
      sqlite3_vfs_register (&mapping, FALSE);
      sqlite3_vfs_register (&unmapped, FALSE);
      g_once_init_leave (&is_ready, 1);
    }
  return maps ? &mapping : &unmapped;
}

/* --- Folders ---------------------------------------------------------------------------------- */

TroupeStoreFolder *
troupe_store_folder_new (int descriptor, GError **error)
{
  TroupeStoreFolder *self = NULL;
  struct stat status;

  g_return_val_if_fail (descriptor >= 0, NULL);

  if (fstat (descriptor, &status) != 0)
    {
      int number = errno;

      g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
                           g_strerror (number));
      close (descriptor);
      return NULL;
    }
  g_mutex_lock (&folders_lock);
  if (folders == NULL)
    folders = g_ptr_array_new ();
  for (guint i = 0; self == NULL && i < folders->len; i++)
    {
      TroupeStoreFolder *other = g_ptr_array_index (folders, i);

      if (other->device == status.st_dev && other->inode == status.st_ino)
        self = other;
    }
  if (self != NULL)
    close (descriptor);
  else
    {
      self = g_new0 (TroupeStoreFolder, 1);
      self->descriptor = descriptor;
      self->device = status.st_dev;
      self->inode = status.st_ino;
      g_ptr_array_add (folders, self);
    }
  self->n_users++;
  g_mutex_unlock (&folders_lock);
  return self;
}

TroupeStoreFolder *
troupe_store_folder_open (const char *path, gboolean make, GError **error)
{
  int descriptor = -1;

  g_return_val_if_fail (path != NULL, NULL);

  if (!make || g_mkdir_with_parents (path, 0700) == 0)
    descriptor = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0)
    {
      int number = errno;

      g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
                           g_strerror (number));
      return NULL;
    }
  return troupe_store_folder_new (descriptor, error);
}

TroupeStoreFolder *
troupe_store_folder_ref (TroupeStoreFolder *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_mutex_lock (&folders_lock);
  self->n_users++;
  g_mutex_unlock (&folders_lock);
  return self;
}

void
troupe_store_folder_unref (TroupeStoreFolder *self)
{
  gboolean is_last;

  g_return_if_fail (self != NULL);

  g_mutex_lock (&folders_lock);
  is_last = --self->n_users == 0;
  if (is_last)
    g_ptr_array_remove_fast (folders, self);
  if (folders->len == 0)
    g_clear_pointer (&folders, g_ptr_array_unref);
  g_mutex_unlock (&folders_lock);
  if (!is_last)
    return;
  close (self->descriptor);
  g_free (self);
}

int
troupe_store_folder_get_descriptor (TroupeStoreFolder *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return self->descriptor;
}

/* --- Databases -------------------------------------------------------------------------------- */

/* Returns TRUE if the connection uses the file that was checked. @checked: its status, or NULL if the
 * file did not exist */
static gboolean
is_checked (TroupeStoreFolder *self, sqlite3 *handle, const char *name, const struct stat *checked)
{
  struct stat status;
  int has_moved = 0;

  g_assert (self != NULL);

  sqlite3_file_control (handle, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
  if (has_moved || fstatat (self->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG (status.st_mode))
    return FALSE;
  if (checked == NULL)
    return status.st_nlink == 1;
  return status.st_dev == checked->st_dev && status.st_ino == checked->st_ino;
}

static const char *const suffixes[] = { "-wal", "-shm", "-journal", NULL };

/* Returns TRUE if one of the files has another name, which may be that of a protected file. Only then
 * are the names in the folder of the document searched. */
static gboolean
has_other_names (TroupeStoreFolder *self, const char *name, const struct stat *status)
{
  gboolean result = status != NULL && status->st_nlink > 1;

  g_assert (self != NULL);

  for (guint i = 0; !result && suffixes[i] != NULL; i++)
    {
      g_autofree char *other = g_strconcat (name, suffixes[i], NULL);
      struct stat found;

      result =
          fstatat (self->descriptor, other, &found, AT_SYMLINK_NOFOLLOW) == 0 && found.st_nlink > 1;
    }
  return result;
}

/* @is_replaced: (out): whether the file was replaced at the same time */
static sqlite3 *
connect_once (TroupeStoreFolder *self,
              const char *path,
              int flags,
              const char *base,
              gboolean maps,
              gboolean *is_replaced,
              GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *place = g_strdup_printf ("/proc/self/fd/%d/%s", self->descriptor, name);
  sqlite3 *handle = NULL;
  struct stat status;
  gboolean is_there = fstatat (self->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
  int code;

  g_assert (self != NULL);

  *is_replaced = FALSE;
  if (base != NULL && !has_other_names (self, name, is_there ? &status : NULL))
    base = NULL;
  if (!troupe_folder_check_file (self->descriptor, path, suffixes, base, error))
    return NULL;
  code = sqlite3_open_v2 (place, &handle, flags, get_vfs (maps)->zName);
  *is_replaced = code == SQLITE_OK && !is_checked (self, handle, name, is_there ? &status : NULL);
  if (code == SQLITE_OK && !*is_replaced)
    return handle;
  sqlite3_close (handle);
  if (*is_replaced)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                 /* Translators: %s is a file name. */
                 _ ("The database “%s” is being replaced by another program. Try again."), path);
  else
    g_set_error (error, G_IO_ERROR,
                 !is_there && (flags & SQLITE_OPEN_CREATE) == 0
                     ? (int) G_IO_ERROR_NOT_FOUND
                     : (int) troupe_database_get_io_error (code),
                 /* Translators: %s are a file name and the error message of the database. */
                 _ ("Could not open the database “%s”: %s. Check that you can write to the "
                    "file and its folder."),
                 path, sqlite3_errstr (code));
  return NULL;
}

static sqlite3 *
connect_to (TroupeStoreFolder *self,
            const char *path,
            int flags,
            const char *base,
            gboolean maps,
            GError **error)
{
  sqlite3 *handle = NULL;
  GError *cause = NULL;
  gboolean is_replaced = TRUE;

  g_assert (self != NULL);

  /* Another process may just be replacing a damaged database. */
  for (guint i = 0; handle == NULL && is_replaced && i < MOST_TRIES; i++)
    {
      g_clear_error (&cause);
      handle = connect_once (self, path, flags, base, maps, &is_replaced, &cause);
    }
  if (handle == NULL)
    g_propagate_error (error, cause);
  return handle;
}

sqlite3 *
troupe_store_folder_connect (TroupeStoreFolder *self,
                             const char *path,
                             int flags,
                             const char *base,
                             GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, NULL);

  return connect_to (self, path, flags, base, TRUE, error);
}

sqlite3 *
troupe_store_folder_connect_unmapped (TroupeStoreFolder *self,
                                      const char *path,
                                      int flags,
                                      const char *base,
                                      GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, NULL);

  return connect_to (self, path, flags, base, FALSE, error);
}

gboolean
troupe_store_folder_may_write (TroupeStoreFolder *self, const char *path)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  name = g_path_get_basename (path);
  return faccessat (self->descriptor, name, W_OK, 0) == 0;
}

void
troupe_store_folder_make_private (TroupeStoreFolder *self, const char *path)
{
  g_autofree char *name = NULL;
  g_autofree char *link = NULL;
  struct stat status;
  int file;

  g_return_if_fail (self != NULL && path != NULL);

  name = g_path_get_basename (path);
  /* With O_PATH, closing the descriptor does not release the locks of SQLite. */
  file = openat (self->descriptor, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  link = g_strdup_printf ("/proc/self/fd/%d", file);
  if (file < 0 || fstat (file, &status) != 0 || !S_ISREG (status.st_mode) ||
      ((status.st_mode & 07777) != 0600 && chmod (link, 0600) != 0))
    g_debug ("The mode of %s could not be set: %s", path, g_strerror (errno));
  if (file >= 0)
    close (file);
}
