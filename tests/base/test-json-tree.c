/* test-json-tree.c: immutable updates of JSON trees that share unchanged nodes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-json.h"
#include "troupe-limits.h"

#define PATH(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const char document[] =
    "{\"a\": {\"b\": [1, {\"c\": 2}, 3], \"d\": null}, \"e\": \"x\", \"f\": {}}";

static JsonNode *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root = troupe_json_read (text, strlen (text), 0, NULL, &error);

  g_assert_no_error (error);
  return root;
}

static void
assert_tree (JsonNode *root, const char *expected)
{
  g_autoptr (JsonNode) other = read_text (expected);

  g_assert_nonnull (root);
  g_assert_true (json_node_is_immutable (root));
  g_assert_true (troupe_json_node_equal (root, other));
}

static void
test_get (void)
{
  g_autoptr (JsonNode) root = read_text (document);

  g_assert_cmpint (json_node_get_int (troupe_json_tree_get (root, PATH ("a", "b", "1", "c"))), ==,
                   2);
  g_assert_true (troupe_json_tree_get (root, (const char *const[]){ NULL }) == root);
  g_assert_null (troupe_json_tree_get (root, PATH ("a", "b", "3")));
  g_assert_null (troupe_json_tree_get (root, PATH ("a", "b", "x")));
  g_assert_null (troupe_json_tree_get (root, PATH ("e", "x")));
}

static void
test_set (void)
{
  g_autoptr (JsonNode) root = read_text (document);
  g_autoptr (JsonNode) value = troupe_json_node_new_integer (9);
  g_autoptr (JsonNode) set = troupe_json_tree_with (root, PATH ("a", "b", "1", "c"), value);
  g_autoptr (JsonNode) made = troupe_json_tree_with (root, PATH ("g", "h", "i"), value);
  g_autoptr (JsonNode) appended = troupe_json_tree_with (root, PATH ("a", "b", "-1"), value);
  g_autoptr (JsonNode) whole = troupe_json_tree_with (root, (const char *const[]){ NULL }, value);

  assert_tree (set, "{\"a\": {\"b\": [1, {\"c\": 9}, 3], \"d\": null}, \"e\": \"x\", \"f\": {}}");
  assert_tree (made, "{\"a\": {\"b\": [1, {\"c\": 2}, 3], \"d\": null}, \"e\": \"x\", \"f\": {}, "
                     "\"g\": {\"h\": {\"i\": 9}}}");
  assert_tree (appended,
               "{\"a\": {\"b\": [1, {\"c\": 2}, 3, 9], \"d\": null}, \"e\": \"x\", \"f\": {}}");
  g_assert_true (whole == value);
  assert_tree (root, document);
  g_assert_null (troupe_json_tree_with (root, PATH ("e", "x"), value));
  g_assert_null (troupe_json_tree_with (root, PATH ("a", "b", "7"), value));

  /* Nodes outside of the path are shared. */
  g_assert_true (troupe_json_tree_get (set, PATH ("f")) == troupe_json_tree_get (root, PATH ("f")));
  g_assert_true (troupe_json_tree_get (set, PATH ("a", "b", "0")) ==
                 troupe_json_tree_get (root, PATH ("a", "b", "0")));
  g_assert_true (troupe_json_tree_get (set, PATH ("a")) != troupe_json_tree_get (root, PATH ("a")));
}

static void
test_remove (void)
{
  g_autoptr (JsonNode) root = read_text (document);
  g_autoptr (JsonNode) member = troupe_json_tree_with (root, PATH ("a", "d"), NULL);
  g_autoptr (JsonNode) element = troupe_json_tree_with (root, PATH ("a", "b", "1"), NULL);
  g_autoptr (JsonNode) absent = troupe_json_tree_with (root, PATH ("x", "y"), NULL);

  assert_tree (member, "{\"a\": {\"b\": [1, {\"c\": 2}, 3]}, \"e\": \"x\", \"f\": {}}");
  assert_tree (element, "{\"a\": {\"b\": [1, 3], \"d\": null}, \"e\": \"x\", \"f\": {}}");
  g_assert_true (absent == root);
  g_assert_null (troupe_json_tree_with (root, PATH ("e", "x"), NULL));
}

static void
test_rename_and_move (void)
{
  g_autoptr (JsonNode) root = read_text (document);
  g_autoptr (JsonNode) renamed = troupe_json_tree_rename (root, PATH ("a", "b"), "z");
  g_autoptr (JsonNode) first = troupe_json_tree_move (root, PATH ("f"), "a");
  g_autoptr (JsonNode) last = troupe_json_tree_move (root, PATH ("a"), NULL);

  assert_tree (renamed,
               "{\"a\": {\"z\": [1, {\"c\": 2}, 3], \"d\": null}, \"e\": \"x\", \"f\": {}}");
  assert_tree (first, "{\"f\": {}, \"a\": {\"b\": [1, {\"c\": 2}, 3], \"d\": null}, \"e\": \"x\"}");
  assert_tree (last, "{\"e\": \"x\", \"f\": {}, \"a\": {\"b\": [1, {\"c\": 2}, 3], \"d\": null}}");
  g_assert_null (troupe_json_tree_rename (root, PATH ("a"), "e"));
  g_assert_null (troupe_json_tree_rename (root, PATH ("absent"), "e"));
  g_assert_null (troupe_json_tree_move (root, PATH ("absent"), NULL));
}

static void
test_equal (void)
{
  g_autoptr (JsonNode) a = read_text ("{\"a\": 1, \"b\": [99999999999999999999]}");
  g_autoptr (JsonNode) turned = read_text ("{\"b\": [99999999999999999999], \"a\": 1}");
  g_autoptr (JsonNode) text = read_text ("{\"a\": 1, \"b\": [\"99999999999999999999\"]}");
  g_autoptr (JsonNode) real = read_text ("{\"a\": 1.0, \"b\": [99999999999999999999]}");

  g_assert_true (troupe_json_node_equal (a, a));
  g_assert_false (troupe_json_node_equal (a, turned));
  g_assert_false (troupe_json_node_equal (a, text));
  g_assert_false (troupe_json_node_equal (a, real));
}

static void
test_depth (void)
{
  g_autoptr (JsonNode) root = read_text ("{}");
  const char *path[TROUPE_LIMIT_NESTING + 2];

  for (guint i = 0; i < G_N_ELEMENTS (path); i++)
    path[i] = i < TROUPE_LIMIT_NESTING ? "x" : NULL;
  {
    g_autoptr (JsonNode) deep = troupe_json_tree_with (root, path, root);
    g_assert_null (deep);
  }
  path[TROUPE_LIMIT_NESTING - 1] = NULL;
  {
    g_autoptr (JsonNode) deep = troupe_json_tree_with (root, path, root);
    g_autofree char *written = NULL;
    g_assert_nonnull (deep);
    written = troupe_json_write (deep, NULL, NULL);
    assert_tree (deep, written);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-tree/get", test_get);
  g_test_add_func ("/json-tree/set", test_set);
  g_test_add_func ("/json-tree/remove", test_remove);
  g_test_add_func ("/json-tree/rename-and-move", test_rename_and_move);
  g_test_add_func ("/json-tree/equal", test_equal);
  g_test_add_func ("/json-tree/depth", test_depth);
  return g_test_run ();
}
