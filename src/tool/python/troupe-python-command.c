/* troupe-python-command.c: command line and environment of the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-command"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <unistd.h>

#include "troupe-installed-files.h"
#include "troupe-process-setup.h"
#include "troupe-program.h"
#include "troupe-python-command.h"
#include "troupe-python-sandbox.h"
#include "troupe-sandbox-names.h"
#include "troupe-sandbox.h"
#include "troupe-search-paths.h"

#define HELPER "troupe-python-helper.py"

/* Variables that are harmless and required to find Python, its modules and certificates, and to
 * use the user's language (doc/reliability.md R6: secrets are passed only to those that need
 * them). */
static const char *const handed_down[] = {
  "HOME",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "LC_MESSAGES",
  "LD_LIBRARY_PATH",
  "LOGNAME",
  "PATH",
  "PYENV_ROOT",
  "PYENV_VERSION",
  "PYTHONHOME",
  "PYTHONPATH",
  "REQUESTS_CA_BUNDLE",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "TZ",
  "USER",
  "VIRTUAL_ENV",
  NULL,
};

/* Settings that the helper itself makes. */
static const char *const made[] = { "PYTHONUTF8",
                                    "PYTHONDONTWRITEBYTECODE",
                                    "CREWAI_DISABLE_TELEMETRY",
                                    "CREWAI_DISABLE_TRACKING",
                                    "OTEL_SDK_DISABLED",
                                    NULL };

/* Search paths in which an empty or relative part means the working directory of the code. */
static const char *const search_paths[] = { "LD_LIBRARY_PATH", "PATH", "PYTHONPATH", NULL };

static char **
build_environment (const TroupePythonSettings *settings)
{
  const char *const *sets[] = { handed_down, settings->variables };
  char **environment = g_new0 (char *, 1);

  g_assert (settings != NULL);

  for (guint set = 0; set < G_N_ELEMENTS (sets); set++)
    for (guint i = 0; sets[set] != NULL && sets[set][i] != NULL; i++)
      {
        const char *name = sets[set][i];
        const char *value = g_getenv (name);
        g_autofree char *kept = NULL;

        if (value != NULL && g_strv_contains (search_paths, name))
          value = kept = troupe_program_keep_absolute (value);
        if (value != NULL && (kept == NULL || *kept != '\0'))
          environment = g_environ_setenv (environment, name, value, TRUE);
      }
  environment = g_environ_setenv (environment, "PYTHONUTF8", "1", TRUE);
  environment = g_environ_setenv (environment, "PYTHONDONTWRITEBYTECODE", "1", TRUE);
  /* CrewAI sends telemetry unless it is disabled. */
  environment = g_environ_setenv (environment, "CREWAI_DISABLE_TELEMETRY", "true", FALSE);
  environment = g_environ_setenv (environment, "CREWAI_DISABLE_TRACKING", "true", FALSE);
  return g_environ_setenv (environment, "OTEL_SDK_DISABLED", "true", FALSE);
}

gboolean
troupe_python_hands_down (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return g_strv_contains (handed_down, name) || g_strv_contains (made, name);
}

/* --- Whole command ---------------------------------------------------------------------------- */

static gboolean
check_folder (const TroupePythonSettings *settings, const char *folder, GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (!troupe_program_check_folder (folder, settings->folder_target, &cause))
    {
      g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NOT_PERMITTED,
                   /* Translators: %s is the reason. */
                   _ ("Python was not started: %s."), cause->message);
      return FALSE;
    }
  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START,
               _ ("Could not start Python in %s: %s"), folder, g_strerror (ENOENT));
  return FALSE;
}

/* Python runs in isolated mode. Neither the document's folder nor the environment affects which
 * modules Python itself loads, and the options are not parsed from the document. Other options:
 * UTF-8 mode, no bytecode files, unbuffered. */
static void
add_python (GPtrArray *arguments, const char *interpreter, const char *helper)
{
  const char *const words[] = { interpreter, "-I", "-X", "utf8", "-B", "-u", helper };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (arguments, g_strdup (words[i]));
}

