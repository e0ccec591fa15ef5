/* troupe-trace.c: TroupeTrace: builds spans from the events of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trace"

#include "config.h"

#include <string.h>

#include "troupe-trace-private.h"

/* The number of events that are read from the store at once. */
#define PAGE 1000

guint troupe_trace_signals[TROUPE_TRACE_N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTrace, troupe_trace, G_TYPE_OBJECT)

/* Number of spans of former runs that are freed with each batch. A long run has so many that freeing them at once would
 * take longer than a frame. */
#define GARBAGE 2000u

/* --- Batches --------------------------------------------------------------------------------- */

static void
tell_batch (TroupeTrace *self)
{
  g_autoptr (GPtrArray) touched = g_steal_pointer (&self->touched);
  const TroupeScopeState state = self->run->state;

  g_assert (TROUPE_IS_TRACE (self));

  /* Frees some spans of former runs. Spans that other code references are only released. */
  for (guint i = 0; i < GARBAGE && self->garbage->len > 0; i++)
    {
      TroupeSpan *span = g_ptr_array_steal_index_fast (self->garbage, self->garbage->len - 1);
      const gboolean is_last = g_ref_count_compare (&span->ref_count, 1);

      /* The children follow later, so that none of them is freed together with its own children. */
      while (is_last && span->children != NULL && span->children->len > 0)
        {
          TroupeSpan *child =
              g_ptr_array_steal_index_fast (span->children, span->children->len - 1);

          child->parent = NULL;
          g_ptr_array_add (self->garbage, child);
        }
      troupe_span_unref (span);
    }
  self->touched = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  for (guint i = 0; i < touched->len; i++)
    {
      TroupeSpan *span = g_ptr_array_index (touched, i);
      const gboolean is_new = span->is_new;

      span->is_new = FALSE;
      span->is_dirty = FALSE;
      g_signal_emit (
          self, troupe_trace_signals[is_new ? TROUPE_TRACE_SPAN_ADDED : TROUPE_TRACE_SPAN_CHANGED],
          0, span);
    }
  if (state != self->told_state)
    {
      self->told_state = state;
      g_signal_emit (self, troupe_trace_signals[TROUPE_TRACE_RUN_CHANGED], 0);
    }
  g_signal_emit (self, troupe_trace_signals[TROUPE_TRACE_CHANGED], 0);
}

/**
 * troupe_trace_add_event:
 * @event: the next event of the run
 *
 * Adds a batch of one event.
 */
void
troupe_trace_add_event (TroupeTrace *self, TroupeEvent *event)
{
  g_return_if_fail (TROUPE_IS_TRACE (self));
  g_return_if_fail (event != NULL);

  troupe_trace_checkpoint (self);
  troupe_trace_take_event (self, event);
  self->checkpoints.n_events++;
  tell_batch (self);
}

/**
 * troupe_trace_add_events:
 * @events: (element-type TroupeEvent): the next events of the run, in their order
 */
void
troupe_trace_add_events (TroupeTrace *self, GPtrArray *events)
{
  g_return_if_fail (TROUPE_IS_TRACE (self));
  g_return_if_fail (events != NULL);

  troupe_trace_checkpoint (self);
  for (guint i = 0; i < events->len; i++)
    troupe_trace_take_event (self, g_ptr_array_index (events, i));
  self->checkpoints.n_events += events->len;
  tell_batch (self);
}

/* --- The run as a whole ---------------------------------------------------------------------- */

/* Clears all data of a run. Spans that other code references are not modified, and the others are freed later. */
static void
forget (TroupeTrace *self)
{
  g_assert (TROUPE_IS_TRACE (self));

  troupe_trace_checkpoints_clear (&self->checkpoints);
  if (self->run != NULL)
    g_ptr_array_add (self->garbage, troupe_span_ref (self->run));
  g_hash_table_remove_all (self->open);
  g_hash_table_remove_all (self->spans);
  g_ptr_array_set_size (self->lines, 0);
  g_ptr_array_set_size (self->touched, 0);
  troupe_trace_methods_clear (&self->methods);
  g_clear_pointer (&self->flow_state, troupe_value_unref);
  g_clear_pointer (&self->document, g_free);
  g_clear_pointer (&self->run, troupe_span_unref);
}

