/* test-yaml-writer.c: YAML edits that can be read back and preserve the rest of the text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "../test-time.h"
#include "troupe-yaml.h"

static JsonNode *
read_text (const char *text, TroupeJsonText **source)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root = troupe_yaml_read (text, strlen (text), source, &error);

  if (error != NULL)
    g_test_message ("%s\n---\n%s", error->message, text);
  g_assert_no_error (error);
  return root;
}

/* --- Single edits ----------------------------------------------------------------------------- */

/* Edits the value at @path. A JSON value sets it, - removes it, =NAME renames it, and <NAME
 * moves it before NAME. */
static JsonNode *
edit (JsonNode *root, const char *path, const char *what)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  const char *const *steps = (const char *const *) keys;
  g_autoptr (JsonNode) value = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (what, "-"))
    return troupe_json_tree_with (root, steps, NULL);
  if (*what == '=')
    return troupe_json_tree_rename (root, steps, what + 1);
  if (*what == '<')
    return troupe_json_tree_move (root, steps, what[1] != '\0' ? what + 1 : NULL);
  value = troupe_json_read (what, strlen (what), TROUPE_JSON_STRICT, NULL, &error);
  g_assert_no_error (error);
  return troupe_json_tree_with (root, steps, value);
}

static const struct
{
  const char *before;
  const char *path;
  const char *what;
  const char *after;
} edits[] = {
  /* Scalars keep their quotes and trailing comments. */
  { "a: 1  # one\nb: 2\n", "a", "5", "a: 5  # one\nb: 2\n" },
  { "a: 'x'\nb: \"y\"\n", "a", "\"it's\"", "a: 'it''s'\nb: \"y\"\n" },
  { "a: 'x'\nb: \"y\"\n", "b", "\"z\"", "a: 'x'\nb: \"z\"\n" },
  { "a: x\n", "a", "\"yes\"", "a: \"yes\"\n" },
  { "a: x\n", "a", "\"1e3\"", "a: \"1e3\"\n" },
  { "a: x\n", "a", "\"2024-01-01\"", "a: \"2024-01-01\"\n" },
  { "a: x\n", "a", "\"a: b # c\"", "a: \"a: b # c\"\n" },
  { "a: x\n", "a", "\"\\\"x\\\" y\"", "a: '\"x\" y'\n" },
  { "a: x\n", "a", "\"\"", "a: \"\"\n" },
  { "a: x\n", "a", "\"\\u0085\\ufeff\\u0007\"", "a: \"\\x85\\ufeff\\x07\"\n" },
  { "a: x\n", "a", "1e21", "a: 1.0e+21\n" },
  { "a: x\n", "a", "123456789012345678901234567890", "a: 123456789012345678901234567890\n" },
  { "a:\nb: 1\n", "a", "3", "a: 3\nb: 1\n" },
  { "a:   # c\nb: 1\n", "a", "3", "a: 3   # c\nb: 1\n" },
  { "long:  1\na:     2\n", "a", "33", "long:  1\na:     33\n" },
  /* Multi-line scalars. */
  { "e: |\n  one\n  two\nf: 1\n", "e", "\"one\\ntoo\\n\"", "e: |\n  one\n  too\nf: 1\n" },
  { "e: |\n  one\n  two\nf: 1\n", "e", "\"x\"", "e: x\nf: 1\n" },
  { "e: x # c\nf: 1\n", "e", "\"a\\nb\"", "e: |- # c\n  a\n  b\nf: 1\n" },
  { "e: |\n  one", "f", "1", "e: one\nf: 1" },
  { "e: |+\n  one\n\n\nf: 1\n", "g", "2", "e: |+\n  one\n\n\nf: 1\ng: 2\n" },
  /* Members. */
  { "a: 1\n# of b\nb: 2 # two\nc: 3\n", "b", "-", "a: 1\nc: 3\n" },
  { "# top\na: 1\n# of b\nb: 2\n", "a", "-", "# top\n# of b\nb: 2\n" },
  { "m:\n  a: 1\n  # of b\n  b: 2\nn: 1\n", "m/a", "-", "m:\n  # of b\n  b: 2\nn: 1\n" },
  { "m:\n  a: 1\nn: 1\n", "m/a", "-", "m: {}\nn: 1\n" },
  { "m:\n  # c\n  a: 1\nn: 1\n", "m/a", "-", "m: {}\n  # c\nn: 1\n" },
  { "m:\n    a: 1  # x\n# n\nn: 1\n", "m/b", "{\"c\": [1, {\"d\": 2, \"e\": []}]}",
    "m:\n    a: 1  # x\n    b:\n        c:\n          - 1\n          - d: 2\n            e: []\n# "
    "n\nn: "
    "1\n" },
  { "m:\n  a:\n  - 1\nn: 1\n", "n", "[1, [2, 3], {\"a\": \"b\\nc\\n\"}]",
    "m:\n  a:\n  - 1\nn:\n- 1\n- [2, 3]\n- a: |\n    b\n    c\n" },
  { "a: 1", "b", "2", "a: 1\nb: 2" },
  { "a: 1\r\nb: 2\r\n", "c", "3", "a: 1\r\nb: 2\r\nc: 3\r\n" },
  { "a: 1\nb: 2\n", "a", "=x", "x: 1\nb: 2\n" },
  { "m:\n  a:\n    k: [1, # c\n      2]\n", "m/a", "=no",
    "m:\n  \"no\":\n    k: [1, # c\n      2]\n" },
  { "a: 1 # a\nb: 2 # b\n# c\nc: 3\n", "c", "<a", "# c\nc: 3\na: 1 # a\nb: 2 # b\n" },
  { "a: 1 # a\nb: 2 # b\nc: 3\n", "a", "<", "b: 2 # b\nc: 3\na: 1 # a\n" },
  { "a: {b: 1} # c\n", "a", "[1]", "a: # c\n  - 1\n" },
  { "a: # c\n  b: 1\nd: 2\n", "a", "3", "a: 3  # c\nd: 2\n" },
  { "a: # c\n  b: 1\nd: 2\n", "a", "[3]", "a:  # c\n  - 3\nd: 2\n" },
  { "# head\n---\na: 1\n...\n# tail\n", "b", "2", "# head\n---\na: 1\nb: 2\n...\n# tail\n" },
  /* Lists. */
  { "- a # x\n- b\n", "0", "\"c\"", "- c # x\n- b\n" },
  { "- a\n-   k: 1\n    l: 2\n", "1/k", "{\"x\": 1}", "- a\n-   k:\n      x: 1\n    l: 2\n" },
  { "- a\n- b\n- c\n", "1", "-", "- a\n- c\n" },
  { "l:\n  - a\n  # b\n  - b\n", "l/-1", "{\"x\": 1, \"y\": 2}",
    "l:\n  - a\n  # b\n  - b\n  - x: 1\n    \"y\": 2\n" },
  { "l:\n- a\nk: 1\n", "l/-1", "[]", "l:\n- a\n- []\nk: 1\n" },
  { "- - 1\n  - 2\n- 3\n", "0/1", "9", "- - 1\n  - 9\n- 3\n" },
  /* Flow style. */
  { "a: {b: 1, c: 'x'} # c\n", "a/b", "2", "a: {b: 2, c: 'x'} # c\n" },
  { "a: {b: 1, c: 'x'} # c\n", "a/b", "-", "a: {c: 'x'} # c\n" },
  { "a: {b: 1, c: 'x'} # c\n", "a/c", "-", "a: {b: 1} # c\n" },
  { "a: {b: 1, c: 'x'} # c\n", "a/d", "{\"e\": [\"f, g\", \"h\"]}",
    "a: {b: 1, c: 'x', d: {e: [\"f, g\", h]}} # c\n" },
  { "a: {b: 1, c: 'x'} # c\n", "a/b", "=e", "a: {e: 1, c: 'x'} # c\n" },
  { "a: {}\n", "a/b", "1", "a: {b: 1}\n" },
  { "a: {b, c: }\n", "a/b", "1", "a: {b: 1, c: }\n" },
  { "a: {b, c: }\n", "a/c", "1", "a: {b, c: 1 }\n" },
  { "a: [\n  1, # one\n  2\n]\n", "a/-1", "3", "a: [\n  1, # one\n  2,\n  3\n]\n" },
  { "a: {\"b\":1}\n", "a/b", "2", "a: {\"b\": 2}\n" },
  { "a: [x: 1, y]\n", "a/0/x", "2", "a: [{x: 2}, y]\n" },
  /* An alias is replaced with its content if an edit makes it differ from the anchor, or removes
   * the anchor. */
  { "x: &a {b: 1}\ny: *a\nz: *a\n", "y/b", "2", "x: &a {b: 1}\ny:\n  b: 2\nz: *a\n" },
  { "x: &a {b: 1}\ny: *a\n", "x/b", "2", "x: &a {b: 2}\ny:\n  b: 1\n" },
  { "x: &a\n  b: 1\ny: *a\nz: 1\n", "x", "-", "y:\n  b: 1\nz: 1\n" },
  { "x: &a {b: 1}\ny: *a\nz: 1\n", "z", "2", "x: &a {b: 1}\ny: *a\nz: 2\n" },
  { "x: &a {b: 1, c: 2}\ny:\n  <<: *a\n  d: 3\n", "y/d", "4",
    "x: &a {b: 1, c: 2}\ny:\n  <<: *a\n  d: 4\n" },
  { "x: &a {b: 1, c: 2}\ny:\n  <<: *a\n  d: 3\n", "y/b", "9",
    "x: &a {b: 1, c: 2}\ny:\n  <<: *a\n  b: 9\n  d: 3\n" },
  { "x: &a {b: 1, c: 2}\ny:\n  <<: *a\n  d: 3\n", "y/b", "-",
    "x: &a {b: 1, c: 2}\ny:\n  c: 2\n  d: 3\n" },
  { "x: &a {b: 1, c: 2}\ny:\n  <<: *a\n  d: 3\n", "x/b", "9",
    "x: &a {b: 9, c: 2}\ny:\n  b: 1\n  c: 2\n  d: 3\n" },
  { "x: &a 1\ny: *a\nz: 3\n", "x", "<z", "y: 1\nx: &a 1\nz: 3\n" },
  { "? a\n: 1\nb: 2\n", "b", "3", "a: 1\nb: 3\n" },
};

