/* test-folder-policy.c: folders that a document may use, and files in these folders that it may not
 * use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-folder-policy.h"

typedef struct
{
  char *root;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->root = g_dir_make_tmp ("troupe-policy-XXXXXX", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->root);
  g_free (self->root);
}

static char *
save (Fixture *self, const char *name)
{
  char *path = g_build_filename (self->root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "canary", -1, NULL));
  return path;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
assert_hidden (Fixture *self, const char *expected)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (self->root);
  g_autoptr (GError) error = NULL;
  GPtrArray *hidden = troupe_folder_policy_list_hidden (policy, &error);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autofree char *all = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < hidden->len; i++)
    g_ptr_array_add (sorted, hidden->pdata[i]);
  g_ptr_array_sort (sorted, compare);
  g_ptr_array_add (sorted, NULL);
  all = g_strjoinv (" ", (char **) sorted->pdata);
  g_assert_cmpstr (all, ==, expected);
}

static void
test_folders (void)
{
  static const char *const in_home[] = { "",
                                         "Downloads",
                                         "Desktop",
                                         "Documents",
                                         ".config",
                                         ".config/autostart",
                                         ".local",
                                         ".local/bin",
                                         ".local/share",
                                         ".cache",
                                         ".ssh",
                                         "a/.git/hooks",
                                         "site.git/config",
                                         "site.git/hooks/post-receive",
                                         ".local/share/applications",
                                         ".vim/plugin",
                                         ".cargo/bin",
                                         "a/.vscode",
                                         "a/.claude/crews",
                                         "a/.husky/_",
                                         "a/.github/workflows",
                                         "a/.cargo",
                                         "a/.idea",
                                         "a/.git",
                                         "a/.hg/store",
                                         "a/.VSCode",
                                         "bin" };
  const char *const of_troupe[] = { g_get_user_data_dir (), g_get_user_cache_dir (),
                                    g_get_user_state_dir () };
  static const char *const of_all[] = { "/", "/home", "/tmp", "/var/tmp", "/dev", "/proc/self" };
  static const char *const usable[] = {
    "Documents/a", "a",           ".local/share/a", "Downloads/a/b", "a/config/crews",
    "a/hooks/b",   "a/bin/flows", "a/.checkpoints", "a/src/vscode",  "a/.well-known"
  };

  for (guint i = 0; i < G_N_ELEMENTS (in_home); i++)
    {
      g_autofree char *path = g_build_filename (g_get_home_dir (), in_home[i], NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", path);
      g_assert_true (troupe_folder_policy_is_shared (path));
      g_assert_false (troupe_folder_policy_check_folder (path, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
    }
  for (guint i = 0; i < G_N_ELEMENTS (of_troupe); i++)
    {
      g_autofree char *path = g_build_filename (of_troupe[i], "troupe", "servers", NULL);

      g_assert_true (troupe_folder_policy_is_shared (path));
    }
  for (guint i = 0; i < G_N_ELEMENTS (of_all); i++)
    g_assert_true (troupe_folder_policy_is_shared (of_all[i]));
  for (guint i = 0; i < G_N_ELEMENTS (usable); i++)
    {
      g_autofree char *path = g_build_filename (g_get_home_dir (), usable[i], NULL);

      g_test_message ("%s", path);
      g_assert_false (troupe_folder_policy_is_shared (path));
    }
}

/* The parts of an environment of Python are shared, but not what else is in its folder. */
static void
test_environment (Fixture *self, gconstpointer data)
{
  static const char *const parts[] = { "bin", "bin/a", "lib/python3.11/site-packages/a", "lib64" };
  g_autofree char *top = g_build_filename (self->root, "env", NULL);
  g_autofree char *settings = g_build_filename (top, "pyvenv.cfg", NULL);
  g_autofree char *flows = g_build_filename (top, "flows", NULL);

  g_assert_cmpint (g_mkdir_with_parents (flows, 0700), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
        {
          g_autofree char *path = g_build_filename (top, parts[k], NULL);

          g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
          g_assert_cmpint (troupe_folder_policy_is_shared (path), ==, i == 1);
        }
      g_assert_false (troupe_folder_policy_is_shared (flows));
      g_assert_true (g_file_set_contents (settings, "home = /usr/bin\n", -1, NULL));
    }
}

