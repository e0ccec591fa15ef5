/* troupe-search-paths.h: folders in which the user's programs and libraries are looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds the folders of `PATH`, `LD_LIBRARY_PATH` and those of Python such as `PYTHONUSERBASE` in @root to a set of paths relative to it, also those that do not exist, what
 * each Python executes in folders of `PYTHONPATH` when it starts, and what any other variable or settings of the user name (troupe_shell_settings_list()), except data.
 * Programs of the user, and Troupe itself, start and load what is there. Relative paths are those in @root and in the current folder. @root: absolute, without links. Blocks.
 * Threads: any thread. */
void troupe_search_paths_collect (const char *root, GHashTable *paths);

/* Adds the folders of `PYTHONPATH` in @root and those of their compiled modules in the same way; the path of @root itself is empty. */
void troupe_search_paths_collect_modules (const char *root, GHashTable *paths);

/* Returns the names of the parts of an environment of Python that its programs execute. (transfer none) */
const char *const *troupe_search_paths_list_parts (void);

/* Returns TRUE if the path is one of troupe_search_paths_collect() or in such a folder, or in one of these parts. @root: as above. @path: absolute. Blocks. */
gboolean troupe_search_paths_have (const char *root, const char *path);

/* Returns TRUE if the folder is itself one in which programs of the user look for what they execute or load, or a part of an environment of
 * Python. @folder: absolute, without links. Blocks. */
gboolean troupe_search_paths_is_one (const char *folder);

/* Returns the environment of this process without variables that let the dynamic linker load libraries, for a program that
 * is started outside of a sandbox. (transfer full) */
char **troupe_search_paths_make_environment (void);

/* Returns TRUE for a variable that lets the dynamic linker or the C library load other files. */
gboolean troupe_search_paths_is_of_linker (const char *name);

/* Returns TRUE if an open folder is an environment of Python, whose programs are started by editors that open a folder
 * above. */
gboolean troupe_search_paths_is_environment (int folder);

G_END_DECLS
