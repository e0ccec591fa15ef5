/* troupe-shell-settings.c: files that the settings of a folder or of the user make shells and editors execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-shell-settings"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-home-settings.h"
#include "troupe-shell-settings.h"

/* Maximum size of a file that is read, in bytes. */
#define MOST_BYTES (256u * 1024)
/* Maximum number of words that are taken from a file. */
#define MOST_WORDS 2000u

#define SEPARATORS " \t\r\"'`;&|()[]<>=:,"

/* Words after which direnv and mise expect paths. Elsewhere only a word with a slash is one. */
static const char *const directives[] = { "PATH",       "PATH_add",    "path_add",
                                          "dotenv",     "source_env",  "source_env_if_exists",
                                          "source",     ".",           "dotenv_if_exists",
                                          "source_url", "load_prefix", "_.path",
                                          "_.file",     "_.source",    "path",
                                          "file",       "env_file",    "env_path",
                                          NULL };

/* Files that configure what editors and other programs start in the folder by themselves, or when the user opens a file. */
static const char *const settings[] = { ".cargo/config.toml",
                                        ".claude/settings.json",
                                        ".claude/settings.local.json",
                                        ".cursor/mcp.json",
                                        ".helix/languages.toml",
                                        ".husky/post-checkout",
                                        ".husky/post-merge",
                                        ".husky/pre-commit",
                                        ".husky/pre-push",
                                        ".mcp.json",
                                        ".pre-commit-config.yaml",
                                        ".vscode/mcp.json",
                                        ".vscode/settings.json",
                                        ".vscode/tasks.json",
                                        ".zed/settings.json",
                                        NULL };

static const char *const script_ends[] = { ".bash", ".cjs", ".js", ".mjs", ".pl",
                                           ".py",   ".rb",  ".sh", ".ts",  NULL };

/* What a line of a file of a shell contains if its words are folders in which programs are looked for, or files that are executed. */
static const char *const searching[] = { "PATH",    "path",     "source ", ". ",
                                         "ZDOTDIR", "BASH_ENV", NULL };

static gboolean
is_of_shell (const char *name)
{
  return g_str_equal (name, ".envrc") || g_str_has_prefix (name, ".envrc.") ||
         ((g_str_has_prefix (name, "mise") || g_str_has_prefix (name, ".mise")) &&
          g_str_has_suffix (name, ".toml"));
}

/* Returns the rest of a word that begins with a variable for the folder, such as `$PWD/` and `${workspaceFolder}/`. */
static const char *
skip_folder (const char *word)
{
  const char *slash = strchr (word, '/');

  if (slash == NULL || (*word != '$' && !g_str_has_prefix (word, "{{") && *word != '}') ||
      g_str_has_prefix (word, "$HOME/") || g_str_has_prefix (word, "${HOME}/"))
    return word;
  return slash + 1;
}

/* Adds the path, unless it is @root or above it: that folder cannot be protected as a whole. */
static void
add_path (GStrvBuilder *list, const char *path, const char *root)
{
  g_autofree char *real = troupe_path_resolve_existing (path);

  if (!troupe_path_is_within (root, path))
    g_strv_builder_add (list, path);
  if (!troupe_path_is_within (root, real) && !g_str_equal (real, path))
    g_strv_builder_add (list, real);
}

