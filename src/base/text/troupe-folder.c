/* troupe-folder.c: opens folders and files without following symbolic links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-pin.h"
#include "troupe-folder-policy.h"
#include "troupe-folder.h"

static void
set_error (GError **error, int number, const char *path)
{
  g_autofree char *shown = troupe_path_for_display (path);

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "“%s”: %s", shown,
               troupe_folder_pin_describe (number));
}

static void
refuse_link (GError **error, const char *path)
{
  g_autofree char *shown = troupe_path_for_display (path);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               /* Translators: %s is a path. */
               _ ("“%s” is a symbolic link, which is not followed. Specify the actual path."),
               shown);
}

/* Returns the part of @path after @base, or NULL if @path is not below @base. */
static const char *
skip_base (const char *path, const char *base)
{
  gsize length = base != NULL ? strlen (base) : 0;

  if (length < 2 || strncmp (path, base, length) != 0 ||
      (path[length] != '/' && path[length] != '\0'))
    return NULL;
  return path[length] == '/' ? path + length + 1 : path + length;
}

/* Returns the nearest folder above @path that the user has chosen and that may therefore be a
 * link; `/` if there is no such folder. */
static char *
find_base (const char *path, const char *folder, const char **rest)
{
  const char *const bases[] = { folder, g_get_user_data_dir (), g_get_home_dir (),
                                g_get_tmp_dir () };
  g_autofree char *best = NULL;

  *rest = path + 1;
  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    {
      g_autofree char *base = g_canonicalize_filename (bases[i], "/");
      const char *behind = skip_base (path, base);

      if (behind == NULL || (best != NULL && strlen (base) <= strlen (best)))
        continue;
      *rest = behind;
      g_free (best);
      best = g_steal_pointer (&base);
    }
  return best != NULL ? g_steal_pointer (&best) : g_strdup ("/");
}

/* Opens a folder, or creates it if it is missing and @make is set. Returns -1 with errno set, and also with @error
 * set if a folder with this name must not be created. */
static int
open_part (int folder, const char *name, int flags, gboolean make, GError **error)
{
  int descriptor = openat (folder, name, flags | O_NOFOLLOW | O_CLOEXEC);

  if (descriptor >= 0 || errno != ENOENT || !make)
    return descriptor;
  if (!troupe_folder_policy_check_new_folder (folder, name, error))
    {
      errno = EACCES;
      return -1;
    }
  if (mkdirat (folder, name, 0700) != 0 && errno != EEXIST)
    return -1;
  return openat (folder, name, flags | O_NOFOLLOW | O_CLOEXEC);
}

static gboolean
is_link (int folder, const char *name)
{
  struct stat status;
  int saved = errno;
  gboolean result =
      fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK (status.st_mode);

  errno = saved;
  return result;
}

/* Opens the path component by component. Used if the kernel has no openat2() or if something is
 * missing. Closes @base. */
static int
walk (int base, const char *base_path, const char *rest, gboolean make, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (rest, "/", -1);
  g_autoptr (GString) path = g_string_new (base_path);
  int folder = base;
  int result;

  for (guint i = 0; parts[i] != NULL; i++)
    {
      GError *cause = NULL;
      int next;

      if (*parts[i] == '\0')
        continue;
      g_string_append_printf (path, "%s%s", g_str_has_suffix (path->str, "/") ? "" : "/", parts[i]);
      next = open_part (folder, parts[i], O_PATH | O_DIRECTORY, make, &cause);
      if (cause != NULL)
        g_propagate_error (error, cause);
      else if (next < 0 && is_link (folder, parts[i]))
        refuse_link (error, path->str);
      else if (next < 0)
        set_error (error, errno, path->str);
      close (folder);
      if (next < 0)
        return -1;
      folder = next;
    }
  result = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (result < 0)
    set_error (error, errno, path->str);
  close (folder);
  return result;
}

