/* test-run-python.c: Python scripts, functions and tools in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "../test-time.h"
#include "run-test.h"
#include "troupe-flow-document.h"

#define ALL (TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL)
#define SCRIPT "'do': {'call': 'script', 'code': '"
#define EXPRESSION "'do': {'call': 'expression', 'expr': '"
#define END "'}"
#define DOCUMENT "{'name': 'Test', 'state': {'type': 'dict', 'default': {"
#define METHODS "}}, 'methods': {"

/* A temporary folder for one test, in which code can leave files. */
typedef struct
{
  char *folder;
} Place;

static void
place_init (Place *self)
{
  self->folder = g_dir_make_tmp ("troupe-run-python-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_remove (path);
    }
  g_rmdir (folder);
}

static void
place_clear (Place *self)
{
  if (self->folder != NULL)
    remove_folder (self->folder);
  g_clear_pointer (&self->folder, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static char *
place_read (const Place *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

static void
place_write (const Place *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Sets the document's path to the folder, so that code runs there. */
static void
place_hold (const Place *self, RunTest *test)
{
  g_autofree char *path = g_build_filename (self->folder, "flow.json", NULL);

  troupe_run_set_store (test->run, NULL, path, NULL);
}

static RunTest *
permitted (RunTest *test)
{
  troupe_run_set_python (test->run, ALL, TROUPE_PYTHON_SANDBOX_NONE);
  return test;
}

/* Returns TRUE if python3 is installed, otherwise skips the test. */
static gboolean
has_python (void)
{
  g_autofree char *program = g_find_program_in_path ("python3");

  if (program == NULL)
    g_test_skip ("there is no program python3");
  return program != NULL;
}

typedef gboolean (*Condition) (gpointer data);

/* Runs the main context until the condition is met. Fails after a minute. */
static void
wait_until (Condition condition, gpointer data)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  while (!condition (data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
      g_thread_yield ();
    }
}

/* --- State and outputs in code ---------------------------------------------------------------- */

static void
test_live (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new_document (
      DOCUMENT
      "'log': []" METHODS "'a': {'start': true, " EXPRESSION "{`x`: [1]}" END "},"
      "'b': {'listen': 'a', " SCRIPT
      "outputs[`a`][`x`].append(2)\\nstate[`log`].append(input)\\nreturn input is outputs[`a`]" END
      "},"
      "'c': {'listen': 'b', " EXPRESSION "[outputs.a.x, state.log[0].x, outputs.b]" END "},"
      "'d': {'listen': 'c', " SCRIPT "state[`log`][0][`x`].append(3)\\nreturn {1, 1}" END "},"
      "'e': {'listen': 'd', " SCRIPT "return [type(input).__name__, outputs[`a`][`x`]]" END "}}}"));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "a> a< b> b< c> c< d> d< e> e<");
  g_assert_cmpuint (test->result->outputs->len, ==, 5);
  /* All methods get the same object that a returned. */
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 0).value,
                         "{'x':[1,2,3]}");
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 2).value,
                         "[[1,2],[1,2],true]");
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 3).value, "[1]");
  run_test_assert_value (test->result->final, "['set',[1,2,3]]");
}

static void
test_schema_state (void)
{
  g_autoptr (RunTest) test = NULL;
  g_autoptr (TroupeValue) bare = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new_document (
      "{'name': 'Test', 'state': {'type': 'json_schema', 'json_schema': {'type': 'object', "
      "'properties': {'n': {'type': 'integer', 'default': 1}, 'o': {'type': 'object', "
      "'properties': {'k': {'type': 'string'}}, 'default': {'k': 'v'}}}}, "
      "'default': {'o': {'k': 'w'}}}, 'methods': {'a': "
      "{'start': true, " SCRIPT "state.n = `free`\\nstate.o.k = 2\\nreturn state.o.k" END "},"
      "'b': {'listen': 'a', " EXPRESSION "[state.n, state.o.k]" END "},"
      "'c': {'listen': 'b', " SCRIPT "state.other = 1" END "}}}"));
  troupe_run_set_inputs (test->run, NULL);
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT);
  g_assert_nonnull (strstr (test->result->error->message, "ValueError: \"StateWithId\" object"));
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 1).value,
                         "['free',2]");
  bare = troupe_value_map_without (test->result->state, "id");
  run_test_assert_value (bare, "{'n':'free','o':{'k':2}}");
}

/* Methods that are ready at the same time run one after the other, like fast methods in CrewAI.
 * Each method sees the state of the previous method, but not its output. */
