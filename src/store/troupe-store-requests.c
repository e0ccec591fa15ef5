/* troupe-store-requests.c: store: requests of runs for human feedback
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-requests"

#include "config.h"

#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store-record.h"
#include "troupe-store-requests.h"
#include "troupe-store-value.h"

#define REQUEST_COLUMNS                                                                            \
  "requests.run, requests.id, flow, method, launch, behind, question, state, asked_us,"            \
  " states_path, n_rows, is_open"

static TroupeValue *
ref_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : NULL;
}

/* (transfer full) */
TroupeRunRequest *
troupe_run_request_copy (const TroupeRunRequest *self)
{
  TroupeRunRequest *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  copy->id = g_strdup (self->id);
  copy->run_id = g_strdup (self->run_id);
  copy->flow_id = g_strdup (self->flow_id);
  copy->method = g_strdup (self->method);
  copy->question = ref_or_null (self->question);
  copy->state = ref_or_null (self->state);
  copy->states_path = g_strdup (self->states_path);
  return copy;
}

void
troupe_run_request_free (TroupeRunRequest *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->run_id);
  g_free (self->flow_id);
  g_free (self->method);
  g_clear_pointer (&self->question, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_free (self->states_path);
  g_free (self);
}

/* --- Writing, on the writer thread ------------------------------------------------------------ */

/* @statement: prepared from TROUPE_STORE_ADD_REQUEST_SQL */
int
troupe_store_write_request (sqlite3_stmt *statement,
                            const TroupeRunRequest *request,
                            TroupeSecret *secret)
{
  g_autofree char *question = troupe_store_value_to_hidden_text (request->question, secret);
  g_autofree char *state = troupe_store_value_to_hidden_text (request->state, secret);

  troupe_statement_bind_text (statement, 1, request->run_id);
  troupe_statement_bind_text (statement, 2, request->id);
  troupe_statement_bind_text (statement, 3, request->flow_id);
  troupe_statement_bind_text (statement, 4, request->method);
  sqlite3_bind_int64 (statement, 5, request->launch);
  sqlite3_bind_int64 (statement, 6, request->behind);
  troupe_statement_bind_text (statement, 7, question);
  troupe_statement_bind_text (statement, 8, state);
  sqlite3_bind_int64 (statement, 9, request->asked_us);
  troupe_statement_bind_text (statement, 10, request->states_path);
  sqlite3_bind_int64 (statement, 11, request->n_rows);
  sqlite3_bind_int (statement, 12, request->is_open);
  return troupe_statement_run (statement);
}

/* @statement: prepared from TROUPE_STORE_ANSWER_SQL; @steps: (element-type TroupeRunStep) */
int
troupe_store_answer_requests (sqlite3_stmt *statement, const char *run_id, GPtrArray *steps)
{
  int code = SQLITE_OK;

  for (guint i = 0; code == SQLITE_OK && i < steps->len; i++)
    {
      const TroupeRunStep *step = g_ptr_array_index (steps, i);

      if (!step->was_asked)
        continue;
      troupe_statement_bind_text (statement, 1, run_id);
      troupe_statement_bind_text (statement, 2, step->method);
      sqlite3_bind_int64 (statement, 3, step->launch);
      code = troupe_statement_run (statement);
    }
  return code;
}

/* --- Reading ------------------------------------------------------------------------------------- */

static const char all_sql[] = "SELECT " REQUEST_COLUMNS " FROM requests"
                              " WHERE run = ?1 AND (?2 = 0 OR is_open = 1)"
                              " ORDER BY asked_us, id";
static const char open_sql[] =
    "SELECT " REQUEST_COLUMNS ", status, owner_process, owner_start, owner_boot"
    " FROM requests JOIN runs ON runs.id = requests.run"
    " WHERE is_open = 1 ORDER BY asked_us, requests.id";

/* @database: locked by the caller; @run_id: (nullable): NULL for the open requests of all runs
 *   that are not being executed by a process. Rows with an unreadable question are skipped.
 *   (transfer full) (element-type TroupeRunRequest) (nullable) */
GPtrArray *
troupe_store_read_requests (TroupeDatabase *database,
                            const TroupeStoreOwner *owner,
                            const char *run_id,
                            gboolean only_open,
                            GError **error)
{
  g_autoptr (GPtrArray) requests =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_request_free);
  sqlite3_stmt *statement =
      troupe_database_prepare (database, run_id != NULL ? all_sql : open_sql, error);
  int code;

  if (statement == NULL)
    return NULL;
  if (run_id != NULL)
    {
      troupe_statement_bind_text (statement, 1, run_id);
      sqlite3_bind_int (statement, 2, only_open);
    }
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      TroupeRunRequest *request = g_new0 (TroupeRunRequest, 1);

      request->run_id = troupe_statement_get_needed_text (statement, 0);
      request->id = troupe_statement_get_needed_text (statement, 1);
      request->flow_id = troupe_statement_get_needed_text (statement, 2);
      request->method = troupe_statement_get_needed_text (statement, 3);
      request->launch = (guint) sqlite3_column_int64 (statement, 4);
      request->behind = sqlite3_column_int64 (statement, 5);
      request->question =
          troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 6));
      request->state =
          troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 7));
      request->asked_us = sqlite3_column_int64 (statement, 8);
      request->states_path = troupe_statement_get_text (statement, 9);
      request->n_rows = (guint) sqlite3_column_int64 (statement, 10);
      request->is_open = sqlite3_column_int (statement, 11) != 0;

      if (request->question != NULL && troupe_value_is (request->question, TROUPE_VALUE_MAP) &&
          (run_id != NULL ||
           troupe_run_status_find ((const char *) sqlite3_column_text (statement, 12)) !=
               TROUPE_RUN_STATUS_RUNNING ||
           !troupe_store_owner_is_alive (owner, sqlite3_column_int64 (statement, 13),
                                         sqlite3_column_int64 (statement, 14),
                                         (const char *) sqlite3_column_text (statement, 15))))
        g_ptr_array_add (requests, request);
      else
        troupe_run_request_free (request);
    }
  if (code != SQLITE_DONE)
    troupe_database_take_error (database, code, error);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE ? g_steal_pointer (&requests) : NULL;
}
