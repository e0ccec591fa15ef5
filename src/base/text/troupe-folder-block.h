/* troupe-folder-block.h: renames and restores what code has left in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All functions block, may be called on any thread, and follow no link. Code may have taken the permissions from
 * each of the folders. */

/* Opens the folder of a descriptor (%O_PATH) for a search, also if code has locked it. Returns -1 with errno set if
 * that fails. */
int troupe_folder_block_open_root (int folder);

/* Opens the folder @name in the open folder @place for a search, also if code has locked it, which makes it accessible
 * to the user again. Returns -1 with errno set if that fails. */
int troupe_folder_block_open (int place, const char *name);

/* Opens the folder above @path, which is relative to the open folder @root. Returns -1 with errno set if that
 * fails. */
int troupe_folder_block_open_above (int root, const char *path);

/* Appends %TROUPE_FOLDER_BLOCKED to the name of an entry of the open folder @place. Never replaces another file. A
 * name that becomes too long loses its end. Returns the new name, or %NULL with errno set. (transfer full)
 * (nullable) */
char *troupe_folder_block_rename (int place, const char *name);

/**
 * troupe_folder_block_put_back:
 * @root: the open folder
 * @path: path of a folder relative to @root
 * @above: the open folder in which it was
 * @name: its name there, which no other entry has
 *
 * Moves a folder of the user back to its place.
 *
 * Returns: %FALSE if that failed
 */
gboolean troupe_folder_block_put_back (int root, const char *path, int above, const char *name);

G_END_DECLS
