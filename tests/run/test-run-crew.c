/* test-run-crew.c: runs of crews, in a flow and standalone
 *
 * Uses scripted models, and hooks in Python if it is installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "run-crew-test.h"
#include "troupe-permissions.h"
#include "troupe-run-crew.h"
#include "troupe-run-kind.h"

static char *folder;
static char *path;

static RunTest *
permit (RunTest *test)
{
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_WRITE,
                         TROUPE_PYTHON_SANDBOX_NONE);
  return test;
}

/* --- Tasks ------------------------------------------------------------------------------------ */

static const char *
get_context (RunTest *test, guint nth)
{
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_TASK_STARTED && nth-- == 0)
        return troupe_value_get_string (troupe_event_get_field (event, "context"), NULL);
    }
  return NULL;
}

static void
test_sequence (void)
{
  g_autoptr (RunTest) test = run_test_new (METHOD (
      CREW (AGENT ("w", "'one', 'two', 'three'"),
            TASK ("a", "w", "") ", " TASK ("b", "w", "") ", " TASK ("c", "w", ", 'context': ['a']"),
            ""),
      ""));

  run_test_execute (test);
  g_assert_cmpstr (get_text (test->result->final, "raw"), ==, "three");
  assert_trace (test, "+ a> a< b> b< c> c< -");
  g_assert_cmpstr (get_context (test, 0), ==, "");
  g_assert_cmpstr (get_context (test, 1), ==, get_text (get_task (test, 0), "raw"));
  g_assert_cmpstr (get_context (test, 2), ==, get_text (get_task (test, 0), "raw"));
  g_assert_cmpint (troupe_value_get_integer (
                       get (get (test->result->final, "token_usage"), "successful_requests")),
                   ==, 3);
}

/* Asynchronous tasks are awaited, in their order, before the next synchronous task starts. */
static void
test_async (void)
{
  g_autoptr (RunTest) test = run_test_new (
      METHOD (CREW (AGENT ("w", "'A'") ", " AGENT ("v", "'B'") ", " AGENT ("u", "'C'"),
                    TASK ("a", "w", ", 'async_execution': true") ", " TASK (
                        "b", "v", ", 'async_execution': true") ", " TASK ("c", "u", ""),
                    ""),
              ""));

  run_test_execute (test);
  g_assert_cmpstr (get_text (test->result->final, "raw"), ==, "C");
  g_assert_cmpstr (get_text (get_task (test, 0), "raw"), ==, "A");
  g_assert_cmpstr (get_text (get_task (test, 1), "raw"), ==, "B");
  g_assert_cmpstr (get_context (test, 0), ==, "");
  g_assert_cmpstr (get_context (test, 1), ==, "");
  g_assert_cmpstr (get_context (test, 2), ==, "A\n\n----------\n\nB");
}

/* An asynchronous task does not start after a task that has failed. */
static void
test_async_behind_failed (void)
{
  g_autoptr (RunTest) test = run_test_new (METHOD (
      CREW (
          AGENT ("w", "'one'"),
          TASK ("a", "w", ", 'guardrail': {'cel': 'false'}, 'guardrail_max_retries': 0") ", " TASK (
              "b", "w", ", 'async_execution': true"),
          ""),
      ""));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL);
  assert_trace (test, "+ a> ? a! !");
}

static void
test_conditions (void)
{
  g_autoptr (RunTest) test = run_test_new (METHOD (
      CREW (
          AGENT ("w", "'one'"),
          TASK ("a", "w", "") ", " TASK (
              "b", "w",
              ", 'type': 'conditional', 'condition': {'cel': 'output.raw "
              "== `no`'}") ", " TASK ("c", "w",
                                      ", "
                                      "'type': "
                                      "'conditional', "
                                      "'condition': "
                                      "{'cel': "
                                      "'output.raw == ``'}") ", " TASK ("d", "w",
                                                                        ", 'context': ['a', 'b']"),
          ""),
      ""));

  run_test_execute (test);
  assert_trace (test, "+ a> a< c> c< d> d< -");
  g_assert_cmpstr (get_context (test, 2), ==, "one");
  g_assert_cmpstr (get_text (get_task (test, 1), "raw"), ==, "");
  g_assert_true (troupe_value_is (get (get_task (test, 1), "name"), TROUPE_VALUE_NULL));
  g_assert_cmpstr (get_context (test, 1), ==, "one\n\n----------\n\n");
}

