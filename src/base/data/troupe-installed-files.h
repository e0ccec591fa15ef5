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

/**
 * troupe_installed_files_choose:
 * @installed: the path of the file in the prefix that was configured
 * @others: (array zero-terminated=1): further paths, relative to the folder of the running program:
 *   in a relocated installation and in the build folder
 *
 * Finds a program or script that is installed outside of the folder of data, or that is used from the
 * build folder.
 *
 * Returns: (transfer full): the first path that is a regular file; @installed if none is. Any thread
 */
char *troupe_installed_files_choose (const char *installed, const char *const *others);

G_END_DECLS
