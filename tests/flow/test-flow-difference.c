/* test-flow-difference.c: which results of an earlier run no longer fit a flow, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-flow-difference.h"
#include "troupe-flow-document.h"

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

/* Describes what is stale: `METHOD: REASON; REASON`, a line each. (transfer full) */
static char *
describe (TroupeFlowDocument *before, TroupeFlowDocument *after)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (after);
  g_autoptr (TroupeFlowDifference) difference =
      troupe_flow_difference_new (troupe_flow_document_get_flow (before), flow, NULL, NULL, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const char *name = troupe_flow_get_method (flow, i)->name;
      GPtrArray *changes = troupe_flow_difference_get (difference, name);

      for (guint k = 0; changes != NULL && k < changes->len; k++)
        {
          g_autofree char *reason = troupe_change_to_text (g_ptr_array_index (changes, k));

          g_string_append_printf (text, "%s: %s\n", name, reason);
        }
    }
  return g_string_free (text, FALSE);
}

static const char whole[] =
    "{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {"
    "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
    "'b': {'listen': 'a', 'do': {'call': 'agent', 'with': {'role': 'R', 'goal': 'G', 'llm': "
    "{'model': 'openai/m'}, 'input': 'Do ${outputs.a}'}}},"
    "'c': {'listen': 'b', 'do': {'call': 'expression', 'expr': '2'}},"
    "'d': {'listen': 'c', 'do': {'call': 'script', 'language': 'python', 'code': 'return input'}},"
    "'e': {'listen': 'c', 'do': {'call': 'expression', 'expr': 'outputs.b.raw'}}}}";

typedef struct
{
  const char *name;
  const char *from;
  const char *to;
  const char *expected;
} Case;

static const Case cases[] = {
  { "same", "'F'", "'F'", "" },
  { "name-of-flow", "'F'", "'Another'", "" },
  { "description", "'a': {'start'", "'a': {'description': 'New.', 'start'", "" },
  { "order-of-keys", "'start': true, 'do': {'call': 'expression', 'expr': '1'}",
    "'do': {'expr': '1', 'call': 'expression'}, 'start': true", "" },
  { "positions", "'methods'", "'x-troupe': {'positions': {'a': [1, 2]}}, 'methods'", "" },
  { "own", "'expr': '1'", "'expr': '3'",
    "a: “expr” was changed\nb: It uses the output of “a”, which is out of date\n"
    "e: It uses the output of “b”, which is out of date\n" },
  { "model", "openai/m", "openai/n",
    "b: The model was changed\ne: It uses the output of “b”, which is out of date\n" },
  { "nested", "'goal': 'G'", "'goal': 'H'",
    "b: “with.goal” was changed\ne: It uses the output of “b”, which is out of date\n" },
  { "trigger", "'c': {'listen': 'b'", "'c': {'listen': {'or': ['b', 'a']}",
    "c: The condition that starts it was changed\n"
    "d: It is given the output of “c”, which is out of date\n" },
  { "given", "'expr': '2'", "'expr': '4'",
    "c: “expr” was changed\nd: It is given the output of “c”, which is out of date\n" },
  { "muted", "'methods'", "'x-troupe': {'muted': ['e']}, 'methods'",
    "e: It was pinned or muted, or no longer is\n" },
  { "state", "'methods'", "'state': {'type': 'dict', 'default': {'n': 1}}, 'methods'", "" },
};

static void
test_reasons (gconstpointer data)
{
  const Case *example = data;
  g_autoptr (TroupeFlowDocument) before = load (whole);
  g_auto (GStrv) parts = g_strsplit (whole, example->from, 2);
  g_autofree char *changed = g_strjoinv (example->to, parts);
  g_autoptr (TroupeFlowDocument) after = load (changed);
  g_autofree char *text = describe (before, after);

  g_assert_nonnull (parts[1]);
  g_assert_cmpstr (text, ==, example->expected);
}

