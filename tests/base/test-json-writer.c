/* test-json-writer.c: JSON edits that preserve the rest of the text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <string.h>

#include "../test-time.h"
#include "troupe-json.h"

#define RELAXED (TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS)

typedef enum
{
  SET,
  RENAME,
  MOVE,
} Kind;

typedef struct
{
  const char *text;
  Kind kind;
  const char *path;     /* separated by slashes */
  const char *argument; /* JSON to set, NULL to remove; new name; sibling */
  const char *expected;
} EditCase;

static const EditCase edit_cases[] = {
  /* Only the value changes. */
  { "{\"a\" : 1 , /* x */ \"b\":[1,2]}", SET, "a", "7", "{\"a\" : 7 , /* x */ \"b\":[1,2]}" },
  { "{\n    \"a\": 1, // one\n    \"b\": 2  // two\n}\n", SET, "b", "\"x\"",
    "{\n    \"a\": 1, // one\n    \"b\": \"x\"  // two\n}\n" },
  { "// top\n{\"a\": {\"b\": {\"c\": 1.50, \"d\": 1e3}}}\n// end", SET, "a/b/c", "2",
    "// top\n{\"a\": {\"b\": {\"c\": 2, \"d\": 1e3}}}\n// end" },
  { "[ 1,2 ,3 ]", SET, "1", "true", "[ 1,true ,3 ]" },
  { "{\"a\": 1.0e0}", SET, "a", "1.0", "{\"a\": 1.0e0}" },
  { "\xef\xbb\xbf{\"a\": 1}", SET, "a", "2", "\xef\xbb\xbf{\"a\": 2}" },
  /* A member is removed together with its line, its comma and its comment. */
  { "{\n  \"a\": 1,\n  // about b\n  \"b\": 2, // b\n  \"c\": 3\n}\n", SET, "b", NULL,
    "{\n  \"a\": 1,\n  \"c\": 3\n}\n" },
  { "{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}\n", SET, "b", NULL, "{\n  \"a\": 1 // one\n}\n" },
  { "{\n  \"a\": 1,\n  \"b\": 2,\n}\n", SET, "b", NULL, "{\n  \"a\": 1,\n}\n" },
  { "{\"a\": 1, \"b\": 2, \"c\": 3}", SET, "a", NULL, "{\"b\": 2, \"c\": 3}" },
  { "{\"a\": 1, \"b\": 2, \"c\": 3}", SET, "c", NULL, "{\"a\": 1, \"b\": 2}" },
  { "{ \"a\": 1, \"b\": 2 }", SET, "a", NULL, "{ \"b\": 2 }" },
  { "{\n  \"a\": 1\n}\n", SET, "a", NULL, "{}\n" },
  { "{ // keep\n  \"a\": 1\n}\n", SET, "a", NULL, "{ // keep\n}\n" },
  { "[[1], [2], [3]]", SET, "1", NULL, "[[1], [3]]" },
  { "{\"a\": 1, // c\n \"b\": 2, \"d\": 3}", SET, "b", NULL, "{\"a\": 1, // c\n \"d\": 3}" },
  /* A new member is indented like its siblings. */
  { "{\n  \"a\": 1\n}\n", SET, "b", "2", "{\n  \"a\": 1,\n  \"b\": 2\n}\n" },
  { "{\n\t\"a\": 1 // one\n}\n", SET, "b", "{\"c\": [1]}",
    "{\n\t\"a\": 1, // one\n\t\"b\": {\n\t\t\"c\": [\n\t\t\t1\n\t\t]\n\t}\n}\n" },
  { "{\n    \"a\": 1,\n}\n", SET, "b", "[]", "{\n    \"a\": 1,\n    \"b\": [],\n}\n" },
  { "{\"a\": 1}", SET, "b", "{\"c\": [1, 2]}", "{\"a\": 1, \"b\": {\"c\": [1, 2]}}" },
  { "{\r\n  \"a\": {}\r\n}\r\n", SET, "a/b", "1",
    "{\r\n  \"a\": {\r\n    \"b\": 1\r\n  }\r\n}\r\n" },
  { "{}", SET, "a", "1", "{\n  \"a\": 1\n}" },
  { "{ // nothing\n}", SET, "a", "1", "{ // nothing\n  \"a\": 1\n}" },
  { "[1, 2]", SET, "-1", "3", "[1, 2, 3]" },
  { "{\n  \"list\": [\n    \"x\" // x\n  ]\n}\n", SET, "list/1", "\"y\"",
    "{\n  \"list\": [\n    \"x\", // x\n    \"y\"\n  ]\n}\n" },
  { "{\"a\": 1, // c\n}", SET, "b", "2", "{\"a\": 1, // c\n  \"b\": 2,\n}" },
  { "{\n  \"a\": {\"b\": 1}\n}\n", SET, "c/d", "true",
    "{\n  \"a\": {\"b\": 1},\n  \"c\": {\n    \"d\": true\n  }\n}\n" },
  /* A list of scalars is formatted like its sibling lists. */
  { "{\n  \"a\": [1, 2],\n  \"x\": {}\n}\n", SET, "b", "[3, 4]",
    "{\n  \"a\": [1, 2],\n  \"x\": {},\n  \"b\": [3, 4]\n}\n" },
  { "{\n  \"a\": [1, 2],\n  \"c\": [\n    1\n  ]\n}\n", SET, "b", "[3]",
    "{\n  \"a\": [1, 2],\n  \"c\": [\n    1\n  ],\n  \"b\": [\n    3\n  ]\n}\n" },
  { "{\n  \"a\": [1, 2]\n}\n", SET, "b", "[[3]]",
    "{\n  \"a\": [1, 2],\n  \"b\": [\n    [\n      3\n    ]\n  ]\n}\n" },
  /* A scalar is replaced by a map, and a map by a scalar. */
  { "{\n  \"a\": 1\n}\n", SET, "a", "{\"b\": 1}", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n" },
  { "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", SET, "a", "null", "{\n  \"a\": null\n}\n" },
  /* A key is renamed and keeps its value, position and comments. */
  { "{\n  // first\n  \"a\": {\"x\":  1}, // one\n  \"b\": 2\n}\n", RENAME, "a", "z",
    "{\n  // first\n  \"z\": {\"x\":  1}, // one\n  \"b\": 2\n}\n" },
  /* A member moves with its comments. */
  { "{\n  // about a\n  \"a\": 1,\n  \"b\": 2 // two\n}\n", MOVE, "a", NULL,
    "{\n  \"b\": 2, // two\n  // about a\n  \"a\": 1\n}\n" },
  { "{\n  \"a\": 1,\n\n  // about b\n  \"b\": 2\n}\n", MOVE, "b", "a",
    "{\n\n  // about b\n  \"b\": 2,\n  \"a\": 1\n}\n" },
  { "{\"a\": 1, \"b\": 2}", MOVE, "b", "a", "{\"b\": 2, \"a\": 1}" },
};

static JsonNode *
read_text (const char *text, TroupeJsonText **source)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root = troupe_json_read (text, strlen (text), RELAXED, source, &error);

  if (error != NULL)
    g_test_message ("%s in\n%s", error->message, text);
  g_assert_no_error (error);
  return root;
}

