/* troupe-own-folders.h: the folders in which Troupe keeps its own data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the paths without links of the folders of Troupe's data, state, caches, configuration and running
 * processes, which need not exist. Threads: any. (transfer full) (element-type utf8) */
GPtrArray *troupe_own_folders_list (void);

/* Adds a folder that this process uses for data, such as that of `--data-dir`, to what troupe_own_folders_find() finds, and
 * notes it for other processes of the user, which find it as long as it has data. Folders in it are not Troupe's own. Blocks. Threads: any. */
void troupe_own_folders_add (const char *folder);

/* Returns TRUE if @root, an absolute path without links, is a folder that was added. Threads: any. */
gboolean troupe_own_folders_is_added (const char *root);

/* Returns TRUE if a file with this name in a folder that was added is a database of Troupe. Threads: any. */
gboolean troupe_own_folders_is_database (const char *name);

/**
 * troupe_own_folders_find:
 * @root: a folder, absolute and without links
 * @hole: (nullable): a path relative to @root that is not searched
 *
 * Finds the folders of Troupe in the folder of a document, where they are if a variable such as
 * `XDG_STATE_HOME` or troupe_own_folders_add() says so, and creates them: what does not exist when a sandbox starts cannot be hidden in it.
 * Blocks. Threads: any.
 *
 * Returns: (transfer full) (element-type utf8): set of paths relative to @root
 */
GHashTable *troupe_own_folders_find (const char *root, const char *hole);

G_END_DECLS
