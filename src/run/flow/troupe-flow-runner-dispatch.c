/* troupe-flow-runner-dispatch.c: event dispatcher of a flow: routers, listeners, conditional starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-dispatch"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-flow-runner-report.h"
#include "troupe-python-text.h"
#include "troupe-runner-pause.h"

/* @labels: (nullable): maps router results that no condition mentions to event indices;
 *   @odd_labels: (nullable): maps Python values by address to event names; @found: (element-type
 *   guint): scratch array */
struct _TroupeRunnerDispatcher
{
  TroupeFlowPlan *plan;
  TroupeFlowPending *pending;
  GHashTable *labels;
  GHashTable *odd_labels;
  guint n_events;
  GArray *found;
};

TroupeRunnerDispatcher *
troupe_runner_dispatcher_new (TroupeFlowPlan *plan)
{
  TroupeRunnerDispatcher *self = g_new0 (TroupeRunnerDispatcher, 1);

  self->plan = plan;
  self->pending = troupe_flow_pending_new (self->plan);
  self->n_events = self->plan->n_events;
  self->found = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
troupe_runner_dispatcher_free (TroupeRunnerDispatcher *self)
{
  g_return_if_fail (self != NULL);

  troupe_flow_pending_free (self->pending);
  troupe_flow_plan_unref (self->plan);
  g_clear_pointer (&self->labels, g_hash_table_unref);
  g_clear_pointer (&self->odd_labels, g_hash_table_unref);
  g_array_unref (self->found);
  g_free (self);
}

static TroupeRunnerDispatcher *
get_dispatcher (TroupeRunnerFrame *frame)
{
  return troupe_flow_runner_get_dispatcher (frame->runner);
}

static TroupeFlow *
get_flow (TroupeRunnerFrame *frame)
{
  return troupe_flow_runner_get_flow (frame->runner);
}

static void
router_result_clear (gpointer data)
{
  TroupeRouterResult *result = data;

  troupe_value_unref (result->value);
}

void
troupe_runner_dispatch_clear (TroupeRunnerDispatch *self)
{
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->routers, g_array_unref);
  g_clear_pointer (&self->results, g_array_unref);
  g_clear_pointer (&self->ran_for, g_array_unref);
  g_clear_pointer (&self->armable, g_hash_table_unref);
}

/**
 * troupe_runner_dispatch_begin:
 * @event: the index of the event
 * @value: the parameter of the listeners
 * @cause: sequence number of the finished event that caused the dispatch
 *
 * Initializes a dispatch of @frame, which troupe_runner_dispatch_go_on() executes
 * (doc/flow-semantics.md §4).
 */
void
troupe_runner_dispatch_begin (TroupeRunnerFrame *frame,
                              guint event,
                              TroupeValue *value,
                              guint64 cause)
{
  TroupeRunnerDispatch *self = &frame->dispatch;

  TROUPE_CRASH_POINT ("dispatch-begun");
  troupe_runner_dispatch_clear (self);
  *self = (TroupeRunnerDispatch){ 0 };
  self->phase = TROUPE_PHASE_FIND_ROUTERS;
  self->trigger = event;
  self->current = event;
  self->value = troupe_value_ref (value);
  self->cause = cause;
  frame->stage = TROUPE_STAGE_DISPATCH;
}

static void
replace (TroupeValue **place, TroupeValue *before, TroupeValue *after)
{
  if (*place != before)
    return;
  *place = troupe_value_ref (after);
  troupe_value_unref (before);
}

void
troupe_runner_dispatch_replace_value (TroupeRunnerDispatch *self,
                                      TroupeValue *before,
                                      TroupeValue *after)
{
  replace (&self->value, before, after);
  for (guint i = 0; self->results != NULL && i < self->results->len; i++)
    replace (&g_array_index (self->results, TroupeRouterResult, i).value, before, after);
}

/* --- Event indices ---------------------------------------------------------------------------- */

void
troupe_runner_dispatch_set_label (TroupeFlowRunner *runner, TroupeValue *result, const char *label)
{
  TroupeRunnerDispatcher *self = troupe_flow_runner_get_dispatcher (runner);

  if (self->odd_labels == NULL)
    self->odd_labels =
        g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_value_unref, g_free);
  g_hash_table_replace (self->odd_labels, troupe_value_ref (result), g_strdup (label));
}

