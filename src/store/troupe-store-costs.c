/* troupe-store-costs.c: costs of saved runs (model calls)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-costs"

#include "config.h"

#include "troupe-store-costs.h"
#include "troupe-store-private.h"
#include "troupe-store-record.h"

/* ?1: the limit; ?2: the document; ?3: the start time; ?4: the status. The costs are those that the summary of a run adds up as its
 * calls end, so that the lines of its events, which may be long, are not read. */
#define LIST                                                                                       \
  "SELECT id, started_us, status, coalesce (micro_dollars, 0), coalesce (n_calls, 0),"             \
  " coalesce (n_unpriced, 0)"                                                                      \
  " FROM runs LEFT JOIN summaries ON summaries.number = runs.number"                               \
  " WHERE (?2 IS NULL OR path = ?2 AND NOT " IS_OF_ROUNDS ")"                                      \
  " AND started_us >= ?3 AND (?4 IS NULL OR status = ?4)"                                          \
  " ORDER BY started_us DESC, id DESC LIMIT ?1"
/* Used to exclude runs with several kickoffs, because their cost does not predict the cost of
 * the next run. */
#define IS_OF_ROUNDS                                                                               \
  "CASE WHEN json_valid (options) THEN json_extract (options, '$.rounds') IS NOT NULL ELSE 0 END"

void
troupe_run_cost_free (TroupeRunCost *self)
{
  g_free (self->id);
  g_free (self);
}

static gpointer
read_cost (sqlite3_stmt *statement, gpointer user_data)
{
  TroupeRunCost *cost = g_new0 (TroupeRunCost, 1);

  cost->id = troupe_statement_get_needed_text (statement, 0);
  cost->started_us = sqlite3_column_int64 (statement, 1);
  cost->status = troupe_run_status_find ((const char *) sqlite3_column_text (statement, 2));
  cost->micro_dollars = MAX (sqlite3_column_int64 (statement, 3), 0);
  cost->n_calls = (guint) sqlite3_column_int64 (statement, 4);
  cost->n_unpriced = (guint) sqlite3_column_int64 (statement, 5);
  return cost;
}

GPtrArray *
troupe_store_list_costs (TroupeStore *self,
                         const char *path,
                         const char *status,
                         gint64 since_us,
                         guint limit,
                         GError **error)
{
  g_autoptr (TroupeDatabase) database = NULL;
  g_autoptr (GPtrArray) costs = NULL;
  sqlite3_stmt *statement;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);

  /* Includes the data that this process has queued. Uses a separate connection, so that other
   * readers do not wait for long queries. */
  troupe_store_writer_wait (self->writer, FALSE, NULL);
  database = troupe_database_open (self->folder, self->path, NULL, error);
  statement = database != NULL ? troupe_database_prepare (database, LIST, error) : NULL;
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, limit != 0 ? (sqlite3_int64) limit : -1);
  troupe_statement_bind_text (statement, 2, path);
  sqlite3_bind_int64 (statement, 3, since_us);
  troupe_statement_bind_text (statement, 4, status);
  costs = troupe_database_read_rows (database, statement, read_cost, NULL,
                                     (GDestroyNotify) troupe_run_cost_free, error);
  sqlite3_finalize (statement);
  return g_steal_pointer (&costs);
}
