/* troupe-memory-database.c: SQLite database of a memory and its schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-database"

#include "config.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "troupe-folder.h"
#include "troupe-memory-database.h"
#include "troupe-store-check.h"
#include "troupe-store-database.h"

/* The path of a database without a file. */
#define NO_FILE ":memory:"

/* The application_id of memory databases: "TrMe". */
#define APPLICATION_ID 0x54724d65

static const char settings[] = "PRAGMA trusted_schema = OFF;"
                               "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = FULL;"
                               "PRAGMA temp_store = MEMORY;";

/* Vectors are stored in a separate table, so that listing records does not read them. */
static const char schema[] =
    "CREATE TABLE spaces ("
    "  number INTEGER PRIMARY KEY,"
    "  name TEXT NOT NULL UNIQUE,"
    "  dimension INTEGER NOT NULL,"
    "  embedder TEXT NOT NULL"
    ");"
    "CREATE TABLE records ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  space INTEGER NOT NULL REFERENCES spaces (number),"
    "  id TEXT NOT NULL,"
    "  created_us INTEGER NOT NULL,"
    "  accessed_us INTEGER NOT NULL,"
    "  importance REAL NOT NULL,"
    "  private INTEGER NOT NULL,"
    "  scope TEXT NOT NULL,"
    "  source TEXT,"
    "  categories TEXT NOT NULL,"
    "  metadata TEXT NOT NULL,"
    "  content TEXT NOT NULL,"
    "  UNIQUE (space, id)"
    ");"
    "CREATE INDEX records_by_time ON records (space, created_us, number);"
    "CREATE TABLE vectors (number INTEGER PRIMARY KEY, vector BLOB NOT NULL);"
    "CREATE TRIGGER records_drop_vector AFTER DELETE ON records BEGIN"
    "  DELETE FROM vectors WHERE number = old.number;"
    "END;";

/* Number of tables, indexes and triggers in the schema. */
#define N_OBJECTS 5u

/* --- Errors --------------------------------------------------------------------------------- */

static void
take_error (TroupeMemoryDatabase *self, int code, const char *words, GError **error)
{
  g_autofree char *message = g_utf8_make_valid (words, -1);
  const int group = code & 0xff;
  /* The program never violates a constraint unless a table and its index are inconsistent. It
   * never stores data near a gigabyte unless a length is corrupt. Therefore these errors are
   * treated as damage. */
  GIOErrorEnum kind = group == SQLITE_CONSTRAINT || group == SQLITE_TOOBIG
                          ? G_IO_ERROR_INVALID_DATA
                          : troupe_database_get_io_error (code);

  g_assert (self != NULL);

  if (kind == G_IO_ERROR_NO_SPACE)
    g_set_error (error, G_IO_ERROR, (int) kind,
                 _ ("There is no space left for the memory in “%s”."), self->path);
  else if (kind == G_IO_ERROR_INVALID_DATA)
    {
      if (!self->is_damaged && self->folder != NULL)
        troupe_database_mark (self->folder, self->path);
      self->is_damaged = TRUE;
      g_set_error (error, G_IO_ERROR, (int) kind,
                   /* Translators: first %s is a file name, second %s the error message of the
                    * database. */
                   _ ("The memory in “%s” is damaged (%s). The next time it is opened, it will be "
                      "moved aside and replaced by a new one."),
                   self->path, message);
    }
  else
    g_set_error (error, G_IO_ERROR, (int) kind, _ ("Could not use the memory in “%s”: %s."),
                 self->path, message);
}

void
troupe_memory_database_fail (TroupeMemoryDatabase *self, const char *words, GError **error)
{
  g_return_if_fail (self != NULL && words != NULL);

  take_error (self, SQLITE_CORRUPT, words, error);
}

