/* test-file-tool.c: file tools are confined to the project folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../test-remove.h"
#include "tool-fixture.h"
#include "troupe-file-actions.h"

/* A project, and a secret file next to it. */
/* @only_data: whether the permission to change programs was not granted */
typedef struct
{
  char *root;
  char *project;
  gboolean only_data;
} Fixture;

static void
save (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->root, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
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
  self->root = g_dir_make_tmp ("troupe-files-XXXXXX", NULL);
  self->project = g_build_filename (self->root, "project", NULL);
  save (self, "secret.txt", "canary");
  save (self, "project/notes.txt", "one\ntwo\nthree\nfour\n");
  save (self, "project/deep/er/list.md", "a two\n");
  make_link (self, "../secret.txt", "out.txt");
  make_link (self, "..", "up");
  make_link (self, "notes.txt", "in.txt");
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->root);
  g_free (self->root);
  g_free (self->project);
}

static void
call (Fixture *self, const char *tool_name, const char *arguments, ToolAnswer *answer)
{
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference (tool_name, NULL);
  g_autoptr (TroupeRunContext) run = troupe_run_context_new (
      &(TroupeRunContext){ .folder = self->project, .may_change_programs = !self->only_data });
  TroupeToolContext context = tool_answer_context (answer);

  g_assert_nonnull (tool);
  context.run = run;
  tool_begin (tool, arguments, &context, NULL, answer);
  tool_wait (answer);
}

static void
assert_gives (Fixture *self, const char *tool, const char *arguments, const char *text)
{
  g_auto (ToolAnswer) answer = { 0 };

  call (self, tool, arguments, &answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (troupe_value_get_string (answer.value, NULL), ==, text);
}

static void
assert_fails (Fixture *self, const char *tool, const char *arguments, TroupeToolError code)
{
  g_auto (ToolAnswer) answer = { 0 };

  call (self, tool, arguments, &answer);
  g_test_message ("%s: %s", arguments, answer.error != NULL ? answer.error->message : "no error");
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, (int) code);
  g_assert_null (strstr (answer.error->message, "canary"));
}

/* Asserts that the tool's result is an error message. */
static void
assert_tells (Fixture *self, const char *tool, const char *arguments)
{
  g_auto (ToolAnswer) answer = { 0 };

  call (self, tool, arguments, &answer);
  g_assert_no_error (answer.error);
  g_test_message ("%s: %s", arguments, troupe_value_get_string (answer.value, NULL));
  g_assert_true (g_str_has_prefix (troupe_value_get_string (answer.value, NULL), "Error: "));
  g_assert_null (strstr (troupe_value_get_string (answer.value, NULL), "canary"));
}

static void
assert_not_written (Fixture *self, const char *arguments)
{
  g_auto (ToolAnswer) answer = { 0 };

  call (self, "FileWriterTool", arguments, &answer);
  g_assert_no_error (answer.error);
  g_assert_null (strstr (troupe_value_get_string (answer.value, NULL), "written"));
}

static void
test_read (Fixture *self, gconstpointer data)
{
  g_autofree char *absolute =
      g_strdup_printf ("{\"file_path\":\"%s/notes.txt\",\"start_line\":4}", self->project);

  assert_gives (self, "FileReadTool", "{\"file_path\":\"notes.txt\"}", "one\ntwo\nthree\nfour\n");
  assert_gives (self, "crewai_tools:FileReadTool",
                "{\"file_path\":\"./notes.txt\",\"start_line\":2,\"line_count\":2}",
                "two\nthree\n");
  assert_gives (self, "file_read", "{\"file_path\":\"deep//er/./list.md\",\"start_line\":null}",
                "a two\n");
  assert_gives (self, "file_read", absolute, "four\n");
  assert_tells (self, "file_read", "{\"file_path\":\"notes.txt\",\"start_line\":5}");
  assert_tells (self, "file_read", "{\"file_path\":\"none.txt\"}");
  assert_tells (self, "file_read", "{\"file_path\":\"deep\"}");
  assert_fails (self, "file_read", "{}", TROUPE_TOOL_ERROR_ARGUMENTS);
}

