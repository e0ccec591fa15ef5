/* test-remove.h: deletes the files that a test left in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib/gstdio.h>

/* Deletes @path and everything below it, but does not follow symbolic links. */
static inline void
remove_all (const char *path)
{
  GDir *folder = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_clear_pointer (&folder, g_dir_close);
  g_remove (path);
}
