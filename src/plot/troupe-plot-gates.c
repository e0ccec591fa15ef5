/* troupe-plot-gates.c: layout of the gates in front of cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-gates"

#include "config.h"

#include <math.h>

#include "troupe-plot-gates.h"
#include "troupe-plot-graph-private.h"
#include "troupe-plot-layers.h"
#include "troupe-plot-room.h"

#define GATE_ROW 48.0
#define LEAF_ROW 40.0 /* height of a wire that passes between two gates */

/* Parameters of the search for free space for a gate in a drawing that the user arranged. */
#define CLEARANCE 8.0
#define STEP 8.0
#define FARTHEST_STEP 30

/* An input of a gate: wires from cards, or one gate. */
typedef struct
{
  guint input;
  guint n_wires;
  int inner; /* the gate that it comes from, or -1 */
  double key;
  double height;
} Input;

typedef struct
{
  TroupePlotGraph *graph;
  const double *keys;
  GArray *gates;   /* (element-type TroupePlotGate) */
  guint *start;    /* first index in @wires for each gate, and the end */
  guint *wires;    /* wires that lead into each gate */
  double *means;   /* mean key of the inputs of each gate */
  double *heights; /* height of each gate including the gates in front of it */
  double *slots;
} Tree;

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const Input *first = a;
  const Input *second = b;

  return first->input < second->input ? -1 : first->input > second->input;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const Input *first = a;
  const Input *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return compare_files (a, b);
}

static Input *
find_input (GArray *inputs, guint number)
{
  for (guint i = 0; i < inputs->len; i++)
    if (g_array_index (inputs, Input, i).input == number)
      return &g_array_index (inputs, Input, i);
  return NULL;
}

/* Lists the inputs of a gate from top to bottom. @inputs: cleared first */
static void
list_inputs (const Tree *tree, guint gate, GArray *inputs)
{
  g_assert (tree != NULL);

  g_array_set_size (inputs, 0);
  for (guint i = tree->start[gate]; i < tree->start[gate + 1]; i++)
    {
      guint index = tree->wires[i];
      const TroupePlotWire *wire = &g_array_index (tree->graph->wires, TroupePlotWire, index);
      int inner = (int) wire->source - (int) tree->graph->n_cards;
      double key = tree->keys != NULL ? tree->keys[index] : 0;
      Input *input = find_input (inputs, wire->input);

      if (inner >= 0)
        key = tree->means[inner];
      if (input == NULL)
        {
          Input one = { wire->input, 1, MAX (inner, -1), key, LEAF_ROW };

          if (inner >= 0)
            one.height = tree->heights[inner];
          g_array_append_val (inputs, one);
          continue;
        }
      /* Several routers emit the same event, so their wires share an input. */
      input->n_wires++;
      input->key += (key - input->key) / input->n_wires;
    }
  g_array_sort (inputs, tree->keys != NULL ? compare_keys : compare_files);
}

/* Stacks the inputs of a gate vertically, centered on its height. Must be called for outer gates
 * before inner ones. */
