/* test-run-agent-tools.c: agents of a flow that call Python tools
 *
 * Uses the replacement for CrewAI in tests/tool, and a scripted model.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "../test-remove.h"
#include "run-test.h"
#include "troupe-permissions.h"

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
                             "class Killer(BaseTool):\n"
                             "  name = 'killer'\n"
                             "  def _run(self, n: int) -> str:\n"
                             "    import os, signal\n"
                             "    folder = os.path.dirname(os.path.abspath(__file__))\n"
                             "    with open(folder + '/calls', 'a') as calls:\n"
                             "      calls.write(str(n))\n"
                             "    if n == 2 and not os.path.exists(folder + '/killed'):\n"
                             "      open(folder + '/killed', 'w').close()\n"
                             "      os.kill(int(open(folder + '/pid').read()), signal.SIGKILL)\n"
                             "    return 'called'\n"
                             "class Way:\n  pass\n";

static const char look[] = "from crewai.tools import BaseTool\n"
                           "from flow_tools import Adder\n"
                           "class Zero(BaseTool):\n  name = 'zero'\n"
                           "class LookB(BaseTool):\n"
                           "  name = 'Look B'\n"
                           "  def _run(self, city: str) -> str:\n    return 'in ' + city\n";

static char *folder;
static char *path;

/* @answers: the model's answers: JSON strings with ' for " */
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

/* Returns the content of a message in the flow's result. @back: position from the end */
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
  /* The agent has one tool object, which counts its calls. */
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

/* Each agent has its own tool objects, one for each entry in its list of tools. */
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

/* A custom tool is the first tool class that is defined in the project's file itself. Imported
 * classes are ignored. */
static void
test_custom (void)
{
  g_autoptr (RunTest) test = permitted (run_test_new ("'a': {'start': true, " AGENT (
      "'custom:look'", ACT ("look_b", "city: Ulm") ", 'Final Answer: there'") "}"));
  g_autoptr (RunTest) missing = permitted (
      run_test_new ("'a': {'start': true, " AGENT ("'custom:nowhere'", "'Final Answer: x'") "}"));

  run_test_execute (test);
  g_assert_cmpstr (get_raw (test), ==, "there");
  g_assert_true (g_str_has_suffix (get_said (test, 1), "\nObservation: in Ulm"));
  run_test_execute (missing);
  g_assert_error (missing->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);
}

/* Without consent, neither the model nor Python is started. */
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
  g_assert_nonnull (strstr (get_said (raises, 1), "The tool raising failed: boom"));
  run_test_execute (once);
  g_assert_cmpstr (get_raw (once), ==, "so");
  g_assert_nonnull (strstr (get_said (once, 1), "has reached its usage limit of 1 times"));
  run_test_execute (stuck);
  g_assert_error (stuck->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_TOOL);
}

/* A class that is not a tool is reported with its path before anything runs. */
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

#define FOLDER_VARIABLE "TROUPE_TEST_AGENT_FOLDER"
#define RUN_ID "6a4ab3f2-1111-4222-8333-944455556666"
#define KILLED                                                                                     \
  "'a': {'start': true, 'do': {'call': 'expression', 'expr': '41'}},"                              \
  "'b': {'listen': 'a', " AGENT (                                                                  \
      "'flow_tools:Killer'",                                                                       \
      ACT ("killer", "n: 1") ", " ACT ("killer", "n: 2") ", "                                      \
                                                         "'Final Answer: done'") "}"

/* Runs in a subprocess that the tool kills in the second round of the first attempt. */
static void
test_killed_subprocess (void)
{
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (RunTest) test = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *document = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *file = NULL;
  g_autofree char *pid = NULL;

  if (g_getenv (FOLDER_VARIABLE) == NULL)
    return;
  file = g_build_filename (g_getenv (FOLDER_VARIABLE), "pid", NULL);
  pid = g_strdup_printf ("%d", (int) getpid ());
  g_assert_true (g_file_set_contents (file, pid, -1, NULL));
  document = g_strdelimit (g_strdup ("{'name': 'Test', 'methods': {" KILLED "}}"), "'", '"');
  kept = g_build_filename (g_getenv (FOLDER_VARIABLE), "flow.json", NULL);
  store = troupe_store_open (g_getenv (FOLDER_VARIABLE), &error);
  g_assert_no_error (error);
  test = run_test_new_text (document);
  troupe_run_set_id (test->run, RUN_ID);
  troupe_run_set_store (test->run, store, kept, document);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_TOOL, TROUPE_PYTHON_SANDBOX_NONE);
  run_test_execute (test);
  g_assert_not_reached ();
}

static void
take_start_cb (TroupeEvent *event, gpointer user_data)
{
  if (event->type == TROUPE_EVENT_METHOD_STARTED)
    g_string_append (user_data, troupe_event_get_method (event));
}

