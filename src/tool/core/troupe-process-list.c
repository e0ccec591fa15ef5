/* troupe-process-list.c: processes that a run has started for code of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-process-list"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-process-list.h"

/* How long processes may continue after the run has ended: servers, which store their data when their input
 * is closed, and others; after SIGTERM; and until they are given up. */
#define SERVER_PATIENCE_US (2 * G_USEC_PER_SEC)
#define PATIENCE_US (500 * 1000)
#define GRACE_US (500 * 1000)
#define LIMIT_US (5 * G_USEC_PER_SEC)
/* How often the group of a process that has exited is looked at. */
#define GROUP_MS 50
/* How long to wait for the processes of a sandbox whose first process is not known. */
#define UNSEEN_US (100 * 1000)
/* How often a process is looked at if the kernel has no descriptors of processes. */
#define BLIND_MS 10

/* @fd: pidfd of the process; -1 if the kernel has none; @inner_fd: of the first process of
 * the sandbox; -1 if it is not known; @exited_us: 0 if it has not exited; @is_terminated: whether it
 * received SIGTERM */
typedef struct
{
  pid_t pid;
  int fd;
  gboolean is_sandbox;
  gboolean is_server;
  int inner_fd;
  gint64 added_us;
  gint64 exited_us;
  gboolean is_terminated;
} Entry;

/* @wake: eventfd; @n_starting: how many processes are being started that are not added yet; @ending_us: 0 until the run has ended; @is_stopped: whether sandboxes are killed at once */
struct _TroupeProcessList
{
  gatomicrefcount ref_count;
  GMutex lock; /* protects the following */
  GPtrArray *entries;
  gboolean is_watched; /* by a thread */
  int wake;
  guint n_starting;
  gint64 ending_us;
  gboolean is_stopped;
  GArray *reports;    /* (element-type int) */
  GPtrArray *outputs; /* (element-type TroupeSandboxOutput) */
  gboolean is_denied; /* whether a folder was read-only, because names could not be refused */
  TroupeProcessListFunc func;
  gpointer user_data;
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  if (entry->fd >= 0)
    close (entry->fd);
  if (entry->inner_fd >= 0)
    close (entry->inner_fd);
  g_free (entry);
}

TroupeProcessList *
troupe_process_list_new (void)
{
  TroupeProcessList *self = g_new0 (TroupeProcessList, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->wake = -1;
  self->reports = g_array_new (FALSE, FALSE, sizeof (int));
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_sandbox_output_free);
  return self;
}

