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
#include "troupe-mcp-code-words.h"
#include "troupe-mcp-run-data.h"
#include "troupe-mcp-sandbox.h"
#include "troupe-mcp-scripts.h"
#include "troupe-mcp-start-files.h"
#include "troupe-project-file.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"

#define MAX_DEPTH 12u
/* Maximum size of a launcher in bytes: the same limit as in troupe-project-code.c. No consent to a larger file is
 * stored. */
#define LARGEST_LAUNCHER (16u * 1024 * 1024)
/* Maximum length of a text, in bytes, and number of files of data, for which names are found anywhere in the
 * text and not only between separators. */
#define LONGEST_SEARCH (256u * 1024)
#define MOST_SEARCHED 2000u
/* Characters that separate names in scripts and settings. */
#define SEPARATORS " \t\r\n\"'`/;|&<>()=,:{}[]$!*?\\@"

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
 * with a slash; @data: (element-type utf8): relative paths of files that are data by their names;
 * @by_name: (element-type utf8 GPtrArray): the paths of @data by their last part; @todo: (element-type utf8):
 * files of @found in which names are still to be looked for */
typedef struct
{
  const char *folder;
  char *root;
  GHashTable *found;
  GPtrArray *data;
  GHashTable *by_name;
  GPtrArray *todo;
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

/* Returns TRUE if there is a file of code that has the name and an ending, for which an interpreter takes a file without an
 * ending as well, and before it: `require ('./lib')`. @whole: absolute path */
static gboolean
is_beside_code (const char *whole)
{
  static const char *const endings[] = { "js", "cjs", "mjs", "ts",  "json", "node",
                                         "pl", "pm",  "rb",  "php", "lua",  "py" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *other = g_strconcat (whole, ".", endings[i], NULL);

      if (g_file_test (other, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
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
      g_file_test (whole, G_FILE_TEST_IS_EXECUTABLE) || is_beside_code (whole))
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

/* Returns the path of the regular file in the folder to which @text leads. (transfer full) (nullable) */
static char *
find_file (Search *self, const char *text)
{
  g_autofree char *path = g_canonicalize_filename (text, self->folder);
  g_autofree char *real = troupe_path_resolve (path);
  const char *below = troupe_path_get_below (real, self->root);

  g_assert (self != NULL);

  return *text != '\0' && below != NULL && *below != '\0' &&
                 g_file_test (real, G_FILE_TEST_IS_REGULAR)
             ? g_strdup (below)
             : NULL;
}

/* Returns TRUE if the file is a shell script, or tells a package manager or another program what to run. */
static gboolean
is_launcher (const char *path)
{
  static const char *const endings[] = { ".bash", ".cfg",  ".cmake", ".command", ".conf", ".csh",
                                         ".fish", ".ini",  ".just",  ".ksh",     ".mk",   ".nu",
                                         ".sh",   ".toml", ".yaml",  ".yml",     ".zsh",  NULL };
  g_autofree char *name = g_path_get_basename (path);
  const char *ending = strrchr (name, '.');

  return ending == NULL || g_strv_contains (endings, ending) || g_strv_contains (code_names, name);
}

/* @path: (transfer full): a file that may be run. What is run although it is data by its name is searched, too. */
static void
take_file (Search *self, char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  g_assert (self != NULL);

  if (is_launcher (path) || is_data (name))
    g_ptr_array_add (self->todo, g_strdup (path));
  g_hash_table_add (self->found, path);
}

/* Adds the file that @text names, which may be data of any kind. */
static void
add_named (Search *self, const char *text)
{
  char *path = find_file (self, text);

  g_assert (self != NULL);

  if (path == NULL)
    {
      g_autofree char *outside = g_canonicalize_filename (text, self->folder);
      g_autofree char *real = troupe_path_resolve (outside);

      /* Adds a file outside of the folder that is given to the program, with its absolute path. */
      if (strchr (text, '/') != NULL && !troupe_path_is_within (real, self->root) &&
          !troupe_sandbox_is_shown (real) && g_file_test (real, G_FILE_TEST_IS_REGULAR))
        g_hash_table_add (self->found, g_steal_pointer (&real));
    }
  else if (!g_hash_table_contains (self->found, path))
    take_file (self, path);
  else
    g_free (path);
}

/* Notes a file that nothing executes by itself. A link to it is noted under both names. */
static void
add_data (Search *self, const char *path)
{
  char *name = g_path_get_basename (path);
  GPtrArray *paths = g_hash_table_lookup (self->by_name, name);

  g_assert (self != NULL);

  if (paths == NULL)
    {
      paths = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->by_name, g_strdup (name), paths);
    }
  g_free (name);
  g_ptr_array_add (paths, g_strdup (path));
  g_ptr_array_add (self->data, g_strdup (path));
}

static gboolean
is_code (Search *self, const char *whole, const char *path, const char *name)
{
  g_assert (self != NULL);

  /* A program starts an executable file whatever its name is. */
  if (is_data (name))
    return g_file_test (whole, G_FILE_TEST_IS_EXECUTABLE);
  return !is_plain_data (whole, name) && !is_crew_file (self->folder, path, name);
}

/* Returns TRUE for the folders of a repository in which Git stores copies of the files and the names of
 * branches, and for its hooks, which are hidden from the program. A file there is only covered if it is code by its name, or a word
 * or a launcher names it. @parent: the path of the folder that contains @name */
static gboolean
is_git_data (const char *parent, const char *name)
{
  static const char *const names[] = { "hooks", "lfs", "logs", "modules", "objects", "refs", NULL };
  g_autofree char *last = g_path_get_basename (parent);

  return g_str_equal (last, ".git") && g_strv_contains (names, name);
}

/* Adds what is code by its name in a folder of a repository that contains data of Git. */
static void
add_git_data (Search *self, const char *path, guint depth)
{
  static const char *const endings[] = { ".class", ".cjs", ".jar", ".js", ".lua", ".mjs",
                                         ".node",  ".php", ".pl",  ".pm", ".py",  ".pyc",
                                         ".rb",    ".sh",  ".so",  ".ts", ".zip", NULL };
  g_autofree char *full = g_build_filename (self->folder, path, NULL);
  g_autoptr (GDir) dir = depth < MAX_DEPTH ? g_dir_open (full, 0, NULL) : NULL;
  const char *name;

  g_assert (self != NULL);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL &&
         g_hash_table_size (self->found) <= TROUPE_MCP_LIMIT_SCRIPTS)
    {
      const char *ending = strrchr (name, '.');
      g_autofree char *inner = g_build_filename (path, name, NULL);
      g_autofree char *whole = g_build_filename (full, name, NULL);

      if (ending != NULL && g_strv_contains (endings, ending))
        add_named (self, inner);
      else if (g_file_test (whole, G_FILE_TEST_IS_DIR) &&
               !g_file_test (whole, G_FILE_TEST_IS_SYMLINK))
        add_git_data (self, inner, depth + 1);
    }
}

/* Adds the code in the relative folder @path. */
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

      if (g_file_test (whole, G_FILE_TEST_IS_SYMLINK))
        {
          /* Adds the target of a link, which is in the folder or not visible to the program, by
           * the name of the link: `lib.py` may be a link to `lib.txt`. */
          if (!g_file_test (whole, G_FILE_TEST_IS_REGULAR) ||
              troupe_folder_policy_is_protected (inner))
            continue;
          if (is_code (self, whole, inner, name))
            add_named (self, inner);
          else
            add_data (self, inner);
        }
      else if (!g_file_test (whole, G_FILE_TEST_IS_DIR))
        {
          /* Protected files are hidden from the program. */
          if (troupe_folder_policy_is_protected (inner) ||
              g_hash_table_contains (self->found, inner))
            continue;
          if (is_code (self, whole, inner, name))
            take_file (self, g_strdup (inner));
          else
            add_data (self, inner);
        }
      else if (is_git_data (path, name))
        add_git_data (self, inner, depth + 1);
      else if (is_tree (whole, name, depth))
        g_hash_table_add (self->found, g_strconcat (inner, "/", NULL));
      else
        add_folder (self, inner, depth + 1);
    }
}

