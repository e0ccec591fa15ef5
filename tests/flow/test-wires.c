/* test-wires.c: conditions after adding, removing and moving wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "flow-test.h"
#include "troupe-condition-tree.h"
#include "troupe-flow-wires.h"

/* Opens a flow with the methods a to e. The method c listens to @condition and has the start
 * condition @start (nullable). */
static TroupeFlowDocument *
open_with (const char *condition, const char *start)
{
  g_autofree char *own_start =
      start != NULL ? g_strdup_printf ("'start': %s, ", start) : g_strdup ("");
  g_autofree char *text = g_strdup_printf (
      "{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {"
      "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': '1'}},"
      "'c': {%s'listen': %s, 'do': {'call': 'expression', 'expr': '1'}},"
      "'d': {'do': {'call': 'expression', 'expr': '1'}},"
      "'e': {'listen': {'or': ['c', 'b']}, 'do': {'call': 'expression', 'expr': '1'}}}}",
      own_start, condition);
  g_autofree char *json = test_quote (text);
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (json, strlen (json), "wires.json", NULL, &error);

  g_assert_no_error (error);

  return document;
}

/* Returns the condition of @method as JSON, with ' instead of ". */
static char *
get_condition (TroupeFlowDocument *document, const char *method, const char *key)
{
  const char *path[] = { "methods", method, key, NULL };
  JsonNode *node =
      troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (document)), path);
  g_autoptr (TroupeValue) value = node != NULL ? troupe_value_from_node (node) : NULL;
  char *text = value != NULL ? troupe_value_to_json (value, TROUPE_JSON_COMPACT) : g_strdup ("-");

  return g_strdelimit (text, "\"", '\'');
}

#define assert_condition(document, method, key, expected)                                          \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *found_condition = get_condition (document, method, key);                      \
    g_assert_cmpstr (found_condition, ==, expected);                                               \
  }                                                                                                \
  G_STMT_END

/* Asserts that @n_steps undo steps restore the original document. */
static void
assert_steps (TroupeFlowDocument *document, guint n_steps)
{
  for (guint i = 0; i < n_steps; i++)
    g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (document)));
  g_assert_false (troupe_document_undo (TROUPE_DOCUMENT (document)));
}

/* --- Removing wires --------------------------------------------------------------------------- */

static const struct
{
  const char *condition;
  const char *paths[4];
  const char *expected;
} cuts[] = {
  { "'a'", { "" }, "-" },
  { "{'or': ['a', 'b']}", { "0" }, "'b'" },
  { "{'or': ['a', 'b']}", { "0", "1" }, "-" },
  { "{'or': ['a', {'and': ['b', 'd']}]}", { "1.0" }, "{'or':['a','d']}" },
  /* Each path refers to the original condition, regardless of which other inputs are removed. */
  { "{'or': ['a', {'and': ['b', 'd', 'a']}, 'd']}",
    { "0", "1.2" },
    "{'or':[{'and':['b','d']},'d']}" },
  /* A gate with only one remaining input is merged with the gate around it. */
  { "{'and': [{'or': [{'and': ['a', 'b']}, 'd']}, 'd']}", { "0.1" }, "{'and':['a','b','d']}" },
  { "{'and': ['a', 'b']}", { "7", "0.0" }, "{'and':['a','b']}" },
  /* A gate with changed inputs is simplified. Unchanged gates stay as they were written. */
  { "{'or': [{'or': ['a', 'b']}, {'and': ['a', {'and': ['b']}]}, {'nor': ['a'], 'x': 1}, 'd']}",
    { "3" },
    "{'or':['a','b',{'and':['a',{'and':['b']}]},{'nor':['a'],'x':1}]}" },
};

static void
test_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_autoptr (TroupeFlowDocument) document = open_with (cuts[i].condition, NULL);
      TroupeConditionPlace places[G_N_ELEMENTS (cuts[i].paths)];
      g_autoptr (GError) error = NULL;
      guint n_places = 0;

      for (; cuts[i].paths[n_places] != NULL; n_places++)
        places[n_places] = (TroupeConditionPlace){ "c", cuts[i].paths[n_places] };
      g_test_message ("%s", cuts[i].condition);
      g_assert_true (troupe_flow_document_cut (document, places, n_places, &error));
      g_assert_no_error (error);
      assert_condition (document, "c", "listen", cuts[i].expected);
      if (troupe_document_is_modified (TROUPE_DOCUMENT (document)))
        assert_steps (document, 1);
    }
}

