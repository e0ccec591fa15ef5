/* test-store-damage.c: damaged run databases must never crash or block the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../test-event.h"
#include "troupe-store.h"

/* Number of random damages; the environment variable TROUPE_DAMAGE_ROUNDS overrides it. */
#define ROUNDS 80
#define LONGEST_S 60

static const char *program;

/* --- Child process that uses the database ----------------------------------------------------- */

static void
begin (TroupeStore *store, const char *id)
{
  TroupeRunRecord record = { .id = (char *) id,
                             .name = (char *) "name",
                             .digest = (char *) "digest",
                             .started_us = g_get_real_time (),
                             .document = (char *) "{\"name\": \"x\"}" };

  troupe_store_begin_run (store, &record);
}

static TroupeStoreTicket *
add_step (TroupeStore *store, const char *id, gint64 ordinal)
{
  GPtrArray *steps = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  TroupeRunStep *step = g_new0 (TroupeRunStep, 1);
  TroupeStoreTicket *ticket;

  step->ordinal = ordinal;
  step->method = g_strdup ("method");
  step->launch = (guint) ordinal;
  step->state = troupe_value_from_json ("{\"id\": \"x\", \"n\": [1, 2.5, null]}", -1, NULL);
  step->value = troupe_value_new_integer (ordinal);
  g_ptr_array_add (steps, step);
  ticket = troupe_store_add_steps (store, id, steps);
  troupe_store_commit (store);
  return ticket;
}

static void
add_events (TroupeStore *store, const char *id, guint n_events)
{
  for (guint i = 0; i < n_events; i++)
    {
      TroupeMapBuilder fields;
      TroupeEvent *event;

      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "result", troupe_value_new_integer (i));
      event = test_event_new (TROUPE_EVENT_METHOD_FINISHED, "m", troupe_map_builder_end (&fields));
      event->sequence = i + 1;
      troupe_store_add_event (store, id, event);
      troupe_event_unref (event);
    }
}

static void
add_request (TroupeStore *store, const char *run_id)
{
  g_autofree char *id = g_uuid_string_random ();
  g_autoptr (TroupeValue) question = troupe_value_from_json ("{\"message\": \"Well?\"}", -1, NULL);
  TroupeRunRequest request = { .id = id,
                               .run_id = (char *) run_id,
                               .flow_id = (char *) "flow",
                               .method = (char *) "method",
                               .launch = 1,
                               .question = question,
                               .asked_us = 1,
                               .is_open = TRUE };

  troupe_store_ticket_wait (troupe_store_add_request (store, &request));
}

static void
write_run (TroupeStore *store, const char *id, TroupeRunStatus status)
{
  g_autoptr (TroupeValue) result = troupe_value_from_json ("{\"final\": 3.0}", -1, NULL);

  begin (store, id);
  for (gint64 i = 0; i < 4; i++)
    troupe_store_ticket_wait (add_step (store, id, i));
  add_events (store, id, 40);
  add_request (store, id);
  if (status != TROUPE_RUN_STATUS_RUNNING)
    troupe_store_end_run (store, id, status, "why", result);
  troupe_store_ticket_wait (troupe_store_mark (store));
}

/* Reads everything about a run. */
static void
look_at (TroupeStore *store, const char *id)
{
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, id, NULL);
  g_autoptr (GPtrArray) events = troupe_store_get_events (store, id, NULL);
  g_autoptr (GPtrArray) steps = troupe_store_get_steps (store, id, NULL);
  g_autoptr (GPtrArray) requests = troupe_store_get_requests (store, id, NULL);

  if (troupe_store_claim_run (store, id, NULL))
    troupe_store_end_run (store, id, TROUPE_RUN_STATUS_CANCELLED, NULL, NULL);
}

/* Returns 0 if the run was stored, 1 if the store reported a reason for not storing it, or 2 if
 * nothing can be stored. */
