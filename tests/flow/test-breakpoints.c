/* test-breakpoints.c: breakpoints on events after edits of the events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-flow-document.h"
#include "troupe-flow-pin-edit.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/breakpoints/follow", test_breakpoints);
  g_test_add_func ("/breakpoints/sources", test_sources);
  return g_test_run ();
}
