/* troupe-flow-forecast.c: methods of a flow that can still start in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-forecast"

#include "config.h"

#include "troupe-flow-forecast.h"

/* @come: for each event, the number of occurrences that have not started the method yet. @emits:
 *   the events of a router. @is_alive: the last result; it is computed with the help of
 *   @is_queued. */
typedef struct
{
  const TroupeFlowMethod *method;
  GHashTable *come;
  GPtrArray *emits; /* (nullable) */
  guint n_open;
  gboolean emits_others;
  gboolean has_begun;
  gboolean is_alive;
  gboolean is_queued;
} Prospect;

struct _TroupeFlowForecast
{
  TroupeFlow *flow;
  Prospect *prospects; /* by method index */
  guint n_prospects;
  GHashTable *listeners; /* event to GArray of method indexes */
  GHashTable *possible;  /* events that may occur; borrowed from @flow */
  gboolean any_possible; /* other events may occur, too */
  gboolean has_start;    /* starts unconditionally, without an event */
  gboolean is_known;
};

static void
add_listeners (TroupeFlowForecast *self, const TroupeCondition *condition, guint index)
{
  g_autoptr (GPtrArray) events =
      condition != NULL ? troupe_condition_get_events (condition) : g_ptr_array_new ();

  g_assert (self != NULL);

  for (guint i = 0; i < events->len; i++)
    {
      GArray *list = g_hash_table_lookup (self->listeners, events->pdata[i]);

      if (list == NULL)
        {
          list = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (self->listeners, g_strdup (events->pdata[i]), list);
        }
      g_array_append_val (list, index);
    }
}

TroupeFlowForecast *
troupe_flow_forecast_new (TroupeFlow *flow)
{
  TroupeFlowForecast *self;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_new0 (TroupeFlowForecast, 1);
  self->flow = troupe_flow_ref (flow);
  self->n_prospects = troupe_flow_get_n_methods (flow);
  self->prospects = g_new0 (Prospect, self->n_prospects);
  self->listeners =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->possible = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < self->n_prospects; i++)
    {
      Prospect *prospect = &self->prospects[i];
      gboolean complete = TRUE;

      prospect->method = troupe_flow_get_method (flow, i);
      prospect->come = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      if (prospect->method->router)
        prospect->emits = troupe_flow_method_list_events (prospect->method, &complete);
      prospect->emits_others = !complete;
      self->has_start =
          self->has_start || (prospect->method->start && prospect->method->start_condition == NULL);
      add_listeners (self, prospect->method->listen, i);
      add_listeners (self, prospect->method->start_condition, i);
    }
  return self;
}

void
troupe_flow_forecast_free (TroupeFlowForecast *self)
{
  for (guint i = 0; i < self->n_prospects; i++)
    {
      g_hash_table_unref (self->prospects[i].come);
      g_clear_pointer (&self->prospects[i].emits, g_ptr_array_unref);
    }
  g_free (self->prospects);
  g_hash_table_unref (self->listeners);
  g_hash_table_unref (self->possible);
  troupe_flow_unref (self->flow);
  g_free (self);
}

/* --- Saving and restoring --------------------------------------------------------------------- */

/* @come: (nullable): NULL if there are no events */
typedef struct
{
  GHashTable *come;
  guint n_open;
  gboolean has_begun;
} SavedProspect;

struct _TroupeFlowForecastState
{
  guint n_prospects;
  SavedProspect prospects[];
};

static void
copy_events (GHashTable *from, GHashTable *to)
{
  GHashTableIter iter;
  gpointer event;
  gpointer count;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &event, &count))
    g_hash_table_insert (to, g_strdup (event), count);
}

TroupeFlowForecastState *
troupe_flow_forecast_save (TroupeFlowForecast *self)
{
  TroupeFlowForecastState *state;

  g_return_val_if_fail (self != NULL, NULL);

  state = g_malloc0 (sizeof *state + self->n_prospects * sizeof (SavedProspect));
  state->n_prospects = self->n_prospects;
  for (guint i = 0; i < self->n_prospects; i++)
    {
      const Prospect *prospect = &self->prospects[i];
      SavedProspect *saved = &state->prospects[i];

      saved->n_open = prospect->n_open;
      saved->has_begun = prospect->has_begun;
      if (g_hash_table_size (prospect->come) == 0)
        continue;
      saved->come = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      copy_events (prospect->come, saved->come);
    }
  return state;
}

