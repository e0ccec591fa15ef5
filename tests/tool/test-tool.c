/* test-tool.c: common behavior of all tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "python-fixture.h"
#include "tool-fixture.h"

/* --- Test tool -------------------------------------------------------------------------------- */

#define TEST_TYPE_TOOL (test_tool_get_type ())
G_DECLARE_FINAL_TYPE (TestTool, test_tool, TEST, TOOL, TroupeTool)

/* @calls: (element-type TroupeToolCall): running calls, which the test ends;
 * @about: (nullable): the description that the tool returns */
struct _TestTool
{
  TroupeTool parent_instance;

  GPtrArray *calls;
  TroupeValue *about;
  gboolean forgets;
};

G_DEFINE_FINAL_TYPE (TestTool, test_tool, TROUPE_TYPE_TOOL)

static void
test_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TestTool *self = TEST_TOOL (tool);

  if (!self->forgets)
    g_ptr_array_add (self->calls, troupe_tool_call_ref (call));
}

static void
test_tool_describe (TroupeTool *tool, TroupeToolCall *call)
{
  TestTool *self = TEST_TOOL (tool);

  troupe_tool_call_end (call, troupe_value_ref (self->about));
}

static void
test_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  troupe_permission_list_add (permissions, TROUPE_PERMISSION_HOST, "example.org");
  troupe_permission_list_add (permissions, TROUPE_PERMISSION_FOLDER, "/data");
}

static void
test_tool_finalize (GObject *object)
{
  TestTool *self = TEST_TOOL (object);

  g_ptr_array_unref (self->calls);
  g_clear_pointer (&self->about, troupe_value_unref);

  G_OBJECT_CLASS (test_tool_parent_class)->finalize (object);
}

static void
test_tool_class_init (TestToolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_tool_finalize;
  TROUPE_TOOL_CLASS (klass)->call = test_tool_call;
  TROUPE_TOOL_CLASS (klass)->describe = test_tool_describe;
  TROUPE_TOOL_CLASS (klass)->list_permissions = test_tool_list_permissions;
}

static void
test_tool_init (TestTool *self)
{
  self->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_tool_call_unref);
}

static TestTool *
tool_new (void)
{
  TestTool *self = g_object_new (TEST_TYPE_TOOL, NULL);

  troupe_tool_set_name (TROUPE_TOOL (self), "look");
  return self;
}

static TroupeToolCall *
get_call (TestTool *self, guint index)
{
  g_assert_cmpuint (index, <, self->calls->len);
  return g_ptr_array_index (self->calls, index);
}

/* Drops the test's last reference to a tool and asserts that it is finalized. */
static void
drop (TestTool *self)
{
  g_ptr_array_set_size (self->calls, 0);
  g_assert_finalize_object (self);
}

/* --- Calls ----------------------------------------------------------------------------------- */

static void
test_normal (void)
{
  TestTool *tool = tool_new ();
  g_auto (ToolAnswer) answer = { 0 };
  TroupeToolContext context = tool_answer_context (&answer);
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeRunContext) run = troupe_run_context_new (&(TroupeRunContext){ .bus = bus });
  TroupeToolCall *call = NULL;

  context.run = run;

  tool_begin (TROUPE_TOOL (tool), "{\"q\":1}", &context, NULL, &answer);
  call = get_call (tool, 0);
  python_assert_value (troupe_tool_call_get_arguments (call), "{\"q\":1}");
  g_assert_cmpstr (troupe_tool_call_get_context (call)->owner, ==, "method");
  g_assert_true (troupe_tool_context_get_bus (troupe_tool_call_get_context (call)) == bus);
  g_assert_true (troupe_tool_call_is_open (call));
  troupe_tool_call_report (call, "info", "stdout", "looking");
  troupe_tool_call_end (call, troupe_value_new_integer (7));
  g_assert_false (troupe_tool_call_is_open (call));
  tool_wait (&answer);
  g_assert_no_error (answer.error);
  python_assert_value (answer.value, "7");
  g_assert_cmpstr (answer.reports->str, ==, "info stdout looking\n");
  /* Reports and results after the end of the call are ignored. */
  troupe_tool_call_report (call, "info", NULL, "late");
  troupe_tool_call_end (call, troupe_value_new_integer (8));
  troupe_tool_call_fail (call, g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED, "late"));
  g_assert_cmpstr (answer.reports->str, ==, "info stdout looking\n");
  drop (tool);
}