gboolean
troupe_memory_database_check_vectors (TroupeMemoryDatabase *self, gint64 space, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      self,
      "SELECT 1 FROM spaces JOIN records ON records.space = spaces.number"
      " LEFT JOIN vectors ON vectors.number = records.number"
      " WHERE (?1 = 0 OR spaces.number = ?1) AND"
      " ifnull (length (vector), -1) <> 4 * dimension LIMIT 1",
      error);
  int code = SQLITE_OK;

  g_return_val_if_fail (self != NULL, FALSE);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, space);
  code = sqlite3_step (statement);
  if (!troupe_memory_database_check (self, code, error))
    return FALSE;
  if (code == SQLITE_DONE)
    return TRUE;
  troupe_memory_database_fail (self, _ ("the length of a vector differs"), error);

  return FALSE;
}

gboolean
troupe_memory_database_check (TroupeMemoryDatabase *self, int code, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE)
    return TRUE;
  take_error (self, code, self->handle != NULL ? sqlite3_errmsg (self->handle) : "", error);

  return FALSE;
}

gboolean
troupe_memory_database_run (TroupeMemoryDatabase *self, const char *sql, GError **error)
{
  g_return_val_if_fail (self != NULL && sql != NULL, FALSE);

  return troupe_memory_database_check (self, sqlite3_exec (self->handle, sql, NULL, NULL, NULL),
                                       error);
}

/* Prepares a statement. All statements are constant, so a missing table or column means that the
 * file is damaged. */
sqlite3_stmt *
troupe_memory_database_prepare (TroupeMemoryDatabase *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int code = SQLITE_OK;

  g_return_val_if_fail (self != NULL && sql != NULL, NULL);

  code = sqlite3_prepare_v2 (self->handle, sql, -1, &statement, NULL);
  if (code == SQLITE_ERROR)
    take_error (self, SQLITE_CORRUPT, sqlite3_errmsg (self->handle), error);
  else if (troupe_memory_database_check (self, code, error))
    return statement;

  return NULL;
}

/* --- Opening -------------------------------------------------------------------------------- */

static gboolean
read_number (TroupeMemoryDatabase *self, const char *sql, gint64 *number, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (self, sql, error);

  if (statement == NULL || !troupe_memory_database_check (self, sqlite3_step (statement), error))
    return FALSE;
  *number = sqlite3_column_int64 (statement, 0);

  return TRUE;
}

gint64
troupe_memory_database_get_stamp (TroupeMemoryDatabase *self)
{
  gint64 stamp = 0;

  g_return_val_if_fail (self != NULL, 0);

  read_number (self, "PRAGMA data_version", &stamp, NULL);

  return stamp;
}

static gboolean
refuse_foreign (TroupeMemoryDatabase *self, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("“%s” is a database, but does not contain a memory. It was not changed: choose "
                  "another location for the memory, or move the file."),
               self->path);

  return FALSE;
}

/* Configures the connection and prepares the schema. The journal mode of files of other programs
 * is not changed. */
static gboolean
configure (TroupeMemoryDatabase *self, GError **error)
{
  gint64 application = 0, n_tables = 0;
  gint64 schema_application = 0, version = 0, schema_n_tables = 0;
  g_autofree char *marks = NULL;

  if (!read_number (self, "PRAGMA application_id", &application, error) ||
      !read_number (self, "SELECT count (*) FROM sqlite_master", &n_tables, error))
    return FALSE;
  if (application != APPLICATION_ID && n_tables != 0)
    return refuse_foreign (self, error);
  /* The file is writable for its owner, but its header declares it read-only. */
  if (sqlite3_db_readonly (self->handle, "main") == 1 && self->folder != NULL &&
      troupe_store_folder_may_write (self->folder, self->path))
    {
      troupe_memory_database_fail (self, "read-only header", error);
      return FALSE;
    }

  /* Checks the file before it is changed, and creates the complete schema in one transaction. */
  if (!troupe_memory_database_run (self, settings, error))
    return FALSE;
  if (!read_number (self, "PRAGMA application_id", &schema_application, error) ||
      !read_number (self, "PRAGMA user_version", &version, error) ||
      !read_number (self, "SELECT count (*) FROM sqlite_master", &schema_n_tables, error))
    return FALSE;
  if (schema_application == APPLICATION_ID && version > TROUPE_MEMORY_VERSION)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("The memory in “%s” was written by a newer version of Troupe (schema %d, but "
                      "only %d is supported). Update Troupe, or choose another data folder."),
                   self->path, (int) version, TROUPE_MEMORY_VERSION);
      return FALSE;
    }
  if (schema_application == APPLICATION_ID && version == TROUPE_MEMORY_VERSION)
    return TRUE;
  if (schema_application != 0 || version != 0 || schema_n_tables != 0)
    return refuse_foreign (self, error);
  marks = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
                           APPLICATION_ID, TROUPE_MEMORY_VERSION);
  if (!troupe_memory_database_run (self, "BEGIN IMMEDIATE", error))
    return FALSE;
  /* Another process may have created the schema in the meantime. */
  if (read_number (self, "PRAGMA user_version", &version, error) &&
      (version == TROUPE_MEMORY_VERSION ? troupe_memory_database_run (self, "COMMIT", error)
                                        : troupe_memory_database_run (self, schema, error) &&
                                              troupe_memory_database_run (self, marks, error)))
    return TRUE;
  troupe_memory_database_run (self, "ROLLBACK", NULL);
  return FALSE;
}