/**
 * troupe_runner_dispatch_get_label:
 * @result: the result of a router, not null
 *
 * Returns: the index of the event named by Python's str() of @result. Names that no condition
 * mentions get their own indices, so that equal names have equal indices
 */
guint
troupe_runner_dispatch_get_label (TroupeFlowRunner *runner, TroupeValue *result)
{
  TroupeRunnerDispatcher *self = troupe_flow_runner_get_dispatcher (runner);
  const char *odd =
      self->odd_labels != NULL ? g_hash_table_lookup (self->odd_labels, result) : NULL;
  g_autofree char *label = odd != NULL ? g_strdup (odd) : troupe_python_text_str (result);
  gpointer id;

  if (g_hash_table_lookup_extended (self->plan->event_ids, label, NULL, &id) ||
      (self->labels != NULL && g_hash_table_lookup_extended (self->labels, label, NULL, &id)))
    return GPOINTER_TO_UINT (id);
  if (self->labels == NULL)
    self->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert (self->labels, g_steal_pointer (&label), GUINT_TO_POINTER (self->n_events));
  return self->n_events++;
}

void
troupe_runner_dispatch_arm_all (TroupeFlowRunner *runner)
{
  troupe_flow_pending_arm_all (troupe_flow_runner_get_dispatcher (runner)->pending);
}

/* --- Conditions ---------------------------------------------------------------------------------- */

static gboolean
fail_invalid (TroupeRunnerFrame *frame, guint method)
{
  const char *name = troupe_flow_get_method (get_flow (frame), method)->name;
  g_autofree char *path = g_strdup_printf ("methods.%s", name);

  troupe_runner_frame_fail (
      frame,
      g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                   _ ("The condition of the method “%s” contains a value that is neither an event, "
                      "“and” nor “or”. Expected a name, {\"and\": […]} or {\"or\": […]}."),
                   name),
      path);
  return FALSE;
}

/* Passes the event to all affected subscriptions of one kind and collects the methods whose
 * condition is met. Returns FALSE if the frame has failed. */
static gboolean
find_triggered (TroupeRunnerFrame *frame, TroupePlanKind kind, guint event, GArray *found)
{
  TroupeRunnerDispatcher *self = get_dispatcher (frame);
  TroupePendingIter iter;
  TroupePendingStop stop;

  g_assert (frame != NULL);

  troupe_pending_iter_init (&iter, self->plan, kind, event);
  while (troupe_pending_iter_next (&iter, &stop))
    {
      guint method = troupe_flow_plan_get_subscription (self->plan, stop.subscription)->method;

      switch (troupe_flow_pending_take (self->pending, &stop, event))
        {
        case TROUPE_PENDING_MET:
          TROUPE_CRASH_POINT ("condition-met");
          g_array_append_val (found, method);
          break;

        case TROUPE_PENDING_WAITING:
          if (stop.n_leaves > 0)
            troupe_runner_report_arrival (frame->runner, self->pending, stop.subscription, event,
                                          frame->dispatch.cause);
          break;

        case TROUPE_PENDING_INVALID:
          return fail_invalid (frame, method);

        case TROUPE_PENDING_SKIPPED:
          if (stop.n_leaves > 0)
            troupe_runner_report_not_repeated (frame->runner, self->pending, stop.subscription,
                                               event);
          break;

        default:
          break;
        }
    }
  return TRUE;
}

/* Records a conditional start that was executed for an event, so that it is not executed again
 * for the same event (§3). */
static void
remember_ran (TroupeRunnerFrame *frame, guint event, guint method_index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (get_flow (frame), method_index);
  TroupeStartedFor ran = { event, method_index };

  g_assert (frame != NULL);

  if (!method->start || method->start_condition == NULL)
    return;
  if (frame->dispatch.ran_for == NULL)
    frame->dispatch.ran_for = g_array_new (FALSE, FALSE, sizeof (TroupeStartedFor));
  g_array_append_val (frame->dispatch.ran_for, ran);
}

static gboolean
has_run (const TroupeRunnerDispatch *self, guint event, guint method)
{
  g_assert (self != NULL);

  for (guint i = 0; self->ran_for != NULL && i < self->ran_for->len; i++)
    {
      const TroupeStartedFor *ran = &g_array_index (self->ran_for, TroupeStartedFor, i);

      if (ran->event == event && ran->method == method)
        return TRUE;
    }
  return FALSE;
}

void
troupe_runner_launch_free (TroupeRunnerLaunch *self)
{
  g_array_unref (self->methods);
  g_clear_pointer (&self->parameter, troupe_value_unref);
  g_free (self);
}

