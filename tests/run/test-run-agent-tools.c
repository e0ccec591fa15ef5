/* test-run-agent-tools.c: agents of a flow that call tools of Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With the stand-in for CrewAI of tests/tool, and a model that follows a script.
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "run-test.h"

static const char module[] = "from crewai.tools import BaseTool\n"
                             "class Adder(BaseTool):\n"
                             "  name = 'Number Adder'\n  description = 'Adds.'\n  made = 0\n"
                             "  def _run(self, a: int, b: int = 1) -> int:\n"
                             "    self.made += 1\n    print('adding')\n"
                             "    return a + b + 100 * self.made\n"
                             "class Raising(BaseTool):\n"
                             "  name = 'raising'\n"
                             "  def _run(self) -> str:\n    raise ValueError('boom')\n"
                             "class Once(BaseTool):\n"
                             "  name = 'once'\n  max_usage_count = 1\n"
                             "  def _run(self) -> str:\n    return 'did'\n"
                             "class Way:\n  pass\n";

static char *folder;
static char *path;

/* @answers: what the model says, texts of JSON with ' for " and blanks between calls */
#define AGENT(tools, answers)                                                                      \
  "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'x', "    \
  "'tools': [" tools "], 'llm': {'model': 'mock/script', 'answers': [" answers "]}}}"
#define ACT(tool, input) "'Action: " tool "\\nAction Input: {" input "}'"
#define ADDER "'flow_tools:Adder'"

static RunTest *
permitted (RunTest *test)
{
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_TOOL, TROUPE_PYTHON_SANDBOX_NONE);
  return test;
}

static const char *
get_raw (RunTest *test)
{
  g_assert_no_error (test->result->error);
  return troupe_value_get_string (troupe_value_map_lookup_string (test->result->final, "raw", -1),
                                  NULL);
}

/* The content of the last message but @back of the flow's result. */
static const char *
get_said (RunTest *test, gsize back)
{
  TroupeValue *messages = NULL;
  TroupeValue *message = NULL;

  g_assert_no_error (test->result->error);
  messages = troupe_value_map_lookup_string (test->result->final, "messages", -1);
  message = troupe_value_list_get (messages, troupe_value_list_get_length (messages) - 1 - back);
  return troupe_value_get_string (troupe_value_map_lookup_string (message, "content", -1), NULL);
}

static void
test_call (void)
{
  g_autoptr (RunTest) test = permitted (run_test_new ("'a': {'start': true, " AGENT (
      ADDER, ACT ("number_adder", "a: 2") ", " ACT (
                 "number_adder", "a: 3, b: 4, c: 5") ", "
                                                     "'Final Answer: done'") "}"));
  TroupeScope *around = NULL;
  guint n_tools = 0;

  run_test_execute (test);
  g_assert_cmpstr (get_raw (test), ==, "done");
  /* One object for the agent: it counts its calls. */
  g_assert_true (g_str_has_suffix (get_said (test, 3), "\nObservation: 103"));
  g_assert_true (g_str_has_suffix (get_said (test, 1), "\nObservation: 207"));
  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_AGENT_STARTED)
        around = event->scope;
      if (event->type != TROUPE_EVENT_TOOL_FINISHED)
        continue;
      g_assert_true (event->scope->parent == around);
      n_tools++;
    }
  g_assert_cmpuint (n_tools, ==, 2);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LOG, NULL), >=, 1);
}

/* Each agent, and each of its places, has an object of its own. */
static void
test_objects (void)
{
  g_autoptr (RunTest) test = permitted (run_test_new ("'a': {'start': true, " AGENT (
      ADDER,
      ACT (
          "number_adder",
          "a: 2") ", 'Final Answer: one'") "}, 'b': {'listen': 'a', " AGENT (ADDER ", " ADDER,
                                                                             ACT (
                                                                                 "number_adder_2",
                                                                                 "a: 5") ", 'Final "
                                                                                         "Answer: "
                                                                                         "two'") "}"));

  run_test_execute (test);
  g_assert_cmpstr (get_raw (test), ==, "two");
  g_assert_true (g_str_has_suffix (get_said (test, 1), "\nObservation: 106"));
}

/* Before anybody agreed nothing is started, neither the model nor Python. */
static void
test_consent (void)
{
  g_autoptr (RunTest) test = run_test_new ("'a': {'start': true, " AGENT (
      ADDER, ACT ("number_adder", "a: 2") ", 'Final Answer: x'") "}");

  troupe_run_set_store (test->run, NULL, path, NULL);
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
  g_assert_cmpstr (test->result->error_path, ==, "methods.a.do");
  g_assert_cmpuint (test->events->len, ==, 0);
}

static void
test_failures (void)
{
  g_autoptr (RunTest) raises = permitted (run_test_new ("'a': {'start': true, " AGENT (
      "'flow_tools:Raising'", ACT ("raising", "") ", 'Final Answer: so'") "}"));
  g_autoptr (RunTest) once = permitted (run_test_new ("'a': {'start': true, " AGENT (
      "'flow_tools:Once'", ACT ("once", "") ", " ACT ("once", "x: 1") ", 'Final Answer: so'") "}"));
  g_autoptr (RunTest) stuck = permitted (
      run_test_new ("'a': {'start': true, " AGENT ("'flow_tools:Once'", ACT ("once", "")) "}"));

  run_test_execute (raises);
  g_assert_cmpstr (get_raw (raises), ==, "so");
  g_assert_nonnull (strstr (get_said (raises, 1), "ValueError: boom"));
  run_test_execute (once);
  g_assert_cmpstr (get_raw (once), ==, "so");
  g_assert_nonnull (strstr (get_said (once, 1), "has reached its usage limit of 1 times"));
  run_test_execute (stuck);
  g_assert_error (stuck->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_TOOL);
}

/* A class that is none is found before anything runs, with its place. */
static void
test_build (void)
{
  g_autoptr (RunTest) test = permitted (
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'b': {'listen': 'a', " AGENT (ADDER ", 'flow_tools:Way'", "'x'") "}"));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);
  g_assert_nonnull (strstr (test->result->error->message, "expected a subclass"));
  g_assert_cmpstr (test->result->error_path, ==, "methods.b.do.with.tools[1]");
  g_assert_cmpuint (test->events->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *stand_in = NULL;
  g_autofree char *file = NULL;
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  stand_in = g_test_build_filename (G_TEST_DIST, "tool", "stand-in", NULL);
  g_setenv ("PYTHONPATH", stand_in, TRUE);
  folder = g_dir_make_tmp ("troupe-run-agent-XXXXXX", NULL);
  path = g_build_filename (folder, "flow.json", NULL);
  file = g_build_filename (folder, "flow_tools.py", NULL);
  g_assert_true (g_file_set_contents (file, module, -1, NULL));
  g_test_add_func ("/run/agent-tools/call", test_call);
  g_test_add_func ("/run/agent-tools/objects", test_objects);
  g_test_add_func ("/run/agent-tools/consent", test_consent);
  g_test_add_func ("/run/agent-tools/failures", test_failures);
  g_test_add_func ("/run/agent-tools/build", test_build);
  status = g_test_run ();
  g_unlink (file);
  g_rmdir (folder);
  g_free (path);
  g_free (folder);
  return status;
}