static void
test_condition_missing (void)
{
  g_autoptr (RunTest) test = run_test_new (
      METHOD (CREW (AGENT ("w", "'one'"),
                    TASK ("a", "w", "") ", " TASK ("b", "w", ", 'type': 'conditional'"), ""),
              ""));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT);
  g_assert_cmpstr (test->result->error_path, ==, "methods.c.do.with.tasks[1]");
  assert_trace (test, "+ a> a< !");
}

/* --- Guardrails, hooks, files ----------------------------------------------------------------- */

static void
test_guardrails (void)
{
  static const char crew[] =
      CREW (AGENT ("w", "'one', 'two'"),
            TASK ("a", "w", ", 'guardrail': {'python': 'crew_hooks.wants_two'}"), "");
  g_autofree char *text = g_strdup_printf (METHOD ("%s", ""), crew);
  g_autoptr (RunTest) test = permit (run_test_new (text));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  assert_trace (test, "+ a> ? ? a< -");
  g_assert_cmpstr (get_text (test->result->final, "raw"), ==, "TWO");
}

static void
test_guardrail_exhausted (void)
{
  g_autoptr (RunTest) test =
      run_test_new (METHOD (CREW (AGENT ("w", "'one'"),
                                  TASK ("a", "w",
                                        ", 'guardrail': {'cel': 'output.raw == `x`'}, "
                                        "'guardrail_max_retries': 2"),
                                  ""),
                            ""));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL);
  assert_trace (test, "+ a> ? ? ? a! !");
}

/* Defines the answers that the two models give to a guardrail. The manager's model accepts
 * everything, and the agent's model accepts nothing. */
#define MANAGED(first, second)                                                                     \
  METHOD (CREW (AGENT ("m", "'{\\\"valid\\\": true, \\\"feedback\\\": null}'") ", " AGENT (        \
                    "w", "'{\\\"valid\\\": false, \\\"feedback\\\": \\\"w\\\"}'"),                 \
                TASK ("a", "w", first) ", " TASK ("b", "w", second),                               \
                ", 'process': 'hierarchical', 'manager_agent': 'm'"),                              \
          "")
#define IN_WORDS ", 'guardrail': 'It is short.', 'guardrail_max_retries': 0"

/* The guardrail of the first task in a hierarchical crew uses the manager's model. Guardrails of
 * later tasks use the model of the task's agent. */
static void
test_guardrail_managed (void)
{
  g_autoptr (RunTest) first = run_test_new (MANAGED (IN_WORDS, ""));
  g_autoptr (RunTest) second = run_test_new (MANAGED ("", IN_WORDS));
  g_autoptr (RunTest) both = run_test_new (MANAGED (IN_WORDS, IN_WORDS));

  run_test_execute (first);
  g_assert_no_error (first->result->error);
  assert_trace (first, "+ a> ? a< b> b< -");
  run_test_execute (second);
  g_assert_error (second->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL);
  assert_trace (second, "+ a> a< b> ? b! !");
  run_test_execute (both);
  g_assert_error (both->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL);
  assert_trace (both, "+ a> ? a< b> ? b! !");
}

