/* cli-fixture.c: fixture that runs troupectl in a temporary folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cli-fixture.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../test-time.h"

CliFixture *
cli_fixture_new (void)
{
  CliFixture *self = g_new0 (CliFixture, 1);
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupectl-XXXXXX", &error);
  g_assert_no_error (error);
  return self;
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name = NULL;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_folder (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

void
cli_fixture_free (CliFixture *self)
{
  remove_folder (self->folder);
  g_free (self->folder);
  g_free (self);
}

void
cli_answer_free (CliAnswer *self)
{
  g_free (self->out);
  g_free (self->err);
  g_free (self);
}

char *
cli_fixture_path (CliFixture *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

void
cli_fixture_write (CliFixture *self, const char *name, const char *text, gboolean quotes)
{
  g_autofree char *path = cli_fixture_path (self, name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *content = g_strdup (text);
  g_autoptr (GError) error = NULL;

  if (quotes)
    g_strdelimit (content, "'", '"');
  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (path, content, -1, &error);
  g_assert_no_error (error);
}

char *
cli_fixture_read (CliFixture *self, const char *name)
{
  g_autofree char *path = cli_fixture_path (self, name);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : g_strdup ("");
}

char *
cli_example (const char *name)
{
  return g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "data", "examples", name, NULL);
}

static GSubprocess *
spawn_with (CliFixture *self, GSubprocessLauncher *launcher, const char *const *arguments)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *data = cli_fixture_path (self, "share");
  g_autofree char *home = cli_fixture_path (self, "home");
  GSubprocess *process = NULL;

  g_assert_cmpint (g_mkdir_with_parents (home, 0700), ==, 0);
  g_subprocess_launcher_set_cwd (launcher, self->folder);
  g_subprocess_launcher_setenv (launcher, "HOME", home, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", data, TRUE);
  g_subprocess_launcher_setenv (launcher, "LANGUAGE", "C", TRUE);
  g_subprocess_launcher_unsetenv (launcher, "CREWAI_ALLOW_FLOW_SCRIPT_EXECUTION");
  g_subprocess_launcher_unsetenv (launcher, "OPENAI_API_KEY");
  g_subprocess_launcher_unsetenv (launcher, "NO_COLOR");

  if (self->wrapper != NULL)
    g_ptr_array_add (words, (gpointer) self->wrapper);
  g_ptr_array_add (words, (gpointer) g_getenv ("TROUPE_CTL"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (words, (gpointer) arguments[i]);
  g_ptr_array_add (words, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words->pdata, &error);
  g_assert_no_error (error);
  return process;
}

static GSubprocess *
spawn (CliFixture *self, GSubprocessFlags flags, const char *const *arguments)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (flags);

  return spawn_with (self, launcher, arguments);
}

static int
get_status (GSubprocess *process)
{
  return g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process)
                                              : 128 + g_subprocess_get_term_sig (process);
}

static char *
take_text (GBytes *bytes)
{
  gsize length = 0;
  const char *data = g_bytes_get_data (bytes, &length);

  return length > 0 ? g_strndup (data, length) : g_strdup ("");
}

/* Writes all of @input to the pipe before the program starts. A program that rejects its
 * arguments does not read its input, so a later write would fail. Returns: the read end */
static int
fill_pipe (const char *input)
{
  size_t length = strlen (input);
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC | O_NONBLOCK), ==, 0);
  g_assert_cmpint (write (ends[1], input, length), ==, (ssize_t) length);
  close (ends[1]);
  g_assert_cmpint (fcntl (ends[0], F_SETFL, 0), ==, 0);
  return ends[0];
}

CliAnswer *
cli_fixture_runv (CliFixture *self, const char *input, const char *const *arguments)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GBytes) err = NULL;
  g_autoptr (GError) error = NULL;
  CliAnswer *answer = g_new0 (CliAnswer, 1);

  if (input != NULL)
    g_subprocess_launcher_take_stdin_fd (launcher, fill_pipe (input));
  process = spawn_with (self, launcher, arguments);
  g_subprocess_communicate (process, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);
  answer->out = take_text (out);
  answer->err = take_text (err);
  answer->status = get_status (process);
  if (g_test_verbose ())
    g_test_message ("%d\n%s\n%s", answer->status, answer->out, answer->err);
  return answer;
}

CliAnswer *
cli_fixture_run (CliFixture *self, const char *input, ...)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *word = NULL;
  va_list arguments;

  va_start (arguments, input);
  while ((word = va_arg (arguments, const char *)) != NULL)
    g_ptr_array_add (words, (gpointer) word);
  va_end (arguments);
  g_ptr_array_add (words, NULL);
  return cli_fixture_runv (self, input, (const char *const *) words->pdata);
}

