/* troupe-search-paths.c: folders in which the user's programs and libraries are looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-search-paths"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-python-modules.h"
#include "troupe-search-paths.h"
#include "troupe-shell-settings.h"

/* Variables with folders in which programs look for what they execute or load. */
static const char *const variables[] = { "CARGO_HOME",
                                         "FPATH",
                                         "GEM_HOME",
                                         "GEM_PATH",
                                         "GIO_EXTRA_MODULES",
                                         "GIT_COMMON_DIR",
                                         "GIT_DIR",
                                         "GIT_EXEC_PATH",
                                         "GIT_TEMPLATE_DIR",
                                         "GTK_PATH",
                                         "LD_LIBRARY_PATH",
                                         "LUA_PATH",
                                         "PATH",
                                         "PERL5LIB",
                                         "PYTHONHOME",
                                         "PYTHONPYCACHEPREFIX",
                                         "PYTHONUSERBASE",
                                         "QT_PLUGIN_PATH",
                                         "RUBYLIB",
                                         "XDG_CONFIG_DIRS",
                                         "XDG_CONFIG_HOME",
                                         "ZDOTDIR",
                                         NULL };

/* Folders of modules, in which Python executes some modules whenever it starts. */
static const char *const module_variables[] = { "PYTHONPATH", NULL };

/* Variables that name, among options, a program or a script which other programs start or execute, or a file that configures
 * which. */
static const char *const file_variables[] = { "BASH_ENV",
                                              "BROWSER",
                                              "CC",
                                              "CXX",
                                              "EDITOR",
                                              "ENV",
                                              "GIT_ASKPASS",
                                              "GIT_CONFIG_GLOBAL",
                                              "GIT_CONFIG_SYSTEM",
                                              "GIT_EDITOR",
                                              "GIT_EXTERNAL_DIFF",
                                              "GIT_PAGER",
                                              "GIT_PROXY_COMMAND",
                                              "GIT_SEQUENCE_EDITOR",
                                              "GIT_SSH",
                                              "GIT_SSH_COMMAND",
                                              "GOFLAGS",
                                              "INPUTRC",
                                              "JAVA_TOOL_OPTIONS",
                                              "JDK_JAVA_OPTIONS",
                                              "LD_AUDIT",
                                              "LD_PRELOAD",
                                              "LESSCLOSE",
                                              "LESSOPEN",
                                              "LUA_INIT",
                                              "MAKEFILES",
                                              "MANPAGER",
                                              "NODE_OPTIONS",
                                              "PAGER",
                                              "PERL5DB",
                                              "PERL5OPT",
                                              "PROMPT_COMMAND",
                                              "PYTHONSTARTUP",
                                              "RIPGREP_CONFIG_PATH",
                                              "RUBYOPT",
                                              "RUSTC",
                                              "RUSTC_WRAPPER",
                                              "R_PROFILE",
                                              "R_PROFILE_USER",
                                              "SHELL",
                                              "SSH_ASKPASS",
                                              "STARSHIP_CONFIG",
                                              "VIMINIT",
                                              "VISUAL",
                                              "_JAVA_OPTIONS",
                                              NULL };

/* Those of them that name a file as a whole, which need not have a slash: it is in the working folder. A program without a slash is one of `PATH`. */
static const char *const single_variables[] = { "BASH_ENV",
                                                "ENV",
                                                "GIT_CONFIG_GLOBAL",
                                                "GIT_CONFIG_SYSTEM",
                                                "INPUTRC",
                                                "LUA_INIT",
                                                "MAKEFILES",
                                                "PYTHONSTARTUP",
                                                "RIPGREP_CONFIG_PATH",
                                                "R_PROFILE",
                                                "R_PROFILE_USER",
                                                "STARSHIP_CONFIG",
                                                NULL };

/* Variables in which programs look in the folder itself only. */
static const char *const flat_variables[] = { "PATH", "LD_LIBRARY_PATH", "GIT_EXEC_PATH", "FPATH",
                                              NULL };

/* Any other variable may name what programs execute. These do not: their names have one of these words, or are the others. */
static const char *const data_words[] = { "BUILD",   "CACHE",    "CWD",       "DATA",    "DATABASE",
                                          "DB",      "DOWNLOAD", "DOWNLOADS", "LOG",     "LOGS",
                                          "OLDPWD",  "OUT",      "OUTPUT",    "OUTPUTS", "PWD",
                                          "RESULT",  "RESULTS",  "STATE",     "STORAGE", "TARGET",
                                          "TEMP",    "TEMPDIR",  "TMP",       "TMPDIR",  "UPLOAD",
                                          "UPLOADS", "WORK",     "WORKSPACE", NULL };