static void
test_edits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) root = read_text (edits[i].before, &source);
      g_autoptr (JsonNode) edited = edit (root, edits[i].path, edits[i].what);
      g_autofree char *same = troupe_yaml_write (root, source, NULL);
      g_autofree char *after = NULL;
      g_autoptr (JsonNode) back = NULL;

      g_assert_nonnull (edited);
      g_assert_cmpstr (same, ==, edits[i].before);
      after = troupe_yaml_write (edited, source, NULL);
      if (!g_str_equal (after, edits[i].after))
        {
          g_test_message ("%s %s\n--- expected\n%s--- found\n%s", edits[i].path, edits[i].what,
                          edits[i].after, after);
          g_test_fail ();
        }
      back = read_text (after, NULL);
      g_assert_true (troupe_json_node_equal (back, edited));
    }
}

/* --- Random documents ---------------------------------------------------------------------- */

static const char *const words[] = {
  "a",
  "b c",
  "yes",
  "no",
  "1",
  "1.5",
  "1e3",
  "0x1F",
  "~",
  "null",
  "",
  " x",
  "x ",
  "a: b",
  "a #b",
  "#x",
  "- x",
  "? x",
  "'",
  "\"",
  "\\",
  "a\nb",
  "a\n\nb\n",
  "\na",
  "a\n",
  "a\n\n",
  "  a\nb",
  "a\n b",
  "a \nb ",
  "\t",
  "a\tb\n\tc",
  "{}",
  "[x]",
  "&a",
  "*a",
  "!x",
  "|",
  ">",
  "%x",
  "@x",
  "`x`",
  "2024-01-01",
  "<<",
  "=",
  "\xe6\xb5\x81",
  "\xf0\x9f\x98\x80",
  "\xc2\x85",
  "\xe2\x80\xa8",
  "\xef\xbb\xbf",
  "a\xc2\xa0"
  "b",
  "---",
  "...",
  "1:30",
  "x,y",
  "x]y",
  "a:b",
  "a\rb",
  "state.x > 1 && 'a' in y",
  "\x7f",
  "\x01",
  "key",
};

