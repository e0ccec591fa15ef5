/* test-flow-expression.c: expressions as CrewAI evaluated them in flows with one method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "cel-case.h"

/* Minimum number of cases. If there are fewer, the test no longer finds the cases in the
 * recording. */
#define FEWEST_CASES 30

static const TroupeCelRoot roots[] = { { "outputs", TRUE }, { "state", FALSE }, { NULL, FALSE } };

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  TroupeMapBuilder builder;

  if (root == 1 && activation->user_data != NULL)
    return troupe_value_ref (activation->user_data);
  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

/* Returns the expression of a flow with one method, or %NULL for other flows. */
static const char *
find_expression (TroupeValue *flow)
{
  TroupeValue *methods = cel_case_get (flow, "methods");
  TroupeValue *action, *expression;

  if (methods == NULL || troupe_value_map_get_size (methods) != 1)
    return NULL;
  action = cel_case_get (troupe_value_map_get_value (methods, 0), "do");
  if (action == NULL || g_strcmp0 (cel_case_get_text (action, "call"), "expression") != 0)
    return NULL;
  expression = cel_case_get (action, "expr");
  if (expression == NULL || !troupe_value_is (expression, TROUPE_VALUE_STRING))
    return NULL;
  return troupe_value_get_string (expression, NULL);
}

/* The recording represents values that JSON lacks as `{"$float": "Infinity"}`. */
static TroupeValue *
read_result (TroupeValue *recorded)
{
  const char *text;

  if (!troupe_value_is (recorded, TROUPE_VALUE_MAP) ||
      (text = cel_case_get_text (recorded, "$float")) == NULL)
    return troupe_value_ref (recorded);
  return troupe_value_new_double (g_str_equal (text, "NaN") ? NAN
                                  : *text == '-'            ? -INFINITY
                                                            : INFINITY);
}

static void
run_case (TroupeValue *test, const char *text)
{
  TroupeValue *flow_state = cel_case_get (cel_case_get (test, "flow"), "state");
  TroupeValue *expect = cel_case_get (test, "expect");
  const char *wanted = cel_case_get_text (expect, "result");
  TroupeCelActivation activation = { .get_root = get_root, .now = g_get_real_time () };
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) json = NULL;
  g_autoptr (TroupeValue) expected = NULL;
  g_autoptr (GError) error = NULL;

  g_test_message ("%s: %s", cel_case_get_text (test, "name"), text);
  program = troupe_cel_compile_field (text, TROUPE_CEL_CREWAI, roots, &error);
  if (g_str_equal (wanted, "load_error"))
    {
      g_assert_null (program);
      g_assert_nonnull (error);
      return;
    }
  g_assert_no_error (error);
  if (flow_state != NULL)
    activation.user_data = cel_case_get (flow_state, "default");
  value = troupe_cel_program_evaluate (program, &activation, &error);
  if (value != NULL)
    json = troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, &error);
  if (g_str_equal (wanted, "run_error"))
    {
      g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION);
      return;
    }
  g_assert_no_error (error);
  expected = read_result (cel_case_get (expect, "final"));
  g_assert_true (cel_case_equal (json, expected));
}

static void
test_golden (void)
{
  g_autoptr (TroupeValue) recording = cel_case_load ("flow-golden.json");
  TroupeValue *tests;
  guint n_cases = 0;

  if (recording == NULL)
    return;
  tests = cel_case_get (recording, "cases");
  for (gsize i = 0; i < troupe_value_list_get_length (tests); i++)
    {
      TroupeValue *test = troupe_value_list_get (tests, i);
      TroupeValue *flow = cel_case_get (test, "flow");
      const char *text;

      if (flow == NULL || !g_str_has_prefix (cel_case_get_text (test, "name"), "cel_") ||
          (text = find_expression (flow)) == NULL)
        continue;
      run_case (test, text);
      n_cases++;
    }
  g_test_message ("%u flows", n_cases);
  g_assert_cmpuint (n_cases, >=, FEWEST_CASES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cel/flow/golden", test_golden);
  return g_test_run ();
}
