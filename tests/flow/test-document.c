/* test-document.c: edits of a flow document, their undo, and what saving preserves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "flow-test.h"
#include "troupe-flow-document.h"
#include "troupe-tree.h"

/* A document with comments and custom formatting, in which ' means " and ` means '. */
static const char sample[] =
    "{\n"
    "  'schema': 'crewai.flow/v1',\n"
    "  'name': 'Sample', // kept\n"
    "  'other': [1,   2],\n"
    "  'methods': {\n"
    "    'fetch': { 'start': true, 'do': {'call': 'expression', 'expr': 'state.topic'} },\n"
    "    'judge': {\n"
    "      'listen': 'fetch',\n"
    "      'router': true,\n"
    "      'emit': ['good', 'bad'],\n"
    "      'do': {'call': 'expression', 'expr': 'outputs.fetch == `good` ? `good` : `bad`'}\n"
    "    },\n"
    "    'publish': {\n"
    "      'listen': {'and': ['fetch', {'or': ['good', 'retry']}]},\n"
    "      'do': {'call': 'tool', 'ref': 'a:B', 'with': {'q': 'x ${outputs.fetch} "
    "${outputs[`judge`] + state.outputs.fetch}'}}\n"
    "    },\n"
    "    'retry': {\n"
    "      'listen': 'bad',\n"
    "      'do': {'call': 'each', 'in': 'outputs.fetch', 'do': [\n"
    "        {'name': 'one', 'action': {'call': 'expression', 'expr': 'outputs.fetch'}},\n"
    "        {'name': 'fetch', 'if': 'has(outputs.fetch)', 'action': {'call': 'expression', "
    "'expr': "
    "'item'}},\n"
    "        {'name': 'two', 'action': {'call': 'expression', 'expr': 'outputs.fetch + 1'}}]}\n"
    "    }\n"
    "  },\n"
    "  'x-troupe': {'positions': {'fetch': [0, 0], 'judge': [200, 0]}, 'gates': {'publish/': [300, "
    "8], "
    "'publish/1': [290, 40]}, 'groups': [{'id': 'g', 'methods': ['fetch', 'retry']}]}\n"
    "}\n";

static TroupeFlowDocument *
open_text (const char *text)
{
  g_autofree char *json = test_quote (text);
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (json, strlen (json), "sample.json", NULL, &error);

  g_assert_no_error (error);
  return document;
}

/* Returns the value at @path as compact JSON, with ' instead of ". */
static char *
get_value (TroupeFlowDocument *document, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  JsonNode *node = troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (document)),
                                         (const char *const *) keys);
  g_autoptr (TroupeValue) value = node != NULL ? troupe_value_from_node (node) : NULL;
  char *text = value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT) : g_strdup ("-");

  for (char *c = text; *c != '\0'; c++)
    *c = *c == '\'' ? '`' : *c == '"' ? '\'' : *c;
  return text;
}

#define assert_value(document, path, expected)                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *found_value = get_value (document, path);                                     \
    g_assert_cmpstr (found_value, ==, expected);                                                   \
  }                                                                                                \
  G_STMT_END

static void
assert_text (TroupeFlowDocument *document, const char *expected)
{
  g_autofree char *text = troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);

  g_assert_cmpstr (text, ==, expected);
}

/* Undoes everything and asserts the original text. */
static void
undo_all (TroupeFlowDocument *document, const char *text)
{
  g_autofree char *json = test_quote (text);

  while (troupe_document_undo (TROUPE_DOCUMENT (document)))
    ;
  assert_text (document, json);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
}

