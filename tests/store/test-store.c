/* test-store.c: storing runs so that they survive any end of the process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test-event.h"
#include "../test-time.h"
#include "troupe-store.h"

static const char *program;

typedef struct
{
  char *folder;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-store-XXXXXX", &error);
  g_assert_no_error (error);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->store);
  remove_folder (self->folder);
  g_free (self->folder);
}

static void
begin (TroupeStore *store, const char *id, const char *path, gint64 started_us)
{
  g_autoptr (TroupeValue) inputs = troupe_value_from_json ("{\"n\": 1.5}", -1, NULL);
  TroupeRunRecord record = { .id = (char *) id,
                             .name = (char *) "name",
                             .path = (char *) path,
                             .digest = (char *) "digest",
                             .started_us = started_us,
                             .document = (char *) "{\"name\": \"x\"}",
                             .inputs = inputs };

  troupe_store_begin_run (store, &record);
}

static void
add_events (TroupeStore *store, const char *id, guint n_events)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();

  for (guint i = 0; i < n_events; i++)
    {
      TroupeEvent *event;
      TroupeMapBuilder fields;

      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "result", troupe_value_new_integer (i));
      event = test_event_new (TROUPE_EVENT_METHOD_FINISHED, "m", troupe_map_builder_end (&fields));
      troupe_event_ref (event);
      troupe_event_bus_emit (bus, event);
      troupe_store_add_event (store, id, event);
      troupe_event_unref (event);
    }
}

static void
test_round_trip (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;
  g_autoptr (GPtrArray) events = NULL;
  g_autoptr (TroupeValue) result = troupe_value_from_json ("{\"final\": 3.0}", -1, NULL);

  begin (self->store, "aaaa-1", "/p/flow.json", 1000);
  add_events (self->store, "aaaa-1", 3);
  troupe_store_end_run (self->store, "aaaa-1", TROUPE_RUN_STATUS_FAILED, "why", result);
  record = troupe_store_get_run (self->store, "aaaa", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (record->id, ==, "aaaa-1");
  g_assert_cmpstr (record->name, ==, "name");
  g_assert_cmpstr (record->path, ==, "/p/flow.json");
  g_assert_cmpstr (record->digest, ==, "digest");
  g_assert_cmpstr (record->document, ==, "{\"name\": \"x\"}");
  g_assert_cmpstr (record->error, ==, "why");
  g_assert_cmpint (record->status, ==, TROUPE_RUN_STATUS_FAILED);
  g_assert_cmpint (record->started_us, ==, 1000);
  g_assert_cmpint (record->ended_us, >, 1000);
  g_assert_true (troupe_value_equal (record->result, result));
  g_assert_cmpfloat (
      troupe_value_get_double (troupe_value_map_lookup_string (record->inputs, "n", -1)), ==, 1.5);
  events = troupe_store_get_events (self->store, "aaaa-1", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, 3);
  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      g_assert_cmpuint (event->sequence, ==, i + 1);
      g_assert_cmpint (troupe_value_get_integer (troupe_event_get_field (event, "result")), ==, i);
    }
}

/* Adding rows to a run that does not exist or was deleted is an error. The next run reuses the
 * number of the deleted run, but has only its own rows. */
static void
test_missing (Fixture *self, gconstpointer data)
{
  static const char *const ids[] = { "aaaa-1", "never" };
  g_autoptr (GPtrArray) events = NULL;

  begin (self->store, "aaaa-1", NULL, 1000);
  add_events (self->store, "aaaa-1", 3);
  g_assert_true (troupe_store_delete_run (self->store, "aaaa-1", NULL));
  begin (self->store, "bbbb-1", NULL, 1000);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) none = NULL;

      add_events (self->store, ids[i], 2);
      g_assert_false (troupe_store_flush (self->store, &error));
      g_assert_nonnull (strstr (error->message, "of a kept run"));
      none = troupe_store_get_events (self->store, ids[i], NULL);
      g_assert_cmpuint (none->len, ==, 0);
    }
  events = troupe_store_get_events (self->store, "bbbb-1", NULL);
  g_assert_cmpuint (events->len, ==, 0);
}

/* Rows are written without a call of troupe_store_flush(), regardless of whether the writer
 * thread sleeps or has just written. */
