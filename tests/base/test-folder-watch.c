/* test-folder-watch.c: protected files that code has created are renamed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-folder-watch"

#include "config.h"

#include <glib/gstdio.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-folder-lease.h"
#include "troupe-folder-stamp.h"
#include "troupe-folder-watch.h"

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-watch-XXXXXX", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
}

static void
save (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static gboolean
has (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Ends the watch. Everything must have been renamed. (transfer full) */
static char **
end_watch (TroupeFolderWatch *watch)
{
  g_auto (TroupeFolderFindings) findings = { 0 };

  troupe_folder_watch_end (watch, &findings);
  g_assert_cmpuint (g_strv_length (findings.left), ==, 0);
  g_assert_cmpuint (g_strv_length (findings.replaced), ==, 0);
  g_assert_cmpuint (g_strv_length (findings.linked), ==, 0);
  return g_steal_pointer (&findings.blocked);
}

static void
test_created (Fixture *self, gconstpointer data)
{
  static const char *const created[] = {
    ".git/hooks/post-commit",  ".vscode/tasks.json", "sub/.envrc",        "sub/deep/.env.local",
    ".github/workflows/x.yml", "server.pem",         ".husky/pre-commit", ".bashrc"
  };
  static const char *const kept[] = { "a.txt", ".gitignore", "sub/b.py", ".cache/x" };
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_auto (GStrv) blocked = NULL;

  save (self, ".env", "KEY=1");
  save (self, ".git/config", "[core]");
  save (self, ".idea/x.xml", "<x/>");
  watch = troupe_folder_watch_new (self->folder);
  g_assert_nonnull (watch);
  for (guint i = 0; i < G_N_ELEMENTS (created); i++)
    save (self, created[i], "evil");
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    save (self, kept[i], "text");
  blocked = end_watch (watch);
  g_assert_cmpuint (g_strv_length (blocked), ==, G_N_ELEMENTS (created));
  for (guint i = 0; i < G_N_ELEMENTS (created); i++)
    {
      g_test_message ("%s", created[i]);
      g_assert_false (has (self, created[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    g_assert_true (has (self, kept[i]));
  g_assert_true (has (self, ".env"));
  g_assert_true (has (self, ".git/config"));
  g_assert_true (has (self, ".idea/x.xml"));
  g_assert_true (has (self, ".git/hooks.blocked/post-commit"));
  g_assert_true (has (self, ".vscode.blocked/tasks.json"));
}

/* A renamed file never replaces another one. */
static void
test_names (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (TroupeFolderWatch) watch = troupe_folder_watch_new (self->folder);
      g_auto (GStrv) blocked = NULL;

      save (self, ".envrc", "evil");
      blocked = end_watch (watch);
      g_assert_cmpuint (g_strv_length (blocked), ==, 1);
      g_assert_cmpstr (blocked[0], ==, ".envrc");
    }
  g_assert_true (has (self, ".envrc.blocked"));
  g_assert_true (has (self, ".envrc.blocked1"));
  g_assert_true (has (self, ".envrc.blocked2"));
}

static void
make_link (Fixture *self, const char *name, const char *target)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

/* Returns TRUE if the name exists, also as a link that leads nowhere. */
static gboolean
has_name (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  struct stat status;

  return lstat (path, &status) == 0;
}

/* Files and links that lead Git and other programs to a configuration with another name. */
static void
test_references (Fixture *self, gconstpointer data)
{
  static const char *const renamed[] = { "a/.git",    "b/.git",    ".git/commondir",
                                         ".hg",       "c/.vscode", ".envrc",
                                         "data/HEAD", ".mcp.json", ".claude",
                                         ".github",   "HEAD" };
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_auto (GStrv) blocked = NULL;
  g_autofree char *link = g_build_filename (self->folder, ".mcp.json", NULL);

  save (self, ".git/HEAD", "ref: refs/heads/main");
  save (self, ".git/objects/x", "");
  save (self, ".git/refs/x", "");
  save (self, ".git/worktrees/w/commondir", "../..");
  save (self, "plain/x", "");
  make_link (self, ".mcp.json", "plain/x");
  watch = troupe_folder_watch_new (self->folder);
  g_assert_nonnull (watch);
  save (self, "a/.git", "gitdir: ../data");
  save (self, "b/x", "");
  make_link (self, "b/.git", "../data");
  save (self, ".git/commondir", "../data");
  save (self, ".hg/hgrc", "[hooks]");
  save (self, "c/x", "");
  make_link (self, "c/.vscode", "../plain");
  make_link (self, ".envrc", "/nonexistent/elsewhere");
  save (self, "data/HEAD", "x");
  save (self, "data/objects/x", "");
  save (self, "data/refs/x", "");
  save (self, ".claude/settings.json", "{}");
  make_link (self, ".github", "plain");
  save (self, "HEAD", "x");
  save (self, "objects/x", "");
  save (self, "refs/x", "");
  g_assert_cmpint (g_unlink (link), ==, 0);
  make_link (self, ".mcp.json", "data/x");
  blocked = end_watch (watch);
  for (guint i = 0; i < G_N_ELEMENTS (renamed); i++)
    if (has_name (self, renamed[i]) || !g_strv_contains ((const char *const *) blocked, renamed[i]))
      g_error ("%s was not renamed", renamed[i]);
  g_assert_cmpuint (g_strv_length (blocked), ==, G_N_ELEMENTS (renamed));
  g_assert_true (has (self, ".git/HEAD"));
  g_assert_true (has (self, ".git/worktrees/w/commondir"));
}

/* Many files, or a deep folder, do not prevent others from being renamed. */
static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderWatch) watch = troupe_folder_watch_new (self->folder);
  g_auto (GStrv) blocked = NULL;
  g_autofree char *current = g_get_current_dir ();

  g_assert_nonnull (watch);
  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *name = g_strdup_printf ("n/%u.pem", i);

      save (self, name, "");
    }
  save (self, "z/.git/config", "[core]");
  g_assert_cmpint (g_chdir (self->folder), ==, 0);
  for (guint i = 0; i < 200; i++)
    {
      g_assert_cmpint (g_mkdir ("deep", 0700), ==, 0);
      g_assert_cmpint (g_chdir ("deep"), ==, 0);
    }
  g_assert_true (g_file_set_contents (".envrc", "evil", -1, NULL));
  g_assert_cmpint (g_chdir (current), ==, 0);
  blocked = end_watch (watch);
  /* 400 keys, the repository, and the deep folder as a whole. */
  g_assert_cmpuint (g_strv_length (blocked), ==, 402);
  g_assert_true (has (self, "z/.git.blocked/config"));
  g_assert_true (has (self, "n/7.pem.blocked"));
}