static void
assert_reads_back (const char *text, JsonNode *expected)
{
  g_autoptr (JsonNode) back = read_text (text, NULL);

  if (!troupe_json_node_equal (back, expected))
    {
      g_autofree char *plain = troupe_json_write (expected, NULL, NULL);
      g_test_message ("wrote\n%s\ninstead of\n%s", text, plain);
      g_test_fail ();
    }
}

static void
test_edits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (edit_cases); i++)
    {
      const EditCase *edit = &edit_cases[i];
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) root = read_text (edit->text, &source);
      g_auto (GStrv) path = g_strsplit (edit->path, "/", -1);
      g_autoptr (JsonNode) value = NULL;
      g_autoptr (JsonNode) edited = NULL;
      g_autofree char *written = NULL;
      gsize length;

      if (edit->kind == SET && edit->argument != NULL)
        value = read_text (edit->argument, NULL);
      if (edit->kind == SET)
        edited = troupe_json_tree_with (root, (const char *const *) path, value);
      else if (edit->kind == RENAME)
        edited = troupe_json_tree_rename (root, (const char *const *) path, edit->argument);
      else
        edited = troupe_json_tree_move (root, (const char *const *) path, edit->argument);
      written = troupe_json_write (edited, source, &length);
      g_assert_cmpstr (written, ==, edit->expected);
      g_assert_cmpuint (length, ==, strlen (written));
      assert_reads_back (written, edited);
    }
}

