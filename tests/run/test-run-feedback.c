/* test-run-feedback.c: methods with human feedback: waiting, pausing and resuming
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-wait.h"
#include "feedback-queue-test.h"
#include "troupe-flow-states.h"
#include "troupe-run-person.h"

/* --- Waiting for answers ---------------------------------------------------------------------- */

#define TWO                                                                                        \
  "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}, 'human_feedback': {'message': " \
  "'first?'}}, 'b': {'start': true, 'do': {'call': 'expression', 'expr': '2'}, 'human_feedback': " \
  "{'message': 'second?', 'emit': ['yes', 'no']}}, 'c': {'start': true, 'do': {'call': "           \
  "'expression', 'expr': '3'}}, " SAY (                                                            \
      "d", "c",                                                                                    \
      "4") ", 'e': {'listen': {'and': ['a', 'yes']}, "                                             \
           "'do': {'call': 'expression', 'expr': 'outputs.a.feedback + outputs.b.feedback'}}"

/* Two methods wait concurrently, other branches continue, and answers arrive in any order from
 * another thread. */
static void
test_waiting (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autoptr (RunTest) test = ask (TWO, feedback_queue);
  g_autoptr (GPtrArray) waiting = NULL;
  g_autoptr (GError) error = NULL;
  TroupeFeedbackRequest *a, *b;

  run_test_start (test);
  a = desk_wait (feedback_queue, 1);
  b = desk_wait (feedback_queue, 2);
  test_wait_for_thread (run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, "d") > 0);
  waiting = troupe_run_list_requests (test->run);
  g_assert_cmpuint (waiting->len, ==, 2);
  g_assert_true (g_ptr_array_index (waiting, 0) == a);
  g_assert_false (troupe_run_answer (test->run, b->id, "perhaps", NULL, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK);
  g_clear_error (&error);
  g_assert_false (troupe_run_answer (test->run, b->id, "perhaps", "maybe", &error));
  g_clear_error (&error);
  g_assert_true (troupe_run_answer (test->run, b->id, "why not", "yes", &error));
  g_assert_no_error (error);
  g_assert_false (troupe_run_answer (test->run, b->id, "no", NULL, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK);
  g_assert_true (troupe_run_answer (test->run, a->id, "well: ", NULL, NULL));
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (test->result->final, "'well:why not'");
}

/* If the user selects an outcome in addition to the text, this outcome is reported. */
static void
test_chosen_outcome (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autofree char *methods = g_strdup_printf (DRAFT, OUTCOMES);
  g_autoptr (RunTest) test = ask (methods, feedback_queue);

  run_test_start (test);
  g_assert_true (
      troupe_run_answer (test->run, desk_wait (feedback_queue, 1)->id, "too long", "revise", NULL));
  run_test_wait (test);
  run_test_assert_value (troupe_event_get_field (
                             find_event (test, TROUPE_EVENT_FEEDBACK_RECEIVED, "draft"), "outcome"),
                         "'revise'");
  run_test_assert_value (
      troupe_event_get_field (find_event (test, TROUPE_EVENT_METHOD_FINISHED, "draft"), "result"),
      "'revise'");
}

/* The event of an answer says who has given it and where, if that is known. */
static void
test_person (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autofree char *methods = g_strdup_printf (DRAFT, OUTCOMES);
  g_autoptr (RunTest) test = ask (methods, feedback_queue);
  const TroupeEvent *event = NULL;

  troupe_run_set_person (test->run, "ada", "notification");
  run_test_start (test);
  g_assert_true (
      troupe_run_answer (test->run, desk_wait (feedback_queue, 1)->id, "", "revise", NULL));
  run_test_wait (test);
  event = find_event (test, TROUPE_EVENT_FEEDBACK_RECEIVED, "draft");
  run_test_assert_value (troupe_event_get_field (event, "by"), "'ada'");
  run_test_assert_value (troupe_event_get_field (event, "via"), "'notification'");
}

static void
test_cancelled (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autofree char *methods = g_strdup_printf (DRAFT, "");
  g_autoptr (RunTest) test = ask (methods, feedback_queue);
  g_autoptr (GPtrArray) waiting = NULL;

  run_test_start (test);
  desk_wait (feedback_queue, 1);
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  run_test_assert_trace (test, "draft> draftx");
  waiting = troupe_run_list_requests (test->run);
  g_assert_cmpuint (waiting->len, ==, 0);
}

static void
test_timeout (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autofree char *methods = g_strdup_printf (DRAFT, "");
  g_autoptr (RunTest) test = ask (methods, feedback_queue);

  troupe_run_set_timeout (test->run, 50 * 1000);
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_TIMEOUT);
}

