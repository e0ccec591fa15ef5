/* troupe-plot-layout.c: automatic layout of a graph: positions of cards and gates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-layout"

#include "config.h"

#include <math.h>

#include "troupe-plot-candidates.h"
#include "troupe-plot-gates.h"
#include "troupe-plot-graph-private.h"
#include "troupe-plot-heights.h"
#include "troupe-plot-layers.h"
#include "troupe-plot-layout.h"
#include "troupe-plot-missing.h"
#include "troupe-plot-route.h"

#define COLUMN_GAP 80.0
/* If there are more cards than this, the first position of a new card is searched next to its
 * neighbors without regard to long wires. */
#define FEW_TO_PLACE_AMONG 300

double
troupe_plot_snap (double value)
{
  return round (value / TROUPE_PLOT_GRID) * TROUPE_PLOT_GRID;
}

/* --- Columns ------------------------------------------------------------------------------ */

/* Computes the positions of the cards for the current order of the layers; the smallest x and y
 * are 0. */
static void
fill_spots (TroupePlotGraph *self,
            TroupePlotLayers *layers,
            const TroupePlotBlock *blocks,
            TroupePlotSpot *spots)
{
  g_autofree double *heights = troupe_plot_find_heights (layers, blocks);
  g_autofree double *widths = NULL;
  g_autofree guint *depths = NULL;
  double x = 0;
  g_autofree double *columns = g_new0 (double, layers->n_layers + 1);
  double top = G_MAXDOUBLE;

  g_assert (self != NULL);

  widths = g_new0 (double, layers->n_layers + 1);
  depths = g_new0 (guint, layers->n_layers + 1);
  for (guint i = 0; i < self->n_cards; i++)
    {
      guint layer = layers->layer[i];

      widths[layer] = MAX (widths[layer], troupe_plot_node_at (self, i)->width);
      depths[layer] = MAX (depths[layer], blocks[i].depth);
    }
  for (guint i = 0; i < layers->n_layers; i++)
    {
      x += depths[i] * TROUPE_PLOT_GATE_COLUMN;
      columns[i] = troupe_plot_snap (x);
      x = columns[i] + widths[i] + COLUMN_GAP;
    }

  for (guint i = 0; i < self->n_cards; i++)
    top = MIN (top, heights[i] - blocks[i].above);
  for (guint i = 0; i < self->n_cards; i++)
    {
      spots[i].x = columns[layers->layer[i]];
      spots[i].y = troupe_plot_snap (heights[i] - TROUPE_PLOT_PORT_Y - top);
    }
}

/* --- Whole layout ----------------------------------------------------------------------------- */

typedef struct
{
  TroupePlotGraph *graph;
  GArray *gates;
  TroupePlotBlock *blocks;
  TroupePlotSpot *spots;
  double *keys;
} Drawing;

/* Sorts the inputs of gates by the order in which wires arrive. */
static void
order_gates_cb (TroupePlotLayers *layers, gpointer user_data)
{
  Drawing *drawing = user_data;
  g_autofree double *slots = NULL;

  g_assert (drawing != NULL);

  troupe_plot_layers_get_keys (layers, drawing->keys);
  g_clear_pointer (&drawing->gates, g_array_unref);
  g_clear_pointer (&drawing->blocks, g_free);
  drawing->gates = troupe_plot_gates_new (drawing->graph, drawing->keys, &slots);
  drawing->blocks = troupe_plot_blocks_new (drawing->graph, drawing->gates);
  troupe_plot_layers_set_slots (layers, slots);
}

/* Positions the nodes of the graph accordingly and returns the number of crossings of the drawn
 * wires. */
static guint
count_cb (TroupePlotLayers *layers, gpointer user_data)
{
  Drawing *drawing = user_data;

  g_assert (drawing != NULL);

  order_gates_cb (layers, drawing);
  fill_spots (drawing->graph, layers, drawing->blocks, drawing->spots);
  for (guint i = 0; i < drawing->graph->n_cards; i++)
    {
      troupe_plot_node_at (drawing->graph, i)->x = drawing->spots[i].x;
      troupe_plot_node_at (drawing->graph, i)->y = drawing->spots[i].y;
    }
  troupe_plot_gates_place (drawing->graph, drawing->gates, TRUE);
  return troupe_plot_graph_count_crossings (drawing->graph);
}

/* Returns the y below all placed nodes and notes, with a margin. */
static double
find_bottom (TroupePlotGraph *self)
{
  double bottom = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < self->nodes->len; i++)
    if (troupe_plot_node_at (self, i)->placed)
      bottom = MAX (bottom, troupe_plot_node_at (self, i)->y +
                                troupe_plot_node_get_run_height (troupe_plot_node_at (self, i)));
  for (guint i = 0; i < self->notes->len; i++)
    {
      const TroupePlotSheet *note = &g_array_index (self->notes, TroupePlotSheet, i);
      bottom = MAX (bottom, note->y + note->height);
    }
  return troupe_plot_snap (bottom + TROUPE_PLOT_MARGIN);
}

/* --- Public functions ------------------------------------------------------------------------- */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

static double
find_median (GArray *values)
{
  g_array_sort (values, compare_doubles);
  return g_array_index (values, double, values->len / 2);
}

/* Returns the origin of a complete layout. It is chosen so that as many placed cards as possible
 * keep their positions. If no card was placed, it is a point below the notes. */