/* Adds the files of data whose names match a word with a pattern or a variable, such as `x.t*t`, `x.${END}` or `$NAME.txt`. A
 * word without a letter of a name, such as `$1`, is not compared. */
static void
add_matching (Search *self, const char *word)
{
  g_autoptr (GString) pattern = g_string_new (NULL);
  guint n_letters = 0;

  g_assert (self != NULL);

  for (const char *at = word; *at != '\0'; at++)
    {
      if (*at == '$' && (at[1] == '{' || at[1] == '('))
        {
          at += strcspn (at, at[1] == '{' ? "}" : ")");
          if (*at == '\0')
            at--;
          g_string_append_c (pattern, '*');
        }
      else if (*at == '$')
        {
          while (g_ascii_isalnum (at[1]) || at[1] == '_')
            at++;
          g_string_append_c (pattern, '*');
        }
      else if (*at == '[')
        {
          const gsize length = strcspn (at, "]");

          at += at[length] == ']' ? length : 0;
          g_string_append_c (pattern, '?');
        }
      else
        {
          n_letters += g_ascii_isalnum (*at) ? 1 : 0;
          g_string_append_c (pattern, *at);
        }
    }
  if (n_letters < 2 || strpbrk (pattern->str, "*?") == NULL)
    return;
  for (guint i = 0; i < self->data->len; i++)
    {
      g_autofree char *name = g_path_get_basename (self->data->pdata[i]);

      if (g_pattern_match_simple (pattern->str, name))
        add_named (self, self->data->pdata[i]);
    }
}

