/* test-diagnose.c: diagnostics of documents that load but probably do not work as intended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "flow-test.h"

#define E(name, fields, expr)                                                                      \
  "'" name "': {" fields " 'do': {'call': 'expression', 'expr': '" expr "'}}"
#define TOOL(name, fields) "'" name "': {" fields " 'do': {'call': 'tool', 'ref': 'a:B'}}"
#define START "'start': true,"
#define LISTEN(condition) "'listen': " condition ","
#define ROUTER "'router': true,"

typedef struct
{
  const char *methods;
  const char *code; /* NULL: only hints are permitted */
  TroupeSeverity severity;
  const char *path;
  const char *words;  /* (nullable): part of the message */
  const char *action; /* (nullable): identifier of the repair */
} Diagnosis;

static const Diagnosis diagnoses[] = {
  { E ("a", START, "1"), NULL, 0, NULL, NULL, NULL },
  { E ("a", START "'emit': ['x'],", "1"), "emit_without_router", TROUPE_SEVERITY_WARNING,
    "methods.a.emit", "router", "make-router:a" },
  { E ("a", START "'human_feedback': {'message': 'm', 'default_outcome': 'x'},", "1"),
    "human_feedback_default_requires_emit", TROUPE_SEVERITY_WARNING,
    "methods.a.human_feedback.default_outcome", NULL, NULL },
  { E ("a",
       START "'human_feedback': {'message': 'm', 'emit': ['y'], 'default_outcome': 'x'},",
       "1") "," E ("b", LISTEN ("'y'"), "1"),
    "human_feedback_default_not_in_emit", TROUPE_SEVERITY_WARNING,
    "methods.a.human_feedback.default_outcome", "x", NULL },
  { TOOL ("a", START ROUTER "'emit': ['x', 'y'],") "," E ("b", LISTEN ("'x'"), "1"),
    "unheard_event", TROUPE_SEVERITY_WARNING, "methods.a.emit[1]", "Nothing listens to “y”",
    "remove-event:y" },
  { E ("a", START, "true ? `go` : `no`") "," E ("b", LISTEN ("'go'"), "1"), "dead_listener",
    TROUPE_SEVERITY_WARNING, "methods.b.listen", "return value is not an event", "make-router:a" },
  { E ("fetch", START, "1") "," E ("b", LISTEN ("{'or': ['fetch', 'fetsh']}"), "1"),
    "dead_listener", TROUPE_SEVERITY_WARNING, "methods.b.listen.or[1]", "fetsh",
    "replace:0:5:fetch" },
  /* Loops back to a method that does not run again, so that they are not endless, and loops that run
   * it. */
  { E ("s", START, "1") "," E ("a", LISTEN ("{'or': ['s', 'b']}"), "1") "," E ("b",
                                                                               LISTEN ("'a'"),
                                                                               "1"),
    "not_repeated", TROUPE_SEVERITY_WARNING, "methods.a.listen.or[1]", "after “b”", NULL },
  { E ("s", START, "1") "," E ("t", START, "1") "," E (
        "a",
        LISTEN ("{'or': [{'and': ['s', 't']}, 'c']}"),
        "1") "," E ("r",
                    LISTEN ("'a'") ROUTER,
                    "state.q ? `go` : `no`") "," E ("c",
                                                    LISTEN ("'go'"),
                                                    "1") "," E ("d", LISTEN ("'no'"), "1"),
    "not_repeated", TROUPE_SEVERITY_WARNING, "methods.a.listen.or[1]", "after “c”", NULL },
  /* The event of a router that precedes the loop arms nothing behind it. */
  { E ("s", START ROUTER, "`in`") "," E ("r", LISTEN ("'in'") ROUTER, "`go`") "," E (
        "a",
        LISTEN ("{'or': ['go', 'b']}"),
        "1") "," E ("b", LISTEN ("'a'"), "1"),
    "not_repeated", TROUPE_SEVERITY_WARNING, "methods.a.listen.or[1]", "router", NULL },
  { E ("s", START, "1") "," E ("t", START, "1") "," E ("a",
                                                       LISTEN (
                                                           "{'and': [{'or': ['s', 'b']}, 't']}"),
                                                       "1") "," E ("b", LISTEN ("'a'"), "1"),
    "not_repeated", TROUPE_SEVERITY_WARNING, "methods.a.listen.and[0].or[1]", "“and”", NULL },
  { E ("s", START, "1") "," E ("a", LISTEN ("{'or': ['s', 'go']}"), "1") "," E (
        "r",
        LISTEN ("'a'") ROUTER,
        "state.q ? `go` : `no`") "," E ("d", LISTEN ("'no'"), "1"),
    NULL, 0, NULL, NULL, NULL },
  { E ("s", START, "1") "," E ("a", LISTEN ("{'or': ['s', 'back']}"), "1") "," E (
        "r",
        LISTEN ("'a'") ROUTER,
        "state.q ? `go` : `no`") "," E ("c",
                                        LISTEN ("'go'"),
                                        "1") "," E ("again",
                                                    LISTEN ("'c'") ROUTER,
                                                    "`back`") "," E ("d", LISTEN ("'no'"), "1"),
    NULL, 0, NULL, NULL, NULL },
  /* A router that does not list its events may emit any event, so the problem is only a hint. */
  { TOOL ("a", START ROUTER) "," E ("b", LISTEN ("'go'"), "1"), "dead_listener",
    TROUPE_SEVERITY_HINT, "methods.b.listen", "go", NULL },
  { TOOL ("a", START ROUTER) "," E ("b", LISTEN ("'go'"), "1"), "router_without_events",
    TROUPE_SEVERITY_HINT, "methods.a.router", NULL, NULL },
  { E ("a", START, "1") "," E ("b", "'start': 'a',", "1"), "dead_listener", TROUPE_SEVERITY_WARNING,
    "methods.b.start", "router", NULL },
  { E ("a", START, "1") "," E ("b", "", "1"), "unreachable", TROUPE_SEVERITY_WARNING, "methods.b",
    "listens to nothing", NULL },
  { E ("a", START, "1") "," E ("b", "", "1") "," E ("c", LISTEN ("'b'"), "1"), "unreachable",
    TROUPE_SEVERITY_WARNING, "methods.b", NULL, NULL },
  { E ("a", "", "1"), "no_start", TROUPE_SEVERITY_WARNING, "methods", NULL, NULL },
  { E ("a", START ROUTER, "state.x ? `p` : `q`") "," E ("b", LISTEN ("{'and': ['p', 'q']}"), "1"),
    "join_never", TROUPE_SEVERITY_WARNING, "methods.b.listen", "p and q never both occur", NULL },
  { E ("s", START, "1") "," TOOL ("a", LISTEN ("'s'") ROUTER "'emit': ['p', 'q'],") "," E (
        "b",
        LISTEN ("{'and': ['s', {'and': ['p', 'q']}]}"),
        "1"),
    "join_never", TROUPE_SEVERITY_WARNING, "methods.b.listen", NULL, NULL },
  { E ("s", START, "1") "," E ("a", LISTEN ("{'or': ['s', 'go']}") ROUTER, "`go`"),
    "loop_without_exit", TROUPE_SEVERITY_WARNING, "methods.a", "100", NULL },
  { E ("s", START, "1") "," E ("a", LISTEN ("{'or': ['s', 'b']}") ROUTER, "`x`") "," E (
        "b",
        LISTEN ("'a'"),
        "1") "," E ("c", LISTEN ("'x'"), "1"),
    "loop_without_exit", TROUPE_SEVERITY_WARNING, "methods.a", "a → b", NULL },
  { E ("a", START "'lisen': 'b',", "1"), "ignored_key", TROUPE_SEVERITY_WARNING, "methods.a.lisen",
    NULL, "rename-key:listen" },
  /* Documents without a problem. */
  { E ("a", START ROUTER, "state.x ? `p` : `q`") "," E ("b", LISTEN ("{'or': ['p', 'q']}"), "1"),
    NULL, 0, NULL, NULL, NULL },
  { E ("s", START, "1") "," E (
        "a",
        LISTEN ("{'or': ['s', 'again']}") ROUTER,
        "state.x ? `again` : `done`") "," E ("b", LISTEN ("{'and': ['again', 'done']}"), "1"),
    NULL, 0, NULL, NULL, NULL },
  { E ("a", START ROUTER, "state.x ? `p` : `q`") "," E (
        "c",
        START ROUTER,
        "state.y ? `p` : `q`") "," E ("b", LISTEN ("{'and': ['p', 'q']}"), "1"),
    NULL, 0, NULL, NULL, NULL },
  /* The event has two sources, so the router between them runs twice. */
  { E ("s", START ROUTER, "`go`") "," E ("t", START ROUTER, "`go`") "," E (
        "r",
        LISTEN ("'go'") ROUTER,
        "state.x ? `p` : `q`") "," E ("b", LISTEN ("{'and': ['p', 'q']}"), "1"),
    NULL, 0, NULL, NULL, NULL },
  { E ("s", START, "1") "," E ("a", LISTEN ("{'or': ['s', 'go']}") ROUTER, "state.x ? `go` : null"),
    NULL, 0, NULL, NULL, NULL },
};

