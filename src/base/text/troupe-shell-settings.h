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
 *   `mise*.toml` in the folder or above it name them;
 * - programs and scripts that the settings of editors, coding agents, hooks and build tools in the folder or above it name, such as `.vscode/tasks.json`;
 * - programs, scripts and folders of programs that files of the user's shells and session name, such as `~/.bashrc`;
 * - targets of links in the home folder and its hidden folders, such as `~/.bashrc` and `~/.config/git/config`.
 *
 * The paths are absolute, also with links resolved, need not exist, and are not above @root; @root itself is one if all files in it that match a pattern are executed. What a script makes of
 * variables is not known. @root: the folder of a document, absolute. Blocks. Thread: any. (transfer full) */
char **troupe_shell_settings_list (const char *root);

/* Same, of the settings in the folder @top, which is @root or below it. (transfer full) */
char **troupe_shell_settings_list_in (const char *root, const char *top);

/* Returns TRUE if an entry of a folder with this name is, or contains, settings of troupe_shell_settings_list_in(). @name:
 * folded (troupe_folder_name_fold()) */
gboolean troupe_shell_settings_is_one (const char *name);

/* Returns TRUE if files of the user's shells execute all files in the folder that match a pattern, also new ones. @folder: absolute, without
 * links. Blocks. Thread: any. */
gboolean troupe_shell_settings_have_whole (const char *folder);

G_END_DECLS
