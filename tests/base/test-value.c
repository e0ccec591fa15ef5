/* test-value.c: TroupeValue, the data type of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <string.h>

#include "../test-memory.h"
#include "../test-time.h"
#include "troupe-json.h"
#include "troupe-value-overlay.h"
#include "troupe-value-start.h"

static void
assert_json (TroupeValue *value, TroupeJsonStyle style, const char *expected)
{
  g_autofree char *text = troupe_value_to_json (value, style);

  g_assert_cmpstr (text, ==, expected);
}

static TroupeValue *
make_map (guint n_entries)
{
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };

  for (guint i = 0; i < n_entries; i++)
    {
      g_autofree char *key = g_strdup_printf ("key%u", i);
      troupe_map_builder_add (&builder, key, troupe_value_new_integer ((gint64) i * 1000));
    }
  return troupe_map_builder_end (&builder);
}

static void
test_scalars (void)
{
  g_autoptr (TroupeValue) text = troupe_value_new_string ("a\0b", 3);
  g_autoptr (TroupeValue) taken = troupe_value_take_string (g_strnfill (500, 'x'), -1);
  g_autoptr (TroupeValue) big = troupe_value_new_big_integer ("123456789012345678901", -1);
  g_autoptr (TroupeValue) time = troupe_value_new_timestamp (-1, 5);
  g_autoptr (TroupeValue) real = troupe_value_new_double (0.5);
  gsize length;

  g_assert_true (troupe_value_new_null () == troupe_value_new_null ());
  g_assert_true (troupe_value_get_boolean (troupe_value_new_boolean (7)));
  for (gint64 i = -300; i < 1200; i++)
    {
      g_autoptr (TroupeValue) number = troupe_value_new_integer (i);
      g_autoptr (TroupeValue) again = troupe_value_new_integer (i);
      g_assert_cmpint (troupe_value_get_integer (number), ==, i);
      g_assert_cmpint (number == again, ==, i >= -128 && i <= 1023);
    }
  g_assert_cmpmem (troupe_value_get_string (text, NULL), 4, "a\0b", 4);
  troupe_value_get_string (text, &length);
  g_assert_cmpuint (length, ==, 3);
  troupe_value_get_string (taken, &length);
  g_assert_cmpuint (length, ==, 500);
  g_assert_cmpstr (troupe_value_get_string (big, NULL), ==, "123456789012345678901");
  g_assert_cmpint (troupe_value_get_seconds (time), ==, -1);
  g_assert_cmpint (troupe_value_get_nanoseconds (time), ==, 5);
  g_assert_cmpfloat (troupe_value_get_double (real), ==, 0.5);
}

static void
test_maps (void)
{
  const guint sizes[] = { 0, 1, 7, 8, 9, 16, 17, 100, 5000 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      g_autoptr (TroupeValue) map = make_map (sizes[s]);
      g_assert_cmpuint (troupe_value_map_get_size (map), ==, sizes[s]);
      for (guint i = 0; i < sizes[s]; i++)
        {
          g_autofree char *key = g_strdup_printf ("key%u", i);
          TroupeValue *found = troupe_value_map_lookup_string (map, key, -1);
          g_assert_cmpint (troupe_value_get_integer (found), ==, (gint64) i * 1000);
          g_assert_true (found == troupe_value_map_get_value (map, i));
          g_assert_true (found == troupe_value_map_lookup (map, troupe_value_map_get_key (map, i)));
        }
      g_assert_null (troupe_value_map_lookup_string (map, "absent", -1));
      g_assert_null (troupe_value_map_lookup_string (map, "", 0));
    }
}

static void
test_map_keys (void)
{
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };
  g_autoptr (TroupeValue) map = NULL;
  g_autoptr (TroupeValue) five = troupe_value_new_unsigned (5);
  g_autoptr (TroupeValue) huge = troupe_value_new_unsigned (G_MAXUINT64);
  g_autoptr (TroupeValue) real = troupe_value_new_double (5);

  troupe_map_builder_add_key (&builder, troupe_value_new_integer (5),
                              troupe_value_new_string ("five", -1));
  troupe_map_builder_add_key (&builder, troupe_value_new_integer (-1),
                              troupe_value_new_string ("minus", -1));
  troupe_map_builder_add_key (&builder, troupe_value_new_boolean (TRUE),
                              troupe_value_new_string ("yes", -1));
  troupe_map_builder_add_key (&builder, troupe_value_new_string ("5", -1),
                              troupe_value_new_string ("text", -1));
  troupe_map_builder_add_key (&builder, troupe_value_ref (five),
                              troupe_value_new_string ("FIVE", -1));
  g_assert_nonnull (troupe_map_builder_lookup (&builder, five));
  g_assert_null (troupe_map_builder_lookup (&builder, huge));
  map = troupe_map_builder_end (&builder);

  g_assert_null (troupe_value_map_lookup (map, huge));
  g_assert_null (troupe_value_map_lookup (map, real));
  g_assert_null (troupe_value_map_lookup (map, troupe_value_new_integer (1)));
  g_assert_cmpstr (troupe_value_get_string (troupe_value_map_lookup (map, five), NULL), ==, "FIVE");
  assert_json (map, TROUPE_JSON_SPACED,
               "{\"5\": \"FIVE\", \"-1\": \"minus\", \"true\": \"yes\", \"5\": \"text\"}");
}

static void
test_map_with (void)
{
  g_autoptr (TroupeValue) map = make_map (0);

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *key = g_strdup_printf ("key%u", i);
      g_autoptr (TroupeValue) value = troupe_value_new_integer ((gint64) i * 1000);
      g_autoptr (TroupeValue) before = g_steal_pointer (&map);
      g_autoptr (TroupeValue) expected = make_map (i + 1);
      map = troupe_value_map_with (before, key, value);
      g_assert_cmpuint (troupe_value_map_get_size (before), ==, i);
      g_assert_true (troupe_value_equal (map, expected));
      g_assert_cmpuint (troupe_value_get_weight (map), ==, troupe_value_get_weight (expected));
    }
  for (guint i = 40; i > 0; i--)
    {
      g_autofree char *key = g_strdup_printf ("key%u", i - 1);
      g_autoptr (TroupeValue) before = g_steal_pointer (&map);
      g_autoptr (TroupeValue) replaced =
          troupe_value_map_with (before, key, troupe_value_new_null ());
      g_autoptr (TroupeValue) expected = make_map (i - 1);
      g_assert_true (
          troupe_value_is (troupe_value_map_get_value (replaced, i - 1), TROUPE_VALUE_NULL));
      g_assert_false (troupe_value_equal (replaced, before));
      map = troupe_value_map_without (before, key);
      g_assert_true (troupe_value_equal (map, expected));
    }
}

static void
test_builder_cleared (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < 20; i++)
    troupe_map_builder_add (&builder, i % 2 == 0 ? "even" : "odd",
                            troupe_value_new_integer (i + 5000));
  troupe_map_builder_clear (&builder);
  troupe_map_builder_clear (&builder);
}

static void
test_equality (void)
{
  g_autoptr (TroupeValue) a = make_map (12);
  g_autoptr (TroupeValue) removed = troupe_value_map_without (a, "key0");
  g_autoptr (TroupeValue) zero = troupe_value_new_integer (0);
  g_autoptr (TroupeValue) turned = troupe_value_map_with (removed, "key0", zero);
  g_autoptr (TroupeValue) nan1 = troupe_value_new_double (NAN);
  g_autoptr (TroupeValue) nan2 = troupe_value_new_double (-NAN);
  g_autoptr (TroupeValue) three = troupe_value_new_double (3);
  g_autoptr (TroupeValue) minus_zero = troupe_value_new_double (-0.0);
  g_autoptr (TroupeValue) plus_zero = troupe_value_new_double (0.0);
  g_autoptr (TroupeValue) text = troupe_value_new_string ("x", 1);
  g_autoptr (TroupeValue) bytes = troupe_value_new_bytes ("x", 1);

  g_assert_true (troupe_value_equal (a, turned));
  g_assert_cmpuint (troupe_value_hash (a), ==, troupe_value_hash (turned));
  g_assert_false (troupe_value_equal (a, removed));
  g_assert_true (troupe_value_equal (nan1, nan2));
  g_assert_cmpuint (troupe_value_hash (nan1), ==, troupe_value_hash (nan2));
  g_assert_false (troupe_value_equal (three, troupe_value_new_integer (3)));
  g_assert_true (troupe_value_equal (minus_zero, plus_zero));
  g_assert_cmpuint (troupe_value_hash (minus_zero), ==, troupe_value_hash (plus_zero));
  g_assert_false (troupe_value_equal (text, bytes));
}

static TroupeValue *
make_deep (guint depth)
{
  TroupeValue *value = troupe_value_new_string ("deep", -1);

  for (guint i = 0; i < depth; i++)
    {
      g_autoptr (TroupeValue) inner = value;
      if (i % 2 == 0)
        {
          g_auto (TroupeMapBuilder) builder = { NULL, NULL };
          troupe_map_builder_add (&builder, "a", g_steal_pointer (&inner));
          value = troupe_map_builder_end (&builder);
        }
      else
        {
          value = troupe_value_new_list (&inner, 1);
          inner = NULL;
        }
    }
  return value;
}

static void
test_depth (void)
{
  g_autoptr (TroupeValue) a = make_deep (1000000);
  g_autoptr (TroupeValue) b = make_deep (1000000);
  g_autoptr (TroupeValue) c = make_deep (1000001);
  g_autofree char *text = troupe_value_to_json (a, TROUPE_JSON_COMPACT);

  g_assert_true (troupe_value_equal (a, b));
  g_assert_false (troupe_value_equal (a, c));
  g_assert_cmpuint (troupe_value_hash (a), ==, troupe_value_hash (b));
  g_assert_true (g_str_has_prefix (text, "[{\"a\":[{\"a\":["));
}

static void
test_weight (void)
{
  TroupeValue *value = troupe_value_new_string ("twice", -1);

  for (guint i = 0; i < 100; i++)
    {
      TroupeValue *both[2] = { value, troupe_value_ref (value) };
      value = troupe_value_new_list (both, 2);
    }
  g_assert_cmpuint (troupe_value_get_weight (value), ==, G_MAXSIZE);
  troupe_value_unref (value);
}

static gpointer
share (gpointer data)
{
  TroupeValue *value = data;

  for (guint i = 0; i < 100000; i++)
    {
      troupe_value_ref (value);
      troupe_value_hash (value);
      troupe_value_unref (value);
    }
  troupe_value_unref (value);
  return NULL;
}

static void
test_threads (void)
{
  TroupeValue *value = make_map (3);
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("share", share, troupe_value_ref (value));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  assert_json (value, TROUPE_JSON_COMPACT, "{\"key0\":0,\"key1\":1000,\"key2\":2000}");
  troupe_value_unref (value);
}

static void
test_json_styles (void)
{
  TroupeValue *items[2] = { troupe_value_new_integer (1), troupe_value_new_double (INFINITY) };
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };
  g_autoptr (TroupeValue) map = NULL;

  troupe_map_builder_add (&builder, "a\"\n\x01\x7f", troupe_value_new_list (items, 2));
  troupe_map_builder_add (&builder, "b", make_map (0));
  map = troupe_map_builder_end (&builder);
  assert_json (map, TROUPE_JSON_COMPACT, "{\"a\\\"\\n\\u0001\x7f\":[1,null],\"b\":{}}");
  assert_json (map, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS,
               "{\"a\\\"\\n\\u0001\x7f\": [1, {\"$float\": \"Infinity\"}], \"b\": {}}");
  assert_json (map, TROUPE_JSON_PRETTY,
               "{\n  \"a\\\"\\n\\u0001\x7f\": [\n    1,\n    null\n  ],\n  \"b\": {}\n}\n");
}

static void
test_json_leaves (void)
{
  const struct
  {
    gint64 seconds;
    gint32 nanoseconds;
    const char *expected;
  } times[] = {
    { 0, 0, "\"1970-01-01T00:00:00Z\"" },
    { 951782400, 500000000, "\"2000-02-29T00:00:00.5Z\"" },
    { -1, 1, "\"1969-12-31T23:59:59.000000001Z\"" },
    { -62135596800, 0, "\"0001-01-01T00:00:00Z\"" },
    { 253402300799, 999999999, "\"9999-12-31T23:59:59.999999999Z\"" },
  };
  g_autoptr (TroupeValue) bytes = troupe_value_new_bytes ("\xff\x00\x01", 3);
  g_autoptr (TroupeValue) span = troupe_value_new_duration (0, -500000000);
  g_autoptr (TroupeValue) hour = troupe_value_new_duration (3600, 0);
  g_autoptr (TroupeValue) big = troupe_value_new_big_integer ("-99999999999999999999", -1);
  g_autoptr (TroupeValue) huge = troupe_value_new_unsigned (G_MAXUINT64);
  g_autoptr (TroupeValue) nul = troupe_value_new_string ("a\0b", 3);

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autoptr (TroupeValue) time =
          troupe_value_new_timestamp (times[i].seconds, times[i].nanoseconds);
      assert_json (time, TROUPE_JSON_COMPACT, times[i].expected);
    }
  assert_json (bytes, TROUPE_JSON_COMPACT, "\"/wAB\"");
  assert_json (span, TROUPE_JSON_COMPACT, "\"-0.5s\"");
  assert_json (hour, TROUPE_JSON_COMPACT, "\"3600s\"");
  assert_json (big, TROUPE_JSON_COMPACT, "-99999999999999999999");
  assert_json (huge, TROUPE_JSON_COMPACT, "18446744073709551615");
  assert_json (nul, TROUPE_JSON_COMPACT, "\"a\\u0000b\"");
}

/* The size is that of the text, without the text. */
static void
test_json_size (void)
{
  static const char *const texts[] = {
    "null",
    "[]",
    "{}",
    "[[], {}]",
    "\"\"",
    "\"\\u0001\\u001f\\n\\b\\\"\\\\ \\u007f \u00e9\"",
    "0",
    "-1",
    "-9223372036854775808",
    "18446744073709551615",
    "123456789012345678901234567890",
    "{\"a\": [1, \"b\", {\"\\n\": 10}], \"\": 0}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TroupeValue) value = troupe_value_from_json (texts[i], -1, NULL);
      g_autofree char *json = NULL;

      g_assert_nonnull (value);
      json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
      g_assert_cmpuint (MAX (strlen (json), 5), ==,
                        MAX (troupe_value_measure_json (value, G_MAXSIZE), 5));
    }
}

