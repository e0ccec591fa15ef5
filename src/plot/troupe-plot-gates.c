/* troupe-plot-gates.c: the gates in front of a card, and where they stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-gates"

#include "config.h"

#include <math.h>

#include "troupe-plot-gates.h"
#include "troupe-plot-graph-private.h"
#include "troupe-plot-room.h"

#define GATE_ROW 48.0

/* How a gate looks for a free place in a drawing that a person made. */
#define CLEARANCE 8.0
#define STEP 8.0
#define FARTHEST_STEP 30

/* The gates of all cards, outer ones before inner ones, as they were made. */
static GArray *
collect_gates (TroupePlotGraph *self)
{
  GArray *gates = g_array_new (FALSE, TRUE, sizeof (TroupePlotGate));

  g_assert (self != NULL);

  g_array_set_size (gates, self->nodes->len - self->n_cards);
  for (guint i = 0; i < gates->len; i++)
    g_array_index (gates, TroupePlotGate, i).node = self->n_cards + i;
  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      TroupePlotGate *gate = NULL;

      if (wire->source < self->n_cards)
        continue;
      gate = &g_array_index (gates, TroupePlotGate, wire->source - self->n_cards);
      gate->depth = 1;
      gate->offset = 0;
      if (wire->target >= self->n_cards)
        {
          const TroupePlotGate *outer =
              &g_array_index (gates, TroupePlotGate, wire->target - self->n_cards);
          guint n_inputs = g_array_index (self->gate_inputs, guint, wire->target - self->n_cards);

          gate->depth = outer->depth + 1;
          gate->offset = outer->offset + (wire->input - (n_inputs - 1) / 2.0) * GATE_ROW;
        }
    }
  return gates;
}

/* Moves the gates of one card and one depth apart where they stand too close. */
static void
spread_gates (TroupePlotGraph *self, GArray *gates)
{
  g_autoptr (GHashTable) lowest =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  for (guint i = 0; i < gates->len; i++)
    {
      TroupePlotGate *gate = &g_array_index (gates, TroupePlotGate, i);
      gint64 key = ((gint64) troupe_plot_node_at (self, gate->node)->owner << 16) | gate->depth;
      double *last = g_hash_table_lookup (lowest, &key);

      if (last == NULL)
        {
          last = g_new (double, 1);
          g_hash_table_insert (lowest, g_memdup2 (&key, sizeof key), last);
        }
      else
        {
          gate->offset = MAX (gate->offset, *last + GATE_ROW);
        }
      *last = gate->offset;
    }
}

TroupePlotBlock *
troupe_plot_blocks_new (TroupePlotGraph *self, GArray *gates)
{
  TroupePlotBlock *blocks = g_new0 (TroupePlotBlock, MAX (self->n_cards, 1));

  for (guint i = 0; i < self->n_cards; i++)
    {
      const TroupePlotNode *node = troupe_plot_node_at (self, i);

      blocks[i].above = TROUPE_PLOT_PORT_Y;
      blocks[i].below = node->height - TROUPE_PLOT_PORT_Y;
      blocks[i].run_below = troupe_plot_node_get_run_height (node) - TROUPE_PLOT_PORT_Y;
    }
  for (guint i = 0; i < gates->len; i++)
    {
      const TroupePlotGate *gate = &g_array_index (gates, TroupePlotGate, i);
      TroupePlotBlock *block = &blocks[troupe_plot_node_at (self, gate->node)->owner];

      block->depth = MAX (block->depth, gate->depth);
      block->above = MAX (block->above, TROUPE_PLOT_GATE / 2 - gate->offset);
      block->below = MAX (block->below, TROUPE_PLOT_GATE / 2 + gate->offset);
      block->run_below = MAX (block->run_below, block->below);
    }
  return blocks;
}

GArray *
troupe_plot_gates_new (TroupePlotGraph *self)
{
  GArray *gates = collect_gates (self);

  spread_gates (self, gates);
  return gates;
}

/* --- Places ------------------------------------------------------------------------------- */

static TroupePlotBox
get_gate_box (double x, double y)
{
  return (TroupePlotBox){ x - CLEARANCE, y - CLEARANCE, TROUPE_PLOT_GATE + 2 * CLEARANCE,
                          TROUPE_PLOT_GATE + 2 * CLEARANCE };
}

static TroupePlotRoom *
make_room (TroupePlotGraph *self)
{
  TroupePlotRoom *room = troupe_plot_room_new ();

  g_assert (self != NULL);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      const TroupePlotNode *node = troupe_plot_node_at (self, i);

      if (!node->is_gate || node->placed)
        troupe_plot_room_take (room, (TroupePlotBox){ node->x, node->y, node->width,
                                                      troupe_plot_node_get_run_height (node) });
    }
  return room;
}

/* The free place nearest to where the gate would like to stand: never to the right of it, where the
 * card is, and rather up or down than away from the card. Where nothing near is free it stays. */
static void
find_place (TroupePlotRoom *room, double *x, double *y)
{
  TroupePlotSpot best = { *x, *y };
  double least = G_MAXDOUBLE;

  if (isnan (troupe_plot_room_find_obstacle (room, get_gate_box (*x, *y))))
    return;
  for (guint column = 0; column <= FARTHEST_STEP / 2; column++)
    for (guint row = 0; row <= 2 * FARTHEST_STEP; row++)
      {
        double aside = column * STEP;
        double beyond = ((row + 1) / 2) * STEP * (row % 2 == 1 ? -1 : 1);
        double cost = 1.5 * aside + fabs (beyond);

        if (cost >= least)
          continue;
        if (!isnan (troupe_plot_room_find_obstacle (room, get_gate_box (*x - aside, *y + beyond))))
          continue;
        least = cost;
        best = (TroupePlotSpot){ *x - aside, *y + beyond };
      }
  *x = best.x;
  *y = best.y;
}

void
troupe_plot_gates_place (TroupePlotGraph *self, GArray *gates, gboolean all)
{
  g_autoptr (TroupePlotRoom) room = all ? NULL : make_room (self);

  for (guint i = 0; i < gates->len; i++)
    {
      const TroupePlotGate *gate = &g_array_index (gates, TroupePlotGate, i);
      TroupePlotNode *node = troupe_plot_node_at (self, gate->node);
      const TroupePlotNode *card = troupe_plot_node_at (self, node->owner);

      if (node->placed && !all)
        continue;
      node->x = card->x - gate->depth * TROUPE_PLOT_GATE_COLUMN;
      node->y = card->y + TROUPE_PLOT_PORT_Y + gate->offset - TROUPE_PLOT_GATE / 2;
      if (room == NULL)
        continue;
      find_place (room, &node->x, &node->y);
      troupe_plot_room_take (room, get_gate_box (node->x, node->y));
    }
  troupe_plot_graph_order_inputs (self);
}
