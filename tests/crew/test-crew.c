/* test-crew.c: the crew model, and what CrewAI rejects while loading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-project.h"

#define TEXTS "'description': 'd', 'expected_output': 'e'"
#define AGENT "{'role': 'r', 'goal': 'g', 'backstory': 'b'}"

/* Returns a crew with the tasks @tasks and the additional top-level fields @top. */
static char *
make (const char *top, const char *tasks)
{
  return g_strdup_printf ("{%s'agents': {'w': " AGENT ", 'v': " AGENT "}, 'tasks': [%s]}", top,
                          tasks);
}

/* --- Rejected crews --------------------------------------------------------------------------- */

/* Asserts that the first problem is the one at which CrewAI stops. */
static void
assert_first (const char *text, const char *code, const char *path)
{
  g_autoptr (TroupeValue) value = crew_value (text);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrew) crew = troupe_crew_new (value, &problems, &error);
  const TroupeProblem *first;

  g_test_message ("%s", text);
  g_assert_null (crew);
  g_assert_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_DEFINITION);
  g_assert_cmpuint (problems->len, >, 0);
  first = problems->pdata[0];
  g_assert_cmpstr (first->code, ==, code);
  g_assert_cmpstr (first->path, ==, path);
  g_assert_nonnull (strstr (error->message, first->message));
  g_assert_true (g_strv_contains (troupe_crew_list_problem_codes (), first->code));
}

