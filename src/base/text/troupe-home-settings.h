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

/* Returns the paths of the files in which shells, the session and `ssh` find what they execute, such as `~/.bashrc`, as far as they exist.
 * Blocks. Thread: any. (transfer full) */
char **troupe_home_settings_list_files (void);

G_END_DECLS
