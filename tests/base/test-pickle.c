/* test-pickle.c: reading plain data of Python pickles, and rejecting everything else
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-pickle.h"

/* {'Worker': {'suggestions': ['a', 'a'], 'quality': 7.5, 'n': -3, 'ok': True, 'none': None}, 0:
 * {}} as Python 3.11 writes it with protocol 4. The data is in a frame. Every string is
 * memoized, and repeated strings are fetched from the memo. */
static const char by_python[] =
    "\x80\x04\x95\x58\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x06Worker\x94}\x94("
    "\x8c\x0bsuggestions\x94]\x94(\x8c\x01"
    "a\x94h\x05"
    "e\x8c\x07quality\x94G@"
    "\x1e\x00\x00\x00\x00\x00\x00\x8c\x01n\x94J\xfd\xff\xff\xff\x8c\x02ok\x94\x88\x8c\x04none\x94Nu"
    "K\x00}\x94u.";

static void
check_json (TroupeValue *value, const char *expected)
{
  g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_python (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_pickle_read (by_python, sizeof by_python - 1, &error);
  TroupeValue *worker = NULL;
  g_autoptr (TroupeValue) zero = troupe_value_new_integer (0);

  g_assert_no_error (error);
  g_assert_cmpuint (troupe_value_map_get_size (value), ==, 2);
  worker = troupe_value_map_lookup_string (value, "Worker", -1);
  check_json (worker,
              "{\"suggestions\":[\"a\",\"a\"],\"quality\":7.5,\"n\":-3,\"ok\":true,\"none\":null}");
  g_assert_nonnull (troupe_value_map_lookup (value, zero));
}

static void
check_round (const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (GBytes) bytes = troupe_pickle_write (value, &error);
  g_autoptr (TroupeValue) again = NULL;

  g_assert_no_error (error);
  again = troupe_pickle_read (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  g_assert_true (troupe_value_equal (value, again));
}

static void
test_round (void)
{
  g_autofree char *filler = g_strnfill (70000, 'x');
  g_autofree char *text =
      g_strdup_printf ("[\"%s\", \"%.255s\", \"%.256s\"]", filler, filler, filler);

  check_round ("{}");
  check_round ("[]");
  check_round ("{\"a\": {\"b\": [1, 2.5, null, true, false, \"ß ☃\"]}}");
  check_round ("[0, 255, 256, -1, 2147483647, 2147483648, -2147483648, -2147483649, "
               "9223372036854775807, -9223372036854775808]");
  check_round ("[0.0, -0.5, 1e300]");
  check_round (text);
}

static void
check_refused (const char *data, gsize length, TroupePickleError code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_pickle_read (data, length, &error);

  g_assert_null (value);
  g_assert_error (error, TROUPE_PICKLE_ERROR, (int) code);
}

#define REFUSED(text, code) check_refused (text, sizeof text - 1, TROUPE_PICKLE_ERROR_##code)

/* Calls, classes, and other opcodes that execute code are rejected. */
static void
test_hostile (void)
{
  REFUSED ("\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x04true\x85R.", REFUSED);
  REFUSED ("\x80\x02"
           "cposix\nsystem\nX\x04\x00\x00\x00true\x85R.",
           REFUSED);
  REFUSED ("\x80\x02"
           "(iposix\nsystem\n.",
           REFUSED);
  REFUSED ("\x80\x04]\x8c\x01x\x8c\x01y\x93\x29\x81.", REFUSED);
  REFUSED ("\x80\x04}b.", REFUSED);
  REFUSED ("\x80\x04Pid\n.", REFUSED);
  REFUSED ("\x80\x04]Q.", REFUSED);
  REFUSED ("\x80\x04\x82\x01.", REFUSED);
  REFUSED ("\x80\x04).", REFUSED);
  REFUSED ("\x80\x05\x97.", REFUSED);
  /* Tests a list that contains itself, and lists that double repeatedly. */
  REFUSED ("\x80\x04]\x94h\x00"
           "a.",
           REFUSED);
  REFUSED ("\x80\x04]\x94]\x94(h\x00h\x00"
           "e.",
           REFUSED);
  REFUSED ("\x80\x04}]Ns.", REFUSED);
  REFUSED ("\x80\x04\x8a\x09\x01\x01\x01\x01\x01\x01\x01\x01\x01.", REFUSED);
  REFUSED ("\x80\x04\x8c\x01\xff.", REFUSED);
}

static void
test_damaged (void)
{
  REFUSED ("", DAMAGED);
  REFUSED ("{\"a\": 1}", DAMAGED);
  REFUSED ("\x80\x06N.", DAMAGED);
  REFUSED ("\x80\x04", DAMAGED);
  REFUSED ("\x80\x04N", DAMAGED);
  REFUSED ("\x80\x04.", DAMAGED);
  REFUSED ("\x80\x04(.", DAMAGED);
  REFUSED ("\x80\x04NN.", DAMAGED);
  REFUSED ("\x80\x04u.", DAMAGED);
  REFUSED ("\x80\x04"
           "a.",
           DAMAGED);
  REFUSED ("\x80\x04}(Nu.", DAMAGED);
  REFUSED ("\x80\x04](\x8c\x01xNu.", DAMAGED);
  REFUSED ("\x80\x04h\x00.", DAMAGED);
  REFUSED ("\x80\x04\x94.", DAMAGED);
  REFUSED ("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\xffxy.", DAMAGED);
  for (gsize length = 0; length < sizeof by_python - 1; length++)
    check_refused (by_python, length, TROUPE_PICKLE_ERROR_DAMAGED);
}

static void
test_limits (void)
{
  g_autoptr (GString) deep = g_string_new_len ("\x80\x04", 2);
  g_autoptr (GString) many = g_string_new_len ("\x80\x04](", 4);
  g_autoptr (GString) fit = g_string_new_len ("\x80\x04", 2);
  g_autoptr (TroupeValue) value = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, ']');
  for (guint i = 0; i < 99999; i++)
    g_string_append_c (deep, 'a');
  g_string_append_c (deep, '.');
  check_refused (deep->str, deep->len, TROUPE_PICKLE_ERROR_LIMIT);
  for (guint i = 0; i < 200000; i++)
    g_string_append_c (many, 'N');
  g_string_append (many, "e.");
  check_refused (many->str, many->len, TROUPE_PICKLE_ERROR_LIMIT);
  g_string_append (fit, "]]]]aaa.");
  value = troupe_pickle_read (fit->str, fit->len, NULL);
  check_json (value, "[[[[]]]]");
  REFUSED ("\x80\x04Nr\xff\xff\xff\x7f.", LIMIT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pickle/python", test_python);
  g_test_add_func ("/pickle/round", test_round);
  g_test_add_func ("/pickle/hostile", test_hostile);
  g_test_add_func ("/pickle/damaged", test_damaged);
  g_test_add_func ("/pickle/limits", test_limits);
  return g_test_run ();
}