/* Adds the files of data in the folder of a pattern that names no part of them, such as all in `plugins`. */
static void
add_of_folder (Search *self, const char *word)
{
  g_autofree char *name = g_path_get_basename (word);
  g_autofree char *parent = g_path_get_dirname (word);
  g_autofree char *path = g_canonicalize_filename (parent, "/");
  guint n_letters = 0;

  g_assert (self != NULL);

  for (const char *at = name; *at != '\0'; at++)
    n_letters += g_ascii_isalnum (*at) ? 1 : 0;
  for (guint i = 0; n_letters < 2 && i < self->data->len; i++)
    {
      g_autofree char *whole = g_build_filename ("/", self->data->pdata[i], NULL);

      if (troupe_path_is_within (whole, path))
        add_named (self, self->data->pdata[i]);
    }
}

/* Adds the files of data whose names are in @text, and the files of the folder whose paths are. */
static void
add_mentioned (Search *self, const char *text)
{
  const gsize length = strlen (text);
  g_autofree char *plain = NULL;
  char *end;

  g_assert (self != NULL);

  for (guint i = 0; i < self->data->len && i < MOST_SEARCHED && length <= LONGEST_SEARCH; i++)
    {
      g_autofree char *name = g_path_get_basename (self->data->pdata[i]);

      if (strstr (text, name) != NULL)
        add_named (self, self->data->pdata[i]);
    }
  for (const char *at = text; *at != '\0'; at += strspn (at, SEPARATORS))
    {
      const gsize size = strcspn (at, SEPARATORS);
      g_autofree char *word = g_strndup (at, size);
      GPtrArray *paths = g_hash_table_lookup (self->by_name, word);

      for (guint i = 0; paths != NULL && i < paths->len; i++)
        add_named (self, paths->pdata[i]);
      at += size;
    }
  /* Adds what words with quotes and patterns name, as a shell reads them: `x.tx\'\'t`, `x.t*t`. */
  plain = g_strdup (text);
  end = plain;
  for (const char *at = text; *at != '\0'; at++)
    if (strchr ("'\"\\", *at) == NULL)
      *end++ = *at;
  *end = '\0';
  for (const char *at = plain; *at != '\0';)
    {
      const gsize size = strcspn (at, " \t\r\n;|&<>()=,");
      g_autofree char *word = g_strndup (at, size);
      g_autofree char *name = g_path_get_basename (word);
      GPtrArray *paths = g_hash_table_lookup (self->by_name, name);

      for (guint i = 0; paths != NULL && i < paths->len; i++)
        add_named (self, paths->pdata[i]);
      if (strpbrk (name, "*?[$") != NULL)
        add_matching (self, name);
      if (strpbrk (name, "*?") != NULL)
        add_of_folder (self, word);
      at += size;
      at += strspn (at, " \t\r\n;|&<>()=,");
    }
}

/* Adds the files of data that lines of @text name which load or start something. */
static void
add_loaded (Search *self, const char *text)
{
  gsize length;

  g_assert (self != NULL);

  for (const char *at = troupe_mcp_runs_find_line (text, &length); at != NULL;
       at = troupe_mcp_runs_find_line (at, &length))
    {
      g_autofree char *line = g_strndup (at, length);
      g_auto (GStrv) words = g_strsplit_set (line, SEPARATORS, -1);

      at += length;
      for (guint i = 0; words[i] != NULL; i++)
        {
          GPtrArray *paths = g_hash_table_lookup (self->by_name, words[i]);

          for (guint k = 0; paths != NULL && k < paths->len; k++)
            add_named (self, paths->pdata[k]);
        }
    }
}

