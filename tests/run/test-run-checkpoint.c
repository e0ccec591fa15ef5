/* test-run-checkpoint.c: checkpoints of a run: writing, pruning and restoring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "run-test.h"
#include "../test-remove.h"

#define METHODS                                                                                    \
  "'methods': {'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"                   \
  "'r': {'listen': 's', 'router': true, 'do': {'call': 'expression', 'expr': '`go`'}},"            \
  "'g': {'listen': 'go', 'do': {'call': 'expression', 'expr': '2'}},"                              \
  "'i': {'listen': 's', 'do': {'call': 'expression', 'expr': '[outputs.s, 4]'}},"                  \
  "'k': {'listen': 'i', 'do': {'call': 'expression', 'expr': 'size(outputs)'}}}"

static RunTest *
new_run (const char *folder, const char *more)
{
  g_autofree char *document =
      g_strdup_printf ("{'name': 'C', 'config': {'checkpoint': {'location': '%s/ck'%s}}, " METHODS
                       "}",
                       folder, more);

  return run_test_new_document (document);
}

/* Lists the locations of the checkpoints in the order in which they were written. */
static GPtrArray *
list_locations (RunTest *test)
{
  GPtrArray *locations = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_CHECKPOINT_COMPLETED)
        g_ptr_array_add (locations, g_strdup (troupe_value_get_string (
                                        troupe_event_get_field (event, "location"), NULL)));
    }
  return locations;
}

/* The run says where it begins: after flow_created and before flow_started, as in CrewAI 1.15.30. */
static void
assert_restored (RunTest *test, const char *location)
{
  static const TroupeEventType types[] = { TROUPE_EVENT_FLOW_CREATED,
                                           TROUPE_EVENT_CHECKPOINT_RESTORE_STARTED,
                                           TROUPE_EVENT_CHECKPOINT_RESTORE_FINISHED,
                                           TROUPE_EVENT_FLOW_STARTED };
  TroupeEvent *completed;
  const char *id;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_assert_cmpint (((TroupeEvent *) test->events->pdata[i])->type, ==, types[i]);
  completed = test->events->pdata[2];
  g_assert_cmpstr (troupe_value_get_string (troupe_event_get_field (completed, "location"), NULL),
                   ==, location);
  g_assert_cmpstr (troupe_value_get_string (troupe_event_get_field (completed, "branch"), NULL), ==,
                   "main");
  id = troupe_value_get_string (troupe_event_get_field (completed, "checkpoint_id"), NULL);
  g_assert_nonnull (strstr (location, id));
}

/* Restores the checkpoint after each method and compares the results with CrewAI 1.15.30.
 * Finished methods do not run again, and the event of a finished router is not emitted again. */
static void
test_restore (gconstpointer data)
{
  const char *provider = data;
  g_autofree char *folder = g_dir_make_tmp ("troupe-checkpoint-XXXXXX", NULL);
  g_autofree char *more = g_strdup_printf (
      ", 'on_events': ['method_execution_finished'], 'provider': {'provider_type': '%s'}",
      provider);
  g_autoptr (RunTest) test = new_run (folder, more);
  g_autoptr (GPtrArray) locations = NULL;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  locations = list_locations (test);
  g_assert_cmpuint (locations->len, ==, 5);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *document = g_strdup ("{'name': 'C', " METHODS "}");
      g_autoptr (RunTest) again = run_test_new_document (document);

      troupe_run_set_restore_from (again->run, g_ptr_array_index (locations, i));
      run_test_execute (again);
      g_assert_no_error (again->result->error);
      assert_restored (again, g_ptr_array_index (locations, i));
      g_assert_cmpuint (run_test_count (again, TROUPE_EVENT_METHOD_STARTED, "s"), ==, 0);
      g_assert_cmpuint (run_test_count (again, TROUPE_EVENT_METHOD_STARTED, "r"), ==,
                        i == 0 ? 1 : 0);
      g_assert_cmpuint (run_test_count (again, TROUPE_EVENT_METHOD_STARTED, "g"), ==,
                        i == 0 ? 1 : 0);
      g_assert_cmpuint (run_test_count (again, TROUPE_EVENT_METHOD_FINISHED, "k"), ==, 1);
      g_assert_true (
          troupe_value_equal (troupe_value_map_lookup_string (again->result->state, "id", -1),
                              troupe_value_map_lookup_string (test->result->state, "id", -1)));
    }
  remove_all (folder);
}

