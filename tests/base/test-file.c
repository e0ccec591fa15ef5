/* test-file.c: reading, atomic saving, and paths confined to a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utime.h>

#include "troupe-file.h"
#include "troupe-input-file.h"
#include "../test-remove.h"

#define LIMIT (1024 * 1024)

typedef struct
{
  char *folder;
  char *file;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-file-XXXXXX", NULL);
  self->file = g_build_filename (self->folder, "flow.json", NULL);
  g_assert_true (g_file_set_contents (self->file, "old", -1, NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_chmod (self->folder, 0700);
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->file);
}

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *content = NULL;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, expected);
}

/* Asserts the number of files in the folder, because no temporary file may be left. */
static void
assert_n_files (Fixture *self, guint expected)
{
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (folder) != NULL)
    n_files++;
  g_assert_cmpuint (n_files, ==, expected);
}

static void
test_read (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TroupeFileStamp stamp;
  gsize length;
  g_autofree char *content = troupe_file_read (self->file, LIMIT, &length, &stamp, &error);
  g_autofree char *pipe_path = g_build_filename (self->folder, "pipe", NULL);

  g_assert_no_error (error);
  g_assert_cmpstr (content, ==, "old");
  g_assert_cmpuint (length, ==, 3);
  g_assert_cmpint (stamp.size, ==, 3);
  g_assert_cmpuint (strlen (stamp.digest), ==, 64);

  g_assert_null (troupe_file_read (self->file, 2, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_nonnull (strstr (error->message, "flow.json"));
  g_clear_error (&error);
  g_assert_null (troupe_file_read (self->folder, LIMIT, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_null (troupe_file_read ("/nowhere/at/all", LIMIT, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_null (troupe_file_read (pipe_path, LIMIT, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

/* Inputs that a user names: files, and the open pipes of a shell, but no pipe without a writer. */
static void
test_input (Fixture *self, gconstpointer data)
{
  g_autofree char *pipe_path = g_build_filename (self->folder, "pipe", NULL);
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  const char *const refused[] = { pipe_path, link, self->folder, "/dev/zero", "/nowhere/at/all" };
  g_autofree char *passed = NULL;
  g_autoptr (GError) error = NULL;
  int ends[2];
  int input;
  char bytes[8] = "";

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (symlink (pipe_path, link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_assert_cmpint (troupe_input_file_open (refused[i], &error), ==, -1);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, refused[i]));
      g_clear_error (&error);
    }

  input = troupe_input_file_open (self->file, &error);
  g_assert_no_error (error);
  g_assert_cmpint (read (input, bytes, sizeof bytes), ==, 3);
  close (input);

  g_assert_cmpint (pipe (ends), ==, 0);
  g_assert_cmpint (write (ends[1], "abcd", 4), ==, 4);
  passed = g_strdup_printf ("/dev/fd/%d", ends[0]);
  input = troupe_input_file_open (passed, &error);
  g_assert_no_error (error);
  /* A reader waits for a slow writer. */
  g_assert_cmpint (fcntl (input, F_GETFL) & O_NONBLOCK, ==, 0);
  g_assert_cmpint (read (input, bytes, sizeof bytes), ==, 4);
  close (input);
  close (ends[0]);
  close (ends[1]);
}

static void
test_save (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TroupeFileStamp stamp;
  struct stat status;

  g_assert_cmpint (g_chmod (self->file, 0640), ==, 0);
  g_assert_true (troupe_file_save (self->file, "new one", 7, NULL, &stamp, &error));
  g_assert_no_error (error);
  assert_content (self->file, "new one");
  g_assert_cmpint (stat (self->file, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 07777, ==, 0640);
  g_assert_true (troupe_file_is_unchanged (self->file, &stamp));
  g_assert_cmpint (stamp.size, ==, 7);
  assert_n_files (self, 1);
}

static void
test_new_file (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "new.json", NULL);
  mode_t mask = umask (027);
  struct stat status;

  g_assert_true (troupe_file_save (path, "x", 1, NULL, NULL, NULL));
  umask (mask);
  g_assert_cmpint (stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 07777, ==, 0640);
  assert_n_files (self, 2);
}

static void
test_symbolic_link (Fixture *self, gconstpointer data)
{
  g_autofree char *inner = g_build_filename (self->folder, "inner", NULL);
  g_autofree char *link = g_build_filename (inner, "link.json", NULL);
  g_autofree char *second = g_build_filename (self->folder, "second.json", NULL);
  g_autofree char *loop = g_build_filename (self->folder, "loop", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  g_assert_cmpint (symlink ("../flow.json", link), ==, 0);
  g_assert_cmpint (symlink ("inner/link.json", second), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_true (troupe_file_save (second, "through", 7, NULL, NULL, NULL));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (second, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (self->file, G_FILE_TEST_IS_SYMLINK));
  assert_content (self->file, "through");
  g_assert_false (troupe_file_save (loop, "x", 1, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS);
}

static void
test_changed_on_disk (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TroupeFileStamp stamp;
  struct utimbuf times = { 1000, 1000 };
  g_autofree char *content = troupe_file_read (self->file, LIMIT, NULL, &stamp, NULL);

  /* A new time with the same content is not a change. */
  g_assert_cmpint (utime (self->file, &times), ==, 0);
  g_assert_true (troupe_file_is_unchanged (self->file, &stamp));

  g_assert_true (g_file_set_contents (self->file, "OLD", -1, NULL));
  g_assert_false (troupe_file_is_unchanged (self->file, &stamp));
  g_assert_false (troupe_file_save (self->file, "mine", 4, &stamp, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_assert_nonnull (strstr (error->message, "flow.json"));
  assert_content (self->file, "OLD");
  assert_n_files (self, 1);

  /* A file that was deleted has no changes of another program that could be lost. */
  g_clear_error (&error);
  g_assert_cmpint (g_remove (self->file), ==, 0);
  g_assert_true (troupe_file_save (self->file, "mine", 4, &stamp, &stamp, &error));
  g_assert_no_error (error);
  assert_content (self->file, "mine");
  g_assert_true (troupe_file_is_unchanged (self->file, &stamp));
}

static void
test_no_space (Fixture *self, gconstpointer data)
{
  struct rlimit before, limit;
  g_autofree char *large = g_strnfill (100000, 'x');
  g_autoptr (GError) error = NULL;
  gboolean is_saved;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = before;
  limit.rlim_cur = 5000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  is_saved = troupe_file_save (self->file, large, 100000, NULL, NULL, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_false (is_saved);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "flow.json"));
  assert_content (self->file, "old");
  assert_n_files (self, 1);
}

static void
test_folder_read_only (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_file_is_read_only (self->file));
  g_assert_cmpint (g_chmod (self->folder, 0500), ==, 0);
  g_assert_true (troupe_file_is_read_only (self->file));
  g_assert_false (troupe_file_save (self->file, "new", 3, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY);
  assert_content (self->file, "old");
}

static gboolean disk_is_full;

/* Replaces the function of the C library. */
ssize_t
write (int descriptor, const void *data, size_t size)
{
  if (disk_is_full)
    {
      errno = ENOSPC;
      return -1;
    }
  return syscall (SYS_write, descriptor, data, size);
}

/* The message says what to do. */
static void
test_full_disk (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean is_saved;

  disk_is_full = TRUE;
  is_saved = troupe_file_save (self->file, "new", 3, NULL, NULL, &error);
  disk_is_full = FALSE;
  g_assert_false (is_saved);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_true (g_str_has_suffix (
      error->message,
      ": the disk is full. Delete other files, or choose a folder on another disk."));
  assert_content (self->file, "old");
}

/* A read-only file is not replaced, although the permissions of the folder would allow it. */
static void
test_file_read_only (Fixture *self, gconstpointer data)
{
  g_autofree char *link_path = g_build_filename (self->folder, "link", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_chmod (self->file, 0444), ==, 0);
  g_assert_true (troupe_file_is_read_only (self->file));
  g_assert_false (troupe_file_save (self->file, "new", 3, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY);
  g_clear_error (&error);
  g_assert_cmpint (symlink (self->file, link_path), ==, 0);
  g_assert_false (troupe_file_save (link_path, "new", 3, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY);
  assert_content (self->file, "old");
}

static void
test_special_targets (Fixture *self, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (self->folder, "no", "file", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_file_save (self->folder, "x", 1, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_assert_false (troupe_file_save ("/dev/null", "x", 1, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  g_assert_false (troupe_file_save (missing, "x", 1, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Reads the file repeatedly. A reader sees either the old or the new content, but never a part
 * of it. */
static gpointer
look (gpointer data)
{
  const char *path = data;
  gint64 deadline = g_get_monotonic_time () + 300 * 1000;
  guint n_wrong = 0;

  while (g_get_monotonic_time () < deadline)
    {
      g_autofree char *content = NULL;
      gsize length = 0;

      if (!g_file_get_contents (path, &content, &length, NULL) ||
          (strcmp (content, "old") != 0 && (length != 50000 || strspn (content, "x") != length)))
        n_wrong++;
    }
  return GUINT_TO_POINTER (n_wrong);
}

static void
test_always_whole (Fixture *self, gconstpointer data)
{
  g_autofree char *large = g_strnfill (50000, 'x');
  GThread *looker = g_thread_new ("look", look, self->file);
  gint64 deadline = g_get_monotonic_time () + 300 * 1000;

  for (guint i = 0; g_get_monotonic_time () < deadline; i++)
    g_assert_true (troupe_file_save (self->file, i % 2 == 0 ? large : "old", i % 2 == 0 ? 50000 : 3,
                                     NULL, NULL, NULL));
  g_assert_cmpuint (GPOINTER_TO_UINT (g_thread_join (looker)), ==, 0);
}

static void
test_beneath (Fixture *self, gconstpointer data)
{
  const char *const refused[] = {
    "",     "/etc/passwd", "..",       "../x", "a/../../x", "a/..",       "out/x",      "out",
    "root", "root/etc",    "dangling", "loop", "loop/x",    "dangling/x", "flow.json/x"
  };
  const char *const allowed[][2] = {
    { "flow.json", "flow.json" }, { "./new.txt", "new.txt" }, { "a//b/./c", "a/b/c" },
    { "in/x", "in/x" },           { "...", "..." },           { "a..b", "a..b" }
  };
  const char *const links[][2] = {
    { "..", "out" }, { "/", "root" }, { "../gone", "dangling" }, { "loop", "loop" }, { "a", "in" }
  };
  g_autofree char *inner = g_build_filename (self->folder, "a", NULL);
  g_autofree char *real = realpath (self->folder, NULL);

  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, links[i][1], NULL);
      g_assert_cmpint (symlink (links[i][0], path), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_test_message ("%s", refused[i]);
      g_assert_null (troupe_path_resolve_beneath (self->folder, refused[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
    }
  for (guint i = 0; i < G_N_ELEMENTS (allowed); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = troupe_path_resolve_beneath (self->folder, allowed[i][0], &error);
      g_autofree char *expected = g_build_filename (real, allowed[i][1], NULL);
      g_assert_no_error (error);
      g_assert_cmpstr (path, ==, expected);
    }
}

static void
test_display (void)
{
  g_autofree char *inside = g_build_filename (g_get_home_dir (), "flows", "a.json", NULL);
  g_autofree char *beside = g_strconcat (g_get_home_dir (), "x/a", NULL);
  g_autofree char *shown = troupe_path_for_display (inside);
  g_autofree char *shown_beside = troupe_path_for_display (beside);

  g_assert_cmpstr (shown, ==, "~/flows/a.json");
  g_assert_cmpstr (shown_beside, ==, beside);
}

static void
test_below (void)
{
  static const struct
  {
    const char *path, *folder, *below;
  } cases[] = {
    { "/a/b/c", "/a", "b/c" }, { "/a", "/a", "" },   { "/a/", "/a", "" },
    { "/ab", "/a", NULL },     { "/b", "/a", NULL }, { "/a//b", "/a", "b" },
    { "/a/b", "/", "a/b" },    { "/", "/", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *below = troupe_path_get_below (cases[i].path, cases[i].folder);

      g_assert_cmpstr (below, ==, cases[i].below);
      g_assert_true ((below != NULL) == troupe_path_is_within (cases[i].path, cases[i].folder));
    }
}

/* The path is that of the file itself, also if it was opened through a link and then renamed. */
static void
test_descriptor (Fixture *self, gconstpointer data)
{
  g_autofree char *real = realpath (self->folder, NULL);
  g_autofree char *first = g_build_filename (real, "first", NULL);
  g_autofree char *second = g_build_filename (real, "second", NULL);
  g_autofree char *link = g_build_filename (real, "link", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  int descriptor;

  g_assert_true (g_file_set_contents (first, "x", 1, NULL));
  g_assert_cmpint (symlink ("first", link), ==, 0);
  descriptor = open (link, O_RDONLY | O_CLOEXEC);
  before = troupe_path_from_descriptor (descriptor);
  g_assert_cmpint (g_rename (first, second), ==, 0);
  after = troupe_path_from_descriptor (descriptor);
  g_assert_cmpstr (before, ==, first);
  g_assert_cmpstr (after, ==, second);
  close (descriptor);
  g_assert_null (troupe_path_from_descriptor (-1));
}

#define ADD(name, function) g_test_add ("/file/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("read", test_read);
  ADD ("input", test_input);
  ADD ("save", test_save);
  ADD ("new-file", test_new_file);
  ADD ("symbolic-link", test_symbolic_link);
  ADD ("changed-on-disk", test_changed_on_disk);
  ADD ("no-space", test_no_space);
  ADD ("folder-read-only", test_folder_read_only);
  ADD ("file-read-only", test_file_read_only);
  ADD ("full-disk", test_full_disk);
  ADD ("special-targets", test_special_targets);
  ADD ("always-whole", test_always_whole);
  ADD ("beneath", test_beneath);
  ADD ("descriptor", test_descriptor);
  g_test_add_func ("/file/below", test_below);
  g_test_add_func ("/file/display", test_display);
  return g_test_run ();
}
