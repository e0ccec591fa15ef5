/* troupe-run-restore.c: restoring of a run from a checkpoint, and the database of checkpoints
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-restore"

#include "config.h"

#include <glib/gi18n.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "troupe-crash-point.h"
#include "troupe-file.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-folder.h"
#include "troupe-input-file.h"
#include "troupe-run-checkpoint.h"
#include "troupe-store-exposed.h"

#define MAX_FILE_SIZE (256u * 1024 * 1024)
#define BUSY_MS 5000u

/* The columns are those of CrewAI. CrewAI stores the result of jsonb(), but can also read text. */
static const char schema[] = "CREATE TABLE IF NOT EXISTS checkpoints ("
                             " id TEXT PRIMARY KEY,"
                             " created_at TEXT NOT NULL,"
                             " parent_id TEXT,"
                             " branch TEXT NOT NULL DEFAULT 'main',"
                             " data JSONB NOT NULL);";
static const char insert_sql[] =
    "INSERT INTO checkpoints (id, created_at, parent_id, branch, data) VALUES (?, ?, ?, ?, ?)";
static const char prune_sql[] =
    "DELETE FROM checkpoints WHERE branch = ?1 AND rowid NOT IN (SELECT rowid FROM checkpoints"
    " WHERE branch = ?1 ORDER BY rowid DESC LIMIT ?2)";

/* --- Databases ----------------------------------------------------------------------------------- */

static gboolean
fail_database (sqlite3 *database, const char *path, GError **error)
{
  g_autofree char *message = g_utf8_make_valid (sqlite3_errmsg (database), -1);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               _ ("The checkpoints in “%s” could not be used: %s."), path, message);
  return FALSE;
}

static gboolean
run_texts (sqlite3 *database, const char *sql, const char *const *texts, guint n_texts, gint64 last)
{
  sqlite3_stmt *statement = NULL;
  gboolean is_done;

  if (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL) != SQLITE_OK)
    return FALSE;
  for (guint i = 0; i < n_texts; i++)
    {
      if (texts[i] != NULL)
        sqlite3_bind_text (statement, (int) i + 1, texts[i], -1, SQLITE_STATIC);
    }
  if (last >= 0)
    sqlite3_bind_int64 (statement, (int) n_texts + 1, last);
  is_done = sqlite3_step (statement) == SQLITE_DONE;
  sqlite3_finalize (statement);
  return is_done;
}

gboolean
troupe_run_checkpoint_save_row (const char *path,
                                const char *base,
                                const char *id,
                                const char *timestamp,
                                const char *parent,
                                const char *branch,
                                const char *text,
                                gint64 max,
                                gint64 *removed,
                                GError **error)
{
  const char *texts[] = { id, timestamp, parent, branch, text };
  int descriptor = troupe_folder_open_parent (path, base, TRUE, error);
  g_autoptr (TroupeStoreFolder) folder =
      descriptor >= 0 ? troupe_store_folder_new (descriptor, error) : NULL;
  sqlite3 *database =
      folder != NULL
          ? troupe_store_exposed_open (folder, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                       base, BUSY_MS, error)
          : NULL;
  gboolean is_saved;

  if (database == NULL)
    return FALSE;
  is_saved = troupe_store_exposed_run (database, BUSY_MS, schema) == SQLITE_OK &&
             run_texts (database, insert_sql, texts, G_N_ELEMENTS (texts), -1);
  TROUPE_CRASH_POINT ("checkpoint-row-inserted");
  if (!is_saved)
    fail_database (database, path, error);
  if (is_saved && max >= 0 && run_texts (database, prune_sql, &branch, 1, max))
    *removed = sqlite3_changes (database);
  TROUPE_CRASH_POINT ("checkpoint-before-close");
  sqlite3_close (database);
  return is_saved;
}

/* Opens a database that the user has chosen. @place: (out) (transfer full) */
static sqlite3 *
open_chosen (const char *path, TroupeStoreFolder **place, GError **error)
{
  g_autofree char *real = troupe_path_resolve_existing (path);
  g_autofree char *folder = g_path_get_dirname (real);

  *place = troupe_store_folder_open (folder, FALSE, error);
  return *place != NULL
             ? troupe_store_exposed_open (*place, real, SQLITE_OPEN_READWRITE, NULL, BUSY_MS, error)
             : NULL;
}

