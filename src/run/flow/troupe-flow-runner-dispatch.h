/* troupe-flow-runner-dispatch.h: what an event sets going
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-pending.h"
#include "troupe-flow-runner-frame.h"

G_BEGIN_DECLS

/* Where a dispatch stands (doc/flow-semantics.md §4). */
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

/* A router's result as an event. @value: what its listeners are given: once a person has said something
 * in the run that is what was said last (doc/flow-semantics.md §10), @is_feedback */
typedef struct
{
  guint event;
  TroupeValue *value;
  gboolean is_feedback;
} TroupeRouterResult;

/* A conditional start that already ran as a router or listener for an event. */
typedef struct
{
  guint event;
  guint method;
} TroupeRanFor;

/**
 * TroupeRunnerDispatch:
 * @trigger: the event that is dispatched, @value: what came with it
 * @current: in the router phase, the event that routers are looked for
 * @cause: sequence number of the finished event that listeners are triggered by
 * @routers: (nullable) (element-type guint): the routers under way, @router the next one
 * @results: (nullable) (element-type TroupeRouterResult): what routers said
 * @armable: (nullable): what rule 4 of §2.2 may arm
 * @position: which of trigger and results is dispatched to listeners
 *
 * One dispatch. A method's frame has one; a start that is a router has two, one after the other.
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
  TroupePendingIter starts;
} TroupeRunnerDispatch;

/* What a frame launches once nobody holds the run: @methods (element-type guint), side by side, or one
 * that is awaited @is_alone. @parameter: (nullable) */
typedef struct
{
  TroupeFrameRole role;
  GArray *methods;
  gboolean is_alone;
  TroupeValue *parameter;
  guint64 trigger;
} TroupeRunnerLaunch;

/**
 * TroupeRunnerDispatcher:
 *
 * The conditions of the flow, what of them is met by now in the run, and the numbers of its events.
 */
typedef struct _TroupeRunnerDispatcher TroupeRunnerDispatcher;

/* @plan: (transfer full) */
TroupeRunnerDispatcher *troupe_runner_dispatcher_new (TroupeFlowPlan *plan);
void troupe_runner_dispatcher_free (TroupeRunnerDispatcher *self);

void troupe_runner_dispatch_begin (TroupeRunnerFrame *frame,
                                   guint event,
                                   TroupeValue *value,
                                   guint64 cause);
void troupe_runner_dispatch_begin_kickoff (TroupeRunnerFrame *root);
guint troupe_runner_dispatch_get_label (TroupeFlowRunner *runner, TroupeValue *result);
/* Python said which event @result, this very value, is. */
void
troupe_runner_dispatch_set_label (TroupeFlowRunner *runner, TroupeValue *result, const char *label);
/* Listeners that fired may fire again (doc/flow-semantics.md §2.2). */
void troupe_runner_dispatch_arm_all (TroupeFlowRunner *runner);
gboolean troupe_runner_dispatch_go_on (TroupeRunnerFrame *frame);
/* Behind a router that is skipped: conditional starts that had ended continue with their chains, one after
 * the other. FALSE where there is none left. */
gboolean troupe_runner_dispatch_launch_completed_start (TroupeRunnerFrame *frame);
void troupe_runner_dispatch_clear (TroupeRunnerDispatch *self);
/* Python changed an object that is still on its way to methods that are not launched yet. */
void troupe_runner_dispatch_replace_value (TroupeRunnerDispatch *self,
                                           TroupeValue *before,
                                           TroupeValue *after);
/* Launches what was held back. */
void troupe_runner_dispatch_launch_held (TroupeRunnerFrame *frame);
void troupe_runner_launch_free (TroupeRunnerLaunch *self);

G_END_DECLS
