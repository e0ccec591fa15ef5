/* troupe-store-prune.h: letting go of old runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* One transaction: 0 in @n_removed says that there is no more to do. Returns SQLite's code. */
int troupe_store_prune_rows (TroupeDatabase *database,
                             const TroupeStoreRetention *retention,
                             guint *n_removed);
/* Gives the file's free pages back. What is in the way of that is no error. */
void troupe_database_shrink (TroupeDatabase *database);

G_END_DECLS
