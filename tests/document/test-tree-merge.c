/* test-tree-merge.c: differences and merge of two versions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-base.h"
#include "troupe-tree-merge.h"

static JsonNode *
parse (const char *text)
{
  JsonNode *node = json_from_string (text, NULL);

  g_assert_nonnull (node);
  json_node_seal (node);
  return node;
}

/* Returns the paths with their initial choices, such as “m/a M”. The upper-case letter is the
 * choice. (transfer full) */
static char *
list (GPtrArray *changes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < changes->len; i++)
    {
      const TroupeMergeChange *change = g_ptr_array_index (changes, i);
      g_autofree char *path = g_strjoinv ("/", change->path);

      g_string_append_printf (text, "%s%s %c", i > 0 ? ", " : "", path, "?MT"[change->choice]);
    }
  return g_string_free (text, FALSE);
}

static void
assert_merge (const char *base,
              const char *mine,
              const char *theirs,
              const char *expected_changes,
              const char *expected)
{
  g_autoptr (JsonNode) base_root = base != NULL ? parse (base) : NULL;
  g_autoptr (JsonNode) mine_root = parse (mine);
  g_autoptr (JsonNode) theirs_root = parse (theirs);
  g_autoptr (GPtrArray) changes = troupe_tree_merge_new (base_root, mine_root, theirs_root);
  g_autofree char *text = list (changes);
  g_autoptr (JsonNode) merged = NULL;
  g_autofree char *result = NULL;

  g_assert_cmpstr (text, ==, expected_changes);
  merged = troupe_tree_merge_apply (theirs_root, changes);
  result = json_to_string (merged, FALSE);
  g_assert_cmpstr (result, ==, expected);

  /* If all choices are Mine, the result is Mine, regardless of the initial choices. */
  for (guint i = 0; i < changes->len; i++)
    ((TroupeMergeChange *) g_ptr_array_index (changes, i))->choice = TROUPE_MERGE_MINE;
  g_clear_pointer (&merged, json_node_unref);
  merged = troupe_tree_merge_apply (theirs_root, changes);
  g_assert_true (troupe_json_node_equal (merged, mine_root));
  for (guint i = 0; i < changes->len; i++)
    ((TroupeMergeChange *) g_ptr_array_index (changes, i))->choice = TROUPE_MERGE_THEIRS;
  g_clear_pointer (&merged, json_node_unref);
  merged = troupe_tree_merge_apply (theirs_root, changes);
  g_assert_true (merged == theirs_root);
}

static void
test_merge (void)
{
  assert_merge ("{\"n\":1}", "{\"n\":1}", "{\"n\":1}", "", "{\"n\":1}");
  assert_merge ("{\"n\":1}", "{\"n\":2}", "{\"n\":1}", "n M", "{\"n\":2}");
  assert_merge ("{\"n\":1}", "{\"n\":1}", "{\"n\":2}", "n T", "{\"n\":2}");
  assert_merge ("{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "n ?", "{\"n\":3}");
  /* Both made the same change. */
  assert_merge ("{\"n\":1}", "{\"n\":2}", "{\"n\":2}", "", "{\"n\":2}");
  /* Without a common base everything is a conflict. */
  assert_merge (NULL, "{\"n\":1}", "{\"n\":2}", "n ?", "{\"n\":2}");
  /* Methods are compared one by one, including new and deleted ones. */
  assert_merge ("{\"m\":{\"a\":{\"x\":1},\"b\":{\"x\":1},\"c\":{\"x\":1}}}",
                "{\"m\":{\"a\":{\"x\":2},\"b\":{\"x\":1},\"d\":{\"x\":4}}}",
                "{\"m\":{\"a\":{\"x\":1},\"b\":{\"x\":3},\"c\":{\"x\":1},\"e\":{\"x\":5}}}",
                "m/a M, m/b T, m/c M, m/e T, m/d M",
                "{\"m\":{\"a\":{\"x\":2},\"b\":{\"x\":3},\"e\":{\"x\":5},\"d\":{\"x\":4}}}");
  /* It is a conflict if one side deleted a method and the other side changed the same method. */
  assert_merge ("{\"m\":{\"a\":{\"x\":1}}}", "{\"m\":{}}", "{\"m\":{\"a\":{\"x\":2}}}", "m/a ?",
                "{\"m\":{\"a\":{\"x\":2}}}");
  /* The layout data is compared as a whole. */
  assert_merge ("{\"x-troupe\":{\"a\":{\"x\":1},\"b\":{\"x\":1}}}",
                "{\"x-troupe\":{\"a\":{\"x\":2},\"b\":{\"x\":1}}}",
                "{\"x-troupe\":{\"a\":{\"x\":1},\"b\":{\"x\":2}}}", "x-troupe ?",
                "{\"x-troupe\":{\"a\":{\"x\":1},\"b\":{\"x\":2}}}");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tree-merge/merge", test_merge);
  return g_test_run ();
}