static void
test_order (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new_document (
      DOCUMENT "'n': 0" METHODS "'s': {'start': true, " EXPRESSION "1" END "},"
               "'a': {'listen': 's', " SCRIPT "state[`n`] += 1\\nreturn state[`n`]" END "},"
               "'b': {'listen': 's', " EXPRESSION "[state.n, size(outputs)]" END "},"
               "'c': {'listen': 's', " SCRIPT
               "state[`n`] += 1\\nreturn [state[`n`], len(outputs)]" END "},"
               "'d': {'listen': 'a', " EXPRESSION "outputs.b" END "}}}"));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "s> s< a> b> c> a< d> b< c< d<");
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 2).value, "[1,1]");
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 3).value, "[2,1]");
}

static void
test_each (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new_document (
      DOCUMENT "'t': 0" METHODS "'s': {'start': true, " EXPRESSION "`method`" END "},"
               "'e': {'listen': 's', 'do': {'call': 'each', 'in': '[{`k`: 1}, {`k`: 2}]', 'do': ["
               "{'name': 's', 'action': {'call': 'script', 'code': 'item[`k`] *= 10\\n"
               "state[`t`] += item[`k`]\\nreturn [outputs[`s`], input]'}},"
               "{'name': 'ask', 'action': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
               "'backstory': 'b', 'llm': 'mock/say:yes', 'input': 'number ${item.k}'}}},"
               "{'name': 'u', 'if': 'item.k > 10', 'action': {'call': 'script', 'code': "
               "'outputs[`s`].append(item[`k`])\\nreturn outputs[`ask`].raw'}},"
               "{'name': 'v', 'action': {'call': 'expression', 'expr': "
               "'[item.k, outputs.s, state.t]'}}]}}}}"));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final,
                         "[[10,['method',null],10],[20,['method',null,20],30]]");
}

static void
test_router (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new (
      "'a': {'start': true, 'router': true, " SCRIPT
      "import enum\\nclass Way(enum.Enum):\\n  LEFT = `left`\\nreturn Way.LEFT" END "},"
      "'l': {'listen': 'left', 'router': true, " SCRIPT "return (1, `a`)" END "},"
      "'m': {'listen': '(1, `a`)', " SCRIPT "return type(input).__name__" END "}"));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "a> a< l> l< m> m<");
  run_test_assert_value (test->result->final, "'tuple'");
}

/* Expressions fail while the state contains a set or an object. */
static void
test_odd_state (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new_document (
      DOCUMENT "'n': 0" METHODS "'a': {'start': true, " SCRIPT "state[`n`] = [1]" END "},"
               "'b': {'listen': 'a', " SCRIPT "state[`n`] = {1}" END "},"
               "'c': {'listen': 'b', " SCRIPT "state[`n`] = list(state[`n`])" END "},"
               "'d': {'listen': 'c', " EXPRESSION "state.n" END "},"
               "'e': {'listen': 'd', " SCRIPT "state[`n`] = {`in`: {2}}" END "},"
               "'f': {'listen': 'e', " EXPRESSION "1" END "}}}"));
  run_test_execute (test);
  run_test_assert_trace (test, "a> a< b> b< c> c< d> d< e> e< f> f!");
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION);
  g_assert_nonnull (strstr (test->result->error->message, "“n”"));
}

/* An integer of more than 64 bits makes all expressions fail until it is removed. */
static void
test_odd_outputs (void)
{
  g_autoptr (RunTest) test = NULL;
  g_autoptr (RunTest) step = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new_document (
      DOCUMENT METHODS "'a': {'start': true, " SCRIPT "return {`x`: [10**25]}" END "},"
                       "'b': {'listen': 'a', " SCRIPT "outputs[`a`][`x`] = [1]" END "},"
                       "'c': {'listen': 'b', " EXPRESSION "outputs.a.x" END "},"
                       "'d': {'listen': 'c', " SCRIPT "return -2**63 - 1" END "},"
                       "'e': {'listen': 'd', " EXPRESSION "1" END "}}}"));
  run_test_execute (test);
  run_test_assert_trace (test, "a> a< b> b< c> c< d> d< e> e!");
  g_assert_nonnull (strstr (test->result->error->message, "“d”"));
  step = permitted (run_test_new_document (
      DOCUMENT METHODS "'a': {'start': true, 'do': {'call': 'each', 'in': '[1]', 'do': ["
                       "{'name': 'p', 'action': {'call': 'script', 'code': 'return 10**25'}},"
                       "{'name': 'q', 'action': {'call': 'expression', 'expr': 'item'}}]}}}}"));
  run_test_execute (step);
  g_assert_error (step->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION);
  g_assert_nonnull (strstr (step->result->error->message, "“p”"));
}

/* Details of CrewAI's execution: annotations are not evaluated, an unvalidated default of the
 * schema is a plain dict, and a state that contains itself is circular. */
