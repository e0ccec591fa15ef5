/* troupe-flow-runner-report.c: events of a flow run: emission and scopes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-report"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-money.h"
#include "troupe-runner-pause.h"
#include "troupe-runner-question.h"

/* Maximum number of names in an event. The limit is needed because an “and” condition may wait
 * for thousands of events, and each of them is reported. */
#define MAX_NAMES 64

/* @scope: (nullable): scope of the flow, after its start was reported; @checkpoint_scope:
 *   (nullable): scope of the latest checkpoint; @func: (nullable): called after each event of the
 *   flow and its methods; @watched: whether events are needed;
 *   @shows_flow: whether events of the flow are emitted, and not only those of the crew that the
 *   flow wraps; @shows_methods: whether events of the flow's methods are emitted */
struct _TroupeRunnerReporter
{
  TroupeFlowRunner *runner;
  TroupeEventBus *bus;
  TroupeValue *name;
  TroupeScope *scope;
  TroupeScope *checkpoint_scope;
  TroupeRunnerReportFunc func;
  gpointer func_data;
  gboolean watched;
  gboolean shows_flow;
  gboolean shows_methods;
};

TroupeRunnerReporter *
troupe_runner_reporter_new (TroupeFlowRunner *runner)
{
  TroupeRunnerReporter *self = g_new0 (TroupeRunnerReporter, 1);
  TroupeFlow *flow = troupe_flow_runner_get_flow (runner);

  self->runner = runner;
  self->bus = troupe_flow_runner_get_options (runner)->bus;
  self->name = troupe_value_new_string (troupe_flow_get_name (flow), -1);
  self->watched = troupe_event_bus_is_watched (self->bus);
  return self;
}

void
troupe_runner_reporter_free (TroupeRunnerReporter *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->checkpoint_scope, troupe_scope_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  troupe_value_unref (self->name);
  g_free (self);
}

void
troupe_runner_reporter_begin (TroupeRunnerReporter *self,
                              TroupeRunnerReportFunc func,
                              gpointer func_data)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (self->runner);

  self->func = func;
  self->func_data = func_data;
  self->watched = self->watched || func != NULL;
  self->shows_flow =
      self->watched && troupe_flow_runner_get_options (self->runner)->kind->shows_methods;
  self->shows_methods = self->shows_flow && !troupe_flow_get_suppress_events (flow);
}

static TroupeRunnerReplay *
get_replay (TroupeRunnerReporter *self)
{
  return troupe_flow_runner_get_replay (self->runner);
}

static void
call_func (TroupeRunnerReporter *self, TroupeEventType type)
{
  if (self->func != NULL)
    self->func (type, self->func_data);
}

static TroupeValue *
error_to_value (const GError *error)
{
  TroupeMapBuilder builder;

  g_assert (error != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind",
                          troupe_value_new_string (troupe_run_error_get_kind (error), -1));
  troupe_map_builder_add (&builder, "message", troupe_value_new_string (error->message, -1));
  return troupe_map_builder_end (&builder);
}

/* Emits an event with the current state; returns its sequence number. @scope: (nullable);
 * @fields: (transfer full) */
static guint64
emit (TroupeRunnerReporter *self,
      TroupeEventType type,
      TroupeScope *scope,
      TroupeMapBuilder *fields,
      guint64 trigger)
{
  TroupeEvent *event = troupe_event_new (type, scope, troupe_map_builder_end (fields));

  g_assert (self != NULL);

  event->trigger = trigger;
  event->state =
      troupe_value_ref (troupe_runner_state_get (troupe_flow_runner_get_state (self->runner)));
  return troupe_event_bus_emit (self->bus, event);
}

/* Creates the scope of a method. @id: id of the event that opened the scope, in this process or
 * an earlier one; 0 if it was not emitted, or not yet. (transfer full) */
static TroupeScope *
new_method_scope (TroupeRunnerReporter *self, const char *method, guint64 id)
{
  g_autofree char *path = g_strconcat ("methods.", method, NULL);

  return troupe_scope_new_stored (TROUPE_SCOPE_METHOD, id, self->scope, path, method);
}

/* Emits an event of a checkpoint; the first one of each checkpoint opens a scope. @fields:
 * (transfer full) */
