/* troupe-mcp-scripts.c: project files that the program of an MCP server runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-scripts"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-mcp-scripts.h"
#include "troupe-sandbox.h"

/* Limits of a walk through a folder. Files beyond these limits are read by the caller, which has
 * its own limits, so that a list that is too long is never silently incomplete. */
#define MAX_DEPTH 12
#define MAX_FILES 4096

/* Programs that determine from files in the working directory which code to run. */
static const char *const runners[] = { "npm", "yarn",   "pnpm",   "bun",  "deno", "uv",    "poetry",
                                       "pdm", "hatch",  "make",   "just", "task", "cargo", "go",
                                       "mvn", "gradle", "bundle", "rake", NULL };
/* Programs that run a package, which may be installed in the project. */
static const char *const package_runners[] = { "npx", "bunx", NULL };
/* Interpreters that run a folder. */
static const char *const interpreters[] = { "python", "python3", "node", "deno", "bun",
                                            "ruby",   "php",     "go",   NULL };

/* Endings of files with code, and files that select which code runs. */
static const char *const code_endings[] = { ".py",  ".js",   ".mjs",  ".cjs", ".ts", ".mts",
                                            ".cts", ".jsx",  ".tsx",  ".rb",  ".sh", ".pl",
                                            ".php", ".lua",  ".go",   ".rs",  ".so", ".jar",
                                            ".mk",  ".wasm", ".node", ".pyc", NULL };
static const char *const code_names[] = {
  "package.json",   "package-lock.json", "deno.json",   "deno.jsonc", "tsconfig.json",
  "pyproject.toml", "setup.cfg",         "uv.lock",     "Cargo.toml", "go.mod",
  "Makefile",       "makefile",          "GNUmakefile", "justfile",   "Justfile",
  "Taskfile.yml",   "Gemfile",           "Rakefile",    "pom.xml",    "build.gradle",
  ".npmrc",         ".python-version",   NULL
};

/* @found: (element-type utf8): set of relative paths; @runs_folders: whether a folder is code */
typedef struct
{
  const char *folder;
  GHashTable *found;
  gboolean runs_folders;
} Search;

static gboolean
is_code (const char *name)
{
  if (g_strv_contains (code_names, name))
    return TRUE;
  for (guint i = 0; code_endings[i] != NULL; i++)
    if (g_str_has_suffix (name, code_endings[i]))
      return TRUE;
  return FALSE;
}

/* Adds the code in the relative folder @path. Skips hidden folders and installed packages. */
static void
add_folder (Search *self, const char *path, guint depth)
{
  g_autofree char *full = g_build_filename (self->folder, path, NULL);
  g_autoptr (GDir) dir = g_dir_open (full, 0, NULL);
  const char *name;

  g_assert (self != NULL);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL &&
         g_hash_table_size (self->found) < MAX_FILES)
    {
      g_autofree char *inner =
          *path != '\0' ? g_build_filename (path, name, NULL) : g_strdup (name);
      g_autofree char *whole = g_build_filename (full, name, NULL);

      if (g_file_test (whole, G_FILE_TEST_IS_DIR))
        {
          if (depth < MAX_DEPTH && *name != '.' && !g_str_equal (name, "node_modules") &&
              !g_file_test (whole, G_FILE_TEST_IS_SYMLINK))
            add_folder (self, inner, depth + 1);
        }
      else if (is_code (name))
        g_hash_table_add (self->found, g_steal_pointer (&inner));
    }
}

/* Adds the file of the project that @text names, or the code of the folder. Returns FALSE if
 * @text names neither. */
static gboolean
add_named (Search *self, const char *text)
{
  g_autofree char *path = NULL;
  g_autofree char *real = NULL;
  g_autofree char *root = troupe_path_resolve (self->folder);
  const char *relative;

  g_assert (self != NULL);

  if (*text == '\0')
    return FALSE;
  path = g_canonicalize_filename (text, self->folder);
  real = troupe_path_resolve (path);
  if (!troupe_path_is_within (real, root) || !g_file_test (real, G_FILE_TEST_EXISTS))
    return FALSE;
  relative = real + strlen (root);
  while (*relative == '/')
    relative++;
  if (!g_file_test (real, G_FILE_TEST_IS_DIR))
    g_hash_table_add (self->found, g_strdup (relative));
  else if (self->runs_folders)
    add_folder (self, relative, 0);
  return TRUE;
}

/* Adds the module that `python -m NAME` runs. */
static void
add_module (Search *self, const char *name)
{
  g_autofree char *path = g_strdelimit (g_strdup (name), ".", '/');
  g_autofree char *file = g_strconcat (path, ".py", NULL);

  g_assert (self != NULL);

  self->runs_folders = TRUE;
  if (!add_named (self, file))
    add_named (self, path);
}

/* Adds the program of an installed package that `npx NAME` runs. */
static void
add_package (Search *self, char **arguments)
{
  g_assert (self != NULL);

  for (guint i = 0; arguments[i] != NULL; i++)
    if (*arguments[i] != '-')
      {
        g_autofree char *name = g_path_get_basename (arguments[i]);
        g_autofree char *path = g_build_filename ("node_modules", ".bin", name, NULL);

        add_named (self, path);
        add_named (self, "package.json");
        return;
      }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
troupe_mcp_scripts_list (const TroupeMcpConfig *config, const char *folder)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *program = NULL;
  g_autofree char **paths = NULL;
  Search search = { .folder = folder, .found = found };
  guint n_paths = 0;

  g_return_val_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_STDIO, NULL);
  g_return_val_if_fail (folder != NULL, NULL);

  program = g_path_get_basename (config->command);
  search.runs_folders =
      g_strv_contains (interpreters, program) || g_str_has_prefix (program, "python3.");
  if (strchr (config->command, '/') != NULL)
    add_named (&search, config->command);
  for (guint i = 0; config->arguments[i] != NULL; i++)
    {
      const char *value = strchr (config->arguments[i], '=');

      if (g_str_equal (config->arguments[i], "-m") && config->arguments[i + 1] != NULL)
        add_module (&search, config->arguments[i + 1]);
      add_named (&search, config->arguments[i]);
      if (*config->arguments[i] == '-' && value != NULL)
        add_named (&search, value + 1);
    }
  if (g_strv_contains (package_runners, program))
    add_package (&search, config->arguments);
  if (g_strv_contains (runners, program))
    add_folder (&search, "", 0);
  paths = (char **) g_hash_table_get_keys_as_array (found, &n_paths);
  qsort (paths, n_paths, sizeof *paths, compare);
  return g_strdupv (paths);
}