static void
test_as_in_crewai (void)
{
  g_autoptr (RunTest) test = NULL;
  g_autoptr (RunTest) typed = NULL;
  g_autoptr (TroupeValue) bare = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new_document (
      DOCUMENT METHODS "'a': {'start': true, " SCRIPT
                       "class C:\\n  x: nowhere = 1\\nstate[`self`] = state\\nreturn C.x" END
                       "}}}"));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  bare = troupe_value_map_without (test->result->state, "id");
  run_test_assert_value (bare, "{'self':'<circular_ref:dict>'}");
  typed = permitted (run_test_new_document (
      "{'name': 'Test', 'state': {'type': 'json_schema', 'json_schema': {'type': 'object', "
      "'properties': {'o': {'type': 'object', 'properties': {'k': {'type': 'string'}}, "
      "'default': {}}}}}, 'methods': {'a': {'start': true, " SCRIPT
      "state.o[`k`] = 1\\nreturn [state.o, list(type(state).model_fields)]" END "}}}"));
  troupe_run_set_inputs (typed->run, NULL);
  run_test_execute (typed);
  g_assert_no_error (typed->result->error);
  run_test_assert_value (typed->result->final, "[{'k':1},['o','id']]");
}

static void
test_function (void)
{
  g_autoptr (RunTest) test = NULL;
  g_auto (Place) place = { 0 };

  if (!has_python ())
    return;
  place_init (&place);
  place_write (&place, "own.py",
               "class Deep:\n"
               "  def run(flow, a, b=2):\n"
               "    flow.state['n'] = a\n"
               "    return a + b\n"
               "def plain(flow, given):\n"
               "  return [given, flow.name]\n");
  test = permitted (run_test_new_document (
      DOCUMENT "'n': 0" METHODS "'s': {'start': true, " EXPRESSION "4" END "},"
               "'f': {'listen': 's', 'do': {'call': 'code', 'ref': 'own:Deep.run', 'with': {'a': "
               "'${outputs.s * 10}'}}},"
               "'g': {'listen': 'f', 'do': {'ref': 'own:plain'}},"
               "'h': {'listen': 'g', " EXPRESSION "[outputs.g, state.n]" END "}}}"));
  place_hold (&place, test);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "[[42,'Test'],40]");
}

/* A script that imports only modules of the standard library runs without the modules that other code needs, which are
 * slow to import. When they are imported later, they do not find modules of the document with the names of standard ones. */
static void
test_modules (void)
{
  g_autoptr (RunTest) test = NULL;
  g_auto (Place) place = { 0 };

  if (!has_python ())
    return;
  place_init (&place);
  for (guint i = 0; i < 4; i++)
    {
      const char *const names[] = { "uuid.py", "platform.py", "dataclasses.py", "typing.py" };

      place_write (&place, names[i], "raise RuntimeError('the module of the document')\n");
    }
  place_write (&place, "troupe_python_kinds.py", "raise RuntimeError('no module of the helper')\n");
  place_write (&place, "own.py",
               "from crewai.tools import BaseTool\n"
               "def name(flow):\n"
               "  return BaseTool.__name__\n");
  test = permitted (run_test_new (
      "'a': {'start': true, " SCRIPT "import sys, json\\nreturn [name for name in sys.modules if "
      "name.startswith((`crewai`, `troupe_python_kinds`))]" END "},"
      "'b': {'listen': 'a', " SCRIPT "import importlib\\nreturn "
      "importlib.import_module(`crewai.tools`).BaseTool.__name__" END "},"
      "'c': {'listen': 'b', " EXPRESSION "[outputs.a, outputs.b]" END "}"));
  place_hold (&place, test);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "[[],'BaseTool']");
  g_clear_pointer (&test, run_test_free);
  test =
      permitted (run_test_new ("'a': {'start': true, 'do': {'call': 'code', 'ref': 'own:name'}}"));
  place_hold (&place, test);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "'BaseTool'");
}

/* Methods of a Python flow can be called, whether CrewAI is installed or not. One that takes only
 * `self` gets no input, although CrewAI's decorators keep `self` in the signature of a method. */
static void
test_decorated (void)
{
  g_autoptr (RunTest) test = NULL;
  g_auto (Place) place = { 0 };

  if (!has_python ())
    return;
  place_init (&place);
  place_write (&place, "main.py",
               "import inspect\n"
               "from crewai.flow.flow import Flow, listen, start\n"
               "class Bound:\n"
               "  def __init__(self, function, owner=None):\n"
               "    self.function, self.owner = function, owner\n"
               "    self.__signature__ = inspect.signature(function)\n"
               "  def __get__(self, owner, kind=None):\n"
               "    return Bound(self.function, owner)\n"
               "  def __call__(self, *given):\n"
               "    return self.function(self.owner, *given)\n"
               "class Own(Flow[dict]):\n"
               "  @start()\n"
               "  def first(self):\n    self.state['n'] = 1\n    return 'one'\n"
               "  @listen(first)\n"
               "  @Bound\n"
               "  def second(self):\n    return 'two'\n"
               "  @listen(second)\n"
               "  def third(self, given):\n    return [given, self.state['n']]\n");
  test = permitted (run_test_new_document (
      DOCUMENT "'n': 0" METHODS
               "'a': {'start': true, 'do': {'call': 'code', 'ref': 'main:Own.first'}},"
               "'b': {'listen': 'a', 'do': {'call': 'code', 'ref': 'main:Own.second'}},"
               "'c': {'listen': 'b', 'do': {'call': 'code', 'ref': 'main:Own.third'}}}}"));
  place_hold (&place, test);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "['two',1]");
}