/* Delays the launch if the user has paused the run. Returns FALSE if the run is not paused. The
 * launch is inserted at the front of the queue, so that the order is preserved. @n_methods: 0
 * for a single awaited method */
static gboolean
hold_back (TroupeRunnerFrame *frame,
           TroupeFrameRole role,
           const guint *methods,
           guint n_methods,
           TroupeValue *parameter,
           guint64 trigger)
{
  g_assert (frame != NULL);

  troupe_runner_pause_meet_methods (troupe_flow_runner_get_pause (frame->runner), methods,
                                    MAX (n_methods, 1), parameter);
  if (!troupe_flow_runner_is_held (frame->runner))
    return FALSE;
  frame->held = g_new0 (TroupeRunnerLaunch, 1);
  frame->held->role = role;
  frame->held->is_alone = n_methods == 0;
  frame->held->methods = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (frame->held->methods, methods, MAX (n_methods, 1));
  frame->held->parameter = parameter != NULL ? troupe_value_ref (parameter) : NULL;
  frame->held->trigger = trigger;
  troupe_runner_frame_queue_first (frame, TROUPE_STAGE_LAUNCH);
  return TRUE;
}

static gboolean
launch_one_now (TroupeRunnerFrame *frame,
                TroupeFrameRole role,
                guint method,
                TroupeValue *parameter,
                guint64 trigger)
{
  TroupeRunnerFrame *child =
      troupe_runner_frame_new (frame->runner, frame, role,
                               troupe_flow_get_method (get_flow (frame), method), parameter,
                               trigger);

  g_assert (frame != NULL);

  frame->awaits_one = TRUE;
  frame->n_running = 1;
  if (troupe_runner_frame_launch (child))
    return FALSE;
  troupe_runner_frame_end (child);
  return TRUE;
}

/* Launches a single method that is awaited. Returns TRUE if it has already ended. */
static gboolean
launch_one (TroupeRunnerFrame *frame,
            TroupeFrameRole role,
            guint method,
            TroupeValue *parameter,
            guint64 trigger)
{
  return !hold_back (frame, role, &method, 0, parameter, trigger) &&
         launch_one_now (frame, role, method, parameter, trigger);
}

gboolean
troupe_runner_dispatch_launch_completed_start (TroupeRunnerFrame *frame)
{
  TroupeRunnerRecord *record = troupe_flow_runner_get_record (frame->runner);
  TroupeFlow *flow = get_flow (frame);

  while (frame->error == NULL && frame->next_start < troupe_flow_get_n_methods (flow))
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, frame->next_start++);

      if (method->start && method->start_condition != NULL &&
          troupe_runner_record_is_completed (record, method->index) &&
          !launch_one (frame, TROUPE_FRAME_START, method->index, NULL, 0))
        return TRUE;
    }
  return FALSE;
}

/* Returns the subscription whose race is open in this batch, 0 if there is none. This is the
 * first subscription in document order that has two or more members in the batch (§2.3). */
static guint
find_race (const TroupeFlowPlan *plan, GArray *methods)
{
  g_autoptr (GHashTable) seen = NULL;
  guint first = 0;

  g_assert (plan != NULL);

  for (guint i = 0; i < methods->len; i++)
    {
      guint race = plan->races[g_array_index (methods, guint, i)];

      if (race == 0 || methods->len < 2)
        continue;
      if (seen == NULL)
        seen = g_hash_table_new (NULL, NULL);
      if (!g_hash_table_add (seen, GUINT_TO_POINTER (race)) && (first == 0 || race < first))
        first = race;
    }
  return first;
}

/* A batch whose members are started one after the other. */
typedef struct
{
  guint next;
  guint n_children;
  TroupeRunnerFrame *children[];
} Batch;

/* Launches the next members. If one of them runs quick Python code, the run waits for it, and
 * the remaining members start when it has ended. */
static TroupeContinuationResult
launch_members (TroupeFlowRunner *runner, gpointer data)
{
  Batch *batch = data;
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (runner);
  const guint depth = troupe_continuations_get_depth (routines);

  while (batch->next < batch->n_children)
    {
      TroupeRunnerFrame *child = batch->children[batch->next++];

      TROUPE_CRASH_POINT ("batch-member-begun");
      if (!troupe_runner_frame_launch (child))
        troupe_runner_frame_end (child);
      if (troupe_continuations_get_depth (routines) > depth)
        return TROUPE_ROUTINE_AGAIN;
    }
  return TROUPE_ROUTINE_DONE;
}

