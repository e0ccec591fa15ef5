/* test-store-migration.c: migration of databases of earlier versions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "troupe-store-database.h"
#include "troupe-store-history.h"
#include "troupe-store.h"

/* The schema of version 3, in which runs had no numbers. */
static const char version_3[] =
    "CREATE TABLE runs (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, path TEXT, digest TEXT "
    "NOT "
    "NULL, status TEXT NOT NULL, started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL DEFAULT 0, "
    "error TEXT, document TEXT, inputs TEXT, result TEXT, owner_process INTEGER NOT NULL, "
    "owner_start INTEGER NOT NULL, owner_boot TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX runs_by_start ON runs (started_us);"
    "CREATE INDEX runs_by_path ON runs (path, started_us);"
    "CREATE TABLE events (run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, sequence "
    "INTEGER "
    "NOT NULL, line TEXT NOT NULL, PRIMARY KEY (run, sequence)) WITHOUT ROWID;"
    "ALTER TABLE runs ADD COLUMN options TEXT;"
    "CREATE TABLE steps (run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, ordinal INTEGER "
    "NOT NULL, method TEXT NOT NULL, launch INTEGER NOT NULL, at_once INTEGER NOT NULL, value "
    "TEXT, "
    "error TEXT, state TEXT, PRIMARY KEY (run, ordinal)) WITHOUT ROWID;"
    "ALTER TABLE steps ADD COLUMN feedback TEXT;"
    "CREATE TABLE requests (run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, id TEXT NOT "
    "NULL, flow TEXT NOT NULL, method TEXT NOT NULL, launch INTEGER NOT NULL, behind INTEGER NOT "
    "NULL, question TEXT NOT NULL, state TEXT, asked_us INTEGER NOT NULL, states_path TEXT, n_rows "
    "INTEGER NOT NULL, is_open INTEGER NOT NULL, PRIMARY KEY (run, id)) WITHOUT ROWID;"
    "CREATE INDEX requests_by_opening ON requests (is_open, asked_us);"
    "PRAGMA user_version = 3;";

static const char rows[] =
    "INSERT INTO runs VALUES ('one', 'First', '/f.json', 'd1', 'ok', 10, 20, NULL, 'doc', NULL, "
    "'{}', 1, 2, 'boot', NULL), ('two', 'Second', NULL, 'd2', 'cancelled', 30, 40, 'why', 'doc', "
    "'{\"n\":1}', NULL, 1, 2, 'boot', '{}');"
    "INSERT INTO events VALUES ('one', 1, 'line 1'), ('two', 1, 'x'), ('one', 2, 'line 2');"
    "INSERT INTO steps VALUES ('two', 0, '', 0, 0, NULL, NULL, '{\"id\":\"two\"}', NULL), ('two', "
    "1, "
    "'m', 1, 0, '5', NULL, NULL, NULL);"
    "INSERT INTO requests VALUES ('two', 'r', 'Second', 'm', 1, 1, 'q', NULL, 50, NULL, 0, 1);";

/* The columns of a run, except for its document. */
#define RUNS                                                                                       \
  "SELECT id, name, path, runs.digest, status, started_us, ended_us, error, inputs, result, "      \
  "owner_process, owner_start, owner_boot, options"

/* Selects steps and events in the form of earlier versions, in which each row contained the id
 * of its run. */
#define STEPS                                                                                      \
  "SELECT id, key & 4294967295 AS ordinal, method, launch, at_once, value, steps.error, state, "   \
  "feedback FROM steps JOIN runs ON number = key >> 32 ORDER BY id, ordinal"
