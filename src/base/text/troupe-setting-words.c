/* troupe-setting-words.c: words of settings and scripts that name what is executed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-setting-words"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-python-modules.h"
#include "troupe-setting-words.h"

/* Maximum number of words of a file that are looked at. */
#define MOST_WORDS 20000u
/* Maximum number of folders to which the relative paths of a file belong. */
#define MOST_FOLDERS 8u
/* Maximum number of names of programs, if a folder of the document is one of `PATH`. */
#define MOST_PROGRAMS 20000u

#define SEPARATORS " \t\r\"'`;&|()[]{}<>=:,"

/* Words after which direnv, mise and shells expect paths. Elsewhere only some words are one. */
static const char *const directives[] = { "PATH",       "PATH_add",    "path_add",
                                          "dotenv",     "source_env",  "source_env_if_exists",
                                          "source",     ".",           "dotenv_if_exists",
                                          "source_url", "load_prefix", "_.path",
                                          "_.file",     "_.source",    "path",
                                          "file",       "env_file",    "env_path",
                                          "watch_file", "watch_dir",   "fish_add_path",
                                          NULL };

static const char *const script_ends[] = { ".bash", ".cjs", ".cts", ".fish", ".js",  ".jsx",
                                           ".lua",  ".mjs", ".mts", ".php",  ".pl",  ".py",
                                           ".rb",   ".sh",  ".ts",  ".tsx",  ".zsh", NULL };

/* What a line of a file of a shell contains if its words are folders in which programs are looked for, or files that are executed. */
static const char *const searching[] = { "PATH",    "path",     "source ", ". ",
                                         "ZDOTDIR", "BASH_ENV", NULL };

/* Parts of the names of settings whose values are programs. */
static const char *const program_keys[] = { "binary", "cmd",     "command", "entry",   "exec",
                                            "hook",   "interp",  "linker",  "program", "runner",
                                            "server", "wrapper", ".path",   NULL };

/* What direnv's library adds to PATH, executes or reads for a word after `layout` or `use`. @is_python: whether it runs Python in the
 * folder, which imports modules from there */
static const struct
{
  const char *word;
  const char *const names[5];
  gboolean is_python;
} layouts[] = {
  { "anaconda", { "environment.yml", "environment.yaml", NULL }, TRUE },
  { "devbox", { "devbox.json", "devbox.lock", NULL }, FALSE },
  { "devenv", { "devenv.lock", "devenv.nix", "devenv.yaml", "devenv.local.nix", NULL }, FALSE },
  { "flake", { "flake.lock", "flake.nix", "default.nix", "shell.nix", NULL }, FALSE },
  { "flox", { "manifest.toml", NULL }, FALSE },
  { "go", { "bin", NULL }, FALSE },
  { "guix", { "channels.scm", "guix.scm", "manifest.scm", NULL }, FALSE },
  { "nix", { "default.nix", "shell.nix", NULL }, FALSE },
  { "node", { "node_modules/.bin", NULL }, FALSE },
  { "php", { "vendor/bin", NULL }, FALSE },
  { "pipenv", { "Pipfile", NULL }, TRUE },
  { "poetry", { "poetry.toml", "pyproject.toml", NULL }, TRUE },
  { "pyenv", { NULL }, TRUE },
  { "python", { NULL }, TRUE },
  { "ruby", { "bin", NULL }, FALSE },
};

/* What the words of a file are looked up with. @n_words: how many were taken; @is_open: whether a list of programs goes on in the next line */
typedef struct
{
  GStrvBuilder *list;
  const char *top;
  const char *folder;
  const char *root;
  guint n_words;
  gboolean is_open;
} Reading;

/* --- Paths ---------------------------------------------------------------------------------------- */

/* Adds the names of the programs that the user can start, in the folder @top: it is one of `PATH`, and cannot be protected as a
 * whole. */
static void
add_programs (GStrvBuilder *list, const char *top, const char *root)
{
  const char *value = g_getenv ("PATH");
  g_auto (GStrv) folders = g_strsplit (value != NULL ? value : "/usr/bin:/bin", ":", -1);
  guint n_programs = 0;

  if (!troupe_path_is_within (top, root))
    return;
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autoptr (GDir) dir =
          g_path_is_absolute (folders[i]) ? g_dir_open (folders[i], 0, NULL) : NULL;
      const char *name;

      while (dir != NULL && n_programs < MOST_PROGRAMS && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (top, name, NULL);

          g_strv_builder_add (list, path);
          n_programs++;
        }
    }
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

