/* test-feedback-lessons-files.c: lessons stored in files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>

#include "../test-remove.h"
#include "../test-wait.h"
#include "lessons-test.h"
#include "troupe-run.h"

static void
damage (const char *path)
{
  FILE *file = fopen (path, "a");

  g_assert_nonnull (file);
  fputs ("{\"lesson\": \"half", file);
  fclose (file);
}

static void
test_files (void)
{
  static const char *const first[] = { "a", "b\nb", NULL };
  static const char *const second[] = { "c", "a", NULL };
  const TroupeLessonsPlace place = { "/x", "X", "m", "hitl" };
  const TroupeLessonsPlace other = { "/x", "X", "n", "hitl" };
  g_autofree char *parent = g_dir_make_tmp ("troupe-lessons-XXXXXX", NULL);
  g_autofree char *inner = g_build_filename (parent, "lessons", NULL);
  g_autoptr (TroupeLessons) lessons = troupe_lessons_file_new (parent, NULL);
  g_autofree char *path = NULL;
  GDir *dir = NULL;

  assert_recalled (lessons, &place, 10, "");
  g_assert_false (g_file_test (inner, G_FILE_TEST_EXISTS));
  keep_lessons (lessons, &place, first);
  dir = g_dir_open (inner, 0, NULL);
  path = g_build_filename (inner, g_dir_read_name (dir), NULL);
  g_dir_close (dir);
  damage (path);
  keep_lessons (lessons, &place, second);
  assert_recalled (lessons, &place, 10, "a|c|b\nb");
  assert_recalled (lessons, &place, 2, "a|c");
  assert_recalled (lessons, &other, 10, "");
  remove_all (parent);
}

/* Only the end of a large file is read, starting at the first complete line. */
static void
test_large_file (void)
{
  g_autofree char *parent = g_dir_make_tmp ("troupe-lessons-XXXXXX", NULL);
  g_autoptr (TroupeLessons) lessons = troupe_lessons_file_new (parent, NULL);
  const TroupeLessonsPlace place = { "/x", "X", "m", "hitl" };
  g_autofree char *large = g_strnfill (300 * 1024, 'x');
  const char *const texts[] = { "old", large, "new", NULL };

  keep_lessons (lessons, &place, texts);
  assert_recalled (lessons, &place, 10, "new");
  remove_all (parent);
}

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GError **error = user_data;

  g_assert_false (troupe_lessons_keep_finish (TROUPE_LESSONS (source), result, error));
  g_assert_nonnull (*error);
}

/* Lessons count for what a run stores. */
static void
test_disk (void)
{
  static const char *const texts[] = { "one", NULL };
  const TroupeLessonsPlace place = { "/x", "X", "m", "hitl" };
  g_autofree char *parent = g_dir_make_tmp ("troupe-lessons-XXXXXX", NULL);
  g_autofree char *large = g_strnfill (4096, 'x');
  const char *const larger[] = { large, NULL };
  g_autoptr (TroupeRunDisk) disk = troupe_run_disk_new ();
  g_autoptr (TroupeLessons) lessons = troupe_lessons_file_new (parent, disk);
  g_autoptr (GError) error = NULL;

  troupe_run_disk_set_limit (disk, 4096);
  keep_lessons (lessons, &place, texts);
  g_assert_false (troupe_run_disk_has_room (disk, 4096));
  troupe_lessons_keep_async (lessons, &place, larger, NULL, kept_cb, &error);
  test_wait_until (error != NULL);
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK);
  assert_recalled (lessons, &place, 10, "one");
  remove_all (parent);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run-feedback-model/files", test_files);
  g_test_add_func ("/run-feedback-model/disk", test_disk);
  g_test_add_func ("/run-feedback-model/large-file", test_large_file);

  return g_test_run ();
}
