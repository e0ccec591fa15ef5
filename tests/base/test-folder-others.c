/* test-folder-others.c: runs that use a folder at the same time, and folders that cannot be searched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-folder-watch.h"

typedef struct
{
  char *folder;
  GPtrArray *messages;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-others-XXXXXX", NULL);
  self->messages = g_ptr_array_new_with_free_func (g_free);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
  g_ptr_array_unref (self->messages);
}

static void
save (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, name, -1, NULL));
}

static gboolean
has (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* @inner: path of the folder of the run; @granted: (nullable): what it is granted, relative to the fixture's folder.
 * (transfer full) */
static TroupeFolderWatch *
begin (Fixture *self, const char *inner, const char *granted)
{
  g_autofree char *folder = g_build_filename (self->folder, inner, NULL);
  g_autofree char *whole = granted != NULL ? g_build_filename (self->folder, granted, NULL) : NULL;
  const char *const list[] = { whole, NULL };
  TroupeFolderWatch *watch = troupe_folder_watch_new (folder, list, self->messages);

  g_assert_nonnull (watch);
  g_assert_true (troupe_folder_watch_check (watch, NULL));
  return watch;
}

/* Ends a run, and returns how many names it has changed. */
static guint
end (TroupeFolderWatch *watch)
{
  g_auto (TroupeFolderFindings) findings = { 0 };
  guint n_blocked;

  troupe_folder_watch_end (watch, &findings);
  n_blocked = g_strv_length (findings.blocked);
  for (guint i = 0; i < n_blocked; i++)
    g_test_message ("renamed: %s", findings.blocked[i]);
  g_assert_cmpuint (g_strv_length (findings.left), ==, 0);
  g_assert_cmpuint (g_strv_length (findings.unseen), ==, 0);
  troupe_folder_watch_free (watch);
  return n_blocked;
}

/* Returns the number of files with this beginning of their names among the records. @start: "" for all but the gates */
static guint
count_stored (const char *start)
{
  const char *const above[] = { g_get_user_state_dir (), g_get_user_runtime_dir () };
  guint count = 0;

  for (guint i = 0; i < G_N_ELEMENTS (above); i++)
    {
      g_autofree char *top = g_build_filename (above[i], "troupe", "folders", NULL);
      g_autoptr (GDir) entries = g_dir_open (top, 0, NULL);
      const char *name = NULL;

      while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
        count += g_str_has_prefix (name, start) && !g_str_has_prefix (name, "gate-");
    }
  return count;
}

/* --- Runs at the same time ---------------------------------------------------------------------- */

/* What a run was granted is not renamed by one in the same folder, above or below, also after it has ended. */
static void
test_granted (Fixture *self, gconstpointer data)
{
  const char *inner = data;

  save (self, "sub/.state.json");
  for (guint is_first = 0; is_first < 2; is_first++)
    {
      TroupeFolderWatch *other = is_first ? begin (self, inner, NULL) : NULL;
      TroupeFolderWatch *state = begin (self, "sub", "sub/.state.json");
      TroupeFolderWatch *memory = begin (self, "", "sub/.memory");

      if (other == NULL)
        other = begin (self, inner, NULL);
      save (self, "sub/.memory/facts.json");
      save (self, "sub/.memory/.envrc");
      save (self, "sub/.new");
      g_assert_cmpuint (end (state), ==, 2);
      g_assert_cmpuint (end (memory), ==, 0);
      save (self, "sub/.memory/other.json");
      g_assert_cmpuint (end (other), ==, 0);
      g_assert_true (has (self, "sub/.state.json"));
      g_assert_true (has (self, "sub/.memory/other.json"));
      g_assert_false (has (self, "sub/.new"));
      g_assert_false (has (self, "sub/.memory/.envrc"));
      g_assert_cmpuint (count_stored (""), ==, 0);
      g_assert_true (has (self, "sub/.memory/facts.json"));
    }
}

