/* troupe-git-hooks.c: finds the folders and files to which the configuration of a repository of Git or Mercurial leads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-git-hooks"

#include "config.h"

#include <errno.h>
#include <gio/gio.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-git-hooks.h"
#include "troupe-setting-words.h"

/* Maximum size of a file of a repository that is read, in bytes. */
#define MOST_BYTES (1024u * 1024)
/* Maximum number of files of a configuration, which may include each other. */
#define MOST_FILES 64u
/* Maximum number of settings in variables that are read. */
#define MOST_SETTINGS 1000u
/* Maximum size of the script of a hook that is read, in bytes. */
#define MOST_SCRIPT (64u * 1024)

/* What ends a word of a command. Mercurial writes `python:FILE:FUNCTION`. */
#define WORD_ENDS " \t\r\n\"'`;&|(){}<>!:="

/* The names that Git looks for in a folder of hooks. */
static const char *const hook_names[] = { "applypatch-msg",
                                          "commit-msg",
                                          "fsmonitor-watchman",
                                          "p4-changelist",
                                          "p4-post-changelist",
                                          "p4-pre-submit",
                                          "p4-prepare-changelist",
                                          "post-applypatch",
                                          "post-checkout",
                                          "post-commit",
                                          "post-index-change",
                                          "post-merge",
                                          "post-receive",
                                          "post-rewrite",
                                          "post-update",
                                          "pre-applypatch",
                                          "pre-auto-gc",
                                          "pre-commit",
                                          "pre-merge-commit",
                                          "pre-push",
                                          "pre-rebase",
                                          "pre-receive",
                                          "prepare-commit-msg",
                                          "proc-receive",
                                          "push-to-checkout",
                                          "reference-transaction",
                                          "sendemail-validate",
                                          "update" };

/* Settings whose values are commands that Git starts without being asked for them, in lower case. @name: (nullable): NULL
 * for each one of the section */
static const struct
{
  const char *section;
  const char *name;
} commands[] = {
  { "alias", NULL },
  { "core", "askpass" },
  { "core", "editor" },
  { "core", "fsmonitor" },
  { "core", "gitproxy" },
  { "core", "pager" },
  { "core", "sshcommand" },
  { "credential", "helper" },
  { "diff", "command" },
  { "diff", "external" },
  { "diff", "textconv" },
  { "difftool", "cmd" },
  { "difftool", "path" },
  { "extensions", NULL }, /* of Mercurial */
  { "filter", "clean" },
  { "filter", "process" },
  { "filter", "smudge" },
  { "gpg", "program" },
  { "hook", "command" },
  { "hooks", NULL }, /* of Mercurial */
  { "interactive", "difffilter" },
  { "merge", "driver" },
  { "mergetool", "cmd" },
  { "mergetool", "path" },
  { "pager", NULL },
  { "remote", "receivepack" },
  { "remote", "uploadpack" },
  { "sequence", "editor" },
  { "trailer", "cmd" },
  { "trailer", "command" },
  { "uploadpack", "packobjectshook" },
};

/* The data of a repository in its work tree. */
static const char *const data_names[] = { ".git", ".hg" };

/* @root, @top, @paths: as for troupe_git_hooks_collect(); @read: (element-type utf8): the files that were read; @reason: an
 * errno if Git can read a file that could not be read here, or 0 */
typedef struct
{
  const char *root;
  const char *top;
  GHashTable *paths;
  GHashTable *read;
  int reason;
} Search;

/* Adds an absolute path, and for the folder itself the names of hooks if @has_hooks. */
static void
add_one (Search *search, const char *path, gboolean has_hooks)
{
  const char *rest = troupe_path_get_below (path, search->root);

  if (rest == NULL)
    return;
  if (*rest != '\0')
    g_hash_table_add (search->paths, g_strdup (rest));
  for (guint i = 0; *rest == '\0' && has_hooks && i < G_N_ELEMENTS (hook_names); i++)
    g_hash_table_add (search->paths, g_strdup (hook_names[i]));
}

/* Adds the path that a setting names, and returns it. (transfer full) */
static char *
add_setting (Search *search, const char *value, const char *folder, gboolean has_hooks)
{
  g_autofree char *path = NULL;
  g_autofree char *target = NULL;

  g_assert (search != NULL);

  path = g_str_has_prefix (value, "~/")
             ? g_build_filename (g_get_home_dir (), value + strlen ("~/"), NULL)
             : g_canonicalize_filename (value, folder);
  target = troupe_path_resolve_existing (path);
  add_one (search, path, has_hooks);
  add_one (search, target, has_hooks);
  return g_steal_pointer (&path);
}