static void
test_rename (void)
{
  g_autoptr (TroupeFlowDocument) document = open_text (sample);
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_flow_document_rename_method (document, "fetch", "judge", &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (troupe_flow_document_rename_method (document, "fetch", "a b", &error));
  g_clear_error (&error);
  g_assert_false (troupe_flow_document_rename_method (document, "nobody", "ab", &error));
  g_clear_error (&error);
  g_assert_true (troupe_flow_document_rename_method (document, "fetch", "load", &error));
  g_assert_no_error (error);

  assert_value (document, "methods/load/start", "true");
  assert_value (document, "methods/fetch", "-");
  assert_value (document, "methods/judge/listen", "'load'");
  assert_value (document, "methods/judge/do/expr", "'outputs.load == `good` ? `good` : `bad`'");
  assert_value (document, "methods/publish/listen", "{'and':['load',{'or':['good','retry']}]}");
  assert_value (document, "methods/publish/do/with/q",
                "'x ${outputs.load} ${outputs[`judge`] + state.outputs.fetch}'");
  assert_value (document, "methods/retry/do/in", "'outputs.load'");
  assert_value (document, "methods/retry/do/do/0/action/expr", "'outputs.load'");
  assert_value (document, "methods/retry/do/do/1/if", "'has(outputs.load)'");
  /* After a step that is called `fetch`, the name refers to the step, so the name is not
   * replaced. */
  assert_value (document, "methods/retry/do/do/2/action/expr", "'outputs.fetch + 1'");
  assert_value (document, "x-troupe/positions/load", "[0,0]");
  assert_value (document, "x-troupe/groups/0/methods", "['load','retry']");

  g_assert_true (troupe_flow_document_rename_method (document, "publish", "print", NULL));
  assert_value (document, "x-troupe/gates", "{'print/':[300,8],'print/1':[290,40]}");
  g_assert_true (troupe_flow_document_rename_method (document, "judge", "check", NULL));
  assert_value (document, "methods/print/do/with/q",
                "'x ${outputs.load} ${outputs[`check`] + state.outputs.fetch}'");
  undo_all (document, sample);
}

static void
test_rename_event (void)
{
  g_autoptr (TroupeFlowDocument) document = open_text (sample);

  g_assert_true (troupe_flow_document_rename_event (document, "judge", "good", "fine", NULL));
  assert_value (document, "methods/judge/emit", "['fine','bad']");
  assert_value (document, "methods/judge/do/expr", "'outputs.fetch == `good` ? `fine` : `bad`'");
  assert_value (document, "methods/publish/listen", "{'and':['fetch',{'or':['fine','retry']}]}");
  undo_all (document, sample);
}

static void
test_conditions (void)
{
  g_autoptr (TroupeFlowDocument) document = open_text (sample);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_document_connect (document, "retry", "judge", NULL, FALSE, &error));
  g_assert_no_error (error);
  assert_value (document, "methods/judge/listen", "{'or':['fetch','retry']}");
  g_assert_true (troupe_flow_document_connect (document, "publish", "judge", NULL, FALSE, NULL));
  assert_value (document, "methods/judge/listen", "{'or':['fetch','retry','publish']}");
  g_assert_true (troupe_flow_document_disconnect (document, "retry", "judge", "", NULL));
  g_assert_true (troupe_flow_document_disconnect (document, "publish", "judge", NULL, NULL));
  assert_value (document, "methods/judge/listen", "'fetch'");
  g_assert_true (troupe_flow_document_connect (document, "retry", "judge", NULL, TRUE, NULL));
  assert_value (document, "methods/judge/listen", "{'and':['fetch','retry']}");
  g_assert_true (troupe_flow_document_toggle_gate (document, "judge", "", NULL));
  assert_value (document, "methods/judge/listen", "{'or':['fetch','retry']}");

  g_assert_true (troupe_flow_document_connect (document, "bad", "publish", "1", FALSE, NULL));
  assert_value (document, "methods/publish/listen",
                "{'and':['fetch',{'or':['good','retry','bad']}]}");
  g_assert_true (troupe_flow_document_toggle_gate (document, "publish", "1", NULL));
  assert_value (document, "methods/publish/listen",
                "{'and':['fetch','good','retry','bad']}");
  g_assert_true (troupe_flow_document_disconnect (document, "good", "publish", "", NULL));
  g_assert_true (troupe_flow_document_disconnect (document, "bad", "publish", NULL, NULL));
  assert_value (document, "methods/publish/listen", "{'and':['fetch','retry']}");
  g_assert_true (troupe_flow_document_disconnect (document, "fetch", "publish", NULL, NULL));
  g_assert_true (troupe_flow_document_disconnect (document, "retry", "publish", NULL, NULL));
  assert_value (document, "methods/publish/listen", "-");

  g_assert_false (troupe_flow_document_connect (document, "judge", "judge", NULL, FALSE, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (troupe_flow_document_toggle_gate (document, "retry", "", &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (troupe_flow_document_connect (document, "x", "judge", "7.1", FALSE, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (troupe_flow_document_disconnect (document, "x", "judge", NULL, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  undo_all (document, sample);
}

static void
test_conditional_start (void)
{
  g_autoptr (TroupeFlowDocument) document = open_text (
      "{'name': 'F', 'methods': {'a': {'start': 'x', 'do': {'call': 'expression', 'expr': '1'}}}}");

  g_assert_true (troupe_flow_document_connect (document, "y", "a", NULL, FALSE, NULL));
  assert_value (document, "methods/a",
                "{'start':{'or':['x','y']},'do':{'call':'expression','expr':"
                "'1'}}");
}

static void
test_methods (void)
{
  g_autoptr (TroupeFlowDocument) document = open_text (sample);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < TROUPE_ACTION_N_TYPES; i++)
    {
      g_autofree char *name = troupe_flow_document_add_method (document, NULL, i, &error);
      g_autofree char *again = troupe_flow_document_add_method (document, NULL, i, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (name, ==, troupe_action_type_get_name (i));
      g_assert_true (g_str_has_suffix (again, "_2"));
      for (guint j = 0; j < TROUPE_ACTION_N_TYPES; j++)
        {
          g_assert_true (troupe_flow_document_set_action_type (document, name, j, &error));
          g_assert_cmpint (troupe_flow_find_method (troupe_flow_document_get_flow (document), name)
                               ->action->type,
                           ==, (int) j);
          g_assert_false (troupe_flow_has_errors (troupe_flow_document_get_flow (document)));
        }
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name =
          troupe_flow_document_add_method (document, "fetch", TROUPE_ACTION_CODE, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (name, ==, i == 0 ? "fetch_2" : "fetch_3");
    }
  g_assert_true (troupe_flow_document_set_start (document, "tool", TRUE, NULL));
  assert_value (document, "methods/tool/start", "true");
  g_assert_true (troupe_flow_document_set_start (document, "tool", FALSE, NULL));
  assert_value (document, "methods/tool/start", "-");
  g_assert_true (troupe_flow_document_set_router (document, "judge", FALSE, NULL));
  assert_value (document, "methods/judge/emit", "-");
  g_assert_true (troupe_flow_document_set_router (document, "judge", TRUE, NULL));
  assert_value (document, "methods/judge/emit", "['good','bad']");
  undo_all (document, sample);
}

static void
test_remove (void)
{
  const char *const judge[] = { "judge", NULL };
  const char *const fetch[] = { "fetch", NULL };
  const char *const nobody[] = { "nobody", NULL };
  g_autoptr (TroupeFlowDocument) document = open_text (sample);
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_flow_document_remove_methods (document, nobody, FALSE, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_assert_true (troupe_flow_document_remove_methods (document, judge, FALSE, NULL));
  assert_value (document, "methods/judge", "-");
  assert_value (document, "methods/publish/listen", "{'and':['fetch','retry']}");
  assert_value (document, "methods/retry/listen", "-");
  assert_value (document, "x-troupe/positions", "{'fetch':[0,0]}");
  undo_all (document, sample);

  g_assert_true (troupe_flow_document_remove_methods (document, judge, TRUE, NULL));
  assert_value (document, "methods/retry/listen", "'fetch'");
  g_assert_true (troupe_flow_document_remove_methods (document, fetch, TRUE, NULL));
  assert_value (document, "methods/retry/start", "true");
  assert_value (document, "x-troupe/groups/0/methods", "['retry']");
  undo_all (document, sample);
}

static void
test_steps (void)
{
  static const char *const path[] = { "name", NULL };
  g_autoptr (TroupeFlowDocument) document = open_text (sample);
  g_autofree char *label = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("N%u", i);
      g_autoptr (JsonNode) value = troupe_json_node_new_string (name);

      g_assert_true (
          troupe_document_set (TROUPE_DOCUMENT (document), path, value, "Name", "name", NULL));
    }
  g_object_get (document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Name");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  assert_value (document, "name", "'Sample'");
  g_assert_false (troupe_document_undo (TROUPE_DOCUMENT (document)));
  g_assert_true (troupe_document_redo (TROUPE_DOCUMENT (document)));
  assert_value (document, "name", "'N2'");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));

  troupe_document_begin_edit (TROUPE_DOCUMENT (document), "Both");
  g_assert_true (troupe_flow_document_rename_method (document, "fetch", "load", NULL));
  troupe_document_begin_edit (TROUPE_DOCUMENT (document), "Inner");
  g_assert_true (troupe_flow_document_connect (document, "retry", "judge", NULL, FALSE, NULL));
  troupe_document_end_edit (TROUPE_DOCUMENT (document));
  troupe_document_end_edit (TROUPE_DOCUMENT (document));
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  g_assert_false (troupe_document_undo (TROUPE_DOCUMENT (document)));
  undo_all (document, sample);
}

static void
test_layout (void)
{
  const TroupePosition positions[] = { { "judge", 10.4, 20.6 }, { "publish/1", -5.0, 7.0 } };
  g_autoptr (TroupeFlowDocument) document = open_text (sample);
  g_autofree char *note = NULL;
  double x = 0.0, y = 0.0;

  troupe_document_set_positions (TROUPE_DOCUMENT (document), positions, G_N_ELEMENTS (positions),
                                 NULL);
  assert_value (document, "x-troupe/positions/judge", "[10,21]");
  assert_value (document, "x-troupe/gates/publish~1", "-");
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (document), "publish/1", &x, &y));
  g_assert_cmpfloat (x, ==, -5.0);
  g_assert_false (troupe_document_get_position (TROUPE_DOCUMENT (document), "retry", &x, &y));
  note = troupe_document_add_note (TROUPE_DOCUMENT (document), "hello", 1.0, 2.0);
  g_assert_true (
      troupe_document_set_note (TROUPE_DOCUMENT (document), note, "more", 3.0, 4.0, 50.0, 60.0));
  assert_value (document, "x-troupe/notes",
                "[{'id':'note','text':'more','x':3,'y':4,'width':50,'height':60}]");
  g_assert_true (troupe_document_remove_note (TROUPE_DOCUMENT (document), note));
  g_assert_false (troupe_document_remove_note (TROUPE_DOCUMENT (document), note));
  undo_all (document, sample);
}

static void
test_clipboard (void)
{
  const char *const names[] = { "fetch", "judge", "publish", NULL };
  g_autoptr (TroupeFlowDocument) document = open_text (sample);
  g_autofree char *text = troupe_flow_document_copy (document, names, NULL, NULL);
  g_auto (TroupeFlowPasted) pasted = { NULL };
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_document_paste (document, text, 100.0, 50.0, FALSE, &pasted, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (pasted.methods), ==, 3);
  g_assert_cmpstr (pasted.methods[0], ==, "fetch_2");
  assert_value (document, "methods/judge_2/listen", "'fetch_2'");
  assert_value (document, "methods/judge_2/do/expr",
                "'outputs.fetch_2 == `good` ? `good_2` : `bad_2`'");
  /* retry was not copied, so its wire is removed. */
  assert_value (document, "methods/publish_2/listen", "{'and':['fetch_2','good_2']}");
  g_assert_cmpstr (pasted.notice, ==,
                   "Wires from outside were not pasted: retry in publish_2.\n"
                   "Outputs with renamed events are used elsewhere: judge_2 in publish_2.");
  assert_value (document, "x-troupe/positions/judge_2", "[300,50]");
  g_assert_false (troupe_flow_has_errors (troupe_flow_document_get_flow (document)));
  undo_all (document, sample);

  troupe_flow_pasted_clear (&pasted);
  g_assert_true (troupe_flow_document_paste (document, text, 0.0, 0.0, TRUE, &pasted, NULL));
  assert_value (document, "methods/publish_2/listen",
                "{'and':['fetch_2',{'or':['good_2','retry']}]}");
  g_assert_cmpstr (pasted.notice, ==,
                   "Not copied, so the original is used: retry in publish_2.\n"
                   "Outputs with renamed events are used elsewhere: judge_2 in publish_2.");
  troupe_flow_pasted_clear (&pasted);
  g_assert_false (
      troupe_flow_document_paste (document, "{\"a\": 1}", 0.0, 0.0, TRUE, &pasted, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  g_clear_error (&error);
  g_assert_false (
      troupe_flow_document_paste (document, "nothing", 0.0, 0.0, TRUE, &pasted, &error));
  g_assert_nonnull (error);
}

static void
test_fixes (void)
{
  g_autoptr (TroupeFlowDocument) document = open_text (
      "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': 'true ? "
      "`go` : `no`'}}, 'b': {'listen': 'go', 'do': {'call': 'expression', 'expr': 'outputs.aa + "
      "outputs.ab'}}}}");

  for (guint i = 0; i < 20; i++)
    {
      GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (document));
      g_autoptr (TroupeProblem) problem = NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < problems->len && problem == NULL; j++)
        {
          TroupeProblem *candidate = problems->pdata[j];

          if (candidate->fix_action != NULL)
            problem = troupe_problem_ref (candidate);
        }
      if (problem == NULL)
        break;
      g_assert_true (troupe_flow_document_apply_fix (document, problem, &error));
      g_assert_no_error (error);
    }
  assert_value (document, "methods/a/router", "true");
  assert_value (document, "methods/a/emit", "['go']");
  assert_value (document, "methods/b/do/expr", "'outputs.a + outputs.a'");
}

static void
test_save (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-flow-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "flow.json", NULL);
  g_autofree char *json = test_quote (sample);
  g_autofree char *written = NULL, *again = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL, other = NULL;
  g_auto (GStrv) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;
  guint n_changed = 0;

  g_assert_true (g_file_set_contents (path, json, -1, NULL));
  document = troupe_flow_document_load (folder, &problems, &error);
  g_assert_no_error (error);
  g_assert_nonnull (test_find_problem (problems, "json_comment"));
  g_assert_cmpuint (test_find_problem (problems, "json_comment")->line, ==, 3);
  assert_text (document, json);
  g_assert_true (troupe_flow_document_set_emit (
      document, "judge", (const char *const[]){ "good", "bad", "ugly", NULL }, NULL));
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), NULL, FALSE, &error));
  g_assert_no_error (error);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  before = g_strsplit (json, "\n", -1);
  after = g_strsplit (written, "\n", -1);
  for (guint i = 0; before[i] != NULL; i++)
    {
      if (!g_strv_contains ((const char *const *) after, before[i]))
        n_changed++;
    }
  g_assert_cmpuint (n_changed, ==, 1);
  /* Undo continues after the save and restores the exact text. */
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  assert_text (document, json);
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (document)));

  g_assert_true (g_file_set_contents (path, "{\"name\": \"Other\"}", -1, NULL));
  g_assert_false (troupe_document_save (TROUPE_DOCUMENT (document), NULL, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_clear_error (&error);
  g_assert_true (troupe_document_save (TROUPE_DOCUMENT (document), NULL, TRUE, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &again, NULL, NULL));
  g_assert_cmpstr (again, ==, json);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_refused_texts (void)
{
  static const struct
  {
    const char *text;
    guint line;
  } texts[] = {
    { "", 0 },
    { "  // nothing\n", 0 },
    { "{\n  \"name\": \"F\",\n  \"a\": b: c\n}", 3 },
    { "[1]", 0 },
    { "{\"name\": \"F\\u0000\"}", 1 },
    { "{\"name\": \"F\", \"name\": \"G\"}", 1 },
    { "{\n\"a\": 1}", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (GError) error = NULL;
      TroupeFlowDocument *document =
          troupe_flow_document_load_text (texts[i].text, strlen (texts[i].text), "bad.json",
                                          &problems, &error);

      g_assert_null (document);
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "bad.json"));
      g_assert_nonnull (problems);
      g_assert_cmpuint (problems->len, >=, 1);
      if (texts[i].line > 0)
        g_assert_cmpuint (((TroupeProblem *) problems->pdata[0])->line, ==, texts[i].line);
    }
}

static void
test_recorded_texts (void)
{
  g_autoptr (JsonNode) root = test_read_conformance ("flow-golden.json");
  JsonArray *cases;
  guint n_checked = 0;

  if (root == NULL)
    return;
  cases = json_node_get_array (test_get (root, "cases"));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonNode *item = json_array_get_element (cases, i);
      const char *name = test_get_text (item, "name");
      const char *text = test_get_text (item, "text");
      const char *expected = test_get_text (test_get (item, "expect"), "result");
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlowDocument) document = NULL;

      if (text == NULL || !g_str_has_prefix (name, "text_json"))
        continue;
      if (test_get (item, "troupe") != NULL)
        expected = test_get_text (test_get (item, "troupe"), "result");
      document = troupe_flow_document_load_text (text, strlen (text), "flow.json", &problems, NULL);
      g_test_message ("%s", name);
      g_assert_cmpint (document == NULL, ==, g_strcmp0 (expected, "load_error") == 0);
      if (g_str_equal (name, "text_json_tabs"))
        g_assert_nonnull (test_find_problem (problems, "json_tabs"));
      if (g_str_equal (name, "text_json_comment"))
        g_assert_nonnull (test_find_problem (problems, "json_comment"));
      n_checked++;
    }
  g_assert_cmpuint (n_checked, >, 4);
}

