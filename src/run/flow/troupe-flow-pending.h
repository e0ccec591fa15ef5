/* troupe-flow-pending.h: what the methods of a run are still waiting for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-plan.h"

G_BEGIN_DECLS

/* How often a node's events came since its subscription fired. */
typedef struct
{
  guint epoch;
  guint count;
} TroupePendingNode;

/* @seen: (nullable): events that came, for a condition that cannot be counted */
typedef struct
{
  guint epoch;
  guint fired_epoch;
  GHashTable *seen;
} TroupePendingSubscription;

/**
 * TroupeFlowPending:
 *
 * The pending sets and the fired listeners of one kickoff (doc/flow-semantics.md §2.1, §2.2). Taking
 * an event costs the places where it stands, clearing costs nothing.
 */
typedef struct
{
  const TroupeFlowPlan *plan;
  TroupePendingNode *nodes;
  TroupePendingSubscription *subscriptions;
  guint64 *bits;
  guint fired_epoch;
} TroupeFlowPending;

typedef enum
{
  TROUPE_PENDING_SKIPPED, /* fired already; the event is not even remembered */
  TROUPE_PENDING_WAITING,
  TROUPE_PENDING_MET,
  TROUPE_PENDING_INVALID, /* the condition has a part that cannot be looked at */
} TroupePendingAnswer;

/* One subscription that an event concerns, with the places where it stands there. */
typedef struct
{
  guint subscription;
  const TroupePlanLeaf *leaves;
  guint n_leaves;
} TroupePendingStop;

/* Goes through the subscriptions of one kind that an event concerns, in document order. */
typedef struct
{
  const TroupePlanLeaf *leaf;
  const TroupePlanLeaf *leaf_end;
  const guint *always;
  const guint *always_end;
} TroupePendingIter;

TroupeFlowPending *troupe_flow_pending_new (const TroupeFlowPlan *plan);
void troupe_flow_pending_free (TroupeFlowPending *self);

void troupe_pending_iter_init (TroupePendingIter *iter,
                               const TroupeFlowPlan *plan,
                               TroupePlanKind kind,
                               guint event);
gboolean troupe_pending_iter_next (TroupePendingIter *iter, TroupePendingStop *stop);

TroupePendingAnswer
troupe_flow_pending_take (TroupeFlowPending *self, const TroupePendingStop *stop, guint event);

void troupe_flow_pending_arm_all (TroupeFlowPending *self);
void
troupe_flow_pending_collect_armable (TroupeFlowPending *self, guint event, GHashTable *armable);
void troupe_flow_pending_arm (TroupeFlowPending *self, guint event, GHashTable *armable);

G_END_DECLS
