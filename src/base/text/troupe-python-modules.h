/* troupe-python-modules.h: modules that Python imports whatever program it runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The folder of compiled modules, in the folder of the modules. */
#define TROUPE_PYTHON_CACHE "__pycache__"

/* Returns TRUE if Python may import the file or folder without being asked for it, if it is in a folder from which it loads modules, such as one of
 * `PYTHONPATH`, or in its %TROUPE_PYTHON_CACHE: what each Python executes when it starts, and what hides a module of the standard library.
 * @name: folded, of any version and kind of module. Threads: any, for both functions. */
gboolean troupe_python_module_is_started (const char *name);

/* Adds the paths of all such modules in @folder, whether they exist or not. Of extensions, these are the ones for any version. @paths:
 * (element-type filename): with g_free() as free function */
void troupe_python_module_add_files (const char *folder, GPtrArray *paths);

/* Returns TRUE if Python, when it is started in a folder with `-m` or `-c`, imports the file instead of a module of the standard library:
 * `json.py`, `json/__init__.py`. A folder without such a file is not imported. @path: folded, relative to the folder */
gboolean troupe_python_module_hides (const char *path);

/* Adds the paths of all such files, relative to the folder. @paths: set of paths, with g_free() as free function */
void troupe_python_module_add_hiding (GHashTable *paths);

/* Adds those of them that exist in @folder. Blocks. */
void troupe_python_module_find_hiding (const char *folder, GHashTable *paths);

G_END_DECLS
