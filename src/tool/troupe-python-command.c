/* troupe-python-command.c: with which command and surroundings the helper is started
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
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "troupe-python-private.h"

#define HELPER "troupe-python-helper.py"

/* Harmless, and needed to find Python, its modules and certificates, and to speak the person's language
 * (spec/reliability.md R6: secrets go to nobody who does not need them). */
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

gboolean
troupe_python_has_sandbox (void)
{
  g_autofree char *program = g_find_program_in_path ("bwrap");

  return program != NULL;
}

static char **
build_environment (const TroupePythonSettings *settings)
{
  const char *const *sets[] = { handed_down, settings->variables };
  char **environment = g_new0 (char *, 1);

  for (guint set = 0; set < G_N_ELEMENTS (sets); set++)
    for (guint i = 0; sets[set] != NULL && sets[set][i] != NULL; i++)
      {
        const char *value = g_getenv (sets[set][i]);

        if (value != NULL)
          environment = g_environ_setenv (environment, sets[set][i], value, TRUE);
      }
  environment = g_environ_setenv (environment, "PYTHONUTF8", "1", TRUE);
  environment = g_environ_setenv (environment, "PYTHONDONTWRITEBYTECODE", "1", TRUE);
  /* CrewAI reports what is run to its makers unless it is told not to. */
  environment = g_environ_setenv (environment, "CREWAI_DISABLE_TELEMETRY", "true", FALSE);
  environment = g_environ_setenv (environment, "CREWAI_DISABLE_TRACKING", "true", FALSE);
  return g_environ_setenv (environment, "OTEL_SDK_DISABLED", "true", FALSE);
}

/* The folder @steps above that of the running program, with @below behind it. */
static char *
find_beside_program (guint steps, const char *below)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;

  for (guint i = 0; i < steps && folder != NULL; i++)
    {
      char *above = g_path_get_dirname (folder);

      g_free (folder);
      folder = above;
    }
  return folder != NULL ? g_build_filename (folder, below, HELPER, NULL) : NULL;
}

/* Where it is installed, where it lies if the whole was moved elsewhere, or where it is built. */
static char *
choose_helper (void)
{
  g_autofree char *installed = g_build_filename (TROUPE_DATA_DIR, "python", HELPER, NULL);
  g_autofree char *moved = find_beside_program (1, "share/troupe/python");
  g_autofree char *built = find_beside_program (2, "data/python");

  if (!g_file_test (installed, G_FILE_TEST_IS_REGULAR))
    {
      if (moved != NULL && g_file_test (moved, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&moved);
      if (built != NULL && g_file_test (built, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&built);
    }
  return g_steal_pointer (&installed);
}

static char *
find_helper (const TroupePythonSettings *settings, GError **error)
{
  const char *folder = g_getenv ("TROUPE_PYTHON_DIR");
  g_autofree char *path = NULL;

  if (settings->helper != NULL)
    path = g_canonicalize_filename (settings->helper, NULL);
  else if (folder != NULL)
    path = g_build_filename (folder, HELPER, NULL);
  else
    path = choose_helper ();
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START,
               _ ("%s is missing, without which no Python can be run. Install Troupe again."),
               path);
  return NULL;
}

static char *
find_interpreter (const TroupePythonSettings *settings, GError **error)
{
  const char *name = settings->interpreter != NULL ? settings->interpreter : "python3";
  g_autofree char *path = g_find_program_in_path (name);

  if (path != NULL)
    return g_canonicalize_filename (path, NULL);
  if (settings->interpreter != NULL)
    g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_INTERPRETER,
                 _ ("There is no program “%s” to run Python code with. Name another Python 3.9 or "
                    "later."),
                 name);
  else
    g_set_error_literal (
        error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_INTERPRETER,
        _ ("The flow has Python code, and there is no program “python3” in the PATH. "
           "Install Python 3.9 or later, or name the program to take."));
  return NULL;
}

/* --- The sandbox -------------------------------------------------------------------------------- */

static void add (GPtrArray *arguments, ...) G_GNUC_NULL_TERMINATED;