static gboolean
fits (const Diagnosis *expected, const TroupeProblem *problem)
{
  return g_str_equal (problem->code, expected->code) && problem->severity == expected->severity &&
         g_str_equal (problem->path, expected->path) && problem->line == 1 &&
         (expected->words == NULL || strstr (problem->message, expected->words) != NULL) &&
         (expected->action == NULL || g_strcmp0 (problem->fix_action, expected->action) == 0);
}

static void
test_table (void)
{
  guint n_failed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (diagnoses); i++)
    {
      const Diagnosis *expected = &diagnoses[i];
      g_autofree char *text = g_strdup_printf ("{'name': 'F', 'methods': {%s}}", expected->methods);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = test_load (text, &problems);
      gboolean found = expected->code == NULL;

      g_assert_false (troupe_flow_has_errors (flow));
      for (guint j = 0; j < problems->len; j++)
        {
          const TroupeProblem *problem = problems->pdata[j];

          if (expected->code == NULL)
            found = found && problem->severity == TROUPE_SEVERITY_HINT;
          else
            found = found || fits (expected, problem);
        }
      if (found)
        continue;
      n_failed++;
      g_test_message ("%s: expected %s", text, expected->code ? expected->code : "nothing");
      for (guint j = 0; j < problems->len; j++)
        {
          g_autofree char *line = troupe_problem_to_text (problems->pdata[j], "found");

          g_test_message ("  %s %s", line, ((TroupeProblem *) problems->pdata[j])->fix_action);
        }
    }
  g_assert_cmpuint (n_failed, ==, 0);
}

