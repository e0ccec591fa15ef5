/* troupe-file.c: reads whole files and saves them atomically
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-file"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"

/* Maximum number of names that are tried for the temporary file. */
#define NAME_ATTEMPTS 100

/* The operation that failed. There is a complete error message for each operation. */
typedef enum
{
  STEP_OPEN,
  STEP_READ,
  STEP_SAVE,
  STEP_MAKE_DURABLE,
} Step;

static void
set_errno_error (GError **error, int number, Step step, const char *path)
{
  g_autofree char *shown = troupe_path_for_display (path);
  g_autofree char *message = NULL;
  const char *cause = g_strerror (number);

  switch (step)
    {
    case STEP_OPEN:
      message = g_strdup_printf (_ ("Could not open “%s”: %s"), shown, cause);
      break;
    case STEP_READ:
      message = g_strdup_printf (_ ("Could not read “%s”: %s"), shown, cause);
      break;
    case STEP_SAVE:
      if (number == ENOSPC || number == EDQUOT)
        message =
            g_strdup_printf (_ ("Could not save “%s”: the disk is full. Delete other files, or "
                                "choose a folder on another disk."),
                             shown);
      else
        message = g_strdup_printf (_ ("Could not save “%s”: %s."), shown, cause);
      break;
    case STEP_MAKE_DURABLE:
    default:
      message = g_strdup_printf (_ ("“%s” was saved, but may not survive a power failure: %s"),
                                 shown, cause);
      break;
    }
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (number), message);
}

static gint64
get_modified_us (const struct stat *status)
{
  return (gint64) status->st_mtim.tv_sec * G_USEC_PER_SEC + status->st_mtim.tv_nsec / 1000;
}

/* Returns the digest of the path of an open file, or of the file @name (nullable) in an open folder,
 * without links. (transfer full) (nullable) */
static char *
make_place (int descriptor, const char *name)
{
  g_autofree char *real = troupe_path_from_descriptor (descriptor);
  g_autofree char *path =
      real != NULL && name != NULL ? g_build_filename (real, name, NULL) : g_strdup (real);

  return path != NULL ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, path, -1) : NULL;
}

/* @descriptor, @name: as for make_place() */
static void
fill_stamp (TroupeFileStamp *stamp,
            const struct stat *status,
            const char *data,
            gsize length,
            int descriptor,
            const char *name)
{
  g_autofree char *digest =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, length);
  g_autofree char *place = make_place (descriptor, name);

  g_assert (stamp != NULL);

  g_strlcpy (stamp->place, place != NULL ? place : "", sizeof stamp->place);
  stamp->size = (gint64) status->st_size;
  stamp->modified_us = get_modified_us (status);
  stamp->inode = (guint64) status->st_ino;
  g_strlcpy (stamp->digest, digest, sizeof stamp->digest);
}

static int
close_quietly (int descriptor)
{
  int number = errno;
  int result = close (descriptor);

  errno = number;
  return result;
}

/* Reads up to @limit bytes, and one more byte to detect that the limit is exceeded. Returns -1
 * with errno set. */
static gssize
read_bytes (int descriptor, char *buffer, gsize limit)
{
  gsize n_read = 0;

  while (n_read <= limit)
    {
      gssize part = read (descriptor, buffer + n_read, limit + 1 - n_read);

      if (part < 0 && errno == EINTR)
        continue;
      if (part < 0)
        return -1;
      if (part == 0)
        break;
      n_read += (gsize) part;
    }
  return (gssize) n_read;
}

static gboolean
check_readable (const struct stat *status, gsize limit, const char *path, GError **error)
{
  g_autofree char *shown = troupe_path_for_display (path);

  if (S_ISDIR (status->st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
                   _ ("“%s” is a folder; expected a file"), shown);
      return FALSE;
    }
  if (!S_ISREG (status->st_mode))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                   _ ("“%s” is a device or a pipe; expected a file"), shown);
      return FALSE;
    }
  if (status->st_size < 0 || (guint64) status->st_size > limit)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                   _ ("“%s” is too large: it has %" PRId64 " bytes, but at most %" PRIu64
                      " are allowed"),
                   shown, (gint64) status->st_size, (guint64) limit);
      return FALSE;
    }
  return TRUE;
}

