/* troupe-folder-watch.h: renames protected files that code has created in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-folder-findings.h"

G_BEGIN_DECLS

/**
 * TroupeFolderWatch:
 *
 * A sandbox hides the protected files of a folder, but it cannot prevent code that may write there
 * from creating new ones, such as `.git/hooks/post-commit`, which other programs would execute
 * outside of the sandbox. A watch remembers which protected files exist before such code runs, and
 * renames all others after it has ended. If code of several runs may write there at the same time, each
 * of them remembers what existed before the first of them. Blocks; may be used on any thread, but on one at a time.
 */
typedef struct _TroupeFolderWatch TroupeFolderWatch;

/* Starts the watch. Code of the run must not be running yet. Returns NULL if @folder is shared, because sandboxes do not write there, or if
 * it is too large to be searched; then no sandbox starts either. What was created since has no such
 * limits. (transfer full) (nullable) */
TroupeFolderWatch *troupe_folder_watch_new (const char *folder);
void troupe_folder_watch_free (TroupeFolderWatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderWatch, troupe_folder_watch_free)

/* Returns the folder without symbolic links. (transfer none) */
const char *troupe_folder_watch_get_folder (TroupeFolderWatch *self);

/* Leaves the folder or file @path as it is, although it is hidden, because the user has granted it to the
 * document. Protected and other hidden files in it are renamed. @path: absolute, without links */
void troupe_folder_watch_grant (TroupeFolderWatch *self, const char *path);

/**
 * troupe_folder_watch_end:
 * @findings: (out caller-allocates): what was found
 *
 * Renames protected files and folders that were created since the watch started, and all other hidden
 * ones that are neither harmless nor caches, by appending %TROUPE_FOLDER_BLOCKED to their names.
 * Folders that became links are put back, if that is possible. Folders that were made read-only become
 * writable for the user.
 */
void troupe_folder_watch_end (TroupeFolderWatch *self, TroupeFolderFindings *findings);

G_END_DECLS
