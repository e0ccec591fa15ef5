/* test-yaml-reader.c: the YAML reader, its errors and their positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "../test-time.h"
#include "troupe-limits.h"
#include "troupe-value.h"
#include "troupe-yaml.h"

static JsonNode *
read_text (const char *text, TroupeJsonText **source)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root = troupe_yaml_read (text, strlen (text), source, &error);

  g_assert_no_error (error);
  return root;
}

static JsonNode *
get (JsonNode *root, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);

  return troupe_json_tree_get (root, (const char *const *) keys);
}

static char *
to_json (JsonNode *root)
{
  g_autoptr (TroupeValue) value = troupe_value_from_node (root);

  return troupe_value_to_json (value, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS);
}

/* --- Scalars ------------------------------------------------------------------------------- */

static gboolean
is_same_double (JsonNode *node, const char *expected)
{
  double number;

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_DOUBLE)
    return FALSE;
  number = json_node_get_double (node);
  if (g_str_equal (expected, "nan"))
    return isnan (number);
  return number == g_ascii_strtod (expected, NULL) &&
         signbit (number) == (*expected == '-' ? signbit (-1.0) : 0);
}

static gboolean
is_expected (JsonNode *node, JsonNode *expected)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (expected) ? json_node_get_object (expected) : NULL;

  if (object == NULL)
    return node != NULL && troupe_json_node_equal (node, expected);
  if (json_object_has_member (object, "$error"))
    return node == NULL;
  if (node == NULL)
    return FALSE;
  if (json_object_has_member (object, "$time"))
    return troupe_json_node_is_time (node) &&
           g_str_equal (json_node_get_string (node),
                        json_object_get_string_member (object, "$time"));
  return is_same_double (node, json_object_get_string_member (object, "$float"));
}

static void
test_scalars (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "base", "yaml-scalars.json", NULL);
  g_autofree char *facts = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  JsonArray *scalars;
  gsize length;

  g_file_get_contents (path, &facts, &length, &error);
  g_assert_no_error (error);
  root = troupe_json_read (facts, length, TROUPE_JSON_STRICT, NULL, &error);
  g_assert_no_error (error);
  scalars = json_object_get_array_member (json_node_get_object (root), "scalars");
  g_assert_cmpuint (json_array_get_length (scalars), >, 600);
  for (guint i = 0; i < json_array_get_length (scalars); i++)
    {
      JsonArray *pair = json_array_get_array_element (scalars, i);
      const char *scalar = json_array_get_string_element (pair, 0);
      g_autofree char *text = g_strdup_printf ("x: %s\n", scalar);
      g_autoptr (JsonNode) read = troupe_yaml_read (text, strlen (text), NULL, NULL);
      JsonNode *value = read != NULL ? get (read, "x") : NULL;

      if (!is_expected (value, json_array_get_element (pair, 1)))
        {
          g_test_message ("%s is read otherwise", scalar);
          g_test_fail ();
        }
    }
}

/* --- Documents ----------------------------------------------------------------------------- */