static char *
read_descriptor (int descriptor,
                 const char *path,
                 gsize limit,
                 gsize *length,
                 struct stat *status,
                 GError **error)
{
  g_autofree char *data = NULL;
  gssize n_read;
  gsize size;

  if (fstat (descriptor, status) != 0)
    {
      set_errno_error (error, errno, STEP_READ, path);
      return NULL;
    }
  if (!check_readable (status, limit, path, error))
    return NULL;

  /* Reads one byte more than the size, to detect a file that is being written and has grown in
   * the meantime. */
  size = (gsize) status->st_size;
  data = g_try_malloc (size + 2);
  if (data == NULL)
    errno = ENOMEM;
  n_read = data == NULL ? -1 : read_bytes (descriptor, data, size);
  if (n_read < 0)
    {
      set_errno_error (error, errno, STEP_READ, path);
      return NULL;
    }
  if ((gsize) n_read > size)
    {
      g_autofree char *shown = troupe_path_for_display (path);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                   _ ("Another program is writing to “%s”. Try again when it has finished."),
                   shown);
      return NULL;
    }
  data[n_read] = '\0';
  status->st_size = n_read;
  if (length != NULL)
    *length = (gsize) n_read;
  return g_steal_pointer (&data);
}

char *
troupe_file_read_open (int descriptor,
                       const char *path,
                       gsize limit,
                       gsize *length,
                       TroupeFileStamp *stamp,
                       GError **error)
{
  struct stat status;
  gsize size = 0;
  char *data = NULL;

  g_return_val_if_fail (descriptor >= 0 && path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  data = read_descriptor (descriptor, path, limit, &size, &status, error);
  if (data != NULL && stamp != NULL)
    fill_stamp (stamp, &status, data, size, descriptor, NULL);
  if (length != NULL)
    *length = size;
  return data;
}

char *
troupe_file_read (const char *path,
                  gsize limit,
                  gsize *length,
                  TroupeFileStamp *stamp,
                  GError **error)
{
  char *data;
  int descriptor;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  /* Without O_NONBLOCK, open() of a pipe would block until its other end is opened. */
  descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    {
      set_errno_error (error, errno, STEP_OPEN, path);
      return NULL;
    }
  data = troupe_file_read_open (descriptor, path, limit, length, stamp, error);
  close (descriptor);
  return data;
}

static gboolean
is_unchanged (int folder, const char *name, gboolean follows, const TroupeFileStamp *stamp)
{
  struct stat status;
  TroupeFileStamp now;
  g_autofree char *data = NULL;
  int descriptor;

  if (fstatat (folder, name, &status, follows ? 0 : AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG (status.st_mode) || status.st_size != stamp->size)
    return FALSE;
  if (get_modified_us (&status) == stamp->modified_us && (guint64) status.st_ino == stamp->inode)
    return TRUE;
  descriptor = openat (folder, name,
                       (follows ? 0 : O_NOFOLLOW) | O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0)
    return FALSE;
  data = troupe_file_read_open (descriptor, name, (gsize) stamp->size, NULL, &now, NULL);
  close (descriptor);
  return data != NULL && strcmp (now.digest, stamp->digest) == 0;
}

gboolean
troupe_file_is_unchanged (const char *path, const TroupeFileStamp *stamp)
{
  g_return_val_if_fail (path != NULL && stamp != NULL, FALSE);

  return is_unchanged (AT_FDCWD, path, TRUE, stamp);
}

gboolean
troupe_file_write_all (int descriptor, const char *data, gsize length)
{
  while (length > 0)
    {
      gssize part = write (descriptor, data, length);

      if (part < 0 && errno == EINTR)
        continue;
      /* Without this error, a device that accepts nothing and reports no error would be retried
       * forever. */
      if (part == 0)
        errno = ENOSPC;
      if (part <= 0)
        return FALSE;
      data += part;
      length -= (gsize) part;
    }
  return TRUE;
}

/* Returns the file that a save replaces, after following all symbolic links. For a dangling
 * link, returns the path to which the link points. */
static char *
find_target (const char *path, GError **error)
{
  g_autofree char *current = g_strdup (path);

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *link = NULL;
      g_autofree char *folder = NULL;
      g_autofree char *next = NULL;
      struct stat status;

      if (lstat (current, &status) != 0 && errno != ENOENT)
        {
          set_errno_error (error, errno, STEP_SAVE, path);
          return NULL;
        }
      link = g_file_read_link (current, NULL);
      if (link == NULL)
        return g_steal_pointer (&current);
      folder = g_path_get_dirname (current);
      next = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
      g_free (current);
      current = g_steal_pointer (&next);
    }
  set_errno_error (error, ELOOP, STEP_SAVE, path);
  return NULL;
}

/* Replacing a file requires write access to its folder only, so a write-protected file would be
 * replaced too. The mode bits are checked as well, because faccessat() always succeeds for a
 * privileged user. */
static gboolean
check_writable (int folder, const char *name, const char *target, GError **error)
{
  g_autofree char *shown = NULL;
  struct stat status;

  if (fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      ((status.st_mode & 0222) == 0 || faccessat (folder, name, W_OK, AT_EACCESS) != 0))
    {
      shown = troupe_path_for_display (target);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY,
                   _ ("“%s” is read-only and was not changed. Save under another name."), shown);
      return FALSE;
    }
  if (fstat (folder, &status) == 0 &&
      ((status.st_mode & 0222) == 0 || faccessat (folder, ".", W_OK, AT_EACCESS) != 0))
    {
      g_autofree char *around = g_path_get_dirname (target);

      shown = troupe_path_for_display (around);
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_READ_ONLY,
          _ ("The folder “%s” is read-only, so the file was not saved. Choose another folder."),
          shown);
      return FALSE;
    }
  return TRUE;
}