int
troupe_folder_open_exact (int folder, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  int descriptor = folder >= 0 ? fcntl (folder, F_DUPFD_CLOEXEC, 3)
                               : open ("/", O_PATH | O_DIRECTORY | O_CLOEXEC);

  for (guint i = 0; descriptor >= 0 && parts[i] != NULL; i++)
    {
      struct stat status;
      int next = -1;
      int saved;

      if (*parts[i] == '\0' || g_str_equal (parts[i], "."))
        continue;
      next = openat (descriptor, parts[i], O_PATH | O_NOFOLLOW | O_CLOEXEC);
      if (next >= 0 && fstat (next, &status) == 0 && S_ISLNK (status.st_mode))
        {
          close (next);
          next = -1;
          errno = ELOOP;
        }
      saved = errno;
      close (descriptor);
      errno = saved;
      descriptor = next;
    }

  return descriptor;
}

/* Returns FALSE with an error if the path is in the folder of the document, and other programs take what is there for a part of a
 * repository or of their settings. */
static gboolean
check_destination (const char *path, const char *base, GError **error)
{
  g_autofree char *whole = g_canonicalize_filename (base, "/");
  const char *inner = skip_base (path, whole);
  g_autofree char *real = NULL;
  g_autoptr (TroupeFolderPolicy) policy = NULL;

  if (inner == NULL || *inner == '\0')
    return TRUE;
  real = troupe_path_resolve (whole);
  /* A shared folder is not searched: it contains all files of the user. */
  if (troupe_folder_policy_is_shared (real))
    return TRUE;
  policy = troupe_folder_policy_new (real);
  return troupe_folder_policy_check_destination (policy, inner, error);
}

/* Returns FALSE with an error if the path is below the user's data folder, but not in the folder of the document: programs
 * load files there by their place, and some of them execute each line that they understand, also of a database.
 * @base_path: of find_base() */
static gboolean
check_outside (const char *path, const char *base, const char *base_path, GError **error)
{
  g_autofree char *whole = g_canonicalize_filename (base, "/");
  g_autofree char *data = g_canonicalize_filename (g_get_user_data_dir (), "/");
  g_autofree char *shown = NULL;

  if (skip_base (path, whole) != NULL || !g_str_equal (base_path, data))
    return TRUE;
  shown = troupe_path_for_display (path);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               /* Translators: %s is a path. */
               _ ("“%s” is in the folder in which programs keep their data. Use a path in the folder "
                  "of the document."),
               shown);
  return FALSE;
}

/* Opens @rest below @base_path without following links. */
static int
open_below (const char *base_path, const char *rest, gboolean make, GError **error)
{
  int descriptor, found;
  struct open_how how;

  descriptor = troupe_folder_pin_open (base_path, O_PATH);
  if (descriptor < 0 && errno == ENOENT && make && g_mkdir_with_parents (base_path, 0700) == 0)
    descriptor = troupe_folder_pin_open (base_path, O_PATH);
  if (descriptor < 0)
    {
      set_error (error, errno, base_path);
      return -1;
    }
  /* Opens the complete path with one system call. */
  how = (struct open_how){
    .flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  found = (int) syscall (SYS_openat2, descriptor, *rest != '\0' ? rest : ".", &how, sizeof how);
  if (found < 0)
    return walk (descriptor, base_path, rest, make, error);
  close (descriptor);
  return found;
}

int
troupe_folder_open (const char *path, const char *base, gboolean make, GError **error)
{
  g_autofree char *full = NULL;
  g_autofree char *base_path = NULL;
  const char *rest = NULL;

  g_return_val_if_fail (path != NULL && base != NULL, -1);
  g_return_val_if_fail (error == NULL || *error == NULL, -1);

  full = g_canonicalize_filename (path, base);
  base_path = find_base (full, base, &rest);
  /* The user has chosen the base folder, but the document names the rest. */
  if (*rest != '\0' &&
      (!troupe_folder_policy_check_name (rest, error) ||
       (make && !check_outside (full, base, base_path, error)) ||
       (make && !g_file_test (full, G_FILE_TEST_IS_DIR) && !check_destination (full, base, error))))
    return -1;
  return open_below (base_path, rest, make, error);
}

int
troupe_folder_open_parent (const char *path, const char *base, gboolean make, GError **error)
{
  g_autofree char *folder = NULL;
  g_autofree char *base_path = NULL;
  const char *rest = NULL;

  g_return_val_if_fail (path != NULL && g_path_is_absolute (path), -1);
  g_return_val_if_fail (error == NULL || *error == NULL, -1);

  folder = g_path_get_dirname (path);
  base_path = find_base (folder, base != NULL ? base : "/", &rest);
  return open_below (base_path, rest, make, error);
}

/* --- Untrusted paths -------------------------------------------------------------------------- */

/* Returns the components of a path without empty components and dots, or NULL if the path leads
 * upwards. (transfer full) (nullable) */
static GPtrArray *
split_inner (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (g_path_is_absolute (path))
    return NULL;
  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (g_str_equal (parts[i], ".."))
        return NULL;
      if (*parts[i] != '\0' && !g_str_equal (parts[i], "."))
        g_ptr_array_add (names, g_strdup (parts[i]));
    }
  return g_steal_pointer (&names);
}

