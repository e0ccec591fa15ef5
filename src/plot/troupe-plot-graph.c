/* troupe-plot-graph.c: graph model of a drawing: cards, gates and the wires between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-graph"

#include "config.h"

#include <math.h>

#include "troupe-plot-graph-private.h"
#include "troupe-route.h"

/* Maximum number of wires. Without a limit, a thousand routers that emit an event to which a
 * thousand methods listen would create a million wires. */
#define MAX_WIRES 200000

static void
clear_node (gpointer data)
{
  TroupePlotNode *node = data;

  g_assert (node != NULL);

  g_clear_pointer (&node->id, g_free);
  g_clear_pointer (&node->events, g_strfreev);
  g_clear_pointer (&node->summary, g_free);
  g_clear_pointer (&node->description, g_free);
}

static void
clear_wire (gpointer data)
{
  TroupePlotWire *wire = data;

  g_assert (wire != NULL);

  g_clear_pointer (&wire->id, g_free);
  g_clear_pointer (&wire->port, g_free);
  g_clear_pointer (&wire->bends, g_free);
}

static void
clear_sheet (gpointer data)
{
  TroupePlotSheet *sheet = data;

  g_assert (sheet != NULL);

  g_clear_pointer (&sheet->id, g_free);
  g_clear_pointer (&sheet->title, g_free);
  g_clear_pointer (&sheet->text, g_free);
}

static void
clear_group (gpointer data)
{
  TroupePlotGroup *group = data;

  g_assert (group != NULL);

  g_clear_pointer (&group->title, g_free);
  g_clear_pointer (&group->colour, g_free);
  g_clear_pointer (&group->members, g_strfreev);
}

/* Creates an empty graph. (transfer full) */
TroupePlotGraph *
troupe_plot_graph_new (void)
{
  TroupePlotGraph *self = g_new0 (TroupePlotGraph, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (TroupePlotNode));
  g_array_set_clear_func (self->nodes, clear_node);
  self->wires = g_array_new (FALSE, FALSE, sizeof (TroupePlotWire));
  g_array_set_clear_func (self->wires, clear_wire);
  self->notes = g_array_new (FALSE, FALSE, sizeof (TroupePlotSheet));
  g_array_set_clear_func (self->notes, clear_sheet);
  self->groups = g_array_new (FALSE, FALSE, sizeof (TroupePlotGroup));
  g_array_set_clear_func (self->groups, clear_group);
  self->indexes = g_hash_table_new (g_str_hash, g_str_equal);
  self->gate_inputs = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
troupe_plot_graph_unref (TroupePlotGraph *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->indexes);
  g_array_unref (self->nodes);
  g_array_unref (self->wires);
  g_array_unref (self->gate_inputs);
  g_array_unref (self->notes);
  g_array_unref (self->groups);
  g_free (self->title);
  g_free (self->description);
  g_free (self);
}

/* --- Building a graph ------------------------------------------------------------------------- */

static guint
add_node (TroupePlotGraph *self, TroupePlotNode *node)
{
  guint index = self->nodes->len;

  g_assert (self != NULL);

  if (!g_hash_table_contains (self->indexes, node->id))
    g_hash_table_insert (self->indexes, node->id, GUINT_TO_POINTER (index + 1));
  g_array_append_val (self->nodes, *node);
  return index;
}

/**
 * troupe_plot_graph_add_card:
 * @card: its id, width, events, role and texts, which are copied; the other members are computed.
 *   All cards must be added before the first gate
 *
 * Returns: its index
 */
guint
troupe_plot_graph_add_card (TroupePlotGraph *self, const TroupePlotNode *card)
{
  TroupePlotNode node;
  guint n_events;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (card != NULL && card->id != NULL, 0);
  g_return_val_if_fail (self->n_cards == self->nodes->len, 0);

  node = *card;
  node.id = g_strdup (card->id);
  node.events = g_strdupv (card->events);
  node.summary = g_strdup (card->summary);
  node.description = g_strdup (card->description);
  node.owner = self->nodes->len;
  n_events = node.events != NULL ? g_strv_length (node.events) : 0;
  node.width = ceil (CLAMP (card->width, TROUPE_PLOT_CARD_MIN, TROUPE_PLOT_CARD_MAX) / 4) * 4;
  node.height = TROUPE_PLOT_CARD_HEAD;
  if (n_events > 0)
    node.height += TROUPE_PLOT_CARD_ROW * n_events + TROUPE_PLOT_CARD_FOOT;
  self->n_cards++;
  return add_node (self, &node);
}

/**
 * troupe_plot_graph_add_gate:
 * @owner: the card that it belongs to
 * @n_inputs: number of wires that will lead into it
 *
 * Returns: its index
 */
