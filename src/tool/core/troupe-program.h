/* troupe-program.h: which program a name means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The list of folders @value without the parts that mean another folder wherever they are used. (transfer full) */
char *troupe_program_keep_absolute (const char *value);

/**
 * troupe_program_find:
 * @name: as it would be typed; one with a slash is taken as it is
 * @folder: an absolute folder, of a document
 *
 * As g_find_program_in_path(), but finds nothing that the document brought along, unless it was named by its path.
 *
 * Returns: (transfer full) (nullable): the program's path, or %NULL where there is none
 */
char *troupe_program_find (const char *name, const char *folder);

G_END_DECLS
