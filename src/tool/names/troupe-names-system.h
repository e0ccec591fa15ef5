/* troupe-names-system.h: names of programs and libraries of the system, which others of the same name would hide
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns TRUE if a file @name in a folder @parent would hide a program of the system from programs of the user: the folder is one of those
 * of installed packages (`node_modules/.bin`, `vendor/bin`), which hooks and scripts put in front of `PATH`. @above: (nullable): the
 * name of the folder that contains @parent. All are folded. Reads the folders of the system the first time. One thread. */
gboolean troupe_names_system_hides_program (const char *above, const char *parent, const char *name);

/* Returns TRUE if a file @name has the name of a library of the system. An empty part of `LD_LIBRARY_PATH` is the working folder of each
 * program, so that it would be loaded instead. @name: folded. As above. */
gboolean troupe_names_system_hides_library (const char *name);

/* Returns TRUE for the name of a folder of the former kind, or of one that may contain it. @name: folded */
gboolean troupe_names_system_has_programs (const char *name);

G_END_DECLS