static guint
count_events (JsonNode *events, const char *type, const char *method)
{
  guint n = 0;

  for (guint i = 0; i < json_array_get_length (json_node_get_array (events)); i++)
    {
      JsonNode *event = json_array_get_element (json_node_get_array (events), i);

      if (g_strcmp0 (test_get_text (event, "method"), method) == 0 &&
          (type == NULL || g_strcmp0 (test_get_text (event, "event"), type) == 0))
        n++;
    }
  return n;
}

static gboolean
has_event (JsonNode *events, const char *type, const char *method)
{
  return count_events (events, type, method) > 0;
}

/* Returns TRUE for problems of expressions that fail on their first evaluation. */
static gboolean
says_failure (const char *code)
{
  static const char *const codes[] = { "output_of_itself", "output_never",      "output_too_early",
                                       "later_step",       "each_not_list",     "if_not_boolean",
                                       "unknown_function", "integer_too_large", NULL };

  return g_strv_contains (codes, code);
}

/* Counts wrong diagnoses of a recorded run. A diagnosis is wrong if a method was started
 * although it allegedly never runs or starts, or started twice although it does not run again. It is also wrong if a loop allegedly has no exit,
 * although the run ended successfully after it entered the loop. */
static guint
count_lies (JsonNode *item, guint *n_told)
{
  JsonNode *document = test_get (item, "flow");
  JsonNode *expect = test_get (item, "expect");
  JsonNode *events = test_get (expect, "events");
  gboolean ended_well = g_strcmp0 (test_get_text (expect, "result"), "ok") == 0;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = NULL;
  guint n_lies = 0;

  if (document == NULL || events == NULL)
    return 0;
  flow = troupe_flow_new_from_node (document, NULL, NULL, &problems);
  for (guint i = 0; i < problems->len; i++)
    {
      TroupeProblem *problem = problems->pdata[i];
      gboolean never =
          g_str_equal (problem->code, "unreachable") || g_str_equal (problem->code, "join_never");
      gboolean endless = g_str_equal (problem->code, "loop_without_exit");

      gboolean fails = problem->method != NULL && says_failure (problem->code);

      gboolean once = g_str_equal (problem->code, "not_repeated");

      if (!never && !endless && !fails && !once)
        continue;
      (*n_told)++;
      if (once    ? count_events (events, "method_started", problem->method) > 1
          : fails ? has_event (events, "method_finished", problem->method)
                  : has_event (events, NULL, problem->method) && (never || ended_well))
        {
          n_lies++;
          g_test_message ("%s: %s [%s]", test_get_text (item, "name"), problem->message,
                          problem->code);
        }
    }
  return n_lies;
}

