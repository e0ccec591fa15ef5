/* troupe-mcp-start-files.c: files of a project with which the program of an MCP server starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-start-files"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-mcp-start-files.h"
#include "troupe-project-file.h"

#define MOST_FILES 200u
/* Maximum size of a file in which other names are looked for, in bytes. */
#define LONGEST_TEXT (1024u * 1024)
/* Characters of names of modules. */
#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-."

/* @by_name: (element-type utf8 GPtrArray): paths by the words that name them; @by_package: the same by the names of
 * folders, for the files with which a package begins; @found: (element-type utf8): the
 * paths in the order in which they were found; @seen: set of them; @is_text: whether words of a file are read */
typedef struct
{
  const char *folder;
  GHashTable *by_name;
  GHashTable *by_package;
  GPtrArray *found;
  GHashTable *seen;
  gboolean is_text;
} Search;

/* Returns TRUE for files that programs write, or whose names are words of many texts. */
static gboolean
is_written (const char *name)
{
  static const char *const endings[] = { ".csv",     ".db",     ".json",    ".jsonl", ".log",
                                         ".parquet", ".sqlite", ".sqlite3", ".tsv",   NULL };
  const char *ending = strrchr (name, '.');

  return ending != NULL && g_strv_contains (endings, ending);
}

/* Returns TRUE for files that programs import. Other files that a script names may be its data. */
static gboolean
is_module (const char *name)
{
  static const char *const endings[] = { ".bash", ".cjs", ".go",  ".js",  ".jsx", ".ksh", ".lua",
                                         ".mjs",  ".mts", ".php", ".pl",  ".pm",  ".py",  ".rb",
                                         ".sh",   ".ts",  ".tsx", ".zsh", NULL };
  const char *ending = strrchr (name, '.');

  return ending != NULL && g_strv_contains (endings, ending);
}

static void
note_name (GHashTable *table, const char *name, char *path)
{
  GPtrArray *paths = g_hash_table_lookup (table, name);

  if (paths == NULL)
    {
      paths = g_ptr_array_new ();
      g_hash_table_insert (table, g_strdup (name), paths);
    }
  g_ptr_array_add (paths, path);
}

static void
take_from (Search *self, GHashTable *table, const char *word)
{
  GPtrArray *paths = g_hash_table_lookup (table, word);

  g_assert (self != NULL);

  for (guint i = 0; paths != NULL && i < paths->len && self->found->len < MOST_FILES; i++)
    if ((!self->is_text || is_module (paths->pdata[i])) &&
        g_hash_table_add (self->seen, paths->pdata[i]))
      g_ptr_array_add (self->found, paths->pdata[i]);
}

/* Takes the files that a word names, also as a part of it: “package.module”. @has_packages: whether it may be the name of
 * a package, and not of a folder with data */
static void
take_parts (Search *self, const char *word, gboolean has_packages)
{
  g_auto (GStrv) parts = g_strsplit (word, ".", -1);

  g_assert (self != NULL);

  take_from (self, self->by_name, word);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      take_from (self, self->by_name, parts[i]);
      if (has_packages && *parts[i] != '\0')
        take_from (self, self->by_package, parts[i]);
    }
}

static void
take_text (Search *self, const char *text)
{
  g_assert (self != NULL);

  for (const char *at = text; *at != '\0';)
    {
      const gsize length = strspn (at, NAME_CHARACTERS);
      g_autofree char *word = length > 0 ? g_strndup (at, length) : NULL;

      if (word != NULL)
        take_parts (self, word, TRUE);
      at += length;
      at += strcspn (at, NAME_CHARACTERS);
    }
}

/* Takes the file that a word of the command line, or the value of a variable, names. A word with spaces is code. Of a path,
 * only the whole counts: a server may be given folders with the names of files. */
static void
take_given (Search *self, const char *word)
{
  const char *value = strchr (word, '=');
  g_autofree char *whole = g_canonicalize_filename (word, self->folder);
  const char *below = troupe_path_get_below (whole, self->folder);

  g_assert (self != NULL);

  if (strpbrk (word, " \t\n(") != NULL)
    {
      take_text (self, word);
      return;
    }
  if (below != NULL)
    take_from (self, self->by_name, below);
  if (strchr (word, '/') == NULL)
    take_parts (self, word, FALSE);
  if (value != NULL)
    take_given (self, value + 1);
}

/* Returns TRUE for an interpreter that is given a folder to run it. */
static gboolean
runs_folders (const char *command)
{
  static const char *const starts[] = { "bun", "deno", "node", "pypy", "python", "ts-node", "tsx" };
  g_autofree char *name = g_path_get_basename (command);

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (g_str_has_prefix (name, starts[i]))
      return TRUE;
  return FALSE;
}

char **
troupe_mcp_start_files_list (const TroupeMcpConfig *config, const char *folder, char **scripts)
{
  g_autoptr (GHashTable) by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) by_package =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  Search search = { folder, by_name, by_package, found, seen, FALSE };
  char **arguments;

  g_return_val_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_STDIO, NULL);
  g_return_val_if_fail (folder != NULL && scripts != NULL, NULL);

  for (guint i = 0; scripts[i] != NULL; i++)
    if (!g_path_is_absolute (scripts[i]) && !g_str_has_suffix (scripts[i], "/") &&
        !is_written (scripts[i]))
      {
        char *path = scripts[i];
        static const char *const firsts[] = { "__init__", "__main__", "index", "lib",
                                              "main",     "mod",      NULL };
        g_autofree char *name = g_path_get_basename (path);
        g_autofree char *above = g_path_get_dirname (path);
        g_autofree char *package = g_path_get_basename (above);
        g_autofree char *stem = g_strndup (name, strcspn (name, "."));

        /* Notes the words that lead to a file. The name of a folder leads to the file with
         * which a package begins. */
        note_name (search.by_name, name, path);
        if (strchr (path, '/') != NULL)
          note_name (search.by_name, path, path);
        if (*stem != '\0' && !g_str_equal (stem, name))
          note_name (search.by_name, stem, path);
        if (g_strv_contains (firsts, stem))
          note_name (search.by_package, package, path);
      }
  take_given (&search, config->command);
  for (guint i = 0; config->arguments[i] != NULL; i++)
    take_given (&search, config->arguments[i]);
  /* Takes the packages that the command line starts: `node .`, `python3 -m package`. */
  arguments = config->arguments;
  for (guint i = 0; arguments[i] != NULL; i++)
    if (i > 0 ? g_str_equal (arguments[i - 1], "-m") : runs_folders (config->command))
      {
        g_autofree char *whole = g_canonicalize_filename (arguments[i], search.folder);
        g_autofree char *name = g_path_get_basename (whole);

        take_from (&search, search.by_package, g_str_equal (whole, search.folder) ? "." : name);
        take_parts (&search, arguments[i], TRUE);
      }
  for (guint i = 0; config->environment[i] != NULL; i += 2)
    take_given (&search, config->environment[i + 1]);
  search.is_text = TRUE;
  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *text =
          troupe_project_file_read_any (folder, found->pdata[i], LONGEST_TEXT, NULL, NULL);

      if (text != NULL)
        take_text (&search, text);
    }
  g_ptr_array_add (found, NULL);
  return g_strdupv ((char **) found->pdata);
}
