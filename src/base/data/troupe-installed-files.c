/* troupe-installed-files.c: locations of the installed data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-installed-files"

#include "config.h"

#include "troupe-installed-files.h"

#define PROGRAM_LINK "/proc/self/exe"

/* Returns the folder of the running program. (transfer full) (nullable) */
static char *
find_programs (void)
{
  g_autofree char *program = g_file_read_link (PROGRAM_LINK, NULL);

  return program != NULL ? g_path_get_dirname (program) : NULL;
}

/* Returns TRUE if the folder of data @shared contains @folder with @file. */
static gboolean
has_file (const char *shared, const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (shared, folder, file, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

char *
troupe_installed_files_find_folder (const char *folder, const char *file)
{
  const char *const *others = g_get_system_data_dirs ();
  g_autofree char *shared = g_path_get_dirname (TROUPE_DATA_DIR);
  g_autofree char *programs = find_programs ();
  g_autofree char *prefix = programs != NULL ? g_path_get_dirname (programs) : NULL;
  g_autofree char *beside = prefix != NULL ? g_build_filename (prefix, "share", NULL) : NULL;

  g_return_val_if_fail (folder != NULL && file != NULL, NULL);

  if (!has_file (shared, folder, file))
    {
      if (beside != NULL && has_file (beside, folder, file))
        return g_build_filename (beside, folder, NULL);
      for (guint i = 0; others[i] != NULL; i++)
        if (has_file (others[i], folder, file))
          return g_build_filename (others[i], folder, NULL);
    }

  return g_build_filename (shared, folder, NULL);
}

char *
troupe_installed_files_find (const char *name)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  folder = troupe_installed_files_find_folder ("troupe", name);

  return g_build_filename (folder, name, NULL);
}

char *
troupe_installed_files_choose (const char *installed, const char *const *others)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (installed != NULL && others != NULL, NULL);

  if (g_file_test (installed, G_FILE_TEST_IS_REGULAR))
    return g_strdup (installed);
  folder = find_programs ();
  for (guint i = 0; folder != NULL && others[i] != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (others[i], folder);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }

  return g_strdup (installed);
}
