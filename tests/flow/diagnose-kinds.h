/* diagnose-kinds.h: one document for each kind of problem
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* In these texts ' means " and ` means '. */
#define M(methods) "{'name': 'F', 'methods': {" methods "}}"
#define D(fields, methods) "{'name': 'F', " fields ", 'methods': {" methods "}}"
#define E(name, fields, expr)                                                                      \
  "'" name "': {" fields " 'do': {'call': 'expression', 'expr': '" expr "'}}"
#define DO(name, fields, action) "'" name "': {" fields " 'do': {" action "}}"
#define START "'start': true,"
#define ROUTER "'router': true,"
#define S E ("s", START, "1")
#define AGENT(fields)                                                                              \
  DO ("a", START,                                                                                  \
      "'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', " fields "}")
#define CREW(top, task)                                                                            \
  DO ("a", START,                                                                                  \
      "'call': 'crew', 'with': {" top " 'agents': {'w': {'role': 'r', 'goal': 'g', 'backstory': "  \
      "'b'}}, 'tasks': [{'name': 't', 'description': 'd', 'expected_output': 'e', " task           \
      " 'agent': 'w'}]}")
#define EACH(in, steps) DO ("e", START, "'call': 'each', 'in': '" in "', 'do': [" steps "]")
#define STEP(name, rest, expr)                                                                     \
  "{'name': '" name "'," rest " 'action': {'call': 'expression', 'expr': '" expr "'}}"
#define SCHEMA                                                                                     \
  "'state': {'type': 'json_schema', 'json_schema': {'type': 'object', 'properties': {'count': "    \
  "{'type': 'integer'}, 'kind': {'enum': ['long', 'short']}, 'topic': {'type': 'string'}}}}"

typedef struct
{
  const char *code;
  const char *document;
  const char *name; /* (nullable): file name; the text is then used unchanged */
} Kind;

