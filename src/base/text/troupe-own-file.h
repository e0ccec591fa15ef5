/* troupe-own-file.h: files that are installed together with the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_own_file_find:
 * @installed: the path of the file in the prefix that was configured
 * @others: (array zero-terminated=1): further paths, relative to the folder of the running program:
 *   in a relocated installation and in the build folder
 *
 * Returns: (transfer full): the first path that is a regular file; @installed if none is. Any thread
 */
char *troupe_own_file_find (const char *installed, const char *const *others);

G_END_DECLS
