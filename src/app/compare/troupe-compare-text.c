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
describe_difference (const TroupeComparedMethod *method)
{
  switch (method->difference)
    {
    case TROUPE_DIFFERENCE_INPUT:
      return g_strdup (_ ("Other input, same output"));
    case TROUPE_DIFFERENCE_OUTPUT:
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
troupe_compare_text_describe (const TroupeComparedMethod *method,
                              gboolean is_changed,
                              const char *new_name)
{
  g_autofree char *difference = NULL;
  g_autofree char *name = new_name != NULL ? troupe_text_to_line (new_name) : NULL;
  /* Translators: %s is the name of a method in the run B */
  g_autofree char *renamed = name != NULL ? g_strdup_printf (_ ("Named %s in B"), name) : NULL;

  g_return_val_if_fail (method != NULL, NULL);

  difference = describe_difference (method);
  if (is_changed && method->difference != TROUPE_DIFFERENCE_NONE)
    {
      g_autofree char *before = g_steal_pointer (&difference);

      /* Translators: %s is how two runs of a method differ, such as: Failed in A only */
      difference = g_strdup_printf (_ ("%s · changed in the document"), before);
    }
  if (renamed == NULL)
    return g_steal_pointer (&difference);
  return method->difference != TROUPE_DIFFERENCE_NONE
             ? g_strdup_printf ("%s · %s", renamed, difference)
             : g_steal_pointer (&renamed);
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

/* Says what differs first in a method or a task. (transfer full) */
static char *
describe_first (TroupeValue *first, const char *what, const char *name, const char *method)
{
  const char *failed = troupe_value_get_member_text (first, "failed");

  if (g_str_equal (what, "model"))
    /* Translators: a model; a method or task. */
    return g_strdup_printf (_ ("First, the model %s answered differently in %s."), name, method);
  if (g_str_equal (what, "tool"))
    /* Translators: a tool; a method or task. */
    return g_strdup_printf (_ ("First, the tool %s returned another result in %s."), name, method);
  if (g_strcmp0 (failed, "first") == 0)
    /* Translators: a method or task. */
    return g_strdup_printf (_ ("First, %s failed in A only."), method);
  if (g_strcmp0 (failed, "second") == 0)
    /* Translators: a method or task. */
    return g_strdup_printf (_ ("First, %s failed in B only."), method);
  /* Translators: a method or task. */
  return g_strdup_printf (_ ("First, %s returned another result."), method);
}

char *
troupe_compare_text_get_first (const TroupeCompareFacts *facts, char **place)
{
  g_autofree char *text = NULL;
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
  text = describe_first (first, what, name, method);
  return troupe_compare_facts_is_changed (facts, method)
             /* Translators: %s is a sentence about a method */
             ? g_strdup_printf (_ ("%s It was changed in the document."), text)
             : g_steal_pointer (&text);
}

/* (transfer full) (nullable) */
static TroupeValue *
make_part (TroupeTrace *trace, const TroupeSpan *span, TroupeComparePart part)
{
  g_autofree char *error = NULL;
  TroupeValue *value = NULL;

  switch (part)
    {
    case TROUPE_COMPARE_INPUT:
      {
        const char *name = NULL;
        TroupeValue *input = troupe_trace_find_input (trace, span, &name);
        TroupeMapBuilder builder;

        if (input == NULL || name == NULL)
          return input != NULL ? troupe_value_ref (input) : NULL;
        troupe_map_builder_init (&builder);
        troupe_map_builder_add (&builder, name, troupe_value_ref (input));
        return troupe_map_builder_end (&builder);
      }
    case TROUPE_COMPARE_STATE:
      value = span->state_after;
      break;
    case TROUPE_COMPARE_OUTPUT:
    case TROUPE_COMPARE_DOCUMENT:
    case TROUPE_COMPARE_N_PARTS:
    default:
      error = troupe_span_dup_error (span);
      if (error != NULL)
        return troupe_value_new_string (error, -1);
      value = troupe_span_get_output (span);
      break;
    }
  return value != NULL ? troupe_value_ref (value) : NULL;
}

GPtrArray *
troupe_compare_text_collect (const TroupeCompareFacts *facts,
                             const TroupeComparedMethod *method,
                             guint side,
                             TroupeComparePart part)
{
  static const char *const missing[] = { N_ ("No input was given."), N_ ("There is no output."),
                                         N_ ("No state was saved after it."),
                                         N_ ("The document does not have it.") };
  GPtrArray *values = NULL;
  GPtrArray *passes = NULL;

  g_return_val_if_fail (facts != NULL && method != NULL, NULL);
  g_return_val_if_fail (side < 2 && part < TROUPE_COMPARE_N_PARTS, NULL);

  values = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  passes = method->sides[side].passes;
  if (part == TROUPE_COMPARE_DOCUMENT)
    {
      TroupeValue *found = troupe_compare_facts_find_part (facts, method, side);

      g_ptr_array_add (values, found != NULL ? troupe_value_ref (found)
                                             : troupe_value_new_string (_ (missing[part]), -1));
      return values;
    }
  for (guint i = 0; i < passes->len; i++)
    {
      TroupeValue *value = make_part (facts->traces[side], g_ptr_array_index (passes, i), part);

      g_ptr_array_add (values,
                       value != NULL ? value : troupe_value_new_string (_ (missing[part]), -1));
    }
  if (passes->len == 0)
    g_ptr_array_add (values, troupe_value_new_string (_ ("It did not run."), -1));
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
