/* troupe-trace-events.c: applies events to a trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-trace-events"

#include "config.h"

#include "troupe-trace-private.h"

/* Maximum size of the streamed text of a whole run, in bytes. */
#define TEXT_LIMIT (1000 * 1000)

static void
set_value (TroupeValue **target, TroupeValue *value)
{
  TroupeValue *old = *target;

  *target = value != NULL ? troupe_value_ref (value) : NULL;
  if (old != NULL)
    troupe_value_unref (old);
}

/* --- Spans ----------------------------------------------------------------------------------- */

void
troupe_trace_touch (TroupeTrace *self, TroupeSpan *span)
{
  g_assert (TROUPE_IS_TRACE (self));

  if (span->is_dirty)
    return;
  span->is_dirty = TRUE;
  g_ptr_array_add (self->touched, troupe_span_ref (span));
}

static void
tell_step (TroupeTrace *self, TroupeSpan *span, TroupeEventEffect effect)
{
  g_assert (TROUPE_IS_TRACE (self));

  troupe_trace_touch (self, span);
  if (g_signal_has_handler_pending (self, troupe_trace_signals[TROUPE_TRACE_STEP], 0, FALSE))
    g_signal_emit (self, troupe_trace_signals[TROUPE_TRACE_STEP], 0, span, (guint) effect);
}

static void
end_pause (TroupeTrace *self, gint64 time_us)
{
  g_assert (TROUPE_IS_TRACE (self));

  if (self->figures.held_since != 0)
    self->figures.held_us += MAX (0, time_us - self->figures.held_since);
  self->figures.held_since = 0;
}

/* All state changes are made by this function, so that they are counted and pauses of the run
 * are excluded from its time. */
static void
set_state (TroupeTrace *self, TroupeSpan *span, TroupeScopeState state, gint64 time_us)
{
  guint *counts = self->figures.n_in_state[span->kind];

  g_assert (TROUPE_IS_TRACE (self));

  if (state == TROUPE_SCOPE_SAME || span->state == state)
    return;

  troupe_trace_save_span (self, span);
  if (span->state != TROUPE_SCOPE_SAME)
    counts[span->state]--;
  span->state = state;
  counts[state]++;
  troupe_trace_touch (self, span);

  if (span != self->run)
    return;
  if (state == TROUPE_SCOPE_HELD)
    self->figures.held_since = time_us;
  else if (state == TROUPE_SCOPE_RUNNING)
    end_pause (self, time_us);
}

static gint64
get_held (TroupeTrace *self, gint64 time_us)
{
  g_assert (TROUPE_IS_TRACE (self));

  return self->figures.held_us +
         (self->figures.held_since != 0 ? MAX (0, time_us - self->figures.held_since) : 0);
}

void
troupe_trace_forget_text (TroupeTrace *self, TroupeSpanText *text)
{
  g_assert (TROUPE_IS_TRACE (self));

  self->text_length -= troupe_span_text_clear (text);
}

/* @end: time of the run */
void
troupe_trace_close_span (TroupeTrace *self,
                         TroupeSpan *span,
                         TroupeScopeState state,
                         gint64 time_us,
                         gint64 end)
{
  g_autoptr (TroupeSpan) held = troupe_span_ref (span);

  troupe_trace_save_span (self, span);
  span->ended_us = MAX (span->started_us, time_us);
  /* 0 would mean that it is still running. */
  span->end = MAX (MAX (span->start, end), 1);
  span->held_us = MAX (0, get_held (self, time_us) - span->held_before);
  span->is_open = FALSE;
  span->is_left = FALSE;
  set_state (self, span, state, time_us);
  troupe_trace_touch (self, span);
  g_hash_table_remove (self->open, span);
  if (!self->keeps_all && span->id != 0)
    g_hash_table_remove (self->spans, &span->id);
}

