/* troupe-names-main.c: starts a program of a sandbox and creates files and folders in its place, except refused ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: troupe-sandbox-names RULES REPORT LOCK START PROGRAM [ARGUMENT…]    the first four are descriptors, see troupe-names-format.h
 *        troupe-sandbox-names --probe                             exits with 0 if the system supports it
 *        troupe-sandbox-names --watch                             kills its process group when the leader, its parent, has ended
 *
 * Bubblewrap starts it in the sandbox. Its child becomes the program, whose system calls that create names wait for the parent,
 * which sees the same files and is the only process without this filter. The program ends with it: if code kills it, bubblewrap
 * ends the sandbox, and calls that wait fail.
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "troupe-names-call.h"
#include "troupe-names-filter.h"

/* Maximum size of the rules, in bytes. */
#define MOST_RULES (64u * 1024 * 1024)
/* Exit status if the program cannot be started, as of shells. */
#define STATUS_NO_PROGRAM 127

/* Signals that are not passed on: they are about this process, or cannot be handled. */
static const int own_signals[] = { SIGKILL, SIGSTOP, SIGSEGV, SIGBUS, SIGILL,
                                   SIGFPE,  SIGABRT, SIGTRAP, SIGSYS };

/* Returns all signals that are passed on, and SIGCHLD. */
static sigset_t
list_signals (void)
{
  sigset_t signals;

  sigfillset (&signals);
  for (guint i = 0; i < G_N_ELEMENTS (own_signals); i++)
    sigdelset (&signals, own_signals[i]);
  return signals;
}

static int
fail (const char *what)
{
  fprintf (stderr, "%s: %s: %s\n", TROUPE_NAMES_PROGRAM, what, strerror (errno));
  return TROUPE_NAMES_STATUS_UNSUPPORTED;
}

/* --- Passing on the descriptor of the filter ------------------------------------------------------ */

static gboolean
send_descriptor (int channel, int descriptor)
{
  char byte = 0;
  struct iovec data = { &byte, 1 };
  union
  {
    struct cmsghdr header;
    char bytes[CMSG_SPACE (sizeof (int))];
  } control = { 0 };
  struct msghdr message = {
    .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };
  struct cmsghdr *header = CMSG_FIRSTHDR (&message);

  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN (sizeof (int));
  memcpy (CMSG_DATA (header), &descriptor, sizeof descriptor);
  return sendmsg (channel, &message, 0) == 1;
}

/* Returns -1 if the other process has ended. */
static int
receive_descriptor (int channel)
{
  char byte;
  struct iovec data = { &byte, 1 };
  union
  {
    struct cmsghdr header;
    char bytes[CMSG_SPACE (sizeof (int))];
  } control = { 0 };
  struct msghdr message = {
    .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };
  const struct cmsghdr *header = NULL;
  int descriptor = -1;

  if (recvmsg (channel, &message, MSG_CMSG_CLOEXEC) != 1)
    return -1;
  header = CMSG_FIRSTHDR (&message);
  if (header != NULL && header->cmsg_type == SCM_RIGHTS)
    memcpy (&descriptor, CMSG_DATA (header), sizeof descriptor);
  return descriptor;
}

/* --- Program ------------------------------------------------------------------------------------- */

/* Returns FALSE if the supervisor does not execute a call, for example because it may not read the memory of other processes. */
static gboolean
test_supervisor (void)
{
  /* The path names something that exists, so that nothing is created. */
  return mkdir ("/proc/self", 0700) != 0 && errno == EEXIST;
}

/* Becomes the program. @words: (nullable): %NULL to only test the system */
static int
start_program (char **words, int channel, const sigset_t *mask)
{
  int listener = -1;

  prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return fail ("no_new_privs");
  listener = troupe_names_filter_install ();
  if (listener < 0)
    return fail ("seccomp");
  if (!send_descriptor (channel, listener))
    return fail ("sendmsg");
  close (listener);
  close (channel);
  /* A process that cannot be examined cannot be supervised. */
  prctl (PR_SET_DUMPABLE, 1, 0, 0, 0);
  if (!test_supervisor ())
    return fail ("mkdir");
  if (words == NULL)
    return EXIT_SUCCESS;
  sigprocmask (SIG_SETMASK, mask, NULL);
  execvp (words[0], words);
  fprintf (stderr, "%s: %s: %s\n", TROUPE_NAMES_PROGRAM, words[0], strerror (errno));
  return STATUS_NO_PROGRAM;
}

