/* troupe-flow-loops.c: finds endless loops of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-loops"

#include "config.h"

#include "troupe-flow-events.h"
#include "troupe-flow-reach.h"

/*
 * Finds loops without an exit. A method continues if, whatever its result, a method that continues
 * runs after it. Methods that do not continue are removed repeatedly; every method that remains
 * leads into a loop without an exit.
 */
typedef struct
{
  TroupeFlowReach *reach;
  TroupeFlow *flow;
  guint n_methods;
  gboolean *goes_on;
  GHashTable *by_name;   /* event to the methods that run whenever a method of that name finishes */
  GHashTable *by_result; /* event to the methods that run whenever a router emits it */
} LoopFinder;

static void
add_to (GHashTable *table, const char *event, guint method)
{
  GArray *list = g_hash_table_lookup (table, event);

  if (list == NULL)
    {
      list = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (table, (gpointer) event, list);
    }
  g_array_append_val (list, method);
}

/* Collects the events each of which alone meets the condition. */
static void
collect_sufficient (const TroupeCondition *condition, GPtrArray *events)
{
  g_assert (condition != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    g_ptr_array_add (events, condition->event);
  else if (condition->type == TROUPE_CONDITION_OR ||
           (condition->type == TROUPE_CONDITION_AND && condition->n_children == 1))
    {
      for (guint i = 0; i < condition->n_children; i++)
        collect_sufficient (condition->children[i], events);
    }
}

/* Returns a method that certainly runs after the event and continues, or -1. */
static int
find_follower (LoopFinder *self, GHashTable *table, const char *event)
{
  GArray *list = g_hash_table_lookup (table, event);

  g_assert (self != NULL);

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      guint index = g_array_index (list, guint, i);

      if (self->goes_on[index])
        return (int) index;
    }
  return -1;
}

/* Returns a method that runs after this one whatever its result, or -1 if this can be the last
 * one. */
static int
find_next (LoopFinder *self, guint index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);
  int next = find_follower (self, self->by_name, method->name);
  g_autoptr (GPtrArray) results = NULL;

  g_assert (self != NULL);

  if (next >= 0 || !method->router)
    return next;
  results = troupe_flow_method_list_certain_results (method);
  for (guint i = 0; results != NULL && i < results->len; i++)
    {
      /* An empty result emits no event and exits the loop. */
      next = *(char *) results->pdata[i] != '\0'
                 ? find_follower (self, self->by_result, results->pdata[i])
                 : -1;
      if (next < 0)
        return -1;
    }
  return next;
}

static void
reduce (LoopFinder *self)
{
  g_autoptr (GHashTable) sources =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  GQueue waiting = G_QUEUE_INIT;

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_methods; i++)
    {
      gboolean complete;
      GPtrArray *events = troupe_flow_reach_get_events (self->reach, i, &complete);

      self->goes_on[i] = troupe_flow_reach_can_run (self->reach, i);
      add_to (sources, troupe_flow_get_method (self->flow, i)->name, i);
      for (guint j = 0; j < events->len; j++)
        add_to (sources, events->pdata[j], i);
      g_queue_push_tail (&waiting, GUINT_TO_POINTER (i));
    }
  while (!g_queue_is_empty (&waiting))
    {
      guint index = GPOINTER_TO_UINT (g_queue_pop_head (&waiting));

      if (self->goes_on[index] && find_next (self, index) < 0)
        {
          const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);
          g_autoptr (GPtrArray) events = g_ptr_array_new ();

          self->goes_on[index] = FALSE;
          if (method->listen == NULL)
            continue;
          /* Check its sources again, which may have continued only through this method. */
          collect_sufficient (method->listen, events);
          for (guint i = 0; i < events->len; i++)
            {
              GArray *list = g_hash_table_lookup (sources, events->pdata[i]);

              for (guint j = 0; list != NULL && j < list->len; j++)
                g_queue_push_tail (&waiting, GUINT_TO_POINTER (g_array_index (list, guint, j)));
            }
        }
    }
}

GPtrArray *
troupe_flow_find_endless_loops (TroupeFlowReach *reach, TroupeFlow *flow)
{
  LoopFinder finder;
  GPtrArray *loops;
  g_autofree guint *seen = NULL;

  /* Nearly all flows are without loops, and this is much faster. */
  if (!troupe_flow_reach_may_repeat (reach))
    return g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  finder.reach = reach;
  finder.flow = flow;
  finder.n_methods = troupe_flow_get_n_methods (flow);
  finder.goes_on = g_new0 (gboolean, finder.n_methods + 1);
  finder.by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  finder.by_result =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < finder.n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (finder.flow, i);
      g_autoptr (GPtrArray) events = g_ptr_array_new ();
      gboolean fires_once;

      /* Adds a listener to the tables of its events. A listener with several branches runs only
       * once, until the result of a router rearms it (doc/flow-semantics.md §2.2), so it need
       * not run when a method finishes. */
      if (method->listen == NULL || !troupe_flow_reach_can_run (finder.reach, i))
        continue;
      collect_sufficient (method->listen, events);
      fires_once = !method->router && method->listen->type == TROUPE_CONDITION_OR &&
                   method->listen->n_children > 1;
      for (guint j = 0; j < events->len; j++)
        {
          if (!fires_once)
            add_to (finder.by_name, events->pdata[j], i);
          add_to (finder.by_result, events->pdata[j], i);
        }
    }
  reduce (&finder);
  /* Follows each method to the loop that it leads into. */
  seen = g_new0 (guint, finder.n_methods + 1);
  loops = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < finder.n_methods; i++)
    {
      guint index = i;
      GArray *loop;

      if (!finder.goes_on[i])
        continue;
      while (seen[index] == 0)
        {
          seen[index] = i + 1;
          index = (guint) find_next (&finder, index);
        }
      /* If an earlier walk visited this method, its loop is already known. */
      if (seen[index] != i + 1)
        continue;
      loop = g_array_new (FALSE, FALSE, sizeof (guint));
      for (guint next = index; loop->len == 0 || next != index;
           next = (guint) find_next (&finder, next))
        g_array_append_val (loop, next);
      g_ptr_array_add (loops, loop);
    }
  g_hash_table_unref (finder.by_name);
  g_hash_table_unref (finder.by_result);
  g_free (finder.goes_on);
  return loops;
}
