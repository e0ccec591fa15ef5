/* troupe-shell-settings.h: files that the settings of a folder or of the user make shells and editors execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns what shells, editors and similar programs execute in the folder without being asked, as far as settings name it:
 *
 * - files that direnv and mise execute or read, and folders in which they let shells look for programs, because `.envrc`, `.envrc.*` and
 *   `mise*.toml` in the folder, or `.envrc` and `mise.toml` above it, name them;
 * - programs and scripts that the settings of editors, coding agents and hooks in the folder name, such as `.vscode/tasks.json`;
 * - targets of links in the home folder, such as `~/.bashrc`.
 *
 * The paths are absolute, also with links resolved, need not exist, and are neither @root nor above it. What a script makes of
 * variables is not known. @root: the folder of a document, absolute. Blocks. Thread: any. (transfer full) */
char **troupe_shell_settings_list (const char *root);

G_END_DECLS