static gboolean
add_gate (TroupePythonCommand *self, GPtrArray *arguments, GError **error)
{
  TroupeSandboxNames *names = troupe_sandbox_mounts_get_names (self->gate->mounts);
  char **environment = self->environment;

  g_assert (self != NULL);

  for (guint i = 0; environment[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (environment[i], "=", 2);

      if (troupe_search_paths_is_of_linker (parts[0]) && parts[1] != NULL)
        troupe_sandbox_names_set_variable (names, arguments, parts[0], parts[1]);
    }
  return troupe_sandbox_gate_add (self->gate, arguments, TROUPE_PYTHON_GATE, error);
}

static gboolean
add_sandbox (TroupePythonCommand *self,
             GPtrArray *arguments,
             const TroupePythonSettings *settings,
             const char *interpreter,
             const char *helper,
             GError **error)
{
  g_autoptr (GError) cause = NULL;

  g_assert (self != NULL);

  self->gate = g_new0 (TroupeSandboxGate, 1);
  if (!troupe_sandbox_gate_init (self->gate, &cause) ||
      !troupe_python_sandbox_add (arguments, self->gate->mounts, settings,
                                  (const char *const *) self->environment, interpreter, helper,
                                  self->folder, &cause) ||
      !add_gate (self, arguments, &cause))
    {
      if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BUSY))
        g_propagate_error (error, g_steal_pointer (&cause));
      else
        g_set_error_literal (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START, cause->message);
      return FALSE;
    }
  self->filter = troupe_sandbox_open_filter ();
  if (self->filter < 0)
    {
      g_set_error_literal (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START,
                           g_strerror (errno));
      return FALSE;
    }
  g_ptr_array_add (arguments, g_strdup ("--seccomp"));
  g_ptr_array_add (arguments, g_strdup_printf ("%d", TROUPE_PYTHON_FILTER));
  g_ptr_array_add (arguments, g_strdup ("--"));
  troupe_sandbox_gate_add_command (self->gate, arguments, TROUPE_PYTHON_GATE);
  return TRUE;
}

gboolean
troupe_python_command_init (TroupePythonCommand *self,
                            const TroupePythonSettings *settings,
                            const char *sandbox,
                            GError **error)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *helper = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *interpreter = NULL;
  const char *mode = "--supervised";
  static const char *const others[] = { "../share/troupe/python/" HELPER,
                                        "../../data/python/" HELPER, NULL };
  const char *helper_folder;
  g_autofree char *helper_path = NULL;

  helper_folder = g_getenv ("TROUPE_PYTHON_DIR");
  if (settings->helper != NULL)
    helper_path = g_canonicalize_filename (settings->helper, NULL);
  else if (helper_folder != NULL)
    helper_path = g_build_filename (helper_folder, HELPER, NULL);
  else
    helper_path = troupe_installed_files_choose (TROUPE_DATA_DIR "/python/" HELPER, others);
  if (g_file_test (helper_path, G_FILE_TEST_IS_REGULAR))
    helper = g_steal_pointer (&helper_path);
  else
    g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START,
                 _ ("%s is required to run Python code, but it is missing. Reinstall Troupe."),
                 helper_path);
  folder = g_canonicalize_filename (settings->folder != NULL ? settings->folder : ".", NULL);
  if (helper != NULL && check_folder (settings, folder, error))
    {
      const char *name;
      g_autofree char *path = NULL;

      name = settings->interpreter != NULL ? settings->interpreter : "python3";
      path = troupe_program_find (name, folder);
      if (path != NULL)
        interpreter = g_canonicalize_filename (path, NULL);
      else if (settings->interpreter != NULL)
        g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_INTERPRETER,
                     _ ("The Python interpreter “%s” was not found. Specify Python 3.9 or later."),
                     name);
      else
        g_set_error_literal (
            error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_INTERPRETER,
            _ ("The flow has Python code, but python3 was not found in PATH. Install "
               "Python 3.9 or later, or specify the interpreter."));
    }
  self->filter = -1;
  if (interpreter == NULL)
    return FALSE;
  self->environment = build_environment (settings);
  self->folder = g_steal_pointer (&folder);
  self->is_sandboxed = sandbox != NULL;
  if (self->is_sandboxed)
    {
      if (!add_sandbox (self, arguments, settings, interpreter, helper, error))
        return FALSE;
      mode = troupe_python_sandbox_is_scoped (settings) ? "--scoped" : "--confined";
    }
  add_python (arguments, interpreter, helper);
  g_ptr_array_add (arguments, g_strdup (mode));
  g_ptr_array_add (arguments, g_strdup (self->folder));
  g_ptr_array_add (arguments, NULL);
  self->arguments = (char **) g_ptr_array_free (g_steal_pointer (&arguments), FALSE);
  return TRUE;
}

