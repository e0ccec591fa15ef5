/* troupe-store-prune.h: retention: removal of old runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* Removes runs in one transaction. Sets @n_removed to 0 if no more runs have to be removed.
 * Returns an SQLite result code. */
int troupe_store_prune_rows (TroupeDatabase *database,
                             const TroupeStoreRetention *retention,
                             guint *n_removed);
/* Releases the free pages of the file. Failures are ignored. */
void troupe_database_shrink (TroupeDatabase *database);

G_END_DECLS
