/* troupe-sandbox-interpreter.c: the installation of a Python interpreter in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox-interpreter"

#include "config.h"

#include <string.h>

#include "troupe-file.h"
#include "troupe-folder-policy.h"
#include "troupe-sandbox-interpreter.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"

/* Maximum number of links that are followed. */
#define MOST_LINKS 16u

/* The parts of an installation with a standard library, and of a tool that selects one, such as pyenv. */
static const char *const of_installation[] = { "lib", "lib64", "libexec", "include",
                                               "share", "ssl", NULL };
static const char *const of_selection[] = { "bin",     "lib",   "libexec",  "shims",   "versions",
                                            "version", "tools", "installs", "plugins", "pyenv.d", NULL };

static void
add_parts (GPtrArray *arguments, const char *prefix, const char *const *parts)
{
  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *part = g_build_filename (prefix, parts[i], NULL);

      troupe_sandbox_add_path (arguments, part);
    }
}

/* Adds what belongs to Python in a folder of programs or libraries: programs, its library and packages, and shared
 * libraries. */
static void
add_of_python (GPtrArray *arguments, const char *prefix, const char *name)
{
  g_autofree char *folder = g_build_filename (prefix, name, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry = NULL;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, entry, NULL);

      if (g_str_has_prefix (entry, "python") || strstr (entry, ".so") != NULL)
        troupe_sandbox_add_path (arguments, path);
    }
}

static gboolean
has (const char *prefix, const char *name)
{
  g_autofree char *path = g_build_filename (prefix, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Returns TRUE if the standard library is in the folder, and not only packages as in a virtual environment. */
static gboolean
has_library (const char *prefix)
{
  g_autofree char *folder = g_build_filename (prefix, "lib", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *entry = NULL;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below = g_build_filename (entry, "os.py", NULL);

      if (g_str_has_prefix (entry, "python") && has (folder, below))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the folder is used for an installation only. */
static gboolean
is_installation (const char *prefix)
{
  static const char *const others[] = { ".git", ".hg", ".svn", "pyvenv.cfg" };
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), "/");
  g_autofree char *local = g_build_filename (home, ".local", NULL);

  if (troupe_folder_policy_is_system (prefix) || g_str_equal (prefix, local))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (has (prefix, others[i]))
      return FALSE;
  return has_library (prefix);
}

/* Returns TRUE for a virtual environment in a folder of its own. */
static gboolean
is_environment (const char *prefix)
{
  static const char *const parts[] = { "bin", "lib", "lib64",      "include",    "share",
                                       "etc", "man", "pyvenv.cfg", ".gitignore", NULL };
  g_autoptr (GDir) dir = g_dir_open (prefix, 0, NULL);
  const char *entry = NULL;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (!g_strv_contains (parts, entry))
      return FALSE;
  return has (prefix, "pyvenv.cfg");
}

/* Adds the installation to which the program belongs, as far as it can be recognized by the folder of the program. */
static void
add_prefix (GPtrArray *arguments, const char *program)
{
 static const char *const of_environment[] = { "pyvenv.cfg", NULL };
  g_autofree char *programs = g_path_get_dirname (program);
  g_autofree char *prefix = g_path_get_dirname (programs);
  g_autofree char *name = g_path_get_basename (programs);

  troupe_sandbox_add_path (arguments, program);
  if (g_str_equal (name, "shims") && has (prefix, "versions"))
    add_parts (arguments, prefix, of_selection);
  if (!g_str_equal (name, "bin"))
    return;
  if (is_installation (prefix))
    {
      troupe_sandbox_add_path (arguments, programs);
      add_parts (arguments, prefix, of_installation);
      return;
    }
  if (is_environment (prefix))
    troupe_sandbox_add_path (arguments, programs);
  else
    add_of_python (arguments, prefix, "bin");
  add_parts (arguments, prefix, of_environment);
  add_of_python (arguments, prefix, "lib");
  add_of_python (arguments, prefix, "lib64");
}

void
troupe_sandbox_add_interpreter (GPtrArray *arguments, const char *interpreter)
{
  g_autofree char *program = g_strdup (interpreter);

  for (guint i = 0; i < MOST_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (program, NULL);
      g_autofree char *folder = g_path_get_dirname (program);

      add_prefix (arguments, program);
      if (target == NULL)
        return;
      g_free (program);
      program = g_canonicalize_filename (target, folder);
    }
}
