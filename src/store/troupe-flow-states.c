/* troupe-flow-states.c: persisted flow states, in CrewAI's database format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-states"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-states-private.h"
#include "troupe-folder.h"
#include "troupe-store-database.h"
#include "troupe-store-exposed.h"
#include "troupe-store.h"

static const char *const statement_texts[TROUPE_STATES_N_STATEMENTS] = {
  [TROUPE_STATES_SAVE] = "INSERT INTO flow_states (flow_uuid, method_name, timestamp, state_json)"
                         " VALUES (?, ?, ?, ?)",
  [TROUPE_STATES_LOAD] =
      "SELECT state_json FROM flow_states WHERE flow_uuid = ? ORDER BY id DESC LIMIT 1",
  [TROUPE_STATES_LAST] = "SELECT coalesce (max (id), 0) FROM flow_states",
  [TROUPE_STATES_COUNT] = "SELECT method_name, count (*) FROM flow_states"
                          " WHERE flow_uuid = ? AND id > ? GROUP BY method_name",
  [TROUPE_STATES_SAVE_PENDING] =
      "INSERT OR REPLACE INTO pending_feedback (flow_uuid, context_json, state_json, created_at)"
      " VALUES (?, ?, ?, ?)",
  [TROUPE_STATES_LOAD_PENDING] =
      "SELECT context_json, state_json FROM pending_feedback WHERE flow_uuid = ?",
  [TROUPE_STATES_CLEAR_PENDING] = "DELETE FROM pending_feedback WHERE flow_uuid = ?",
  [TROUPE_STATES_OWNER] = "SELECT document FROM troupe_owners WHERE flow_uuid = ?",
  [TROUPE_STATES_SET_OWNER] =
      "INSERT OR REPLACE INTO troupe_owners (flow_uuid, document) VALUES (?, ?)",
  [TROUPE_STATES_IS_SAVED] = "SELECT 1 FROM flow_states WHERE flow_uuid = ?1"
                             " UNION ALL SELECT 1 FROM pending_feedback WHERE flow_uuid = ?1"
                             " LIMIT 1",
};

/* The tables as CrewAI creates them, and the one of troupe_flow_states_claim(). */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS flow_states ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " flow_uuid TEXT NOT NULL,"
    " method_name TEXT NOT NULL,"
    " timestamp DATETIME NOT NULL,"
    " state_json TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS idx_flow_states_uuid ON flow_states (flow_uuid);"
    "CREATE TABLE IF NOT EXISTS pending_feedback ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " flow_uuid TEXT NOT NULL UNIQUE,"
    " context_json TEXT NOT NULL,"
    " state_json TEXT NOT NULL,"
    " created_at DATETIME NOT NULL);"
    "CREATE INDEX IF NOT EXISTS idx_pending_feedback_uuid ON pending_feedback (flow_uuid);"
    "CREATE TABLE IF NOT EXISTS troupe_owners ("
    " flow_uuid TEXT NOT NULL PRIMARY KEY,"
    " document TEXT NOT NULL);";

char *
troupe_flow_states_get_default_path (const char *folder)
{
  const char *name = g_getenv ("CREWAI_STORAGE_DIR");
  g_autofree char *base = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  if (name == NULL)
    {
      base = g_path_get_basename (folder);
      name = g_str_equal (base, G_DIR_SEPARATOR_S) ? "" : base;
    }
  if (g_path_is_absolute (name))
    return g_build_filename (name, "flow_states.db", NULL);
  return g_build_filename (g_get_user_data_dir (), name, "flow_states.db", NULL);
}

void
troupe_flow_states_take_error (TroupeFlowStates *self, GError **error)
{
  int code = sqlite3_extended_errcode (self->database->handle);
  g_autofree char *message = g_utf8_make_valid (sqlite3_errmsg (self->database->handle), -1);

  if (troupe_database_is_out_of_room (self->database, code))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                 /* Translators: %s is a file name. */
                 _ ("There is no space left for the flow states in “%s”."), self->database->path);
  /* All statements are valid for the tables. */
  else if ((code & 0xff) == SQLITE_ERROR)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 /* Translators: %s are a file name and the error message of the database. */
                 _ ("The tables in “%s” are not those of flow states: %s. Another program has "
                    "created them; choose another file."),
                 self->database->path, message);
  else
    g_set_error (error, G_IO_ERROR, (int) troupe_database_get_io_error (code),
                 /* Translators: %s are a file name and the error message of the database. */
                 _ ("The flow states in “%s” could not be used: %s. Check that you can write to "
                    "the file and its folder."),
                 self->database->path, message);
}

int
troupe_flow_states_step (TroupeFlowStates *self, TroupeFlowStatesStatement which)
{
  return troupe_store_exposed_step (self->statements[which], TROUPE_STATES_BUSY_MS);
}

int
troupe_flow_states_begin (TroupeFlowStates *self)
{
  return troupe_store_exposed_run (self->database->handle, TROUPE_STATES_BUSY_MS,
                                   "BEGIN IMMEDIATE");
}