/* Tries paths that a model could use to access files outside of the project. */
static void
test_confined (Fixture *self, gconstpointer data)
{
  static const char *const ways[] = { "../secret.txt", "deep/../../secret.txt",
                                      "out.txt",       "up/secret.txt",
                                      "/etc/passwd",   "up",
                                      "in.txt",        "deep/../../project/../secret.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *read = g_strdup_printf ("{\"file_path\":\"%s\"}", ways[i]);
      g_autofree char *write =
          g_strdup_printf ("{\"filename\":\"%s\",\"content\":\"x\",\"overwrite\":false}", ways[i]);
      g_autofree char *under =
          g_strdup_printf ("{\"filename\":\"new.txt\",\"content\":\"x\",\"directory\":\"%s\"}",
                           ways[i]);
      g_autofree char *list = g_strdup_printf ("{\"directory\":\"%s\"}", ways[i]);

      assert_tells (self, "FileReadTool", read);
      assert_not_written (self, write);
      assert_tells (self, "FileWriterTool", under);
      assert_fails (self, "DirectoryReadTool", list, TROUPE_TOOL_ERROR_FAILED);
    }
  /* Another folder whose name starts with the project's name is not part of the project. */
  save (self, "project-other/a.txt", "canary");
  {
    g_autofree char *beside = g_strdup_printf ("{\"file_path\":\"%s-other/a.txt\"}", self->project);

    assert_tells (self, "FileReadTool", beside);
  }
}

/* If the file is a link, the link itself is replaced; its target is never written. */
static void
test_write (Fixture *self, gconstpointer data)
{
  g_autofree char *secret = g_build_filename (self->root, "secret.txt", NULL);
  g_autofree char *text = NULL;

  assert_gives (self, "FileWriterTool",
                "{\"filename\":\"new/a.txt\",\"content\":\"é\\u0000b\",\"directory\":\"out\"}",
                "Content successfully written to out/new/a.txt");
  assert_gives (self, "file_write",
                "{\"filename\":\"a.txt\",\"content\":\"2\",\"directory\":\"out/new\"}",
                "File out/new/a.txt already exists and overwrite option was not passed.");
  assert_gives (self, "file_write",
                "{\"filename\":\"a.txt\",\"content\":\"2\",\"directory\":\"./out/new\","
                "\"overwrite\":\"Yes\"}",
                "Content successfully written to ./out/new/a.txt");
  assert_gives (self, "file_read", "{\"file_path\":\"out/new/a.txt\"}", "2");
  assert_gives (self, "file_write",
                "{\"filename\":\"out.txt\",\"content\":\"x\",\"overwrite\":true}",
                "Content successfully written to out.txt");
  g_assert_true (g_file_get_contents (secret, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "canary");
  assert_fails (self, "file_write", "{\"filename\":\"a.txt\"}", TROUPE_TOOL_ERROR_ARGUMENTS);
  assert_tells (self, "file_write", "{\"filename\":\"notes.txt/a\",\"content\":\"\"}");
}

static void
test_list (Fixture *self, gconstpointer data)
{
  g_autofree char *all = g_strdup_printf ("File paths: \n-%s/deep/er/list.md\n- %s/notes.txt",
                                          self->project, self->project);
  g_autofree char *part = g_strdup_printf ("File paths: \n-%s/deep/er/list.md", self->project);

  assert_gives (self, "DirectoryReadTool", "{\"directory\":\".\"}", all);
  assert_gives (self, "directory_read", "{\"directory\":\"deep/\"}", part);
  save (self, "project/odd/a\nforged: b.txt", "");
  {
    g_auto (ToolAnswer) answer = { 0 };

    call (self, "directory_read", "{\"directory\":\"odd\"}", &answer);
    g_assert_no_error (answer.error);
    /* A name is shown on one line. */
    g_assert_nonnull (strstr (troupe_value_get_string (answer.value, NULL), "a\\nforged"));
  }
}

static void
test_search (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) many = g_string_new (NULL);
  g_auto (ToolAnswer) answer = { 0 };

  assert_gives (self, "file_search", "{\"pattern\":\"t(wo|hree)\"}",
                "deep/er/list.md:1: a two\nnotes.txt:2: two\nnotes.txt:3: three");
  assert_tells (self, "FileReadTool", "{\"file_path\":\"a.fossil\"}");
  assert_gives (self, "file_search", "{\"pattern\":\"canary\"}", "No matches were found.");
  assert_fails (self, "file_search", "{\"pattern\":\"(\"}", TROUPE_TOOL_ERROR_ARGUMENTS);
  assert_fails (self, "file_search", "{}", TROUPE_TOOL_ERROR_ARGUMENTS);
  for (guint i = 0; i < TROUPE_FILE_LIMIT_HITS + 5; i++)
    g_string_append (many, "hit\n");
  save (self, "project/many.txt", many->str);
  call (self, "file_search", "{\"pattern\":\"hit\"}", &answer);
  g_assert_no_error (answer.error);
  g_assert_nonnull (strstr (troupe_value_get_string (answer.value, NULL), "many.txt:200: hit\n…"));
}