static void
test_hooks (void)
{
  g_autoptr (RunTest) test = permit (run_test_new_document (ALONE (
      CREW (AGENT ("w", "'one'"),
            "{'name': 'a', 'description': 'About {topic}', 'expected_output': 'x', 'agent': 'w'}",
            ", 'before_kickoff_callbacks': [{'python': 'crew_hooks.before'}], "
            "'after_kickoff_callbacks': [{'python': 'crew_hooks.after'}], "
            "'task_callback': {'python': 'crew_hooks.seen'}"))));
  g_autofree char *seen = g_build_filename (folder, "seen.txt", NULL);
  g_autofree char *text = NULL;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpstr (get_text (test->result->final, "raw"), ==, "one after");
  g_assert_cmpstr (get_text (get_task (test, 0), "description"), ==, "About bees");
  g_assert_true (g_file_get_contents (seen, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "one\n");
}

/* The steps of an agent are reported to its step_callback, which needs a permission. As in CrewAI, a
 * model that writes its calls as text has two for each call and none for its answer. */
static void
test_steps (void)
{
  static const char crew[] = CREW ("'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                                   "'step_callback': {'python': 'crew_hooks.step'}, "
                                   "'tools': ['calculator'], 'llm': {'model': 'mock/script', "
                                   "'answers': ['Thought: hm\\nAction: calculator\\nAction Input: "
                                   "{\\\"expression\\\": \\\"6 * 7\\\"}', 'Final Answer: one']}}",
                                   TASK ("a", "w", ""), "");
  g_autofree char *told = g_build_filename (folder, "steps.txt", NULL);
  g_autofree char *text = g_strdup_printf (METHOD ("%s", ""), crew);
  g_autofree char *steps = NULL;
  g_autoptr (RunTest) refused = run_test_new (text);
  g_autoptr (RunTest) test = permit (run_test_new (text));

  troupe_run_set_store (refused->run, NULL, path, NULL);
  run_test_execute (refused);
  g_assert_nonnull (refused->result->error);
  g_assert_false (g_file_test (told, G_FILE_TEST_EXISTS));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_true (g_file_get_contents (told, &steps, NULL, NULL));
  g_assert_cmpstr (steps, ==, "ToolResult 42\nAgentAction 42\n");
}

/* The guardrail gets the answer as text, and the JSON object is created from the accepted
 * answer. */
static void
test_judged_first (void)
{
  g_autoptr (RunTest) test = run_test_new (METHOD (
      CREW (AGENT ("w", "'one', '{\\\"n\\\": 2}'"),
            TASK ("a", "w",
                  ", 'guardrail': {'cel': 'output.raw != `one`'}, 'tools': ['calculator'], "
                  "'output_json': {'type': 'object', 'properties': {'n': {'type': 'integer'}}}"),
            ""),
      ""));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  assert_trace (test, "+ a> ? ? a< -");
  g_assert_cmpint (troupe_value_get_integer (get (get (get_task (test, 0), "json_dict"), "n")), ==,
                   2);
}

/* The error of an answer of another form names the schema, and the role with its inputs. */
static void
test_other_form (void)
{
  g_autoptr (RunTest) test = run_test_new (METHOD (
      CREW ("'w': {'role': '{topic} Analyst\\n', 'goal': 'g', 'backstory': 'b', 'llm': {'model': "
            "'mock/script', 'answers': ['{\\\"a\\\": 2}']}}",
            TASK ("t", "w",
                  ", 'tools': ['calculator'], 'output_pydantic': {'title': 'Report', 'type': "
                  "'object', 'required': ['n'], 'properties': {'n': {'type': 'integer'}}}"),
            ", 'inputs': {'topic': 'Bees'}"),
      ""));

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_test_message ("%s", test->result->error->message);
  g_assert_nonnull (strstr (test->result->error->message,
                            "The task “t” of “Bees Analyst” failed: The answer does not match the "
                            "schema “Report”: n: a value is required"));
}

/* References to Python need a permission. Without this permission, nothing starts. */
static void
test_permission (void)
{
  g_autoptr (RunTest) test = run_test_new (
      METHOD (CREW (AGENT ("w", "'one'"),
                    TASK ("a", "w", ", 'guardrail': {'python': 'crew_hooks.wants_two'}"), ""),
              ""));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
  g_assert_cmpuint (test->events->len, ==, 0);
}

/* --- Files ------------------------------------------------------------------------------------ */

static void
test_files (void)
{
  g_autofree char *here = g_get_current_dir ();
  g_autoptr (RunTest) test = NULL;
  g_autofree char *text = NULL;
  g_autofree char *log = NULL;

  g_assert_cmpint (g_chdir (folder), ==, 0);
  test = run_test_new (
      METHOD (CREW (AGENT ("w", "'one'"), TASK ("a", "w", ", 'output_file': 'deep/er/a.md'"),
                    ", 'output_log_file': 'log'"),
              ""));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_true (g_file_get_contents ("deep/er/a.md", &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "one");
  g_assert_true (g_file_get_contents ("log.txt", &log, NULL, NULL));
  g_assert_nonnull (strstr (log, "task_name=\"a\", task=\"Do a\", agent=\"Role w\", "
                                 "status=\"completed\", output=\"one\"\n"));
  g_assert_cmpint (g_chdir (here), ==, 0);
}

/* The log file is always inside the project folder. */
static void
test_log_confined (void)
{
  g_autofree char *here = g_get_current_dir ();
  g_autoptr (RunTest) inside = NULL;
  g_autoptr (RunTest) refused = NULL;

  g_assert_cmpint (g_chdir (folder), ==, 0);
  inside = run_test_new (METHOD (CREW (AGENT ("w", "'one'"), TASK ("a", "w", ""),
                                       ", 'output_log_file': '/deep/log.txt'"),
                                 ""));
  refused = run_test_new (METHOD (
      CREW (AGENT ("w", "'one'"), TASK ("a", "w", ""), ", 'output_log_file': '../x.txt'"), ""));
  run_test_execute (inside);
  g_assert_no_error (inside->result->error);
  g_assert_true (g_file_test ("deep/log.txt", G_FILE_TEST_EXISTS));
  run_test_execute (refused);
  g_assert_nonnull (strstr (refused->result->error->message, "output_log_file"));
  g_assert_false (g_file_test ("../x.txt", G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_chdir (here), ==, 0);
}

/* Runs a crew with the fields @task of its task and the fields @crew of the crew itself. The
 * crew must fail before its agent is called and must not write @file. */
static void
assert_file_refused (const char *task, const char *crew, const char *file)
{
  g_autofree char *document =
      g_strdup_printf (METHOD (CREW (AGENT ("w", "'one'"), TASK ("a", "w", "%s"), "%s"), ""), task,
                       crew);
  g_autoptr (RunTest) test = run_test_new (document);
  g_autofree char *trace = NULL;

  run_test_execute (test);
  g_assert_nonnull (test->result->error);
  g_test_message ("%s", test->result->error->message);
  trace = trace_crew (test);
  g_assert_null (strstr (trace, "a>"));
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
}

/* Output files and logs must not be files that contain keys or start programs. Output files must
 * not be in the home folder. */
static void
test_file_protected (void)
{
  static const char *const files[] = { ".bashrc",       "/.env",     "./deep/.Env.local",
                                       "a/../.profile", ".ssh/keys", "certs/a.pem",
                                       ".git/hooks/x",  ".vimrc",    ".config/autostart/a.desktop",
                                       "id_rsa",        ".a/visible" };
  g_autofree char *here = g_get_current_dir ();

  g_assert_cmpint (g_chdir (folder), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *task = g_strdup_printf (", 'output_file': '%s'", files[i]);
      g_autofree char *log = g_strdup_printf (", 'output_log_file': '%s.json'", files[i]);

      assert_file_refused (task, "", files[i]);
      if (i != 5)
        assert_file_refused ("", log, files[i]);
    }
  g_assert_cmpint (g_chdir (g_get_home_dir ()), ==, 0);
  assert_file_refused (", 'output_file': 'troupe-none/a.md'", "", "troupe-none");
  assert_file_refused ("", ", 'output_log_file': 'troupe-none/a'", "troupe-none");
  g_assert_cmpint (g_chdir (here), ==, 0);
}

/* A file that cannot be written is known before any model is called. Even the superuser cannot create a
 * file below another file. */
static void
test_file_obstacle (void)
{
  g_autofree char *here = g_get_current_dir ();
  g_autoptr (RunTest) test = NULL;

  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_assert_true (g_file_set_contents ("plain", "", 0, NULL));
  assert_file_refused (", 'output_file': 'plain/a.md'", "", "plain/a.md");
  assert_file_refused (", 'output_file': 'plain/deep/{topic}.md'", ", 'inputs': {'topic': 't'}",
                       "plain/deep/t.md");
  assert_file_refused ("", ", 'output_log_file': 'plain/a.json'", "plain/a.json");
  test = run_test_new (METHOD (
      CREW (AGENT ("w", "'one'"), TASK ("a", "w", ", 'output_file': 'plain/a.md'"), ""), ""));
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE);
  g_assert_nonnull (strstr (test->result->error->message, "plain/a.md” cannot be written: Not a "));
  g_assert_nonnull (strstr (test->result->error->message, "Nothing was run."));
  g_assert_cmpint (g_chdir (here), ==, 0);
}

/* A log must not be a link to a file with keys, because new entries are appended to the existing
 * file. */
static void
test_log_other_name (void)
{
  static const char *const logs[] = { "other.txt", "other.json", "link.json" };
  g_autofree char *here = g_get_current_dir ();

  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_assert_true (g_file_set_contents (".env", "[1]", -1, NULL));
  g_assert_cmpint (link (".env", "other.txt"), ==, 0);
  g_assert_cmpint (link (".env", "other.json"), ==, 0);
  g_assert_cmpint (symlink (".env", "link.json"), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      g_autofree char *document = g_strdup_printf (
          METHOD (CREW (AGENT ("w", "'one'"), TASK ("a", "w", ""), ", 'output_log_file': '%s'"),
                  ""),
          logs[i]);
      g_autoptr (RunTest) test = run_test_new (document);
      g_autofree char *text = NULL;
      g_autofree char *written = NULL;

      run_test_execute (test);
      g_assert_true (g_file_get_contents (".env", &text, NULL, NULL));
      g_assert_cmpstr (text, ==, "[1]");
      if (i < 2)
        g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE);
      else
        {
          /* The link was replaced, and the contents of its target were not copied. */
          g_assert_true (g_file_get_contents (logs[i], &written, NULL, NULL));
          g_assert_false (g_str_has_prefix (written, "[\n    1"));
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    g_unlink (logs[i]);
  g_unlink (".env");
  g_assert_cmpint (g_chdir (here), ==, 0);
}

/* A part of the crew that only Python can create is reported instead of being ignored. */
static void
test_made_by_python (void)
{
  g_autoptr (RunTest) test = permit (run_test_new (METHOD (
      CREW (AGENT ("w", "'one'"), TASK ("a", "w", ""),
            ", 'embedder': {'provider': 'custom', 'config': {'f': {'python': 'crew_hooks.x'}}}"),
      "")));

  run_test_execute (test);
  g_assert_nonnull (strstr (test->result->error->message, "“embedder”"));
}

static void
test_file_without_folder (void)
{
  g_autoptr (RunTest) test = run_test_new (METHOD (
      CREW (AGENT ("w", "'one'"),
            TASK ("a", "w", ", 'output_file': 'nowhere/a.md', 'create_directory': false"), ""),
      ""));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE);
  assert_trace (test, "+ a> a! !");
}

/* --- In a flow and standalone ----------------------------------------------------------------- */

static void
test_each (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'c': {'start': true, 'do': {'call': 'each', 'in': '[1, 2]', 'do': [{'name': 's', "
      "'action': {'call': 'crew', 'with': " CREW (
          "'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}",
          "{'name': 'a', 'description': 'Number {n}', 'expected_output': 'x', 'agent': 'w'}",
          "") ", 'inputs': {'n': '${item}'}}}]}}");
  TroupeValue *second = NULL;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  assert_trace (test, "+ a> a< - + a> a< -");
  second = troupe_value_list_get (test->result->final, 1);
  g_assert_cmpstr (get_text (troupe_value_list_get (get (second, "tasks_output"), 0),
                             "description"),
                   ==, "Number 2");
}

/* The event that a router emits is the crew's output as text. */
static void
test_router (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'c': {'start': true, 'router': true, 'emit': ['go'], 'do': {'call': 'crew', 'with': " CREW (
          AGENT ("w", "'go'"), TASK ("a", "w", ""),
          "") "}}, 'd': {'listen': 'go', 'do': {'call': 'expression', 'expr': '7'}}");

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "7");
}

/* A standalone crew is wrapped in a flow, but the events of this flow are not emitted. */
static void
test_alone (void)
{
  g_autoptr (RunTest) test =
      run_test_new_document (ALONE (CREW (AGENT ("w", "'one'"), TASK ("a", "w", ""), "")));
  g_autoptr (TroupeValue) value = NULL;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_true (troupe_run_get_kind (test->run) == &troupe_run_kind_crew);
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);

      g_assert_cmpint (troupe_event_type_get_info (event->type)->kind, !=, TROUPE_SCOPE_FLOW);
      g_assert_cmpint (troupe_event_type_get_info (event->type)->kind, !=, TROUPE_SCOPE_METHOD);
      if (event->type == TROUPE_EVENT_TASK_STARTED)
        g_assert_cmpstr (troupe_scope_find_path (event->scope), ==, "tasks[0]");
    }
  value = troupe_run_result_to_value (test->result, test->run, NULL, NULL);
  g_assert_true (troupe_value_is (get (value, "state"), TROUPE_VALUE_NULL));
  g_assert_cmpuint (troupe_value_list_get_length (get (value, "outputs")), ==, 0);
}

static void
test_alone_fails (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      ALONE (CREW (AGENT ("w", "'one'"),
                   TASK ("a", "w", "") ", " TASK ("b", "w", ", 'type': 'conditional'"), "")));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT);
  g_assert_cmpstr (test->result->error_path, ==, "tasks[1]");
  g_assert_null (test->result->error_method);
}