GSubprocess *
cli_fixture_start (CliFixture *self, const char *const *arguments)
{
  return spawn (self, G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                arguments);
}

GSubprocess *
cli_fixture_start_with_input (CliFixture *self, const char *const *arguments)
{
  return spawn (self,
                G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                    G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                arguments);
}

GSubprocess *
cli_fixture_start_on_terminal (CliFixture *self, const char *const *arguments, int *terminal)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *out = cli_fixture_path (self, "out");
  int slave;

  *terminal = posix_openpt (O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_assert_cmpint (*terminal, >=, 0);
  g_assert_cmpint (grantpt (*terminal), ==, 0);
  g_assert_cmpint (unlockpt (*terminal), ==, 0);
  slave = open (ptsname (*terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
  g_assert_cmpint (slave, >=, 0);
  g_subprocess_launcher_setenv (launcher, "TERM", "dumb", TRUE);
  g_subprocess_launcher_set_stdout_file_path (launcher, out);
  g_subprocess_launcher_take_stderr_fd (launcher, dup (slave));
  g_subprocess_launcher_take_stdin_fd (launcher, slave);
  return spawn_with (self, launcher, arguments);
}

char *
cli_terminal_read_until (int terminal, const char *text)
{
  g_autoptr (GString) seen = g_string_new (NULL);
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  while (strstr (seen->str, text) == NULL)
    {
      struct pollfd one = { terminal, POLLIN, 0 };
      char buffer[4096];
      ssize_t n_read = 0;

      if (poll (&one, 1, 100) > 0)
        n_read = read (terminal, buffer, sizeof buffer);
      if (n_read > 0)
        g_string_append_len (seen, buffer, n_read);
      if (g_get_monotonic_time () > deadline)
        g_error ("the terminal never showed “%s”: %s", text, seen->str);
    }
  return g_string_free (g_steal_pointer (&seen), FALSE);
}

static gboolean
too_late_cb (gpointer user_data)
{
  g_subprocess_force_exit (user_data);
  g_error ("the program did not end in time");
  return G_SOURCE_REMOVE;
}

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL);
  g_main_loop_quit (user_data);
}

int
cli_wait (GSubprocess *process)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint timeout = g_timeout_add_seconds (TEST_WAIT_S, too_late_cb, process);

  g_subprocess_wait_async (process, NULL, ended_cb, loop);
  g_main_loop_run (loop);
  g_source_remove (timeout);
  return get_status (process);
}

void
cli_fixture_wait_for (CliFixture *self, const char *name, const char *text)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  for (;;)
    {
      g_autofree char *content = cli_fixture_read (self, name);

      if (strstr (content, text) != NULL)
        return;
      if (g_get_monotonic_time () > deadline)
        g_error ("%s never held “%s”: %s", name, text, content);
      g_usleep (2000);
    }
}

void
cli_fixture_wait_for_run (CliFixture *self, const char *data)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  for (;;)
    {
      g_autoptr (CliAnswer) answer =
          cli_fixture_run (self, NULL, "history", "--json", data != NULL ? "--data-dir" : NULL, data,
                           NULL);

      if (*answer->out != '\0')
        return;
      if (g_get_monotonic_time () > deadline)
        g_error ("no run was kept: %s", answer->err);
      g_usleep (2000);
    }
}

TroupeValue *
cli_json (const char *text)
{
  g_autoptr (GError) error = NULL;
  TroupeValue *value = troupe_value_from_json (text, -1, &error);

  if (value == NULL)
    g_error ("no JSON (%s): %s", error->message, text);
  return value;
}

TroupeValue *
cli_get (TroupeValue *value, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, ".", -1);

  for (guint i = 0; keys[i] != NULL && value != NULL; i++)
    {
      if (troupe_value_is (value, TROUPE_VALUE_MAP))
        value = troupe_value_map_lookup_string (value, keys[i], -1);
      else if (troupe_value_is (value, TROUPE_VALUE_LIST) &&
               g_ascii_strtoull (keys[i], NULL, 10) < troupe_value_list_get_length (value))
        value = troupe_value_list_get (value, g_ascii_strtoull (keys[i], NULL, 10));
      else
        value = NULL;
    }
  return value;
}

const char *
cli_get_text (TroupeValue *value, const char *path)
{
  TroupeValue *found = cli_get (value, path);

  return found != NULL && troupe_value_is (found, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (found, NULL)
             : NULL;
}

double
cli_get_processor_time (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / G_USEC_PER_SEC;
}