/* Returns TRUE if the program changes the file that it is given. */
static gboolean
is_written (const char *text)
{
  return is_data (text) && !g_str_has_suffix (text, ".json");
}

/* Adds the files that the command line and the variables name. */
static void
add_words (Search *self, const TroupeMcpConfig *config)
{
  g_auto (TroupeMcpCodeWords) words = { NULL, NULL };

  g_assert (self != NULL);

  troupe_mcp_code_words_init (&words, config, self->folder);
  if (strchr (config->command, '/') != NULL)
    add_named (self, config->command);
  for (guint i = 0; config->arguments[i] != NULL; i++)
    {
      const char *value = strchr (config->arguments[i], '=');

      if (!is_written (config->arguments[i]))
        add_named (self, config->arguments[i]);
      if (*config->arguments[i] == '-' && value != NULL && !is_written (value + 1))
        add_named (self, value + 1);
    }
  for (guint i = 0; i < words.names->len; i++)
    add_named (self, words.names->pdata[i]);
  for (guint i = 0; i < words.texts->len; i++)
    add_mentioned (self, words.texts->pdata[i]);
  /* Which file `exec python3 $NAME` runs is not known. */
  for (guint i = 0; words.has_patterns && i < self->data->len; i++)
    add_named (self, self->data->pdata[i]);
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
  g_autoptr (GHashTable) by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) data = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) todo = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *root = NULL;
  g_autofree char **paths = NULL;
  Search search = { folder, NULL, found, data, by_name, todo };
  guint n_paths = 0;
  g_auto (GStrv) folders = NULL;
  g_autofree char **data_found = NULL;
  g_auto (GStrv) starts = NULL;

  g_return_val_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_STDIO, NULL);
  g_return_val_if_fail (folder != NULL, NULL);

  search.root = root = troupe_path_resolve (folder);
  /* In a shared folder, the program can only access the files that are arguments. */
  if (!troupe_folder_policy_is_shared (folder))
    add_folder (&search, "", 0);
  add_words (&search, config);
  /* Adds what the program may run outside of the folder: other folders of a project, for
   * example. */
  folders = troupe_mcp_sandbox_list_code (config, search.folder);
  for (guint i = 0; folders[i] != NULL; i++)
    g_hash_table_add (search.found, g_strdup (folders[i]));
  /* Adds files that are data by their names, but that a script runs, as its words show. Those of the scripts
   * with which the program starts count wherever they are; those of others, in the line that names the file. */
  data_found = (char **) g_hash_table_get_keys_as_array (search.found, NULL);
  for (guint i = 0; search.data->len > 0 && data_found[i] != NULL; i++)
    {
      g_autofree char *text =
          troupe_project_file_read_any (search.folder, data_found[i], LONGEST_SEARCH, NULL, NULL);

      if (text != NULL)
        add_loaded (&search, text);
    }
  starts = troupe_mcp_start_files_list (config, search.folder, data_found);
  for (guint i = 0; starts[i] != NULL; i++)
    {
      g_autofree char *text =
          troupe_project_file_read_any (search.folder, starts[i], LONGEST_SEARCH, NULL, NULL);
      const TroupeMcpRuns runs =
          text != NULL ? troupe_mcp_runs_find (text) : TROUPE_MCP_RUNS_NOTHING;

      if (runs != TROUPE_MCP_RUNS_NOTHING)
        add_mentioned (&search, text);
      for (guint k = 0; runs == TROUPE_MCP_RUNS_LISTED && k < search.data->len; k++)
        if (troupe_mcp_runs_may_be_listed (search.data->pdata[k]))
          add_named (&search, search.data->pdata[k]);
    }
  /* Adds files that are data by their names, but that a launcher names and may run, or a file
   * that it runs. */
  for (guint i = 0;
       i < search.todo->len && g_hash_table_size (search.found) <= TROUPE_MCP_LIMIT_SCRIPTS; i++)
    {
      g_autofree char *text = troupe_project_file_read_any (search.folder, search.todo->pdata[i],
                                                            LARGEST_LAUNCHER, NULL, NULL);

      if (text != NULL)
        add_mentioned (&search, text);
    }
  paths = (char **) g_hash_table_get_keys_as_array (found, &n_paths);
  qsort (paths, n_paths, sizeof *paths, compare);
  return g_strdupv (paths);
}
