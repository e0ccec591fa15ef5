/* troupe-names-walk.h: finds the folder and the name to which a path of another process leads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <limits.h>

#include "troupe-names-caller.h"

G_BEGIN_DECLS

/**
 * TroupeNamesWalk:
 * @caller: whose root, working folder and `/proc/self` count
 * @parent: the folder of the last name with O_PATH, or -1
 * @name: the last name; empty, `.` or `..` if the path ends with none
 * @has_slash: whether a slash follows
 * @n_links: how many links were followed
 *
 * The kernel must not resolve the path a second time, because links may be exchanged in the meantime. What is done with the name is
 * done relative to the open folder.
 */
typedef struct
{
  const TroupeNamesCaller *caller;
  int parent;
  char name[NAME_MAX + 1];
  gboolean has_slash;
  guint n_links;
} TroupeNamesWalk;

#define TROUPE_NAMES_WALK_INIT(from)                                                               \
  {                                                                                                \
    .caller = (from), .parent = -1                                                                 \
  }

/* Finds the folder of the last name, without following the name itself. @folder: a descriptor of the caller, or AT_FDCWD. Returns
 * 0 or an errno. */
int troupe_names_walk_begin (TroupeNamesWalk *self, int folder, const char *path);

/* Follows the name, which is a link. @target: (out): an open file with O_PATH if the link leads to it without a path, such as
 * `/proc/PID/fd/3`, otherwise -1: then the walk has another folder and name. Returns 0 or an errno. */
int troupe_names_walk_follow (TroupeNamesWalk *self, int *target);

/* Opens the file to which a path in the memory of the caller leads. @flags: AT_SYMLINK_FOLLOW, AT_EMPTY_PATH; @file: (inout): -1, then with O_PATH. Returns
 * 0 or an errno. */
int
troupe_names_walk_open (TroupeNamesWalk *walk, int folder, guint64 address, int flags, int *file);
/* Returns TRUE if the name is that of an entry. */
gboolean troupe_names_walk_has_name (const TroupeNamesWalk *self);

void troupe_names_walk_clear (TroupeNamesWalk *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeNamesWalk, troupe_names_walk_clear)

/* Returns TRUE if the open file belongs in `/proc` to another process than that of the caller, for example to the supervisor, or to the
 * first process of the sandbox, which has no filter: its memory may be opened by the supervisor, but not by code. */
gboolean troupe_names_walk_is_foreign (const TroupeNamesCaller *caller, int file);

G_END_DECLS
