/* troupe-store-check.h: whether a database is sound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"

G_BEGIN_DECLS

gboolean troupe_database_check (TroupeDatabase *self, gboolean is_thorough, GError **error);
void troupe_database_mark (const char *path);
/* The file that says so: the next opening looks closely. (transfer full) */
char *troupe_database_get_mark (const char *path);
/* One process at a time replaces a database: a descriptor that is closed then, -1 where another one does not come to an
 * end with it. */
int troupe_database_lock_replacing (const char *path);
/* Moves a database with what belongs to it out of the way. (transfer full) (nullable): where to */
char *troupe_database_set_aside (const char *path, GError **error);
TroupeDatabase *troupe_database_open_sound (const char *path, char **notice, GError **error);

G_END_DECLS