static JsonNode *
make_leaf (GRand *rand)
{
  static const double doubles[] = { 0.0, -0.0, 1.5, 1e21, -2.5e-9, 1e300, 0.1, 5e-324 };

  switch (g_rand_int_range (rand, 0, 9))
    {
    case 0:
      return troupe_json_node_new_null ();
    case 1:
      return troupe_json_node_new_boolean (g_rand_boolean (rand));
    case 2:
      return troupe_json_node_new_integer ((gint64) g_rand_int (rand) - G_MAXINT32);
    case 3:
      return troupe_json_node_new_double (
          doubles[g_rand_int_range (rand, 0, G_N_ELEMENTS (doubles))]);
    case 4:
      return troupe_json_node_new_double (g_rand_boolean (rand) ? (double) NAN : -HUGE_VAL);
    default:
      return troupe_json_node_new_string (words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
    }
}

static JsonNode *
make_tree (GRand *rand, guint depth)
{
  guint length = (guint) g_rand_int_range (rand, 0, 5);
  gboolean is_map = depth == 0 || g_rand_boolean (rand);
  JsonNode *node;

  if (depth > 0 && (depth > 4 || g_rand_int_range (rand, 0, 3) == 0))
    return make_leaf (rand);
  if (is_map)
    {
      g_autoptr (JsonObject) object = json_object_new ();

      for (guint i = 0; i < length; i++)
        json_object_set_member (object, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))],
                                make_tree (rand, depth + 1));
      node = json_node_init_object (json_node_alloc (), object);
    }
  else
    {
      g_autoptr (JsonArray) array = json_array_new ();

      for (guint i = 0; i < length; i++)
        json_array_add_element (array, make_tree (rand, depth + 1));
      node = json_node_init_array (json_node_alloc (), array);
    }
  json_node_seal (node);
  return node;
}

