/* troupe-installed-files.h: locations of the installed data files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_installed_files_find_folder:
 * @folder: path below the folder of architecture-independent data, such as `icons`
 * @file: a file or folder in @folder that Troupe installs
 *
 * Finds the folder that contains an installed file. The folder of data is that of the configured
 * prefix; if the program was moved or installed with DESTDIR, `share` beside the folder of the
 * program; otherwise each folder of `XDG_DATA_DIRS`. May be called on any thread.
 *
 * Returns: (transfer full): the first @folder that contains @file, or @folder in the configured
 *   prefix
 */
char *troupe_installed_files_find_folder (const char *folder, const char *file);

/* Returns the path of the installed file or folder @name of Troupe's own data, such as `prices.json`.
 * The path may not exist. (transfer full) */
char *troupe_installed_files_find (const char *name);

G_END_DECLS