/* Adds a file that a word of a command names. A folder is not added: a command may change to it, and code works in
 * it. */
static void
add_word (Search *search, const char *word)
{
  g_autofree char *path = NULL;
  g_autofree char *target = NULL;

  g_assert (search != NULL);

  path = g_canonicalize_filename (word, search->top);
  target = troupe_path_resolve_existing (path);
  if (g_file_test (target, G_FILE_TEST_IS_DIR))
    return;
  add_one (search, path, FALSE);
  add_one (search, target, FALSE);
}

/* Adds paths that troupe-setting-words.h has found. */
static void
add_list (Search *search, GStrvBuilder *list)
{
  g_auto (GStrv) paths = g_strv_builder_end (list);

  g_assert (search != NULL);

  for (guint i = 0; paths[i] != NULL; i++)
    add_one (search, paths[i], FALSE);
}

/* Adds the files that a command of a shell names, such as `python3 tools/strip.py %f` and `!./run.sh`. Names of
 * programs without a slash are looked up elsewhere, and other words without one name a file only if it exists. */
static void
add_command (Search *search, const char *value)
{
  g_auto (GStrv) words = g_strsplit_set (value, WORD_ENDS, -1);
  g_autoptr (GStrvBuilder) modules = g_strv_builder_new ();

  g_assert (search != NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (search->top, words[i], NULL);

      if (*words[i] != '\0' && *words[i] != '-' &&
          (strchr (words[i], '/') != NULL || g_file_test (path, G_FILE_TEST_IS_REGULAR)))
        add_word (search, words[i]);
    }
  troupe_setting_words_add_modules (modules, value, search->top, search->root);
  add_list (search, modules);
}

/* Adds the programs and scripts that the value of a setting names, which is no command. Other programs have settings of their own in the
 * configuration. */
static void
add_scripts_of (Search *search, const char *value)
{
  g_auto (GStrv) words = g_strsplit_set (value, WORD_ENDS, -1);

  g_assert (search != NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (words[i], search->top);

      if (*words[i] == '-' || strchr (words[i], '/') == NULL)
        continue;
      if (g_str_has_prefix (words[i], "./") || g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) ||
          troupe_setting_words_has_script_ending (words[i]))
        add_word (search, words[i]);
    }
}

/* Adds the programs and scripts that the scripts in a folder of hooks name. */
static void
add_scripts (Search *search, const char *folder)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();

  g_assert (search != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (hook_names); i++)
    {
      g_autofree char *path = g_build_filename (folder, hook_names[i], NULL);
      g_autofree char *text = troupe_file_read (path, MOST_SCRIPT, NULL, NULL, NULL);

      if (text != NULL && g_utf8_validate (text, -1, NULL))
        troupe_setting_words_add (list, text, TROUPE_SETTING_WORDS_SCRIPTS, search->top, path,
                                  search->root);
    }
  add_list (search, list);
}

static gboolean
is_command (const char *section, const char *name, const char *value)
{
  /* Other aliases are names of Git's own commands. */
  if (g_str_equal (section, "alias") && *value != '!')
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].section, section) &&
        (commands[i].name == NULL || g_ascii_strcasecmp (commands[i].name, name) == 0))
      return TRUE;
  return FALSE;
}

/* --- Configuration ---------------------------------------------------------------------------- */

/* Reads the value of a setting like Git: without comments, quotes and white space around it. @at: in,
 * out: after `=`, then after the last line of the value. (transfer full) */
static char *
read_value (const char **at)
{
  GString *value = g_string_new (NULL);
  gboolean is_quoted = FALSE;
  const char *p = *at;
  gsize kept = 0;

  for (; *p != '\0' && *p != '\n'; p++)
    {
      char c = *p;

      if (c == '"')
        {
          is_quoted = !is_quoted;
          kept = value->len;
          continue;
        }
      if (!is_quoted && (c == '#' || c == ';'))
        break;
      if (!is_quoted && g_ascii_isspace (c) && value->len == 0)
        continue;
      if (c == '\\' && p[1] == '\r' && p[2] == '\n')
        p++;
      if (c == '\\' && p[1] != '\0')
        {
          c = *++p;
          if (c == '\n')
            continue;
          c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'b' ? '\b' : c;
        }
      g_string_append_c (value, c);
      if (is_quoted || !g_ascii_isspace (c))
        kept = value->len;
    }
  p += strcspn (p, "\n");
  *at = p;
  g_string_truncate (value, kept);
  return g_string_free (value, FALSE);
}

