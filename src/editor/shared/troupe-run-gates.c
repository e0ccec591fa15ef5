/* troupe-run-gates.c: state of gates and wires during a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-gates"

#include "config.h"

#include <string.h>

#include "troupe-condition-tree.h"
#include "troupe-run-gates.h"

struct _TroupeRunGates
{
  TroupeCanvasScene *scene;
  TroupeFlow *flow;
  GHashTable *pending;   /* method → GHashTable of received events */
  GHashTable *listeners; /* event → GPtrArray of methods whose condition mentions it */
  GHashTable *outgoing;  /* id of a card or gate → GPtrArray of wire ids */
  GHashTable *gates;     /* method → GPtrArray of gate ids */
  GHashTable *fired;     /* ids of wires that have fired in this run; borrowed from @outgoing */
  GHashTable *dirty;     /* methods whose gates must be updated */
  gboolean is_animated;
};

static void
add_to_list (GHashTable *table, const char *key, const char *value)
{
  GPtrArray *list = g_hash_table_lookup (table, key);

  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (table, g_strdup (key), list);
    }
  g_ptr_array_add (list, g_strdup (value));
}

static GHashTable *
new_lists (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                (GDestroyNotify) g_ptr_array_unref);
}

static void
index_listeners (TroupeRunGates *self,
                 const TroupeFlowMethod *method,
                 const TroupeCondition *condition)
{
  g_autoptr (GPtrArray) events = NULL;

  g_assert (self != NULL);

  if (condition == NULL)
    return;

  events = troupe_condition_get_events (condition);
  for (guint i = 0; i < events->len; i++)
    add_to_list (self->listeners, g_ptr_array_index (events, i), method->name);
}

TroupeRunGates *
troupe_run_gates_new (TroupeCanvasScene *scene, TroupeFlow *flow)
{
  TroupeRunGates *self = g_new0 (TroupeRunGates, 1);

  self->scene = g_object_ref (scene);
  self->flow = troupe_flow_ref (flow);
  self->is_animated = TRUE;
  self->pending =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  self->listeners = new_lists ();
  self->outgoing = new_lists ();
  self->gates = new_lists ();
  self->fired = g_hash_table_new (g_str_hash, g_str_equal);
  self->dirty = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      index_listeners (self, method, method->listen);
      index_listeners (self, method, method->start_condition);
    }
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (scene, i);

      add_to_list (self->outgoing, wire->from, wire->id);
    }
  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (scene); i++)
    {
      const TroupeCanvasGate *gate = troupe_canvas_scene_get_nth_gate (scene, i);
      const char *slash = strchr (gate->id, '/');
      g_autofree char *method =
          slash != NULL ? g_strndup (gate->id, (gsize) (slash - gate->id)) : NULL;

      if (method != NULL)
        add_to_list (self->gates, method, gate->id);
    }

  return self;
}

void
troupe_run_gates_free (TroupeRunGates *self)
{
  g_object_unref (self->scene);
  troupe_flow_unref (self->flow);
  g_hash_table_unref (self->pending);
  g_hash_table_unref (self->listeners);
  g_hash_table_unref (self->fired);
  g_hash_table_unref (self->outgoing);
  g_hash_table_unref (self->gates);
  g_hash_table_unref (self->dirty);
  g_free (self);
}

static GHashTable *
get_pending (TroupeRunGates *self, const char *method)
{
  GHashTable *events = g_hash_table_lookup (self->pending, method);

  g_assert (self != NULL);

  if (events == NULL)
    {
      events = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (self->pending, g_strdup (method), events);
    }

  return events;
}

/* Returns TRUE if @events meet the condition. The recursion depth is limited by the nesting
 * limit of documents. */
static gboolean
is_met (const TroupeCondition *condition, GHashTable *events)
{
  gboolean all = TRUE;
  gboolean any = FALSE;

  g_assert (condition != NULL);

  if (condition->type == TROUPE_CONDITION_EVENT)
    return g_hash_table_contains (events, condition->event);

  for (guint i = 0; i < condition->n_children; i++)
    {
      gboolean met = is_met (condition->children[i], events);

      all = all && met;
      any = any || met;
    }

  return condition->type == TROUPE_CONDITION_AND ? all : any;
}

/* A wire that has fired once is shown as fired until the end of the run, even if a later pass
 * takes another path. */
static void
set_wire (TroupeRunGates *self, const char *id, TroupeCanvasWireState state)
{
  const gboolean fires = state == TROUPE_CANVAS_WIRE_FIRED;

  g_assert (self != NULL);

  if (fires)
    g_hash_table_add (self->fired, (gpointer) id);
  if (g_hash_table_contains (self->fired, id))
    state = TROUPE_CANVAS_WIRE_FIRED;
  troupe_canvas_scene_set_wire_state (self->scene, id, state, fires && self->is_animated);
}