/* Inserts the span into the tree. @around: (nullable): the enclosing scope */
static void
place_span (TroupeTrace *self, TroupeSpan *span, const TroupeScope *around)
{
  TroupeSpan *parent = troupe_trace_get_span (self, troupe_scope_find_id (around));

  g_assert (TROUPE_IS_TRACE (self));

  if (parent == NULL && around != NULL && span->kind != TROUPE_SCOPE_METHOD)
    {
      const TroupeScope *scope = troupe_scope_find (around, TROUPE_SCOPE_METHOD);
      const TroupeTraceMethod *method =
          scope != NULL ? troupe_trace_methods_find (&self->methods, scope->name) : NULL;

      parent = method != NULL ? method->latest : NULL;
    }
  if (parent == NULL)
    parent = self->run;

  span->is_new = TRUE;
  /* Parents must not be referenced if they are not kept. */
  if (parent == span || !self->keeps_all)
    return;
  troupe_trace_note_created (self, span);
  troupe_trace_save_span (self, parent);
  span->parent = parent;
  if (parent->children == NULL)
    parent->children = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_span_unref);
  g_ptr_array_add (parent->children, troupe_span_ref (span));
}

static gboolean
is_of_run (const TroupeEvent *event, const TroupeEventTypeInfo *info)
{
  g_assert (event != NULL);

  /* A standalone crew is the run. */
  if (info->kind == TROUPE_SCOPE_CREW)
    return event->scope == NULL || event->scope->parent == NULL;
  return info->kind == TROUPE_SCOPE_FLOW &&
         (event->scope == NULL || event->scope->parent == NULL ||
          troupe_scope_find (event->scope->parent, TROUPE_SCOPE_FLOW) == NULL);
}

/* Finds the pass of the method that contains the scope. (transfer none) (nullable) */
static TroupeSpan *
find_pass (TroupeTrace *self, const TroupeScope *scope)
{
  const TroupeScope *around = troupe_scope_find (scope, TROUPE_SCOPE_METHOD);
  const TroupeTraceMethod *method;
  TroupeSpan *span;

  g_assert (TROUPE_IS_TRACE (self));

  if (around == NULL)
    return NULL;
  span = troupe_trace_get_span (self, around->id);
  if (span != NULL && span->kind == TROUPE_SCOPE_METHOD)
    return span;
  method = troupe_trace_methods_find (&self->methods, around->name);

  return method != NULL ? method->latest : NULL;
}

/* --- Sessions --------------------------------------------------------------------------------- */

/* Ends a pause by the user. The run may have ended during the pause. */
void
troupe_trace_release (TroupeTrace *self, gint64 time_us)
{
  if (self->run->state == TROUPE_SCOPE_HELD)
    set_state (self, self->run, TROUPE_SCOPE_RUNNING, time_us);
  end_pause (self, time_us);
}

/* Called when the process that emitted the events so far has ended and another one resumes the
 * run at @now_us. The time in between does not count, calls do not outlive their process, and
 * methods may be repeated. */
void
troupe_trace_begin_session (TroupeTrace *self, gint64 now_us)
{
  g_autoptr (GPtrArray) open = troupe_trace_list_running (self);

  troupe_trace_release (self, self->figures.last_us);
  self->figures.left_us = self->figures.last_us;
  self->figures.left_at = troupe_trace_get_run_time (self, self->figures.last_us);
  for (guint i = 0; i < open->len; i++)
    {
      TroupeSpan *span = g_ptr_array_index (open, i);

      troupe_trace_save_span (self, span);
      if (span->kind == TROUPE_SCOPE_METHOD)
        span->is_left = TRUE;
      else if (span->kind > TROUPE_SCOPE_METHOD && span->kind != TROUPE_SCOPE_QUESTION)
        troupe_trace_close_span (self, span, TROUPE_SCOPE_CANCELLED, self->figures.last_us,
                                 self->figures.left_at);
    }
  for (guint i = 0; i < self->methods.list->len; i++)
    ((TroupeTraceMethod *) g_ptr_array_index (self->methods.list, i))->n_calls = 0;

  self->figures.started_us += MAX (0, now_us - self->figures.last_us);
  self->figures.last_us = MAX (self->figures.last_us, now_us);
  troupe_trace_save_span (self, self->run);
  self->run->ended_us = 0;
  self->run->end = 0;
  if (!self->run->is_open)
    g_hash_table_add (self->open, troupe_span_ref (self->run));
  self->run->is_open = TRUE;
  set_state (self, self->run, TROUPE_SCOPE_RUNNING, now_us);
}

/* --- Handling one event ----------------------------------------------------------------------- */

