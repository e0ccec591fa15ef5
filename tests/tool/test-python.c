/* test-python.c: values, state and output of Python code in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-wait.h"
#include "python-fixture.h"

/* Python sources and the JSON of their expected results. */
static const struct
{
  const char *source;
  const char *expected;
} values[] = {
  { "return 1", "1" },
  { "", "null" },
  { "# nothing", "null" },
  { "return True", "true" },
  { "return [1, 2.5, 'x', None, {'k': []}]", "[1,2.5,\"x\",null,{\"k\":[]}]" },
  { "return (1, 2)", "[1,2]" },
  { "return {7}", "[7]" },
  { "return {1: 'a', True: 'b', 'c': 1}", "{\"1\":\"b\",\"c\":1}" },
  { "return {True: 1}", "{\"True\":1}" },
  { "return 2 ** 63 - 1", "9223372036854775807" },
  { "return -2 ** 70", "-1180591620717411303424" },
  { "return 10 ** 4000 % 10 ** 20 + 10 ** 30", "1000000000000000000000000000000" },
  { "return float('nan')", "{\"$float\":\"NaN\"}" },
  { "return [float('inf'), -float('inf')]",
    "[{\"$float\":\"Infinity\"},{\"$float\":\"-Infinity\"}]" },
  { "return {'$float': 'nan'}", "{\"$float\":\"nan\"}" },
  { "return {'$map': {'$date': [1]}}", "{\"$map\":{\"$date\":[1]}}" },
  { "return {'$x': float('inf')}", "{\"$x\":{\"$float\":\"Infinity\"}}" },
  { "return 0.1", "0.1" },
  { "return 1e22", "1e+22" },
  { "return 'a\\u0000b'", "\"a\\u0000b\"" },
  { "return 'gr\\u00fc\\u00df \\u4f60\\u597d \\U0001f600'", "\"grüß 你好 😀\"" },
  { "return b'ab'", "\"b'ab'\"" },
  { "import datetime\nreturn datetime.date(2024, 2, 3)", "\"2024-02-03\"" },
  { "import uuid\nreturn uuid.UUID(int=1)", "\"00000000-0000-0000-0000-000000000001\"" },
  { "import dataclasses\nP = dataclasses.make_dataclass('P', ['x'])\nreturn P({3})",
    "{\"x\":[3]}" },
  { "x = []\nx.append(x)\nreturn x", "[\"<circular_ref:list>\"]" },
  { "return __name__", "\"crewai.flow.script.CaseFlow\"" },
  { "return [input, item, outputs]", "[null,null,{}]" },
  { "return '''a\n  b'''", "\"a\\n  b\"" },
  { "async def f():\n  return 3\nreturn f()", "3" },
  { "import asyncio\nasync def f():\n  await asyncio.sleep(0)\n  return 4\nreturn f()", "4" },
};

static void
test_values (void)
{
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_test_message ("%s", values[i].source);
      python_assert_script (&fixture, values[i].source, values[i].expected);
    }
  g_assert_cmpstr (fixture.log->str, ==, "");
}

/* Values survive a round trip unchanged. */
static void
test_round_trip (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  const char *texts[] = {
    "[1,-1,9223372036854775807,-9223372036854775808,123456789012345678901234567890]",
    "{\"$float\":\"nan\"}",
    "{\"$map\":[\"a\",1]}",
    "{\"a\":{\"$date\":{\"$float\":{\"b\":\"inf\"}}}}",
    "[\"\",\"a\\u0000b\",\"\\n\\t\\\"\\\\\",\"😀\"]",
    "[0.1,1e+300,-0.0,5e-324,1.0]",
  };

  python_fixture_init (&fixture, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (PythonAnswer) answer = { 0 };
      g_autoptr (TroupeValue) input = python_value (texts[i]);
      TroupePythonRequest request = {
        .source = "return input", .method = "a", .path = "p", .input = input
      };

      python_begin (&fixture, &request, NULL, &answer);
      python_wait (&answer);
      g_assert_no_error (answer.error);
      g_assert_true (troupe_value_equal (answer.result->value, input));
    }
}

static void
test_long_integer (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  g_autofree char *digits = g_strnfill (9000, '7');
  g_autoptr (TroupeValue) input = troupe_value_new_big_integer (digits, -1);
  TroupePythonRequest request = { .source = "return input == 7 * (10 ** 9000 - 1) // 9",
                                  .method = "a",
                                  .path = "p",
                                  .input = input };

  python_fixture_init (&fixture, NULL);
  python_begin (&fixture, &request, NULL, &answer);
  python_wait (&answer);
  g_assert_no_error (answer.error);
  python_assert_value (answer.result->value, "true");
}