static void
place_inputs (const Tree *tree, guint gate, GArray *inputs)
{
  TroupePlotGate *outer = &g_array_index (tree->gates, TroupePlotGate, gate);
  double height = 0;
  double at;
  gboolean has_inner = FALSE;

  g_assert (tree != NULL);

  list_inputs (tree, gate, inputs);
  for (guint i = 0; i < inputs->len; i++)
    {
      height += g_array_index (inputs, Input, i).height;
      has_inner = has_inner || g_array_index (inputs, Input, i).inner >= 0;
    }
  at = outer->offset - height / 2;
  for (guint i = 0; i < inputs->len; i++)
    {
      Input *input = &g_array_index (inputs, Input, i);
      double middle = at + input->height / 2;

      at += input->height;
      input->key = has_inner ? middle : outer->offset;
      if (input->inner >= 0)
        {
          TroupePlotGate *inner =
              &g_array_index (tree->gates, TroupePlotGate, (guint) input->inner);

          inner->depth = outer->depth + 1;
          inner->offset = middle;
        }
    }
  for (guint i = tree->start[gate]; i < tree->start[gate + 1]; i++)
    {
      guint index = tree->wires[i];
      const TroupePlotWire *wire = &g_array_index (tree->graph->wires, TroupePlotWire, index);

      tree->slots[index] = find_input (inputs, wire->input)->key;
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
troupe_plot_gates_new (TroupePlotGraph *self, const double *keys, double **slots)
{
  GArray *gates = g_array_new (FALSE, TRUE, sizeof (TroupePlotGate));
  guint n = self->nodes->len - self->n_cards;
  g_autofree guint *targets = g_new (guint, MAX (self->wires->len, 1));
  g_autofree guint *start = NULL;
  g_autofree guint *wires = NULL;
  g_autofree double *means = g_new0 (double, MAX (n, 1));
  g_autofree double *heights = g_new0 (double, MAX (n, 1));
  g_autofree double *places = g_new0 (double, MAX (self->wires->len, 1));
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (Input));
  Tree tree;

  g_array_set_size (gates, n);
  for (guint i = 0; i < n; i++)
    g_array_index (gates, TroupePlotGate, i) = (TroupePlotGate){ self->n_cards + i, 1, 0 };
  for (guint i = 0; i < self->wires->len; i++)
    {
      guint target = g_array_index (self->wires, TroupePlotWire, i).target;

      targets[i] = target >= self->n_cards ? target - self->n_cards : n;
    }
  wires = troupe_plot_list_by_vertex (targets, self->wires->len, n + 1, &start);
  tree = (Tree){ self, keys, gates, start, wires, means, heights, places };
  for (guint i = n; i-- > 0;)
    {
      double sum = 0;
      double height = 0;
      gboolean has_inner = FALSE;

      /* The mean key and the height of a gate; inner gates come before outer ones. */
      list_inputs (&tree, i, inputs);
      for (guint j = 0; j < inputs->len; j++)
        {
          const Input *input = &g_array_index (inputs, Input, j);

          sum += input->key;
          height += input->height;
          has_inner = has_inner || input->inner >= 0;
        }
      tree.means[i] = inputs->len > 0 ? sum / inputs->len : 0;
      tree.heights[i] = has_inner ? MAX (height, GATE_ROW) : GATE_ROW;
    }
  for (guint i = 0; i < n; i++)
    place_inputs (&tree, i, inputs);
  if (slots != NULL)
    *slots = g_steal_pointer (&places);
  return gates;
}

/* --- Positions -------------------------------------------------------------------------------- */

static TroupePlotBox
get_gate_box (double x, double y)
{
  return (TroupePlotBox){ x - CLEARANCE, y - CLEARANCE, TROUPE_PLOT_GATE + 2 * CLEARANCE,
                          TROUPE_PLOT_GATE + 2 * CLEARANCE };
}

/* Finds the free position nearest to the preferred one. It is never to the right of the
 * preferred position, where the card is, and a position above or below is preferred to one
 * farther away from the card. Keeps the preferred position if no position nearby is free. */
static void
find_place (TroupePlotSpace *room, double *x, double *y)
{
  TroupePlotSpot best = { *x, *y };
  double least = G_MAXDOUBLE;

  if (isnan (troupe_plot_space_find_obstacle (room, get_gate_box (*x, *y))))
    return;
  for (guint column = 0; column <= FARTHEST_STEP / 2; column++)
    for (guint row = 0; row <= 2 * FARTHEST_STEP; row++)
      {
        double aside = column * STEP;
        double beyond = ((row + 1) / 2) * STEP * (row % 2 == 1 ? -1 : 1);
        double cost = 1.5 * aside + fabs (beyond);

        if (cost >= least)
          continue;
        if (!isnan (troupe_plot_space_find_obstacle (room, get_gate_box (*x - aside, *y + beyond))))
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
  g_autoptr (TroupePlotSpace) room = NULL;
  g_autofree guint *outer = NULL;
  guint n_gates;

  if (!all)
    {
      room = troupe_plot_space_new ();
      for (guint i = 0; i < self->nodes->len; i++)
        {
          const TroupePlotNode *node = troupe_plot_node_at (self, i);

          if (!node->is_gate || node->placed)
            troupe_plot_space_take (room,
                                    (TroupePlotBox){ node->x, node->y, node->width,
                                                     troupe_plot_node_get_run_height (node) });
        }
    }
  n_gates = gates->len;
  outer = g_new (guint, MAX (n_gates, 1));
  for (guint i = 0; i < n_gates; i++)
    outer[i] = i;
  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);

      if (wire->source >= self->n_cards && wire->target >= self->n_cards)
        outer[wire->source - self->n_cards] = wire->target - self->n_cards;
    }
  for (guint i = 0; i < gates->len; i++)
    {
      const TroupePlotGate *gate = &g_array_index (gates, TroupePlotGate, i);
      const TroupePlotGate *next = &g_array_index (gates, TroupePlotGate, outer[i]);
      TroupePlotNode *node = troupe_plot_node_at (self, gate->node);
      const TroupePlotNode *card = troupe_plot_node_at (self, node->owner);

      if (node->placed && !all)
        continue;
      node->x = card->x - gate->depth * TROUPE_PLOT_GATE_COLUMN;
      node->y = card->y + TROUPE_PLOT_PORT_Y + gate->offset - TROUPE_PLOT_GATE / 2;
      /* The gate that it leads to may be far from the card: its wire must not fold back. */
      if (next != gate)
        {
          const TroupePlotNode *to = troupe_plot_node_at (self, next->node);

          node->x = MIN (node->x, to->x - TROUPE_PLOT_GATE_COLUMN);
          node->y = to->y + gate->offset - next->offset;
        }
      if (room == NULL)
        continue;
      find_place (room, &node->x, &node->y);
      troupe_plot_space_take (room, get_gate_box (node->x, node->y));
    }
  troupe_plot_graph_order_inputs (self);
}