/* A folder in which programs look for what they start or load is shared; the folder above it and its subfolders are not. */
static void
test_searched (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "PATH",    "LD_LIBRARY_PATH", "PERL5LIB",
                                       "RUBYLIB", "FPATH",           "GIT_EXEC_PATH",
                                       "ZDOTDIR", "GEM_HOME",        "GTK_PATH" };
  g_autofree char *tools = g_build_filename (self->root, "tools", NULL);
  g_autofree char *below = g_build_filename (tools, "below", NULL);
  g_autofree char *link = g_build_filename (self->root, "link", NULL);

  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  g_assert_cmpint (symlink ("tools", link), ==, 0);
  g_assert_false (troupe_folder_policy_is_shared (tools));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint way = 0; way < 4; way++)
      {
        g_autofree char *before = g_strdup (g_getenv (names[i]));
        g_autofree char *value =
            g_strdup_printf ("%s%s%s", way == 1 || before == NULL ? "" : before,
                             way == 1 || before == NULL ? "" : ":",
                             way == 2   ? link
                             : way == 3 ? "."
                                        : tools);
        /* Programs look in subfolders of the others. */
        gboolean is_deep = !g_strv_contains (
            (const char *const[]){ "PATH", "LD_LIBRARY_PATH", "FPATH", "GIT_EXEC_PATH", NULL },
            names[i]);

        g_test_message ("%s=%s", names[i], value);
        g_setenv (names[i], value, TRUE);
        g_assert_cmpint (troupe_folder_policy_is_shared (tools), ==, way != 3);
        g_assert_cmpint (troupe_folder_policy_is_shared (below), ==, way != 3 && is_deep);
        g_assert_false (troupe_folder_policy_is_shared (self->root));
        if (before != NULL)
          g_setenv (names[i], before, TRUE);
        else
          g_unsetenv (names[i]);
      }
}

/* A link to a shared folder counts as shared, too. */
static void
test_folder_link (Fixture *self, gconstpointer data)
{
  g_autofree char *link = g_build_filename (self->root, "link", NULL);
  g_autofree char *dots = g_strconcat (g_get_home_dir (), "/a/..", NULL);
  g_autofree char *inner = g_build_filename (g_get_home_dir (), "a", NULL);

  g_assert_cmpint (symlink (g_get_home_dir (), link), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  g_assert_true (troupe_folder_policy_is_shared (link));
  g_assert_true (troupe_folder_policy_is_shared (dots));
  g_assert_false (troupe_folder_policy_is_shared (self->root));
}

static void
test_depth (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { ".env",
                                       "a/b/c/.Env.Prod",
                                       "a/.ssh/id_rsa",
                                       ".git/hooks/x",
                                       ".git/config",
                                       ".git/objects/.env",
                                       ".git/HEAD",
                                       ".gitignore",
                                       "node_modules/a/test.pem",
                                       "v/lib/site-packages/certifi/cacert.pem",
                                       "a/x.key",
                                       "plain.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (save (self, names[i]));
  assert_hidden (self, ".env .git/config .git/hooks a/.ssh a/b/c/.Env.Prod a/x.key");
}

static void
test_names (Fixture *self, gconstpointer data)
{
  g_autofree char *env = save (self, ".env");
  g_autofree char *key = save (self, "a/.ssh/key");
  g_autofree char *other = save (self, "node_modules/b/c.js");
  g_autofree char *plain = save (self, "plain.txt");
  g_autofree char *hard = g_build_filename (self->root, "a/hard\n.txt", NULL);
  g_autofree char *packed = g_build_filename (self->root, "node_modules/b/d.js", NULL);
  g_autofree char *twice = g_build_filename (self->root, "twice.txt", NULL);

  g_assert_cmpint (link (env, hard), ==, 0);
  g_assert_cmpint (link (key, packed), ==, 0);
  g_assert_cmpint (link (plain, twice), ==, 0);
  assert_hidden (self, ".env a/.ssh a/hard\n.txt node_modules/b/d.js");
}

/* The target of a protected link is hidden at its own path. The search also ends if links are
 * circular. */
static void
test_links (Fixture *self, gconstpointer data)
{
  static const char *const links[][2] = { { "real.txt", ".env" },        { "real", ".aws" },
                                          { "..", "real/.env" },         { "../real", "a/.env" },
                                          { "/etc/passwd", "a/.netrc" }, { "gone", ".npmrc" } };

  g_free (save (self, "real.txt"));
  g_free (save (self, "real/in.txt"));
  g_free (save (self, "a/plain.txt"));
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_build_filename (self->root, links[i][1], NULL);

      g_assert_cmpint (symlink (links[i][0], path), ==, 0);
    }
  assert_hidden (self, "real real.txt");
}

/* If there are more files than can be hidden, an error is returned instead of an incomplete
 * list. */
static void
test_too_many (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (self->root);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i <= TROUPE_FOLDER_LIMIT_HIDDEN; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u/.env", i);

      g_free (save (self, name));
    }
  g_assert_null (troupe_folder_policy_list_hidden (policy, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
}

/* A protected file that is nested too deeply for the search results in an error. */
static void
test_too_deep (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (self->root);
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 300; i++)
    g_string_append (name, "d/");
  g_string_append (name, ".env");
  g_free (save (self, name->str));
  g_assert_null (troupe_folder_policy_list_hidden (policy, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
}

/* A search without descriptors results in an error that names the reason, not the size of the folder. */
static void
test_no_descriptors (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (self->root);
  g_autoptr (GError) error = NULL;
  struct rlimit old;
  struct rlimit limit;
  int next = -1;

  g_free (save (self, "a/b/c/d/e/f/g/h/.env"));
  next = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (next, >=, 0);
  close (next);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &old), ==, 0);
  limit = old;
  limit.rlim_cur = (rlim_t) next + 6;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  g_assert_null (troupe_folder_policy_list_hidden (policy, &error));
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &old), ==, 0);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_OPEN_FILES);
  g_assert_nonnull (strstr (error->message, g_strerror (EMFILE)));
}