int
troupe_folder_open_beneath (int folder, const char *path, int flags, gboolean make, GError **error)
{
  g_autoptr (GPtrArray) names = NULL;
  int current = folder;

  g_return_val_if_fail (path != NULL, -1);
  g_return_val_if_fail (error == NULL || *error == NULL, -1);

  names = split_inner (path);
  if (names == NULL)
    {
      g_autofree char *shown = troupe_path_for_display (path);

      /* Translators: %s is a path. */
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                   _ ("“%s” points outside the folder. Specify a path inside it."), shown);
      return -1;
    }
  for (guint i = 0; i == 0 || i < names->len; i++)
    {
      const char *name = i < names->len ? g_ptr_array_index (names, i) : ".";
      gboolean is_last = i + 1 >= names->len;
      GError *cause = NULL;
      int next = open_part (current, name, is_last ? flags : O_PATH | O_DIRECTORY,
                            make && (!is_last || (flags & O_DIRECTORY) != 0), &cause);

      if (cause != NULL)
        g_propagate_error (error, cause);
      else if (next < 0 && is_link (current, name))
        {
          g_autofree char *shown = troupe_path_for_display (path);

          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                       /* Translators: %s is a path. */
                       _ ("“%s” is, or contains, a symbolic link, which is not followed. Specify "
                          "the actual path."),
                       shown);
        }
      else if (next < 0)
        set_error (error, errno, path);
      if (current != folder)
        close (current);
      if (next < 0)
        return -1;
      current = next;
    }
  return current;
}

/* --- Files ----------------------------------------------------------------------------------- */

static gboolean
write_durably (int descriptor, const char *data, gsize length)
{
  return troupe_file_write_all (descriptor, data, length) && fsync (descriptor) == 0;
}

/* Writes to a file without a name until it is complete, so that a process that is killed leaves
 * no file on disk. */
static gboolean
save_nameless (int folder, const char *name, const char *data, gsize length)
{
  g_autofree char *link = NULL;
  int descriptor = openat (folder, ".", O_WRONLY | O_TMPFILE | O_CLOEXEC, 0600);
  gboolean is_done;

  if (descriptor < 0)
    return FALSE;
  link = g_strdup_printf ("/proc/self/fd/%d", descriptor);
  is_done = write_durably (descriptor, data, length) &&
            linkat (AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW) == 0;
  close (descriptor);
  return is_done;
}

