/* troupe-trace-cost.c: tokens, time and cost of a run by method, agent, model and tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trace"

#include "config.h"

#include "troupe-trace-cost.h"

static const TroupeScopeKind scopes[TROUPE_COST_N_KINDS] = {
  [TROUPE_COST_METHOD] = TROUPE_SCOPE_METHOD,
  [TROUPE_COST_AGENT] = TROUPE_SCOPE_AGENT,
  [TROUPE_COST_MODEL] = TROUPE_SCOPE_MODEL_CALL,
  [TROUPE_COST_TOOL] = TROUPE_SCOPE_TOOL_CALL,
};

/* State of one pass over a trace. */
typedef struct
{
  TroupeCostKind kind;
  TroupeScopeKind scope;
  GPtrArray *rows;     /* (element-type TroupeTraceCost) */
  GHashTable *by_name; /* name or "" → TroupeTraceCost of @rows */
} Sums;

static void
cost_free (gpointer data)
{
  TroupeTraceCost *self = data;

  g_free (self->name);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
  g_free (self);
}

static TroupeTraceCost *
cost_new (const char *name, TroupeCostKind kind)
{
  TroupeTraceCost *self = g_new0 (TroupeTraceCost, 1);

  self->name = g_strdup (name);
  self->kind = kind;
  self->parts = g_ptr_array_new_with_free_func (cost_free);

  return self;
}

static TroupeTraceCost *
ensure (Sums *sums, const char *name)
{
  TroupeTraceCost *row = g_hash_table_lookup (sums->by_name, name != NULL ? name : "");

  if (row == NULL)
    {
      row = cost_new (name, sums->kind);
      g_ptr_array_add (sums->rows, row);
      g_hash_table_insert (sums->by_name, row->name != NULL ? row->name : (gpointer) "", row);
    }

  return row;
}

/* Linear search, because a run uses few models, and a model few agents. */
static TroupeTraceCost *
ensure_part (TroupeTraceCost *row, const char *name, TroupeCostKind kind)
{
  TroupeTraceCost *part;

  for (guint i = 0; i < row->parts->len; i++)
    {
      part = g_ptr_array_index (row->parts, i);
      if (g_strcmp0 (part->name, name) == 0)
        return part;
    }
  part = cost_new (name, kind);
  g_ptr_array_add (row->parts, part);

  return part;
}

static gint64
get_time (const TroupeSpan *span)
{
  return span->end > span->start ? span->end - span->start : 0;
}

/* @with_calls: FALSE for a tool, which counts its own calls */
static void
add_call (TroupeTraceCost *row, const TroupeSpan *call, gboolean with_calls)
{
  gint64 micro_dollars = 0;

  g_assert (row != NULL);

  if (with_calls)
    row->n_calls++;
  if (troupe_span_get_usage (call) == NULL)
    return;
  row->prompt_tokens += troupe_span_get_tokens (call, "prompt_tokens");
  row->cached_prompt_tokens += troupe_span_get_tokens (call, "cached_prompt_tokens");
  row->completion_tokens += troupe_span_get_tokens (call, "completion_tokens");
  row->saved_micro_dollars += troupe_span_get_saved (call);
  if (troupe_span_get_cost (call, &micro_dollars))
    row->micro_dollars += micro_dollars;
  else
    row->n_unpriced++;
}

static const char *
find_name (const TroupeSpan *span, TroupeScopeKind kind)
{
  const TroupeScope *scope = span->scope != NULL ? troupe_scope_find (span->scope, kind) : NULL;

  return scope != NULL ? troupe_scope_get_title (scope) : NULL;
}

/* @is_inside: whether a span of that kind encloses it, so that its time is already counted */
static void
walk (Sums *sums, const TroupeSpan *span, gboolean is_inside)
{
  const gboolean is_of_kind =
      span->kind == sums->scope && sums->kind != TROUPE_COST_MODEL && !span->is_reused;

  g_assert (span != NULL);

  if (is_of_kind)
    {
      TroupeTraceCost *row = ensure (sums, troupe_span_get_title (span));

      if (sums->kind == TROUPE_COST_TOOL)
        row->n_calls++;
      if (sums->kind == TROUPE_COST_METHOD)
        row->task_number = troupe_span_get_task_number (span);
      if (!is_inside || sums->kind == TROUPE_COST_AGENT)
        row->time_us += get_time (span);
    }
  if (span->kind == TROUPE_SCOPE_MODEL_CALL)
    {
      const char *model = troupe_span_get_name (span);
      const char *agent = troupe_span_find_agent (span);
      const char *name = sums->kind == TROUPE_COST_MODEL   ? model
                         : sums->kind == TROUPE_COST_AGENT ? agent
                                                           : find_name (span, sums->scope);
      TroupeTraceCost *whole;
      TroupeTraceCost *part;

      /* Most model calls are not inside a tool. */
      if (sums->kind != TROUPE_COST_TOOL || name != NULL)
        {
          whole = ensure (sums, name);
          part = sums->kind == TROUPE_COST_MODEL ? ensure_part (whole, agent, TROUPE_COST_AGENT)
                                                 : ensure_part (whole, model, TROUPE_COST_MODEL);
          add_call (whole, span, sums->kind != TROUPE_COST_TOOL);
          add_call (part, span, TRUE);
          part->time_us += get_time (span);
          if (sums->kind == TROUPE_COST_MODEL)
            whole->time_us += get_time (span);
        }
    }
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    walk (sums, g_ptr_array_index (span->children, i), is_inside || is_of_kind);
}

GPtrArray *
troupe_trace_list_costs (TroupeTrace *self, TroupeCostKind kind)
{
  Sums sums = { .kind = kind };

  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);
  g_return_val_if_fail (kind < TROUPE_COST_N_KINDS, NULL);

  sums.scope = scopes[kind];
  sums.rows = g_ptr_array_new_with_free_func (cost_free);
  sums.by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < troupe_trace_get_n_methods (self); i++)
    {
      const TroupeTraceMethod *method = troupe_trace_get_method (self, i);

      for (guint j = 0; j < method->passes->len; j++)
        walk (&sums, g_ptr_array_index (method->passes, j), FALSE);
    }
  if (troupe_trace_get_n_methods (self) == 0)
    {
      /* A standalone crew has tasks instead. */
      if (kind == TROUPE_COST_METHOD)
        sums.scope = TROUPE_SCOPE_TASK;
      walk (&sums, troupe_trace_get_run (self), FALSE);
    }
  g_hash_table_unref (sums.by_name);

  return sums.rows;
}
