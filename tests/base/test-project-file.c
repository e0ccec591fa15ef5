/* test-project-file.c: files that a document names are opened inside its folder only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-project-file.h"

#define SECRET "canary-of-the-owner"

/* @outside: a folder beside @project, which no document may read */
typedef struct
{
  char *root;
  char *project;
  char *outside;
} Fixture;

static char *
save (const char *folder, const char *name, const char *text)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
make_link (Fixture *self, const char *target, const char *name)
{
  g_autofree char *path = g_build_filename (self->project, name, NULL);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *file = NULL;
  g_autofree char *secret = NULL;

  self->root = g_dir_make_tmp ("troupe-project-XXXXXX", NULL);
  self->project = g_build_filename (self->root, "project", NULL);
  self->outside = g_build_filename (self->root, "outside", NULL);
  file = save (self->project, "notes/a.txt", "text");
  secret = save (self->outside, "secret.txt", SECRET);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->root);
  g_free (self->root);
  g_free (self->project);
  g_free (self->outside);
}

static char *
read_name (Fixture *self, const char *name, GError **error)
{
  return troupe_project_file_read (self->project, name, 1000, NULL, NULL, error);
}

static void
assert_refused (Fixture *self, const char *name, int code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = read_name (self, name, &error);

  g_assert_null (text);
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_false (troupe_project_file_exists (self->project, name));
}