/* --- Hooks ------------------------------------------------------------------------------------ */

static gboolean
is_fixed (TroupeFolderPolicy *policy, const char *path)
{
  GPtrArray *fixed = troupe_folder_policy_list_fixed (policy);

  return g_ptr_array_find_with_equal_func (fixed, path, g_str_equal, NULL);
}

/* @config: content of the file @git; @hook: a file that must be neither written by file tools nor in a
 * sandbox; @fixed: the read-only path that contains it */
typedef struct
{
  const char *git;
  const char *config;
  const char *hook;
  const char *fixed;
} Hooks;

static void
check_hooks (const Hooks *hooks)
{
  Fixture fixture = { 0 };
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  g_autofree char *config = NULL;
  g_autofree char *other = NULL;

  g_test_message ("%s: %s", hooks->git, hooks->config);
  set_up (&fixture, NULL);
  g_free (save (&fixture, hooks->hook));
  g_free (save (&fixture, "scripts/build"));
  g_free (save (&fixture, "work/.git/HEAD"));
  g_free (save (&fixture, "bare/objects/x"));
  g_free (save (&fixture, "bare/refs/x"));
  g_free (save (&fixture, "bare/HEAD"));
  other = save (&fixture, "shared/git.ini");
  g_assert_true (g_file_set_contents (other, "[Core]\n\tHooksPath = tools/hooks", -1, NULL));
  config = save (&fixture, hooks->git);
  g_assert_true (g_file_set_contents (config, hooks->config, -1, NULL));
  policy = troupe_folder_policy_new (fixture.root);
  g_assert_false (troupe_folder_policy_check_write (policy, hooks->hook, NULL, NULL));
  g_assert_true (troupe_folder_policy_check_read (policy, hooks->hook, NULL, NULL));
  g_assert_true (troupe_folder_policy_check_write (policy, "scripts/build", NULL, NULL));
  g_assert_nonnull (troupe_folder_policy_list_hidden (policy, NULL));
  g_assert_true (is_fixed (policy, hooks->fixed));
  g_assert_false (is_fixed (policy, "scripts"));
  tear_down (&fixture, NULL);
}