static void
test_prune (gconstpointer data)
{
  const char *provider = data;
  g_autofree char *folder = g_dir_make_tmp ("troupe-checkpoint-XXXXXX", NULL);
  g_autofree char *more = g_strdup_printf (
      ", 'on_events': ['*'], 'max_checkpoints': 3, 'provider': {'provider_type': '%s'}", provider);
  g_autoptr (RunTest) test = new_run (folder, more);
  g_autofree char *branch = g_build_filename (folder, "ck", "main", NULL);
  g_autofree char *database = g_build_filename (folder, "ck.db", NULL);

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  /* 12 events: flow_started, two for each of the five methods, and flow_finished. */
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_CHECKPOINT_STARTED, NULL), ==, 12);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_CHECKPOINT_PRUNED, NULL), ==, 12);
  if (g_str_equal (provider, "json"))
    {
      g_autoptr (GDir) dir = g_dir_open (branch, 0, NULL);
      guint n_files = 0;

      while (g_dir_read_name (dir) != NULL)
        n_files++;
      g_assert_cmpuint (n_files, ==, 3);
    }
  else
    g_assert_true (g_file_test (database, G_FILE_TEST_EXISTS));
  remove_all (folder);
}

/* A checkpoint that cannot be written does not stop the run. */
static void
test_failure (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-checkpoint-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "ck", NULL);
  g_autoptr (RunTest) test = new_run (folder, ", 'on_events': ['method_execution_finished']");

  g_assert_true (g_file_set_contents (file, "in the way", -1, NULL));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_CHECKPOINT_FAILED, NULL), ==, 5);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_CHECKPOINT_COMPLETED, NULL), ==, 0);
  remove_all (folder);
}

/* If the disk is full while a checkpoint is written, the run logs one warning and continues. The
 * partial checkpoint is removed, and earlier checkpoints remain readable. */
static void
test_no_room (gconstpointer data)
{
  const char *provider = data;
  gboolean in_database = g_str_equal (provider, "sqlite");
  g_autofree char *folder = g_dir_make_tmp ("troupe-checkpoint-XXXXXX", NULL);
  g_autofree char *branch = g_build_filename (folder, "ck", "main", NULL);
  g_autofree char *wide = g_strnfill (400000, 'w');
  g_autofree char *document = g_strdup_printf (
      "{'name': 'C', 'config': {'checkpoint': {'location': '%s/ck', 'on_events':"
      " ['method_execution_finished'], 'provider': {'provider_type': '%s'}}}, 'methods': {"
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'w': {'listen': 's', 'do': {'call': 'expression', 'expr': '`%s`'}},"
      "'x': {'listen': 'w', 'do': {'call': 'expression', 'expr': '3'}}}}",
      folder, provider, wide);
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autoptr (RunTest) again = run_test_new_document ("{'name': 'C', " METHODS "}");
  g_autoptr (GPtrArray) locations = NULL;
  struct rlimit limit, small;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 150000;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  run_test_execute (test);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "3");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_CHECKPOINT_COMPLETED, NULL), ==, 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_CHECKPOINT_FAILED, NULL), ==, 2);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LOG, NULL), ==, 1);
  locations = list_locations (test);
  troupe_run_set_restore_from (again->run, g_ptr_array_index (locations, 0));
  run_test_execute (again);
  g_assert_no_error (again->result->error);
  g_assert_cmpuint (run_test_count (again, TROUPE_EVENT_METHOD_STARTED, "s"), ==, 0);
  assert_restored (again, g_ptr_array_index (locations, 0));
  if (!in_database)
    {
      g_autoptr (GDir) dir = g_dir_open (branch, 0, NULL);

      g_assert_nonnull (g_dir_read_name (dir));
      g_assert_null (g_dir_read_name (dir));
    }
  remove_all (folder);
}

/* A checkpoint that cannot be restored ends the run before its first event. */
static void
test_wrong_location (void)
{
  g_autoptr (RunTest) test = run_test_new_document ("{'name': 'C', " METHODS "}");

  troupe_run_set_restore_from (test->run, "/nowhere/at/all.json");
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_nonnull (strstr (test->result->error->message, "/nowhere/at/all.json"));
  g_assert_cmpuint (test->events->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/run/checkpoint/restore/json", "json", test_restore);
  g_test_add_data_func ("/run/checkpoint/restore/sqlite", "sqlite", test_restore);
  g_test_add_data_func ("/run/checkpoint/prune/json", "json", test_prune);
  g_test_add_data_func ("/run/checkpoint/prune/sqlite", "sqlite", test_prune);
  g_test_add_func ("/run/checkpoint/failure", test_failure);
  g_test_add_data_func ("/run/checkpoint/no-room/json", "json", test_no_room);
  g_test_add_data_func ("/run/checkpoint/no-room/sqlite", "sqlite", test_no_room);
  g_test_add_func ("/run/checkpoint/wrong-location", test_wrong_location);
  return g_test_run ();
}
