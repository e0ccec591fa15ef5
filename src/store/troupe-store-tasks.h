/* troupe-store-tasks.h: store: outputs of crew tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store.h"

G_BEGIN_DECLS

#define TROUPE_STORE_ADD_TASK_SQL                                                                  \
  "INSERT OR REPLACE INTO task_outputs (run, place, part, task_key, value) VALUES (?, ?, ?, ?, ?)"

/* @secret: (nullable): redacted in the output */
int troupe_store_write_task (sqlite3_stmt *statement,
                             const char *run_id,
                             const TroupeTaskOutput *output,
                             TroupeSecret *secret);
/* @database: locked by the caller. (transfer full) (element-type TroupeTaskOutput) (nullable) */
GPtrArray *troupe_store_read_tasks (TroupeDatabase *database, const char *run_id, GError **error);

G_END_DECLS
