/* troupe-flow-proof.c: explains why a method never runs, and shows a run in which a join never
 * fires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-proof"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-reach-private.h"

/* Maximum number of links in an explanation. */
#define MOST_LINKS 6
/* Maximum number of methods shown of a run: the last ones before the join. */
#define MOST_SHOWN 12
/* Maximum number of simulated runs, because each visits the whole flow. */
#define MOST_TRIALS 20

/* --- Methods that never run ------------------------------------------------------------------- */

/* Returns the first part of the condition that cannot be met. */
static TroupeFlowLink
explain_condition (TroupeFlowReach *self,
                   guint index,
                   const TroupeCondition *condition,
                   gboolean by_router)
{
  const char *name;
  EventReach *event;
  int method;
  TroupeFlowLink link;

  while (condition->type != TROUPE_CONDITION_EVENT)
    {
      const TroupeCondition *missing = NULL;

      for (guint i = 0; i < condition->n_children && missing == NULL; i++)
        {
          if (!troupe_flow_reach_can_be_met (self, condition->children[i], by_router))
            missing = condition->children[i];
        }
      if (missing == NULL)
        return (TroupeFlowLink){ TROUPE_LINK_NEVER_MET, index, NULL, -1 };
      condition = missing;
    }
  name = condition->event;
  event = g_hash_table_lookup (self->events, name);
  method = troupe_flow_find_index (self->flow, name);
  link = (TroupeFlowLink){ TROUPE_LINK_NOBODY, index, name, -1 };
  if (event != NULL && event->emitters != NULL)
    {
      link.source = (int) g_array_index (event->emitters, guint, 0);
      link.type = by_router && event->possible ? TROUPE_LINK_NOT_ROUTED : TROUPE_LINK_ROUTER;
    }
  else if (method >= 0)
    {
      link.source = method;
      link.type = by_router ? TROUPE_LINK_NOT_ROUTED : TROUPE_LINK_METHOD;
    }
  for (guint i = 0; link.source < 0 && i < self->n_methods; i++)
    {
      const TroupeFlowMethod *router = troupe_flow_get_method (self->flow, i);

      if (router->router && router->emit != NULL &&
          g_strv_contains ((const char *const *) router->emit, name))
        link = (TroupeFlowLink){ TROUPE_LINK_NOT_GIVEN, index, name, (int) i };
    }
  return link;
}

static TroupeFlowLink
explain_method (TroupeFlowReach *self, guint index)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, index);

  g_assert (self != NULL);

  if (self->methods[index].starved != NULL)
    return (TroupeFlowLink){ TROUPE_LINK_STARVED, index, NULL, -1 };
  if (method->listen != NULL)
    return explain_condition (self, index, method->listen, FALSE);
  if (method->start_condition != NULL)
    return explain_condition (self, index, method->start_condition, TRUE);
  return (TroupeFlowLink){ TROUPE_LINK_NOTHING, index, NULL, -1 };
}

static char *
link_to_text (TroupeFlowReach *self, const TroupeFlowLink *link)
{
  const char *name = troupe_flow_get_method (self->flow, link->method)->name;
  const char *source =
      link->source >= 0 ? troupe_flow_get_method (self->flow, (guint) link->source)->name : NULL;

  g_assert (self != NULL);

  switch (link->type)
    {
    case TROUPE_LINK_NOTHING:
      return g_strdup_printf (_ ("“%s” is not a start method and listens to nothing."), name);
    case TROUPE_LINK_NEVER_MET:
      return g_strdup_printf (_ ("“%s” waits for an “or” without branches."), name);
    case TROUPE_LINK_NOBODY:
      return g_strdup_printf (_ ("“%s” waits for “%s”, which no method emits."), name, link->event);
    case TROUPE_LINK_NOT_GIVEN:
      return g_strdup_printf (_ ("“%s” waits for “%s”, which “%s” lists but never emits."), name,
                              link->event, source);
    case TROUPE_LINK_METHOD:
      return g_strdup_printf (_ ("“%s” waits for “%s”, which never runs."), name, link->event);
    case TROUPE_LINK_ROUTER:
      return g_strdup_printf (
          _ ("“%s” waits for “%s”, which only “%s” emits, and that method never runs."), name,
          link->event, source);
    case TROUPE_LINK_NOT_ROUTED:
      return g_strdup_printf (
          _ ("“%s” starts only for events of a listening router, and “%s” is not such an event."),
          name, link->event);
    case TROUPE_LINK_STARVED:
      return troupe_flow_starved_to_text (self, link->method);
    case TROUPE_LINK_CIRCLE:
    default:
      return g_strdup_printf (_ ("Therefore, “%s” waits for itself."), name);
    }
}