static void
assert_refused (PythonFixture *fixture, TroupeValue *input, int code)
{
  g_auto (PythonAnswer) answer = { 0 };
  TroupePythonRequest request = {
    .source = "return 1", .method = "a", .path = "p", .input = input
  };

  python_begin (fixture, &request, NULL, &answer);
  python_wait (&answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, code);
  python_assert_script (fixture, "return 'goes on'", "\"goes on\"");
}

static void
test_refused (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  g_autoptr (TroupeValue) bytes = troupe_value_new_bytes ("ab", 2);
  g_autoptr (TroupeValue) type = troupe_value_new_type ("int");
  g_autofree char *text = g_strnfill (TROUPE_PYTHON_LIMIT_LINE, 'x');
  g_autoptr (TroupeValue) large = troupe_value_new_string (text, -1);

  python_fixture_init (&fixture, NULL);
  assert_refused (&fixture, bytes, TROUPE_PYTHON_ERROR_VALUE);
  assert_refused (&fixture, type, TROUPE_PYTHON_ERROR_VALUE);
  assert_refused (&fixture, large, TROUPE_PYTHON_ERROR_TOO_LARGE);
  python_script (&fixture, "state['k'] = 1\nreturn 'x' * 17000000", NULL, &answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_TOO_LARGE);
  python_answer_clear (&answer);
  /* The run did not receive the new key `k`, so the helper has discarded it, too. */
  python_assert_script (&fixture, "return len(state)", "0");
  python_script (&fixture, "x = 1\nfor i in range(300): x = [x]\nreturn x", NULL, &answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_VALUE);
  python_answer_clear (&answer);
  python_script (&fixture, "x = 1\nfor i in range(3000): x = [x]\nreturn x", NULL, &answer);
  /* The nesting depth that Python supports depends on its version. */
  if (answer.error != NULL)
    g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_VALUE);
  else
    g_assert_cmpstr (answer.result->failure->class_name, ==, "ValueError");
  python_answer_clear (&answer);
  python_script (&fixture, "return {'1': 1, 1: 2, None: 3}", NULL, &answer);
  g_assert_no_error (answer.error);
  python_answer_clear (&answer);
  /* An unpaired surrogate is not a character. */
  python_assert_script (&fixture, "return '<\\ud800>'", "\"<?>\"");
  python_assert_script (&fixture, "return 'goes on'", "\"goes on\"");
}

static const struct
{
  const char *source;
  const char *class_name;
  const char *message;
  guint line;
  const char *in_traceback;
} failures[] = {
  { "raise KeyError('boom')", "KeyError", "'boom'", 1,
    "File \"flow.yaml\", line 10, in methods.a.do" },
  { "x = 1\n\n\nreturn x / 0", "ZeroDivisionError", "division by zero", 4, "line 13" },
  { "def f(n):\n  return n['q']\nreturn f({})", "KeyError", "'q'", 2,
    "line 11, in f\n    return n['q']" },
  { "import json\nreturn json.loads('{')", "JSONDecodeError", NULL, 2, "decoder.py" },
  { "return (", "SyntaxError", NULL, 1, "line 10" },
  { "x = 1\nawait x", "SyntaxError",
    "'await' outside async function (crewai.flow.script.CaseFlow, line 2)", 2, "line 11" },
  { " return 1", "IndentationError", NULL, 1, "line 10" },
  { "from os import *", "SyntaxError",
    "import * only allowed at module level (crewai.flow.script.CaseFlow, line 1)", 1, NULL },
  { "yield 1", "TypeError", "object generator can't be used in 'await' expression", 0, NULL },
  { "import sys\nsys.exit(3)", "SystemExit", "3", 2, NULL },
  { "raise KeyboardInterrupt", "KeyboardInterrupt", "", 1, NULL },
  { "eval('(')", "SyntaxError", NULL, 1, "line 10, in methods.a.do" },
  { "try:\n  1/0\nexcept Exception as e:\n  raise ValueError('x') from e", "ValueError", "x", 4,
    "line 11, in methods.a.do\n    1/0\nZeroDivisionError" },
  { "async def f():\n  raise OSError('late')\nreturn f()", "OSError", "late", 2, "line 11, in f" },
  { "class E(Exception):\n  def __str__(self): raise Exception\nraise E", "E", "", 3, NULL },
  { "return undefined", "NameError", "name 'undefined' is not defined", 1, NULL },
  { "def f(): f()\nf()", "RecursionError", NULL, 1, NULL },
};