/**
 * troupe_trace_begin:
 * @started_us: microseconds since 1970, the origin of its times; 0: from its first event
 *
 * Clears all data of the previous run.
 */
void
troupe_trace_begin (TroupeTrace *self, gint64 started_us)
{
  g_return_if_fail (TROUPE_IS_TRACE (self));

  forget (self);
  troupe_trace_methods_init (&self->methods);
  self->run = troupe_span_new (TROUPE_SCOPE_FLOW, NULL);
  self->text_length = 0;
  self->figures =
      (TroupeTraceFigures){ .started_us = started_us, .last_us = started_us, .is_under_way = TRUE };
  self->told_state = TROUPE_SCOPE_SAME;
}

/**
 * troupe_trace_resume:
 * @now_us: microseconds since 1970
 *
 * Continues with a stored run that is resumed after its events have been added: scopes that were
 * running are repeated, and the time in between does not count. If another process resumed the run,
 * this is derived from the events.
 */
void
troupe_trace_resume (TroupeTrace *self, gint64 now_us)
{
  g_return_if_fail (TROUPE_IS_TRACE (self));

  troupe_trace_begin_session (self, now_us);
  tell_batch (self);
}

/**
 * troupe_trace_end:
 * @elapsed_us: the duration of the run, in microseconds; 0: as measured by the clock
 *
 * Ends the trace: scopes that are still running were cancelled. Scopes that wait for the user
 * remain paused if the whole run is paused.
 */
void
troupe_trace_end (TroupeTrace *self, gint64 elapsed_us)
{
  g_autoptr (GPtrArray) open = NULL;
  gboolean is_paused;

  g_return_if_fail (TROUPE_IS_TRACE (self));

  if (elapsed_us == 0)
    elapsed_us = troupe_trace_get_run_time (self, g_get_real_time ());
  /* Nothing may end after the end of the run, even if the clocks differ slightly. */
  self->figures.elapsed = MAX (elapsed_us, troupe_trace_get_run_time (self, self->figures.last_us));
  self->figures.is_under_way = FALSE;
  is_paused = self->run->state == TROUPE_SCOPE_PAUSED;
  troupe_trace_release (self, self->figures.last_us);
  open = troupe_trace_list_running (self);
  for (guint i = 0; i < open->len; i++)
    {
      TroupeSpan *span = g_ptr_array_index (open, i);
      const gboolean waits =
          span->state == TROUPE_SCOPE_WAITING || span->state == TROUPE_SCOPE_PAUSED;

      troupe_trace_close_span (self, span,
                               is_paused && waits ? span->state : TROUPE_SCOPE_CANCELLED,
                               self->figures.last_us, self->figures.elapsed);
    }
  for (guint i = 0; i < self->methods.list->len; i++)
    ((TroupeTraceMethod *) g_ptr_array_index (self->methods.list, i))->n_calls = 0;
  tell_batch (self);
}

/**
 * troupe_trace_load:
 * @run_id: the complete id of a stored run
 *
 * Reads the events of a stored run, page by page. Afterwards the run has ended, or another process
 * continues it.
 *
 * Returns: %FALSE with the store's error if it could not be read
 */