static void read_config (Search *search, const char *path);

/* @section: in lower case, without a subsection */
static void
take_setting (Search *search,
              const char *path,
              const char *section,
              const char *name,
              const char *value)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *included = NULL;

  g_assert (search != NULL);

  if (*value == '\0')
    return;
  if (g_str_equal (section, "core") && g_ascii_strcasecmp (name, "hookspath") == 0)
    {
      included = add_setting (search, value, search->top, TRUE);
      add_scripts (search, included);
    }
  else if (g_str_equal (section, "init") && g_ascii_strcasecmp (name, "templatedir") == 0)
    g_free (add_setting (search, value, search->top, TRUE));
  else if ((g_str_equal (section, "include") || g_str_equal (section, "includeif")) &&
           g_ascii_strcasecmp (name, "path") == 0)
    {
      included = add_setting (search, value, folder, FALSE);
      read_config (search, included);
    }
  else if (is_command (section, name, value))
    add_command (search, value);
  else
    add_scripts_of (search, value);
}

/* Returns the name of the section in a header such as `[includeIf "gitdir:x"]`, in lower case. @at: in, out:
 * at `[`, then after the header. (transfer full) */
static char *
read_header (const char **at)
{
  const char *start = *at + 1;
  const gsize length =
      strspn (start, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-");
  const char *p = start + length;
  gboolean is_quoted = FALSE;

  for (; *p != '\0' && *p != '\n' && (is_quoted || *p != ']'); p++)
    if (*p == '\\' && p[1] != '\0')
      p++;
    else if (*p == '"')
      is_quoted = !is_quoted;
  *at = *p == ']' ? p + 1 : p;
  return g_ascii_strdown (start, (gssize) length);
}

/* Reads what could be a setting in a file that Git rejects, too. */
static void
read_config (Search *search, const char *path)
{
  g_autofree char *text = NULL;
  g_autofree char *section = g_strdup ("");
  g_autoptr (GError) error = NULL;

  g_assert (search != NULL);

  if (g_hash_table_size (search->read) >= MOST_FILES ||
      !g_hash_table_add (search->read, g_strdup (path)))
    return;
  text = troupe_file_read (path, MOST_BYTES, NULL, NULL, &error);
  if (text == NULL)
    {
      /* Notes why a file could not be read, unless Git cannot read it either. */
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TOO_MANY_OPEN_FILES))
        search->reason = EMFILE;
      else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
        search->reason = EFBIG;
      else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_FAILED))
        search->reason = EIO;
    }
  for (const char *p = text != NULL ? text : ""; *p != '\0';)
    {
      const gsize length = strcspn (p, "=[#;\n \t\r");
      g_autofree char *name = g_strndup (p, length);
      g_autofree char *value = NULL;

      p += length;
      while (length > 0 && (*p == ' ' || *p == '\t'))
        p++;
      if (*p == '=' && length > 0)
        {
          p++;
          value = read_value (&p);
          take_setting (search, path, section, name, value);
        }
      else if (*p == '[')
        {
          g_free (section);
          section = read_header (&p);
        }
      else if (g_str_equal (name, "%include"))
        {
          value = read_value (&p);
          take_setting (search, path, "include", "path", value);
        }
      else if (*p == '#' || *p == ';')
        p += strcspn (p, "\n");
      else if (length == 0 && *p != '\0')
        p++;
    }
}

/* --- Configuration of the user ------------------------------------------------------------------ */

static void
read_setting (Search *search, const char *key, const char *value)
{
  const char *dot = strchr (key, '.');
  const char *last = strrchr (key, '.');
  /* An include in a variable must be absolute. */
  g_autofree char *path = g_build_filename (search->top, "variable", NULL);
  g_autofree char *section = NULL;
  g_autofree char *folded = NULL;

  g_assert (search != NULL);

  if (dot == NULL)
    return;
  section = g_strndup (key, (gsize) (dot - key));
  folded = g_ascii_strdown (section, -1);
  take_setting (search, path, folded, last + 1, value);
}