static const Kind kinds[] = {
  { "json", "{\"name\": [}", "a.json" },
  { "yaml", "name: [", "a.yaml" },
  { "empty_document", " \n", "a.yaml" },
  { "not_a_flow", "- a\n", "a.yaml" },
  { "json_comment", "{\"name\": \"F\" // c\n}", "a.json" },
  { "json_trailing_comma", "{\"name\": \"F\",}", "a.json" },
  { "json_tabs", "{\n\t\"name\": \"F\"}", "a.json" },
  { "json_not_yaml", "{\"name\": \"\\/F\", \"description\": \"\x7f\"}", "a.json" },
  { "yaml_in_json", "name: F\n", "a.json" },
  { "yaml_tabs", "name: F\t# c\n", "a.yaml" },
  { "yaml_question_mark", "name: F\nconfig: {memory: {a: b?c}}\n", "a.yaml" },
  { "wrong_type", D ("'config': {'stream': 'x'}", S), NULL },
  { "missing_field", "{'methods': {" S "}}", NULL },
  { "unknown_key", M (DO ("a", START, "'call': 'expression', 'exprr': '1', 'expr': '1'")), NULL },
  { "unknown_key", M (DO ("a", START, "'call': 'expression', 'exp': '1'")), NULL },
  { "ignored_key", M (E ("a", START "'rooter': true,", "1")), NULL },
  { "unknown_schema", D ("'schema': 'crewai.flow/v2'", S), NULL },
  { "bad_value", D ("'state': {'type': 'dictt'}", S), NULL },
  { "empty_list", M (DO ("a", START, "'call': 'each', 'in': '[1]', 'do': []")), NULL },
  { "empty_text", "{'name': ' ', 'methods': {" S "}}", NULL },
  { "coerced_value", M (E ("a", START "'router': 'yes', 'emit': ['x'],", "1")), NULL },
  { "python_key", M (DO ("a", START, "'call': 'tool', 'ref': 'a:B', 'with_': {'x': 1}")), NULL },
  { "no_methods", "{'name': 'F'}", NULL },
  { "bad_name", M (E ("a-b", START, "1") "," E ("c", "'listen': 'a-b',", "1")), NULL },
  { "duplicate_name", M (EACH ("[1]", STEP ("x", "", "item") "," STEP ("x", "", "item"))), NULL },
  { "reserved_name", M (E ("true", START, "1") "," E ("b", "'listen': 'true',", "1")), NULL },
  { "similar_names", M (E ("a", START, "1") "," E ("A", START, "1")), NULL },
  { "event_is_method", M (E ("a", START ROUTER "'emit': ['b'],", "`b`") "," E ("b", START, "1")),
    NULL },
  { "step_shadows_method", M (S "," EACH ("[1]", STEP ("s", "", "item"))), NULL },
  { "replaces_builtin",
    D ("'conversational': {}", E ("converse_turn", "'listen': 'converse',", "1")), NULL },
  { "bad_condition", M (S "," E ("b", "'listen': {'nor': ['s']},", "1")), NULL },
  { "self_listen", M (S "," E ("b", "'listen': 'b',", "1")), NULL },
  { "dead_listener", M (E ("fetch", START, "1") "," E ("b", "'listen': 'fetsh',", "1")), NULL },
  { "duplicate_event", M (S "," E ("b", "'listen': {'and': ['s', 's']},", "1")), NULL },
  { "absorbed_branch",
    M (S "," E ("t", START, "1") "," E ("b", "'listen': {'and': ['s', {'or': ['s', 't']}]},", "1")),
    NULL },
  { "needless_gate", M (S "," E ("b", "'listen': {'and': ['s']},", "1")), NULL },
  { "gate_with_both", M (S "," E ("b", "'listen': {'and': ['s'], 'or': ['s']},", "1")), NULL },
  { "ignored_gate_key", M (S "," E ("b", "'listen': {'or': ['s', 't'], 'not': ['s']},", "1")),
    NULL },
  { "letters_as_events", M (S "," E ("b", "'listen': {'or': 'st'},", "1")), NULL },
  { "always_met", M (S "," E ("b", "'listen': {'and': []},", "1")), NULL },
  { "never_met", M (S "," E ("b", "'listen': {'or': []},", "1")), NULL },
  { "empty_event", M (S "," E ("b", "'listen': '',", "1")), NULL },
  { "empty_event",
    M (E ("a", START ROUTER "'emit': ['', 'x'],", "state.x") "," E ("b", "'listen': 'x',", "1")),
    NULL },
  { "template_in_event", M (S "," E ("b", "'listen': '${state.x}',", "1")), NULL },
  { "truth_as_event", M (E ("a", START ROUTER, "true") "," E ("b", "'listen': 'true',", "1")),
    NULL },
  { "start_is_text", M (E ("a", "'start': 'true',", "1")), NULL },
  { "starts_at_once", M (E ("r", "'listen': 'a'," ROUTER, "`x`") "," E ("a", "'start': 'x',", "1")),
    NULL },
  { "emit_without_router", M (E ("a", START "'emit': ['x'],", "`x`")), NULL },
  { "router_without_events", M (E ("a", START ROUTER, "state.x")), NULL },
  { "unheard_event", M (E ("a", START ROUTER "'emit': ['x'],", "state.x")), NULL },
  { "duplicate_emit",
    M (E ("a", START ROUTER "'emit': ['x', 'x'],", "state.x") "," E ("b", "'listen': 'x',", "1")),
    NULL },
  { "emit_never_given",
    M (E ("a", START ROUTER "'emit': ['x', 'y'],", "`x`") "," E ("b", "'listen': 'x',", "1")),
    NULL },
  { "result_not_in_emit",
    M (E ("a", START ROUTER "'emit': ['x'],", "state.q ? `x` : `y`") "," E (
        "b",
        "'listen': 'x',",
        "1") "," E ("c", "'listen': 'y',", "1")),
    NULL },
  { "router_gives_list", M (E ("a", START ROUTER, "[`x`, `y`]")), NULL },
  { "overtaken_router",
    M (S "," E ("a", "'listen': 's'," ROUTER, "`x`") "," E (
        "b",
        "'listen': 's'," ROUTER,
        "`y`") "," E ("c", "'listen': 'x'," ROUTER, "`z`")),
    NULL },
  { "no_start", M (E ("a", "", "1")), NULL },
  { "unreachable", M (S "," E ("b", "", "1")), NULL },
  { "join_never",
    M (E ("a", START ROUTER, "state.x ? `p` : `q`") "," E ("b",
                                                           "'listen': {'and': ['p', 'q']},",
                                                           "1")),
    NULL },
  { "loop_without_exit", M (S "," E ("a", "'listen': {'or': ['s', 'go']}," ROUTER, "`go`")), NULL },
  { "limit_too_low", D ("'config': {'max_method_calls': 0}", S "," E ("b", "'listen': 's',", "1")),
    NULL },
  { "expression_syntax", M (E ("a", START, "1 +")), NULL },
  { "expression_syntax", M (E ("a", START, "state.a and state.b")), NULL },
  { "expression_syntax", M (AGENT ("'input': 'Is it ${state.a or state.b}?'")), NULL },
  { "unknown_root", M (E ("a", START, "state.a == True")), NULL },
  { "empty_expression", M (E ("a", START, " ")), NULL },
  { "unterminated_template", M (AGENT ("'input': 'x ${state.a'")), NULL },
  { "unknown_root",
    D ("'state': {'type': 'dict', 'default': {'topic': 'x'}}", E ("a", START, "topic")), NULL },
  { "unknown_method",
    M (E ("fetch", START, "1") "," E ("b", "'listen': 'fetch',", "outputs.fetsh")), NULL },
  { "output_of_itself", M (S "," E ("b", "'listen': 's',", "outputs.b")), NULL },
  { "output_never", M (S "," E ("t", "", "1") "," E ("b", "'listen': 's',", "outputs.t")), NULL },
  { "output_too_early", M (E ("a", START, "outputs.b") "," E ("b", "'listen': 'a',", "1")), NULL },
  { "later_step", M (EACH ("[1]", STEP ("x", "", "outputs.y") "," STEP ("y", "", "item"))), NULL },
  { "unknown_state_field", D (SCHEMA, E ("a", START, "state.topik")), NULL },
  { "unknown_output_field",
    M (E ("a", START, "{`title`: state.id, `size`: 1}") "," E ("b",
                                                               "'listen': 'a',",
                                                               "outputs.a.titl")),
    NULL },
  { "never_equal", D (SCHEMA, E ("a", START, "state.topic == 3")), NULL },
  { "not_a_choice", D (SCHEMA, E ("a", START, "state.kind == `shart`")), NULL },
  { "unknown_function", M (E ("a", START, "sizee(state.x)")), NULL },
  { "template_in_expression", M (E ("a", START, "`Hello ${state.name}`")), NULL },
  { "template_not_here",
    M (DO ("a",
           START,
           "'call': 'agent', 'with': {'role': 'Writer on ${state.topic}', 'goal': 'g', "
           "'backstory': 'b', 'input': 'x'}")),
    NULL },
  { "template_without_dollar", M (AGENT ("'input': 'On {state.topic}'")), NULL },
  { "needless_braces", M (E ("a", START, "${ state.x }")), NULL },
  { "each_not_list", M (EACH ("`abc`", STEP ("x", "", "item"))), NULL },
  { "if_not_boolean", M (EACH ("[1]", STEP ("x", " 'if': '1',", "item"))), NULL },
  { "constant_condition", M (EACH ("[1]", STEP ("x", " 'if': 'true',", "item"))), NULL },
  { "item_unused", M (EACH ("[1]", STEP ("x", "", "1"))), NULL },
  { "crewai_differs", M (E ("a", START, "1 == 1.0")), NULL },
  { "unknown_action", M (DO ("a", START, "'call': 'agnet'")), NULL },
  { "nested_each",
    M (DO ("a",
           START,
           "'call': 'each', 'in': '[1]', 'do': [{'name': 'x', 'action': {'call': 'each'}}]")),
    NULL },
  { "crew_source", M (DO ("a", START, "'call': 'crew'")), NULL },
  { "crew_outside", M (DO ("a", START, "'call': 'crew', 'from_declaration': '../crew.json'")),
    NULL },
  { "bad_reference", M (AGENT ("'input': 'x', 'response_format': {'python': 'Name'}")), NULL },
  { "unusable_reference", M (DO ("a", START, "'call': 'tool', 'ref': 'my_tools.Search'")), NULL },
  { "unsupported_part", M (AGENT ("'input': 'x', 'from_repository': 'x'")), NULL },
  { "script_consent", M (DO ("a", START, "'call': 'script', 'code': 'return 1'")), NULL },
  { "unknown_provider", M (AGENT ("'input': 'x', 'llm': 'opnai/gpt-4o'")), NULL },
  { "key_in_document",
    M (AGENT ("'input': 'x', 'llm': {'model': 'openai/x', 'api_key': '0123456789'}")), NULL },
  { "key_in_document",
    M (DO ("a", START, "'call': 'script', 'code': 'key = `sk-proj-a1B2c3D4e5F6g7H8i9J0`'")), NULL },
  { "environment_as_text",
    M (AGENT ("'input': 'x', 'llm': {'model': 'openai/x', 'api_key': '$OPENAI_API_KEY'}")), NULL },
  { "no_messages", M (AGENT ("'input': []")), NULL },
  { "unknown_role", M (AGENT ("'input': [{'role': 'usr', 'content': 'x'}]")), NULL },
  { "unusable_declaration", M (AGENT ("'input': 'x', 'verbose': 'loud'")), NULL },
  { "made_model", M (AGENT ("'input': 'x', 'llm': {'python': 'm.own'}")), NULL },
  { "troupe_only", M (CREW ("", "'guardrail': {'cel': 'output.raw != ``'},")), NULL },
  { "old_memory", M (CREW ("'long_term_memory': true,", "")), NULL },
  { "unfinished_agent",
    M (DO ("a", START, "'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'input': 'x'}")),
    NULL },
  { "human_feedback_default_requires_emit",
    M (E ("a", START "'human_feedback': {'message': 'm', 'default_outcome': 'x'},", "1")), NULL },
  { "human_feedback_default_not_in_emit",
    M (E ("a",
          START
          "'human_feedback': {'message': 'm', 'emit': ['good', 'bad'], 'default_outcome': 'god'},",
          "1")),
    NULL },
  { "emit_replaced",
    M (E ("a",
          START "'emit': ['z'], 'human_feedback': {'message': 'm', 'emit': ['x', 'y']},",
          "1")),
    NULL },
  { "outcomes_alike",
    M (E ("a", START "'human_feedback': {'message': 'm', 'emit': ['Yes', 'yes']},", "1")), NULL },
  { "single_outcome", M (E ("a", START "'human_feedback': {'message': 'm', 'emit': ['x']},", "1")),
    NULL },
  { "state_schema", D ("'state': {'type': 'json_schema', 'json_schema': {}}", S), NULL },
  { "state_default",
    D ("'state': {'type': 'json_schema', 'json_schema': {'properties': {'n': {'type': "
       "'integer'}}}, "
       "'default': {'n': 'abc'}}",
       S),
    NULL },
  { "date_in_state", "name: F\nstate:\n  type: dict\n  default:\n    day: 2026-02-03\n", "a.yaml" },
  { "integer_too_large", D ("'state': {'type': 'dict', 'default': {'n': 99999999999999999999}}", S),
    NULL },
  { "persist_off", D ("'persist': {'verbose': true}", S), NULL },
  { "unknown_backend",
    D ("'persist': {'enabled': true, 'persistence': {'persistence_type': 'SqliteFlow', 'db_path': "
       "'a'}}",
       S),
    NULL },
  { "backend_without_path",
    D ("'persist': {'enabled': true, 'persistence': {'persistence_type': 'SQLiteFlowPersistence'}}",
       S),
    NULL },
  { "unknown_checkpoint_key", D ("'config': {'checkpoint': {'enabled': true}}", S), NULL },
  { "unused_setting",
    M (E ("a", START "'human_feedback': {'message': 'm', 'learn_strict': true},", "1")), NULL },
  { "deprecated_field", D ("'conversational': {'answer_from_history_prompt': 'x'}", S), NULL },
  { "layout_of_nothing", D ("'x-troupe': {'positions': {'gone': [1, 2], 's': [0, 0]}}", S), NULL },
};