/* New hidden files are renamed, whatever their names are, unless they are caches or harmless. */
static void
test_hidden (Fixture *self, gconstpointer data)
{
  static const char *const created[] = {
    ".pylintrc",      "sub/.anything-new", ".kiro/settings/mcp.json",
    ".run/x.run.xml", ".venv/bin/python",  "x.git/objects/src/.envrc"
  };
  static const char *const kept[] = { ".pytest_cache/v", ".a.txt.swp", ".gitignore",
                                      "node_modules/a/.npmignore" };
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_auto (GStrv) blocked = NULL;

  save (self, ".known", "of the user");
  watch = troupe_folder_watch_new (self->folder);
  for (guint i = 0; i < G_N_ELEMENTS (created); i++)
    save (self, created[i], "evil");
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    save (self, kept[i], "text");
  blocked = end_watch (watch);
  for (guint i = 0; i < G_N_ELEMENTS (created); i++)
    if (has (self, created[i]))
      g_error ("%s was not renamed", created[i]);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (!has (self, kept[i]))
      g_error ("%s was renamed", kept[i]);
  g_assert_true (has (self, ".known"));
  g_assert_cmpuint (g_strv_length (blocked), ==, G_N_ELEMENTS (created));
}

/* Code that takes the write permission from a folder, or every permission, prevents nothing. Root has
 * all permissions, so that the test runs as another user. */
static void
test_locked (Fixture *self, gconstpointer data)
{
  g_autofree char *closed = g_build_filename (self->folder, "closed", NULL);
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_auto (GStrv) blocked = NULL;
  const gboolean is_root = geteuid () == 0;

  if (is_root)
    {
      g_assert_cmpint (chown (self->folder, 12345, 12345), ==, 0);
      g_assert_cmpint (seteuid (12345), ==, 0);
    }
  save (self, "closed/a.txt", "text");
  watch = troupe_folder_watch_new (self->folder);
  g_assert_nonnull (watch);
  save (self, ".envrc", "evil");
  save (self, "closed/.vscode/tasks.json", "evil");
  g_assert_cmpint (g_chmod (closed, 0), ==, 0);
  g_assert_cmpint (g_chmod (self->folder, 0555), ==, 0);
  blocked = end_watch (watch);
  g_assert_cmpuint (g_strv_length (blocked), ==, 2);
  g_assert_true (has (self, "closed/.vscode.blocked/tasks.json"));
  g_assert_true (has (self, ".envrc.blocked"));
  if (is_root)
    g_assert_cmpint (seteuid (0), ==, 0);
}

static void
test_shared (Fixture *self, gconstpointer data)
{
  g_assert_null (troupe_folder_watch_new (g_get_home_dir ()));
  g_assert_null (troupe_folder_watch_new ("/tmp"));
}

