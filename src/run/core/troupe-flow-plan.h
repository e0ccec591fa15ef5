/* troupe-flow-plan.h: conditions of a flow, compiled into lookup tables for a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* The kind of method that is triggered by an event, in order (doc/flow-semantics.md §4): routers
 * before listeners, conditional starts last. */
typedef enum
{
  TROUPE_PLAN_ROUTER,
  TROUPE_PLAN_LISTENER,
  TROUPE_PLAN_START,
  TROUPE_PLAN_N_KINDS,
} TroupePlanKind;

#define TROUPE_PLAN_NONE G_MAXUINT

/**
 * TroupePlanNode:
 * @parent: the parent node, or %TROUPE_PLAN_NONE
 * @needed: number of children that must be met
 * @base: number of children that are met before any event
 *
 * An event, `and` or `or` node of a condition.
 */
typedef struct
{
  guint parent;
  guint needed;
  guint base;
} TroupePlanNode;

/**
 * TroupePlanSubscription:
 * @root: the first node of the condition
 * @slots, @n_slots: the events of the condition, each once and in order, as a range of the plan's
 *   `slot_events`
 * @bits: index of the condition's bits in an array of 64-bit words, one bit per slot
 * @once: whether the condition fires only once until it is armed again (§2.2)
 * @invalid: whether the condition has a part that fails when it is evaluated (§2)
 *
 * One condition of one method.
 */
typedef struct
{
  TroupePlanKind kind;
  guint method;
  guint root;
  guint slots;
  guint n_slots;
  guint bits;
  gboolean once;
  gboolean invalid;
  const TroupeCondition *condition;
} TroupePlanSubscription;

/* One occurrence of an event in a condition. */
typedef struct
{
  guint subscription;
  guint node;
  guint slot;
} TroupePlanLeaf;

/**
 * TroupeFlowPlan:
 * @event_ids: names to numbers; a method's own name has the number of the method
 * @empty_event: the number of the empty string, which a router without a result emits (§4)
 * @leaves, @offsets: for each kind, the occurrences of event E: from offsets[E] up to but excluding
 *   offsets[E + 1], in document order
 * @always: for each kind, the subscriptions to which every event is relevant
 * @races: for each method, the number + 1 of the subscription in whose race it takes part, or 0
 *   (§2.3)
 *
 * Compiled so that a dispatch visits only the conditions that its event affects. Immutable after
 * construction, and shared by the runs of a loop; the reference count is used only on the loop's
 * thread; names belong to the flow.
 */
typedef struct
{
  guint n_references;
  TroupeFlow *flow;
  GHashTable *event_ids;
  GPtrArray *event_names;
  guint n_events;
  guint empty_event;
  GArray *nodes;
  GArray *subscriptions;
  GArray *slot_events;
  guint n_words;
  GArray *leaves[TROUPE_PLAN_N_KINDS];
  guint *offsets[TROUPE_PLAN_N_KINDS];
  GArray *always[TROUPE_PLAN_N_KINDS];
  guint *races;
  gboolean has_invalid_listener;
} TroupeFlowPlan;

TroupeFlowPlan *troupe_flow_plan_new (TroupeFlow *flow);
TroupeFlowPlan *troupe_flow_plan_ref (TroupeFlowPlan *self);
void troupe_flow_plan_unref (TroupeFlowPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowPlan, troupe_flow_plan_unref)

#define troupe_flow_plan_get_subscription(self, index)                                             \
  (&g_array_index ((self)->subscriptions, TroupePlanSubscription, index))
#define troupe_flow_plan_get_node(self, index)                                                     \
  (&g_array_index ((self)->nodes, TroupePlanNode, index))

G_END_DECLS
