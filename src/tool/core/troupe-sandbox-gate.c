/* troupe-sandbox-gate.c: starts the program of a sandbox after its mounts were checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox-gate"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-sandbox-gate.h"

/* Maximum time until a sandbox is complete. A file system of the network can be slow. */
#define DEADLINE_US (10 * G_USEC_PER_SEC)
/* Shortest and longest time between two reads of the mount table, in microseconds. The kernel does not report when
 * a process begins to wait, and bubblewrap cannot mount while the table is read. */
#define SHORTEST_US 200u
#define LONGEST_US 5000u
/* Descriptors that bubblewrap uses itself. */
#define N_OWN_DESCRIPTORS 2u
/* Maximum length of what bubblewrap reports about itself, in bytes. */
#define LONGEST_INFO 4096u

typedef enum
{
  STATE_READY,
  STATE_ENDED,
  STATE_LATE,
} State;

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* Opens both ends of a pipe, or the one for reading, as a new descriptor. A pipe that the child itself can write never ends, so that
 * bubblewrap, which takes the end for a byte, does not start the program when this process ends: it waits for ever. A supervisor
 * of names waits for a byte of its own, so that bubblewrap may start it, and it ends with the pipe. */
static int
open_again (int fd, int mode)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);

  return open (path, mode | O_CLOEXEC);
}

/* Opens a pipe. @self_end: (out): for both directions, so that writing does not raise SIGPIPE; @other: (out): for reading */
static gboolean
open_pipe (int *self_end, int *other, GError **error)
{
  int ends[2] = { -1, -1 };

  if (!g_unix_open_pipe (ends, FD_CLOEXEC, error))
    return FALSE;
  *self_end = open_again (ends[0], O_RDWR);
  *other = ends[0];
  close (ends[1]);
  if (*self_end >= 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), g_strerror (errno));
  return FALSE;
}

gboolean
troupe_sandbox_gate_init (TroupeSandboxGate *self, GError **error)
{
  int info[2] = { -1, -1 };

  g_return_val_if_fail (self != NULL, FALSE);

  *self = (TroupeSandboxGate) TROUPE_SANDBOX_GATE_INIT;
  self->mounts = troupe_sandbox_mounts_new ();
  if (!g_unix_open_pipe (info, FD_CLOEXEC, error))
    return FALSE;
  self->info = info[0];
  self->child_info = info[1];
  return open_pipe (&self->block, &self->child_block, error) &&
         open_pipe (&self->start, &self->child_start, error);
}

void
troupe_sandbox_gate_clear (TroupeSandboxGate *self)
{
  g_clear_pointer (&self->mounts, troupe_sandbox_mounts_free);
  close_fd (&self->info);
  close_fd (&self->block);
  close_fd (&self->child_info);
  close_fd (&self->child_block);
  close_fd (&self->start);
  close_fd (&self->child_start);
  close_fd (&self->process);
}

int
troupe_sandbox_gate_steal_process (TroupeSandboxGate *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return g_steal_fd (&self->process);
}

gboolean
troupe_sandbox_gate_add (TroupeSandboxGate *self, GPtrArray *words, int number, GError **error)
{
  static const char *const names[] = { "--info-fd", "--block-fd" };

  g_return_val_if_fail (self != NULL && self->mounts != NULL && words != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_ptr_array_add (words, g_strdup (names[i]));
      g_ptr_array_add (words, g_strdup_printf ("%d", number + (int) i));
    }
  return troupe_sandbox_names_add (troupe_sandbox_mounts_get_names (self->mounts), words, error) &&
         troupe_sandbox_mounts_read (self->mounts, words, error);
}

void
troupe_sandbox_gate_add_command (TroupeSandboxGate *self, GPtrArray *words, int number)
{
  g_return_if_fail (self != NULL && self->mounts != NULL);

  self->has_supervisor =
      troupe_sandbox_names_is_needed (troupe_sandbox_mounts_get_names (self->mounts));
  troupe_sandbox_names_add_command (troupe_sandbox_mounts_get_names (self->mounts), words,
                                    number + (int) N_OWN_DESCRIPTORS);
}

void
troupe_sandbox_gate_give (TroupeSandboxGate *self, GSubprocessLauncher *launcher, int number)
{
  TroupeSandboxNames *names = NULL;
  int block = -1;

  g_return_if_fail (self != NULL && self->child_info >= 0);

  names = troupe_sandbox_mounts_get_names (self->mounts);
  block = self->has_supervisor ? g_steal_fd (&self->child_block)
                               : open_again (self->child_block, O_RDWR);
  g_subprocess_launcher_take_fd (launcher, g_steal_fd (&self->child_info), number);
  /* Without descriptors, bubblewrap ends at once. */
  if (block >= 0)
    g_subprocess_launcher_take_fd (launcher, block, number + 1);
  troupe_sandbox_names_give (names, g_steal_fd (&self->child_start), launcher,
                             number + (int) N_OWN_DESCRIPTORS);
}