static void
launch_batch_now (TroupeRunnerFrame *frame,
                  TroupeFrameRole role,
                  GArray *methods,
                  TroupeValue *parameter,
                  guint64 trigger)
{
  TroupeFlowRunner *runner = frame->runner;
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (runner);
  const guint depth = troupe_continuations_get_depth (routines);
  const TroupeFlowPlan *plan = get_dispatcher (frame)->plan;
  guint race = role == TROUPE_FRAME_LISTENER ? find_race (plan, methods) : 0;
  g_autofree Batch *batch = g_malloc (sizeof (Batch) + methods->len * sizeof (TroupeRunnerFrame *));

  g_assert (frame != NULL);

  batch->next = 0;
  batch->n_children = methods->len;
  frame->awaits_one = FALSE;
  frame->n_running = methods->len;
  frame->swallows = race != 0;
  if (race != 0)
    frame->racers = g_ptr_array_new ();
  for (guint i = 0; i < batch->n_children; i++)
    {
      guint method = g_array_index (methods, guint, i);
      TroupeRunnerFrame *child =
          troupe_runner_frame_new (runner, frame, role, troupe_flow_get_method (plan->flow, method),
                                   parameter, trigger);

      child->is_racer = race != 0 && plan->races[method] == race;
      if (child->is_racer)
        g_ptr_array_add (frame->racers, child);
      batch->children[i] = child;
    }
  TROUPE_CRASH_POINT ("batch-begun");
  if (launch_members (runner, batch) == TROUPE_ROUTINE_AGAIN)
    troupe_continuations_call_below (routines, depth, launch_members, g_steal_pointer (&batch),
                                     g_free);
}

/* Launches methods in parallel, in document order. */
static void
launch_batch (TroupeRunnerFrame *frame,
              TroupeFrameRole role,
              GArray *methods,
              TroupeValue *parameter,
              guint64 trigger)
{
  if (!hold_back (frame, role, (const guint *) methods->data, methods->len, parameter, trigger))
    launch_batch_now (frame, role, methods, parameter, trigger);
}

void
troupe_runner_dispatch_launch_held (TroupeRunnerFrame *frame)
{
  TroupeRunnerLaunch *held = g_steal_pointer (&frame->held);

  g_assert (held != NULL);

  frame->stage = TROUPE_STAGE_DISPATCH;
  if (held->methods->len == 0 ||
      troupe_runner_extent_is_over (troupe_flow_runner_get_extent (frame->runner)))
    troupe_runner_frame_advance (frame);
  else if (!held->is_alone)
    launch_batch_now (frame, held->role, held->methods, held->parameter, held->trigger);
  else if (launch_one_now (frame, held->role, g_array_index (held->methods, guint, 0),
                           held->parameter, held->trigger))
    troupe_runner_frame_advance (frame);
  troupe_runner_launch_free (held);
}

/* Returns the name of an event. (transfer none) (nullable) */
static const char *
get_event_name (TroupeRunnerDispatcher *self, guint event)
{
  GHashTableIter iter;
  gpointer name, id;

  g_assert (self != NULL);

  if (event < self->plan->event_names->len)
    return g_ptr_array_index (self->plan->event_names, event);
  if (self->labels == NULL)
    return NULL;
  g_hash_table_iter_init (&iter, self->labels);
  while (g_hash_table_iter_next (&iter, &name, &id))
    if (GPOINTER_TO_UINT (id) == event)
      return name;
  return NULL;
}

/* Delays the dispatch of the current event if it has a breakpoint. */
static gboolean
hold_event (TroupeRunnerFrame *frame)
{
  TroupeRunnerDispatch *self = &frame->dispatch;
  TroupeRunnerPause *pause = troupe_flow_runner_get_pause (frame->runner);
  const char *name = NULL;

  g_assert (frame != NULL);

  if (self->has_passed || !troupe_runner_pause_has_breakpoints (pause))
    return FALSE;
  name = get_event_name (get_dispatcher (frame), self->current);
  if (name == NULL || *name == '\0' || !troupe_runner_pause_meet_event (pause, name, self->value))
    return FALSE;
  self->has_passed = TRUE;
  frame->held = g_new0 (TroupeRunnerLaunch, 1);
  frame->held->methods = g_array_new (FALSE, FALSE, sizeof (guint));
  troupe_runner_frame_queue_first (frame, TROUPE_STAGE_LAUNCH);
  return TRUE;
}