/* --- Human input ------------------------------------------------------------------------------ */

static TroupeFeedbackReply
answer_cb (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  char ***answers = user_data;

  g_assert_cmpstr (request->method, ==, "a");
  if (**answers == NULL)
    return TROUPE_FEEDBACK_PAUSES;
  *answer = g_strdup (*(*answers)++);
  return TROUPE_FEEDBACK_ANSWERED;
}

#define ASKS                                                                                       \
  ALONE (CREW (AGENT ("w", "'one', 'two'"), TASK ("a", "w", ", 'human_input': true"), ""))

static void
test_human_input (void)
{
  const char *const texts[] = { "better, please", " ", NULL };
  const char *const *next = texts;
  g_autoptr (RunTest) test = run_test_new_document (ASKS);

  troupe_run_set_feedback_func (test->run, answer_cb, &next, NULL);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_null (*next);
  assert_trace (test, "+ a> a< -");
}

static void
test_paused (void)
{
  const char *const texts[] = { NULL };
  const char *const *next = texts;
  g_autoptr (RunTest) test = run_test_new_document (ASKS);

  troupe_run_set_feedback_func (test->run, answer_cb, &next, NULL);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_PAUSED);
  assert_trace (test, "+ a>");
}

/* --- Cancelling and resuming ------------------------------------------------------------------ */