/* Another tool than code of the document passes its arguments on, and so gets no key. */
static void
test_redacted (void)
{
  TestTool *tool = tool_new ();
  TroupeToolClass *tool_class = TROUPE_TOOL_GET_CLASS (tool);
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autoptr (TroupeRunContext) run = NULL;

  troupe_redactor_add (redactor, "sk-canary-7f3a91c2");
  troupe_event_bus_set_redactor (bus, redactor);
  run = troupe_run_context_new (&(TroupeRunContext){ .bus = bus });
  for (guint i = 0; i < 2; i++)
    {
      g_auto (ToolAnswer) answer = { 0 };
      TroupeToolContext context = tool_answer_context (&answer);

      context.run = run;
      tool_class->computes_with_keys = i == 1;
      tool_begin (TROUPE_TOOL (tool), "{\"q\":\"a sk-canary-7f3a91c2\"}", &context, NULL, &answer);
      python_assert_value (troupe_tool_call_get_arguments (get_call (tool, i)),
                           i == 0 ? "{\"q\":\"a " TROUPE_SECRET_MASK "\"}"
                                  : "{\"q\":\"a sk-canary-7f3a91c2\"}");
      troupe_tool_call_end (get_call (tool, i), troupe_value_new_null ());
      tool_wait (&answer);
    }
  tool_class->computes_with_keys = FALSE;
  drop (tool);
}

static void
test_no_arguments (void)
{
  TestTool *tool = tool_new ();
  g_auto (ToolAnswer) answer = { 0 };
  g_auto (ToolAnswer) wrong = { 0 };

  tool_begin (TROUPE_TOOL (tool), NULL, NULL, NULL, &answer);
  python_assert_value (troupe_tool_call_get_arguments (get_call (tool, 0)), "{}");
  troupe_tool_call_end (get_call (tool, 0), troupe_value_new_null ());
  tool_wait (&answer);
  python_assert_value (answer.value, "null");
  tool_begin (TROUPE_TOOL (tool), "[1]", NULL, NULL, &wrong);
  tool_wait (&wrong);
  g_assert_error (wrong.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS);
  g_assert_cmpuint (tool->calls->len, ==, 1);
  drop (tool);
}

static void
test_error (void)
{
  TestTool *tool = tool_new ();
  g_auto (ToolAnswer) answer = { 0 };

  tool_begin (TROUPE_TOOL (tool), "{}", NULL, NULL, &answer);
  troupe_tool_call_fail (get_call (tool, 0),
                         g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED, "no luck"));
  tool_wait (&answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED);
  g_assert_cmpstr (answer.error->message, ==, "no luck");
  drop (tool);
}

/* If an implementation drops a call without ending it, the call fails. */
static void
test_forgotten (void)
{
  TestTool *tool = tool_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (ToolAnswer) answer = { 0 };

  tool->forgets = TRUE;
  tool_begin (TROUPE_TOOL (tool), "{}", NULL, cancellable, &answer);
  tool_wait (&answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID);
  drop (tool);
}

/* The caller does not wait for an implementation that ignores the cancellation, and the call is
 * freed when the implementation is done. */
