/* test-permissions-actions.c: permissions of each type of action, in every place of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "run-test.h"
#include "troupe-permissions.h"

#define AGENT(more)                                                                                \
  "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'i'" more "}}"
#define CREW                                                                                       \
  "{'call': 'crew', 'with': {'agents': {'a': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': " \
  "{'model': 'openai/m', 'base_url': 'http://crew.example/v1'}}}, 'tasks': [{'description': "      \
  "'d', 'expected_output': 'e', 'agent': 'a', 'output_file': 'out/x.md'}]}}"

/* Each action and its expected permissions by key, or NULL if it needs no permission. @python:
 * its Python permission */
static const struct
{
  const char *name;
  const char *action;
  const char *models;
  const char *hosts;
  const char *environment; /* a part of it */
  const char *folder;      /* the end of it */
  const char *file;        /* the end of it */
  const char *programs;
  const char *references;
  TroupePythonPermissions python;
  const char *text;
  guint n_servers; /* covered by the Python consent */
} cases[] = {
  { .name = "expression", .action = "{'call': 'expression', 'expr': '1'}" },
  { .name = "script",
    .action = "{'call': 'script', 'code': 'return 1'}",
    .python = TROUPE_PYTHON_PERMIT_SCRIPT,
    .text = "return 1" },
  { .name = "code",
    .action = "{'call': 'code', 'ref': 'm:f'}",
    .python = TROUPE_PYTHON_PERMIT_CODE,
    .text = "m:f" },
  { .name = "tool",
    .action = "{'call': 'tool', 'ref': 'm:T'}",
    .python = TROUPE_PYTHON_PERMIT_TOOL,
    .text = "m:T" },
  { .name = "application", .action = "{'call': 'tool', 'ref': 'slack/send'}" },
  { .name = "agent",
    .action = AGENT (", 'llm': 'openai/gpt-4.1'"),
    .models = "['openai/gpt-4.1']",
    .hosts = "['api.openai.com']",
    .environment = "OPENAI_API_KEY" },
  { .name = "agent-of-a-server",
    .action = AGENT (", 'llm': {'model': 'openai/m', 'base_url': 'http://here.example:81/v1'}"),
    .models = "['openai/m']",
    .hosts = "['here.example:81/v1']" },
  { .name = "agent-of-nobody",
    .action = AGENT (", 'llm': 'mock/echo'"),
    .models = "['mock/echo']" },
  { .name = "agent-with-server",
    .action = AGENT (", 'llm': 'mock/echo', 'mcps': [{'command': 'npx', 'args': ['-y', 'a b'], "
                     "'env': {'TOKEN': 'x'}}, 'https://mcp.example/x']"),
    .models = "['mock/echo']",
    .hosts = "['mcp.example/x']",
    .environment = "TOKEN",
    .programs = "['npx -y \\'a b\\'']",
    .folder = "", /* the document's */
    .python = TROUPE_PYTHON_PERMIT_MCP,
    .n_servers = 2 },
  { .name = "agent-with-tool",
    .action = AGENT (", 'llm': 'mock/echo', 'tools': ['m:T']"),
    .models = "['mock/echo']",
    .python = TROUPE_PYTHON_PERMIT_TOOL,
    .text = "m:T" },
  { .name = "crew",
    .action = CREW,
    .models = "['openai/m']",
    .hosts = "['crew.example/v1']",
    .file = "/out/x.md" },
};

/* The places where an action may be located. */
static const struct
{
  const char *name;
  const char *before;
  const char *after;
  const char *path;
} places[] = {
  { "alone", "", "", "methods.a.do" },
  { "in-each", "{'call': 'each', 'in': '[1]', 'do': [{'name': 's', 'action': ", "}]}",
    "methods.a.do.do[0].action" },
  { "in-second-step",
    "{'call': 'each', 'in': '[1]', 'do': [{'name': 'r', 'action': {'call': 'expression', 'expr': "
    "'1'}}, {'name': 's', 'if': 'false', 'action': ",
    "}]}", "methods.a.do.do[1].action" },
};