guint
troupe_plot_graph_add_gate (TroupePlotGraph *self,
                            guint owner,
                            const char *id,
                            gboolean is_and,
                            guint n_inputs)
{
  TroupePlotNode node = { .is_gate = TRUE,
                          .gate_is_and = is_and,
                          .owner = owner,
                          .width = TROUPE_PLOT_GATE,
                          .height = TROUPE_PLOT_GATE };

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (owner < self->n_cards, 0);
  g_return_val_if_fail (id != NULL, 0);

  node.id = g_strdup (id);
  g_array_append_val (self->gate_inputs, n_inputs);
  return add_node (self, &node);
}

/**
 * troupe_plot_graph_add_wire:
 * @wire: its source and target; id and port are generated
 * @event: the event that it transports
 *
 * Does nothing if the maximum number of wires is reached.
 */
void
troupe_plot_graph_add_wire (TroupePlotGraph *self, const TroupePlotWire *wire, const char *event)
{
  TroupePlotWire added;
  const char *source, *target;

  g_return_if_fail (self != NULL);
  g_return_if_fail (wire != NULL && event != NULL);
  g_return_if_fail (wire->source < self->nodes->len && wire->target < self->nodes->len);

  if (self->wires->len >= MAX_WIRES)
    return;
  added = *wire;
  added.place = wire->input;
  added.bends = NULL;
  added.n_bends = 0;
  source = troupe_plot_node_at (self, wire->source)->id;
  target = troupe_plot_node_at (self, wire->target)->id;
  if (wire->is_event)
    added.id = g_strdup_printf ("%s>%s#%u@%s", event, target, wire->input, source);
  else
    added.id = g_strdup_printf ("%s>%s#%u", event, target, wire->input);
  added.port = wire->is_event ? g_strdup (event) : NULL;
  g_array_append_val (self->wires, added);
}

/**
 * troupe_plot_graph_set_bends:
 * @bends: (nullable) (array length=n_bends): pairs of x and y, which are copied
 *
 * Routes a wire through points that the user set, regardless of obstacles.
 */
void
troupe_plot_graph_set_bends (TroupePlotGraph *self, guint wire, const double *bends, guint n_bends)
{
  TroupePlotWire *changed;

  g_return_if_fail (self != NULL && wire < self->wires->len);
  g_return_if_fail (bends != NULL || n_bends == 0);

  changed = &g_array_index (self->wires, TroupePlotWire, wire);
  g_free (changed->bends);
  changed->bends = g_memdup2 (bends, 2 * n_bends * sizeof *bends);
  changed->n_bends = n_bends;
}

/* Sets title and description, which screen readers read. @title, @description: (nullable) */
void
troupe_plot_graph_set_texts (TroupePlotGraph *self, const char *title, const char *description)
{
  g_return_if_fail (self != NULL);

  g_free (self->title);
  self->title = g_strdup (title);
  g_free (self->description);
  self->description = g_strdup (description);
}

/* Removes all notes and groups. */
void
troupe_plot_graph_clear_extras (TroupePlotGraph *self)
{
  g_return_if_fail (self != NULL);

  g_array_set_size (self->notes, 0);
  g_array_set_size (self->groups, 0);
}

/* Adds a note next to the cards. @id, @title: (nullable) */
void
troupe_plot_graph_add_note (TroupePlotGraph *self,
                            const char *id,
                            const char *title,
                            const char *text,
                            double x,
                            double y,
                            double width,
                            double height)
{
  TroupePlotSheet note = { g_strdup (id), g_strdup (title), g_strdup (text), x, y, width, height };

  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  g_array_append_val (self->notes, note);
}

/* Adds a frame around the cards whose ids are in @members. @title, @colour: (nullable) */
void
troupe_plot_graph_add_group (TroupePlotGraph *self,
                             const char *title,
                             const char *colour,
                             const char *const *members)
{
  TroupePlotGroup group = { g_strdup (title), g_strdup (colour), g_strdupv ((char **) members) };

  g_return_if_fail (self != NULL);
  g_return_if_fail (members != NULL);

  g_array_append_val (self->groups, group);
}

/* --- Accessors -------------------------------------------------------------------------------- */

guint
troupe_plot_graph_get_n_nodes (TroupePlotGraph *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->nodes->len;
}

TroupePlotNode *
troupe_plot_graph_get_node (TroupePlotGraph *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->nodes->len, NULL);

  return &g_array_index (self->nodes, TroupePlotNode, index);
}

TroupePlotNode *
troupe_plot_graph_get_owner (TroupePlotGraph *self, const TroupePlotNode *node)
{
  g_return_val_if_fail (self != NULL && node != NULL, NULL);

  return troupe_plot_node_at (self, node->owner);
}

