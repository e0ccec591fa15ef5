/* troupe-mcp-launch.c: spawns the program of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-launch"

#include "config.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "troupe-folder-stamp.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-launch.h"
#include "troupe-mcp-sandbox.h"
#include "troupe-mcp-scripts.h"
#include "troupe-mcp-start-files.h"
#include "troupe-process-setup.h"
#include "troupe-program.h"
#include "troupe-project-file.h"
#include "troupe-sandbox-names.h"
#include "troupe-tool.h"

/* --- Place ------------------------------------------------------------------------------------ */

TroupeMcpPlace *
troupe_mcp_place_copy (const TroupeMcpPlace *self)
{
  TroupeMcpPlace *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->folder = g_strdup (self->folder);
  if (self->granted != NULL)
    {
      const TroupeMcpGranted *granted = self->granted;
      TroupeMcpGranted *granted_copy = g_new0 (TroupeMcpGranted, 1);

      /* The strings of @granted are owned by the copy. */
      granted_copy->folders = (const char *const *) g_strdupv ((char **) granted->folders);
      granted_copy->programs = (const char *const *) g_strdupv ((char **) granted->programs);
      granted_copy->files = (const char *const *) g_strdupv ((char **) granted->files);
      granted_copy->digests = (const char *const *) g_strdupv ((char **) granted->digests);
      granted_copy->folder_target = g_strdup (granted->folder_target);
      copy->granted = granted_copy;
    }
  else
    copy->granted = NULL;
  if (self->processes != NULL)
    troupe_process_list_ref (self->processes);
  return copy;
}

void
troupe_mcp_place_free (TroupeMcpPlace *self)
{
  g_return_if_fail (self != NULL);

  g_free ((char *) self->folder);
  if (self->granted != NULL)
    {
      g_strfreev ((char **) self->granted->folders);
      g_strfreev ((char **) self->granted->programs);
      g_strfreev ((char **) self->granted->files);
      g_strfreev ((char **) self->granted->digests);
      g_free ((char *) self->granted->folder_target);
    }
  g_free ((TroupeMcpGranted *) self->granted);
  g_clear_pointer (&self->processes, troupe_process_list_unref);
  g_free (self);
}

/* --- Environment ------------------------------------------------------------------------------ */

/* Maximum size of a script in bytes; the same limit as in troupe-project-code.c. */
#define TROUPE_MCP_LIMIT_SCRIPT (16 * 1024 * 1024)

/* Variables that are harmless and required to find programs and to use the user's language.
 * Other variables may contain API keys and are passed only if the document sets them. */
static const char *const handed_down[] = { "HOME", "LANG", "PATH", "TMPDIR", "USER", NULL };

static gboolean
is_handed_down (const char *name)
{
  return g_strv_contains (handed_down, name) || g_str_has_prefix (name, "LC_");
}

/* @is_confined: whether the sandbox passes on the variables of the document. (transfer full) */
static char **
build_environment (const TroupeMcpConfig *config, gboolean is_confined)
{
  g_auto (GStrv) names = g_listenv ();
  g_autofree char *cache =
      g_build_filename (is_confined ? "/tmp" : g_get_user_cache_dir (), "troupe-bytecode", NULL);
  char **environment = g_new0 (char *, 1);

  g_assert (config != NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *value = g_getenv (names[i]);
      g_autofree char *kept = NULL;

      if (value != NULL && g_str_equal (names[i], "PATH"))
        value = kept = troupe_program_keep_absolute (value);
      if (value != NULL && is_handed_down (names[i]))
        environment = g_environ_setenv (environment, names[i], value, TRUE);
    }
  /* Python must not write bytecode into the document's folder, because this would change the code
   * to which the user has agreed. */
  environment = g_environ_setenv (environment, "PYTHONPYCACHEPREFIX", cache, TRUE);
  for (guint i = 0; !is_confined && config->environment[i] != NULL; i += 2)
    environment =
        g_environ_setenv (environment, config->environment[i], config->environment[i + 1], TRUE);
  return environment;
}

static GError *
make_error (const TroupeMcpConfig *config, const char *reason)
{
  g_autofree char *shown = troupe_mcp_config_clean (config, reason);

  g_assert (config != NULL);

  return g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK,
                      /* Translators: %s are a command line and the reason. */
                      _ ("Could not start the MCP server “%s”: %s. Check that its command is "
                         "correct and that the program is installed."),
                      config->label, shown);
}

