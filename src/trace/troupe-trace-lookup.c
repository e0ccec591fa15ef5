/* troupe-trace-lookup.c: queries on a trace: run, methods, passes, counts and log lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trace-lookup"

#include "config.h"

#include <string.h>

#include "troupe-trace-private.h"

/* --- The run as a whole ---------------------------------------------------------------------- */

/**
 * troupe_trace_get_run:
 *
 * Returns: (transfer none): the span of the run as a whole; its state is the run's
 */
TroupeSpan *
troupe_trace_get_run (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return self->run;
}

/**
 * troupe_trace_get_document:
 *
 * Returns: (transfer none) (nullable): the text of the document that ran, as it was stored with the
 * run; %NULL if the run was not read by troupe_trace_load()
 */
const char *
troupe_trace_get_document (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return self->document;
}

/**
 * troupe_trace_is_under_way:
 *
 * Returns: whether more events may be added: between troupe_trace_begin() and troupe_trace_end()
 */
gboolean
troupe_trace_is_under_way (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), FALSE);

  return self->figures.is_under_way;
}

/**
 * troupe_trace_is_held:
 *
 * Returns: whether the user has paused the run, so that its time does not advance
 */
gboolean
troupe_trace_is_held (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), FALSE);

  return self->figures.held_since != 0;
}

/* Returns the number of methods and tasks that start next in a paused run. */
static gsize
count_pending (TroupeTrace *self)
{
  TroupeValue *pending = troupe_value_get_member_of (self->run->news, "pending", TROUPE_VALUE_LIST);

  return pending != NULL ? troupe_value_list_get_length (pending) : 0;
}

/**
 * troupe_trace_is_next:
 *
 * Returns: whether the user has paused the run, and a single step would begin or resume @method
 */
gboolean
troupe_trace_is_next (TroupeTrace *self, const char *method)
{
  const TroupeTraceMethod *found;
  TroupeValue *next;
  gsize n_names;

  g_return_val_if_fail (TROUPE_IS_TRACE (self), FALSE);

  if (self->figures.held_since == 0 || self->run->news == NULL || method == NULL)
    return FALSE;
  /* Nothing starts next while an event is about to be passed on; the method that has emitted it has ended. */
  if (troupe_value_get_member_text (self->run->news, "event") != NULL && count_pending (self) == 0)
    return FALSE;
  found = troupe_trace_methods_find (&self->methods, method);
  if (found != NULL && found->latest != NULL && found->latest->id > self->figures.held_by)
    return FALSE;
  next = troupe_value_map_lookup_string (self->run->news, "next", -1);
  n_names = next != NULL && troupe_value_is (next, TROUPE_VALUE_LIST)
                ? troupe_value_list_get_length (next)
                : 0;
  for (gsize i = 0; i < n_names; i++)
    {
      const TroupeValue *name = troupe_value_list_get (next, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (name, NULL), method))
        return TRUE;
    }

  return FALSE;
}

/* Returns TRUE if the place of a task, such as `review#1/2`, is in the method. */
static gboolean
is_place_in (const char *place, const char *method)
{
  const gsize length = strlen (method);

  return place != NULL && strncmp (place, method, length) == 0 && place[length] == '#';
}

gboolean
troupe_trace_is_next_task (TroupeTrace *self, const char *method, const char *task)
{
  TroupeValue *pending;
  gsize n_pending;

  g_return_val_if_fail (TROUPE_IS_TRACE (self), FALSE);
  g_return_val_if_fail (task != NULL, FALSE);

  if (self->figures.held_since == 0 || self->run->news == NULL)
    return FALSE;
  n_pending = count_pending (self);
  pending = troupe_value_get_member (self->run->news, "pending");
  for (gsize i = 0; i < n_pending; i++)
    {
      TroupeValue *item = troupe_value_list_get (pending, i);

      if (g_strcmp0 (troupe_value_get_member_text (item, "task"), task) == 0 &&
          (method == NULL || is_place_in (troupe_value_get_member_text (item, "place"), method)))
        return TRUE;
    }
  return FALSE;
}

/**
 * troupe_trace_get_run_time:
 * @time_us: microseconds since 1970
 *
 * Returns: microseconds of the run, excluding pauses by the user and the time between two processes
 */