/* (transfer full) */
static TroupeSpan *
open_pass (TroupeTrace *self, const TroupeEvent *event)
{
  TroupeTraceMethod *method = troupe_trace_methods_ensure (&self->methods, event->scope->name);
  TroupeSpan *latest;
  gboolean is_anew;
  TroupeSpan *span;

  g_assert (TROUPE_IS_TRACE (self));

  /* A pass that is repeated because its process ended is the same pass, not another one: the
   * same cause starts a method once. A stored run may have been resumed several times already. */
  latest = method->latest;
  if (latest == NULL || latest->nth == 0 || !latest->is_open ||
      !(latest->is_left || latest->trigger == event->trigger))
    is_anew = FALSE;
  else
    {
      if (!latest->is_left)
        troupe_trace_begin_session (self, event->time_us);
      troupe_trace_close_span (self, latest, TROUPE_SCOPE_CANCELLED, self->figures.left_us,
                               self->figures.left_at);

      is_anew = TRUE;
    }

  if (method->waiting != NULL)
    span = g_steal_pointer (&method->waiting);
  else
    {
      span = troupe_span_new (TROUPE_SCOPE_METHOD, event->scope);
      place_span (self, span, event->scope->parent);
    }
  troupe_trace_save_span (self, span);
  if (span->scope != event->scope)
    {
      troupe_scope_unref (span->scope);
      span->scope = troupe_scope_ref (event->scope);
    }
  if (!is_anew)
    method->n_passes++;
  span->nth = method->n_passes;
  method->n_calls = 0;
  troupe_trace_forget_text (self, &method->text);
  g_clear_pointer (&method->latest, troupe_span_unref);
  method->latest = troupe_span_ref (span);
  if (self->keeps_all)
    g_ptr_array_add (method->passes, troupe_span_ref (span));

  return span;
}

static void
take_open (TroupeTrace *self, const TroupeEvent *event, const TroupeEventTypeInfo *info)
{
  g_autoptr (TroupeSpan) span = NULL;

  g_assert (TROUPE_IS_TRACE (self));

  if (is_of_run (event, info))
    {
      /* Loading and preparation do not count as part of the run, as in its result. */
      if (self->methods.list->len == 0 && self->figures.held_us == 0)
        self->figures.started_us = MAX (self->figures.started_us, event->time_us);
      span = troupe_span_ref (self->run);
      troupe_trace_save_span (self, span);
      if (span->scope == NULL && event->scope != NULL)
        span->scope = troupe_scope_ref (event->scope);
      span->is_new = !span->is_open;
    }
  else if (info->kind == TROUPE_SCOPE_METHOD && event->scope != NULL && event->scope->name != NULL)
    {
      span = open_pass (self, event);
    }
  else
    {
      if (info->kind == TROUPE_SCOPE_TASK && event->scope != NULL)
        {
          const char *path = troupe_scope_find_path (event->scope);
          guint64 parent = troupe_scope_find_id (event->scope->parent);
          GHashTableIter iter;
          gpointer key;

          /* A kickoff executes a task once: if it begins again while it is running, another
           * process began it. */
          g_hash_table_iter_init (&iter, self->open);
          while (g_hash_table_iter_next (&iter, &key, NULL))
            {
              const TroupeSpan *task = key;

              if (task->kind != TROUPE_SCOPE_TASK || task->scope == NULL ||
                  troupe_scope_find_id (task->scope->parent) != parent ||
                  g_strcmp0 (troupe_scope_find_path (task->scope), path) != 0)
                continue;
              troupe_trace_begin_session (self, event->time_us);
              break;
            }
        }
      span = troupe_span_new (info->kind, event->scope);
      place_span (self, span, event->scope != NULL ? event->scope->parent : NULL);
    }
  /* Remove the span before its id changes, because the key of the table is the address of
   * span->id. */
  if (span->id != 0)
    g_hash_table_remove (self->spans, &span->id);
  span->id = event->sequence;
  span->trigger = event->trigger;
  span->started_us = event->time_us;
  span->start = MAX (0, troupe_trace_get_run_time (self, event->time_us));
  span->held_before = get_held (self, event->time_us);
  span->is_open = TRUE;
  span->is_reused = troupe_event_get_field (event, "reused") != NULL;
  set_value (&span->given, event->fields);
  set_value (&span->news, NULL);
  set_value (&span->state_before, event->state);
  set_value (&span->state_after, event->state);
  if (span->id != 0)
    g_hash_table_replace (self->spans, &span->id, troupe_span_ref (span));
  g_hash_table_add (self->open, troupe_span_ref (span));
  self->figures.n_begun[span->kind]++;
  set_state (self, span, info->state, event->time_us);
  tell_step (self, span, TROUPE_EVENT_OPENS);
}

