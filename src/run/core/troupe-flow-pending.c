/* troupe-flow-pending.c: pending events and fired listeners of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-pending"

#include "config.h"

#include <string.h>

#include "troupe-flow-pending.h"

TroupeFlowPending *
troupe_flow_pending_new (const TroupeFlowPlan *plan)
{
  TroupeFlowPending *self = g_new0 (TroupeFlowPending, 1);

  self->plan = plan;
  self->nodes = g_new0 (TroupePendingNode, plan->nodes->len);
  self->subscriptions = g_new0 (TroupePendingSubscription, plan->subscriptions->len);
  self->bits = g_new0 (guint64, plan->n_words);
  self->fired_epoch = 1;
  /* Nodes have epoch 0, so that the first access resets each of them to its base count. */
  for (guint i = 0; i < plan->subscriptions->len; i++)
    self->subscriptions[i].epoch = 1;
  return self;
}

void
troupe_flow_pending_free (TroupeFlowPending *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->plan->subscriptions->len; i++)
    g_clear_pointer (&self->subscriptions[i].seen, g_hash_table_unref);
  g_free (self->nodes);
  g_free (self->subscriptions);
  g_free (self->bits);
  g_free (self);
}

void
troupe_pending_iter_init (TroupePendingIter *iter,
                          const TroupeFlowPlan *plan,
                          TroupePlanKind kind,
                          guint event)
{
  const TroupePlanLeaf *leaves = (const TroupePlanLeaf *) (gpointer) plan->leaves[kind]->data;

  *iter = (TroupePendingIter){ 0 };
  /* An event that no condition mentions has no index in the plan. */
  if (event < plan->n_events)
    {
      iter->leaf = leaves + plan->offsets[kind][event];
      iter->leaf_end = leaves + plan->offsets[kind][event + 1];
    }
  iter->always = (const guint *) (gpointer) plan->always[kind]->data;
  iter->always_end = iter->always + plan->always[kind]->len;
}

gboolean
troupe_pending_iter_next (TroupePendingIter *iter, TroupePendingStop *stop)
{
  gboolean has_leaf = iter->leaf < iter->leaf_end;

  if (iter->always < iter->always_end && (!has_leaf || *iter->always < iter->leaf->subscription))
    {
      *stop = (TroupePendingStop){ *iter->always++, NULL, 0 };
      return TRUE;
    }
  if (!has_leaf)
    return FALSE;
  *stop = (TroupePendingStop){ iter->leaf->subscription, iter->leaf, 0 };
  while (iter->leaf < iter->leaf_end && iter->leaf->subscription == stop->subscription)
    {
      iter->leaf++;
      stop->n_leaves++;
    }
  return TRUE;
}

static guint *
get_count (TroupeFlowPending *self, guint node, guint epoch)
{
  g_assert (self != NULL);

  if (self->nodes[node].epoch != epoch)
    {
      self->nodes[node].epoch = epoch;
      self->nodes[node].count = troupe_flow_plan_get_node (self->plan, node)->base;
    }
  return &self->nodes[node].count;
}

/* Evaluates the condition like Python, from left to right and with short circuit. The recursion
 * depth is limited by the parser of the document. */
static TroupePendingAnswer
evaluate_slowly (TroupeFlowPending *self, const TroupeCondition *condition, GHashTable *seen)
{
  gboolean is_and = condition->type == TROUPE_CONDITION_AND;

  g_assert (self != NULL);

  if (condition->type == TROUPE_CONDITION_INVALID)
    return TROUPE_PENDING_INVALID;
  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      gpointer id = g_hash_table_lookup (self->plan->event_ids, condition->event);

      return g_hash_table_contains (seen, id) ? TROUPE_PENDING_MET : TROUPE_PENDING_WAITING;
    }
  for (guint i = 0; i < condition->n_children; i++)
    {
      TroupePendingAnswer answer = evaluate_slowly (self, condition->children[i], seen);

      if (answer == TROUPE_PENDING_INVALID)
        return answer;
      if ((answer == TROUPE_PENDING_MET) != is_and)
        return answer;
    }
  return is_and ? TROUPE_PENDING_MET : TROUPE_PENDING_WAITING;
}

/**
 * troupe_flow_pending_take:
 * @event: the event that was dispatched
 *
 * Passes an event to one affected subscription. Stores the event, and clears the complete set if
 * the condition is met (doc/flow-semantics.md §2.1, §2.2).
 */
