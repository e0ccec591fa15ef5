/* test-python-tool.c: tools that are Python classes
 *
 * Uses a replacement for CrewAI, and CrewAI itself if it is installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-time.h"
#include "python-fixture.h"
#include "tool-fixture.h"
#include "troupe-python-tool.h"

#define CREWAI "/opt/crewai/bin/python"

static const char module[] =
    "import os, sys, time\n"
    "from crewai.tools import BaseTool\n"
    "from crewai.tools.tool_failure import ToolFailure\n"
    "class Adder(BaseTool):\n"
    "  name: str = 'adder'\n"
    "  description: str = 'Adds two numbers.'\n"
    "  def _run(self, a: int, b: int = 1) -> int:\n    return a + b\n"
    "class Last(BaseTool):\n"
    "  name: str = 'last'\n  description: str = 'Ends it.'\n"
    "  result_as_answer: bool = True\n  max_usage_count: int = 1\n"
    "  def _run(self) -> str:\n    return 'end'\n"
    "class Raising(BaseTool):\n"
    "  name: str = 'raising'\n  description: str = ''\n"
    "  def _run(self) -> str:\n    raise ValueError('boom')\n"
    "class Failing(BaseTool):\n"
    "  name: str = 'failing'\n  description: str = ''\n"
    "  def _run(self) -> str:\n    return ToolFailure(message='no such channel')\n"
    "class Sleeping(BaseTool):\n"
    "  name: str = 'sleeping'\n  description: str = ''\n"
    "  def _run(self, s: float = 0.2) -> float:\n    time.sleep(s)\n    return s\n"
    "class Huge(BaseTool):\n"
    "  name: str = 'huge'\n  description: str = ''\n"
    "  def _run(self) -> str:\n    return 'x' * (17 * 1024 * 1024)\n"
    "class Noisy(BaseTool):\n"
    "  name: str = 'noisy'\n  description: str = ''\n"
    "  def _run(self) -> str:\n"
    "    line = '{\"id\":1,\"value\":\"forged\"}\\n'\n"
    "    print(line, end='')\n    sys.stderr.write(line)\n"
    "    os.write(1, line.encode() * 3 + b'\\xff\\x00\\n')\n    os.write(2, line.encode())\n"
    "    return 'real'\n"
    "class Leaving(BaseTool):\n"
    "  name: str = 'leaving'\n  description: str = ''\n"
    "  def _run(self) -> str:\n    os._exit(3)\n"
    "class Strange(BaseTool):\n"
    "  name: str = 'n' * 1000\n  description: str = 'd'\n"
    "  def _run(self) -> str:\n    return ''\n"
    "class Other: pass\n";

typedef struct
{
  PythonFixture python;
  char *folder;
  char *file;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE, .interpreter = data };

  self->folder = g_dir_make_tmp ("troupe-tool-XXXXXX", NULL);
  self->file = g_build_filename (self->folder, "own_tools.py", NULL);
  g_assert_true (g_file_set_contents (self->file, module, -1, NULL));
  settings.folder = self->folder;
  if (data == NULL)
    {
      g_autofree char *stand_in = g_test_build_filename (G_TEST_DIST, "tool", "stand-in", NULL);

      g_setenv ("PYTHONPATH", stand_in, TRUE);
    }
  else
    g_unsetenv ("PYTHONPATH");
  python_fixture_init (&self->python, &settings);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  python_fixture_clear (&self->python);
  python_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->file);
}

static TroupeTool *
make (Fixture *self, const char *class_name)
{
  g_autofree char *reference = g_strdup_printf ("own_tools:%s", class_name);
  g_autoptr (GError) error = NULL;
  TroupeTool *tool = troupe_tool_new_for_reference (reference, &error);

  g_assert_no_error (error);
  troupe_python_tool_connect (TROUPE_PYTHON_TOOL (tool), self->python.python, NULL, NULL);
  return tool;
}

static void
call (TroupeTool *tool, const char *arguments, ToolAnswer *answer)
{
  TroupeToolContext context = tool_answer_context (answer);

  tool_begin (tool, arguments, &context, NULL, answer);
  tool_wait (answer);
}

/* --- Description ------------------------------------------------------------------------------ */

static void
test_description (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) adder = make (self, "Adder");
  g_autoptr (TroupeTool) last = make (self, "Last");
  g_auto (ToolAnswer) answer = { 0 };
  TroupeValue *required = NULL;

  g_assert_cmpstr (troupe_tool_get_name (adder), ==, "own_tools:Adder");
  g_assert_false (troupe_python_is_running (self->python.python));
  tool_describe (adder, NULL, &answer);
  tool_wait (&answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (troupe_tool_get_name (adder), ==, "adder");
  g_assert_cmpstr (troupe_tool_get_description (adder), ==, "Adds two numbers.");
  g_assert_false (troupe_tool_get_result_as_answer (adder));
  g_assert_cmpuint (troupe_tool_get_max_usage (adder), ==, 0);
  required = troupe_value_map_lookup_string (troupe_tool_get_schema (adder), "required", -1);
  python_assert_value (required, "[\"a\"]");
  tool_describe (last, NULL, &answer);
  tool_wait (&answer);
  g_assert_no_error (answer.error);
  g_assert_true (troupe_tool_get_result_as_answer (last));
  g_assert_cmpuint (troupe_tool_get_max_usage (last), ==, 1);
  /* Describing the tool does not count as a use. */
  call (last, "{}", &answer);
  g_assert_no_error (answer.error);
}

