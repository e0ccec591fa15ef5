/* troupe-flow-reach.c: reachability analysis of a flow: which methods can run, how often, and in
 * which order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-reach"

#include "config.h"

#include "troupe-flow-events.h"
#include "troupe-flow-reach-private.h"

/* Maximum number of rounds: methods after a starved join cannot run either, which may starve
 * further joins. */
#define MOST_ROUNDS 8

static void
event_free (gpointer data)
{
  EventReach *event = data;

  g_clear_pointer (&event->emitters, g_array_unref);
  g_array_unref (event->listeners);
  g_free (event);
}

static EventReach *
get_event (TroupeFlowReach *self, const char *name)
{
  EventReach *event = g_hash_table_lookup (self->events, name);

  if (event == NULL)
    {
      event = g_new0 (EventReach, 1);
      event->listeners = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (self->events, (gpointer) name, event);
    }
  return event;
}

static void
add_listener (TroupeFlowReach *self, const TroupeCondition *condition, guint method)
{
  g_autoptr (GPtrArray) events = NULL;

  if (condition == NULL)
    return;
  events = troupe_condition_get_events (condition);
  for (guint i = 0; i < events->len; i++)
    {
      EventReach *event = get_event (self, events->pdata[i]);

      if (event->listeners->len == 0 ||
          g_array_index (event->listeners, guint, event->listeners->len - 1) != method)
        g_array_append_val (event->listeners, method);
    }
}

/* Returns the events that the method can emit. If it only evaluates to constants, these are all,
 * because other events declared in `emit` never occur. */
static GPtrArray *
list_results (const TroupeFlowMethod *method, gboolean *complete)
{
  g_autoptr (GPtrArray) certain = troupe_flow_method_list_certain_results (method);
  g_autoptr (GHashTable) seen = NULL;
  GPtrArray *events;

  if (certain == NULL)
    return troupe_flow_method_list_events (method, complete);
  *complete = TRUE;
  seen = g_hash_table_new (g_str_hash, g_str_equal);
  events = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < certain->len; i++)
    {
      if (*(char *) certain->pdata[i] != '\0' && g_hash_table_add (seen, certain->pdata[i]))
        g_ptr_array_add (events, g_strdup (certain->pdata[i]));
    }
  return events;
}

static void
collect (TroupeFlowReach *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      MethodReach *reach = &self->methods[i];

      if (reach->events == NULL)
        reach->events = list_results (method, &reach->complete);
      for (guint j = 0; j < reach->events->len; j++)
        {
          EventReach *event = get_event (self, reach->events->pdata[j]);

          /* Few events have emitters, because most are the names of methods. */
          if (event->emitters == NULL)
            event->emitters = g_array_new (FALSE, FALSE, sizeof (guint));
          g_array_append_val (event->emitters, i);
        }
      add_listener (self, method->listen, i);
      add_listener (self, method->start_condition, i);
      if (method->start && method->start_condition == NULL)
        self->unconditional = TRUE;
    }
}

/* --- Which methods can run ------------------------------------------------------------------ */

/* Returns TRUE if the event can occur. @by_router: only as the result of a listening router. */
static gboolean
has_come (TroupeFlowReach *self, const char *name, gboolean by_router)
{
  EventReach *event = g_hash_table_lookup (self->events, name);

  if (by_router ? self->n_open_routers > 0 : self->n_open > 0)
    return TRUE;
  return event != NULL && (by_router ? event->routed : event->possible);
}

/* Returns TRUE if the condition can be met with the possible events; an `and` is met if all of
 * its events are possible, even at different times. @by_router: a conditional start is only
 * triggered by routers' events. */
gboolean
troupe_flow_reach_can_be_met (TroupeFlowReach *self,
                              const TroupeCondition *condition,
                              gboolean by_router)
{
  if (condition->type == TROUPE_CONDITION_INVALID)
    return TRUE;
  if (condition->type == TROUPE_CONDITION_EVENT)
    return has_come (self, condition->event, by_router);
  for (guint i = 0; i < condition->n_children; i++)
    {
      if (troupe_flow_reach_can_be_met (self, condition->children[i], by_router) ==
          (condition->type == TROUPE_CONDITION_OR))
        return condition->type == TROUPE_CONDITION_OR;
    }
  return condition->type == TROUPE_CONDITION_AND;
}

