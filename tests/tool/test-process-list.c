/* test-process-list.c: a run ends all of its processes, and waits until they have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test-remove.h"
#include "../test-time.h"
#include "troupe-process-list.h"
#include "troupe-process-setup.h"
#include "troupe-sandbox-gate.h"
#include "troupe-sandbox-names.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"

/* Descriptors for bubblewrap. */
#define GATE 10
#define DEADLINE_US TEST_WAIT_US

typedef struct
{
  char *folder;
  TroupeProcessList *list;
  gint n_left; /* atomic: -1 until the processes have ended */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-processes-XXXXXX", NULL);
  self->list = troupe_process_list_new ();
  self->n_left = -1;
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  troupe_process_list_unref (self->list);
  remove_all (self->folder);
  g_free (self->folder);
}

static void
set_up_child (gpointer user_data)
{
  setsid ();
}

/* Starts a script of the shell. @is_sandbox: whether in bubblewrap. (transfer full) */
static GSubprocess *
start_kind (Fixture *self, gboolean is_sandbox, gboolean is_server, const char *script)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_auto (TroupeSandboxGate) gate = TROUPE_SANDBOX_GATE_INIT;
  GSubprocess *subprocess = NULL;

  if (is_sandbox)
    {
      troupe_sandbox_add (words, troupe_sandbox_find_program (), NULL);
      troupe_sandbox_add_walls (words);
      troupe_sandbox_add_system (words);
      g_assert_true (troupe_sandbox_gate_init (&gate, &error));
      troupe_sandbox_mounts_bind (gate.mounts, words, "--bind", self->folder, self->folder,
                                  open (self->folder, O_PATH | O_CLOEXEC));
      g_assert_true (troupe_sandbox_gate_add (&gate, words, GATE, &error));
      troupe_sandbox_gate_give (&gate, launcher, GATE);
      troupe_sandbox_add (words, "--", NULL);
    }
  troupe_sandbox_add (words, "sh", "-c", script, "sh", self->folder, NULL);
  g_ptr_array_add (words, NULL);
  g_subprocess_launcher_set_child_setup (launcher, set_up_child, NULL, NULL);
  subprocess = g_subprocess_launcher_spawnv (launcher, (const char *const *) words->pdata, &error);
  g_assert_no_error (error);
  g_assert_true (!is_sandbox || troupe_sandbox_gate_open (&gate, subprocess, &error));
  troupe_process_list_add (self->list, subprocess, is_sandbox,
                           troupe_sandbox_gate_steal_process (&gate), is_server);
  return subprocess;
}

/* (transfer full) */
static GSubprocess *
start (Fixture *self, gboolean is_sandbox, const char *script)
{
  return start_kind (self, is_sandbox, FALSE, script);
}

static gboolean
has (Fixture *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
wait_for_file (Fixture *self, const char *name)
{
  const gint64 deadline = g_get_monotonic_time () + DEADLINE_US;

  while (!has (self, name))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_usleep (1000);
    }
}

/* Returns TRUE if no process has the file `again` open. */
static gboolean
is_closed (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->folder, "again", NULL);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean is_locked = fd < 0 || flock (fd, LOCK_EX | LOCK_NB) == 0;

  if (fd >= 0)
    close (fd);
  return is_locked;
}

static void
ended_cb (guint n_left, gpointer user_data)
{
  Fixture *self = user_data;

  g_assert_true (is_closed (self));
  g_atomic_int_set (&self->n_left, (gint) n_left);
}

/* Ends the list. Returns how long that took in milliseconds. */
static gint64
end_with (Fixture *self, gint n_left)
{
  const gint64 begun = g_get_monotonic_time ();

  if (!troupe_process_list_end (self->list, ended_cb, self))
    self->n_left = 0;
  while (g_atomic_int_get (&self->n_left) < 0)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, begun + DEADLINE_US);
      g_usleep (500);
    }
  g_assert_cmpint (self->n_left, ==, n_left);
  g_assert_false (troupe_process_list_begin (self->list));
  return (g_get_monotonic_time () - begun) / 1000;
}

static gint64
end (Fixture *self)
{
  return end_with (self, 0);
}

/* Removes what the processes have created. Nothing creates it again. */
static void
assert_quiet (Fixture *self)
{
  const gint64 end_us = g_get_monotonic_time () + 300 * 1000;
  g_autofree char *path = g_build_filename (self->folder, "again", NULL);

  g_unlink (path);
  while (g_get_monotonic_time () < end_us)
    {
      g_assert_false (has (self, "again"));
      g_usleep (1000);
    }
}

/* Starts many processes that have left the session. Each has the file `again` open, with a lock, and
 * writes it in a loop. */
