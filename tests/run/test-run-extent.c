/* test-run-extent.c: parts of a flow, pins, breakpoints, changes and forks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-time.h"
#include "../test-wait.h"
#include "run-test.h"
#include "troupe-run-extent.h"
#include "troupe-run-fork.h"
#include "troupe-run-pause.h"

/* s; a after s; b and the router r after a; c after the event of r; j after b and c */
#define METHODS                                                                                    \
  "'methods': {"                                                                                   \
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': 'state.n + 1'}},"                     \
  "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': 'outputs.s * 10 + state.n'}},"        \
  "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a + 1'}},"                   \
  "'r': {'listen': 'a', 'router': true, 'emit': ['big', 'small'], 'do': {'call': 'expression',"    \
  " 'expr': 'outputs.a > 100 ? `big` : `small`'}},"                                                \
  "'c': {'listen': {'or': ['big', 'small']}, 'do': {'call': 'expression', 'expr': 'outputs.r'}},"  \
  "'j': {'listen': {'and': ['b', 'c']}, 'do': {'call': 'expression', 'expr':"                      \
  " '[outputs.b, outputs.c, state.n]'}}}"
#define STATE                                                                                      \
  "'state': {'type': 'json_schema', 'json_schema': {'type': 'object', 'properties': {'n':"         \
  " {'type': 'integer'}, 'items': {'type': 'array'}}}, 'default': {'n': 1, 'items': [1]}},"

static const char plain[] = "{'name': 'F'," STATE METHODS "}";

/* --- A store ------------------------------------------------------------------------------------- */

typedef struct
{
  char *folder;
  TroupeStore *store;
} Stored;

static void
stored_init (Stored *self)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-extent-XXXXXX", NULL);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
}

static void
stored_clear (Stored *self)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_assert_finalize_object (self->store);
  dir = g_dir_open (self->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

/* Creates a run whose document is stored with it. */
static RunTest *
new_stored (Stored *stored, const char *document)
{
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');
  RunTest *test = run_test_new_text (text);

  troupe_run_set_store (test->run, stored->store, "/f.json", text);
  return test;
}

/* Ends the use of the store by a run that has ended. */
static void
flush (Stored *stored, RunTest *test)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_store_flush (stored->store, &error));
  g_assert_no_error (error);
  troupe_run_set_store (test->run, NULL, NULL, NULL);
}

/* --- Until and only ------------------------------------------------------------------------------ */

static void
test_until (void)
{
  g_autoptr (RunTest) test = run_test_new_document (plain);
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_run_set_until (test->run, "gone", &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  g_assert_true (troupe_run_set_until (test->run, "a", NULL));
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_trace (test, "s> s< a> a<");
  run_test_assert_value (test->result->final, "21");
  g_assert_cmpstr (test->result->ended_early, ==, "a");
}

/* A method that runs at the same time ends, but its listeners do not start. */
static void
test_until_in_batch (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}},"
                    "'b': {'listen': 's', 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': "
                    "'g', 'backstory': 'b',"
                    " 'llm': {'model': 'mock/say:yes', 'word_delay_ms': 5}, 'input': 'x'}}},"
                    "'c': {'listen': 'b', 'do': {'call': 'expression', 'expr': '3'}}");

  troupe_run_set_until (test->run, "a", NULL);
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_trace (test, "s> s< a> b> a< b<");
  run_test_assert_value (test->result->final, "2");
}

static void
test_until_not_reached (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'x': {'listen': 'never', 'do': {'call': 'expression', 'expr': '2'}}");

  troupe_run_set_until (test->run, "x", NULL);
  run_test_execute (test);
  run_test_assert_value (test->result->final, "1");
  g_assert_null (test->result->ended_early);
}

static void
test_only (void)
{
  g_autoptr (RunTest) test = run_test_new_document (plain);

  g_assert_true (troupe_run_set_only (test->run, "s", NULL));
  run_test_execute (test);
  run_test_assert_trace (test, "s> s<");
  g_assert_cmpstr (test->result->ended_early, ==, "s");
}