/**
 * troupe_flow_states_open:
 * @path: an absolute path without symbolic links, as for troupe_folder_open_parent()
 * @base: (nullable): the working folder of the document that names the database; %NULL if the user
 *   has chosen it
 * @create: whether the database and its folder are created if necessary
 *
 * Opens the database. Waits up to 30 s while another process creates the tables.
 *
 * Returns: (transfer full) (nullable): the states, or %NULL with a %G_IO_ERROR:
 * %G_IO_ERROR_NOT_FOUND if the database does not exist and is not created
 */
TroupeFlowStates *
troupe_flow_states_open (const char *path, const char *base, gboolean create, GError **error)
{
  g_autoptr (TroupeFlowStates) self = NULL;
  g_autoptr (TroupeStoreFolder) folder = NULL;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  GError *cause = NULL;
  int descriptor;

  g_return_val_if_fail (path != NULL, NULL);

  TROUPE_CRASH_POINT ("states-before-open");
  /* Opens the folder of the database. */
  descriptor = troupe_folder_open_parent (path, base, create, &cause);
  if (descriptor >= 0)
    folder = troupe_store_folder_new (descriptor, error);
  else
    {
      g_set_error (error, G_IO_ERROR, cause->code,
                   /* Translators: %s are a file name and the reason. */
                   _ ("Could not open the folder of the flow states in “%s”: %s"), path,
                   cause->message);
      g_error_free (cause);
    }
  if (folder == NULL)
    return NULL;
  self = g_new0 (TroupeFlowStates, 1);
  self->database = g_new0 (TroupeDatabase, 1);
  self->database->path = g_strdup (path);
  self->database->folder = troupe_store_folder_ref (folder);
  self->database->handle =
      troupe_store_exposed_open (folder, path, create ? flags | SQLITE_OPEN_CREATE : flags, base,
                                 TROUPE_STATES_BUSY_MS, error);
  if (self->database->handle == NULL)
    return NULL;
  if (troupe_store_exposed_run (self->database->handle, TROUPE_STATES_BUSY_MS, schema) != SQLITE_OK)
    {
      troupe_flow_states_take_error (self, error);
      return NULL;
    }
  for (guint i = 0; i < TROUPE_STATES_N_STATEMENTS; i++)
    {
      if (sqlite3_prepare_v3 (self->database->handle, statement_texts[i], -1,
                              SQLITE_PREPARE_PERSISTENT, &self->statements[i], NULL) != SQLITE_OK)
        {
          troupe_flow_states_take_error (self, error);
          return NULL;
        }
    }
  TROUPE_CRASH_POINT ("states-opened");
  return g_steal_pointer (&self);
}

void
troupe_flow_states_close (TroupeFlowStates *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < TROUPE_STATES_N_STATEMENTS; i++)
    sqlite3_finalize (self->statements[i]);
  troupe_database_close (self->database);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_clear_pointer (&self->last_state, troupe_value_unref);
  g_free (self->last_text);
  g_free (self);
}

const char *
troupe_flow_states_get_path (TroupeFlowStates *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->database->path;
}

