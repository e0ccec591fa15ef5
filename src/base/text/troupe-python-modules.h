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

G_END_DECLS
