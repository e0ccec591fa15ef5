/* troupe-store-rounds.c: store: saved trainings and tests of crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-rounds"

#include "config.h"

#include "troupe-store-document.h"
#include "troupe-store-private.h"
#include "troupe-store-rounds.h"

#define LIST                                                                                       \
  "SELECT id FROM runs WHERE path = ?1 AND status = 'ok' AND json_valid (options)"                 \
  " AND json_extract (options, '$.rounds.kind') = ?2"                                              \
  " AND json_extract (options, '$.rounds.place') IS ?3"                                            \
  " ORDER BY started_us DESC, id DESC LIMIT ?4"

static gpointer
read_id (sqlite3_stmt *statement, gpointer user_data)
{
  return troupe_statement_get_needed_text (statement, 0);
}

GPtrArray *
troupe_store_list_rounds (TroupeStore *self,
                          const char *path,
                          const char *method,
                          const char *kind,
                          guint limit,
                          GError **error)
{
  const TroupeDocumentIdentity document = { .path = path };
  g_autoptr (TroupeDocumentOwner) owner = NULL;
  g_autoptr (GPtrArray) ids = NULL;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (TroupeDatabase) database = NULL;
  sqlite3_stmt *statement;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (path != NULL && kind != NULL, NULL);

  /* Includes the data that this process has queued. Uses a separate connection, so that other
   * readers are not blocked. */
  troupe_store_writer_wait (self->writer, FALSE, NULL);
  database = troupe_database_open (self->folder, self->path, NULL, error);
  statement = database != NULL ? troupe_database_prepare (database, LIST, error) : NULL;
  if (statement == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, path);
  troupe_statement_bind_text (statement, 2, kind);
  troupe_statement_bind_text (statement, 3, method);
  sqlite3_bind_int64 (statement, 4, (sqlite3_int64) limit);
  ids = troupe_database_read_rows (database, statement, read_id, NULL, g_free, error);
  sqlite3_finalize (statement);
  if (ids == NULL)
    return NULL;
  owner = troupe_document_owner_new (&document);
  records = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_record_free);
  for (guint i = 0; i < ids->len; i++)
    {
      g_autoptr (TroupeRunRecord) record =
          troupe_store_get_run (self, g_ptr_array_index (ids, i), NULL);

      /* Runs that another process has just deleted are skipped, and those of an earlier document. */
      if (record != NULL && troupe_store_owner_has_run (owner, record))
        g_ptr_array_add (records, g_steal_pointer (&record));
    }
  return g_steal_pointer (&records);
}