static RunTest *
new_test (const char *before, const char *action, const char *after)
{
  g_autofree char *document = g_strdup_printf (
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, 'do': %s%s%s}}}",
      before, action, after);

  return run_test_new_document (document);
}

static void
assert_list (TroupeValue *permission_report, const char *key, const char *expected)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, key, -1);
  g_autofree char *text = run_test_text (list);
  g_autofree char *wanted = g_strdup (expected != NULL ? expected : "[]");

  g_test_message ("%s: %s", key, text);
  /* Both strings were converted by swapping the two kinds of quotes. Therefore, a text with
   * escapes cannot be compared. */
  if (strchr (wanted, '\\') == NULL)
    g_assert_cmpstr (text, ==, wanted);
  else
    g_assert_cmpuint (troupe_value_list_get_length (list), ==, 1);
}

static void
assert_python (TroupeValue *permission_report, guint index, guint place)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, "python", -1);
  TroupeValue *entry = NULL;
  const char *word = NULL;

  if (cases[index].python == TROUPE_PYTHON_PERMIT_NOTHING)
    {
      g_assert_cmpuint (troupe_value_list_get_length (list), ==, 0);
      return;
    }
  if (cases[index].n_servers > 0)
    {
      g_assert_cmpuint (troupe_value_list_get_length (list), ==, cases[index].n_servers);
      for (guint i = 0; i < cases[index].n_servers; i++)
        g_assert_cmpstr (
            troupe_value_get_string (
                troupe_value_map_lookup_string (troupe_value_list_get (list, i), "kind", -1), NULL),
            ==, "mcp");
      return;
    }
  g_assert_cmpuint (troupe_value_list_get_length (list), ==, 1);
  entry = troupe_value_list_get (list, 0);
  word = troupe_value_get_string (troupe_value_map_lookup_string (entry, "kind", -1), NULL);
  g_assert_cmpstr (word, ==, troupe_permissions_get_python_word (cases[index].python));
  g_assert_cmpstr (troupe_value_get_string (troupe_value_map_lookup_string (entry, "text", -1),
                                            NULL),
                   ==, cases[index].text);
  g_assert_cmpstr (troupe_value_get_string (troupe_value_map_lookup_string (entry, "path", -1),
                                            NULL),
                   ==, places[place].path);
}

/* Returns TRUE if a file whose path ends like this is listed. */
static gboolean
has_file (TroupeValue *permission_report, const char *end)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, "files", -1);

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    if (g_str_has_suffix (troupe_value_get_member_text (troupe_value_list_get (list, i), "path"),
                          end))
      return TRUE;
  return FALSE;
}

static gboolean
list_has (TroupeValue *permission_report, const char *key, const char *end)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, key, -1);

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    if (g_str_has_suffix (troupe_value_get_string (troupe_value_list_get (list, i), NULL), end))
      return TRUE;
  return FALSE;
}

static void
test_action (gconstpointer data)
{
  guint index = GPOINTER_TO_UINT (data) / G_N_ELEMENTS (places);
  guint place = GPOINTER_TO_UINT (data) % G_N_ELEMENTS (places);
  g_autoptr (RunTest) test =
      new_test (places[place].before, cases[index].action, places[place].after);
  g_autoptr (TroupeValue) permission_report = troupe_permissions_report (test->flow, NULL);
  gboolean needs = cases[index].hosts != NULL || cases[index].programs != NULL ||
                   cases[index].references != NULL || cases[index].folder != NULL ||
                   cases[index].file != NULL || cases[index].environment != NULL;

  g_assert_false (troupe_flow_has_errors (test->flow));
  assert_list (permission_report, "models", cases[index].models);
  assert_list (permission_report, "hosts", cases[index].hosts);
  assert_list (permission_report, "programs", cases[index].programs);
  assert_list (permission_report, "references", cases[index].references);
  if (cases[index].environment != NULL)
    g_assert_true (list_has (permission_report, "environment", cases[index].environment));
  if (cases[index].folder != NULL)
    g_assert_true (list_has (permission_report, "folders", cases[index].folder));
  else if (cases[index].python != TROUPE_PYTHON_PERMIT_NOTHING)
    {
      TroupeValue *folders = troupe_value_map_lookup_string (permission_report, "folders", -1);
      g_autofree char *project = g_get_current_dir ();

      /* The sandbox contains the document's folder. This is a part of the Python consent. */
      g_assert_cmpuint (troupe_value_list_get_length (folders), ==, 1);
      g_assert_cmpstr (troupe_value_get_string (troupe_value_list_get (folders, 0), NULL), ==,
                       project);
      g_assert_cmpstr (troupe_value_get_member_text (permission_report, "code_folder"), ==,
                       project);
    }
  else
    assert_list (permission_report, "folders", NULL);
  if (cases[index].file != NULL)
    g_assert_true (has_file (permission_report, cases[index].file));
  else
    assert_list (permission_report, "files", NULL);
  assert_python (permission_report, index, place);
  g_assert_cmpint (troupe_permissions_need_consent_beside_python (permission_report), ==, needs);
  g_assert_cmpint (troupe_permissions_need_consent (permission_report), ==,
                   needs || cases[index].python != TROUPE_PYTHON_PERMIT_NOTHING);
}