static TroupeStore *
open_store (const char *name)
{
  g_autofree char *place = g_build_filename (folder, name, NULL);
  TroupeStore *store = troupe_store_open (place, NULL);

  g_assert_nonnull (store);
  return store;
}

static guint
count_calls (RunTest *test)
{
  return run_test_count (test, TROUPE_EVENT_LLM_CALL_STARTED, NULL);
}

/* A failed crew resumes after its last finished task. The folder that was missing exists by
 * then. */
static void
test_resumed (void)
{
  static const char document[] =
      ALONE (CREW (AGENT ("w", "'one'"),
                   TASK ("a", "w", "") ", " TASK ("b", "w",
                                                  ", 'output_file': 'there/b.md', "
                                                  "'create_directory': false"),
                   ""));
  g_autofree char *here = g_get_current_dir ();
  g_autoptr (TroupeStore) store = open_store ("resumed");
  g_autoptr (RunTest) first = NULL;
  g_autoptr (RunTest) second = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdelimit (g_strdup (document), "'", '"');

  g_assert_cmpint (g_chdir (folder), ==, 0);
  first = run_test_new_document (document);
  troupe_run_set_store (first->run, store, path, text);
  run_test_execute (first);
  g_assert_error (first->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE);
  g_assert_cmpuint (count_calls (first), ==, 2);
  g_assert_cmpint (g_mkdir ("there", 0700), ==, 0);
  second = run_test_new_document (document);
  g_clear_object (&second->run);
  second->run =
      troupe_run_new_from_interrupted (store, troupe_run_get_id (first->run), NULL, &error);
  g_assert_no_error (error);
  run_test_execute (second);
  g_assert_no_error (second->result->error);
  g_assert_cmpint (second->result->type, ==, TROUPE_RESULT_OK);
  g_assert_cmpstr (get_text (get_task (second, 0), "raw"), ==, "one");
  g_assert_cmpint (troupe_value_get_integer (
                       get (get (second->result->final, "token_usage"), "successful_requests")),
                   ==, 2);
  g_assert_cmpint (g_chdir (here), ==, 0);
}