static const struct
{
  const char *text;
  const char *json;
} documents[] = {
  { "a: 1\nb:\n  - x\n  - y: 2\n    z: 3\nc: {d: e, f: [1, 2]}\n",
    "{\"a\": 1, \"b\": [\"x\", {\"y\": 2, \"z\": 3}], \"c\": {\"d\": \"e\", \"f\": [1, 2]}}" },
  { "\xef\xbb\xbf"
    "a: 1\r\nb: |\r\n  x\r\n  y\r\n",
    "{\"a\": 1, \"b\": \"x\\ny\\n\"}" },
  { "%YAML 1.1\n---\n# c\na: |2\n    x\n   y\nb: >-\n  x\n  y\n\n  z\n...\n",
    "{\"a\": \"  x\\n y\\n\", \"b\": \"x y\\nz\"}" },
  { "a:\nb: !!str\n\"no\": 'it''s'\n= : 1\n\"<<\": 2\n",
    "{\"a\": null, \"b\": \"\", \"no\": \"it's\", \"=\": 1, \"<<\": 2}" },
  { "? a\n: b\nc: [d: 1, {e}]\n", "{\"a\": \"b\", \"c\": [{\"d\": 1}, {\"e\": null}]}" },
  { "a: &x 1\nb: *x\nc: &k key\n*k : 3\n", "{\"a\": 1, \"b\": 1, \"c\": \"key\", \"key\": 3}" },
  /* Order and precedence of <<. */
  { "a: {b: 2, <<: {a: 1}}\n", "{\"a\": {\"a\": 1, \"b\": 2}}" },
  { "a: {a: 5, <<: {a: 1, c: 2}, b: 3}\n", "{\"a\": {\"a\": 5, \"c\": 2, \"b\": 3}}" },
  { "a: {<<: [{a: 1, b: 1}, {b: 2, c: 2}], d: 4}\n",
    "{\"a\": {\"b\": 1, \"c\": 2, \"a\": 1, \"d\": 4}}" },
  { "a: {<<: {<<: {q: 1}, r: 2}, s: 3}\n", "{\"a\": {\"q\": 1, \"r\": 2, \"s\": 3}}" },
  { "a: {<<: {x: 1}, <<: {x: 2, y: 3}}\n", "{\"a\": {\"x\": 2, \"y\": 3}}" },
  { "x: &a {b: 1}\ny: {<<: [*a, *a], <<: *a}\n", "{\"x\": {\"b\": 1}, \"y\": {\"b\": 1}}" },
  { "a: {<<: []}\n", "{\"a\": {}}" },
  /* Syntax that PyYAML accepts but libyaml does not. */
  { "%FOO x\n%YAML 1.9\n# c\n---\na: \"%b\"\nc: |\n  %d\n", "{\"a\": \"%b\", \"c\": \"%d\\n\"}" },
  { "a: |\n \tb\n c\n\xc3\xa4: >-\n  \t\td\n\n  e\n",
    "{\"a\": \"\\tb\\nc\\n\", \"\xc3\xa4\": \"\\t\\td\\n\\ne\"}" },
  { "a: !!omap [x: 1, {y: 2}]\nb: !!pairs\n- z: &l [1]\n- z: *l\nc: !!omap []\n",
    "{\"a\": [[\"x\", 1], [\"y\", 2]], \"b\": [[\"z\", [1]], [\"z\", [1]]], \"c\": []}" },
  { "- &a {x: &b [1]}\n- *a\n- *b\n- {<<: *a, y: 2}\n",
    "[{\"x\": [1]}, {\"x\": [1]}, [1], {\"x\": [1], \"y\": 2}]" },
};

static void
test_documents (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr (TroupeJsonText) source = NULL;
      g_autoptr (JsonNode) root = read_text (documents[i].text, &source);
      g_autofree char *json = to_json (root);

      g_assert_cmpstr (json, ==, documents[i].json);
      g_assert_true (troupe_json_text_is_yaml (source));
    }
}

/* --- Errors -------------------------------------------------------------------------------- */

