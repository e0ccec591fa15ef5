/* troupe-store-answers.c: store: responses of models, tools and users to unfinished work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-answers"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-store-answers.h"
#include "troupe-store-value.h"

TroupeStoredAnswer *
troupe_stored_answer_copy (const TroupeStoredAnswer *self)
{
  TroupeStoredAnswer *copy = g_new0 (TroupeStoredAnswer, 1);

  copy->place = g_strdup (self->place);
  copy->ordinal = self->ordinal;
  copy->request = g_strdup (self->request);
  copy->value = troupe_value_ref (self->value);
  return copy;
}

void
troupe_stored_answer_free (TroupeStoredAnswer *self)
{
  if (self == NULL)
    return;
  g_free (self->place);
  g_free (self->request);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_free (self);
}

/* --- Writing, on the writer thread ------------------------------------------------------------ */

int
troupe_store_write_answer (sqlite3_stmt *statement,
                           const char *run_id,
                           const TroupeStoredAnswer *answer,
                           TroupeSecret *secret)
{
  g_autofree char *value = troupe_store_value_to_hidden_text (answer->value, secret);

  troupe_statement_bind_text (statement, 1, run_id);
  troupe_statement_bind_text (statement, 2, answer->place);
  sqlite3_bind_int64 (statement, 3, answer->ordinal);
  troupe_statement_bind_text (statement, 4, answer->request);
  troupe_statement_bind_text (statement, 5, value);
  TROUPE_CRASH_POINT ("store-answer-before-insert");
  return troupe_statement_run (statement);
}

/* --- Reading ------------------------------------------------------------------------------------- */

static gpointer
read_row (sqlite3_stmt *statement, gpointer user_data)
{
  TroupeStoredAnswer *answer = g_new0 (TroupeStoredAnswer, 1);

  answer->place = troupe_statement_get_needed_text (statement, 0);
  answer->ordinal = sqlite3_column_int64 (statement, 1);
  answer->request = troupe_statement_get_needed_text (statement, 2);
  answer->value = troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 3));
  if (answer->value == NULL)
    answer->value = troupe_value_new_null ();
  return answer;
}

static GPtrArray *
read_all (TroupeDatabase *database, const char *sql, const char *run_id, GError **error)
{
  g_autoptr (GPtrArray) answers = NULL;
  sqlite3_stmt *statement = troupe_database_prepare (database, sql, error);

  if (statement == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, run_id);
  answers = troupe_database_read_rows (database, statement, read_row, NULL,
                                       (GDestroyNotify) troupe_stored_answer_free, error);
  sqlite3_finalize (statement);
  return g_steal_pointer (&answers);
}

GPtrArray *
troupe_store_read_answers (TroupeDatabase *database, const char *run_id, GError **error)
{
  return read_all (database,
                   "SELECT place, ordinal, request, value FROM answers"
                   " WHERE run = ? ORDER BY place, ordinal",
                   run_id, error);
}

GPtrArray *
troupe_store_read_calls (TroupeDatabase *database, const char *run_id, GError **error)
{
  return read_all (database,
                   "SELECT place, ordinal, request, value FROM calls"
                   " WHERE run = ? ORDER BY ordinal",
                   run_id, error);
}

gint64
troupe_store_find_last_call (TroupeDatabase *database, const char *run_id)
{
  sqlite3_stmt *statement =
      troupe_database_prepare (database, "SELECT max (ordinal) FROM calls WHERE run = ?", NULL);
  gint64 number = 0;

  if (statement == NULL)
    return 0;
  troupe_statement_bind_text (statement, 1, run_id);
  if (sqlite3_step (statement) == SQLITE_ROW)
    number = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return number;
}