void
troupe_python_command_clear (TroupePythonCommand *self)
{
  g_clear_pointer (&self->arguments, g_strfreev);
  g_clear_pointer (&self->environment, g_strfreev);
  g_clear_pointer (&self->folder, g_free);
  if (self->filter >= 0)
    close (self->filter);
  self->filter = -1;
  if (self->gate != NULL)
    troupe_sandbox_gate_clear (self->gate);
  g_clear_pointer (&self->gate, g_free);
}

/* --- Starting the helper ---------------------------------------------------------------------- */

/* The helper has no socket of this process: the kernel would let code find this process by it, and its open files where there are no
 * user namespaces. */
static gboolean
open_pipes (int pipes[3][2], GError **error)
{
  for (guint i = 0; i < 3; i++)
    if (!g_unix_open_pipe (pipes[i], FD_CLOEXEC, error))
      return FALSE;
  return g_unix_set_fd_nonblocking (pipes[0][1], TRUE, error) &&
         g_unix_set_fd_nonblocking (pipes[1][0], TRUE, error) &&
         g_unix_set_fd_nonblocking (pipes[2][0], TRUE, error);
}

/* Returns the environment of the program that is started. bubblewrap must not load libraries of a folder in which code
 * writes; it sets these variables in the sandbox (add_linker_variables()). (transfer full) */
static char **
make_start_environment (const TroupePythonCommand *command)
{
  char **environment = g_strdupv (command->environment);

  for (guint i = 0; command->is_sandboxed && command->environment[i] != NULL; i++)
    {
      g_autofree char *name =
          g_strndup (command->environment[i], strcspn (command->environment[i], "="));

      if (troupe_search_paths_is_of_linker (name))
        environment = g_environ_unsetenv (environment, name);
    }
  return environment;
}

/* Takes ownership of the child's ends of @pipes. */
static GSubprocess *
spawn (const TroupePythonCommand *command, int pipes[3][2], GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_auto (GStrv) environment = make_start_environment (command);
  g_autofree char *watcher = command->is_sandboxed ? troupe_sandbox_names_find_program () : NULL;

  g_assert (command != NULL);

  g_subprocess_launcher_set_environ (launcher, environment);
  /* The helper itself changes to the document's folder, once all of its own modules are loaded. */
  g_subprocess_launcher_set_cwd (launcher, "/");
  g_subprocess_launcher_take_stdin_fd (launcher, g_steal_fd (&pipes[0][0]));
  /* Bubblewrap keeps its standard streams open, which would hide that the helper closed one of
   * them. */
  g_subprocess_launcher_take_fd (launcher, g_steal_fd (&pipes[1][1]), TROUPE_PYTHON_CHANNEL);
  if (command->filter >= 0)
    g_subprocess_launcher_take_fd (launcher, fcntl (command->filter, F_DUPFD_CLOEXEC, 3),
                                   TROUPE_PYTHON_FILTER);
  if (command->gate != NULL)
    troupe_sandbox_gate_give (command->gate, launcher, TROUPE_PYTHON_GATE);
  g_subprocess_launcher_take_stdout_fd (launcher, fcntl (pipes[2][1], F_DUPFD_CLOEXEC, 3));
  g_subprocess_launcher_take_stderr_fd (launcher, g_steal_fd (&pipes[2][1]));
  /* The supervisor of a helper without a sandbox kills all others on SIGTERM. */
  troupe_process_setup_add (launcher, command->is_sandboxed ? SIGKILL : SIGTERM, watcher);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) command->arguments, error);
}

GSubprocess *
troupe_python_command_spawn (const TroupePythonCommand *self, int fds[4], GError **error)
{
  int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
  GSubprocess *subprocess = NULL;

  if (open_pipes (pipes, error))
    subprocess = spawn (self, pipes, error);
  if (subprocess != NULL && self->gate != NULL &&
      !troupe_sandbox_gate_open (self->gate, subprocess, error))
    g_clear_object (&subprocess);
  if (subprocess != NULL)
    {
      fds[0] = g_steal_fd (&pipes[0][1]);
      fds[1] = g_steal_fd (&pipes[1][0]);
      fds[2] = g_steal_fd (&pipes[2][0]);
      fds[3] = self->gate != NULL ? troupe_sandbox_gate_steal_process (self->gate) : -1;
    }
  for (guint i = 0; i < 6; i++)
    if (pipes[i / 2][i % 2] >= 0)
      close (pipes[i / 2][i % 2]);
  return subprocess;
}