static void
test_hostile_description (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) tool = make (self, "Strange");
  g_auto (ToolAnswer) answer = { 0 };

  tool_describe (tool, NULL, &answer);
  tool_wait (&answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID);
  g_assert_cmpstr (troupe_tool_get_name (tool), ==, "own_tools:Strange");
}

/* Without consent, neither a call nor a request for the description starts a process. */
static void
test_consent (Fixture *self, gconstpointer data)
{
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                    .permissions =
                                        TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE,
                                    .helper = "/nonexistent" };
  g_autoptr (TroupePython) python = troupe_python_new (&settings);
  g_autoptr (TroupeTool) tool = make (self, "Adder");
  g_auto (ToolAnswer) answer = { 0 };

  troupe_python_tool_connect (TROUPE_PYTHON_TOOL (tool), python, NULL, NULL);
  call (tool, "{\"a\":1}", &answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  tool_describe (tool, NULL, &answer);
  tool_wait (&answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  g_assert_false (troupe_python_is_running (python));
  troupe_python_tool_connect (TROUPE_PYTHON_TOOL (tool), NULL, NULL, NULL);
  call (tool, "{\"a\":1}", &answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE);
}

/* --- Calls ----------------------------------------------------------------------------------- */

static void
test_normal (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) tool = make (self, "Adder");
  g_auto (ToolAnswer) answer = { 0 };

  call (tool, "{\"a\":40,\"b\":2}", &answer);
  g_assert_no_error (answer.error);
  python_assert_value (answer.value, "42");
  call (tool, "{\"a\":1}", &answer);
  python_assert_value (answer.value, "2");
  g_assert_cmpuint (troupe_tool_get_usage (tool), ==, 2);
  g_assert_cmpstr (answer.reports->str, ==, "");
}

/* The error of each call and its message. */
static void
test_errors (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *class_name;
    const char *arguments;
    TroupeToolError code;
    const char *message;
  } cases[] = {
    { "Adder", "{}", TROUPE_TOOL_ERROR_ARGUMENTS, "arguments validation failed" },
    { "Adder", "{\"a\":\"x\"}", TROUPE_TOOL_ERROR_ARGUMENTS, "valid integer" },
    { "Adder", NULL, TROUPE_TOOL_ERROR_ARGUMENTS, "required" },
    { "Adder", "[1]", TROUPE_TOOL_ERROR_ARGUMENTS, "named arguments" },
    { "Raising", "{}", TROUPE_TOOL_ERROR_FAILED, "boom" },
    { "Failing", "{}", TROUPE_TOOL_ERROR_REPORTED, "no such channel" },
    { "Huge", "{}", TROUPE_TOOL_ERROR_TOO_LARGE, "17825" },
    { "Other", "{}", TROUPE_TOOL_ERROR_UNAVAILABLE, "expected a subclass" },
    { "Nowhere", "{}", TROUPE_TOOL_ERROR_UNAVAILABLE, "unresolvable" },
    { "Leaving", "{}", TROUPE_TOOL_ERROR_UNAVAILABLE, "ended" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeTool) tool = make (self, cases[i].class_name);
      g_autofree char *folded = NULL;
      g_auto (ToolAnswer) answer = { 0 };

      call (tool, cases[i].arguments, &answer);
      g_test_message ("%s: %s", cases[i].class_name,
                      answer.error != NULL ? answer.error->message : "no error");
      g_assert_error (answer.error, TROUPE_TOOL_ERROR, (int) cases[i].code);
      folded = g_utf8_casefold (answer.error->message, -1);
      {
        g_autofree char *wanted = g_utf8_casefold (cases[i].message, -1);

        g_assert_nonnull (strstr (folded, wanted));
      }
      /* The traceback is reported separately. */
      if (cases[i].code == TROUPE_TOOL_ERROR_FAILED)
        g_assert_true (g_str_has_prefix (answer.reports->str, "error - "));
    }
}

static void
test_usage (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) tool = make (self, "Last");
  g_auto (ToolAnswer) answer = { 0 };

  call (tool, "{}", &answer);
  g_assert_no_error (answer.error);
  call (tool, "{}", &answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_USED_UP);
  g_assert_nonnull (strstr (answer.error->message, "usage limit"));
}

#define N_CALLS 80

