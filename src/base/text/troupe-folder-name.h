/* troupe-folder-name.h: names of files that carry secrets or start programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Name of the folder for outputs, which is at the top of the folder of a document. */
#define TROUPE_FOLDER_OUTPUT "output"

/**
 * TroupeFolderTrail:
 * @in_git: whether an earlier name of the path is that of a repository: `.git`, `NAME.git`
 * @parent: the previous name, folded
 *
 * State while the names in a path are checked from left to right. Must be zero-initialized before
 * the first name.
 */
typedef struct
{
  gboolean in_git;
  char parent[32];
} TroupeFolderTrail;

/* Folds the name for comparison in the same manner as file systems that ignore case, invisible
 * characters, or dots and spaces at the end. The functions below expect folded names. (transfer
 * full) */
char *troupe_folder_name_fold (const char *name);

/* Returns TRUE if the file or folder carries secrets or starts programs (doc/reliability.md R9).
 * Adds the name to @trail. */
gboolean troupe_folder_name_is_protected (TroupeFolderTrail *trail, const char *name);
/* Returns TRUE if a file with this name, which need not be protected, may contain a private key, so that its beginning is
 * worth reading. */
gboolean troupe_folder_name_may_hold_key (const char *name);
/* Returns TRUE if the file or folder configures programs that a user starts in the folder, such as
 * an editor or a build tool, so that it may be read but not written. @trail: of the path before the
 * name */
gboolean troupe_folder_name_is_fixed (const TroupeFolderTrail *trail, const char *name);
/* Returns TRUE if the name is that of the data of a version control system, such as `.git`. It may also
 * be that of a file or a link that leads to these data. */
gboolean troupe_folder_name_is_repository (const char *name);
/* Returns TRUE if the name is that of a repository: one of the above, or a bare one of Git (`NAME.git`). */
gboolean troupe_folder_name_is_any_repository (const char *name);
/* Returns TRUE if a new file or folder would make a repository of the open folder: Git takes no folder without `HEAD` for one, but a
 * `commondir` beside it may lead to the other parts elsewhere. @name: not folded */
gboolean troupe_folder_name_completes_repository (int folder, const char *name, gboolean is_file);
/* Returns TRUE if programs of the user execute or read the file or folder without being asked for it, so that code may not even create it
 * for a moment: all configuration of troupe_folder_name_is_fixed(), files of shells, environments of Python. Repositories are not
 * included. @trail: of the path before the name; only its @parent is used */
gboolean troupe_folder_name_starts (const TroupeFolderTrail *trail, const char *name);
/* Returns TRUE if the name belongs to an environment of Python, or is that of compiled modules, which Python loads instead of their
 * sources and which Git ignores; also in packages. @trail: as above */
gboolean troupe_folder_name_is_of_environment (const TroupeFolderTrail *trail, const char *name);
/* Returns FALSE if that is not so in any folder. */
gboolean troupe_folder_name_may_start (const char *name);
/* Returns TRUE if that is so for some names in a folder called @folder, but not elsewhere. @folder: folded */
gboolean troupe_folder_name_has_started (const char *folder);
/* Returns TRUE if the name is hidden and has the form of those that programs give to files until they rename them, such as `.notes.txt.x7Rq2b`
 * and `.tmpk3`. @name: not folded */
gboolean troupe_folder_name_is_scratch (const char *name);
/* Returns TRUE for these names. @folder: (nullable): folded, or any if %NULL */
gboolean troupe_folder_name_is_started_in (const char *folder, const char *name);
/* Returns TRUE if the name is hidden and not known to be harmless. @trail: unused */
gboolean troupe_folder_name_is_unknown (TroupeFolderTrail *trail, const char *name);
/* Returns TRUE if tools or editors create hidden files of this name for themselves, such as `.cache` or
 * `.notes.txt.swp`, so that they are no configuration. */
gboolean troupe_folder_name_is_cache (const char *name);
/* Returns TRUE for the name of a file or folder that a watch has renamed (%TROUPE_FOLDER_BLOCKED). No program
 * looks for it. */
gboolean troupe_folder_name_is_blocked (const char *name);
/* Returns TRUE if the folder contains installed packages or Git's objects. The file names in
 * such folders do not indicate their content. */
gboolean troupe_folder_name_is_package (const TroupeFolderTrail *trail, const char *name);

/* Returns TRUE if the name is that of a file or folder that is usual below such a folder, and that would be
 * watched elsewhere. */
gboolean troupe_folder_name_is_of_package (const char *name);

/* Calls @judge for each folded name of the path until @judge returns TRUE. Returns whether it
 * has returned TRUE. */
gboolean troupe_folder_name_any (const char *path,
                                 gboolean (*judge) (TroupeFolderTrail *trail, const char *name));

G_END_DECLS