/* Runs the document and compares its final value. @expected: (nullable): NULL if the inputs must
 * be rejected */
static void
assert_state_class (Place *place, const char *document, const char *inputs, const char *expected)
{
  g_autoptr (RunTest) test = permitted (run_test_new_document (document));
  g_autoptr (TroupeValue) given = inputs != NULL ? troupe_value_from_json (inputs, -1, NULL) : NULL;

  place_hold (place, test);
  troupe_run_set_inputs (test->run, given);
  run_test_execute (test);
  if (expected == NULL)
    {
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA);
      g_assert_nonnull (strstr (test->result->error->message, "count"));
      return;
    }
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, expected);
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 0).value,
                         "'StateWithId'");
}

/* The class validates the inputs, its methods can be called, and the dump of an instance is the
 * state. */
static void
test_state_class (void)
{
  static const char document[] =
      "{'name': 'Test', 'state': {'type': 'pydantic', 'ref': 'own:State', 'default': {'count': 5}},"
      " 'methods': {'a': {'start': true, " SCRIPT
      "state.inner.k = state.bump(2)\\nreturn type(state).__name__" END "},"
      "'b': {'listen': 'a', " EXPRESSION "[state.count, state.inner.k]" END "}}}";
  g_auto (Place) place = { 0 };
  int status = 0;

  if (!has_python ())
    return;
  if (g_spawn_command_line_sync (
          "python3 -c \"import pydantic; pydantic.BaseModel.model_validate\"", NULL, NULL, &status,
          NULL) &&
      status != 0)
    {
      g_test_skip ("python3 has no Pydantic 2");
      return;
    }
  place_init (&place);
  place_write (&place, "own.py",
               "from pydantic import BaseModel, Field\n"
               "class Inner(BaseModel):\n"
               "  k: int = 1\n"
               "class State(BaseModel):\n"
               "  count: int = Field(0, le=100)\n"
               "  inner: Inner = Inner()\n"
               "  def bump(self, by):\n"
               "    self.count += by\n"
               "    return self.count\n");
  assert_state_class (&place, document, NULL, "[7,7]");
  assert_state_class (&place, document, "{\"count\": \"8\", \"other\": 1}", "[10,10]");
  assert_state_class (&place, document, "{\"count\": 101}", NULL);
}

/* --- Failures -------------------------------------------------------------------------------- */

static void
test_failure (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test =
      permitted (run_test_new_document (DOCUMENT "'n': 0" METHODS "'a': {'start': true, " SCRIPT
                                                 "state[`n`] = 7\\nraise KeyError(`boom`)" END "},"
                                                 "'b': {'listen': 'a', " EXPRESSION "1" END "}}}"));
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT);
  g_assert_true (g_str_has_prefix (test->result->error->message, "KeyError: 'boom' ("));
  g_assert_nonnull (strstr (test->result->error->message, "line 2"));
  g_assert_cmpstr (test->result->error_path, ==, "methods.a.do.code");
  g_assert_cmpstr (test->result->error_method, ==, "a");
  run_test_assert_trace (test, "a> a!");
  run_test_assert_value (troupe_value_map_lookup_string (test->result->state, "n", -1), "7");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LOG, "a"), ==, 1);
}

/* In a YAML block scalar, each line of the script is a line of the document. */
static void
test_failure_in_yaml (void)
{
  static const char text[] = "name: Test\n"
                             "methods:\n"
                             "  a:\n"
                             "    start: true\n"
                             "    do:\n"
                             "      call: each\n"
                             "      in: '[1]'\n"
                             "      do:\n"
                             "        - name: s\n"
                             "          action:\n"
                             "            call: script\n"
                             "            code: |\n"
                             "              def inner():\n"
                             "                return 1 / 0\n"
                             "\n"
                             "              return inner()\n";
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeRunResult) result = NULL;

  if (!has_python ())
    return;
  document = troupe_flow_document_load_text (text, strlen (text), "flow.yaml", &problems, &error);
  g_assert_no_error (error);
  run = troupe_run_new (troupe_flow_document_get_flow (document));
  troupe_run_set_python (run, ALL, TROUPE_PYTHON_SANDBOX_NONE);
  result = troupe_run_execute (run);
  g_assert_error (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT);
  g_assert_cmpstr (result->error_path, ==, "methods.a.do.do[0].action.code");
  g_assert_cmpuint (result->error_line, ==, 14);
}