static void
test_cancel (void)
{
  TestTool *tool = tool_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (ToolAnswer) answer = { 0 };
  g_auto (ToolAnswer) other = { 0 };
  g_auto (ToolAnswer) never = { 0 };
  TroupeToolContext context = tool_answer_context (&answer);
  gint64 since = 0;

  tool_begin (TROUPE_TOOL (tool), "{}", &context, cancellable, &answer);
  tool_begin (TROUPE_TOOL (tool), "{}", NULL, NULL, &other);
  since = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  tool_wait (&answer);
  g_assert_cmpint (g_get_monotonic_time () - since, <, TEST_WAIT_US);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (troupe_tool_call_is_open (get_call (tool, 0)));
  troupe_tool_call_report (get_call (tool, 0), "info", NULL, "late");
  troupe_tool_call_end (get_call (tool, 0), troupe_value_new_integer (1));
  g_assert_cmpstr (answer.reports->str, ==, "");
  troupe_tool_call_end (get_call (tool, 1), troupe_value_new_integer (2));
  tool_wait (&other);
  python_assert_value (other.value, "2");
  /* The tool is not called if the cancellable is already cancelled. */
  tool_begin (TROUPE_TOOL (tool), "{}", NULL, cancellable, &never);
  tool_wait (&never);
  g_assert_error (never.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (tool->calls->len, ==, 2);
  drop (tool);
}

static void
test_parallel (void)
{
  TestTool *tool = tool_new ();
  ToolAnswer answers[8] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    tool_begin (TROUPE_TOOL (tool), "{}", NULL, NULL, &answers[i]);
  for (guint i = G_N_ELEMENTS (answers); i > 0; i--)
    troupe_tool_call_end (get_call (tool, i - 1), troupe_value_new_integer (i));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      tool_wait (&answers[i]);
      g_assert_cmpint (troupe_value_get_integer (answers[i].value), ==, i + 1);
      tool_answer_clear (&answers[i]);
    }
  drop (tool);
}

static void
test_too_large (void)
{
  TestTool *tool = tool_new ();
  g_auto (ToolAnswer) answer = { 0 };
  g_auto (ToolAnswer) small = { 0 };
  g_autofree char *text = g_strnfill (20000, 'x');

  troupe_tool_set_max_result (TROUPE_TOOL (tool), 10000);
  tool_begin (TROUPE_TOOL (tool), "{}", NULL, NULL, &answer);
  troupe_tool_call_end (get_call (tool, 0), troupe_value_new_string (text, -1));
  tool_wait (&answer);
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (answer.error->message, "20"));
  g_assert_nonnull (strstr (answer.error->message, "10000"));
  tool_begin (TROUPE_TOOL (tool), "{}", NULL, NULL, &small);
  troupe_tool_call_end (get_call (tool, 1), troupe_value_new_string ("x", -1));
  tool_wait (&small);
  python_assert_value (small.value, "\"x\"");
  drop (tool);
}

static void
notified_cb (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  (*(guint *) user_data)++;
}

static void
test_usage (void)
{
  TestTool *tool = tool_new ();
  guint n_notified = 0;

  troupe_tool_set_max_usage (TROUPE_TOOL (tool), 2, TRUE);
  g_signal_connect (tool, "notify::usage", G_CALLBACK (notified_cb), &n_notified);
  for (guint i = 0; i < 4; i++)
    {
      g_auto (ToolAnswer) answer = { 0 };

      if (i == 3)
        troupe_tool_reset_usage (TROUPE_TOOL (tool));
      tool_begin (TROUPE_TOOL (tool), "{}", NULL, NULL, &answer);
      if (i != 2)
        troupe_tool_call_end (get_call (tool, tool->calls->len - 1), troupe_value_new_null ());
      tool_wait (&answer);
      if (i == 2)
        g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_USED_UP);
      else
        g_assert_no_error (answer.error);
    }
  g_assert_cmpuint (tool->calls->len, ==, 3);
  g_assert_cmpuint (troupe_tool_get_usage (TROUPE_TOOL (tool)), ==, 1);
  g_assert_cmpuint (n_notified, ==, 4);
  drop (tool);
}

/* --- Description ------------------------------------------------------------------------------ */

static void
describe (TestTool *tool, TroupeValue *about, ToolAnswer *answer)
{
  g_clear_pointer (&tool->about, troupe_value_unref);
  tool->about = about;
  tool_describe (TROUPE_TOOL (tool), NULL, answer);
  tool_wait (answer);
}