/* @location: in the form `PATH#ID` */
static char *
read_row (const char *location, GError **error)
{
  g_autoptr (TroupeStoreFolder) place = NULL;
  const char *mark = strrchr (location, '#');
  g_autofree char *path = mark != NULL ? g_strndup (location, mark - location) : NULL;
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  char *text = NULL;

  if (path == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("“%s” is a checkpoint database. Specify a checkpoint: %s#ID"), location,
                   location);
      return NULL;
    }
  database = open_chosen (path, &place, error);
  if (database == NULL)
    return NULL;
  /* The first access, after which the statement can be prepared. */
  if (troupe_store_exposed_run (database, BUSY_MS, "SELECT count (*) FROM checkpoints") ==
          SQLITE_OK &&
      sqlite3_prepare_v2 (database, "SELECT json (data) FROM checkpoints WHERE id = ?", -1,
                          &statement, NULL) == SQLITE_OK)
    {
      int code;

      sqlite3_bind_text (statement, 1, mark + 1, -1, SQLITE_STATIC);
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        text = g_strdup ((const char *) sqlite3_column_text (statement, 0));
      else if (code == SQLITE_DONE)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("“%s” contains no checkpoint %s."),
                     path, mark + 1);
    }
  if (text == NULL && (error == NULL || *error == NULL))
    fail_database (database, path, error);
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return text;
}

/* --- Reading ------------------------------------------------------------------------------------- */

static gboolean
is_database (const char *location)
{
  g_autofree char *path = g_strndup (location, strcspn (location, "#"));
  char head[16] = { 0 };
  const int descriptor = troupe_input_file_open (path, NULL);
  gboolean is_one = descriptor >= 0 && read (descriptor, head, sizeof head) == sizeof head &&
                    memcmp (head, "SQLite format 3", sizeof head) == 0;

  if (descriptor >= 0)
    close (descriptor);
  return is_one;
}

static TroupeValue *
find_flow (TroupeValue *whole)
{
  TroupeValue *entities = troupe_value_get_member_of (whole, "entities", TROUPE_VALUE_LIST);

  for (gsize i = 0; entities != NULL && i < troupe_value_list_get_length (entities); i++)
    {
      TroupeValue *entity = troupe_value_list_get (entities, i);
      TroupeValue *type = troupe_value_get_member_of (entity, "entity_type", TROUPE_VALUE_STRING);

      if (type != NULL && g_str_equal (troupe_value_get_string (type, NULL), "flow"))
        return entity;
    }
  return NULL;
}

static const TroupeFlowMethod *
find_method (TroupeFlowRunner *runner, TroupeValue *name)
{
  return name != NULL && troupe_value_is (name, TROUPE_VALUE_STRING)
             ? troupe_flow_find_method (troupe_flow_runner_get_flow (runner),
                                        troupe_value_get_string (name, NULL))
             : NULL;
}

/* A snapshot that is being read on a file thread. */
typedef struct
{
  const char *location;
  char *id;
  TroupeValue *whole; /* (nullable) */
  GError *error;
  gint64 begun_us;
  gint is_read; /* atomic */
  gboolean has_begun;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_free (reading->id);
  g_clear_pointer (&reading->whole, troupe_value_unref);
  g_clear_error (&reading->error);
  g_free (reading);
}

static void
read_snapshot (gpointer data)
{
  Reading *reading = data;
  gboolean in_database = is_database (reading->location);
  g_autofree char *text = NULL;
  gsize length;
  g_autofree char *name = NULL;
  char *end;

  text = in_database
             ? read_row (reading->location, &reading->error)
             : troupe_file_read (reading->location, MAX_FILE_SIZE, &length, NULL, &reading->error);
  if (text == NULL)
    return;
  reading->whole = troupe_store_value_from_python_json (text, &reading->error);
  /* The id of a location is `{ts}_{8 hex}`. */
  if (in_database)
    reading->id = g_strdup (strrchr (reading->location, '#') + 1);
  else
    {
      name = g_path_get_basename (reading->location);
      end = strstr (name, "_p-");
      if (end == NULL)
        end = g_str_has_suffix (name, ".json") ? name + strlen (name) - strlen (".json")
                                               : name + strlen (name);
      reading->id = g_strndup (name, end - name);
    }
}

