/* troupe-sandbox.h: arguments of bubblewrap: which parts of the system are visible in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "troupe-sandbox-mounts.h"

G_BEGIN_DECLS

/* --- Finding bubblewrap, from any thread ------------------------------------------------------ */

/* Returns the path of bubblewrap if it is installed. (nullable) (transfer none) */
const char *troupe_sandbox_find_program (void);
/**
 * troupe_sandbox_probe:
 * @bubblewrap: the path of bubblewrap
 *
 * Starts a harmless program in a sandbox, to find out whether sandboxes work. This cannot be derived
 * from the output of a program in a sandbox, which may imitate the messages of bubblewrap. Blocks for
 * some milliseconds.
 *
 * Returns: (transfer full) (nullable): the message of bubblewrap, or %NULL if the sandbox works
 */
char *troupe_sandbox_probe (const char *bubblewrap);
/* Records whether bubblewrap was found to work in this process. */
void troupe_sandbox_note (gboolean works);
gboolean troupe_sandbox_is_broken (void);

/* Returns a file descriptor with a seccomp filter, or -1 with errno if it is not available. The filter
 * allows only sockets of the Internet, refuses the modes that give a program the rights of its owner,
 * and system calls that reach what no namespace separates: sockets with a file or an abstract name, the keys of the kernel, and rings, whose
 * operations a filter does not see. socketpair(), which creates unnamed sockets, works. */
int troupe_sandbox_open_filter (void);

/* --- Command line arguments, in the order in which they must be added ------------------------- */

/* Appends copies of the strings. */
void troupe_sandbox_add (GPtrArray *arguments, ...) G_GNUC_NULL_TERMINATED;
/* Adds separate namespaces for processes, users and IPC. */
void troupe_sandbox_add_walls (GPtrArray *arguments);
/* An empty home folder. */
void troupe_sandbox_add_home (GPtrArray *arguments);
void troupe_sandbox_add_network (GPtrArray *arguments, gboolean is_open);
/**
 * troupe_sandbox_add_folder:
 * @folder: a folder, absolute
 * @path: its path in the sandbox
 * @inner: (nullable) (array zero-terminated=1): real paths of other folders that sandboxes show
 * @may_write: whether code may write in it
 *
 * Makes a folder visible, and hides its protected files at any depth
 * (troupe_folder_policy_list_hidden()). Their names are visible, but they cannot be read. With @may_write, the folder for
 * outputs in it is writable, and the rest is read-only; all of it is writable if the user has granted that
 * (troupe_sandbox_names_limits_to_output()). Where it is
 * writable, the folders above protected files and above those of @inner that are in it cannot be renamed
 * in the sandbox, so that no other sandbox shows something else at their paths, and code must be started with
 * troupe_sandbox_gate_add_command(). It is read-only on systems that cannot refuse names
 * (troupe_sandbox_names_get_problem()). Must follow all
 * arguments that make a folder above it visible.
 *
 * Returns: %FALSE with %TROUPE_TOOL_ERROR_NOT_PERMITTED if not all protected files can be hidden, or with
 * %G_IO_ERROR_BUSY if the folder is being changed; in that case nothing may be started
 */
gboolean troupe_sandbox_add_folder (GPtrArray *arguments,
                                    TroupeSandboxMounts *mounts,
                                    const char *folder,
                                    const char *path,
                                    const char *const *inner,
                                    gboolean may_write,
                                    GError **error);
/* Makes a file visible. Ignored if it is missing, or if the path contains a symbolic link. @path: its path
 * in the sandbox */
void troupe_sandbox_add_file (GPtrArray *arguments,
                              TroupeSandboxMounts *mounts,
                              const char *file,
                              const char *path,
                              gboolean may_write);

G_END_DECLS