/* What was granted to runs that have ended is granted to no later one. */
static void
test_granted_before (Fixture *self, gconstpointer data)
{
  TroupeFolderWatch *other = NULL;

  g_assert_cmpuint (end (begin (self, "", ".memory")), ==, 0);
  g_assert_cmpuint (count_stored (""), ==, 0);
  other = begin (self, "", NULL);
  save (self, ".memory/facts.json");
  g_assert_cmpuint (end (other), ==, 1);
}

/* Keys, configuration and repositories are renamed even if one of the runs was granted them. */
static void
test_granted_protected (Fixture *self, gconstpointer data)
{
  TroupeFolderWatch *other = begin (self, "", NULL);
  TroupeFolderWatch *granted = begin (self, "", ".vscode/tasks.json");

  save (self, ".vscode/tasks.json");
  g_assert_cmpuint (end (other), ==, 1);
  g_assert_cmpuint (end (granted), ==, 0);
}

/* The names of the folders above count for both runs, and what existed stays. */
static void
test_inside (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *inner;
    const char *name;
  } cases[] = { { "node_modules/tool", ".npmignore" },
                { "node_modules/tool", ".bin/x" },
                { "site-packages/c", "ca.pem" },
                { "autostart", "x.desktop" },
                { "systemd", "user/x" },
                { "x.git/deep", "config" },
                { "x.git/deep", "sequencer/todo" },
                { "node_modules/a/src", "deep/.x/.y" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint is_above = 0; is_above < 2; is_above++)
      {
        g_autofree char *top = g_strdup_printf ("%u-%u", i, is_above);
        g_autofree char *inner = g_build_filename (top, cases[i].inner, NULL);
        g_autofree char *path = g_build_filename (inner, cases[i].name, NULL);
        g_autofree char *new = NULL;
        TroupeFolderWatch *first = NULL;
        TroupeFolderWatch *second = NULL;

        save (self, path);
        g_test_message ("%s", path);
        first = begin (self, is_above ? top : inner, NULL);
        /* Changes the folder of the inner run after its record was stored. */
        g_usleep (20 * 1000);
        new = g_build_filename (inner, "new.txt", NULL);
        save (self, new);
        second = begin (self, is_above ? inner : top, NULL);
        g_assert_cmpuint (end (second), ==, 0);
        g_assert_cmpuint (end (first), ==, 0);
        g_assert_true (has (self, path));
      }
}

/* Below a folder whose name counts, code creates nothing that a run above would rename. */
static void
test_inside_new (Fixture *self, gconstpointer data)
{
  TroupeFolderWatch *watch = NULL;

  save (self, "autostart/a.txt");
  save (self, "x.git/a.txt");
  watch = begin (self, "autostart", NULL);
  save (self, "autostart/x.desktop");
  g_assert_cmpuint (end (watch), ==, 1);
  /* A work tree whose folder is only called like a repository. */
  watch = begin (self, "x.git", NULL);
  save (self, "x.git/src/config");
  g_assert_cmpuint (end (watch), ==, 0);
  /* A real one. */
  save (self, "x.git/HEAD");
  save (self, "x.git/objects/x");
  save (self, "x.git/refs/x");
  save (self, "x.git/sub/a.txt");
  watch = begin (self, "x.git/sub", NULL);
  save (self, "x.git/sub/config");
  g_assert_cmpuint (end (watch), ==, 1);
}