static void
test_by_itself (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "runs.db", NULL);
  gint64 deadline_us = g_get_monotonic_time () + TEST_WAIT_US;
  sqlite3_stmt *statement = NULL;
  sqlite3 *database = NULL;

  begin (self->store, "aaaa-1", NULL, 1000);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, "SELECT count (*) FROM events", -1, &statement,
                                       NULL),
                   ==, SQLITE_OK);
  for (int i = 1; i <= 3; i++)
    {
      g_autofree char *id = g_strdup_printf ("bbbb-%d", i);
      int n_there = 0;

      begin (self->store, id, NULL, 1000);
      add_events (self->store, id, 1);
      while (n_there < i && g_get_monotonic_time () < deadline_us)
        {
          g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
          n_there = sqlite3_column_int (statement, 0);
          sqlite3_reset (statement);
          g_usleep (i * 40000);
        }
      g_assert_cmpint (n_there, ==, i);
    }
  sqlite3_finalize (statement);
  sqlite3_close (database);
}

static void
test_lists (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) of_path = NULL;
  g_autoptr (GPtrArray) first = NULL;

  begin (self->store, "run-1", "/a", 1);
  begin (self->store, "run-2", "/b'; DROP TABLE runs; --", 3);
  begin (self->store, "run-3", "/a", 2);
  all = troupe_store_list_runs (self->store, NULL, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpstr (((TroupeRunRecord *) all->pdata[0])->id, ==, "run-2");
  g_assert_cmpint (((TroupeRunRecord *) all->pdata[0])->status, ==, TROUPE_RUN_STATUS_RUNNING);
  g_assert_null (((TroupeRunRecord *) all->pdata[0])->document);
  g_assert_cmpstr (((TroupeRunRecord *) all->pdata[2])->id, ==, "run-1");
  of_path = troupe_store_list_runs (self->store, "/b'; DROP TABLE runs; --", 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (of_path->len, ==, 1);
  first = troupe_store_list_runs (self->store, "/a", 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (first->len, ==, 1);
  g_assert_cmpstr (((TroupeRunRecord *) first->pdata[0])->id, ==, "run-3");
}

/* A run without a file gets one. A run that has a file keeps it. */
static void
test_set_path (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = NULL;

  begin (self->store, "run-1", NULL, 1);
  begin (self->store, "run-2", "/b", 2);
  troupe_store_end_run (self->store, "run-1", TROUPE_RUN_STATUS_OK, NULL, NULL);
  troupe_store_set_run_path (self->store, "run-1", "/a");
  troupe_store_set_run_path (self->store, "run-2", "/a");
  troupe_store_set_run_path (self->store, "run-1", "/c");
  runs = troupe_store_list_runs (self->store, "/a", 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 1);
  g_assert_cmpstr (((TroupeRunRecord *) runs->pdata[0])->id, ==, "run-1");
}

static void
test_choice (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;

  begin (self->store, "abc", NULL, 1);
  begin (self->store, "abcd", NULL, 2);
  record = troupe_store_get_run (self->store, "abc", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (record->id, ==, "abc");
  g_assert_null (troupe_store_get_run (self->store, "ab", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_null (troupe_store_get_run (self->store, "%", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_delete (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = NULL;

  begin (self->store, "gone", NULL, 1);
  add_events (self->store, "gone", 2);
  g_assert_true (troupe_store_delete_run (self->store, "gone", &error));
  g_assert_no_error (error);
  events = troupe_store_get_events (self->store, "gone", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, 0);
  g_assert_null (troupe_store_get_run (self->store, "gone", NULL));
}

static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = NULL;

  begin (self->store, "many", NULL, 1);
  add_events (self->store, "many", 20000);
  g_assert_true (troupe_store_flush (self->store, &error));
  g_assert_no_error (error);
  events = troupe_store_get_events (self->store, "many", &error);
  g_assert_cmpuint (events->len, ==, 20000);
}

/* --- Another process ------------------------------------------------------------------------------ */

/* Main function of the child: stores a run and waits to be killed. */
static int
run_child (const char *folder, const char *id)
{
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  char byte;

  g_assert_nonnull (store);
  begin (store, id, "/child", 5);
  add_events (store, id, 7);
  g_assert_true (troupe_store_flush (store, NULL));
  g_assert_cmpint (write (STDOUT_FILENO, "x", 1), ==, 1);
  while (read (STDIN_FILENO, &byte, 1) > 0)
    ;
  return 0;
}

static GSubprocess *
start_child (const char *folder, const char *id)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *child;
  char byte = '\0';

  child = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                            program, "--child", folder, id, NULL);
  g_assert_no_error (error);
  g_assert_cmpint (
      g_input_stream_read (g_subprocess_get_stdout_pipe (child), &byte, 1, NULL, &error), ==, 1);
  g_assert_no_error (error);
  return child;
}

static TroupeRunStatus
get_status (TroupeStore *store, const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, id, &error);

  g_assert_no_error (error);
  return record->status;
}

static void
test_killed (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) child = start_child (self->folder, "of-child");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = NULL;

  g_assert_cmpint (get_status (self->store, "of-child"), ==, TROUPE_RUN_STATUS_RUNNING);
  g_subprocess_force_exit (child);
  g_subprocess_wait (child, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_status (self->store, "of-child"), ==, TROUPE_RUN_STATUS_INTERRUPTED);
  events = troupe_store_get_events (self->store, "of-child", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, 7);
}

/* A run whose process was killed counts as not running, even while the process is a zombie and
 * its id still exists. */
static void
test_killed_and_not_reaped (Fixture *self, gconstpointer data)
{
  const char *words[] = { program, "--child", self->folder, "of-child", NULL };
  g_autoptr (GError) error = NULL;
  siginfo_t info;
  int to_child = -1, from_child = -1;
  GPid child = 0;
  char byte;

  g_spawn_async_with_pipes (NULL, (char **) words, NULL,
                            G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, NULL, NULL, &child,
                            &to_child, &from_child, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (read (from_child, &byte, 1), ==, 1);
  kill (child, SIGKILL);
  g_assert_cmpint (waitid (P_PID, (id_t) child, &info, WEXITED | WNOWAIT), ==, 0);
  g_assert_cmpint (get_status (self->store, "of-child"), ==, TROUPE_RUN_STATUS_INTERRUPTED);
  waitpid (child, NULL, 0);
  close (to_child);
  close (from_child);
}

static void
test_two_processes (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) child = start_child (self->folder, "of-child");
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;

  begin (self->store, "of-parent", NULL, 6);
  add_events (self->store, "of-parent", 1000);
  g_assert_true (troupe_store_flush (self->store, &error));
  g_assert_no_error (error);
  runs = troupe_store_list_runs (self->store, NULL, 0, &error);
  g_assert_cmpuint (runs->len, ==, 2);
  g_output_stream_close (g_subprocess_get_stdin_pipe (child), NULL, NULL);
  g_subprocess_wait (child, NULL, NULL);
}

/* A reused process id does not count as the same process. */
static void
test_other_boot (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "runs.db", NULL);
  sqlite3 *database = NULL;

  begin (self->store, "mine", NULL, 1);
  g_assert_cmpint (get_status (self->store, "mine"), ==, TROUPE_RUN_STATUS_RUNNING);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "UPDATE runs SET owner_start = owner_start + 1", NULL,
                                 NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (database);
  g_assert_cmpint (get_status (self->store, "mine"), ==, TROUPE_RUN_STATUS_INTERRUPTED);
}

/* --- Problems of the database ----------------------------------------------------------------- */

static void
test_newer_schema (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-store-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  g_autoptr (GError) error = NULL;
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  sqlite3_exec (database, "PRAGMA user_version = 999", NULL, NULL, NULL);
  sqlite3_close (database);
  g_assert_null (troupe_store_open (folder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_nonnull (strstr (error->message, "999"));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  remove_folder (folder);
}

static void
test_broken_file (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-store-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  g_autofree char *text = g_strnfill (8192, 'x');
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  store = troupe_store_open (folder, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (troupe_store_get_notice (store), "runs.db.broken-"));
  g_assert_nonnull (strstr (troupe_store_get_notice (store), "runs.db”"));
  g_clear_object (&store);
  /* The notice is given once. */
  store = troupe_store_open (folder, &error);
  g_assert_no_error (error);
  g_assert_null (troupe_store_get_notice (store));
  g_clear_object (&store);
  remove_folder (folder);
}

typedef struct
{
  GMutex mutex;
  guint n_errors;
  guint n_passed; /* data could be stored after all */
  int code;
} Errors;

static void
count_error_cb (const GError *error, gpointer user_data)
{
  Errors *errors = user_data;

  g_mutex_lock (&errors->mutex);
  if (error == NULL)
    errors->n_passed++;
  else
    {
      errors->n_errors++;
      errors->code = error->code;
    }
  g_mutex_unlock (&errors->mutex);
}

/* A row that cannot be stored is reported, but does not affect other rows. */
static void
test_row_that_cannot_be (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  Errors errors = { 0 };

  g_mutex_init (&errors.mutex);
  troupe_store_set_error_func (self->store, count_error_cb, &errors, NULL);
  begin (self->store, "twice", NULL, 1);
  begin (self->store, "twice", NULL, 2);
  begin (self->store, "after", NULL, 3);
  g_assert_false (troupe_store_flush (self->store, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_cmpuint (errors.n_errors, ==, 1);
  g_assert_cmpint (get_status (self->store, "after"), ==, TROUPE_RUN_STATUS_RUNNING);
  g_assert_true (troupe_store_flush (self->store, &error));
  troupe_store_set_error_func (self->store, NULL, NULL, NULL);
  g_mutex_clear (&errors.mutex);
}

typedef struct
{
  TroupeStore *store;
  gint n_calls;  /* atomic */
  gint is_freed; /* atomic */
} Teller;

/* The error callback may call functions of the store that do not wait for it. */
static void
use_store_cb (const GError *error, gpointer user_data)
{
  Teller *self = user_data;

  g_atomic_int_inc (&self->n_calls);
  begin (self->store, "told", NULL, 5);
  troupe_store_set_error_func (self->store, NULL, NULL, NULL);
  g_assert_false (g_atomic_int_get (&self->is_freed));
}

static void
free_teller_cb (gpointer user_data)
{
  g_atomic_int_set (&((Teller *) user_data)->is_freed, TRUE);
}

static void
test_error_func_uses_store (Fixture *self, gconstpointer data)
{
  Teller teller = { .store = self->store };

  troupe_store_set_error_func (self->store, use_store_cb, &teller, free_teller_cb);
  begin (self->store, "twice", NULL, 1);
  begin (self->store, "twice", NULL, 2);
  g_assert_false (troupe_store_flush (self->store, NULL));
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_cmpint (teller.n_calls, ==, 1);
  g_assert_true (g_atomic_int_get (&teller.is_freed));
  g_assert_cmpint (get_status (self->store, "told"), ==, TROUPE_RUN_STATUS_RUNNING);
}

/* Rows that could not be written because of a full disk are written later. */
static void
test_full_disk (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = NULL;
  g_autofree char *path = g_build_filename (self->folder, "runs.db", NULL);
  struct rlimit limit, small;
  Errors errors = { 0 };

  g_mutex_init (&errors.mutex);
  begin (self->store, "full", NULL, 1);
  g_assert_true (troupe_store_flush (self->store, &error));
  troupe_store_set_error_func (self->store, count_error_cb, &errors, NULL);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 4096;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  add_events (self->store, "full", 5000);
  g_assert_false (troupe_store_flush (self->store, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (errors.n_errors, ==, 1);
  g_assert_nonnull (strstr (error->message, "runs.db"));
  g_clear_error (&error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_true (troupe_store_flush (self->store, &error));
  g_assert_no_error (error);
  events = troupe_store_get_events (self->store, "full", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, 5000);
  g_mutex_lock (&errors.mutex);
  g_assert_cmpuint (errors.n_errors, ==, 1);
  g_assert_cmpuint (errors.n_passed, ==, 1);
  g_mutex_unlock (&errors.mutex);
  troupe_store_set_error_func (self->store, NULL, NULL, NULL);
  g_mutex_clear (&errors.mutex);
}

static TroupeStoreTicket *
add_step (TroupeStore *store, const char *id, gint64 ordinal)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  TroupeRunStep *step = g_new0 (TroupeRunStep, 1);
  TroupeStoreTicket *ticket;

  step->ordinal = ordinal;
  step->method = g_strdup ("method");
  step->state = troupe_value_take_string (g_strnfill (100000, 'x'), -1);
  step->value = troupe_value_new_integer (ordinal);
  g_ptr_array_add (steps, step);
  ticket = troupe_store_add_steps (store, id, steps);
  troupe_store_commit (store);
  return ticket;
}

static void
wake_cb (gpointer context)
{
  g_main_context_wakeup (context);
}

/* A ticket is not done until the disk has space again, regardless of how long this takes. */
static void
test_full_tickets (Fixture *self, gconstpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (TroupeStoreTicket) ticket = NULL;
  g_autoptr (TroupeStoreTicket) second = NULL;
  g_autoptr (TroupeStoreTicket) mark = NULL;
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (GError) error = NULL;
  struct rlimit limit, small;

  begin (self->store, "full", NULL, 1);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 4096;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  ticket = add_step (self->store, "full", 0);
  g_assert_cmpint (troupe_store_ticket_wait_for_news (ticket), ==, TROUPE_STORE_TICKET_STUCK);
  second = add_step (self->store, "full", 1);
  g_assert_cmpint (troupe_store_ticket_wait_for_news (second), ==, TROUPE_STORE_TICKET_STUCK);
  troupe_store_end_run (self->store, "full", TROUPE_RUN_STATUS_OK, NULL, NULL);
  mark = troupe_store_mark (self->store);
  g_assert_cmpint (troupe_store_ticket_wait_for_news (mark), ==, TROUPE_STORE_TICKET_STUCK);
  g_assert_false (troupe_store_flush (self->store, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_cmpint (troupe_store_ticket_get_state (ticket), ==, TROUPE_STORE_TICKET_STUCK);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  /* The store tries again every second, so the ticket is done soon after the disk has space. */
  troupe_store_ticket_set_func (mark, wake_cb, g_main_context_ref (context),
                                (GDestroyNotify) g_main_context_unref);
  while (troupe_store_ticket_get_state (mark) != TROUPE_STORE_TICKET_DONE)
    g_main_context_iteration (context, TRUE);
  g_assert_cmpint (troupe_store_ticket_get_state (ticket), ==, TROUPE_STORE_TICKET_DONE);
  steps = troupe_store_get_steps (self->store, "full", NULL);
  g_assert_cmpuint (steps->len, ==, 2);
  g_assert_cmpint (get_status (self->store, "full"), ==, TROUPE_RUN_STATUS_OK);
}

/* A run continues while another program has locked the database, but it cannot end until its
 * rows are written. */
static void
test_locked_tickets (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "runs.db", NULL);
  g_autoptr (TroupeStoreTicket) ticket = NULL;
  g_autoptr (TroupeStoreTicket) mark = NULL;
  sqlite3 *other = NULL;

  begin (self->store, "locked", NULL, 1);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_cmpint (sqlite3_open (path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  ticket = add_step (self->store, "locked", 0);
  g_assert_cmpint (troupe_store_ticket_wait_for_news (ticket), ==, TROUPE_STORE_TICKET_DONE);
  troupe_store_end_run (self->store, "locked", TROUPE_RUN_STATUS_OK, NULL, NULL);
  mark = troupe_store_mark (self->store);
  g_assert_cmpint (troupe_store_ticket_wait_for_news (mark), ==, TROUPE_STORE_TICKET_STUCK);
  g_assert_cmpint (sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (other);
  troupe_store_retry (self->store);
  troupe_store_ticket_wait (g_steal_pointer (&mark));
  g_assert_cmpint (get_status (self->store, "locked"), ==, TROUPE_RUN_STATUS_OK);
}

static void
test_folder_that_cannot_be (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (troupe_store_open ("/proc/troupe", &error));
  g_assert_nonnull (error);
  g_assert_true (error->domain == G_IO_ERROR);
  g_assert_nonnull (strstr (error->message, "/proc/troupe"));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  program = argv[0];
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    return run_child (argv[2], argv[3]);
  g_test_init (&argc, &argv, NULL);
  ADD ("/store/round-trip", test_round_trip);
  ADD ("/store/missing", test_missing);
  ADD ("/store/by-itself", test_by_itself);
  ADD ("/store/lists", test_lists);
  ADD ("/store/set-path", test_set_path);
  ADD ("/store/choice", test_choice);
  ADD ("/store/delete", test_delete);
  ADD ("/store/many", test_many);
  ADD ("/store/process/killed", test_killed);
  ADD ("/store/process/killed-and-not-reaped", test_killed_and_not_reaped);
  ADD ("/store/process/two", test_two_processes);
  ADD ("/store/process/other", test_other_boot);
  ADD ("/store/wrong/newer", test_newer_schema);
  ADD ("/store/wrong/broken", test_broken_file);
  ADD ("/store/wrong/row", test_row_that_cannot_be);
  ADD ("/store/wrong/full", test_full_disk);
  ADD ("/store/wrong/error-func", test_error_func_uses_store);
  ADD ("/store/wrong/full-tickets", test_full_tickets);
  ADD ("/store/wrong/locked-tickets", test_locked_tickets);
  g_test_add_func ("/store/wrong/folder", test_folder_that_cannot_be);
  return g_test_run ();
}