/* The column stores numbers as text, as in CrewAI. */
void
troupe_flow_states_bind_id (sqlite3_stmt *statement, int index, TroupeValue *id)
{
  if (troupe_value_is (id, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (id, &length);

      sqlite3_bind_text (statement, index, text, (int) length, SQLITE_STATIC);
    }
  else if (troupe_value_is (id, TROUPE_VALUE_INTEGER))
    sqlite3_bind_int64 (statement, index, troupe_value_get_integer (id));
  else if (troupe_value_is (id, TROUPE_VALUE_DOUBLE))
    sqlite3_bind_double (statement, index, troupe_value_get_double (id));
  else if (troupe_value_is (id, TROUPE_VALUE_BOOLEAN))
    sqlite3_bind_int64 (statement, index, troupe_value_get_boolean (id));
  else
    sqlite3_bind_null (statement, index);
}

void
troupe_flow_states_set_redactor (TroupeFlowStates *self, TroupeRedactor *redactor)
{
  g_return_if_fail (self != NULL && redactor != NULL);

  troupe_redactor_ref (redactor);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  self->redactor = redactor;
}

const char *
troupe_flow_states_get_text (TroupeFlowStates *self, TroupeValue *state)
{
  if (self->last_state != state)
    {
      g_autoptr (TroupeValue) hidden = NULL;

      g_clear_pointer (&self->last_state, troupe_value_unref);
      g_free (self->last_text);
      self->last_state = troupe_value_ref (state);
      hidden = troupe_redactor_hide_value (self->redactor, state);
      self->last_text = troupe_store_value_to_python_json (hidden);
    }
  return self->last_text;
}

/* Returns the current UTC time in Python's format. */
char *
troupe_flow_states_get_timestamp (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  return g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.%f+00:00");
}

int
troupe_flow_states_save_row (TroupeFlowStates *self, const TroupeFlowStateRow *row)
{
  sqlite3_stmt *statement = self->statements[TROUPE_STATES_SAVE];
  g_autofree char *timestamp = troupe_flow_states_get_timestamp ();

  TROUPE_CRASH_POINT ("states-row-before-insert");
  troupe_flow_states_bind_id (statement, 1, row->id);
  troupe_statement_bind_text (statement, 2, row->method);
  troupe_statement_bind_text (statement, 3, timestamp);
  troupe_statement_bind_text (statement, 4, troupe_flow_states_get_text (self, row->state));
  return troupe_statement_run (statement);
}

/**
 * troupe_flow_states_save:
 *
 * Appends the rows in one transaction. Existing rows are never changed. If the function returns
 * %TRUE, all rows are durable; if it returns %FALSE, none of them was written.
 */
gboolean
troupe_flow_states_save (TroupeFlowStates *self,
                         const TroupeFlowStateRow *rows,
                         guint n_rows,
                         GError **error)
{
  sqlite3 *handle;
  int code;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (rows != NULL || n_rows == 0, FALSE);

  handle = self->database->handle;
  TROUPE_CRASH_POINT ("states-before-save");
  code = troupe_flow_states_begin (self);
  for (guint i = 0; code == SQLITE_OK && i < n_rows; i++)
    code = troupe_flow_states_save_row (self, &rows[i]);
  TROUPE_CRASH_POINT ("states-before-commit");
  if (code == SQLITE_OK)
    code = sqlite3_exec (handle, "COMMIT", NULL, NULL, NULL);
  TROUPE_CRASH_POINT ("states-after-save");
  if (code == SQLITE_OK)
    return TRUE;
  troupe_flow_states_take_error (self, error);
  if (!sqlite3_get_autocommit (handle))
    sqlite3_exec (handle, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

static TroupeValue *
read_state (TroupeFlowStates *self, TroupeValue *id, const char *text, GError **error)
{
  g_autofree char *name = NULL;
  GError *cause = NULL;
  TroupeValue *state = troupe_store_value_from_python_json (text, &cause);

  g_assert (self != NULL);

  if (state == NULL)
    {
      name = troupe_value_to_json (id, TROUPE_JSON_SPACED);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("Could not read the state saved under %s in “%s”: %s"), name,
                   self->database->path, cause->message);
      g_error_free (cause);
      return NULL;
    }
  /* Like CrewAI, ignores values other than objects. */
  if (!troupe_value_is (state, TROUPE_VALUE_MAP) || troupe_value_map_get_size (state) == 0)
    g_clear_pointer (&state, troupe_value_unref);
  return state;
}

/**
 * troupe_flow_states_load:
 *
 * Returns: (transfer full) (nullable): the latest state with @id; %NULL without an error if there
 * is no such state
 */
TroupeValue *
troupe_flow_states_load (TroupeFlowStates *self, TroupeValue *id, GError **error)
{
  sqlite3_stmt *statement;
  TroupeValue *state = NULL;
  int code;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  TROUPE_CRASH_POINT ("states-before-load");
  statement = self->statements[TROUPE_STATES_LOAD];
  troupe_flow_states_bind_id (statement, 1, id);
  code = troupe_flow_states_step (self, TROUPE_STATES_LOAD);
  if (code == SQLITE_ROW)
    state = read_state (self, id, (const char *) sqlite3_column_text (statement, 0), error);
  else if (code != SQLITE_DONE)
    troupe_flow_states_take_error (self, error);
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return state;
}

gint64
troupe_flow_states_get_last_row (TroupeFlowStates *self, GError **error)
{
  gint64 row = -1;

  g_return_val_if_fail (self != NULL, -1);

  TROUPE_CRASH_POINT ("states-before-last-row");
  if (troupe_flow_states_step (self, TROUPE_STATES_LAST) == SQLITE_ROW)
    row = sqlite3_column_int64 (self->statements[TROUPE_STATES_LAST], 0);
  else
    troupe_flow_states_take_error (self, error);
  sqlite3_reset (self->statements[TROUPE_STATES_LAST]);
  return row;
}

GHashTable *
troupe_flow_states_count_rows (TroupeFlowStates *self,
                               TroupeValue *id,
                               gint64 after,
                               GError **error)
{
  sqlite3_stmt *statement;
  GHashTable *counts;
  int code;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  TROUPE_CRASH_POINT ("states-before-count");
  counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  statement = self->statements[TROUPE_STATES_COUNT];
  troupe_flow_states_bind_id (statement, 1, id);
  sqlite3_bind_int64 (statement, 2, after);
  for (code = troupe_flow_states_step (self, TROUPE_STATES_COUNT); code == SQLITE_ROW;
       code = sqlite3_step (statement))
    g_hash_table_insert (counts, troupe_statement_get_text (statement, 0),
                         GUINT_TO_POINTER ((guint) sqlite3_column_int64 (statement, 1)));
  if (code != SQLITE_DONE)
    {
      troupe_flow_states_take_error (self, error);
      g_clear_pointer (&counts, g_hash_table_unref);
    }
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return counts;
}