/* Reads the settings in variables of the environment: `GIT_CONFIG_KEY_0` and so on, and what `git -c` passes on. */
static void
read_variables (Search *search)
{
  const char *passed = g_getenv ("GIT_CONFIG_PARAMETERS");
  const char *number = g_getenv ("GIT_CONFIG_COUNT");
  const guint64 count = number != NULL ? g_ascii_strtoull (number, NULL, 10) : 0;
  g_auto (GStrv) words = NULL;

  g_assert (search != NULL);

  for (guint i = 0; i < MIN (count, MOST_SETTINGS); i++)
    {
      g_autofree char *key = g_strdup_printf ("GIT_CONFIG_KEY_%u", i);
      g_autofree char *value = g_strdup_printf ("GIT_CONFIG_VALUE_%u", i);

      if (g_getenv (key) != NULL && g_getenv (value) != NULL)
        read_setting (search, g_getenv (key), g_getenv (value));
    }
  /* 'key=value', or 'key'='value' */
  if (passed == NULL || !g_shell_parse_argv (passed, NULL, &words, NULL))
    return;
  for (guint i = 0; words[i] != NULL; i++)
    {
      char *equal = strchr (words[i], '=');

      if (equal == NULL)
        continue;
      *equal = '\0';
      read_setting (search, words[i], equal + 1);
    }
}

static void
read_variable_file (Search *search, const char *variable)
{
  const char *path = g_getenv (variable);

  g_assert (search != NULL);

  if (path != NULL && g_path_is_absolute (path))
    read_config (search, path);
}

/* Reads the configuration of the user and of the system, whose relative paths mean something else in each repository: a folder of
 * hooks in each work tree, for example. */
static void
read_user_config (Search *search)
{
  const char *config = g_getenv ("XDG_CONFIG_HOME");
  g_autofree char *own = g_build_filename (g_get_home_dir (), ".gitconfig", NULL);
  g_autofree char *usual = g_build_filename (g_get_home_dir (), ".config", "git", "config", NULL);
  g_autofree char *other = config != NULL && g_path_is_absolute (config)
                               ? g_build_filename (config, "git", "config", NULL)
                               : NULL;

  g_assert (search != NULL);

  read_config (search, "/etc/gitconfig");
  read_config (search, usual);
  if (other != NULL)
    read_config (search, other);
  read_config (search, own);
  read_variable_file (search, "GIT_CONFIG_SYSTEM");
  read_variable_file (search, "GIT_CONFIG_GLOBAL");
  read_variables (search);
}

/* Reads the configuration files in a folder. */
static void
read_parts (Search *search, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert (search != NULL);

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".rc"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        read_config (search, path);
      }
}

/* The same for Mercurial, whose format is alike. */
static void
read_mercurial_config (Search *search)
{
  const char *config = g_getenv ("XDG_CONFIG_HOME");
  const char *named = g_getenv ("HGRCPATH");
  g_autofree char *own = g_build_filename (g_get_home_dir (), ".hgrc", NULL);
  g_autofree char *usual = g_build_filename (g_get_home_dir (), ".config", "hg", "hgrc", NULL);
  g_autofree char *other = config != NULL && g_path_is_absolute (config)
                               ? g_build_filename (config, "hg", "hgrc", NULL)
                               : NULL;
  g_auto (GStrv) paths = g_strsplit (named != NULL ? named : "", ":", -1);

  g_assert (search != NULL);

  read_config (search, "/etc/mercurial/hgrc");
  read_parts (search, "/etc/mercurial/hgrc.d");
  read_config (search, own);
  read_config (search, usual);
  if (other != NULL)
    read_config (search, other);
  for (guint i = 0; paths[i] != NULL; i++)
    if (g_path_is_absolute (paths[i]))
      {
        read_config (search, paths[i]);
        read_parts (search, paths[i]);
      }
}

/* Reads the configuration of a repository of Mercurial. */
static void
read_mercurial (Search *search, const char *repository)
{
  static const char *const names[] = { "hgrc", "hgrc-not-shared" };
  g_autofree char *shared = g_build_filename (repository, "sharedpath", NULL);
  g_autofree char *text = troupe_file_read (shared, MOST_BYTES, NULL, NULL, NULL);

  g_assert (search != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (repository, names[i], NULL);

      read_config (search, path);
    }
  if (text != NULL)
    {
      g_autofree char *other = g_canonicalize_filename (g_strstrip (text), repository);
      g_autofree char *path = g_build_filename (other, "hgrc", NULL);

      read_config (search, path);
    }
  read_mercurial_config (search);
}

/* --- Repositories ----------------------------------------------------------------------------- */