/* In a race, a method loses if its feedback request is not answered. */
static void
test_race (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autoptr (RunTest) test =
      ask ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '0'}}, 'a': {'listen': 's', "
           "'do': {'call': 'expression', 'expr': '1'}, 'human_feedback': {'message': 'm'}}, 'b': "
           "{'listen': 's', 'do': {'call': 'each', 'in': '[1, 2]', 'do': [{'name': 'x', 'action': "
           "{'call': 'expression', 'expr': 'item'}}]}}, 'c': {'listen': {'or': ['a', 'b']}, 'do': "
           "{'call': 'expression', 'expr': '3'}}",
           feedback_queue);
  g_autoptr (GPtrArray) waiting = NULL;

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_trace (test, "s> s< a> b> ax b< c> c<");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_FEEDBACK_REQUESTED, "a"), ==, 1);
}

/* --- Pausing for answers ---------------------------------------------------------------------- */

typedef struct
{
  char *folder;
  char *states;
  TroupeStore *store;
} Place;

static Place *
place_new (void)
{
  Place *self = g_new0 (Place, 1);
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-feedback-XXXXXX", &error);
  g_assert_no_error (error);
  self->states = g_build_filename (self->folder, "states.db", NULL);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  return self;
}

static void
place_free (Place *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  g_assert_finalize_object (self->store);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->states);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Place, place_free)

/* Configures the run of @test to be stored together with the text of its document. */
static void
keep (RunTest *test, Place *place, const char *document)
{
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');

  troupe_run_set_store (test->run, place->store, NULL, text);
  troupe_run_set_state_database (test->run, place->states);
}

static char *
wrap (const char *methods)
{
  return g_strdup_printf ("{'name': 'Test', 'methods': {%s}}", methods);
}

static RunTest *
ask_kept (const char *methods, Desk *feedback_queue, Place *place)
{
  g_autofree char *document = wrap (methods);
  RunTest *test = run_test_new_document (document);

  keep (test, place, document);
  troupe_run_set_feedback_func (test->run, asked_cb, feedback_queue, NULL);
  return test;
}

static void
keep_event_cb (TroupeEvent *event, gpointer user_data)
{
  g_ptr_array_add (((RunTest *) user_data)->events, troupe_event_ref (event));
}

/* Resumes the stored run @id. */
static RunTest *
go_on (Place *place, const char *id, Desk *feedback_queue)
{
  RunTest *test = g_new0 (RunTest, 1);
  g_autoptr (GError) error = NULL;

  test->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_mutex_init (&test->mutex);
  test->run = troupe_run_new_from_interrupted (place->store, id, NULL, &error);
  g_assert_no_error (error);
  test->flow = troupe_flow_ref (troupe_run_get_flow (test->run));
  troupe_event_bus_add_sink (troupe_run_get_bus (test->run), keep_event_cb, test, NULL);
  troupe_run_set_feedback_func (test->run, asked_cb, feedback_queue, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_SCRIPT, TROUPE_PYTHON_SANDBOX_NONE);
  run_test_execute (test);
  return test;
}

static gboolean
has_pending (Place *place, const char *id, TroupeValue **context)
{
  g_autoptr (TroupeFlowStates) states = troupe_flow_states_open (place->states, NULL, TRUE, NULL);
  g_autoptr (TroupeValue) state = NULL;
  g_autoptr (TroupeValue) found = NULL;
  gboolean has = troupe_flow_states_load_pending (states, id, &found, &state, NULL);

  if (context != NULL)
    *context = g_steal_pointer (&found);
  return has;
}

static TroupeRunStatus
get_status (Place *place, const char *id)
{
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (place->store, id, NULL);

  g_assert_nonnull (record);
  return record->status;
}

/* If the user is absent, other branches finish, the flow is paused at the end, and the pause is
 * stored in both databases. */
