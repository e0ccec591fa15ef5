/* troupe-folder-name.h: names of files that carry secrets or start programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeFolderTrail:
 * @in_git: whether a name before is that of a repository, `.git`
 * @parent: the name before, folded
 *
 * What the names before one in a path have shown. All zero before the first name.
 */
typedef struct
{
  gboolean in_git;
  char parent[32];
} TroupeFolderTrail;

/* Returns the name as file systems compare it that ignore case, invisible characters, or dots and
 * spaces at the end. The functions below expect such names. (transfer full) */
char *troupe_folder_name_fold (const char *name);

/* Returns TRUE if the file or folder carries secrets or starts programs (doc/reliability.md R9).
 * Adds the name to @trail. */
gboolean troupe_folder_name_is_protected (TroupeFolderTrail *trail, const char *name);
/* Returns TRUE if the name is hidden and not known to be harmless. @trail: unused */
gboolean troupe_folder_name_is_unknown (TroupeFolderTrail *trail, const char *name);
/* Returns TRUE if the folder contains installed packages or Git's objects, where names mean
 * nothing. */
gboolean troupe_folder_name_is_package (const TroupeFolderTrail *trail, const char *name);

/* Calls @judge for each name of the path, folded, until it returns TRUE; returns whether it did. */
gboolean troupe_folder_name_any (const char *path,
                                 gboolean (*judge) (TroupeFolderTrail *trail, const char *name));

G_END_DECLS
