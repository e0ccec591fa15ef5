/* test-secret.c: redaction of secrets in every form, without false positives
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-secret.h"

#define KEY "sk-canary/7f3a\"91+c2"
#define MASK TROUPE_SECRET_MASK

static TroupeSecret *
make (const char *text)
{
  const char *texts[] = { text, NULL };

  return troupe_secret_new (texts);
}

static void
check (const char *key, const char *text, const char *expected)
{
  g_autoptr (TroupeSecret) secret = make (key);
  g_autofree char *hidden = troupe_secret_hide (secret, text, -1);

  g_assert_cmpstr (hidden, ==, expected);
}

static void
test_forms (void)
{
  check (KEY, "a" KEY "b", "a" MASK "b");
  check (KEY, KEY KEY, MASK MASK);
  check (KEY, "?k=sk-canary%2F7f3a%2291%2Bc2&", "?k=" MASK "&");
  check (KEY, "?k=sk-canary%2f7f3a%2291%2bc2&", "?k=" MASK "&");
  check (KEY, "{\"k\":\"sk-canary/7f3a\\\"91+c2\"}", "{\"k\":\"" MASK "\"}");
  check (KEY, "{\"k\":\"sk-canary\\/7f3a\\\"91+c2\"}", "{\"k\":\"" MASK "\"}");
  check (KEY, "{\"k\":\"{\\\"k\\\":\\\"sk-canary/7f3a\\\\\\\"91+c2\\\"}\"}",
         "{\"k\":\"{\\\"k\\\":\\\"" MASK "\\\"}\"}");
  check (KEY, "\"sk-canary/7f3a\\\"\"", "\"" MASK "\\\"\"");
  check (KEY, "sk-canary is not all of it", "sk-canary is not all of it");
}

/* Servers may quote keys in upper case, truncated, or interrupted by invisible characters. */
static void
test_loose (void)
{
  check (KEY, "a SK-CANARY/7F3A\"91+C2b", "a " MASK "b");
  check (KEY, "Sk-Canary/7f3a\"91+c2", MASK);
  check (KEY, "{\"k\":\"SK-CANARY/7F3A\\\"91+C2\"}", "{\"k\":\"" MASK "\"}");
  check (KEY, "key sk-canary/7f3a...", "key " MASK "...");
  check (KEY, "key SK-CANARY/7F", "key " MASK);
  check (KEY, "key sk-canary/7...", "key " MASK "...");
  check (KEY, "key sk-canary/7.", "key sk-canary/7.");
  check (KEY, "a\u200bsk\u200b-can\u2060\ufeffary/7f3a\u00ad\"91+c2\u200bz",
         "a\u200b" MASK "\u200bz");
  check (KEY, "sk-\u202ecanary/7f3\u202c is cut", MASK "\u202c is cut");
  /* Text is not redacted if it differs in a letter, or if it is only an ordinary word with the
   * same beginning. */
  check (KEY, "sk-\u00e9canary/7f3a", "sk-\u00e9canary/7f3a");
  check ("development-server-2", "Development-server", "Development-server");
  check ("development-server-2", "of development-SERVER-2.", "of " MASK ".");
  check ("internationalisation", "An Internationalisation, international",
         "An Internationalisation, international");
  check ("Tr0ub4dor", "TR0UB4DOR, Tr0ub4dor", "TR0UB4DOR, " MASK);
}