static void
test_unchanged (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (edit_cases); i++)
    {
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) root = read_text (edit_cases[i].text, &source);
      g_autofree char *written = troupe_json_write (root, source, NULL);
      g_assert_cmpstr (written, ==, edit_cases[i].text);
    }
}

static void
test_plain (void)
{
  const char *text =
      "{\"a\":[1,-2.5e3,0.1,1e-7,1e400000],\"b\":{},\"c\":[],\"d\":\"x\\u0001\\\"ä\\/\",\"e\":null,"
      "\"f\":true,\"g\":18446744073709551615}";
  g_autofree char *good = g_strdup (text);
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *written = NULL;

  memcpy (strstr (good, ",1e400000"), "         ", 9);
  root = read_text (good, NULL);
  written = troupe_json_write (root, NULL, NULL);
  g_assert_cmpstr (
      written, ==,
      "{\n  \"a\": [\n    1,\n    -2500.0,\n    0.1,\n    1.0e-07\n  ],\n  \"b\": {},\n  \"c\": [],\n"
      "  \"d\": \"x\\u0001\\\"ä/\",\n  \"e\": null,\n  \"f\": true,\n  \"g\": "
      "18446744073709551615\n}\n");
}

static void
test_infinity (void)
{
  g_autoptr (JsonNode) node = troupe_json_node_new_double (G_MAXDOUBLE * 2);
  g_autofree char *written = troupe_json_write (node, NULL, NULL);

  g_assert_cmpstr (written, ==, "null\n");
}

/* --- Random texts and random edits --------------------------------------------------------- */

static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static void
add_blanks (GString *text, const char *eol)
{
  static const char *const comments[] = { "/* x, { */", "// y ]\n", "/* \n */", "//\n" };

  for (guint n = pick (4); n > 0; n--)
    switch (pick (8))
      {
      case 0:
        g_string_append (text, comments[pick (G_N_ELEMENTS (comments))]);
        break;
      case 1:
      case 2:
      case 3:
        g_string_append (text, eol);
        g_string_append (text, &"    "[pick (4)]);
        break;
      default:
        g_string_append_c (text, pick (5) == 0 ? '\t' : ' ');
      }
}

static void
add_value (GString *text, guint depth, const char *eol)
{
  static const char *const leaves[] = { "1",
                                        "-2.50",
                                        "1e3",
                                        "true",
                                        "null",
                                        "\"a // b\"",
                                        "\"/*\\n\\u0041\"",
                                        "99999999999999999999",
                                        "\"\"",
                                        "{}",
                                        "[ ]",
                                        "{ }",
                                        "0.1" };
  gboolean is_map = pick (2) == 0;
  guint n_items = pick (5);

  if (depth == 0 || pick (3) == 0)
    {
      g_string_append (text, leaves[pick (G_N_ELEMENTS (leaves))]);
      return;
    }
  g_string_append_c (text, is_map ? '{' : '[');
  add_blanks (text, eol);
  for (guint i = 0; i < n_items; i++)
    {
      if (is_map)
        {
          g_string_append_printf (text, "\"k%u\"", i);
          add_blanks (text, eol);
          g_string_append_c (text, ':');
          add_blanks (text, eol);
        }
      add_value (text, depth - 1, eol);
      add_blanks (text, eol);
      if (i + 1 < n_items || pick (3) == 0)
        g_string_append_c (text, ',');
      add_blanks (text, eol);
    }
  g_string_append_c (text, is_map ? '}' : ']');
}

/* Appends a random path of the tree to @path. The last element of the path may be new. */
static void
walk_randomly (JsonNode *node, GPtrArray *path)
{
  while (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node))
    {
      gboolean is_map = JSON_NODE_HOLDS_OBJECT (node);
      guint length = is_map ? json_object_get_size (json_node_get_object (node))
                            : json_array_get_length (json_node_get_array (node));
      guint index = pick (length + 1);

      if (is_map && index < length)
        {
          g_autoptr (GList) names = json_object_get_members (json_node_get_object (node));
          g_ptr_array_add (path, g_strdup (g_list_nth_data (names, index)));
        }
      else
        {
          g_ptr_array_add (path, g_strdup_printf (is_map ? "n%u" : "%u", index));
        }
      if (index == length || pick (3) == 0)
        break;
      node = is_map ? json_object_get_member (json_node_get_object (node),
                                              g_ptr_array_index (path, path->len - 1))
                    : json_array_get_element (json_node_get_array (node), index);
    }
}