#define EVENTS                                                                                     \
  "SELECT id, key & 4294967295 AS sequence, line FROM events JOIN runs ON number = key >> 32 "     \
  "ORDER BY id, sequence"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer user_data)
{
  self->folder = g_dir_make_tmp ("troupe-migration-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "runs.db", NULL);
}

static void
tear_down (Fixture *self, gconstpointer user_data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static void
make_old (Fixture *self)
{
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, version_3, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, rows, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
}

/* Returns the result of a query, one line per row, with | between values. */
static char *
query (Fixture *self, const char *sql)
{
  GString *text = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        g_string_append_printf (text, "%s%s", i > 0 ? "|" : "",
                                sqlite3_column_type (statement, i) == SQLITE_NULL
                                    ? "-"
                                    : (const char *) sqlite3_column_text (statement, i));
      g_string_append_c (text, '\n');
    }
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return g_string_free (text, FALSE);
}

static void
assert_query (Fixture *self, const char *sql, const char *expected)
{
  g_autofree char *found = query (self, sql);

  g_assert_cmpstr (found, ==, expected);
}

static void
open_and_close (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  TroupeStore *store = troupe_store_open (self->folder, &error);

  g_assert_no_error (error);
  g_assert_finalize_object (store);
}

/* The migration preserves all data. Deleting a run afterwards still deletes the rows that belong
 * to it. */
static void
test_from_version_3 (Fixture *self, gconstpointer user_data)
{
  g_autofree char *runs = NULL;
  g_autofree char *steps = NULL;
  g_autoptr (GError) error = NULL;
  TroupeStore *store;

  make_old (self);
  runs = query (self, RUNS ", document FROM runs ORDER BY id");
  steps = query (self, "SELECT * FROM steps ORDER BY run, ordinal");
  open_and_close (self);
  assert_query (
      self, RUNS ", text FROM runs, documents WHERE document = documents.digest ORDER BY id", runs);
  assert_query (self, STEPS, steps);
  assert_query (self, EVENTS, "one|1|line 1\none|2|line 2\ntwo|1|x\n");
  assert_query (self, "SELECT run, id, question, is_open FROM requests", "two|r|q|1\n");
  assert_query (self, "PRAGMA foreign_key_check", "");
  assert_query (self, "PRAGMA integrity_check", "ok\n");
  store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_store_delete_run (store, "two", &error));
  g_assert_finalize_object (store);
  assert_query (self, "SELECT count (*) FROM steps", "0\n");
  assert_query (self, "SELECT count (*) FROM requests", "0\n");
  assert_query (self, "SELECT count (*) FROM events", "2\n");
}

/* Loads a database that an earlier version wrote. It contains five runs of four documents. One
 * document contains a key, and one run waits for an answer. */
static void
make_recorded (Fixture *self, gconstpointer user_data)
{
  g_autofree char *name = g_strdup_printf ("runs-version-%u.sql", GPOINTER_TO_UINT (user_data));
  g_autofree char *file = g_test_build_filename (G_TEST_DIST, "store", name, NULL);
  g_autofree char *sql = NULL;
  sqlite3 *database = NULL;

  g_assert_true (g_file_get_contents (file, &sql, NULL, NULL));
  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "PRAGMA journal_mode = WAL", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
}

static void
test_from_recorded (Fixture *self, gconstpointer user_data)
{
  static const char *const before[] = { "SELECT * FROM events ORDER BY run, sequence",
                                        "SELECT * FROM steps ORDER BY run, ordinal",
                                        "SELECT * FROM requests ORDER BY run, id" };
  static const char *const after[] = { EVENTS, STEPS, "SELECT * FROM requests ORDER BY run, id" };
  const gboolean has_documents = GPOINTER_TO_UINT (user_data) > 4;
  const char *documents = RUNS ", text FROM runs, documents WHERE document = documents.digest"
                               " ORDER BY id";
  char *rest[G_N_ELEMENTS (before)] = { NULL };
  g_autofree char *runs = NULL;
  g_autofree char *spans = NULL;

  make_recorded (self, user_data);
  runs = query (self, has_documents ? documents : RUNS ", document FROM runs ORDER BY id");
  spans = query (self, "SELECT CAST (json_extract (result, '$.seconds') * 1000000 AS INTEGER)"
                       " FROM runs ORDER BY id");
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    {
      rest[i] = query (self, before[i]);
      g_assert_cmpstr (rest[i], !=, "");
    }
  open_and_close (self);
  assert_query (self, "PRAGMA user_version", G_STRINGIFY (TROUPE_STORE_VERSION) "\n");
  assert_query (self, documents, runs);
  assert_query (self, "SELECT elapsed_us FROM runs ORDER BY id", spans);
  for (guint i = 0; i < G_N_ELEMENTS (after); i++)
    {
      assert_query (self, after[i], rest[i]);
      g_clear_pointer (&rest[i], g_free);
    }
  assert_query (self, "SELECT count (*), sum (text LIKE '%sk-canary%') FROM documents", "4|0\n");
  assert_query (self,
                "SELECT count (*) FROM runs AS a JOIN runs AS b ON a.number < b.number"
                " WHERE a.started_us > b.started_us",
                "0\n");
  assert_query (self, "PRAGMA foreign_key_check", "");
  assert_query (self, "PRAGMA integrity_check", "ok\n");
}

/* The contents of the database are read unchanged, including events that were recorded before
 * scopes existed. */