/* Creates the span of a task whose saved output is used. Returns NULL if there already is one,
 * because a resumed replay may report it again. (transfer full) (nullable) */
static TroupeSpan *
make_reused (TroupeTrace *self, const TroupeEvent *event)
{
  TroupeSpan *parent = NULL;
  TroupeSpan *span;

  g_assert (TROUPE_IS_TRACE (self));

  if (event->scope == NULL)
    return NULL;
  parent = troupe_trace_get_span (self, troupe_scope_find_id (event->scope->parent));
  if (parent == NULL)
    parent = self->run;
  for (guint i = 0; parent->children != NULL && i < parent->children->len; i++)
    {
      span = g_ptr_array_index (parent->children, i);
      if (span->is_reused && g_strcmp0 (troupe_scope_find_path (span->scope),
                                        troupe_scope_find_path (event->scope)) == 0)
        return NULL;
    }
  span = troupe_span_new (TROUPE_SCOPE_TASK, event->scope);
  place_span (self, span, event->scope->parent);
  span->started_us = event->time_us;
  span->start = MAX (0, troupe_trace_get_run_time (self, event->time_us));
  span->held_before = get_held (self, event->time_us);
  span->is_open = TRUE;
  span->is_reused = TRUE;

  return span;
}

/* Records the output of a span that has ended, if there is one. */
static void
take_outcome (TroupeTrace *self, TroupeSpan *span)
{
  const gboolean has_output = troupe_span_get_output (span) != NULL;
  TroupeTraceMethod *method;

  g_assert (TROUPE_IS_TRACE (self));

  if (span->kind == TROUPE_SCOPE_MODEL_CALL)
    {
      const TroupeSpan *pass = find_pass (self, span->scope);
      TroupeTraceMethod *call =
          troupe_trace_methods_find (&self->methods, troupe_span_get_method (span));
      gint64 micro_dollars = 0;

      if (call != NULL && call->latest == pass && call->n_calls > 0)
        {
          call->n_calls--;
          if (call->latest != NULL)
            troupe_trace_touch (self, call->latest);
        }
      if (troupe_span_get_usage (span) != NULL)
        {
          self->figures.usage.prompt_tokens += troupe_span_get_tokens (span, "prompt_tokens");
          self->figures.usage.completion_tokens +=
              troupe_span_get_tokens (span, "completion_tokens");
          self->figures.usage.cached_prompt_tokens +=
              troupe_span_get_tokens (span, "cached_prompt_tokens");
          self->figures.usage.reasoning_tokens += troupe_span_get_tokens (span, "reasoning_tokens");
          self->figures.usage.total_tokens += troupe_span_get_tokens (span, "total_tokens");
          self->figures.usage.n_calls++;
          if (troupe_span_get_cost (span, &micro_dollars))
            self->figures.usage.micro_dollars += micro_dollars;
          else
            self->figures.usage.n_unpriced++;
        }
    }
  if (!has_output)
    return;
  troupe_trace_forget_text (self, &span->text);
  if (span->kind != TROUPE_SCOPE_METHOD)
    return;
  troupe_trace_methods_take_output (&self->methods, span);
  method = troupe_trace_methods_find (&self->methods, troupe_span_get_name (span));
  if (method->latest == span)
    troupe_trace_forget_text (self, &method->text);
}

/* (transfer full) (nullable) */
static TroupeSpan *
find_closed (TroupeTrace *self, const TroupeEvent *event, const TroupeEventTypeInfo *info)
{
  TroupeSpan *span;

  g_assert (TROUPE_IS_TRACE (self));

  if (is_of_run (event, info))
    return troupe_span_ref (self->run);
  if (event->type == TROUPE_EVENT_TASK_REUSED)
    return make_reused (self, event);
  span = troupe_trace_get_span (self, event->scope != NULL ? event->scope->id : 0);
  if (span == NULL)
    {
      TroupeSpan *torn;

      /* A truncated log may contain an end without a start: only the end is known. */
      if (info->kind != TROUPE_SCOPE_METHOD || event->scope == NULL || event->scope->name == NULL)
        return NULL;
      torn = troupe_span_new (info->kind, event->scope);
      place_span (self, torn, event->scope->parent);
      torn->started_us = event->time_us;
      torn->start = MAX (0, troupe_trace_get_run_time (self, event->time_us));
      torn->held_before = get_held (self, event->time_us);
      torn->trigger = event->trigger;
      torn->is_open = TRUE;

      return torn;
    }

  return span->kind == info->kind ? troupe_span_ref (span) : NULL;
}