static void
test_paused (void)
{
  static const char *const answers[] = { "revise", "approved", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) first = desk_new (answers + 1, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods = g_strdup_printf (
      "'other': {'start': true, 'do': {'call': 'expression', 'expr': '7'}}, " DRAFT
      ", " SAY ("o2", "other", "8") ", " SAY ("pub", "approved", "outputs.o2 + outputs.other"),
      OUTCOMES);
  g_autoptr (RunTest) test = ask_kept (methods, nobody, place);
  g_autoptr (RunTest) more = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (TroupeValue) context = NULL;
  g_autofree char *id = g_strdup (troupe_run_get_id (test->run));
  TroupeRunRequest *request;

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_PAUSED);
  assert_events (
      test,
      "flow_created, flow_started, method_execution_started other, method_execution_started draft, "
      "human_feedback_requested draft, method_execution_paused draft, "
      "method_execution_finished other, method_execution_started o2, "
      "method_execution_finished o2, flow_paused draft");
  requests = troupe_store_list_requests (place->store, NULL, NULL);
  g_assert_cmpuint (requests->len, ==, 1);
  request = g_ptr_array_index (requests, 0);
  g_assert_cmpstr (request->run_id, ==, id);
  g_assert_cmpstr (request->method, ==, "draft");
  g_assert_cmpstr (request->states_path, ==, place->states);
  g_assert_cmpint (get_status (place, id), ==, TROUPE_RUN_STATUS_PAUSED);
  g_assert_true (has_pending (place, id, &context));
  run_test_assert_value (troupe_value_map_lookup_string (context, "method_output", -1), "'text'");
  run_test_assert_value (troupe_value_map_lookup_string (context, "emit", -1),
                         "['approved','revise']");

  more = go_on (place, id, first);
  g_assert_cmpint (more->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (more->result->final, "15");
  run_test_assert_trace (more, "draft> draft< pub> pub<");
  g_assert_false (has_pending (place, id, NULL));
  none = troupe_store_list_requests (place->store, NULL, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpint (get_status (place, id), ==, TROUPE_RUN_STATUS_OK);
}

/* A resumed run may be paused again, each time an answer is missing. */
static void
test_paused_again (void)
{
  static const char *const revise[] = { "revise", NULL };
  static const char *const approve[] = { "approved", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) once = desk_new (revise, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) last = desk_new (approve, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (RunTest) test = ask_kept (LOOP, nobody, place);
  g_autofree char *id = g_strdup (troupe_run_get_id (test->run));
  g_autoptr (RunTest) second = NULL, third = NULL, fourth = NULL;

  run_test_execute (test);
  second = go_on (place, id, once);
  g_assert_cmpint (second->result->type, ==, TROUPE_RESULT_PAUSED);
  assert_events (second, "method_execution_started draft, human_feedback_requested draft, "
                         "human_feedback_received draft, "
                         "method_execution_finished draft, method_execution_started draft, "
                         "human_feedback_requested draft, method_execution_paused draft, "
                         "flow_paused draft");
  third = go_on (place, id, nobody);
  g_assert_cmpint (third->result->type, ==, TROUPE_RESULT_PAUSED);
  g_assert_true (has_pending (place, id, NULL));
  fourth = go_on (place, id, last);
  g_assert_cmpint (fourth->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (fourth->result->final, "2");
  g_assert_cmpstr (desk_wait (once, 2)->id, ==, desk_wait (last, 1)->id);
  g_assert_false (has_pending (place, id, NULL));
}

/* If two methods are paused, both are stored, and the flow reports the first method as the one
 * that it waits for. */
static void
test_two_paused (void)
{
  static const char *const answers[] = { "A", "yes", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autoptr (Desk) later = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (RunTest) test = ask_kept (TWO, feedback_queue, place);
  g_autoptr (RunTest) more = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  g_autofree char *id = g_strdup (troupe_run_get_id (test->run));

  run_test_start (test);
  desk_wait (feedback_queue, 2);
  troupe_run_answer_later (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_PAUSED);
  g_assert_nonnull (find_event (test, TROUPE_EVENT_FLOW_PAUSED, "a"));
  requests = troupe_store_list_requests (place->store, id, NULL);
  g_assert_cmpuint (requests->len, ==, 2);
  more = go_on (place, id, later);
  g_assert_cmpint (more->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (more->result->final, "'Ayes'");
  run_test_assert_trace (more, "a> b> a< b< e> e<");
}

/* An error that occurs before the pause ends the flow, but an error after the pause does not. */
static void
test_failure_and_pause (void)
{
  static const char *const documents[] = {
    "'f': {'start': true, 'do': {'call': 'expression', 'expr': '1 / 0'}}, " DRAFT,
    DRAFT ", 'f': {'start': true, 'do': {'call': 'expression', 'expr': '1 / 0'}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (Place) place = place_new ();
      g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
      g_autoptr (GString) methods = g_string_new (documents[i]);
      g_autoptr (RunTest) test = NULL;

      g_string_replace (methods, "%s", "", 0);
      test = ask_kept (methods->str, nobody, place);
      run_test_execute (test);
      g_assert_cmpint (test->result->type, ==,
                       i == 0 ? TROUPE_RESULT_RUN_ERROR : TROUPE_RESULT_PAUSED);
      g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FAILED, "f"), ==, 1);
      g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_FLOW_FAILED, NULL), ==, i == 0);
    }
}

/* clang-format off */
#define SWALLOWED                                                                                  \
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': '0'}}, "                              \
  SAY ("a", "s", "1") ", " SAY ("b", "s", "2") ", " SAY ("o", "s", "4") ", "                       \
  SAY ("x", "o", "1/0") ", "                                                                       \
  "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '3'}}, "               \
  "'y': {'listen': 'o', 'do': {'call': 'expression', 'expr': '5'}, 'human_feedback': "             \
  "{'message': 'm'}}"
/* clang-format on */

/* An error that is swallowed because its batch contains a race (§2.3) does not end a run that
 * waits for an answer. */
static void
test_swallowed_failure (void)
{
  static const char *const answers[] = { "a", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (RunTest) test = ask_kept (SWALLOWED, nobody, place);
  g_autofree char *id = g_strdup (troupe_run_get_id (test->run));
  g_autoptr (RunTest) more = NULL;

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_PAUSED);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FAILED, "x"), ==, 1);
  more = go_on (place, id, feedback_queue);
  g_assert_cmpint (more->result->type, ==, TROUPE_RESULT_OK);
}

