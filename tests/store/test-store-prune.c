/* test-store-prune.c: paging, shared documents, and removal of old runs from the store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "../test-event.h"
#include "troupe-store.h"

#define DAY_US (G_GINT64_CONSTANT (24) * 3600 * G_USEC_PER_SEC)

typedef struct
{
  char *folder;
  char *path;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-prune-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "runs.db", NULL);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer user_data)
{
  g_assert_finalize_object (self->store);
  g_assert_cmpint (g_remove (self->path), ==, 0);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static void
begin (Fixture *self, const char *id, const char *path, gint64 started_us, const char *document)
{
  TroupeRunRecord record = { .id = (char *) id,
                             .name = (char *) "name",
                             .path = (char *) path,
                             .digest = (char *) "digest",
                             .started_us = started_us,
                             .document = (char *) document };

  troupe_store_begin_run (self->store, &record);
}

/* Adds a run that started @days ago and has the status @status. */
static void
add_run (Fixture *self, const char *id, guint days, TroupeRunStatus status)
{
  begin (self, id, NULL, g_get_real_time () - days * DAY_US, "{}");
  if (status != TROUPE_RUN_STATUS_RUNNING)
    troupe_store_end_run (self->store, id, status, NULL, NULL);
}

/* Returns the first value of the first row of a query. */
static gint64
query (Fixture *self, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  sqlite3 *database = NULL;
  gint64 number;

  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  number = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return number;
}

/* Returns the ids of all runs, newest first. (transfer full) */
static char *
list (Fixture *self)
{
  g_autoptr (GPtrArray) runs = troupe_store_list_runs (self->store, NULL, 0, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < runs->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((TroupeRunRecord *) g_ptr_array_index (runs, i))->id);
  return g_string_free (text, FALSE);
}

#define assert_list(self, expected)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *list_ = list (self);                                                          \
    g_assert_cmpstr (list_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static guint
prune (Fixture *self, gint64 max_runs, gint64 max_age_us, gint64 max_bytes)
{
  const TroupeStoreRetention retention = { max_runs, max_age_us, max_bytes };
  g_autoptr (GError) error = NULL;
  guint n_removed = 0;

  g_assert_true (troupe_store_prune (self->store, &retention, &n_removed, &error));
  g_assert_no_error (error);
  return n_removed;
}

/* --- Documents -------------------------------------------------------------------------------- */

static void
assert_document (Fixture *self, const char *id, const char *expected)
{
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (self->store, id, NULL);

  g_assert_nonnull (record);
  g_assert_cmpstr (record->document, ==, expected);
}

/* The text of a document is stored only once, and only as long as a run uses it. */
static void
test_documents (Fixture *self, gconstpointer user_data)
{
  begin (self, "a", NULL, 1, "{\"name\": \"one\"}");
  begin (self, "b", NULL, 2, "{\"name\": \"two\"}");
  begin (self, "c", NULL, 3, "{\"name\": \"one\"}");
  begin (self, "d", NULL, 4, NULL);
  g_assert_cmpint (query (self, "SELECT count (*) FROM documents"), ==, 2);
  assert_document (self, "a", "{\"name\": \"one\"}");
  assert_document (self, "b", "{\"name\": \"two\"}");
  assert_document (self, "c", "{\"name\": \"one\"}");
  assert_document (self, "d", NULL);
  g_assert_true (troupe_store_delete_run (self->store, "a", NULL));
  g_assert_true (troupe_store_delete_run (self->store, "b", NULL));
  g_assert_true (troupe_store_delete_run (self->store, "d", NULL));
  assert_document (self, "c", "{\"name\": \"one\"}");
  g_assert_cmpint (query (self, "SELECT count (*) FROM documents"), ==, 1);
  g_assert_true (troupe_store_delete_run (self->store, "c", NULL));
  g_assert_cmpint (query (self, "SELECT count (*) FROM documents"), ==, 0);
}

/* --- Pages ------------------------------------------------------------------------------------ */

#define N_RUNS 1003
#define N_OF_PAGE 100

static gboolean
comes_behind (const TroupeRunRecord *record, const TroupeRunRecord *former)
{
  return record->started_us < former->started_us ||
         (record->started_us == former->started_us && strcmp (record->id, former->id) < 0);
}

static void
add_newer (Fixture *self, const char *path, guint number)
{
  g_autofree char *id = g_uuid_string_random ();

  begin (self, id, path, G_MAXINT32 + (gint64) number, NULL);
}

static guint
read_pages (Fixture *self, const char *path, guint n_of_page)
{
  g_autoptr (GPtrArray) page = troupe_store_list_runs (self->store, path, n_of_page, NULL);
  g_autoptr (TroupeRunRecord) last = NULL;
  guint n_read = 0;

  while (page->len > 0)
    {
      g_assert_cmpuint (page->len, <=, n_of_page);
      for (guint i = 0; i < page->len; i++)
        {
          const TroupeRunRecord *record = g_ptr_array_index (page, i);

          g_assert_true (i > 0 ? comes_behind (record, g_ptr_array_index (page, i - 1))
                               : last == NULL || comes_behind (record, last));
          n_read++;
        }
      g_clear_pointer (&last, troupe_run_record_free);
      last = g_ptr_array_steal_index (page, page->len - 1);
      /* Runs that start or are removed while the list is read do not shift the pages. */
      add_newer (self, path, n_read);
      g_assert_true (troupe_store_delete_run (self->store, last->id, NULL));
      g_clear_pointer (&page, g_ptr_array_unref);
      page = troupe_store_list_runs_behind (self->store, path, last, n_of_page, NULL);
    }
  return n_read;
}

static void
test_pages (Fixture *self, gconstpointer user_data)
{
  /* Many runs start in the same microsecond. */
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autofree char *id = g_strdup_printf ("run-%u", i * 7919 % N_RUNS);

      begin (self, id, i % 2 == 0 ? "/even" : "/odd", i / 30, NULL);
    }
  g_assert_cmpuint (read_pages (self, "/odd", N_OF_PAGE), ==, N_RUNS / 2);
  g_assert_cmpuint (read_pages (self, "/even", 1 + N_RUNS / 3), ==, N_RUNS / 2 + 1);
  g_assert_cmpuint (read_pages (self, NULL, N_OF_PAGE), >, N_RUNS - 20);
}