static void
test_build_errors (void)
{
  g_autoptr (RunTest) test = NULL;
  const char *message;

  if (!has_python ())
    return;
  test = permitted (
      run_test_new ("'a': {'start': true, " SCRIPT "return (" END "},"
                    "'fine': {'listen': 'a', " SCRIPT "return 1" END "},"
                    "'c': {'listen': 'a', 'do': {'call': 'code', 'ref': 'no_such_module:f'}},"
                    "'d': {'listen': 'a', 'do': {'call': 'each', 'in': '[1]', 'do': [{'name': "
                    "'st', 'action': {'call': 'script', 'code': 'await x'}}]}}"));
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_BUILD_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);
  g_assert_cmpuint (test->events->len, ==, 0);
  g_assert_null (test->result->state);
  message = test->result->error->message;
  g_assert_nonnull (strstr (message, "“a”: SyntaxError: "));
  g_assert_nonnull (strstr (message, "crewai.flow.script.Test, line 1"));
  g_assert_nonnull (strstr (message, "“c”: InvalidRefError: unresolvable do ref"));
  g_assert_nonnull (strstr (message, "No module named 'no_such_module'"));
  g_assert_nonnull (strstr (message, "“d”, step “st”: SyntaxError: "));
  g_assert_null (strstr (message, "fine"));
  g_assert_cmpstr (test->result->error_path, ==, "methods.a.do.code");
}

/* Without permission, no process is started, and the program does not even search for the
 * helper. */
static void
test_consent (void)
{
  static const char *const methods[] = {
    "'a': {'start': true, " SCRIPT "return 1" END "}",
    "'a': {'start': true, 'do': {'call': 'code', 'ref': 'os:getcwd'}}",
    "'a': {'start': true, 'do': {'call': 'tool', 'ref': 'own:Tool'}}",
    "'a': {'start': true, 'do': {'call': 'each', 'in': '[1]', 'do': [{'name': 's', 'action': "
    "{'call': 'script', 'code': ''}}]}}",
  };
  static const TroupePythonPermissions wrong[] = {
    TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL, TROUPE_PYTHON_PERMIT_SCRIPT,
    TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_NETWORK,
    TROUPE_PYTHON_PERMIT_NOTHING
  };
  g_autofree char *folder = g_strdup (g_getenv ("TROUPE_PYTHON_DIR"));

  g_setenv ("TROUPE_PYTHON_DIR", "/nonexistent", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (RunTest) test = run_test_new (methods[i]);

      troupe_run_set_python (test->run, wrong[i], TROUPE_PYTHON_SANDBOX_NONE);
      run_test_execute (test);
      g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_BUILD_ERROR);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
      g_assert_true (g_str_has_prefix (test->result->error_path, "methods.a.do"));
      g_assert_cmpuint (test->events->len, ==, 0);
    }
  g_setenv ("TROUPE_PYTHON_DIR", folder, TRUE);
}

static void
test_large_values (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test = permitted (run_test_new ("'a': {'start': true, " SCRIPT "return len(state)" END "},"
                                  "'b': {'start': true, " SCRIPT
                                  "return `x` * (17 * 1024 * 1024)" END "}"));
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);
  g_assert_cmpuint (test->result->outputs->len, ==, 1);
  g_assert_cmpstr (test->result->error_method, ==, "b");
}

/* --- Output of code --------------------------------------------------------------------------- */

static char *
list_logs (RunTest *test)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);
      static const char *const names[] = { "level", "stream", "message" };

      if (event->type == TROUPE_EVENT_METHOD_FINISHED)
        g_string_append_printf (list, "[%s]", troupe_event_get_method (event));
      if (event->type != TROUPE_EVENT_LOG)
        continue;
      g_string_append_printf (list, "(%s", troupe_event_get_method (event));
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        g_string_append_printf (
            list, " %s", troupe_value_get_string (troupe_event_get_field (event, names[k]), NULL));
      g_string_append_c (list, ')');
    }
  return g_string_free (list, FALSE);
}

static void
test_log (void)
{
  g_autoptr (RunTest) test = NULL;
  g_autofree char *logs = NULL;

  if (!has_python ())
    return;
  test = permitted (
      run_test_new ("'a': {'start': true, " SCRIPT
                    "import sys\\nprint(`one`)\\nprint(`two`, file=sys.stderr)\\nreturn 1" END "},"
                    "'e': {'listen': 'a', 'do': {'call': 'each', 'in': '[1, 2]', 'do': [{'name': "
                    "'st', 'action': {'call': 'script', 'code': 'print(item, end=``)'}}]}}"));
  run_test_execute (test);
  logs = list_logs (test);
  g_assert_cmpstr (
      logs, ==,
      "(a info stdout one)(a warning stderr two)[a](e info stdout 1)(e info stdout 2)[e]");
}

/* The output of a module's import is stored with the run, after the start event. If the flow
 * cannot be built, the output is only reported to listeners. */