TroupeProcessList *
troupe_process_list_ref (TroupeProcessList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_process_list_unref (TroupeProcessList *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->wake >= 0)
    close (self->wake);
  for (guint i = 0; i < self->reports->len; i++)
    close (g_array_index (self->reports, int, i));
  g_array_unref (self->reports);
  g_ptr_array_unref (self->outputs);
  g_ptr_array_unref (self->entries);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- Processes -------------------------------------------------------------------------------- */

static int
open_process (pid_t pid)
{
  return (int) syscall (SYS_pidfd_open, pid, 0);
}

static gboolean
has_exited (int fd, pid_t pid)
{
  struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

  if (fd < 0)
    return kill (pid, 0) != 0 && errno == ESRCH;
  return poll (&poll_fd, 1, 0) > 0;
}

/* Returns the first child of a process, or 0. */
static pid_t
find_child (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task/%d/children", (int) pid, (int) pid);
  char text[32] = "";
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gssize length = fd >= 0 ? read (fd, text, sizeof text - 1) : -1;

  if (fd >= 0)
    close (fd);
  return length > 0 ? (pid_t) strtol (text, NULL, 10) : 0;
}

/* Updates what is known about the process. Returns TRUE if nothing of it is left. */
static gboolean
is_gone (Entry *entry, gint64 now_us)
{
  g_assert (entry != NULL);

  if (entry->exited_us == 0 && has_exited (entry->fd, entry->pid))
    entry->exited_us = now_us;
  if (entry->exited_us == 0)
    return FALSE;
  if (!entry->is_sandbox)
    return kill (-entry->pid, 0) != 0;
  return entry->inner_fd >= 0 ? has_exited (entry->inner_fd, 0)
                              : now_us - entry->exited_us >= UNSEEN_US;
}

/* A process is the leader of its process group, and those outside of a sandbox may have children. */
static void
signal_entry (Entry *entry, int number)
{
  g_assert (entry != NULL);

  if (entry->inner_fd >= 0)
    syscall (SYS_pidfd_send_signal, entry->inner_fd, number, NULL, 0);
  if (entry->is_sandbox && entry->fd >= 0)
    syscall (SYS_pidfd_send_signal, entry->fd, number, NULL, 0);
  else
    kill (-entry->pid, number);
}

/* The end of its first process ends all processes in a sandbox. bubblewrap itself is not killed before
 * that process was found: its child ends with it only later in its life. */
static void
end_entry (TroupeProcessList *self, Entry *entry, gint64 now_us)
{
  const gint64 since_us = now_us - MAX (self->ending_us, entry->added_us);
  const gint64 usual_us = entry->is_server ? SERVER_PATIENCE_US : PATIENCE_US;
  const gint64 patience_us = entry->added_us > self->ending_us ? 0 : usual_us;

  g_assert (self != NULL);

  if (since_us < patience_us)
    return;
  if (entry->is_sandbox && entry->is_server && !entry->is_terminated && entry->inner_fd >= 0)
    {
      pid_t inner;
      pid_t program;
      int fd;
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      const char *line = NULL;

      /* Sends SIGTERM to the program in a sandbox, which is the child of its first process.
       * That one ignores the signal, and bubblewrap would kill the sandbox. */
      path = g_strdup_printf ("/proc/self/fdinfo/%d", entry->inner_fd);
      if (g_file_get_contents (path, &text, NULL, NULL))
        line = strstr (text, "\nPid:");
      inner = line != NULL ? (pid_t) strtol (line + strlen ("\nPid:"), NULL, 10) : 0;
      program = inner > 0 ? find_child (inner) : 0;
      fd = program > 0 ? open_process (program) : -1;
      if (fd >= 0)
        {
          if (!has_exited (entry->inner_fd, 0) && find_child (inner) == program)
            syscall (SYS_pidfd_send_signal, fd, SIGTERM, NULL, 0);
          close (fd);
        }
      entry->is_terminated = TRUE;
    }
  if (entry->is_sandbox)
    {
      if (entry->inner_fd >= 0 ? !entry->is_terminated || since_us >= patience_us + GRACE_US
                               : since_us >= patience_us + UNSEEN_US)
        signal_entry (entry, SIGKILL);
      return;
    }
  if (!entry->is_terminated)
    signal_entry (entry, SIGTERM);
  entry->is_terminated = TRUE;
  if (since_us >= patience_us + GRACE_US)
    signal_entry (entry, SIGKILL);
}

/* --- Names ------------------------------------------------------------------------------------- */

void
troupe_process_list_add_names (TroupeProcessList *self, TroupeSandboxNames *names)
{
  g_autoptr (GPtrArray) outputs = NULL;
  int report;

  g_return_if_fail (names != NULL);

  if (self == NULL)
    return;
  report = troupe_sandbox_names_dup_report (names);
  outputs = troupe_sandbox_names_steal_outputs (names);
  g_mutex_lock (&self->lock);
  self->is_denied = self->is_denied || troupe_sandbox_names_is_denied (names);
  if (report >= 0)
    g_array_append_val (self->reports, report);
  for (guint i = outputs->len; i > 0; i--)
    if (!g_ptr_array_find_with_equal_func (self->outputs, outputs->pdata[i - 1],
                                           troupe_sandbox_output_equal, NULL))
      g_ptr_array_add (self->outputs, g_ptr_array_steal_index (outputs, i - 1));
  g_mutex_unlock (&self->lock);
}

void
troupe_process_list_list_refusals (TroupeProcessList *self, GPtrArray *refusals)
{
  g_return_if_fail (self != NULL && refusals != NULL);

  g_mutex_lock (&self->lock);
  if (self->is_denied)
    {
      TroupeSandboxRefusal *refusal = g_new0 (TroupeSandboxRefusal, 1);

      refusal->message =
          troupe_sandbox_names_describe_problem (troupe_sandbox_names_get_problem ());
      g_ptr_array_add (refusals, refusal);
    }
  for (guint i = 0; i < self->reports->len; i++)
    troupe_sandbox_names_list_refusals (g_array_index (self->reports, int, i), refusals);
  g_mutex_unlock (&self->lock);
}

/* Returns TRUE if the text contains the name of a file as a whole. */
static gboolean
contains_name (const char *text, const char *name)
{
  const gsize length = strlen (name);

  for (const char *at = strstr (text, name); at != NULL; at = strstr (at + 1, name))
    if ((at == text || strchr ("/'\"( \n", at[-1]) != NULL) &&
        (at[length] == '\0' || strchr ("'\"),.:; \n", at[length]) != NULL))
      return TRUE;
  return FALSE;
}

char *
troupe_process_list_explain_failure (TroupeProcessList *self, const char *text)
{
  g_autoptr (GPtrArray) refusals =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_sandbox_refusal_free);

  g_return_val_if_fail (text != NULL, NULL);

  if (self == NULL)
    return NULL;
  troupe_process_list_list_refusals (self, refusals);
  /* The latest one, because code may try other names before. */
  for (guint i = refusals->len; i > 0; i--)
    {
      TroupeSandboxRefusal *refusal = refusals->pdata[i - 1];

      if (refusal->file != NULL && contains_name (text, refusal->file))
        return g_steal_pointer (&refusal->message);
    }
  return NULL;
}