/* Returns the command line. (transfer full) (nullable) */
static GPtrArray *
build_arguments (const TroupeMcpConfig *config, const char *folder, GError **error)
{
  g_autofree char *program = NULL;
  GPtrArray *arguments;

  g_assert (config != NULL);

  program = troupe_mcp_config_find_program (config, folder);
  if (program == NULL)
    {
      g_propagate_error (error, make_error (config, _ ("the program was not found")));
      return NULL;
    }
  arguments = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (arguments, g_steal_pointer (&program));
  for (guint i = 0; config->arguments[i] != NULL; i++)
    g_ptr_array_add (arguments, g_strdup (config->arguments[i]));
  return arguments;
}

/* Uses pipes, because not every program accepts sockets as standard streams. */
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

/* Takes ownership of the child's ends of @pipes. */
static GSubprocess *
spawn (const TroupeMcpConfig *config,
       GPtrArray *arguments,
       const char *folder,
       int pipes[3][2],
       GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_auto (GStrv) environment = build_environment (config, FALSE);

  g_ptr_array_add (arguments, NULL);
  g_subprocess_launcher_set_environ (launcher, environment);
  g_subprocess_launcher_set_cwd (launcher, folder);
  g_subprocess_launcher_take_stdin_fd (launcher, g_steal_fd (&pipes[0][0]));
  g_subprocess_launcher_take_stdout_fd (launcher, g_steal_fd (&pipes[1][1]));
  g_subprocess_launcher_take_stderr_fd (launcher, g_steal_fd (&pipes[2][1]));
  troupe_process_setup_add (launcher, SIGTERM, NULL);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments->pdata, error);
}

static GSubprocess *
spawn_sandbox (const TroupeMcpConfig *config,
               TroupeMcpSandbox *sandbox,
               int pipes[3][2],
               GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_auto (GStrv) environment = build_environment (config, TRUE);
  g_autofree char *watcher = troupe_sandbox_names_find_program ();

  g_subprocess_launcher_set_environ (launcher, environment);
  g_subprocess_launcher_set_cwd (launcher, "/");
  g_subprocess_launcher_take_stdin_fd (launcher, g_steal_fd (&pipes[0][0]));
  g_subprocess_launcher_take_stdout_fd (launcher, fcntl (pipes[2][1], F_DUPFD_CLOEXEC, 3));
  g_subprocess_launcher_take_stderr_fd (launcher, g_steal_fd (&pipes[2][1]));
  g_subprocess_launcher_take_fd (launcher, g_steal_fd (&pipes[1][1]), TROUPE_MCP_SANDBOX_OUTPUT);
  g_subprocess_launcher_take_fd (launcher, g_steal_fd (&sandbox->filter),
                                 TROUPE_MCP_SANDBOX_FILTER);
  g_subprocess_launcher_take_fd (launcher, g_steal_fd (&sandbox->words), TROUPE_MCP_SANDBOX_WORDS);
  troupe_sandbox_gate_give (&sandbox->gate, launcher, TROUPE_MCP_SANDBOX_GATE);
  troupe_process_setup_add (launcher, SIGKILL, watcher);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) sandbox->command, error);
}

/* Starts the program in a sandbox. Error messages of the sandbox are written to the program's
 * standard error. */
static GSubprocess *
spawn_confined (const TroupeMcpConfig *config,
                TroupeMcpSandbox *sandbox,
                int pipes[3][2],
                GError **error)
{
  g_autoptr (GSubprocess) subprocess = spawn_sandbox (config, sandbox, pipes, error);

  if (subprocess == NULL || !troupe_sandbox_gate_open (&sandbox->gate, subprocess, error))
    return NULL;
  return g_steal_pointer (&subprocess);
}

/* Returns FALSE if the sandbox is disabled, or if no sandbox works and the user has permitted
 * running without one. */
static gboolean
is_to_be_confined (const TroupeMcpPlace *place)
{
  if (place->sandbox == TROUPE_PYTHON_SANDBOX_NONE)
    return FALSE;
  return place->sandbox == TROUPE_PYTHON_SANDBOX_REQUIRED || !place->may_be_plain ||
         troupe_python_has_sandbox ();
}

