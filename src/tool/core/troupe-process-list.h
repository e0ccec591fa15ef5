/* troupe-process-list.h: processes that a run has started for code of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <sys/types.h>

#include "troupe-sandbox-names.h"

G_BEGIN_DECLS

/**
 * TroupeProcessList:
 *
 * The programs of MCP servers and the Python helpers of a run including its inner runs. They write in
 * the folder of the document, so that the run ends only when all of them have ended. The end of
 * bubblewrap is not enough: the processes in its sandbox end a moment later. Therefore the list watches
 * the first process of each sandbox, which ends after all others of its process namespace.
 *
 * Processes outside of a sandbox are ended with their process group; those that have left it are not
 * known. Thread-safe; atomic reference count. Never blocks.
 */
typedef struct _TroupeProcessList TroupeProcessList;

/* Called once on any thread. @n_left: how many processes could not be ended */
typedef void (*TroupeProcessListFunc) (guint n_left, gpointer user_data);

TroupeProcessList *troupe_process_list_new (void);
TroupeProcessList *troupe_process_list_ref (TroupeProcessList *self);
void troupe_process_list_unref (TroupeProcessList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeProcessList, troupe_process_list_unref)

/* Adds the process of troupe_process_list_begin(), which was started in a session of its own, or ends it if the run has ended
 * in the meantime. @self: (nullable); @is_sandbox: whether it is bubblewrap; @inner: (transfer full): a descriptor
 * of the first process of the sandbox (troupe_sandbox_gate_steal_process()), or -1; @is_server: whether it ends by
 * itself some time after its input was closed, which happens before the run ends */
void troupe_process_list_add (TroupeProcessList *self,
                              GSubprocess *subprocess,
                              gboolean is_sandbox,
                              int inner,
                              gboolean is_server);

/* Notes that a process is being started, until troupe_process_list_add() or troupe_process_list_give_up(). Call it
 * before the files are listed that a sandbox hides. Returns FALSE if no further process may be started, because the
 * run has ended. @self: (nullable) */
gboolean troupe_process_list_begin (TroupeProcessList *self);
/* Notes that the process could not be started. @self: (nullable) */
void troupe_process_list_give_up (TroupeProcessList *self);

/* Keeps what is reported about the names that code in a sandbox tries to create, and the folders for its outputs. @self: (nullable) */
void troupe_process_list_add_names (TroupeProcessList *self, TroupeSandboxNames *names);
/* Adds what code in sandboxes could not write so far. @refusals: (element-type TroupeSandboxRefusal) */
void troupe_process_list_list_refusals (TroupeProcessList *self, GPtrArray *refusals);
/* Returns why a file that the text of a failure names could not be written, as a sentence for people. @self: (nullable).
 * (transfer full) (nullable): NULL if the text names no file that was refused */
char *troupe_process_list_explain_failure (TroupeProcessList *self, const char *text);

/**
 * troupe_process_list_stop:
 *
 * Kills all sandboxes at once, and those that are being started, because a file that they have hidden
 * was replaced. No further process may be started. Processes outside of a sandbox, which see all files,
 * continue until troupe_process_list_end().
 *
 * Returns: %FALSE if there is no sandbox; then nothing changes
 */
gboolean troupe_process_list_stop (TroupeProcessList *self);

/**
 * troupe_process_list_end:
 *
 * Calls @func when all processes have ended, also those that are being started, unless there are none now. Servers that are left after two seconds
 * receive SIGTERM, and SIGKILL half a second later. Other processes are ended after half a second, in a
 * sandbox with SIGKILL at once. What has not ended five seconds after the call, or after it was added,
 * or is still being started then, is counted as left. May be called once.
 *
 * Returns: %FALSE if there are none; then @func is not called
 */
gboolean
troupe_process_list_end (TroupeProcessList *self, TroupeProcessListFunc func, gpointer user_data);

G_END_DECLS
