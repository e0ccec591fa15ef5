/* test-flow-load.c: loading flow documents: errors, their positions and messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "flow-test.h"

/* --- Errors ----------------------------------------------------------------------------------- */

typedef struct
{
  const char *document;
  const char *code;
  const char *path;
  guint line;
  guint column;
  const char *fix; /* (nullable): part of the suggested fix */
} Mistake;

#define METHODS(inside) "{'name': 'F', 'methods': {" inside "}}"
#define ACTION(inside) METHODS ("'a': {'start': true, 'do': {" inside "}}")

static const Mistake mistakes[] = {
  { "{'schema': 'crewai.flow/v2', 'name': 'F'}", "unknown_schema", "schema", 1, 12, "v1" },
  { "{'schema': null, 'name': 'F'}", "wrong_type", "schema", 1, 12, NULL },
  { "{\n 'methods': {}}", "missing_field", "name", 1, 1, NULL },
  { "{'name': 3}", "wrong_type", "name", 1, 10, NULL },
  { "{'name': null}", "wrong_type", "name", 1, 10, NULL },
  { "{'name': 'F', 'methods': null}", "wrong_type", "methods", 1, 26, NULL },
  { "{'name': 'F', 'methods': []}", "wrong_type", "methods", 1, 26, NULL },
  { "{'name': 'F', 'config': null}", "wrong_type", "config", 1, 25, NULL },
  { "{'name': 'F', 'config': {'max_method_calls': '1e1'}}", "wrong_type", "config.max_method_calls",
    1, 46, NULL },
  { "{'name': 'F', 'config': {'stream': ' yes '}}", "wrong_type", "config.stream", 1, 36, NULL },
  { "{'name': 'F', 'persist': true}", "wrong_type", "persist", 1, 26, NULL },
  { "{'name': 'F', 'state': {'default': {}}}", "missing_field", "state.type", 1, 24, NULL },
  { "{'name': 'F', 'state': {'type': 'dikt'}}", "bad_value", "state.type", 1, 33, "dict" },
  { "{'name': 'F', 'state': {'type': 'dict', 'default': [1]}}", "wrong_type", "state.default", 1,
    52, NULL },
  { "{'name': 'F', 'state': {'type': 'dict', 'defalt': {}}}", "unknown_key", "state.defalt", 1, 41,
    "default" },
  { "{'name': 'F', 'state': {'type': 'json_schema'}}", "missing_field", "state.json_schema", 1, 24,
    NULL },
  { "{'name': 'F', 'conversational': {'trace_scope': 'x'}}", "bad_value",
    "conversational.trace_scope", 1, 49, NULL },
  { "{'name': 'F', 'conversational': {'router': {'response_format': {'ref': 'a:b'}}}}",
    "missing_field", "conversational.router.response_format.python", 1, 64, NULL },
  { METHODS ("\n'a-b': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}"), "bad_name",
    "methods.a-b", 2, 1, NULL },
  { METHODS ("'1a': {'do': {'call': 'expression', 'expr': '1'}}"), "bad_name", "methods.1a", 1, 27,
    NULL },
  { METHODS ("'a': null"), "wrong_type", "methods.a", 1, 32, NULL },
  { METHODS ("'a': {'start': true}"), "missing_field", "methods.a.do", 1, 32, NULL },
  { METHODS ("'a': {'start': 2, 'do': {'call': 'expression', 'expr': '1'}}"), "wrong_type",
    "methods.a.start", 1, 42, NULL },
  { METHODS ("'a': {'start': ['b'], 'do': {'call': 'expression', 'expr': '1'}}"), "wrong_type",
    "methods.a.start", 1, 42, NULL },
  { METHODS ("'a': {'listen': true, 'do': {'call': 'expression', 'expr': '1'}}"), "wrong_type",
    "methods.a.listen", 1, 43, NULL },
  { METHODS ("'a': {'listen': ['s'], 'do': {'call': 'expression', 'expr': '1'}}"), "wrong_type",
    "methods.a.listen", 1, 43, NULL },
  { METHODS ("'a': {'listen': 'a', 'do': {'call': 'expression', 'expr': '1'}}"), "self_listen",
    "methods.a.listen", 1, 43, NULL },
  { METHODS ("'a': {'listen': {'or': ['s', {'and': ['s', 'a']}]}, 'do': {'call': 'expression', "
             "'expr': '1'}}"),
    "self_listen", "methods.a.listen.or[1].and[1]", 1, 70, NULL },
  { METHODS ("'a': {'listen': {'and': ['s'], 'or': ['a']}, 'do': {'call': 'expression', "
             "'expr': '1'}}"),
    "self_listen", "methods.a.listen.or[0]", 1, 65, NULL },
  { METHODS ("'a': {'listen': {'or': 'bca'}, 'do': {'call': 'expression', 'expr': '1'}}"),
    "self_listen", "methods.a.listen.or", 1, 50, NULL },
  { METHODS ("'a': {'listen': {'or': ['s', 3]}, 'do': {'call': 'expression', 'expr': '1'}}"),
    "bad_condition", "methods.a.listen.or[1]", 1, 56, NULL },
  { METHODS ("'a': {'listen': {'or': null}, 'do': {'call': 'expression', 'expr': '1'}}"),
    "bad_condition", "methods.a.listen.or", 1, 50, NULL },
  { METHODS ("'a': {'router': ' yes ', 'do': {'call': 'expression', 'expr': '1'}}"), "wrong_type",
    "methods.a.router", 1, 43, NULL },
  { METHODS ("'a': {'emit': 'x', 'do': {'call': 'expression', 'expr': '1'}}"), "wrong_type",
    "methods.a.emit", 1, 41, NULL },
  { METHODS ("'a': {'emit': ['x', 1], 'do': {'call': 'expression', 'expr': '1'}}"), "wrong_type",
    "methods.a.emit[1]", 1, 47, NULL },
  { METHODS ("'a': {'human_feedback': {}, 'do': {'call': 'expression', 'expr': '1'}}"),
    "missing_field", "methods.a.human_feedback.message", 1, 51, NULL },
  { ACTION ("'call': 'shell', 'cmd': 'ls'"), "unknown_action", "methods.a.do.call", 1, 63, NULL },
  { ACTION ("'call': 'expresion', 'expr': '1'"), "unknown_action", "methods.a.do.call", 1, 63,
    "expression" },
  { ACTION ("'expr': '1'"), "missing_field", "methods.a.do.call", 1, 54, "expression" },
  { ACTION ("'call': null, 'expr': '1'"), "wrong_type", "methods.a.do.call", 1, 63, NULL },
  { ACTION ("'call': 'expression', 'expr': '1', 'extra': 1"), "unknown_key", "methods.a.do.extra",
    1, 90, NULL },
  { ACTION ("'call': 'expression', 'expr': '1', 'x-troupe': {}"), "unknown_key",
    "methods.a.do.x-troupe", 1, 90, NULL },
  { ACTION ("'call': 'expression', 'exp': '1'"), "unknown_key", "methods.a.do.exp", 1, 77, "expr" },
  { ACTION ("'call': 'expression', 'expr': 5"), "wrong_type", "methods.a.do.expr", 1, 85, NULL },
  { ACTION ("'call': 'expression', 'expr': '   '"), "empty_expression", "methods.a.do.expr", 1, 0,
    NULL },
  { ACTION ("'call': 'expression', 'expr': '1 +'"), "expression_syntax", "methods.a.do.expr", 1, 0,
    NULL },
  { ACTION ("'call': 'expression', 'expr': '${1} + ${2}'"), "expression_syntax",
    "methods.a.do.expr", 1, 0, NULL },
  { ACTION ("'call': 'expression', 'expr': '1 + inputs.x'"), "unknown_root", "methods.a.do.expr", 1,
    90, "outputs" },
  { ACTION ("'call': 'expression', 'expr': 'item'"), "unknown_root", "methods.a.do.expr", 1, 86,
    NULL },
  { ACTION ("'call': 'expression', 'expr': 'type(1) == int'"), "unknown_root", "methods.a.do.expr",
    1, 97, NULL },
  { ACTION ("'call': 'expression', 'expr': 'now'"), "unknown_root", "methods.a.do.expr", 1, 86,
    NULL },
  /* After an escape sequence, the column still refers to the position in the file. */
  { ACTION ("'call': 'expression', 'expr': '\\n\\u00e9 == nope'"), "expression_syntax",
    "methods.a.do.expr", 1, 88, NULL },
  { ACTION ("'call': 'expression', 'expr': '\\t\\t1 == nope'"), "unknown_root", "methods.a.do.expr",
    1, 95, NULL },
  { ACTION ("'call': 'each', 'in': 'item', 'do': [{'name': 'a', 'action': {'call': 'expression', "
            "'expr': '1'}}]"),
    "unknown_root", "methods.a.do.in", 1, 78, NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'do': []"), "empty_list", "methods.a.do.do", 1, 90,
    NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'do': [{'name': 'a b', 'action': {'call': 'expression', "
            "'expr': '1'}}]"),
    "bad_name", "methods.a.do.do[0].name", 1, 100, NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'do': [{'name': 'a', 'action': {'call': 'expression', "
            "'expr': '1'}}, {'name': 'a', 'action': {'call': 'expression', 'expr': '1'}}]"),
    "duplicate_name", "methods.a.do.do[1].name", 1, 162, NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'do': [{'name': 'a', 'when': 'true', 'action': {'call': "
            "'expression', 'expr': '1'}}]"),
    "unknown_key", "methods.a.do.do[0].when", 1, 105, NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'do': [{'name': 'a', 'action': {'expr': '1'}}]"),
    "missing_field", "methods.a.do.do[0].action.call", 1, 115, NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'do': [{'name': 'a', 'action': {'call': 'each', 'in': "
            "'item', 'do': []}}]"),
    "nested_each", "methods.a.do.do[0].action.call", 1, 124, NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'if': 'true', 'do': [{'name': 'a', 'action': {'call': "
            "'expression', 'expr': '1'}}]"),
    "unknown_key", "methods.a.do.if", 1, 84, NULL },
  { ACTION ("'call': 'each', 'in': '[1]', 'do': [{'name': 'a', 'if': 'itm', 'action': {'call': "
            "'expression', 'expr': '1'}}]"),
    "unknown_root", "methods.a.do.do[0].if", 1, 112, "item" },
  { ACTION ("'call': 'script', 'code': 'return 1', 'language': 'ruby'"), "bad_value",
    "methods.a.do.language", 1, 105, NULL },
  { ACTION ("'call': 'script'"), "missing_field", "methods.a.do.code", 1, 54, NULL },
  { ACTION ("'call': 'tool', 'ref': 'a:b', 'with': {'q': 'cost ${state.a'}"),
    "unterminated_template", "methods.a.do.with.q", 1, 0, NULL },
  { ACTION ("'call': 'tool', 'ref': 'a:b', 'with': {'q': ['x ${} y']}"), "empty_expression",
    "methods.a.do.with.q[0]", 1, 0, NULL },
  { ACTION ("'call': 'tool', 'ref': 'a:b', 'with': {'q': 'a ${state.a} b ${nope} c'}"),
    "unknown_root", "methods.a.do.with.q (expression 2)", 1, 117, NULL },
  { ACTION ("'call': 'tool', 'with': {}"), "missing_field", "methods.a.do.ref", 1, 54, NULL },
  { ACTION ("'call': 'tool', 'ref': 'a:b', 'with': 'x'"), "wrong_type", "methods.a.do.with", 1, 93,
    NULL },
  { ACTION ("'call': 'crew'"), "crew_source", "methods.a.do", 1, 54, NULL },
  { ACTION ("'call': 'crew', 'from_declaration': ''"), "crew_source", "methods.a.do", 1, 54, NULL },
  { ACTION ("'call': 'crew', 'with': {'agents': {'r': {}}, 'tasks': [{'description': 'd', "
            "'expected_output': 'e'}], 'inputs': 'topic'}"),
    "wrong_type", "methods.a.do.with.inputs", 1, 168, NULL },
  { ACTION ("'call': 'agent', 'with': {'role': 'r', 'goal': 3, 'backstory': 'b', 'input': 'x'}"),
    "wrong_type", "methods.a.do.with.goal", 1, 102, NULL },
  { ACTION ("'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b'}"),
    "missing_field", "methods.a.do.with.input", 1, 80, NULL },
  { ACTION ("'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': [1]}"),
    "wrong_type", "methods.a.do.with.input", 1, 134, NULL },
  { ACTION ("'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': "
            "[{'role': 'user', 'content': '${nope}'}]}"),
    "unknown_root", "methods.a.do.with.input[0].content", 1, 166, NULL },
};

static void
test_mistakes (void)
{
  guint n_failed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      const Mistake *mistake = &mistakes[i];
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = test_load (mistake->document, &problems);
      TroupeProblem *problem = problems->len > 0 ? g_ptr_array_index (problems, 0) : NULL;

      if (problem != NULL && troupe_flow_has_errors (flow) &&
          problem->severity == TROUPE_SEVERITY_ERROR &&
          g_str_equal (problem->code, mistake->code) &&
          g_str_equal (problem->path, mistake->path) && problem->line == mistake->line &&
          (problem->column == mistake->column || mistake->column == 0) &&
          *problem->message != '\0' &&
          (mistake->fix == NULL ||
           (problem->fix != NULL && strstr (problem->fix, mistake->fix) != NULL)))
        continue;
      n_failed++;
      g_test_message ("%s\n  expected %s at %s, %u:%u\n  found    %s at %s, %u:%u: %s (%s)",
                      mistake->document, mistake->code, mistake->path, mistake->line,
                      mistake->column, problem ? problem->code : "nothing",
                      problem ? problem->path : "", problem ? problem->line : 0,
                      problem ? problem->column : 0, problem ? problem->message : "",
                      problem && problem->fix ? problem->fix : "");
    }
  g_assert_cmpuint (n_failed, ==, 0);
}

/* --- Valid documents -------------------------------------------------------------------------- */

static const char *const good_documents[] = {
  "{'name': 'F'}",
  "{'schema': 'crewai.flow/v1', 'name': 'F', 'methods': {}, 'x-troupe': {}, 'diagnostics': []}",
  "{'name': 'F', 'description': null, 'state': null, 'persist': null, 'conversational': null}",
  "{'name': 'F', 'conversational': {'router': {'default_intent': null, 'fallback_intent': null}}}",
  "{'name': 'F', 'config': {'stream': 'yes', 'max_method_calls': ' 2_0 ', 'tracing': null, "
  "'checkpoint': {'x': 1}, 'other': 1}}",
  METHODS ("'a': {'start': 1, 'listen': null, 'emit': null, 'router': 'ON', 'x': 1, "
           "'do': {'call': 'expression', 'expr': '${state.x}'}}"),
  METHODS ("'a': {'start': {'xor': [1]}, 'do': {'ref': 'm:f', 'with_': {'a': '${outputs.a}'}}}"),
  METHODS ("'a': {'start': 'a', 'do': {'call': 'each', 'in_': '[1]', 'do': [{'name': 'x', 'if_': "
           "null, 'action': {'call': 'code', 'ref': 'a:b'}}]}}"),
  ACTION ("'call': 'crew', 'from_declaration': 'crew.jsonc', 'inputs': {'t': '${state.t}'}"),
  ACTION ("'call': 'expression', 'expr': '[1, 2].map(x, x * 2).exists(y, y > now().getHours())'"),
  ACTION ("'call': 'tool', 'ref': 'a:b', 'with': {'q': '$5 ${ `p}x` } ${`${`}'}"),
};

static void
test_good_documents (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_documents); i++)
    {
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = test_load (good_documents[i], &problems);

      if (troupe_flow_has_errors (flow))
        {
          g_autofree char *text = troupe_problem_to_text (g_ptr_array_index (problems, 0), "test");

          g_test_message ("%s\n  %s", good_documents[i], text);
        }
      g_assert_false (troupe_flow_has_errors (flow));
    }
}

static void
test_what_was_read (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = test_load (
      "{'name': 'F', 'config': {'max_method_calls': '7'}, 'state': {'type': 'dict', 'default': "
      "{'x': 1e2, 'y': 1.5e-3}}, 'methods': {"
      "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'b': {'listen': {'and': ['a', {'or': ['c', 'd']}]}, 'router': true, 'emit': ['x'],"
      " 'do': {'call': 'tool', 'ref': 'm:T', 'with': {'q': '${outputs.a} ${outputs.b}'}}},"
      "'e': {'listen': 'x', 'human_feedback': {'message': 'ok?', 'emit': ['yes', 'no']},"
      " 'do': {'call': 'each', 'in': 'outputs.b', 'do': [{'name': 'a', 'action': {'call': "
      "'expression', 'expr': 'outputs.a + outputs.e + size(outputs)'}}]}}}}",
      &problems);
  const TroupeFlowMethod *method = troupe_flow_find_method (flow, "b");
  g_autofree char *text = troupe_condition_to_text (method->listen);
  TroupeValue *value;

  g_assert_false (troupe_flow_has_errors (flow));
  g_assert_cmpuint (troupe_flow_get_max_method_calls (flow), ==, 7);
  g_assert_cmpstr (text, ==, "a and (c or d)");
  g_assert_true (troupe_condition_mentions (method->listen, "d"));
  g_assert_false (troupe_condition_mentions (method->listen, "e"));
  g_assert_cmpint (method->action->input->programs[0].slots[0], ==, 0);
  g_assert_cmpint (method->action->input->programs[1].slots[0], ==, 1);
  g_assert_cmpint (method->action->input->programs[0].steps[0], ==, -1);
  g_assert_cmpstr (method->action->input->programs[1].path, ==,
                   "methods.b.do.with.q (expression 2)");
  method = troupe_flow_find_method (flow, "e");
  g_assert_true (method->router);
  g_assert_cmpstr (method->emit[1], ==, "no");
  g_assert_cmpuint (method->index, ==, 2);
  g_assert_cmpint (method->action->steps[0].action->expression->steps[0], ==, 0);
  g_assert_cmpint (method->action->steps[0].action->expression->slots[1], ==, 2);
  g_assert_cmpint (method->action->steps[0].action->expression->steps[1], ==, -1);
  /* A number that CrewAI's YAML reader treats as a string is a string. */
  value = troupe_value_map_lookup_string (troupe_flow_get_state_default (flow), "x", -1);
  g_assert_cmpstr (troupe_value_get_string (value, NULL), ==, "1e2");
  value = troupe_value_map_lookup_string (troupe_flow_get_state_default (flow), "y", -1);
  g_assert_cmpfloat (troupe_value_get_double (value), ==, 1.5e-3);
  g_assert_cmpuint (strlen (troupe_flow_get_digest (flow)), ==, 64);
}

static void
test_unknown_method (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow =
      test_load (METHODS ("'fetch': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},\n"
                          "'b': {'listen': 'fetch', 'do': {'call': 'expression', 'expr': '1 + "
                          "outputs.fetsh'}}"),
                 &problems);
  TroupeProblem *problem = test_find_problem (problems, "unknown_method");

  g_assert_false (troupe_flow_has_errors (flow));
  g_assert_nonnull (problem);
  g_assert_cmpint (problem->severity, ==, TROUPE_SEVERITY_WARNING);
  g_assert_cmpstr (problem->path, ==, "methods.b.do.expr");
  g_assert_cmpstr (problem->method, ==, "b");
  g_assert_cmpuint (problem->line, ==, 2);
  g_assert_cmpuint (problem->column, ==, 76);
  g_assert_cmpstr (problem->fix_action, ==, "replace:12:17:fetch");
  g_assert_nonnull (strstr (problem->fix_label, "fetch"));
}

static void
test_not_an_object (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  TroupeFlow *flow = test_load ("[1]", &problems);

  g_assert_null (flow);
  g_assert_cmpuint (problems->len, ==, 1);
}

/* Nesting up to the limit of the reader. */
static void
test_deep (void)
{
  GString *text = g_string_new ("{'name': 'F', 'methods': {'a': {'start': ");
  g_autoptr (GPtrArray) problems = NULL;
  TroupeFlow *flow;

  for (guint i = 0; i < 120; i++)
    g_string_append (text, "{'or': [");
  g_string_append (text, "'x'");
  for (guint i = 0; i < 120; i++)
    g_string_append (text, "]}");
  g_string_append (text, ", 'do': {'call': 'expression', 'expr': '1'}}}}");
  flow = test_load (text->str, &problems);
  g_assert_false (troupe_flow_has_errors (flow));
  g_assert_true (
      troupe_condition_mentions (troupe_flow_get_method (flow, 0)->start_condition, "x"));
  troupe_flow_unref (flow);
  g_string_free (text, TRUE);
}

/* --- Recorded cases ------------------------------------------------------------------------ */

static void
check_recorded (const char *file)
{
  g_autoptr (JsonNode) root = test_read_conformance (file);
  JsonArray *cases;
  guint n_checked = 0, n_wrong = 0;

  if (root == NULL)
    return;
  cases = json_node_get_array (test_get (root, "cases"));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonNode *item = json_array_get_element (cases, i);
      JsonNode *document = test_get (item, "flow");
      const char *expected = test_get_text (test_get (item, "expect"), "result");
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = NULL;

      if (document == NULL)
        continue;
      flow = troupe_flow_new_from_node (document, NULL, NULL, &problems);
      n_checked++;
      if (troupe_flow_has_errors (flow) == (g_strcmp0 (expected, "load_error") == 0))
        continue;
      n_wrong++;
      g_test_message ("%s: expected %s, found: %s", test_get_text (item, "name"), expected,
                      problems->len > 0 ? ((TroupeProblem *) problems->pdata[0])->message
                                        : "nothing");
    }
  g_test_message ("%s: %u of %u verdicts agree", file, n_checked - n_wrong, n_checked);
  g_assert_cmpuint (n_checked, >, 20);
  g_assert_cmpuint (n_wrong, ==, 0);
}

static void
test_recorded_golden (void)
{
  check_recorded ("flow-golden.json");
}

static void
test_recorded_random (void)
{
  check_recorded ("flow-random.json");
}

static void
test_documents (void)
{
  g_autoptr (JsonNode) root = test_read_conformance ("documents/index.json");
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  JsonArray *documents;
  guint n_checked = 0, n_wrong = 0;

  if (root == NULL)
    return;
  documents = json_node_get_array (test_get (root, "documents"));
  for (guint i = 0; i < json_array_get_length (documents); i++)
    {
      JsonNode *item = json_array_get_element (documents, i);
      const char *file = test_get_text (item, "file");
      gboolean loads = g_strcmp0 (test_get_text (item, "loads"), "yes") == 0;
      g_autofree char *path = g_build_filename (folder, "documents", file, NULL);
      g_autofree char *text = NULL;
      g_autoptr (JsonNode) document = NULL;
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = NULL;

      if (!g_str_has_prefix (file, "flows/") || !g_str_has_suffix (file, ".json"))
        continue;
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      document = test_read (text, &source);
      flow = troupe_flow_new_from_node (document, source, NULL, &problems);
      n_checked++;
      if (troupe_flow_has_errors (flow) == !loads)
        continue;
      n_wrong++;
      g_test_message ("%s: %s", file,
                      problems->len > 0 ? ((TroupeProblem *) problems->pdata[0])->message
                                        : "nothing");
    }
  g_test_message ("documents: %u of %u verdicts agree", n_checked - n_wrong, n_checked);
  g_assert_cmpuint (n_checked, >, 20);
  g_assert_cmpuint (n_wrong, ==, 0);
}

/* --- Speed and reuse ----------------------------------------------------------------------- */

static char *
make_large_document (guint n_methods)
{
  GString *text = g_string_new ("{\"name\": \"Large\", \"methods\": {\n");

  for (guint i = 0; i < n_methods; i++)
    {
      if (i == 0)
        g_string_append (text, "\"m0\": {\"start\": true, ");
      else
        g_string_append_printf (text, ",\n\"m%u\": {\"listen\": {\"or\": [\"m%u\", \"m%u\"]}, ", i,
                                i - 1, i / 2);
      g_string_append_printf (text,
                              "\"do\": {\"call\": \"expression\", \"expr\": \"has(outputs.m%u) ? "
                              "outputs.m%u + size(state.items.filter(x, x.price > 1.5)) : %u\"}}",
                              i / 2, i / 2, i);
    }
  g_string_append (text, "\n}}");
  return g_string_free (text, FALSE);
}

static void
test_speed (void)
{
  g_autofree char *text = make_large_document (1000);
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = test_read (text, &source);
  double best = G_MAXDOUBLE, best_again = G_MAXDOUBLE;

  for (guint i = 0; i < 5; i++)
    {
      gint64 begin = test_time_get_own ();
      g_autoptr (TroupeFlow) flow = troupe_flow_new_from_node (root, source, NULL, NULL);
      gint64 middle = test_time_get_own ();
      g_autoptr (TroupeFlow) again = troupe_flow_new_from_node (root, source, flow, NULL);
      gint64 end = test_time_get_own ();

      g_assert_false (troupe_flow_has_errors (flow));
      g_assert_cmpuint (troupe_flow_get_n_methods (again), ==, 1000);
      /* Unchanged expressions are not compiled again. */
      g_assert_true (troupe_flow_get_method (flow, 7)->action->expression->program ==
                     troupe_flow_get_method (again, 7)->action->expression->program);
      best = MIN (best, (double) (middle - begin) / 1000.0);
      best_again = MIN (best_again, (double) (end - middle) / 1000.0);
    }
  g_test_message ("1,000 methods: read and compiled in %.2f ms, read again in %.2f ms", best,
                  best_again);
  /* The limit has a large margin for busy machines, but a quadratic algorithm exceeds it by far. */
  g_assert_cmpfloat (best, <, 500.0 * TEST_SLOWNESS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/load/mistakes", test_mistakes);
  g_test_add_func ("/flow/load/good-documents", test_good_documents);
  g_test_add_func ("/flow/load/what-was-read", test_what_was_read);
  g_test_add_func ("/flow/load/unknown-method", test_unknown_method);
  g_test_add_func ("/flow/load/not-an-object", test_not_an_object);
  g_test_add_func ("/flow/load/deep", test_deep);
  g_test_add_func ("/flow/load/recorded-golden", test_recorded_golden);
  g_test_add_func ("/flow/load/recorded-random", test_recorded_random);
  g_test_add_func ("/flow/load/documents", test_documents);
  g_test_add_func ("/flow/load/speed", test_speed);
  return g_test_run ();
}