static gboolean
refuse_script (const TroupeMcpConfig *config, const char *path, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  g_assert (config != NULL);

  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
               /* Translators: %s are a command line and a file. */
               _ ("The MCP server “%s” was not started: “%s” has been changed since you allowed "
                  "it. Run the document again to review its permissions."),
               config->label, shown);
  return FALSE;
}

/* Computes the digest of a file or folder in the manner of troupe_project_code_find(). @text: (out) (transfer full)
 * (nullable): the content of a file; @length: (out). (transfer full) (nullable) */
static char *
make_digest (const char *folder, const char *path, char **text, gsize *length)
{
  if (g_path_is_absolute (path))
    return make_digest ("/", path + 1, text, length);
  *text = NULL;
  if (g_str_has_suffix (path, "/"))
    return troupe_folder_make_stamp (folder, path);
  *text = troupe_project_file_read_any (folder, path, TROUPE_MCP_LIMIT_SCRIPT, length, NULL);
  return *text != NULL
             ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) *text, *length)
             : NULL;
}

/* @copies: of the files with which the program starts; @digest: of the files that it may run */
typedef struct
{
  TroupeMcpCopies *copies;
  GChecksum *digest;
} Code;

static void
code_clear (Code *self)
{
  g_clear_pointer (&self->copies, troupe_mcp_copies_free);
  g_clear_pointer (&self->digest, g_checksum_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Code, code_clear)

/* Returns FALSE if a file that the program runs is not the one that the user reviewed. Other files of
 * the project are not code of this server. @code: receives what was compared */
static gboolean
check_scripts (const TroupeMcpConfig *config,
               const TroupeMcpGranted *granted,
               const char *folder,
               Code *code,
               GError **error)
{
  g_auto (GStrv) scripts = troupe_mcp_scripts_list (config, folder);
  g_auto (GStrv) starts = troupe_mcp_start_files_list (config, folder, scripts);

  g_assert (config != NULL);

  code->digest = g_checksum_new (G_CHECKSUM_SHA256);
  for (guint i = 0; granted->files[i] != NULL; i++)
    {
      const char *path = granted->files[i];
      g_autofree char *digest = NULL;
      g_autofree char *text = NULL;
      gsize length = 0;

      if (*granted->digests[i] == '\0')
        continue;
      digest = make_digest (folder, path, &text, &length);
      if (g_strcmp0 (digest, granted->digests[i]) != 0)
        return refuse_script (config, path, error);
      if (g_strv_contains ((const char *const *) scripts, path))
        {
          gboolean is_start = g_strv_contains ((const char *const *) starts, path);
          g_autofree char *whole = g_build_filename (folder, path, NULL);

          /* Takes a file that the program runs, or a folder, whose content the user has allowed. */
          g_checksum_update (code->digest, (const guchar *) path, (gssize) strlen (path) + 1);
          g_checksum_update (code->digest, (const guchar *) digest, (gssize) strlen (digest) + 1);
          if (text != NULL && is_start &&
              !troupe_mcp_copies_add (code->copies, path, text, length,
                                      g_file_test (whole, G_FILE_TEST_IS_EXECUTABLE), error))
            return FALSE;
        }
    }
  for (guint i = 0; scripts[i] != NULL; i++)
    if (!g_strv_contains (granted->files, scripts[i]))
      return refuse_script (config, scripts[i], error);
  return TRUE;
}

/* Returns FALSE if another program would be started than the one that the user was shown, because
 * it was found elsewhere, or is a link that leads elsewhere. */
static gboolean
check_program (const TroupeMcpConfig *config,
               const TroupeMcpGranted *granted,
               const char *program,
               GError **error)
{
  g_autofree char *target = troupe_path_resolve (program);
  g_autofree char *shown = g_filename_display_name (program);

  g_assert (config != NULL);

  for (guint i = 0; granted->programs[i] != NULL; i += 2)
    if (g_str_equal (granted->programs[i], program) &&
        g_str_equal (granted->programs[i + 1], target))
      return TRUE;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
               /* Translators: %s are a command line and the path of a program. */
               _ ("The MCP server “%s” was not started: it would now run %s, which is not the "
                  "program that you allowed. Run the document again to review its permissions."),
               config->label, shown);
  return FALSE;
}