static void
take_close (TroupeTrace *self, const TroupeEvent *event, const TroupeEventTypeInfo *info)
{
  g_autoptr (TroupeSpan) span = find_closed (self, event, info);
  TroupeTraceMethod *method;

  g_assert (TROUPE_IS_TRACE (self));

  if (span == NULL)
    return;
  troupe_trace_save_span (self, span);
  set_value (&span->outcome, event->fields);
  if (event->state != NULL)
    set_value (&span->state_after, event->state);
  /* The span continues once the user has answered. */
  if (info->state == TROUPE_SCOPE_PAUSED && span != self->run)
    {
      set_state (self, span, info->state, event->time_us);
    }
  else
    {
      const gboolean was_open = span->is_open;

      troupe_trace_close_span (
          self, span,
          info->state == TROUPE_SCOPE_FAILED && span->kind > TROUPE_SCOPE_METHOD &&
                  g_strcmp0 (troupe_span_get_error_kind (span), "cancelled") == 0
              ? TROUPE_SCOPE_CANCELLED
              : info->state,
          event->time_us, troupe_trace_get_run_time (self, event->time_us));
      if (was_open)
        take_outcome (self, span);
    }
  /* The start of this span is unknown, so it becomes the latest one if nothing else is running. */
  if (span->kind == TROUPE_SCOPE_METHOD && span->nth == 0)
    {
      method = troupe_trace_methods_ensure (&self->methods, troupe_span_get_name (span));
      if (method->latest == NULL || !method->latest->is_open)
        {
          g_clear_pointer (&method->latest, troupe_span_unref);
          method->latest = troupe_span_ref (span);
        }
    }
  tell_step (self, span, TROUPE_EVENT_CLOSES);
}

/* Adds a chunk of text of a response that is not complete yet. */
static void
take_chunk (TroupeTrace *self, const TroupeEvent *event)
{
  TroupeValue *piece = troupe_event_get_field (event, "chunk");
  const TroupeScope *around = troupe_scope_find (event->scope, TROUPE_SCOPE_METHOD);
  TroupeSpan *span = troupe_trace_get_span (self, event->scope != NULL ? event->scope->id : 0);

  g_assert (TROUPE_IS_TRACE (self));

  if (piece == NULL || !troupe_value_is (piece, TROUPE_VALUE_STRING))
    return;
  if (span != NULL && span->is_open)
    {
      troupe_trace_save_span (self, span);
      if (span->first == 0)
        span->first = MAX (troupe_trace_get_run_time (self, event->time_us), 1);
      self->text_length += troupe_span_text_add (&span->text, piece,
                                                 TEXT_LIMIT - MIN (TEXT_LIMIT, self->text_length));
      tell_step (self, span, TROUPE_EVENT_CHANGES);
    }
  if (around != NULL && around->name != NULL)
    {
      TroupeTraceMethod *method = troupe_trace_methods_ensure (&self->methods, around->name);

      self->text_length += troupe_span_text_add (&method->text, piece,
                                                 TEXT_LIMIT - MIN (TEXT_LIMIT, self->text_length));
      if (method->latest != NULL)
        tell_step (self, method->latest, TROUPE_EVENT_CHANGES);
    }
}

/* Returns the span of a method that has received an event and waits for more. */
static TroupeSpan *
ensure_waiting (TroupeTrace *self, const TroupeEvent *event)
{
  TroupeTraceMethod *method = troupe_trace_methods_ensure (&self->methods, event->scope->name);

  g_assert (TROUPE_IS_TRACE (self));

  if (method->waiting == NULL)
    {
      method->waiting = troupe_span_new (TROUPE_SCOPE_METHOD, event->scope);
      method->waiting->started_us = event->time_us;
      place_span (self, method->waiting, event->scope->parent);
    }

  return method->waiting;
}

