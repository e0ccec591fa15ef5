/* troupe-test-report.c: results of tests as text, JSON and JUnit XML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-report"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-money.h"
#include "troupe-terminal.h"
#include "troupe-test-report.h"

/* The sums of several results. */
typedef struct
{
  guint n_passed;
  guint n_failed;
  double seconds;
  gint64 micro_dollars;
  double scores;
  guint n_scores;
} Sum;

static Sum
add_up (GPtrArray *results)
{
  Sum sum = { 0 };

  g_assert (results != NULL);

  for (guint i = 0; i < results->len; i++)
    {
      const TroupeCaseResult *result = results->pdata[i];

      sum.n_passed += result->failures->len == 0 ? 1 : 0;
      sum.n_failed += result->failures->len > 0 ? 1 : 0;
      sum.seconds += result->seconds;
      sum.micro_dollars += result->micro_dollars;
      sum.n_scores += result->scores->len;
      for (guint k = 0; k < result->scores->len; k++)
        sum.scores += g_array_index (result->scores, double, k);
    }
  return sum;
}

guint
troupe_test_report_count_failed (GPtrArray *results)
{
  return add_up (results).n_failed;
}

/* --- Text ------------------------------------------------------------------------------------- */

void
troupe_test_report_print_case (const TroupeCaseResult *result)
{
  const gboolean is_passed = result->failures->len == 0;

  g_return_if_fail (result != NULL);

  troupe_terminal_write (stdout, is_passed ? TROUPE_COLOUR_GREEN : TROUPE_COLOUR_RED,
                         /* Translators: the result of a test, with blanks up to the same width */
                         is_passed ? _ ("passed  ") : _ ("FAILED  "));
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s", result->test->name);
  for (guint i = 0; i < result->scores->len; i++)
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %.2f",
                           g_array_index (result->scores, double, i));
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "  %.2f s  $%.4f\n", result->seconds,
                         (double) result->micro_dollars / 1e6);
  for (guint i = 0; i < result->failures->len; i++)
    {
      g_autofree char *text = troupe_terminal_move_in (result->failures->pdata[i]);

      troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "        %s\n", text);
    }
}

void
troupe_test_report_print_sum (GPtrArray *results)
{
  const Sum sum = add_up (results);

  troupe_terminal_print (stdout, sum.n_failed == 0 ? TROUPE_COLOUR_GREEN : TROUPE_COLOUR_RED,
                         /* Translators: numbers of tests, then their time and cost */
                         _ ("%u passed, %u failed, %.2f s, $%.4f\n"), sum.n_passed, sum.n_failed,
                         sum.seconds, (double) sum.micro_dollars / 1e6);
}

void
troupe_test_report_print_model (const char *model, GPtrArray *results, gboolean is_first)
{
  const Sum sum = add_up (results);
  g_autofree char *score =
      sum.n_scores > 0 ? g_strdup_printf ("%.2f", sum.scores / sum.n_scores) : g_strdup ("–");

  if (is_first)
    troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "%-32s %7s %7s %7s %10s %10s\n", _ ("Model"),
                           _ ("Passed"), _ ("Failed"), _ ("Score"), _ ("Seconds"), _ ("Cost"));
  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%-32s %7u %7u %7s %10.2f %10.4f\n", model,
                         sum.n_passed, sum.n_failed, score, sum.seconds,
                         (double) sum.micro_dollars / 1e6);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static TroupeValue *