guint
troupe_plot_graph_get_n_wires (TroupePlotGraph *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->wires->len;
}

const TroupePlotWire *
troupe_plot_graph_get_wire (TroupePlotGraph *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->wires->len, NULL);

  return &g_array_index (self->wires, TroupePlotWire, index);
}

/* Returns the index of the node with @id, or -1 if there is none. */
int
troupe_plot_graph_find_node (TroupePlotGraph *self, const char *id)
{
  g_return_val_if_fail (self != NULL && id != NULL, -1);

  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (self->indexes, id)) - 1;
}

double
troupe_plot_node_get_run_height (const TroupePlotNode *node)
{
  g_return_val_if_fail (node != NULL, 0);

  if (node->is_gate)
    return node->height;

  return node->height + (node->may_stream ? TROUPE_PLOT_STRIP_STREAM : TROUPE_PLOT_STRIP);
}

/* --- Ports -------------------------------------------------------------------------------- */

void
troupe_plot_graph_get_source_port (TroupePlotGraph *self,
                                   const TroupePlotWire *wire,
                                   double *x,
                                   double *y)
{
  const TroupePlotNode *node = &g_array_index (self->nodes, TroupePlotNode, wire->source);

  *x = node->width;
  *y = node->is_gate ? node->height / 2 : TROUPE_PLOT_PORT_Y;
  if (wire->is_event)
    *y = TROUPE_PLOT_CARD_HEAD + TROUPE_PLOT_CARD_ROW * (wire->row + 0.5);
}

/* Wires enter a gate on its left arc, 0.62 rad apart. More than eight wires are distributed over
 * half a circle. */
void
troupe_plot_graph_get_target_port (TroupePlotGraph *self,
                                   const TroupePlotWire *wire,
                                   double *x,
                                   double *y)
{
  const TroupePlotNode *node = &g_array_index (self->nodes, TroupePlotNode, wire->target);
  guint n_inputs = 0;
  double step = 0.62;
  double angle = 0;

  *x = 0;
  *y = TROUPE_PLOT_PORT_Y;
  if (!node->is_gate)
    return;
  n_inputs = g_array_index (self->gate_inputs, guint, wire->target - self->n_cards);
  if (n_inputs > 5)
    step = 2.6 / (n_inputs - 1);
  angle = (wire->place - (n_inputs - 1) / 2.0) * step;
  *x = node->width / 2 * (1 - cos (angle));
  *y = node->height / 2 * (1 + sin (angle));
}

/**
 * troupe_plot_graph_order_inputs:
 *
 * Sorts the wires into each gate by the height at which they arrive, from top to bottom. Must be
 * called again whenever nodes have moved.
 */
void
troupe_plot_graph_order_inputs (TroupePlotGraph *self)
{
  guint n_gates;
  guint n_inputs = 0;
  g_autofree guint *first = NULL;
  g_autofree double *keys = NULL;
  g_autofree guint *counts = NULL;
  g_autofree guint *places = NULL;

  g_return_if_fail (self != NULL);

  n_gates = self->gate_inputs->len;
  first = g_new0 (guint, n_gates + 1);
  for (guint i = 0; i < n_gates; i++)
    {
      first[i] = n_inputs;
      n_inputs += g_array_index (self->gate_inputs, guint, i);
    }
  first[n_gates] = n_inputs;
  keys = g_new0 (double, MAX (n_inputs, 1));
  counts = g_new0 (guint, MAX (n_inputs, 1));
  places = g_new0 (guint, MAX (n_inputs, 1));
  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      const TroupePlotNode *source = troupe_plot_node_at (self, wire->source);
      const TroupePlotNode *gate = troupe_plot_node_at (self, wire->target);
      TroupeRoutePoint from;

      if (!gate->is_gate)
        continue;
      troupe_plot_graph_get_source_port (self, wire, &from.x, &from.y);
      keys[first[wire->target - self->n_cards] + wire->input] += troupe_route_get_input_key (
          (TroupeRoutePoint){ source->x + from.x, source->y + from.y },
          (TroupeRoutePoint){ gate->x + gate->width / 2, gate->y + gate->height / 2 });
      counts[first[wire->target - self->n_cards] + wire->input]++;
    }
  for (guint i = 0; i < n_inputs; i++)
    keys[i] = counts[i] > 0 ? keys[i] / counts[i] : NAN;
  for (guint i = 0; i < n_gates; i++)
    troupe_route_order_inputs (keys + first[i], first[i + 1] - first[i], places + first[i]);
  for (guint i = 0; i < self->wires->len; i++)
    {
      TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);

      if (wire->target >= self->n_cards)
        wire->place = places[first[wire->target - self->n_cards] + wire->input];
    }
}