/* --- Thread ----------------------------------------------------------------------------------- */

/* Waits for a change, without the lock. */
static void
wait_for_change (TroupeProcessList *self)
{
  g_autoptr (GArray) fds = g_array_new (FALSE, TRUE, sizeof (struct pollfd));
  struct pollfd poll_fd = { .fd = self->wake, .events = POLLIN };
  int pause_ms = -1;
  guint64 count = 0;

  g_assert (self != NULL);

  g_array_append_val (fds, poll_fd);
  if (self->ending_us != 0 && self->n_starting > 0)
    pause_ms = GROUP_MS;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (self->entries, i);
      int entry_ms;

      if (entry->fd < 0 || self->ending_us != 0 ||
          (entry->is_sandbox && entry->inner_fd < 0 && entry->exited_us != 0))
        entry_ms = BLIND_MS;
      else
        entry_ms = entry->exited_us != 0 && !entry->is_sandbox ? GROUP_MS : -1;
      /* Of a sandbox that has exited, only its first process is still awaited. */
      poll_fd.fd = entry->exited_us == 0 ? entry->fd : entry->inner_fd;
      g_array_append_val (fds, poll_fd);
      if (entry_ms >= 0)
        pause_ms = pause_ms < 0 ? entry_ms : MIN (pause_ms, entry_ms);
    }
  g_mutex_unlock (&self->lock);
  poll ((struct pollfd *) fds->data, fds->len, pause_ms);
  g_mutex_lock (&self->lock);
  while (read (self->wake, &count, sizeof count) > 0)
    ;
}

/* Removes what has ended, and ends the rest if the run has ended. */
static void
update (TroupeProcessList *self, gint64 now_us)
{
  g_assert (self != NULL);

  for (guint i = self->entries->len; i > 0; i--)
    {
      Entry *entry = g_ptr_array_index (self->entries, i - 1);

      if (is_gone (entry, now_us))
        g_ptr_array_remove_index (self->entries, i - 1);
      else if (self->is_stopped && entry->is_sandbox && entry->inner_fd >= 0)
        signal_entry (entry, SIGKILL);
      else if (self->ending_us != 0)
        end_entry (self, entry, now_us);
    }
}

/* Returns TRUE if a process may still end, or be added and then end. One that is added late has as much time as the
 * others. */
static gboolean
has_time (TroupeProcessList *self, gint64 now_us)
{
  g_assert (self != NULL);

  if (self->ending_us != 0 && self->n_starting > 0 && now_us - self->ending_us < LIMIT_US)
    return TRUE;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (self->entries, i);

      if (self->ending_us == 0 || now_us - MAX (self->ending_us, entry->added_us) < LIMIT_US)
        return TRUE;
    }
  return FALSE;
}