static void
set_wires (TroupeRunGates *self, const char *from, const char *port, TroupeCanvasWireState state)
{
  GPtrArray *wires = g_hash_table_lookup (self->outgoing, from);

  g_assert (self != NULL);

  for (guint i = 0; wires != NULL && i < wires->len; i++)
    {
      const char *id = g_ptr_array_index (wires, i);
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_wire (self->scene, id);

      if (wire != NULL && g_strcmp0 (wire->from_port, port) == 0)
        set_wire (self, id, state);
    }
}

/* Updates the gates of a method. @fires: the method starts by the received events, so the
 * satisfied gates have fired. */
static void
show_gates (TroupeRunGates *self, const char *name, gboolean fires)
{
  const TroupeFlowMethod *method = troupe_flow_find_method (self->flow, name);
  GPtrArray *gates = g_hash_table_lookup (self->gates, name);
  GHashTable *events = get_pending (self, name);

  g_assert (self != NULL);

  for (guint i = 0; gates != NULL && method != NULL && i < gates->len; i++)
    {
      const char *id = g_ptr_array_index (gates, i);
      const char *path = strchr (id, '/') + 1;
      const TroupeCondition *part =
          troupe_condition_get_part (troupe_flow_method_get_condition (method, path), path);
      gboolean fired;

      if (part == NULL || part->n_children == 0)
        continue;
      fired = fires && is_met (part, events);
      if (part->type == TROUPE_CONDITION_AND)
        {
          g_autofree gboolean *arrived = g_new0 (gboolean, part->n_children);
          gboolean any = FALSE;

          /* Shows which inputs of an AND gate are satisfied. A gate without satisfied inputs,
           * and any OR gate, looks as usual. */
          for (guint j = 0; j < part->n_children; j++)
            {
              arrived[j] = is_met (part->children[j], events);
              any = any || arrived[j];
            }
          if (any || fired)
            troupe_canvas_scene_set_gate_run (self->scene, id, arrived, part->n_children, fired);
        }
      if (fired)
        set_wires (self, id, NULL, TROUPE_CANVAS_WIRE_FIRED);
    }
}

void
troupe_run_gates_start (TroupeRunGates *self, const char *method)
{
  GPtrArray *wires;

  g_return_if_fail (self != NULL && method != NULL);

  show_gates (self, method, TRUE);
  g_hash_table_remove (self->dirty, method);
  g_hash_table_remove_all (get_pending (self, method));

  /* A new pass has not chosen its path yet. */
  wires = g_hash_table_lookup (self->outgoing, method);
  for (guint i = 0; wires != NULL && i < wires->len; i++)
    set_wire (self, g_ptr_array_index (wires, i), TROUPE_CANVAS_WIRE_IDLE);
}

static void
mark_dirty (TroupeRunGates *self, const char *method)
{
  if (!g_hash_table_contains (self->dirty, method))
    g_hash_table_add (self->dirty, g_strdup (method));
}

void
troupe_run_gates_set_animated (TroupeRunGates *self, gboolean is_animated)
{
  g_return_if_fail (self != NULL);

  self->is_animated = is_animated;
}

void
troupe_run_gates_show (TroupeRunGates *self)
{
  GHashTableIter iter;
  gpointer method;

  g_return_if_fail (self != NULL);

  g_hash_table_iter_init (&iter, self->dirty);
  while (g_hash_table_iter_next (&iter, &method, NULL))
    show_gates (self, method, FALSE);
  g_hash_table_remove_all (self->dirty);
}

static void
emit_event (TroupeRunGates *self, const char *event)
{
  GPtrArray *listeners = g_hash_table_lookup (self->listeners, event);

  g_assert (self != NULL);

  for (guint i = 0; listeners != NULL && i < listeners->len; i++)
    {
      const char *listener = g_ptr_array_index (listeners, i);

      g_hash_table_add (get_pending (self, listener), g_strdup (event));
      mark_dirty (self, listener);
    }
}

void
troupe_run_gates_finish (TroupeRunGates *self, const char *method, const char *taken)
{
  const TroupeCanvasNode *node;

  g_return_if_fail (self != NULL && method != NULL);

  set_wires (self, method, NULL, TROUPE_CANVAS_WIRE_FIRED);
  node = troupe_canvas_scene_get_node (self->scene, method);
  for (guint i = 0; node != NULL && node->events != NULL && node->events[i] != NULL; i++)
    {
      g_autofree char *event = g_strdup (node->events[i]);

      set_wires (self, method, event,
                 g_strcmp0 (event, taken) == 0 ? TROUPE_CANVAS_WIRE_FIRED
                                               : TROUPE_CANVAS_WIRE_NOT_TAKEN);
      node = troupe_canvas_scene_get_node (self->scene, method);
    }

  emit_event (self, method);
  if (taken != NULL && strcmp (taken, method) != 0)
    emit_event (self, taken);
}

