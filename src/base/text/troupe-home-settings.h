/* troupe-home-settings.h: files outside of the home folder that its settings make programs execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns where symbolic links in the home folder and in its hidden folders lead, such as `~/.bashrc` and `~/.config/git/config` in a
 * repository of the user's settings. The paths are absolute and without links. At most 20,000 files are looked at, those with fewer folders above
 * them first, and the answer is kept for some seconds. Blocks. Thread: any. (transfer full) */
char **troupe_home_settings_list_targets (void);

/* Same, of the folders among them, without links of some programs to data: what is in them are settings, such as a repository to which
 * `~/.config/nvim` leads. (transfer full) */
char **troupe_home_settings_list_linked (void);

/* Returns the texts in hidden folders of the home folder, and hidden files in it, that contain the path of the folder, or of the one in the home
 * folder in which it is, such as `~/project`: whatever program reads them, they are its settings, except what programs note about what the
 * user has done. At most 3,000 texts of at most 64 KiB, and 8 MiB in all, are read, and the answer is kept for some seconds. @folder: absolute, without
 * links. Blocks. Thread: any. (transfer full) */
char **troupe_home_settings_list_with (const char *folder);

/* Returns the paths of the files in which shells, the session and `ssh` find what they execute, such as `~/.bashrc`, as far as they exist.
 * Blocks. Thread: any. (transfer full) */
char **troupe_home_settings_list_files (void);

G_END_DECLS
