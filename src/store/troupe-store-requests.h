/* troupe-store-requests.h: store: requests of runs for human feedback
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store.h"

G_BEGIN_DECLS

#define TROUPE_STORE_ADD_REQUEST_SQL                                                               \
  "INSERT OR REPLACE INTO requests (run, id, flow, method, launch, behind, question, state,"       \
  " asked_us, states_path, n_rows, is_open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
#define TROUPE_STORE_CLOSE_REQUEST_SQL "UPDATE requests SET is_open = 0 WHERE run = ? AND id = ?"
/* Closes the request of a method that has ended. */
#define TROUPE_STORE_ANSWER_SQL                                                                    \
  "UPDATE requests SET is_open = 0 WHERE run = ? AND method = ? AND launch = ?"
#define TROUPE_STORE_DROP_REQUESTS_SQL "DELETE FROM requests WHERE run = ?"

int troupe_store_write_request (sqlite3_stmt *statement,
                                const TroupeRunRequest *request,
                                TroupeSecret *secret);
int troupe_store_answer_requests (sqlite3_stmt *statement, const char *run_id, GPtrArray *steps);
GPtrArray *troupe_store_read_requests (TroupeDatabase *database,
                                       const TroupeStoreOwner *owner,
                                       const char *run_id,
                                       gboolean only_open,
                                       GError **error);

G_END_DECLS