gboolean
troupe_folder_save (int folder, const char *name, const char *data, gsize length, GError **error)
{
  g_return_val_if_fail (name != NULL && strchr (name, '/') == NULL, FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);

  if (!save_nameless (folder, name, data, length))
    {
      g_autofree char *temporary = g_strdup_printf (".%s.%08x", name, g_random_int ());
      gboolean is_done;
      int descriptor =
          openat (folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

      /* Fallback for file systems without O_TMPFILE, and for replacing an existing file. */
      if (descriptor < 0)
        {
          set_error (error, errno, name);
          return FALSE;
        }
      is_done = write_durably (descriptor, data, length) &&
                renameat (folder, temporary, folder, name) == 0;
      if (!is_done)
        {
          set_error (error, errno, name);
          unlinkat (folder, temporary, 0);
        }
      close (descriptor);
      if (!is_done)
        return FALSE;
    }
  /* Some file systems cannot sync a folder. In this case, the rename is as durable as possible. */
  fsync (folder);
  return TRUE;
}

/* @policy: (nullable): of the folder above @inner */
static gboolean
check_file (int folder,
            const char *name,
            const char *path,
            TroupeFolderPolicy *policy,
            const char *inner,
            GError **error)
{
  struct stat status;

  if (fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    {
      if (errno == ENOENT)
        return policy == NULL || troupe_folder_policy_check_write (policy, inner, NULL, error);
      set_error (error, errno, path);
      return FALSE;
    }
  if (S_ISREG (status.st_mode))
    return policy == NULL || troupe_folder_policy_check_write (policy, inner, &status, error);
  if (S_ISLNK (status.st_mode))
    refuse_link (error, path);
  else
    set_error (error, S_ISDIR (status.st_mode) ? EISDIR : EINVAL, path);
  return FALSE;
}

gboolean
troupe_folder_check_file (int folder,
                          const char *path,
                          const char *const *suffixes,
                          const char *base,
                          GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  g_autofree char *root = NULL;
  g_autofree char *inner = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  name = g_path_get_basename (path);
  if (base != NULL)
    {
      g_autofree char *full = g_canonicalize_filename (path, base);
      g_autofree char *whole = g_canonicalize_filename (base, "/");
      const char *root_inner = skip_base (full, whole);

      /* Finds the path below the folder of the document in root, if that is where the file is,
       * so that other names are searched in the complete folder; otherwise the name in its own
       * folder. */
      root = root_inner != NULL ? g_steal_pointer (&whole) : g_path_get_dirname (full);
      inner = root_inner != NULL ? g_strdup (root_inner) : g_path_get_basename (full);
      policy = troupe_folder_policy_new (root);
    }
  if (!check_file (folder, name, path, policy, inner, error))
    return FALSE;
  for (guint i = 0; suffixes != NULL && suffixes[i] != NULL; i++)
    {
      g_autofree char *other = g_strconcat (name, suffixes[i], NULL);
      g_autofree char *full = g_strconcat (path, suffixes[i], NULL);

      if (!check_file (folder, other, full, policy, inner, error))
        return FALSE;
    }
  return TRUE;
}

char *
troupe_path_confine (const char *path, const char *base, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree char *full = NULL;
  g_autofree char *folder_path = NULL;
  g_autofree char *base_path = NULL;
  g_autofree char *real_base = NULL;
  char *real = NULL;
  const char *rest = NULL;
  int folder;

  g_return_val_if_fail (path != NULL && base != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  full = g_canonicalize_filename (path, base);
  base_path = find_base (full, base, &rest);
  if (!troupe_folder_policy_check_name (rest, error) ||
      !check_outside (full, base, base_path, error) || !check_destination (full, base, error))
    return NULL;
  folder_path = g_path_get_dirname (full);
  folder = troupe_folder_open (folder_path, base, FALSE, &cause);
  /* If the folder does not exist, it contains no links. */
  if (folder < 0 && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      real_base = troupe_path_resolve (base_path);
      return g_build_filename (real_base, rest, NULL);
    }
  if (folder < 0)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return NULL;
    }
  if (troupe_folder_check_file (folder, full, NULL, base, error))
    {
      g_autofree char *path_real = troupe_path_from_descriptor (folder);
      g_autofree char *name = g_path_get_basename (full);

      real = path_real != NULL ? g_build_filename (path_real, name, NULL) : g_strdup (full);
    }
  close (folder);
  return real;
}