#define AGAIN                                                                                      \
  "trap '' TERM HUP INT; exec 9>\"$1/again\"; flock -s 9; "                                        \
  "for i in $(seq 100); do setsid sh -c 'trap \"\" TERM HUP INT; "                                 \
  "while :; do echo x >\"$1/again\"; sleep 0.02; done' sh \"$1\" <&- & done; "

static void
test_nothing (Fixture *self, gconstpointer data)
{
  g_assert_true (troupe_process_list_begin (self->list));
  troupe_process_list_give_up (self->list);
  g_assert_cmpint (end (self), <, 4500);
}

/* A process that another thread is starting when the run ends is awaited, and then ended at once. */
static gpointer
start_late (gpointer user_data)
{
  Fixture *self = user_data;

  /* Until the run has ended. */
  while (troupe_process_list_begin (self->list))
    {
      troupe_process_list_give_up (self->list);
      g_usleep (1000);
    }
  return start (self, TRUE, "while :; do echo x >\"$1/again\"; done");
}

static void
test_starting (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) subprocess = NULL;
  GThread *thread = NULL;

  g_assert_true (troupe_process_list_begin (self->list));
  thread = g_thread_new ("late", start_late, self);
  end (self);
  subprocess = g_thread_join (thread);
  g_assert_true (g_subprocess_wait (subprocess, NULL, NULL));
  g_assert_false (g_subprocess_get_successful (subprocess));
}

/* One whose start does not end is reported. */
static void
test_starting_for_ever (Fixture *self, gconstpointer data)
{
  g_assert_true (troupe_process_list_begin (self->list));
  g_assert_cmpint (end_with (self, 1), >=, 4500);
}

/* A server that exits when its input is closed is awaited, but no longer than that. */
static void
test_exits (Fixture *self, gconstpointer data)
{
  const gboolean is_sandbox = GPOINTER_TO_INT (data);
  g_autoptr (GSubprocess) subprocess =
      start_kind (self, is_sandbox, TRUE, "echo x >\"$1/ready\"; read line; echo x >\"$1/saved\"");

  wait_for_file (self, "ready");
  g_output_stream_close (g_subprocess_get_stdin_pipe (subprocess), NULL, NULL);
  g_assert_cmpint (end (self), <, 1900);
  g_assert_true (has (self, "saved"));
}

/* A server has time to store its data. */
static void
test_flushes (Fixture *self, gconstpointer data)
{
  const gboolean is_sandbox = GPOINTER_TO_INT (data);
  g_autoptr (GSubprocess) subprocess =
      start_kind (self, is_sandbox, TRUE,
                  "echo x >\"$1/ready\"; read line; sleep 0.7; echo x >\"$1/saved\"");

  wait_for_file (self, "ready");
  g_output_stream_close (g_subprocess_get_stdin_pipe (subprocess), NULL, NULL);
  g_assert_cmpint (end (self), <, 1900);
  g_assert_true (has (self, "saved"));
}

/* One that does not read its input receives SIGTERM, also in a sandbox. */
static void
test_terminated (Fixture *self, gconstpointer data)
{
  const gboolean is_sandbox = GPOINTER_TO_INT (data);
  g_autoptr (GSubprocess) subprocess =
      start_kind (self, is_sandbox, TRUE,
                  "trap 'echo x >\"$1/saved\"; exit' TERM; echo x >\"$1/ready\"; "
                  "while :; do sleep 0.05; done");

  wait_for_file (self, "ready");
  g_assert_cmpint (end (self), <, 4000);
  g_assert_true (has (self, "saved"));
}

/* One that ignores that is ended. */
static void
test_ignores (Fixture *self, gconstpointer data)
{
  const gboolean is_sandbox = GPOINTER_TO_INT (data);
  g_autoptr (GSubprocess) subprocess =
      start (self, is_sandbox, "trap '' TERM HUP INT; while :; do echo x >\"$1/again\"; done");

  wait_for_file (self, "again");
  g_assert_cmpint (end (self), <, 4000);
  assert_quiet (self);
}

/* The other processes in a sandbox end with it, also if its program exits by itself. */
static void
test_leaves_processes (Fixture *self, gconstpointer data)
{
  const gboolean exits = GPOINTER_TO_INT (data);
  g_autoptr (GSubprocess) subprocess =
      start (self, TRUE, exits ? AGAIN "read line" : AGAIN "wait; sleep 60");

  wait_for_file (self, "again");
  if (exits)
    g_output_stream_close (g_subprocess_get_stdin_pipe (subprocess), NULL, NULL);
  end (self);
  assert_quiet (self);
}