/* After a crash the agent runs again, but the method before it does not. */
static void
test_killed (void)
{
  g_autofree char *calls = g_build_filename (folder, "calls", NULL);
  g_autofree char *killed = g_build_filename (folder, "killed", NULL);
  g_autofree char *said = NULL;
  g_autoptr (GString) starts = g_string_new (NULL);
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (GError) error = NULL;
  TroupeRunResult *result = NULL;

  g_setenv (FOLDER_VARIABLE, folder, TRUE);
  g_test_trap_subprocess ("/run/agent-tools/killed/subprocess", 0, 0);
  g_test_trap_assert_failed ();
  g_assert_true (g_file_test (killed, G_FILE_TEST_EXISTS));

  store = troupe_store_open (folder, &error);
  g_assert_no_error (error);
  run = troupe_run_new_from_interrupted (store, RUN_ID, NULL, &error);
  g_assert_no_error (error);
  troupe_event_bus_add_sink (troupe_run_get_bus (run), take_start_cb, starts, NULL);
  troupe_run_set_python (run, TROUPE_PYTHON_PERMIT_TOOL, TROUPE_PYTHON_SANDBOX_NONE);
  result = troupe_run_execute (run);
  g_assert_no_error (result->error);
  troupe_run_result_free (result);
  g_assert_cmpstr (starts->str, ==, "b");
  g_assert_true (g_file_get_contents (calls, &said, NULL, NULL));
  /* The result of the first call was saved, and the interrupted call is repeated. The mock's
   * script restarts in this process and continues after the first answer. */
  g_assert_cmpstr (said, ==, "12212");
}

/* Built-in tools and Python tools can be combined. Built-in tools need no helper process and no
 * permission for Python. */
static void
test_native (void)
{
  g_autoptr (RunTest) mixed = permitted (run_test_new ("'a': {'start': true, " AGENT (
      "'calculator', " ADDER, ACT ("calculator", "expression: \\\"6 * 7\\\"") ", " ACT (
                                  "number_adder", "a: 2") ", 'Final Answer: done'") "}"));
  g_autoptr (RunTest) alone = run_test_new ("'a': {'start': true, " AGENT (
      "'calculator'",
      ACT ("calculator", "expression: \\\"6 * 7\\\"") ", 'Final Answer: done'") "}");

  run_test_execute (mixed);
  g_assert_cmpstr (get_raw (mixed), ==, "done");
  g_assert_true (g_str_has_suffix (get_said (mixed, 3), "\nObservation: 42"));
  g_assert_true (g_str_has_suffix (get_said (mixed, 1), "\nObservation: 103"));
  run_test_execute (alone);
  g_assert_cmpstr (get_raw (alone), ==, "done");
  g_assert_true (g_str_has_suffix (get_said (alone, 1), "\nObservation: 42"));
}

/* File tools access the folder that the user has permitted. This is the folder of the document,
 * regardless of where the program was started. */
static void
test_folder (void)
{
  g_autoptr (RunTest) test = run_test_new ("'a': {'start': true, " AGENT (
      "'FileReadTool'",
      ACT ("read_a_file_s_content", "file_path: \\\"note.txt\\\"") ", "
                                                                   "'Final Answer: done'") "}");
  g_autofree char *note = g_build_filename (folder, "note.txt", NULL);
  g_autofree char *here = g_get_current_dir ();
  g_autoptr (TroupeValue) permission_report = NULL;
  TroupeValue *folders;

  g_assert_cmpstr (here, !=, folder);
  g_assert_true (g_file_set_contents (note, "beside the document", -1, NULL));
  troupe_run_set_store (test->run, NULL, path, NULL);
  permission_report = troupe_permissions_report_run (test->run);
  folders = troupe_value_map_lookup_string (permission_report, "folders", -1);
  g_assert_cmpuint (troupe_value_list_get_length (folders), ==, 1);
  g_assert_cmpstr (troupe_value_get_string (troupe_value_list_get (folders, 0), NULL), ==, folder);
  run_test_execute (test);
  g_assert_true (g_str_has_suffix (get_said (test, 1), "\nObservation: beside the document"));
}

int
main (int argc, char **argv)
{
  g_autofree char *stand_in = NULL;
  g_autofree char *file = NULL;
  g_autofree char *tools = NULL;
  g_autofree char *look_file = NULL;
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  stand_in = g_test_build_filename (G_TEST_DIST, "tool", "stand-in", NULL);
  g_setenv ("PYTHONPATH", stand_in, TRUE);
  folder = g_dir_make_tmp ("troupe-run-agent-XXXXXX", NULL);
  path = g_build_filename (folder, "flow.json", NULL);
  file = g_build_filename (folder, "flow_tools.py", NULL);
  g_assert_true (g_file_set_contents (file, module, -1, NULL));
  tools = g_build_filename (folder, "tools", NULL);
  look_file = g_build_filename (tools, "look.py", NULL);
  g_assert_cmpint (g_mkdir (tools, 0700), ==, 0);
  g_assert_true (g_file_set_contents (look_file, look, -1, NULL));
  g_test_add_func ("/run/agent-tools/call", test_call);
  g_test_add_func ("/run/agent-tools/custom", test_custom);
  g_test_add_func ("/run/agent-tools/objects", test_objects);
  g_test_add_func ("/run/agent-tools/native", test_native);
  g_test_add_func ("/run/agent-tools/folder", test_folder);
  g_test_add_func ("/run/agent-tools/consent", test_consent);
  g_test_add_func ("/run/agent-tools/failures", test_failures);
  g_test_add_func ("/run/agent-tools/build", test_build);
  g_test_add_func ("/run/agent-tools/killed", test_killed);
  g_test_add_func ("/run/agent-tools/killed/subprocess", test_killed_subprocess);
  status = g_test_run ();
  remove_all (folder);
  g_free (path);
  g_free (folder);
  return status;
}