/* A title is a single line of limited length, regardless of the name. */
static void
test_title (void)
{
  g_autoptr (TroupeFlowDocument) lines = open_text ("{'name': 'One\\ntwo', 'methods': {}}");
  g_autofree char *name = g_strnfill (100000, 'x');
  g_autofree char *text = g_strdup_printf ("{'name': '%s', 'methods': {}}", name);
  g_autoptr (TroupeFlowDocument) large = open_text (text);
  g_autofree char *short_title = troupe_document_get_title (TROUPE_DOCUMENT (lines));
  g_autofree char *long_title = troupe_document_get_title (TROUPE_DOCUMENT (large));

  g_assert_cmpstr (short_title, ==, "One…");
  g_assert_cmpint (g_utf8_strlen (long_title, -1), ==, 121);
}

static void
test_new (void)
{
  g_autoptr (TroupeFlowDocument) document = troupe_flow_document_new ();
  g_autofree char *title = troupe_document_get_title (TROUPE_DOCUMENT (document));
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (title, ==, "NewFlow");
  g_assert_true (
      troupe_flow_find_method (troupe_flow_document_get_flow (document), "begin")->start);
  g_assert_cmpuint (troupe_document_get_problems (TROUPE_DOCUMENT (document))->len, ==, 0);
  g_assert_false (troupe_document_save (TROUPE_DOCUMENT (document), NULL, FALSE, &error));
  g_assert_nonnull (error);
}