gboolean
troupe_runner_dispatch_knows_event (TroupeFlowRunner *runner, const char *event)
{
  return g_hash_table_contains (troupe_flow_runner_get_dispatcher (runner)->plan->event_ids, event);
}

gboolean
troupe_runner_dispatch_listens (TroupeFlowRunner *runner, const char *method, const char *event)
{
  const TroupeFlowMethod *listener =
      troupe_flow_find_method (troupe_flow_runner_get_flow (runner), method);

  return listener != NULL &&
         ((listener->listen != NULL && troupe_condition_mentions (listener->listen, event)) ||
          (listener->start_condition != NULL &&
           troupe_condition_mentions (listener->start_condition, event)));
}

/* Starts the router phase for the event that the last router returned. */
static gboolean
find_routers (TroupeRunnerFrame *frame)
{
  TroupeRunnerDispatch *self = &frame->dispatch;
  TroupeRunnerDispatcher *dispatcher = get_dispatcher (frame);
  GArray *found = dispatcher->found;

  g_assert (frame != NULL);

  self->has_passed = FALSE;
  g_array_set_size (found, 0);
  if (!find_triggered (frame, TROUPE_PLAN_ROUTER, self->current, found))
    return TRUE;
  if (found->len == 0)
    {
      self->phase = TROUPE_PHASE_LISTENERS;
      self->position = 0;
      for (guint i = 0; self->results != NULL && i < self->results->len; i++)
        {
          if (self->armable == NULL)
            self->armable = g_hash_table_new (NULL, NULL);
          troupe_flow_pending_collect_armable (
              dispatcher->pending, g_array_index (self->results, TroupeRouterResult, i).event,
              self->armable);
        }
      return FALSE;
    }
  TROUPE_CRASH_POINT ("routers-found");
  g_clear_pointer (&self->routers, g_array_unref);
  self->routers = g_array_copy (found);
  self->router = 0;
  for (guint i = 0; i < found->len; i++)
    remember_ran (frame, self->current, g_array_index (found, guint, i));
  self->phase = TROUPE_PHASE_ROUTERS;
  return FALSE;
}

/* Takes the result of the awaited router. */
static void
take_router_result (TroupeRunnerFrame *frame)
{
  TroupeRunnerDispatch *self = &frame->dispatch;
  TroupeValue *feedback =
      troupe_runner_record_get_last_feedback (troupe_flow_runner_get_record (frame->runner));
  TroupeRouterResult result;

  g_assert (frame != NULL);

  TROUPE_CRASH_POINT ("router-ended");
  self->cause = frame->child_finished;
  self->router++;
  self->phase = TROUPE_PHASE_ROUTERS;
  if (troupe_value_is (frame->child_result, TROUPE_VALUE_NULL))
    {
      self->current = get_dispatcher (frame)->plan->empty_event;
      return;
    }
  result.event = troupe_runner_dispatch_get_label (frame->runner, frame->child_result);
  result.is_feedback = feedback != NULL;
  result.value = troupe_value_ref (feedback != NULL ? feedback : frame->child_result);
  if (self->results == NULL)
    {
      self->results = g_array_new (FALSE, FALSE, sizeof (TroupeRouterResult));
      g_array_set_clear_func (self->results, router_result_clear);
    }
  g_array_append_val (self->results, result);
  self->current = result.event;
  TROUPE_CRASH_POINT ("router-label-taken");
}

/* Gets the event at @position in the list of the trigger and the results. Returns FALSE if
 * @position is behind the last event. */
static gboolean
get_trigger (const TroupeRunnerDispatch *self, guint position, guint *event)
{
  g_assert (self != NULL);

  if (position == 0)
    *event = self->trigger;
  else if (self->results != NULL && position - 1 < self->results->len)
    *event = g_array_index (self->results, TroupeRouterResult, position - 1).event;
  else
    return FALSE;
  return TRUE;
}

/* Returns the last router result that equals @event, or NULL. */
static const TroupeRouterResult *
find_result (const TroupeRunnerDispatch *self, guint event)
{
  g_assert (self != NULL);

  for (guint i = self->results != NULL ? self->results->len : 0; i > 0; i--)
    {
      const TroupeRouterResult *result = &g_array_index (self->results, TroupeRouterResult, i - 1);

      if (result->event == event)
        return result;
    }
  return NULL;
}