/* The bytes of a key that a limit for the length of a text leaves, in any encoding. */
static void
test_cut (void)
{
  static const char *const spellings[] = { KEY, "sk-canary%2F7f3a%2291%2Bc2",
                                           "sk-canary/7f3a\\\"91+c2" };
  g_autoptr (TroupeSecret) secret = make (KEY);
  g_autofree char *base64 = g_base64_encode ((const guchar *) KEY, strlen (KEY));

  for (guint i = 0; i < G_N_ELEMENTS (spellings) + 1; i++)
    {
      const char *spelling = i < G_N_ELEMENTS (spellings) ? spellings[i] : base64;

      for (gsize n = strlen (spelling) * 12 / strlen (KEY) + 4; n < strlen (spelling); n++)
        {
          g_autofree char *begin = g_strndup (spelling, n);
          g_autofree char *end = g_strdup (spelling + strlen (spelling) - n);
          g_autofree char *cut = g_strconcat ("the key is ", begin, "\n[truncated]", NULL);
          g_autofree char *hidden = troupe_secret_hide (secret, cut, -1);
          g_autofree char *rest = g_strconcat (end, " was the key", NULL);
          g_autofree char *hidden_rest = troupe_secret_hide (secret, rest, -1);

          g_assert_true (g_str_has_prefix (hidden, "the key is " MASK));
          g_assert_true (g_str_has_prefix (hidden_rest, MASK));
          /* The last character of base64 depends also on what follows the key, and an escape
           * sequence is not split. */
          g_assert_cmpuint (strlen (hidden), <=,
                            strlen ("the key is " MASK "\\\"91+\n[truncated]"));
          g_assert_cmpuint (strlen (hidden_rest), <=, strlen (MASK "I= was the key"));
          g_assert_true (troupe_secret_is_in (secret, cut, -1));
          g_assert_true (troupe_secret_is_in (secret, rest, -1));
        }
    }
  check (KEY, "the key is sk-canary/7", "the key is " MASK);
  check (KEY, "the key is sk-canary/7\u2026”", "the key is " MASK "\u2026”");
  check (KEY, "the key is sk-canary/7\n[cut]", "the key is " MASK "\n[cut]");
  check (KEY, "It is “sk-canary/7”.", "It is “" MASK "”.");
  check (KEY, "{\"a\":\"sk-canary/7\"}", "{\"a\":\"" MASK "\"}");
  check (KEY, "the key is sk-canary/7\n", "the key is sk-canary/7\n");
  check (KEY, "the key is sk-canary", "the key is sk-canary");
  check ("development-server-2", "in development", "in development");
  check ("development-server-2", "server-2", "server-2");
  /* A partial match does not split a character. */
  check ("sk-canary-73\u00e9x", "sk-canary-73\u00e8", MASK "\u00e8");
}

/* Bytes that are not text keep their length. */
static void
test_overwrite (void)
{
  g_autoptr (TroupeSecret) secret = make (KEY);
  char bytes[] = "\x89PNG\0" KEY "\xff" KEY "\0";
  char others[] = "\x89PNG\0\xff";

  g_assert_true (troupe_secret_overwrite (secret, bytes, sizeof bytes - 1));
  g_assert_cmpmem (bytes, sizeof bytes - 1,
                   "\x89PNG\0********************\xff********************\0", sizeof bytes - 1);
  g_assert_false (troupe_secret_overwrite (secret, others, sizeof others - 1));
  g_assert_cmpmem (others, sizeof others, "\x89PNG\0\xff", sizeof others);
  g_assert_false (troupe_secret_overwrite (NULL, others, sizeof others - 1));
}

/* The stream does not withhold text indefinitely. */
static void
test_without_end (void)
{
  g_autoptr (TroupeSecret) secret = make (KEY);
  g_autoptr (TroupeSecretStream) stream = troupe_secret_stream_new (secret);
  g_autoptr (GString) out = g_string_new (NULL);

  troupe_secret_stream_feed (stream, "sk", 2, out);
  for (guint i = 0; i < 100; i++)
    troupe_secret_stream_feed (stream, "\u200b", 3, out);
  g_assert_cmpuint (out->len, ==, 302);
}

/* A key is redacted in Base64, regardless of the text before and after the key. */
static void
test_base64 (void)
{
  g_autoptr (TroupeSecret) secret = make (KEY);

  for (guint before = 0; before < 7; before++)
    for (guint after = 0; after < 7; after++)
      {
        g_autofree char *left = g_strnfill (before, 'x');
        g_autofree char *right = g_strnfill (after, 'y');
        g_autofree char *text = g_strconcat (left, KEY, right, NULL);
        g_autofree char *encoded = g_base64_encode ((const guchar *) text, strlen (text));
        g_autofree char *hidden = troupe_secret_hide (secret, encoded, -1);

        g_assert_nonnull (strstr (hidden, MASK));
        /* At each end, less than one character of the key remains. */
        g_assert_cmpuint (strlen (hidden), <=, strlen (MASK) + (before + after + 2) * 4 / 3 + 4);
      }
}

/* Every character is encoded as a number. */
static void
test_numbers (void)
{
  static const char *const letters[] = { "%02x",    "%02X",    "%%%02x", "%%%02X",
                                         "\\u%04x", "\\u%04X", "&#%d;",  "&#x%X;" };

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      g_autoptr (GString) text = g_string_new ("a ");

      for (const char *at = KEY; *at != '\0'; at++)
        {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
          g_string_append_printf (text, letters[i], *at);
#pragma GCC diagnostic pop
        }
      g_string_append (text, " z");
      check (KEY, text->str, "a " MASK " z");
    }
}