static void
test_log_on_import (void)
{
  static const char methods[] = "'a': {'start': true, 'do': {'call': 'code', 'ref': 'noisy:go'}}%s";

  for (guint i = 0; i < 2; i++)
    {
      g_auto (Place) place = { 0 };
      g_autoptr (RunTest) test = NULL;
      g_autoptr (TroupeStore) store = NULL;
      g_autoptr (GPtrArray) kept = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *data = NULL;
      g_autofree char *path = NULL;
      g_autofree char *logs = NULL;
      g_autofree char *document =
          i == 0 ? g_strdup_printf (methods, "")
                 : g_strdup_printf (methods, ", 'b': {'start': true, " SCRIPT "return (" END "}");

      if (!has_python ())
        return;
      place_init (&place);
      place_write (&place, "noisy.py",
                   "import sys\nprint('loading')\nprint('slow', file=sys.stderr)\n"
                   "def go(*values): return 1\n");
      data = g_build_filename (place.folder, "data", NULL);
      path = g_build_filename (place.folder, "flow.json", NULL);
      store = troupe_store_open (data, &error);
      g_assert_no_error (error);
      test = permitted (run_test_new (document));
      troupe_run_set_store (test->run, store, path, "{}");
      run_test_execute (test);
      g_assert_cmpint (test->result->error == NULL, ==, i == 0);
      logs = list_logs (test);
      g_assert_cmpstr (logs, ==,
                       i == 0 ? "(a info stdout loading)(a warning stderr slow)[a]"
                              : "(a info stdout loading)(a warning stderr slow)");
      g_assert_true (troupe_store_flush (store, &error));
      g_assert_no_error (error);
      if (i == 1)
        continue;
      kept = troupe_store_get_events (store, troupe_run_get_id (test->run), &error);
      g_assert_no_error (error);
      g_assert_cmpuint (kept->len, ==, test->events->len);
      g_assert_cmpint (((TroupeEvent *) g_ptr_array_index (kept, 0))->type, ==,
                       TROUPE_EVENT_FLOW_CREATED);
      g_assert_cmpint (((TroupeEvent *) g_ptr_array_index (kept, 1))->type, ==,
                       TROUPE_EVENT_FLOW_STARTED);
      g_assert_cmpint (((TroupeEvent *) g_ptr_array_index (kept, 2))->type, ==, TROUPE_EVENT_LOG);
    }
}

/* Running without a sandbox requires consent. Without consent, nothing starts. */
static void
test_no_sandbox (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (RunTest) test = NULL;
  const char *const words[] = {
    "bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "true", NULL
  };

  if (!g_test_subprocess ())
    {
      g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
      g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
      g_autoptr (GSubprocess) process = NULL;
      g_autoptr (GSubprocess) probe = NULL;

      probe = g_subprocess_newv (words, G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
      if (!has_python () || probe == NULL || !g_subprocess_wait_check (probe, NULL, NULL))
        {
          g_test_skip ("bubblewrap is not installed, or does not work here");
          return;
        }
      for (guint i = 0; i < 6; i++)
        g_ptr_array_add (arguments, (gpointer) words[i]);
      g_ptr_array_add (arguments, self);
      g_ptr_array_add (arguments, (gpointer) "--GTestSubprocess");
      g_ptr_array_add (arguments, (gpointer) "-p");
      g_ptr_array_add (arguments, (gpointer) "/run/python/no-sandbox");
      g_ptr_array_add (arguments, NULL);
      process = g_subprocess_newv ((const char *const *) arguments->pdata,
                                   G_SUBPROCESS_FLAGS_STDOUT_SILENCE, NULL);
      g_assert_nonnull (process);
      g_assert_true (g_subprocess_wait_check (process, NULL, NULL));
      return;
    }
  place_init (&place);
  test = run_test_new ("'a': {'start': true, " SCRIPT "open(`ran`, `w`).close()" END "}");
  place_hold (&place, test);
  troupe_run_set_python (test->run, ALL | TROUPE_PYTHON_PERMIT_WRITE,
                         TROUPE_PYTHON_SANDBOX_AUTOMATIC);
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_BUILD_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
  g_assert_null (place_read (&place, "ran"));
  g_assert_cmpuint (test->events->len, ==, 0);
  /* The result is remembered. */
  g_assert_false (troupe_python_has_sandbox ());
}

/* --- Processes -------------------------------------------------------------------------------- */

static gboolean
is_gone (gpointer data)
{
  return kill (*(pid_t *) data, 0) != 0 && errno == ESRCH;
}

static void
test_one_process (void)
{
  g_autoptr (RunTest) test = NULL;
  gint64 ended_us;
  pid_t pid;

  if (!has_python ())
    return;
  test = permitted (run_test_new (
      "'a': {'start': true, " SCRIPT "import os\\nreturn os.getpid()" END "},"
      "'b': {'start': true, " SCRIPT "import os\\nreturn os.getpid()" END "},"
      "'e': {'listen': {'and': ['a', 'b']}, 'do': {'call': 'each', 'in': '[1, 2, 3]', 'do': "
      "[{'name': 'st', 'action': {'call': 'script', 'code': 'import os\\nreturn os.getpid()'}}]}},"
      "'z': {'listen': 'e', " SCRIPT "return len({outputs[`a`], outputs[`b`], *input})" END "}"));
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "1");
  pid = (pid_t) troupe_value_get_integer (
      g_array_index (test->result->outputs, TroupeRunOutput, 0).value);
  ended_us = g_get_monotonic_time ();
  wait_until (is_gone, &pid);
  g_assert_cmpint (g_get_monotonic_time () - ended_us, <, TEST_WAIT_US);
}

