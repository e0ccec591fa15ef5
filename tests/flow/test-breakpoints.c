/* test-breakpoints.c: breakpoints on events after edits of the events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-crew-edit.h"
#include "troupe-flow-document.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-task-breakpoints.h"

static TroupeFlowDocument *
load (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (json, strlen (json), "f.json", NULL, &error);

  g_assert_no_error (error);
  return document;
}

static char *
list_breakpoints (TroupeFlowDocument *document)
{
  g_autoptr (TroupeValue) list = troupe_flow_get_breakpoints (document);

  return list != NULL ? troupe_value_to_json (list, TROUPE_JSON_COMPACT) : g_strdup ("[]");
}

static void
check_breakpoints (TroupeFlowDocument *document, const char *expected)
{
  g_autofree char *text = list_breakpoints (document);

  g_assert_cmpstr (text, ==, expected);
}

/* A breakpoint on a wire follows its event and its method, goes with the wire, and comes back. */
static void
test_breakpoints (void)
{
  g_autoptr (TroupeFlowDocument) document =
      load ("{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {"
            "'r': {'start': true, 'router': true, 'emit': ['yes', 'no'], 'do': {'call': "
            "'expression', 'expr': 'state.x'}},"
            "'w': {'listen': 'yes', 'do': {'call': 'expression', 'expr': '1'}}}}");
  g_autoptr (GError) error = NULL;

  g_assert_true (
      troupe_flow_set_breakpoint (document, "event", "yes", "w", TRUE, "state.n > 1", &error));
  g_assert_true (troupe_flow_document_rename_event (document, "r", "yes", "fine", &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[{\"event\":\"fine\",\"target\":\"w\",\"if\":\"state.n > 1\"}]");
  g_assert_true (troupe_flow_document_rename_method (document, "w", "write", &error));
  check_breakpoints (document,
                     "[{\"event\":\"fine\",\"target\":\"write\",\"if\":\"state.n > 1\"}]");
  g_assert_true (troupe_flow_document_disconnect (document, "fine", "write", NULL, &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[]");
  troupe_document_undo (TROUPE_DOCUMENT (document));
  check_breakpoints (document,
                     "[{\"event\":\"fine\",\"target\":\"write\",\"if\":\"state.n > 1\"}]");
  g_assert_true (troupe_flow_document_remove_methods (document, (const char *[]){ "write", NULL },
                                                      FALSE, &error));
  check_breakpoints (document, "[]");
  troupe_document_undo (TROUPE_DOCUMENT (document));
  check_breakpoints (document,
                     "[{\"event\":\"fine\",\"target\":\"write\",\"if\":\"state.n > 1\"}]");
  troupe_document_undo (TROUPE_DOCUMENT (document));
  troupe_document_undo (TROUPE_DOCUMENT (document));
  check_breakpoints (document, "[{\"event\":\"yes\",\"target\":\"w\",\"if\":\"state.n > 1\"}]");
}

/* If another method emits the event, too, there is a breakpoint on both events, and one on an event that is deleted goes. */
static void
test_sources (void)
{
  g_autoptr (TroupeFlowDocument) document =
      load ("{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {"
            "'r': {'start': true, 'router': true, 'emit': ['yes'], 'do': {'call': 'expression', "
            "'expr': 'state.x'}},"
            "'s': {'start': true, 'router': true, 'emit': ['yes'], 'do': {'call': 'expression', "
            "'expr': 'state.x'}},"
            "'w': {'listen': 'yes', 'do': {'call': 'expression', 'expr': '1'}}}}");
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_set_breakpoint (document, "event", "yes", "w", TRUE, NULL, &error));
  g_assert_true (troupe_flow_document_rename_event (document, "r", "yes", "fine", &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[{\"event\":\"yes\",\"target\":\"w\"},"
                               "{\"event\":\"fine\",\"target\":\"w\"}]");
  g_assert_true (troupe_flow_document_set_emit (document, "r", NULL, &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[{\"event\":\"yes\",\"target\":\"w\"}]");
  troupe_document_undo (TROUPE_DOCUMENT (document));
  check_breakpoints (document, "[{\"event\":\"yes\",\"target\":\"w\"},"
                               "{\"event\":\"fine\",\"target\":\"w\"}]");
}

/* A flow with two crews that have tasks of the same names. The third task has none. */
static TroupeFlowDocument *
load_crews (void)
{
#define CREW                                                                                       \
  "'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'R', 'goal': 'g', 'backstory': 'b'}}," \
  "'tasks': [{'name': 'one', 'description': '1', 'expected_output': 'e', 'agent': 'w'},"           \
  "{'name': 'two', 'description': '2', 'expected_output': 'e', 'agent': 'w'},"                     \
  "{'description': '3', 'expected_output': 'e', 'agent': 'w'}]}}"
  return load ("{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {"
               "'m': {'start': true, " CREW "}, 'n': {'listen': 'm', " CREW "}}}");
#undef CREW
}

static TroupeCrewSubject *
get_crew (TroupeFlowDocument *document, const char *method)
{
  const char *const path[] = { "methods", method, "do", "with", NULL };

  return troupe_crew_subject_new_inline (TROUPE_DOCUMENT (document), path);
}

/* A breakpoint on a task of a crew follows the task when it is renamed and moved, goes with it, and comes back. */
static void
test_tasks (void)
{
  g_autoptr (TroupeFlowDocument) document = load_crews ();
  g_autoptr (TroupeCrewSubject) crew = get_crew (document, "m");
  g_autoptr (GError) error = NULL;
  const guint third = 0;

  g_assert_true (troupe_flow_set_task_breakpoint (document, "m", 1, "input != ''", &error));
  g_assert_true (troupe_flow_set_task_breakpoint (document, "m", 2, "", &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[{\"method\":\"m\",\"task\":\"two\",\"if\":\"input != ''\"},"
                               "{\"method\":\"m\",\"task\":\"3\"}]");
  g_assert_cmpstr (troupe_flow_find_task_breakpoint (document, "m", 1), ==, "input != ''");
  g_assert_cmpstr (troupe_flow_find_task_breakpoint (document, "m", 2), ==, "");
  g_assert_null (troupe_flow_find_task_breakpoint (document, "m", 0));
  g_assert_null (troupe_flow_find_task_breakpoint (document, "n", 1));
  /* It is not on the method. */
  g_assert_null (troupe_flow_find_breakpoint (document, "method", "m", NULL));
  g_assert_true (troupe_crew_edit_rename_task (crew, 1, "second", &error));
  g_assert_true (troupe_crew_edit_move_task (crew, 2, 0, NULL, &error));
  g_assert_true (troupe_flow_document_rename_method (document, "m", "first", &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[{\"method\":\"first\",\"task\":\"second\",\"if\":\"input != ''\"},"
                               "{\"method\":\"first\",\"task\":\"1\"}]");
  g_assert_true (troupe_crew_edit_remove_tasks (crew, &third, 1, &error));
  g_assert_no_error (error);
  check_breakpoints (document,
                     "[{\"method\":\"first\",\"task\":\"second\",\"if\":\"input != ''\"}]");
  troupe_document_undo (TROUPE_DOCUMENT (document));
  g_assert_cmpstr (troupe_flow_find_task_breakpoint (document, "first", 0), ==, "");
  g_assert_true (troupe_flow_set_task_breakpoint (document, "first", 0, NULL, &error));
  g_assert_null (troupe_flow_find_task_breakpoint (document, "first", 0));
  g_assert_true (troupe_flow_document_remove_methods (document, (const char *[]){ "first", NULL },
                                                      FALSE, &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[]");
  troupe_document_undo (TROUPE_DOCUMENT (document));
  g_assert_cmpstr (troupe_flow_find_task_breakpoint (document, "first", 2), ==, "input != ''");
  g_assert_true (troupe_flow_clear_task_breakpoints (document, "first", &error));
  check_breakpoints (document, "[]");
  g_assert_false (troupe_flow_set_task_breakpoint (document, "first", 9, "", &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
}

/* A breakpoint that names no method is on the task of each crew, and is left alone by an edit of one of them. */
static void
test_any_crew (void)
{
  g_autoptr (TroupeFlowDocument) document = load_crews ();
  g_autoptr (TroupeCrewSubject) crew = get_crew (document, "m");
  g_autoptr (TroupeValue) list =
      troupe_value_from_json ("[{\"task\": \"two\"}, {\"task\": 7}, 3]", -1, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_set_breakpoints (document, list, &error));
  g_assert_cmpstr (troupe_flow_find_task_breakpoint (document, "m", 1), ==, "");
  g_assert_cmpstr (troupe_flow_find_task_breakpoint (document, "n", 1), ==, "");
  g_assert_true (troupe_crew_edit_rename_task (crew, 1, "second", &error));
  g_assert_no_error (error);
  check_breakpoints (document, "[{\"task\":\"two\"},{\"task\":7},3]");
  g_assert_null (troupe_flow_find_task_breakpoint (document, "m", 1));
  g_assert_cmpstr (troupe_flow_find_task_breakpoint (document, "n", 1), ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/breakpoints/follow", test_breakpoints);
  g_test_add_func ("/breakpoints/sources", test_sources);
  g_test_add_func ("/breakpoints/tasks", test_tasks);
  g_test_add_func ("/breakpoints/any-crew", test_any_crew);
  return g_test_run ();
}
