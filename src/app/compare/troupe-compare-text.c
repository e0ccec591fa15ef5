/* troupe-compare-text.c: texts of the comparison of two runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-text"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-compare-text.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"

/* Maximum number of characters of an output that is named in a row. */
#define WORD_LENGTH 40

/* Returns the output if it is a word, such as the event of a router. (transfer full) (nullable) */
static char *
dup_word (const TroupeComparedSide *side)
{
  const TroupeSpan *last =
      side->passes->len > 0 ? g_ptr_array_index (side->passes, side->passes->len - 1) : NULL;
  const char *text = last != NULL ? troupe_span_get_output_text (last) : NULL;

  return text != NULL && *text != '\0' && g_utf8_strlen (text, -1) <= WORD_LENGTH &&
                 strchr (text, '\n') == NULL
             ? troupe_text_to_line (text)
             : NULL;
}

/* (transfer full) (nullable) */
static char *
dup_error (const TroupeComparedSide *side)
{
  return side->passes->len > 0
             ? troupe_span_dup_error (g_ptr_array_index (side->passes, side->passes->len - 1))
             : NULL;
}

static char *
describe_output (const TroupeComparedMethod *method)
{
  g_autofree char *error = dup_error (&method->sides[0]);
  g_autofree char *other = dup_error (&method->sides[1]);
  g_autofree char *first = dup_word (&method->sides[0]);
  g_autofree char *second = dup_word (&method->sides[1]);

  if (error != NULL && other == NULL)
    return g_strdup (_ ("Failed in A only"));
  if (error == NULL && other != NULL)
    return g_strdup (_ ("Failed in B only"));
  if (error != NULL)
    return g_strdup (_ ("Other error"));
  if (first != NULL && second != NULL)
    /* Translators: two outputs of a method, in the runs A and B. */
    return g_strdup_printf (_ ("%s in A, %s in B"), first, second);
  return g_strdup (_ ("Other output"));
}

char *
troupe_compare_text_describe (const TroupeComparedMethod *method)
{
  g_return_val_if_fail (method != NULL, NULL);

  switch (method->difference)
    {
    case TROUPE_DIFFERENCE_INPUT:
      return g_strdup (_ ("Other input, same output"));
    case TROUPE_DIFFERENCE_OUTPUT:
      return describe_output (method);
    case TROUPE_DIFFERENCE_PASSES:
      /* Translators: numbers of executions of a method in the runs A and B. */
      return g_strdup_printf (_ ("%u × in A, %u × in B"), method->sides[0].passes->len,
                              method->sides[1].passes->len);
    case TROUPE_DIFFERENCE_FIRST_ONLY:
      return g_strdup (_ ("Only in A"));
    case TROUPE_DIFFERENCE_SECOND_ONLY:
      return g_strdup (_ ("Only in B"));
    case TROUPE_DIFFERENCE_NONE:
    default:
      return g_strdup (_ ("The same"));
    }
}

char *
troupe_compare_text_get_line (const TroupeComparedMethod *method, guint side)
{
  const TroupeComparedSide *compared;
  g_autofree char *time = NULL;
  g_autofree char *cost = NULL;
  const char *letter = side == 0 ? "A" : "B";

  g_return_val_if_fail (method != NULL && side < 2, NULL);

  compared = &method->sides[side];
  time = troupe_span_to_text (compared->time_us);
  cost = troupe_money_describe_sum (compared->micro_dollars, compared->n_unpriced == 0);
  return cost != NULL ? g_strdup_printf ("%s  %s · %s", letter, time, cost)
                      : g_strdup_printf ("%s  %s", letter, time);
}

char *
troupe_compare_text_get_delta (const TroupeComparedMethod *method, gboolean *is_less)
{
  const TroupeComparedSide *a = &method->sides[0];
  const TroupeComparedSide *b = &method->sides[1];
  const gint64 money = b->micro_dollars - a->micro_dollars;
  const gint64 time = b->time_us - a->time_us;
  g_autofree char *text = NULL;

  *is_less = money != 0 ? money < 0 : time < 0;
  if (money != 0)
    text = troupe_money_for_display (ABS (money));
  else if (ABS (time) >= G_USEC_PER_SEC / 10)
    text = troupe_span_to_text (ABS (time));
  return text != NULL ? g_strconcat (*is_less ? "−" : "+", text, NULL) : g_strdup ("");
}

