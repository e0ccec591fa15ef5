/* troupe-trace-checkpoints.c: checkpoints of a trace, to which it can be rewound
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trace-checkpoints"

#include "config.h"

#include <string.h>

#include "troupe-trace-private.h"

/* A checkpoint does not copy the spans. Most of them have ended and never change again, so each span is copied before
 * its first change after the checkpoint. Rewinding restores the copies of all later checkpoints, the latest ones first,
 * and removes the spans that were created in between. */

/* A span as it was at a checkpoint. @was: its members; the texts, lists and the reference count are those of the span */
typedef struct
{
  TroupeSpan *span;
  TroupeSpan was;
  guint n_children;
  guint n_lines;
} SavedSpan;

/* The passes of a method as they were at a checkpoint. */
typedef struct
{
  TroupeSpan *waiting;
  TroupeSpan *latest;
  TroupeSpan *last_output;
  guint n_method_passes; /* length of the list */
  guint n_passes;
  guint n_calls;
} SavedMethod;

typedef struct
{
  TroupeTraceFigures figures;
  TroupeValue *flow_state;
  GArray *spans;   /* (element-type SavedSpan): those that have changed since */
  GArray *methods; /* (element-type SavedMethod): by their index */
  guint n_outputs;
  guint n_lines;
  guint n_created;
  guint n_events;
} Checkpoint;

static TroupeValue *
dup_value (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : NULL;
}

static TroupeSpan *
dup_span (TroupeSpan *span)
{
  return span != NULL ? troupe_span_ref (span) : NULL;
}

/* Releases the values that a span and its copy have references to. */
static void
clear_members (TroupeSpan *span)
{
  g_clear_pointer (&span->scope, troupe_scope_unref);
  g_clear_pointer (&span->given, troupe_value_unref);
  g_clear_pointer (&span->news, troupe_value_unref);
  g_clear_pointer (&span->outcome, troupe_value_unref);
  g_clear_pointer (&span->state_before, troupe_value_unref);
  g_clear_pointer (&span->state_after, troupe_value_unref);
}

static void
saved_span_clear (gpointer data)
{
  SavedSpan *saved = data;

  clear_members (&saved->was);
  g_clear_pointer (&saved->span, troupe_span_unref);
}

static void
saved_method_clear (gpointer data)
{
  SavedMethod *saved = data;

  g_clear_pointer (&saved->waiting, troupe_span_unref);
  g_clear_pointer (&saved->latest, troupe_span_unref);
  g_clear_pointer (&saved->last_output, troupe_span_unref);
}

static void
checkpoint_free (gpointer data)
{
  Checkpoint *checkpoint = data;

  g_clear_pointer (&checkpoint->flow_state, troupe_value_unref);
  g_array_unref (checkpoint->spans);
  g_array_unref (checkpoint->methods);
  g_free (checkpoint);
}

static Checkpoint *
get_last (TroupeTrace *self)
{
  const GPtrArray *list = self->checkpoints.list;

  return list != NULL && list->len > 0 ? g_ptr_array_index (list, list->len - 1) : NULL;
}

/* --- Saving ----------------------------------------------------------------------------------- */

void
troupe_trace_checkpoints_clear (TroupeTraceCheckpoints *self)
{
  g_clear_pointer (&self->list, g_ptr_array_unref);
  g_clear_pointer (&self->created, g_ptr_array_unref);
  self->n_events = 0;
}

void
troupe_trace_checkpoint (TroupeTrace *self)
{
  TroupeTraceCheckpoints *all = &self->checkpoints;
  const Checkpoint *last = get_last (self);
  Checkpoint *checkpoint;
  const GPtrArray *list;
  GArray *saved;

  if (all->interval == 0 || (last != NULL && all->n_events - last->n_events < all->interval))
    return;
  if (all->list == NULL)
    {
      all->list = g_ptr_array_new_with_free_func (checkpoint_free);
      all->created = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
    }
  checkpoint = g_new0 (Checkpoint, 1);
  checkpoint->figures = self->figures;
  checkpoint->flow_state = dup_value (self->flow_state);
  checkpoint->spans = g_array_new (FALSE, FALSE, sizeof (SavedSpan));
  g_array_set_clear_func (checkpoint->spans, saved_span_clear);
  list = self->methods.list;
  saved = g_array_sized_new (FALSE, FALSE, sizeof (SavedMethod), list->len);
  g_array_set_clear_func (saved, saved_method_clear);
  for (guint i = 0; i < list->len; i++)
    {
      const TroupeTraceMethod *method = g_ptr_array_index (list, i);
      const SavedMethod copy = { .waiting = dup_span (method->waiting),
                                 .latest = dup_span (method->latest),
                                 .last_output = dup_span (method->last_output),
                                 .n_method_passes = method->passes->len,
                                 .n_passes = method->n_passes,
                                 .n_calls = method->n_calls };

      g_array_append_val (saved, copy);
    }
  checkpoint->methods = saved;
  checkpoint->n_outputs = self->methods.outputs->len;
  checkpoint->n_lines = self->lines->len;
  checkpoint->n_created = all->created->len;
  checkpoint->n_events = all->n_events;
  g_ptr_array_add (all->list, checkpoint);
  g_signal_emit (self, troupe_trace_signals[TROUPE_TRACE_CHECKPOINT], 0, all->list->len - 1);
}

