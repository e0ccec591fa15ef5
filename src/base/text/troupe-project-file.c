/* troupe-project-file.c: opens files that a document names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-project-file"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-folder-pin.h"
#include "troupe-folder-policy.h"
#include "troupe-folder.h"
#include "troupe-project-file.h"

/* Number of attempts while other processes rename folders along the path. */
#define N_ATTEMPTS 128

/* O_NONBLOCK prevents blocking if the path is a FIFO instead of a file. */
#define OPEN_FLAGS (O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

static void
set_error (GError **error, int number, const char *path)
{
  g_autofree char *shown = troupe_path_for_display (path);

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
               /* Translators: first %s is a path, second %s a system error. */
               _ ("Could not open “%s”: %s."), shown, troupe_folder_pin_describe (number));
}

static void
refuse_outside (GError **error, const char *path)
{
  g_autofree char *shown = troupe_path_for_display (path);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               /* Translators: %s is a path. */
               _ ("“%s” leads outside the folder of the document. Specify a path inside it."),
               shown);
}

/* Returns TRUE if a component of the path is “..”. A document need not leave a folder to name a file
 * in it, and such a path would mean another file after a folder is replaced with a link. */
static gboolean
leads_up (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  return g_strv_contains ((const char *const *) parts, "..");
}

/* Opens the path beneath @root. Without openat2(), links are refused instead of followed. */
static int
open_beneath (int root, const char *path, GError **error)
{
  int descriptor;
  struct open_how how;

  /* Opens the path with one system call. */
  how = (struct open_how){
    .flags = OPEN_FLAGS,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  descriptor = -1;
  /* While folders are renamed, the kernel cannot tell whether “..” leaves @root. */
  for (guint i = 0; i < N_ATTEMPTS && descriptor < 0; i++)
    {
      descriptor = (int) syscall (SYS_openat2, root, path, &how, sizeof how);
      if (descriptor < 0 && errno != EAGAIN && errno != EINTR)
        break;
    }
  if (descriptor >= 0)
    return descriptor;
  if (errno == ENOSYS || errno == EPERM || errno == E2BIG || errno == EINVAL)
    return troupe_folder_open_beneath (root, path, OPEN_FLAGS, FALSE, error);
  if (errno == EXDEV)
    refuse_outside (error, path);
  else
    set_error (error, errno, path);
  return -1;
}

/* Returns TRUE if the document may read the open file. @policy: (nullable): NULL permits protected
 * files; @real: (nullable): its path */
static gboolean
check_open_file (TroupeFolderPolicy *policy,
                 int descriptor,
                 const char *root,
                 const char *path,
                 const char *real,
                 GError **error)
{
  struct stat status;
  const char *inner = path;
  const char *below = NULL;

  if (fstat (descriptor, &status) != 0)
    {
      set_error (error, errno, path);
      return FALSE;
    }
  if (!S_ISREG (status.st_mode))
    {
      g_autofree char *shown = troupe_path_for_display (path);

      g_set_error (error, G_IO_ERROR,
                   S_ISDIR (status.st_mode) ? G_IO_ERROR_IS_DIRECTORY : G_IO_ERROR_NOT_REGULAR_FILE,
                   S_ISDIR (status.st_mode) ? _ ("“%s” is a folder, not a file.")
                                            : _ ("“%s” is not a file."),
                   shown);
      return FALSE;
    }
  if (policy == NULL)
    return TRUE;
  below = real != NULL ? troupe_path_get_below (real, root) : NULL;
  if (below != NULL && *below != '\0')
    inner = below;
  return troupe_folder_policy_check_read (policy, path, &status, error) &&
         (inner == path || troupe_folder_policy_check_read (policy, inner, NULL, error));
}

static int
open_file (const char *folder,
           const char *path,
           gboolean may_be_protected,
           char **real,
           GError **error)
{
  int root = troupe_folder_pin_open (folder, O_PATH);
  g_autofree char *root_path = root >= 0 ? troupe_path_from_descriptor (root) : NULL;
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  g_autofree char *found = NULL;
  int descriptor = -1;

  if (root < 0)
    {
      set_error (error, errno, folder);
      return -1;
    }
  if (root_path == NULL)
    root_path = g_strdup (folder);
  if (!may_be_protected)
    policy = troupe_folder_policy_new (root_path);
  if (*path == '\0' || g_path_is_absolute (path) || leads_up (path))
    refuse_outside (error, path);
  /* A protected name is refused even if there is no such file, which another one could create. */
  else if (policy == NULL || troupe_folder_policy_check_read (policy, path, NULL, error))
    descriptor = open_beneath (root, path, error);
  close (root);
  if (descriptor < 0)
    return -1;
  found = troupe_path_from_descriptor (descriptor);
  if (!check_open_file (policy, descriptor, root_path, path, found, error))
    {
      close (descriptor);
      return -1;
    }
  if (real != NULL)
    *real = found != NULL ? g_steal_pointer (&found) : g_build_filename (folder, path, NULL);
  return descriptor;
}

int
troupe_project_file_open (const char *folder, const char *path, char **real, GError **error)
{
  g_return_val_if_fail (folder != NULL && path != NULL, -1);
  g_return_val_if_fail (error == NULL || *error == NULL, -1);

  return open_file (folder, path, FALSE, real, error);
}

/* Reads and closes the open file. @descriptor: -1 if opening it failed */
static char *
read_file (int descriptor,
           const char *folder,
           const char *path,
           gsize limit,
           gsize *length,
           TroupeFileStamp *stamp,
           GError **error)
{
  g_autofree char *full = g_build_filename (folder, path, NULL);
  char *data = NULL;

  if (descriptor < 0)
    return NULL;
  data = troupe_file_read_open (descriptor, full, limit, length, stamp, error);
  close (descriptor);
  return data;
}

char *
troupe_project_file_read (const char *folder,
                          const char *path,
                          gsize limit,
                          gsize *length,
                          TroupeFileStamp *stamp,
                          GError **error)
{
  int descriptor = troupe_project_file_open (folder, path, NULL, error);

  return read_file (descriptor, folder, path, limit, length, stamp, error);
}

char *
troupe_project_file_read_any (const char *folder,
                              const char *path,
                              gsize limit,
                              gsize *length,
                              GError **error)
{
  g_return_val_if_fail (folder != NULL && path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return read_file (open_file (folder, path, TRUE, NULL, error), folder, path, limit, length, NULL,
                    error);
}

gboolean
troupe_project_file_exists (const char *folder, const char *path)
{
  int descriptor = troupe_project_file_open (folder, path, NULL, NULL);

  if (descriptor >= 0)
    close (descriptor);
  return descriptor >= 0;
}

/* --- Saving ----------------------------------------------------------------------------------- */

/* Opens a folder beneath @root, following links inside it only. @make: creates missing folders */
static int
open_place (int root, const char *path, gboolean make, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_autoptr (GString) partial = g_string_new (".");
  GError *cause = NULL;
  int place = open_beneath (root, ".", error);

  for (guint i = 0; place >= 0 && parts[i] != NULL; i++)
    {
      int next = -1;

      if (*parts[i] == '\0' || g_str_equal (parts[i], "."))
        continue;
      g_string_append_printf (partial, "/%s", parts[i]);
      next = open_beneath (root, partial->str, &cause);
      if (next < 0 && make && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) &&
          mkdirat (place, parts[i], 0777) == 0)
        {
          g_clear_error (&cause);
          next = open_beneath (root, partial->str, &cause);
        }
      close (place);
      place = next;
    }
  if (cause != NULL)
    g_propagate_error (error, cause);
  return place;
}

gboolean
troupe_project_file_save (const char *folder,
                          const char *path,
                          const char *data,
                          gsize length,
                          const TroupeFileStamp *expected,
                          gboolean is_new,
                          TroupeFileStamp *stamp,
                          GError **error)
{
  g_autofree char *inner = NULL;
  g_autofree char *parent = NULL;
  g_autofree char *name = NULL;
  g_autofree char *full = NULL;
  struct stat status;
  gboolean is_saved = FALSE;
  int root, place;

  g_return_val_if_fail (folder != NULL && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (*path == '\0' || g_path_is_absolute (path) || leads_up (path))
    {
      refuse_outside (error, path);
      return FALSE;
    }
  root = troupe_folder_pin_open (folder, O_RDONLY);
  if (root < 0)
    {
      set_error (error, errno, folder);
      return FALSE;
    }
  parent = g_path_get_dirname (path);
  name = g_path_get_basename (path);
  place = open_place (root, parent, TRUE, error);
  if (place >= 0 && !is_new && fstatat (place, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISLNK (status.st_mode))
    {
      g_autofree char *around = NULL;
      int descriptor;
      g_autofree char *root_path = NULL;
      g_autofree char *real = NULL;
      const char *below;

      close (place);
      descriptor = open_beneath (root, path, error);
      root_path = troupe_path_from_descriptor (root);
      real = descriptor >= 0 ? troupe_path_from_descriptor (descriptor) : NULL;
      below = real != NULL && root_path != NULL ? troupe_path_get_below (real, root_path) : NULL;
      if (descriptor >= 0)
        {
          close (descriptor);
          if (below != NULL && *below != '\0')
            inner = g_strdup (below);
          else
            refuse_outside (error, path);
        }
      around = inner != NULL ? g_path_get_dirname (inner) : NULL;
      place = inner != NULL
                  ? troupe_folder_open_beneath (root, around, O_RDONLY | O_DIRECTORY, FALSE, error)
                  : -1;
    }
  full = g_build_filename (folder, inner != NULL ? inner : path, NULL);
  if (place >= 0)
    {
      is_saved = troupe_file_save_at (place, full, data, length, expected, is_new, stamp, error);
      close (place);
    }
  close (root);
  return is_saved;
}

gboolean
troupe_project_file_remove (const char *folder, const char *path, GError **error)
{
  g_autofree char *parent = NULL;
  g_autofree char *name = NULL;
  gboolean is_removed = FALSE;
  int root, place;

  g_return_val_if_fail (folder != NULL && path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (*path == '\0' || g_path_is_absolute (path) || leads_up (path))
    {
      refuse_outside (error, path);
      return FALSE;
    }
  parent = g_path_get_dirname (path);
  name = g_path_get_basename (path);
  root = troupe_folder_pin_open (folder, O_RDONLY);
  if (root < 0)
    {
      set_error (error, errno, folder);
      return FALSE;
    }
  place = open_place (root, parent, FALSE, error);
  close (root);
  if (place < 0)
    return FALSE;
  is_removed = unlinkat (place, name, 0) == 0;
  if (!is_removed)
    set_error (error, errno, path);
  close (place);
  return is_removed;
}