case_to_value (const TroupeCaseResult *result)
{
  TroupeMapBuilder builder;
  g_autofree TroupeValue **items = NULL;
  GArray *scores;
  g_autofree TroupeValue **score_items = NULL;

  g_assert (result != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (result->test->name, -1));
  troupe_map_builder_add (&builder, "ok", troupe_value_new_boolean (result->failures->len == 0));
  items = g_new (TroupeValue *, result->failures->len + 1);
  for (guint i = 0; i < result->failures->len; i++)
    items[i] = troupe_value_new_string (result->failures->pdata[i], -1);
  troupe_map_builder_add (&builder, "failures",
                          troupe_value_new_list (items, result->failures->len));
  scores = result->scores;
  score_items = g_new (TroupeValue *, scores->len + 1);
  for (guint i = 0; i < scores->len; i++)
    score_items[i] = troupe_value_new_double (g_array_index (scores, double, i));
  troupe_map_builder_add (&builder, "scores", troupe_value_new_list (score_items, scores->len));
  troupe_map_builder_add (&builder, "error",
                          result->error != NULL ? troupe_value_new_string (result->error, -1)
                                                : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "seconds", troupe_value_new_double (result->seconds));
  troupe_map_builder_add (&builder, "cost", troupe_money_to_value (result->micro_dollars));
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_test_report_to_value (const char *file, const char *model, GPtrArray *results)
{
  const Sum sum = add_up (results);
  g_autofree TroupeValue **items = g_new (TroupeValue *, results->len + 1);
  TroupeMapBuilder builder;

  for (guint i = 0; i < results->len; i++)
    items[i] = case_to_value (results->pdata[i]);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "file", troupe_value_new_string (file, -1));
  if (model != NULL)
    troupe_map_builder_add (&builder, "model", troupe_value_new_string (model, -1));
  troupe_map_builder_add (&builder, "ok", troupe_value_new_boolean (sum.n_failed == 0));
  troupe_map_builder_add (&builder, "passed", troupe_value_new_integer (sum.n_passed));
  troupe_map_builder_add (&builder, "failed", troupe_value_new_integer (sum.n_failed));
  troupe_map_builder_add (&builder, "score",
                          sum.n_scores > 0 ? troupe_value_new_double (sum.scores / sum.n_scores)
                                           : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "seconds", troupe_value_new_double (sum.seconds));
  troupe_map_builder_add (&builder, "cost", troupe_money_to_value (sum.micro_dollars));
  troupe_map_builder_add (&builder, "cases", troupe_value_new_list (items, results->len));
  return troupe_map_builder_end (&builder);
}

/* --- JUnit ------------------------------------------------------------------------------------ */

/* Returns the text for XML, without the control characters that XML does not allow. */
static char *
escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (char *at = valid; *at != '\0'; at++)
    if ((guchar) *at < 0x20 && *at != '\n' && *at != '\t')
      *at = ' ';
  return g_markup_escape_text (valid, -1);
}

void
troupe_test_report_append_junit (GString *xml, const char *file, GPtrArray *results)
{
  const Sum sum = add_up (results);
  g_autofree char *name = escape (file);
  char seconds[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (seconds, sizeof seconds, "%.3f", sum.seconds);
  g_string_append_printf (xml,
                          "  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" time=\"%s\">\n",
                          name, results->len, sum.n_failed, seconds);
  for (guint i = 0; i < results->len; i++)
    {
      const TroupeCaseResult *result = results->pdata[i];
      g_autofree char *case_name = escape (result->test->name);
      char case_seconds[G_ASCII_DTOSTR_BUF_SIZE];

      g_ascii_formatd (case_seconds, sizeof case_seconds, "%.3f", result->seconds);
      g_string_append_printf (xml, "    <testcase classname=\"%s\" name=\"%s\" time=\"%s\"", name,
                              case_name, case_seconds);
      if (result->failures->len == 0)
        {
          g_string_append (xml, "/>\n");
          continue;
        }
      g_string_append (xml, ">\n");
      for (guint j = 0; j < result->failures->len; j++)
        {
          g_autofree char *message = escape (result->failures->pdata[j]);

          g_string_append_printf (xml, "      <failure message=\"%s\"/>\n", message);
        }
      g_string_append (xml, "    </testcase>\n");
    }
  g_string_append (xml, "  </testsuite>\n");
}

gboolean
troupe_test_report_write_junit (const char *path, const GString *suites, GError **error)
{
  g_autofree char *xml = g_strconcat ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n",
                                      suites->str, "</testsuites>\n", NULL);

  return troupe_file_save_chosen (path, xml, strlen (xml), NULL, error);
}
