/* troupe-store-tasks.c: store: outputs of crew tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-tasks"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-store-tasks.h"
#include "troupe-store-value.h"

TroupeTaskOutput *
troupe_task_output_copy (const TroupeTaskOutput *self)
{
  TroupeTaskOutput *copy = g_new0 (TroupeTaskOutput, 1);

  copy->place = g_strdup (self->place);
  copy->part = self->part;
  copy->key = g_strdup (self->key);
  copy->value = troupe_value_ref (self->value);
  return copy;
}

void
troupe_task_output_free (TroupeTaskOutput *self)
{
  if (self == NULL)
    return;
  g_free (self->place);
  g_free (self->key);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_free (self);
}

/* --- Writing, on the writer thread ------------------------------------------------------------ */

int
troupe_store_write_task (sqlite3_stmt *statement,
                         const char *run_id,
                         const TroupeTaskOutput *output,
                         TroupeSecret *secret)
{
  g_autofree char *value = troupe_store_value_to_hidden_text (output->value, secret);

  troupe_statement_bind_text (statement, 1, run_id);
  troupe_statement_bind_text (statement, 2, output->place);
  sqlite3_bind_int (statement, 3, output->part);
  troupe_statement_bind_text (statement, 4, output->key);
  troupe_statement_bind_text (statement, 5, value);
  TROUPE_CRASH_POINT ("store-task-before-insert");
  return troupe_statement_run (statement);
}

/* --- Reading ------------------------------------------------------------------------------------- */

static gpointer
read_row (sqlite3_stmt *statement, gpointer user_data)
{
  TroupeTaskOutput *output = g_new0 (TroupeTaskOutput, 1);

  output->place = troupe_statement_get_needed_text (statement, 0);
  output->part = sqlite3_column_int (statement, 1);
  output->key = troupe_statement_get_text (statement, 2);
  output->value = troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 3));
  if (output->value == NULL)
    output->value = troupe_value_new_null ();
  return output;
}

GPtrArray *
troupe_store_read_tasks (TroupeDatabase *database, const char *run_id, GError **error)
{
  g_autoptr (GPtrArray) outputs = NULL;
  sqlite3_stmt *statement =
      troupe_database_prepare (database,
                               "SELECT place, part, task_key, value FROM task_outputs"
                               " WHERE run = ? ORDER BY place, part",
                               error);

  if (statement == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, run_id);
  outputs = troupe_database_read_rows (database, statement, read_row, NULL,
                                       (GDestroyNotify) troupe_task_output_free, error);
  sqlite3_finalize (statement);
  return g_steal_pointer (&outputs);
}