static int
run_child (const char *folder, const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_store_open (folder, &error);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;

  alarm (LONGEST_S);
  if (store == NULL)
    {
      g_printerr ("not opened: %s\n", error->message);
      return 2;
    }
  if (troupe_store_get_notice (store) != NULL)
    g_printerr ("notice: %s\n", troupe_store_get_notice (store));
  runs = troupe_store_list_runs (store, NULL, 0, NULL);
  requests = troupe_store_list_requests (store, NULL, NULL);
  for (guint i = 0; runs != NULL && i < runs->len; i++)
    look_at (store, ((TroupeRunRecord *) runs->pdata[i])->id);
  write_run (store, id, TROUPE_RUN_STATUS_OK);
  if (runs != NULL && runs->len > 0)
    troupe_store_delete_run (store, ((TroupeRunRecord *) runs->pdata[runs->len - 1])->id, NULL);
  if (!troupe_store_flush (store, &error))
    {
      g_printerr ("not kept: %s\n", error->message);
      return 1;
    }
  record = troupe_store_get_run (store, id, &error);
  if (record == NULL)
    g_printerr ("not found: %s\n", error->message);
  return record != NULL && record->status == TROUPE_RUN_STATUS_OK ? 0 : 1;
}

/* --- Folders ---------------------------------------------------------------------------------- */

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

static guint
count_files (const char *folder, const char *part, const char *end)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_files = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n_files += strstr (name, part) != NULL && (end == NULL || !g_str_has_suffix (name, end));
  return n_files;
}

static guint
count_aside (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_files = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n_files += strstr (name, ".broken-") != NULL && !g_str_has_suffix (name, "-wal") &&
               !g_str_has_suffix (name, "-shm");
  return n_files;
}

/* Creates a folder with runs of every status. (transfer full) */
static char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("troupe-damage-XXXXXX", &error);
  g_autoptr (TroupeStore) store = troupe_store_open (folder, &error);

  g_assert_no_error (error);
  write_run (store, "a-finished", TROUPE_RUN_STATUS_OK);
  write_run (store, "b-cancelled", TROUPE_RUN_STATUS_CANCELLED);
  write_run (store, "c-paused", TROUPE_RUN_STATUS_PAUSED);
  write_run (store, "d-running", TROUPE_RUN_STATUS_RUNNING);
  g_assert_true (troupe_store_flush (store, &error));
  return folder;
}

static GSubprocess *
start_child (const char *folder, const char *id, GSubprocessFlags flags)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *child = g_subprocess_new (flags, &error, program, "--child", folder, id, NULL);

  g_assert_no_error (error);
  return child;
}

