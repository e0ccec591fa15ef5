/* troupe-trace-comparison.c: what the methods of two runs did differently
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trace-comparison"

#include "config.h"

#include "troupe-trace-comparison.h"

static void
compared_method_free (gpointer data)
{
  TroupeComparedMethod *self = data;

  g_free (self->name);
  for (guint i = 0; i < G_N_ELEMENTS (self->sides); i++)
    g_ptr_array_unref (self->sides[i].passes);
  g_free (self);
}

/* Adds up the model calls at or below a span. */
static void
add_costs (TroupeComparedSide *side, const TroupeSpan *span)
{
  gint64 micro_dollars;

  if (span->kind == TROUPE_SCOPE_MODEL_CALL && troupe_span_get_usage (span) != NULL)
    {
      if (troupe_span_get_cost (span, &micro_dollars))
        side->micro_dollars += micro_dollars;
      else
        side->n_unpriced++;
    }
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    add_costs (side, g_ptr_array_index (span->children, i));
}

/* Adds the methods of a run, or its tasks if it is that of a standalone crew. A method that only waited for events did
 * not begin. */
static void
add_run (GPtrArray *methods, GHashTable *by_name, TroupeTrace *trace, guint index)
{
  const TroupeSpan *run = troupe_trace_get_run (trace);

  for (guint i = 0; run->children != NULL && i < run->children->len; i++)
    {
      TroupeSpan *span = g_ptr_array_index (run->children, i);
      TroupeComparedSide *side;
      const char *name;
      TroupeComparedMethod *method;

      if ((span->kind != TROUPE_SCOPE_METHOD && span->kind != TROUPE_SCOPE_TASK) || span->id == 0 ||
          troupe_span_get_name (span) == NULL)
        continue;
      name = troupe_span_get_name (span);
      method = g_hash_table_lookup (by_name, name);
      if (method == NULL)
        {
          method = g_new0 (TroupeComparedMethod, 1);
          method->name = g_strdup (name);
          method->task_number = troupe_span_get_task_number (span);
          for (guint j = 0; j < G_N_ELEMENTS (method->sides); j++)
            method->sides[j].passes =
                g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
          g_ptr_array_add (methods, method);
          g_hash_table_insert (by_name, method->name, method);
        }
      side = &method->sides[index];
      g_ptr_array_add (side->passes, troupe_span_ref (span));
      side->time_us += span->end > 0 ? MAX (span->end - span->start, 0) : 0;
      add_costs (side, span);
    }
}

static gboolean
is_equal (TroupeValue *a, TroupeValue *b)
{
  return a == b || (a != NULL && b != NULL && troupe_value_equal (a, b));
}

static gboolean
has_same_end (const TroupeSpan *a, const TroupeSpan *b)
{
  g_autofree char *error = troupe_span_dup_error (a);
  g_autofree char *other = troupe_span_dup_error (b);

  return a->state == b->state && g_strcmp0 (error, other) == 0 &&
         is_equal (troupe_span_get_output (a), troupe_span_get_output (b));
}

static TroupeDifference
find_difference (const TroupeComparedMethod *method)
{
  GPtrArray *first = method->sides[0].passes;
  GPtrArray *second = method->sides[1].passes;
  gboolean has_same_input = TRUE;

  if (second->len == 0)
    return TROUPE_DIFFERENCE_FIRST_ONLY;
  if (first->len == 0)
    return TROUPE_DIFFERENCE_SECOND_ONLY;
  for (guint i = 0; i < MIN (first->len, second->len); i++)
    {
      if (!has_same_end (first->pdata[i], second->pdata[i]))
        return TROUPE_DIFFERENCE_OUTPUT;
      has_same_input = has_same_input && is_equal (troupe_span_get_input (first->pdata[i]),
                                                   troupe_span_get_input (second->pdata[i]));
    }
  if (first->len != second->len)
    return TROUPE_DIFFERENCE_PASSES;
  return has_same_input ? TROUPE_DIFFERENCE_NONE : TROUPE_DIFFERENCE_INPUT;
}

GPtrArray *
troupe_trace_compare (TroupeTrace *first, TroupeTrace *second)
{
  GPtrArray *methods;
  g_autoptr (GHashTable) by_name = NULL;

  g_return_val_if_fail (TROUPE_IS_TRACE (first), NULL);
  g_return_val_if_fail (TROUPE_IS_TRACE (second), NULL);

  methods = g_ptr_array_new_with_free_func (compared_method_free);
  by_name = g_hash_table_new (g_str_hash, g_str_equal);
  add_run (methods, by_name, first, 0);
  add_run (methods, by_name, second, 1);
  for (guint i = 0; i < methods->len; i++)
    {
      TroupeComparedMethod *method = g_ptr_array_index (methods, i);

      method->difference = find_difference (method);
    }
  return methods;
}