static void
test_recorded_is_read (Fixture *self, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  TroupeStore *store;

  make_recorded (self, user_data);
  store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  runs = troupe_store_list_runs (store, NULL, 0, &error);
  g_assert_cmpuint (runs->len, ==, 5);
  for (guint i = 0; i < runs->len; i++)
    {
      const TroupeRunRecord *listed = g_ptr_array_index (runs, i);
      g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, listed->id, &error);
      g_autoptr (GPtrArray) events = troupe_store_get_events (store, listed->id, &error);
      g_autofree char *lines = NULL;
      g_autofree char *sql =
          g_strdup_printf ("SELECT line FROM events JOIN runs ON number = key >> 32"
                           " WHERE id = '%s' ORDER BY key",
                           listed->id);
      GString *again = g_string_new (NULL);

      g_assert_no_error (error);
      g_assert_nonnull (record->document);
      g_assert_cmpint (listed->elapsed_us, >, 0);
      for (guint k = 0; k < events->len; k++)
        {
          g_autofree char *line = troupe_event_to_json (g_ptr_array_index (events, k), record->id,
                                                        TROUPE_EVENT_JSON_DEFAULT);

          g_string_append_printf (again, "%s\n", line);
        }
      lines = query (self, sql);
      g_assert_cmpstr (again->str, ==, lines);
      g_string_free (again, TRUE);
    }
  /* SQLite cannot release single pages of an old database, so the complete database is
   * rewritten. */
  for (guint i = 0; i < runs->len; i++)
    g_assert_true (
        troupe_store_delete_run (store, ((TroupeRunRecord *) runs->pdata[i])->id, &error));
  g_assert_finalize_object (store);
  assert_query (self, "SELECT count (*) FROM documents", "0\n");
  assert_query (self, "SELECT count (*) FROM events", "0\n");
  assert_query (self, "SELECT count (*) FROM steps", "0\n");
  assert_query (self, "PRAGMA freelist_count", "0\n");
}

/* A migrated database has the same schema as a new one. */
static void
test_same_form (Fixture *self, gconstpointer user_data)
{
  const char *sql = "SELECT type, name, tbl_name FROM sqlite_master ORDER BY name";
  const char *parents = "SELECT m.name, f.\"table\", f.\"to\", f.on_delete FROM sqlite_master AS m,"
                        " pragma_foreign_key_list (m.name) AS f ORDER BY m.name";
  g_autofree char *brought = NULL;
  g_autofree char *brought_parents = NULL;

  make_old (self);
  open_and_close (self);
  brought = query (self, sql);
  brought_parents = query (self, parents);
  g_assert_cmpint (g_remove (self->path), ==, 0);
  open_and_close (self);
  assert_query (self, sql, brought);
  assert_query (self, parents, brought_parents);
  g_assert_nonnull (strstr (brought_parents, "requests|runs|id|CASCADE"));
}

/* A database of version 6, which cannot store outputs of tasks, is migrated without loss. */
static void
test_from_version_6 (Fixture *self, gconstpointer user_data)
{
  sqlite3 *database = NULL;
  g_autofree char *runs = NULL;

  make_old (self);
  open_and_close (self);
  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (
      sqlite3_exec (
          database,
          "DROP TRIGGER runs_drop_summary; DROP TABLE run_texts;"
          "DROP TRIGGER runs_drop_signature; DROP TABLE run_signatures;"
          "DROP TABLE summaries; DROP TABLE task_outputs;"
          "DROP TABLE answers; DROP TABLE calls; DROP TABLE bookmarks; PRAGMA user_version = 6;",
          NULL, NULL, NULL),
      ==, SQLITE_OK);
  sqlite3_close (database);
  runs = query (self, "SELECT * FROM runs ORDER BY number");
  open_and_close (self);
  assert_query (self, "PRAGMA user_version", G_STRINGIFY (TROUPE_STORE_VERSION) "\n");
  assert_query (self, "SELECT * FROM runs ORDER BY number", runs);
  assert_query (self, "SELECT count (*) FROM task_outputs", "0\n");
  assert_query (self, "PRAGMA foreign_key_check", "");
}

/* Each run is found by the name of its document, and none by another word. */
static void
assert_searchable (TroupeStore *store)
{
  g_autoptr (GPtrArray) all =
      troupe_store_search_runs (store, &(TroupeRunFilter){ 0 }, NULL, 0, NULL);
  const TroupeRunFilter nowhere = { .words = "zzyzzx" };

  g_assert_cmpuint (all->len, >, 0);
  for (guint i = 0; i < all->len; i++)
    {
      const TroupeRunRecord *record = ((TroupeRunSummary *) all->pdata[i])->record;
      const TroupeRunFilter filter = { .words = record->name };
      g_autoptr (GPtrArray) found = troupe_store_search_runs (store, &filter, NULL, 0, NULL);
      gboolean is_found = FALSE;

      for (guint k = 0; k < found->len; k++)
        is_found |= g_str_equal (((TroupeRunSummary *) found->pdata[k])->record->id, record->id);
      g_assert_true (is_found);
    }
  g_assert_cmpuint (troupe_store_count_runs (store, &nowhere, NULL), ==, 0);
}

