/* test-run-memory.c: limit of the memory used by the values of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "run-test.h"

#define LIMIT (4u * 1024 * 1024)

/* A loop in which each pass outputs its own string of 64 KB. */
#define GROWING                                                                                    \
  "{'name': 'g', 'config': {'max_method_calls': 1000}, 'state': {'type': 'dict', 'default': "      \
  "{'s': '%s'}}, 'methods': {"                                                                     \
  "'again': {'start': true, 'listen': 'grow', 'router': true, 'emit': ['more'], "                  \
  "'do': {'call': 'expression', 'expr': '`more`'}},"                                               \
  "'grow': {'listen': 'more', 'do': {'call': 'expression', 'expr': 'state.s + `x`'}}}}"

/* A loop in which all passes share the same string. */
#define SHARING                                                                                    \
  "{'name': 'g', 'config': {'max_method_calls': 300}, 'state': {'type': 'dict', 'default': "       \
  "{'s': '%s'}}, 'methods': {"                                                                     \
  "'again': {'start': true, 'listen': 'grow', 'router': true, 'emit': ['more'], "                  \
  "'do': {'call': 'expression', 'expr': '`more`'}},"                                               \
  "'grow': {'listen': 'more', 'do': {'call': 'expression', 'expr': '[state, state.s]'}}}}"

#define EACH                                                                                       \
  "{'name': 'e', 'state': {'type': 'dict', 'default': {'s': '%s'}}, 'methods': {"                  \
  "'all': {'start': true, 'do': {'call': 'each', 'in': '[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]', "  \
  "'do': [{'name': 'grow', 'action': {'call': 'expression', "                                      \
  "'expr': '[state.s + `x`, state.s + `y`, state.s + `z`, state.s + `1`, state.s + `2`, "          \
  "state.s + `3`, state.s + `4`, state.s + `5`]'}}]}}}}"

static RunTest *
execute (const char *document, gsize limit)
{
  g_autofree char *text = g_strnfill (64 * 1024, 'y');
  g_autoptr (GString) whole = g_string_new (document);
  RunTest *test;

  g_string_replace (whole, "%s", text, 1);
  test = run_test_new_document (whole->str);
  troupe_run_set_memory_limit (test->run, limit);
  run_test_execute (test);
  return test;
}

static void
assert_limited (RunTest *test, const char *method)
{
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);
  g_test_message ("%s", test->result->error->message);
  g_assert_nonnull (strstr (test->result->error->message, method));
  g_assert_nonnull (strstr (test->result->error->message, "4.0\xc2\xa0MiB"));
  g_assert_cmpstr (test->result->error_method, ==, method);
}

static void
test_growing (void)
{
  g_autoptr (RunTest) test = execute (GROWING, LIMIT);

  assert_limited (test, "grow");
  /* The limit is reached with 64 strings. Each string is accompanied by the router's output. */
  g_assert_cmpuint (test->result->outputs->len, <, 2 * 80);
  g_assert_cmpuint (test->result->outputs->len, >, 2 * 55);
}

/* The run ends at the limit of method calls and not at the memory limit, because shared values
 * are counted once. */
static void
test_sharing (void)
{
  g_autoptr (RunTest) test = execute (SHARING, LIMIT);

  g_assert_nonnull (test->result->error);
  g_assert_null (strstr (test->result->error->message, "memory"));
  g_assert_cmpuint (test->result->outputs->len, >=, 2 * 299);
}

static void
test_each (void)
{
  g_autoptr (RunTest) test = execute (EACH, LIMIT);

  assert_limited (test, "all");
}

static void
test_without_limit (void)
{
  g_autoptr (RunTest) test = execute (EACH, 0);

  g_assert_no_error (test->result->error);
}

/* The measured size counts shared parts once. */
static void
test_measure (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree char *text = g_strnfill (100000, 'x');
  TroupeValue *shared = troupe_value_new_string (text, -1);
  TroupeValue *items[] = { shared, troupe_value_ref (shared), troupe_value_ref (shared) };
  g_autoptr (TroupeValue) list = troupe_value_new_list (items, G_N_ELEMENTS (items));
  gsize n_bytes = troupe_value_measure (list, seen);

  g_assert_cmpuint (troupe_value_get_weight (list), >, 300000);
  g_assert_cmpuint (n_bytes, >, 100000);
  g_assert_cmpuint (n_bytes, <, 101000);
  g_assert_cmpuint (troupe_value_measure (list, seen), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run/memory/growing", test_growing);
  g_test_add_func ("/run/memory/sharing", test_sharing);
  g_test_add_func ("/run/memory/each", test_each);
  g_test_add_func ("/run/memory/without-limit", test_without_limit);
  g_test_add_func ("/run/memory/measure", test_measure);

  return g_test_run ();
}
