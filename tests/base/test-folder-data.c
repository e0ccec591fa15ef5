/* test-folder-data.c: names of documents and data, and of everything else
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-folder-data.h"

static void
test_files (void)
{
  static const char *const data[] = {
    "report.md",
    "REPORT.MD",
    "data.csv",
    "chart.png",
    "a b.txt",
    "project-report.md",
    "package.pdf",
    "settings.html",
    "config.log",
    "out.tar.gz",
    "x.py.gz",
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
    ".report.md.swp",
    "src.json",
    "crc.txt",
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
  };

  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    {
      g_test_message ("%s", data[i]);
      g_assert_true (troupe_folder_data_is_file (data[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%s", others[i]);
      g_assert_false (troupe_folder_data_is_file (others[i]));
    }
}

static void
test_retried (void)
{
  static const char *const retried[] = { "report.md.Makevs", "report.md.csproj", "tmp.AbcdEfghij",
                                         "sedabcdef",        "tmpksmda4rc.json" };
  static const char *const others[] = { "x.py.Makevs", "x.csproj",           "report.md.x7Rq2b",
                                        "Makefile",    "report.md.makefile", "config",
                                        "tmpksmda4rc.py", "tmpksmda4rc." };

  for (guint i = 0; i < G_N_ELEMENTS (retried); i++)
    {
      g_test_message ("%s", retried[i]);
      g_assert_true (troupe_folder_data_is_retried (retried[i]));
      g_assert_false (troupe_folder_data_is_file (retried[i]));
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
    "x.dist-info",   "x.egg-info", "x.app", "conf.d", "CONF.D",  "x.framework", "node_modules",
    "site-packages", ".vscode",    ".git",  "x.py",   "v1.2-rc", "x.lance.d",   "conf.d "
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
test_patterns (void)
{
  static const char *const said[] = { "x.py",           "{topic}.py",     "out/{topic}.sh",
                                      "{dir}/Makefile", "conf.d/a.txt",   "conf.d/{topic}.txt",
                                      "package.json",   "/srv/x.d/run.sh" };
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/folder-data/files", test_files);
  g_test_add_func ("/base/folder-data/retried", test_retried);
  g_test_add_func ("/base/folder-data/folders", test_folders);
  g_test_add_func ("/base/folder-data/paths", test_paths);
  g_test_add_func ("/base/folder-data/patterns", test_patterns);
  return g_test_run ();
}