void
troupe_runner_report_checkpoint (TroupeFlowRunner *runner,
                                 TroupeEventType type,
                                 TroupeMapBuilder *fields)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  if (troupe_event_type_get_info (type)->effect == TROUPE_EVENT_OPENS)
    {
      g_clear_pointer (&self->checkpoint_scope, troupe_scope_unref);
      self->checkpoint_scope =
          troupe_scope_new (TROUPE_SCOPE_CHECKPOINT, self->scope, "config.checkpoint", NULL);
    }
  emit (self, type, self->checkpoint_scope, fields, 0);
}

static void
begin_fields (TroupeRunnerReporter *self, TroupeMapBuilder *fields)
{
  troupe_map_builder_init (fields);
  troupe_map_builder_add (fields, "flow_name", troupe_value_ref (self->name));
}

void
troupe_runner_report_created (TroupeFlowRunner *runner)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeMapBuilder fields;

  if (!self->shows_methods ||
      troupe_runner_replay_find_event (get_replay (self), TROUPE_EVENT_FLOW_CREATED, NULL) != 0)
    return;
  begin_fields (self, &fields);
  /* The flow has neither a scope nor a state yet. */
  troupe_event_bus_emit (self->bus, troupe_event_new (TROUPE_EVENT_FLOW_CREATED, NULL,
                                                      troupe_map_builder_end (&fields)));
}

void
troupe_runner_report_restored (TroupeFlowRunner *runner)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeValue *restored = troupe_flow_runner_get_restored (runner);
  TroupeMapBuilder fields;

  if (!self->shows_methods || restored == NULL)
    return;
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "location",
                          troupe_value_ref (
                              troupe_value_map_lookup_string (restored, "location", -1)));
  troupe_event_bus_emit (self->bus, troupe_event_new (TROUPE_EVENT_CHECKPOINT_RESTORE_STARTED, NULL,
                                                      troupe_map_builder_end (&fields)));
  troupe_event_bus_emit (self->bus, troupe_event_new (TROUPE_EVENT_CHECKPOINT_RESTORE_FINISHED,
                                                      NULL, troupe_value_ref (restored)));
}

void
troupe_runner_report_started (TroupeFlowRunner *runner)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeMapBuilder fields;
  TroupeValue *inputs = troupe_flow_runner_get_options (runner)->inputs;
  guint64 told;

  if (!self->shows_flow)
    return;
  told = troupe_runner_replay_find_event (get_replay (self), TROUPE_EVENT_FLOW_STARTED, NULL);
  self->scope = troupe_scope_new_stored (TROUPE_SCOPE_FLOW, told, NULL, NULL,
                                         troupe_value_get_string (self->name, NULL));
  if (told != 0)
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "inputs",
                          inputs != NULL ? troupe_value_ref (inputs) : troupe_value_new_null ());
  emit (self, TROUPE_EVENT_FLOW_STARTED, self->scope, &fields, 0);
  call_func (self, TROUPE_EVENT_FLOW_STARTED);
}

/* @final: (nullable): result of a finished run; @error: (nullable): error of a failed run */
void
troupe_runner_report_ended (TroupeFlowRunner *runner,
                            TroupeEventType type,
                            TroupeValue *final,
                            const GError *error)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeMapBuilder fields;

  if (!self->shows_flow)
    return;
  TROUPE_CRASH_POINT ("flow-end-before-told");
  begin_fields (self, &fields);
  if (final != NULL)
    troupe_map_builder_add (&fields, "result", troupe_value_ref (final));
  if (error != NULL)
    troupe_map_builder_add (&fields, "error", error_to_value (error));
  if (type == TROUPE_EVENT_FLOW_CANCELLED &&
      troupe_flow_runner_get_result (runner)->in_flight != NULL)
    troupe_map_builder_add (&fields, "in_flight",
                            troupe_value_ref (troupe_flow_runner_get_result (runner)->in_flight));
  if (type == TROUPE_EVENT_FLOW_FINISHED &&
      troupe_runner_extent_is_over (troupe_flow_runner_get_extent (runner)))
    troupe_map_builder_add (
        &fields, "ended_early",
        troupe_value_new_string (
            troupe_runner_extent_get_last (troupe_flow_runner_get_extent (runner), NULL)->name,
            -1));
  emit (self, type, self->scope, &fields, 0);
  call_func (self, type);
}

/* Reports that the user has paused or resumed the run. The pause event contains the `next`
 * methods. */