char *
troupe_compare_text_get_percent (gint64 first, gint64 second)
{
  const double change =
      first > 0 ? ((double) second - (double) first) * 100.0 / (double) first : 0.0;

  if (first <= 0 || second <= 0 || fabs (change) < 0.5)
    return g_strdup ("");
  return g_strdup_printf ("%s%.0f%%", change < 0 ? "−" : "+", fabs (change));
}

char *
troupe_compare_text_get_first (const TroupeCompareFacts *facts, char **place)
{
  TroupeValue *first = troupe_value_get_member (facts->comparison, "first");
  TroupeValue *by = troupe_value_get_member (first, "by");
  const char *what = troupe_value_get_member_text (first, "what");
  const char *name = troupe_value_get_member_text (first, "name");
  const char *method = troupe_value_get_member_text (by, "method");

  if (method == NULL)
    method = troupe_value_get_member_text (by, "task");
  if (g_strcmp0 (what, "method") == 0 || g_strcmp0 (what, "task") == 0)
    method = name;
  *place = g_strdup (method);
  if (what == NULL)
    return g_strdup (_ ("The two runs are the same."));
  if (g_str_equal (what, "inputs"))
    return g_strdup (_ ("The inputs differ."));
  if (g_str_equal (what, "document"))
    return g_strdup (_ ("Only the document differs."));
  if (method == NULL || name == NULL)
    return g_strdup (_ ("The runs differ."));
  if (g_str_equal (what, "model"))
    /* Translators: a model; a method or task. */
    return g_strdup_printf (_ ("First, the model %s answered differently in %s."), name, method);
  if (g_str_equal (what, "tool"))
    /* Translators: a tool; a method or task. */
    return g_strdup_printf (_ ("First, the tool %s returned another result in %s."), name, method);
  /* Translators: a method or task. */
  return g_strdup_printf (_ ("First, %s returned another result."), method);
}

static TroupeValue *
get_part (const TroupeSpan *span, TroupeComparePart part)
{
  switch (part)
    {
    case TROUPE_COMPARE_INPUT:
      return troupe_span_get_input (span);
    case TROUPE_COMPARE_STATE:
      return span->state_after;
    case TROUPE_COMPARE_OUTPUT:
    case TROUPE_COMPARE_N_PARTS:
    default:
      return troupe_span_get_output (span);
    }
}

GPtrArray *
troupe_compare_text_collect (GPtrArray *passes, TroupeComparePart part)
{
  GPtrArray *values;

  g_return_val_if_fail (passes != NULL, NULL);

  values = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  for (guint i = 0; i < passes->len; i++)
    {
      const TroupeSpan *span = g_ptr_array_index (passes, i);
      TroupeValue *value = get_part (span, part);
      g_autofree char *error = part == TROUPE_COMPARE_OUTPUT ? troupe_span_dup_error (span) : NULL;

      if (error != NULL)
        g_ptr_array_add (values, troupe_value_new_string (error, -1));
      else
        g_ptr_array_add (values,
                         value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
    }
  return values;
}

char *
troupe_compare_text_write (gpointer values)
{
  GPtrArray *list = values;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (list != NULL, NULL);

  for (guint i = 0; i < list->len; i++)
    {
      const TroupeValue *value = g_ptr_array_index (list, i);
      g_autofree char *json = NULL;

      if (list->len > 1)
        g_string_append_printf (text, "%s— %u —\n", i > 0 ? "\n" : "", i + 1);
      if (troupe_value_is (value, TROUPE_VALUE_STRING))
        g_string_append_printf (text, "%s\n", troupe_value_get_string (value, NULL));
      else if (!troupe_value_is (value, TROUPE_VALUE_NULL))
        {
          json = troupe_value_to_json (value, TROUPE_JSON_PRETTY);
          g_string_append_printf (text, "%s\n", json);
        }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
