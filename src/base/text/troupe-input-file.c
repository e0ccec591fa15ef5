/* troupe-input-file.c: opens files whose paths a user or a document names, for reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-input-file"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-input-file.h"

/* Returns TRUE if the path names a descriptor of this process, or the empty device. */
static gboolean
is_of_process (const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]) && strchr (path + strlen (folders[i]), '/') == NULL)
      return TRUE;

  return g_str_equal (path, "/dev/stdin") || g_str_equal (path, "/dev/null");
}

/* Returns FALSE with an error if reading could wait for a program that does not exist. */
static gboolean
check_type (const char *path, const struct stat *status, GError **error)
{
  g_autofree char *shown = troupe_path_for_display (path);

  if (S_ISREG (status->st_mode) || (!S_ISDIR (status->st_mode) && is_of_process (path)))
    return TRUE;

  if (S_ISDIR (status->st_mode))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY,
                 _ ("“%s” is a folder; expected a file"), shown);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                 _ ("“%s” is a device or a pipe; expected a file"), shown);
  return FALSE;
}

int
troupe_input_file_open (const char *path, GError **error)
{
  g_autofree char *shown = NULL;
  struct stat status;
  int descriptor;
  int number;

  g_return_val_if_fail (path != NULL, -1);
  g_return_val_if_fail (error == NULL || *error == NULL, -1);

  descriptor = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor >= 0 && fstat (descriptor, &status) == 0)
    {
      /* Opening a path of a descriptor creates a description of its own, so that the one of the other
       * programs with the pipe stays as it is. */
      if (check_type (path, &status, error))
        {
          (void) fcntl (descriptor, F_SETFL, fcntl (descriptor, F_GETFL) & ~O_NONBLOCK);
          return descriptor;
        }
      close (descriptor);
      return -1;
    }
  number = errno;
  if (descriptor >= 0)
    close (descriptor);
  shown = troupe_path_for_display (path);
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
               _ ("Could not open “%s”: %s"), shown, g_strerror (number));
  return -1;
}