/* Returns the folder that a file such as `.git` or `commondir` names. (transfer full) (nullable) */
static char *
read_folder (const char *path, const char *prefix)
{
  g_autofree char *text = troupe_file_read (path, MOST_BYTES, NULL, NULL, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  if (text == NULL || !g_str_has_prefix (text, prefix))
    return NULL;
  return g_canonicalize_filename (g_strstrip (text + strlen (prefix)), folder);
}

/* Adds a folder with the data of a repository, or with a part of them. */
static void
add_data (Search *search, const char *path)
{
  g_autofree char *target = troupe_path_resolve_existing (path);

  g_assert (search != NULL);

  if (!troupe_path_is_within (search->root, path))
    add_one (search, path, FALSE);
  if (!troupe_path_is_within (search->root, target))
    add_one (search, target, FALSE);
}

int
troupe_git_hooks_collect (const char *root, const char *top, const char *git, GHashTable *paths)
{
  static const char *const names[] = { "config", "config.worktree" };
  g_autoptr (GHashTable) read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { .root = root, .top = top, .paths = paths, .read = read };
  g_autofree char *own = NULL;
  g_autofree char *common_file = NULL;
  g_autofree char *common = NULL;
  g_autofree char *hooks = NULL;

  g_return_val_if_fail (root != NULL && top != NULL && git != NULL && paths != NULL, 0);

  if (g_str_has_suffix (git, "/.hg"))
    {
      read_mercurial (&search, git);
      return search.reason;
    }
  own = g_file_test (git, G_FILE_TEST_IS_DIR) ? g_strdup (git) : read_folder (git, "gitdir:");
  if (own == NULL)
    return 0;
  common_file = g_build_filename (own, "commondir", NULL);
  common = read_folder (common_file, "");
  /* Git looks for a repository there, valid or not yet. */
  if (!g_file_test (git, G_FILE_TEST_IS_DIR))
    add_data (&search, own);
  if (common != NULL)
    add_data (&search, common);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (own, names[i], NULL);
      g_autofree char *other = common != NULL ? g_build_filename (common, names[i], NULL) : NULL;

      read_config (&search, path);
      if (other != NULL)
        read_config (&search, other);
    }
  hooks = g_build_filename (common != NULL ? common : own, "hooks", NULL);
  add_scripts (&search, hooks);
  read_user_config (&search);
  return search.reason;
}

/* Collects what the configuration of the user means in a folder that may become a repository. */
static int
collect_user (const char *root, const char *top, GHashTable *paths)
{
  g_autoptr (GHashTable) read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { .root = root, .top = top, .paths = paths, .read = read };

  read_user_config (&search);
  read_mercurial_config (&search);
  return search.reason;
}

int
troupe_git_hooks_collect_above (const char *root, GHashTable *paths)
{
  g_autofree char *top = NULL;
  int reason = 0;

  g_return_val_if_fail (root != NULL && paths != NULL, 0);

  reason = collect_user (root, root, paths);
  top = g_strdup (root);
  while (TRUE)
    {
      char *above = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (data_names); i++)
        {
          g_autofree char *data = g_build_filename (top, data_names[i], NULL);
          const int number = troupe_git_hooks_collect (root, top, data, paths);

          reason = number != 0 ? number : reason;
        }
      if (g_str_equal (top, "/") || g_str_equal (top, "."))
        return reason;
      above = g_path_get_dirname (top);
      g_free (top);
      top = above;
    }
}

gboolean
troupe_git_hooks_is_used (const char *path)
{
  g_autoptr (GHashTable) paths = NULL;
  g_autofree char *target = NULL;
  g_autofree char *whole = NULL;
  GHashTableIter iter;
  gpointer key;

  g_return_val_if_fail (path != NULL, TRUE);

  paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  target = troupe_path_resolve_existing (path);
  whole = g_strdup (target);
  for (char *end = strrchr (target, '/'); end != NULL; end = strrchr (target, '/'))
    {
      g_autofree char *top = NULL;

      *end = '\0';
      top = g_strdup (*target != '\0' ? target : "/");
      g_hash_table_remove_all (paths);
      for (guint i = 0; i < G_N_ELEMENTS (data_names); i++)
        {
          g_autofree char *data = g_build_filename (top, data_names[i], NULL);

          if (troupe_git_hooks_collect (top, top, data, paths) != 0)
            return TRUE;
        }
      if (collect_user (top, top, paths) != 0)
        return TRUE;
      g_hash_table_iter_init (&iter, paths);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        {
          g_autofree char *used = g_build_filename (top, key, NULL);

          if (troupe_path_is_within (whole, used) || troupe_path_is_within (path, used))
            return TRUE;
        }
    }
  return FALSE;
}