static void
assert_read (Fixture *self, const char *name, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = read_name (self, name, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_inside (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *link = g_build_filename (self->root, "link", NULL);
  g_autofree char *through_link = NULL;
  g_autofree char *real = NULL;
  g_autofree char *expected = NULL;
  int descriptor;

  make_link (self, "notes", "n");
  make_link (self, "notes/a.txt", "b.txt");
  assert_read (self, "notes/a.txt", "text");
  assert_read (self, "./notes//a.txt", "text");
  assert_read (self, "n/a.txt", "text");
  assert_read (self, "b.txt", "text");

  /* The folder itself may be reached through a link. */
  g_assert_cmpint (symlink ("project", link), ==, 0);
  through_link = troupe_project_file_read (link, "b.txt", 1000, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (through_link, ==, "text");

  descriptor = troupe_project_file_open (link, "n/a.txt", &real, &error);
  g_assert_no_error (error);
  close (descriptor);
  expected = g_build_filename (self->project, "notes", "a.txt", NULL);
  g_assert_cmpstr (real, ==, expected);
}

static void
test_outside (Fixture *self, gconstpointer data)
{
  g_autofree char *absolute = g_build_filename (self->outside, "secret.txt", NULL);
  g_autofree char *of_process = g_strdup_printf ("/proc/%d/cwd", (int) getpid ());
  g_autofree char *far = g_strnfill (5000, 'a');

  make_link (self, absolute, "to-file");
  make_link (self, "../outside", "to-folder");
  make_link (self, "to-folder/secret.txt", "to-link");
  make_link (self, of_process, "magic");
  make_link (self, "missing", "dangling");
  assert_refused (self, "../outside/secret.txt", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "notes/../../outside/secret.txt", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "notes/../notes/a.txt", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, absolute, G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "to-file", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "to-folder/secret.txt", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "to-link", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "magic/a", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "/proc/self/environ", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "dangling", G_IO_ERROR_NOT_FOUND);
  assert_refused (self, "missing", G_IO_ERROR_NOT_FOUND);
  assert_refused (self, "~/.ssh/id_rsa", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, far, G_IO_ERROR_FILENAME_TOO_LONG);
}

static void
test_protected (Fixture *self, gconstpointer data)
{
  g_autofree char *env = save (self->project, ".env", "KEY=" SECRET);
  g_autofree char *deep = save (self->project, "sub/.Env.local", "KEY=" SECRET);
  g_autofree char *hook = save (self->project, ".git/hooks/pre-commit", SECRET);
  g_autofree char *key = save (self->project, "server.pem", SECRET);
  g_autofree char *hard = g_build_filename (self->project, "notes", "b.txt", NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (link (env, hard), ==, 0);
  make_link (self, ".env", "c.txt");
  make_link (self, "sub", "d");
  make_link (self, ".git/hooks/pre-commit", "e.txt");
  assert_refused (self, ".env", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "./.env", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "notes/../.env", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "sub/.Env.local", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, ".git/hooks/pre-commit", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "server.pem", G_IO_ERROR_PERMISSION_DENIED);
  /* Other names of the same files. */
  assert_refused (self, "notes/b.txt", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "c.txt", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "d/.Env.local", G_IO_ERROR_PERMISSION_DENIED);
  assert_refused (self, "e.txt", G_IO_ERROR_PERMISSION_DENIED);
  assert_read (self, "notes/a.txt", "text");

  bytes = troupe_project_file_read_any (self->project, ".env", 1000, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (bytes, ==, "KEY=" SECRET);
}

static void
test_other_kinds (Fixture *self, gconstpointer data)
{
  g_autofree char *pipe = g_build_filename (self->project, "pipe", NULL);
  g_autofree char *socket_path = g_build_filename (self->project, "socket", NULL);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int descriptor = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_strlcpy (address.sun_path, socket_path, sizeof address.sun_path);
  g_assert_cmpint (bind (descriptor, (struct sockaddr *) &address, sizeof address), ==, 0);
  assert_refused (self, "pipe", G_IO_ERROR_NOT_REGULAR_FILE);
  assert_refused (self, "notes", G_IO_ERROR_IS_DIRECTORY);
  g_assert_false (troupe_project_file_exists (self->project, "socket"));
  close (descriptor);
}

/* --- Races ------------------------------------------------------------------------------------ */

typedef struct
{
  Fixture *fixture;
  gint is_over; /* atomic */
} Swapper;

/* Replaces a file of the project with a link to a secret, and back, as fast as possible. */
static gpointer
swap_thread (gpointer data)
{
  Swapper *self = data;
  const char *project = self->fixture->project;
  g_autofree char *path = g_build_filename (project, "swapped.txt", NULL);
  g_autofree char *aside = g_build_filename (project, "aside", NULL);
  g_autofree char *target = g_build_filename (self->fixture->outside, "secret.txt", NULL);
  g_autofree char *own = g_build_filename (project, "notes", "a.txt", NULL);

  while (!g_atomic_int_get (&self->is_over))
    {
      g_unlink (aside);
      if (symlink (target, aside) == 0)
        g_rename (aside, path);
      g_unlink (aside);
      if (link (own, aside) == 0)
        g_rename (aside, path);
    }
  return NULL;
}

/* Returns whether a race goes on that began at @begun_us: for @n_seconds, and until each side has won once. A busy disk
 * can hold a thread for seconds. */
static gboolean
is_racing (gint64 begun_us, guint n_seconds, guint n_won, guint n_lost)
{
  const gint64 passed_us = g_get_monotonic_time () - begun_us;

  g_assert_cmpint (passed_us, <, 60 * G_USEC_PER_SEC);
  return passed_us < n_seconds * G_USEC_PER_SEC || n_won == 0 || n_lost == 0;
}

static void
test_race (Fixture *self, gconstpointer data)
{
  Swapper swapper = { .fixture = self };
  g_autofree char *path = save (self->project, "swapped.txt", "text");
  GThread *thread = g_thread_new ("swap", swap_thread, &swapper);
  const gint64 begun_us = g_get_monotonic_time ();
  guint n_read = 0;
  guint n_refused = 0;

  while (is_racing (begun_us, 2, n_read, n_refused) && (n_read < 2000 || n_refused < 2000))
    {
      g_autofree char *text = read_name (self, "swapped.txt", NULL);

      if (text == NULL)
        n_refused++;
      else
        n_read++;
      g_assert_true (text == NULL || g_str_equal (text, "text"));
    }
  g_atomic_int_set (&swapper.is_over, TRUE);
  g_thread_join (thread);
  g_test_message ("%u times read, %u times refused", n_read, n_refused);
  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_refused, >, 0);
}

static gboolean
write_name (Fixture *self, const char *name, gboolean is_new, GError **error)
{
  return troupe_project_file_save (self->project, name, "new", 3, NULL, is_new, NULL, error);
}

/* Files are saved inside the project only: links inside it are followed and preserved, links that lead
 * outside or to nothing are refused, also by the folders along the path. */
static void
test_save (Fixture *self, gconstpointer data)
{
  static const char *const refused[] = { "secret.txt", "dead.txt", "dead-outside.txt",
                                         "out/x.txt",  "../x.txt", "notes/../../x.txt" };
  g_autofree char *secret = g_build_filename (self->outside, "secret.txt", NULL);
  g_autofree char *missing = g_build_filename (self->outside, "missing.txt", NULL);
  g_autofree char *link = g_build_filename (self->project, "link.txt", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  make_link (self, "notes/a.txt", "link.txt");
  make_link (self, "notes", "folder");
  make_link (self, secret, "secret.txt");
  make_link (self, "missing.txt", "dead.txt");
  make_link (self, missing, "dead-outside.txt");
  make_link (self, self->outside, "out");
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    for (guint is_new = 0; is_new < 2; is_new++)
      {
        g_test_message ("%s", refused[i]);
        g_assert_false (write_name (self, refused[i], is_new, &error));
        g_assert_nonnull (error);
        g_clear_error (&error);
      }
  g_assert_true (g_file_get_contents (secret, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, SECRET);
  g_assert_false (g_file_test (missing, G_FILE_TEST_EXISTS));

  g_assert_true (write_name (self, "link.txt", FALSE, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_read (self, "notes/a.txt", "new");
  g_assert_true (write_name (self, "folder/b.txt", TRUE, &error));
  g_assert_true (write_name (self, "more/deep/c.txt", TRUE, &error));
  g_assert_no_error (error);
  assert_read (self, "notes/b.txt", "new");
  assert_read (self, "more/deep/c.txt", "new");
  g_assert_false (write_name (self, "folder/b.txt", TRUE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);

  g_assert_false (troupe_project_file_remove (self->project, "out/secret.txt", &error));
  g_clear_error (&error);
  g_assert_true (troupe_project_file_remove (self->project, "secret.txt", &error));
  g_assert_true (troupe_project_file_remove (self->project, "folder/b.txt", &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (secret, G_FILE_TEST_EXISTS));
}

/* A file is saved inside the project, or not at all, while its folder is exchanged with a link. */
static gpointer
exchange_thread (gpointer data)
{
  Swapper *self = data;
  g_autofree char *folder = g_build_filename (self->fixture->project, "notes", NULL);
  g_autofree char *link = g_build_filename (self->fixture->project, "out", NULL);

  while (!g_atomic_int_get (&self->is_over))
    g_assert_cmpint (renameat2 (AT_FDCWD, folder, AT_FDCWD, link, RENAME_EXCHANGE), ==, 0);
  return NULL;
}

static void
test_save_race (Fixture *self, gconstpointer data)
{
  Swapper swapper = { .fixture = self };
  const gint64 begun_us = g_get_monotonic_time ();
  g_autofree char *secret = g_build_filename (self->outside, "a.txt", NULL);
  guint n_saved = 0, n_refused = 0;
  GThread *thread;

  make_link (self, self->outside, "out");
  thread = g_thread_new ("exchange", exchange_thread, &swapper);
  while (is_racing (begun_us, 1, n_saved, n_refused))
    {
      if (write_name (self, "notes/a.txt", FALSE, NULL))
        n_saved++;
      else
        n_refused++;
    }
  g_atomic_int_set (&swapper.is_over, TRUE);
  g_thread_join (thread);
  g_test_message ("%u times saved, %u times refused", n_saved, n_refused);
  g_assert_cmpuint (n_saved, >, 0);
  g_assert_false (g_file_test (secret, G_FILE_TEST_EXISTS));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/project-file/inside", Fixture, NULL, set_up, test_inside, tear_down);
  g_test_add ("/project-file/outside", Fixture, NULL, set_up, test_outside, tear_down);
  g_test_add ("/project-file/protected", Fixture, NULL, set_up, test_protected, tear_down);
  g_test_add ("/project-file/other-kinds", Fixture, NULL, set_up, test_other_kinds, tear_down);
  g_test_add ("/project-file/race", Fixture, NULL, set_up, test_race, tear_down);
  g_test_add ("/project-file/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/project-file/save-race", Fixture, NULL, set_up, test_save_race, tear_down);

  return g_test_run ();
}