/* Reading a file that is not text, a pipe or a file that is too large results in a message and
 * does not block. */
static void
test_odd_files (Fixture *self, gconstpointer data)
{
  g_autofree char *pipe = g_build_filename (self->project, "pipe", NULL);
  g_autofree char *large = g_build_filename (self->project, "large", NULL);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_true (g_file_set_contents (large, "", 0, NULL));
  g_assert_cmpint (truncate (large, (off_t) TROUPE_FILE_LIMIT_READ + 1), ==, 0);
  save (self, "project/latin", "caf\xe9");
  assert_tells (self, "file_read", "{\"file_path\":\"pipe\"}");
  assert_tells (self, "file_read", "{\"file_path\":\"large\"}");
  assert_tells (self, "file_read", "{\"file_path\":\"latin\"}");
  assert_gives (self, "file_search", "{\"pattern\":\"caf\"}", "No matches were found.");
}

/* Creates a project with files that contain secrets or start programs, and with other files that
 * have similar names. */
static void
save_protected (Fixture *self)
{
  static const char *const names[] = { ".env",
                                       ".env.local",
                                       "deep/.env",
                                       "deep/.ENV",
                                       "prod.env",
                                       "certs/server.pem",
                                       "certs/SERVER.KEY",
                                       "deep/er/id_ed25519",
                                       ".netrc",
                                       ".npmrc",
                                       ".pypirc",
                                       ".git-credentials",
                                       ".aws/any",
                                       ".ssh/config",
                                       "sub/.gnupg/any",
                                       ".git/config",
                                       ".git/hooks/x",
                                       "sub/.git/hooks/x",
                                       ".bashrc",
                                       ".profile",
                                       ".config/a/b",
                                       "autostart/a.desktop",
                                       "systemd/user/a.service",
                                       ".git/rr-cache/a/preimage",
                                       "sub/.git/objects/ab/cd",
                                       ".svn/pristine/ab/abcd.svn-base",
                                       "sub/.hg/store/data/a.i",
                                       "a.fossil" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("project/", names[i], NULL);

      save (self, path, "canary");
    }
}

static void
test_protected (Fixture *self, gconstpointer data)
{
  static const char *const paths[] = { ".env",
                                       "./.env",
                                       "deep/../.env",
                                       "deep//.env",
                                       ".Env",
                                       "deep/.ENV",
                                       ".env.local",
                                       "prod.env",
                                       "certs/server.pem",
                                       "certs/SERVER.KEY",
                                       "deep/er/id_ed25519",
                                       ".netrc",
                                       ".npmrc",
                                       ".pypirc",
                                       ".git-credentials",
                                       ".aws/any",
                                       ".ssh/config",
                                       "sub/.gnupg/any",
                                       ".git/config",
                                       ".git/hooks/x",
                                       "sub/.git/hooks/x",
                                       ".bashrc",
                                       ".profile",
                                       ".config/a/b",
                                       "autostart/a.desktop",
                                       "systemd/user/a.service",
                                       ".git/rr-cache/a/preimage",
                                       "sub/.git/objects/ab/cd",
                                       ".svn/pristine/ab/abcd.svn-base",
                                       "sub/.hg/store/data/a.i",
                                       ".env/new",
                                       ".env\\nx",
                                       ".e\\u200bnv",
                                       "id_r\\u017fa" };

  save_protected (self);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      const char *name = paths[i];
      g_autofree char *read = g_strdup_printf ("{\"file_path\":\"%s\"}", name);
      g_autofree char *absolute =
          g_strdup_printf ("{\"file_path\":\"%s/%s\"}", self->project, name);
      g_autofree char *write =
          g_strdup_printf ("{\"filename\":\"%s\",\"content\":\"x\",\"overwrite\":true}", name);

      assert_tells (self, "FileReadTool", read);
      assert_tells (self, "FileReadTool", absolute);
      assert_tells (self, "FileWriterTool", write);
    }
  assert_gives (self, "file_search", "{\"pattern\":\"canary\"}", "No matches were found.");
  assert_fails (self, "file_search", "{\"pattern\":\"canary\",\"directory\":\".git/hooks\"}",
                TROUPE_TOOL_ERROR_FAILED);
  assert_fails (self, "DirectoryReadTool", "{\"directory\":\".ssh\"}", TROUPE_TOOL_ERROR_FAILED);
}

