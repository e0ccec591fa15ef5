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

/**
 * troupe_own_folders_find:
 * @root: a folder, absolute and without links
 * @hole: (nullable): a path relative to @root that is not searched
 *
 * Finds the folders of Troupe in the folder of a document, where they are if a variable such as
 * `XDG_STATE_HOME` says so, and creates them: what does not exist when a sandbox starts cannot be hidden in it.
 * Blocks. Threads: any.
 *
 * Returns: (transfer full) (element-type utf8): set of paths relative to @root
 */
GHashTable *troupe_own_folders_find (const char *root, const char *hole);

G_END_DECLS