/* A process that is started while the run ends does not continue. */
static void
test_late (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) first = start (self, TRUE, "echo x >\"$1/ready\"; sleep 60");
  g_autoptr (GSubprocess) second = NULL;

  wait_for_file (self, "ready");
  g_assert_true (troupe_process_list_end (self->list, ended_cb, self));
  second = start (self, TRUE, "while :; do echo x >\"$1/again\"; done");
  g_assert_true (g_subprocess_wait (first, NULL, NULL));
  g_assert_true (g_subprocess_wait (second, NULL, NULL));
  while (g_atomic_int_get (&self->n_left) < 0)
    g_usleep (500);
  assert_quiet (self);
}

/* A sandbox is killed at once, and also one that is just being started. Then nothing else starts. */
static void
test_stop (Fixture *self, gconstpointer data)
{
  const gboolean is_late = GPOINTER_TO_INT (data);
  g_autoptr (GSubprocess) plain = start (self, FALSE, "echo x >\"$1/plain\"; sleep 60");
  g_autoptr (GSubprocess) sandbox = NULL;
  gint64 begun = 0;

  wait_for_file (self, "plain");
  g_assert_false (troupe_process_list_stop (self->list));
  g_assert_true (troupe_process_list_begin (self->list));
  if (!is_late)
    {
      sandbox = start (self, TRUE, "trap '' TERM; while :; do echo x >\"$1/again\"; done");
      wait_for_file (self, "again");
    }
  begun = g_get_monotonic_time ();
  g_assert_true (troupe_process_list_stop (self->list));
  g_assert_false (troupe_process_list_begin (self->list));
  if (is_late)
    sandbox = start (self, TRUE, "while :; do echo x >\"$1/again\"; done");
  g_assert_true (g_subprocess_wait (sandbox, NULL, NULL));
  g_assert_cmpint (g_get_monotonic_time () - begun, <, DEADLINE_US);
  g_assert_false (g_subprocess_get_successful (sandbox));
  end (self);
  assert_quiet (self);
}

/* If bubblewrap is killed before the sandbox has started, what it has started meanwhile ends as well, and nothing keeps its pipes open. */
static void
test_watcher (Fixture *self, gconstpointer data)
{
  static const char *const words[] = { "sh", "-c",
                                       "sh -c 'echo x; while :; do sleep 0.05; done' & wait",
                                       NULL };
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autofree char *watcher = troupe_sandbox_names_find_program ();
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;
  GInputStream *output = NULL;
  char byte;
  gssize length;

  troupe_process_setup_add (launcher, SIGKILL, watcher);
  subprocess = g_subprocess_launcher_spawnv (launcher, words, &error);
  g_assert_no_error (error);
  output = g_subprocess_get_stdout_pipe (subprocess);
  g_assert_cmpint (g_input_stream_read (output, &byte, 1, NULL, &error), ==, 1);
  g_subprocess_force_exit (subprocess);
  /* The end of the output, when no process has it open. */
  do
    length = g_input_stream_read (output, &byte, 1, NULL, &error);
  while (length > 0);
  g_assert_no_error (error);
}

int
main (int argc, char *argv[])
{
  const char *bubblewrap = troupe_sandbox_find_program ();
  g_autofree char *reason = bubblewrap != NULL ? troupe_sandbox_probe (bubblewrap) : NULL;

  g_test_init (&argc, &argv, NULL);

#define ADD(name, data, func)                                                                      \
  g_test_add ("/process-list/" name, Fixture, GINT_TO_POINTER (data), set_up, func, tear_down)
  ADD ("nothing", FALSE, test_nothing);
  ADD ("starting/for-ever", FALSE, test_starting_for_ever);
  ADD ("exits/plain", FALSE, test_exits);
  ADD ("ignores/plain", FALSE, test_ignores);
  ADD ("flushes/plain", FALSE, test_flushes);
  ADD ("terminated/plain", FALSE, test_terminated);
  ADD ("watcher", FALSE, test_watcher);
  if (bubblewrap != NULL && reason == NULL)
    {
      ADD ("exits/sandbox", TRUE, test_exits);
      ADD ("ignores/sandbox", TRUE, test_ignores);
      ADD ("flushes/sandbox", TRUE, test_flushes);
      ADD ("terminated/sandbox", TRUE, test_terminated);
      ADD ("leaves-processes/is-killed", FALSE, test_leaves_processes);
      ADD ("leaves-processes/exits", TRUE, test_leaves_processes);
      ADD ("late", TRUE, test_late);
      ADD ("starting", FALSE, test_starting);
      ADD ("stop", FALSE, test_stop);
      ADD ("stop/late", TRUE, test_stop);
    }
#undef ADD

  return g_test_run ();
}