static void
test_replay (void)
{
  static const char document[] = ALONE (
      CREW ("'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}",
            "{'name': 'a', 'description': 'First {n}', 'expected_output': 'x', 'agent': 'w'}, "
            "{'name': 'b', 'description': 'Second {n}', 'expected_output': 'x', 'agent': 'w'}",
            ""));
  g_autoptr (TroupeStore) store = open_store ("replayed");
  g_autoptr (TroupeValue) inputs = troupe_value_from_json ("{\"n\": 1}", -1, NULL);
  g_autoptr (TroupeCrew) crew = NULL;
  g_autoptr (RunTest) first = run_test_new_document (document);
  g_autoptr (RunTest) second = run_test_new_document (document);
  g_autoptr (GError) error = NULL;

  crew = troupe_crew_new (
      troupe_flow_get_method (troupe_run_get_flow (first->run), 0)->action->definition, NULL, NULL);
  g_assert_nonnull (crew);
  troupe_run_set_store (first->run, store, path, "{}");
  troupe_run_set_inputs (first->run, inputs);
  run_test_execute (first);
  g_assert_no_error (first->result->error);
  g_assert_true (troupe_store_flush (store, NULL));
  g_assert_false (troupe_run_set_replay (second->run, crew, store, path, "nothing", NULL, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  g_clear_error (&error);
  g_assert_true (troupe_run_set_replay (second->run, crew, store, path, "b", NULL, &error));
  g_assert_no_error (error);
  run_test_execute (second);
  g_assert_no_error (second->result->error);
  assert_trace (second, "+ a= b> b< -");
  g_assert_cmpstr (get_text (get_task (second, 1), "description"), ==, "Second 1");
  g_assert_cmpstr (get_text (get_task (second, 0), "raw"), ==,
                   get_text (get_task (first, 0), "raw"));
}

/* A text of `input_files` is returned by the tool `read_file`, by its name. */
static void
test_input_files (void)
{
  g_autofree char *note = g_build_filename (folder, "note.txt", NULL);
  g_autofree char *here = g_get_current_dir ();
  g_autofree char *text = NULL;
  g_autoptr (RunTest) test = NULL;

  g_assert_true (g_file_set_contents (note, "NOTE-1", -1, NULL));
  g_assert_cmpint (g_chdir (folder), ==, 0);
  test = run_test_new_document (ALONE (
      CREW (AGENT ("w", "'Thought: x\\nAction: read_file\\nAction Input: {\\\"file_name\\\": "
                        "\\\"n\\\"}', 'Thought: y\\nFinal Answer: done'"),
            TASK ("a", "w", ", 'input_files': {'n': {'source': 'note.txt'}}"), "")));
  run_test_execute (test);
  g_assert_cmpint (g_chdir (here), ==, 0);
  g_assert_no_error (test->result->error);
  text = troupe_value_to_json (get (get_task (test, 0), "messages"), TROUPE_JSON_COMPACT);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, "\\\"n\\\" (note.txt)"));
  g_assert_nonnull (strstr (text, "Observation: NOTE-1"));
}