static GRand *
make_rand (void)
{
  const char *wanted = g_getenv ("TROUPE_TEST_SEED");
  guint32 seed = wanted != NULL ? (guint32) g_ascii_strtoull (wanted, NULL, 10) : g_random_int ();

  g_test_message ("seed %u (TROUPE_TEST_SEED)", seed);
  return g_rand_new_with_seed (seed);
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = make_rand ();

  for (guint i = 0; i < TEST_ROUNDS (1000); i++)
    {
      g_autoptr (JsonNode) tree = make_tree (rand, 0);
      g_autofree char *text = troupe_yaml_write (tree, NULL, NULL);
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) back = read_text (text, &source);
      g_autofree char *again = troupe_yaml_write (back, source, NULL);

      g_assert_true (troupe_json_node_equal (tree, back));
      g_assert_cmpstr (again, ==, text);
    }
}

/* Returns a random path of @root, NULL-terminated. */
static GPtrArray *
choose_path (GRand *rand, JsonNode *root)
{
  GPtrArray *path = g_ptr_array_new_with_free_func (g_free);
  JsonNode *node = root;

  while (path->len < 6)
    {
      guint length, index;

      if (JSON_NODE_HOLDS_OBJECT (node))
        {
          g_autoptr (GList) keys = json_object_get_members (json_node_get_object (node));

          length = g_list_length (keys);
          if (length == 0)
            break;
          index = (guint) g_rand_int_range (rand, 0, (gint32) length);
          g_ptr_array_add (path, g_strdup (g_list_nth_data (keys, index)));
          node =
              json_object_get_member (json_node_get_object (node), g_list_nth_data (keys, index));
        }
      else if (JSON_NODE_HOLDS_ARRAY (node) &&
               json_array_get_length (json_node_get_array (node)) > 0)
        {
          length = json_array_get_length (json_node_get_array (node));
          index = (guint) g_rand_int_range (rand, 0, (gint32) length);
          g_ptr_array_add (path, g_strdup_printf ("%u", index));
          node = json_array_get_element (json_node_get_array (node), index);
        }
      else
        break;
      if (g_rand_int_range (rand, 0, 3) == 0)
        break;
    }
  g_ptr_array_add (path, NULL);
  return path;
}