gint64
troupe_trace_get_run_time (TroupeTrace *self, gint64 time_us)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), 0);

  if (self->figures.held_since != 0)
    time_us = MIN (time_us, self->figures.held_since);

  return time_us - self->figures.started_us - self->figures.held_us;
}

/**
 * troupe_trace_set_now:
 * @now_us: microseconds since 1970; 0: the time of the clock
 *
 * Sets the present time, at which a past run is looked at.
 */
void
troupe_trace_set_now (TroupeTrace *self, gint64 now_us)
{
  g_return_if_fail (TROUPE_IS_TRACE (self));

  self->now_us = now_us;
}

/**
 * troupe_trace_get_now:
 *
 * Returns: the present time, in microseconds since 1970
 */
gint64
troupe_trace_get_now (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), 0);

  return self->now_us != 0 ? self->now_us : g_get_real_time ();
}

/**
 * troupe_trace_get_elapsed:
 *
 * Returns: how long the run has been running, or its duration, in microseconds without pauses
 */
gint64
troupe_trace_get_elapsed (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), 0);

  return self->figures.is_under_way
             ? MAX (0, troupe_trace_get_run_time (self, troupe_trace_get_now (self)))
             : self->figures.elapsed;
}

/**
 * troupe_trace_get_flow_state:
 *
 * Returns: (transfer none) (nullable): the latest state of the flow in an event
 */
TroupeValue *
troupe_trace_get_flow_state (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return self->flow_state;
}

/* --- Lookup ----------------------------------------------------------------------------------- */

/**
 * troupe_trace_get_span:
 *
 * Returns: (transfer none) (nullable): the span that the event with this number opened
 */
TroupeSpan *
troupe_trace_get_span (TroupeTrace *self, guint64 id)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return id != 0 ? g_hash_table_lookup (self->spans, &id) : NULL;
}

/**
 * troupe_trace_find_input:
 * @span: a pass of a method
 * @name: (out) (nullable) (transfer none): the method whose result it is; %NULL if unknown
 *
 * A method has at most one positional argument, the value of its trigger. Events contain it as
 * `_0`, as in CrewAI, which says nothing to the user.
 *
 * Returns: (transfer none) (nullable): the input of the method; %NULL if it has none
 */
TroupeValue *
troupe_trace_find_input (TroupeTrace *self, const TroupeSpan *span, const char **name)
{
  TroupeValue *params;
  TroupeValue *value;
  const TroupeEvent *cause;

  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);
  g_return_val_if_fail (span != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  *name = NULL;
  params = span->kind == TROUPE_SCOPE_METHOD ? troupe_span_get_input (span) : NULL;
  value = params != NULL && troupe_value_is (params, TROUPE_VALUE_MAP)
              ? troupe_value_map_lookup_string (params, "_0", -1)
              : NULL;
  if (value == NULL)
    return NULL;
  if (span->trigger != 0)
    {
      guint64 sequence = span->trigger;
      guint first = 0;
      guint end;

      /* Finds a logged event by binary search, because the log is sorted. */
      end = self->lines->len;
      cause = NULL;
      while (first < end)
        {
          const guint middle = first + (end - first) / 2;
          const TroupeEvent *event = g_ptr_array_index (self->lines, middle);

          if (event->sequence == sequence)
            {
              cause = event;
              break;
            }
          if (event->sequence < sequence)
            first = middle + 1;
          else
            end = middle;
        }
    }
  else
    cause = NULL;
  if (cause != NULL)
    *name = troupe_event_get_method (cause);

  return value;
}

guint
troupe_trace_get_n_methods (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), 0);

  return self->methods.list->len;
}

/**
 * troupe_trace_get_method:
 *
 * Returns: (transfer none): a method, in the order of their first events
 */
const TroupeTraceMethod *
troupe_trace_get_method (TroupeTrace *self, guint index)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);
  g_return_val_if_fail (index < self->methods.list->len, NULL);

  return g_ptr_array_index (self->methods.list, index);
}

/**
 * troupe_trace_find_method:
 * @name: (nullable)
 *
 * Returns: (transfer none) (nullable): the data of a method, valid until troupe_trace_begin() is
 * called again
 */
const TroupeTraceMethod *
troupe_trace_find_method (TroupeTrace *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return troupe_trace_methods_find (&self->methods, name);
}

/**
 * troupe_trace_get_pass:
 * @nth: from 1
 *
 * Uses a binary search, so it is fast even for many passes.
 *
 * Returns: (transfer none) (nullable): the nth pass of @method; of a repeated one, the last attempt
 */
