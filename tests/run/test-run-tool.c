/* test-run-tool.c: tool actions in a run
 *
 * Uses the replacement for CrewAI in tests/tool.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-time.h"
#include "run-test.h"

static const char module[] =
    "import enum, time\n"
    "from crewai.tools import BaseTool\n"
    "from crewai.tools.tool_failure import ToolFailure\n"
    "kept = []\n"
    "def keep(flow, *rest):\n  kept.append(flow)\n  return {'n': 1}\n"
    "def look(flow, *rest):\n  return flow.state['seen']\n"
    "class Adder(BaseTool):\n"
    "  name = 'adder'\n  made = 0\n"
    "  def _run(self, a: int, b: int = 1) -> int:\n"
    "    self.made += 1\n    return a + b + 100 * self.made\n"
    "class Setter(BaseTool):\n"
    "  name = 'setter'\n"
    "  def _run(self) -> str:\n"
    "    kept[0].state['seen'] = 'by a tool'\n    return 'set'\n"
    "class Raising(BaseTool):\n"
    "  name = 'raising'\n"
    "  def _run(self) -> str:\n"
    "    kept[0].state['seen'] = 'before the error'\n    raise ValueError('boom')\n"
    "class Failing(BaseTool):\n"
    "  name = 'failing'\n"
    "  def _run(self) -> str:\n    return ToolFailure('no such channel')\n"
    "class Way(enum.Enum):\n  LEFT = 'left'\n"
    "class Routing(BaseTool):\n"
    "  name = 'routing'\n"
    "  def _run(self) -> str:\n    return Way.LEFT\n"
    "class Huge(BaseTool):\n"
    "  name = 'huge'\n"
    "  def _run(self) -> str:\n    return 'x' * (17 * 1024 * 1024)\n"
    "class Sleeping(BaseTool):\n"
    "  name = 'sleeping'\n"
    "  def _run(self, s: float = 600.0) -> float:\n    time.sleep(s)\n    return s\n";

static char *folder;
static char *path;

#define TOOL(name) "'do': {'call': 'tool', 'ref': 'flow_tools:" name "'"

static RunTest *
permitted (RunTest *test)
{
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL,
                         TROUPE_PYTHON_SANDBOX_NONE);
  return test;
}

/* Each action has its own tool object, even if it is a step of an each. */
static void
test_value (void)
{
  g_autoptr (RunTest) test = permitted (run_test_new ("'a': {'start': true, " TOOL (
      "Adder") ", 'with': {'a': 1}}},"
               "'b': {'listen': 'a', " TOOL (
                   "Adder") ", 'with': {'a': '${outputs.a}', 'b': 0}}},"
                            "'c': {'listen': 'b', 'do': {'call': 'each', 'in': '[1, 2]', 'do': "
                            "[{'name': 's', 'action': "
                            "{'call': 'tool', 'ref': 'flow_tools:Adder', 'with': {'a': "
                            "'${item}'}}}]}}"));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "a> a< b> b< c> c<");
  run_test_assert_value (test->result->final, "[102,203]");
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 1).value, "202");
}

/* Changes that a tool makes to the state are visible afterwards, like changes that are made by
 * code. */
static void
test_effects (void)
{
  g_autoptr (RunTest) test = permitted (run_test_new (
      "'a': {'start': true, 'do': {'call': 'code', 'ref': 'flow_tools:keep'}},"
      "'b': {'listen': 'a', " TOOL (
          "Setter") "}},"
                    "'c': {'listen': 'b', 'do': {'call': 'expression', 'expr': 'state.seen'}}"));
  g_autoptr (RunTest) failed = permitted (
      run_test_new ("'a': {'start': true, 'do': {'call': 'code', 'ref': 'flow_tools:keep'}},"
                    "'b': {'listen': 'a', " TOOL ("Raising") "}}"));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "'by a tool'");
  run_test_execute (failed);
  g_assert_error (failed->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_TOOL);
  run_test_assert_value (troupe_value_map_lookup_string (failed->result->state, "seen", -1),
                         "'before the error'");
}

