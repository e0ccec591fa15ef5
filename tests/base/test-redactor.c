/* test-redactor.c: what is known when it is asked is taken out of texts, errors and values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-redactor.h"

#define KEY "sk-canary-7f3a91c2"
#define OTHER "another/Key+of=1234"
#define MASK TROUPE_SECRET_MASK

static void
check (TroupeRedactor *redactor, const char *text, const char *expected)
{
  g_autofree char *hidden = troupe_redactor_hide_text (redactor, text);

  g_assert_cmpstr (hidden, ==, expected);
}

static void
check_value (TroupeRedactor *redactor, const char *json, const char *expected)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (TroupeValue) hidden = troupe_redactor_hide_value (redactor, value);
  g_autofree char *text = troupe_value_to_json (hidden, TROUPE_JSON_COMPACT);

  g_assert_cmpstr (text, ==, expected);
  /* Nothing is copied without need. */
  g_assert_true ((hidden == value) == g_str_equal (json, expected));
}

static void
test_adding (void)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autoptr (TroupeSecret) none = troupe_redactor_get_secret (redactor);
  const char *const short_ones[] = { "open", NULL };
  g_autoptr (TroupeSecret) short_secret = troupe_secret_new (short_ones);

  g_assert_null (none);
  check (NULL, KEY, KEY);
  check (redactor, KEY, KEY);
  troupe_redactor_add (redactor, NULL);
  troupe_redactor_add (redactor, "seven77");
  check (redactor, "seven77", "seven77");
  troupe_redactor_add (redactor, KEY);
  troupe_redactor_add (redactor, KEY);
  check (redactor, "a " KEY " " OTHER, "a " MASK " " OTHER);
  troupe_redactor_add (redactor, OTHER);
  check (redactor, "a " KEY " " OTHER, "a " MASK " " MASK);
  check (redactor, "open", "open");
  troupe_redactor_add_secret (redactor, short_secret);
  check (redactor, "open " KEY, MASK " " MASK);
}

static void
test_shared (void)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  const char *const first[] = { KEY, "short", NULL };
  const char *const second[] = { OTHER, NULL };
  const char *const none[] = { NULL };

  troupe_redactor_set_shared (first);
  check (redactor, KEY " short", MASK " short");
  troupe_redactor_set_shared (second);
  /* What was valid before is still a key. */
  check (redactor, KEY OTHER, MASK MASK);
  troupe_redactor_set_shared (none);
  check (redactor, KEY OTHER, MASK MASK);
}

static void
test_values (void)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();

  troupe_redactor_add (redactor, KEY);
  check_value (redactor, "[1,2.5,null,true,\"a\",{\"b\":[\"c\"]}]",
               "[1,2.5,null,true,\"a\",{\"b\":[\"c\"]}]");
  check_value (redactor, "\"" KEY "\"", "\"" MASK "\"");
  check_value (redactor, "{\"a\":[{\"b\":\"is " KEY "!\"},7],\"c\":\"d\"}",
               "{\"a\":[{\"b\":\"is " MASK "!\"},7],\"c\":\"d\"}");
  check_value (redactor, "{\"x-" KEY "\":1}", "{\"x-" MASK "\":1}");
  /* JSON inside a string, and bytes of base64. */
  check_value (redactor, "[\"{\\\"key\\\": \\\"" KEY "\\\"}\",\"c2stY2FuYXJ5LTdmM2E5MWMy\"]",
               "[\"{\\\"key\\\": \\\"" MASK "\\\"}\",\"" MASK "\"]");
}

/* Returns a file as a JSON string. (transfer full) */
static char *
make_file (const char *bytes, gsize length)
{
  g_autofree char *encoded = g_base64_encode ((const guchar *) bytes, length);

  return g_strdup_printf ("\"data:text/plain;base64,%s\"", encoded);
}

/* A file in a `data:` URI can be decoded afterwards. */
static void
test_files (void)
{
  static const char binary[] = "\x89\0" KEY "\xff";
  static const char hidden_binary[] = "\x89\0******************\xff";
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autofree char *text = make_file ("a " KEY " b", strlen (KEY) + 4);
  g_autofree char *hidden_text = make_file ("a " MASK " b", strlen (MASK) + 4);
  g_autofree char *other = make_file (binary, sizeof binary - 1);
  g_autofree char *hidden_other = make_file (hidden_binary, sizeof hidden_binary - 1);

  troupe_redactor_add (redactor, KEY);
  check_value (redactor, text, hidden_text);
  check_value (redactor, other, hidden_other);
  check_value (redactor, hidden_text, hidden_text);
  check_value (redactor, "\"data:text/plain," KEY "\"", "\"data:text/plain," MASK "\"");
}

static void
test_errors (void)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "no " KEY);

  troupe_redactor_add (redactor, KEY);
  troupe_redactor_hide_error (redactor, error);
  troupe_redactor_hide_error (redactor, NULL);
  g_assert_cmpstr (error->message, ==, "no " MASK);
}

static gpointer
add_many (gpointer redactor)
{
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *key = g_strdup_printf ("Key%05u-%p", i, (gpointer) g_thread_self ());
      g_autofree char *hidden = NULL;

      troupe_redactor_add (redactor, key);
      hidden = i % 20 == 0 ? troupe_redactor_hide_text (redactor, key) : NULL;
      if (hidden != NULL)
        g_assert_cmpstr (hidden, ==, MASK);
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  GThread *threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("add", add_many, redactor);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/redactor/adding", test_adding);
  g_test_add_func ("/redactor/shared", test_shared);
  g_test_add_func ("/redactor/values", test_values);
  g_test_add_func ("/redactor/files", test_files);
  g_test_add_func ("/redactor/errors", test_errors);
  g_test_add_func ("/redactor/threads", test_threads);

  return g_test_run ();
}
