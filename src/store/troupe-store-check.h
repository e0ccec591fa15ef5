/* troupe-store-check.h: integrity check and replacement of SQLite databases
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"

G_BEGIN_DECLS

gboolean troupe_database_check (TroupeDatabase *self, gboolean is_thorough, GError **error);
void troupe_database_mark (const char *path);
/* Returns the path of the file that marks a damaged database, which is checked thoroughly the
 * next time it is opened. (transfer full) */
char *troupe_database_get_mark (const char *path);
/* Acquires the lock for replacing a database. Returns a file descriptor, which the caller
 * closes, or -1 if another process does not release the lock in time. */
int troupe_database_lock_replacing (const char *path);
/* Moves a database and its additional files aside. (transfer full) (nullable): the new path */
char *troupe_database_set_aside (const char *path, GError **error);
TroupeDatabase *troupe_database_open_sound (const char *path, char **notice, GError **error);

G_END_DECLS
