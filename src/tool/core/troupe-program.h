/* troupe-program.h: lookup of programs in PATH
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Removes the relative folders from the search path @value, because they depend on the current
 * folder. Returns the result. (transfer full) */
char *troupe_program_keep_absolute (const char *value);

/**
 * troupe_program_find:
 * @name: as typed in a shell; a name with a slash is used unchanged
 * @folder: the absolute path of a document's folder
 *
 * Works like g_find_program_in_path(), but ignores programs in the document's folder unless they
 * are named by their path.
 *
 * Returns: (transfer full) (nullable): the path of the program, or %NULL if it was not found
 */
char *troupe_program_find (const char *name, const char *folder);

/* Returns the file to which the program leads if this is a program of the system. (transfer full) (nullable) */
char *troupe_program_resolve_system (const char *program);

/* Returns TRUE if the program is in one of the folders of PATH, from which the user runs programs,
 * and not in @folder, the document's. @program: absolute */
gboolean troupe_program_is_installed (const char *program, const char *folder);

/* Returns FALSE with %TROUPE_TOOL_ERROR_NOT_PERMITTED if @folder leads elsewhere than when the run began, so
 * that nothing may be started in it. @target: (nullable): where it led (troupe_path_resolve()); %NULL for
 * anywhere */
gboolean troupe_program_check_folder (const char *folder, const char *target, GError **error);

G_END_DECLS
