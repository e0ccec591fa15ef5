/* troupe-open-files.h: the number of files that the process may open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Raises the limit of open files, which also covers connections, as far as the system permits and
 * at most to the number that the largest batch needs. Sessions usually permit 1,024, because
 * programs with select() cannot use more; Troupe does not use it. Does nothing if the limit cannot
 * be raised. Must be called when the program starts, in the main thread. */
void troupe_open_files_raise_limit (void);

G_END_DECLS