/* The size of a value that cannot be written in any reasonable time is measured only up to a
 * limit. */
static void
test_json_size_limit (void)
{
  TroupeValue *value = troupe_value_new_string ("ab", -1);

  for (guint i = 0; i < 60; i++)
    {
      TroupeValue *pair[] = { value, troupe_value_ref (value) };

      value = troupe_value_new_list (pair, 2);
    }
  g_assert_cmpuint (troupe_value_measure_json (value, 1000), >=, 1000);
  g_assert_cmpuint (troupe_value_measure_json (value, 1000), <, 1100);
  troupe_value_unref (value);
}

/* A text whose values are too large is refused before they are created. The memory is estimated at
 * least about as high as it is, and that of long strings not much higher. */
static void
test_json_within (void)
{
  static const char *const parts[] = {
    "{},",
    "[],",
    "\"\",",
    "1,",
    "1.5,",
    "12345,",
    "null,",
    "{\"a\":{}},",
    "{\"a\":1,\"b\":2},",
    "[[[]]],",
    "[[1],2],",
    "{\"a\":{\"b\":[1]}},",
    "\"\\\"\",",
    "\"a word of some length\",",
  };
  const gsize length = 1024 * 1024;
  g_autofree char *filler = g_strnfill (length, 'y');
  g_autofree char *plain = g_strdup_printf ("[\"%s\"]", filler);
  g_autoptr (TroupeValue) accepted = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) text = g_string_new ("[");
      g_autoptr (TroupeValue) value = NULL;
      gsize most = length, begin, taken;

      while (text->len < length)
        g_string_append (text, parts[i]);
      g_string_append (text, "0]");
      begin = test_memory_begin ();
      g_assert_null (troupe_value_from_json_within (text->str, text->len, text->len, &error));
      g_assert_error (error, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_LARGE);
      g_clear_error (&error);
      g_assert_cmpuint (test_memory_end (begin), <, length / 4);

      while ((value = troupe_value_from_json_within (text->str, text->len, most, NULL)) == NULL)
        most += length / 2;
      /* The system may take pages of the program away meanwhile, which are counted when they return. */
      taken = G_MAXSIZE;
      for (guint k = 0; k < 3; k++)
        {
          g_clear_pointer (&value, troupe_value_unref);
          begin = test_memory_begin ();
          value = troupe_value_from_json_within (text->str, text->len, most, NULL);
          taken = MIN (taken, test_memory_end (begin));
        }
      g_test_message ("%s %" G_GSIZE_FORMAT " MB of %" G_GSIZE_FORMAT, parts[i], taken >> 20,
                      most >> 20);
      /* Arrays that grow leave holes in the heap. */
      g_assert_cmpuint (taken, <=, most + most / 4);
    }

  accepted = troupe_value_from_json_within (plain, strlen (plain), length + 1000, &error);
  g_assert_no_error (error);
  g_assert_nonnull (accepted);
}