static const char *const data_variables[] = { "CONDA_PREFIX",    "HISTFILE",   "HOME",
                                              "INIT_CWD",        "PYTHONPATH", "VIRTUAL_ENV",
                                              "XDG_RUNTIME_DIR", NULL };
/* Exceptions from these words: folders in which programs look for others. */
static const char *const program_variables[] = { "JUPYTER_DATA_DIR", "XDG_DATA_DIRS",
                                                 "XDG_DATA_HOME", NULL };

/* What separates paths in these variables. */
#define FOLDER_SEPARATORS ":"
#define FILE_SEPARATORS " \t\n\"'=:,;|@&"
#define WORD_SEPARATORS " \t\n\"'`=:,;|@&()<>{}[]"

static void
add_folder (GStrvBuilder *folders, const char *path, const char *relative_to)
{
  g_autofree char *plain = g_canonicalize_filename (path, relative_to);
  g_autofree char *real = troupe_path_resolve_existing (plain);

  g_strv_builder_add (folders, plain);
  g_strv_builder_add (folders, real);
}

/* Adds what a relative path of a variable means in a terminal of the user that works in @root, or where this process was started.
 * The folder itself, which an empty part or `.` means, cannot be protected as a whole. @is_file: whether the variable names files;
 * @is_single: whether it names one of the working folder. Other words without a slash are programs, unless there is such a file. */
static void
add_relative (GStrvBuilder *folders,
              const char *path,
              const char *root,
              gboolean is_file,
              gboolean is_single)
{
  g_autofree char *current = g_get_current_dir ();
  g_autofree char *plain = g_canonicalize_filename (path, "/");
  g_autofree char *here = g_build_filename (root, path, NULL);

  if (g_str_equal (plain, "/") || (is_file && !is_single && strchr (path, '/') == NULL &&
                                   !g_file_test (here, G_FILE_TEST_IS_REGULAR)))
    return;
  add_folder (folders, path, current);
  add_folder (folders, path, root);
}

/* Returns the paths in the variables, absolute and each also without links. @root: the folder of a document. (transfer full) */
static char **
list_folders (const char *const *names, const char *root)
{
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *value = g_getenv (names[i]);
      g_auto (GStrv) parts =
          g_strsplit_set (value != NULL ? value : "",
                          names == file_variables ? FILE_SEPARATORS : FOLDER_SEPARATORS, -1);

      for (guint k = 0; parts[k] != NULL; k++)
        if (g_path_is_absolute (parts[k]))
          add_folder (folders, parts[k], "/");
        else
          add_relative (folders, parts[k], root, names == file_variables,
                        g_strv_contains (single_variables, names[i]));
    }
  return g_strv_builder_end (folders);
}

/* Returns TRUE if what the variable names is data that no program executes. */
static gboolean
is_of_data (const char *name)
{
  g_autofree char *upper = g_ascii_strup (name, -1);
  g_auto (GStrv) words = g_strsplit (upper, "_", -1);

  if (g_strv_contains (program_variables, name))
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    if (g_strv_contains (data_words, words[i]))
      return TRUE;
  return g_strv_contains (data_variables, name) || g_str_has_prefix (name, "npm_") ||
         g_str_has_prefix (name, "TROUPE_");
}

/* Returns the absolute paths in @root among the words of all variables, because no list of those that name programs, scripts or
 * configuration is complete. (transfer full) */
static char **
list_words (const char *root)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  g_auto (GStrv) names = g_listenv ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *value = g_getenv (names[i]);
      g_auto (GStrv) words = NULL;

      if (value == NULL || strchr (value, '/') == NULL || is_of_data (names[i]))
        continue;
      words = g_strsplit_set (value, WORD_SEPARATORS, -1);
      for (guint k = 0; words[k] != NULL; k++)
        {
          g_autofree char *plain = NULL;
          g_autofree char *real = NULL;

          if (!g_path_is_absolute (words[k]))
            continue;
          plain = g_canonicalize_filename (words[k], "/");
          real = troupe_path_resolve_existing (plain);
          if (troupe_path_get_below (plain, root) != NULL)
            g_strv_builder_add (list, plain);
          if (troupe_path_get_below (real, root) != NULL && !g_str_equal (plain, real))
            g_strv_builder_add (list, real);
        }
    }
  return g_strv_builder_end (list);
}

static void
add_below (const char *root, const char *path, GHashTable *paths)
{
  const char *rest = troupe_path_get_below (path, root);

  if (rest != NULL && *rest != '\0')
    g_hash_table_add (paths, g_strdup (rest));
}

