/* troupe-python-sandbox.c: sandbox of the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-sandbox"

#include "config.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-policy.h"
#include "troupe-python-sandbox.h"
#include "troupe-sandbox-interpreter.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"

/* Landlock in Linux 6.12 and later can deny a process access to abstract sockets of other
 * processes. */
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_VERSION_WITH_SCOPES 6

/* Maximum number of modules that are made visible individually if their folder is not. */
#define MOST_MODULES 256

/* --- Finding bubblewrap ----------------------------------------------------------------------- */

const char *
troupe_python_sandbox_find (const TroupePythonSettings *settings)
{
  if (settings->bubblewrap == NULL)
    return troupe_sandbox_find_program ();
  return g_file_test (settings->bubblewrap, G_FILE_TEST_IS_EXECUTABLE) ? settings->bubblewrap
                                                                       : NULL;
}

gboolean
troupe_python_has_sandbox (void)
{
  return !troupe_sandbox_is_broken () && troupe_sandbox_find_program () != NULL;
}

gboolean
troupe_python_has_sandbox_program (void)
{
  return troupe_sandbox_find_program () != NULL;
}

/* --- Sockets ------------------------------------------------------------------------------------ */

/* Abstract sockets (X11, some session buses) have no file. They belong to the network namespace,
 * so they are accessible to code with network access. */
gboolean
troupe_python_sandbox_is_scoped (const TroupePythonSettings *settings)
{
  return (settings->permissions & TROUPE_PYTHON_PERMIT_NETWORK) != 0 &&
         syscall (LANDLOCK_CREATE_RULESET, NULL, 0, 1) >= LANDLOCK_VERSION_WITH_SCOPES;
}

/* --- Visible folders -------------------------------------------------------------------------- */

/* Returns the paths that environment variables of Python contain, as far as they are visible. (transfer full) */
static char **
list_named (const char *const *environment)
{
  static const char *const names[] = { "LD_LIBRARY_PATH", "PYTHONPATH", "REQUESTS_CA_BUNDLE",
                                       "SSL_CERT_DIR", "SSL_CERT_FILE" };

  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *value = g_environ_getenv ((char **) environment, names[i]);
      g_auto (GStrv) parts = g_strsplit (value != NULL ? value : "", ":", -1);

      for (guint k = 0; parts[k] != NULL; k++)
        if (g_path_is_absolute (parts[k]) && troupe_sandbox_may_show (parts[k]))
          g_strv_builder_add (paths, parts[k]);
    }
  return g_strv_builder_end (paths);
}

char **
troupe_python_list_read_folders (void)
{
  g_auto (GStrv) environment = g_get_environ ();
  g_auto (GStrv) paths = list_named ((const char *const *) environment);
  g_autoptr (GStrvBuilder) folders = g_strv_builder_new ();

  for (guint i = 0; paths[i] != NULL; i++)
    if (g_file_test (paths[i], G_FILE_TEST_IS_DIR))
      g_strv_builder_add (folders, paths[i]);
  return g_strv_builder_end (folders);
}

gboolean
troupe_python_sandbox_add (GPtrArray *arguments,
                           TroupeSandboxMounts *mounts,
                           const TroupePythonSettings *settings,
                           const char *const *environment,
                           const char *interpreter,
                           const char *helper,
                           const char *folder,
                           GError **error)
{
  g_autofree char *helper_folder = g_path_get_dirname (helper);
  g_auto (GStrv) paths = NULL;
  gboolean may_write;

  troupe_sandbox_add (arguments, troupe_python_sandbox_find (settings), NULL);
  troupe_sandbox_add_walls (arguments);
  troupe_sandbox_add_system (arguments);
  troupe_sandbox_add_home (arguments);
  troupe_sandbox_add_network (arguments,
                              (settings->permissions & TROUPE_PYTHON_PERMIT_NETWORK) != 0);
  troupe_sandbox_add_interpreter (arguments, interpreter);
  /* Makes the paths visible that environment variables of Python contain, without the keys in
   * them. */
  paths = list_named (environment);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      if (!g_file_test (paths[i], G_FILE_TEST_IS_DIR))
        troupe_sandbox_add_path (arguments, paths[i]);
      else if (!troupe_sandbox_add_folder (arguments, mounts, paths[i], paths[i], NULL, FALSE,
                                           error))
        return FALSE;
    }
  if (!troupe_sandbox_is_shown (helper_folder))
    troupe_sandbox_add (arguments, "--ro-bind", helper_folder, helper_folder, NULL);
  may_write = (settings->permissions & TROUPE_PYTHON_PERMIT_WRITE) != 0;
  if ((settings->permissions & TROUPE_PYTHON_PERMIT_PROGRAMS) != 0)
    troupe_sandbox_names_allow_programs (troupe_sandbox_mounts_get_names (mounts));
  if (troupe_folder_policy_is_shared (folder))
    {
      g_autofree char *real = troupe_path_resolve (folder);
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      const char *name = NULL;
      guint n_modules = 0;

      /* Makes only the modules in the document's folder visible if this folder is shared with
       * others. Files with more than one name are skipped, because another name could be that
       * of a key file. */
      troupe_sandbox_add (arguments, "--dir", folder, NULL);
      while (dir != NULL && n_modules < MOST_MODULES && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);
          g_autofree char *source = g_build_filename (real, name, NULL);
          struct stat status;

          if (!g_str_has_suffix (name, ".py") || lstat (path, &status) != 0 ||
              !S_ISREG (status.st_mode) || status.st_nlink > 1)
            continue;
          troupe_sandbox_add_file (arguments, mounts, source, path, FALSE);
          n_modules++;
        }
    }
  else if (!troupe_sandbox_add_folder (arguments, mounts, folder, folder, settings->write_folders,
                                       may_write, error))
    return FALSE;
  for (guint i = 0; settings->write_folders != NULL && settings->write_folders[i] != NULL; i++)
    {
      const char *path = settings->write_folders[i];

      if (g_file_test (path, G_FILE_TEST_IS_DIR) &&
          !troupe_sandbox_add_folder (arguments, mounts, path, path, NULL, TRUE, error))
        return FALSE;
    }
  troupe_sandbox_add (arguments, "--remount-ro", "/", "--chdir", "/", NULL);
  return TRUE;
}
