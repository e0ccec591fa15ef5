/* troupe-flow-runner-report.c: the events of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-report"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-private.h"

/* How many names an event lists: a gate may wait for thousands, and tells of each. */
#define MAX_NAMES 64

static TroupeValue *
error_to_value (const GError *error)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind",
                          troupe_value_new_string (troupe_run_error_get_kind (error), -1));
  troupe_map_builder_add (&builder, "message", troupe_value_new_string (error->message, -1));
  return troupe_map_builder_end (&builder);
}

static guint64
emit (TroupeFlowRunner *self,
      TroupeEventType type,
      const char *method,
      TroupeMapBuilder *fields,
      guint64 trigger,
      guint64 started)
{
  TroupeEvent *event = troupe_event_new (type, method, troupe_map_builder_end (fields));

  /* The flow's own end stands beside its start, everything else inside. */
  event->parent = started != 0 && started == self->flow_started ? 0 : self->flow_started;
  event->trigger = trigger;
  event->started = started;
  event->state = troupe_value_ref (self->state);
  return troupe_event_bus_emit (self->bus, event);
}

/* An event inside a method, as those of agents are. @fields: taken over */
static void
emit_inside (TroupeRunnerFrame *frame, TroupeEventType type, TroupeMapBuilder *fields)
{
  TroupeEvent *event =
      troupe_event_new (type, frame->method->name, troupe_map_builder_end (fields));

  event->parent = frame->started != 0 ? frame->started : frame->runner->flow_started;
  event->state = troupe_value_ref (frame->runner->state);
  troupe_event_bus_emit (frame->runner->bus, event);
  troupe_run_checkpoint_take_event (frame->runner->checkpoint, type);
}

/* @fields: taken over */
void
troupe_runner_report_checkpoint (TroupeFlowRunner *self,
                                 TroupeEventType type,
                                 TroupeMapBuilder *fields)
{
  emit (self, type, NULL, fields, 0, 0);
}

static void
begin_fields (TroupeFlowRunner *self, TroupeMapBuilder *fields)
{
  troupe_map_builder_init (fields);
  troupe_map_builder_add (fields, "flow_name", troupe_value_ref (self->name));
}

void
troupe_runner_report_started (TroupeFlowRunner *self)
{
  TroupeMapBuilder fields;
  TroupeValue *inputs = self->options.inputs;

  if (!self->watched)
    return;
  self->flow_started =
      troupe_runner_replay_find_event (self->replay, TROUPE_EVENT_FLOW_STARTED, NULL);
  if (self->flow_started != 0)
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "inputs",
                          inputs != NULL ? troupe_value_ref (inputs) : troupe_value_new_null ());
  self->flow_started = emit (self, TROUPE_EVENT_FLOW_STARTED, NULL, &fields, 0, 0);
  troupe_run_checkpoint_take_event (self->checkpoint, TROUPE_EVENT_FLOW_STARTED);
}

/* @final: (nullable): of a run that finished; @error: (nullable): of one that failed */
void
troupe_runner_report_ended (TroupeFlowRunner *self,
                            TroupeEventType type,
                            TroupeValue *final,
                            const GError *error)
{
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  TROUPE_CRASH_POINT ("flow-end-before-told");
  begin_fields (self, &fields);
  if (final != NULL)
    troupe_map_builder_add (&fields, "result", troupe_value_ref (final));
  if (error != NULL)
    troupe_map_builder_add (&fields, "error", error_to_value (error));
  emit (self, type, NULL, &fields, 0, self->flow_started);
  troupe_run_checkpoint_take_event (self->checkpoint, type);
}

/* The methods of the queue's first turn: those that the next step begins, or the one that it goes on with.
 * (transfer full) */
static TroupeValue *
list_next (TroupeFlowRunner *self)
{
  const TroupeRunnerFrame *first = self->first_turn;
  const GArray *methods = first != NULL && first->held != NULL ? first->held->methods : NULL;
  guint n_names = methods != NULL ? methods->len : 0;
  g_autofree TroupeValue **names = g_new (TroupeValue *, n_names + 1);

  for (guint i = 0; i < n_names; i++)
    names[i] = troupe_value_new_string (
        troupe_flow_get_method (self->flow, g_array_index (methods, guint, i))->name, -1);
  if (n_names == 0 && first != NULL && first->role != TROUPE_FRAME_ROOT)
    names[n_names++] = troupe_value_new_string (first->method->name, -1);
  return troupe_value_new_list (names, n_names);
}