static void
add (GPtrArray *arguments, ...)
{
  const char *argument = NULL;
  va_list list;

  va_start (list, arguments);
  while ((argument = va_arg (list, const char *)) != NULL)
    g_ptr_array_add (arguments, g_strdup (argument));
  va_end (list);
}

static gboolean
is_within (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  if (g_str_equal (folder, "/"))
    return TRUE;
  return g_str_has_prefix (path, folder) && (path[length] == '/' || path[length] == '\0');
}

/* Folders of people and of running services: nothing in them is code's business. */
static gboolean
is_hidden (const char *path)
{
  static const char *const hidden[] = { "/home", "/root", "/run", "/tmp", "/var/tmp", NULL };
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), NULL);

  for (guint i = 0; hidden[i] != NULL; i++)
    if (is_within (path, hidden[i]))
      return TRUE;
  return !g_str_equal (home, "/") && is_within (path, home);
}

static void
add_hidden (GPtrArray *arguments)
{
  static const char *const hidden[] = { "/home", "/root", "/run", "/tmp", "/var/tmp", NULL };
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), NULL);

  for (guint i = 0; hidden[i] != NULL; i++)
    if (g_file_test (hidden[i], G_FILE_TEST_IS_DIR))
      add (arguments, "--tmpfs", hidden[i], NULL);
  /* A home elsewhere; one inside is hidden already, and is made so that it is there. */
  if (!g_str_equal (home, "/"))
    add (arguments, is_hidden (home) ? "--dir" : "--tmpfs", home, NULL);
}

/* Shows @path again where it lies in a hidden folder. */
static void
add_shown (GPtrArray *arguments, const char *option, const char *path)
{
  if (is_hidden (path))
    add (arguments, option, path, path, NULL);
}

/* A Python in the home folder comes with its own tree: ~/.pyenv, a virtual environment. Where that tree
 * would be the home itself or ~/.local, only its programs and libraries are shown. */
static void
add_prefix (GPtrArray *arguments, const char *program)
{
  g_autofree char *programs = g_path_get_dirname (program);
  g_autofree char *prefix = g_path_get_dirname (programs);
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), NULL);
  g_autofree char *local = g_build_filename (home, ".local", NULL);
  g_autofree char *libraries = g_build_filename (prefix, "lib", NULL);

  if (!is_within (home, prefix) && !g_str_equal (prefix, local))
    {
      add_shown (arguments, "--ro-bind-try", prefix);
      return;
    }
  add_shown (arguments, "--ro-bind-try", programs);
  add_shown (arguments, "--ro-bind-try", libraries);
}

static void
add_interpreter (GPtrArray *arguments, const char *interpreter)
{
  g_autofree char *program = g_strdup (interpreter);

  for (guint i = 0; i < 16; i++)
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

/* The document's folder as it is, unless that would show the home folder whole: then code is in an
 * empty one. */
static void
add_folder (GPtrArray *arguments, const TroupePythonSettings *settings, const char *folder)
{
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), NULL);
  gboolean may_write = (settings->permissions & TROUPE_PYTHON_PERMIT_WRITE) != 0;

  if (!is_within (home, folder))
    add (arguments, may_write ? "--bind" : "--ro-bind", folder, folder, NULL);
  add (arguments, "--chdir", folder, NULL);
}

static void
add_sandbox (GPtrArray *arguments,
             const TroupePythonSettings *settings,
             const char *interpreter,
             const char *helper,
             const char *folder)
{
  g_autofree char *helper_folder = g_path_get_dirname (helper);

  add (arguments, "bwrap", "--die-with-parent", "--unshare-user-try", "--unshare-ipc",
       "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", "--ro-bind", "/", "/", "--dev",
       "/dev", "--proc", "/proc", NULL);
  add_hidden (arguments);
  if (settings->permissions & TROUPE_PYTHON_PERMIT_NETWORK)
    add (arguments, "--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve", NULL);
  else
    add (arguments, "--unshare-net", NULL);
  add_interpreter (arguments, interpreter);
  add_shown (arguments, "--ro-bind", helper_folder);
  add_folder (arguments, settings, folder);
  add (arguments, "--", NULL);
}