static void
test_doubles (void)
{
  const struct
  {
    double value;
    const char *expected;
  } cases[] = {
    { 3, "3.0" },
    { -0.0, "-0.0" },
    { 0.1, "0.1" },
    { 0.30000000000000004, "0.30000000000000004" },
    { 1e15, "1000000000000000.0" },
    { 1e16, "1e+16" },
    { 1.5e16, "1.5e+16" },
    { 123456789012345680.0, "1.2345678901234568e+17" },
    { 1e-4, "0.0001" },
    { 1e-5, "1e-05" },
    { 1e-7, "1e-07" },
    { 1.25e-5, "1.25e-05" },
    { 5e-324, "5e-324" },
    { 1.7976931348623157e308, "1.7976931348623157e+308" },
    { 5.684341886080802e-14, "5.684341886080802e-14" },
    { 9007199254740993.0, "9007199254740992.0" },
    { 12.5, "12.5" },
    { -1234.5678, "-1234.5678" },
    { INFINITY, "inf" },
    { -INFINITY, "-inf" },
    { NAN, "nan" },
  };
  char buffer[32];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (troupe_double_to_text (cases[i].value, buffer), ==, cases[i].expected);
}

static void
test_doubles_read_back (void)
{
  for (guint i = 0; i < TEST_ROUNDS (200000); i++)
    {
      guint64 bits = ((guint64) (guint32) g_test_rand_int () << 32) | (guint32) g_test_rand_int ();
      char buffer[32];
      double value;

      memcpy (&value, &bits, sizeof value);
      if (!isfinite (value))
        continue;
      troupe_double_to_text (value, buffer);
      g_assert_cmpuint (strlen (buffer), <, sizeof buffer);
      g_assert_cmpfloat (g_ascii_strtod (buffer, NULL), ==, value);
    }
}

