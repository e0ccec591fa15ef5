/* troupe-sandbox-gate.h: starts the program of a sandbox after its mounts were checked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-sandbox-mounts.h"

G_BEGIN_DECLS

/* How often a program is started if a folder is changed meanwhile, which build tools do as well. */
#define TROUPE_SANDBOX_ATTEMPTS 2u

/**
 * TroupeSandboxGate:
 * @mounts: what bubblewrap is asked to mount
 *
 * bubblewrap makes all mounts, gives up its capabilities, and then waits for a byte
 * (`--block-fd`) before it starts the program. It mounts nothing after that. The gate compares the
 * mounts while it waits, and then either sends the byte or kills the sandbox. If this process ends
 * meanwhile, the byte never arrives.
 */
typedef struct
{
  TroupeSandboxMounts *mounts;
  int info;
  int block;
  int child_info;
  int child_block;
  int start;
  int child_start;
  int process;
  gboolean has_supervisor;
} TroupeSandboxGate;

#define TROUPE_SANDBOX_GATE_INIT                                                                   \
  {                                                                                                \
    .mounts = NULL, .info = -1, .block = -1, .child_info = -1, .child_block = -1, .start = -1,     \
    .child_start = -1, .process = -1,                                                              \
  }

/* Returns FALSE with a %G_IO_ERROR if there are no more descriptors. */
gboolean troupe_sandbox_gate_init (TroupeSandboxGate *self, GError **error);

/**
 * troupe_sandbox_gate_add:
 * @words: all arguments of bubblewrap that concern mounts
 * @number: the first of six file descriptors that bubblewrap may use
 *
 * Adds the arguments with which bubblewrap waits, and those for the program that keeps code from creating some names, and reads
 * what bubblewrap is asked to mount.
 *
 * Returns: %FALSE with a %G_IO_ERROR, %G_IO_ERROR_BUSY if a folder was changed meanwhile
 */
gboolean
troupe_sandbox_gate_add (TroupeSandboxGate *self, GPtrArray *words, int number, GError **error);

/* Adds the words that precede the command of the code, as troupe_sandbox_names_add_command(). @number: as for
 * troupe_sandbox_gate_add() */
void troupe_sandbox_gate_add_command (TroupeSandboxGate *self, GPtrArray *words, int number);

/* Passes the descriptors of troupe_sandbox_gate_add() to the child. */
void troupe_sandbox_gate_give (TroupeSandboxGate *self, GSubprocessLauncher *launcher, int number);

/**
 * troupe_sandbox_gate_open:
 * @sandbox: bubblewrap
 *
 * Waits until the sandbox is complete and starts the program in it. Blocks for as long as bubblewrap
 * takes, which is some milliseconds; not for the main thread.
 *
 * Returns: %TRUE if the program was started, or if bubblewrap itself has failed and has written why to
 * its standard error. %FALSE if the sandbox was killed: %G_IO_ERROR_BUSY if it does not have the mounts
 * that were asked for, %G_IO_ERROR_TIMED_OUT if it was not complete in time
 * or bubblewrap has told no process, another code if it could not be told to start
 */
gboolean troupe_sandbox_gate_open (TroupeSandboxGate *self, GSubprocess *sandbox, GError **error);

/* Returns a descriptor of the first process of the sandbox, with which all others end, after
 * troupe_sandbox_gate_open(). (transfer full): -1 if there is none, because bubblewrap has failed or the kernel
 * has no descriptors of processes */
int troupe_sandbox_gate_steal_process (TroupeSandboxGate *self);

void troupe_sandbox_gate_clear (TroupeSandboxGate *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeSandboxGate, troupe_sandbox_gate_clear)

G_END_DECLS
