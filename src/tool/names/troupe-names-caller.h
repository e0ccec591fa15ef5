/* troupe-names-caller.h: what a supervisor of names reads of a process that waits for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <linux/seccomp.h>
#include <sys/types.h>

G_BEGIN_DECLS

/**
 * TroupeNamesPlace:
 * @device, @inode: of the folder
 * @mount: the number of the mount in which it was found
 *
 * Which folder an open folder is, whatever its path.
 */
typedef struct
{
  guint64 device;
  guint64 inode;
  guint64 mount;
} TroupeNamesPlace;

/* Returns 0 or an errno. */
int troupe_names_place_get (TroupeNamesPlace *self, int folder);

/**
 * TroupeNamesCaller:
 * @listener: the descriptor that received the call
 * @request: the call: its registers cannot change while it waits
 * @pid: of its thread, in the process namespace of the supervisor
 *
 * A thread whose system call waits for the supervisor.
 */
typedef struct
{
  int listener;
  const struct seccomp_notif *request;
  pid_t pid;
} TroupeNamesCaller;

/* Reads a path from the memory of the thread once. @path: (out): PATH_MAX bytes. Returns 0 or an errno. */
int troupe_names_caller_read_path (const TroupeNamesCaller *self, guint64 address, char *path);

/* Opens a part of `/proc/PID`, such as `cwd`. Returns a descriptor with O_PATH, or -1 with errno set. */
int troupe_names_caller_open (const TroupeNamesCaller *self, const char *part, int flags);

/* Same, for a descriptor of the thread or AT_FDCWD. */
int troupe_names_caller_open_descriptor (const TroupeNamesCaller *self, int descriptor, int flags);

/* Returns a copy of a descriptor of the process of the thread, or -1 with errno set: EACCES if the system does not permit it. */
int troupe_names_caller_dup_descriptor (const TroupeNamesCaller *self, int descriptor);

/* Reads @length bytes from the memory of the thread once. Returns 0 or an errno. */
int troupe_names_caller_read_memory (const TroupeNamesCaller *self,
                                     guint64 address,
                                     void *memory,
                                     gsize length);

/* Returns TRUE if the number is that of the thread, or of its process. */
gboolean troupe_names_caller_is (const TroupeNamesCaller *self, glong number);

/* Returns the mask for the modes of new files. */
mode_t troupe_names_caller_get_umask (const TroupeNamesCaller *self);

G_END_DECLS