/* A listed record contains all that a list shows, but not the result and the document, which may
 * be large. */
static void
test_list_shows (Fixture *self, gconstpointer user_data)
{
  g_autoptr (TroupeValue) result =
      troupe_value_from_json ("{\"final\": 3, \"seconds\": 1.5}", -1, NULL);
  g_autoptr (GPtrArray) runs = NULL;
  const TroupeRunRecord *record;

  begin (self, "a", "/f", 1000, "{}");
  troupe_store_end_run (self->store, "a", TROUPE_RUN_STATUS_FAILED, "Why", result);
  runs = troupe_store_list_runs (self->store, NULL, 0, NULL);
  record = g_ptr_array_index (runs, 0);
  g_assert_cmpint (record->elapsed_us, ==, 1500000);
  g_assert_cmpstr (record->error, ==, "Why");
  g_assert_cmpint (record->status, ==, TROUPE_RUN_STATUS_FAILED);
  g_assert_null (record->result);
  g_assert_null (record->document);
}

/* --- Retention -------------------------------------------------------------------------------- */

/* Adds a run of each status, from newest to oldest, and successful runs between them. */
static void
add_all_kinds (Fixture *self)
{
  add_run (self, "ok-1", 1, TROUPE_RUN_STATUS_OK);
  add_run (self, "cancelled-2", 2, TROUPE_RUN_STATUS_CANCELLED);
  add_run (self, "failed-3", 3, TROUPE_RUN_STATUS_FAILED);
  add_run (self, "timeout-4", 4, TROUPE_RUN_STATUS_TIMEOUT);
  add_run (self, "ok-5", 5, TROUPE_RUN_STATUS_OK);
  add_run (self, "paused-6", 6, TROUPE_RUN_STATUS_PAUSED);
  add_run (self, "running-7", 7, TROUPE_RUN_STATUS_RUNNING);
  add_run (self, "failed-8", 8, TROUPE_RUN_STATUS_FAILED);
}

#define STAYING "cancelled-2 timeout-4 paused-6 running-7"

static void
test_count (Fixture *self, gconstpointer user_data)
{
  add_all_kinds (self);
  g_assert_cmpuint (prune (self, 8, -1, -1), ==, 0);
  g_assert_cmpuint (prune (self, 3, -1, -1), ==, 2);
  assert_list (self, "ok-1 cancelled-2 failed-3 timeout-4 paused-6 running-7");
  g_assert_cmpuint (prune (self, 0, -1, -1), ==, 2);
  assert_list (self, STAYING);
  g_assert_cmpuint (prune (self, 0, 0, 0), ==, 0);
}