/* CrewAI rejects an `each` inside of another `each`, so actions in the inner `each` never run. */
static void
test_nested_each (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *before = g_strconcat (places[1].before, places[1].before, NULL);
      g_autofree char *after = g_strconcat (places[1].after, places[1].after, NULL);
      g_autoptr (RunTest) test = new_test (before, cases[i].action, after);
      g_autoptr (TroupeValue) permission_report = troupe_permissions_report (test->flow, NULL);

      g_assert_true (troupe_flow_has_errors (test->flow));
      g_assert_nonnull (permission_report);
      troupe_run_set_python (test->run,
                             TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE |
                                 TROUPE_PYTHON_PERMIT_TOOL,
                             TROUPE_PYTHON_SANDBOX_NONE);
      run_test_execute (test);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT);
      g_assert_cmpuint (test->events->len, ==, 0);
    }
}

/* An unsupported action is reported with its location. */
static void
test_unsupported (void)
{
  static const struct
  {
    const char *action;
    const char *told;
  } unsupported[] = {
    { "{'call': 'crew', 'with': {'agents': {'a': {'from_repository': 'x', 'role': 'r', 'goal': "
      "'g', "
      "'backstory': 'b', 'llm': 'mock/echo'}}, 'tasks': [{'description': 'd', 'expected_output': "
      "'e', 'agent': 'a'}]}}",
      "from_repository" },
    { "{'call': 'tool', 'ref': 'slack/send'}", "“slack/send”" },
    { AGENT (", 'llm': 'mock/echo', 'tools': ['NoSuchTool']"), "“NoSuchTool”" },
    { AGENT (", 'llm': 'mock/echo', 'tools': [{'tool_type': 'x'}]"), "tool_type" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (unsupported) * G_N_ELEMENTS (places); i++)
    {
      guint place = i % G_N_ELEMENTS (places);
      const char *told = unsupported[i / G_N_ELEMENTS (places)].told;
      g_autoptr (RunTest) test =
          new_test (places[place].before, unsupported[i / G_N_ELEMENTS (places)].action,
                    places[place].after);
      g_autoptr (GError) error = NULL;

      g_assert_false (troupe_run_check (test->run, &error));
      g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, told));
      g_assert_true ((strstr (error->message, "step “s”") != NULL) == (place > 0));
    }
}

/* An invalid agent fails when it is called, as in CrewAI. A path to a file outside of the
 * project is not a valid tool. */
static void
test_unusable (void)
{
  static const struct
  {
    const char *more;
    const char *path;
  } rows[] = {
    { ", 'llm': 'mock/echo', 'verbose': 'loud'", "verbose" },
    { ", 'llm': 'mock/echo', 'zzz': 1", "zzz" },
    { ", 'llm': 'mock/echo', 'tools': ['custom:../t']", "tools[0]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *action = g_strdup_printf (
          "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'x'%s}}",
          rows[i].more);
      g_autoptr (RunTest) test = new_test ("", action, "");
      g_autoptr (GError) error = NULL;

      g_assert_true (troupe_run_check (test->run, &error));
      g_assert_no_error (error);
      run_test_execute (test);
      g_assert_nonnull (test->result->error);
      g_test_message ("%s", test->result->error->message);
      g_assert_nonnull (strstr (test->result->error->message, rows[i].path));
    }
}

