/* troupe-process-setup.c: child processes that end with this process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-process-setup"

#include "config.h"

#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-names-format.h"
#include "troupe-process-setup.h"

/* Descriptors that are closed one by one on Linux before 5.9. */
#define MOST_DESCRIPTORS 1024

/* @signal: what the child receives when its parent ends; @parent: its process ID; @watcher: (nullable) */
typedef struct
{
  int signal;
  pid_t parent;
  char *watcher;
} Setup;

static void
setup_free (gpointer data)
{
  Setup *self = data;

  g_free (self->watcher);
  g_free (self);
}

/* Starts the watcher as a child of the process that becomes bubblewrap. It must not keep the descriptors of the sandbox open, and its
 * environment is empty. Only system calls are possible here, because other threads may hold locks. */
static void
start_watcher (const char *watcher)
{
  char *const words[] = { (char *) watcher, (char *) TROUPE_NAMES_WATCH, NULL };
  char *const environment[] = { NULL };

  if (vfork () != 0)
    return;
  if (syscall (SYS_close_range, 0, ~0u, 0) != 0)
    for (int number = 0; number < MOST_DESCRIPTORS; number++)
      close (number);
  execve (watcher, words, environment);
  _exit (EXIT_FAILURE);
}

/* Runs in the child process. A child whose parent has ended before the signal was set would never receive it. */
static void
set_up (gpointer user_data)
{
  const Setup *self = user_data;

  setsid ();
  prctl (PR_SET_PDEATHSIG, self->signal, 0, 0, 0);
  if (getppid () != self->parent)
    _exit (EXIT_FAILURE);
  if (self->watcher != NULL)
    start_watcher (self->watcher);
}

void
troupe_process_setup_add (GSubprocessLauncher *launcher, int signal, const char *watcher)
{
  Setup *setup = NULL;

  g_return_if_fail (G_IS_SUBPROCESS_LAUNCHER (launcher));

  setup = g_new (Setup, 1);
  setup->signal = signal;
  setup->parent = getpid ();
  setup->watcher = g_strdup (watcher);
  g_subprocess_launcher_set_child_setup (launcher, set_up, setup, setup_free);
}
