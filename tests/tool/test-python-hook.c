/* test-python-hook.c: Python functions and classes referenced by a crew, and the replacements for
 * CrewAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "python-fixture.h"

static const char hooks[] =
    "from crewai import TaskOutput\n"
    "from crewai.tasks.task_output import TaskOutput as Same\n"
    "assert TaskOutput is Same\n"
    "def swap(output):\n"
    "  return (True, 'SWAP ' + output.raw)\n"
    "def whole(output):\n"
    "  output.raw = 'whole'\n  output.json_dict = {'a': output.json_dict['a'] + 1}\n"
    "  return True, output\n"
    "def refuse(output):\n  return False, 'no ' + output.agent\n"
    "def nothing(output):\n  return True, None\n"
    "def wrong(output):\n  return True\n"
    "def raising(output):\n  raise KeyError('boom')\n"
    "async def later(output):\n  return (True, output.raw)\n"
    "def yes(output):\n  return 'x' in output.raw\n"
    "def before(inputs):\n  return {**inputs, 'topic': 'bees'}\n"
    "def stay(inputs):\n  pass\n"
    "def after(output):\n"
    "  output.raw += ' after ' + output.tasks_output[0].raw\n  return output\n"
    "def seen(output):\n  print('seen ' + str(output))\n"
    "not_callable = 3\n";

static const struct
{
  const char *function;
  const char *use;
  const char *value;
  const char *expected; /* NULL: it fails */
} cases[] = {
  { "swap", "guardrail", "{\"raw\": \"a\"}", "[true,{\"kind\":\"text\",\"value\":\"SWAP a\"}]" },
  { "refuse", "guardrail", "{\"raw\": \"a\", \"agent\": \"me\"}",
    "[false,{\"kind\":\"text\",\"value\":\"no me\"}]" },
  { "nothing", "guardrail", "{\"raw\": \"a\"}", "[true,{\"kind\":\"null\",\"value\":null}]" },
  { "later", "guardrail", "{\"raw\": \"a\"}", "[true,{\"kind\":\"text\",\"value\":\"a\"}]" },
  { "wrong", "guardrail", "{\"raw\": \"a\"}", NULL },
  { "raising", "guardrail", "{\"raw\": \"a\"}", NULL },
  { "yes", "condition", "{\"raw\": \"ax\"}", "true" },
  { "yes", "condition", "{\"raw\": \"a\"}", "false" },
  { "before", "before", "{\"n\": 1}", "{\"n\":1,\"topic\":\"bees\"}" },
  { "stay", "before", "{\"n\": 1}", "{\"n\":1}" },
  { "seen", "callback", "{\"raw\": \"a\"}", "null" },
  { "not_callable", "callback", "{\"raw\": \"a\"}", NULL },
  { "missing", "callback", "{\"raw\": \"a\"}", NULL },
};

static char *folder;

static void
set_up_folder (void)
{
  g_autofree char *path = NULL;

  folder = g_dir_make_tmp ("troupe-hook-XXXXXX", NULL);
  path = g_build_filename (folder, "hooks.py", NULL);
  g_assert_true (g_file_set_contents (path, hooks, -1, NULL));
}

/* Calls the function and waits for the result. */
static void
call (PythonFixture *self,
      const char *function,
      const char *use,
      const char *value,
      PythonAnswer *answer)
{
  g_autofree char *source = g_strconcat ("hooks:", function, NULL);
  g_autofree char *text = g_strdup_printf ("{\"use\": \"%s\", \"value\": %s}", use, value);
  g_autoptr (TroupeValue) arguments = python_value (text);
  const TroupePythonRequest request = { .kind = TROUPE_PYTHON_KIND_HOOK,
                                        .source = source,
                                        .method = "m",
                                        .path = source,
                                        .arguments = arguments };

  python_begin (self, &request, NULL, answer);
  python_wait (answer);
}

static void
test_calls (void)
{
  const TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                          .permissions = TROUPE_PYTHON_PERMIT_CODE,
                                          .folder = folder };
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, &settings);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (PythonAnswer) answer = { 0 };

      call (&fixture, cases[i].function, cases[i].use, cases[i].value, &answer);
      g_assert_no_error (answer.error);
      if (cases[i].expected == NULL)
        g_assert_nonnull (answer.result->failure);
      else
        {
          g_assert_null (answer.result->failure);
          python_assert_value (answer.result->value, cases[i].expected);
        }
    }
  g_assert_nonnull (strstr (fixture.log->str, "seen a"));
}

static const char *
get_raw (TroupeValue *value)
{
  return troupe_value_get_string (troupe_value_map_lookup_string (value, "raw", -1), NULL);
}

/* A function may return a complete output of a task or a crew. */
static void
test_outputs (void)
{
  const TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                          .permissions = TROUPE_PYTHON_PERMIT_CODE,
                                          .folder = folder };
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) of_task = { 0 };
  g_auto (PythonAnswer) of_crew = { 0 };
  TroupeValue *output = NULL;

  python_fixture_init (&fixture, &settings);
  call (&fixture, "whole", "guardrail", "{\"raw\": \"a\", \"json_dict\": {\"a\": 1}, \"x\": 1}",
        &of_task);
  output = troupe_value_map_lookup_string (troupe_value_list_get (of_task.result->value, 1),
                                           "value", -1);
  g_assert_cmpstr (get_raw (output), ==, "whole");
  python_assert_value (troupe_value_map_lookup_string (output, "json_dict", -1), "{\"a\":2}");
  call (&fixture, "after", "after", "{\"raw\": \"a\", \"tasks_output\": [{\"raw\": \"t\"}]}",
        &of_crew);
  g_assert_null (of_crew.result->failure);
  g_assert_cmpstr (get_raw (of_crew.result->value), ==, "a after t");
}

/* Nothing is started without the permission for code. */
static void
test_permission (void)
{
  const TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                          .permissions = TROUPE_PYTHON_PERMIT_TOOL,
                                          .folder = folder };
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };

  python_fixture_init (&fixture, &settings);
  call (&fixture, "yes", "condition", "{\"raw\": \"a\"}", &answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NOT_PERMITTED);
  g_assert_false (troupe_python_is_running (fixture.python));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  set_up_folder ();
  g_test_add_func ("/python-hook/calls", test_calls);
  g_test_add_func ("/python-hook/outputs", test_outputs);
  g_test_add_func ("/python-hook/permission", test_permission);
  status = g_test_run ();
  python_remove_folder (folder);
  g_free (folder);
  return status;
}