/* Only the method runs, with the state and the outputs of a stored run. */
static void
test_only_of_stored (void)
{
  Stored stored;
  RunTest *first = NULL;
  RunTest *test = NULL;
  g_autoptr (GError) error = NULL;

  stored_init (&stored);
  first = new_stored (&stored, plain);
  run_test_execute (first);
  test = new_stored (&stored, plain);
  g_assert_true (troupe_run_set_only (test->run, "b", NULL));
  g_assert_true (troupe_run_set_from (test->run, stored.store, NULL, "/f.json", "b", &error));
  g_assert_no_error (error);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "b> b<");
  run_test_assert_value (test->result->final, "22");
  flush (&stored, first);
  flush (&stored, test);
  run_test_free (first);
  run_test_free (test);
  stored_clear (&stored);
}

/* Runs only one method of @document with what the run before it had, and returns its output. (transfer full) */
static RunTest *
run_only (Stored *stored, const char *document, const char *method, RunTest *before)
{
  RunTest *test = new_stored (stored, document);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_run_set_only (test->run, method, NULL));
  g_assert_true (troupe_run_set_from (test->run, stored->store, troupe_run_get_id (before->run),
                                      NULL, method, &error));
  g_assert_no_error (error);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  flush (stored, test);
  return test;
}

/* A run finds the outputs that the run before it has taken over, with or without their steps, and those that were changed. */
static void
test_only_of_taken_over (void)
{
  static const char document[] =
      "{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {"
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': 'outputs.s + 1'}},"
      "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a + outputs.s'}}}}";
  Stored stored;
  RunTest *first = NULL, *fork = NULL, *only = NULL, *again = NULL, *of_fork = NULL;
  g_autoptr (TroupeValue) nine = troupe_value_new_integer (9);
  g_autoptr (GError) error = NULL;

  stored_init (&stored);
  first = new_stored (&stored, document);
  run_test_execute (first);
  flush (&stored, first);
  only = run_only (&stored, document, "b", first);
  run_test_assert_value (only->result->final, "3");
  again = run_only (&stored, document, "b", only);
  run_test_assert_value (again->result->final, "3");
  fork = new_stored (&stored, document);
  g_assert_true (troupe_run_set_from (fork->run, stored.store, troupe_run_get_id (first->run), NULL,
                                      "b", &error));
  g_assert_true (troupe_run_change_beginning (fork->run, "outputs.a", nine, &error));
  g_assert_no_error (error);
  run_test_execute (fork);
  run_test_assert_value (fork->result->final, "10");
  flush (&stored, fork);
  of_fork = run_only (&stored, document, "b", fork);
  run_test_assert_value (of_fork->result->final, "10");
  run_test_free (first);
  run_test_free (only);
  run_test_free (again);
  run_test_free (fork);
  run_test_free (of_fork);
  stored_clear (&stored);
}

/* --- Inputs, pins and mutes ---------------------------------------------------------------------- */

static void
test_input_of (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'a': {'listen': 's', 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': "
                    "'g', 'backstory': 'b',"
                    " 'llm': 'mock/echo', 'input': 'number ${outputs.s}'}}}");
  g_autoptr (TroupeValue) value = troupe_value_new_string ("another question", -1);
  g_autoptr (GError) error = NULL;
  TroupeValue *raw = NULL;

  g_assert_false (troupe_run_set_input_of (test->run, "s", value, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  g_assert_true (troupe_run_set_input_of (test->run, "a", value, NULL));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  raw = troupe_value_get_member (test->result->final, "raw");
  g_assert_nonnull (strstr (troupe_value_get_string (raw, NULL), "another question"));
  g_assert_null (strstr (troupe_value_get_string (raw, NULL), "number 1"));
}

static gboolean
has_mark (RunTest *test, TroupeEventType type, const char *method, const char *mark)
{
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == type && g_strcmp0 (troupe_event_get_method (event), method) == 0)
        return troupe_event_get_field (event, mark) != NULL;
    }
  return FALSE;
}