static void
test_age (Fixture *self, gconstpointer user_data)
{
  add_all_kinds (self);
  g_assert_cmpuint (prune (self, -1, 9 * DAY_US, -1), ==, 0);
  g_assert_cmpuint (prune (self, -1, 4 * DAY_US, -1), ==, 2);
  assert_list (self, "ok-1 cancelled-2 failed-3 timeout-4 paused-6 running-7");
  g_assert_cmpuint (prune (self, -1, 0, -1), ==, 2);
  assert_list (self, STAYING);
}

/* A run with an open request is not removed even if the run has ended. Normally, an ended run
 * has no open request. */
static void
test_open_request (Fixture *self, gconstpointer user_data)
{
  sqlite3 *database = NULL;

  add_run (self, "asked", 2, TROUPE_RUN_STATUS_OK);
  add_run (self, "other", 1, TROUPE_RUN_STATUS_OK);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database,
                                 "INSERT INTO requests VALUES ('asked', 'r', 'f', 'm', 1, 1, '{}',"
                                 " NULL, 1, NULL, 0, 1)",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (database);
  g_assert_cmpuint (prune (self, 0, -1, -1), ==, 1);
  assert_list (self, "asked");
}

static void
add_large_run (Fixture *self, guint number)
{
  g_autofree char *id = g_strdup_printf ("run-%03u", number);
  g_autofree char *text = g_strnfill (10000, 'x');

  begin (self, id, NULL, number, NULL);
  for (guint i = 1; i <= 10; i++)
    {
      TroupeMapBuilder fields;
      g_autoptr (TroupeEvent) event = NULL;

      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "result", troupe_value_new_string (text, -1));
      event = test_event_new_at (TROUPE_EVENT_METHOD_FINISHED, "m", i, 0,
                                 troupe_map_builder_end (&fields));
      troupe_store_add_event (self->store, id, event);
    }
  troupe_store_end_run (self->store, id, TROUPE_RUN_STATUS_OK, NULL, NULL);
}

static goffset
get_size (Fixture *self)
{
  g_autofree char *log = g_strconcat (self->path, "-wal", NULL);
  GStatBuf file = { 0 };
  GStatBuf log_file = { 0 };

  g_assert_cmpint (g_stat (self->path, &file), ==, 0);
  g_stat (log, &log_file);
  return file.st_size + log_file.st_size;
}

/* The oldest runs are removed until the remaining runs fit into the limit, and the file is
 * smaller afterwards. */
static void
test_size (Fixture *self, gconstpointer user_data)
{
  const gint64 most = 4 * 1000 * 1000;
  g_autoptr (GPtrArray) runs = NULL;
  guint n_removed;

  for (guint i = 0; i < 100; i++)
    add_large_run (self, i);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_cmpint (get_size (self), >, 10 * 1000 * 1000);
  g_assert_cmpuint (prune (self, -1, -1, 100 * 1000 * 1000), ==, 0);
  n_removed = prune (self, -1, -1, most);
  g_assert_cmpuint (n_removed, >, 55);
  g_assert_cmpuint (n_removed, <, 75);
  g_assert_cmpint (get_size (self), <=, most);
  runs = troupe_store_list_runs (self->store, NULL, 0, NULL);
  g_assert_cmpuint (runs->len, ==, 100 - n_removed);
  g_assert_cmpstr (((TroupeRunRecord *) runs->pdata[0])->id, ==, "run-099");
  g_assert_true (troupe_store_delete_run (self->store, "run-099", NULL));
  g_assert_cmpint (get_size (self), <=, most - 100000);
}

/* A changed setting applies to stored runs, too. */
static void
test_setting (Fixture *self, gconstpointer user_data)
{
  const TroupeStoreRetention retention = { 3, -1, -1 };

  add_all_kinds (self);
  troupe_store_set_retention (self->store, &retention);
  /* Runs are removed in several steps. The first step is finished when the function returns. */
  g_assert_true (troupe_store_flush (self->store, NULL));
  assert_list (self, "ok-1 cancelled-2 failed-3 timeout-4 paused-6 running-7");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/store/documents", test_documents);
  ADD ("/store/pages", test_pages);
  ADD ("/store/list-shows", test_list_shows);
  ADD ("/store/retention/count", test_count);
  ADD ("/store/retention/age", test_age);
  ADD ("/store/retention/open-request", test_open_request);
  ADD ("/store/retention/size", test_size);
  ADD ("/store/retention/setting", test_setting);

  return g_test_run ();
}