void
troupe_runner_report_held (TroupeFlowRunner *runner, TroupeEventType type)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  begin_fields (self, &fields);
  if (type == TROUPE_EVENT_RUN_HELD)
    {
      TroupeFlow *flow = troupe_flow_runner_get_flow (self->runner);
      const TroupeRunnerFrame *first =
          troupe_runner_frames_get_first (troupe_flow_runner_get_frames (self->runner));
      const GArray *methods = first != NULL && first->held != NULL ? first->held->methods : NULL;
      guint n_names = methods != NULL ? methods->len : 0;
      g_autofree TroupeValue **names = g_new (TroupeValue *, n_names + 1);

      /* The methods of the first queued turn: those that the next step launches, or the one that
       * it continues. */
      for (guint i = 0; i < n_names; i++)
        names[i] = troupe_value_new_string (
            troupe_flow_get_method (flow, g_array_index (methods, guint, i))->name, -1);
      if (n_names == 0 && first != NULL && first->role != TROUPE_FRAME_ROOT)
        names[n_names++] = troupe_value_new_string (first->method->name, -1);
      troupe_map_builder_add (&fields, "next", troupe_value_new_list (names, n_names));
      troupe_runner_pause_add_fields (troupe_flow_runner_get_pause (runner), &fields);
    }
  emit (self, type, self->scope, &fields, 0);
}

void
troupe_runner_report_edited (TroupeFlowRunner *runner, TroupeValue *edit)
{
  static const char *const names[] = { "before", "after", "by" };
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  begin_fields (self, &fields);
  /* `path` of an event is that in the document. */
  troupe_map_builder_add (&fields, "place",
                          troupe_value_ref (troupe_value_map_lookup_string (edit, "path", -1)));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    troupe_map_builder_add (&fields, names[i],
                            troupe_value_ref (troupe_value_map_lookup_string (edit, names[i], -1)));
  emit (self, TROUPE_EVENT_RUN_EDITED, self->scope, &fields, 0);
}

/* Reports that the cost of model calls has reached the budget of the run or of the month. */
void
troupe_runner_report_budget (TroupeFlowRunner *runner, const TroupeRunBudgetView *view)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "limit", troupe_money_to_value (view->limit));
  troupe_map_builder_add (&fields, "spent", troupe_money_to_value (view->spent));
  troupe_map_builder_add (&fields, "unpriced", troupe_value_new_integer (view->n_unpriced));
  troupe_map_builder_add (&fields, "pauses", troupe_value_new_boolean (view->pauses));
  if (view->period == TROUPE_RUN_BUDGET_MONTH)
    troupe_map_builder_add (&fields, "period", troupe_value_new_string ("month", -1));
  emit (self, TROUPE_EVENT_BUDGET_REACHED, self->scope, &fields, 0);
}

/* Tells how the method has its output without being executed. */
static void
add_bypass (TroupeMapBuilder *fields, const TroupeRunnerFrame *frame)
{
  const guint n_kept = troupe_flow_runner_get_options (frame->runner)->n_kept;
  const char *name = frame->bypass == TROUPE_BYPASS_PINNED                            ? "pinned"
                     : frame->bypass == TROUPE_BYPASS_MUTED                           ? "muted"
                     : frame->bypass == TROUPE_BYPASS_REUSED                          ? "reused"
                     : frame->step != NULL && frame->step->ordinal <= (gint64) n_kept ? "reused"
                                                                                      : NULL;

  if (name != NULL)
    troupe_map_builder_add (fields, name, troupe_value_new_boolean (TRUE));
}

void
troupe_runner_report_method_started (TroupeRunnerFrame *frame)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);
  TroupeMapBuilder fields, params;
  guint64 told = 0;

  if (!self->shows_flow)
    return;
  if (frame->step != NULL)
    told = troupe_runner_replay_find_event (get_replay (self), TROUPE_EVENT_METHOD_STARTED,
                                            frame->method->name);
  frame->is_unannounced = self->shows_methods && frame->step == NULL &&
                          troupe_runner_replay_is_active (get_replay (self));
  /* Creates a new scope, because a method whose start is not reported yet does not continue an
   * earlier scope. */
  g_clear_pointer (&frame->scope, troupe_scope_unref);
  frame->scope = new_method_scope (self, frame->method->name, told);
  if (!self->shows_methods || told != 0 || frame->is_unannounced)
    return;
  troupe_map_builder_init (&params);
  /* The built-in methods of a conversation have no parameters. */
  if (frame->parameter != NULL &&
      troupe_flow_action_get_turn (frame->method->action) == TROUPE_TURN_OTHER)
    troupe_map_builder_add (&params, "_0", troupe_value_ref (frame->parameter));
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "params", troupe_map_builder_end (&params));
  add_bypass (&fields, frame);
  emit (self, TROUPE_EVENT_METHOD_STARTED, frame->scope, &fields, frame->trigger);
  call_func (self, TROUPE_EVENT_METHOD_STARTED);
}

