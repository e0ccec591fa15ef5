/* test-sse-parser.c: server-sent events parsed from arbitrarily split streams
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-http-call.h"
#include "troupe-sse-parser.h"

static gboolean
note_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  g_assert_cmpuint (strlen (data), ==, length);
  g_assert_true (g_utf8_validate (data, (gssize) length, NULL));
  g_string_append_printf (user_data, "%s|%s;", type, data);

  return !g_str_equal (data, "[DONE]");
}

static char *
parse (const char *text, gsize length, GRand *random, gboolean *is_inside)
{
  GString *out = g_string_new (NULL);
  g_autoptr (TroupeSseParser) parser = troupe_sse_parser_new (note_cb, out);
  gsize at = 0;

  while (at < length)
    {
      g_autoptr (GError) error = NULL;
      gsize n_bytes = random != NULL ? (gsize) g_rand_int_range (random, 1, 6) : length;

      n_bytes = MIN (n_bytes, length - at);
      g_assert_true (troupe_sse_parser_feed (parser, text + at, n_bytes, &error));
      g_assert_no_error (error);
      at += n_bytes;
    }
  *is_inside = troupe_sse_parser_is_inside (parser);

  return g_string_free (out, FALSE);
}

typedef struct
{
  const char *name;
  const char *text;
  const char *events;
  gboolean is_inside;
} Case;

static const Case cases[] = {
  { "lf", "data: a\n\ndata: b\n\n", "|a;|b;", FALSE },
  { "crlf", "data: a\r\n\r\ndata: b\r\n\r\n", "|a;|b;", FALSE },
  { "crlf-several", "event: e\r\ndata: a\r\ndata: b\r\n\r\n", "e|a\nb;", FALSE },
  { "cr", "data: a\r\rdata: b\r\r", "|a;|b;", FALSE },
  { "mixed", "data: a\r\n\ndata: b\r\r\n", "|a;|b;", FALSE },
  { "several-lines", "data: a\ndata: b\ndata\ndata:c\n\n", "|a\nb\n\nc;", FALSE },
  { "one-blank", "data:  a\n\n", "| a;", FALSE },
  { "comment", ": OPENROUTER PROCESSING\n\n:\n\ndata: a\n\n", "|a;", FALSE },
  { "type", "event: ping\ndata: {}\n\ndata: a\n\n", "ping|{};|a;", FALSE },
  { "type-alone", "event: ping\n\ndata: a\n\n", "|a;", FALSE },
  { "other-fields", "id: 1\nretry: x\nfoo: bar\nbar\ndata: a\n\n", "|a;", FALSE },
  { "empty-data", "data:\n\n", "|;", FALSE },
  { "mark",
    "\xef\xbb\xbf"
    "data: a\n\n",
    "|a;", FALSE },
  { "mark-later",
    "data: a\n\n\xef\xbb\xbf"
    "data: b\n\n",
    "|a;", FALSE },
  { "utf-8", "data: Grüße, 世界 🎭\n\n", "|Grüße, 世界 🎭;", FALSE },
  { "no-utf-8",
    "data: a\xff"
    "b\n\n",
    "|a\xef\xbf\xbd"
    "b;",
    FALSE },
  { "cut-line", "data: a\n\ndata: b", "|a;", TRUE },
  { "cut-event", "data: a\n\ndata: b\n", "|a;", TRUE },
  { "done", "data: a\n\ndata: [DONE]\n\ndata: b\n\n", "|a;|[DONE];", FALSE },
  { "nothing", "", "", FALSE },
};

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  gboolean is_inside;
  g_autofree char *events = parse (one->text, strlen (one->text), NULL, &is_inside);

  g_assert_cmpstr (events, ==, one->events);
  g_assert_cmpint (is_inside, ==, one->is_inside);
}

/* The events do not depend on how the text is split. */
static void
test_split (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < 200; round++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        gboolean is_inside;
        g_autofree char *events = parse (cases[i].text, strlen (cases[i].text), random, &is_inside);

        g_assert_cmpstr (events, ==, cases[i].events);
        g_assert_cmpint (is_inside, ==, cases[i].is_inside);
      }
}

/* Arbitrary bytes can be parsed, split or not. */
static void
test_random (void)
{
  static const char alphabet[] = "\r\n\n\r: dataevent\xc3\xa4\xff\xf0\x9f\x8e\xad";
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < 2000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      gboolean a, b;
      g_autofree char *whole = NULL;
      g_autofree char *split = NULL;
      guint length = (guint) g_rand_int_range (random, 0, 120);

      for (guint i = 0; i < length; i++)
        {
          if (g_rand_int_range (random, 0, 4) == 0)
            g_string_append (text, "data: ");
          g_string_append_c (text, alphabet[g_rand_int_range (random, 0, sizeof alphabet - 1)]);
        }
      whole = parse (text->str, text->len, NULL, &a);
      split = parse (text->str, text->len, random, &b);
      g_assert_cmpstr (whole, ==, split);
      g_assert_cmpint (a, ==, b);
    }
}

static void
test_limits (void)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (TroupeSseParser) line = troupe_sse_parser_new (note_cb, out);
  g_autoptr (TroupeSseParser) event = troupe_sse_parser_new (note_cb, out);
  g_autoptr (GError) error = NULL;

  troupe_sse_parser_set_limits (line, 20, 100);
  g_assert_true (troupe_sse_parser_feed (line, "data: 12345678901234", 20, &error));
  g_assert_false (troupe_sse_parser_feed (line, "5", 1, &error));
  g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_TOO_LARGE);
  g_clear_error (&error);

  troupe_sse_parser_set_limits (event, 20, 25);
  g_assert_true (troupe_sse_parser_feed (event, "data: 123456789\ndata: 123456789\n", 32, &error));
  g_assert_false (troupe_sse_parser_feed (event, "data: 123456789\n", 16, &error));
  g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_TOO_LARGE);
}

/* In line mode, each line is an event, regardless of the type of its line break and of how the
 * line is split. */
static void
test_lines (void)
{
  static const char text[] = "{\"a\": 1}\r\n\n\rdata: x\n\xc3\xa4\rcut";

  for (gsize piece = 1; piece <= sizeof text; piece++)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (GString) wanted = g_string_new (NULL);
      g_autoptr (TroupeSseParser) parser = troupe_sse_parser_new_lines (note_cb, out);
      g_autoptr (GError) error = NULL;

      for (gsize at = 0; at < sizeof text - 1; at += piece)
        troupe_sse_parser_feed (parser, text + at, MIN (piece, sizeof text - 1 - at), &error);
      g_assert_no_error (error);
      note_cb ("", "{\"a\": 1}", strlen ("{\"a\": 1}"), wanted);
      note_cb ("", "data: x", strlen ("data: x"), wanted);
      note_cb ("", "ä", strlen ("ä"), wanted);
      g_assert_cmpstr (out->str, ==, wanted->str);
      g_assert_true (troupe_sse_parser_is_inside (parser));

      troupe_sse_parser_set_limits (parser, 10, 100);
      g_assert_false (troupe_sse_parser_feed (parser, "12345678", 8, &error));
      g_assert_error (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_TOO_LARGE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/sse-parser/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/sse-parser/split", test_split);
  g_test_add_func ("/sse-parser/random", test_random);
  g_test_add_func ("/sse-parser/limits", test_limits);
  g_test_add_func ("/sse-parser/lines", test_lines);

  return g_test_run ();
}
