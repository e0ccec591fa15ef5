/* troupe-store-check.h: integrity check and replacement of SQLite databases
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"

G_BEGIN_DECLS

gboolean troupe_database_check (TroupeDatabase *self, gboolean is_thorough, GError **error);
/* Of the following functions, @path is as of TroupeDatabase: its last component is the name of the
 * database in @folder. */

/* Marks a database in which damage was detected in use, so that it is checked thoroughly the next
 * time it is opened. */
void troupe_database_mark (TroupeStoreFolder *folder, const char *path);
gboolean troupe_database_is_marked (TroupeStoreFolder *folder, const char *path);
void troupe_database_unmark (TroupeStoreFolder *folder, const char *path);
/* Acquires the lock for replacing a database. Returns a file descriptor, which the caller
 * closes, or -1 if another process does not release the lock in time. */
int troupe_database_lock_replacing (TroupeStoreFolder *folder, const char *path);
/* Moves a database and its additional files aside. (transfer full) (nullable): the new path */
char *troupe_database_set_aside (TroupeStoreFolder *folder, const char *path, GError **error);
/* Opens the database of runs. @notice: (out) (transfer full) (nullable): a message for the user if a
 * damaged database was replaced. (transfer full) (nullable): NULL with a %G_IO_ERROR */
TroupeDatabase *troupe_database_open_sound (TroupeStoreFolder *folder,
                                            const char *path,
                                            char **notice,
                                            GError **error);

G_END_DECLS