static void
assert_writer_tells (Fixture *self, const char *path)
{
  g_autofree char *arguments =
      g_strdup_printf ("{\"filename\":\"%s\",\"content\":\"x\",\"overwrite\":true}", path);

  assert_tells (self, "FileWriterTool", arguments);
}

static void
assert_writer_writes (Fixture *self, const char *path)
{
  g_autofree char *arguments =
      g_strdup_printf ("{\"filename\":\"%s\",\"content\":\"x\",\"overwrite\":true}", path);
  g_autofree char *answer = g_strconcat ("Content successfully written to ", path, NULL);

  assert_gives (self, "FileWriterTool", arguments, answer);
}

/* Without the permission to change programs, only documents and data in the folder for outputs are written, also through links. */
static void
test_only_data (Fixture *self, gconstpointer data)
{
  static const char *const refused[] = { "x.py",
                                         "Makefile",
                                         "sub/run.sh",
                                         "package.json",
                                         "x.yaml",
                                         "a.json.py",
                                         "conf.d/a.txt",
                                         ".gitignore",
                                         "x.PY",
                                         "deploy.py",
                                         "requirements/base.txt",
                                         "link/a.txt",
                                         "--x.log",
                                         "a;b.png",
                                         "mine.el.gz" };
  static const char *const written[] = { "report.md", "out/a/data.csv", "results.json", "README" };
  static const char *const outside[] = { "Output/a.md",       "output.md",
                                         "src/output/a.md",   "output/../a.md",
                                         "./up/report.md",    "outputs/a.md",
                                         "output/above/a.md", "to-output/x.py",
                                         "news.json",         "output/above/news.json" };

  /* Something is developed in the folder `web`. */
  static const char *const places[] = { "output/web/a.json", "output/web/docs/a.md",
                                        "output/site/a.json", "output/web/README" };

  self->only_data = TRUE;
  save (self, "project/deploy.py", "own");
  save (self, "project/news.json", "own");
  save (self, "project/output/deploy.py", "own");
  save (self, "project/output/conf.d/own.txt", "own");
  make_link (self, "conf.d", "output/link");
  make_link (self, "..", "output/above");
  make_link (self, "output", "to-output");
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *inside = g_strconcat ("output/", refused[i], NULL);

      assert_writer_tells (self, refused[i]);
      assert_writer_tells (self, inside);
    }
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    assert_writer_tells (self, outside[i]);
  assert_gives (self, "FileReadTool", "{\"file_path\":\"deploy.py\"}", "own");
  assert_gives (self, "FileReadTool", "{\"file_path\":\"news.json\"}", "own");
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    {
      g_autofree char *inside = g_strconcat ("output/", written[i], NULL);

      assert_writer_tells (self, written[i]);
      assert_writer_writes (self, inside);
    }
  save (self, "project/output/web/package.json", "own");
  make_link (self, "web", "output/site");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    assert_writer_tells (self, places[i]);
  assert_writer_writes (self, "output/web/a.pdf");
  self->only_data = FALSE;
  assert_writer_writes (self, "deploy.py");
}

/* Files whose names look similar, but that contain no secrets and start no programs, are not
 * protected. */
static void
test_not_protected (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { ".gitignore",    ".github/x.yml", ".vscode/settings.json",
                                       ".environment",  "env",           "config",
                                       "hooks/x",       "id_rsa.pub",    "key.txt",
                                       "autostart/a.c", ".git/HEAD",     "objects/a",
                                       "store/a",       ".svn/format" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("project/", names[i], NULL);
      g_autofree char *read = g_strdup_printf ("{\"file_path\":\"%s\"}", names[i]);

      save (self, path, "read");
      assert_gives (self, "FileReadTool", read, "read");
    }
  assert_gives (self, "file_write",
                "{\"filename\":\".gitignore\",\"content\":\"2\",\"overwrite\":true}",
                "Content successfully written to .gitignore");
}

