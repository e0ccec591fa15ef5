/* troupe-flow-reach.c: what can happen in a flow: which methods can run, how often, and when it ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-reach"

#include "config.h"

#include "troupe-flow-reach.h"

typedef struct
{
  GPtrArray *events; /* that it emits as a router */
  gboolean complete; /* whether these are all */
  gboolean can_run;
  int times; /* -1 unknown, 0 being found out, 1 at most once, 2 any number */
} MethodReach;

/* What is known of one event. */
typedef struct
{
  GArray *emitters;  /* (element-type guint): routers that are known to emit it */
  GArray *listeners; /* (element-type guint): methods whose conditions name it */
  gboolean possible;
} EventReach;

struct _TroupeFlowReach
{
  TroupeFlow *flow;
  MethodReach *methods;
  guint n_methods;
  GHashTable *events; /* name to EventReach */
  gboolean unconditional;
  guint n_open; /* routers that can run and may emit anything */
  guint open_router;
};

static void
event_free (gpointer data)
{
  EventReach *event = data;

  g_array_unref (event->emitters);
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
      event->emitters = g_array_new (FALSE, FALSE, sizeof (guint));
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

static void
collect (TroupeFlowReach *self)
{
  for (guint i = 0; i < self->n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      MethodReach *reach = &self->methods[i];

      reach->times = -1;
      reach->events = troupe_flow_method_list_events (method, &reach->complete);
      for (guint j = 0; j < reach->events->len; j++)
        g_array_append_val (get_event (self, reach->events->pdata[j])->emitters, i);
      add_listener (self, method->listen, i);
      add_listener (self, method->start_condition, i);
      if (method->start && method->start_condition == NULL)
        self->unconditional = TRUE;
    }
}

/* --- Which methods can run ------------------------------------------------------------------ */

/* Whether the condition can come true with the events that are possible. Events are remembered, so
 * that all of them together count. @by_router: a conditional start is only run by routers' events. */
static gboolean
can_be_met (TroupeFlowReach *self, const TroupeCondition *condition, gboolean by_router)
{
  if (condition->type == TROUPE_CONDITION_INVALID)
    return TRUE;
  if (condition->type == TROUPE_CONDITION_EVENT)
    {
      EventReach *event = g_hash_table_lookup (self->events, condition->event);

      return self->n_open > 0 ||
             (event != NULL && event->possible && (!by_router || event->emitters->len > 0));
    }
  for (guint i = 0; i < condition->n_children; i++)
    {
      if (can_be_met (self, condition->children[i], by_router) ==
          (condition->type == TROUPE_CONDITION_OR))
        return condition->type == TROUPE_CONDITION_OR;
    }
  return condition->type == TROUPE_CONDITION_AND;
}

static gboolean
can_start (TroupeFlowReach *self, guint index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);

  if (method->start && (method->start_condition == NULL || !self->unconditional))
    return TRUE;
  return (method->start_condition != NULL && can_be_met (self, method->start_condition, TRUE)) ||
         (method->listen != NULL && can_be_met (self, method->listen, FALSE));
}

static void
make_possible (TroupeFlowReach *self, const char *name, GQueue *changed)
{
  EventReach *event = get_event (self, name);

  if (event->possible)
    return;
  event->possible = TRUE;
  g_queue_push_tail (changed, event);
}

static void
let_run (TroupeFlowReach *self, guint index, GQueue *changed)
{
  MethodReach *reach = &self->methods[index];

  if (reach->can_run || !can_start (self, index))
    return;
  reach->can_run = TRUE;
  make_possible (self, troupe_flow_get_method (self->flow, index)->name, changed);
  for (guint i = 0; i < reach->events->len; i++)
    make_possible (self, reach->events->pdata[i], changed);
  if (!reach->complete)
    {
      self->n_open++;
      self->open_router = index;
    }
}