static gboolean
can_start (TroupeFlowReach *self, guint index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);

  if (self->methods[index].starved != NULL || self->methods[index].banned)
    return FALSE;
  if (method->start && (method->start_condition == NULL || !self->unconditional))
    return TRUE;
  return (method->start_condition != NULL &&
          troupe_flow_reach_can_be_met (self, method->start_condition, TRUE)) ||
         (method->listen != NULL && troupe_flow_reach_can_be_met (self, method->listen, FALSE));
}

static void
make_possible (TroupeFlowReach *self, const char *name, gboolean routed, GQueue *changed)
{
  EventReach *event = get_event (self, name);

  if (event->possible && (event->routed || !routed))
    return;
  event->possible = TRUE;
  event->routed = event->routed || routed;
  g_queue_push_tail (changed, event);
}

static void
let_run (TroupeFlowReach *self, guint index, GQueue *changed)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);
  MethodReach *reach = &self->methods[index];

  g_assert (self != NULL);

  if (reach->can_run || !can_start (self, index))
    return;
  reach->can_run = TRUE;
  reach->rank = ++self->n_running;
  make_possible (self, method->name, FALSE, changed);
  /* The result of a start method at kickoff does not count as a router's event (§3). */
  for (guint i = 0; i < reach->events->len; i++)
    make_possible (self, reach->events->pdata[i], method->listen != NULL, changed);
  if (!reach->complete)
    {
      self->n_open++;
      self->n_open_routers += method->listen != NULL;
    }
}

static void
find_what_runs (TroupeFlowReach *self)
{
  GQueue changed = G_QUEUE_INIT;
  guint n_open;

  g_assert (self != NULL);

  /* A router that may emit anything makes every condition possible, so all methods are checked
   * again; this happens at most twice. */
  do
    {
      n_open = (self->n_open > 0) + (self->n_open_routers > 0);
      for (guint i = 0; i < self->n_methods; i++)
        let_run (self, i, &changed);
      while (!g_queue_is_empty (&changed))
        {
          EventReach *event = g_queue_pop_head (&changed);

          for (guint i = 0; i < event->listeners->len; i++)
            let_run (self, g_array_index (event->listeners, guint, i), &changed);
        }
    }
  while (n_open < (guint) ((self->n_open > 0) + (self->n_open_routers > 0)));
}

static void
forget (TroupeFlowReach *self)
{
  GHashTableIter iter;
  gpointer value;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->events);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((EventReach *) value)->possible = ((EventReach *) value)->routed = FALSE;
  for (guint i = 0; i < self->n_methods; i++)
    {
      self->methods[i].can_run = FALSE;
      self->methods[i].times = -1;
    }
  self->n_open = self->n_open_routers = self->n_running = 0;
}

TroupeFlowReach *
troupe_flow_reach_new (TroupeFlow *flow)
{
  TroupeFlowReach *self = g_new0 (TroupeFlowReach, 1);

  self->flow = flow;
  self->n_methods = troupe_flow_get_n_methods (flow);
  self->methods = g_new0 (MethodReach, self->n_methods + 1);
  self->events = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, event_free);
  collect (self);
  for (guint round = 0; round < MOST_ROUNDS; round++)
    {
      forget (self);
      find_what_runs (self);
      if (!troupe_flow_reach_find_starved (self))
        break;
    }
  return self;
}

void
troupe_flow_reach_free (TroupeFlowReach *self)
{
  g_hash_table_unref (self->events);
  for (guint i = 0; i < self->n_methods; i++)
    {
      g_ptr_array_unref (self->methods[i].events);
      g_free (self->methods[i].starved);
    }
  g_free (self->methods);
  g_free (self->causes);
  g_clear_pointer (&self->come, g_hash_table_unref);
  g_free (self);
}

gboolean
troupe_flow_reach_has_unconditional_start (TroupeFlowReach *self)
{
  return self->unconditional;
}

gboolean
troupe_flow_reach_can_run (TroupeFlowReach *self, guint method)
{
  return self->methods[method].can_run;
}