char *
troupe_flow_reach_explain_text (TroupeFlowReach *self, guint method)
{
  g_autoptr (GArray) links = NULL;
  GString *text;
  guint index;

  /* Explains why @method never runs: the chain to its cause, limited in length. */
  links = g_array_new (FALSE, FALSE, sizeof (TroupeFlowLink));
  index = method;
  while (links->len < MOST_LINKS)
    {
      TroupeFlowLink link = explain_method (self, index);

      for (guint i = 0; i < links->len; i++)
        {
          if (g_array_index (links, TroupeFlowLink, i).method == index)
            link.type = TROUPE_LINK_CIRCLE;
        }
      g_array_append_val (links, link);
      if (link.type != TROUPE_LINK_METHOD && link.type != TROUPE_LINK_ROUTER)
        break;
      index = (guint) link.source;
    }
  text = g_string_new (NULL);
  for (guint i = 0; i < links->len; i++)
    {
      g_autofree char *sentence = link_to_text (self, &g_array_index (links, TroupeFlowLink, i));

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", sentence);
    }
  return g_string_free (text, FALSE);
}

/* --- Simulated run of a starved join ---------------------------------------------------------- */

/* A simulated run in which each router has made its decision: the events so far, and their
 * causes. */
typedef struct
{
  TroupeFlowReach *reach;
  const TroupeFlowStarved *starved;
  GHashTable *come;   /* event to the method that emitted it, + 1 */
  GHashTable *routed; /* event to the listening router that emitted it, + 1 */
  int *causes;        /* previous method by index; -1 for a start, -2 not run yet */
  GQueue changed;     /* queue of new events */
} Trial;