/* A crew can be replayed from a task behind one that was skipped. */
static void
test_replay_skipped (void)
{
  static const char document[] = ALONE (CREW (
      "'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}",
      TASK ("a", "w", "") ", " TASK (
          "b", "w",
          ", 'type': 'conditional', 'condition': {'cel': 'output.raw == `no`'}") ", " TASK ("c",
                                                                                            "w",
                                                                                            ""),
      ""));
  g_autoptr (TroupeStore) store = open_store ("skipped");
  g_autoptr (TroupeCrew) crew = NULL;
  g_autoptr (RunTest) first = run_test_new_document (document);
  g_autoptr (RunTest) second = run_test_new_document (document);
  g_autoptr (GError) error = NULL;

  crew = troupe_crew_new (
      troupe_flow_get_method (troupe_run_get_flow (first->run), 0)->action->definition, NULL, NULL);
  g_assert_nonnull (crew);
  troupe_run_set_store (first->run, store, path, "{}");
  run_test_execute (first);
  g_assert_no_error (first->result->error);
  assert_trace (first, "+ a> a< c> c< -");
  g_assert_true (troupe_store_flush (store, NULL));
  g_assert_true (troupe_run_set_replay (second->run, crew, store, path, "c", NULL, &error));
  g_assert_no_error (error);
  run_test_execute (second);
  g_assert_no_error (second->result->error);
  assert_trace (second, "+ a= c> c< -");
  g_assert_cmpstr (get_text (get_task (second, 0), "raw"), ==,
                   get_text (get_task (first, 0), "raw"));
  g_assert_cmpstr (get_text (get_task (second, 1), "raw"), ==, "");
}

/* A Responses API client is created when its agent is loaded. */
static void
test_key_at_load (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      ALONE (CREW ("'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': {'model': "
                   "'groq/x', 'api': 'responses'}}",
                   TASK ("a", "w", ""), "")));

  g_unsetenv ("GROQ_API_KEY");
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_LOAD_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT);
  g_assert_cmpstr (test->result->error_path, ==, "agents.w");
  assert_trace (test, "");
}

static void
cancel_cb (TroupeEvent *event, gpointer user_data)
{
  if (event->type == TROUPE_EVENT_LLM_CALL_STARTED)
    troupe_run_cancel (user_data);
}