/* --- Supervisor ---------------------------------------------------------------------------------- */

/* Closes all descriptors but these and the standard streams, because the others belong to the program, and would otherwise stay open when it closes them. */
static void
keep_descriptors (int *listener, int *report, int *lock)
{
  int *const kept[] = { listener, report, lock };
  const int end = 3 + (int) G_N_ELEMENTS (kept);

  /* First out of the way. */
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (*kept[i] >= 0)
      *kept[i] = fcntl (*kept[i], F_DUPFD_CLOEXEC, 64);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (*kept[i] >= 0)
      *kept[i] = dup3 (*kept[i], 3 + (int) i, O_CLOEXEC);
    else
      close (3 + (int) i);
  if (syscall (SYS_close_range, end, ~0u, 0) != 0)
    for (int number = end; number < 1024; number++)
      close (number);
}

/* Closes the standard streams in the same way. */
static void
close_streams (void)
{
  const int null = open ("/dev/null", O_RDWR | O_CLOEXEC);

  for (int number = 0; null >= 0 && number < 3; number++)
    dup2 (null, number);
}

/* Ends with the status of the program. */
static int
end_like (int status)
{
  const struct rlimit none = { 0, 0 };
  sigset_t signals;

  if (!WIFSIGNALED (status))
    return WEXITSTATUS (status);
  setrlimit (RLIMIT_CORE, &none);
  signal (WTERMSIG (status), SIG_DFL);
  sigemptyset (&signals);
  sigaddset (&signals, WTERMSIG (status));
  sigprocmask (SIG_UNBLOCK, &signals, NULL);
  raise (WTERMSIG (status));
  return 128 + WTERMSIG (status);
}

/* Handles what has happened to processes. Returns TRUE if the program has ended. */
static gboolean
read_signals (int signals, pid_t program, int *status)
{
  struct signalfd_siginfo info;
  pid_t ended;
  int other = 0;
  gboolean is_over = FALSE;

  while (read (signals, &info, sizeof info) == sizeof info)
    if (info.ssi_signo != SIGCHLD)
      kill (program, (int) info.ssi_signo);
  while ((ended = waitpid (-1, &other, WNOHANG)) > 0)
    if (ended == program)
      {
        *status = other;
        is_over = TRUE;
      }
  return is_over;
}

/* Executes calls until the program has ended. */
static int
supervise (TroupeNamesCalls *calls, int listener, int signals, pid_t program)
{
  struct pollfd fds[2] = { { .fd = signals, .events = POLLIN },
                           { .fd = listener, .events = POLLIN } };
  int status = 0;
  int pause_ms = -1;

  for (;;)
    {
      if (poll (fds, G_N_ELEMENTS (fds), pause_ms) < 0 && errno != EINTR)
        return TROUPE_NAMES_STATUS_UNSUPPORTED;
      if ((fds[0].revents & POLLIN) != 0 && read_signals (signals, program, &status))
        return end_like (status);
      if ((fds[1].revents & POLLIN) != 0)
        troupe_names_calls_take (calls);
      /* No process is left that has the filter. */
      if ((fds[1].revents & (POLLIN | POLLHUP)) == POLLHUP)
        fds[1].fd = -1;
      pause_ms = troupe_names_calls_retry (calls);
    }
}