/* Returns TRUE if the word is the path of a program or of a script. Sources and data that settings name are none. */
static gboolean
is_script (const char *word, const char *path)
{
  if (strchr (word, '/') == NULL)
    return FALSE;
  for (guint i = 0; script_ends[i] != NULL; i++)
    if (g_str_has_suffix (word, script_ends[i]))
      return TRUE;
  return g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* @only_scripts: whether the file is no list of paths */
static void
read_line (GStrvBuilder *list,
           const char *line,
           const char *top,
           const char *root,
           gboolean only_scripts,
           guint *n_words)
{
  g_auto (GStrv) words = g_strsplit_set (line, SEPARATORS, -1);
  gboolean is_directive = FALSE;

  for (guint i = 0; words[i] != NULL && *words[i] != '#' && *n_words < MOST_WORDS; i++)
    {
      g_autofree char *path = NULL;

      if (!only_scripts && g_strv_contains (directives, words[i]))
        is_directive = TRUE;
      if (*words[i] == '\0' || *words[i] == '-' ||
          (!is_directive && strchr (words[i], '/') == NULL) ||
          g_strv_contains (directives, words[i]))
        continue;
      path = g_canonicalize_filename (skip_folder (words[i]), top);
      if (!only_scripts || is_script (words[i], path))
        add_path (list, path, root);
      (*n_words)++;
    }
}

static void
read_file (GStrvBuilder *list,
           const char *top,
           const char *name,
           const char *root,
           gboolean only_scripts)
{
  g_autofree char *path = g_build_filename (top, name, NULL);
  g_autofree char *content = troupe_file_read (path, MOST_BYTES, NULL, NULL, NULL);
  g_autoptr (GString) text = g_string_new (content);
  g_auto (GStrv) lines = NULL;
  guint n_words = 0;

  g_string_replace (text, "$(pwd)", "$PWD", 0);
  g_string_replace (text, "`pwd`", "$PWD", 0);
  lines = g_strsplit (text->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    read_line (list, lines[i], top, root, only_scripts, &n_words);
}

/* Adds what the settings in the folder @top name. */
static void
read_folder (GStrvBuilder *list, const char *top, const char *root)
{
  g_autoptr (GDir) dir = g_dir_open (top, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_of_shell (name))
      read_file (list, top, name, root, FALSE);
  for (guint i = 0; settings[i] != NULL; i++)
    read_file (list, top, settings[i], root, TRUE);
}

/* Adds the files and folders in @root to which links in the home folder lead, as in a repository of the user's settings. */
static void
add_home_links (GStrvBuilder *list, const char *root)
{
  g_auto (GStrv) targets = troupe_home_settings_list_targets ();

  for (guint i = 0; targets[i] != NULL; i++)
    if (troupe_path_is_within (targets[i], root) && !g_str_equal (targets[i], root))
      g_strv_builder_add (list, targets[i]);
}

/* Adds what the shells and the session of the user execute. */
static void
add_home_files (GStrvBuilder *list, const char *root)
{
  g_auto (GStrv) paths = troupe_home_settings_list_files ();
  const char *const home = g_get_home_dir ();
  g_autofree char *below = g_strconcat (home, "/", NULL);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *content = troupe_file_read (paths[i], MOST_BYTES, NULL, NULL, NULL);
      g_autoptr (GString) text = g_string_new (content);
      g_auto (GStrv) lines = NULL;
      guint n_words = 0;

      g_string_replace (text, "~/", below, 0);
      g_string_replace (text, "$HOME/", below, 0);
      g_string_replace (text, "${HOME}/", below, 0);
      g_string_replace (text, "%h/", below, 0);
      lines = g_strsplit (text->str, "\n", -1);
      for (guint k = 0; lines[k] != NULL; k++)
        {
          gboolean is_searching = FALSE;

          for (guint m = 0; !is_searching && searching[m] != NULL; m++)
            is_searching = strstr (lines[k], searching[m]) != NULL;
          read_line (list, lines[k], home, root, !is_searching, &n_words);
        }
    }
}

gboolean
troupe_shell_settings_is_one (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  if (is_of_shell (name))
    return TRUE;
  for (guint i = 0; *name == '.' && settings[i] != NULL; i++)
    {
      const gsize length = strcspn (settings[i], "/");

      if (strlen (name) == length && strncmp (settings[i], name, length) == 0)
        return TRUE;
    }
  return FALSE;
}

char **
troupe_shell_settings_list_in (const char *root, const char *top)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();

  g_return_val_if_fail (root != NULL && top != NULL, NULL);

  read_folder (list, top, root);
  return g_strv_builder_end (list);
}

char **
troupe_shell_settings_list (const char *root)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  g_autofree char *top = g_strdup (root);

  g_return_val_if_fail (root != NULL, NULL);

  add_home_links (list, root);
  add_home_files (list, root);
  while (TRUE)
    {
      char *above = NULL;

      read_folder (list, top, root);
      if (g_str_equal (top, "/") || g_str_equal (top, "."))
        return g_strv_builder_end (list);
      above = g_path_get_dirname (top);
      g_free (top);
      top = above;
    }
}