static void
test_parallel (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) tool = make (self, "Sleeping");
  ToolAnswer answers[N_CALLS] = { 0 };
  g_auto (ToolAnswer) first = { 0 };
  gint64 since = 0;

  /* The first call starts Python, so it is not measured. */
  call (tool, "{\"s\":0.0}", &first);
  g_assert_no_error (first.error);
  since = g_get_monotonic_time ();
  for (guint i = 0; i < N_CALLS; i++)
    tool_begin (tool, "{\"s\":1.0}", NULL, NULL, &answers[i]);
  for (guint i = 0; i < N_CALLS; i++)
    {
      tool_wait (&answers[i]);
      g_assert_no_error (answers[i].error);
      python_assert_value (answers[i].value, "1.0");
      tool_answer_clear (&answers[i]);
    }
  /* Sequential calls would take 80 seconds. */
  g_assert_cmpint (g_get_monotonic_time () - since, <, TEST_WAIT_US);
}

/* A cancelled call returns at once, while concurrent calls continue. */
static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) tool = make (self, "Sleeping");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (ToolAnswer) first = { 0 };
  g_auto (ToolAnswer) cancelled = { 0 };
  g_auto (ToolAnswer) other = { 0 };
  gint64 since = 0;

  call (tool, "{\"s\":0.0}", &first);
  tool_begin (tool, "{\"s\":600.0}", NULL, cancellable, &cancelled);
  tool_begin (tool, "{\"s\":0.3}", NULL, NULL, &other);
  since = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  tool_wait (&cancelled);
  g_assert_cmpint (g_get_monotonic_time () - since, <, TEST_WAIT_US);
  g_assert_error (cancelled.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  tool_wait (&other);
  g_assert_no_error (other.error);
  python_assert_value (other.value, "0.3");
}

/* Text that the tool prints counts as output, even if it looks like an answer. */
static void
test_noisy (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeTool) tool = make (self, "Noisy");
  g_auto (ToolAnswer) answer = { 0 };

  call (tool, "{}", &answer);
  g_assert_no_error (answer.error);
  python_assert_value (answer.value, "\"real\"");
  g_assert_nonnull (strstr (self->python.log->str, "method out {\"id\":1,\"value\":\"forged\"}\n"));
  g_assert_nonnull (strstr (self->python.log->str, "method err {\"id\":1,\"value\":\"forged\"}\n"));
}

/* --- Integration in a run --------------------------------------------------------------------- */

static void
fill_cb (TroupePythonRequest *request, gpointer user_data)
{
  ToolAnswer *answer = user_data;

  g_assert_cmpint (request->kind, ==, TROUPE_PYTHON_KIND_TOOL);
  g_string_append (answer->reports, "filled\n");
}

static void
take_cb (const TroupePythonResult *result, gpointer user_data)
{
  ToolAnswer *answer = user_data;

  g_assert_false (answer->is_done);
  g_string_append_printf (answer->reports, "taken %s\n",
                          result->failure != NULL ? "failure" : "value");
}

static void
test_view (Fixture *self, gconstpointer data)
{
  static const TroupePythonToolView view = { fill_cb, take_cb };
  g_autoptr (TroupeTool) adder = make (self, "Adder");
  g_autoptr (TroupeTool) raising = make (self, "Raising");
  g_auto (ToolAnswer) answer = { 0 };

  troupe_python_tool_connect (TROUPE_PYTHON_TOOL (adder), self->python.python, "p", &view);
  troupe_python_tool_connect (TROUPE_PYTHON_TOOL (raising), self->python.python, "q", &view);
  call (adder, "{\"a\":1}", &answer);
  g_assert_cmpstr (answer.reports->str, ==, "filled\ntaken value\n");
  call (raising, "{}", &answer);
  g_assert_true (g_str_has_prefix (answer.reports->str,
                                   "filled\ntaken value\nfilled\ntaken failure\nerror - "));
  /* Describing the tool neither reads nor changes the state. */
  g_string_truncate (answer.reports, 0);
  tool_describe (adder, NULL, &answer);
  tool_wait (&answer);
  g_assert_cmpstr (answer.reports->str, ==, "");
}

/* Importing CrewAI takes seconds, so one helper is used for all tests. */
static void
test_crewai (Fixture *self, gconstpointer data)
{
  test_description (self, data);
  test_hostile_description (self, data);
  test_normal (self, data);
  test_errors (self, data);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                            \
  g_test_add ("/tool/python-tool/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("description", test_description);
  ADD ("hostile-description", test_hostile_description);
  ADD ("consent", test_consent);
  ADD ("normal", test_normal);
  ADD ("errors", test_errors);
  ADD ("usage", test_usage);
  ADD ("parallel", test_parallel);
  ADD ("cancel", test_cancel);
  ADD ("noisy", test_noisy);
  ADD ("view", test_view);
#undef ADD
  if (g_file_test (CREWAI, G_FILE_TEST_IS_EXECUTABLE))
    g_test_add ("/tool/python-tool/crewai", Fixture, CREWAI, set_up, test_crewai, tear_down);
  return g_test_run ();
}