/* A person holds the run, or lets it go on. What comes `next` is told of the former. */
void
troupe_runner_report_held (TroupeFlowRunner *self, TroupeEventType type)
{
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  begin_fields (self, &fields);
  if (type == TROUPE_EVENT_RUN_HELD)
    troupe_map_builder_add (&fields, "next", list_next (self));
  emit (self, type, NULL, &fields, 0, 0);
}

void
troupe_runner_report_method_started (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *self = frame->runner;
  TroupeMapBuilder fields, params;

  if (!self->shows_methods)
    return;
  if (frame->step != NULL)
    frame->started = troupe_runner_replay_find_event (self->replay, TROUPE_EVENT_METHOD_STARTED,
                                                      frame->method->name);
  frame->is_unannounced = frame->step == NULL && troupe_runner_replay_is_active (self->replay);
  if (frame->started != 0 || frame->is_unannounced)
    return;
  troupe_map_builder_init (&params);
  if (frame->parameter != NULL)
    troupe_map_builder_add (&params, "_0", troupe_value_ref (frame->parameter));
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "params", troupe_map_builder_end (&params));
  frame->started =
      emit (self, TROUPE_EVENT_METHOD_STARTED, frame->method->name, &fields, frame->trigger, 0);
  troupe_run_checkpoint_take_event (self->checkpoint, TROUPE_EVENT_METHOD_STARTED);
}

void
troupe_runner_report_method_ended (TroupeRunnerFrame *frame, TroupeEventType type)
{
  TroupeFlowRunner *self = frame->runner;
  TroupeMapBuilder fields;
  guint64 sequence = 0;

  if (!self->shows_methods || frame->is_unannounced)
    return;
  if (frame->step != NULL)
    sequence = troupe_runner_replay_find_event (self->replay, type, frame->method->name);
  if (sequence != 0)
    {
      frame->finished = sequence;
      frame->was_told = TRUE;
      return;
    }
  TROUPE_CRASH_POINT ("method-end-before-told");
  begin_fields (self, &fields);
  if (type == TROUPE_EVENT_METHOD_FINISHED)
    troupe_map_builder_add (&fields, "result", troupe_value_ref (frame->result));
  if (type == TROUPE_EVENT_METHOD_FAILED)
    troupe_map_builder_add (&fields, "error", error_to_value (frame->error));
  sequence = emit (self, type, frame->method->name, &fields, frame->trigger, frame->started);
  TROUPE_CRASH_POINT ("method-end-told");
  if (type == TROUPE_EVENT_METHOD_FINISHED)
    frame->finished = sequence;
  troupe_run_checkpoint_take_event (self->checkpoint, type);
}

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

static void
add_question (TroupeMapBuilder *fields, TroupeRunnerFrame *frame, const char *name)
{
  TroupeValue *value = troupe_value_map_lookup_string (frame->record->question, name, -1);

  troupe_map_builder_add (fields, name,
                          value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
}

void
troupe_runner_report_requested (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *self = frame->runner;
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  begin_fields (self, &fields);
  add_question (&fields, frame, "output");
  add_question (&fields, frame, "message");
  add_question (&fields, frame, "emit");
  troupe_map_builder_add (&fields, "request_id", text_or_null (frame->record->id));
  emit_inside (frame, TROUPE_EVENT_FEEDBACK_REQUESTED, &fields);
}

void
troupe_runner_report_received (TroupeRunnerFrame *frame, const char *feedback, const char *outcome)
{
  TroupeFlowRunner *self = frame->runner;
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "feedback", text_or_null (feedback));
  troupe_map_builder_add (&fields, "outcome", text_or_null (outcome));
  troupe_map_builder_add (&fields, "request_id", text_or_null (frame->record->id));
  emit_inside (frame, TROUPE_EVENT_FEEDBACK_RECEIVED, &fields);
}

