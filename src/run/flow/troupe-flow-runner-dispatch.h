/* troupe-flow-runner-dispatch.h: event dispatcher of a flow: routers, listeners, conditional starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-pending.h"
#include "troupe-flow-runner-frame.h"

G_BEGIN_DECLS

/* Phase of a dispatch (doc/flow-semantics.md §4). */
typedef enum
{
  TROUPE_PHASE_FIND_ROUTERS,
  TROUPE_PHASE_ROUTERS,
  TROUPE_PHASE_ROUTER_ENDED,
  TROUPE_PHASE_LISTENERS,
  TROUPE_PHASE_BATCH_ENDED,
  TROUPE_PHASE_STARTS,
  TROUPE_PHASE_NEXT_TRIGGER,
} TroupeDispatchPhase;

/* The result of a router as an event. @value: the parameter of its listeners. This is the result
 * or, if a user has given feedback in the run, the last feedback (doc/flow-semantics.md §10);
 * @is_feedback is set in the latter case */
typedef struct
{
  guint event;
  TroupeValue *value;
  gboolean is_feedback;
} TroupeRouterResult;

/* A conditional start that was already executed as a router or listener for an event. */
typedef struct
{
  guint event;
  guint method;
} TroupeStartedFor;

/**
 * TroupeRunnerDispatch:
 * @trigger: the event that is dispatched; @value: the value of the event
 * @current: in the router phase, the event whose routers are searched
 * @cause: sequence number of the finished event that triggers the listeners
 * @routers: (nullable) (element-type guint): the current routers; @router: the index of the next
 *   router
 * @results: (nullable) (element-type TroupeRouterResult): the results of routers
 * @armable: (nullable): the listeners that rule 4 of §2.2 may arm
 * @position: index of the event that is being dispatched to listeners, in the list of the trigger
 *   and the results
 *
 * One dispatch. The frame of a method has one dispatch. The frame of a start that is a router has
 * two, one after the other.
 */
typedef struct
{
  TroupeDispatchPhase phase;
  guint trigger;
  guint current;
  TroupeValue *value;
  guint64 cause;
  GArray *routers;
  guint router;
  GArray *results;
  GArray *ran_for;
  GHashTable *armable;
  guint position;
  gboolean has_passed;
  TroupePendingIter starts;
} TroupeRunnerDispatch;

/* A launch that is delayed until the run is no longer paused. @methods (element-type guint) are
 * launched in parallel; without methods the dispatch of an event is delayed; if @is_alone is set, there is only one method, which is awaited.
 * @parameter: (nullable) */
struct _TroupeRunnerLaunch
{
  TroupeFrameRole role;
  GArray *methods;
  gboolean is_alone;
  TroupeValue *parameter;
  guint64 trigger;
};

/**
 * TroupeRunnerDispatcher:
 *
 * The conditions of the flow, their state in the run, and the indices of its events.
 */
typedef struct _TroupeRunnerDispatcher TroupeRunnerDispatcher;

/* @plan: (transfer full) */
TroupeRunnerDispatcher *troupe_runner_dispatcher_new (TroupeFlowPlan *plan);
void troupe_runner_dispatcher_free (TroupeRunnerDispatcher *self);

void troupe_runner_dispatch_begin (TroupeRunnerFrame *frame,
                                   guint event,
                                   TroupeValue *value,
                                   guint64 cause);
/* Returns TRUE if any condition names the event. */
gboolean troupe_runner_dispatch_knows_event (TroupeFlowRunner *runner, const char *event);
/* Returns TRUE if a condition of the method names the event. */
gboolean
troupe_runner_dispatch_listens (TroupeFlowRunner *runner, const char *method, const char *event);
void troupe_runner_dispatch_begin_kickoff (TroupeRunnerFrame *root);
/* Launches only this method instead of the starts. */
void troupe_runner_dispatch_begin_only (TroupeRunnerFrame *root, const TroupeFlowMethod *method);
guint troupe_runner_dispatch_get_label (TroupeFlowRunner *runner, TroupeValue *result);
/* Sets the event name of a router result that was returned by Python. The name applies only to
 * this instance of @result, not to equal values. */
void
troupe_runner_dispatch_set_label (TroupeFlowRunner *runner, TroupeValue *result, const char *label);
/* Allows listeners that fired to fire again (doc/flow-semantics.md §2.2). */
void troupe_runner_dispatch_arm_all (TroupeFlowRunner *runner);
gboolean troupe_runner_dispatch_go_on (TroupeRunnerFrame *frame);
/* Called after a router was skipped. Launches the next conditional start that had already ended,
 * so that its chain continues. Such starts are launched one after the other. Returns FALSE if
 * none is left. */
gboolean troupe_runner_dispatch_launch_completed_start (TroupeRunnerFrame *frame);
void troupe_runner_dispatch_clear (TroupeRunnerDispatch *self);
/* Replaces an object that Python has changed and that is waiting to be passed to methods. */
void troupe_runner_dispatch_replace_value (TroupeRunnerDispatch *self,
                                           TroupeValue *before,
                                           TroupeValue *after);
/* Launches the methods whose launch was delayed by a pause. */
void troupe_runner_dispatch_launch_held (TroupeRunnerFrame *frame);
void troupe_runner_launch_free (TroupeRunnerLaunch *self);

G_END_DECLS