static gboolean
has_log (RunTest *test, const char *text)
{
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_LOG &&
          strstr (troupe_value_get_string (troupe_event_get_field (event, "message"), NULL),
                  text) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
test_errors (void)
{
  static const struct
  {
    const char *action;
    TroupeRunError code;
    const char *message;
    const char *log;
  } cases[] = {
    { TOOL ("Failing"), TROUPE_RUN_ERROR_TOOL,
      "ToolExecutionFailedError: Tool 'failing' failed: no such channel", "no such channel" },
    { TOOL ("Adder") ", 'with': {'a': 'x'}", TROUPE_RUN_ERROR_TOOL,
      "ValueError: Tool 'adder' arguments validation failed: a: Input should be a valid integer",
      "arguments validation failed" },
    { TOOL ("Adder"), TROUPE_RUN_ERROR_TOOL, "a: Field required", "Field required" },
    { TOOL ("Huge"), TROUPE_RUN_ERROR_LIMIT, "17825", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *methods = g_strdup_printf ("'a': {'start': true, %s}}", cases[i].action);
      g_autoptr (RunTest) test = permitted (run_test_new (methods));

      run_test_execute (test);
      g_test_message ("%s", test->result->error->message);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, (int) cases[i].code);
      g_assert_nonnull (strstr (test->result->error->message, cases[i].message));
      g_assert_cmpstr (test->result->error_path, ==, "methods.a.do");
      g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
      if (cases[i].log != NULL)
        g_assert_true (has_log (test, cases[i].log));
    }
}

/* A class that is not a tool is detected before anything runs. */
static void
test_build (void)
{
  g_autoptr (RunTest) test =
      permitted (run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                               "'b': {'listen': 'a', " TOOL ("Way") "}}"));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);
  g_assert_nonnull (strstr (test->result->error->message, "expected a subclass"));
  g_assert_cmpuint (test->events->len, ==, 0);
}

/* The router's event is the value of the enum member that the tool returns. The output of the
 * router does not contain this value. */
static void
test_router (void)
{
  g_autoptr (RunTest) test = permitted (run_test_new ("'a': {'start': true, 'router': true, " TOOL (
      "Routing") "}},"
                 "'b': {'listen': 'left', 'do': {'call': 'expression', 'expr': '1'}}"));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "a> a< b> b<");
}

/* A sleeping member of a race is cancelled when the other member has won. */
static void
test_race (void)
{
  g_autoptr (RunTest) test = permitted (
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'a': {'listen': 's', " TOOL (
                        "Sleeping") ", 'with': {'s': 600.0}}},"
                                    "'b': {'listen': 's', " TOOL (
                                        "Sleeping") ", 'with': {'s': 0.5}}},"
                                                    "'c': {'listen': {'or': ['a', 'b']}, 'do': "
                                                    "{'call': 'expression', 'expr': "
                                                    "'outputs.b'}}"));
  gint64 since = g_get_monotonic_time ();

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "0.5");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_CANCELLED, "a"), ==, 1);
  g_assert_cmpint (g_get_monotonic_time () - since, <, TEST_WAIT_US);
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
  folder = g_dir_make_tmp ("troupe-run-tool-XXXXXX", NULL);
  path = g_build_filename (folder, "flow.json", NULL);
  file = g_build_filename (folder, "flow_tools.py", NULL);
  g_assert_true (g_file_set_contents (file, module, -1, NULL));
  g_test_add_func ("/run/tool/value", test_value);
  g_test_add_func ("/run/tool/effects", test_effects);
  g_test_add_func ("/run/tool/errors", test_errors);
  g_test_add_func ("/run/tool/build", test_build);
  g_test_add_func ("/run/tool/router", test_router);
  g_test_add_func ("/run/tool/race", test_race);
  status = g_test_run ();
  g_unlink (file);
  g_rmdir (folder);
  g_free (path);
  g_free (folder);
  return status;
}
