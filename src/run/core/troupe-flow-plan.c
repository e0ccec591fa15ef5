/* troupe-flow-plan.c: conditions of a flow, compiled into lookup tables for a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-plan"

#include "config.h"

#include "troupe-flow-plan.h"

/* A leaf with its event, before leaves are sorted by event. */
typedef struct
{
  guint event;
  TroupePlanLeaf leaf;
} LooseLeaf;

/* State that is needed only while a plan is compiled. */
typedef struct
{
  TroupeFlowPlan *plan;
  GArray *loose[TROUPE_PLAN_N_KINDS]; /* (element-type LooseLeaf) */
  GHashTable *slots;                  /* event to slot + 1, of the current subscription */
  guint subscription;
} PlanBuilder;

static guint
intern_event (TroupeFlowPlan *self, const char *name)
{
  gpointer id;

  g_assert (self != NULL);

  if (g_hash_table_lookup_extended (self->event_ids, name, NULL, &id))
    return GPOINTER_TO_UINT (id);
  g_hash_table_insert (self->event_ids, (gpointer) name, GUINT_TO_POINTER (self->n_events));
  g_ptr_array_add (self->event_names, (gpointer) name);
  return self->n_events++;
}

static guint
find_slot (PlanBuilder *self, TroupePlanSubscription *subscription, guint event)
{
  gpointer slot = g_hash_table_lookup (self->slots, GUINT_TO_POINTER (event));

  g_assert (self != NULL);

  if (slot != NULL)
    return GPOINTER_TO_UINT (slot) - 1;
  g_hash_table_insert (self->slots, GUINT_TO_POINTER (event),
                       GUINT_TO_POINTER (subscription->n_slots + 1));
  g_array_append_val (self->plan->slot_events, event);
  return subscription->n_slots++;
}

/* Returns TRUE if the node is met before any event, which is only possible for an empty `and`. */
static gboolean
add_condition (PlanBuilder *self,
               TroupePlanSubscription *subscription,
               const TroupeCondition *condition,
               guint parent)
{
  gboolean is_and = condition->type == TROUPE_CONDITION_AND;
  TroupePlanNode node = { parent, is_and ? condition->n_children : 1, 0 };
  guint index;
  guint n_met = 0;

  g_assert (self != NULL);

  g_array_append_val (self->plan->nodes, node);
  index = self->plan->nodes->len - 1;
  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      guint event = intern_event (self->plan, condition->event);
      guint slot = find_slot (self, subscription, event);
      LooseLeaf loose = { event, { self->subscription, index, slot } };

      g_array_append_val (self->loose[subscription->kind], loose);
      return FALSE;
    }
  if (condition->type == TROUPE_CONDITION_INVALID)
    {
      subscription->invalid = TRUE;
      return FALSE;
    }
  for (guint i = 0; i < condition->n_children; i++)
    n_met += add_condition (self, subscription, condition->children[i], index) ? 1 : 0;
  troupe_flow_plan_get_node (self->plan, index)->base = n_met;
  return n_met >= troupe_flow_plan_get_node (self->plan, index)->needed;
}

static void
add_subscription (PlanBuilder *self,
                  TroupePlanKind kind,
                  guint method,
                  const TroupeCondition *condition)
{
  TroupeFlowPlan *plan = self->plan;
  TroupePlanSubscription subscription = { .kind = kind, .method = method, .condition = condition };
  guint first_loose = self->loose[kind]->len;

  g_assert (self != NULL);

  self->subscription = plan->subscriptions->len;
  subscription.root = plan->nodes->len;
  subscription.slots = plan->slot_events->len;
  subscription.bits = plan->n_words;
  subscription.once = kind == TROUPE_PLAN_LISTENER && condition->type == TROUPE_CONDITION_OR &&
                      condition->n_children > 1;
  g_hash_table_remove_all (self->slots);
  if (add_condition (self, &subscription, condition, TROUPE_PLAN_NONE) || subscription.invalid)
    {
      /* Every event is relevant to the subscription, so it is not indexed by event. */
      g_array_append_val (plan->always[kind], self->subscription);
      g_array_set_size (self->loose[kind], first_loose);
    }
  plan->n_words += (subscription.n_slots + 63) / 64;
  plan->has_invalid_listener |= subscription.invalid && kind == TROUPE_PLAN_LISTENER;
  g_array_append_val (plan->subscriptions, subscription);
}

/* Collects the events that are reachable through `or` nodes only. Each event is collected once. */
static void
collect_alternatives (const TroupeCondition *condition, GHashTable *alternatives)
{
  g_assert (condition != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    g_hash_table_add (alternatives, condition->event);
  if (condition->type != TROUPE_CONDITION_OR)
    return;
  for (guint i = 0; i < condition->n_children; i++)
    collect_alternatives (condition->children[i], alternatives);
}

static void
add_race (TroupeFlowPlan *self, guint index, const guint *mentions)
{
  const TroupePlanSubscription *subscription = troupe_flow_plan_get_subscription (self, index);
  g_autoptr (GHashTable) alternatives = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) exclusive = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter iter;
  gpointer name;

  g_assert (self != NULL);

  collect_alternatives (subscription->condition, alternatives);
  g_hash_table_iter_init (&iter, alternatives);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      guint event = intern_event (self, name);

      if (mentions[event] == 1)
        g_array_append_val (exclusive, event);
    }
  if (exclusive->len < 2)
    return;
  for (guint i = 0; i < exclusive->len; i++)
    {
      guint event = g_array_index (exclusive, guint, i);

      if (event < troupe_flow_get_n_methods (self->flow))
        self->races[event] = index + 1;
    }
}

