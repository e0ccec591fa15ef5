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
  if (event == NULL || event->emitters == NULL)
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

/* An event without which a method does not run, and its only source. */
typedef struct
{
  const char *event;
  guint source;
  gboolean is_emitted; /* by a router, instead of being the name of a method */
} Required;

/* What must have happened before an event that a join waits for: routers, and the events that
 * they emitted. */
typedef struct
{
  TroupeFlowReach *reach;
  GArray **required;     /* by method: Required, NULL until it is needed */
  GHashTable *decisions; /* router index + 1 to Decision */
  guint *seen;           /* by method: the search that has found it last */
  guint search;
  guint n_seen;
  GQueue waiting; /* methods that must have run */
} Search;

typedef struct
{
  const char *awaited;
  const char *emitted;
} Decision;

/* Collects the events without which the condition is not met. */
static void
collect_required (TroupeFlowReach *self, const TroupeCondition *condition, GArray *required)
{
  g_assert (condition != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      const EventReach *reach = g_hash_table_lookup (self->events, condition->event);
      const int source = find_only_source (self, condition->event);
      Required one = { condition->event, (guint) source,
                       reach != NULL && reach->emitters != NULL };

      if (source >= 0)
        g_array_append_val (required, one);
    }
  else if (condition->type == TROUPE_CONDITION_AND ||
           (condition->type == TROUPE_CONDITION_OR && condition->n_children == 1))
    {
      for (guint i = 0; i < condition->n_children; i++)
        collect_required (self, condition->children[i], required);
    }
}

/* Returns what the method requires. Every join behind it asks again. (transfer none) */
static const GArray *
get_required (Search *self, guint index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->reach->flow, index);

  g_assert (self != NULL);

  if (self->required[index] == NULL)
    {
      self->required[index] = g_array_new (FALSE, FALSE, sizeof (Required));
      if (!method->start && method->listen != NULL)
        collect_required (self->reach, method->listen, self->required[index]);
    }
  return self->required[index];
}

/* Records that an event must occur, so its only source must have run. @awaited: the event that the
 * join waits for. Returns TRUE if that contradicts what another input of the join requires. */
static gboolean
require_event (Search *self,
               const Required *required,
               const char *awaited,
               TroupeFlowStarved *starved)
{
  Decision *decision;

  g_assert (self != NULL);

  if (required->is_emitted)
    {
      decision = g_hash_table_lookup (self->decisions, GUINT_TO_POINTER (required->source + 1));
      if (decision == NULL)
        {
          decision = g_new (Decision, 1);
          *decision = (Decision){ awaited, required->event };
          g_hash_table_insert (self->decisions, GUINT_TO_POINTER (required->source + 1), decision);
        }
      else if (!g_str_equal (decision->emitted, required->event) && decision->awaited != awaited &&
               runs_once (self->reach, required->source, 0))
        {
          *starved = (TroupeFlowStarved){ decision->awaited, awaited, required->source,
                                          decision->emitted, required->event };
          return TRUE;
        }
    }
  if (self->n_seen < MOST_BEFORE && self->seen[required->source] != self->search)
    {
      self->seen[required->source] = self->search;
      self->n_seen++;
      g_queue_push_tail (&self->waiting, GUINT_TO_POINTER (required->source));
    }
  return FALSE;
}

/* Traces back from one event that the join waits for. Returns TRUE if it finds a contradiction. */
static gboolean
trace (Search *self, const Required *first, TroupeFlowStarved *starved)
{
  g_assert (self != NULL);

  self->search++;
  self->n_seen = 0;
  if (require_event (self, first, first->event, starved))
    return TRUE;
  while (!g_queue_is_empty (&self->waiting))
    {
      const GArray *required =
          get_required (self, GPOINTER_TO_UINT (g_queue_pop_head (&self->waiting)));

      for (guint i = 0; i < required->len; i++)
        if (require_event (self, &g_array_index (required, Required, i), first->event, starved))
          return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if a router emits several events. Otherwise no join can require two different events
 * of one router, and the methods before each join need not be searched. */
static gboolean
has_choices (TroupeFlowReach *self)
{
  g_autofree gboolean *is_emitter = g_new0 (gboolean, self->n_methods);
  GHashTableIter iter;
  gpointer event;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->events);
  while (g_hash_table_iter_next (&iter, NULL, &event))
    {
      const GArray *emitters = ((EventReach *) event)->emitters;

      for (guint i = 0; emitters != NULL && i < emitters->len; i++)
        {
          const guint index = g_array_index (emitters, guint, i);

          if (is_emitter[index])
            return TRUE;
          is_emitter[index] = TRUE;
        }
    }
  return FALSE;
}

gboolean
troupe_flow_reach_find_starved (TroupeFlowReach *self)
{
  Search search = { .reach = self, .waiting = G_QUEUE_INIT };
  gboolean found = FALSE;

  if (!has_choices (self))
    return FALSE;
  search.required = g_new0 (GArray *, self->n_methods);
  search.seen = g_new0 (guint, self->n_methods);
  search.decisions = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < self->n_methods; i++)
    {
      TroupeFlowStarved starved;
      const TroupeFlowMethod *method;
      const GArray *required;
      gboolean starved_found = FALSE;

      if (!self->methods[i].can_run)
        continue;
      method = troupe_flow_get_method (search.reach->flow, i);
      if (method->listen == NULL || method->start || method->listen->type == TROUPE_CONDITION_EVENT)
        continue;
      required = get_required (&search, i);
      if (required->len < 2)
        continue;
      g_hash_table_remove_all (search.decisions);
      for (guint j = 0; j < MIN (required->len, MOST_BEFORE) && !starved_found; j++)
        starved_found = trace (&search, &g_array_index (required, Required, j), &starved);
      g_queue_clear (&search.waiting);
      if (!starved_found)
        continue;
      self->methods[i].starved = g_memdup2 (&starved, sizeof starved);
      found = TRUE;
    }
  for (guint i = 0; i < self->n_methods; i++)
    g_clear_pointer (&search.required[i], g_array_unref);
  g_hash_table_unref (search.decisions);
  g_free (search.required);
  g_free (search.seen);
  return found;
}

const TroupeFlowStarved *
troupe_flow_reach_get_starved (TroupeFlowReach *self, guint method)
{
  return self->methods[method].starved;
}