/* A script with a child process that writes both process ids and never ends. */
#define ENDLESS                                                                                    \
  SCRIPT "import os, subprocess, time\\n"                                                          \
         "child = subprocess.Popen([`sleep`, `1000`])\\n"                                          \
         "open(`pids.part`, `w`).write(f`{os.getpid()} {child.pid}`)\\n"                           \
         "os.rename(`pids.part`, `pids`)\\n"                                                       \
         "while True:\\n"                                                                          \
         "  try: time.sleep(1000)\\n"                                                              \
         "  except BaseException: pass" END

static gboolean
has_pids (gpointer data)
{
  g_autofree char *text = place_read (data, "pids");

  return text != NULL;
}

static gboolean
are_gone (gpointer data)
{
  g_autofree char *text = place_read (data, "pids");
  g_auto (GStrv) pids = g_strsplit (text, " ", -1);

  for (guint i = 0; pids[i] != NULL; i++)
    {
      pid_t pid = (pid_t) g_ascii_strtoll (pids[i], NULL, 10);

      if (!is_gone (&pid))
        return FALSE;
    }
  return TRUE;
}

static void
assert_gone_in_time (Place *place, gint64 ended_us)
{
  wait_until (are_gone, place);
  g_assert_cmpint (g_get_monotonic_time () - ended_us, <, TEST_WAIT_US);
}

static void
test_cancel (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (RunTest) test = NULL;
  gint64 cancelled_us;

  if (!has_python ())
    return;
  place_init (&place);
  test = permitted (run_test_new ("'a': {'start': true, " ENDLESS "}"));
  place_hold (&place, test);
  run_test_start (test);
  wait_until (has_pids, &place);
  cancelled_us = g_get_monotonic_time ();
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (g_get_monotonic_time () - cancelled_us, <, TEST_WAIT_US);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  run_test_assert_trace (test, "a> ax");
  assert_gone_in_time (&place, g_get_monotonic_time ());
}

static void
test_timeout (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  place_init (&place);
  test = permitted (
      run_test_new ("'a': {'start': true, 'do': {'call': 'each', 'in': '[1]', 'do': [{'name': 's', "
                    "'action': {'call': 'script', 'code': 'import time\\ntime.sleep(1000)'}}]}}"));
  place_hold (&place, test);
  troupe_run_set_timeout (test->run, G_USEC_PER_SEC);
  run_test_start (test);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_TIMEOUT);
  g_assert_cmpint (test->result->elapsed_us, <, TEST_WAIT_US);
}

/* The loser of a race is killed with its child processes, and the winner's chain continues. */
static void
test_race (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  place_init (&place);
  test = permitted (run_test_new (
      "'s': {'start': true, " EXPRESSION "1" END "},"
      "'slow': {'listen': 's', " ENDLESS "},"
      "'quick': {'listen': 's', " SCRIPT
      "import os, time\\nwhile not os.path.exists(`pids`): time.sleep(0.01)\\nreturn `won`" END "},"
      "'c': {'listen': {'or': ['slow', 'quick']}, " SCRIPT "return input" END "}"));
  place_hold (&place, test);
  run_test_start (test);
  run_test_wait (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "s> s< slow> quick> slowx quick< c> c<");
  run_test_assert_value (test->result->final, "'won'");
  assert_gone_in_time (&place, g_get_monotonic_time ());
}

/* Slow code does not delay methods that do not depend on it. */
static void
test_slow_beside_quick (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  place_init (&place);
  test = permitted (run_test_new (
      "'slow': {'start': true, " SCRIPT
      "import os, time\\nwhile not os.path.exists(`go`): time.sleep(0.01)\\nreturn 1" END "},"
      "'quick': {'start': true, " EXPRESSION "2" END "},"
      "'then': {'listen': 'quick', " SCRIPT "open(`go`, `w`).close()\\nreturn 3" END "}"));
  place_hold (&place, test);
  run_test_start (test);
  run_test_wait (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpuint (test->result->outputs->len, ==, 3);
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 0).value, "2");
}