static void
test_gtype (void)
{
  g_auto (GValue) boxed = G_VALUE_INIT;

  g_value_init (&boxed, TROUPE_TYPE_VALUE);
  g_value_take_boxed (&boxed, troupe_value_new_string ("boxed", -1));
  g_assert_cmpstr (troupe_value_get_string (g_value_get_boxed (&boxed), NULL), ==, "boxed");
}

static TroupeValue *
read_json (const char *json)
{
  g_autoptr (GError) error = NULL;
  TroupeValue *value = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);

  return value;
}

static void
test_overlay (void)
{
  static const char *const cases[][3] = {
    { "{\"a\":1,\"b\":2}", "{\"b\":3,\"c\":4}", "{\"a\":1,\"b\":3,\"c\":4}" },
    { "{\"b\":1,\"a\":2}", "{\"a\":null,\"b\":[]}", "{\"b\":[],\"a\":null}" },
    { "{\"m\":{\"x\":1,\"y\":2}}", "{\"m\":{\"y\":3}}", "{\"m\":{\"y\":3}}" },
    { "{}", "{\"a\":1}", "{\"a\":1}" },
    { "{\"a\":1}", "{}", "{\"a\":1}" },
  };
  g_autoptr (TroupeValue) alone = read_json ("{\"a\":1}");
  g_autoptr (TroupeValue) same = troupe_value_map_overlay (alone, NULL);

  g_assert_true (same == alone);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) under = read_json (cases[i][0]);
      g_autoptr (TroupeValue) over = read_json (cases[i][1]);
      g_autoptr (TroupeValue) whole = troupe_value_map_overlay (under, over);

      assert_json (whole, TROUPE_JSON_COMPACT, cases[i][2]);
      assert_json (under, TROUPE_JSON_COMPACT, cases[i][0]);
      assert_json (over, TROUPE_JSON_COMPACT, cases[i][1]);
    }
}