/* A model without a key is detected in every place. */
static void
test_model_without_key (void)
{
  g_unsetenv ("OPENAI_API_KEY");
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (RunTest) test =
          new_test (places[i].before, AGENT (", 'llm': 'openai/gpt-4.1'"), places[i].after);
      g_autoptr (GError) error = NULL;

      g_assert_false (troupe_run_check (test->run, &error));
      g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER);
      g_assert_nonnull (strstr (error->message, "“a”"));
    }
}

/* If an action is not permitted, no part of the flow runs, regardless of where the action is
 * located. */
static void
test_forbidden (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases) * G_N_ELEMENTS (places); i++)
    {
      guint index = i / G_N_ELEMENTS (places);
      guint place = i % G_N_ELEMENTS (places);
      const TroupePythonPermissions all =
          TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL;
      g_autoptr (RunTest) test = NULL;

      if (cases[index].python == TROUPE_PYTHON_PERMIT_NOTHING)
        continue;
      test = new_test (places[place].before, cases[index].action, places[place].after);
      troupe_run_set_python (test->run, all & ~cases[index].python, TROUPE_PYTHON_SANDBOX_NONE);
      run_test_execute (test);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
      g_assert_cmpstr (test->result->error_path, ==, places[place].path);
      g_assert_cmpuint (test->events->len, ==, 0);
    }
}

/* Files that a flow itself writes, such as its states and checkpoints, are listed with absolute
 * paths. */
static void
test_files_written (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'config': {'checkpoint': {'location': "
      "'/keep/points'}}, 'persist': {'enabled': true, 'persistence': {'persistence_type': "
      "'SQLiteFlowPersistence', 'db_path': '/keep/states/s.db'}}, 'methods': {'a': {'start': true, "
      "'do': {'call': 'expression', 'expr': '1'}}}}");
  g_autoptr (TroupeValue) permission_report = troupe_permissions_report (test->flow, NULL);

  g_assert_true (has_file (permission_report, "/keep/points"));
  g_assert_true (has_file (permission_report, "/keep/states/s.db"));
  g_assert_true (troupe_permissions_need_consent (permission_report));
}

/* An action without its fields, as while it is written, has no permissions that could be listed. */
static void
test_unfinished (void)
{
  static const char *const kinds[] = { "expression", "each", "agent", "crew",
                                       "tool",       "code", "script" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *document =
          g_strdup_printf ("{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': "
                           "true, 'do': {'call': '%s'}}}}",
                           kinds[i]);
      g_autoptr (RunTest) test = run_test_new_document (document);
      g_autoptr (TroupeValue) report = troupe_permissions_report (test->flow, NULL);

      g_assert_true (troupe_flow_has_errors (test->flow));
      g_assert_nonnull (report);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases) * G_N_ELEMENTS (places); i++)
    {
      g_autofree char *name =
          g_strdup_printf ("/run/permissions/actions/%s/%s", cases[i / G_N_ELEMENTS (places)].name,
                           places[i % G_N_ELEMENTS (places)].name);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_action);
    }
  g_test_add_func ("/run/permissions/actions/unfinished", test_unfinished);
  g_test_add_func ("/run/permissions/actions/nested-each", test_nested_each);
  g_test_add_func ("/run/permissions/actions/unsupported", test_unsupported);
  g_test_add_func ("/run/permissions/actions/unusable", test_unusable);
  g_test_add_func ("/run/permissions/actions/model-without-key", test_model_without_key);
  g_test_add_func ("/run/permissions/actions/forbidden", test_forbidden);
  g_test_add_func ("/run/permissions/actions/files-written", test_files_written);
  return g_test_run ();
}
