/* troupe-search-paths.h: folders in which the user's programs and libraries are looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds the folders of `PATH`, `LD_LIBRARY_PATH` and those of Python such as `PYTHONUSERBASE` in @root to a set of paths relative to it, also those that do not exist, what
 * each Python executes in folders of `PYTHONPATH` when it starts, and files that variables such as `BASH_ENV` name.
 * Programs of the user, and Troupe itself, start and load what is there. Relative paths are those in @root and in the current folder. @root: absolute, without links. Blocks.
 * Threads: any thread. */
void troupe_search_paths_collect (const char *root, GHashTable *paths);

/* Adds the folders of `PYTHONPATH` in @root and those of their compiled modules in the same way; the path of @root itself is empty. */
void troupe_search_paths_collect_modules (const char *root, GHashTable *paths);

/* Returns the names of the parts of an environment of Python that its programs execute. (transfer none) */
const char *const *troupe_search_paths_list_parts (void);

/* Returns TRUE if the path is one of troupe_search_paths_collect() or in such a folder, or in one of these parts. @root: as above. @path: absolute. Blocks. */
gboolean troupe_search_paths_have (const char *root, const char *path);

/* Returns TRUE if a folder above @path is an environment of Python, and the path is in one of the parts that its programs
 * execute. @path: absolute. Blocks. */
gboolean troupe_search_paths_is_in_environment (const char *path);

/* Returns TRUE if programs look in @folder itself for what they start or load, because an absolute part of `PATH`,
 * `LD_LIBRARY_PATH`, `PERL5LIB` and the like leads to it, or to a folder above it for those that have subfolders, such as
 * `ZDOTDIR`. Such a folder cannot be protected name by name. Folders of `PYTHONPATH` do not count, because Python executes
 * only some of their modules without being asked. @folder: absolute, without links. Blocks. */
gboolean troupe_search_paths_is_searched (const char *folder);

/* Returns the environment of this process without variables that let the dynamic linker load libraries, for a program that
 * is started outside of a sandbox. (transfer full) */
char **troupe_search_paths_make_environment (void);

/* Returns TRUE for a variable that lets the dynamic linker or the C library load other files. */
gboolean troupe_search_paths_is_of_linker (const char *name);

/* Returns TRUE if an open folder is an environment of Python, whose programs are started by editors that open a folder
 * above. */
gboolean troupe_search_paths_is_environment (int folder);

G_END_DECLS