static TroupePlotSpot
find_origin (TroupePlotGraph *self, const TroupePlotSpot *spots, guint n_placed)
{
  TroupePlotSpot origin = { TROUPE_PLOT_MARGIN, TROUPE_PLOT_MARGIN };
  g_autoptr (GArray) right = NULL;
  g_autoptr (GArray) down = NULL;

  g_assert (self != NULL);

  if (n_placed == 0)
    {
      if (self->notes->len > 0)
        origin.y = find_bottom (self);
      return origin;
    }
  right = g_array_new (FALSE, FALSE, sizeof (double));
  down = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < self->n_cards; i++)
    {
      const TroupePlotNode *node = troupe_plot_node_at (self, i);
      TroupePlotSpot shift = { node->x - spots[i].x, node->y - spots[i].y };

      if (!node->placed)
        continue;
      g_array_append_val (right, shift.x);
      g_array_append_val (down, shift.y);
    }
  origin.x = troupe_plot_snap (find_median (right));
  origin.y = troupe_plot_snap (find_median (down));
  return origin;
}

static void
arrange (TroupePlotGraph *self, gboolean all, gboolean quick)
{
  g_autoptr (GArray) gates = NULL;
  g_autofree TroupePlotBlock *blocks = NULL;
  g_autofree TroupePlotSpot *spots = NULL;
  guint n_placed = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_cards; i++)
    n_placed += troupe_plot_node_at (self, i)->placed;

  if (all || n_placed < self->n_cards)
    {
      g_autofree double *keys = NULL;
      g_autofree double *slots = NULL;
      g_autofree TroupePlotSpot *present = NULL;
      g_autoptr (TroupePlotLayers) layers = NULL;
      Drawing drawing;
      TroupePlotOrderFuncs funcs;

      /* Cards with positions keep their order unless another one has clearly fewer crossings. */
      keys = g_new0 (double, MAX (self->wires->len, 1));
      present = g_new (TroupePlotSpot, MAX (self->nodes->len, 1));
      spots = g_new0 (TroupePlotSpot, MAX (self->n_cards, 1));
      drawing = (Drawing){ self, NULL, NULL, spots, keys };
      funcs = (TroupePlotOrderFuncs){ count_cb, order_gates_cb };
      for (guint i = 0; i < self->nodes->len; i++)
        present[i] =
            (TroupePlotSpot){ troupe_plot_node_at (self, i)->x, troupe_plot_node_at (self, i)->y };
      drawing.gates = troupe_plot_gates_new (self, NULL, &slots);
      layers =
          troupe_plot_layers_new (self, slots,
                                  !quick || n_placed == 0 || self->n_cards <= FEW_TO_PLACE_AMONG);
      troupe_plot_choose_order (self, layers, n_placed > 0, quick, &funcs, &drawing);
      order_gates_cb (layers, &drawing);
      fill_spots (self, layers, drawing.blocks, spots);
      for (guint i = 0; i < self->nodes->len; i++)
        {
          troupe_plot_node_at (self, i)->x = present[i].x;
          troupe_plot_node_at (self, i)->y = present[i].y;
        }
      gates = drawing.gates;
      blocks = drawing.blocks;
    }
  else
    gates = troupe_plot_gates_new (self, NULL, NULL);
  if (all || n_placed == 0)
    {
      TroupePlotSpot origin = find_origin (self, spots, n_placed);

      for (guint i = 0; i < self->n_cards; i++)
        {
          troupe_plot_node_at (self, i)->x = spots[i].x + origin.x;
          troupe_plot_node_at (self, i)->y = spots[i].y + origin.y;
        }
    }
  else if (n_placed < self->n_cards)
    {
      troupe_plot_graph_place_missing (self, spots, blocks, self->n_cards - n_placed,
                                       find_bottom (self));
    }
  troupe_plot_gates_place (self, gates, all || n_placed == 0);
}

/**
 * troupe_plot_graph_arrange:
 * @all: whether placed nodes are moved as well (Tidy), or only the other nodes get positions
 *
 * Computes a layered layout from left to right. Each card is placed after all cards that lead to
 * it, in the order with the fewest crossings of drawn wires. Rows are straightened, and positions
 * snap to 8. Gates are placed directly in front of the card to which they belong. Cards with
 * positions keep their order unless another one has clearly fewer crossings, so that adding a card
 * moves few other cards. Takes some milliseconds for 50 cards, and less than half a second for
 * 4,000; may be called on any thread. Deterministic for the same graph and positions.
 */
void
troupe_plot_graph_arrange (TroupePlotGraph *self, gboolean all)
{
  g_return_if_fail (self != NULL);

  arrange (self, all, FALSE);
}

/**
 * troupe_plot_graph_arrange_quickly:
 *
 * Like troupe_plot_graph_arrange() for the nodes without a position, but uses the first order that
 * is found, so that more wires may cross. Takes a millisecond for 50 cards.
 */
void
troupe_plot_graph_arrange_quickly (TroupePlotGraph *self)
{
  g_return_if_fail (self != NULL);

  arrange (self, FALSE, TRUE);
}

/* Returns the space that a card occupies with its gates, including the strip of a run. The
 * results are the distances by which this space extends to the left of the card's edge, and
 * above and below its port. */
void
troupe_plot_graph_get_block (TroupePlotGraph *self,
                             guint card,
                             double *before,
                             double *above,
                             double *below)
{
  g_autoptr (GArray) gates = NULL;
  g_autofree TroupePlotBlock *blocks = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (card < self->n_cards);
  g_return_if_fail (before != NULL && above != NULL && below != NULL);

  gates = troupe_plot_gates_new (self, NULL, NULL);
  blocks = troupe_plot_blocks_new (self, gates);
  *before = blocks[card].depth * TROUPE_PLOT_GATE_COLUMN;
  *above = blocks[card].above;
  *below = blocks[card].run_below;
}