gboolean
troupe_python_command_init (TroupePythonCommand *self,
                            const TroupePythonSettings *settings,
                            gboolean with_sandbox,
                            GError **error)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *helper = find_helper (settings, error);
  g_autofree char *interpreter = helper != NULL ? find_interpreter (settings, error) : NULL;
  g_autofree char *folder = NULL;

  if (interpreter == NULL)
    return FALSE;
  folder = g_canonicalize_filename (settings->folder != NULL ? settings->folder : ".", NULL);
  if (with_sandbox)
    add_sandbox (arguments, settings, interpreter, helper, folder);
  /* Unbuffered; the site's own start files are the person's, as with CrewAI. */
  add (arguments, interpreter, "-u", helper, with_sandbox ? NULL : "--supervised", NULL);
  g_ptr_array_add (arguments, NULL);

  self->arguments = (char **) g_ptr_array_free (g_steal_pointer (&arguments), FALSE);
  self->environment = build_environment (settings);
  self->folder = g_steal_pointer (&folder);
  self->is_sandboxed = with_sandbox;
  return TRUE;
}

void
troupe_python_command_clear (TroupePythonCommand *self)
{
  g_clear_pointer (&self->arguments, g_strfreev);
  g_clear_pointer (&self->environment, g_strfreev);
  g_clear_pointer (&self->folder, g_free);
}

/* --- Starting it -------------------------------------------------------------------------------- */

/* Runs in the child: its own session, and no life after the thread that runs the flow. The helper's
 * supervisor cleans up on SIGTERM; bubblewrap's own children die with it. */
static void
set_up_child (gpointer user_data)
{
  setsid ();
  prctl (PR_SET_PDEATHSIG, GPOINTER_TO_INT (user_data), 0, 0, 0);
}

/* The helper's input is a socket: writing to one that is gone raises no SIGPIPE. */
static gboolean
open_pipes (int pipes[3][2], GError **error)
{
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pipes[0]) < 0)
    {
      g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));
      return FALSE;
    }
  for (guint i = 1; i < 3; i++)
    if (!g_unix_open_pipe (pipes[i], FD_CLOEXEC, error))
      return FALSE;
  return g_unix_set_fd_nonblocking (pipes[0][1], TRUE, error) &&
         g_unix_set_fd_nonblocking (pipes[1][0], TRUE, error) &&
         g_unix_set_fd_nonblocking (pipes[2][0], TRUE, error);
}

/* Takes the child's ends of @pipes. */
static GSubprocess *
spawn (const TroupePythonCommand *command, int pipes[3][2], GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);

  g_subprocess_launcher_set_environ (launcher, command->environment);
  g_subprocess_launcher_set_cwd (launcher, command->folder);
  g_subprocess_launcher_take_stdin_fd (launcher, g_steal_fd (&pipes[0][0]));
  g_subprocess_launcher_take_stdout_fd (launcher, g_steal_fd (&pipes[1][1]));
  g_subprocess_launcher_take_stderr_fd (launcher, g_steal_fd (&pipes[2][1]));
  g_subprocess_launcher_set_child_setup (
      launcher, set_up_child, GINT_TO_POINTER (command->is_sandboxed ? SIGKILL : SIGTERM), NULL);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) command->arguments, error);
}

GSubprocess *
troupe_python_command_spawn (const TroupePythonCommand *self, int fds[3], GError **error)
{
  int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
  GSubprocess *subprocess = NULL;

  if (open_pipes (pipes, error))
    subprocess = spawn (self, pipes, error);
  if (subprocess != NULL)
    {
      fds[0] = g_steal_fd (&pipes[0][1]);
      fds[1] = g_steal_fd (&pipes[1][0]);
      fds[2] = g_steal_fd (&pipes[2][0]);
    }
  for (guint i = 0; i < 6; i++)
    if (pipes[i / 2][i % 2] >= 0)
      close (pipes[i / 2][i % 2]);
  return subprocess;
}
