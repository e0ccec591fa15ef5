/* troupe-mcp-scripts.c: project files that the program of an MCP server runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-scripts"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-mcp-scripts.h"
#include "troupe-project-file.h"

#define MAX_DEPTH 12u
/* Maximum size of a launcher that is searched for names of files, in bytes. */
#define LARGEST_LAUNCHER (256u * 1024)

/* Endings of files with data. Every other file may be code, or configuration that selects the code
 * that runs. One is the lock of Troupe's own data folder, which may be in the document's. */
static const char *const data_endings[] = {
  ".avi",     ".bak",  ".bmp",    ".cache",   ".csv",   ".db",   ".db-shm", ".db-wal",
  ".doc",     ".docx", ".epub",   ".err",     ".gif",   ".html", ".ico",    ".ipynb",
  ".jpeg",    ".jpg",  ".json",   ".json5",   ".jsonl", ".log",  ".md",     ".mkv",
  ".mov",     ".mp3",  ".mp4",    ".ndjson",  ".ods",   ".odt",  ".ogg",    ".out",
  ".parquet", ".part", ".pdf",    ".pid",     ".pkl",   ".png",  ".ppt",    ".pptx",
  ".rst",     ".rtf",  ".sqlite", ".sqlite3", ".svg",   ".tiff", ".tmp",    ".tsv",
  ".txt",     ".wal",  ".wav",    ".webm",    ".webp",  ".woff", ".woff2",  "consents.lock",
  ".xls",     ".xlsx", ".xml",    NULL
};

/* Files with such an ending that select the code that runs. */
static const char *const code_names[] = { "package.json",  "package-lock.json", "deno.json",
                                          "tsconfig.json", "jsconfig.json",     "composer.json",
                                          "pom.xml",       "build.xml",         NULL };

/* Files without an ending that select the code that runs. */
static const char *const plain_names[] = { "brewfile",    "build",       "dockerfile", "gemfile",
                                           "gnumakefile", "jenkinsfile", "justfile",   "makefile",
                                           "procfile",    "rakefile",    "sconstruct", "snakefile",
                                           "vagrantfile", "workspace",   "wscript",    NULL };

/* @found: (element-type utf8): set of paths relative to @folder; the paths of complete folders end
 * with a slash; @data: (element-type utf8): relative paths of files that are data by their names */
typedef struct
{
  const char *folder;
  GHashTable *found;
  GPtrArray *data;
} Search;

static gboolean
is_data (const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);

  if (g_strv_contains (code_names, folded))
    return FALSE;
  for (guint i = 0; data_endings[i] != NULL; i++)
    if (g_str_has_suffix (folded, data_endings[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE for the files of a crew. They are data of Troupe and CrewAI, and what they say is part
 * of the consent wherever they are run. @path: relative to the folder */
static gboolean
is_crew_file (const char *folder, const char *path, const char *name)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *last = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *crew = NULL;

  if (!g_str_has_suffix (name, ".jsonc"))
    return FALSE;
  if (g_str_equal (name, "crew.jsonc"))
    return TRUE;
  /* `agents/deno.jsonc` would select code that runs in that folder. */
  plain = g_strndup (name, strlen (name) - 1);
  last = g_path_get_basename (parent);
  if (g_strv_contains (code_names, plain) || !g_str_equal (last, "agents"))
    return FALSE;
  crew = g_build_filename (folder, parent, "..", "crew.jsonc", NULL);
  return g_file_test (crew, G_FILE_TEST_EXISTS);
}

/* Returns TRUE for a file without an ending that no program executes by itself, such as a cache. It
 * is data unless an argument or a launcher names it. @whole: absolute path */
static gboolean
is_plain_data (const char *whole, const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);
  char start[2] = "";
  int descriptor = -1;
  gssize length = 0;

  if (strchr (name, '.') != NULL || g_strv_contains (plain_names, folded) ||
      g_file_test (whole, G_FILE_TEST_IS_EXECUTABLE))
    return FALSE;
  descriptor = open (whole, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0)
    return FALSE;
  length = read (descriptor, start, sizeof start);
  close (descriptor);
  return length < (gssize) sizeof start || start[0] != '#' || start[1] != '!';
}

static gboolean
has_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Returns TRUE for folders with too many files to read them: installed packages, virtual
 * environments, and deeply nested folders. */
static gboolean
is_tree (const char *whole, const char *name, guint depth)
{
  const TroupeFolderTrail trail = { 0 };
  g_autofree char *folded = troupe_folder_name_fold (name);

  return depth >= MAX_DEPTH || troupe_folder_name_is_package (&trail, folded) ||
         has_file (whole, "pyvenv.cfg");
}

/* Adds the code in the relative folder @path. Links are not followed: their targets are either in
 * the folder, or not visible to the program. */
static void
add_folder (Search *self, const char *path, guint depth)
{
  g_autofree char *full = g_build_filename (self->folder, path, NULL);
  g_autoptr (GDir) dir = g_dir_open (full, 0, NULL);
  const char *name;

  g_assert (self != NULL);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL &&
         g_hash_table_size (self->found) <= TROUPE_MCP_LIMIT_SCRIPTS)
    {
      g_autofree char *inner =
          *path != '\0' ? g_build_filename (path, name, NULL) : g_strdup (name);
      g_autofree char *whole = g_build_filename (full, name, NULL);

      /* A repository contains copies of the files; its hooks are hidden from the program. */
      if (g_file_test (whole, G_FILE_TEST_IS_SYMLINK) || g_str_equal (name, ".git"))
        continue;
      if (!g_file_test (whole, G_FILE_TEST_IS_DIR))
        {
          /* Protected files are hidden from the program. */
          if (troupe_folder_policy_is_protected (inner))
            continue;
          if (!is_data (name) && !is_plain_data (whole, name) &&
              !is_crew_file (self->folder, inner, name))
            g_hash_table_add (self->found, g_steal_pointer (&inner));
          else if (self->data->len < TROUPE_MCP_LIMIT_SCRIPTS)
            g_ptr_array_add (self->data, g_steal_pointer (&inner));
        }
      else if (is_tree (whole, name, depth))
        g_hash_table_add (self->found, g_strconcat (inner, "/", NULL));
      else
        add_folder (self, inner, depth + 1);
    }
}

