/* test-home-settings.c: texts in the home folder that name a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-home-settings.h"

static char *
write_text (const char *name, const char *text)
{
  char *path = g_build_filename (g_get_home_dir (), name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_no_errno (g_mkdir_with_parents (folder, 0700));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* Returns whether another process sees a lock of this one. */
static gboolean
is_locked (const char *path)
{
  const pid_t child = fork ();
  int status = 0;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
      const int file = open (path, O_RDWR | O_CLOEXEC);

      _exit (file >= 0 && fcntl (file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK
                 ? EXIT_SUCCESS
                 : EXIT_FAILURE);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return WIFEXITED (status) && WEXITSTATUS (status) == EXIT_SUCCESS;
}

/* Databases are not opened. To close one would release the locks that SQLite has for the whole process, so that another program would take
 * itself for the last one and would remove the data that are only in the WAL. */
static void
test_databases (void)
{
  static const char *const names[] = { ".local/share/troupe/runs.db",
                                       ".local/share/troupe/runs.db-shm", ".other/runs.db-wal",
                                       ".other/a.sqlite3", ".other/x.db.documents" };
  g_autofree char *project = g_build_filename (g_get_home_dir (), "project", NULL);
  g_autofree char *settings = write_text (".tool/settings", project);
  g_autofree char *own = write_text (".local/share/troupe/own-documents", project);
  g_auto (GStrv) found = NULL;
  char *paths[G_N_ELEMENTS (names)];
  int files[G_N_ELEMENTS (names)];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

      paths[i] = write_text (names[i], project);
      files[i] = open (paths[i], O_RDWR | O_CLOEXEC);
      g_assert_cmpint (fcntl (files[i], F_SETLK, &lock), ==, 0);
    }
  found = troupe_home_settings_list_with (project);
  g_assert_true (g_strv_contains ((const char *const *) found, settings));
  g_assert_cmpuint (g_strv_length (found), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i]);
      g_assert_true (is_locked (paths[i]));
      close (files[i]);
      g_free (paths[i]);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *home = g_dir_make_tmp ("troupe-home-XXXXXX", NULL);
  int result;

  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/home-settings/databases", test_databases);

  result = g_test_run ();
  remove_all (home);
  return result;
}