/* Dispatches the trigger or a result to the listeners. Returns TRUE if the frame has to wait. */
static gboolean
launch_listeners (TroupeRunnerFrame *frame, guint event)
{
  TroupeRunnerDispatch *self = &frame->dispatch;
  TroupeRunnerDispatcher *dispatcher = get_dispatcher (frame);
  GArray *found = dispatcher->found;
  const TroupeRouterResult *result = find_result (self, event);

  g_assert (frame != NULL);

  if (self->position > 0 && self->armable != NULL && g_hash_table_size (self->armable) > 0)
    troupe_flow_pending_arm (dispatcher->pending, event, self->armable);
  g_array_set_size (found, 0);
  if (!find_triggered (frame, TROUPE_PLAN_LISTENER, event, found))
    return FALSE;
  TROUPE_CRASH_POINT ("listeners-found");
  self->phase = TROUPE_PHASE_BATCH_ENDED;
  for (guint i = 0; i < found->len; i++)
    remember_ran (frame, event, g_array_index (found, guint, i));
  if (found->len == 0)
    return FALSE;
  if (dispatcher->plan->has_invalid_listener)
    {
      /* CrewAI searches all conditions for races at this point and fails (§2). */
      fail_invalid (frame, g_array_index (found, guint, 0));
      return FALSE;
    }
  launch_batch (frame, TROUPE_FRAME_LISTENER, found, result != NULL ? result->value : self->value,
                self->cause);
  return TRUE;
}

/* Launches the next conditional start whose condition the event meets. Returns TRUE if the frame
 * has to wait. */
static gboolean
launch_start (TroupeRunnerFrame *frame, guint event)
{
  TroupeRunnerDispatch *self = &frame->dispatch;
  TroupeRunnerDispatcher *dispatcher = get_dispatcher (frame);
  TroupePendingStop stop;

  g_assert (frame != NULL);

  while (troupe_pending_iter_next (&self->starts, &stop))
    {
      guint method =
          troupe_flow_plan_get_subscription (dispatcher->plan, stop.subscription)->method;
      TroupePendingAnswer answer = troupe_flow_pending_take (dispatcher->pending, &stop, event);

      if (answer == TROUPE_PENDING_INVALID)
        return fail_invalid (frame, method);
      if (answer == TROUPE_PENDING_WAITING && stop.n_leaves > 0)
        troupe_runner_report_arrival (frame->runner, dispatcher->pending, stop.subscription, event,
                                      self->cause);
      if (answer == TROUPE_PENDING_MET && !has_run (self, event, method))
        return !launch_one (frame, TROUPE_FRAME_START, method, NULL, 0);
    }
  self->phase = TROUPE_PHASE_NEXT_TRIGGER;
  return FALSE;
}

static gboolean
go_on_with_routers (TroupeRunnerFrame *frame)
{
  TroupeRunnerDispatch *self = &frame->dispatch;
  const TroupeRouterResult *result;
  guint method;

  g_assert (frame != NULL);

  if (self->router == self->routers->len)
    {
      self->phase = TROUPE_PHASE_FIND_ROUTERS;
      return FALSE;
    }
  method = g_array_index (self->routers, guint, self->router);
  result = find_result (self, self->current);
  TROUPE_CRASH_POINT ("router-begun");
  self->phase = TROUPE_PHASE_ROUTER_ENDED;
  /* A router that follows another one still receives the value of the trigger, unless a user has
   * given feedback (doc/flow-semantics.md §4). */
  return !launch_one (frame, TROUPE_FRAME_ROUTER, method,
                      result != NULL && result->is_feedback ? result->value : self->value,
                      self->cause);
}