void
troupe_search_paths_collect (const char *root, GHashTable *paths)
{
  g_auto (GStrv) folders = list_folders (variables, root);
  g_auto (GStrv) modules = list_folders (module_variables, root);
  g_auto (GStrv) files = list_folders (file_variables, root);
  g_auto (GStrv) of_shells = troupe_shell_settings_list (root);
  g_auto (GStrv) words = list_words (root);
  g_autoptr (GPtrArray) starting = g_ptr_array_new_with_free_func (g_free);

  g_return_if_fail (root != NULL && paths != NULL);

  for (guint i = 0; folders[i] != NULL; i++)
    add_below (root, folders[i], paths);
  for (guint i = 0; of_shells[i] != NULL; i++)
    add_below (root, of_shells[i], paths);
  for (guint i = 0; words[i] != NULL; i++)
    add_below (root, words[i], paths);
  for (guint i = 0; files[i] != NULL; i++)
    if (!g_file_test (files[i], G_FILE_TEST_IS_DIR))
      add_below (root, files[i], paths);
  for (guint i = 0; modules[i] != NULL; i++)
    {
      g_autofree char *cache = NULL;
      g_autoptr (GDir) dir = NULL;
      const char *name;

      /* Python imports by name what code puts into a folder that does not exist. */
      if (!g_file_test (modules[i], G_FILE_TEST_EXISTS))
        add_below (root, modules[i], paths);
      troupe_python_module_add_files (modules[i], starting);
      /* Adds the compiled modules in the folder that Python would execute instead of their
       * sources. */
      cache = g_build_filename (modules[i], TROUPE_PYTHON_CACHE, NULL);
      dir = g_dir_open (cache, 0, NULL);
      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *folded = troupe_folder_name_fold (name);

          if (troupe_python_module_is_started (folded))
            g_ptr_array_add (starting, g_build_filename (cache, name, NULL));
        }
    }
  for (guint i = 0; i < starting->len; i++)
    add_below (root, starting->pdata[i], paths);
}

void
troupe_search_paths_collect_modules (const char *root, GHashTable *paths)
{
  g_auto (GStrv) modules = list_folders (module_variables, root);

  g_return_if_fail (root != NULL && paths != NULL);

  for (guint i = 0; modules[i] != NULL; i++)
    {
      const char *rest = troupe_path_get_below (modules[i], root);

      if (rest == NULL)
        continue;
      g_hash_table_add (paths, g_strdup (rest));
      g_hash_table_add (paths, g_build_filename (rest, TROUPE_PYTHON_CACHE, NULL));
    }
}

const char *const *
troupe_search_paths_list_parts (void)
{
  static const char *const parts[] = { "pyvenv.cfg", "conda-meta", "bin", "lib",
                                       "lib64",      "etc",        NULL };

  return parts;
}