/* A new document is the user's own until something from elsewhere is pasted into it. A document that
 * is read is not. */
static void
test_own (void)
{
  static const char text[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"n\", \"methods\": {}}";
  g_autoptr (TroupeFlowDocument) flow = troupe_flow_document_new ();
  g_autoptr (TroupeFlowDocument) read =
      troupe_flow_document_load_text (text, strlen (text), NULL, NULL, NULL);
  TroupeDocument *document = TROUPE_DOCUMENT (flow);

  g_assert_false (troupe_document_is_own (TROUPE_DOCUMENT (read)));
  g_assert_true (troupe_document_is_own (document));
  troupe_document_note_copied (document, "one");
  troupe_document_note_copied (document, "two");
  troupe_document_note_pasted (document, "one");
  g_assert_true (troupe_document_is_own (document));
  troupe_document_note_pasted (document, "three");
  g_assert_false (troupe_document_is_own (document));
}

/* The events of a router follow the results of its new expression. Those to which a method listens are kept. */
static void
test_follow_results (void)
{
  static const struct
  {
    const char *expression;
    const char *emit; /* NULL: the events remain the same */
  } rows[] = {
    { "size('a') < 5 ? 'bad' : size('a') > 30 ? 'good' : 'again'", "[\"bad\",\"good\",\"again\"]" },
    { "size('a') < 5 ? 'bad' : 'no'", "[\"no\",\"bad\"]" },
    { "size('a') < 5 ? 'no' : 'yes'", NULL },
    { "outputs.b", NULL },
    { "size('a') < ", NULL },
  };
  static const char text[] =
      "{\"name\": \"F\", \"methods\": {\"a\": {\"start\": true, \"router\": true, \"emit\": "
      "[\"yes\", \"no\"], "
      "\"do\": {\"call\": \"expression\", \"expr\": \"true ? 'yes' : 'no'\"}}%s}}";

  for (guint heard = 0; heard < 2; heard++)
    for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
      {
        g_autofree char *json =
            g_strdup_printf (text, heard == 1 ? ", \"b\": {\"listen\": \"yes\", \"do\": {\"call\": "
                                                "\"expression\", \"expr\": \"1\"}}"
                                              : "");
        g_autoptr (TroupeFlowDocument) document =
            troupe_flow_document_load_text (json, strlen (json), "flow.json", NULL, NULL);
        g_autoptr (JsonNode) expression = troupe_json_node_new_string (rows[i].expression);
        g_autoptr (JsonNode) method =
            troupe_flow_document_follow_results (document, "a", expression);
        g_autofree char *emit = NULL;

        g_test_message ("%s %u", rows[i].expression, heard);
        if (rows[i].emit == NULL)
          {
            g_assert_null (method);
            continue;
          }
        g_assert_nonnull (method);
        emit = json_to_string (troupe_tree_get_member (method, "emit"), FALSE);
        if (heard == 0)
          g_assert_cmpstr (emit, ==, rows[i].emit);
        else
          g_assert_nonnull (strstr (emit, "\"yes\""));
        g_assert_cmpstr (troupe_tree_get_text (troupe_tree_get (method, "do", "expr", NULL)), ==,
                         rows[i].expression);
      }
}

/* A word that is complete for a moment while another one is typed becomes no event for the listeners of another router. Events that are
 * no results of the expression stay. */
static void
test_follow_typing (void)
{
  static const char text[] = "{\"name\": \"F\", \"methods\": {"
                             "\"a\": {\"start\": true, \"router\": true, \"emit\": [\"reject\", "
                             "\"own\"], \"do\": {\"call\": \"expression\", "
                             "\"expr\": \"'reject'\"}}, "
                             "\"a_2\": {\"start\": true, \"router\": true, \"emit\": [\"x\", "
                             "\"own\"], \"do\": {\"call\": \"expression\", "
                             "\"expr\": \"'x'\"}}, "
                             "\"b\": {\"listen\": {\"or\": [\"reject\", \"own\"]}, \"do\": "
                             "{\"call\": \"expression\", \"expr\": \"1\"}}}}";
  static const char *const typed[] = { "'rejec'", "'reject'", "'reject_'", "'reject_2'" };
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (text, strlen (text), "flow.json", NULL, NULL);
  g_autofree char *emit = NULL;

  g_assert_nonnull (document);
  for (guint i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      static const char *const path[] = { "methods", "a_2", NULL };
      g_autoptr (JsonNode) expression = troupe_json_node_new_string (typed[i]);
      g_autoptr (JsonNode) method =
          troupe_flow_document_follow_results (document, "a_2", expression);

      g_assert_nonnull (method);
      g_assert_true (
          troupe_document_set (TROUPE_DOCUMENT (document), path, method, "Type", NULL, NULL));
    }
  emit = json_to_string (troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (document)),
                                          "methods", "a_2", "emit", NULL),
                         FALSE);
  g_assert_cmpstr (emit, ==, "[\"own\",\"reject_2\"]");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/document/follow-typing", test_follow_typing);
  g_test_add_func ("/flow/document/new", test_new);
  g_test_add_func ("/flow/document/title", test_title);
  g_test_add_func ("/flow/document/rename", test_rename);
  g_test_add_func ("/flow/document/rename-event", test_rename_event);
  g_test_add_func ("/flow/document/conditions", test_conditions);
  g_test_add_func ("/flow/document/conditional-start", test_conditional_start);
  g_test_add_func ("/flow/document/methods", test_methods);
  g_test_add_func ("/flow/document/remove", test_remove);
  g_test_add_func ("/flow/document/steps", test_steps);
  g_test_add_func ("/flow/document/layout", test_layout);
  g_test_add_func ("/flow/document/clipboard", test_clipboard);
  g_test_add_func ("/flow/document/fixes", test_fixes);
  g_test_add_func ("/flow/document/save", test_save);
  g_test_add_func ("/flow/document/refused-texts", test_refused_texts);
  g_test_add_func ("/flow/document/recorded-texts", test_recorded_texts);
  g_test_add_func ("/flow/document/follow-results", test_follow_results);
  g_test_add_func ("/document/own", test_own);
  return g_test_run ();
}
