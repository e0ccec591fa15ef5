/* test-run-edits.c: what the changes of a paused run have replaced, and the paths of places
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-run-edits.h"
#include "troupe-value-place.h"

static TroupeValue *
parse (const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  TroupeValue *value = troupe_value_from_json (text, -1, NULL);

  g_assert_nonnull (value);
  return value;
}

/* Asserts what the place was before; @wanted: (nullable): NULL if it is not changed. */
static void
assert_before (const char *edits, const char *path, const char *now, const char *wanted)
{
  g_autoptr (TroupeValue) list = parse (edits);
  g_autoptr (TroupeValue) value = parse (now);
  g_autoptr (TroupeValue) before = troupe_run_edits_find_before (list, path, value, NULL);
  g_autoptr (TroupeValue) expected = wanted != NULL ? parse (wanted) : NULL;

  if (expected == NULL)
    g_assert_null (before);
  else
    {
      g_assert_nonnull (before);
      g_assert_true (troupe_value_equal (before, expected));
    }
}

static void
assert_count (const char *edits, const char *roots, guint wanted)
{
  g_autoptr (TroupeValue) list = parse (edits);
  g_autoptr (TroupeValue) value = parse (roots);

  g_assert_cmpuint (troupe_run_edits_count (list, value), ==, wanted);
}

#define EDIT(path, before, after)                                                                  \
  "{'path':'" path "','before':" before ",'after':" after ",'by':'dana'}"

static void
test_before (void)
{
  const char *one = "[" EDIT ("state.n", "1", "2") "]";
  const char *two = "[" EDIT ("state.n", "1", "2") "," EDIT ("state.n", "2", "3") "]";
  const char *back = "[" EDIT ("state.n", "1", "2") "," EDIT ("state.n", "2", "1") "]";
  const char *list = "[" EDIT ("state.l", "[1,2]", "[1,2,3]") "," EDIT ("state.l[0]", "1", "7") "]";
  const char *by = NULL;
  g_autoptr (TroupeValue) edits = parse (one);
  g_autoptr (TroupeValue) now = parse ("2");
  g_autoptr (TroupeValue) before = troupe_run_edits_find_before (edits, "state.n", now, &by);

  g_assert_cmpstr (by, ==, "dana");
  assert_before (one, "state.n", "2", "1");
  assert_before (one, "state['n']", "2", "1");
  assert_before (one, "state.m", "2", NULL);
  assert_before (two, "state.n", "3", "1");
  assert_before (back, "state.n", "1", NULL);
  /* A method has overwritten it. */
  assert_before (two, "state.n", "9", NULL);
  /* A change around the place, one inside of it, and both. */
  assert_before (list, "state.l[0]", "7", "1");
  assert_before (list, "state.l", "[7,2,3]", "[1,2]");
  assert_before (list, "state", "{'l':[7,2,3]}", NULL);
  assert_before ("[]", "state.n", "1", NULL);
}

static void
test_count (void)
{
  assert_count ("[]", "{'state':{}}", 0);
  assert_count ("[" EDIT ("state.n", "1", "2") "," EDIT ("state.n", "2", "3") "]",
                "{'state':{'n':3}}", 1);
  assert_count ("[" EDIT ("state.n", "1", "2") "," EDIT ("input", "'a'", "'b'") "]",
                "{'state':{'n':5},'input':'b'}", 1);
  assert_count ("[" EDIT ("input.write", "'a'", "'b'") "]", "{'input.write':'b'}", 1);
  assert_count ("[" EDIT ("state.l[0]", "1", "7") "," EDIT ("state.l", "[7,2]", "[7,2,3]") "]",
                "{'state':{'l':[7,2,3]}}", 1);
}

/* The paths that a tree of values writes lead to its values, also for names with quotes. */
static void
test_paths (void)
{
  static const struct
  {
    const char *path;
    const char *keys; /* (nullable): NULL if it is not a path */
  } cases[] = {
    { "state.items[0].name", "state|items|[0]|name" },
    { "state['a b']", "state|a b" },
    { "state[\"a.b\"]", "state|a.b" },
    { "state[\"a\\\"b\"].c", "state|a\"b|c" },
    { "state[\"back\\\\slash\"]", "state|back\\slash" },
    { "state[\"\\u00e4\"]", "state|ä" },
    { "state[\"a", NULL },
    { "state[\"a\\\"]", NULL },
    { "state[x]", NULL },
    { "state.", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) keys = troupe_value_place_split (cases[i].path, NULL);
      g_autofree char *joined = keys != NULL ? g_strjoinv ("|", keys) : NULL;

      g_assert_cmpstr (joined, ==, cases[i].keys);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/edits/before", test_before);
  g_test_add_func ("/run/edits/count", test_count);
  g_test_add_func ("/run/edits/paths", test_paths);
  return g_test_run ();
}