static void
test_short (void)
{
  g_assert_null (make ("sk"));
  g_assert_null (make (""));
  check ("sk", "a socket, and sk alone", "a socket, and sk alone");
  check ("open", "reopened: open, open_, -open, open", "reopened: " MASK ", open_, -open, " MASK);
  check ("EMPTY", "the EMPTY key", "the " MASK " key");
}

static void
test_nul (void)
{
  g_autoptr (TroupeSecret) secret = make (KEY);
  g_autofree char *hidden = troupe_secret_hide (secret, "a\0b" KEY "\0", 4 + strlen (KEY));
  g_autofree char *plain = troupe_secret_hide (NULL, "a\0b", 3);

  g_assert_cmpstr (hidden, ==,
                   "a\xef\xbf\xbd"
                   "b" MASK "\xef\xbf\xbd");
  g_assert_cmpstr (plain, ==,
                   "a\xef\xbf\xbd"
                   "b");
}

/* The result is independent of how the text is split into chunks. */
static void
test_pieces (void)
{
  static const char *const keys[] = { KEY, "open", "aaaaaaaab" };
  static const char *const texts[] = { "before " KEY " behind sk-can",
                                       "s",
                                       KEY,
                                       "open reopened open",
                                       "aaaaaaaaaaaab and aaaaaaaa",
                                       "S SK-CANARY/7f3 s",
                                       "a sk-canary/7\n[cut] sk-canary/7. sk-canary/7...",
                                       "sk\u200b-canary/7f\u200b" };
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (TroupeSecret) secret = make (keys[i % G_N_ELEMENTS (keys)]);
      g_autoptr (TroupeSecretStream) stream = troupe_secret_stream_new (secret);
      const char *text = texts[g_rand_int_range (random, 0, G_N_ELEMENTS (texts))];
      g_autofree char *expected = troupe_secret_hide (secret, text, -1);
      g_autoptr (GString) out = g_string_new (NULL);

      for (gsize here = 0; text[here] != '\0';)
        {
          gsize wish = (gsize) g_rand_int_range (random, 1, 6);
          gsize piece = MIN (wish, strlen (text + here));

          troupe_secret_stream_feed (stream, text + here, piece, out);
          here += piece;
        }
      troupe_secret_stream_end (stream, out);
      g_assert_cmpstr (out->str, ==, expected);
    }
}

/* A key of several lines, as JSON writes it. */
static void
test_lines (void)
{
  check ("-----BEGIN KEY-----\nabc\tdef\n", "a -----BEGIN KEY-----\\nabc\\tdef\\n z",
         "a " MASK " z");
}

static void
test_is_in (void)
{
  g_autoptr (TroupeSecret) secret = make (KEY);

  g_assert_true (troupe_secret_is_in (secret, "a " KEY, -1));
  g_assert_true (troupe_secret_is_in (secret, "a\0" KEY, 2 + strlen (KEY)));
  g_assert_false (troupe_secret_is_in (secret, "sk-can", -1));
  g_assert_false (troupe_secret_is_in (secret, "", -1));
  g_assert_false (troupe_secret_is_in (NULL, KEY, -1));
}

static void
test_join (void)
{
  g_autoptr (TroupeSecret) first = make (KEY);
  g_autoptr (TroupeSecret) second = make ("open");
  g_autoptr (TroupeSecret) both = troupe_secret_join (first, second);
  g_autoptr (TroupeSecret) same = troupe_secret_join (both, second);
  g_autoptr (TroupeSecret) one = troupe_secret_join (NULL, second);
  g_autofree char *hidden = troupe_secret_hide (both, "open " KEY, -1);

  g_assert_cmpstr (hidden, ==, MASK " " MASK);
  g_assert_true (same == both);
  g_assert_true (one == second);
  g_assert_null (troupe_secret_join (NULL, NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/secret/forms", test_forms);
  g_test_add_func ("/secret/loose", test_loose);
  g_test_add_func ("/secret/cut", test_cut);
  g_test_add_func ("/secret/overwrite", test_overwrite);
  g_test_add_func ("/secret/without-end", test_without_end);
  g_test_add_func ("/secret/base64", test_base64);
  g_test_add_func ("/secret/numbers", test_numbers);
  g_test_add_func ("/secret/short", test_short);
  g_test_add_func ("/secret/nul", test_nul);
  g_test_add_func ("/secret/pieces", test_pieces);
  g_test_add_func ("/secret/lines", test_lines);
  g_test_add_func ("/secret/is-in", test_is_in);
  g_test_add_func ("/secret/join", test_join);

  return g_test_run ();
}