/* --- Stamps ----------------------------------------------------------------------------------- */

static void
assert_changed (Fixture *self, char **stamp)
{
  char *now = troupe_folder_make_stamp (self->folder, "tree");

  g_assert_nonnull (now);
  g_assert_cmpstr (now, !=, *stamp);
  g_free (*stamp);
  *stamp = now;
}

static void
test_stamp (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "tree", "a", "x.js", NULL);
  g_autofree char *other = g_build_filename (self->folder, "tree", "a", "y.js", NULL);
  g_autofree char *stamp = NULL;
  g_autofree char *same = NULL;
  struct timespec times[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };

  save (self, "tree/a/x.js", "1");
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  stamp = troupe_folder_make_stamp (self->folder, "tree");
  same = troupe_folder_make_stamp (self->folder, "tree");
  g_assert_nonnull (stamp);
  g_assert_cmpstr (stamp, ==, same);

  /* The size and the time of modification are the same. */
  save (self, "tree/a/x.js", "2");
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  assert_changed (self, &stamp);
  g_assert_cmpint (g_rename (path, other), ==, 0);
  assert_changed (self, &stamp);
  g_assert_cmpint (g_chmod (other, 0700), ==, 0);
  assert_changed (self, &stamp);
  g_assert_cmpint (symlink ("/etc/passwd", path), ==, 0);
  assert_changed (self, &stamp);

  g_assert_null (troupe_folder_make_stamp (self->folder, "missing"));
  g_assert_null (troupe_folder_make_stamp (self->folder, "../tree"));
}

/* Code of two runs may write in the folder. What the first one has created before the second one begins
 * is not a file of the user. */
static void
test_two_runs (Fixture *self, gconstpointer data)
{
  const char *inner = data;
  g_autofree char *folder = g_build_filename (self->folder, inner, NULL);
  g_autoptr (TroupeFolderWatch) first = NULL;
  g_autoptr (TroupeFolderWatch) second = NULL;
  g_autoptr (TroupeFolderWatch) third = NULL;
  g_auto (GStrv) blocked = NULL;

  save (self, "sub/deep/.idea/x.xml", "<x/>");
  first = troupe_folder_watch_new (self->folder);
  save (self, "sub/deep/.envrc", "evil");
  save (self, "sub/deep/.vscode/tasks.json", "evil");
  second = troupe_folder_watch_new (folder);
  third = troupe_folder_watch_new (self->folder);
  g_strfreev (end_watch (first));
  g_clear_pointer (&first, troupe_folder_watch_free);
  g_assert_false (has (self, "sub/deep/.envrc"));
  save (self, "sub/deep/.envrc", "evil");
  save (self, "sub/deep/.vscode/tasks.json", "evil");
  blocked = end_watch (second);
  g_assert_cmpuint (g_strv_length (blocked), ==, 2);
  g_clear_pointer (&second, troupe_folder_watch_free);
  save (self, "sub/deep/.envrc", "evil");
  g_strfreev (end_watch (third));
  g_assert_false (has (self, "sub/deep/.envrc"));
  g_assert_true (has (self, "sub/deep/.idea/x.xml"));
}

/* After the runs have ended, the folder contains files of the user only. */
static void
test_later_run (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderWatch) watch = troupe_folder_watch_new (self->folder);
  g_auto (GStrv) blocked = NULL;

  g_strfreev (end_watch (watch));
  g_clear_pointer (&watch, troupe_folder_watch_free);
  save (self, ".envrc", "of the user");
  watch = troupe_folder_watch_new (self->folder);
  blocked = end_watch (watch);
  g_assert_cmpuint (g_strv_length (blocked), ==, 0);
  g_assert_true (has (self, ".envrc"));
}

/* A process that was killed has not ended its run. */
static void
test_killed (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_auto (GStrv) blocked = NULL;
  const pid_t child = fork ();

  if (child == 0)
    {
      troupe_folder_watch_new (self->folder);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  save (self, ".envrc", "of the user");
  watch = troupe_folder_watch_new (self->folder);
  blocked = end_watch (watch);
  g_assert_cmpuint (g_strv_length (blocked), ==, 0);
  g_assert_true (has (self, ".envrc"));
}

/* --- Records of runs --------------------------------------------------------------------------- */

/* Returns the number of stored records. */
static guint
count_records (void)
{
  g_autofree char *top = g_build_filename (g_get_user_runtime_dir (), "troupe", "folders", NULL);
  g_autoptr (GDir) entries = g_dir_open (top, 0, NULL);
  const char *name = NULL;
  guint count = 0;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    if (!g_str_has_prefix (name, "gate-"))
      count++;
  return count;
}

/* Nothing remains of a record that could not be written, on a full disk for example. */
static void
test_full (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderWatch) watch = NULL;
  struct rlimit limit;
  struct rlimit none;

  save (self, ".env", "KEY=1");
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  none = limit;
  none.rlim_cur = 4;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  watch = troupe_folder_watch_new (self->folder);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_nonnull (watch);
  g_assert_cmpuint (count_records (), ==, 0);
}