/* --- Waiting ---------------------------------------------------------------------------------- */

/* Reads the process ID of the sandbox, which bubblewrap writes before it begins to mount. */
static State
read_pid (TroupeSandboxGate *self, gint64 deadline_us, pid_t *pid)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *found = NULL;

  g_assert (self != NULL);

  for (;;)
    {
      struct pollfd wait = { .fd = self->info, .events = POLLIN };
      char buffer[512];
      gssize length = 0;

      int n_ready =
          poll (&wait, 1,
                (int) CLAMP ((deadline_us - g_get_monotonic_time ()) / 1000, 0, G_MAXINT));

      if (n_ready == 0 || (n_ready < 0 && errno != EINTR))
        return STATE_LATE;
      if (n_ready < 0)
        continue;
      length = read (self->info, buffer, sizeof buffer);
      if (length < 0 && errno == EINTR)
        continue;
      if (length == 0)
        return STATE_ENDED;
      /* bubblewrap waits for the byte, unless it has closed its end. */
      if (length < 0 || text->len > LONGEST_INFO)
        return STATE_LATE;
      g_string_append_len (text, buffer, length);
      found = strstr (text->str, "\"child-pid\":");
      if (found != NULL && strpbrk (found, ",}") != NULL)
        break;
    }
  *pid = atoi (found + strlen ("\"child-pid\":"));
  return *pid > 1 ? STATE_READY : STATE_LATE;
}

/* Waits until all mounts are made. @mountinfo: (out): what /proc/PID/mountinfo then contains */
static State
wait_for_mounts (pid_t pid, gint64 deadline_us, const char *own_mountinfo, char **mountinfo)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/mountinfo", (int) pid);
  guint interval_us = SHORTEST_US;

  while (g_get_monotonic_time () < deadline_us)
    {
      g_autofree char *text = NULL;

      if (!g_file_get_contents (path, &text, NULL, NULL) && kill (pid, 0) != 0 && errno == ESRCH)
        return STATE_ENDED;
      if (text != NULL && troupe_sandbox_mounts_are_finished (text, own_mountinfo))
        {
          *mountinfo = g_steal_pointer (&text);
          return STATE_READY;
        }
      g_usleep (interval_us);
      interval_us = MIN (interval_us * 6 / 5, LONGEST_US);
    }
  return STATE_LATE;
}

/* --- Start or end ------------------------------------------------------------------------------ */

static gboolean
check_mounts (TroupeSandboxGate *self,
              pid_t pid,
              const char *mountinfo,
              const char *own_mountinfo,
              GError **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/root", (int) pid);
  int root = open (path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  gboolean result = FALSE;

  g_assert (self != NULL);

  result = troupe_sandbox_mounts_check (self->mounts, mountinfo, own_mountinfo, root, error);
  if (root >= 0)
    close (root);
  return result;
}

static gboolean
send_byte (int pipe, GError **error)
{
  gssize length = 0;

  do
    length = write (pipe, "x", 1);
  while (length < 0 && errno == EINTR);
  if (length == 1)
    return TRUE;
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "bubblewrap: %s",
               g_strerror (errno));
  return FALSE;
}

gboolean
troupe_sandbox_gate_open (TroupeSandboxGate *self, GSubprocess *sandbox, GError **error)
{
  const gint64 deadline_us = g_get_monotonic_time () + DEADLINE_US;
  g_autofree char *own = NULL;
  g_autofree char *mountinfo = NULL;
  pid_t pid = 0;
  gboolean is_right = FALSE;
  State state;

  g_return_val_if_fail (self != NULL && sandbox != NULL, FALSE);

  state = read_pid (self, deadline_us, &pid);
  if (state == STATE_READY)
    {
      self->process = (int) syscall (SYS_pidfd_open, pid, 0);
      if (g_file_get_contents ("/proc/self/mountinfo", &own, NULL, error))
        state = wait_for_mounts (pid, deadline_us, own, &mountinfo);
    }
  if (state == STATE_LATE)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                         _ ("the sandbox was not ready in time; check whether a folder that it may "
                            "access is on a slow or unreachable disk"));
  else if (state == STATE_ENDED)
    is_right = TRUE;
  else
    is_right = own != NULL && check_mounts (self, pid, mountinfo, own, error) &&
               send_byte (self->block, error) && send_byte (self->start, error);
  if (!is_right)
    {
      const char *identifier = g_subprocess_get_identifier (sandbox);

      /* Kills all processes of the sandbox. They end with the first one, while the one that
       * waits does not end with bubblewrap. */
      if (self->process >= 0)
        syscall (SYS_pidfd_send_signal, self->process, SIGKILL, NULL, 0);
      else if (pid > 1)
        kill (pid, SIGKILL);
      /* The launchers start a session, so that bubblewrap leads a process group. */
      else if (identifier != NULL)
        kill (-(pid_t) g_ascii_strtoll (identifier, NULL, 10), SIGKILL);
      g_subprocess_force_exit (sandbox);
    }
  return is_right;
}