TroupeSpan *
troupe_trace_get_pass (TroupeTrace *self, const char *method, guint nth)
{
  const TroupeTraceMethod *found;

  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  found = troupe_trace_methods_find (&self->methods, method);

  return found != NULL ? troupe_trace_method_find_pass (found, nth) : NULL;
}

/**
 * troupe_trace_get_outputs:
 *
 * Returns: (transfer none) (element-type TroupeTraceMethod): methods with an output, in the order
 * of their first output
 */
GPtrArray *
troupe_trace_get_outputs (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return self->methods.outputs;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const TroupeSpan *first = *(TroupeSpan *const *) a;
  const TroupeSpan *second = *(TroupeSpan *const *) b;

  return first->id < second->id ? -1 : first->id > second->id;
}

/**
 * troupe_trace_list_running:
 *
 * Returns: (transfer full) (element-type TroupeSpan): all running spans, in the order in which they
 * began
 */
GPtrArray *
troupe_trace_list_running (TroupeTrace *self)
{
  GPtrArray *list;
  GHashTableIter iter;
  gpointer span;

  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  list = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, &span, NULL))
    g_ptr_array_add (list, troupe_span_ref (span));
  g_ptr_array_sort (list, compare_ids);

  return list;
}

/**
 * troupe_trace_count:
 *
 * Returns: the number of spans of @kind in @state
 */
guint
troupe_trace_count (TroupeTrace *self, TroupeScopeKind kind, TroupeScopeState state)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), 0);
  g_return_val_if_fail ((guint) kind < TROUPE_SCOPE_N_KINDS, 0);
  g_return_val_if_fail ((guint) state <= TROUPE_SCOPE_PAUSED, 0);

  return self->figures.n_in_state[kind][state];
}

/**
 * troupe_trace_count_begun:
 *
 * Returns: the number of spans of @kind that have begun
 */
guint
troupe_trace_count_begun (TroupeTrace *self, TroupeScopeKind kind)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), 0);
  g_return_val_if_fail ((guint) kind < TROUPE_SCOPE_N_KINDS, 0);

  return self->figures.n_begun[kind];
}

/**
 * troupe_trace_get_usage:
 *
 * Returns: (transfer none): the tokens and cost of all model calls that have ended
 */
const TroupeTraceUsage *
troupe_trace_get_usage (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return &self->figures.usage;
}

/* --- Log lines -------------------------------------------------------------------------------- */

/**
 * troupe_trace_get_lines:
 *
 * Returns: (transfer none) (element-type TroupeEvent): the log of the run: all events in their
 * order, without chunks
 */
GPtrArray *
troupe_trace_get_lines (TroupeTrace *self)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (self), NULL);

  return self->lines;
}

/**
 * troupe_trace_line_is_problem:
 *
 * Returns: whether the line reports a problem. Output of a script is not a problem; a line without
 * a level is a warning.
 */
gboolean
troupe_trace_line_is_problem (const TroupeEvent *line)
{
  const TroupeEventTypeInfo *info;
  TroupeValue *level;

  g_return_val_if_fail (line != NULL, FALSE);

  info = troupe_event_type_get_info (line->type);
  if (info->category != TROUPE_EVENT_CATEGORY_LOG)
    return info->state == TROUPE_SCOPE_FAILED || info->state == TROUPE_SCOPE_CANCELLED;

  level = troupe_event_get_field (line, "level");

  return level == NULL || !troupe_value_is (level, TROUPE_VALUE_STRING) ||
         !(g_str_equal (troupe_value_get_string (level, NULL), "info") ||
           g_str_equal (troupe_value_get_string (level, NULL), "debug"));
}

/**
 * troupe_trace_line_get_message:
 *
 * Returns: (transfer none) (nullable): the message of a log event, a string
 */
TroupeValue *
troupe_trace_line_get_message (const TroupeEvent *line)
{
  TroupeValue *message;

  g_return_val_if_fail (line != NULL, NULL);

  if (troupe_event_type_get_info (line->type)->category != TROUPE_EVENT_CATEGORY_LOG)
    return NULL;
  message = troupe_event_get_field (line, "message");

  return message != NULL && troupe_value_is (message, TROUPE_VALUE_STRING) ? message : NULL;
}
