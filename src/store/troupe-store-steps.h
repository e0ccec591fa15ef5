/* troupe-store-steps.h: what a run has finished
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store.h"

G_BEGIN_DECLS

#define TROUPE_STORE_ADD_STEP_SQL                                                                  \
  "INSERT OR REPLACE INTO steps (key, method, launch, at_once, value, error, state, feedback)"     \
  " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

/* @run: its number; @secret: (nullable): is masked in what they hold */
int troupe_store_write_steps (sqlite3_stmt *statement,
                              gint64 run,
                              GPtrArray *steps,
                              TroupeSecret *secret);
GPtrArray *troupe_store_read_steps (TroupeDatabase *database, const char *run_id, GError **error);
gboolean troupe_store_claim (TroupeDatabase *database,
                             const char *run_id,
                             const TroupeStoreOwner *owner,
                             const TroupeStoreOwner *former,
                             gint64 ended_us,
                             GError **error);

G_END_DECLS