static const struct
{
  const char *text;
  TroupeJsonError code;
  guint line;
  guint column;
  const char *path;
  const char *part; /* part of the message */
} errors[] = {
  { "", TROUPE_JSON_ERROR_EMPTY, 1, 1, "", "empty" },
  { " \n# nothing\n", TROUPE_JSON_ERROR_EMPTY, 1, 1, "", "empty" },
  { "a: 1\n---\nb: 2\n", TROUPE_JSON_ERROR_SYNTAX, 2, 1, "", "second document" },
  { "a:\n\tb: 1\n", TROUPE_JSON_ERROR_SYNTAX, 2, 1, "a", "tab" },
  { "a: b: c\n", TROUPE_JSON_ERROR_SYNTAX, 1, 5, "", "colon" },
  { "a: {b: c\n", TROUPE_JSON_ERROR_SYNTAX, 2, 1, "a", "}" },
  { "a: 'b\n", TROUPE_JSON_ERROR_SYNTAX, 2, 1, "a", "quote" },
  { "a: @b\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "quotes" },
  { "a: 1\na: 2\n", TROUPE_JSON_ERROR_DUPLICATE_KEY, 2, 1, "a", "line 1, column 1" },
  { "a: {\xc3\xa4: 1, \xc3\xa4: 2}\n", TROUPE_JSON_ERROR_DUPLICATE_KEY, 1, 11, "a.\xc3\xa4",
    "line 1, column 5" },
  { "m:\n  on: 1\n", TROUPE_JSON_ERROR_SYNTAX, 2, 3, "m", "true or false" },
  { "1: 1\n", TROUPE_JSON_ERROR_SYNTAX, 1, 1, "", "number" },
  { "~: 1\n", TROUPE_JSON_ERROR_SYNTAX, 1, 1, "", "null" },
  { "2024-01-01: 1\n", TROUPE_JSON_ERROR_SYNTAX, 1, 1, "", "date" },
  { "[a]: 1\n", TROUPE_JSON_ERROR_SYNTAX, 1, 1, "", "string as the key" },
  { "a: &x [*x]\n", TROUPE_JSON_ERROR_SYNTAX, 1, 8, "a.0", "contain itself" },
  { "a: &x {b: *x}\n", TROUPE_JSON_ERROR_SYNTAX, 1, 11, "a.b", "contain itself" },
  { "a: *x\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "without an anchor" },
  { "a: &x 1\nb: &x 2\n", TROUPE_JSON_ERROR_SYNTAX, 2, 4, "b", "line 1, column 4" },
  { "a: !!python/object/apply:os.getcwd []\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "tag" },
  { "a: !own 1\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "tag" },
  { "a: !!set {b}\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "tag" },
  { "a: !!binary aGk=\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "tag" },
  { "a: !!omap [b]\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a.1", "one key each" },
  { "a: !!pairs [{b: 1, c: 2}]\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a.1", "one key each" },
  { "a: !!omap {b: 1}\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "tag" },
  { "%FOO x\na: 1\n", TROUPE_JSON_ERROR_SYNTAX, 2, 1, "", "\xe2\x80\x9c---" },
  { "% x\n---\na: 1\n", TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "YAML" },
  { "%Y!AML 1.1\n---\na: 1\n", TROUPE_JSON_ERROR_SYNTAX, 1, 3, "", "YAML" },
  { "a: |\n  b\n \tc: d\n", TROUPE_JSON_ERROR_SYNTAX, 3, 2, "a", "tab" },
  { "a: =\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "quotes" },
  { "a: <<\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "quotes" },
  { "a: {<<: 5}\n", TROUPE_JSON_ERROR_SYNTAX, 1, 9, "a.<<", "map" },
  { "a: {<<: [5]}\n", TROUPE_JSON_ERROR_SYNTAX, 1, 9, "a.<<", "map" },
  { "a: 2024-02-30\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "a", "date" },
  { "a: \"x\\u0000y\"\n", TROUPE_JSON_ERROR_ENCODING, 1, 4, "a", "U+0000" },
  { "a: \xff\n", TROUPE_JSON_ERROR_ENCODING, 1, 4, "", "UTF-8" },
  { "a: \x01\n", TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "control" },
};

static void
test_errors (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (GError) error = NULL;
      const char *path;
      TroupePlace place;

      g_assert_null (troupe_yaml_read (errors[i].text, strlen (errors[i].text), NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, TROUPE_JSON_ERROR, (int) errors[i].code);
      g_assert_true (troupe_json_error_get_place (error, &place, &path));
      g_assert_cmpuint (place.line, ==, errors[i].line);
      g_assert_cmpuint (place.column, ==, errors[i].column);
      g_assert_cmpstr (path, ==, errors[i].path);
      g_assert_nonnull (strstr (error->message, errors[i].part));
    }
}

/* --- Limits -------------------------------------------------------------------------------- */

static void
assert_refused (const char *text, TroupeJsonError code)
{
  g_autoptr (GError) error = NULL;
  gint64 start = test_time_get_own ();

  g_assert_null (troupe_yaml_read (text, strlen (text), NULL, &error));
  g_assert_error (error, TROUPE_JSON_ERROR, (int) code);
  g_assert_cmpint (test_time_get_own () - start, <, 10 * G_USEC_PER_SEC * TEST_SLOWNESS);
}

static void
test_many_values (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (TEST_SLOWNESS > 1)
    {
      g_test_skip ("takes minutes with a sanitizer");
      return;
    }
  for (guint i = 0; i < TROUPE_LIMIT_DOCUMENT_VALUES; i++)
    g_string_append (text, "- 1\n");
  assert_refused (text->str, TROUPE_JSON_ERROR_TOO_LARGE);
}

static void
test_bombs (void)
{
  g_autoptr (GString) text = g_string_new ("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
  g_autoptr (GString) merges = g_string_new ("a0: &a0 {x: 1}\n");
  g_autoptr (GString) letters = g_string_new ("a: &a ");
  g_autoptr (JsonNode) fine = NULL;

  for (guint i = 1; i <= 9; i++)
    {
      g_string_append_printf (text, "a%u: &a%u [", i, i);
      for (guint j = 0; j < 10; j++)
        g_string_append_printf (text, "%s*a%u", j > 0 ? ", " : "", i - 1);
      g_string_append (text, "]\n");
      if (i == 4)
        fine = read_text (text->str, NULL);
    }
  g_assert_nonnull (fine);
  assert_refused (text->str, TROUPE_JSON_ERROR_TOO_LARGE);

  for (guint i = 1; i <= 40; i++)
    g_string_append_printf (merges, "a%u: &a%u {<<: *a%u, b%u: *a%u}\n", i, i, i - 1, i, i - 1);
  assert_refused (merges->str, TROUPE_JSON_ERROR_TOO_LARGE);

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (letters, 'x');
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (letters, "\nb%u: *a", i);
  assert_refused (letters->str, TROUPE_JSON_ERROR_TOO_LARGE);
}

static void
test_depth (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) aliases = g_string_new ("a0: &a0 [1]\n");
  g_autoptr (JsonNode) fine = NULL;

  for (guint i = 0; i < TROUPE_LIMIT_NESTING; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < TROUPE_LIMIT_NESTING; i++)
    g_string_append_c (text, ']');
  fine = read_text (text->str, NULL);
  g_assert_nonnull (fine);
  g_string_prepend (text, "[");
  g_string_append (text, "]");
  assert_refused (text->str, TROUPE_JSON_ERROR_TOO_DEEP);

  for (guint i = 1; i <= TROUPE_LIMIT_NESTING; i++)
    g_string_append_printf (aliases, "a%u: &a%u [*a%u]\n", i, i, i - 1);
  assert_refused (aliases->str, TROUPE_JSON_ERROR_TOO_DEEP);
}

/* --- Positions -------------------------------------------------------------------------------- */

static const char places_text[] = "\xef\xbb\xbf# \xc3\xa4\n"
                                  "name: \xe6\xb5\x81\xe7\xa8\x8b  # c\n"
                                  "list:\n"
                                  "- &x {a: 1}\n"
                                  "-   *x\n"
                                  "empty:\n"
                                  "\"q\" : |\n"
                                  "  one\n"
                                  "  two\n"
                                  "\n"
                                  "tag: !!str 5\n"
                                  "map:\n"
                                  "    k: 'v'\n";

static const struct
{
  const char *path;
  guint line;
  guint column;
  const char *raw;
  guint key_line;
  guint key_column;
} places[] = {
  { "name", 2, 7, "\xe6\xb5\x81\xe7\xa8\x8b", 2, 1 },
  { "list", 4, 1, "- &x {a: 1}\n-   *x", 3, 1 },
  { "list/0", 4, 6, "{a: 1}", 0, 0 },
  { "list/0/a", 4, 10, "1", 4, 7 },
  { "list/1", 5, 5, "*x", 0, 0 },
  { "list/1/a", 4, 10, "1", 4, 7 },
  { "empty", 6, 7, "", 6, 1 },
  { "q", 7, 7, "|\n  one\n  two", 7, 1 },
  { "tag", 11, 12, "5", 11, 1 },
  { "map", 13, 5, "k: 'v'", 12, 1 },
  { "map/k", 13, 8, "'v'", 13, 5 },
};

static void
test_places (void)
{
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = read_text (places_text, &source);

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      JsonNode *node = get (root, places[i].path);
      g_autofree char *raw = NULL;
      TroupePlace place;

      g_test_message ("%s", places[i].path);
      g_assert_true (troupe_json_text_get_place (source, node, &place));
      raw = g_strndup (places_text + place.start, place.end - place.start);
      g_assert_cmpstr (raw, ==, places[i].raw);
      g_assert_cmpuint (place.line, ==, places[i].line);
      g_assert_cmpuint (place.column, ==, places[i].column);
      g_assert_cmpint (troupe_json_text_get_key_place (source, node, &place), ==,
                       places[i].key_line > 0);
      if (places[i].key_line == 0)
        continue;
      g_assert_cmpuint (place.line, ==, places[i].key_line);
      g_assert_cmpuint (place.column, ==, places[i].key_column);
    }
}

/* A file with a conflict of Git says so at the first marker, as YAML and as JSON, whatever the parser
 * does not understand first. Markers in a text are content. */
static void
test_conflict (void)
{
  static const struct
  {
    const char *text;
    guint line; /* 0: no conflict */
  } cases[] = {
    { "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n", 2 },
    { "a: 1\r\n<<<<<<< HEAD\r\nb: 1\r\n||||||| base\r\n=======\r\nb: 2\r\n>>>>>>> x", 2 },
    { "{\n\"a\":\n<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> x\n}", 3 },
    { "[1,,2]\n<<<<<<< HEAD\n=======\n>>>>>>> x\n", 2 },
    { "a: [\n<<<<<<< HEAD\nno end\n", 0 },
    { "a: |\n  <<<<<<< HEAD\n  >>>>>>> x\nb: [\n", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint json = 0; json < 2; json++)
      {
        const gsize length = strlen (cases[i].text);
        g_autoptr (GError) error = NULL;
        g_autoptr (JsonNode) root =
            json ? troupe_json_read (cases[i].text, length, TROUPE_JSON_STRICT, NULL, &error)
                 : troupe_yaml_read (cases[i].text, length, NULL, &error);
        TroupePlace place;

        g_assert_null (root);
        g_assert_true (troupe_json_error_get_place (error, &place, NULL));
        g_test_message ("%u:%u: %s", place.line, place.column, error->message);
        g_assert_cmpint (strstr (error->message, "conflict") != NULL, ==, cases[i].line > 0);
        if (cases[i].line > 0)
          g_assert_cmpuint (place.line, ==, cases[i].line);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/yaml-reader/scalars", test_scalars);
  g_test_add_func ("/yaml-reader/documents", test_documents);
  g_test_add_func ("/yaml-reader/errors", test_errors);
  g_test_add_func ("/yaml-reader/bombs", test_bombs);
  g_test_add_func ("/yaml-reader/many-values", test_many_values);
  g_test_add_func ("/yaml-reader/depth", test_depth);
  g_test_add_func ("/yaml-reader/places", test_places);
  g_test_add_func ("/yaml-reader/conflict", test_conflict);
  return g_test_run ();
}
