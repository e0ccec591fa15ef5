/* test-cel-spec.c: conformance tests of the CEL specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "cel-case.h"

/* The number of cases for a host that has only JSON types and no type checker. All of these
 * cases must pass. */
#define CORE_CASES 1092

typedef struct
{
  guint n_cases;
  guint n_passed;
} Count;

static gboolean
declares_function (TroupeValue *test)
{
  TroupeValue *declarations = cel_case_get (test, "type_env");

  for (gsize i = 0; declarations != NULL && i < troupe_value_list_get_length (declarations); i++)
    {
      if (cel_case_get (troupe_value_list_get (declarations, i), "function") != NULL)
        return TRUE;
    }
  return FALSE;
}

static TroupeValue *
read_bindings (TroupeValue *test)
{
  TroupeValue *described = cel_case_get (test, "bindings");
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; described != NULL && i < troupe_value_map_get_size (described); i++)
    troupe_map_builder_add_key (&builder,
                                troupe_value_ref (troupe_value_map_get_key (described, i)),
                                cel_case_read_value (troupe_value_map_get_value (described, i)));
  return troupe_map_builder_end (&builder);
}

/* Returns NULL if the case passes. Otherwise, returns the error. */
static char *
run_case (TroupeValue *test)
{
  g_autoptr (TroupeValue) bindings = read_bindings (test);
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) expected = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *expect = cel_case_get (test, "expect");
  TroupeValue *described = cel_case_get (expect, "value");
  gboolean compile_failed;
  gsize length;
  const char *text = troupe_value_get_string (cel_case_get (test, "expr"), &length);

  value =
      cel_case_evaluate (text, length, TROUPE_CEL_SPEC, bindings, FALSE, &compile_failed, &error);
  if (cel_case_get (expect, "error") != NULL)
    {
      if (value == NULL)
        return NULL;
      return g_strdup_printf ("gives %s, not an error", troupe_value_to_json (value, 0));
    }
  if (value == NULL)
    return g_strdup_printf ("%s", error->message);
  expected = described == NULL ? troupe_value_new_boolean (TRUE) : cel_case_read_value (described);
  if (cel_case_equal (value, expected))
    return NULL;
  return g_strdup_printf ("gives %s, not %s", troupe_value_to_json (value, 0),
                          troupe_value_to_json (expected, 0));
}

/* Returns TRUE for profiles whose scores are printed but not required. These profiles are
 * network addresses, which flows do not use, and blocks, which only an optimizer generates. */
static gboolean
is_left_out (const char *profile)
{
  return g_str_equal (profile, "ext.network") || g_str_equal (profile, "ext.block");
}

static void
check_count (gpointer key, gpointer value, gpointer user_data)
{
  const Count *count = value;

  g_test_message ("%s: %u of %u%s", (const char *) key, count->n_passed, count->n_cases,
                  is_left_out (key) ? ", skipped" : "");
  if (!is_left_out (key))
    g_assert_cmpuint (count->n_passed, ==, count->n_cases);
}

static void
test_conformance (void)
{
  g_autoptr (TroupeValue) tests = cel_case_load ("cel-spec.json");
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  Count core = { 0, 0 };

  for (gsize i = 0; tests != NULL && i < troupe_value_list_get_length (tests); i++)
    {
      TroupeValue *test = troupe_value_list_get (tests, i);
      const char *profile = cel_case_get_text (test, "profile");
      gboolean is_core = g_str_equal (profile, "core");
      g_autofree char *problem = NULL;
      Count *count;

      if (cel_case_get (test, "container") != NULL || cel_case_get (test, "check_only") != NULL ||
          declares_function (test))
        continue;
      count = g_hash_table_lookup (counts, profile);
      if (count == NULL)
        g_hash_table_insert (counts, (gpointer) profile, count = g_new0 (Count, 1));
      problem = run_case (test);
      count->n_cases++;
      count->n_passed += problem == NULL ? 1 : 0;
      if (problem != NULL && !is_left_out (profile))
        g_test_message ("%" G_GSIZE_FORMAT " %s/%s %s: %s", i, cel_case_get_text (test, "file"),
                        cel_case_get_text (test, "name"), cel_case_get_text (test, "expr"),
                        problem);
      if (is_core)
        core = *count;
    }
  if (tests == NULL)
    return;
  g_hash_table_foreach (counts, check_count, NULL);
  g_assert_cmpuint (core.n_cases, ==, CORE_CASES);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cel/spec", test_conformance);
  return g_test_run ();
}