static gboolean
is_met (Trial *self, const TroupeCondition *condition, gboolean by_router)
{
  g_assert (self != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    return g_hash_table_contains (by_router ? self->routed : self->come, condition->event);
  for (guint i = 0; i < condition->n_children; i++)
    {
      if (is_met (self, condition->children[i], by_router) ==
          (condition->type == TROUPE_CONDITION_OR))
        return condition->type == TROUPE_CONDITION_OR;
    }
  return condition->type == TROUPE_CONDITION_AND;
}

static void
let_come (Trial *self, const char *event, guint method, gboolean routed)
{
  g_assert (self != NULL);

  if (routed)
    g_hash_table_insert (self->routed, (gpointer) event, GUINT_TO_POINTER (method + 1));
  if (g_hash_table_contains (self->come, event) && !routed)
    return;
  g_hash_table_insert (self->come, (gpointer) event, GUINT_TO_POINTER (method + 1));
  g_queue_push_tail (&self->changed, (gpointer) event);
}

/* Runs a method in the simulation. @cause: the previous method, -1 for a start. */
static void
let_run (Trial *self, guint index, int cause)
{
  const TroupeFlowMethod *method = troupe_flow_get_method (self->reach->flow, index);
  GPtrArray *events = self->reach->methods[index].events;

  g_assert (self != NULL);

  self->causes[index] = cause;
  let_come (self, method->name, index, FALSE);
  if (index == self->starved->router)
    let_come (self, self->starved->first_event, index, method->listen != NULL);
  else if (method->router && events->len > 0)
    let_come (self, events->pdata[0], index, method->listen != NULL);
}

/* Simulates the run, unless it was the previous one. Returns FALSE if the limit is reached. */
static gboolean
try_run (TroupeFlowReach *self, const TroupeFlowStarved *starved)
{
  g_autoptr (GHashTable) routed = NULL;
  Trial trial = { self, starved, NULL, NULL, NULL, G_QUEUE_INIT };

  g_assert (self != NULL);

  if (self->causes != NULL && self->tried.router == starved->router &&
      g_str_equal (self->tried.first_event, starved->first_event))
    return TRUE;
  if (self->n_trials >= MOST_TRIALS)
    return FALSE;
  self->n_trials++;
  self->tried = *starved;
  if (self->causes == NULL)
    {
      self->causes = g_new (int, self->n_methods + 1);
      self->come = g_hash_table_new (g_str_hash, g_str_equal);
    }
  g_hash_table_remove_all (self->come);
  for (guint i = 0; i < self->n_methods; i++)
    self->causes[i] = -2;
  trial.routed = routed = g_hash_table_new (g_str_hash, g_str_equal);
  trial.come = self->come;
  trial.causes = self->causes;
  for (guint i = 0; i < trial.reach->n_methods; i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (trial.reach->flow, i);

      if (method->start && (method->start_condition == NULL || !trial.reach->unconditional))
        let_run (&trial, i, -1);
    }
  while (!g_queue_is_empty (&trial.changed))
    {
      const char *name = g_queue_pop_head (&trial.changed);
      EventReach *event = g_hash_table_lookup (trial.reach->events, name);
      int cause = GPOINTER_TO_INT (g_hash_table_lookup (trial.come, name)) - 1;

      for (guint i = 0; event != NULL && i < event->listeners->len; i++)
        {
          guint index = g_array_index (event->listeners, guint, i);
          const TroupeFlowMethod *method = troupe_flow_get_method (trial.reach->flow, index);

          if (trial.causes[index] == -2 &&
              ((method->listen != NULL && is_met (&trial, method->listen, FALSE)) ||
               (method->start_condition != NULL && is_met (&trial, method->start_condition, TRUE))))
            let_run (&trial, index, cause);
        }
    }
  return TRUE;
}

GArray *
troupe_flow_reach_find_run (TroupeFlowReach *self, const TroupeFlowStarved *starved)
{
  GArray *methods = g_array_new (FALSE, FALSE, sizeof (guint));
  int last;

  if (!try_run (self, starved))
    return methods;
  last = GPOINTER_TO_INT (g_hash_table_lookup (self->come, starved->first)) - 1;
  if (last < 0)
    last = (int) starved->router;
  /* If the last method did not run, there is no run to show. */
  if (self->causes[last] == -2)
    return methods;
  for (int index = last; index >= 0 && methods->len < MOST_SHOWN; index = self->causes[index])
    g_array_append_val (methods, index);
  for (guint i = 0; i < methods->len / 2; i++)
    {
      guint *one = &g_array_index (methods, guint, i);
      guint *other = &g_array_index (methods, guint, methods->len - 1 - i);
      guint kept = *one;

      *one = *other;
      *other = kept;
    }
  return methods;
}

char *
troupe_flow_starved_to_text (TroupeFlowReach *reach, guint method)
{
  const TroupeFlowStarved *starved = troupe_flow_reach_get_starved (reach, method);
  const char *name = troupe_flow_get_method (reach->flow, method)->name;
  const char *router = troupe_flow_get_method (reach->flow, starved->router)->name;
  g_autoptr (GArray) run = troupe_flow_reach_find_run (reach, starved);
  g_autoptr (GString) path = g_string_new (NULL);

  if (run->len > 0 && reach->causes[g_array_index (run, guint, 0)] >= 0)
    g_string_append (path, "… → ");
  for (guint i = 0; i < run->len; i++)
    g_string_append_printf (
        path, "%s%s", i > 0 ? " → " : "",
        troupe_flow_get_method (reach->flow, g_array_index (run, guint, i))->name);
  if (path->len == 0)
    return g_strdup_printf (_ ("%s can never start: %s and %s never both occur."), name,
                            starved->first, starved->second);
  if (troupe_flow_find_index (reach->flow, starved->second) >= 0)
    return g_strdup_printf (_ ("%s can never start: %s and %s never both occur. When %s emits %s, "
                               "the path is %s, and %s never runs."),
                            name, starved->first, starved->second, router, starved->first_event,
                            path->str, starved->second);
  return g_strdup_printf (_ ("%s can never start: %s and %s never both occur. When %s emits %s, "
                             "the path is %s, and %s never occurs."),
                          name, starved->first, starved->second, router, starved->first_event,
                          path->str, starved->second);
}