void
troupe_flow_forecast_restore (TroupeFlowForecast *self, const TroupeFlowForecastState *state)
{
  g_return_if_fail (self != NULL && state != NULL);
  g_return_if_fail (state->n_prospects == self->n_prospects);

  for (guint i = 0; i < self->n_prospects; i++)
    {
      Prospect *prospect = &self->prospects[i];
      const SavedProspect *saved = &state->prospects[i];

      prospect->n_open = saved->n_open;
      prospect->has_begun = saved->has_begun;
      g_hash_table_remove_all (prospect->come);
      if (saved->come != NULL)
        copy_events (saved->come, prospect->come);
    }
  self->is_known = FALSE;
}

void
troupe_flow_forecast_state_free (TroupeFlowForecastState *state)
{
  for (guint i = 0; state != NULL && i < state->n_prospects; i++)
    g_clear_pointer (&state->prospects[i].come, g_hash_table_unref);
  g_free (state);
}

/* --- Following the run ------------------------------------------------------------------------ */

static Prospect *
find_prospect (TroupeFlowForecast *self, const char *name)
{
  const TroupeFlowMethod *method = name != NULL ? troupe_flow_find_method (self->flow, name) : NULL;

  return method != NULL ? &self->prospects[method->index] : NULL;
}

/* Returns TRUE if the condition is met. @hopes: whether to count events that may still occur,
 * too. The recursion is bounded by the nesting limit of documents. */
static gboolean
is_met (TroupeFlowForecast *self,
        const TroupeCondition *condition,
        const Prospect *prospect,
        gboolean hopes)
{
  const gboolean is_and = condition->type == TROUPE_CONDITION_AND;

  g_assert (self != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    return g_hash_table_contains (prospect->come, condition->event) ||
           (hopes &&
            (self->any_possible || g_hash_table_contains (self->possible, condition->event)));
  for (guint i = 0; i < condition->n_children; i++)
    if (is_met (self, condition->children[i], prospect, hopes) != is_and)
      return !is_and;
  return is_and;
}

/* Adds the events that meet the condition. For an `or`, adds only the events of one branch. */
static void
collect_reasons (TroupeFlowForecast *self,
                 const TroupeCondition *condition,
                 const Prospect *prospect,
                 GHashTable *events)
{
  if (condition->type == TROUPE_CONDITION_EVENT)
    g_hash_table_add (events, condition->event);
  for (guint i = 0; i < condition->n_children; i++)
    {
      if (condition->type == TROUPE_CONDITION_OR &&
          !is_met (self, condition->children[i], prospect, FALSE))
        continue;
      collect_reasons (self, condition->children[i], prospect, events);
      if (condition->type == TROUPE_CONDITION_OR)
        return;
    }
}

/* Consumes the events that started the method. Another event may be dispatched later and start
 * the method again. */
static gboolean
use_up (TroupeFlowForecast *self, const TroupeCondition *condition, Prospect *prospect)
{
  g_autoptr (GHashTable) events = NULL;
  GHashTableIter iter;
  gpointer event;

  if (condition == NULL || !is_met (self, condition, prospect, FALSE))
    return FALSE;
  events = g_hash_table_new (g_str_hash, g_str_equal);
  collect_reasons (self, condition, prospect, events);
  g_hash_table_iter_init (&iter, events);
  while (g_hash_table_iter_next (&iter, &event, NULL))
    {
      const guint count = GPOINTER_TO_UINT (g_hash_table_lookup (prospect->come, event));

      if (count > 1)
        g_hash_table_insert (prospect->come, g_strdup (event), GUINT_TO_POINTER (count - 1));
      else
        g_hash_table_remove (prospect->come, event);
    }
  return TRUE;
}

void
troupe_flow_forecast_begin (TroupeFlowForecast *self, const char *method)
{
  Prospect *prospect;

  g_return_if_fail (self != NULL);

  prospect = find_prospect (self, method);
  if (prospect == NULL)
    return;
  prospect->has_begun = TRUE;
  prospect->n_open++;
  if (!use_up (self, prospect->method->listen, prospect))
    use_up (self, prospect->method->start_condition, prospect);
  self->is_known = FALSE;
}

static void
tell (TroupeFlowForecast *self, const char *event)
{
  const GArray *list = g_hash_table_lookup (self->listeners, event);

  g_assert (self != NULL);

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      GHashTable *come = self->prospects[g_array_index (list, guint, i)].come;
      const guint count = GPOINTER_TO_UINT (g_hash_table_lookup (come, event));

      g_hash_table_insert (come, g_strdup (event), GUINT_TO_POINTER (count + 1));
    }
}