void
troupe_runner_report_method_ended (TroupeRunnerFrame *frame, TroupeEventType type)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);
  TroupeMapBuilder fields;
  guint64 sequence = 0;

  if (!self->shows_methods || frame->is_unannounced)
    return;
  if (frame->step != NULL)
    sequence = troupe_runner_replay_find_event (get_replay (self), type, frame->method->name);
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
  add_bypass (&fields, frame);
  sequence = emit (self, type, frame->scope, &fields, frame->trigger);
  TROUPE_CRASH_POINT ("method-end-told");
  if (type == TROUPE_EVENT_METHOD_FINISHED)
    frame->finished = sequence;
  call_func (self, type);
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

/* Opens the scope of a feedback request inside the scope of its method. @told: as @id in
 * new_method_scope() */
static void
open_question (TroupeRunnerFrame *frame, guint64 told)
{
  g_autofree char *path = g_strdup_printf ("methods.%s.human_feedback", frame->method->name);

  g_clear_pointer (&frame->question, troupe_scope_unref);
  frame->question = troupe_scope_new_stored (TROUPE_SCOPE_QUESTION, told, frame->scope, path, NULL);
}

/* @fields: (transfer full) */
static void
emit_question (TroupeRunnerFrame *frame, TroupeEventType type, TroupeMapBuilder *fields)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);

  emit (self, type, frame->question, fields, 0);
  call_func (self, type);
}

void
troupe_runner_report_requested (TroupeRunnerFrame *frame)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);
  TroupeMapBuilder fields;

  if (!self->shows_flow)
    return;
  begin_fields (self, &fields);
  add_question (&fields, frame, "output");
  add_question (&fields, frame, "message");
  add_question (&fields, frame, "emit");
  troupe_map_builder_add (&fields, "request_id", text_or_null (frame->record->id));
  open_question (frame, 0);
  emit_question (frame, TROUPE_EVENT_FEEDBACK_REQUESTED, &fields);
}

/* Adds who gave the answer, and where, if that is known. @answer: (nullable) */
static void
add_person (TroupeMapBuilder *fields, const TroupeFeedbackAnswer *answer)
{
  if (answer == NULL || answer->by == NULL)
    return;
  troupe_map_builder_add (fields, "by", troupe_value_new_string (answer->by, -1));
  troupe_map_builder_add (fields, "via", text_or_null (answer->via));
}

void
troupe_runner_report_received (TroupeRunnerFrame *frame, const char *feedback, const char *outcome)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);
  TroupeMapBuilder fields;

  if (!self->shows_flow)
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "feedback", text_or_null (feedback));
  troupe_map_builder_add (&fields, "outcome", text_or_null (outcome));
  troupe_map_builder_add (&fields, "request_id", text_or_null (frame->record->id));
  add_person (&fields, frame->answer);
  /* The feedback may have been requested in an earlier process. */
  if (frame->question == NULL)
    open_question (frame, troupe_runner_replay_find_event (get_replay (self),
                                                           TROUPE_EVENT_FEEDBACK_REQUESTED,
                                                           frame->method->name));
  emit_question (frame, TROUPE_EVENT_FEEDBACK_RECEIVED, &fields);
}

static TroupeValue *
value_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : troupe_value_new_null ();
}

/* Adds what both events of a question of code contain first. */
static void
begin_input (TroupeRunnerFrame *frame, const char *message, TroupeMapBuilder *fields)
{
  begin_fields (troupe_flow_runner_get_reporter (frame->runner), fields);
  troupe_map_builder_add (fields, "method_name", troupe_value_new_string (frame->method->name, -1));
  troupe_map_builder_add (fields, "message", text_or_null (message));
}