void
troupe_run_gates_arrive (TroupeRunGates *self,
                         const char *method,
                         TroupeValue *arrived,
                         TroupeValue *event)
{
  GHashTable *events;

  g_return_if_fail (self != NULL && method != NULL);

  events = get_pending (self, method);
  if (arrived != NULL && troupe_value_is (arrived, TROUPE_VALUE_LIST))
    {
      g_hash_table_remove_all (events);
      for (gsize i = 0; i < troupe_value_list_get_length (arrived); i++)
        {
          TroupeValue *name = troupe_value_list_get (arrived, i);

          if (troupe_value_is (name, TROUPE_VALUE_STRING))
            g_hash_table_add (events, g_strdup (troupe_value_get_string (name, NULL)));
        }
    }
  if (event != NULL && troupe_value_is (event, TROUPE_VALUE_STRING))
    g_hash_table_add (events, g_strdup (troupe_value_get_string (event, NULL)));
  mark_dirty (self, method);
}

/* --- Saving and restoring --------------------------------------------------------------------- */

struct _TroupeRunGatesState
{
  GHashTable
      *pending; /* method → GHashTable of received events; methods without events are missing */
  GPtrArray *fired;   /* ids of wires; borrowed from the gates */
  GArray *wires;      /* (element-type TroupeCanvasWireState): by their index in the scene */
  GPtrArray *arrived; /* (element-type GArray) (nullable): of each gate, by its index */
  GArray *gates;      /* (element-type gboolean): whether the gate has fired */
};

static void
copy_pending (GHashTable *from, GHashTable *to)
{
  GHashTableIter iter;
  gpointer method;
  gpointer events;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &method, &events))
    if (g_hash_table_size (events) > 0)
      {
        GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
        GHashTableIter set_iter;
        gpointer key;

        g_hash_table_iter_init (&set_iter, events);
        while (g_hash_table_iter_next (&set_iter, &key, NULL))
          g_hash_table_add (copy, g_strdup (key));
        g_hash_table_insert (to, g_strdup (method), copy);
      }
}

static void
free_arrived (gpointer arrived)
{
  if (arrived != NULL)
    g_array_unref (arrived);
}

TroupeRunGatesState *
troupe_run_gates_save (TroupeRunGates *self)
{
  TroupeRunGatesState *state;
  GHashTableIter iter;
  gpointer wire;

  g_return_val_if_fail (self != NULL, NULL);

  state = g_new0 (TroupeRunGatesState, 1);
  state->pending =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  copy_pending (self->pending, state->pending);
  state->fired = g_ptr_array_new ();
  g_hash_table_iter_init (&iter, self->fired);
  while (g_hash_table_iter_next (&iter, &wire, NULL))
    g_ptr_array_add (state->fired, wire);
  state->wires = g_array_new (FALSE, FALSE, sizeof (TroupeCanvasWireState));
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (self->scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_wire (self->scene, i)->id;
      const TroupeCanvasWireState now = troupe_canvas_scene_get_wire_state (self->scene, id);

      g_array_append_val (state->wires, now);
    }
  state->arrived = g_ptr_array_new_with_free_func (free_arrived);
  state->gates = g_array_new (FALSE, FALSE, sizeof (gboolean));
  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (self->scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_gate (self->scene, i)->id;
      gboolean fired = FALSE;

      g_ptr_array_add (state->arrived, troupe_canvas_scene_dup_gate_run (self->scene, id, &fired));
      g_array_append_val (state->gates, fired);
    }
  return state;
}

void
troupe_run_gates_restore (TroupeRunGates *self, const TroupeRunGatesState *state)
{
  g_return_if_fail (self != NULL && state != NULL);

  g_hash_table_remove_all (self->dirty);
  g_hash_table_remove_all (self->pending);
  copy_pending (state->pending, self->pending);
  g_hash_table_remove_all (self->fired);
  for (guint i = 0; i < state->fired->len; i++)
    g_hash_table_add (self->fired, g_ptr_array_index (state->fired, i));
  for (guint i = 0; i < MIN (state->wires->len, troupe_canvas_scene_get_n_wires (self->scene)); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_wire (self->scene, i)->id;
      const TroupeCanvasWireState then = g_array_index (state->wires, TroupeCanvasWireState, i);

      if (troupe_canvas_scene_get_wire_state (self->scene, id) != then)
        troupe_canvas_scene_set_wire_state (self->scene, id, then, FALSE);
    }
  for (guint i = 0; i < MIN (state->gates->len, troupe_canvas_scene_get_n_gates (self->scene)); i++)
    {
      const GArray *arrived = g_ptr_array_index (state->arrived, i);

      troupe_canvas_scene_set_gate_run (self->scene,
                                        troupe_canvas_scene_get_nth_gate (self->scene, i)->id,
                                        arrived != NULL ? (const gboolean *) arrived->data : NULL,
                                        arrived != NULL ? arrived->len : 0,
                                        g_array_index (state->gates, gboolean, i));
    }
}

void
troupe_run_gates_state_free (TroupeRunGatesState *state)
{
  if (state == NULL)
    return;
  g_hash_table_unref (state->pending);
  g_ptr_array_unref (state->fired);
  g_array_unref (state->wires);
  g_ptr_array_unref (state->arrived);
  g_array_unref (state->gates);
  g_free (state);
}