static void
test_failures (void)
{
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_auto (PythonAnswer) answer = { 0 };
      const TroupePythonFailure *failure = NULL;

      python_script (&fixture, failures[i].source, NULL, &answer);
      g_assert_no_error (answer.error);
      failure = answer.result->failure;
      g_assert_nonnull (failure);
      g_assert_null (answer.result->value);
      g_test_message ("%s", failure->traceback);
      g_assert_cmpstr (failure->class_name, ==, failures[i].class_name);
      if (failures[i].message != NULL)
        g_assert_cmpstr (failure->message, ==, failures[i].message);
      g_assert_cmpuint (failure->line, ==, failures[i].line);
      g_assert_cmpuint (failure->document_line, ==,
                        failures[i].line > 0 ? failures[i].line + 9 : 0);
      if (failures[i].in_traceback != NULL)
        g_assert_nonnull (strstr (failure->traceback, failures[i].in_traceback));
      g_assert_null (strstr (failure->traceback, "troupe_python"));
    }
}

/* All lines of a script in a JSON string are on the same line of the document, whatever line
 * breaks the script contains. */
static void
test_line_of_json (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  TroupePythonRequest request = { .source = "x = 1\nraise ValueError(x)",
                                  .method = "a",
                                  .path = "methods.a.do",
                                  .file = "flow.json",
                                  .line = 7 };

  python_fixture_init (&fixture, NULL);
  python_begin (&fixture, &request, NULL, &answer);
  python_wait (&answer);
  g_assert_no_error (answer.error);
  g_assert_cmpuint (answer.result->failure->line, ==, 2);
  g_assert_cmpuint (answer.result->failure->document_line, ==, 7);
  g_assert_nonnull (strstr (answer.result->failure->traceback, "File \"flow.json\", line 7"));
  python_answer_clear (&answer);

  request.line = 0;
  request.path = "methods.b.do";
  python_begin (&fixture, &request, NULL, &answer);
  python_wait (&answer);
  g_assert_cmpuint (answer.result->failure->document_line, ==, 0);
}

static void
test_check (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  TroupePythonRequest request = {
    .check_only = TRUE, .source = "print('no')\nreturn 1", .method = "a", .path = "methods.a.do"
  };

  python_fixture_init (&fixture, NULL);
  python_begin (&fixture, &request, NULL, &answer);
  python_wait (&answer);
  g_assert_no_error (answer.error);
  g_assert_null (answer.result->failure);
  g_assert_null (answer.result->value);
  g_assert_cmpstr (fixture.log->str, ==, "");
  python_answer_clear (&answer);

  request.source = "return (";
  python_begin (&fixture, &request, NULL, &answer);
  python_wait (&answer);
  g_assert_cmpstr (answer.result->failure->class_name, ==, "SyntaxError");
}

static void
test_output (void)
{
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, NULL);
  python_assert_script (
      &fixture,
      "import sys\nprint('one')\nprint('two', end='')\nprint('grü', file=sys.stderr)\n"
      "print()\nsys.stdout.write('no end \\ud800')\nreturn 1",
      "1");
  g_assert_cmpstr (fixture.log->str, ==, "a out one\na err grü\na out two\na out no end ?\n");
}

static gboolean
log_has_child (gpointer data)
{
  return strstr (((PythonFixture *) data)->log->str, "- err from a child\n") != NULL;
}

static gboolean
log_was_cut (gpointer data)
{
  return strstr (((PythonFixture *) data)->log->str, " notice The code wrote more than") != NULL;
}

static void
test_output_of_children (void)
{
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, NULL);
  python_assert_script (&fixture, "import os\nreturn os.system('echo from a child')", "0");
  python_wait_until (log_has_child, &fixture);
}

static void
test_endless_output (void)
{
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, NULL);
  python_assert_script (&fixture,
                        "for i in range(200000): print('x' * 100)\n"
                        "print('y' * 50000000)\nreturn 1",
                        "1");
  g_assert_cmpuint (fixture.log->len, <, 2 * 1024 * 1024);
  g_assert_nonnull (strstr (fixture.log->str, "a notice "));
  python_assert_script (&fixture, "print('y' * 100000)\nprint('again')\nreturn 2", "2");
  g_assert_true (g_str_has_suffix (fixture.log->str, "a out again\n"));
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; (text = strchr (text, '\n')) != NULL; text++)
    n++;
  return n;
}

/* Many short lines of output are limited in the same manner as few long lines, no matter how the
 * code writes them. */
static void
test_many_lines (void)
{
  static const char *const sources[] = {
    "for i in range(100000): print('x')\nreturn 1",
    "import sys\nfor i in range(100000): print('x', file=sys.stderr)\nreturn 1",
    "import os\nfor i in range(10): os.write(2, b'x\\n' * 10000)\nreturn 1",
    "import os\nos.write(2, b'x' * 100)\nos.system('yes | head -c 20000000 >&2')\nreturn 1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };

      python_fixture_init (&fixture, NULL);
      python_assert_script (&fixture, sources[i], "1");
      python_wait_until (log_was_cut, &fixture);
      g_assert_cmpuint (count_lines (fixture.log->str), <=, 20002);
    }
}

/* Code can write forged frames to the helper's channel. The frames refer to a running or an
 * unknown call, are too long, contain several lines, or claim that the log was truncated. */