void
troupe_flow_forecast_break_off (TroupeFlowForecast *self, const char *method)
{
  Prospect *prospect;

  g_return_if_fail (self != NULL);

  prospect = find_prospect (self, method);
  if (prospect == NULL)
    return;
  if (prospect->n_open > 0)
    prospect->n_open--;
  self->is_known = FALSE;
}

void
troupe_flow_forecast_finish (TroupeFlowForecast *self, const char *method, const char *event)
{
  g_return_if_fail (self != NULL);

  troupe_flow_forecast_break_off (self, method);
  if (find_prospect (self, method) == NULL)
    return;
  tell (self, method);
  if (event != NULL)
    tell (self, event);
}

/* --- Computing the forecast ------------------------------------------------------------------- */

static gboolean
is_hoped_for (TroupeFlowForecast *self, const Prospect *prospect, gboolean hopes)
{
  const TroupeFlowMethod *method = prospect->method;

  return (method->listen != NULL && is_met (self, method->listen, prospect, hopes)) ||
         (method->start_condition != NULL &&
          is_met (self, method->start_condition, prospect, hopes));
}

static void
queue (TroupeFlowForecast *self, GQueue *work, const char *event)
{
  const GArray *list = g_hash_table_lookup (self->listeners, event);

  g_assert (self != NULL);

  g_hash_table_add (self->possible, (char *) event);
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      Prospect *prospect = &self->prospects[g_array_index (list, guint, i)];

      if (prospect->is_alive || prospect->is_queued)
        continue;
      prospect->is_queued = TRUE;
      g_queue_push_tail (work, prospect);
    }
}

static void
make_alive (TroupeFlowForecast *self, GQueue *work, Prospect *prospect)
{
  g_assert (self != NULL);

  prospect->is_alive = TRUE;
  if (prospect->emits_others)
    self->any_possible = TRUE;
  queue (self, work, prospect->method->name);
  for (guint i = 0; prospect->emits != NULL && i < prospect->emits->len; i++)
    queue (self, work, prospect->emits->pdata[i]);
}

static void
work_out (TroupeFlowForecast *self)
{
  GQueue work = G_QUEUE_INIT;
  Prospect *prospect;
  gboolean knew_any;

  g_hash_table_remove_all (self->possible);
  self->any_possible = FALSE;
  for (guint i = 0; i < self->n_prospects; i++)
    self->prospects[i].is_alive = self->prospects[i].is_queued = FALSE;
  for (guint i = 0; i < self->n_prospects; i++)
    {
      prospect = &self->prospects[i];
      if (prospect->n_open > 0 ||
          (prospect->method->start && !prospect->has_begun &&
           (prospect->method->start_condition == NULL || !self->has_start)) ||
          is_hoped_for (self, prospect, FALSE))
        make_alive (self, &work, prospect);
    }
  do
    {
      knew_any = self->any_possible;
      while ((prospect = g_queue_pop_head (&work)) != NULL)
        {
          prospect->is_queued = FALSE;
          if (!prospect->is_alive && is_hoped_for (self, prospect, TRUE))
            make_alive (self, &work, prospect);
        }
      /* If any event may occur, all listeners may start. */
      for (guint i = 0; self->any_possible && !knew_any && i < self->n_prospects; i++)
        if (!self->prospects[i].is_alive && is_hoped_for (self, &self->prospects[i], TRUE))
          make_alive (self, &work, &self->prospects[i]);
    }
  while (work.length > 0);
  self->is_known = TRUE;
}

gboolean
troupe_flow_forecast_can_come (TroupeFlowForecast *self, const char *method)
{
  const Prospect *prospect;

  g_return_val_if_fail (self != NULL, FALSE);

  if (!self->is_known)
    work_out (self);
  prospect = find_prospect (self, method);
  return prospect != NULL && prospect->is_alive;
}
