/* troupe-shell-settings.c: files that the settings of a folder or of the user make shells and editors execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-shell-settings"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-home-settings.h"
#include "troupe-setting-words.h"
#include "troupe-shell-settings.h"

/* Maximum size of a file that is read, in bytes. */
#define MOST_BYTES (256u * 1024)
/* Maximum number of files of a folder of settings, and of folders in each other. */
#define MOST_FILES 100u
#define MOST_DEPTH 3u

/* Settings of programs that execute what they name by themselves, when the user opens the folder, goes into it or commits, or opens a file
 * in it; not those for other computers, such as `.github`, and not sources. Each is a path in the folder to which its relative paths belong,
 * in lower case; a star is any text, and a slash at the end is each file in a folder. */
static const struct
{
  const char *path;
  TroupeSettingWords kind;
} settings[] = {
  { ".autoenv*", TROUPE_SETTING_WORDS_SHELL },
  { ".config/mise*.toml", TROUPE_SETTING_WORDS_SHELL },
  { ".config/mise/", TROUPE_SETTING_WORDS_SHELL },
  { ".direnvrc", TROUPE_SETTING_WORDS_SHELL },
  { ".envrc", TROUPE_SETTING_WORDS_SHELL },
  { ".envrc.*", TROUPE_SETTING_WORDS_SHELL },
  { ".exrc", TROUPE_SETTING_WORDS_SHELL },
  { ".gdbinit", TROUPE_SETTING_WORDS_SHELL },
  { ".in", TROUPE_SETTING_WORDS_SHELL },
  { ".lldbinit", TROUPE_SETTING_WORDS_SHELL },
  { ".lvimrc", TROUPE_SETTING_WORDS_SHELL },
  { ".mise*.toml", TROUPE_SETTING_WORDS_SHELL },
  { ".mise/", TROUPE_SETTING_WORDS_SHELL },
  { ".rtx*.toml", TROUPE_SETTING_WORDS_SHELL },
  { ".screenrc", TROUPE_SETTING_WORDS_SHELL },
  { ".tmux.conf", TROUPE_SETTING_WORDS_SHELL },
  { ".vimrc*", TROUPE_SETTING_WORDS_SHELL },
  { "mise*.toml", TROUPE_SETTING_WORDS_SHELL },
  { "mise/conf*", TROUPE_SETTING_WORDS_SHELL },

  { "*.code-workspace", TROUPE_SETTING_WORDS_SCRIPTS },
  { "*.sublime-project", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".aider.conf.yml", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".amazonq/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".augment/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".bazelrc", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".cargo/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".clangd", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".claude/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".cline/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".codex/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".config/lefthook*", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".continue/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".crush.json", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".cursor/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".devcontainer*", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".devcontainer/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".dir-locals*.el", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".factory/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".fleet/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".gemini/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".githooks/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".goose/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".helix/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".husky/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".idea/externaldependencies.xml", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".idea/runconfigurations/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".idea/startup.xml", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".idea/tools/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".idea/watchertasks.xml", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".junie/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".kiro/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".lefthook*", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".lefthook/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".lintstagedrc*", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".lsp.json", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".luarc.json*", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".mcp.json", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".neoconf.json", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".nvim*", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".nvim/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".opencode/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".overcommit.yml", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".pre-commit-config.y*ml", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".pylintrc", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".qwen/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".roo/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".simple-git-hooks*", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".tmuxinator.y*ml", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".trae/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".vim/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".vscode/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".windsurf/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".zed/", TROUPE_SETTING_WORDS_SCRIPTS },
  { ".zellij/", TROUPE_SETTING_WORDS_SCRIPTS },
  { "crush.json", TROUPE_SETTING_WORDS_SCRIPTS },
  { "devbox.json", TROUPE_SETTING_WORDS_SCRIPTS },
  { "hie.yaml", TROUPE_SETTING_WORDS_SCRIPTS },
  { "lefthook*", TROUPE_SETTING_WORDS_SCRIPTS },
  { "opencode.json*", TROUPE_SETTING_WORDS_SCRIPTS },
  { "user.bazelrc", TROUPE_SETTING_WORDS_SCRIPTS },
};

/* Files in folders of settings that name sources without executing them: what programs have noted, and texts. Of texts for agents, the
 * settings at the beginning and commands, such as !`./status.sh`, are read. */
static const char *const note_ends[] = { ".jsonl", ".lock", ".log", ".rst", ".txt", NULL };
static const char *const prose_ends[] = { ".md", ".mdc", NULL };

/* What the settings of a folder are looked up with. @list: of the paths that they name; @n_files: of the folder of settings that is being
 * read; @most_depth: of folders in it */
typedef struct
{
  GStrvBuilder *list;
  const char *top;
  const char *root;
  TroupeSettingWords kind;
  guint n_files;
  guint most_depth;
} Reading;

/* Returns TRUE if the name matches the beginning of the pattern up to its first slash. @name: folded */
static gboolean
matches (const char *pattern, const char *name)
{
  const gsize length = strcspn (pattern, "/");
  const gsize n_before = MIN (strcspn (pattern, "*"), length);
  const gsize n_name = strlen (name);
  gsize n_after = 0;

  if (n_name < n_before || strncmp (pattern, name, n_before) != 0)
    return FALSE;
  if (n_before == length)
    return n_name == length;
  n_after = length - n_before - 1;
  return n_name >= n_before + n_after &&
         strncmp (pattern + n_before + 1, name + n_name - n_after, n_after) == 0;
}

static gboolean
has_end (const char *name, const char *const *ends)
{
  for (guint i = 0; ends[i] != NULL; i++)
    if (g_str_has_suffix (name, ends[i]))
      return TRUE;
  return FALSE;
}

/* Returns the lines of a text for agents that are executed or are settings. (transfer full) */
static char *
take_commands (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *result = g_string_new (NULL);
  gboolean in_settings = lines[0] != NULL && g_str_has_prefix (lines[0], "---");

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i > 0 && g_str_has_prefix (lines[i], "---"))
        in_settings = FALSE;
      if (in_settings || *lines[i] == '!' || strstr (lines[i], "!`") != NULL)
        g_string_append_printf (result, "%s\n", lines[i]);
    }
  return g_string_free (result, FALSE);
}