static gboolean
check_folder (const TroupeMcpConfig *config,
              const TroupeMcpGranted *granted,
              const char *folder,
              GError **error)
{
  g_autoptr (GError) cause = NULL;

  g_assert (config != NULL);

  if (troupe_program_check_folder (folder, granted->folder_target, &cause))
    return TRUE;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
               /* Translators: %s are a command line and the reason. */
               _ ("The MCP server “%s” was not started: %s."), config->label, cause->message);
  return FALSE;
}

/* Returns FALSE if the server is not the one that the user was shown. @granted: (nullable); @code: receives what was
 * compared */
static gboolean
check_granted (const TroupeMcpConfig *config,
               const TroupeMcpGranted *granted,
               const char *program,
               const char *folder,
               Code *code,
               GError **error)
{
  if (granted == NULL)
    return TRUE;
  return check_folder (config, granted, folder, error) &&
         (granted->programs == NULL || check_program (config, granted, program, error)) &&
         (granted->files == NULL || check_scripts (config, granted, folder, code, error));
}

/* Takes @fds and @error as troupe_mcp_launch_spawn(); %G_IO_ERROR_BUSY if the sandbox did not become
 * what it should. @folder: absolute */
static GSubprocess *
spawn_once (const TroupeMcpConfig *config,
            const TroupeMcpPlace *place,
            const char *folder,
            gboolean is_confined,
            int fds[4],
            GError **error)
{
  g_auto (TroupeMcpSandbox) sandbox = TROUPE_MCP_SANDBOX_INIT;
  g_auto (Code) code = { troupe_mcp_copies_new (), NULL };
  int pipes[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
  g_autoptr (GPtrArray) arguments = build_arguments (config, folder, error);
  GSubprocess *subprocess = NULL;
  g_autoptr (GError) cause = NULL;

  if (arguments == NULL ||
      !check_granted (config, place->granted, arguments->pdata[0], folder, &code, error) ||
      (is_confined && !troupe_mcp_sandbox_init (
                          &sandbox, config, arguments,
                          &(TroupeMcpSandboxPlace){
                              folder, place->granted != NULL ? place->granted->folders : NULL,
                              code.copies, place->may_change_programs,
                              code.digest != NULL ? g_checksum_get_string (code.digest) : NULL },
                          error)))
    return NULL;
  if (open_pipes (pipes, &cause))
    subprocess = is_confined ? spawn_confined (config, &sandbox, pipes, &cause)
                             : spawn (config, arguments, folder, pipes, &cause);
  if (subprocess != NULL)
    {
      fds[0] = g_steal_fd (&pipes[0][1]);
      fds[1] = g_steal_fd (&pipes[1][0]);
      fds[2] = g_steal_fd (&pipes[2][0]);
      fds[3] = is_confined ? troupe_sandbox_gate_steal_process (&sandbox.gate) : -1;
      if (is_confined)
        troupe_process_list_add_names (place->processes,
                                       troupe_sandbox_mounts_get_names (sandbox.gate.mounts));
    }
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BUSY))
    g_propagate_error (error, g_steal_pointer (&cause));
  else
    g_propagate_error (error, make_error (config, cause->message));
  for (guint i = 0; i < 6; i++)
    if (pipes[i / 2][i % 2] >= 0)
      close (pipes[i / 2][i % 2]);
  return subprocess;
}

GSubprocess *
troupe_mcp_launch_spawn (const TroupeMcpConfig *config,
                         const TroupeMcpPlace *place,
                         int fds[4],
                         gboolean *is_confined,
                         GError **error)
{
  g_autofree char *folder = NULL;
  g_autoptr (GError) cause = NULL;

  g_return_val_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_STDIO && place != NULL,
                        NULL);

  folder = g_canonicalize_filename (place->folder != NULL ? place->folder : ".", NULL);
  *is_confined = is_to_be_confined (place);
  for (guint i = 0; i < TROUPE_SANDBOX_ATTEMPTS; i++)
    {
      GSubprocess *subprocess = NULL;

      g_clear_error (&cause);
      subprocess = spawn_once (config, place, folder, *is_confined, fds, &cause);
      if (subprocess != NULL)
        return subprocess;
      if (!g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BUSY))
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return NULL;
        }
    }
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
               /* Translators: %s are a command line and the reason. */
               _ ("The MCP server “%s” was not started: %s."), config->label, cause->message);
  return NULL;
}