/* Executes one step of the listener phase. Returns TRUE if the frame has to wait. */
static gboolean
go_on_with_listeners (TroupeRunnerFrame *frame, guint event)
{
  TroupeRunnerDispatch *self = &frame->dispatch;

  g_assert (frame != NULL);

  switch (self->phase)
    {
    case TROUPE_PHASE_LISTENERS:
      if (event != get_dispatcher (frame)->plan->empty_event)
        return launch_listeners (frame, event);
      self->phase = TROUPE_PHASE_NEXT_TRIGGER;
      return FALSE;

    case TROUPE_PHASE_BATCH_ENDED:
      self->phase = TROUPE_PHASE_NEXT_TRIGGER;
      if (find_result (self, event) == NULL)
        return FALSE;
      self->phase = TROUPE_PHASE_STARTS;
      troupe_pending_iter_init (&self->starts, get_dispatcher (frame)->plan, TROUPE_PLAN_START,
                                event);
      return FALSE;

    case TROUPE_PHASE_STARTS:
      return launch_start (frame, event);

    case TROUPE_PHASE_NEXT_TRIGGER:
    case TROUPE_PHASE_FIND_ROUTERS:
    case TROUPE_PHASE_ROUTERS:
    case TROUPE_PHASE_ROUTER_ENDED:
    default:
      self->position++;
      self->phase = TROUPE_PHASE_LISTENERS;
      return FALSE;
    }
}

/* Launches the starts of a conversation one after the other (doc/flow-semantics.md §12). Returns
 * FALSE if the frame has to wait for a start. */
static gboolean
launch_starts (TroupeRunnerFrame *frame)
{
  TroupeRunnerDispatch *self = &frame->dispatch;

  g_assert (frame != NULL);

  while (frame->error == NULL && self->routers != NULL && self->router < self->routers->len)
    if (!launch_one (frame, TROUPE_FRAME_START,
                     g_array_index (self->routers, guint, self->router++), NULL, 0))
      return FALSE;
  return TRUE;
}

/**
 * troupe_runner_dispatch_go_on:
 *
 * Continues the dispatch of the frame (doc/flow-semantics.md §4): the router phase, then listeners
 * and conditional starts for the trigger and for each router result.
 *
 * Returns: %TRUE if the dispatch has ended or failed, %FALSE if the frame has to wait for methods
 * that it launched
 */
gboolean
troupe_runner_dispatch_go_on (TroupeRunnerFrame *frame)
{
  TroupeRunnerDispatch *self = &frame->dispatch;
  gboolean waits = FALSE;
  guint event;

  if (troupe_runner_extent_is_over (troupe_flow_runner_get_extent (frame->runner)))
    return TRUE;
  if (frame->role == TROUPE_FRAME_ROOT)
    return launch_starts (frame);
  while (frame->error == NULL && !waits)
    {
      switch (self->phase)
        {
        case TROUPE_PHASE_FIND_ROUTERS:
          waits = hold_event (frame);
          if (!waits)
            find_routers (frame);
          break;

        case TROUPE_PHASE_ROUTERS:
          waits = go_on_with_routers (frame);
          break;

        case TROUPE_PHASE_ROUTER_ENDED:
          take_router_result (frame);
          break;

        case TROUPE_PHASE_LISTENERS:
        case TROUPE_PHASE_BATCH_ENDED:
        case TROUPE_PHASE_STARTS:
        case TROUPE_PHASE_NEXT_TRIGGER:
        default:
          if (!get_trigger (self, self->position, &event))
            return TRUE;
          waits = go_on_with_listeners (frame, event);
          break;
        }
    }
  /* A launched method may have failed immediately; its siblings are awaited nevertheless. */
  return !waits;
}

void
troupe_runner_dispatch_begin_only (TroupeRunnerFrame *root, const TroupeFlowMethod *method)
{
  root->stage = TROUPE_STAGE_DISPATCH;
  if (launch_one (root, TROUPE_FRAME_START, method->index, NULL, 0))
    troupe_runner_frame_queue (root, TROUPE_STAGE_GO_ON);
}

/* Launches the starts of a kickoff (doc/flow-semantics.md §3). */
void
troupe_runner_dispatch_begin_kickoff (TroupeRunnerFrame *root)
{
  TroupeFlow *flow = get_flow (root);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) unconditional = g_array_new (FALSE, FALSE, sizeof (guint));

  root->stage = TROUPE_STAGE_DISPATCH;
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (!method->start)
        continue;
      if (method->start_condition == NULL)
        g_array_append_val (unconditional, i);
      g_array_append_val (all, i);
    }
  if (all->len == 0)
    troupe_runner_frame_queue (root, TROUPE_STAGE_GO_ON);
  else if (troupe_flow_is_conversational (flow))
    {
      root->dispatch.routers = g_array_ref (unconditional->len > 0 ? unconditional : all);
      if (launch_starts (root))
        troupe_runner_frame_queue (root, TROUPE_STAGE_GO_ON);
    }
  else
    launch_batch (root, TROUPE_FRAME_START, unconditional->len > 0 ? unconditional : all, NULL, 0);
}
