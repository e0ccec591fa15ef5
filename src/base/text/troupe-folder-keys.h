/* troupe-folder-keys.h: names of files in which tools keep keys, passwords and tokens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns TRUE if tools keep keys in files of this name, by rules about its words: hidden files such as `.openai_key` and `.vault_pass.txt`, settings of
 * coding agents and their servers (`.cursor/mcp.json`), variables and state of Terraform, and settings that differ between
 * computers. @parent: name of the folder, or empty if it is not known; @name: folded, as @parent is. Threads: any. */
gboolean troupe_folder_keys_is_file (const char *parent, const char *name);

G_END_DECLS
