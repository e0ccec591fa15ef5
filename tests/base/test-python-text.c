/* test-python-text.c: values formatted as in Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-python-text.h"

/* JSON and the result of Python's str(). */
static const struct
{
  const char *json;
  const char *text;
} texts[] = {
  { "true", "True" },
  { "false", "False" },
  { "null", "None" },
  { "0", "0" },
  { "-7", "-7" },
  { "123456789012345678901234567890", "123456789012345678901234567890" },
  { "1.0", "1.0" },
  { "-0.0", "-0.0" },
  { "0.1", "0.1" },
  { "0.0001", "0.0001" },
  { "0.00001", "1e-05" },
  { "1e16", "1e+16" },
  { "123456789012345.0", "123456789012345.0" },
  { "\"a 'b' \\\"c\\\"\"", "a 'b' \"c\"" },
  { "\"\"", "" },
  { "[]", "[]" },
  { "{}", "{}" },
  { "[\"a\", \"b\"]", "['a', 'b']" },
  { "{\"k\": 1, \"n\": null, \"f\": false}", "{'k': 1, 'n': None, 'f': False}" },
  { "[[1.0, [2]], {\"a\": {\"b\": []}}]", "[[1.0, [2]], {'a': {'b': []}}]" },
  { "[\"it's\"]", "[\"it's\"]" },
  { "[\"it's \\\"q\\\"\"]", "['it\\'s \"q\"']" },
  { "[\"\\\"q\\\"\"]", "['\"q\"']" },
  { "[\"a\\\\b\\n\\r\\t\\u0001\\u007f\"]", "['a\\\\b\\n\\r\\t\\x01\\x7f']" },
  { "[\"é 中 😀\"]", "['é 中 😀']" },
  { "[\"\\u00a0\\u200b\\u2028\\ufeff\"]", "['\\xa0\\u200b\\u2028\\ufeff']" },
  { "[\"\\ud83d\\ude00\\udb40\\udc01\"]", "['😀\\U000e0001']" },
  { "[\"\\u0000\"]", "['\\x00']" },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeValue) value = troupe_value_from_json (texts[i].json, -1, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = troupe_python_text_str (value);
      g_assert_cmpstr (text, ==, texts[i].text);
    }
}

static void
test_numbers_without_json (void)
{
  g_autoptr (TroupeValue) infinity = troupe_value_new_double (-1.0 / 0.0);
  g_autoptr (TroupeValue) not_a_number = troupe_value_new_double (0.0 / 0.0);
  g_autofree char *first = troupe_python_text_str (infinity);
  g_autofree char *second = troupe_python_text_str (not_a_number);

  g_assert_cmpstr (first, ==, "-inf");
  g_assert_cmpstr (second, ==, "nan");
}

/* An embedded NUL must not truncate a text to the name of an event. */
static void
test_nul_does_not_cut (void)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string ("done\0x", 6);
  g_autofree char *text = troupe_python_text_str (value);

  g_assert_cmpstr (text, !=, "done");
}

static void
test_repr_of_text (void)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string ("x", -1);
  g_autofree char *text = troupe_python_text_repr (value);

  g_assert_cmpstr (text, ==, "'x'");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/python-text/table", test_table);
  g_test_add_func ("/base/python-text/numbers", test_numbers_without_json);
  g_test_add_func ("/base/python-text/nul", test_nul_does_not_cut);
  g_test_add_func ("/base/python-text/repr", test_repr_of_text);
  return g_test_run ();
}