/* As in CrewAI, each pause adds a row to the states. Each end of a method then adds another row. */
static void
test_rows (void)
{
  static const char *const revise[] = { "revise", NULL };
  static const char *const approve[] = { "approved", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) once = desk_new (revise, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) last = desk_new (approve, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *document =
      g_strdup ("{'name': 'Test', 'persist': {'enabled': true}, 'methods': {" LOOP "}}");
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autofree char *id = g_strdup (troupe_run_get_id (test->run));
  g_autoptr (RunTest) second = NULL, third = NULL;
  g_autoptr (TroupeFlowStates) states = NULL;
  g_autoptr (TroupeValue) key = troupe_value_new_string (id, -1);
  g_autoptr (GHashTable) counts = NULL;

  keep (test, place, document);
  troupe_run_set_feedback_func (test->run, asked_cb, nobody, NULL);
  run_test_execute (test);
  second = go_on (place, id, once);
  third = go_on (place, id, last);
  g_assert_cmpint (third->result->type, ==, TROUPE_RESULT_OK);
  states = troupe_flow_states_open (place->states, NULL, TRUE, NULL);
  counts = troupe_flow_states_count_rows (states, key, 0, NULL);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "s")), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "draft")), ==, 4);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (counts, "pub")), ==, 1);
}