static void
test_process_that_dies (void)
{
  g_autoptr (RunTest) test = NULL;

  if (!has_python ())
    return;
  test =
      permitted (run_test_new ("'a': {'start': true, " SCRIPT "import os\\nos._exit(3)" END "}"));
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT);
  run_test_assert_trace (test, "a> a!");
}

/* --- Resuming --------------------------------------------------------------------------------- */

static gboolean
waits_in_script (gpointer data)
{
  g_autofree char *text = place_read (data, "waits");

  return text != NULL;
}

/* Runs the document until it reaches the waiting method, and then cancels the run. */
static char *
run_until_it_waits (Place *place, TroupeStore *store, const char *document)
{
  g_autoptr (RunTest) test = permitted (run_test_new_document (document));
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');
  g_autofree char *path = g_build_filename (place->folder, "flow.json", NULL);
  char *id = g_strdup (troupe_run_get_id (test->run));

  troupe_run_set_store (test->run, store, path, text);
  run_test_start (test);
  wait_until (waits_in_script, place);
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  g_assert_true (troupe_store_flush (store, NULL));
  return id;
}

#define NOTE "open(`log`, `a`).write(`"
#define NOTED " `)\\n"

/* Neither a finished method nor the loser of a race is run again, and the state is preserved. */
static void
test_going_on (void)
{
  static const char document[] =
      DOCUMENT "'n': 0" METHODS "'s': {'start': true, " SCRIPT NOTE "s" NOTED
               "state[`n`] += 1\\nreturn state[`n`]" END "},"
               "'slow': {'listen': 's', " SCRIPT NOTE "slow" NOTED
               "import time\\nopen(`begun`, `w`).close()\\ntime.sleep(1000)" END "},"
               "'quick': {'listen': 's', " SCRIPT NOTE "quick" NOTED
               "import os, time\\nwhile not os.path.exists(`begun`): time.sleep(0.01)" END "},"
               "'c': {'listen': {'or': ['slow', 'quick']}, " SCRIPT NOTE "c" NOTED
               "import os, time\\nif os.path.exists(`waits`): return state[`n`] + outputs[`s`]\\n"
               "open(`waits`, `w`).close()\\ntime.sleep(1000)" END "}}}";
  g_auto (Place) place = { 0 };
  g_autoptr (TroupeStore) store = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeRunResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  g_autofree char *id = NULL;
  g_autofree char *log = NULL;

  if (!has_python ())
    return;
  place_init (&place);
  data = g_build_filename (place.folder, "data", NULL);
  store = troupe_store_open (data, &error);
  g_assert_no_error (error);
  id = run_until_it_waits (&place, store, document);

  run = troupe_run_new_from_interrupted (store, id, NULL, &error);
  g_assert_no_error (error);
  troupe_run_set_python (run, ALL, TROUPE_PYTHON_SANDBOX_NONE);
  result = troupe_run_execute (run);
  g_assert_no_error (result->error);
  run_test_assert_value (result->final, "2");
  log = place_read (&place, "log");
  g_assert_cmpstr (log, ==, "s slow quick c c ");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/python/live", test_live);
  g_test_add_func ("/run/python/schema-state", test_schema_state);
  g_test_add_func ("/run/python/order", test_order);
  g_test_add_func ("/run/python/each", test_each);
  g_test_add_func ("/run/python/router", test_router);
  g_test_add_func ("/run/python/odd-state", test_odd_state);
  g_test_add_func ("/run/python/odd-outputs", test_odd_outputs);
  g_test_add_func ("/run/python/as-in-crewai", test_as_in_crewai);
  g_test_add_func ("/run/python/function", test_function);
  g_test_add_func ("/run/python/modules", test_modules);
  g_test_add_func ("/run/python/state-class", test_state_class);
  g_test_add_func ("/run/python/failure", test_failure);
  g_test_add_func ("/run/python/failure-in-yaml", test_failure_in_yaml);
  g_test_add_func ("/run/python/build-errors", test_build_errors);
  g_test_add_func ("/run/python/consent", test_consent);
  g_test_add_func ("/run/python/large-values", test_large_values);
  g_test_add_func ("/run/python/log", test_log);
  g_test_add_func ("/run/python/log-on-import", test_log_on_import);
  g_test_add_func ("/run/python/no-sandbox", test_no_sandbox);
  g_test_add_func ("/run/python/one-process", test_one_process);
  g_test_add_func ("/run/python/cancel", test_cancel);
  g_test_add_func ("/run/python/decorated", test_decorated);
  g_test_add_func ("/run/python/timeout", test_timeout);
  g_test_add_func ("/run/python/race", test_race);
  g_test_add_func ("/run/python/slow-beside-quick", test_slow_beside_quick);
  g_test_add_func ("/run/python/process-that-dies", test_process_that_dies);
  g_test_add_func ("/run/python/going-on", test_going_on);
  return g_test_run ();
}