gboolean
troupe_file_is_read_only (const char *path)
{
  g_autofree char *target = path != NULL ? find_target (path, NULL) : NULL;
  g_autofree char *around = target != NULL ? g_path_get_dirname (target) : NULL;
  g_autofree char *name = target != NULL ? g_path_get_basename (target) : NULL;
  int folder;
  gboolean is_writable;

  g_return_val_if_fail (path != NULL, FALSE);

  if (target == NULL)
    return FALSE;
  folder = open (around, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return FALSE;
  is_writable = check_writable (folder, name, target, NULL);
  close (folder);
  return !is_writable;
}

/* Returns the mode that a new file would get, without changing the umask of the process to read
 * it. */
static mode_t
get_default_mode (void)
{
  g_autofree char *status = NULL;
  const char *line;
  unsigned long mask = 022;

  if (g_file_get_contents ("/proc/self/status", &status, NULL, NULL) &&
      (line = strstr (status, "\nUmask:")) != NULL)
    mask = strtoul (line + strlen ("\nUmask:"), NULL, 8);
  return (mode_t) (0666 & ~mask);
}

/* Sets the owner first, because a change of owner clears special bits of the mode. If the owner
 * cannot be preserved, the group may be. */
static gboolean
copy_ownership (int descriptor, int folder, const char *name)
{
  struct stat old;

  if (fstatat (folder, name, &old, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG (old.st_mode))
    return fchmod (descriptor, get_default_mode ()) == 0;
  if (fchown (descriptor, old.st_uid, old.st_gid) != 0 &&
      fchown (descriptor, (uid_t) -1, old.st_gid) != 0)
    return fchmod (descriptor, old.st_mode & 0777) == 0;
  return fchmod (descriptor, old.st_mode & 07777) == 0;
}

static gboolean
refuse_changed (const char *target, GError **error)
{
  g_autofree char *shown = troupe_path_for_display (target);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
               _ ("“%s” has changed on disk since it was loaded and was not overwritten. Reload "
                  "it, or save under another name."),
               shown);
  return FALSE;
}

/* A file to be saved in an open folder. */
typedef struct
{
  int folder;
  const char *name;
  const char *target; /* its path, for messages */
  const char *data;
  gsize length;
  const TroupeFileStamp *expected; /* (nullable) */
  gboolean is_new;
} Saved;

/* Returns FALSE with errno set. Some file systems do not know RENAME_NOREPLACE. */
static gboolean
rename_to (const Saved *self, const char *temporary)
{
  if (self->is_new &&
      renameat2 (self->folder, temporary, self->folder, self->name, RENAME_NOREPLACE) == 0)
    return TRUE;
  return (!self->is_new || errno == EINVAL || errno == ENOSYS) &&
         renameat (self->folder, temporary, self->folder, self->name) == 0;
}

static gboolean
save_in (const Saved *self, struct stat *status, GError **error)
{
  g_autofree char *temporary = NULL;
  int descriptor;
  gboolean is_done;
  int folder;
  g_autofree char *stem = NULL;
  gsize kept;

  /* Creates a new file with a unique name in @folder. */
  folder = self->folder;
  stem = g_path_get_basename (self->target);
  kept = MIN (strlen (stem), 200);
  descriptor = -1;
  for (guint i = 0; i < NAME_ATTEMPTS; i++)
    {
      g_autofree char *tried = g_strdup_printf (".%.*s.%08x", (int) kept, stem, g_random_int ());
      int temporary_descriptor =
          openat (folder, tried, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

      if (temporary_descriptor >= 0)
        {
          temporary = g_steal_pointer (&tried);
          descriptor = temporary_descriptor;
          break;
        }
      if (errno != EEXIST)
        break;
    }
  if (descriptor < 0)
    {
      set_errno_error (error, errno, STEP_SAVE, self->target);
      return FALSE;
    }
  /* Performs all steps of a save up to the rename. Checks for a change on disk as late as
   * possible. */
  is_done = TRUE;
  if (!troupe_file_write_all (descriptor, self->data, self->length) ||
      !copy_ownership (descriptor, self->folder, self->name) || fsync (descriptor) != 0 ||
      fstat (descriptor, status) != 0)
    {
      set_errno_error (error, errno, STEP_SAVE, self->target);
      is_done = FALSE;
    }
  else if (self->expected != NULL && !self->is_new &&
           !is_unchanged (self->folder, self->name, FALSE, self->expected))
    is_done = refuse_changed (self->target, error);
  else if (rename_to (self, temporary))
    is_done = TRUE;
  else if (errno == EEXIST && self->expected != NULL)
    is_done = refuse_changed (self->target, error);
  else
    {
      set_errno_error (error, errno, STEP_SAVE, self->target);
      is_done = FALSE;
    }
  close_quietly (descriptor);
  if (!is_done)
    {
      unlinkat (self->folder, temporary, 0);
      return FALSE;
    }
  /* Some file systems cannot sync a folder. In this case, the rename is as durable as possible. */
  if (fsync (self->folder) != 0 && errno != EINVAL && errno != ENOTSUP)
    {
      set_errno_error (error, errno, STEP_MAKE_DURABLE, self->target);
      return FALSE;
    }
  return TRUE;
}

gboolean
troupe_file_save_at (int folder,
                     const char *path,
                     const char *data,
                     gsize length,
                     const TroupeFileStamp *expected,
                     gboolean is_new,
                     TroupeFileStamp *stamp,
                     GError **error)
{
  g_autofree char *name = NULL;
  struct stat status;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  name = g_path_get_basename (path);
  if (fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    {
      if (is_new || S_ISLNK (status.st_mode))
        {
          set_errno_error (error, is_new ? EEXIST : ELOOP, STEP_SAVE, path);
          return FALSE;
        }
      if (!S_ISREG (status.st_mode))
        return check_readable (&status, G_MAXSIZE, path, error);
    }
  /* A file that was deleted has no changes of others. One that is created meanwhile has. */
  else if (expected != NULL && errno == ENOENT)
    is_new = TRUE;
  if (!check_writable (folder, name, path, error))
    return FALSE;
  {
    const Saved saved = { folder, name, path, data, length, expected, is_new };

    if (!save_in (&saved, &status, error))
      return FALSE;
  }
  if (stamp != NULL)
    fill_stamp (stamp, &status, data, length, folder, name);
  return TRUE;
}

/* Which links are followed. */
typedef enum
{
  FOLLOW_ALL,   /* the file belongs to Troupe */
  FOLLOW_KNOWN, /* to the place where the file was */
  FOLLOW_NONE,  /* code that was allowed in the folder may have created them */
} Follow;

/* Returns TRUE if the file is at the place where it was, or if this place is not known. */
static gboolean
is_at_place (int folder, const char *target, const TroupeFileStamp *known)
{
  g_autofree char *name = g_path_get_basename (target);
  g_autofree char *place = make_place (folder, name);

  return known == NULL || *known->place == '\0' || place == NULL ||
         g_str_equal (place, known->place);
}

/* @expected: (nullable): the content that may be replaced; @known: (nullable): where the file is */
static gboolean
save (const char *path,
      const char *data,
      gsize length,
      Follow follow,
      const TroupeFileStamp *expected,
      const TroupeFileStamp *known,
      TroupeFileStamp *stamp,
      GError **error)
{
  g_autofree char *target = find_target (path, error);
  g_autofree char *folder_path = NULL;
  gboolean is_done;
  int folder;
  g_autofree char *shown = NULL;
  g_autofree char *shown_target = NULL;

  if (target == NULL)
    return FALSE;
  folder_path = g_path_get_dirname (target);
  folder = open (folder_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    {
      set_errno_error (error, errno, STEP_SAVE, path);
      return FALSE;
    }
  /* Fails if @path is a link that must not be followed. */
  is_done = FALSE;
  if (follow == FOLLOW_ALL || (follow == FOLLOW_KNOWN && is_at_place (folder, target, known)) ||
      (follow == FOLLOW_NONE && g_str_equal (path, target)))
    is_done = TRUE;
  else
    {
      shown = troupe_path_for_display (path);
      shown_target = troupe_path_for_display (target);
      if (follow == FOLLOW_KNOWN)
        g_set_error (
            error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
            /* Translators: both are paths */
            _ ("“%s” now leads to “%s”, which is not the file that was opened. Nothing was "
               "saved. Save the document under another name, or remove the link."),
            shown, shown_target);
      else
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                     /* Translators: both are paths */
                     _ ("“%s” is a symbolic link to “%s”. Nothing was saved. Specify "
                        "that file, or remove the link."),
                     shown, shown_target);
    }
  is_done =
      is_done && troupe_file_save_at (folder, target, data, length, expected, FALSE, stamp, error);
  close (folder);
  return is_done;
}

gboolean
troupe_file_save (const char *path,
                  const char *data,
                  gsize length,
                  const TroupeFileStamp *expected,
                  TroupeFileStamp *stamp,
                  GError **error)
{
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return save (path, data, length, expected != NULL ? FOLLOW_KNOWN : FOLLOW_ALL, expected, expected,
               stamp, error);
}

gboolean
troupe_file_check_chosen_folder (const char *path, GError **error)
{
  /* Without a slash at the end, which would follow a link. */
  g_autofree char *plain = NULL;
  g_autofree char *target = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *shown_target = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  plain = g_strdup (path);
  for (gsize i = strlen (plain);
       i > 1 && (plain[i - 1] == '/' || (plain[i - 1] == '.' && plain[i - 2] == '/')); i--)
    plain[i - 1] = '\0';
  target = g_file_read_link (plain, NULL);
  if (target == NULL)
    return TRUE;
  shown = troupe_path_for_display (path);
  shown_target = troupe_path_for_display (target);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               /* Translators: both are paths */
               _ ("The folder “%s” is a symbolic link to “%s”. Nothing was written. Specify that "
                  "folder, or remove the link."),
               shown, shown_target);
  return FALSE;
}

gboolean
troupe_file_save_chosen (const char *path,
                         const char *data,
                         gsize length,
                         TroupeFileStamp *stamp,
                         GError **error)
{
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return save (path, data, length, FOLLOW_NONE, NULL, NULL, stamp, error);
}

gboolean
troupe_file_save_over (const char *path,
                       const char *data,
                       gsize length,
                       const TroupeFileStamp *known,
                       TroupeFileStamp *stamp,
                       GError **error)
{
  g_return_val_if_fail (path != NULL && known != NULL, FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return save (path, data, length, FOLLOW_KNOWN, NULL, known, stamp, error);
}
