/* troupe-path.c: paths confined to a folder, and paths for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-path"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-pin.h"
#include "troupe-sanitize-text.h"

/* How many links of a path are followed, as by the kernel. */
#define MOST_LINKS 40u

static gboolean
refuse (GError **error, const char *path, const char *reason)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               _ ("The path “%s” is not allowed: %s. Specify a path inside the project folder."),
               path, reason);
  return FALSE;
}

static gboolean
check_form (const char *path, char **parts, GError **error)
{
  if (path[0] == '\0')
    return refuse (error, path, _ ("it is empty"));
  if (g_path_is_absolute (path))
    return refuse (error, path, _ ("it is an absolute path"));
  for (guint i = 0; parts[i] != NULL; i++)
    if (strcmp (parts[i], "..") == 0)
      return refuse (error, path, _ ("it points to a parent folder"));
  return TRUE;
}

static gboolean
exists_beneath (int folder, const char *root, const char *partial)
{
  int descriptor;
  struct open_how how;

  /* Opens @partial beneath @folder. */
  how = (struct open_how){
    .flags = O_PATH | O_CLOEXEC,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS,
  };
  descriptor = (int) syscall (SYS_openat2, folder, partial, &how, sizeof how);
  if (descriptor >= 0)
    {
      close (descriptor);
      return TRUE;
    }
  if (errno == ENOSYS || errno == EPERM || errno == E2BIG || errno == EINVAL)
    {
      g_autofree char *full = g_build_filename (root, partial, NULL);
      char *real = realpath (full, NULL);
      gboolean result;

      /* Fallback for systems without openat2(): the real path must be located in the real
       * folder. */
      if (real == NULL)
        return FALSE;
      result = troupe_path_is_within (real, root);
      free (real);
      errno = result ? 0 : EXDEV;
      return result;
    }
  return FALSE;
}

/* Follows the path as far as it exists. Missing components cannot lead elsewhere, unless the
 * last existing component is a dangling link. */
static gboolean
walk (int folder, const char *root, char **parts, const char *path, GError **error)
{
  g_autoptr (GString) partial = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      struct stat status;

      if (parts[i][0] == '\0' || strcmp (parts[i], ".") == 0)
        continue;
      if (partial->len > 0)
        g_string_append_c (partial, '/');
      g_string_append (partial, parts[i]);
      if (exists_beneath (folder, root, partial->str))
        continue;
      if (errno == EXDEV || errno == ELOOP)
        return refuse (error, path,
                       _ ("it contains a symbolic link that points outside the folder"));
      if (errno != ENOENT)
        return refuse (error, path, g_strerror (errno));
      if (fstatat (folder, partial->str, &status, AT_SYMLINK_NOFOLLOW) == 0)
        return refuse (error, path, _ ("it contains a broken symbolic link"));
      return TRUE;
    }
  return TRUE;
}

/* Appends the components of @path to @root, without empty components and dots (`a//b`, `./a`). */
static char *
join (const char *root, char **parts)
{
  GString *full = g_string_new (root);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (parts[i][0] == '\0' || strcmp (parts[i], ".") == 0)
        continue;
      if (full->len == 0 || full->str[full->len - 1] != '/')
        g_string_append_c (full, '/');
      g_string_append (full, parts[i]);
    }
  return g_string_free (full, FALSE);
}

char *
troupe_path_resolve_beneath (const char *folder, const char *path, GError **error)
{
  g_auto (GStrv) parts = NULL;
  char *root, *full = NULL;
  int descriptor;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  parts = g_strsplit (path, "/", -1);
  if (!check_form (path, parts, error))
    return NULL;
  descriptor = troupe_folder_pin_open (folder, O_PATH);
  root = descriptor >= 0 ? realpath (folder, NULL) : NULL;
  if (root == NULL)
    {
      g_autofree char *shown = troupe_path_for_display (folder);
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   _ ("Could not open the folder “%s”: %s"), shown,
                   troupe_folder_pin_describe (errno));
      if (descriptor >= 0)
        close (descriptor);
      return NULL;
    }
  if (walk (descriptor, root, parts, path, error))
    full = join (root, parts);
  close (descriptor);
  free (root);
  return full;
}

char *
troupe_path_for_display (const char *path)
{
  const char *home = g_get_home_dir ();
  g_autofree char *shown = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (home != NULL && strcmp (home, "/") != 0 && troupe_path_is_within (path, home))
    shown = g_strconcat ("~", path + strlen (home), NULL);
  name = g_filename_display_name (shown != NULL ? shown : path);
  return troupe_text_to_line (name);
}

gboolean
troupe_path_is_within (const char *path, const char *folder)
{
  gsize length = 0;

  g_return_val_if_fail (path != NULL && folder != NULL, FALSE);

  length = strlen (folder);
  if (g_str_equal (folder, "/"))
    return TRUE;
  return g_str_has_prefix (path, folder) && (path[length] == '/' || path[length] == '\0');
}

const char *
troupe_path_get_below (const char *path, const char *folder)
{
  const char *below = NULL;

  if (!troupe_path_is_within (path, folder))
    return NULL;
  below = path + strlen (folder);
  while (*below == '/')
    below++;
  return below;
}

char *
troupe_path_from_descriptor (int descriptor)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", descriptor);

  return g_file_read_link (link, NULL);
}

char *
troupe_path_resolve (const char *path)
{
  char *resolved = NULL;
  char *copy = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  resolved = realpath (path, NULL);
  copy = resolved != NULL ? g_strdup (resolved) : g_canonicalize_filename (path, "/");
  free (resolved);
  return copy;
}

/* Takes the first name of a path. Returns NULL at its end. (transfer full) (nullable) */
static char *
take_name (GString *path)
{
  const gsize start = strspn (path->str, "/");
  const gsize length = strcspn (path->str + start, "/");
  char *name = length > 0 ? g_strndup (path->str + start, length) : NULL;

  g_string_erase (path, 0, (gssize) (start + length));
  return name;
}

char *
troupe_path_follow (const char *path, GPtrArray *links)
{
  g_autofree char *whole = NULL;
  g_autofree char *reached = g_strdup ("/");
  g_autoptr (GString) rest = NULL;
  guint n_links = 0;

  g_return_val_if_fail (path != NULL, NULL);

  whole = g_canonicalize_filename (path, NULL);
  rest = g_string_new (whole);
  for (g_autofree char *name = take_name (rest); name != NULL;)
    {
      /* This also follows `..`. */
      g_autofree char *next = g_canonicalize_filename (name, reached);
      char target[PATH_MAX];
      const gssize length = n_links < MOST_LINKS ? readlink (next, target, sizeof target - 1) : -1;

      if (length > 0)
        {
          target[length] = '\0';
          n_links++;
          if (links != NULL)
            g_ptr_array_add (links, g_strdup (next));
          g_string_prepend_c (rest, '/');
          g_string_prepend (rest, target);
        }
      if (length <= 0 || *target == '/')
        {
          g_free (reached);
          reached = length > 0 ? g_strdup ("/") : g_steal_pointer (&next);
        }
      g_free (name);
      name = take_name (rest);
    }
  return g_steal_pointer (&reached);
}

char *
troupe_path_resolve_existing (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);

  return troupe_path_follow (path, NULL);
}

char *
troupe_path_get_document_folder (const char *path)
{
  g_autofree char *full = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;

  return full != NULL ? g_path_get_dirname (full) : g_get_current_dir ();
}