static void
test_hooks (void)
{
  static const Hooks cases[] = {
    { ".git/config", "[core]\n\thooksPath = hooks\n", "hooks/pre-commit", "hooks" },
    { ".git/config", "[core] HOOKSPATH=./a/../hooks/ ; mine\n", "hooks/pre-commit", "hooks" },
    { ".git/config", "[core]\n hooksPath = \"my \\\nhooks\" # x", "my hooks/x/lib.sh", "my hooks" },
    { ".git/config", "[core]\nbare\nhooksPath = .\n", "pre-push", "pre-push" },
    { ".git/config", "[alias \"]\"]\n[core]\nhooksPath=h\nhooksPath=hooks\n", "h/pre-push", "h" },
    { ".git/config", "[include]\npath = ../shared/git.ini\n", "tools/hooks/pre-push",
      "tools/hooks" },
    { ".git/config", "[include]\npath = ../shared/git.ini\n", "shared/git.ini", "shared/git.ini" },
    { ".git/config", "[includeIf \"gitdir:x/]\"]\npath = ../shared/git.ini\n",
      "tools/hooks/pre-push", "tools/hooks" },
    { ".git/config.worktree", "[core]\nhooksPath = hooks\n", "hooks/pre-push", "hooks" },
    { "work/.git/config", "[core]\nhooksPath = hooks\n", "work/hooks/pre-push", "work/hooks" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_hooks (&cases[i]);
}

/* If a configuration cannot be read although Git can, nothing is known about its hooks, and no sandbox starts. */
static void
test_unread_hooks (Fixture *self, gconstpointer data)
{
  g_autofree char *config = save (self, ".git/config");
  g_autofree char *included = save (self, "team.ini");
  g_autofree char *large = g_strnfill (2 * 1024 * 1024, '\n');
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (self->root);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (config, "[include]\npath = ../team.ini\n", -1, NULL));
  g_assert_true (g_file_set_contents (included, large, -1, NULL));
  g_assert_false (troupe_folder_policy_check_write (policy, "hooks/pre-commit", NULL, NULL));
  g_assert_null (troupe_folder_policy_list_hidden (policy, &error));
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
}

/* What is no command names no file. */
static void
test_no_commands (Fixture *self, gconstpointer data)
{
  g_autofree char *config = save (self, ".git/config");
  g_autoptr (TroupeFolderPolicy) policy = NULL;

  g_free (save (self, "status"));
  g_free (save (self, "tools/x"));
  g_assert_true (g_file_set_contents (config,
                                      "[alias]\n st = status\n s2 = log tools/x\n[core]\n"
                                      " excludesFile = tools/x\n editor = vi\n",
                                      -1, NULL));
  policy = troupe_folder_policy_new (self->root);
  g_assert_true (troupe_folder_policy_check_write (policy, "status", NULL, NULL));
  g_assert_true (troupe_folder_policy_check_write (policy, "tools/x", NULL, NULL));
  g_assert_nonnull (troupe_folder_policy_list_hidden (policy, NULL));
  g_assert_cmpuint (g_hash_table_size (troupe_folder_policy_list_hooks (policy)), ==, 0);
}

/* The document is in a folder of the repository, which is a linked work tree. */
static void
test_hooks_above (Fixture *self, gconstpointer data)
{
  g_autofree char *file = save (self, "work/.git");
  g_autofree char *config = save (self, "main/.git/config");
  g_autofree char *common = save (self, "main/.git/worktrees/w/commondir");
  g_autofree char *folder = g_build_filename (self->root, "work/crew", NULL);
  g_autoptr (TroupeFolderPolicy) policy = NULL;

  g_free (save (self, "work/crew/hooks/pre-commit"));
  g_assert_true (g_file_set_contents (file, "gitdir: ../main/.git/worktrees/w\n", -1, NULL));
  g_assert_true (g_file_set_contents (common, "../..\n", -1, NULL));
  g_assert_true (g_file_set_contents (config, "[core]\nhooksPath = crew/hooks\n", -1, NULL));
  policy = troupe_folder_policy_new (folder);
  g_assert_false (troupe_folder_policy_check_write (policy, "hooks/pre-commit", NULL, NULL));
  g_assert_true (troupe_folder_policy_check_write (policy, "notes.txt", NULL, NULL));
  g_assert_nonnull (troupe_folder_policy_list_hidden (policy, NULL));
  g_assert_true (is_fixed (policy, "hooks"));
}

/* If the home folder is inside of the document's folder, the document must not use the home
 * folder. */
static void
test_home_inside (void)
{
  g_autofree char *above = g_path_get_dirname (g_get_home_dir ());
  g_autofree char *name = g_path_get_basename (g_get_home_dir ());
  g_autofree char *path = g_build_filename (name, "notes.txt", NULL);
  g_autofree char *around = g_strconcat ("x/../", path, NULL);
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (above);

  g_assert_false (troupe_folder_policy_check_read (policy, path, NULL, NULL));
  g_assert_false (troupe_folder_policy_check_read (policy, around, NULL, NULL));
  g_assert_false (troupe_folder_policy_check_write (policy, path, NULL, NULL));
  g_assert_true (troupe_folder_policy_check_read (policy, "notes.txt", NULL, NULL));
}

/* Variables such as XDG_STATE_HOME may lead into the folder of a document. */
static void
test_own_inside (void)
{
  const char *const folders[] = { g_get_user_data_dir (), g_get_user_cache_dir (),
                                  g_get_user_state_dir (), g_get_user_config_dir (),
                                  g_get_user_runtime_dir () };
  g_autofree char *above = g_path_get_dirname (g_get_user_state_dir ());
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (above);
  GPtrArray *hidden = troupe_folder_policy_list_hidden (policy, NULL);

  g_assert_nonnull (hidden);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *own = g_build_filename (folders[i] + strlen (above) + 1, "troupe", NULL);
      g_autofree char *file = g_build_filename (own, "runs.db", NULL);
      g_autofree char *whole = g_build_filename (above, file, NULL);
      g_autofree char *beside = g_strconcat (own, "s/notes.txt", NULL);

      g_test_message ("%s", own);
      g_assert_true (g_ptr_array_find_with_equal_func (hidden, own, g_str_equal, NULL));
      g_assert_false (troupe_folder_policy_check_read (policy, file, NULL, NULL));
      g_assert_false (troupe_folder_policy_check_write (policy, file, NULL, NULL));
      g_assert_false (troupe_folder_policy_check_read (policy, whole, NULL, NULL));
      g_assert_true (troupe_folder_policy_check_read (policy, beside, NULL, NULL));
    }
}