static void
write_config (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  save (self, name);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* A repository beside the folder of the first run includes visible files in it, which only the second run, above, knows.
 * Those that are older than the code of the first run are the user's. */
static void
test_hooks (Fixture *self, gconstpointer data)
{
  g_autofree char *plain = g_build_filename (self->folder, "inner", "moved.txt", NULL);
  g_autofree char *moved = g_build_filename (self->folder, "inner", "moved.ini", NULL);
  TroupeFolderWatch *first = NULL;
  TroupeFolderWatch *second = NULL;

  write_config (self, "beside/.git/config",
                "[include]\npath = ../../inner/deep/mine.ini\npath = ../../inner/new.ini\n"
                "path = ../../inner/moved.ini\n");
  save (self, "inner/deep/mine.ini");
  save (self, "inner/moved.txt");
  /* The clock of the file system has a resolution of some milliseconds. */
  g_usleep (20 * 1000);
  first = begin (self, "inner", NULL);
  g_usleep (20 * 1000);
  save (self, "inner/new.ini");
  g_assert_cmpint (g_rename (plain, moved), ==, 0);
  second = begin (self, "", NULL);
  g_assert_cmpuint (end (second), ==, 2);
  g_assert_cmpuint (end (first), ==, 0);
  g_assert_true (has (self, "inner/deep/mine.ini"));
  g_assert_true (has (self, "inner/new.ini.blocked"));
  g_assert_true (has (self, "inner/moved.ini.blocked"));
}

/* --- Folders that cannot be searched ------------------------------------------------------------ */

/* Limits the number of descriptors to those that are open and @n more. (transfer none): the old limit */
static struct rlimit
limit_files (guint n)
{
  struct rlimit old;
  struct rlimit limit;
  const int next = open ("/dev/null", O_RDONLY | O_CLOEXEC);

  g_assert_cmpint (next, >=, 0);
  close (next);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &old), ==, 0);
  limit = old;
  limit.rlim_cur = (rlim_t) next + n;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  return old;
}

/* Without descriptors, the sweep says so, and the next run does what it should have done. */
static void
test_unseen_end (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_autoptr (GPtrArray) described = g_ptr_array_new_with_free_func (g_free);
  g_auto (TroupeFolderFindings) findings = { 0 };
  struct rlimit old;

  save (self, "a/b/c/d/e/f/x");
  save (self, "a/.env");
  watch = begin (self, "", NULL);
  save (self, "a/b/c/d/e/f/.envrc");
  old = limit_files (5);
  troupe_folder_watch_end (watch, &findings);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &old), ==, 0);
  g_assert_cmpuint (g_strv_length (findings.unseen), ==, 1);
  troupe_folder_findings_describe (&findings, NULL, described);
  g_assert_cmpuint (described->len, ==, 1);
  g_assert_nonnull (strstr (described->pdata[0], findings.unseen[0]));
  g_assert_nonnull (strstr (described->pdata[0], g_strerror (EMFILE)));
  g_assert_true (has (self, "a/b/c/d/e/f/.envrc"));
  g_clear_pointer (&watch, troupe_folder_watch_free);
  g_assert_cmpuint (count_stored (""), ==, 1);
  troupe_folder_watch_recover (self->folder, self->messages);
  g_assert_cmpuint (self->messages->len, ==, 1);
  g_assert_false (has (self, "a/b/c/d/e/f/.envrc"));
  g_assert_true (has (self, "a/.env"));
  g_assert_cmpuint (count_stored (""), ==, 0);
}

/* Nor does a recovery without descriptors remove the record. */
static void
test_unseen_recovery (Fixture *self, gconstpointer data)
{
  g_auto (TroupeFolderFindings) findings = { 0 };
  TroupeFolderWatch *watch = NULL;
  struct rlimit old;

  save (self, "a/b/c/d/e/f/g/h/i/j/x");
  watch = begin (self, "", NULL);
  save (self, "a/b/c/d/e/f/g/h/i/j/.envrc");
  for (guint i = 0; i < 2; i++)
    {
      old = limit_files (9);
      if (i == 0)
        troupe_folder_watch_end (watch, &findings);
      else
        troupe_folder_watch_recover (self->folder, self->messages);
      g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &old), ==, 0);
      g_clear_pointer (&watch, troupe_folder_watch_free);
      g_assert_cmpuint (count_stored (""), ==, 1);
    }
  g_assert_cmpuint (self->messages->len, ==, 1);
  troupe_folder_watch_recover (self->folder, self->messages);
  g_assert_cmpuint (self->messages->len, ==, 2);
  g_assert_true (has (self, "a/b/c/d/e/f/g/h/i/j/.envrc.blocked"));
  g_assert_cmpuint (count_stored (""), ==, 0);
}