void
troupe_runner_report_paused (TroupeRunnerFrame *frame, TroupeEventType type)
{
  TroupeFlowRunner *self = frame->runner;
  gboolean of_flow = type == TROUPE_EVENT_FLOW_PAUSED;
  TroupeMapBuilder fields;

  if (!self->watched || (!of_flow && !self->shows_methods))
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "flow_id", text_or_null (frame->record->flow_id));
  add_question (&fields, frame, "message");
  add_question (&fields, frame, "emit");
  troupe_map_builder_add (&fields, "request_id", text_or_null (frame->record->id));
  emit (self, type, frame->method->name, &fields, of_flow ? 0 : frame->trigger,
        of_flow ? self->flow_started : frame->started);
  troupe_run_checkpoint_take_event (self->checkpoint, type);
}

/* The names of the subscription's events that have come, or have not: the first ones of them. Goes by
 * whole words, as almost all of a large gate's events may have come. */
static TroupeValue *
list_names (TroupeFlowRunner *self, guint index, gboolean arrived)
{
  const TroupePlanSubscription *subscription =
      troupe_flow_plan_get_subscription (self->plan, index);
  const guint *events = &g_array_index (self->plan->slot_events, guint, subscription->slots);
  const guint64 *bits = self->pending->bits + subscription->bits;
  TroupeValue *names[MAX_NAMES];
  guint n_names = 0;

  for (guint first = 0; first < subscription->n_slots; first += 64)
    {
      guint64 word = arrived ? bits[first / 64] : ~bits[first / 64];

      while (word != 0 && n_names < MAX_NAMES)
        {
          guint slot = first + (guint) __builtin_ctzll (word);

          word &= word - 1;
          if (slot < subscription->n_slots)
            names[n_names++] =
                troupe_value_new_string (g_ptr_array_index (self->plan->event_names, events[slot]),
                                         -1);
        }
    }
  return troupe_value_new_list (names, n_names);
}

/**
 * troupe_runner_report_arrival:
 *
 * Tells that an event came to a gate that waits for more: `event`, and of the gate's events those that
 * `arrived` and those that are `missing`, up to 64 of each.
 */
void
troupe_runner_report_arrival (TroupeFlowRunner *self, guint index, guint event, guint64 cause)
{
  const TroupePlanSubscription *subscription =
      troupe_flow_plan_get_subscription (self->plan, index);
  const char *method = troupe_flow_get_method (self->flow, subscription->method)->name;
  TroupeMapBuilder fields;

  if (!self->shows_methods ||
      troupe_runner_replay_find_event (self->replay, TROUPE_EVENT_JOIN_ARRIVED, method) != 0)
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (
      &fields, "event",
      troupe_value_new_string (g_ptr_array_index (self->plan->event_names, event), -1));
  troupe_map_builder_add (&fields, "arrived", list_names (self, index, TRUE));
  troupe_map_builder_add (&fields, "missing", list_names (self, index, FALSE));
  emit (self, TROUPE_EVENT_JOIN_ARRIVED, method, &fields, cause, 0);
  TROUPE_CRASH_POINT ("join-arrived");
}

/* What CrewAI would print. @level: `info` or `warning` */
void
troupe_runner_report_log (TroupeFlowRunner *self, const char *level, const char *message)
{
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "level", troupe_value_new_string (level, -1));
  troupe_map_builder_add (&fields, "message", troupe_value_new_string (message, -1));
  emit (self, TROUPE_EVENT_LOG, NULL, &fields, 0, 0);
}

void
troupe_runner_report_output (TroupeFlowRunner *self,
                             const char *method,
                             const char *level,
                             const char *stream,
                             const char *message)
{
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "level", troupe_value_new_string (level, -1));
  troupe_map_builder_add (&fields, "message", troupe_value_new_string (message, -1));
  if (stream != NULL)
    troupe_map_builder_add (&fields, "stream", troupe_value_new_string (stream, -1));
  emit (self, TROUPE_EVENT_LOG, method, &fields, 0, 0);
}

TroupeValue *
troupe_runner_report_make_error (TroupeRunnerFrame *frame)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "code", troupe_value_new_integer (frame->error->code));
  troupe_map_builder_add (&fields, "message", troupe_value_new_string (frame->error->message, -1));
  if (frame->error_path != NULL)
    troupe_map_builder_add (&fields, "path", troupe_value_new_string (frame->error_path, -1));
  if (frame->error_line != 0)
    troupe_map_builder_add (&fields, "line", troupe_value_new_integer (frame->error_line));
  return troupe_map_builder_end (&fields);
}