static void
test_pins (void)
{
  static const char document[] =
      "{'name': 'F'," STATE "'x-troupe': {'pins': {'a': 500, 'r': 'big'}, 'muted': ['b']}," METHODS
      "}";
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autoptr (RunTest) ignoring = run_test_new_document (document);

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "[500,'big',1]");
  g_assert_true (has_mark (test, TROUPE_EVENT_METHOD_STARTED, "a", "pinned"));
  g_assert_true (has_mark (test, TROUPE_EVENT_METHOD_FINISHED, "a", "pinned"));
  g_assert_true (has_mark (test, TROUPE_EVENT_METHOD_FINISHED, "b", "muted"));
  g_assert_false (has_mark (test, TROUPE_EVENT_METHOD_FINISHED, "c", "pinned"));
  troupe_run_set_ignores_pins (ignoring->run, TRUE);
  run_test_execute (ignoring);
  run_test_assert_value (ignoring->result->final, "[22,'small',1]");
}

/* An agent that is pinned calls no model; a value that it cannot have fails it. */
static void
test_pinned_agent (void)
{
  static const char document[] =
      "{'name': 'F', 'x-troupe': {'pins': {'a': %s}}, 'methods': {'a': {'start': true, 'do': "
      "{'call':"
      " 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/say:no', "
      "'input':"
      " 'x'}}}, 'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a.raw'}}}}";
  g_autofree char *good = g_strdup_printf (document, "{'raw': 'pinned'}");
  g_autofree char *bad = g_strdup_printf (document, "'pinned'");
  g_autoptr (RunTest) test = run_test_new_document (good);
  g_autoptr (RunTest) failing = run_test_new_document (bad);

  run_test_execute (test);
  run_test_assert_value (test->result->final, "'pinned'");
  g_assert_cmpint (test->result->usage.requests, ==, 0);
  run_test_execute (failing);
  g_assert_error (failing->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA);
  g_assert_cmpstr (failing->result->error_path, ==, "x-troupe.pins.a");
}

/* Tasks of a crew in a flow are pinned and muted by the names of both. */
static void
test_pinned_tasks (void)
{
#define TASK(name, extra)                                                                          \
  "{'name': '" name "', 'description': 'Do " name "', 'expected_output': 'e', 'agent': 'w'" extra  \
  "}"
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'F', 'x-troupe': {'pins': {'m/one': 'first'}, 'muted': ['m/two']}, 'methods': {'m':"
      " {'start': true, 'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'r', 'goal': 'g',"
      " 'backstory': 'b', 'llm': 'mock/say:third'}}, 'tasks': [" TASK ("one", "") "," TASK (
          "two", "") "," TASK ("three", "") "]}}}}}");
#undef TASK

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpint (test->result->usage.requests, ==, 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_TASK_REUSED, NULL), ==, 2);
}

/* --- Breakpoints --------------------------------------------------------------------------------- */

static gboolean
too_late_cb (gpointer user_data)
{
  g_error ("What was waited for has not come within a minute");
  return G_SOURCE_REMOVE;
}

static gboolean
look_again_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Waits until the run is paused for the @count-th time, and returns what it shows. */
static TroupeRunPause *
wait_for_pause (RunTest *test, guint count)
{
  guint deadline = g_timeout_add_seconds (TEST_WAIT_S, too_late_cb, NULL);
  guint look = g_timeout_add (1, look_again_cb, NULL);

  test_wait_until (run_test_count (test, TROUPE_EVENT_RUN_HELD, NULL) >= count);
  g_source_remove (look);
  g_source_remove (deadline);
  return troupe_run_get_pause (test->run);
}

typedef struct
{
  gboolean is_done;
  GError *error;
} Edited;

static void
edited_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Edited *edited = user_data;

  troupe_run_edit_finish (TROUPE_RUN (source), result, &edited->error);
  edited->is_done = TRUE;
}

/* Returns the error of a change. (transfer full) (nullable) */
static GError *
edit (RunTest *test, const char *path, const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, NULL);
  Edited edited = { FALSE, NULL };

  troupe_run_edit_async (test->run, path, value, "tester", edited_cb, &edited);
  test_wait_until (edited.is_done);
  return edited.error;
}