static void
read_file (Reading *reading, const char *path)
{
  g_autofree char *content = troupe_file_read (path, MOST_BYTES, NULL, NULL, NULL);
  g_autofree char *commands =
      content != NULL && has_end (path, prose_ends) ? take_commands (content) : NULL;

  g_assert (reading != NULL);

  if (content != NULL)
    troupe_setting_words_add (reading->list, commands != NULL ? commands : content, reading->kind,
                              reading->top, path, reading->root);
}

/* Reads each file in the folder and in folders in it. */
static void
read_all (Reading *reading, const char *folder, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert (reading != NULL);

  while (dir != NULL && reading->n_files < MOST_FILES && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && !has_end (name, note_ends))
        {
          reading->n_files++;
          read_file (reading, path);
        }
      else if (depth < reading->most_depth && g_file_test (path, G_FILE_TEST_IS_DIR) &&
               !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        read_all (reading, path, depth + 1);
    }
}

/* Reads what the rest of a pattern means in the folder at @path, which matches its beginning. @pattern: after the name of the folder or file */
static void
read_match (Reading *reading, const char *pattern, const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_assert (reading != NULL);

  if (*pattern == '\0')
    {
      read_file (reading, path);
      return;
    }
  if (g_str_equal (pattern, "/"))
    {
      reading->n_files = 0;
      read_all (reading, path, 1);
      return;
    }
  dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folded = troupe_folder_name_fold (name);
      g_autofree char *inner = g_build_filename (path, name, NULL);

      if (matches (pattern + 1, folded))
        read_match (reading, pattern + 1 + strcspn (pattern + 1, "/"), inner);
    }
}

/* Adds what the settings in the folder @top name. */
static void
read_folder (GStrvBuilder *list, const char *top, const char *root)
{
  /* In the home folder, programs keep data of their own beside their settings. */
  const gboolean is_own = troupe_path_is_within (g_get_home_dir (), top);
  Reading reading = { list, top, root, TROUPE_SETTING_WORDS_SHELL, 0, is_own ? 1 : MOST_DEPTH };
  g_autoptr (GDir) dir = g_dir_open (top, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folded = troupe_folder_name_fold (name);
      g_autofree char *path = NULL;

      if (!troupe_shell_settings_is_one (folded))
        continue;
      path = g_build_filename (top, name, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
        if (matches (settings[i].path, folded))
          {
            reading.kind = settings[i].kind;
            read_match (&reading, settings[i].path + strcspn (settings[i].path, "/"), path);
          }
    }
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

gboolean
troupe_shell_settings_have_whole (const char *folder)
{
  g_auto (GStrv) paths = troupe_home_settings_list_files ();
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  Reading reading = { list, g_get_home_dir (), folder, TROUPE_SETTING_WORDS_HOME, 0, 0 };
  g_auto (GStrv) named = NULL;

  g_return_val_if_fail (folder != NULL, TRUE);

  for (guint i = 0; paths[i] != NULL; i++)
    read_file (&reading, paths[i]);
  named = g_strv_builder_end (list);
  return g_strv_contains ((const char *const *) named, folder);
}

/* Adds what the shells and the session of the user execute. */
static void
add_home_files (GStrvBuilder *list, const char *root)
{
  g_auto (GStrv) paths = troupe_home_settings_list_files ();
  g_auto (GStrv) others = troupe_home_settings_list_with (root);
  Reading reading = { list, g_get_home_dir (), root, TROUPE_SETTING_WORDS_HOME, 0, 0 };

  for (guint i = 0; paths[i] != NULL; i++)
    read_file (&reading, paths[i]);
  for (guint i = 0; others[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) paths, others[i]))
      read_file (&reading, others[i]);
}

gboolean
troupe_shell_settings_is_one (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if ((*settings[i].path == *name || *settings[i].path == '*') &&
        matches (settings[i].path, name))
      return TRUE;
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