static void
test_description (void)
{
  TestTool *object = tool_new ();
  TroupeTool *tool = TROUPE_TOOL (object);
  g_auto (ToolAnswer) answer = { 0 };

  g_assert_cmpstr (troupe_tool_get_description (tool), ==, "");
  g_assert_null (troupe_tool_get_schema (tool));
  describe (object,
            python_value ("{\"name\":\"seek\",\"description\":\"Seeks.\",\"schema\":{\"type\":"
                          "\"object\"},\"result_as_answer\":true,\"max_usage_count\":3}"),
            &answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (troupe_tool_get_name (tool), ==, "seek");
  g_assert_cmpstr (troupe_tool_get_description (tool), ==, "Seeks.");
  python_assert_value (troupe_tool_get_schema (tool), "{\"type\":\"object\"}");
  g_assert_true (troupe_tool_get_result_as_answer (tool));
  g_assert_cmpuint (troupe_tool_get_max_usage (tool), ==, 3);
  g_assert_cmpuint (troupe_tool_get_usage (tool), ==, 0);
  /* Missing members keep their values, and members of a wrong type count as missing. */
  describe (object, python_value ("{\"name\":\"\",\"description\":7,\"max_usage_count\":-4}"),
            &answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (troupe_tool_get_name (tool), ==, "seek");
  g_assert_cmpstr (troupe_tool_get_description (tool), ==, "Seeks.");
  g_assert_cmpuint (troupe_tool_get_max_usage (tool), ==, 0);
  drop (object);
}

/* If any part of a description is invalid, none of it is used. */
static void
test_hostile_description (void)
{
  TestTool *tool = tool_new ();
  g_autofree char *name = g_strnfill (TROUPE_TOOL_LIMIT_NAME + 1, 'n');
  g_autofree char *text = g_strnfill (TROUPE_TOOL_LIMIT_DESCRIPTION + 1, 'd');
  g_autofree char *more = g_strnfill (TROUPE_TOOL_LIMIT_SCHEMA + 1, 's');
  const char *const abouts[] = {
    "{\"name\":\"%s\",\"description\":\"taken\"}",
    "{\"name\":\"taken\",\"description\":\"%s\"}",
    "{\"name\":\"taken\",\"description\":\"taken\",\"schema\":{\"title\":\"%s\"}}",
    "{\"name\":\"ta\\u0000ken\",\"description\":\"taken\"}",
    "[1]",
  };
  const char *const parts[] = { name, text, more, "", "" };

  for (guint i = 0; i < G_N_ELEMENTS (abouts); i++)
    {
      g_auto (GStrv) halves = g_strsplit (abouts[i], "%s", 2);
      g_autofree char *about = g_strjoinv (parts[i], halves);
      g_auto (ToolAnswer) answer = { 0 };

      describe (tool, python_value (about), &answer);
      g_assert_error (answer.error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_INVALID);
      g_assert_cmpstr (troupe_tool_get_name (TROUPE_TOOL (tool)), ==, "look");
      g_assert_cmpstr (troupe_tool_get_description (TROUPE_TOOL (tool)), ==, "");
    }
  drop (tool);
}

/* --- Permissions ------------------------------------------------------------------------------ */

static void
test_permissions (void)
{
  TestTool *tool = tool_new ();
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
  g_autoptr (TroupeValue) hosts = NULL;
  g_autoptr (TroupeValue) folders = NULL;
  g_autoptr (TroupeValue) models = NULL;

  troupe_permission_list_add (permissions, TROUPE_PERMISSION_HOST, "first.example");
  troupe_tool_list_permissions (TROUPE_TOOL (tool), permissions);
  troupe_tool_list_permissions (TROUPE_TOOL (tool), permissions);
  troupe_permission_list_add (permissions, TROUPE_PERMISSION_HOST, "");
  troupe_permission_list_add (permissions, TROUPE_PERMISSION_HOST, NULL);
  hosts = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_HOST);
  folders = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_FOLDER);
  models = troupe_permission_list_get_names (permissions, TROUPE_PERMISSION_MODEL);
  python_assert_value (hosts, "[\"first.example\",\"example.org\"]");
  python_assert_value (folders, "[\"/data\"]");
  python_assert_value (models, "[]");
  g_assert_cmpint (troupe_permission_list_get_permissions (permissions), ==,
                   TROUPE_PYTHON_PERMIT_NOTHING);
  drop (tool);
}