static void
take_snapshot (TroupeFlowRunner *runner, Reading *reading)
{
  TroupeValue *entity = reading->whole != NULL ? find_flow (reading->whole) : NULL;
  TroupeValue *state;
  const char *branch;
  TroupeMapBuilder fields;
  TroupeValue *completed;
  TroupeValue *outputs;

  if (entity == NULL)
    {
      troupe_continuations_fail (troupe_flow_runner_get_continuations (runner),
                                 g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                                              _ ("Could not restore the checkpoint “%s”: %s"),
                                              reading->location,
                                              reading->error != NULL ? reading->error->message
                                                                : _ ("it contains no flow.")));
      return;
    }
  TROUPE_CRASH_POINT ("checkpoint-read");
  /* Methods that no longer exist in the flow are skipped. */
  completed =
      troupe_value_get_member_of (entity, "checkpoint_completed_methods", TROUPE_VALUE_LIST);
  outputs = troupe_value_get_member_of (entity, "checkpoint_method_outputs", TROUPE_VALUE_LIST);
  for (gsize i = 0; completed != NULL && i < troupe_value_list_get_length (completed); i++)
    {
      const TroupeFlowMethod *method = find_method (runner, troupe_value_list_get (completed, i));

      if (method == NULL)
        continue;
      troupe_runner_record_restore_completed (troupe_flow_runner_get_record (runner),
                                              method->index);
    }
  for (gsize i = 0; outputs != NULL && i < troupe_value_list_get_length (outputs); i++)
    {
      TroupeValue *entry = troupe_value_list_get (outputs, i);
      const TroupeFlowMethod *method =
          find_method (runner, troupe_value_get_member_of (entry, "method", TROUPE_VALUE_STRING));
      TroupeValue *output =
          method != NULL ? troupe_value_map_lookup_string (entry, "output", -1) : NULL;

      if (output != NULL)
        troupe_flow_runner_record_output (runner, method->index, output,
                                          troupe_value_get_member_of (entry, "human_feedback",
                                                                      TROUPE_VALUE_MAP));
    }
  troupe_flow_runner_set_checkpoint_id (runner, reading->id);
  /* Creates the fields of `checkpoint_restore_completed`. The next checkpoint is a child of
   * this one. */
  branch = troupe_value_get_member_text (reading->whole, "branch");
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "location", troupe_value_new_string (reading->location, -1));
  troupe_map_builder_add (
      &fields, "provider",
      troupe_value_new_string (is_database (reading->location) ? "SqliteProvider" : "JsonProvider",
                               -1));
  troupe_map_builder_add (&fields, "checkpoint_id", troupe_value_new_string (reading->id, -1));
  troupe_map_builder_add (&fields, "branch",
                          troupe_value_new_string (branch != NULL ? branch : "main", -1));
  troupe_map_builder_add (&fields, "parent_id", troupe_value_new_string (reading->id, -1));
  troupe_map_builder_add (&fields, "duration_ms",
                          troupe_value_new_double (
                              (double) (g_get_monotonic_time () - reading->begun_us) / 1000));
  troupe_flow_runner_set_restored (runner, troupe_map_builder_end (&fields));
  state = troupe_value_get_member_of (entity, "checkpoint_state", TROUPE_VALUE_MAP);
  if (state != NULL)
    troupe_flow_runner_restore_state (runner, state, reading->location);
}

static TroupeContinuationResult
restore (TroupeFlowRunner *runner, gpointer data)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  Reading *reading = data;

  if (!reading->has_begun)
    {
      reading->has_begun = TRUE;
      reading->begun_us = g_get_monotonic_time ();
      troupe_pool_run (troupe_engine_loop_get_io (options->loop), read_snapshot, reading,
                       &reading->is_read, options->turn);
    }
  if (!g_atomic_int_get (&reading->is_read))
    return TROUPE_ROUTINE_WAITS;
  take_snapshot (runner, reading);
  return TROUPE_ROUTINE_DONE;
}

void
troupe_run_restore (TroupeFlowRunner *runner)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->location = troupe_flow_runner_get_options (runner)->restore_from;
  troupe_continuations_call (troupe_flow_runner_get_continuations (runner), restore, reading,
                             reading_free);
}