TroupePendingAnswer
troupe_flow_pending_take (TroupeFlowPending *self, const TroupePendingStop *stop, guint event)
{
  guint index = stop->subscription;
  const TroupePlanSubscription *subscription =
      troupe_flow_plan_get_subscription (self->plan, index);
  TroupePendingSubscription *pending = &self->subscriptions[index];
  TroupePendingAnswer answer = TROUPE_PENDING_WAITING;
  const TroupePlanSubscription *cleared;

  if (subscription->once && pending->fired_epoch == self->fired_epoch)
    return TROUPE_PENDING_SKIPPED;
  if (subscription->invalid)
    {
      TroupePendingSubscription *place = &self->subscriptions[index];

      if (place->seen == NULL)
        place->seen = g_hash_table_new (NULL, NULL);
      g_hash_table_add (place->seen, GUINT_TO_POINTER (event));
      answer =
          evaluate_slowly (self, troupe_flow_plan_get_subscription (self->plan, index)->condition,
                           place->seen);
    }
  else
    {
      for (guint i = 0; i < stop->n_leaves; i++)
        {
          guint slot = stop->leaves[i].slot;
          guint node;

          if (*get_count (self, stop->leaves[i].node, pending->epoch) > 0)
            continue;
          self->bits[subscription->bits + slot / 64] |= G_GUINT64_CONSTANT (1) << (slot % 64);
          node = stop->leaves[i].node;
          while (node != TROUPE_PLAN_NONE)
            {
              const TroupePlanNode *plan_node = troupe_flow_plan_get_node (self->plan, node);
              guint *count = get_count (self, node, pending->epoch);

              (*count)++;
              /* The parent is incremented only when the node becomes met, so that nothing is
               * counted twice. */
              if (*count != plan_node->needed)
                break;
              node = plan_node->parent;
            }
        }
      if (*get_count (self, subscription->root, pending->epoch) >=
          troupe_flow_plan_get_node (self->plan, subscription->root)->needed)
        answer = TROUPE_PENDING_MET;
    }
  if (answer != TROUPE_PENDING_MET)
    return answer;
  cleared = troupe_flow_plan_get_subscription (self->plan, index);
  self->subscriptions[index].epoch++;
  if (cleared->n_slots > 0)
    memset (self->bits + cleared->bits, 0, (cleared->n_slots + 63) / 64 * sizeof (guint64));
  if (self->subscriptions[index].seen != NULL)
    g_hash_table_remove_all (self->subscriptions[index].seen);
  if (subscription->once)
    pending->fired_epoch = self->fired_epoch;
  return answer;
}

/* Allows every fired listener to fire again (§2.2, rules 1 to 3). */
void
troupe_flow_pending_arm_all (TroupeFlowPending *self)
{
  self->fired_epoch++;
}

/* Collects the listeners that mention @event, fire once and have fired. */
static void
collect_fired (TroupeFlowPending *self, guint event, GArray *found)
{
  TroupePendingIter iter;
  TroupePendingStop stop;

  g_assert (self != NULL);

  troupe_pending_iter_init (&iter, self->plan, TROUPE_PLAN_LISTENER, event);
  while (troupe_pending_iter_next (&iter, &stop))
    {
      const TroupePlanSubscription *subscription =
          troupe_flow_plan_get_subscription (self->plan, stop.subscription);

      if (!subscription->once ||
          self->subscriptions[stop.subscription].fired_epoch != self->fired_epoch)
        continue;
      /* A subscription that is affected by every event does not necessarily mention @event. */
      if (stop.n_leaves == 0 &&
          (event >= self->plan->n_events ||
           !troupe_condition_mentions (subscription->condition,
                                       g_ptr_array_index (self->plan->event_names, event))))
        continue;
      g_array_append_val (found, stop.subscription);
    }
}

/* Adds the listeners that @event could arm now to @armable; rule 4 is applied at the end of the
 * router phase. */
void
troupe_flow_pending_collect_armable (TroupeFlowPending *self, guint event, GHashTable *armable)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));

  collect_fired (self, event, found);
  for (guint i = 0; i < found->len; i++)
    g_hash_table_add (armable, GUINT_TO_POINTER (g_array_index (found, guint, i)));
}

/* Arms the listeners that mention @event and are in @armable, each of them only once. */
void
troupe_flow_pending_arm (TroupeFlowPending *self, guint event, GHashTable *armable)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));

  collect_fired (self, event, found);
  for (guint i = 0; i < found->len; i++)
    {
      guint index = g_array_index (found, guint, i);

      if (g_hash_table_remove (armable, GUINT_TO_POINTER (index)))
        self->subscriptions[index].fired_epoch = 0;
    }
}