static void
test_cancelled (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      ALONE (CREW ("'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': {'model': "
                   "'mock/slow', 'delay': 30}}",
                   TASK ("a", "w", ", 'async_execution': true") ", " TASK ("b", "w", ""), "")));

  troupe_event_bus_add_sink (troupe_run_get_bus (test->run), cancel_cb, test->run, NULL);
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  assert_trace (test, "+ a> ax x");
}

/* --- Permissions ------------------------------------------------------------------------------ */

static void
test_permissions (void)
{
  g_autoptr (RunTest) test = run_test_new_document (ALONE (
      CREW ("'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'openai/gpt-4o'}",
            TASK ("a", "w",
                  ", 'output_file': 'out/a.md', 'guardrail': {'python': 'crew_hooks.wants_two'}"),
            ", 'planning': true, 'planning_llm': 'anthropic/claude-sonnet-4-6', "
            "'output_log_file': true")));
  g_autoptr (TroupeValue) permission_report = troupe_permissions_report_run (test->run);
  g_autofree char *shown = troupe_value_to_json (permission_report, TROUPE_JSON_COMPACT);

  g_assert_nonnull (strstr (shown, "gpt-4o"));
  g_assert_nonnull (strstr (shown, "claude-sonnet-4-6"));
  g_assert_nonnull (strstr (shown, "api.anthropic.com"));
  g_assert_nonnull (strstr (shown, "/out/a.md\""));
  g_assert_nonnull (strstr (shown, "crew_hooks:wants_two"));
  g_assert_cmpint (troupe_permissions_get_python (permission_report) & TROUPE_PYTHON_PERMIT_CODE,
                   ==, TROUPE_PYTHON_PERMIT_CODE);
}

static const char hooks[] =
    "import os\n"
    "def wants_two(output):\n"
    "  return (output.raw == 'two', 'TWO' if output.raw == 'two' else 'no')\n"
    "def before(inputs):\n  return {**inputs, 'topic': 'bees'}\n"
    "def after(output):\n  output.raw += ' after'\n  return output\n"
    "def step(step):\n"
    "  with open(os.path.join(os.path.dirname(__file__), 'steps.txt'), 'a') as file:\n"
    "    file.write(f'{type(step).__name__} {step.result}\\n')\n"
    "def seen(output):\n"
    "  with open(os.path.join(os.path.dirname(__file__), 'seen.txt'), 'a') as file:\n"
    "    file.write(output.raw + '\\n')\n";

int
main (int argc, char **argv)
{
  g_autofree char *module = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("troupe-crew-XXXXXX", NULL);
  path = g_build_filename (folder, "crew.jsonc", NULL);
  module = g_build_filename (folder, "crew_hooks.py", NULL);
  g_assert_true (g_file_set_contents (module, hooks, -1, NULL));
#define ADD(name, func) g_test_add_func ("/run/crew/" name, func)
  ADD ("sequence", test_sequence);
  ADD ("key-at-load", test_key_at_load);
  ADD ("async", test_async);
  ADD ("async-behind-failed", test_async_behind_failed);
  ADD ("conditions", test_conditions);
  ADD ("condition-missing", test_condition_missing);
  ADD ("guardrails", test_guardrails);
  ADD ("guardrail-exhausted", test_guardrail_exhausted);
  ADD ("guardrail-managed", test_guardrail_managed);
  ADD ("input-files", test_input_files);
  ADD ("judged-first", test_judged_first);
  ADD ("hooks", test_hooks);
  ADD ("steps", test_steps);
  ADD ("other-form", test_other_form);
  ADD ("permission", test_permission);
  ADD ("files", test_files);
  ADD ("log-confined", test_log_confined);
  ADD ("made-by-python", test_made_by_python);
  ADD ("file-without-folder", test_file_without_folder);
  ADD ("file-protected", test_file_protected);
  ADD ("file-obstacle", test_file_obstacle);
  ADD ("log-other-name", test_log_other_name);
  ADD ("each", test_each);
  ADD ("router", test_router);
  ADD ("alone", test_alone);
  ADD ("alone-fails", test_alone_fails);
  ADD ("human-input", test_human_input);
  ADD ("paused", test_paused);
  ADD ("resumed", test_resumed);
  ADD ("replay", test_replay);
  ADD ("replay-skipped", test_replay_skipped);
  ADD ("cancelled", test_cancelled);
  ADD ("rights", test_permissions);
  status = g_test_run ();
  remove_all (folder);
  g_free (folder);
  g_free (path);
  return status;
}