/* A Python reference that is used in several locations is listed with each of them. */
static void
test_permissions_of_python (void)
{
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference ("m:T", NULL);
  const TroupePermissionPlace place = { "a", "s", "methods.a.do.do[0].action", NULL };
  const TroupePermissionPython *python = NULL;

  troupe_tool_list_permissions (tool, permissions);
  troupe_permission_list_set_place (permissions, &place);
  troupe_tool_list_permissions (tool, permissions);
  g_assert_cmpuint (troupe_permission_list_get_n_python (permissions), ==, 2);
  g_assert_null (troupe_permission_list_get_python (permissions, 0)->method);
  python = troupe_permission_list_get_python (permissions, 1);
  g_assert_cmpint (python->permission, ==, TROUPE_PYTHON_PERMIT_TOOL);
  g_assert_cmpstr (python->text, ==, "m:T");
  g_assert_cmpstr (python->method, ==, "a");
  g_assert_cmpstr (python->step, ==, "s");
  g_assert_cmpstr (python->path, ==, "methods.a.do.do[0].action");
}

static void
test_unknown (void)
{
  const char *const references[] = { "", "slack/send_message", "Tool" };

  for (guint i = 0; i < G_N_ELEMENTS (references); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (troupe_tool_new_for_reference (references[i], &error));
      g_assert_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNKNOWN);
    }
}

/* A name alone is a tool of Troupe, or one that CrewAI finds in crewai_tools. */
static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *reference; /* (nullable) */
  } cases[] = {
    { "FileReadTool", "FileReadTool" },
    { "GithubSearchTool", "crewai_tools:GithubSearchTool" },
    { "GithubSearch", "crewai_tools:GithubSearchTool" },
    { "github_search", "crewai_tools:GithubSearchTool" },
    { "serper_dev", "crewai_tools:SerperDevTool" },
    { "DallETool", "crewai_tools:DallETool" },
    { "github_search_tool", NULL },
    { "githubSearchTool", NULL },
    { "GithubSearchTol", NULL },
    { "Tool", NULL },
    { "_", NULL },
    { "platform:slack", NULL },
    { "other:Tool", "other:Tool" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *reference = troupe_tool_find_for_agent (cases[i].name, &error);

      g_assert_cmpstr (reference, ==, cases[i].reference);
      if (reference == NULL)
        g_assert_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNKNOWN);
    }
  g_assert_true (troupe_tool_is_python ("crewai_tools:GithubSearchTool"));
  g_assert_false (troupe_tool_is_python ("crewai_tools:SerperDevTool"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/names", test_names);
  g_test_add_func ("/tool/normal", test_normal);
  g_test_add_func ("/tool/redacted", test_redacted);
  g_test_add_func ("/tool/no-arguments", test_no_arguments);
  g_test_add_func ("/tool/error", test_error);
  g_test_add_func ("/tool/forgotten", test_forgotten);
  g_test_add_func ("/tool/cancel", test_cancel);
  g_test_add_func ("/tool/parallel", test_parallel);
  g_test_add_func ("/tool/too-large", test_too_large);
  g_test_add_func ("/tool/usage", test_usage);
  g_test_add_func ("/tool/description", test_description);
  g_test_add_func ("/tool/hostile-description", test_hostile_description);
  g_test_add_func ("/tool/rights", test_permissions);
  g_test_add_func ("/tool/rights-of-python", test_permissions_of_python);
  g_test_add_func ("/tool/unknown", test_unknown);
  return g_test_run ();
}