static void
find_what_runs (TroupeFlowReach *self)
{
  GQueue changed = G_QUEUE_INIT;
  guint n_open;

  /* A router that may emit anything opens every condition once more; it happens once. */
  do
    {
      n_open = self->n_open;
      for (guint i = 0; i < self->n_methods; i++)
        let_run (self, i, &changed);
      while (!g_queue_is_empty (&changed))
        {
          EventReach *event = g_queue_pop_head (&changed);

          for (guint i = 0; i < event->listeners->len; i++)
            let_run (self, g_array_index (event->listeners, guint, i), &changed);
        }
    }
  while (n_open == 0 && self->n_open > 0);
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
  find_what_runs (self);
  return self;
}

void
troupe_flow_reach_free (TroupeFlowReach *self)
{
  g_hash_table_unref (self->events);
  for (guint i = 0; i < self->n_methods; i++)
    g_ptr_array_unref (self->methods[i].events);
  g_free (self->methods);
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

  return reach != NULL && reach->emitters->len > 0;
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

/* --- Joins --------------------------------------------------------------------------------- */

static gboolean runs_once (TroupeFlowReach *self, guint index, guint depth);

/* The one source of an event: a router that emits it, or the method of that name; -1 where there are
 * several, or may be. A router other than @except that may emit anything may emit this one too. */
static int
find_only_source (TroupeFlowReach *self, const char *name, int except)
{
  EventReach *event = g_hash_table_lookup (self->events, name);
  int method = troupe_flow_find_index (self->flow, name);

  if (self->n_open > 1 || (self->n_open == 1 && (int) self->open_router != except))
    return -1;
  if (event == NULL || event->emitters->len == 0)
    return method;
  if (method >= 0 || event->emitters->len > 1)
    return -1;
  return (int) g_array_index (event->emitters, guint, 0);
}

/* Whether the condition is met once at most: all of its parts must come anew after it was met, so one
 * that comes but once is enough. */
static gboolean
is_met_once (TroupeFlowReach *self, const TroupeCondition *condition, guint depth)
{
  int source;

  if (depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  switch (condition->type)
    {
    case TROUPE_CONDITION_EVENT:
      source = find_only_source (self, condition->event, -1);
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

  if (reach->times > 0)
    return reach->times == 1;
  /* Its own trigger again: a loop. */
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

/* The events without which the condition is not met. */
static void
collect_required (const TroupeCondition *condition, GPtrArray *required)
{
  if (condition->type == TROUPE_CONDITION_EVENT)
    g_ptr_array_add (required, condition->event);
  else if (condition->type == TROUPE_CONDITION_AND ||
           (condition->type == TROUPE_CONDITION_OR && condition->n_children == 1))
    {
      for (guint i = 0; i < condition->n_children; i++)
        collect_required (condition->children[i], required);
    }
}

gboolean
troupe_flow_reach_find_impossible_join (TroupeFlowReach *self,
                                        guint index,
                                        const char **first,
                                        const char **second)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);
  g_autoptr (GPtrArray) required = g_ptr_array_new ();
  g_autoptr (GHashTable) routers = g_hash_table_new (NULL, NULL);

  if (method->listen == NULL || method->start)
    return FALSE;
  collect_required (method->listen, required);
  for (guint i = 0; i < required->len; i++)
    {
      const char *event = required->pdata[i];
      EventReach *reach = g_hash_table_lookup (self->events, event);
      int source;
      const char *other;

      if (reach == NULL || reach->emitters->len != 1)
        continue;
      source = (int) g_array_index (reach->emitters, guint, 0);
      if (find_only_source (self, event, source) != source || !runs_once (self, (guint) source, 0))
        continue;
      /* One run of a router emits one event: a second one of the same router never comes. */
      other = g_hash_table_lookup (routers, GINT_TO_POINTER (source + 1));
      if (other != NULL && !g_str_equal (other, event))
        {
          *first = other;
          *second = event;
          return TRUE;
        }
      g_hash_table_insert (routers, GINT_TO_POINTER (source + 1), (gpointer) event);
    }
  return FALSE;
}