/* Runs until there is no process left, or none that can be ended. */
static gpointer
watch_thread (gpointer user_data)
{
  g_autoptr (TroupeProcessList) self = user_data;
  TroupeProcessListFunc func = NULL;
  gint64 now_us = g_get_monotonic_time ();
  guint n_left = 0;

  g_mutex_lock (&self->lock);
  update (self, now_us);
  while (has_time (self, now_us))
    {
      wait_for_change (self);
      now_us = g_get_monotonic_time ();
      update (self, now_us);
    }
  n_left = self->entries->len + self->n_starting;
  g_ptr_array_set_size (self->entries, 0);
  self->is_watched = FALSE;
  func = g_steal_pointer (&self->func);
  g_mutex_unlock (&self->lock);
  if (func != NULL)
    func (n_left, self->user_data);
  return NULL;
}

/* Call with the lock. */
static void
ensure_thread (TroupeProcessList *self)
{
  const guint64 one = 1;

  g_assert (self != NULL);

  if (self->wake < 0)
    self->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (self->is_watched)
    {
      if (write (self->wake, &one, sizeof one) < 0)
        g_debug ("The thread is already awake");
      return;
    }
  self->is_watched = TRUE;
  g_thread_unref (g_thread_new ("troupe-processes", watch_thread, troupe_process_list_ref (self)));
}

/* Notes that a process is not being started any more. Call with the lock. */
static void
end_start (TroupeProcessList *self)
{
  g_assert (self != NULL);

  if (self->n_starting > 0)
    self->n_starting--;
  if (self->is_watched)
    ensure_thread (self);
}

void
troupe_process_list_give_up (TroupeProcessList *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->lock);
  end_start (self);
  g_mutex_unlock (&self->lock);
}

void
troupe_process_list_add (TroupeProcessList *self,
                         GSubprocess *subprocess,
                         gboolean is_sandbox,
                         int inner,
                         gboolean is_server)
{
  const char *identifier = NULL;
  Entry *entry = NULL;

  g_return_if_fail (G_IS_SUBPROCESS (subprocess));

  /* There is none if the process has already exited. */
  identifier = g_subprocess_get_identifier (subprocess);
  if (self == NULL || identifier == NULL)
    {
      if (inner >= 0)
        close (inner);
      troupe_process_list_give_up (self);
      return;
    }
  entry = g_new0 (Entry, 1);
  entry->pid = (pid_t) g_ascii_strtoll (identifier, NULL, 10);
  entry->fd = open_process (entry->pid);
  entry->is_sandbox = is_sandbox;
  entry->is_server = is_server;
  entry->inner_fd = inner;
  entry->added_us = g_get_monotonic_time ();
  g_mutex_lock (&self->lock);
  end_start (self);
  g_ptr_array_add (self->entries, entry);
  ensure_thread (self);
  g_mutex_unlock (&self->lock);
}

gboolean
troupe_process_list_begin (TroupeProcessList *self)
{
  gboolean is_open = TRUE;

  if (self == NULL)
    return TRUE;
  g_mutex_lock (&self->lock);
  is_open = self->ending_us == 0 && !self->is_stopped;
  if (is_open)
    self->n_starting++;
  g_mutex_unlock (&self->lock);
  return is_open;
}

gboolean
troupe_process_list_stop (TroupeProcessList *self)
{
  const gint64 now_us = g_get_monotonic_time ();
  gboolean has_any = FALSE;

  g_return_val_if_fail (self != NULL, FALSE);

  g_mutex_lock (&self->lock);
  has_any = self->n_starting > 0;
  for (guint i = 0; i < self->entries->len; i++)
    has_any = has_any || ((Entry *) self->entries->pdata[i])->is_sandbox;
  self->is_stopped = self->is_stopped || has_any;
  if (has_any)
    {
      update (self, now_us);
      ensure_thread (self);
    }
  g_mutex_unlock (&self->lock);
  return has_any;
}

gboolean
troupe_process_list_end (TroupeProcessList *self, TroupeProcessListFunc func, gpointer user_data)
{
  gboolean has_any = FALSE;

  g_return_val_if_fail (self != NULL && func != NULL && self->ending_us == 0, FALSE);

  g_mutex_lock (&self->lock);
  self->ending_us = g_get_monotonic_time ();
  has_any = self->entries->len > 0 || self->n_starting > 0;
  if (has_any)
    {
      self->func = func;
      self->user_data = user_data;
      ensure_thread (self);
    }
  g_mutex_unlock (&self->lock);
  return has_any;
}