/* If the files of the user cannot be found at the start, no code may run, and nothing is renamed. Packages are searched by
 * the watch only. */
static void
test_unseen_start (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderWatch) watch = NULL;
  g_autoptr (GError) error = NULL;
  struct rlimit old;

  save (self, "node_modules/a/b/c/d/e/f/g/h/i/j/k/l/m/.x");
  old = limit_files (12);
  watch = troupe_folder_watch_new (self->folder, NULL, self->messages);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &old), ==, 0);
  g_assert_nonnull (watch);
  g_assert_false (troupe_folder_watch_check (watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_OPEN_FILES);
  g_assert_nonnull (strstr (error->message, "node_modules/a/"));
  g_assert_cmpuint (count_stored (""), ==, 0);
  g_clear_pointer (&watch, troupe_folder_watch_free);
  g_clear_error (&error);
  /* Nor if already the search for keys fails: a sandbox may start later. */
  save (self, "a/b/c/d/e/f/g/h/i/j/k/l/m/x");
  old = limit_files (12);
  watch = troupe_folder_watch_new (self->folder, NULL, self->messages);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &old), ==, 0);
  g_assert_nonnull (watch);
  g_assert_false (troupe_folder_watch_check (watch, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_OPEN_FILES);
  g_assert_cmpuint (count_stored (""), ==, 0);
}

/* A folder of the user that only lists its entries is not changed. */
static void
test_locked_by_user (Fixture *self, gconstpointer data)
{
  g_autofree char *locked = g_build_filename (self->folder, "locked", NULL);
  TroupeFolderWatch *watch = NULL;
  struct stat status;
  const gboolean is_root = geteuid () == 0;

  if (is_root)
    {
      g_assert_cmpint (chown (self->folder, 12345, 12345), ==, 0);
      g_assert_cmpint (seteuid (12345), ==, 0);
    }
  save (self, "locked/.env");
  g_assert_cmpint (g_chmod (locked, 0600), ==, 0);
  watch = begin (self, "", NULL);
  g_assert_cmpuint (end (watch), ==, 0);
  g_assert_cmpint (stat (locked, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  if (is_root)
    g_assert_cmpint (seteuid (0), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_autofree char *runtime = NULL;
  g_autofree char *state = NULL;
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  umask (077);
  runtime = g_dir_make_tmp ("troupe-runtime-XXXXXX", NULL);
  state = g_dir_make_tmp ("troupe-state-XXXXXX", NULL);
  g_assert_true (g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE));
  g_assert_true (g_setenv ("XDG_STATE_HOME", state, TRUE));

#define ADD(name, data, func)                                                                      \
  g_test_add ("/folder-others/" name, Fixture, data, set_up, func, tear_down)
  ADD ("granted/same", "sub", test_granted);
  ADD ("granted/above", "", test_granted);
  ADD ("granted/before", NULL, test_granted_before);
  ADD ("granted/protected", NULL, test_granted_protected);
  ADD ("inside/existing", NULL, test_inside);
  ADD ("inside/new", NULL, test_inside_new);
  ADD ("hooks", NULL, test_hooks);
  ADD ("unseen/end", NULL, test_unseen_end);
  ADD ("unseen/recovery", NULL, test_unseen_recovery);
  ADD ("unseen/start", NULL, test_unseen_start);
  ADD ("locked-by-user", NULL, test_locked_by_user);
#undef ADD

  status = g_test_run ();
  remove_all (runtime);
  remove_all (state);
  return status;
}