static JsonNode *
edit_somewhere (GRand *rand, JsonNode *root)
{
  g_autoptr (GPtrArray) path = choose_path (rand, root);
  const char *const *steps = (const char *const *) path->pdata;
  g_autoptr (JsonNode) value = make_tree (rand, 3);

  if (path->len < 2)
    return NULL;
  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0:
      return troupe_json_tree_with (root, steps, NULL);
    case 1:
      return troupe_json_tree_rename (root, steps, "renamed");
    case 2:
      return troupe_json_tree_move (root, steps, NULL);
    case 3:
      g_free (g_ptr_array_steal_index (path, path->len - 2));
      g_ptr_array_insert (path, (int) path->len - 1, g_strdup ("-1"));
      return troupe_json_tree_with (root, (const char *const *) path->pdata, value);
    default:
      return troupe_json_tree_with (root, steps, value);
    }
}

static const char *const written[] = {
  "# top\nname: F # n\nx: &act {call: expression, expr: \"7\"}\nmethods:\n  # first\n  a: {start: "
  "true, "
  "do: *act}  # side\n\n  b:\n    listen: a\n    do:\n      <<: *act\n      expr: |\n        1 "
  "+\n\n   "
  "     2\n  c:\n    listen:\n      or: [a, b]\n    do:\n      - x\n      -   y: 1\n          z: "
  ">\n    "
  "        folded\n            text\n      - - 1\n        - 2\n# end\n",
  "a: {b: [1, 2, {c: d}], e: {}, f: }\nlist:\n- a\n-\n- b\n",
  "base: &b\n  k: &k v\n  l: [1, 2]\none:\n  <<: *b\n  m: *k\ntwo:\n  <<: [*b, {n: 1}]\nthree: "
  "*b\n",
  "---\r\na: 1\r\nb: |+\r\n  x\r\n\r\nc:\r\n- 1 # one\r\n- 2\r\n...\r\n",
};

/* After random edits, the text is read back as the edited tree. Writing the original tree then
 * restores the original text. */
static void
test_random_edits (void)
{
  g_autoptr (GRand) rand = make_rand ();

  for (guint i = 0; i < TEST_ROUNDS (4000); i++)
    {
      const char *text = written[g_rand_int_range (rand, 0, G_N_ELEMENTS (written))];
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) root = read_text (text, &source);
      g_autoptr (JsonNode) tree = NULL;
      g_autofree char *same = NULL;

      tree = json_node_ref (root);
      for (gint32 n_edits = g_rand_int_range (rand, 1, 4); n_edits > 0; n_edits--)
        {
          JsonNode *edited = edit_somewhere (rand, tree);

          if (edited == NULL)
            continue;
          json_node_unref (tree);
          tree = edited;
        }
      {
        g_autofree char *after = troupe_yaml_write (tree, source, NULL);
        g_autoptr (JsonNode) back = read_text (after, NULL);

        g_assert_true (troupe_json_node_equal (tree, back));
      }
      same = troupe_yaml_write (root, source, NULL);
      g_assert_cmpstr (same, ==, text);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/yaml-writer/edits", test_edits);
  g_test_add_func ("/yaml-writer/random", test_random);
  g_test_add_func ("/yaml-writer/random-edits", test_random_edits);
  return g_test_run ();
}