/* Becomes the supervisor. @text: of the rules */
static int
begin (int listener,
       int report,
       int lock,
       const char *text,
       gsize length,
       const sigset_t *signals,
       pid_t program)
{
  TroupeNamesRules *rules = NULL;
  int signal_file = -1;

  /* Processes whose parent has ended stay below this one, which may then still read their memory. */
  prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  keep_descriptors (&listener, &report, &lock);
  /* No code runs before the first call is answered. */
  rules = listener >= 0 ? troupe_names_rules_new (text, length) : NULL;
  signal_file = signalfd (-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (rules == NULL || signal_file < 0)
    return fail (rules == NULL ? "the folders of the sandbox" : "signalfd");
  close_streams ();
  return supervise (troupe_names_calls_new (listener, report, lock, rules), listener, signal_file,
                    program);
}

/* Starts the program and supervises it. @text: of the rules */
static int
run (char **words, const char *text, gsize length, int report, int lock)
{
  const sigset_t signals = list_signals ();
  sigset_t before;
  int channel[2] = { -1, -1 };
  int listener = -1;
  int status = 0;
  pid_t program;

  sigprocmask (SIG_BLOCK, &signals, &before);
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channel) != 0)
    return fail ("socketpair");
  program = fork ();
  if (program < 0)
    return fail ("fork");
  if (program == 0)
    {
      close (channel[0]);
      if (report >= 0)
        close (report);
      if (lock >= 0)
        close (lock);
      troupe_names_rules_set_variables (text, length);
      _exit (start_program (words, channel[1], &before));
    }
  close (channel[1]);
  listener = receive_descriptor (channel[0]);
  close (channel[0]);
  if (listener >= 0)
    return begin (listener, report, lock, text, length, &signals, program);
  return waitpid (program, &status, 0) == program && WIFEXITED (status)
             ? WEXITSTATUS (status)
             : TROUPE_NAMES_STATUS_UNSUPPORTED;
}

/* Reads the rules and closes their descriptor. (transfer full) (nullable) */
static char *
read_rules (int file, gsize *length)
{
  struct stat status;
  g_autofree char *text = NULL;

  if (fstat (file, &status) != 0 || status.st_size < 0 || status.st_size > MOST_RULES)
    return NULL;
  text = g_malloc0 ((gsize) status.st_size + 1);
  for (*length = 0; *length < (gsize) status.st_size;)
    {
      const gssize n_read =
          pread (file, text + *length, (gsize) status.st_size - *length, (off_t) *length);

      if (n_read <= 0)
        return NULL;
      *length += (gsize) n_read;
    }
  close (file);
  return g_steal_pointer (&text);
}

/* Waits until the program may start: what writes into the pipe has checked the sandbox. Returns FALSE if it has ended. */
static gboolean
wait_for_start (int pipe)
{
  char byte;
  gssize length = 0;

  if (pipe < 0)
    return TRUE;
  do
    length = read (pipe, &byte, 1);
  while (length < 0 && errno == EINTR);
  close (pipe);
  return length == 1;
}

/* Waits for the end of bubblewrap, and kills what is left of its process group. If bubblewrap is killed while it starts a sandbox, the
 * first process of the sandbox does not notice it, and waits for ever. */
static int
watch (void)
{
  const pid_t bubblewrap = getpgrp ();
  sigset_t signals;
  int number;

  sigemptyset (&signals);
  sigaddset (&signals, SIGTERM);
  sigprocmask (SIG_BLOCK, &signals, NULL);
  prctl (PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
  /* Signals of others, such as that of a session which ends, change nothing as long as bubblewrap lives. */
  while (getppid () == bubblewrap)
    sigwait (&signals, &number);
  kill (0, SIGKILL);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  g_autofree char *text = NULL;
  gsize length = 0;

  /* Code in the sandbox must not examine or change this process. */
  prctl (PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (argc == 2 && strcmp (argv[1], TROUPE_NAMES_PROBE) == 0)
    return run (NULL, "", 0, -1, -1);
  if (argc == 2 && strcmp (argv[1], TROUPE_NAMES_WATCH) == 0)
    return watch ();
  if (argc < 6)
    {
      fprintf (stderr, "usage: %s RULES REPORT LOCK START PROGRAM [ARGUMENT…]\n",
               TROUPE_NAMES_PROGRAM);
      return 2;
    }
  if (!wait_for_start (atoi (argv[4])))
    return EXIT_FAILURE;
  text = read_rules (atoi (argv[1]), &length);
  return text != NULL ? run (argv + 5, text, length, atoi (argv[2]), atoi (argv[3]))
                      : fail ("rules");
}
