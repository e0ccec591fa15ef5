/* troupe-store-answers.h: store: responses of models, tools and users to unfinished work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-database.h"
#include "troupe-store.h"

G_BEGIN_DECLS

#define TROUPE_STORE_ADD_ANSWER_SQL                                                                \
  "INSERT OR REPLACE INTO answers (run, place, ordinal, request, value) VALUES (?, ?, ?, ?, ?)"
#define TROUPE_STORE_FORGET_ANSWERS_SQL                                                            \
  "DELETE FROM answers WHERE run = ?1"                                                             \
  " AND (?2 IS NULL OR place = ?2 OR substr (place, 1, length (?2) + 1) = ?2 || '/')"

#define TROUPE_STORE_ADD_CALL_SQL                                                                  \
  "INSERT OR REPLACE INTO calls (run, place, ordinal, request, value) VALUES (?, ?, ?, ?, ?)"

/* @secret: (nullable): redacted in the answer */
int troupe_store_write_answer (sqlite3_stmt *statement,
                               const char *run_id,
                               const TroupeStoredAnswer *answer,
                               TroupeSecret *secret);
/* @database: locked by the caller. (transfer full) (element-type TroupeStoredAnswer) (nullable) */
GPtrArray *troupe_store_read_answers (TroupeDatabase *database, const char *run_id, GError **error);

/* Returns the number of the last kept call of a run, 0 if there is none. @database: locked by the caller. */
gint64 troupe_store_find_last_call (TroupeDatabase *database, const char *run_id);
/* Reads the kept calls of a run in their order, like troupe_store_read_answers(). */
GPtrArray *troupe_store_read_calls (TroupeDatabase *database, const char *run_id, GError **error);

G_END_DECLS
