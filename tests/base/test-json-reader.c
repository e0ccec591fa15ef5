/* test-json-reader.c: the strict JSON reader, its errors and their positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <string.h>

#include "../test-time.h"
#include "troupe-json.h"
#include "troupe-limits.h"
#include "troupe-value.h"

#define RELAXED (TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS)

typedef struct
{
  const char *text;
  TroupeJsonFlags flags;
  TroupeJsonError code;
  guint line;
  guint column;
  const char *path;
  const char *message; /* part of the message */
} BadCase;

static const BadCase bad_cases[] = {
  { "", 0, TROUPE_JSON_ERROR_EMPTY, 1, 1, "", "expected one JSON value" },
  { " \n ", 0, TROUPE_JSON_ERROR_EMPTY, 2, 2, "", "the text is empty" },
  { "// c\n/* d */", RELAXED, TROUPE_JSON_ERROR_EMPTY, 2, 8, "", "the text is empty" },
  { "\xef\xbb\xbf", 0, TROUPE_JSON_ERROR_EMPTY, 1, 1, "", "the text is empty" },
  { "{", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "",
    "expected a key in double quotes or “}”, found the end" },
  { "{\"a\":1,}", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 8, "",
    "key in double quotes after “,”, found “}”" },
  { "[1,]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "a value after “,”, found “]”" },
  { "[,]", RELAXED, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "a value or “]”, found “,”" },
  { "[1,,]", RELAXED, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "found “,”" },
  { "{,}", RELAXED, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “,”" },
  { "{\"a\" 1}", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 6, "",
    "expected “:” after the key “a”, found “1”" },
  { "{\"a\":}", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 6, "", "expected a value for “a”, found “}”" },
  { "{\n  \"name\": 1\n  x}", 0, TROUPE_JSON_ERROR_SYNTAX, 3, 3, "",
    "expected “,” or “}” after the value of “name”, found “x”" },
  { "{\"m\":{\"r\":{\"do\":[1, 2 3]}}}", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 23, "m.r.do",
    "expected “,” or “]” after element 2, found “3”" },
  { "[[], [tru]]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 7, "1", "found “tru”" },
  { "[nulls]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “nulls”" },
  { "{} {}", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "expected the end of the text, found “{”" },
  { "var x = {}", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 1, "", "expected a value, found “var”" },
  { "['a']", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “'”" },
  { "[007]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "must not start with 0" },
  { "[-01]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "must not start with 0" },
  { "[0x10]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 3, "", "found “x10”" },
  { "[.5]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “.”" },
  { "[1.]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "digit after the decimal point" },
  { "[1e]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "digit in the exponent" },
  { "[-]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 3, "", "digit after “-”" },
  { "[+1]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “+”" },
  { "[1e400]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "too large" },
  { "[NaN]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “NaN”" },
  { "[Infinity]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “Infinity”" },
  { "[\"a\tb\"]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "must be escaped" },
  { "[\"a\nb\"]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "must be escaped" },
  { "[\"\xc3\xa4\xe4\xb8\xad\" x]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 7, "", "found “x”" },
  { "[\"a", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 4, "", "is not closed" },
  { "[\"\\x\"]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 3, "", "unknown escape" },
  { "[\"\\u12\"]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 3, "", "four hexadecimal" },
  { "[\"\\", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 3, "", "unknown escape" },
  { "[\"a\\u0000b\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 4, "", "U+0000" },
  { "{\"\\u0000\":1}", 0, TROUPE_JSON_ERROR_ENCODING, 1, 3, "", "U+0000" },
  { "[\"\\ud800\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 3, "", "surrogate" },
  { "[\"\\udc00\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 3, "", "surrogate" },
  { "[\"\\ud800\\u0041\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 3, "", "surrogate" },
  { "{\"k\":\n[\"a\xff\"]}", 0, TROUPE_JSON_ERROR_ENCODING, 2, 4, "k", "not valid UTF-8" },
  { "[\"\xc0\x80\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 3, "", "not valid UTF-8" },
  { "[\"\xed\xa0\x80\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 3, "", "not valid UTF-8" },
  { "[\"\xf4\x90\x80\x80\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 3, "", "not valid UTF-8" },
  { "1\xff", 0, TROUPE_JSON_ERROR_ENCODING, 1, 2, "", "not valid UTF-8" },
  { "/* \xff */1", RELAXED, TROUPE_JSON_ERROR_ENCODING, 1, 4, "", "not valid UTF-8" },
  { "// c\n1", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 1, "", "comments are not allowed" },
  { "1/* c", RELAXED, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "is not closed" },
  { "1/", RELAXED, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “/”" },
  { "{\"a\":1,\"b\":2,\n \"a\":3}", 0, TROUPE_JSON_ERROR_DUPLICATE_KEY, 2, 2, "",
    "line 1, column 2" },
  { "{\"x\":{\"a\":1,\"\\u0061\":3}}", 0, TROUPE_JSON_ERROR_DUPLICATE_KEY, 1, 13, "x",
    "duplicate key “a”" },
  { "\xef\xbb\xbf[x]", 0, TROUPE_JSON_ERROR_SYNTAX, 1, 2, "", "found “x”" },
  { "\r\n\r\n[\x01]", 0, TROUPE_JSON_ERROR_SYNTAX, 3, 2, "", "found U+0001" },
};

static void
assert_refused (const BadCase *bad, gsize length)
{
  g_autoptr (GError) error = NULL;
  TroupeJsonText *source = (TroupeJsonText *) &error;
  const char *path;
  TroupePlace place;
  g_autofree char *copy = g_memdup2 (bad->text, length);

  g_test_message ("%s", bad->text);
  g_assert_null (troupe_json_read (copy, length, bad->flags, &source, &error));
  g_assert_null (source);
  g_assert_error (error, TROUPE_JSON_ERROR, (int) bad->code);
  g_test_message ("  %s", error->message);
  g_assert_true (troupe_json_error_get_place (error, &place, &path));
  g_assert_cmpuint (place.line, ==, bad->line);
  g_assert_cmpuint (place.column, ==, bad->column);
  g_assert_cmpstr (path, ==, bad->path);
  g_assert_nonnull (strstr (error->message, bad->message));
  g_clear_error (&error);
  /* Checking without a tree finds the same error. */
  g_assert_false (troupe_json_check_text (copy, length, bad->flags, &error));
  g_assert_error (error, TROUPE_JSON_ERROR, (int) bad->code);
}

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    assert_refused (&bad_cases[i], strlen (bad_cases[i].text));
}

static void
test_nul_byte (void)
{
  const BadCase bad = { "[\"a\0b\"]", 0, TROUPE_JSON_ERROR_ENCODING, 1, 4, "", "U+0000" };

  assert_refused (&bad, 7);
}

static void
test_error_copied (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) copy = NULL;
  g_autoptr (GError) other = g_error_new (G_FILE_ERROR, 0, "other");
  TroupePlace place;
  const char *path;

  g_assert_null (troupe_json_read ("{\"k\":[x]}", 9, 0, NULL, &error));
  copy = g_error_copy (error);
  g_clear_error (&error);
  g_assert_true (troupe_json_error_get_place (copy, &place, &path));
  g_assert_cmpuint (place.column, ==, 7);
  g_assert_cmpstr (path, ==, "k");
  g_assert_false (troupe_json_error_get_place (other, &place, &path));
}

static char *
nest (guint depth, char open, char close)
{
  char *text = g_malloc (2 * (gsize) depth + 1);

  memset (text, open, depth);
  memset (text + depth, close, depth);
  text[2 * (gsize) depth] = '\0';
  return text;
}

static void
test_depth (void)
{
  const guint depths[] = { TROUPE_LIMIT_NESTING + 1, 60000, 100000, 1000000 };
  g_autofree char *allowed = nest (TROUPE_LIMIT_NESTING, '[', ']');
  g_autoptr (JsonNode) root = troupe_json_read (allowed, strlen (allowed), 0, NULL, NULL);
  g_autoptr (TroupeValue) value = troupe_value_from_json (allowed, -1, NULL);

  g_assert_nonnull (root);
  g_assert_nonnull (value);
  for (guint i = 0; i < G_N_ELEMENTS (depths); i++)
    {
      g_autofree char *text = nest (depths[i], '[', ']');
      g_autoptr (GError) error = NULL;
      TroupePlace place;

      g_assert_null (troupe_json_read (text, strlen (text), 0, NULL, &error));
      g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_DEEP);
      g_assert_true (troupe_json_error_get_place (error, &place, NULL));
      g_assert_cmpuint (place.column, ==, TROUPE_LIMIT_NESTING + 1);
    }
}

static void
test_size (void)
{
  gsize length = 65 * 1024 * 1024;
  g_autofree char *text = g_malloc (length);
  g_autoptr (GError) error = NULL;
  gint64 start = test_time_get_own ();

  memset (text, ' ', length);
  g_assert_null (troupe_json_read (text, length, 0, NULL, &error));
  g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_LARGE);
  g_clear_error (&error);
  g_assert_null (troupe_value_from_json (text, (gssize) length, &error));
  g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_LARGE);
  g_assert_cmpint (test_time_get_own () - start, <, 2 * G_USEC_PER_SEC * TEST_SLOWNESS);
}

/* A text of two bytes a value takes 180 times its size in memory. */
static void
test_many_values (void)
{
  static const char *const values[] = { "{},", "[],", "1,", "\"\",", "true," };

  /* A sanitizer takes minutes for all of them. */
  for (guint i = 0; i < (TEST_SLOWNESS > 1 ? 1 : G_N_ELEMENTS (values)); i++)
    {
      g_autoptr (GString) text = g_string_new ("[");
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) root = NULL;
      TroupePlace place;
      gint64 start;

      /* The list itself is a value, too. */
      for (guint j = 1; j < TROUPE_LIMIT_DOCUMENT_VALUES; j++)
        g_string_append (text, values[i]);
      text->str[text->len - 1] = ']';
      if (i == 0 && TEST_SLOWNESS == 1)
        {
          root = troupe_json_read (text->str, text->len, 0, NULL, &error);
          g_assert_no_error (error);
          g_clear_pointer (&root, json_node_unref);
        }
      text->str[text->len - 1] = ',';
      g_string_append (text, "0]");
      start = test_time_get_own ();
      g_assert_null (troupe_json_read (text->str, text->len, 0, NULL, &error));
      g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_LARGE);
      g_assert_nonnull (strstr (error->message, "2000000"));
      g_assert_true (troupe_json_error_get_place (error, &place, NULL));
      g_assert_cmpuint (place.start, >=, text->len - 2);
      g_assert_cmpint (test_time_get_own () - start, <, 3 * G_USEC_PER_SEC * TEST_SLOWNESS);
    }
}

static void
test_many_keys (void)
{
  g_autoptr (GString) text = g_string_new ("{");
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  gint64 start = test_time_get_own ();

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, "%s\"key%u\":%u", i > 0 ? "," : "", i, i);
  g_string_append (text, ",\"key77777\":0}");
  g_assert_null (troupe_json_read (text->str, text->len, 0, NULL, &error));
  g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_DUPLICATE_KEY);
  g_string_truncate (text, text->len - strlen (",\"key77777\":0}"));
  g_string_append_c (text, '}');
  root = troupe_json_read (text->str, text->len, 0, NULL, NULL);
  g_assert_cmpuint (json_object_get_size (json_node_get_object (root)), ==, 200000);
  g_assert_cmpint (test_time_get_own () - start, <, 10 * G_USEC_PER_SEC * TEST_SLOWNESS);
}

/* A repeated key is found in objects with up to 70 keys. */
static void
test_every_duplicate (void)
{
  for (guint n_keys = 1; n_keys <= 70; n_keys++)
    for (guint repeated = 0; repeated < n_keys; repeated++)
      {
        g_autoptr (GString) text = g_string_new ("{");
        g_autoptr (GError) error = NULL;

        for (guint i = 0; i < n_keys; i++)
          g_string_append_printf (text, "\"k%u\":0,", i);
        g_string_append_printf (text, "\"k%u\":0}", repeated);
        g_assert_null (troupe_json_read (text->str, text->len, 0, NULL, &error));
        g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_DUPLICATE_KEY);
      }
}

static void
test_numbers (void)
{
  const char *text = "[9223372036854775807, -9223372036854775808, 9223372036854775808, "
                     "18446744073709551615, -9223372036854775809, 0.1, 1e-7, 1e5, -0, 1E+2, "
                     "123456789012345678901234567890.5, 4.9e-324]";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = troupe_json_read (text, strlen (text), 0, NULL, &error);
  JsonArray *array;

  g_assert_no_error (error);
  array = json_node_get_array (root);
  g_assert_true (json_array_get_int_element (array, 0) == G_MAXINT64);
  g_assert_true (json_array_get_int_element (array, 1) == G_MININT64);
  for (guint i = 0; i < json_array_get_length (array); i++)
    g_assert_cmpint (troupe_json_node_is_big_integer (json_array_get_element (array, i)), ==,
                     i >= 2 && i <= 4);
  g_assert_cmpstr (json_array_get_string_element (array, 2), ==, "9223372036854775808");
  g_assert_cmpstr (json_array_get_string_element (array, 4), ==, "-9223372036854775809");
  g_assert_cmpfloat (json_array_get_double_element (array, 5), ==, 0.1);
  g_assert_cmpfloat (json_array_get_double_element (array, 6), ==, 1e-7);
  g_assert_true (json_node_get_value_type (json_array_get_element (array, 7)) == G_TYPE_DOUBLE);
  g_assert_cmpint (json_array_get_int_element (array, 8), ==, 0);
  g_assert_cmpfloat (json_array_get_double_element (array, 9), ==, 100);
  g_assert_cmpfloat (json_array_get_double_element (array, 10), ==,
                     123456789012345678901234567890.5);
  g_assert_cmpfloat (json_array_get_double_element (array, 11), ==, 4.9e-324);
}

static void
test_strings (void)
{
  const char *text = "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u00e4\\ud83d\\ude00x\", \"ä中😀\", \"\"]";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = troupe_json_read (text, strlen (text), 0, NULL, &error);
  JsonArray *array;

  g_assert_no_error (error);
  array = json_node_get_array (root);
  g_assert_cmpstr (json_array_get_string_element (array, 0), ==, "\"\\/\b\f\n\r\t");
  g_assert_cmpstr (json_array_get_string_element (array, 1), ==, "ä😀x");
  g_assert_cmpstr (json_array_get_string_element (array, 2), ==, "ä中😀");
  g_assert_cmpstr (json_array_get_string_element (array, 3), ==, "");
}

static void
test_relaxed (void)
{
  const char *text =
      "// head\n{ /* a */ \"a\" /* b */ : // c\n [1, 2, /* d */], \"b\": {\"c\": 1,},\n} // end";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = troupe_json_read (text, strlen (text), RELAXED, NULL, &error);
  JsonObject *object;

  g_assert_no_error (error);
  object = json_node_get_object (root);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "a")), ==, 2);
  g_assert_true (json_node_is_immutable (root));
  g_assert_true (json_node_is_immutable (json_object_get_member (object, "b")));
}

static void
assert_place (const TroupePlace *place, guint line, guint column, gsize start, gsize end)
{
  g_assert_cmpuint (place->line, ==, line);
  g_assert_cmpuint (place->column, ==, column);
  g_assert_cmpuint (place->start, ==, start);
  g_assert_cmpuint (place->end, ==, end);
}

static void
test_places (void)
{
  const char *text = "\xef\xbb\xbf{\"ä\": [1,\r\n  null, null]}";
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = troupe_json_read (text, strlen (text), 0, &source, NULL);
  g_autoptr (JsonNode) other = json_node_new (JSON_NODE_NULL);
  JsonArray *array = json_object_get_array_member (json_node_get_object (root), "ä");
  TroupePlace place;

  g_assert_true (troupe_json_text_get_place (source, root, &place));
  assert_place (&place, 1, 1, 3, strlen (text));
  g_assert_false (troupe_json_text_get_key_place (source, root, &place));
  g_assert_true (troupe_json_text_get_key_place (
      source, json_object_get_member (json_node_get_object (root), "ä"), &place));
  assert_place (&place, 1, 2, 4, 8);
  g_assert_true (troupe_json_text_get_place (source, json_array_get_element (array, 2), &place));
  assert_place (&place, 2, 9, 23, 27);
  g_assert_false (
      troupe_json_text_get_key_place (source, json_array_get_element (array, 2), &place));
  g_assert_false (troupe_json_text_get_place (source, other, &place));
}

static void
test_values (void)
{
  const char *text =
      "{\"a\": [1, 2.5, \"x\\u0000y\", 99999999999999999999, null, true], \"b\": {\"a\": -1}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, -1, &error);
  g_autofree char *back = NULL;

  g_assert_no_error (error);
  back = troupe_value_to_json (value, TROUPE_JSON_SPACED);
  g_assert_cmpstr (back, ==, text);
  g_assert_null (troupe_value_from_json ("{\"a\":1,\"a\":2}", -1, &error));
  g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_DUPLICATE_KEY);
}

static void
test_nodes_and_values (void)
{
  const char *text =
      "{\"z\": [1, 2.5, \"x\", 99999999999999999999, null, true, {}], \"b\": {\"a\": -1}}";
  g_autoptr (JsonNode) root = troupe_json_read (text, strlen (text), 0, NULL, NULL);
  g_autoptr (TroupeValue) value = troupe_value_from_node (root);
  g_autoptr (TroupeValue) direct = troupe_value_from_json (text, -1, NULL);
  g_autoptr (JsonNode) back = troupe_value_to_node (value);

  g_assert_true (troupe_value_equal (value, direct));
  g_assert_true (troupe_json_node_equal (root, back));
  g_assert_true (json_node_is_immutable (back));
}

/* Truncated texts and texts with one invalid byte are accepted or rejected without a crash. */
static void
test_damaged (void)
{
  const char *text =
      "{\"a\": [1, -2.5e3, \"x\\u00e4\\n\"], /* c */ \"b\": {\"c\": null, \"d\": [true, {}]}} // e";
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i++)
    for (guint byte = 0; byte < 256; byte += 3)
      {
        g_autofree char *copy = g_memdup2 (text, length);
        g_autoptr (JsonNode) cut = NULL;
        g_autoptr (JsonNode) bent = NULL;
        g_autoptr (GError) cut_error = NULL;
        g_autoptr (GError) bent_error = NULL;
        g_autofree char *part = g_memdup2 (text, i);

        cut = troupe_json_read (part, i, RELAXED, NULL, &cut_error);
        g_assert_true ((cut == NULL) == (cut_error != NULL));
        copy[i] = (char) byte;
        bent = troupe_json_read (copy, length, RELAXED, NULL, &bent_error);
        g_assert_true ((bent == NULL) == (bent_error != NULL));
      }
}

/* The column of each value is correct on a line of many thousand characters, even if some
 * characters have several bytes. */
static void
test_places_on_a_long_line (void)
{
  g_autoptr (GString) text = g_string_new ("\n[");
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  guint column = 2;

  for (guint i = 0; i < 4096; i++)
    g_string_append (text, i % 3 == 0 ? "\"äöü\"," : "\"a\",");
  g_string_append (text, "0]");
  root = troupe_json_read (text->str, text->len, TROUPE_JSON_STRICT, &source, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 4096; i++)
    {
      TroupePlace place;

      g_assert_true (troupe_json_text_get_place (
          source, json_array_get_element (json_node_get_array (root), i), &place));
      g_assert_cmpuint (place.line, ==, 2);
      g_assert_cmpuint (place.column, ==, column);
      column += i % 3 == 0 ? 6 : 4;
    }
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-reader/refused", test_refused);
  g_test_add_func ("/json-reader/nul-byte", test_nul_byte);
  g_test_add_func ("/json-reader/error-copied", test_error_copied);
  g_test_add_func ("/json-reader/depth", test_depth);
  g_test_add_func ("/json-reader/size", test_size);
  g_test_add_func ("/json-reader/many-values", test_many_values);
  g_test_add_func ("/json-reader/many-keys", test_many_keys);
  g_test_add_func ("/json-reader/every-duplicate", test_every_duplicate);
  g_test_add_func ("/json-reader/numbers", test_numbers);
  g_test_add_func ("/json-reader/strings", test_strings);
  g_test_add_func ("/json-reader/relaxed", test_relaxed);
  g_test_add_func ("/json-reader/places", test_places);
  g_test_add_func ("/json-reader/values", test_values);
  g_test_add_func ("/json-reader/nodes-and-values", test_nodes_and_values);
  g_test_add_func ("/json-reader/damaged", test_damaged);
  g_test_add_func ("/json-reader/places-on-a-long-line", test_places_on_a_long_line);

  return g_test_run ();
}