/* Names that code in a sandbox cannot create are not written by file tools and outputs either. */
static void
test_written_names (void)
{
  static const char *const refused[] = { "AGENTS.md",      "docs/CLAUDE.md",    "./sub/GEMINI.md",
                                         "AGENTS.md/x",    "x.git/y",           "a/B.GIT/c",
                                         "__pycache__/a",  "a/b.pyc",           "pyvenv.cfg",
                                         "bin/python3.12", "Scripts/python.exe" };
  static const char *const written[] = { "docs/AGENTS.draft.md", "agents/AGENTS.txt", "bin/run",
                                         "git", "python3" };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", refused[i]);
      g_assert_false (troupe_folder_policy_check_name (refused[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
    }
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    {
      g_test_message ("%s", written[i]);
      g_assert_true (troupe_folder_policy_check_name (written[i], NULL));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

  g_test_add_func ("/tool/folder-policy/folders", test_folders);
  g_test_add ("/tool/folder-policy/folder-link", Fixture, NULL, set_up, test_folder_link,
              tear_down);
  g_test_add ("/tool/folder-policy/environment", Fixture, NULL, set_up, test_environment,
              tear_down);
  g_test_add ("/tool/folder-policy/searched", Fixture, NULL, set_up, test_searched, tear_down);
  g_test_add ("/tool/folder-policy/depth", Fixture, NULL, set_up, test_depth, tear_down);
  g_test_add ("/tool/folder-policy/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/tool/folder-policy/links", Fixture, NULL, set_up, test_links, tear_down);
  g_test_add ("/tool/folder-policy/too-many", Fixture, NULL, set_up, test_too_many, tear_down);
  g_test_add ("/tool/folder-policy/too-deep", Fixture, NULL, set_up, test_too_deep, tear_down);
  g_test_add ("/tool/folder-policy/no-descriptors", Fixture, NULL, set_up, test_no_descriptors,
              tear_down);
  g_test_add_func ("/tool/folder-policy/hooks", test_hooks);
  g_test_add ("/tool/folder-policy/unread-hooks", Fixture, NULL, set_up, test_unread_hooks,
              tear_down);
  g_test_add ("/tool/folder-policy/no-commands", Fixture, NULL, set_up, test_no_commands,
              tear_down);
  g_test_add ("/tool/folder-policy/hooks-above", Fixture, NULL, set_up, test_hooks_above,
              tear_down);
  g_test_add_func ("/tool/folder-policy/written-names", test_written_names);
  g_test_add_func ("/tool/folder-policy/own-inside", test_own_inside);
  g_test_add_func ("/tool/folder-policy/home-inside", test_home_inside);

  return g_test_run ();
}
