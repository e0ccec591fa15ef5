/* troupe-own-file.c: files that are installed together with the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-own-file"

#include "config.h"

#include "troupe-own-file.h"

char *
troupe_own_file_find (const char *installed, const char *const *others)
{
  g_autofree char *program = NULL;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (installed != NULL && others != NULL, NULL);

  if (g_file_test (installed, G_FILE_TEST_IS_REGULAR))
    return g_strdup (installed);
  program = g_file_read_link ("/proc/self/exe", NULL);
  folder = program != NULL ? g_path_get_dirname (program) : NULL;
  for (guint i = 0; folder != NULL && others[i] != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (others[i], folder);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }

  return g_strdup (installed);
}