/* Returns TRUE if the tables are those of the schema. */
static gboolean
check_tables (TroupeMemoryDatabase *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      troupe_memory_database_prepare (self, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL",
                                      error);
  guint n_known = 0, n_there = 0;
  int code = SQLITE_DONE;

  g_assert (self != NULL);

  while (statement != NULL && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const char *sql = (const char *) sqlite3_column_text (statement, 0);

      n_known += sql != NULL && strstr (schema, sql) != NULL;
      n_there += sql == NULL || !g_str_has_prefix (sql, "CREATE TABLE sqlite_");
    }
  if (statement == NULL || !troupe_memory_database_check (self, code, error))
    return FALSE;
  if (n_known == N_OBJECTS && n_there == N_OBJECTS)
    return TRUE;
  take_error (self, SQLITE_CORRUPT, "schema", error);

  return FALSE;
}

/* Returns TRUE if the rows contain valid values. */
static gboolean
check_rows (TroupeMemoryDatabase *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      self,
      "SELECT 1 FROM spaces WHERE typeof (dimension) <> 'integer' OR typeof (name) <> 'text'"
      " OR dimension NOT BETWEEN 1 AND 1048576 UNION ALL"
      " SELECT 1 FROM records WHERE space NOT IN (SELECT number FROM spaces) LIMIT 1",
      error);
  int code = SQLITE_OK;

  g_assert (self != NULL);

  if (statement == NULL)
    return FALSE;
  code = sqlite3_step (statement);
  if (!troupe_memory_database_check (self, code, error))
    return FALSE;
  if (code == SQLITE_DONE)
    return troupe_memory_database_check_vectors (self, 0, error);
  take_error (self, SQLITE_CORRUPT, "rows", error);

  return FALSE;
}

/* Checks all pages and the consistency of the data. */
static gboolean
check_pages (TroupeMemoryDatabase *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      troupe_memory_database_prepare (self, "PRAGMA integrity_check (1)", error);
  int code = SQLITE_OK;

  g_assert (self != NULL);

  if (statement == NULL)
    return FALSE;
  code = sqlite3_step (statement);
  if (!troupe_memory_database_check (self, code, error))
    return FALSE;
  if (code == SQLITE_ROW &&
      g_strcmp0 ((const char *) sqlite3_column_text (statement, 0), "ok") == 0)
    return check_tables (self, error) && check_rows (self, error);
  take_error (self, SQLITE_CORRUPT, "integrity_check", error);

  return FALSE;
}

