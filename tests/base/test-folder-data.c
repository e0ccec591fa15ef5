/* test-folder-data.c: names of documents and data, and of everything else
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "troupe-folder-data.h"
#include "troupe-folder-project.h"
#include "troupe-folder-results.h"

#include "../test-remove.h"

static void
test_files (void)
{
  static const char *const data[] = {
    "report.md",
    "REPORT.MD",
    "data.csv",
    "chart.png",
    "a b.txt",
    "a - b.md",
    "project-report.md",
    "package.pdf",
    "settings.html",
    "config.log",
    "out.tar.gz",
    "x.csv.gz",
    "archive.zip",
    "README",
    "readme",
    "LICENSE",
    "app.log",
    "app.log.1",
    "app.log.12.gz",
    "app.log.2026-11-30",
    "app.log.2026-11-30_10",
    "memory.db",
    "memory.db-journal",
    "memory.sqlite3-wal",
    "x.sqlite-shm",
    "x.db-mj03F5A9C2E",
    "data_level0.bin",
    "link_lists.bin",
    "header.bin",
    "vectors.lance",
    "1.manifest",
    "18446744073709551614.manifest",
    "0-5f3e.txn",
    "0",
    "000001",
    "0.0",
    "results.json",
    "report.tmp",
    "results.json.bak",
    "data.json.lock",
    "data.lance#1",
    "report.md.Q3F8a2",
    "tmp9x_k2mfa",
    "tmp.Xu4Fp9aQ2b",
    "sedx7Rq2b",
    "ziA3b9Qx",
    ".notes.txt.x7Rq2b",
    ".tmpk3",
    "src.json",
    "crc.txt",
    "tasks.txt",
    "hooks.txt",
    "crew.txt",
    "agents.txt",
    "settings.txt",
    "user-profile.json",
    "crew-output.json",
    "flow_result.json",
    "task-1.json",
    "test-results.json",
    "model.onnx",
    "weights.safetensors",
    "d\303\251j\303\240 vu.txt",
    "x.txt.",
    "\345\240\261\345\221\212.md",
    "eslint-report.json",
    "clock.json",
  };
  static const char *const others[] = {
    "x.py",
    "deploy.sh",
    "x.json.py",
    "x.PY",
    "x.py ",
    "x.py.",
    "x.p\302\255y",
    "Makefile",
    "run",
    "GNUmakefile",
    "x.js",
    "x.ts",
    "x.rb",
    "x.so",
    "libx.so.1",
    "CMakeCache.txt",
    "cmakecache.txt.1",
    "coredata.dat",
    "install.dat",
    "x.py.1",
    "x.py.x7Rq2b",
    "x.yaml",
    "x.yml",
    "x.toml",
    "x.ini",
    "x.cfg",
    "x.xml",
    "x.plist",
    "x.ipynb",
    "x.tex",
    "x.rst",
    "x.ps",
    "test_x.txt",
    "TESTS.txt",
    "x.db-mjx",
    "x.pkl",
    "x.pt",
    "x.h5",
    "x.hdf5",
    "x.patch",
    "x.diff",
    "x.tgz",
    "x.whl",
    "x.jar",
    "x.desktop",
    "x.service",
    "x.docm",
    "x.lnk",
    "x.css",
    "x.sql",
    "crew.jsonc",
    "package.json",
    "package-lock.json",
    "npm-shrinkwrap.json",
    "PACKAGE.JSON",
    "\357\275\220ackage.json",
    "tsconfig.json",
    "tsConfig.json",
    "tsconfig.base.json",
    "jsconfig.json",
    "eslintrc.json",
    "appsettings.json",
    "AppSettings.Development.json",
    "launchSettings.json",
    "app.json",
    "angular.json",
    "nx.json",
    "turbo.json",
    "lerna.json",
    "deno.json",
    "composer.json",
    "composer.lock",
    "poetry.lock",
    "bower.json",
    "firebase.json",
    "vercel.json",
    "netlify.json",
    "cdk.json",
    "serverless.json",
    "nodemon.json",
    "mcp.json",
    "mcp-servers.json",
    "claude.json",
    "devcontainer.json",
    "crew.json",
    "flow.json",
    "x.flow.json",
    "main.tf.json",
    "x.auto.tfvars.json",
    "x.deps.json",
    "x.runtimeconfig.json",
    "tauri.conf.json",
    "manifest.json",
    "docker-compose.json",
    "tasks.json",
    "launch.json",
    "import_map.json",
    "importmap.json",
    "entry_points.txt",
    "requirements.txt",
    "requirements2.txt",
    "dev-requirements.txt",
    "constraints.txt",
    "CMakeLists.txt",
    "CMakePresets.json",
    "CMakeUserPresets.json",
    "meson_options.txt",
    "conanfile.txt",
    "compile_flags.txt",
    "compile_commands.json",
    "top_level.txt",
    "runtime.txt",
    "vcpkg.json",
    "rust-project.json",
    "global.json",
    "kernel.json",
    "hooks.json",
    "plugin.json",
    "config.bin",
    "pytorch_model.bin",
    "training_args.bin",
    "package.json.bak.py",
    "package.json.1",
    "package.json.lock",
    "x.manifest",
    "a1.manifest",
    ".env",
    ".gitignore",
    ".gitattributes",
    ".editorconfig",
    ".vscode",
    ".hidden.txt",
    "report.txt.csproj",
    "report.txt.CsProj",
    "x.md~",
    "tmp.csproj",
    "tmpmakefiles",
    "_SUCCESS",
    "x.db-hook",
    "",
    "...",
    "x.conf",
    "AUTHORS.py",
    "README.1",
    "README.sh",
    "x.py.gz",
    "mine.elc.gz",
    "cache.pkl.xz",
    "._a.test.js",
    "-x.log",
    "+x.log",
    "x.php.bak",
    "x.el.tmp",
    "a;b.png",
    "a\nb.png",
    "a --checkpoint=1 --checkpoint-action=exec=x.png",
    "a @list.png",
    "a --c=1/x.png",
    "it's.png",
  };

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    {
      g_test_message ("%s", data[i]);
      g_assert_true (troupe_folder_data_is_path (data[i], FALSE));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_data_is_path (others[i], FALSE));
    }
}

static void
test_retried (void)
{
  static const char *const retried[] = { "report.md.Makevs", "report.md.csproj", "tmp.AbcdEfghij",
                                         "sedabcdef", "tmpksmda4rc.json" };
  static const char *const others[] = { "x.py.Makevs",   "x.csproj",           "report.md.x7Rq2b",
                                        "Makefile",      "report.md.makefile", "config",
                                        "tmpksmda4rc.py", "tmpksmda4rc." };

  for (guint i = 0; i < G_N_ELEMENTS (retried); i++)
    {
      g_test_message ("%s", retried[i]);
      g_assert_true (troupe_folder_data_is_retried (retried[i]));
      g_assert_false (troupe_folder_data_is_path (retried[i], FALSE));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_data_is_retried (others[i]));
    }
}

static void
test_folders (void)
{
  static const char *const data[] = {
    "out",
    "Out Put",
    "v1.2",
    "2026.11.30",
    "table.lance",
    "x.parquet",
    "x.zarr",
    "x.db",
    "St. Gallen",
    "src",
    "bin",
    "3f2a9d6e-1111-4222-8333-944455556666",
    "x.tmp",
    "tmp9x_k2mfa",
    ".cache",
    "config",
    "\346\226\207\344\273\266",
  };
  static const char *const others[] = {
    "x.dist-info",  "x.egg-info",    "x.app",      "conf.d",     "CONF.D",    "x.framework",
    "node_modules", "meson-private", "CMakeFiles", "group_vars", "host_vars", "site-packages",
    ".vscode",      ".git",          "x.py",       "v1.2-rc",    "x.lance.d", "conf.d "
  };

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    {
      g_test_message ("%s", data[i]);
      g_assert_true (troupe_folder_data_is_path (data[i], TRUE));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_data_is_path (others[i], TRUE));
    }
}

static void
test_paths (void)
{
  static const char *const data[] = { "report.md",        "out/a/b/data.csv",
                                      "./out//data.csv",  "table.lance/_versions/1.manifest",
                                      "config/report.md", "config/app.log.1" };
  static const char *const others[] = { "out/x.py",
                                        "conf.d/data.csv",
                                        "x.dist-info/top.txt",
                                        "requirements/base.txt",
                                        "Config/default.json",
                                        "config/env/dev.json",
                                        "node_modules/x/data.json",
                                        "report.md/x",
                                        "" };

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    {
      g_test_message ("%s", data[i]);
      g_assert_true (troupe_folder_data_is_path (data[i], FALSE));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_data_is_path (others[i], FALSE));
    }
  g_assert_true (troupe_folder_data_is_path ("out/config", TRUE));
  g_assert_true (troupe_folder_data_is_path ("", TRUE));
  g_assert_false (troupe_folder_data_is_path ("out/x.app", TRUE));
}

static void
test_results (void)
{
  static const char *const results[] = { "results.json",
                                         "city_results.json",
                                         "cityResults.json",
                                         "market-trends.json",
                                         "page 2.json",
                                         "v2.json",
                                         "report.v2.json",
                                         "\xe7\xbb\x93\xe6\x9e\x9c.json",
                                         "report.md",
                                         "notes.md",
                                         "README.md",
                                         "skills.md",
                                         "AI.md",
                                         "SKILL.txt",
                                         "x.csv",
                                         "x.jsonl",
                                         "Results.JSON",
                                         "tmp9x_k2mfa.json",
                                         "readme",
                                         ".x.json.x7Rq2b",
                                         "a.weird.thing.jsonl" };
  static const char *const others[] = { "cspell.json",       "dprint.json",  "terragrunt.hcl.json",
                                        "report.tfnew.json", "newtool.json", "new-tool.json",
                                        "resultsx.json",     "SKILL.md",     "MEMORY.markdown",
                                        "COPILOT-X.md",      "CSPELL.JSON",  "knowledge.md",
                                        "x.knowledge.md",    "Rules.md",     "Skill.md" };
  static const char *const followed[] = { "SKILL.md",
                                          "Skill.MD",
                                          "knowledge.md",
                                          "x.knowledge.md",
                                          "copilot-instructions.md",
                                          "team.instructions.md" };
  static const char *const unfollowed[] = { "rules.md",       "CONVENTIONS.md",
                                            "SKILL.draft.md", "instructions.md",
                                            "SKILL.txt",      "knowledge.json",
                                            "my-skill.md",    ".md" };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_test_message ("%s", results[i]);
      g_assert_true (troupe_folder_result_is_name (results[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_result_is_name (others[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    {
      g_test_message ("%s", followed[i]);
      g_assert_true (troupe_folder_result_is_followed (followed[i]));
      g_assert_false (troupe_folder_result_is_name (followed[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (unfollowed); i++)
    {
      g_test_message ("%s", unfollowed[i]);
      g_assert_false (troupe_folder_result_is_followed (unfollowed[i]));
    }
  g_assert_true (troupe_folder_result_is_pattern ("report-{topic}.json"));
  g_assert_true (troupe_folder_result_is_pattern ("{topic}_x.json"));
  g_assert_true (troupe_folder_result_is_pattern ("{topic}.md"));
  g_assert_false (troupe_folder_result_is_pattern ("{topic}.json"));
  g_assert_false (troupe_folder_result_is_pattern ("{topic}report.d.json"));
  g_assert_false (troupe_folder_result_is_pattern ("{report}.json"));
  g_assert_false (troupe_folder_result_is_pattern ("report{ending}"));
}

static void
test_patterns (void)
{
  static const char *const said[] = {
    "x.py",          "{topic}.py",         "out/{topic}.sh", "{dir}/Makefile",
    "conf.d/a.txt",  "conf.d/{topic}.txt", "cspell.json",    "package.json",
    "docs/SKILL.md", "x.instructions.md",  "/srv/x.d/run.sh"
  };
  static const char *const unsaid[] = { "report.md", "{topic}.md",       "{topic}.json",
                                        "{name}",    "out/{a}.{b}",      "{a}.py{b}",
                                        "a{b}",      "/srv/x.d/state.db" };

  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      g_test_message ("%s", said[i]);
      g_assert_true (troupe_folder_data_says_other (said[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (unsaid); i++)
    {
      g_test_message ("%s", unsaid[i]);
      g_assert_false (troupe_folder_data_says_other (unsaid[i]));
    }
}

/* --- Projects ------------------------------------------------------------------------------------ */