static JsonNode *
edit_randomly (JsonNode *root)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonNode) value = NULL;
  JsonNode *edited = NULL;
  JsonNode *elsewhere;
  const char *const *way;

  walk_randomly (root, path);
  g_ptr_array_add (path, NULL);
  way = (const char *const *) path->pdata;
  switch (pick (6))
    {
    case 0:
      edited = troupe_json_tree_with (root, way, NULL);
      break;
    case 1:
      edited = troupe_json_tree_rename (root, way, "renamed");
      break;
    case 2:
      edited = troupe_json_tree_move (root, way, pick (2) == 0 ? NULL : "k0");
      break;
    case 3:
      /* Insert a part of the tree a second time. */
      elsewhere = JSON_NODE_HOLDS_OBJECT (root)
                      ? json_object_get_member (json_node_get_object (root), "k1")
                      : NULL;
      if (elsewhere != NULL)
        edited = troupe_json_tree_with (root, way, elsewhere);
      break;
    default:
      add_value (text, 2, "\n");
      value = read_text (text->str, NULL);
      edited = troupe_json_tree_with (root, way, value);
    }
  return edited != NULL ? edited : json_node_ref (root);
}

static void
test_random_edits (void)
{
  for (guint round = 0; round < TEST_ROUNDS (20000); round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) root = NULL;
      g_autofree char *same = NULL;
      const char *eol = pick (3) == 0 ? "\r\n" : "\n";

      add_blanks (text, eol);
      add_value (text, 4, eol);
      add_blanks (text, eol);
      root = read_text (text->str, &source);
      same = troupe_json_write (root, source, NULL);
      g_assert_cmpstr (same, ==, text->str);
      for (guint n = 1 + pick (4); n > 0; n--)
        {
          g_autoptr (JsonNode) before = g_steal_pointer (&root);
          g_autofree char *written = NULL;

          root = edit_randomly (before);
          written = troupe_json_write (root, source, NULL);
          assert_reads_back (written, root);
          if (g_test_failed ())
            {
              g_test_message ("from\n%s", text->str);
              return;
            }
        }
    }
}

/* If each member has its own line, an edit of one value changes only that line. */
static void
test_other_lines (void)
{
  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) text = g_string_new ("{\n");
      guint n_lines = 2 + pick (20), changed = pick (n_lines);
      g_autofree char *name = g_strdup_printf ("m%u", changed);
      const char *path[] = { name, "do", "value", NULL };
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) root = NULL;
      g_autoptr (JsonNode) value = troupe_json_node_new_string ("new");
      g_autoptr (JsonNode) edited = NULL;
      g_autofree char *written = NULL;
      g_auto (GStrv) before = NULL, after = NULL;

      for (guint i = 0; i < n_lines; i++)
        g_string_append_printf (text,
                                "  \"m%u\": {  \"do\":{\"value\":%u}, \"x\": 1.50 }%s // line %u\n",
                                i, i, i + 1 < n_lines ? "," : "", i);
      g_string_append (text, "}\n");
      root = read_text (text->str, &source);
      edited = troupe_json_tree_with (root, path, value);
      written = troupe_json_write (edited, source, NULL);
      before = g_strsplit (text->str, "\n", -1);
      after = g_strsplit (written, "\n", -1);
      g_assert_cmpuint (g_strv_length (before), ==, g_strv_length (after));
      for (guint i = 0; before[i] != NULL; i++)
        g_assert_cmpint (strcmp (before[i], after[i]) == 0, ==, i != changed + 1);
    }
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-writer/edits", test_edits);
  g_test_add_func ("/json-writer/unchanged", test_unchanged);
  g_test_add_func ("/json-writer/plain", test_plain);
  g_test_add_func ("/json-writer/infinity", test_infinity);
  g_test_add_func ("/json-writer/random-edits", test_random_edits);
  g_test_add_func ("/json-writer/other-lines", test_other_lines);
  return g_test_run ();
}