/* Runs the child, which must exit normally. @words: (out) (optional): its error output */
static int
use (const char *folder, const char *id, char **words)
{
  g_autoptr (GSubprocess) child = start_child (folder, id, G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *text = NULL;

  g_assert_true (g_subprocess_communicate_utf8 (child, NULL, NULL, NULL, &text, NULL));
  if (*text != '\0')
    g_test_message ("%s", g_strchomp (text));
  if (g_subprocess_get_if_signaled (child))
    g_test_message ("signal %d", g_subprocess_get_term_sig (child));
  g_assert_true (g_subprocess_get_if_exited (child));
  if (words != NULL)
    *words = g_steal_pointer (&text);
  return g_subprocess_get_exit_status (child);
}

static void
execute (const char *folder, const char *sql)
{
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  if (sqlite3_exec (database, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (database));
  sqlite3_close (database);
}

/* --- Test cases ------------------------------------------------------------------------------- */

static void
test_missing_parts (void)
{
  static const struct
  {
    const char *sql;
    gboolean is_mended; /* without moving the file aside */
  } cases[] = {
    { "DROP TABLE events", FALSE },
    { "DROP TABLE steps", FALSE },
    { "DROP TABLE requests", FALSE },
    { "DROP TABLE runs", FALSE },
    { "DROP INDEX runs_by_start", TRUE },
    { "DROP INDEX runs_by_path", TRUE },
    { "DROP INDEX requests_by_opening", TRUE },
    { "DROP TRIGGER runs_drop_rows", TRUE },
    { "ALTER TABLE steps DROP COLUMN feedback", FALSE },
    { "ALTER TABLE runs RENAME COLUMN options TO choices", FALSE },
    { "ALTER TABLE events RENAME TO incidents", FALSE },
    { "PRAGMA user_version = 0", FALSE },
    { "PRAGMA user_version = 1", FALSE },
    { "PRAGMA user_version = 2", FALSE },
    { "PRAGMA user_version = -7", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folder = make_folder ();
      g_autofree char *words = NULL;

      g_test_message ("%s", cases[i].sql);
      execute (folder, cases[i].sql);
      g_assert_cmpint (use (folder, "new", &words), ==, 0);
      g_assert_cmpuint (count_aside (folder), ==, cases[i].is_mended ? 0 : 1);
      g_assert_true ((strstr (words, "runs.db.broken-") != NULL) == !cases[i].is_mended);
      /* The second attempt finds nothing to repair. */
      g_assert_cmpint (use (folder, "newer", NULL), ==, 0);
      g_assert_cmpuint (count_aside (folder), ==, cases[i].is_mended ? 0 : 1);
      remove_folder (folder);
    }
}

static void
flip (char *bytes, gsize length, GRand *random)
{
  guint n_places = g_rand_boolean (random) ? 1 : (guint) g_rand_int_range (random, 2, 9);
  /* Bytes at the beginning of the file are damaged more often, because most of the important
   * data is at this position. */
  gsize range = g_rand_int_range (random, 0, 4) == 0 ? MIN (length, 200) : length;

  for (guint i = 0; i < n_places; i++)
    bytes[g_rand_int_range (random, 0, (gint32) range)] ^=
        (char) (g_rand_boolean (random) ? 1 << g_rand_int_range (random, 0, 8)
                                        : g_rand_int_range (random, 1, 256));
}

/* Copies the database, with its -wal file if @with_log is TRUE. */
static void
copy_runs (const char *from, const char *to, gboolean with_log)
{
  static const char *const names[] = { "runs.db", "runs.db-wal" };

  for (guint i = 0; i < (with_log ? 2 : 1); i++)
    {
      g_autofree char *source = g_build_filename (from, names[i], NULL);
      g_autofree char *target = g_build_filename (to, names[i], NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
      g_assert_true (g_file_set_contents (target, bytes, (gssize) length, NULL));
    }
}

static void
damage (const char *folder, const char *name, GRand *random)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  if (g_rand_int_range (random, 0, 12) == 0)
    length = (gsize) g_rand_int_range (random, 0, (gint32) length);
  else
    flip (bytes, length, random);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
test_flipped_bytes (void)
{
  const char *wish = g_getenv ("TROUPE_DAMAGE_ROUNDS");
  guint n_rounds = wish != NULL ? (guint) g_ascii_strtoull (wish, NULL, 10) : ROUNDS;
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree char *whole = make_folder ();
  g_autoptr (TroupeStore) logging = NULL;
  guint n_kept = 0, n_aside = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < n_rounds; i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("troupe-damage-XXXXXX", NULL);
      gboolean with_log = i >= n_rounds / 2;
      int first, second;

      /* In the second half of the rounds there is a WAL that was not checkpointed. */
      if (with_log && logging == NULL)
        {
          logging = troupe_store_open (whole, NULL);
          write_run (logging, "e-logged", TROUPE_RUN_STATUS_CANCELLED);
        }
      copy_runs (whole, folder, with_log);
      damage (folder, with_log && g_rand_boolean (random) ? "runs.db-wal" : "runs.db", random);
      first = use (folder, "new", NULL);
      second = use (folder, "newer", NULL);
      g_test_message ("round %u: %d, %d", i, first, second);
      /* Status 2 is permitted only if the damage makes the database look as if a newer version
       * had created it. Damage that is found while the database is used is repaired at the next
       * start. */
      if (first != 2 && second == 1)
        second = use (folder, "newest", NULL);
      if (first != 2)
        g_assert_cmpint (second, ==, 0);
      n_kept += first == 0;
      n_aside += count_aside (folder) > 0;
      remove_folder (folder);
    }
  g_test_message ("%u of %u kept at once, %u set aside", n_kept, n_rounds, n_aside);
  g_assert_cmpuint (n_aside, >, 0);
  g_clear_object (&logging);
  remove_folder (whole);
}

/* Many programs that start at the same time create one new database and lose no run. */
static void
test_many_at_once (void)
{
  g_autofree char *folder = make_folder ();
  GSubprocess *children[8];
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (GPtrArray) runs = NULL;

  execute (folder, "DROP TABLE steps");
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      g_autofree char *id = g_strdup_printf ("run-%u", i);

      /* The other runs were started only by the other children, so no child deletes a run. */
      children[i] = start_child (folder, id, G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    {
      g_assert_true (g_subprocess_wait (children[i], NULL, NULL));
      g_assert_true (g_subprocess_get_if_exited (children[i]));
      g_object_unref (children[i]);
    }
  g_assert_cmpuint (count_aside (folder), ==, 1);
  store = troupe_store_open (folder, NULL);
  g_assert_null (troupe_store_get_notice (store));
  runs = troupe_store_list_runs (store, NULL, 0, NULL);
  g_assert_cmpuint (runs->len, >, 0);
  g_clear_object (&store);
  remove_folder (folder);
}

/* A locked database does not count as damaged. */
static void
test_locked (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;
  sqlite3 *other = NULL;

  g_assert_cmpint (sqlite3_open (path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other,
                                 "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;"
                                 "DELETE FROM requests",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (use (folder, "new", NULL), ==, 2);
  g_assert_cmpint (sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (other);
  g_assert_cmpuint (count_files (folder, ".broken-", NULL), ==, 0);
  g_assert_cmpuint (count_files (folder, ".damaged", NULL), ==, 0);
  store = troupe_store_open (folder, NULL);
  record = troupe_store_get_run (store, "a-finished", NULL);
  g_assert_nonnull (record);
  g_clear_object (&store);
  remove_folder (folder);
}

/* A read-only folder or file, or a full device, does not count as damage either. */
static void
test_not_writable (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  struct rlimit limit, small;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 0;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_clear_object (&(TroupeStore *){ troupe_store_open (folder, NULL) });
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_cmpuint (count_files (folder, ".broken-", NULL), ==, 0);
  if (geteuid () != 0)
    {
      g_assert_cmpint (g_chmod (path, 0400), ==, 0);
      g_chmod (folder, 0500);
      use (folder, "new", NULL);
      g_chmod (folder, 0700);
      g_assert_cmpuint (count_files (folder, ".broken-", NULL), ==, 0);
    }
  remove_folder (folder);
}

/* Damage that is found while the database is used is detected at the next opening, even if the
 * check takes long. */
static void
test_mark (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *mark = g_build_filename (folder, "runs.db.damaged", NULL);
  g_autofree char *words = NULL;

  /* The mark of an intact database is removed. */
  g_assert_true (g_file_set_contents (mark, "", 0, NULL));
  g_assert_cmpint (use (folder, "new", NULL), ==, 0);
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_aside (folder), ==, 0);
  execute (folder, "PRAGMA writable_schema = ON;"
                   "UPDATE sqlite_schema SET rootpage = 1 WHERE name = 'runs_by_start'");
  use (folder, "newer", &words);
  g_assert_cmpint (use (folder, "newest", NULL), ==, 0);
  g_assert_cmpuint (count_aside (folder), ==, 1);
  remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  program = argv[0];
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    return run_child (argv[2], argv[3]);
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/store/damage/missing-parts", test_missing_parts);
  g_test_add_func ("/store/damage/flipped-bytes", test_flipped_bytes);
  g_test_add_func ("/store/damage/many-at-once", test_many_at_once);
  g_test_add_func ("/store/damage/locked", test_locked);
  g_test_add_func ("/store/damage/not-writable", test_not_writable);
  g_test_add_func ("/store/damage/mark", test_mark);
  return g_test_run ();
}