/* As in CrewAI, these events are also emitted if those of the flow are suppressed. */
TroupeScope *
troupe_runner_report_input_requested (TroupeRunnerFrame *frame,
                                      const char *message,
                                      TroupeValue *metadata)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);
  g_autofree char *path = g_strdup_printf ("methods.%s.do", frame->method->name);
  TroupeMapBuilder fields;
  TroupeScope *scope = NULL;

  if (!self->shows_flow)
    return NULL;
  scope = troupe_scope_new (TROUPE_SCOPE_QUESTION,
                            frame->scope != NULL ? frame->scope : self->scope, path, NULL);
  begin_input (frame, message, &fields);
  troupe_map_builder_add (&fields, "metadata", value_or_null (metadata));
  emit (self, TROUPE_EVENT_INPUT_REQUESTED, scope, &fields, 0);
  call_func (self, TROUPE_EVENT_INPUT_REQUESTED);
  return scope;
}

void
troupe_runner_report_input_received (TroupeRunnerFrame *frame,
                                     TroupeScope *scope,
                                     const char *message,
                                     const char *response,
                                     TroupeValue *metadata,
                                     TroupeValue *response_metadata)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);
  TroupeMapBuilder fields;

  if (scope == NULL)
    return;
  begin_input (frame, message, &fields);
  troupe_map_builder_add (&fields, "response", text_or_null (response));
  troupe_map_builder_add (&fields, "metadata", value_or_null (metadata));
  troupe_map_builder_add (&fields, "response_metadata", value_or_null (response_metadata));
  add_person (&fields, troupe_runner_question_get_answer (frame->runner));
  emit (self, TROUPE_EVENT_INPUT_RECEIVED, scope, &fields, 0);
  call_func (self, TROUPE_EVENT_INPUT_RECEIVED);
}

void
troupe_runner_report_paused (TroupeRunnerFrame *frame, TroupeEventType type)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (frame->runner);
  gboolean of_flow = type == TROUPE_EVENT_FLOW_PAUSED;
  TroupeMapBuilder fields;

  if (!self->shows_flow || frame->record == NULL || (!of_flow && !self->shows_methods))
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (&fields, "flow_id", text_or_null (frame->record->flow_id));
  add_question (&fields, frame, "message");
  add_question (&fields, frame, "emit");
  troupe_map_builder_add (&fields, "request_id", text_or_null (frame->record->id));
  if (of_flow)
    troupe_map_builder_add (&fields, "method", troupe_value_new_string (frame->method->name, -1));
  emit (self, type, of_flow ? self->scope : frame->scope, &fields, of_flow ? 0 : frame->trigger);
  call_func (self, type);
}

/* Lists the first names of the subscription's events that have arrived or are missing. Processes
 * complete 64-bit words, because almost all events of a large condition may have arrived. */
static TroupeValue *
list_names (const TroupeFlowPending *pending, guint index, gboolean arrived)
{
  const TroupePlanSubscription *subscription =
      troupe_flow_plan_get_subscription (pending->plan, index);
  const guint *events = &g_array_index (pending->plan->slot_events, guint, subscription->slots);
  const guint64 *bits = pending->bits + subscription->bits;
  TroupeValue *names[MAX_NAMES];
  guint n_names = 0;

  g_assert (pending != NULL);

  for (guint first = 0; first < subscription->n_slots; first += 64)
    {
      guint64 word = arrived ? bits[first / 64] : ~bits[first / 64];

      while (word != 0 && n_names < MAX_NAMES)
        {
          guint slot = first + (guint) __builtin_ctzll (word);

          word &= word - 1;
          if (slot < subscription->n_slots)
            names[n_names++] = troupe_value_new_string (
                g_ptr_array_index (pending->plan->event_names, events[slot]), -1);
        }
    }
  return troupe_value_new_list (names, n_names);
}

/**
 * troupe_runner_report_arrival:
 *
 * Reports that an event arrived at a condition that waits for further events. The report contains
 * `event`, the events of the condition that have `arrived`, and those that are `missing`, up to 64
 * of each.
 */