void
troupe_trace_save_span (TroupeTrace *self, TroupeSpan *span)
{
  const guint serial = self->checkpoints.list != NULL ? self->checkpoints.list->len : 0;
  SavedSpan saved;

  if (serial == 0 || span->saved_at == serial)
    return;
  span->saved_at = serial;
  saved = (SavedSpan){ .span = troupe_span_ref (span),
                       .was = *span,
                       .n_children = span->children != NULL ? span->children->len : 0,
                       .n_lines = span->lines != NULL ? span->lines->len : 0 };
  saved.was.scope = span->scope != NULL ? troupe_scope_ref (span->scope) : NULL;
  saved.was.given = dup_value (span->given);
  saved.was.news = dup_value (span->news);
  saved.was.outcome = dup_value (span->outcome);
  saved.was.state_before = dup_value (span->state_before);
  saved.was.state_after = dup_value (span->state_after);
  g_array_append_val (get_last (self)->spans, saved);
}

void
troupe_trace_note_created (TroupeTrace *self, TroupeSpan *span)
{
  if (self->checkpoints.list == NULL)
    return;
  span->saved_at = self->checkpoints.list->len;
  g_ptr_array_add (self->checkpoints.created, troupe_span_ref (span));
}

/* --- Rewinding -------------------------------------------------------------------------------- */

static void
restore_span (TroupeTrace *self, SavedSpan *saved)
{
  TroupeSpan *span = saved->span;
  TroupeSpan *was = &saved->was;

  g_assert (TROUPE_IS_TRACE (self));

  /* The key of the table is the address of the id. */
  if (span->id != 0 && span->id != was->id)
    g_hash_table_remove (self->spans, &span->id);
  clear_members (span);
  was->ref_count = span->ref_count;
  was->is_new = span->is_new;
  was->is_dirty = span->is_dirty;
  was->children = span->children;
  was->lines = span->lines;
  was->text = span->text;
  *span = *was;
  memset (was, 0, sizeof *was);
  if (span->id != 0 && g_hash_table_lookup (self->spans, &span->id) != span)
    g_hash_table_replace (self->spans, &span->id, troupe_span_ref (span));
  if (span->children != NULL)
    g_ptr_array_set_size (span->children, (int) MIN (saved->n_children, span->children->len));
  if (span->lines != NULL)
    g_ptr_array_set_size (span->lines, (int) MIN (saved->n_lines, span->lines->len));
  if (span->is_open)
    g_hash_table_add (self->open, troupe_span_ref (span));
  else
    g_hash_table_remove (self->open, span);
  /* Chunks are not stored, so a text that is streamed is not repeated. */
  troupe_trace_forget_text (self, &span->text);
  troupe_trace_touch (self, span);
}

static void
restore_methods (TroupeTrace *self, const Checkpoint *checkpoint)
{
  GPtrArray *list = self->methods.list;

  g_assert (TROUPE_IS_TRACE (self));

  g_ptr_array_set_size (self->methods.outputs, (int) checkpoint->n_outputs);
  for (guint i = checkpoint->methods->len; i < list->len; i++)
    {
      TroupeTraceMethod *method = g_ptr_array_index (list, i);

      troupe_trace_forget_text (self, &method->text);
      g_hash_table_remove (self->methods.by_name, method->name);
    }
  g_ptr_array_set_size (list, (int) checkpoint->methods->len);
  for (guint i = 0; i < list->len; i++)
    {
      TroupeTraceMethod *method = g_ptr_array_index (list, i);
      const SavedMethod *saved = &g_array_index (checkpoint->methods, SavedMethod, i);

      g_clear_pointer (&method->waiting, troupe_span_unref);
      g_clear_pointer (&method->latest, troupe_span_unref);
      g_clear_pointer (&method->last_output, troupe_span_unref);
      method->waiting = dup_span (saved->waiting);
      method->latest = dup_span (saved->latest);
      method->last_output = dup_span (saved->last_output);
      method->n_passes = saved->n_passes;
      method->n_calls = saved->n_calls;
      g_ptr_array_set_size (method->passes, (int) saved->n_method_passes);
      troupe_trace_forget_text (self, &method->text);
    }
}