/* An undo removes the marks, and a result that the user keeps makes nothing else stale. */
static void
test_undo_and_keep (void)
{
  static const char *const kept[] = { "a", NULL };
  g_autoptr (TroupeFlowDocument) before = load (whole);
  g_autoptr (TroupeFlowDocument) document = load (whole);
  g_autoptr (JsonNode) seven = json_node_init_string (json_node_alloc (), "7");
  g_autoptr (TroupeFlowDifference) difference = NULL;
  g_autofree char *edited = NULL;
  g_autofree char *undone = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_document_rename_method (document, "d", "f", &error));
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (document),
                                      (const char *[]){ "methods", "a", "do", "expr", NULL }, seven,
                                      "Edit", NULL, &error));
  g_assert_no_error (error);
  edited = describe (before, document);
  g_assert_true (g_str_has_prefix (edited, "a: "));
  difference =
      troupe_flow_difference_new (troupe_flow_document_get_flow (before),
                                  troupe_flow_document_get_flow (document), NULL, NULL, kept);
  g_assert_null (troupe_flow_difference_get (difference, "a"));
  g_assert_null (troupe_flow_difference_get (difference, "b"));
  troupe_document_undo (TROUPE_DOCUMENT (document));
  troupe_document_undo (TROUPE_DOCUMENT (document));
  undone = describe (before, document);
  g_assert_cmpstr (undone, ==, "");
}

/* Files are compared by the texts that name them. */
static void
test_files (void)
{
  g_autoptr (TroupeFlowDocument) document =
      load ("{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {'a': {'start': true, 'do': "
            "{'call': 'tool', 'ref': 'custom:look', 'with': {}}}}}");
  TroupeFlow *flow = troupe_flow_document_get_flow (document);
  g_autoptr (TroupeValue) before =
      troupe_value_from_json ("{\"custom:look\": {\"digest\": \"1\", \"path\": \"tools/look.py\"}}",
                              -1, NULL);
  g_autoptr (TroupeValue) after =
      troupe_value_from_json ("{\"custom:look\": {\"digest\": \"2\", \"path\": \"tools/look.py\"}}",
                              -1, NULL);
  g_autoptr (TroupeFlowDifference) same =
      troupe_flow_difference_new (flow, flow, before, before, NULL);
  g_autoptr (TroupeFlowDifference) changed =
      troupe_flow_difference_new (flow, flow, before, after, NULL);
  g_autofree char *text = NULL;

  g_assert_null (troupe_flow_difference_get (same, "a"));
  g_assert_nonnull (troupe_flow_difference_get (changed, "a"));
  text = troupe_change_to_text (g_ptr_array_index (troupe_flow_difference_get (changed, "a"), 0));
  g_assert_cmpstr (text, ==, "The file “tools/look.py” was changed");
}

/* The marks of 1,000 cards are computed after each edit, on the thread that draws. */
static void
test_large (void)
{
  GString *text = g_string_new ("{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {"
                                "'m0': {'start': true, 'do': {'call': 'expression', 'expr': '0'}}");
  g_autofree char *json = NULL;
  g_autofree char *edited = NULL;
  g_auto (GStrv) parts = NULL;
  g_autoptr (TroupeFlowDocument) before = NULL;
  g_autoptr (TroupeFlowDocument) after = NULL;
  g_autoptr (TroupeFlowDifference) difference = NULL;
  gint64 begun;

  for (guint i = 1; i < 1000; i++)
    g_string_append_printf (text,
                            ", 'm%u': {'listen': 'm%u', 'do': {'call': 'agent', 'with': {'role': "
                            "'R', 'goal': 'G', 'llm': 'openai/m', 'input': 'Do ${outputs.m%u}'}}}",
                            i, i - 1, i - 1);
  g_string_append (text, "}}");
  json = g_string_free (text, FALSE);
  before = load (json);
  parts = g_strsplit (json, "'expr': '0'", 2);
  edited = g_strjoinv ("'expr': '1'", parts);
  after = load (edited);
  begun = g_get_monotonic_time ();
  difference = troupe_flow_difference_new (troupe_flow_document_get_flow (before),
                                           troupe_flow_document_get_flow (after), NULL, NULL, NULL);
  g_test_message ("1,000 methods: %.1f ms", (double) (g_get_monotonic_time () - begun) / 1000);
  g_assert_nonnull (troupe_flow_difference_get (difference, "m0"));
  g_assert_nonnull (troupe_flow_difference_get (difference, "m999"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/flow-difference/reasons/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_reasons);
    }
  g_test_add_func ("/flow-difference/undo-and-keep", test_undo_and_keep);
  g_test_add_func ("/flow-difference/files", test_files);
  g_test_add_func ("/flow-difference/large", test_large);
  return g_test_run ();
}