/* A database of version 12, which has no signatures, is searched as before. */
static void
test_from_version_12 (Fixture *self, gconstpointer user_data)
{
  sqlite3 *database = NULL;
  g_autofree char *texts = NULL;
  g_autofree char *signatures = NULL;
  g_autoptr (GError) error = NULL;
  TroupeStore *store;

  make_recorded (self, user_data);
  open_and_close (self);
  texts = query (self, "SELECT * FROM run_texts");
  signatures = query (self, "SELECT number, hex (signature) FROM run_signatures");
  g_assert_cmpstr (signatures, !=, "");
  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database,
                                 "DROP TRIGGER runs_drop_signature; DROP TABLE run_signatures;"
                                 "PRAGMA user_version = 12;",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (database);
  open_and_close (self);
  assert_query (self, "PRAGMA user_version", G_STRINGIFY (TROUPE_STORE_VERSION) "\n");
  assert_query (self, "SELECT * FROM run_texts", texts);
  assert_query (self, "SELECT number, hex (signature) FROM run_signatures", signatures);
  store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  assert_searchable (store);
  g_assert_finalize_object (store);
}

/* A database of version 7, which cannot store answers for unfinished work, is migrated without
 * loss and can be read. */
static void
test_from_version_7 (Fixture *self, gconstpointer user_data)
{
  static const char *const tables[] = { "runs",  "documents", "events",
                                        "steps", "requests",  "task_outputs" };
  char *before[G_N_ELEMENTS (tables)] = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  TroupeStore *store;

  make_recorded (self, user_data);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s", tables[i]);

      before[i] = query (self, sql);
      g_assert_cmpstr (before[i], !=, "");
    }
  open_and_close (self);
  assert_query (self, "PRAGMA user_version", G_STRINGIFY (TROUPE_STORE_VERSION) "\n");
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s", tables[i]);

      assert_query (self, sql, before[i]);
      g_free (before[i]);
    }
  assert_query (self, "SELECT count (*) FROM answers", "0\n");
  /* Runs that were stored before summaries existed have one. */
  assert_query (self, "SELECT count (*), sum (n_calls), count (models) > 0 FROM summaries",
                "5|3|1\n");
  assert_query (self,
                "SELECT count (*) FROM runs JOIN run_texts USING (number)"
                " WHERE instr (text, lower (name)) = 1",
                "5\n");
  assert_query (self,
                "SELECT count (*) FROM run_texts JOIN run_signatures USING (number)"
                " WHERE length (signature) >= 32",
                "5\n");
  assert_query (self, "PRAGMA foreign_key_check", "");
  assert_query (self, "PRAGMA integrity_check", "ok\n");
  store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  assert_searchable (store);
  runs = troupe_store_list_runs (store, NULL, 0, &error);
  g_assert_cmpuint (runs->len, ==, 5);
  for (guint i = 0; i < runs->len; i++)
    {
      const TroupeRunRecord *record = g_ptr_array_index (runs, i);
      g_autoptr (GPtrArray) answers = troupe_store_get_answers (store, record->id, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (answers->len, ==, 0);
    }
  g_assert_finalize_object (store);
}

/* There are no tables WITHOUT ROWID, because SQLite would read large rows completely just to
 * compare their keys. */
static void
test_rows_have_numbers (Fixture *self, gconstpointer user_data)
{
  open_and_close (self);
  assert_query (self, "SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'", "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/store/migration/from-version-3", Fixture, NULL, set_up, test_from_version_3,
              tear_down);
  g_test_add ("/store/migration/from-version-4", Fixture, GUINT_TO_POINTER (4), set_up,
              test_from_recorded, tear_down);
  g_test_add ("/store/migration/from-version-5", Fixture, GUINT_TO_POINTER (5), set_up,
              test_from_recorded, tear_down);
  g_test_add ("/store/migration/from-version-6", Fixture, NULL, set_up, test_from_version_6,
              tear_down);
  g_test_add ("/store/migration/from-version-7", Fixture, GUINT_TO_POINTER (7), set_up,
              test_from_version_7, tear_down);
  g_test_add ("/store/migration/from-version-12", Fixture, GUINT_TO_POINTER (7), set_up,
              test_from_version_12, tear_down);
  g_test_add ("/store/migration/version-4-is-read", Fixture, GUINT_TO_POINTER (4), set_up,
              test_recorded_is_read, tear_down);
  g_test_add ("/store/migration/version-5-is-read", Fixture, GUINT_TO_POINTER (5), set_up,
              test_recorded_is_read, tear_down);
  g_test_add ("/store/migration/same-form", Fixture, NULL, set_up, test_same_form, tear_down);
  g_test_add ("/store/migration/rows-have-numbers", Fixture, NULL, set_up, test_rows_have_numbers,
              tear_down);
  return g_test_run ();
}