static void
restore (TroupeTrace *self, guint index)
{
  TroupeTraceCheckpoints *all = &self->checkpoints;
  const Checkpoint *checkpoint = g_ptr_array_index (all->list, index);
  guint n_created;
  GPtrArray *created;

  g_assert (TROUPE_IS_TRACE (self));

  for (guint i = all->list->len; i > index; i--)
    {
      GArray *spans = ((Checkpoint *) g_ptr_array_index (all->list, i - 1))->spans;

      for (guint j = 0; j < spans->len; j++)
        {
          restore_span (self, &g_array_index (spans, SavedSpan, j));
          g_array_index (spans, SavedSpan, j).span->saved_at = index;
        }
      g_array_set_size (spans, 0);
    }
  g_ptr_array_set_size (all->list, (int) index + 1);
  restore_methods (self, checkpoint);
  /* Removes the spans that were created after the first @n_created ones. They are freed little
   * by little. */
  n_created = checkpoint->n_created;
  created = self->checkpoints.created;
  while (created->len > n_created)
    {
      TroupeSpan *span = g_ptr_array_steal_index_fast (created, created->len - 1);

      g_hash_table_remove (self->open, span);
      if (span->id != 0 && g_hash_table_lookup (self->spans, &span->id) == span)
        g_hash_table_remove (self->spans, &span->id);
      span->parent = NULL;
      troupe_trace_forget_text (self, &span->text);
      g_ptr_array_add (self->garbage, span);
    }
  /* A removed span may have been restored before. It is not reported: unlike the others, it has no parent. */
  for (guint i = self->touched->len; i > 0; i--)
    {
      TroupeSpan *span = g_ptr_array_index (self->touched, i - 1);

      if (span->parent != NULL || span == self->run)
        continue;
      span->is_dirty = FALSE;
      g_ptr_array_remove_index_fast (self->touched, i - 1);
    }
  g_ptr_array_set_size (self->lines, (int) checkpoint->n_lines);
  self->figures = checkpoint->figures;
  g_clear_pointer (&self->flow_state, troupe_value_unref);
  self->flow_state = dup_value (checkpoint->flow_state);
  all->n_events = checkpoint->n_events;
}

/**
 * troupe_trace_set_checkpoints:
 * @interval: number of events between two checkpoints; 0: no checkpoints
 *
 * Sets whether checkpoints are saved, which are required for troupe_trace_rewind(). Call it before troupe_trace_begin().
 */
void
troupe_trace_set_checkpoints (TroupeTrace *self, guint interval)
{
  g_return_if_fail (TROUPE_IS_TRACE (self));

  self->checkpoints.interval = interval;
}

/**
 * troupe_trace_rewind:
 * @n_events: a number of events
 *
 * Rewinds the trace to its last checkpoint at which it had at most @n_events events. The spans that have changed are
 * reported with the next batch.
 *
 * Returns: how many events the trace has afterwards: the number of those that must not be added again; %G_MAXUINT
 *   without an effect if there is no such checkpoint
 */
guint
troupe_trace_rewind (TroupeTrace *self, guint n_events)
{
  GPtrArray *list;
  guint index;

  g_return_val_if_fail (TROUPE_IS_TRACE (self), G_MAXUINT);

  list = self->checkpoints.list;
  index = list != NULL ? list->len : 0;
  while (index > 0 && ((Checkpoint *) g_ptr_array_index (list, index - 1))->n_events > n_events)
    index--;
  if (index == 0)
    return G_MAXUINT;
  restore (self, index - 1);
  g_signal_emit (self, troupe_trace_signals[TROUPE_TRACE_REWOUND], 0, index - 1);
  return self->checkpoints.n_events;
}
