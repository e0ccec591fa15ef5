/* troupe-store-check.h: whether a database is sound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"

G_BEGIN_DECLS

gboolean troupe_database_check (TroupeDatabase *self, gboolean is_thorough, GError **error);
void troupe_database_mark (const char *path);
TroupeDatabase *troupe_database_open_sound (const char *path, char **notice, GError **error);

G_END_DECLS