/* Opens the folder of the file, or creates it. (transfer full) (nullable) */
static TroupeStoreFolder *
open_folder (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *name = g_path_get_basename (folder);
  g_autoptr (GError) cause = NULL;
  g_autoptr (TroupeStoreFolder) outer = troupe_store_folder_open (above, TRUE, &cause);
  int descriptor = outer != NULL
                       ? troupe_folder_open_beneath (troupe_store_folder_get_descriptor (outer),
                                                     g_str_equal (name, "/") ? "." : name,
                                                     O_RDONLY | O_DIRECTORY, TRUE, &cause)
                       : -1;

  if (descriptor >= 0)
    return troupe_store_folder_new (descriptor, error);
  g_set_error (error, G_IO_ERROR, cause->code,
               _ ("Could not create the folder “%s” for the memory: %s."), folder, cause->message);
  return NULL;
}

/* Opens the file without replacing it. @is_damaged: (out): whether the error is caused by damage
 * of the file itself */
static TroupeMemoryDatabase *
open_once (TroupeStoreFolder *folder,
           const char *path,
           gboolean is_thorough,
           gboolean *is_damaged,
           GError **error)
{
  g_autoptr (TroupeMemoryDatabase) self = g_new0 (TroupeMemoryDatabase, 1);
  gboolean is_open;
  int flags;
  sqlite3 *handle = NULL;

  g_assert (path != NULL);

  *is_damaged = FALSE;
  self->path = g_strdup (path);
  self->folder = folder != NULL ? troupe_store_folder_ref (folder) : NULL;
  flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (folder != NULL)
    {
      handle = troupe_store_folder_connect (folder, path, flags, NULL, error);
      if (handle != NULL)
        troupe_store_folder_make_private (folder, path);
      self->handle = handle;
    }
  else if (sqlite3_open_v2 (path, &handle, flags, NULL) == SQLITE_OK)
    self->handle = handle;
  else
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, sqlite3_errmsg (handle));
      sqlite3_close (handle);
      self->handle = NULL;
    }
  if (self->handle == NULL)
    return NULL;
  sqlite3_busy_timeout (self->handle, TROUPE_STORE_BUSY_MS);
  sqlite3_extended_result_codes (self->handle, 1);

  is_open = configure (self, error) && (!is_thorough || check_pages (self, error));
  *is_damaged = self->is_damaged;

  return is_open ? g_steal_pointer (&self) : NULL;
}

/* Replaces a damaged file. Only one process at a time does so. The file is opened again first,
 * because another process may already have replaced it. */
static TroupeMemoryDatabase *
replace (TroupeStoreFolder *folder,
         const char *path,
         gboolean is_thorough,
         char **notice,
         GError **error)
{
  int lock = troupe_database_lock_replacing (folder, path);
  gboolean is_damaged = FALSE;
  g_autoptr (GError) damage = NULL;
  g_autofree char *aside = NULL;
  TroupeMemoryDatabase *self = open_once (folder, path, is_thorough, &is_damaged, &damage);

  g_assert (notice != NULL);

  if (self == NULL && is_damaged && lock >= 0)
    {
      aside = troupe_database_set_aside (folder, path, error);
      self = aside != NULL ? open_once (folder, path, FALSE, &is_damaged, error) : NULL;
    }
  else if (self == NULL)
    g_propagate_error (error, g_steal_pointer (&damage));
  if (self != NULL && aside != NULL)
    *notice = g_strdup_printf (
        /* Translators: both %s are file names. */
        _ ("The memory in “%s” was damaged. It was moved to “%s” and replaced by a new one. The "
           "old records are no longer available, and knowledge will be embedded again."),
        path, aside);
  if (lock >= 0)
    close (lock);

  return self;
}