/* An overlay of large maps is fast, although copying the complete map for each key would take
 * minutes. */
static void
test_overlay_large (void)
{
  const guint n_entries = 100000;
  g_autoptr (TroupeValue) under = make_map (n_entries);
  g_autoptr (TroupeValue) over = make_map (n_entries + 1);
  gint64 start = test_time_get_own ();
  g_autoptr (TroupeValue) whole = troupe_value_map_overlay (under, over);

  g_assert_cmpuint (troupe_value_map_get_size (whole), ==, n_entries + 1);
  g_assert_cmpint (test_time_get_own () - start, <, 10 * TEST_SLOWNESS * G_USEC_PER_SEC);
}

/* Members of untrusted values can be read without a prior check whether the value is a map. */
static void
test_members (void)
{
  g_autoptr (TroupeValue) map =
      troupe_value_from_json ("{\"text\": \"a\", \"null\": null, \"list\": []}", -1, NULL);
  g_autoptr (TroupeValue) text = troupe_value_new_string ("text", -1);

  g_assert_nonnull (map);
  g_assert_cmpstr (troupe_value_get_member_text (map, "text"), ==, "a");
  g_assert_nonnull (troupe_value_get_member_of (map, "list", TROUPE_VALUE_LIST));
  g_assert_null (troupe_value_get_member_of (map, "list", TROUPE_VALUE_MAP));
  g_assert_null (troupe_value_get_member_text (map, "list"));
  g_assert_null (troupe_value_get_member (map, "null"));
  g_assert_null (troupe_value_get_member (map, "missing"));
  g_assert_null (troupe_value_get_member (text, "text"));
  g_assert_null (troupe_value_get_member (NULL, "text"));
}

