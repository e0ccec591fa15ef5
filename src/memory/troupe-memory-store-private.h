/* troupe-memory-store-private.h: internals shared by the files of the memory store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-database.h"

G_BEGIN_DECLS

/* Locks the store and returns its database, which is opened if necessary. On failure, returns
 * NULL with @error set, and the store is not locked. (transfer none) (nullable) */
TroupeMemoryDatabase *troupe_memory_store_lock (TroupeMemoryStore *self, GError **error);
void troupe_memory_store_unlock (TroupeMemoryStore *self);

/* Finds the number of a space. @number: (out): 0 if the space does not exist. Called with the
 * lock held. */
gboolean troupe_memory_store_find_space (TroupeMemoryDatabase *database,
                                         const char *name,
                                         gint64 *number,
                                         GError **error);

G_END_DECLS
