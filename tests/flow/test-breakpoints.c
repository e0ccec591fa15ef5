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

/* Makes JSON of a text with apostrophes as quotes; `\\'` stays an apostrophe. (transfer full) */
static char *
quote (const char *text)
{
  GString *json = g_string_new (NULL);

  for (const char *letter = text; *letter != '\0'; letter++)
    if (letter[0] == '\\' && letter[1] == '\'')
      {
        g_string_append_c (json, '\'');
        letter++;
      }
    else
      {
        g_string_append_c (json, *letter == '\'' ? '"' : *letter);
      }
  return g_string_free (json, FALSE);
}

static TroupeFlowDocument *
load (const char *text)
{
  g_autofree char *json = quote (text);
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

/* Breakpoints that are never reached and conditions that are not valid are found with their places, and nothing else is. */
static void
test_diagnoses (void)
{
  static const struct
  {
    const char *breakpoint;
    const char *code; /* (nullable): NULL if there is nothing wrong */
    guint column;     /* in the breakpoint, from 1 */
    const char *message;
  } cases[] = {
    { "{'method': 's', 'if': 'state.done'}", NULL, 0, NULL },
    { "{'method': 's', 'if': 'state.n > 1 && outputs.s == 1'}", NULL, 0, NULL },
    { "{'method': 's', 'if': 'inputs.topic'}", NULL, 0, NULL },
    { "{'event': 's', 'target': 'c', 'if': 'event == \\'s\\''}", NULL, 0, NULL },
    { "{'method': 'c', 'task': 'one', 'if': 'input.contains(\\'x\\')'}", NULL, 0, NULL },
    { "{'task': '1'}", NULL, 0, NULL },
    { "{'method': 's', 'if': 'state.n +'}", "breakpoint_condition", 33, "expected a value" },
    { "{'method': 's', 'if': 'staet.n > 1'}", "breakpoint_condition", 24, "unknown name “staet”" },
    { "{'method': 's', 'if': 'state.n'}", "breakpoint_condition", 23, "neither true nor false" },
    { "{'method': 's', 'if': 'size(outputs)'}", "breakpoint_condition", 23,
      "neither true nor false" },
    { "{'method': 's', 'if': 'state.n == \\'a\\''}", "breakpoint_condition", 32, "never equals" },
    { "{'method': 'c', 'task': 'one', 'if': 'input > 3'}", "breakpoint_condition", 45, "string" },
    { "{'method': 's', 'if': 5}", "breakpoint_condition", 23, "an expression in a string" },
    { "{'method': 'gone'}", "pin_of_nothing", 1, "The method “gone”" },
    { "{'method': 'c', 'task': 'gone'}", "pin_of_nothing", 1, "The task “gone”" },
    { "{'task': 'nowhere'}", "pin_of_nothing", 1, "The task “nowhere”" },
    { "{'event': 's', 'target': 'gone'}", "pin_of_nothing", 1, "The method “gone”" },
    { "{'event': 'never'}", "pin_of_nothing", 1, "The event “never”" },
    { "{'name': 'x'}", "pin_of_nothing", 1, "names no method, task or event" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{'schema': 'crewai.flow/v1', 'name': 'F', 'state': {'type': 'json_schema', "
          "'json_schema': {'type': 'object', 'properties': {'n': {'type': 'integer'}, 'done': "
          "{'type': 'boolean'}}}}, 'methods': {"
          "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'c': {'listen': 's', "
          "'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'R', 'goal': 'g', 'backstory': "
          "'b'}}, 'tasks': [{'name': 'one', 'description': 'd', 'expected_output': 'e', 'agent': "
          "'w'}]}}}}, 'x-troupe': {'breakpoints': [\n%s]}}",
          cases[i].breakpoint);
      g_autofree char *json = quote (text);
      g_autoptr (TroupeFlowDocument) document =
          troupe_flow_document_load_text (json, strlen (json), "f.json", NULL, NULL);
      GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (document));
      const TroupeProblem *found = NULL;

      g_test_message ("%s", cases[i].breakpoint);
      for (guint j = 0; j < problems->len; j++)
        if (g_str_has_prefix (((TroupeProblem *) problems->pdata[j])->path, "x-troupe"))
          {
            g_assert_null (found);
            found = problems->pdata[j];
          }
      g_assert_true ((found != NULL) == (cases[i].code != NULL));
      if (found == NULL)
        continue;
      g_assert_cmpstr (found->code, ==, cases[i].code);
      g_assert_cmpint (found->severity, ==, TROUPE_SEVERITY_WARNING);
      g_assert_cmpuint (found->line, ==, 2);
      g_assert_cmpuint (found->column, ==, cases[i].column);
      g_assert_nonnull (strstr (found->message, cases[i].message));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/breakpoints/follow", test_breakpoints);
  g_test_add_func ("/breakpoints/sources", test_sources);
  g_test_add_func ("/breakpoints/tasks", test_tasks);
  g_test_add_func ("/breakpoints/any-crew", test_any_crew);
  g_test_add_func ("/breakpoints/diagnoses", test_diagnoses);
  return g_test_run ();
}