static void
test_refused_tasks (void)
{
  static const struct
  {
    const char *tasks;
    const char *code;
    const char *path;
  } cases[] = {
    { "", "no_tasks", "tasks" },
    { "3", "wrong_type", "tasks[0]" },
    { "{'agent': 'w'}", "missing_field", "tasks[0].description" },
    { "{'description': 'd', 'agent': 'w'}", "missing_field", "tasks[0].expected_output" },
    { "{'description': 3, 'expected_output': 'e', 'agent': 'w'}", "wrong_type",
      "tasks[0].description" },
    { "{" TEXTS "}", "no_agent", "tasks[0]" },
    { "{" TEXTS ", 'agent': 'x'}", "unknown_agent", "tasks[0].agent" },
    { "{" TEXTS ", 'agent': 'w', 'colour': 1}", "unknown_key", "tasks[0].colour" },
    { "{" TEXTS ", 'agent': 'w', 'colour': 1, 'id': 'x'}", "runtime_key", "tasks[0].id" },
    { "{" TEXTS ", 'agent': 'w', 'condition': {'python': 'a.b'}}", "unknown_key",
      "tasks[0].condition" },
    { "{" TEXTS ", 'agent': 'w', 'type': 'special'}", "unknown_type", "tasks[0].type" },
    { "{" TEXTS ", 'agent': 'w', 'context': ['t']}", "unknown_task", "tasks[0].context[0]" },
    { "{" TEXTS ", 'agent': 'w', 'context': 't'}", "wrong_type", "tasks[0].context" },
    { "{'name': 'a', " TEXTS ", 'agent': 'w', 'context': ['b']}, {'name': 'b', " TEXTS
      ", 'agent': 'w'}",
      "unknown_task", "tasks[0].context[0]" },
    { "{" TEXTS ", 'agent': 'w'}, {" TEXTS ", 'agent': 'w', 'async_execution': true}, {" TEXTS
      ", 'agent': 'w', 'async_execution': 'yes'}",
      "async_end", "tasks[2].async_execution" },
    { "{'name': 'a', " TEXTS ", 'agent': 'w', 'async_execution': true}, {'name': 'b', " TEXTS
      ", 'agent': 'w', 'async_execution': true, 'context': ['a']}, {" TEXTS ", 'agent': 'w'}",
      "async_context", "tasks[1].context" },
    { "{" TEXTS ", 'agent': 'w', 'type': 'conditional', 'condition': {'python': 'a.b'}}, {" TEXTS
      ", 'agent': 'w'}",
      "first_conditional", "tasks[0].type" },
    { "{" TEXTS ", 'agent': 'w', 'type': 'ConditionalTask'}", "only_conditional", "tasks[0].type" },
    { "{" TEXTS ", 'agent': 'w'}, {" TEXTS
      ", 'agent': 'w', 'type': 'conditional', 'async_execution': true}, {" TEXTS ", 'agent': 'w'}",
      "async_conditional", "tasks[1].async_execution" },
    { "{" TEXTS ", 'agent': 'w', 'output_file': '../x'}", "bad_path", "tasks[0].output_file" },
    { "{" TEXTS ", 'agent': 'w', 'output_file': '~/x'}", "bad_path", "tasks[0].output_file" },
    { "{" TEXTS ", 'agent': 'w', 'output_file': 'a|b'}", "bad_path", "tasks[0].output_file" },
    { "{" TEXTS ", 'agent': 'w', 'output_file': '{a b}.md'}", "bad_path", "tasks[0].output_file" },
    { "{" TEXTS ", 'agent': 'w', 'output_json': {'type': 'object', 'properties': {'a': {'type': "
      "'string'}}}, 'output_pydantic': {'type': 'object'}}",
      "two_outputs", "tasks[0].output_pydantic" },
    { "{" TEXTS ", 'agent': 'w', 'tools': 'x'}", "wrong_type", "tasks[0].tools" },
    { "{" TEXTS ", 'agent': 'w', 'tools': ['custom:../evil']}", "bad_tool", "tasks[0].tools[0]" },
    { "{" TEXTS ", 'agent': 'w', 'tools': ['platform:']}", "bad_tool", "tasks[0].tools[0]" },
    { "{" TEXTS ", 'agent': 'w', 'callback': 'a.b'}", "callback_as_text", "tasks[0].callback" },
    { "{" TEXTS ", 'agent': 'w', 'callback': {'python': 'x'}}", "bad_reference",
      "tasks[0].callback" },
    { "{" TEXTS ", 'agent': 'w', 'guardrails': [{'python': 'a.b', 'x': 1}]}", "bad_reference",
      "tasks[0].guardrails[0]" },
    { "{" TEXTS ", 'agent': 'w', 'guardrail': 3}", "wrong_type", "tasks[0].guardrail" },
    { "{" TEXTS ", 'agent': 'w', 'guardrail': {'cel': 'output.raw ='}}", "expression_syntax",
      "tasks[0].guardrail.cel" },
    { "{" TEXTS ", 'agent': 'w', 'guardrail': {'cel': 'state.raw'}}", "unknown_root",
      "tasks[0].guardrail.cel" },
    { "{" TEXTS ", 'agent': 'w', 'input_files': {'a': '../b'}}", "outside_project",
      "tasks[0].input_files.a" },
    { "{" TEXTS ", 'agent': 'w', 'guardrail_max_retries': 'some'}", "wrong_type",
      "tasks[0].guardrail_max_retries" },
    { "{" TEXTS ", 'agent': 'w', 'tool_failure_policy': 'shout'}", "bad_value",
      "tasks[0].tool_failure_policy" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = make ("", cases[i].tasks);

      assert_first (text, cases[i].code, cases[i].path);
    }
}

static void
test_refused_crews (void)
{
  static const struct
  {
    const char *top;
    const char *code;
    const char *path;
  } cases[] = {
    { "'colour': 'red', ", "unknown_key", "colour" },
    { "'user_memory': true, ", "unknown_key", "user_memory" },
    { "'memory_config': {'provider': 'mem0'}, ", "unknown_key", "memory_config" },
    { "'usage_metrics': 'x', ", "runtime_key", "usage_metrics" },
    { "'process': 'parallel', ", "bad_value", "process" },
    { "'process': 'hierarchical', ", "no_manager", "process" },
    { "'process': 'hierarchical', 'manager_llm': '', ", "no_manager", "process" },
    { "'manager_agent': 'nobody', ", "missing_agent", "manager_agent" },
    { "'manager_agent': 3, ", "wrong_type", "manager_agent" },
    { "'task_callback': 'hooks.seen', ", "callback_as_text", "task_callback" },
    { "'step_callback': {'python': '1.x'}, ", "bad_reference", "step_callback" },
    { "'cache': 'perhaps', ", "wrong_type", "cache" },
    { "'max_rpm': 1.5, ", "wrong_type", "max_rpm" },
    { "'inputs': [], ", "wrong_type", "inputs" },
    { "'manager_llm': {'temperature': 1}, ", "missing_field", "manager_llm" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = make (cases[i].top, "{" TEXTS ", 'agent': 'w'}");

      assert_first (text, cases[i].code, cases[i].path);
    }
  assert_first ("[]", "wrong_type", "");
  assert_first ("{'tasks': [{" TEXTS "}]}", "no_agents", "agents");
  assert_first ("{'agents': [], 'tasks': []}", "no_agents", "agents");
  assert_first ("{'manager_agent': 'w', 'agents': {'w': {'role': 'r', 'goal': 'g', 'backstory': "
                "'b'}}, 'tasks': [{" TEXTS ", 'agent': 'w'}]}",
                "no_agents", "agents");
  assert_first ("{'agents': [{'name': 'w', 'x': 1, 'role': 'r', 'goal': 'g', 'backstory': 'b'}], "
                "'tasks': [{" TEXTS ", 'agent': 'w'}]}",
                "unknown_key", "agents[0].x");
  assert_first ("{'agents': [{'w': {'role': 'r', 'goal': 'g'}}], 'tasks': [{" TEXTS
                ", 'agent': 'w'}]}",
                "missing_field", "agents[0].w.backstory");
  assert_first ("{'agents': {'w': null}, 'tasks': [{" TEXTS ", 'agent': 'w'}]}", "wrong_type",
                "agents.w");
}

static void
test_refused_agents (void)
{
  static const struct
  {
    const char *agent;
    const char *code;
    const char *path;
  } cases[] = {
    { "'max_iter': 'many'", "wrong_type", "agents.w.max_iter" },
    { "'max_iter': 2.5", "wrong_type", "agents.w.max_iter" },
    { "'crew': 'x'", "runtime_key", "agents.w.crew" },
    { "'type': 'robot'", "unknown_type", "agents.w.type" },
    { "'settings': {'max_iter': 'many'}", "wrong_type", "agents.w.settings.max_iter" },
    { "'settings': {'colour': 1}", "unknown_key", "agents.w.settings.colour" },
    { "'skills': []", "empty_list", "agents.w.skills" },
    { "'apps': ['a/b/c']", "bad_value", "agents.w.apps[0]" },
    { "'mcps': ['http://x']", "bad_value", "agents.w.mcps[0]" },
    { "'mcps': [{'url': 'https://x', 'tool_filter': {'type': 'static', 'allowed_tool_names': "
      "[1]}}]",
      "wrong_type", "agents.w.mcps[0].tool_filter.allowed_tool_names" },
    { "'executor_class': 'CrewAgentExecutor'", "bad_value", "agents.w.executor_class" },
    { "'llm': 3", "wrong_type", "agents.w.llm" },
    { "'security_config': {'a': {'python': 'x y.z'}}", "bad_reference",
      "agents.w.security_config.a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{'agents': {'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', %s}}, "
                           "'tasks': [{" TEXTS ", 'agent': 'w'}]}",
                           cases[i].agent);

      assert_first (text, cases[i].code, cases[i].path);
    }
}

/* --- Accepted crews --------------------------------------------------------------------------- */

static void
test_values (void)
{
  g_autoptr (TroupeCrew) crew = crew_new (
      "{'verbose': 'false', 'cache': 1, 'agents': [{'name': 'w', 'role': 'r', 'goal': 'g', "
      "'backstory': 'b', 'max_iter': 9, 'allow_code_execution': true, 'multimodal': true, "
      "'settings': {'max_iter': '4', 'llm': 'gpt-4o-mini'}}], 'tasks': [{'name': 't', " TEXTS
      ", 'agent': 'w', 'output_file': '/abs/out.md', 'output_json': 'Verdict', 'max_retries': 7, "
      "'human_input': 'on', 'guardrails': ['be kind', {'python': 'a.b'}, {'cel': 'output.raw != "
      "\\u0022\\u0022'}]}]}");
  const TroupeCrewTask *task = &crew->tasks[0];
  TroupeValue *number = troupe_value_map_lookup_string (crew->agents[0].fields, "max_iter", -1);

  g_assert_cmpstr (crew->name, ==, "crew");
  g_assert_cmpint (troupe_value_get_integer (number), ==, 4);
  g_assert_null (troupe_value_map_lookup_string (crew->agents[0].fields, "settings", -1));
  g_assert_false (
      troupe_value_get_boolean (troupe_value_map_lookup_string (crew->fields, "verbose", -1)));
  g_assert_true (
      troupe_value_get_boolean (troupe_value_map_lookup_string (crew->fields, "cache", -1)));
  g_assert_cmpstr (task->output_file, ==, "abs/out.md");
  g_assert_cmpint (task->output, ==, TROUPE_CREW_OUTPUT_RAW);
  g_assert_cmpuint (task->max_retries, ==, 7);
  g_assert_true (task->human_input);
  g_assert_true (task->create_directory);
  g_assert_cmpint (task->takes_trigger, ==, -1);
  g_assert_false (task->has_context);
  g_assert_cmpuint (task->n_guardrails, ==, 3);
  g_assert_cmpint (task->guardrails[0].type, ==, TROUPE_CREW_HOOK_TEXT);
  g_assert_cmpstr (task->guardrails[1].text, ==, "a.b");
  g_assert_nonnull (task->guardrails[2].program);
  g_assert_cmpstr (task->guardrails[2].path, ==, "tasks[0].guardrails[2]");
}

/* A context refers to the last task with the given name. In a flow, null means that the field is
 * missing. */
static void
test_context (void)
{
  g_autofree char *text =
      make ("", "{'name': 't', " TEXTS ", 'agent': 'w'}, {'name': 't', " TEXTS
                ", 'agent': 'v'}, {" TEXTS ", 'agent': 'w', 'context': ['t']}, {" TEXTS
                ", 'agent': 'w', 'context': []}, {" TEXTS ", 'agent': 'w', 'context': null}");
  g_autoptr (TroupeCrew) crew = crew_new (text);

  g_assert_cmpuint (crew->tasks[2].n_context, ==, 1);
  g_assert_cmpuint (crew->tasks[2].context[0], ==, 1);
  g_assert_cmpint (crew->tasks[1].agent, ==, 1);
  g_assert_true (crew->tasks[3].has_context);
  g_assert_cmpuint (crew->tasks[3].n_context, ==, 0);
  g_assert_false (crew->tasks[4].has_context);
}

/* A context may contain an async task that finishes before the task with this context starts. */
static void
test_async (void)
{
  g_autofree char *text =
      make ("", "{'name': 'a', " TEXTS ", 'agent': 'w', 'async_execution': true}, {" TEXTS
                ", 'agent': 'w'}, {" TEXTS ", 'agent': 'w', 'async_execution': true, 'context': "
                "['a']}");
  g_autoptr (TroupeCrew) crew = crew_new (text);

  g_assert_cmpuint (crew->tasks[2].context[0], ==, 0);
  g_assert_true (crew->tasks[2].is_async);
}

static void
test_manager (void)
{
  g_autofree char *text = make ("'process': 'hierarchical', 'manager_agent': 'v', ",
                                "{" TEXTS "}, {" TEXTS ", 'agent': 'v'}");
  g_autoptr (TroupeCrew) crew = crew_new (text);

  g_assert_cmpint (crew->process, ==, TROUPE_CREW_HIERARCHICAL);
  g_assert_cmpuint (crew->n_agents, ==, 1);
  g_assert_cmpstr (crew->manager->name, ==, "v");
  g_assert_null (troupe_crew_get_task_agent (crew, 0));
  g_assert_true (troupe_crew_get_task_agent (crew, 1) == crew->manager);
}

/* A feature that CrewAI cannot load causes a warning, not an error. */
static void
test_troupe_only (void)
{
  g_autofree char *text =
      make ("", "{" TEXTS ", 'agent': 'w'}, {" TEXTS
                ", 'agent': 'w', 'type': 'conditional', 'condition': {'cel': 'size(output.raw) > "
                "3'}}, {" TEXTS ", 'agent': 'w', 'type': 'conditional'}");
  g_autoptr (TroupeValue) value = crew_value (text);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrew) crew = troupe_crew_new (value, &problems, &error);

  g_assert_no_error (error);
  g_assert_cmpint (crew->tasks[1].condition->type, ==, TROUPE_CREW_HOOK_CEL);
  g_assert_null (crew->tasks[2].condition);
  g_assert_cmpuint (problems->len, ==, 2);
  crew_assert_problem (problems, "no_condition", NULL, "tasks[2]", 0, 0);
  crew_assert_problem (problems, "troupe_only", NULL, "tasks[1].condition.cel", 0, 0);
}

/* Memory types of CrewAI before 1.0 are converted to scopes of the single memory, with a
 * warning. */
static void
test_old_memory (void)
{
  static const struct
  {
    const char *top;
    const char *memory; /* of the parsed crew */
    const char *scope;
    const char *path;
    const char *says; /* end of the message */
    const char *repair;
  } cases[] = {
    { "'short_term_memory': true, ", "true", "short-term", "short_term_memory",
      "the scope “short-term” of the crew’s memory instead.", "rename-key:memory" },
    { "'long_term_memory': true, ", "true", "long-term", "long_term_memory",
      "the scope “long-term” of the crew’s memory instead.", "rename-key:memory" },
    { "'entity_memory': {'storage': 'x'}, 'memory': null, ", "true", "entity", "entity_memory",
      "the scope “entity” of the crew’s memory instead.", NULL },
    { "'external_memory': true, 'long_term_memory': false, ", "true", "external", "external_memory",
      "the scope “external” of the crew’s memory instead.", "rename-key:memory" },
    { "'memory': null, 'external_memory': true, ", "true", "external", "external_memory",
      "the scope “external” of the crew’s memory instead.", NULL },
    { "'short_term_memory': true, 'entity_memory': true, ", "true", NULL, "entity_memory",
      "Troupe uses the crew’s single memory instead.", "rename-key:memory" },
    { "'memory': false, 'entity_memory': true, ", "false", NULL, "entity_memory",
      "Troupe uses the crew’s single memory instead.", "remove-key" },
    { "'memory': {'root_scope': '/a'}, 'entity_memory': true, ", "{'root_scope': '/a'}", NULL,
      "entity_memory", "Troupe uses the crew’s single memory instead.", "remove-key" },
    { "'entity_memory': false, ", NULL, NULL, "entity_memory",
      "no longer loads crews that contain it.", "remove-key" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = make (cases[i].top, "{" TEXTS ", 'agent': 'w'}");
      g_autofree char *json = NULL, *wanted = NULL;
      g_autoptr (TroupeValue) value = crew_value (text);
      g_autoptr (TroupeValue) definition = NULL;
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeCrew) crew = troupe_crew_new (value, &problems, &error);
      g_autoptr (TroupeCrew) again = NULL;
      g_autoptr (TroupeCrew) filled = NULL;
      TroupeValue *memory;
      TroupeProblem *problem;

      g_test_message ("%s", cases[i].top);
      g_assert_no_error (error);
      memory = troupe_value_get_member (crew->fields, "memory");
      json = memory != NULL ? troupe_value_to_json (memory, TROUPE_JSON_SPACED) : NULL;
      wanted = cases[i].memory != NULL ? g_strdelimit (g_strdup (cases[i].memory), "'", '"') : NULL;
      g_assert_cmpstr (json, ==, wanted);
      g_assert_cmpstr (troupe_crew_get_memory_scope (crew), ==, cases[i].scope);
      problem = crew_assert_problem (problems, "old_memory", NULL, cases[i].path, 0, 0);
      g_assert_cmpint (problem->severity, ==, TROUPE_SEVERITY_PORTABILITY);
      g_assert_true (g_str_has_suffix (problem->message, cases[i].says));
      g_assert_cmpstr (problem->fix_action, ==, cases[i].repair);

      definition = troupe_crew_to_definition (crew);
      again = troupe_crew_new (definition, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (troupe_value_equal (again->fields, crew->fields));
      g_assert_cmpstr (troupe_crew_get_memory_scope (again), ==, cases[i].scope);
      filled = troupe_crew_interpolate (crew, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (troupe_crew_get_memory_scope (filled), ==, cases[i].scope);
    }
}

/* Web pages in the knowledge of the crew and of an agent. */
static void
test_addresses (void)
{
  g_autofree char *text = make (
      "'knowledge_sources': [{'source_type': 'docling', 'file_paths': ['a.md', 'https://guide/x', "
      "'https://example.org/x']}, {'source_type': 'text_file', 'file_paths': "
      "['https://guide/x']}], ",
      "{" TEXTS ", 'agent': 'w'}");
  g_autoptr (TroupeValue) value = crew_value (text);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrew) crew = troupe_crew_new (value, &problems, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (problems->len, ==, 1);
  crew_assert_problem (problems, "bad_address", NULL, "knowledge_sources[0].file_paths[1]", 0, 0);
}

/* The model of an agent may have a fallback, which CrewAI does not know. */
static void
test_fallback (void)
{
  static const struct
  {
    const char *fallback;
    const char *code; /* of the first problem */
    const char *path; /* below the key */
  } rows[] = {
    { "'openai/gpt-4o'", "troupe_only", "" },
    { "{'model': 'openai/gpt-4o', 'temperature': 1}", "troupe_only", "" },
    { "''", "wrong_type", "" },
    { "3", "wrong_type", "" },
    { "['openai/gpt-4o']", "wrong_type", "" },
    { "{'temperature': 1}", "missing_field", "" },
    { "{'model': 'a', 'x-troupe-fallback': 3}", "wrong_type", ".x-troupe-fallback" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{'agents': {'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': "
                           "{'model': 'openai/m', "
                           "'x-troupe-fallback': %s}}}, 'tasks': [{" TEXTS ", 'agent': 'w'}]}",
                           rows[i].fallback);
      g_autofree char *path = g_strdup_printf ("agents.w.llm.x-troupe-fallback%s", rows[i].path);
      g_autoptr (TroupeValue) value = crew_value (text);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeCrew) crew = troupe_crew_new (value, &problems, &error);

      g_test_message ("%s", rows[i].fallback);
      g_assert_cmpint (crew != NULL, ==, g_str_equal (rows[i].code, "troupe_only"));
      g_assert_cmpuint (problems->len, >, 0);
      crew_assert_problem (problems, rows[i].code, NULL, path, 0, 0);
    }
}

static void
test_round_trip (void)
{
  g_autofree char *text =
      make ("'name': 'n', 'process': 'hierarchical', 'manager_agent': 'v', 'inputs': {'a': 1}, "
            "'max_rpm': '5', ",
            "{'name': 't', " TEXTS ", 'context': null}, {" TEXTS ", 'agent': 'w', 'context': "
            "['t']}");
  g_autoptr (TroupeCrew) crew = crew_new (text), again = NULL;
  g_autoptr (TroupeValue) definition = troupe_crew_to_definition (crew), second = NULL;
  g_autoptr (GError) error = NULL;

  again = troupe_crew_new (definition, NULL, &error);
  g_assert_no_error (error);
  second = troupe_crew_to_definition (again);
  g_assert_true (troupe_value_equal (definition, second));
  g_assert_cmpstr (again->manager->name, ==, "v");
  g_assert_cmpuint (again->n_agents, ==, 1);
}

static void
test_task_key (void)
{
  g_autofree char *text =
      make ("", "{'description': 'Do {x}', 'expected_output': 'A text', 'agent': 'w'}");
  g_autoptr (TroupeCrew) crew = crew_new (text), filled = NULL;
  g_autoptr (TroupeValue) inputs = crew_value ("{'x': 1}");
  g_autofree char *expected = g_compute_checksum_for_string (G_CHECKSUM_MD5, "Do {x}|A text", -1);
  g_autofree char *key = troupe_crew_make_task_key (crew, 0);
  g_autofree char *other = NULL;

  g_assert_cmpstr (key, ==, expected);
  filled = troupe_crew_interpolate (crew, inputs, NULL, NULL);
  g_assert_cmpstr (troupe_crew_task_get_title (&filled->tasks[0]), ==, "Do 1");
  other = troupe_crew_make_task_key (filled, 0);
  g_assert_cmpstr (other, ==, expected);
}

/* --- Unsupported features --------------------------------------------------------------------- */

/* Asserts which fields of a crew are reported as unsupported. @expected: their paths, separated
 * by spaces */
static void
assert_unsupported (const char *crew_more,
                    const char *agent,
                    const char *task,
                    const char *expected)
{
  g_autofree char *text = g_strdup_printf (
      "{'agents': {'w': {'role': 'r', 'goal': 'g', 'backstory': 'b'%s}}, 'tasks': [{'description': "
      "'d', 'expected_output': 'e', 'agent': 'w'%s}]%s}",
      agent, task, crew_more);
  g_autoptr (TroupeValue) value = crew_value (text);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrew) crew = troupe_crew_new (value, &problems, &error);
  g_autoptr (GString) found = g_string_new (NULL);

  g_test_message ("%s", text);
  g_assert_no_error (error);
  g_assert_nonnull (crew);
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeProblem *problem = problems->pdata[i];

      if (g_strcmp0 (problem->code, "unsupported") != 0)
        continue;
      g_assert_cmpint (problem->severity, ==, TROUPE_SEVERITY_WARNING);
      g_assert_nonnull (problem->fix);
      g_string_append_printf (found, "%s%s", found->len > 0 ? " " : "", problem->path);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

#define PYTHON "{'python': 'm.x'}"

static void
test_unsupported (void)
{
  static const struct
  {
    const char *crew;
    const char *agent;
    const char *task;
    const char *expected;
  } cases[] = {
    { ", 'memory': true, 'task_callback': " PYTHON,
      ", 'guardrail': 'g', 'callbacks': [], 'a2a': null, 'executor_class': 'AgentExecutor', "
      "'mcps': [{'url': 'https://a.b/c'}], 'step_callback': " PYTHON,
      ", 'guardrails': [" PYTHON "], 'callback': " PYTHON ", 'output_json': " PYTHON, "" },
    { "", "", ", 'converter_cls': " PYTHON, "" },
    { "", "", ", 'type': " PYTHON, "" },
    { ", 'process': 'hierarchical', 'manager_agent': " PYTHON, "", "", "" },
    { ", 'manager_llm': " PYTHON ", 'planning_llm': " PYTHON, "", "", "" },
    { ", 'memory': " PYTHON ", 'embedder': {'provider': 'custom', 'config': {'f': " PYTHON "}}", "",
      "", "embedder" },
    { ", 'embedder': " PYTHON ", 'knowledge': " PYTHON, "", "", "" },
    { ", 'skills': ['a', " PYTHON "], 'knowledge_sources': [" PYTHON "]", "", "", "" },
    { "", ", 'type': " PYTHON ", 'llm': " PYTHON ", 'memory': " PYTHON, "", "" },
    { "", ", 'executor_class': " PYTHON, "", "" },
    { "", ", 'callbacks': [" PYTHON "], 'guardrail': " PYTHON, "", "" },
    { "", ", 'mcps': [{'url': 'https://a.b/c', 'tool_filter': " PYTHON "}]", "", "" },
    { "", ", 'agent_executor': " PYTHON, "", "agents.w.agent_executor" },
    { "", ", 'from_repository': 'x'", "", "agents.w.from_repository" },
    /* Values in `settings` take precedence. */
    { "", ", 'agent_executor': " PYTHON ", 'settings': {'agent_executor': null}", "", "" },
    { "", ", 'settings': {'from_repository': 'x'}", "", "agents.w.settings.from_repository" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_unsupported (cases[i].crew, cases[i].agent, cases[i].task, cases[i].expected);
}

/* Each code has a row in the section about crews of doc/diagnostics.md. */
static void
test_codes (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "doc", "diagnostics.md", NULL);
  const char *const *codes = troupe_crew_list_problem_codes ();
  g_autofree char *text = NULL;
  const char *from;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  from = strstr (text, "\n## Crews\n");
  g_assert_nonnull (from);
  for (guint i = 0; codes[i] != NULL; i++)
    {
      g_autofree char *row = g_strdup_printf ("\n| `%s` | ", codes[i]);

      if (strstr (from, row) == NULL)
        g_error ("doc/diagnostics.md has no row for %s", codes[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew/refused/tasks", test_refused_tasks);
  g_test_add_func ("/crew/refused/crews", test_refused_crews);
  g_test_add_func ("/crew/refused/agents", test_refused_agents);
  g_test_add_func ("/crew/values", test_values);
  g_test_add_func ("/crew/context", test_context);
  g_test_add_func ("/crew/async", test_async);
  g_test_add_func ("/crew/manager", test_manager);
  g_test_add_func ("/crew/troupe-only", test_troupe_only);
  g_test_add_func ("/crew/old-memory", test_old_memory);
  g_test_add_func ("/crew/addresses", test_addresses);
  g_test_add_func ("/crew/fallback", test_fallback);
  g_test_add_func ("/crew/round-trip", test_round_trip);
  g_test_add_func ("/crew/task-key", test_task_key);
  g_test_add_func ("/crew/unsupported", test_unsupported);
  g_test_add_func ("/crew/codes", test_codes);
  return g_test_run ();
}