GPtrArray *
troupe_flow_reach_get_events (TroupeFlowReach *self, guint method, gboolean *complete)
{
  *complete = self->methods[method].complete;
  return self->methods[method].events;
}

gboolean
troupe_flow_reach_is_emitted (TroupeFlowReach *self, const char *event)
{
  EventReach *reach = g_hash_table_lookup (self->events, event);

  return reach != NULL && reach->emitters != NULL;
}

gboolean
troupe_flow_reach_is_open (TroupeFlowReach *self)
{
  return self->n_open > 0;
}

gboolean
troupe_flow_reach_is_heard (TroupeFlowReach *self, const char *event)
{
  EventReach *reach = g_hash_table_lookup (self->events, event);

  return reach != NULL && reach->listeners->len > 0;
}

/* Two orders of the methods in which all triggers may lead forward. */
typedef struct
{
  gboolean by_rank;
  gboolean by_index;
} Forward;

static void
check_trigger (TroupeFlowReach *self, guint source, guint method, Forward *forward)
{
  if (!self->methods[source].can_run)
    return;
  forward->by_rank = forward->by_rank && self->methods[source].rank < self->methods[method].rank;
  forward->by_index = forward->by_index && source < method;
}

static void
check_triggers (TroupeFlowReach *self,
                const TroupeCondition *condition,
                guint method,
                Forward *forward)
{
  const EventReach *event;
  int source;

  for (guint i = 0; i < condition->n_children; i++)
    check_triggers (self, condition->children[i], method, forward);
  if (condition->type != TROUPE_CONDITION_EVENT)
    return;
  source = troupe_flow_find_index (self->flow, condition->event);
  if (source >= 0)
    check_trigger (self, (guint) source, method, forward);
  event = g_hash_table_lookup (self->events, condition->event);
  for (guint i = 0; event != NULL && event->emitters != NULL && i < event->emitters->len; i++)
    check_trigger (self, g_array_index (event->emitters, guint, i), method, forward);
}

gboolean
troupe_flow_reach_may_repeat (TroupeFlowReach *self)
{
  Forward forward = { TRUE, TRUE };

  for (guint i = 0; i < self->n_methods && (forward.by_rank || forward.by_index); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);

      if (method->listen != NULL && self->methods[i].can_run)
        check_triggers (self, method->listen, i, &forward);
    }
  return !forward.by_rank && !forward.by_index;
}

guint
troupe_flow_reach_get_rank (TroupeFlowReach *self, guint method)
{
  return self->methods[method].can_run ? self->methods[method].rank : 0;
}

gboolean
troupe_flow_reach_runs_only_after (TroupeFlowReach *self, guint method, guint other)
{
  TroupeFlowReach without = *self;
  gboolean result;

  if (!self->methods[method].can_run)
    return TRUE;
  if (self->n_open > 0)
    return FALSE;
  without.methods = g_memdup2 (self->methods, (self->n_methods + 1) * sizeof (MethodReach));
  without.events = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, event_free);
  collect (&without);
  forget (&without);
  without.methods[other].banned = TRUE;
  find_what_runs (&without);
  result = !without.methods[method].can_run;
  g_hash_table_unref (without.events);
  g_free (without.methods);
  return result;
}

GArray *
troupe_flow_reach_get_listeners (TroupeFlowReach *self, const char *event)
{
  EventReach *reach = g_hash_table_lookup (self->events, event);

  return reach != NULL ? reach->listeners : NULL;
}

const TroupeFlowMethod *
troupe_flow_reach_find_router_behind (TroupeFlowReach *self, guint method)
{
  GPtrArray *events = self->methods[method].events;

  for (guint i = 0; i < events->len; i++)
    {
      EventReach *event = g_hash_table_lookup (self->events, events->pdata[i]);

      for (guint j = 0; event->emitters->len == 1 && j < event->listeners->len &&
                        troupe_flow_find_index (self->flow, events->pdata[i]) < 0;
           j++)
        {
          const TroupeFlowMethod *listener =
              troupe_flow_get_method (self->flow, g_array_index (event->listeners, guint, j));

          if (listener->router && !listener->start && listener->listen != NULL &&
              listener->listen->type == TROUPE_CONDITION_EVENT)
            return listener;
        }
    }
  return NULL;
}
