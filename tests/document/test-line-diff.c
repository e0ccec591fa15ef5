/* test-line-diff.c: line differences of two texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-time.h"
#include "troupe-line-diff.h"

/* Returns the number of lines of each kind, such as “=2 -1 +1”. (transfer full) */
static char *
summarize (const char *before, const char *after)
{
  g_autoptr (GArray) diff = troupe_line_diff (before, after);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < diff->len; i++)
    {
      const TroupeLines *lines = &g_array_index (diff, TroupeLines, i);

      g_string_append_printf (text, "%s%c%u", i > 0 ? " " : "", "=-+"[lines->kind], lines -> n);
    }
  return g_string_free (text, FALSE);
}

static void
assert_diff (const char *before, const char *after, const char *expected)
{
  g_autofree char *text = summarize (before, after);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_examples (void)
{
  assert_diff ("", "", "");
  assert_diff ("a\nb\n", "a\nb\n", "=2");
  assert_diff ("a\nb", "a\nb\n", "=2");
  assert_diff ("", "a\nb\n", "+2");
  assert_diff ("a\nb\n", "", "-2");
  assert_diff ("a\nb\nc\n", "a\nx\nc\n", "=1 -1 +1 =1");
  assert_diff ("a\nc\n", "a\nb\nc\n", "=1 +1 =1");
  assert_diff ("a\r\n", "a\n", "-1 +1");
  /* The example from Myers' paper has five differences and four common lines. */
  assert_diff ("a\nb\nc\na\nb\nb\na\n", "c\nb\na\nb\na\nc\n", "-2 =1 +1 =2 -1 =1 +1");
  /* A new function is detected by its unique lines, not by its braces. */
  assert_diff ("{\none\n}\n{\ntwo\n}\n", "{\none\n}\n{\nnew\n}\n{\ntwo\n}\n", "=4 +3 =2");
}

static void
assert_words (const char *before, const char *after, const char *expected)
{
  g_autoptr (GArray) diff = troupe_word_diff (before, after);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < diff->len; i++)
    {
      const TroupeLines *words = &g_array_index (diff, TroupeLines, i);
      const gboolean is_added = words->kind == TROUPE_LINES_ADDED;
      const char *line = is_added ? after : before;
      g_autofree char *part = NULL;

      g_assert_cmpuint (is_added ? words->after : words->before, <=,
                        (guint) g_utf8_strlen (line, -1));
      part = g_utf8_substring (line, is_added ? words->after : words->before,
                               (is_added ? words->after : words->before) + words->n);
      g_string_append_printf (text, "%c%s|", "=-+"[words->kind], part);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_words (void)
{
  assert_words ("\"expr\": \"10\"", "\"expr\": \"20\"", "=\"expr\": \"|-10|+20|=\"|");
  assert_words ("write a report", "write a long report", "=write a |+long |=report|");
  assert_words ("für alle Fälle", "für einige Fälle", "=für |-alle|+einige|= Fälle|");
  assert_words ("写一份报告", "写两份报告", "=写|-一|+两|=份报告|");
  assert_words ("\"draft\": false,", "\"section\": \"energy\",", "");
  assert_words ("", "", "");
  assert_words ("", "all", "");
}

/* Asserts that the diff contains both texts, and that common lines are equal. */
static void
check (const char *before, const char *after)
{
  g_autoptr (GArray) diff = troupe_line_diff (before, after);
  g_auto (GStrv) left = troupe_line_split (before);
  g_auto (GStrv) right = troupe_line_split (after);
  guint at_left = 0, at_right = 0;
  TroupeLinesKind last = TROUPE_LINES_SAME;

  for (guint i = 0; i < diff->len; i++)
    {
      const TroupeLines *lines = &g_array_index (diff, TroupeLines, i);

      g_assert_cmpuint (lines->n, >, 0);
      g_assert_cmpuint (lines->before, ==, at_left);
      g_assert_cmpuint (lines->after, ==, at_right);
      g_assert_true (i == 0 || lines->kind != last);
      g_assert_false (lines->kind == TROUPE_LINES_REMOVED && last == TROUPE_LINES_ADDED);
      for (guint j = 0; lines->kind == TROUPE_LINES_SAME && j < lines->n; j++)
        g_assert_cmpstr (left[at_left + j], ==, right[at_right + j]);
      at_left += lines->kind != TROUPE_LINES_ADDED ? lines->n : 0;
      at_right += lines->kind != TROUPE_LINES_REMOVED ? lines->n : 0;
      last = lines->kind;
    }
  g_assert_cmpuint (at_left, ==, g_strv_length (left));
  g_assert_cmpuint (at_right, ==, g_strv_length (right));
}

static char *
make_text (guint n_lines, guint n_words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (text, "%d\n", g_test_rand_int_range (0, (int) n_words));
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  for (guint i = 0; i < 3000; i++)
    {
      const guint n_words = (guint) g_test_rand_int_range (1, 40);
      g_autofree char *before = make_text ((guint) g_test_rand_int_range (0, 60), n_words);
      g_autofree char *after = make_text ((guint) g_test_rand_int_range (0, 60), n_words);

      check (before, after);
    }
}

/* The time is limited even if the texts have no common line, or if all lines are common but no
 * line is unique. */
static void
test_bounded (void)
{
  for (guint n_words = 20; n_words <= 2000000; n_words *= 316)
    {
      g_autofree char *before = make_text (60000, n_words);
      g_autofree char *after = make_text (60000, n_words);
      const gint64 begin = test_time_get_own ();

      check (before, after);
      g_test_message ("%u words: %" G_GINT64_FORMAT " ms", n_words,
                      (test_time_get_own () - begin) / 1000);
      g_assert_cmpint (test_time_get_own () - begin, <, 10 * TEST_SLOWNESS * G_USEC_PER_SEC);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-diff/words", test_words);
  g_test_add_func ("/line-diff/examples", test_examples);
  g_test_add_func ("/line-diff/random", test_random);
  g_test_add_func ("/line-diff/bounded", test_bounded);
  return g_test_run ();
}
