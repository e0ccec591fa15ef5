/* troupe-memory-store-private.h: what the files of the store share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-database.h"

G_BEGIN_DECLS

/* The database, opened where it is not yet; NULL with an error, and then not locked. (transfer none) (nullable) */
TroupeMemoryDatabase *troupe_memory_store_lock (TroupeMemoryStore *self, GError **error);
void troupe_memory_store_unlock (TroupeMemoryStore *self);

/* @number: (out): 0 where there is no such space. Locked. */
gboolean troupe_memory_store_find_space (TroupeMemoryDatabase *database,
                                         const char *name,
                                         gint64 *number,
                                         GError **error);

G_END_DECLS