/* Hidden files may configure programs, including unknown ones, so they are not written. */
static void
test_hidden_not_written (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { ".git",        ".git/commondir", ".vscode/tasks.json",
                                       ".vimrc",      "deep/.gdbinit",  ".github/workflows/a.yml",
                                       ".new/visible" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->project, names[i], NULL);
      g_autofree char *write =
          g_strdup_printf ("{\"filename\":\"%s\",\"content\":\"x\"}", names[i]);

      assert_tells (self, "FileWriterTool", write);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

/* Hard links to a protected file, and the target of a link named `.env`, are protected like the
 * file itself. */
static void
test_other_names (Fixture *self, gconstpointer data)
{
  g_autofree char *env = g_build_filename (self->project, "deep/.env", NULL);
  g_autofree char *hard = g_build_filename (self->project, "hard.txt", NULL);
  g_autofree char *package = g_build_filename (self->project, "node_modules/a/b.js", NULL);
  g_autofree char *twice = g_build_filename (self->project, "twice.txt", NULL);
  g_autofree char *notes = g_build_filename (self->project, "notes.txt", NULL);
  g_autofree char *text = NULL;

  save (self, "project/deep/.env", "canary");
  save (self, "project/node_modules/a/c.js", "");
  save (self, "project/real/secrets.txt", "canary");
  make_link (self, "real/secrets.txt", ".env.local");
  g_assert_cmpint (link (env, hard), ==, 0);
  g_assert_cmpint (link (env, package), ==, 0);
  g_assert_cmpint (link (notes, twice), ==, 0);
  assert_tells (self, "file_read", "{\"file_path\":\"hard.txt\"}");
  assert_tells (self, "file_read", "{\"file_path\":\"node_modules/a/b.js\"}");
  assert_tells (self, "file_read", "{\"file_path\":\"real/secrets.txt\"}");
  assert_tells (self, "file_write",
                "{\"filename\":\"hard.txt\",\"content\":\"x\",\"overwrite\":true}");
  assert_gives (self, "file_search", "{\"pattern\":\"canary\"}", "No matches were found.");
  assert_gives (self, "file_read", "{\"file_path\":\"twice.txt\"}", "one\ntwo\nthree\nfour\n");
  g_assert_true (g_file_get_contents (env, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "canary");
}

static void
test_shared_folder (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "", "Downloads", ".config", ".config/a", ".local/bin" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_free (self->project);
      self->project = g_build_filename (g_get_home_dir (), names[i], NULL);
      g_assert_cmpint (g_mkdir_with_parents (self->project, 0700), ==, 0);
      assert_tells (self, "file_read", "{\"file_path\":\"a\"}");
      assert_tells (self, "file_write", "{\"filename\":\"a.txt\",\"content\":\"x\"}");
      assert_fails (self, "file_search", "{\"pattern\":\"x\"}", TROUPE_TOOL_ERROR_FAILED);
      assert_fails (self, "directory_read", "{\"directory\":\".\"}", TROUPE_TOOL_ERROR_FAILED);
    }
}

static void
test_description (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "FileReadTool", "FileWriterTool", "DirectoryReadTool",
                                       "file_search" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference (names[i], NULL);
      g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();

      g_assert_cmpstr (troupe_tool_get_name (tool), !=, "");
      g_assert_cmpstr (troupe_tool_get_description (tool), !=, "");
      g_assert_nonnull (troupe_tool_get_schema (tool));
      troupe_tool_list_permissions (tool, permissions);
      g_assert_true (troupe_permission_list_has_project_folder (permissions));
    }
  g_assert_null (troupe_tool_new_for_reference ("FileEatTool", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

  g_test_add ("/tool/files/read", Fixture, NULL, set_up, test_read, tear_down);
  g_test_add ("/tool/files/confined", Fixture, NULL, set_up, test_confined, tear_down);
  g_test_add ("/tool/files/write", Fixture, NULL, set_up, test_write, tear_down);
  g_test_add ("/tool/files/list", Fixture, NULL, set_up, test_list, tear_down);
  g_test_add ("/tool/files/search", Fixture, NULL, set_up, test_search, tear_down);
  g_test_add ("/tool/files/odd-files", Fixture, NULL, set_up, test_odd_files, tear_down);
  g_test_add ("/tool/files/protected", Fixture, NULL, set_up, test_protected, tear_down);
  g_test_add ("/tool/files/not-protected", Fixture, NULL, set_up, test_not_protected, tear_down);
  g_test_add ("/tool/files/only-data", Fixture, NULL, set_up, test_only_data, tear_down);
  g_test_add ("/tool/files/hidden-not-written", Fixture, NULL, set_up, test_hidden_not_written,
              tear_down);
  g_test_add ("/tool/files/other-names", Fixture, NULL, set_up, test_other_names, tear_down);
  g_test_add ("/tool/files/shared-folder", Fixture, NULL, set_up, test_shared_folder, tear_down);
  g_test_add ("/tool/files/description", Fixture, NULL, set_up, test_description, tear_down);

  return g_test_run ();
}