/* Another process has answered the request in the shared database. */
static void
test_answered_elsewhere (void)
{
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods = g_strdup_printf (DRAFT, "");
  g_autoptr (RunTest) test = ask_kept (methods, nobody, place);
  g_autofree char *id = g_strdup (troupe_run_get_id (test->run));
  g_autoptr (RunTest) more = NULL;
  g_autoptr (TroupeFlowStates) states = NULL;

  run_test_execute (test);
  states = troupe_flow_states_open (place->states, NULL, TRUE, NULL);
  g_assert_true (troupe_flow_states_clear_pending (states, id, NULL));
  more = go_on (place, id, nobody);
  g_assert_error (more->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_nonnull (strstr (more->result->error->message, "elsewhere"));
  g_assert_cmpint (get_status (place, id), ==, TROUPE_RUN_STATUS_FAILED);
}

/* --- In another process (§10.1) ------------------------------------------------------------------ */

static RunTest *
go_on_from_pending (RunTest *before, Place *place, const char *id, Desk *feedback_queue)
{
  RunTest *test = g_new0 (RunTest, 1);
  g_autoptr (GError) error = NULL;

  test->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_mutex_init (&test->mutex);
  test->flow = troupe_flow_ref (before->flow);
  test->run = troupe_run_new_from_pending (test->flow, place->states, id, &error);
  g_assert_no_error (error);
  troupe_event_bus_add_sink (troupe_run_get_bus (test->run), keep_event_cb, test, NULL);
  troupe_run_set_feedback_func (test->run, asked_cb, feedback_queue, NULL);
  troupe_run_set_store (test->run, place->store, NULL, "{}");
  run_test_execute (test);
  return test;
}

/* The flow continues from the method that requested feedback, but the outputs of earlier methods
 * are not available. */
static void
test_from_pending (void)
{
  static const char *const answers[] = { " revise ", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods = g_strdup_printf (
      DRAFT
      ", " SAY ("named", "draft",
                "1") ", 'r': {'listen': 'revise', 'router': true, 'do': "
                     "{'call': 'expression', 'expr': '`x`'}}, " SAY (
                         "rev", "revise",
                         "[has(outputs.early), outputs.draft.feedback]") ", " SAY ("h", "x", "2"),
      OUTCOMES);
  g_autoptr (RunTest) test = NULL;
  g_autoptr (RunTest) more = NULL;
  g_autoptr (GString) with_early = g_string_new (methods);
  g_autofree char *id = NULL;

  g_string_replace (with_early, "'start': true", "'listen': 'early'", 1);
  g_string_prepend (with_early,
                    "'early': {'start': true, 'do': {'call': 'expression', 'expr': '0'}}, ");
  test = ask_kept (with_early->str, nobody, place);
  id = g_strdup (troupe_run_get_id (test->run));
  run_test_execute (test);
  more = go_on_from_pending (test, place, id, feedback_queue);
  g_assert_cmpint (more->result->type, ==, TROUPE_RESULT_OK);
  assert_events (more, "flow_created, flow_started, method_execution_started draft, "
                       "method_execution_finished draft, method_execution_started r, "
                       "method_execution_finished r, method_execution_started rev, "
                       "method_execution_finished rev, method_execution_started h, "
                       "method_execution_finished h, flow_finished");
  run_test_assert_value (g_array_index (more->result->outputs, TroupeRunOutput, 2).value,
                         "[false,' revise ']");
  run_test_assert_value (
      troupe_event_get_field (find_event (more, TROUPE_EVENT_METHOD_FINISHED, "draft"), "result"),
      "'revise'");
  g_assert_false (has_pending (place, id, NULL));
  /* The paused run is no longer resumable. */
  g_assert_cmpint (get_status (place, id), ==, TROUPE_RUN_STATUS_FAILED);
}

static void
test_from_pending_again (void)
{
  static const char *const revise[] = { "revise", NULL };
  static const char *const approve[] = { "approved", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) once = desk_new (revise, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) last = desk_new (approve, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (RunTest) test = ask_kept (LOOP, nobody, place);
  g_autofree char *id = g_strdup (troupe_run_get_id (test->run));
  g_autoptr (RunTest) second = NULL, third = NULL;
  g_autoptr (GError) error = NULL;

  run_test_execute (test);
  second = go_on_from_pending (test, place, id, once);
  g_assert_cmpint (second->result->type, ==, TROUPE_RESULT_PAUSED);
  g_assert_true (has_pending (place, id, NULL));
  third = go_on_from_pending (test, place, id, last);
  run_test_assert_value (third->result->final, "2");
  g_assert_null (troupe_run_new_from_pending (test->flow, place->states, id, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_nonnull (strstr (error->message, "No pending feedback"));
}

/* --- Combinations with other features --------------------------------------------------------- */

/* A checkpoint contains the feedback, so the feedback is available in a run that restores the
 * checkpoint. */
static void
test_checkpoint (void)
{
  static const char *const answers[] = { "revise", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods =
      g_strdup_printf (DRAFT ", " SAY ("after", "draft", "outputs.draft.feedback"), OUTCOMES);
  g_autofree char *document = g_strdup_printf (
      "{'name': 'Test', 'config': {'checkpoint': {'location': '%s/ck.db', 'on_events': "
      "['method_execution_finished'], 'provider': {'provider_type': 'sqlite'}}}, 'methods': {%s}}",
      place->folder, methods);
  g_autoptr (RunTest) first = run_test_new_document (document);
  g_autoptr (RunTest) second = run_test_new_document (document);
  TroupeValue *location;

  troupe_run_set_feedback_func (first->run, asked_cb, feedback_queue, NULL);
  run_test_execute (first);
  location = troupe_event_get_field (find_event (first, TROUPE_EVENT_CHECKPOINT_COMPLETED, NULL),
                                     "location");
  troupe_run_set_restore_from (second->run, troupe_value_get_string (location, NULL));
  run_test_execute (second);
  g_assert_cmpint (second->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (second->result->final, "'revise'");
  run_test_assert_trace (second, "after> after<");
}

/* An answer that arrives while the run is held is not lost. */
static void
test_held (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_WAITS);
  g_autofree char *methods = g_strdup_printf (DRAFT ", " SAY ("after", "draft", "1"), "");
  g_autoptr (RunTest) test = ask (methods, feedback_queue);

  run_test_start (test);
  desk_wait (feedback_queue, 1);
  troupe_run_hold (test->run);
  test_wait_for_thread (run_test_count (test, TROUPE_EVENT_RUN_HELD, NULL) > 0);
  g_assert_true (troupe_run_answer (test->run, desk_wait (feedback_queue, 1)->id, "a", NULL, NULL));
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_FEEDBACK_RECEIVED, NULL), ==, 0);
  troupe_run_release (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
}

/* A resumed method has the state after its script, even if the process ended while the method
 * waited for feedback. */
static void
test_state_of_then (void)
{
  static const char *const answers[] = { "a", NULL };
  g_autoptr (Place) place = place_new ();
  g_autoptr (Desk) nobody = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *python = g_find_program_in_path ("python3");
  g_autoptr (RunTest) test = NULL;
  g_autoptr (RunTest) more = NULL;
  g_autofree char *id = NULL;

  if (python == NULL)
    {
      g_test_skip ("There is no python3");
      return;
    }
  test = ask_kept ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'draft': "
                   "{'listen': 's', 'do': {'call': 'script', 'code': 'state[`n`] = 5\\nreturn 2'}, "
                   "'human_feedback': {'message': 'm'}}, " SAY ("after", "draft", "state.n"),
                   nobody, place);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_SCRIPT, TROUPE_PYTHON_SANDBOX_NONE);
  id = g_strdup (troupe_run_get_id (test->run));
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_PAUSED);
  more = go_on (place, id, feedback_queue);
  g_assert_cmpint (more->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (more->result->final, "5");
}

/* --- Checks before the run -------------------------------------------------------------------- */

static void
test_provider (void)
{
  g_autofree char *methods = g_strdup_printf (DRAFT, ", 'provider': 'my.module:Provider'");
  g_autoptr (RunTest) test = run_test_new (methods);
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_run_check (test->run, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);
  g_assert_nonnull (strstr (error->message, "provider"));
}

static void
test_learn (void)
{
  static const char *const answers[] = { "a", NULL };
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods = g_strdup_printf (DRAFT, ", 'learn': true");
  g_autoptr (RunTest) test = ask (methods, feedback_queue);

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LOG, NULL), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run-feedback/waiting", test_waiting);
  g_test_add_func ("/run-feedback/chosen-outcome", test_chosen_outcome);
  g_test_add_func ("/run-feedback/cancelled", test_cancelled);
  g_test_add_func ("/run-feedback/timeout", test_timeout);
  g_test_add_func ("/run-feedback/race", test_race);
  g_test_add_func ("/run-feedback/paused", test_paused);
  g_test_add_func ("/run-feedback/paused-again", test_paused_again);
  g_test_add_func ("/run-feedback/two-paused", test_two_paused);
  g_test_add_func ("/run-feedback/failure-and-pause", test_failure_and_pause);
  g_test_add_func ("/run-feedback/swallowed-failure", test_swallowed_failure);
  g_test_add_func ("/run-feedback/rows", test_rows);
  g_test_add_func ("/run-feedback/answered-elsewhere", test_answered_elsewhere);
  g_test_add_func ("/run-feedback/from-pending", test_from_pending);
  g_test_add_func ("/run-feedback/from-pending-again", test_from_pending_again);
  g_test_add_func ("/run-feedback/checkpoint", test_checkpoint);
  g_test_add_func ("/run-feedback/held", test_held);
  g_test_add_func ("/run-feedback/person", test_person);
  g_test_add_func ("/run-feedback/state-of-then", test_state_of_then);
  g_test_add_func ("/run-feedback/provider", test_provider);
  g_test_add_func ("/run-feedback/learn", test_learn);

  return g_test_run ();
}
