/* troupe-sandbox-mounts.h: the mounts that a sandbox must have, and the check of the finished ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-sandbox-names.h"

G_BEGIN_DECLS

/**
 * TroupeSandboxMounts:
 *
 * bubblewrap receives paths, and resolves them when it mounts. Code in another sandbox can exchange a
 * folder for a link meanwhile, so that something else is mounted, or something is mounted elsewhere.
 * Therefore the finished mounts are compared with what was asked for before the program starts
 * (doc/reliability.md R9, troupe-sandbox-gate.h). Every mount must be at exactly its path, in the mount
 * that should be there, show the file or folder that was opened when the arguments were built, and be
 * read-only if asked for. There must be no other mounts, except those that the system has below a
 * folder that is shown.
 *
 * An object is used for one start and by one thread at a time. All functions block for some
 * milliseconds at most.
 */
typedef struct _TroupeSandboxMounts TroupeSandboxMounts;

TroupeSandboxMounts *troupe_sandbox_mounts_new (void);
void troupe_sandbox_mounts_free (TroupeSandboxMounts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSandboxMounts, troupe_sandbox_mounts_free)

/* Returns the rules for names in the folders that are mounted writable. (transfer none) */
TroupeSandboxNames *troupe_sandbox_mounts_get_names (TroupeSandboxMounts *self);

/**
 * troupe_sandbox_mounts_bind:
 * @words: (element-type filename): receives the arguments of bubblewrap
 * @option: an option of bubblewrap such as `--bind` or `--ro-bind-try`
 * @source, @path: the file or folder, and its path in the sandbox
 * @descriptor: (transfer full): @source, opened when it was searched or compared with what the user
 *   granted; the mount must show this file or folder. -1 if @source is missing
 *
 * Adds a mount whose source is in a folder that code may change.
 */
void troupe_sandbox_mounts_bind (TroupeSandboxMounts *self,
                                 GPtrArray *words,
                                 const char *option,
                                 const char *source,
                                 const char *path,
                                 int descriptor);

/**
 * troupe_sandbox_mounts_read:
 * @words: (element-type filename): all arguments of bubblewrap, with or without its own path
 *
 * Reads what bubblewrap is asked to mount, and opens the sources that were not passed to
 * troupe_sandbox_mounts_bind(). Must be called once.
 *
 * Returns: %FALSE with a %G_IO_ERROR if a source cannot be opened, or if there is an argument whose
 * effect is unknown
 */
gboolean troupe_sandbox_mounts_read (TroupeSandboxMounts *self, GPtrArray *words, GError **error);

/**
 * troupe_sandbox_mounts_check:
 * @mountinfo: the content of /proc/PID/mountinfo of a process in the sandbox
 * @own_mountinfo: the same of this process
 * @root: a descriptor of /proc/PID/root, or -1 if it is not accessible. It is required only for folders on
 *   file systems that do not tell in mountinfo which part of them is mounted
 *
 * Returns: %FALSE with %G_IO_ERROR_BUSY if the mounts are not exactly those that were asked for. The
 * message is suitable for the user.
 */
gboolean troupe_sandbox_mounts_check (TroupeSandboxMounts *self,
                                      const char *mountinfo,
                                      const char *own_mountinfo,
                                      int root,
                                      GError **error);

/* Returns TRUE if bubblewrap has made all mounts and has left the file system of the host. The texts are
 * those of troupe_sandbox_mounts_check(). */
gboolean troupe_sandbox_mounts_are_finished (const char *mountinfo, const char *own_mountinfo);

/* Returns an error %G_IO_ERROR_BUSY: @path is not what it was when the sandbox was prepared.
 * (transfer full) */
GError *troupe_sandbox_mounts_make_error (const char *path);

G_END_DECLS
