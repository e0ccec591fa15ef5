/* test-cel-tool.c: calculator tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "tool-fixture.h"

static void
call (const char *reference, const char *arguments, ToolAnswer *answer)
{
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference (reference, NULL);
  TroupeToolContext context = tool_answer_context (answer);

  g_assert_nonnull (tool);
  tool_begin (tool, arguments, &context, NULL, answer);
  tool_wait (answer);
}

static void
assert_gives (const char *reference, const char *arguments, const char *text)
{
  g_auto (ToolAnswer) answer = { 0 };

  call (reference, arguments, &answer);
  g_assert_no_error (answer.error);
  g_assert_cmpstr (troupe_value_get_string (answer.value, NULL), ==, text);
}

static void
assert_fails (const char *reference, const char *arguments, TroupeToolError code)
{
  g_auto (ToolAnswer) answer = { 0 };

  call (reference, arguments, &answer);
  g_test_message ("%s: %s", arguments, answer.error != NULL ? answer.error->message : "no error");
  g_assert_error (answer.error, TROUPE_TOOL_ERROR, (int) code);
}

static void
test_calculator (void)
{
  assert_gives ("calculator", "{\"expression\":\"2.5 * 3.0 + 0.25\"}", "7.75");
  assert_gives ("calculator", "{\"expression\":\"17 % 5\"}", "2");
  assert_gives ("calculator", "{\"expression\":\"'a' + 'b'\"}", "ab");
  assert_gives ("calculator", "{\"expression\":\"[1, 2].map(i, i * 2)\"}", "[2, 4]");
  assert_fails ("calculator", "{\"expression\":\"1 +\"}", TROUPE_TOOL_ERROR_FAILED);
  assert_fails ("calculator", "{\"expression\":\"1 / 0\"}", TROUPE_TOOL_ERROR_FAILED);
  assert_fails ("calculator", "{\"expression\":\"state.secret\"}", TROUPE_TOOL_ERROR_FAILED);
  assert_fails ("calculator", "{\"expression\":3}", TROUPE_TOOL_ERROR_ARGUMENTS);
  assert_fails ("calculator", "{}", TROUPE_TOOL_ERROR_ARGUMENTS);
}

/* An expression that would take too long fails with an error that states this reason. */
static void
test_costly (void)
{
  assert_fails ("calculator",
                "{\"expression\":\"[1,2,3,4,5,6,7,8,9,10].map(a, [1,2,3,4,5,6,7,8,9,10].map(b, "
                "[1,2,3,4,5,6,7,8,9,10].map(c, [1,2,3,4,5,6,7,8,9,10].map(d, "
                "[1,2,3,4,5,6,7,8,9,10].map(e, [1,2,3,4,5,6,7,8,9,10].map(f, a * b))))))\"}",
                TROUPE_TOOL_ERROR_FAILED);
}

static void
test_query (void)
{
#define ITEMS                                                                                      \
  "{\\\"items\\\":[{\\\"n\\\":\\\"a\\\",\\\"p\\\":2},{\\\"n\\\":\\\"b\\\",\\\"p\\\":5}]}"
  assert_gives ("json_query", "{\"json\":\"" ITEMS "\",\"query\":\"data.items[1].n\"}", "\"b\"");
  assert_gives ("json_query",
                "{\"json\":\"" ITEMS "\",\"query\":\"data.items.filter(i, i.p > 3).map(i, i.n)\"}",
                "[\"b\"]");
  assert_gives ("json_query", "{\"json\":\"" ITEMS "\",\"query\":\"data\"}",
                "{\"items\": [{\"n\": \"a\", \"p\": 2}, {\"n\": \"b\", \"p\": 5}]}");
  assert_fails ("json_query", "{\"json\":\"" ITEMS "\",\"query\":\"data.none\"}",
                TROUPE_TOOL_ERROR_FAILED);
  assert_fails ("json_query", "{\"json\":\"{\",\"query\":\"data\"}", TROUPE_TOOL_ERROR_ARGUMENTS);
  assert_fails ("json_query", "{\"query\":\"data\"}", TROUPE_TOOL_ERROR_ARGUMENTS);
}

/* A tool without access to anything requires no permission. */
static void
test_permissions (void)
{
  g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference ("calculator", NULL);
  g_autoptr (TroupePermissionList) permissions = troupe_permission_list_new ();

  troupe_tool_list_permissions (tool, permissions);
  g_assert_cmpuint (troupe_permission_list_get_n_python (permissions), ==, 0);
  for (guint i = 0; i < TROUPE_PERMISSION_N; i++)
    {
      g_autoptr (TroupeValue) names =
          troupe_permission_list_get_names (permissions, (TroupePermission) i);

      g_assert_cmpuint (troupe_value_list_get_length (names), ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tool/cel/calculator", test_calculator);
  g_test_add_func ("/tool/cel/costly", test_costly);
  g_test_add_func ("/tool/cel/query", test_query);
  g_test_add_func ("/tool/cel/rights", test_permissions);

  return g_test_run ();
}
