/* troupe-flow-pending.h: pending events and fired listeners of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-plan.h"

G_BEGIN_DECLS

/* Number of events of a condition node since its subscription last fired. */
typedef struct
{
  guint epoch;
  guint count;
} TroupePendingNode;

/* @seen: (nullable): events received so far; set only for a condition that cannot be counted */
typedef struct
{
  guint epoch;
  guint fired_epoch;
  GHashTable *seen;
} TroupePendingSubscription;

/**
 * TroupeFlowPending:
 *
 * The pending event sets and the fired listeners of one kickoff (doc/flow-semantics.md §2.1, §2.2).
 * The cost of an event is proportional to the number of conditions that contain it; clearing is
 * O(1).
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
  TROUPE_PENDING_SKIPPED, /* already fired; the event is not stored */
  TROUPE_PENDING_WAITING,
  TROUPE_PENDING_MET,
  TROUPE_PENDING_INVALID, /* the condition has a part that cannot be evaluated */
} TroupePendingAnswer;

/* One subscription that is affected by an event. @leaves: the leaves of its condition that
 * mention the event */
typedef struct
{
  guint subscription;
  const TroupePlanLeaf *leaves;
  guint n_leaves;
} TroupePendingStop;

/* Iterates over the subscriptions of one kind that are affected by an event, in document order. */
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