static void
test_forged_frames (void)
{
  static const struct
  {
    const char *log;
    guint n;
  } frames[] = {
    { "{'id': None, 'stream': 'stdout', 'text': 'x'}", 25000 },
    { "{'id': CALL.get().number, 'stream': 'stdout', 'text': 'x'}", 25000 },
    { "{'id': 10 ** 9, 'stream': 'stderr', 'text': 'x' * 100000}", 20 },
    { "{'id': None, 'stream': 'cut', 'text': ''}", 10 },
    { "{'id': None, 'stream': 'other', 'text': 'a\\nb\\0c'}", 25000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (frames); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_autofree char *source = g_strdup_printf ("import json, os\n"
                                                 "from troupe_python_session import CALL\n"
                                                 "channel = CALL.get().session.channel\n"
                                                 "line = json.dumps({'log': %s}).encode()\n"
                                                 "for i in range(%u): channel.send(line)\nreturn 1",
                                                 frames[i].log, frames[i].n);

      python_fixture_init (&fixture, NULL);
      python_assert_script (&fixture, source, "1");
      g_assert_true (log_was_cut (&fixture));
      g_assert_cmpuint (count_lines (fixture.log->str), <=, 20001);
      g_assert_cmpuint (fixture.log->len, <, 2 * 1024 * 1024);
      /* Genuine output is still logged. */
      if (i != 1)
        g_assert_null (strstr (fixture.log->str, "a notice"));
      python_assert_script (&fixture, "print('honest')\nreturn 2", "2");
      g_assert_true (g_str_has_suffix (fixture.log->str, "a out honest\n"));
    }
}

static void
test_speed (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_autoptr (TroupeValue) state = python_value ("{\"id\":\"x\",\"n\":0,\"log\":[1,2,3]}");
  g_autoptr (TroupeValue) outputs = python_value ("{}");
  gint64 begin = 0;
  gint64 first = g_get_monotonic_time ();

  python_fixture_init (&fixture, NULL);
  for (guint i = 0; i <= 1000; i++)
    {
      g_auto (PythonAnswer) answer = { 0 };
      TroupePythonRequest request = { .source = "state['n'] += 1\nreturn state['n']",
                                      .method = "a",
                                      .path = "p",
                                      .state = state,
                                      .outputs = outputs };

      python_begin (&fixture, &request, NULL, &answer);
      test_wait_until (answer.is_done);
      g_assert_no_error (answer.error);
      troupe_value_unref (state);
      state = troupe_value_ref (answer.result->state);
      if (i == 0)
        {
          begin = g_get_monotonic_time ();
          first = begin - first;
        }
    }
  begin = g_get_monotonic_time () - begin;
  g_test_message ("first call %.1f ms, then %.3f ms a call", (double) first / 1000,
                  (double) begin / 1000 / 1000);
  python_assert_value (state, "{\"id\":\"x\",\"n\":1001,\"log\":[1,2,3]}");
  /* A call takes less than 1 ms on an idle machine, and a start of Python about 100 ms; both take longer if the machine
   * is busy. */
  g_assert_cmpint (begin / 1000, <, first / 4);
}

/* Concurrent calls do not wait for each other, and share the state. */
static void
test_at_once (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_autoptr (TroupeValue) state = python_value ("{\"met\":0}");
  PythonAnswer answers[40] = { 0 };
  TroupePythonRequest request = {
    .source = "import time\nstate['met'] += 1\n"
              "while state['met'] < 40: time.sleep(0.001)\nreturn 1",
    .method = "a",
    .path = "p",
    .state = state,
  };

  python_fixture_init (&fixture, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    python_begin (&fixture, &request, NULL, &answers[i]);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      python_wait (&answers[i]);
      g_assert_no_error (answers[i].error);
      python_assert_value (answers[i].result->value, "1");
      python_answer_clear (&answers[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/python/values", test_values);
  g_test_add_func ("/tool/python/round-trip", test_round_trip);
  g_test_add_func ("/tool/python/long-integer", test_long_integer);
  g_test_add_func ("/tool/python/refused", test_refused);
  g_test_add_func ("/tool/python/failures", test_failures);
  g_test_add_func ("/tool/python/line-of-json", test_line_of_json);
  g_test_add_func ("/tool/python/check", test_check);
  g_test_add_func ("/tool/python/output", test_output);
  g_test_add_func ("/tool/python/output-of-children", test_output_of_children);
  g_test_add_func ("/tool/python/endless-output", test_endless_output);
  g_test_add_func ("/tool/python/many-lines", test_many_lines);
  g_test_add_func ("/tool/python/forged-frames", test_forged_frames);
  g_test_add_func ("/tool/python/speed", test_speed);
  g_test_add_func ("/tool/python/at-once", test_at_once);
  return g_test_run ();
}