static void
find_races (TroupeFlowPlan *self)
{
  g_autofree guint *mentions = g_new0 (guint, self->n_events);

  g_assert (self != NULL);

  self->races = g_new0 (guint, troupe_flow_get_n_methods (self->flow));
  for (guint i = 0; i < self->subscriptions->len; i++)
    {
      const TroupePlanSubscription *subscription = troupe_flow_plan_get_subscription (self, i);

      if (subscription->kind != TROUPE_PLAN_LISTENER)
        continue;
      for (guint slot = 0; slot < subscription->n_slots; slot++)
        mentions[g_array_index (self->slot_events, guint, subscription->slots + slot)]++;
    }
  for (guint i = 0; i < self->subscriptions->len; i++)
    {
      const TroupePlanSubscription *subscription = troupe_flow_plan_get_subscription (self, i);

      if (subscription->kind == TROUPE_PLAN_LISTENER &&
          subscription->condition->type == TROUPE_CONDITION_OR)
        add_race (self, i, mentions);
    }
}

/**
 * troupe_flow_plan_new:
 *
 * Compiles the conditions of the flow by the rules of doc/flow-semantics.md §2. Linear in their
 * size.
 *
 * Returns: (transfer full): the plan, which holds a reference to @flow
 */
TroupeFlowPlan *
troupe_flow_plan_new (TroupeFlow *flow)
{
  TroupeFlowPlan *self;
  PlanBuilder builder = { 0 };
  guint n_methods;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_new0 (TroupeFlowPlan, 1);
  self->n_references = 1;
  self->flow = troupe_flow_ref (flow);
  self->event_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->event_names = g_ptr_array_new ();
  self->nodes = g_array_new (FALSE, FALSE, sizeof (TroupePlanNode));
  self->subscriptions = g_array_new (FALSE, FALSE, sizeof (TroupePlanSubscription));
  self->slot_events = g_array_new (FALSE, FALSE, sizeof (guint));
  builder.plan = self;
  builder.slots = g_hash_table_new (NULL, NULL);
  for (guint kind = 0; kind < TROUPE_PLAN_N_KINDS; kind++)
    {
      builder.loose[kind] = g_array_new (FALSE, FALSE, sizeof (LooseLeaf));
      self->always[kind] = g_array_new (FALSE, FALSE, sizeof (guint));
    }

  n_methods = troupe_flow_get_n_methods (flow);
  for (guint i = 0; i < n_methods; i++)
    intern_event (self, troupe_flow_get_method (flow, i)->name);
  self->empty_event = intern_event (self, "");
  for (guint i = 0; i < n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (method->listen != NULL)
        add_subscription (&builder, method->router ? TROUPE_PLAN_ROUTER : TROUPE_PLAN_LISTENER,
                          method->index, method->listen);
      if (method->start && method->start_condition != NULL)
        add_subscription (&builder, TROUPE_PLAN_START, method->index, method->start_condition);
    }
  for (guint kind = 0; kind < TROUPE_PLAN_N_KINDS; kind++)
    {
      TroupePlanKind leaf_kind = (TroupePlanKind) kind;
      GArray *loose = builder.loose[kind];
      guint *offsets = g_new0 (guint, self->n_events + 2);

      /* Sorts by event and preserves the document order among leaves of the same event. */
      self->leaves[leaf_kind] =
          g_array_sized_new (FALSE, FALSE, sizeof (TroupePlanLeaf), loose->len);
      g_array_set_size (self->leaves[leaf_kind], loose->len);
      for (guint i = 0; i < loose->len; i++)
        offsets[g_array_index (loose, LooseLeaf, i).event + 2]++;
      for (guint i = 2; i < self->n_events + 2; i++)
        offsets[i] += offsets[i - 1];
      for (guint i = 0; i < loose->len; i++)
        {
          const LooseLeaf *leaf = &g_array_index (loose, LooseLeaf, i);

          g_array_index (self->leaves[leaf_kind], TroupePlanLeaf, offsets[leaf->event + 1]++) =
              leaf->leaf;
        }
      self->offsets[leaf_kind] = offsets;
      g_array_unref (builder.loose[kind]);
    }
  find_races (self);
  g_hash_table_unref (builder.slots);
  return self;
}

TroupeFlowPlan *
troupe_flow_plan_ref (TroupeFlowPlan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->n_references++;
  return self;
}

void
troupe_flow_plan_unref (TroupeFlowPlan *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->n_references > 0);

  if (--self->n_references > 0)
    return;

  for (guint kind = 0; kind < TROUPE_PLAN_N_KINDS; kind++)
    {
      g_array_unref (self->leaves[kind]);
      g_array_unref (self->always[kind]);
      g_free (self->offsets[kind]);
    }
  g_array_unref (self->nodes);
  g_array_unref (self->subscriptions);
  g_array_unref (self->slot_events);
  g_hash_table_unref (self->event_ids);
  g_ptr_array_unref (self->event_names);
  g_free (self->races);
  troupe_flow_unref (self->flow);
  g_free (self);
}