/* A truncated record is not taken for the whole: files of the user stay. */
static void
test_truncated (Fixture *self, gconstpointer data)
{
  g_autofree char *top = g_build_filename (g_get_user_runtime_dir (), "troupe", "folders", NULL);
  g_autofree char *path = g_build_filename (top, "truncated", NULL);
  g_autofree char *text = g_strdup_printf ("%s%c%c.id", self->folder, 0, 0);
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_auto (GStrv) blocked = NULL;
  int descriptor = -1;

  save (self, ".env", "KEY=1");
  g_assert_cmpint (g_mkdir_with_parents (top, 0700), ==, 0);
  descriptor = open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (flock (descriptor, LOCK_EX), ==, 0);
  g_assert_cmpint (write (descriptor, text, strlen (self->folder) + 5), >, 0);
  watch = troupe_folder_watch_new (self->folder);
  close (descriptor);
  g_unlink (path);
  blocked = end_watch (watch);
  g_assert_cmpuint (g_strv_length (blocked), ==, 0);
  g_assert_true (has (self, ".env"));
}

/* All runs of a process in a folder share one record. */
static void
test_shared_record (Fixture *self, gconstpointer data)
{
  TroupeFolderWatch *watches[20];

  save (self, ".env", "KEY=1");
  for (guint i = 0; i < G_N_ELEMENTS (watches); i++)
    watches[i] = troupe_folder_watch_new (self->folder);
  g_assert_cmpuint (count_records (), ==, 1);
  save (self, ".envrc", "evil");
  for (guint i = 0; i < G_N_ELEMENTS (watches); i++)
    {
      g_auto (GStrv) blocked = end_watch (watches[i]);

      g_assert_cmpuint (g_strv_length (blocked), ==, i == 0);
      troupe_folder_watch_free (watches[i]);
    }
  g_assert_true (has (self, ".env"));
  g_assert_cmpuint (count_records (), ==, 0);
}

/* A process that was stopped while its run began does not stop runs in other folders, and those in its
 * folder for some seconds only. */
static void
test_stopped (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "other", "sub/deep" };
  g_autofree char *sub = g_build_filename (self->folder, "sub", NULL);
  int ready[2];
  char byte = 0;
  pid_t child;

  save (self, "sub/deep/x", "");
  save (self, "other/x", "");
  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      TroupeFolderLease *lease = troupe_folder_lease_new (sub, NULL);

      if (lease == NULL || write (ready[1], "x", 1) != 1)
        _exit (1);
      for (;;)
        pause ();
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const gint64 begun = g_get_monotonic_time ();
      g_autofree char *folder = g_build_filename (self->folder, names[i], NULL);
      g_autoptr (TroupeFolderWatch) watch = troupe_folder_watch_new (folder);
      const gint64 taken_us = g_get_monotonic_time () - begun;

      g_test_message ("%s: %" G_GINT64_FORMAT " us", names[i], taken_us);
      g_assert_nonnull (watch);
      g_assert_true (i == 0 ? taken_us < 4 * G_USEC_PER_SEC : taken_us >= 4 * G_USEC_PER_SEC);
    }
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  close (ready[0]);
  close (ready[1]);
}

int
main (int argc, char *argv[])
{
  g_autofree char *runtime = NULL;
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  runtime = g_dir_make_tmp ("troupe-runtime-XXXXXX", NULL);
  g_assert_true (g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE));

#define ADD(name, func) g_test_add ("/folder-watch/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("created", test_created);
  ADD ("names", test_names);
  ADD ("references", test_references);
  ADD ("many", test_many);
  ADD ("hidden", test_hidden);
  ADD ("locked", test_locked);
  ADD ("shared", test_shared);
  ADD ("stamp", test_stamp);
  ADD ("later-run", test_later_run);
  ADD ("killed", test_killed);
  ADD ("records/full", test_full);
  ADD ("records/truncated", test_truncated);
  ADD ("records/shared", test_shared_record);
  ADD ("records/stopped", test_stopped);
#undef ADD
  g_test_add ("/folder-watch/two-runs/same", Fixture, "", set_up, test_two_runs, tear_down);
  g_test_add ("/folder-watch/two-runs/inside", Fixture, "sub", set_up, test_two_runs, tear_down);

  status = g_test_run ();
  remove_all (runtime);
  return status;
}