static TroupeBreakpoints *
parse_breakpoints (const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (json), "'", '"'), "`", '\'');
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, NULL);

  g_assert_nonnull (value);
  return troupe_breakpoints_new_from_value (value);
}

static void
set_breakpoints (RunTest *test, const char *json)
{
  g_autoptr (TroupeBreakpoints) breakpoints = parse_breakpoints (json);

  troupe_run_set_breakpoints (test->run, breakpoints);
}

static void
test_breakpoint (void)
{
  g_autoptr (RunTest) free_run = run_test_new_document (plain);
  g_autoptr (RunTest) test = run_test_new_document (plain);
  g_autoptr (TroupeRunPause) pause = NULL;
  g_autofree char *expected = NULL;

  run_test_execute (free_run);
  expected = run_test_trace (free_run);
  set_breakpoints (test,
                   "[{'method': 'b', 'if': 'state.n == 2'}, {'method': 'a', 'if': 'input == 2'},"
                   " {'method': 'j', 'enabled': false}]");
  g_assert_null (troupe_run_get_pause (test->run));
  run_test_start (test);
  pause = wait_for_pause (test, 1);
  g_assert_cmpint (pause->reason, ==, TROUPE_PAUSE_BY_BREAKPOINT);
  run_test_assert_value (pause->breakpoint, "{'method':'a','if':'input == 2'}");
  run_test_assert_value (pause->pending, "[{'method':'a','launch':1,'input':2}]");
  run_test_assert_value (pause->outputs, "{'s':2}");
  g_assert_true (troupe_run_is_held (test->run));
  troupe_run_release (test->run);
  run_test_wait (test);
  run_test_assert_trace (test, expected);
  g_assert_null (troupe_run_get_pause (test->run));
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_RUN_HELD, NULL), ==, 1);
}

/* A condition that fails counts as met; so does one that does not compile. A name that does not exist is reported. */
static void
test_bad_conditions (void)
{
  g_autoptr (RunTest) test = run_test_new_document (plain);
  g_autoptr (TroupeRunPause) first = NULL;
  g_autoptr (TroupeRunPause) second = NULL;

  set_breakpoints (test, "[{'method': 'a', 'if': 'outputs.gone > 1'}, {'method': 'b', 'if': '1 +'},"
                         " {'method': 'gone'}]");
  run_test_start (test);
  first = wait_for_pause (test, 1);
  g_assert_nonnull (troupe_value_get_member (first->breakpoint, "error"));
  troupe_run_release (test->run);
  second = wait_for_pause (test, 2);
  g_assert_nonnull (troupe_value_get_member (second->breakpoint, "error"));
  troupe_run_release (test->run);
  run_test_wait (test);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LOG, NULL), ==, 3);
}

/* A breakpoint on a wire pauses when the event passes, once; a step runs one method. */
static void
test_event (void)
{
  g_autoptr (RunTest) test = run_test_new_document (plain);
  g_autoptr (TroupeRunPause) first = NULL;
  g_autoptr (TroupeRunPause) second = NULL;

  set_breakpoints (test, "[{'event': 'small', 'target': 'c', 'if': 'event == `small`'},"
                         " {'event': 'small', 'target': 'b'}, {'event': 'big'}]");
  run_test_start (test);
  first = wait_for_pause (test, 1);
  g_assert_cmpstr (first->event, ==, "small");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_STARTED, "c"), ==, 0);
  troupe_run_step (test->run);
  second = wait_for_pause (test, 2);
  g_assert_cmpint (second->reason, ==, TROUPE_PAUSE_BY_STEP);
  troupe_run_release (test->run);
  run_test_wait (test);
  run_test_assert_value (test->result->final, "[22,'small',1]");
}