TroupeMemoryDatabase *
troupe_memory_database_open (const char *path, char **notice, GError **error)
{
  g_autoptr (TroupeStoreFolder) folder = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeMemoryDatabase *self = NULL;
  gboolean is_marked = FALSE;
  gboolean is_damaged = FALSE;

  g_return_val_if_fail (path != NULL && notice != NULL, NULL);

  *notice = NULL;
  if (!g_str_equal (path, NO_FILE))
    {
      folder = open_folder (path, error);
      if (folder == NULL)
        return NULL;
      is_marked = troupe_database_is_marked (folder, path);
    }
  self = open_once (folder, path, is_marked, &is_damaged, &cause);
  if (self == NULL && is_damaged && folder != NULL)
    return replace (folder, path, is_marked, notice, error);
  if (self == NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (is_marked)
    troupe_database_unmark (folder, path);

  return self;
}

void
troupe_memory_database_close (TroupeMemoryDatabase *self)
{
  sqlite3_close_v2 (self->handle);
  g_clear_pointer (&self->folder, troupe_store_folder_unref);
  g_free (self->path);
  g_free (self);
}

/* --- Records -------------------------------------------------------------------------------- */

TroupeMemoryRecord *
troupe_memory_database_read_record (sqlite3_stmt *statement)
{
  TroupeMemoryRecord *self = g_new0 (TroupeMemoryRecord, 1);
  g_autofree char *categories = troupe_statement_get_needed_text (statement, 8);
  g_autofree char *metadata = troupe_statement_get_needed_text (statement, 9);
  g_autoptr (TroupeValue) list = NULL;
  g_autoptr (GStrvBuilder) builder = NULL;
  g_autoptr (TroupeValue) map = NULL;
  TroupeMapBuilder none;

  g_assert (statement != NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->number = sqlite3_column_int64 (statement, 0);
  self->id = troupe_statement_get_needed_text (statement, 1);
  self->created_us = sqlite3_column_int64 (statement, 2);
  self->accessed_us = sqlite3_column_int64 (statement, 3);
  self->importance = sqlite3_column_double (statement, 4);
  self->is_private = sqlite3_column_int (statement, 5) != 0;
  self->scope = troupe_statement_get_needed_text (statement, 6);
  self->source = troupe_statement_get_text (statement, 7);
  list = troupe_value_from_json (categories, -1, NULL);
  builder = g_strv_builder_new ();
  for (gsize i = 0; list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (list);
       i++)
    if (troupe_value_is (troupe_value_list_get (list, i), TROUPE_VALUE_STRING))
      g_strv_builder_add (builder, troupe_value_get_string (troupe_value_list_get (list, i), NULL));
  self->categories = g_strv_builder_end (builder);
  map = troupe_value_from_json (metadata, -1, NULL);
  if (map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP))
    self->metadata = g_steal_pointer (&map);
  else
    {
      troupe_map_builder_init (&none);

      self->metadata = troupe_map_builder_end (&none);
    }
  self->content = troupe_statement_get_needed_text (statement, 10);

  return self;
}

void
troupe_memory_database_bind_record (sqlite3_stmt *statement, const TroupeMemoryRecord *record)
{
  guint n_texts;
  g_autofree TroupeValue **items = NULL;
  g_autoptr (TroupeValue) list = NULL;
  g_autofree char *categories = NULL;
  g_autofree char *metadata = troupe_value_to_json (record->metadata, TROUPE_JSON_COMPACT);

  g_assert (statement != NULL);

  n_texts = g_strv_length (record->categories);
  items = g_new (TroupeValue *, n_texts + 1);
  for (guint i = 0; i < n_texts; i++)
    items[i] = troupe_value_new_string (record->categories[i], -1);
  list = troupe_value_new_list (items, n_texts);
  categories = troupe_value_to_json (list, TROUPE_JSON_COMPACT);

  troupe_statement_bind_text (statement, 2, record->id);
  sqlite3_bind_int64 (statement, 3, record->created_us);
  sqlite3_bind_int64 (statement, 4, record->accessed_us);
  sqlite3_bind_double (statement, 5, record->importance);
  sqlite3_bind_int (statement, 6, record->is_private);
  troupe_statement_bind_text (statement, 7, record->scope);
  troupe_statement_bind_text (statement, 8, record->source);
  sqlite3_bind_text (statement, 9, categories, -1, SQLITE_TRANSIENT);
  sqlite3_bind_text (statement, 10, metadata, -1, SQLITE_TRANSIENT);
  troupe_statement_bind_text (statement, 11, record->content);
}