static void
check_recorded (const char *file)
{
  g_autoptr (JsonNode) root = test_read_conformance (file);
  JsonArray *cases;
  guint n_told = 0, n_lies = 0;

  if (root == NULL)
    return;
  cases = json_node_get_array (test_get (root, "cases"));
  for (guint i = 0; i < json_array_get_length (cases); i++)
    n_lies += count_lies (json_array_get_element (cases, i), &n_told);
  g_test_message ("%s: %u statements, %u wrong", file, n_told, n_lies);
  g_assert_cmpuint (n_told, >, 0);
  g_assert_cmpuint (n_lies, ==, 0);
}

static void
test_recorded (void)
{
  check_recorded ("flow-golden.json");
  check_recorded ("flow-random.json");
}

static void
test_state (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = test_load (
      "{'name': 'F', 'state': {'type': 'json_schema', 'json_schema': {'properties': {'n': {'type': "
      "'integer'}}}, 'default': {'n': 'abc'}}}",
      &problems);

  g_assert_false (troupe_flow_has_errors (flow));
  g_assert_nonnull (test_find_problem (problems, "state_default"));
}

/* The types of outputs are inferred from the actions. With these types, expressions that CrewAI
 * evaluates differently are detected. */
static void
test_outputs (void)
{
  static const struct
  {
    const char *action;
    const char *user; /* expression that reads outputs.a */
    gboolean differs;
  } cases[] = {
    { "'call': 'expression', 'expr': 'size(`abc`) + 1'", "outputs.a > 2.5", TRUE },
    { "'call': 'expression', 'expr': 'size(`abc`) + 1'", "outputs.a > 2", FALSE },
    { "'call': 'expression', 'expr': '[1, 2].map(x, x + 1)'", "outputs.a.exists(x, x == 2.0)",
      TRUE },
    { "'call': 'expression', 'expr': '{`k`: `v`}'", "outputs.a.k == 1", TRUE },
    { "'call': 'expression', 'expr': '{`k`: `v`}'", "outputs.a.other == 1.0", FALSE },
    { "'call': 'expression', 'expr': 'state.n'", "outputs.a == 2.5", TRUE },
    { "'call': 'expression', 'expr': 'state.unknown'", "outputs.a == 2.5", FALSE },
    { "'call': 'expression', 'expr': 'outputs.a + 1'", "outputs.a == 2.5", FALSE },
    { "'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'x'}",
      "outputs.a.raw == 2", TRUE },
    { "'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'x'}",
      "outputs.a.raw == `2`", FALSE },
    { "'call': 'script', 'code': 'return 1'", "outputs.a == 2.5", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{'name': 'F', 'state': {'type': 'json_schema', 'json_schema': {'properties': {'n': "
          "{'type': 'integer'}}}}, 'methods': {'a': {'start': true, 'do': {%s}}, 'b': {'listen': "
          "'a', 'do': {'call': 'expression', 'expr': '%s'}}}}",
          cases[i].action, cases[i].user);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = test_load (text, &problems);
      TroupeProblem *problem = test_find_problem (problems, "crewai_differs");

      g_test_message ("%s", text);
      g_assert_cmpint (problem != NULL, ==, cases[i].differs);
      if (problem != NULL)
        g_assert_cmpstr (problem->path, ==, "methods.b.do.expr");
    }
}

/* The fields of an expression are known if it is a map whose keys are all written in it. */
static void
test_output_fields (void)
{
  static const struct
  {
    const char *expr; /* of the method `a` */
    const char *user;
    const char *near; /* (nullable): the suggested name; empty for none; NULL for no problem */
  } cases[] = {
    { "{`title`: state.x, `size`: 1}", "outputs.a.titl", "title" },
    { "{`title`: state.x, `size`: 1}", "outputs.a.title", NULL },
    { "{`title`: state.x, `size`: 1}", "outputs.a.publisher", "" },
    { "{`title`: state.x, `size`: 1}", "has(outputs.a.titl) ? 1 : 2", NULL },
    { "{`title`: state.x, `size`: 1}", "outputs.a.size()", NULL },
    { "{`title`: state.x, `size`: 1}", "[{`titl`: 1}].map(outputs, outputs.titl)", NULL },
    { "{`title`: state.x, state.key: 1}", "outputs.a.titl", NULL },
    { "state.x ? {`title`: 1} : {`titl`: 1}", "outputs.a.titl", NULL },
    { "{`title`: {`long`: 1}}", "outputs.a.title.lon", "long" },
    { "{`title`: state.x}", "outputs.a.title.lon", NULL },
    { "state.x", "outputs.a.titl", NULL },
    { "{}", "outputs.a.titl", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "{'name': 'F', 'methods': {" E ("a", START, "%s") "," E ("b", LISTEN ("'a'"), "%s") "}}",
          cases[i].expr, cases[i].user);
      g_autofree char *button = g_strdup_printf ("Use “%s”", cases[i].near);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = test_load (text, &problems);
      TroupeProblem *problem = test_find_problem (problems, "unknown_output_field");

      g_test_message ("%s", text);
      g_assert_cmpint (problem != NULL, ==, cases[i].near != NULL);
      if (problem != NULL)
        g_assert_cmpstr (problem->fix_label, ==, *cases[i].near != '\0' ? button : NULL);
    }
}

/* Inside of a step, the output of another step hides the output of the method with the same
 * name. */
static void
test_outputs_of_steps (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = test_load (
      "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': '{`k`: "
      "1}'}}, "
      "'b': {'listen': 'a', 'do': {'call': 'each', 'in': '[1]', 'do': [{'name': 'a', 'action': "
      "{'call': 'expression', 'expr': '{`n`: 2.5 + 0.5}'}}, {'name': 's', 'action': {'call': "
      "'expression', "
      "'expr': 'outputs.a.n > 2.5'}}]}}}}",
      &problems);

  g_assert_false (troupe_flow_has_errors (flow));
  g_assert_null (test_find_problem (problems, "crewai_differs"));
  g_assert_null (test_find_problem (problems, "unknown_output_field"));
}

static void
test_explain (void)
{
  g_autoptr (TroupeFlow) flow = test_load (
      "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': "
      "'r', "
      "'goal': 'g', 'backstory': 'b', 'llm': 'anthropic/claude-x', 'input': 'x', 'mcps': "
      "[{'command': "
      "'npx', 'args': ['-y', 'server'], 'env': {'TOKEN': 't'}}, 'https://mcp.example.com/x#y'], "
      "'tools': ['my:Tool', 'SerperDevTool']}}}, 'b': {'listen': 'a', 'router': true, 'do': "
      "{'call': "
      "'script', 'code': 'return 1'}}}}",
      NULL);
  g_autoptr (TroupeValue) value = troupe_flow_explain (flow);
  g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_autofree char *expected = test_quote (
      "{'name':'F','kind':'flow','description':null,'methods':[{'name':'a','kind':'start','start':"
      "true,"
      "'action':'agent','after':null},{'name':'b','kind':'router','start':false,'action':'script',"
      "'after':'a'}],'models':['anthropic/claude-x'],'programs':['npx -y server'],'hosts':["
      "'mcp.example.com'],'folders':[],'environment':['"
      "TOKEN'],"
      "'code':['my:Tool','return 1'],'references':[]}");

  g_assert_cmpstr (text, ==, expected);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/diagnose/table", test_table);
  g_test_add_func ("/flow/diagnose/recorded", test_recorded);
  g_test_add_func ("/flow/diagnose/state", test_state);
  g_test_add_func ("/flow/diagnose/outputs", test_outputs);
  g_test_add_func ("/flow/diagnose/output-fields", test_output_fields);
  g_test_add_func ("/flow/diagnose/outputs-of-steps", test_outputs_of_steps);
  g_test_add_func ("/flow/diagnose/explain", test_explain);
  return g_test_run ();
}