/* Both conditions of a method are changed in one step, and so are the conditions of two methods. */
static void
test_cut_many (void)
{
  g_autoptr (TroupeFlowDocument) document =
      open_with ("{'or': ['a', 'b']}", "{'and': ['go', 'x']}");
  const TroupeConditionPlace places[] = {
    { "c", "0" }, { "c", "start.1" }, { "e", "0" }, { "nobody", "0" }
  };

  g_assert_true (troupe_flow_document_cut (document, places, 3, NULL));
  assert_condition (document, "c", "listen", "'b'");
  assert_condition (document, "c", "start", "'go'");
  assert_condition (document, "e", "listen", "'b'");
  assert_steps (document, 1);
  g_assert_false (troupe_flow_document_cut (document, places, 4, NULL));
}

/* --- Adding wires ----------------------------------------------------------------------------- */

static const struct
{
  const char *condition;
  TroupeConditionPlace from;
  const char *event;
  const char *gate;
  gboolean with_and;
  const char *expected; /* NULL: refused */
} wires[] = {
  { "'a'", { "b", NULL }, NULL, NULL, FALSE, "{'or':['a','b']}" },
  { "'a'", { "b", NULL }, "go", NULL, TRUE, "{'and':['a','go']}" },
  { "'a'", { "a", NULL }, NULL, NULL, FALSE, "'a'" },
  { "{'or': ['a'], 'why': 1}", { "b", NULL }, NULL, NULL, FALSE, "{'or':['a','b'],'why':1}" },
  { "{'or': ['a', 'b']}", { "b", NULL }, NULL, "", TRUE, "{'or':['a','b']}" },
  /* A gate with one input was made to join others. */
  { "{'and': ['a']}", { "b", NULL }, NULL, NULL, FALSE, "{'and':['a','b']}" },
  { "{'and': ['a']}", { "a", NULL }, NULL, NULL, FALSE, "{'and':['a']}" },
  { "{'or': ['a', {'and': ['b', 'x']}]}",
    { "d", NULL },
    NULL,
    "1",
    FALSE,
    "{'or':['a',{'and':['b','x','d']}]}" },
  { "{'or': ['a', {'and': ['b', 'x']}]}", { "d", NULL }, NULL, "0", FALSE, NULL },
  { "{'or': ['a', {'and': ['b', 'x']}]}", { "d", NULL }, NULL, "1.7", FALSE, NULL },
  { "'a'", { "c", NULL }, NULL, NULL, FALSE, NULL },
  { "'a'", { "c", NULL }, "go", NULL, FALSE, "{'or':['a','go']}" },
  /* The connection is refused because the gate belongs to a method that waits for this method,
   * or because the path is not a gate. */
  { "'a'", { "e", "" }, NULL, NULL, FALSE, NULL },
  { "'a'", { "b", "1" }, NULL, NULL, FALSE, NULL },
};

static void
test_connect (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    {
      g_autoptr (TroupeFlowDocument) document = open_with (wires[i].condition, NULL);
      const TroupeConditionPlace to = { "c", wires[i].gate };
      g_autoptr (GError) error = NULL;
      gboolean connected =
          troupe_flow_document_connect_place (document, &wires[i].from, wires[i].event, &to,
                                              wires[i].with_and, &error);

      g_test_message ("%u: %s", i, wires[i].condition);
      if (wires[i].expected == NULL)
        {
          g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
          g_assert_false (connected);
          g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
          continue;
        }
      g_assert_no_error (error);
      g_assert_true (connected);
      assert_condition (document, "c", "listen", wires[i].expected);
    }
}

/* The condition of a gate is copied as it is written. */
static void
test_connect_gate (void)
{
  g_autoptr (TroupeFlowDocument) document =
      open_with ("{'or': ['a', {'and': ['b', 'x'], 'why': 1}]}", NULL);
  const TroupeConditionPlace from = { "c", "1" };
  const TroupeConditionPlace to = { "d", NULL };
  const TroupeConditionPlace start = { "a", NULL };
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_document_connect_place (document, &from, NULL, &to, FALSE, NULL));
  assert_condition (document, "d", "listen", "{'and':['b','x'],'why':1}");
  g_assert_false (troupe_flow_document_can_connect (document, &from, NULL, &start, &error));
  g_assert_cmpstr (error->message, ==, "a runs at start.");
  assert_steps (document, 1);
}