/* Returns TRUE if the file is a shell script, or tells a package manager what to run. */
static gboolean
is_launcher (const char *path)
{
  static const char *const endings[] = { ".bash", ".mk", ".sh", ".toml", ".yaml", ".yml", NULL };
  g_autofree char *name = g_path_get_basename (path);
  const char *ending = strrchr (name, '.');

  return ending == NULL || g_strv_contains (endings, ending) || g_strv_contains (code_names, name);
}

/* Adds files that are data by their names, but that a launcher names and may run. */
static void
add_launched (Search *self)
{
  g_autoptr (GPtrArray) named = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->found);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autofree char *text = NULL;

      if (g_str_has_suffix (path, "/") || !is_launcher (path))
        continue;
      text = troupe_project_file_read_any (self->folder, path, LARGEST_LAUNCHER, NULL, NULL);
      for (guint i = 0; text != NULL && i < self->data->len; i++)
        {
          g_autofree char *name = g_path_get_basename (self->data->pdata[i]);

          if (strstr (text, name) != NULL)
            g_ptr_array_add (named, g_strdup (self->data->pdata[i]));
        }
    }
  for (guint i = 0; i < named->len; i++)
    g_hash_table_add (self->found, g_strdup (named->pdata[i]));
}

/* Adds the file of the folder that @text names, which may be data of any kind. */
static void
add_named (Search *self, const char *text)
{
  g_autofree char *path = g_canonicalize_filename (text, self->folder);
  g_autofree char *real = troupe_path_resolve (path);
  g_autofree char *root = troupe_path_resolve (self->folder);
  const char *below = troupe_path_get_below (real, root);

  g_assert (self != NULL);

  if (*text != '\0' && below != NULL && *below != '\0' &&
      g_file_test (real, G_FILE_TEST_IS_REGULAR))
    g_hash_table_add (self->found, g_strdup (below));
}

/* Returns TRUE if the program changes the file that it is given. */
static gboolean
is_written (const char *text)
{
  return is_data (text) && !g_str_has_suffix (text, ".json");
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
  g_autofree char **paths = NULL;
  g_autoptr (GPtrArray) other = g_ptr_array_new_with_free_func (g_free);
  Search search = { .folder = folder, .found = found, .data = other };
  guint n_paths = 0;

  g_return_val_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_STDIO, NULL);
  g_return_val_if_fail (folder != NULL, NULL);

  if (strchr (config->command, '/') != NULL)
    add_named (&search, config->command);
  for (guint i = 0; config->arguments[i] != NULL; i++)
    {
      const char *value = strchr (config->arguments[i], '=');

      if (!is_written (config->arguments[i]))
        add_named (&search, config->arguments[i]);
      if (*config->arguments[i] == '-' && value != NULL && !is_written (value + 1))
        add_named (&search, value + 1);
    }
  /* In a shared folder, the program can only access the files that are arguments. */
  if (!troupe_folder_policy_is_shared (folder))
    add_folder (&search, "", 0);
  add_launched (&search);
  paths = (char **) g_hash_table_get_keys_as_array (found, &n_paths);
  qsort (paths, n_paths, sizeof *paths, compare);
  return g_strdupv (paths);
}
