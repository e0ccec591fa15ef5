/* troupe-flow-repeats.c: finds methods that a loop leads back to, but which do not run again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-repeats"

#include "config.h"

#include "troupe-flow-reach-private.h"

/* Limits how many sources of events are examined, each of which takes as long as the analysis of
 * the complete flow. */
#define MOST_SOURCES 64

/* The highest number that is counted; it includes any higher one. */
#define MANY 2

/*
 * Counts, from above, how often each method can run. The counts begin at 0 and grow until they
 * agree with each other. The first count assumes that no method runs twice, so that nothing arms
 * all methods again (doc/flow-semantics.md §2.2, rules 2 and 3). If it finds one that does, the
 * second count drops this assumption.
 */
typedef struct
{
  TroupeFlowReach *reach;
  guint n_methods;
  guint *order;           /* the methods that can run, by rank */
  guint n_order;
  guint8 *times;          /* by method */
  GHashTable **back;      /* by method: events that only occur after it; (nullable) */
  gboolean may_arm_all;
  guint n_sources;
} Counter;

static guint
add (guint a, guint b)
{
  return MIN (a + b, MANY);
}

/* Returns how often the event can occur. @by_router: only as the result of a listening router. */
static guint
count_event (Counter *self, const char *name, gboolean by_router)
{
  const EventReach *event = g_hash_table_lookup (self->reach->events, name);
  const int method = troupe_flow_find_index (self->reach->flow, name);
  guint count = method >= 0 && !by_router ? self->times[method] : 0;

  g_assert (self != NULL);

  for (guint i = 0; event != NULL && event->emitters != NULL && i < event->emitters->len; i++)
    {
      const guint emitter = g_array_index (event->emitters, guint, i);

      if (!by_router || troupe_flow_get_method (self->reach->flow, emitter)->listen != NULL)
        count = add (count, self->times[emitter]);
    }
  return count;
}

/* Returns how often the condition can be met, if its method always listens. Whenever it is met,
 * its events are forgotten, so that an `and` needs all of its branches again. */
static guint
count_condition (Counter *self, const TroupeCondition *condition, gboolean by_router)
{
  const gboolean is_and = condition->type == TROUPE_CONDITION_AND;
  guint count = is_and ? MANY : 0;

  g_assert (self != NULL);

  if (condition->type == TROUPE_CONDITION_INVALID)
    return MANY;
  if (condition->type == TROUPE_CONDITION_EVENT)
    return count_event (self, condition->event, by_router);
  for (guint i = 0; i < condition->n_children; i++)
    {
      const guint child = count_condition (self, condition->children[i], by_router);

      count = is_and ? MIN (count, child) : add (count, child);
    }
  return count;
}

static gboolean
fires_once (const TroupeFlowMethod *method)
{
  return !method->router && method->listen->type == TROUPE_CONDITION_OR &&
         method->listen->n_children > 1;
}

/* Returns TRUE if a router can arm the method after it ran (§2.2, rule 4). If only one event
 * precedes the first run, it has caused this run and occurs no more. */
static gboolean
may_be_armed (Counter *self, guint index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->reach->flow, index);
  g_autoptr (GPtrArray) events = troupe_condition_get_events (method->listen);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_before = 0;
  gboolean routed_before = FALSE;

  g_assert (self != NULL);

  for (guint i = 0; i < events->len; i++)
    {
      const gboolean routed = count_event (self, events->pdata[i], TRUE) > 0;

      if (!g_hash_table_add (seen, events->pdata[i]))
        continue;
      if (self->back[index] != NULL && g_hash_table_contains (self->back[index], events->pdata[i]))
        {
          if (routed)
            return TRUE;
          continue;
        }
      n_before = add (n_before, count_event (self, events->pdata[i], FALSE));
      routed_before = routed_before || routed;
    }
  return routed_before && n_before > 1;
}

static guint
count_method (Counter *self, guint index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->reach->flow, index);
  guint count = 0, listens = 0;

  g_assert (self != NULL);

  if (method->start && (method->start_condition == NULL || !self->reach->unconditional))
    count++;
  if (method->start_condition != NULL)
    count = add (count, count_condition (self, method->start_condition, TRUE));
  if (method->listen != NULL)
    listens = count_condition (self, method->listen, FALSE);
  if (listens > 1 && fires_once (method) && !self->may_arm_all && !may_be_armed (self, index))
    listens = 1;
  return add (count, listens);
}