static void
assert_start (const char *json, gsize n_bytes, const char *expected, gboolean is_cut)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (TroupeValue) start = NULL;
  g_autofree char *text = NULL;
  gboolean was_cut = !is_cut;

  start = troupe_value_dup_start (value, n_bytes, &was_cut);
  text = troupe_value_to_json (start, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (was_cut, ==, is_cut);
  g_assert_true (is_cut || start == value);
}

/* The beginning of a value ends with a whole character, and with fewer entries. */
static void
test_start (void)
{
  assert_start ("\"abcdef\"", 6, "\"abcdef\"", FALSE);
  assert_start ("\"abcdef\"", 5, "\"abcde…\"", TRUE);
  assert_start ("\"aéé\"", 4, "\"aé…\"", TRUE);
  assert_start ("\"é\"", 1, "\"…\"", TRUE);
  assert_start ("12345678901234567890123", 1, "12345678901234567890123", FALSE);
  assert_start ("[1,2,3,4]", 32, "[1,2,3,4]", FALSE);
  assert_start ("[1,2,3,4]", 17, "[1,2,3]", TRUE);
  assert_start ("[\"abcdef\",[\"ghi\",1],2]", 16, "[\"abcdef\",[\"gh…\"]]", TRUE);
  assert_start ("{\"a\":\"bcd\",\"e\":1}", 11, "{\"a\":\"bc…\"}", TRUE);
  assert_start ("{\"a\":\"bcd\",\"e\":1}", 100, "{\"a\":\"bcd\",\"e\":1}", FALSE);
}

/* The beginning of a text is valid. */
static void
test_text_start (void)
{
  gboolean is_cut = FALSE;
  g_autofree char *cut = troupe_text_dup_start ("aéb", 4, 2, &is_cut);
  g_autofree char *invalid = NULL;

  g_assert_cmpstr (cut, ==, "a…");
  g_assert_true (is_cut);
  invalid = troupe_text_dup_start ("a\xff", 2, 9, &is_cut);
  g_assert_cmpstr (invalid, ==, "a\357\277\275");
  g_assert_false (is_cut);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/value/scalars", test_scalars);
  g_test_add_func ("/value/maps", test_maps);
  g_test_add_func ("/value/map-keys", test_map_keys);
  g_test_add_func ("/value/map-with", test_map_with);
  g_test_add_func ("/value/builder-cleared", test_builder_cleared);
  g_test_add_func ("/value/equality", test_equality);
  g_test_add_func ("/value/depth", test_depth);
  g_test_add_func ("/value/weight", test_weight);
  g_test_add_func ("/value/threads", test_threads);
  g_test_add_func ("/value/json-styles", test_json_styles);
  g_test_add_func ("/value/json-leaves", test_json_leaves);
  g_test_add_func ("/value/json-size", test_json_size);
  g_test_add_func ("/value/json-size-limit", test_json_size_limit);
  g_test_add_func ("/value/json-within", test_json_within);
  g_test_add_func ("/value/doubles", test_doubles);
  g_test_add_func ("/value/doubles-read-back", test_doubles_read_back);
  g_test_add_func ("/value/gtype", test_gtype);
  g_test_add_func ("/value/members", test_members);
  g_test_add_func ("/value/overlay", test_overlay);
  g_test_add_func ("/value/overlay/large", test_overlay_large);
  g_test_add_func ("/value/start", test_start);
  g_test_add_func ("/value/text-start", test_text_start);
  return g_test_run ();
}