/* --- Inserting on a wire, removing, and toggling gates ---------------------------------------- */

static void
test_insert (void)
{
  g_autoptr (TroupeFlowDocument) document =
      open_with ("{'or': ['a', {'and': ['b', 'x'], 'why': 1}]}", NULL);
  const TroupeConditionPlace gate = { "c", "1" };
  const TroupeConditionPlace own = { "d", "" };
  const TroupeConditionPlace circle = { "e", "0" };
  g_autofree char *label = NULL;

  g_assert_true (troupe_flow_document_insert_at (document, "d", &gate, NULL));
  assert_condition (document, "c", "listen", "{'or':['a','d']}");
  assert_condition (document, "d", "listen", "{'and':['b','x'],'why':1}");
  g_object_get (document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Insert d");
  assert_steps (document, 1);

  /* Inserting a method on a wire that ends or starts at this method changes nothing. */
  g_assert_true (troupe_flow_document_insert_at (document, "d", &own, NULL));
  g_assert_true (troupe_flow_document_insert_at (document, "c", &circle, NULL));
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (document)));
}

static void
test_take_out (void)
{
  g_autoptr (TroupeFlowDocument) document = open_with ("{'and': ['a', 'b']}", NULL);

  g_assert_true (troupe_flow_document_take_out (document, "c", NULL));
  assert_condition (document, "c", "listen", "-");
  assert_condition (document, "e", "listen", "{'or':[{'and':['a','b']},'b']}");
  assert_steps (document, 1);
}

static void
test_toggle (void)
{
  g_autoptr (TroupeFlowDocument) document =
      open_with ("{'or': ['a', {'or': [], 'and': ['b', 'x'], 'why': 1}]}", NULL);
  g_autoptr (TroupeFlowDocument) both = open_with ("{'or': ['d'], 'and': ['a', 'b']}", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_document_toggle_gate (document, "c", "", NULL));
  assert_condition (document, "c", "listen", "{'and':['a','b','x']}");
  assert_steps (document, 1);
  g_assert_true (troupe_flow_document_connect (document, "d", "c", "1", FALSE, NULL));
  assert_condition (document, "c", "listen", "{'or':['a',{'or':[],'and':['b','x','d'],'why':1}]}");
  g_assert_false (troupe_flow_document_toggle_gate (document, "c", "0", &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  assert_steps (document, 1);

  /* The ignored operator of the condition is not used after the toggle. */
  g_assert_true (troupe_flow_document_toggle_gate (both, "c", "", NULL));
  assert_condition (both, "c", "listen", "{'or':['a','b']}");
}

/* --- Condition trees -------------------------------------------------------------------------- */

/* An unchanged tree returns the original node, even if the node is unusual. */
static void
test_untouched (void)
{
  static const char *const conditions[] = { "'a'",
                                            "{'or': []}",
                                            "{'and': ['a']}",
                                            "{'or': ['a', {'or': ['b', 'b']}], 'x': {}}",
                                            "{'or': 'ab'}",
                                            "{'and': {'a': 1, 'b': 2}}",
                                            "{'x': 1}",
                                            "{'or': [{'x': 1}, 'a'], 'and': ['b']}" };

  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      g_autoptr (TroupeFlowDocument) document = open_with (conditions[i], NULL);
      const TroupeFlowMethod *method =
          troupe_flow_find_method (troupe_flow_document_get_flow (document), "c");
      g_autoptr (TroupeConditionTree) tree =
          troupe_condition_tree_tidy (troupe_condition_tree_new (method->listen));
      g_autoptr (JsonNode) node = troupe_condition_tree_to_node (tree);

      g_test_message ("%s", conditions[i]);
      g_assert_true (node == method->listen->node);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/wires/cut", test_cut);
  g_test_add_func ("/flow/wires/cut-many", test_cut_many);
  g_test_add_func ("/flow/wires/connect", test_connect);
  g_test_add_func ("/flow/wires/connect-gate", test_connect_gate);
  g_test_add_func ("/flow/wires/insert", test_insert);
  g_test_add_func ("/flow/wires/take-out", test_take_out);
  g_test_add_func ("/flow/wires/toggle", test_toggle);
  g_test_add_func ("/flow/wires/untouched", test_untouched);
  return g_test_run ();
}