static void
test_edit (void)
{
  g_autoptr (RunTest) test = run_test_new_document (plain);
  g_autoptr (TroupeRunPause) pause = NULL;
  g_autoptr (TroupeRunPause) changed = NULL;
  g_autoptr (GError) wrong_type = NULL;
  g_autoptr (GError) wrong_place = NULL;
  g_autoptr (GError) fixed = NULL;
  g_autoptr (GError) too_late = NULL;
  GError *error = NULL;

  set_breakpoints (test, "[{'method': 'a'}]");
  run_test_start (test);
  pause = wait_for_pause (test, 1);
  wrong_type = edit (test, "state.n", "'x'");
  g_assert_error (wrong_type, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA);
  wrong_place = edit (test, "state.items[4]", "1");
  g_assert_error (wrong_place, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  fixed = edit (test, "state.id", "'x'");
  g_assert_error (fixed, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  error = edit (test, "state.n", "7");
  g_assert_no_error (error);
  error = edit (test, "state.items[1]", "2");
  g_assert_no_error (error);
  error = edit (test, "outputs.s", "30");
  g_assert_no_error (error);
  changed = troupe_run_get_pause (test->run);
  run_test_assert_value (troupe_value_get_member (changed->state, "items"), "[1,2]");
  g_assert_cmpuint (troupe_value_list_get_length (changed->edits), ==, 3);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_RUN_EDITED, NULL), ==, 3);
  troupe_run_release (test->run);
  run_test_wait (test);
  run_test_assert_value (test->result->final, "[308,'big',7]");
  too_late = edit (test, "state.n", "8");
  g_assert_error (too_late, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
}

/* A run that is stopped while it is paused ends. */
static void
test_stop_paused (void)
{
  g_autoptr (RunTest) test = run_test_new_document (plain);
  g_autoptr (TroupeRunPause) pause = NULL;

  set_breakpoints (test, "[{'method': 's'}]");
  run_test_start (test);
  pause = wait_for_pause (test, 1);
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  g_assert_null (troupe_run_get_pause (test->run));
}

/* --- Forks --------------------------------------------------------------------------------------- */

/* A fork takes over what had ended, and begins with its changes. */
static void
test_fork (void)
{
  Stored stored;
  RunTest *first = NULL;
  RunTest *test = NULL;
  g_autoptr (TroupeValue) five = troupe_value_new_integer (5);
  g_autoptr (TroupeValue) text = troupe_value_new_string ("x", -1);
  g_autoptr (TroupeRunRecord) record = NULL;
  g_autoptr (TroupeRunOrigin) origin = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *id = NULL;

  stored_init (&stored);
  first = new_stored (&stored, plain);
  run_test_execute (first);
  test = new_stored (&stored, plain);
  g_assert_false (troupe_run_set_from (test->run, stored.store, troupe_run_get_id (first->run),
                                       NULL, "a#2", &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  g_clear_error (&error);
  g_assert_true (troupe_run_set_from (test->run, stored.store, troupe_run_get_id (first->run), NULL,
                                      "a", &error));
  g_assert_no_error (error);
  g_assert_false (troupe_run_change_beginning (test->run, "state.n", text, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA);
  g_assert_true (troupe_run_change_beginning (test->run, "state.n", five, NULL));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "[26,'small',5]");
  g_assert_true (has_mark (test, TROUPE_EVENT_METHOD_FINISHED, "s", "reused"));
  g_assert_false (has_mark (test, TROUPE_EVENT_METHOD_FINISHED, "a", "reused"));
  id = troupe_value_get_member (test->result->state, "id");
  g_assert_cmpstr (troupe_value_get_string (id, NULL), ==, troupe_run_get_id (test->run));
  flush (&stored, test);
  record = troupe_store_get_run (stored.store, troupe_run_get_id (test->run), NULL);
  origin = troupe_run_record_get_origin (record);
  g_assert_cmpstr (origin->run, ==, troupe_run_get_id (first->run));
  g_assert_cmpstr (origin->name, ==, "a");
  flush (&stored, first);
  run_test_free (first);
  run_test_free (test);
  stored_clear (&stored);
}

/* The methods before the step must still exist, and the stored document must load. */
static void
test_fork_of_changed (void)
{
  Stored stored;
  RunTest *first = NULL;
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) unloaded = NULL;
  g_autoptr (TroupeRun) fork = NULL;

  stored_init (&stored);
  first = new_stored (&stored, plain);
  troupe_run_set_store (first->run, stored.store, "/f.json", "{\"name\": 1}");
  run_test_execute (first);
  g_assert_false (troupe_run_set_from (test->run, stored.store, troupe_run_get_id (first->run),
                                       NULL, "a", &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  fork =
      troupe_run_new_from_step (stored.store, troupe_run_get_id (first->run), "a", NULL, &unloaded);
  if (fork != NULL)
    {
      TroupeRunResult *result = troupe_run_execute (fork);

      g_assert_cmpint (result->type, !=, TROUPE_RESULT_OK);
      troupe_run_result_free (result);
      troupe_run_set_store (fork, NULL, NULL, NULL);
    }
  else
    g_assert_error (unloaded, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT);
  flush (&stored, first);
  run_test_free (first);
  stored_clear (&stored);
}

/* A change of a paused run is part of the run when it is resumed. */
static void
test_resume_changed (void)
{
  Stored stored;
  RunTest *first = NULL;
  g_autoptr (TroupeRun) resumed = NULL;
  g_autoptr (TroupeRunPause) pause = NULL;
  g_autoptr (TroupeRunResult) result = NULL;
  g_autofree char *id = NULL;
  GError *error = NULL;

  stored_init (&stored);
  first = new_stored (&stored, plain);
  id = g_strdup (troupe_run_get_id (first->run));
  set_breakpoints (first, "[{'method': 's'}, {'event': 's'}]");
  run_test_start (first);
  pause = wait_for_pause (first, 1);
  error = edit (first, "state.n", "2");
  g_assert_no_error (error);
  troupe_run_release (first->run);
  g_clear_pointer (&pause, troupe_run_pause_unref);
  pause = wait_for_pause (first, 2);
  run_test_assert_value (pause->outputs, "{'s':3}");
  error = edit (first, "state.n", "9");
  g_assert_no_error (error);
  error = edit (first, "outputs.s", "4");
  g_assert_no_error (error);
  troupe_run_cancel (first->run);
  run_test_wait (first);
  flush (&stored, first);
  run_test_free (first);
  resumed = troupe_run_new_from_interrupted (stored.store, id, NULL, &error);
  g_assert_no_error (error);
  result = troupe_run_execute (resumed);
  g_assert_no_error (result->error);
  run_test_assert_value (result->final, "[50,'small',9]");
  troupe_run_set_store (resumed, NULL, NULL, NULL);
  stored_clear (&stored);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-extent/until", test_until);
  g_test_add_func ("/run-extent/until-in-batch", test_until_in_batch);
  g_test_add_func ("/run-extent/until-not-reached", test_until_not_reached);
  g_test_add_func ("/run-extent/only", test_only);
  g_test_add_func ("/run-extent/only-of-stored", test_only_of_stored);
  g_test_add_func ("/run-extent/only-of-taken-over", test_only_of_taken_over);
  g_test_add_func ("/run-extent/input-of", test_input_of);
  g_test_add_func ("/run-extent/pins", test_pins);
  g_test_add_func ("/run-extent/pinned-agent", test_pinned_agent);
  g_test_add_func ("/run-extent/pinned-tasks", test_pinned_tasks);
  g_test_add_func ("/run-extent/breakpoint", test_breakpoint);
  g_test_add_func ("/run-extent/bad-conditions", test_bad_conditions);
  g_test_add_func ("/run-extent/event", test_event);
  g_test_add_func ("/run-extent/edit", test_edit);
  g_test_add_func ("/run-extent/stop-paused", test_stop_paused);
  g_test_add_func ("/run-extent/fork", test_fork);
  g_test_add_func ("/run-extent/fork-of-changed", test_fork_of_changed);
  g_test_add_func ("/run-extent/resume-changed", test_resume_changed);
  return g_test_run ();
}