static void
test_inert (void)
{
  static const char *const inert[] = {
    "chart.png", "x.PDF", "a.docx",      "app.log",          "app.log.1",         "b.xlsx",
    "t.parquet", "x.tmp", "tmp9x_k2mfa", "chart.png.x7Rq2b", ".chart.png.x7Rq2b", "x.json.x7Rq2b"
  };
  static const char *const others[] = { "x.json", "x.md",  "x.txt",       "x.csv",       "x.svg",
                                        "x.html", "x.db",  "x.db-wal",    "x.sqlite3",   "x.npy",
                                        "x.dat",  "x.bin", "x.json.1",    "x.json.lock", "README",
                                        "1",      "x.py",  "x.py.png.sh", "a.zip",       "a.tar.gz",
                                        "x.7z" };

  for (guint i = 0; i < G_N_ELEMENTS (inert); i++)
    {
      g_test_message ("%s", inert[i]);
      g_assert_true (troupe_folder_data_is_inert (inert[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_data_is_inert (others[i]));
    }
}

static void
test_markers (void)
{
  static const char *const markers[] = {
    "package.json",   "PACKAGE.JSON", "tsconfig.json", "Makefile",    "CMakeLists.txt",
    "CMakeCache.txt", "Cargo.toml",   "go.mod",        "meson.build", "docker-compose.yml",
    "mkdocs.yml.in",  "x.js",         "x.rs",          "x.sh",        "x.c",
    "x.ini",          "hosts",        "Dockerfile",    "Gemfile",     "x.js~",
    "composer.lock",  "setup.cfg",    "config.yaml",   "build.xml",
  };
  static const char *const others[] = {
    "report.md",
    "data.csv",
    "README",
    "LICENSE",
    "chart.png",
    "package-list.csv",
    "x.py",
    "x.pyi",
    "pyproject.toml",
    "uv.lock",
    "poetry.lock",
    "requirements.txt",
    "requirements-dev.txt",
    "user_preference.txt",
    "crew.jsonc",
    "crew.jsonc~",
    "project_manager.jsonc",
    "crew.json",
    "flow.json",
    "x.flow.json",
    "project_flow.yaml",
    "agents.yaml",
    "tasks.yaml",
    "agents.json",
    "tools.yaml",
    "data.xml",
    "trained_agents_data.pkl",
    "py.typed",
    "old.xls",
    "letter.doc",
    ".gitignore",
    ".env",
    ".eslintrc.json",
    "test_x.txt",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (markers); i++)
    {
      g_test_message ("%s", markers[i]);
      g_assert_true (troupe_folder_data_is_marker (markers[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_data_is_marker (others[i]));
    }
}

/* Creates an empty file, or a link if there is a target, and the folders above it. */
static void
make (const char *top, const char *name, const char *target)
{
  g_autofree char *path = g_build_filename (top, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_no_errno (g_mkdir_with_parents (folder, 0755));
  if (target != NULL)
    g_assert_no_errno (symlink (target, path));
  else
    g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

/* @made: a file, or several with commas; @path: what is judged; @is_in: whether it is in a project */
static const struct
{
  const char *made;
  const char *path;
  gboolean is_in;
} places[] = {
  { "x.md", "a.json", FALSE },
  { "x.py", "a.json", FALSE },
  { "Makefile", "a.json", TRUE },
  { "Makefile", "a/b/c.json", TRUE },
  { "Makefile", "output/a.json", TRUE },
  { "Makefile", "Results/a/b/c.json", TRUE },
  { "Makefile", "a/b/reports/c.json", TRUE },
  { "Makefile", "output", TRUE },
  { "output/x.js", "output/a.json", TRUE },
  { "output/x.js", "output/results/a.json", TRUE },
  { "output/a/x.js", "output/a/a.json", TRUE },
  { "output/a/x.js", "output/b/a.json", FALSE },
  { "Makefile,a/x.js", "a/output/b.json", TRUE },
  { "a/x.js", "a/b.json", TRUE },
  { "a/x.js", "a/output/b.json", TRUE },
  { "a/x.js", "b.json", FALSE },
  { "a/x.js", "b/b.json", FALSE },
  { ".git/config", "b.json", FALSE },
  { "Makefile/x.md", "b.json", FALSE },
};

static void
test_places (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (TroupeFolderProjects) projects = troupe_folder_projects_new ();
      g_autofree char *top = g_dir_make_tmp ("troupe-projects-XXXXXX", NULL);
      g_auto (GStrv) names = g_strsplit (places[i].made, ",", -1);
      const int root = open (top, O_PATH | O_DIRECTORY | O_CLOEXEC);

      for (guint k = 0; names[k] != NULL; k++)
        make (top, names[k], NULL);
      g_test_message ("%s, %s", places[i].made, places[i].path);
      g_assert_cmpint (troupe_folder_projects_contain (projects, root, FALSE, places[i].path), ==,
                       places[i].is_in);
      close (root);
      remove_all (top);
    }
}

/* A link counts if it leads to a file. What is a project stays one. */
static void
test_changes (void)
{
  g_autoptr (TroupeFolderProjects) projects = troupe_folder_projects_new ();
  g_autofree char *top = g_dir_make_tmp ("troupe-projects-XXXXXX", NULL);
  g_autofree char *marker = g_build_filename (top, "b", "Makefile", NULL);
  const int root = open (top, O_PATH | O_DIRECTORY | O_CLOEXEC);

  make (top, "x.md", NULL);
  make (top, "c/x.md", NULL);
  make (top, "a/latest", "../c");
  make (top, "a/lost", "nothing");
  make (top, "b/Makefile", "../x.md");
  g_assert_false (troupe_folder_projects_contain (projects, root, FALSE, "a/x.json"));
  g_assert_true (troupe_folder_projects_contain (projects, root, TRUE, "a/x.json"));
  g_assert_true (troupe_folder_projects_contain (projects, root, FALSE, "b/x.json"));
  g_assert_no_errno (unlink (marker));
  g_assert_true (troupe_folder_projects_contain (projects, root, FALSE, "b/x.json"));
  close (root);
  remove_all (top);
}

static void
test_around (void)
{
  static const char *const tops[] = {
    "package.json", "Makefile", "Cargo.toml", "mkdocs.yml", "App.sln", "docusaurus.config.js", NULL
  };
  static const char *const others[] = { "x.js", "hosts", "notes.md", "run.sh", NULL };
  const char *const *const tables[] = { tops, others };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (guint k = 0; tables[i][k] != NULL; k++)
      {
        g_autofree char *top = g_dir_make_tmp ("troupe-projects-XXXXXX", NULL);
        g_autofree char *folder = g_build_filename (top, "a", "b", NULL);

        make (top, tables[i][k], NULL);
        make (top, "a/b/Makefile", NULL);
        g_test_message ("%s", tables[i][k]);
        g_assert_cmpint (troupe_folder_project_is_around (folder), ==, i == 0);
        g_assert_false (troupe_folder_project_is_around (top));
        remove_all (top);
      }
  /* Data in a folder of settings are settings. */
  g_assert_true (troupe_folder_project_is_around ("/srv/none/config"));
  g_assert_true (troupe_folder_project_is_around ("/srv/none/Requirements/flows/a"));
  g_assert_false (troupe_folder_project_is_around ("/srv/none/flows/a"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/folder-data/files", test_files);
  g_test_add_func ("/base/folder-data/retried", test_retried);
  g_test_add_func ("/base/folder-data/folders", test_folders);
  g_test_add_func ("/base/folder-data/paths", test_paths);
  g_test_add_func ("/base/folder-data/patterns", test_patterns);
  g_test_add_func ("/base/folder-data/results", test_results);
  g_test_add_func ("/base/folder-data/inert", test_inert);
  g_test_add_func ("/base/folder-data/markers", test_markers);
  g_test_add_func ("/base/folder-data/places", test_places);
  g_test_add_func ("/base/folder-data/changes", test_changes);
  g_test_add_func ("/base/folder-data/around", test_around);
  return g_test_run ();
}