gboolean
troupe_setting_words_has_script_ending (const char *word)
{
  g_return_val_if_fail (word != NULL, TRUE);

  for (guint i = 0; script_ends[i] != NULL; i++)
    if (g_str_has_suffix (word, script_ends[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the word is a program or a script: it has the ending of one, may be executed, or is a file without an ending. Other
 * sources and data are none. @path: what it means; @is_program: whether its place is one for programs, so that a missing one without an
 * ending is one, too */
static gboolean
is_script (const char *word, const char *path, gboolean is_program)
{
  const char *name = strrchr (path, '/');

  if (troupe_setting_words_has_script_ending (word))
    return TRUE;
  name = name != NULL ? name + 1 : path;
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return strchr (name, '.') == NULL || g_file_test (path, G_FILE_TEST_IS_EXECUTABLE);
  /* Package managers install programs that settings name. */
  return is_program && strchr (word, '/') != NULL && strchr (name, '.') == NULL &&
         strstr (word, "node_modules/") == NULL && !g_file_test (path, G_FILE_TEST_EXISTS);
}

/* --- Words ---------------------------------------------------------------------------------------- */

/* The home folder, the folder of the settings, and the same before a slash: of any other variable it is unknown, as of a command and of
 * one in another. */
static const struct
{
  const char *pattern;
  const char *by; /* (nullable): NULL for the home folder and a slash */
} expansions[] = {
  { "(?<![\\w.~/-])\"?(?:~|\\$HOME|\\$\\{HOME\\}|\\$\\{env:HOME\\}|%h)\"?/", NULL },
  { "\\$\\{?(?:PWD|CLAUDE_PROJECT_DIR|workspaceFolder|workspaceRoot)\\b\\}?|\\$\\(pwd\\)|`pwd`|"
    "\\{\\{ *(?:config_root|cwd) *\\}\\}",
    "." },
  { "\"?(?:\\$\\{[^{}\\s]*\\}|\\$\\w+\\$?|\\{\\{[^{}]*\\}\\}|\\$\\([^()]*\\)|`[^`]*`)\"?/", "./" },
  { "\\$\\([^()]*\\$?\\([^()]*\\)[^()]*\\)/", "./" },
};

/* What `-m` of a Python, but not of Git and others, is in a line. */
#define PATTERN_PYTHON                                                                             \
  "(?i)python|\\bpy\\b|\\$|\\b(?:coverage|hatch|pdm|pipenv|pipx|poetry|rye|uvx?)\\b"
#define PATTERN_MODULE                                                                             \
  "(?m)^(?!.*\\b(?:commit|install|mkdir|stash|tag)\\b.*-m).*?(?<![\\w-])-m[\\s\"',]*([A-Za-z_]"    \
  "\\w*)"

/* A word with a folder and a pattern in it, and a folder to which relative paths belong. */
#define PATTERN_GLOB                                                                               \
  "((?:[^\\s\"'`;&|()<>{}=:,*?\\[]*/)?)"                                                           \
  "([^\\s\"'`;&|()<>{}=:,/*?\\[]*(?:[*?]|\\[[^\\]\\s]+\\]|\\{[^{}\\s]*,)[^\\s\"'`;&|()<>=:]*)"
#define PATTERN_WORKING                                                                            \
  "(?:\\b(?:cd|pushd)\\s+|\\b(?:WorkingDirectory|Path|cwd|workdir|--prefix|-C)\\b[\"']?\\s*[=: "   \
  "]\\s*)[\"']?-?([^\\s\"';&|()]+)"

/* The patterns of this file, compiled once: those of @expansions, and the others. */
typedef struct
{
  GRegex *expansions[G_N_ELEMENTS (expansions)];
  GRegex *python;
  GRegex *module;
  GRegex *glob;
  GRegex *working;
} Patterns;

static GRegex *
compile (const char *pattern)
{
  /* Settings need not be UTF-8. */
  return g_regex_new (pattern, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
}

static const Patterns *
get_patterns (void)
{
  static gsize is_ready;
  static Patterns patterns;

  if (g_once_init_enter (&is_ready))
    {
      for (guint i = 0; i < G_N_ELEMENTS (expansions); i++)
        patterns.expansions[i] = compile (expansions[i].pattern);
      patterns.python = compile (PATTERN_PYTHON);
      patterns.module = compile (PATTERN_MODULE);
      patterns.glob = compile (PATTERN_GLOB);
      patterns.working = compile (PATTERN_WORKING);
      g_once_init_leave (&is_ready, 1);
    }
  return &patterns;
}

/* Replaces the home folder, and what shells and editors write for the folder of the settings, such as `$PWD/`, `${workspaceFolder}/`,
 * `$(dirname "$0")/` and mise's `{{config_root}}/`. What other variables contain is not known. (transfer full) */
static char *
expand (const char *text)
{
  g_autofree char *home = g_strconcat (g_get_home_dir (), "/", NULL);
  char *result = g_strdup (text);

  for (guint i = 0; strpbrk (result, "$~`{%") != NULL && i < G_N_ELEMENTS (expansions); i++)
    {
      char *replaced =
          g_regex_replace_literal (get_patterns ()->expansions[i], result, -1, 0,
                                   expansions[i].by != NULL ? expansions[i].by : home, 0, NULL);

      if (replaced == NULL)
        continue;
      g_free (result);
      result = replaced;
    }
  return result;
}

static gboolean
is_one (const char *word)
{
  return *word != '\0' && *word != '-' && strpbrk (word, "*?$") == NULL;
}

/* Adds what interpreters execute if they get a folder instead of a script. */
static void
add_started (Reading *reading, const char *folder)
{
  static const char *const names[] = { "__main__.py", "__main__.pyc", "index.cjs", "index.js",
                                       "index.mjs" };

  g_assert (reading != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      add_path (reading->list, path, reading->root);
    }
}

/* Adds a word that is a program, a script or, if @is_path, any path. */
static void
add_word (Reading *reading, const char *word, gboolean is_path, gboolean is_program)
{
  const char *const folders[] = { reading->top, reading->folder };
  const char *const rest = word + strspn (word, "/");

  g_assert (reading != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (folders) && (i == 0 || *word == '.'); i++)
    {
      g_autofree char *path = g_canonicalize_filename (word, folders[i]);
      /* What stood in front of the slash was not understood. */
      g_autofree char *other = rest > word ? g_canonicalize_filename (rest, folders[i]) : NULL;

      if (is_path || is_script (word, path, is_program))
        add_path (reading->list, path, reading->root);
      if (is_program && g_file_test (path, G_FILE_TEST_IS_DIR))
        add_started (reading, path);
      if (is_path && g_str_equal (path, reading->root))
        add_programs (reading->list, path, reading->root);
      if (other != NULL && !troupe_path_is_within (path, reading->root) &&
          is_script (rest, other, FALSE))
        add_path (reading->list, other, reading->root);
    }
  reading->n_words++;
}

/* Adds what direnv does for a word after `layout` or `use`. */
static void
add_layout (Reading *reading, const char *word)
{
  g_assert (reading != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      if (!g_str_has_prefix (word, layouts[i].word))
        continue;
      for (guint k = 0; layouts[i].names[k] != NULL; k++)
        {
          g_autofree char *path = g_build_filename (reading->top, layouts[i].names[k], NULL);

          add_path (reading->list, path, reading->root);
        }
      if (layouts[i].is_python)
        {
          g_autoptr (GPtrArray) modules = g_ptr_array_new_with_free_func (g_free);

          troupe_python_module_add_files (reading->top, modules);
          for (guint k = 0; k < modules->len; k++)
            add_path (reading->list, modules->pdata[k], reading->root);
        }
    }
}

static gboolean
is_for_programs (const char *line)
{
  g_autofree char *lower = g_ascii_strdown (line, -1);

  for (guint i = 0; program_keys[i] != NULL; i++)
    if (strstr (lower, program_keys[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the word names a file that a shell reads or executes, after a word which is no directive: direnv evaluates what a script
 * prints. */
static gboolean
is_file_of_shell (Reading *reading, const char *word)
{
  g_autofree char *path = g_canonicalize_filename (word, reading->top);

  g_assert (reading != NULL);

  return strchr (word, '/') != NULL || g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

static void
read_line (Reading *reading, const char *line, gboolean is_of_shell)
{
  g_auto (GStrv) words = g_strsplit_set (line, SEPARATORS, -1);
  const gboolean is_program = reading->is_open || is_for_programs (line);
  gboolean is_directive = FALSE;
  gboolean is_layout = FALSE;

  g_assert (reading != NULL);

  for (guint i = 0; words[i] != NULL && *words[i] != '#' && reading->n_words < MOST_WORDS; i++)
    {
      const char *word = words[i];

      /* The folder of the settings. */
      if (is_directive && g_str_equal (word, "."))
        add_programs (reading->list, reading->top, reading->root);
      else if (is_of_shell ? g_strv_contains (directives, word) : g_str_equal (word, "PATH"))
        is_directive = TRUE;
      else if (is_of_shell && (g_str_equal (word, "layout") || g_str_equal (word, "use")))
        is_layout = TRUE;
      else if (is_layout)
        add_layout (reading, word);
      else if (is_one (word))
        add_word (reading, word,
                  is_of_shell ? is_directive || is_file_of_shell (reading, word)
                              : is_directive && strchr (word, '/') != NULL,
                  is_program);
    }
  reading->is_open =
      is_program && strchr (line, ']') == NULL && (reading->is_open || strchr (line, '[') != NULL);
}

/* Adds the relative folders of `PATH=…`, `PYTHONPATH=…` and the like. @top: the folder to which they belong */
static void
read_assignments (Reading *reading, const char *line, const char *top)
{
  g_assert (reading != NULL);

  for (const char *at = strstr (line, "PATH="); at != NULL; at = strstr (at, "PATH="))
    {
      const gsize length = strcspn (at += strlen ("PATH="), " \t;&");
      g_autofree char *value = g_strndup (at, length);
      g_auto (GStrv) parts = g_strsplit_set (value, ":\"'", -1);

      for (guint i = 0; parts[i] != NULL; i++)
        {
          g_autofree char *path = NULL;

          if (!is_one (parts[i]) || *parts[i] == '/' || *parts[i] == '~')
            continue;
          path = g_canonicalize_filename (parts[i], top);
          add_path (reading->list, path, reading->root);
        }
    }
}

/* --- Modules of Python ---------------------------------------------------------------------------- */

/* Adds the files of a module or package in the folder, which `python -m` looks for before all others. A folder is a package only with a
 * file in it. */
static void
add_module (GStrvBuilder *list, const char *name, const char *top, const char *root)
{
  static const char *const parts[] = { "", "/__init__", "/__main__" };
  static const char *const machines[] = { "aarch64", "x86_64" };
  g_autofree char *module = g_strndup (name, strcspn (name, "."));
  g_autofree char *folder = g_build_filename (top, module, NULL);
  g_autofree char *init = g_build_filename (folder, "__init__.py", NULL);
  g_autofree char *start = g_build_filename (folder, "__main__.py", NULL);

  if (g_file_test (init, G_FILE_TEST_EXISTS) || g_file_test (start, G_FILE_TEST_EXISTS))
    add_path (list, folder, root);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      static const char *const ends[] = { ".py", ".pyc", ".so", ".abi3.so" };

      for (guint k = 0; k < G_N_ELEMENTS (ends); k++)
        {
          g_autofree char *path = g_strconcat (folder, parts[i], ends[k], NULL);

          add_path (list, path, root);
        }
      for (guint k = 0; k < G_N_ELEMENTS (machines); k++)
        for (guint version = 8; version <= 15; version++)
          {
            g_autofree char *path = g_strdup_printf ("%s%s.cpython-3%u-%s-linux-gnu.so", folder,
                                                     parts[i], version, machines[k]);

            add_path (list, path, root);
          }
    }
}

void
troupe_setting_words_add_modules (GStrvBuilder *list,
                                  const char *text,
                                  const char *top,
                                  const char *root)
{
  g_autoptr (GMatchInfo) match = NULL;

  g_return_if_fail (list != NULL && text != NULL && top != NULL && root != NULL);

  if (!g_regex_match (get_patterns ()->python, text, 0, NULL))
    return;
  for (g_regex_match (get_patterns ()->module, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);

      add_module (list, name, top, root);
    }
}

static gboolean
is_searching (const char *line)
{
  for (guint i = 0; searching[i] != NULL; i++)
    if (strstr (line, searching[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Adds the folders of patterns, such as a star before an ending, and `conf.d/{a,b}.sh`, which also mean files that code creates. Of the folder of the
 * document itself, which cannot be protected as a whole, the files that exist are added. */
static void
read_patterns (Reading *reading, const char *line)
{
  g_autoptr (GMatchInfo) match = NULL;

  g_assert (reading != NULL);

  for (g_regex_match (get_patterns ()->glob, line, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *before = g_match_info_fetch (match, 1);
      g_autofree char *pattern = g_match_info_fetch (match, 2);
      g_autofree char *folder = g_canonicalize_filename (before, reading->top);
      g_autoptr (GDir) dir = NULL;
      const char *name;

      /* The folder may be in a variable. */
      if (!g_str_equal (folder, reading->top) && !g_str_equal (folder, reading->root))
        {
          add_path (reading->list, folder, reading->root);
          continue;
        }
      if (*before == '/' && g_str_equal (folder, reading->root))
        g_strv_builder_add (reading->list, folder);
      if (g_str_equal (pattern, "*"))
        continue;
      dir = g_dir_open (folder, 0, NULL);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);

          if (g_pattern_match_simple (pattern, name) && g_file_test (path, G_FILE_TEST_IS_REGULAR))
            add_path (reading->list, path, reading->root);
        }
    }
}

/* Reads all lines. Relative paths in them belong to @reading->top. */
static void
read_lines (Reading *reading, char **lines, TroupeSettingWords kind)
{
  g_assert (reading != NULL);

  reading->n_words = 0;
  reading->is_open = FALSE;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      read_line (reading, lines[i],
                 kind == TROUPE_SETTING_WORDS_SHELL ||
                     (kind == TROUPE_SETTING_WORDS_HOME && is_searching (lines[i])));
      if (kind != TROUPE_SETTING_WORDS_SCRIPTS || strstr (lines[i], "for ") != NULL)
        read_patterns (reading, lines[i]);
      read_assignments (reading, lines[i],
                        kind == TROUPE_SETTING_WORDS_HOME ? reading->root : reading->top);
    }
}

/* Returns other folders to which relative paths in the lines belong: `cd ~/project`, `WorkingDirectory=` of a unit, `Path=` of a desktop file,
 * `cwd` of an editor; as far as they lead to the folder of the document. (transfer full) */
static GPtrArray *
list_working_folders (const Reading *reading, char **lines)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GMatchInfo) match = NULL;

      for (g_regex_match (get_patterns ()->working, lines[i], 0, &match);
           g_match_info_matches (match) && folders->len < MOST_FOLDERS;
           g_match_info_next (match, NULL))
        {
          g_autofree char *word = g_match_info_fetch (match, 1);
          g_autofree char *folder = g_canonicalize_filename (word, reading->top);
          g_autofree char *real = troupe_path_resolve_existing (folder);

          if (!g_str_equal (real, reading->top) &&
              (troupe_path_is_within (real, reading->root) ||
               troupe_path_is_within (reading->root, real)) &&
              !g_ptr_array_find_with_equal_func (folders, real, g_str_equal, NULL))
            g_ptr_array_add (folders, g_steal_pointer (&real));
        }
    }
  return folders;
}

void
troupe_setting_words_add (GStrvBuilder *list,
                          const char *text,
                          TroupeSettingWords kind,
                          const char *top,
                          const char *file,
                          const char *root)
{
  g_auto (GStrv) lines = NULL;
  g_autofree char *folder = NULL;
  g_autoptr (GPtrArray) others = NULL;
  Reading reading = { list, top, NULL, root, 0, FALSE };

  g_return_if_fail (list != NULL && text != NULL && top != NULL && file != NULL && root != NULL);

  folder = g_path_get_dirname (file);
  reading.folder = folder;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *line = expand (lines[i]);

      g_free (lines[i]);
      lines[i] = line;
    }
  read_lines (&reading, lines, kind);
  troupe_setting_words_add_modules (list, text, top, root);
  others = list_working_folders (&reading, lines);
  for (guint i = 0; i < others->len; i++)
    {
      reading.top = others->pdata[i];
      read_lines (&reading, lines, kind);
      troupe_setting_words_add_modules (list, text, reading.top, root);
    }
}
