/* troupe-flow-joins.c: finds joins that can never fire because a router emits only one event
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-joins"

#include "config.h"

#include "troupe-flow-reach-private.h"

/* Limits the number of inputs of a join that are examined, so that many joins in a long flow
 * stay cheap. */
#define MOST_BEFORE 48

static gboolean runs_once (TroupeFlowReach *self, guint index, guint depth);

/* Returns the only source of an event: a router that emits it, or the method of that name; -1 if
 * there are, or may be, several. */
static int
find_only_source (TroupeFlowReach *self, const char *name)
{
  EventReach *event = g_hash_table_lookup (self->events, name);
  int method = troupe_flow_find_index (self->flow, name);

  g_assert (self != NULL);

  if (self->n_open > 0)
    return -1;
  if (event == NULL || event->emitters->len == 0)
    return method;
  if (method >= 0 || event->emitters->len > 1)
    return -1;
  return (int) g_array_index (event->emitters, guint, 0);
}

/* Returns TRUE if the condition is met at most once. After it was met all of its parts must
 * occur again, so one part that occurs only once is sufficient. */
static gboolean
is_met_once (TroupeFlowReach *self, const TroupeCondition *condition, guint depth)
{
  int source;

  if (depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  switch (condition->type)
    {
    case TROUPE_CONDITION_EVENT:
      source = find_only_source (self, condition->event);
      return source >= 0 && runs_once (self, (guint) source, depth + 1);
    case TROUPE_CONDITION_AND:
      for (guint i = 0; i < condition->n_children; i++)
        {
          if (is_met_once (self, condition->children[i], depth + 1))
            return TRUE;
        }
      return FALSE;
    case TROUPE_CONDITION_OR:
      return condition->n_children == 1 && is_met_once (self, condition->children[0], depth + 1);
    case TROUPE_CONDITION_INVALID:
    default:
      return FALSE;
    }
}

static gboolean
runs_once (TroupeFlowReach *self, guint index, guint depth)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);
  MethodReach *reach = &self->methods[index];
  gboolean once;

  g_assert (self != NULL);

  if (reach->times > 0)
    return reach->times == 1;
  /* A method that is reached again while its number is being computed triggers itself, in a
   * loop. */
  if (reach->times == 0 || depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  reach->times = 0;
  if (method->start)
    once = method->start_condition == NULL && method->listen == NULL;
  else
    once = method->listen == NULL || is_met_once (self, method->listen, depth + 1);
  reach->times = once ? 1 : 2;
  return once;
}

/* Collects the events without which the condition is not met. */
static void
collect_required (const TroupeCondition *condition, GPtrArray *required)
{
  g_assert (condition != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    g_ptr_array_add (required, condition->event);
  else if (condition->type == TROUPE_CONDITION_AND ||
           (condition->type == TROUPE_CONDITION_OR && condition->n_children == 1))
    {
      for (guint i = 0; i < condition->n_children; i++)
        collect_required (condition->children[i], required);
    }
}

/* What must have happened before an event that a join waits for: routers, and the events that
 * they emitted. */
typedef struct
{
  TroupeFlowReach *reach;
  GHashTable *decisions; /* router index + 1 to Decision */
  GHashTable *seen;
  GQueue *waiting; /* methods that must have run */
} Search;

typedef struct
{
  const char *awaited;
  const char *emitted;
} Decision;

/* Records that @event must occur, so its only source must have run. @awaited: the event that the
 * join waits for. Returns the router if that contradicts what another input of the join
 * requires, else -1. */
static int
require_event (Search *self, const char *event, const char *awaited, TroupeFlowStarved *starved)
{
  int source = find_only_source (self->reach, event);
  EventReach *reach = g_hash_table_lookup (self->reach->events, event);
  Decision *decision;

  g_assert (self != NULL);

  if (source < 0)
    return -1;
  if (reach != NULL && reach->emitters->len > 0)
    {
      decision = g_hash_table_lookup (self->decisions, GINT_TO_POINTER (source + 1));
      if (decision == NULL)
        {
          decision = g_new (Decision, 1);
          *decision = (Decision){ awaited, event };
          g_hash_table_insert (self->decisions, GINT_TO_POINTER (source + 1), decision);
        }
      else if (!g_str_equal (decision->emitted, event) && decision->awaited != awaited &&
               runs_once (self->reach, (guint) source, 0))
        {
          *starved = (TroupeFlowStarved){ decision->awaited, awaited, (guint) source,
                                          decision->emitted, event };
          return source;
        }
    }
  if (g_hash_table_size (self->seen) < MOST_BEFORE &&
      g_hash_table_add (self->seen, GINT_TO_POINTER (source + 1)))
    g_queue_push_tail (self->waiting, GINT_TO_POINTER (source));
  return -1;
}

/* Traces back from one event that the join waits for. Returns TRUE if it finds a contradiction. */
static gboolean
trace (Search *self, const char *awaited, TroupeFlowStarved *starved)
{
  g_assert (self != NULL);

  g_hash_table_remove_all (self->seen);
  if (require_event (self, awaited, awaited, starved) >= 0)
    return TRUE;
  while (!g_queue_is_empty (self->waiting))
    {
      guint index = GPOINTER_TO_UINT (g_queue_pop_head (self->waiting));
      const TroupeFlowMethod *method = troupe_flow_get_method (self->reach->flow, index);
      g_autoptr (GPtrArray) required = g_ptr_array_new ();

      if (method->start || method->listen == NULL)
        continue;
      collect_required (method->listen, required);
      for (guint i = 0; i < required->len; i++)
        {
          if (require_event (self, required->pdata[i], awaited, starved) >= 0)
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_starved (TroupeFlowReach *self, guint index, TroupeFlowStarved *starved)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);
  g_autoptr (GPtrArray) required = NULL;
  g_autoptr (GHashTable) decisions = NULL, seen = NULL;
  GQueue waiting = G_QUEUE_INIT;
  Search search = { self, NULL, NULL, &waiting };
  gboolean found = FALSE;

  g_assert (self != NULL);

  if (method->listen == NULL || method->start || method->listen->type == TROUPE_CONDITION_EVENT)
    return FALSE;
  required = g_ptr_array_new ();
  collect_required (method->listen, required);
  if (required->len < 2)
    return FALSE;
  search.decisions = decisions = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  search.seen = seen = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < MIN (required->len, MOST_BEFORE) && !found; i++)
    found = trace (&search, required->pdata[i], starved);
  g_queue_clear (&waiting);
  return found;
}

gboolean
troupe_flow_reach_find_starved (TroupeFlowReach *self)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->n_methods; i++)
    {
      TroupeFlowStarved starved;

      if (!self->methods[i].can_run || !find_starved (self, i, &starved))
        continue;
      self->methods[i].starved = g_memdup2 (&starved, sizeof starved);
      found = TRUE;
    }
  return found;
}

const TroupeFlowStarved *
troupe_flow_reach_get_starved (TroupeFlowReach *self, guint method)
{
  return self->methods[method].starved;
}
