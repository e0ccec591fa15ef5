/* test-store-exposed.c: databases in a folder that code may write at any time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-flow-states.h"
#include "troupe-store.h"

#define N_THREADS 3u
#define N_ROWS 30u
/* Bytes 18 and 19 of a database say whether it has a WAL. */
#define MODE_OFFSET 18

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-store-exposed-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "states.db", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static sqlite3 *
open_other (Fixture *self)
{
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  return database;
}

static void
execute (sqlite3 *database, const char *sql)
{
  char *message = NULL;

  sqlite3_exec (database, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
}

static void
save (TroupeFlowStates *states, const char *name)
{
  g_autoptr (TroupeValue) id = troupe_value_new_string (name, -1);
  g_autoptr (TroupeValue) state = troupe_value_from_json ("{\"n\": 1}", -1, NULL);
  TroupeFlowStateRow row = { id, "m", state };
  g_autoptr (GError) error = NULL;

  troupe_flow_states_save (states, &row, 1, &error);
  g_assert_no_error (error);
}

static gboolean
has (TroupeFlowStates *states, const char *name)
{
  g_autoptr (TroupeValue) id = troupe_value_new_string (name, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) state = troupe_flow_states_load (states, id, &error);

  g_assert_no_error (error);
  return state != NULL;
}

static TroupeFlowStates *
open_states (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowStates *states = troupe_flow_states_open (self->path, self->folder, TRUE, &error);

  g_assert_no_error (error);
  return states;
}

/* Fails if a part of the database is mapped into the memory of this process. */
static void
assert_unmapped (Fixture *self)
{
  g_autofree char *maps = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  g_assert_null (strstr (maps, self->folder));
}

/* A process that reads mapped memory of a file that code has truncated is ended by SIGBUS. */
static void
test_unmapped (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFlowStates) states = open_states (self);
  g_autofree char *index = g_strconcat (self->path, "-shm", NULL);

  save (states, "a");
  assert_unmapped (self);
  g_assert_false (g_file_test (index, G_FILE_TEST_EXISTS));
  g_assert_true (has (states, "a"));
}

/* CrewAI gives a database a WAL: what it contains is kept. @data: whether the other program gives it one while it is open here */
static void
test_other_wal (Fixture *self, gconstpointer data)
{
  const gboolean is_later = GPOINTER_TO_INT (data);
  g_autoptr (TroupeFlowStates) states = is_later ? open_states (self) : NULL;
  sqlite3 *other = NULL;

  if (is_later)
    save (states, "before");
  other = open_other (self);
  execute (other, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"
                  "CREATE TABLE IF NOT EXISTS flow_states (id INTEGER PRIMARY KEY AUTOINCREMENT,"
                  " flow_uuid TEXT NOT NULL, method_name TEXT NOT NULL,"
                  " timestamp DATETIME NOT NULL, state_json TEXT NOT NULL);"
                  "INSERT INTO flow_states (flow_uuid, method_name, timestamp, state_json)"
                  " VALUES ('other', 'm', '', '{\"n\": 2}')");
  /* Leaves the content in the WAL, as a process that was killed. */
  sqlite3_db_config (other, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_close (other);
  if (!is_later)
    states = open_states (self);
  g_assert_true (has (states, "other"));
  save (states, "after");
  assert_unmapped (self);
  g_assert_true (has (states, "other"));
  g_assert_true (has (states, "after"));
  g_assert_true (!is_later || has (states, "before"));
}

static gpointer
close_later (gpointer data)
{
  /* Time in which the other connection begins to wait. It also works if it has not. */
  g_usleep (100 * 1000);
  sqlite3_close (data);
  return NULL;
}

/* Another program that uses the WAL at this moment is waited for. */
static void
test_used (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFlowStates) states = open_states (self);
  g_autoptr (GThread) thread = NULL;
  sqlite3 *other = NULL;

  save (states, "before");
  other = open_other (self);
  execute (other, "PRAGMA journal_mode = WAL; SELECT count (*) FROM flow_states");
  thread = g_thread_new ("other", close_later, other);
  save (states, "after");
  g_thread_join (g_steal_pointer (&thread));
  assert_unmapped (self);
  g_assert_true (has (states, "before"));
}

/* Code that only says in the database that there is a WAL neither makes it mapped, nor ends the run. */
static void
test_claimed (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFlowStates) states = open_states (self);

  save (states, "a");
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *content = NULL;
      g_autofree char *name = g_strdup_printf ("round-%u", i);
      gsize length = 0;

      /* Opening and closing the file would release the locks of SQLite, but none is held here. */
      g_assert_true (g_file_get_contents (self->path, &content, &length, NULL));
      g_assert_cmpuint (length, >, MODE_OFFSET + 8);
      content[MODE_OFFSET] = content[MODE_OFFSET + 1] = 2;
      /* The number of changes, so that SQLite reads the file again. */
      content[27]++;
      {
        const int file = open (self->path, O_WRONLY | O_CLOEXEC);

        g_assert_cmpint (pwrite (file, content, length, 0), ==, length);
        close (file);
      }
      save (states, name);
      assert_unmapped (self);
      g_assert_true (has (states, name));
    }
  g_assert_true (has (states, "a"));
}

static gpointer
save_many (gpointer data)
{
  Fixture *self = data;
  g_autoptr (TroupeFlowStates) states = open_states (self);
  g_autofree char *name = g_strdup_printf ("%p", g_thread_self ());

  for (guint i = 0; i < N_ROWS; i++)
    save (states, name);
  return NULL;
}

/* Several runs use the same database at the same time. */
static void
test_together (Fixture *self, gconstpointer data)
{
  GThread *threads[N_THREADS];
  sqlite3 *other = NULL;
  sqlite3_stmt *statement = NULL;

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("save", save_many, self);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  other = open_other (self);
  g_assert_cmpint (sqlite3_prepare_v2 (other, "SELECT count (*) FROM flow_states", -1, &statement,
                                       NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int (statement, 0), ==, N_THREADS * N_ROWS);
  sqlite3_finalize (statement);
  sqlite3_close (other);
}

/* Programs that came with a database are not executed, and do not end a statement late. */
static void
test_trigger (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeFlowStates) states = open_states (self);
  sqlite3 *other = NULL;

  g_clear_pointer (&states, troupe_flow_states_close);
  other = open_other (self);
  execute (other, "CREATE TABLE t (x); CREATE TRIGGER g AFTER INSERT ON flow_states BEGIN"
                  " DELETE FROM flow_states; END");
  sqlite3_close (other);
  states = open_states (self);
  save (states, "a");
  g_assert_true (has (states, "a"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, data, test)                                                                      \
  g_test_add ("/store/exposed/" path, Fixture, data, set_up, test, tear_down)
  ADD ("unmapped", NULL, test_unmapped);
  ADD ("other-wal/before", GINT_TO_POINTER (FALSE), test_other_wal);
  ADD ("other-wal/later", GINT_TO_POINTER (TRUE), test_other_wal);
  ADD ("used", NULL, test_used);
  ADD ("claimed", NULL, test_claimed);
  ADD ("together", NULL, test_together);
  ADD ("trigger", NULL, test_trigger);
  return g_test_run ();
}
