/* test-folder.c: opening folders and files without following symbolic links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "troupe-folder.h"
#include "../test-remove.h"

/* A working folder, and another folder that must not be written to. */
typedef struct
{
  char *root;
  char *work;
  char *other;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->root = g_dir_make_tmp ("troupe-folder-XXXXXX", NULL);
  self->work = g_build_filename (self->root, "real", NULL);
  self->other = g_build_filename (self->root, "other", NULL);
  g_mkdir (self->work, 0700);
  g_mkdir (self->other, 0700);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->root);
  g_free (self->root);
  g_free (self->work);
  g_free (self->other);
}

static void
make_link (Fixture *self, const char *target, const char *name)
{
  g_autofree char *path = g_build_filename (self->work, name, NULL);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static guint
count (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  guint n_names = 0;

  while (g_dir_read_name (folder) != NULL)
    n_names++;
  return n_names;
}

static void
test_makes_and_saves (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_build_filename (self->work, "a", "b", "c.json", NULL);
  g_autofree char *text = NULL;
  int folder = troupe_folder_open ("./a/../a/b", self->work, FALSE, &error);

  g_assert_cmpint (folder, ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpuint (count (self->work), ==, 0);
  folder = troupe_folder_open ("./a/../a/b", self->work, TRUE, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_folder_save (folder, "c.json", "one", 3, &error));
  g_assert_true (troupe_folder_save (folder, "c.json", "two!", 4, &error));
  g_assert_no_error (error);
  close (folder);
  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "two!");
}

static void
assert_refused (Fixture *self, const char *path, gboolean make)
{
  g_autoptr (GError) error = NULL;
  int folder = troupe_folder_open (path, self->work, make, &error);

  g_assert_cmpint (folder, ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_nonnull (strstr (error->message, "symbolic link"));
  g_assert_cmpuint (count (self->other), ==, 0);
}

/* Symbolic links are refused as the last element of a path, in the middle of a path, and before
 * missing elements. This applies to relative and absolute paths. */
static void
test_refuses_links (Fixture *self, gconstpointer data)
{
  g_autofree char *absolute = g_build_filename (self->work, "out", "x", NULL);

  make_link (self, self->other, "out");
  make_link (self, "../other", "up");
  make_link (self, "nowhere", "dead");
  for (guint make = 0; make < 2; make++)
    {
      assert_refused (self, "out", make);
      assert_refused (self, "out/x/y", make);
      assert_refused (self, "up/x", make);
      assert_refused (self, absolute, make);
      assert_refused (self, "dead/x", make);
    }
}

/* The working folder itself may be reached by a symbolic link because the user chose it. */
static void
test_base_may_be_a_link (Fixture *self, gconstpointer data)
{
  g_autofree char *link = g_build_filename (self->root, "link", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  int folder;

  g_assert_cmpint (symlink ("real", link), ==, 0);
  folder = troupe_folder_open ("in", link, TRUE, &error);
  g_assert_no_error (error);
  close (folder);
  path = troupe_path_confine ("in/x.db", link, &error);
  g_assert_no_error (error);
  g_assert_null (strstr (path, "link"));
  g_assert_true (g_str_has_suffix (path, "/real/in/x.db"));
}

/* A failed write leaves no new file, not even a temporary file, and the previous file is
 * unchanged. */
static void
test_no_room (Fixture *self, gconstpointer data)
{
  g_autofree char *large = g_strnfill (100000, 'x');
  g_autoptr (GError) error = NULL;
  struct rlimit before, limit;
  gboolean is_saved, is_there;
  int folder = troupe_folder_open ("in", self->work, TRUE, &error);
  g_autofree char *path = g_build_filename (self->work, "in", NULL);

  g_assert_true (troupe_folder_save (folder, "a", "old", 3, &error));
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = before;
  limit.rlim_cur = 5000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  is_saved = troupe_folder_save (folder, "b", large, 100000, &error);
  is_there = troupe_folder_save (folder, "a", large, 100000, NULL);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_false (is_saved);
  g_assert_false (is_there);
  g_assert_nonnull (error);
  g_assert_cmpuint (count (path), ==, 1);
  /* An existing file of the same name is replaced. */
  g_clear_error (&error);
  g_assert_true (troupe_folder_save (folder, "a", large, 100000, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count (path), ==, 1);
  close (folder);
}

static void
test_confine (Fixture *self, gconstpointer data)
{
  g_autofree char *secret = g_build_filename (self->other, "secret.db", NULL);
  g_autofree char *expected = g_build_filename (self->work, "new", "x.db", NULL);
  g_autofree char *made = NULL;
  g_autoptr (GError) error = NULL;
  static const char *const refused[] = { "file.db", "out/x.db", "dead.db" };

  make_link (self, secret, "file.db");
  make_link (self, self->other, "out");
  make_link (self, "nowhere", "dead.db");
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = troupe_path_confine (refused[i], self->work, &error);

      g_assert_null (path);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_clear_error (&error);
    }
  made = troupe_path_confine ("new/x.db", self->work, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (made, ==, expected);
  g_assert_cmpuint (count (self->work), ==, 3);
  g_assert_cmpuint (count (self->other), ==, 0);
}

/* The folder of a file is opened without following a link that has replaced it since its path was
 * confined, and is created if necessary. */
static void
test_open_parent (Fixture *self, gconstpointer data)
{
  g_autofree char *base = g_build_filename (self->root, "link", NULL);
  g_autofree char *path = NULL;
  g_autofree char *made = NULL;
  g_autoptr (GError) error = NULL;
  int folder;

  g_assert_cmpint (symlink ("real", base), ==, 0);
  path = troupe_path_confine ("new/x.db", base, &error);
  g_assert_no_error (error);
  g_assert_cmpint (troupe_folder_open_parent (path, base, FALSE, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  folder = troupe_folder_open_parent (path, base, TRUE, &error);
  g_assert_no_error (error);
  close (folder);
  made = g_build_filename (self->work, "new", NULL);
  g_assert_cmpint (g_rmdir (made), ==, 0);
  make_link (self, self->other, "new");
  for (guint make = 0; make < 2; make++)
    {
      g_assert_cmpint (troupe_folder_open_parent (path, base, make, &error), ==, -1);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_clear_error (&error);
    }
  g_assert_cmpuint (count (self->other), ==, 0);
}

/* A document cannot name files of its folder or of the home folder that carry keys or start
 * programs. */
static void
test_confine_protected (Fixture *self, gconstpointer data)
{
  static const char *const refused[] = { ".env",
                                         "sub/.env",
                                         ".git/hooks/post-commit",
                                         ".vscode/tasks.json",
                                         ".ssh/authorized_keys",
                                         "key.pem",
                                         ".hidden/x.db",
                                         "autostart/x.desktop",
                                         ".hidden",
                                         "other-name.db",
                                         "deep/other-name.db" };
  g_autofree char *env = g_build_filename (self->work, ".env", NULL);
  g_autofree char *other = g_build_filename (self->work, "other-name.db", NULL);
  g_autofree char *deep = g_build_filename (self->work, "deep", NULL);
  g_autofree char *third = g_build_filename (deep, "other-name.db", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (env, "KEY=1", -1, NULL));
  g_assert_cmpint (link (env, other), ==, 0);
  g_assert_cmpint (g_mkdir (deep, 0700), ==, 0);
  g_assert_cmpint (link (env, third), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = troupe_path_confine (refused[i], self->work, &error);

      g_test_message ("%s", refused[i]);
      g_assert_null (path);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_clear_error (&error);
    }
  g_assert_cmpint (troupe_folder_open (".ssh/main", self->work, TRUE, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_cmpuint (count (self->work), ==, 3);
}

/* A path from a model either is below the folder or is refused, regardless of how it is written. */
static void
test_beneath (Fixture *self, gconstpointer data)
{
  static const char *const out[] = { "..",   "a/../..", "/etc", "/", "../other", "a/../../other",
                                     "link", "link/x",  "inner" };
  int folder = open (self->work, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  g_autoptr (GError) error = NULL;
  int found;

  make_link (self, "../other", "link");
  make_link (self, "a", "inner");
  found = troupe_folder_open_beneath (folder, "a//b/.", O_RDONLY | O_DIRECTORY, TRUE, &error);
  g_assert_no_error (error);
  close (found);
  for (guint i = 0; i < G_N_ELEMENTS (out); i++)
    {
      g_assert_cmpint (troupe_folder_open_beneath (folder, out[i], O_RDONLY | O_DIRECTORY, TRUE,
                                                   &error),
                       ==, -1);
      g_test_message ("%s: %s", out[i], error->message);
      g_assert_cmpint (error->domain, ==, G_IO_ERROR);
      g_clear_error (&error);
    }
  g_assert_cmpuint (count (self->other), ==, 0);
  g_assert_cmpint (troupe_folder_open_beneath (folder, "none", O_RDONLY, FALSE, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  found = troupe_folder_open_beneath (folder, "", O_RDONLY | O_DIRECTORY, FALSE, NULL);
  g_assert_cmpint (found, >=, 0);
  close (found);
  close (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/folder/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("makes-and-saves", test_makes_and_saves);
  ADD ("refuses-links", test_refuses_links);
  ADD ("base-may-be-a-link", test_base_may_be_a_link);
  ADD ("no-room", test_no_room);
  ADD ("confine", test_confine);
  ADD ("open-parent", test_open_parent);
  ADD ("confine-protected", test_confine_protected);
#undef ADD
  g_test_add ("/folder/beneath", Fixture, NULL, set_up, test_beneath, tear_down);
  return g_test_run ();
}