/* Returns TRUE if a method can run more than once. */
static gboolean
count_all (Counter *self)
{
  gboolean changed, repeats = FALSE;

  g_assert (self != NULL);

  do
    {
      changed = FALSE;
      for (guint i = 0; i < self->n_order; i++)
        {
          const guint index = self->order[i];
          const guint count = count_method (self, index);

          if (count <= self->times[index])
            continue;
          self->times[index] = (guint8) count;
          repeats = repeats || count > 1;
          changed = TRUE;
        }
    }
  while (changed);
  return repeats;
}

static gboolean
comes_after (Counter *self, guint source, guint index)
{
  g_assert (self != NULL);

  return self->reach->methods[source].rank > self->reach->methods[index].rank &&
         self->n_sources++ < MOST_SOURCES &&
         troupe_flow_reach_runs_only_after (self->reach, source, index);
}

/* Returns TRUE if the event occurs, and only after the method has run. */
static gboolean
leads_back (Counter *self, const char *name, guint index)
{
  const EventReach *event = g_hash_table_lookup (self->reach->events, name);
  const int source = troupe_flow_find_index (self->reach->flow, name);
  gboolean found = FALSE;

  g_assert (self != NULL);

  if (source >= 0 && self->reach->methods[source].can_run)
    {
      found = TRUE;
      if (!comes_after (self, (guint) source, index))
        return FALSE;
    }
  for (guint i = 0; event != NULL && event->emitters != NULL && i < event->emitters->len; i++)
    {
      const guint emitter = g_array_index (event->emitters, guint, i);

      if (!self->reach->methods[emitter].can_run)
        continue;
      found = TRUE;
      if (!comes_after (self, emitter, index))
        return FALSE;
    }
  return found;
}

GArray *
troupe_flow_find_unrepeated (TroupeFlowReach *reach)
{
  Counter counter = { .reach = reach, .n_methods = reach->n_methods };
  GArray *list;
  gboolean found = FALSE;

  /* A router that may emit any event may lead anywhere. Nearly all flows are without loops. */
  if (reach->n_open > 0 || !troupe_flow_reach_may_repeat (reach))
    return g_array_new (FALSE, FALSE, sizeof (TroupeFlowUnrepeated));
  counter.order = g_new0 (guint, reach->n_methods + 1);
  counter.n_order = reach->n_running;
  for (guint i = 0; i < reach->n_methods; i++)
    {
      if (reach->methods[i].can_run)
        counter.order[reach->methods[i].rank - 1] = i;
    }
  counter.times = g_new0 (guint8, reach->n_methods + 1);
  counter.back = g_new0 (GHashTable *, reach->n_methods + 1);
  for (guint i = 0; i < counter.n_order; i++)
    {
      const guint index = counter.order[i];
      const TroupeFlowMethod *method = troupe_flow_get_method (counter.reach->flow, index);
      g_autoptr (GPtrArray) events = NULL;

      if (method->listen == NULL || method->listen->type == TROUPE_CONDITION_EVENT)
        continue;
      events = troupe_condition_get_events (method->listen);
      for (guint j = 0; j < events->len; j++)
        {
          if (!leads_back (&counter, events->pdata[j], index))
            continue;
          if (counter.back[index] == NULL)
            counter.back[index] = g_hash_table_new (g_str_hash, g_str_equal);
          g_hash_table_add (counter.back[index], events->pdata[j]);
          found = TRUE;
        }
    }
  if (found && count_all (&counter))
    {
      counter.may_arm_all = TRUE;
      count_all (&counter);
    }
  list = g_array_new (FALSE, FALSE, sizeof (TroupeFlowUnrepeated));
  for (guint i = 0; i < counter.n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (counter.reach->flow, i);
      g_autoptr (GPtrArray) events = NULL;

      if (counter.back[i] == NULL || counter.times[i] != 1)
        continue;
      events = troupe_condition_get_events (method->listen);
      for (guint j = 0; j < events->len; j++)
        {
          TroupeFlowUnrepeated one = { i, events->pdata[j],
                                       count_condition (&counter, method->listen, FALSE) > 1 };

          if (g_hash_table_contains (counter.back[i], one.event))
            g_array_append_val (list, one);
        }
    }
  for (guint i = 0; i < reach->n_methods; i++)
    g_clear_pointer (&counter.back[i], g_hash_table_unref);
  g_free (counter.back);
  g_free (counter.times);
  g_free (counter.order);
  return list;
}
