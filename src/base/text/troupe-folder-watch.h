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
 * renames all others after it has ended. If code of several runs may write there at the same time, also in folders
 * inside each other, each of them remembers what existed before the first of them, and leaves what was granted to any of
 * them as it is. Blocks; may be used on any thread, but on one at a time.
 */
typedef struct _TroupeFolderWatch TroupeFolderWatch;

/**
 * troupe_folder_watch_new:
 * @folder: a folder
 * @granted: (nullable): absolute paths without links that the user has granted to the document. Hidden folders and
 *   files among them stay as they are, but not protected and other hidden files in them. Links may lead to them.
 * @messages: (element-type utf8): receives messages for the user
 *
 * Starts the watch. Code of the run must not be running yet. If the process of an earlier run in the folder,
 * above or below it was killed, what that run should have renamed at its end is renamed first, and reported in
 * @messages.
 *
 * Returns: (transfer full) (nullable): %NULL if @folder is shared, because sandboxes do not write there, or if
 *   it is too large to be searched; then no sandbox starts either. What was created since has no such
 *   limits.
 */
TroupeFolderWatch *
troupe_folder_watch_new (const char *folder, const char *const *granted, GPtrArray *messages);
void troupe_folder_watch_free (TroupeFolderWatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderWatch, troupe_folder_watch_free)

/* States that all code which may write in the folder is supervised (troupe-sandbox-names.h) and cannot create repositories: a new one
 * was created by the user, with `git init` for example, and stays. So does what is new in others. This does not apply to the next run if the
 * process is killed. */
void troupe_folder_watch_set_supervised (TroupeFolderWatch *self);

/* Returns FALSE with an error for the user if no code may run, so that troupe_folder_watch_end() does nothing: what the folder contains could not be found completely, so that
 * files of the user would look new, or it is too large to be recorded for other runs, and for the next one if this one is
 * killed. */
gboolean troupe_folder_watch_check (TroupeFolderWatch *self, GError **error);

/* Returns the folder without symbolic links. (transfer none) */
const char *troupe_folder_watch_get_folder (TroupeFolderWatch *self);

/* Renames what a run should have renamed whose process was killed, as troupe_folder_watch_new() does, and does
 * not watch the folder. Takes microseconds if no run is active and none was killed. */
void troupe_folder_watch_recover (const char *folder, GPtrArray *messages);

/**
 * troupe_folder_watch_end:
 * @findings: (out caller-allocates): what was found
 *
 * Renames protected files and folders that were created since the watch started, and all other hidden
 * ones that are neither harmless nor caches, by appending %TROUPE_FOLDER_BLOCKED to their names. So are new links
 * that lead out of the folder and what was granted (troupe_folder_link_leads_out()).
 * Folders that became links are put back, if that is possible. Folders that were made read-only become
 * writable for the user. If a folder could not be searched, it is listed, and the next run in the folder searches
 * it again.
 */
void troupe_folder_watch_end (TroupeFolderWatch *self, TroupeFolderFindings *findings);

G_END_DECLS
