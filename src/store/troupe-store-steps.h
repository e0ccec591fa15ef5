/* troupe-store-steps.h: store: finished steps of a run, for resuming it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* TRUE if the run ?1 has finished a method or a task, or has received an answer, so that this
 * work need not be repeated. A run without a result was resumed as another run. */
#define TROUPE_STORE_HAS_WORK_SQL                                                                  \
  "((SELECT result FROM runs WHERE id = ?1) IS NOT NULL AND ("                                     \
  "EXISTS (SELECT 1 FROM task_outputs WHERE run = ?1)"                                            \
  " OR EXISTS (SELECT 1 FROM answers WHERE run = ?1)"                                              \
  " OR EXISTS (SELECT 1 FROM steps WHERE key BETWEEN"                                              \
  " ((SELECT number FROM runs WHERE id = ?1) << 32) + 1 AND"                                       \
  " (SELECT number FROM runs WHERE id = ?1) << 32 | 4294967295"                                    \
  " AND error IS NULL AND method <> '')))"
/* @database: locked by the caller. */
gboolean troupe_store_has_work (TroupeDatabase *database, const char *run_id);
/* Returns TRUE if the run is a training or a test of a crew (troupe-store-rounds.h). Such a run
 * is never resumed. */
gboolean troupe_store_is_of_rounds (TroupeDatabase *database, const char *run_id);

#define TROUPE_STORE_ADD_STEP_SQL                                                                  \
  "INSERT OR REPLACE INTO steps (key, method, launch, at_once, value, error, state, feedback)"     \
  " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

/* @run: the number of the run; @secret: (nullable): redacted in the steps */
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
