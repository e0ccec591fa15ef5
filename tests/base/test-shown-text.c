/* test-shown-text.c: escaping of document texts for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-json.h"
#include "troupe-problem.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-list.h"
#include "troupe-value.h"

static void
assert_line (const char *text, const char *expected)
{
  g_autofree char *line = troupe_text_to_line (text);

  g_assert_cmpstr (line, ==, expected);
}

static void
test_line (void)
{
  assert_line ("", "");
  assert_line ("plain, 中文 é 😀 \\n", "plain, 中文 é 😀 \\n");
  assert_line ("a\nb\r\tc", "a\\nb\\r\\tc");
  assert_line ("\033[2J\a", "\\u001b[2J\\u0007");
  assert_line ("\302\233"
               "31m",
               "\\u009b31m");
  assert_line ("\177", "\\u007f");
  assert_line ("\342\200\256x\342\200\254", "\\u202ex\\u202c");
  assert_line ("\342\200\250\342\200\251", "\\u2028\\u2029");
  assert_line ("\342\200\213\330\234\357\273\277", "\\u200b\\u061c\\ufeff");
  assert_line ("\343\205\244", "\\u3164");
  assert_line ("\363\240\201\201", "\\U000e0041");
  assert_line ("\377", "\357\277\275");
}

/* All bidirectional, invisible, line-breaking and control characters are escaped. */
static void
test_all (void)
{
  static const gunichar bad[][2] = { { 0x01, 0x1f },     { 0x7f, 0x9f },      { 0x61c, 0x61c },
                                     { 0x200b, 0x200f }, { 0x2028, 0x202e },  { 0x2060, 0x206f },
                                     { 0xfeff, 0xfeff }, { 0xe0001, 0xe007f } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    for (gunichar letter = bad[i][0]; letter <= bad[i][1]; letter++)
      {
        char text[8] = { 0 };
        g_autofree char *line = NULL;
        g_autofree char *lines = NULL;

        g_unichar_to_utf8 (letter, text);
        line = troupe_text_to_line (text);
        lines = troupe_text_to_lines (text);
        g_assert_null (strstr (line, text));
        g_assert_true (g_str_is_ascii (line));
        g_assert_true (letter == '\n' || letter == '\t' || g_str_equal (line, lines));
      }
}

static void
test_lines (void)
{
  g_autofree char *lines = troupe_text_to_lines ("a\n\tb\r\342\200\250c");

  g_assert_cmpstr (lines, ==, "a\n\tb\\r\\u2028c");
}

static void
test_json (void)
{
  const char *text = "{\"a\":\"\302\233 \342\200\256 \363\240\201\201 é中\",\n \"b\":1}";
  g_autofree char *shown = troupe_json_to_shown (text);
  g_autoptr (TroupeValue) before = troupe_value_from_json (text, -1, NULL);
  g_autoptr (TroupeValue) after = troupe_value_from_json (shown, -1, NULL);

  g_assert_cmpstr (shown, ==, "{\"a\":\"\\u009b \\u202e \\udb40\\udc41 é中\",\n \"b\":1}");
  g_assert_nonnull (after);
  g_assert_true (troupe_value_equal (before, after));
}

static void
test_host (void)
{
  static const char *const hosts[][2] = {
    { "api.openai.com", "api.openai.com" },
    { "localhost:11434", "localhost:11434" },
    { "\320\260pi.openai.com", "xn--pi-6kc.openai.com" },
    { "%D0%B0pi.openai.com:80", "xn--pi-6kc.openai.com:80" },
    { "%D0%B0pi.openai.com%2F.evil.org", "%D0%B0pi.openai.com%2F.evil.org" },
    { "127.0.0.1\nx", "127.0.0.1\\nx" },
    { "::1", "::1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autofree char *shown = troupe_host_to_shown (hosts[i][0]);

      g_assert_cmpstr (shown, ==, hosts[i][1]);
    }
}

/* Lists are joined with commas, and a problem is formatted without the syntax of the command
 * line. */
static void
test_sentences (void)
{
  g_autoptr (TroupeProblem) problem =
      troupe_problem_new (TROUPE_SEVERITY_ERROR, "not_a_flow", "methods.a", "No\nflow.");
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *joined = troupe_text_list_join ((const char *const[]){ "a", "b", NULL });
  g_autofree char *empty = troupe_text_list_join ((const char *const[]){ NULL });
  g_autofree char *without = troupe_problem_to_sentence (problem);
  g_autofree char *with = NULL;

  problem->line = 3;
  with = troupe_problem_to_sentence (problem);
  g_assert_cmpstr (without, ==, "methods.a: No\\nflow.");
  g_assert_cmpstr (with, ==, "Line 3, column 1: methods.a: No\\nflow.");
  troupe_text_list_append (list, "a");
  troupe_text_list_append (list, "b");
  g_assert_cmpstr (list->str, ==, "a, b");
  g_assert_cmpstr (joined, ==, "a, b");
  g_assert_cmpstr (empty, ==, "");
}

static void
assert_end (const char *text, gsize limit, const char *expected)
{
  g_autoptr (GString) kept = g_string_new (text);

  troupe_text_keep_end (kept, limit);
  g_assert_cmpstr (kept->str, ==, expected);
}

/* The kept end does not begin within a line, or at least not within a word. */
static void
test_end (void)
{
  assert_end ("", 5, "");
  assert_end ("one\ntwo", 7, "one\ntwo");
  assert_end ("one\ntwo\n", 6, "two\n");
  assert_end ("one\ntwo\n", 4, "two\n");
  assert_end ("a secret here\n", 9, "here\n");
  assert_end ("a secret here", 4, "here");
  assert_end ("only one word", 2, "rd");
  assert_end ("secrets\n", 3, "ts\n");
}

/* A host never looks like another one with a path. */
static void
test_host_spelling (void)
{
  static const struct
  {
    const char *address;
    const char *shown;
    gboolean is_plain;
  } cases[] = {
    { "https://api.openai.com/v1", "api.openai.com", TRUE },
    { "https://API.openai.com:8443/v1", "API.openai.com:8443", TRUE },
    { "http://127.0.0.1:80/", "127.0.0.1", TRUE },
    { "http://[::1]:8080/", "[::1]:8080", TRUE },
    { "http://api.openai.com%2f.evil.org/v1", "api.openai.com%2F.evil.org", FALSE },
    { "http://api.openai.com%3F.evil.org/", "api.openai.com%3F.evil.org", FALSE },
    { "http://api.openai.com%20.evil.org/", "api.openai.com%20.evil.org", FALSE },
    { "http://api.openai.com%40evil.org/", "api.openai.com%40evil.org", FALSE },
    { "http://user@evil.org/", "evil.org", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) uri = g_uri_parse (cases[i].address, G_URI_FLAGS_HAS_PASSWORD, &error);
      g_autofree char *shown = NULL;

      g_assert_no_error (error);
      shown = troupe_uri_describe_host (uri);
      g_assert_cmpstr (shown, ==, cases[i].shown);
      g_assert_cmpint (troupe_uri_has_plain_host (uri), ==, cases[i].is_plain);
    }
}

/* A long value is shortened between two characters. */
static void
test_shorten (void)
{
  static const struct
  {
    const char *text;
    gsize most;
    const char *shown;
  } cases[] = {
    { "", 0, "" },
    { "a", 0, "…" },
    { "abc", 3, "abc" },
    { "abcd", 3, "abc…" },
    { "中文字符", 3, "中文字…" },
    { "😀😀😀", 3, "😀😀😀" },
    { "😀😀😀😀", 3, "😀😀😀…" },
    { "a\xff"
      "bc",
      2, "a\357\277\275…" },
    { "中\xe6", 2, "中\357\277\275" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = troupe_text_shorten (cases[i].text, cases[i].most);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* A name from a document stays within the quotation marks of a sentence. */
static void
test_name (void)
{
  static const struct
  {
    const char *text;
    const char *shown;
  } cases[] = {
    { "", "" },
    { "Summary", "Summary" },
    { "Troupe” has checked this. “It", "Troupe' has checked this. 'It" },
    { "a\nb", "a\\nb" },
    { "«a» „b“ 「c」 \"d\"", "'a' 'b' 'c' 'd'" },
    { "Troupe has checked this file: it was signed by OpenAI, and nothing in it",
      "Troupe has checked this file: it was signed by OpenAI, and n…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = troupe_text_to_name (cases[i].text);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* A list shows the first line that says something; nothing that is visible is escaped. */
static void
test_first_line (void)
{
  static const struct
  {
    const char *text;
    const char *shown;
  } cases[] = {
    { "", "" },
    { "\n \n", "" },
    { "one", "one" },
    { "one\n", "one" },
    { "\n\n  # Title\t1 \n\nmore\n", "# Title 1…" },
    { "one\r\ntwo", "one…" },
    { "C:\\new\\table", "C:\\new\\table" },
    { "a\033[31mb", "a\\u001b[31mb" },
    { "\342\200\256x", "\\u202ex" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = troupe_text_first_line (cases[i].text);

      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

/* No character of a text is so wide that a line cannot break, or so high that it covers others. */
static void
test_clusters (void)
{
  static const struct
  {
    const char *text;
    const char *shown;
  } rows[] = {
    { "a\xcc\x81", "a\xcc\x81" },
    { "a\xcc\xb8\xcc\xb8\xcc\xb8\xcc\xb8", "a\xcc\xb8\xcc\xb8\xcc\xb8\\u0338" },
    { "a\xef\xb8\x80", "a\\ufe00" },
    { "a\xef\xb8\x8f", "a\\ufe0f" },
    { "\xe2\x9d\xa4\xef\xb8\x8f", "\xe2\x9d\xa4\xef\xb8\x8f" },
    { "\xe2\x9d\xa4\xef\xb8\x80", "\xe2\x9d\xa4\\ufe00" },
    { "1\xef\xb8\x8f\xe2\x83\xa3", "1\xef\xb8\x8f\xe2\x83\xa3" },
    /* A word of decomposed Hangul, and one of Devanagari. */
    { "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab\xe1\x84\x80\xe1\x85\xb3\xe1\x86\xaf",
      "\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab\xe1\x84\x80\xe1\x85\xb3\xe1\x86\xaf" },
    { "\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d\xe0\xa4\xa6\xe0\xa5\x80",
      "\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d\xe0\xa4\xa6\xe0\xa5\x80" },
  };
  static const char *const endless[] = { "\xe1\x84\x80", "\xe0\xa4\x95\xe0\xa5\x8d",
                                         "\xe0\xb5\x8e", "\xef\xbe\x9e",
                                         "\xef\xbe\x9f", "\xf0\x9f\x8f\xbb" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *line = troupe_text_to_line (rows[i].text);

      g_assert_cmpstr (line, ==, rows[i].shown);
    }
  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *line = NULL;
      const char *found;

      for (guint part = 0; part < 100; part++)
        g_string_append (text, endless[i]);
      line = troupe_text_to_line (text->str);
      found = strstr (line, "\\");
      g_assert_nonnull (found);
      g_assert_cmpint (g_utf8_pointer_to_offset (line, found), <=, 12);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shown-text/host-spelling", test_host_spelling);
  g_test_add_func ("/shown-text/line", test_line);
  g_test_add_func ("/shown-text/clusters", test_clusters);
  g_test_add_func ("/shown-text/all", test_all);
  g_test_add_func ("/shown-text/end", test_end);
  g_test_add_func ("/shown-text/first-line", test_first_line);
  g_test_add_func ("/shown-text/lines", test_lines);
  g_test_add_func ("/shown-text/json", test_json);
  g_test_add_func ("/shown-text/host", test_host);
  g_test_add_func ("/shown-text/sentences", test_sentences);
  g_test_add_func ("/shown-text/name", test_name);
  g_test_add_func ("/shown-text/shorten", test_shorten);
  return g_test_run ();
}