gboolean
troupe_trace_load (TroupeTrace *self, TroupeStore *store, const char *run_id, GError **error)
{
  g_autoptr (TroupeEventReader) reader = troupe_event_reader_new ();
  g_autoptr (TroupeRunRecord) record = NULL;
  guint64 last = 0;
  gboolean has_more = TRUE;

  g_return_val_if_fail (TROUPE_IS_TRACE (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_STORE (store), FALSE);
  g_return_val_if_fail (run_id != NULL, FALSE);

  record = troupe_store_get_run (store, run_id, error);
  if (record == NULL)
    return FALSE;
  troupe_trace_begin (self, 0);
  self->document = g_steal_pointer (&record->document);
  while (has_more)
    {
      const gboolean is_first = last == 0;
      g_autoptr (GPtrArray) events =
          troupe_store_get_events_behind (store, run_id, reader, PAGE, &last, &has_more, error);

      if (events == NULL)
        return FALSE;
      if (is_first && events->len > 0)
        {
          self->figures.started_us = ((TroupeEvent *) g_ptr_array_index (events, 0))->time_us;
          self->figures.last_us = self->figures.started_us;
        }
      troupe_trace_add_events (self, events);
    }
  troupe_trace_end (self, 1);

  return TRUE;
}

/* --- GObject ---------------------------------------------------------------------------------- */

/**
 * troupe_trace_set_keeps_all:
 * @keeps_all: %FALSE: neither log lines nor finished spans are stored, for callers that only follow
 *   the events
 *
 * Must be called before troupe_trace_begin().
 */
void
troupe_trace_set_keeps_all (TroupeTrace *self, gboolean keeps_all)
{
  g_return_if_fail (TROUPE_IS_TRACE (self));

  self->keeps_all = keeps_all;
}

static void
troupe_trace_finalize (GObject *object)
{
  TroupeTrace *self = TROUPE_TRACE (object);

  g_assert (TROUPE_IS_TRACE (self));

  forget (self);
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_clear_pointer (&self->spans, g_hash_table_unref);
  g_clear_pointer (&self->lines, g_ptr_array_unref);
  g_clear_pointer (&self->touched, g_ptr_array_unref);
  g_clear_pointer (&self->garbage, g_ptr_array_unref);

  G_OBJECT_CLASS (troupe_trace_parent_class)->finalize (object);
}

static guint
add_signal (const char *name, guint n_params, GType first, GType second)
{
  return g_signal_new (name, TROUPE_TYPE_TRACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                       n_params, first, second);
}

static void
troupe_trace_class_init (TroupeTraceClass *klass)
{
  const GType span = TROUPE_TYPE_SPAN | G_SIGNAL_TYPE_STATIC_SCOPE;
  const GType event = TROUPE_TYPE_EVENT | G_SIGNAL_TYPE_STATIC_SCOPE;

  G_OBJECT_CLASS (klass)->finalize = troupe_trace_finalize;

  troupe_trace_signals[TROUPE_TRACE_STEP] = add_signal ("step", 2, span, G_TYPE_UINT);
  troupe_trace_signals[TROUPE_TRACE_LINE] = add_signal ("line", 2, span, event);
  troupe_trace_signals[TROUPE_TRACE_SPAN_ADDED] = add_signal ("span-added", 1, span, G_TYPE_NONE);
  troupe_trace_signals[TROUPE_TRACE_SPAN_CHANGED] =
      add_signal ("span-changed", 1, span, G_TYPE_NONE);
  troupe_trace_signals[TROUPE_TRACE_RUN_CHANGED] =
      add_signal ("run-changed", 0, G_TYPE_NONE, G_TYPE_NONE);
  troupe_trace_signals[TROUPE_TRACE_CHANGED] = add_signal ("changed", 0, G_TYPE_NONE, G_TYPE_NONE);
  troupe_trace_signals[TROUPE_TRACE_CHECKPOINT] =
      add_signal ("checkpoint", 1, G_TYPE_UINT, G_TYPE_NONE);
  troupe_trace_signals[TROUPE_TRACE_REWOUND] = add_signal ("rewound", 1, G_TYPE_UINT, G_TYPE_NONE);
}

static void
troupe_trace_init (TroupeTrace *self)
{
  g_assert (TROUPE_IS_TRACE (self));

  self->keeps_all = TRUE;
  self->spans =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, (GDestroyNotify) troupe_span_unref);
  self->open = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_span_unref, NULL);
  self->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  self->touched = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  self->garbage = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  troupe_trace_methods_init (&self->methods);
  self->run = troupe_span_new (TROUPE_SCOPE_FLOW, NULL);
}

/**
 * troupe_trace_new:
 *
 * Returns: (transfer full): a trace without a run
 */
TroupeTrace *
troupe_trace_new (void)
{
  return g_object_new (TROUPE_TYPE_TRACE, NULL);
}