/* Returns TRUE if a folder above @path is an environment, and the path is in one of its parts. */
static gboolean
is_in_environment (const char *path)
{
  g_autofree char *real = troupe_path_resolve_existing (path);
  g_autofree char *top = g_path_get_dirname (real);

  while (!g_str_equal (top, "/") && !g_str_equal (top, "."))
    {
      const int folder = open (top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      const char *rest = troupe_path_get_below (real, top);
      g_autofree char *part = g_strndup (rest, strcspn (rest, "/"));
      char *above = NULL;

      const gboolean is_environment = folder >= 0 && troupe_search_paths_is_environment (folder);

      if (folder >= 0)
        close (folder);
      if (is_environment && g_strv_contains (troupe_search_paths_list_parts (), part))
        return TRUE;
      above = g_path_get_dirname (top);
      g_free (top);
      top = above;
    }
  return FALSE;
}

/* Returns TRUE if Pythons of the user import the file without being asked for it. */
static gboolean
is_started_module (const char *root, const char *path)
{
  g_auto (GStrv) modules = list_folders (module_variables, root);
  g_autofree char *real = troupe_path_resolve_existing (path);

  for (guint i = 0; modules[i] != NULL; i++)
    {
      const char *rest = troupe_path_get_below (real, modules[i]);
      g_autofree char *name = NULL;
      g_autofree char *folded = NULL;

      if (rest == NULL)
        continue;
      if (g_str_has_prefix (rest, TROUPE_PYTHON_CACHE "/"))
        rest += strlen (TROUPE_PYTHON_CACHE "/");
      name = g_strndup (rest, strcspn (rest, "/"));
      folded = troupe_folder_name_fold (name);
      if (troupe_python_module_is_started (folded))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if Python, started in the folder @root, imports the file instead of a module of the standard library. */
static gboolean
is_hiding (const char *root, const char *path)
{
  g_autofree char *real = troupe_path_resolve_existing (path);
  const char *rest = troupe_path_get_below (real, root);
  g_autofree char *folded = rest != NULL ? troupe_folder_name_fold (rest) : NULL;

  return folded != NULL && troupe_python_module_hides (folded);
}

/* Returns TRUE if the path is one of the list, or below one that is neither the folder @root nor above it. */
static gboolean
is_listed (char **list, const char *root, const char *path)
{
  for (guint i = 0; list[i] != NULL; i++)
    if (troupe_path_is_within (path, list[i]) && !troupe_path_is_within (root, list[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if settings in a folder between @root and @path name the path. */
static gboolean
is_named_between (const char *root, const char *path)
{
  g_autofree char *top = g_path_get_dirname (path);

  while (troupe_path_is_within (top, root) && !g_str_equal (top, root))
    {
      g_auto (GStrv) list = troupe_shell_settings_list_in (root, top);
      char *above = NULL;

      if (is_listed (list, root, path))
        return TRUE;
      above = g_path_get_dirname (top);
      g_free (top);
      top = above;
    }
  return FALSE;
}

gboolean
troupe_search_paths_have (const char *root, const char *path)
{
  g_auto (GStrv) folders = list_folders (variables, root);
  g_auto (GStrv) files = list_folders (file_variables, root);
  g_auto (GStrv) of_shells = troupe_shell_settings_list (root);
  g_auto (GStrv) words = list_words (root);

  g_return_val_if_fail (root != NULL && path != NULL, TRUE);

  if (is_in_environment (path) || is_started_module (root, path) || is_hiding (root, path) ||
      g_strv_contains ((const char *const *) files, path))
    return TRUE;

  for (guint i = 0; folders[i] != NULL; i++)
    if (troupe_path_is_within (path, folders[i]))
      return TRUE;
  return is_listed (of_shells, root, path) || is_listed (words, root, path) ||
         is_named_between (root, path);
}

gboolean
troupe_search_paths_is_one (const char *folder)
{
  g_autofree char *inner = NULL;
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());

  g_return_val_if_fail (folder != NULL, TRUE);

  for (guint i = 0; variables[i] != NULL; i++)
    {
      const char *const one[] = { variables[i], NULL };
      g_auto (GStrv) list = list_folders (one, "/");
      const gboolean is_flat = g_strv_contains (flat_variables, variables[i]);

      /* A folder that contains the home folder says nothing about those in it. */
      for (guint k = 0; list[k] != NULL; k++)
        if (g_str_equal (folder, list[k]) || (!is_flat && troupe_path_is_within (folder, list[k]) &&
                                              !troupe_path_is_within (home, list[k])))
          return TRUE;
    }
  inner = g_build_filename (folder, "x", NULL);
  return is_in_environment (inner);
}

gboolean
troupe_search_paths_is_of_linker (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return g_str_has_prefix (name, "LD_") || g_str_has_prefix (name, "MALLOC_") ||
         g_str_equal (name, "GCONV_PATH") || g_str_equal (name, "LOCPATH") ||
         g_str_equal (name, "GLIBC_TUNABLES");
}

char **
troupe_search_paths_make_environment (void)
{
  char **environment = g_get_environ ();
  g_auto (GStrv) names = g_listenv ();

  for (guint i = 0; names[i] != NULL; i++)
    if (troupe_search_paths_is_of_linker (names[i]))
      environment = g_environ_unsetenv (environment, names[i]);
  return environment;
}

/* Returns TRUE if the folder @name of an open folder contains what editors start or shells read in an environment. */
static gboolean
has_interpreter (int folder, const char *name)
{
  g_autofree char *parent = troupe_folder_name_fold (name);
  const int inner = openat (folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = inner >= 0 ? fdopendir (inner) : NULL;
  gboolean is_found = FALSE;

  for (const struct dirent *entry = NULL;
       !is_found && entries != NULL && (entry = readdir (entries)) != NULL;)
    {
      g_autofree char *folded = troupe_folder_name_fold (entry->d_name);

      is_found = troupe_folder_name_is_started_in (parent, folded);
    }
  if (entries != NULL)
    closedir (entries);
  else if (inner >= 0)
    close (inner);
  return is_found;
}

gboolean
troupe_search_paths_is_environment (int folder)
{
  struct stat status;

  return fstatat (folder, "pyvenv.cfg", &status, AT_SYMLINK_NOFOLLOW) == 0 ||
         fstatat (folder, "conda-meta", &status, AT_SYMLINK_NOFOLLOW) == 0 ||
         has_interpreter (folder, "bin") || has_interpreter (folder, "Scripts");
}
