/* troupe-shell-settings.c: files that the settings of a folder or of the user make shells and editors execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-shell-settings"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
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

/* Folders of the home folder in which links lead to files that programs execute. */
static const char *const home_folders[] = { "",           ".config", ".config/autostart",
                                            ".local/bin", "bin",     NULL };

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

/* Adds the files and folders in @root to which links in the home folder lead, as in a repository of the user's settings. */
static void
add_home_links (GStrvBuilder *list, const char *root)
{
  for (guint i = 0; home_folders[i] != NULL; i++)
    {
      g_autofree char *folder = g_build_filename (g_get_home_dir (), home_folders[i], NULL);
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);
          g_autofree char *target = NULL;

          if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
            continue;
          target = troupe_path_resolve_existing (path);
          if (troupe_path_is_within (target, root) && !g_str_equal (target, root))
            g_strv_builder_add (list, target);
        }
    }
}

char **
troupe_shell_settings_list (const char *root)
{
  static const char *const usual[] = { ".envrc", "mise.toml", ".mise.toml" };
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  g_autofree char *top = g_strdup (root);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_return_val_if_fail (root != NULL, NULL);

  dir = g_dir_open (root, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (is_of_shell (name))
      read_file (list, root, name, root, FALSE);
  for (guint i = 0; settings[i] != NULL; i++)
    read_file (list, root, settings[i], root, TRUE);
  add_home_links (list, root);
  while (TRUE)
    {
      char *above = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (usual) && !g_str_equal (top, root); i++)
        read_file (list, top, usual[i], root, FALSE);
      if (g_str_equal (top, "/") || g_str_equal (top, "."))
        return g_strv_builder_end (list);
      above = g_path_get_dirname (top);
      g_free (top);
      top = above;
    }
}