static void
take_change (TroupeTrace *self, const TroupeEvent *event, const TroupeEventTypeInfo *info)
{
  TroupeSpan *span;

  g_assert (TROUPE_IS_TRACE (self));

  if (is_of_run (event, info))
    span = self->run;
  else if (info->state == TROUPE_SCOPE_WAITING && info->kind == TROUPE_SCOPE_METHOD)
    span = event->scope != NULL && event->scope->name != NULL ? ensure_waiting (self, event) : NULL;
  else
    span = troupe_trace_get_span (self, event->scope != NULL ? event->scope->id : 0);
  if (span == NULL || (span->kind != info->kind && span != self->run))
    return;
  troupe_trace_save_span (self, span);
  /* A changed run is still paused before the same methods. */
  if (event->type != TROUPE_EVENT_RUN_EDITED)
    set_value (&span->news, event->fields);
  if (info->state == TROUPE_SCOPE_HELD)
    self->figures.held_by = event->sequence;
  set_state (self, span, info->state, event->time_us);
  tell_step (self, span, TROUPE_EVENT_CHANGES);
}

static void
take_line (TroupeTrace *self, TroupeEvent *event)
{
  TroupeSpan *span = find_pass (self, event->scope);
  TroupeValue *level = troupe_event_get_field (event, "level");

  g_assert (TROUPE_IS_TRACE (self));

  if (span == NULL)
    span = troupe_trace_get_span (self, troupe_scope_find_id (event->scope));
  if (span != NULL && self->keeps_all)
    {
      troupe_trace_save_span (self, span);
      if (span->lines == NULL)
        span->lines = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
      g_ptr_array_add (span->lines, troupe_event_ref (event));
      if (level != NULL && troupe_value_is (level, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (level, NULL), "error"))
        span->raised = event;
      troupe_trace_touch (self, span);
    }
  g_signal_emit (self, troupe_trace_signals[TROUPE_TRACE_LINE], 0, span, event);
}

void
troupe_trace_take_event (TroupeTrace *self, TroupeEvent *event)
{
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (event->type);

  if (self->run->state == TROUPE_SCOPE_FAILED
          ? info->kind == TROUPE_SCOPE_TASK && info->effect == TROUPE_EVENT_OPENS
          : (self->run->state == TROUPE_SCOPE_PAUSED ||
             self->run->state == TROUPE_SCOPE_CANCELLED) &&
                (((info->kind == TROUPE_SCOPE_METHOD || info->kind == TROUPE_SCOPE_TASK) &&
                  info->effect == TROUPE_EVENT_OPENS) ||
                 (info->kind == TROUPE_SCOPE_QUESTION && info->effect == TROUPE_EVENT_CLOSES)))
    troupe_trace_begin_session (self, event->time_us);
  if (self->keeps_all && !info->is_chunk)
    g_ptr_array_add (self->lines, troupe_event_ref (event));
  if (event->state != NULL && event->state != self->flow_state)
    set_value (&self->flow_state, event->state);

  if (event->type == TROUPE_EVENT_LLM_STREAM_CHUNK)
    take_chunk (self, event);
  else if (info->is_chunk)
    ; /* thoughts are not part of the answer */
  else if (info->kind == TROUPE_SCOPE_RUN)
    take_line (self, event);
  else if (info->effect == TROUPE_EVENT_OPENS)
    take_open (self, event, info);
  else if (info->effect == TROUPE_EVENT_CLOSES)
    take_close (self, event, info);
  else
    take_change (self, event, info);

  if (info->kind == TROUPE_SCOPE_QUESTION)
    {
      TroupeSpan *span = find_pass (self, event->scope);

      /* A method waits until its request to the user is answered, and then continues. */
      if (span != NULL && span->is_open && info->effect != TROUPE_EVENT_CHANGES)
        {
          set_state (self, span,
                     info->effect == TROUPE_EVENT_OPENS ? TROUPE_SCOPE_WAITING
                                                        : TROUPE_SCOPE_RUNNING,
                     event->time_us);
          tell_step (self, span, TROUPE_EVENT_CHANGES);
        }
    }
  else if (info->kind == TROUPE_SCOPE_MODEL_CALL && info->effect == TROUPE_EVENT_OPENS)
    {
      const TroupeScope *around = troupe_scope_find (event->scope, TROUPE_SCOPE_METHOD);
      TroupeTraceMethod *method;

      if (around != NULL && around->name != NULL)
        {
          method = troupe_trace_methods_ensure (&self->methods, around->name);
          if (method->latest == find_pass (self, event->scope))
            method->n_calls++;
          if (method->latest != NULL)
            troupe_trace_touch (self, method->latest);
        }
    }
  self->figures.last_us = MAX (self->figures.last_us, event->time_us);
}
