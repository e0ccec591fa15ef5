/* link-race.c: an attacker exchanges folders for symbolic links while files are written and read
 *
 * usage: link-race ATTEMPTS
 *
 * A folder for untrusted paths contains the folder `a`. A thread exchanges it all the time for a
 * link to a folder outside, whose file `secret` must not be read and in which no file may appear.
 * Prints the number of attempts, of exchanges, and of attempts that succeeded; exit 1 if one led
 * outside.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-folder.h"

#define EXCHANGE 2 /* RENAME_EXCHANGE */

static char *inside, *outside;
static gint is_over;
static guint64 n_exchanges;

static gpointer
exchange (gpointer data)
{
  g_autofree char *folder = g_build_filename (inside, "a", NULL);
  g_autofree char *link = g_build_filename (inside, "link", NULL);

  while (!g_atomic_int_get (&is_over))
    n_exchanges += syscall (SYS_renameat2, AT_FDCWD, folder, AT_FDCWD, link, EXCHANGE) == 0 ? 1 : 0;
  return NULL;
}

/* Returns whether the secret was read. */
static gboolean
read_secret (int folder, guint64 *n_opened)
{
  char text[16] = "";
  int file = troupe_folder_open_beneath (folder, "a/secret", O_RDONLY | O_CLOEXEC, FALSE, NULL);
  gboolean is_read;

  if (file < 0)
    return FALSE;
  (*n_opened)++;
  is_read = read (file, text, sizeof text - 1) > 0 && strcmp (text, "outside") == 0;
  close (file);
  return is_read;
}

static void
write_file (int folder, guint64 *n_opened)
{
  int target =
      troupe_folder_open_beneath (folder, "a/b", O_RDONLY | O_DIRECTORY | O_CLOEXEC, TRUE, NULL);

  if (target < 0)
    return;
  (*n_opened)++;
  troupe_folder_save (target, "written", "x", 1, NULL);
  close (target);
}

static void
set_up (const char *root)
{
  g_autofree char *real = NULL, *link = NULL, *secret = NULL, *own = NULL;

  inside = g_build_filename (root, "inside", NULL);
  outside = g_build_filename (root, "outside", NULL);
  real = g_build_filename (inside, "a", NULL);
  link = g_build_filename (inside, "link", NULL);
  secret = g_build_filename (outside, "secret", NULL);
  own = g_build_filename (real, "secret", NULL);
  g_assert_cmpint (g_mkdir_with_parents (real, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (outside, 0700), ==, 0);
  g_assert_cmpint (symlink (outside, link), ==, 0);
  g_assert_true (g_file_set_contents (secret, "outside", -1, NULL));
  g_assert_true (g_file_set_contents (own, "inside", -1, NULL));
}

int
main (int argc, char **argv)
{
  const guint64 n_attempts = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 1000;
  const char *memory = g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm" : g_get_tmp_dir ();
  g_autofree char *root = g_build_filename (memory, "link-race-XXXXXX", NULL);
  g_autofree char *escaped = NULL;
  guint64 n_opened = 0, n_escapes = 0;
  GThread *thread;
  int folder;

  g_assert_nonnull (g_mkdtemp (root));
  set_up (root);
  folder = open (inside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  thread = g_thread_new ("exchange", exchange, NULL);
  for (guint64 i = 0; i < n_attempts; i++)
    {
      if (i % 64 == 0)
        write_file (folder, &n_opened);
      else
        n_escapes += read_secret (folder, &n_opened);
    }
  g_atomic_int_set (&is_over, TRUE);
  g_thread_join (thread);
  escaped = g_build_filename (outside, "b", NULL);
  n_escapes += g_file_test (escaped, G_FILE_TEST_EXISTS);
  g_print ("figure: %" G_GUINT64_FORMAT " attempts during %" G_GUINT64_FORMAT
           " exchanges, %" G_GUINT64_FORMAT " opened a file inside, %" G_GUINT64_FORMAT
           " escapes\n",
           n_attempts, n_exchanges, n_opened, n_escapes);
  if (n_escapes > 0)
    g_print ("wrong: %" G_GUINT64_FORMAT " escapes\n", n_escapes);
  close (folder);
  remove_all (root);
  g_free (inside);
  g_free (outside);
  return n_escapes > 0 ? 1 : 0;
}