void
troupe_runner_report_arrival (TroupeFlowRunner *runner,
                              const TroupeFlowPending *pending,
                              guint index,
                              guint event,
                              guint64 cause)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  const TroupePlanSubscription *subscription =
      troupe_flow_plan_get_subscription (pending->plan, index);
  const char *method = troupe_flow_get_method (pending->plan->flow, subscription->method)->name;
  g_autoptr (TroupeScope) scope = NULL;
  TroupeMapBuilder fields;

  if (!self->shows_methods ||
      troupe_runner_replay_find_event (get_replay (self), TROUPE_EVENT_JOIN_ARRIVED, method) != 0)
    return;
  begin_fields (self, &fields);
  troupe_map_builder_add (
      &fields, "event",
      troupe_value_new_string (g_ptr_array_index (pending->plan->event_names, event), -1));
  troupe_map_builder_add (&fields, "arrived", list_names (pending, index, TRUE));
  troupe_map_builder_add (&fields, "missing", list_names (pending, index, FALSE));
  scope = new_method_scope (self, method, 0);
  emit (self, TROUPE_EVENT_JOIN_ARRIVED, scope, &fields, cause);
  TROUPE_CRASH_POINT ("join-arrived");
}

/* Reports a message that CrewAI would print. @level: `info` or `warning` */
void
troupe_runner_report_log (TroupeFlowRunner *runner, const char *level, const char *message)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "level", troupe_value_new_string (level, -1));
  troupe_map_builder_add (&fields, "message", troupe_value_new_string (message, -1));
  emit (self, TROUPE_EVENT_LOG, self->scope, &fields, 0);
}

void
troupe_runner_report_not_repeated (TroupeFlowRunner *runner,
                                   const TroupeFlowPending *pending,
                                   guint index,
                                   guint event)
{
  const TroupePlanSubscription *subscription =
      troupe_flow_plan_get_subscription (pending->plan, index);
  const char *method = troupe_flow_get_method (pending->plan->flow, subscription->method)->name;
  g_autofree char *message = NULL;

  if (!troupe_flow_runner_get_reporter (runner)->shows_methods ||
      troupe_runner_replay_is_active (get_replay (troupe_flow_runner_get_reporter (runner))))
    return;
  message = g_strdup_printf (
      _ ("“%s” is not run again after “%s”: it ran once already, and an “or” runs its method again "
         "only if a router emits one of the events."),
      method, (const char *) g_ptr_array_index (pending->plan->event_names, event));
  troupe_runner_report_log (runner, "info", message);
}

void
troupe_runner_report_output (TroupeFlowRunner *runner,
                             const char *method,
                             const char *level,
                             const char *stream,
                             const char *message)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  g_autoptr (TroupeScope) scope = NULL;
  TroupeMapBuilder fields;

  if (!self->watched)
    return;
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "level", troupe_value_new_string (level, -1));
  troupe_map_builder_add (&fields, "message", troupe_value_new_string (message, -1));
  if (stream != NULL)
    troupe_map_builder_add (&fields, "stream", troupe_value_new_string (stream, -1));
  if (self->shows_flow)
    {
      const TroupeRunnerFrame *frame;

      frame = troupe_runner_frames_get_newest (troupe_flow_runner_get_frames (self->runner));
      if (method == NULL)
        scope = self->scope != NULL ? troupe_scope_ref (self->scope) : NULL;
      else
        {
          while (frame != NULL && !(frame->is_open && frame->scope != NULL &&
                                    g_str_equal (frame->method->name, method)))
            frame = frame->older;
          scope =
              frame != NULL ? troupe_scope_ref (frame->scope) : new_method_scope (self, method, 0);
        }
    }
  emit (self, TROUPE_EVENT_LOG, scope, &fields, 0);
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

void
troupe_runner_report_conversation (TroupeFlowRunner *runner,
                                   TroupeEventType type,
                                   TroupeMapBuilder *fields)
{
  TroupeRunnerReporter *self = troupe_flow_runner_get_reporter (runner);
  TroupeValue *state = troupe_runner_state_get (troupe_flow_runner_get_state (runner));
  TroupeValue *id = troupe_value_map_lookup_string (state, "id", -1);

  troupe_map_builder_add (fields, "flow_name", troupe_value_ref (self->name));
  troupe_map_builder_add (fields, "session_id",
                          id != NULL ? troupe_value_ref (id) : troupe_value_new_null ());
  if (self->watched)
    emit (self, type, self->scope, fields, 0);
  else
    troupe_value_unref (troupe_map_builder_end (fields));
}

TroupeScope *
troupe_runner_report_get_scope (TroupeFlowRunner *runner)
{
  return troupe_flow_runner_get_reporter (runner)->scope;
}

TroupeValue *
troupe_runner_report_make_reason (const GError *error)
{
  return error_to_value (error);
}
