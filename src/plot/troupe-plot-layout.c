/* troupe-plot-layout.c: where cards and gates stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-layout"

#include "config.h"

#include <math.h>

#include "troupe-plot-gates.h"
#include "troupe-plot-graph-private.h"
#include "troupe-plot-heights.h"
#include "troupe-plot-layers.h"
#include "troupe-plot-layout.h"
#include "troupe-plot-missing.h"
#include "troupe-plot-order.h"
#include "troupe-plot-route.h"

#define COLUMN_GAP 80.0

/* How many orders are tried, and how many of the best are drawn to find the one that is. */
#define N_STARTS 16
#define N_SWEEPS 12
#define N_DRAWN 8

double
troupe_plot_snap (double value)
{
  return round (value / TROUPE_PLOT_GRID) * TROUPE_PLOT_GRID;
}

/* --- Columns ------------------------------------------------------------------------------ */

static double *
find_columns (TroupePlotGraph *self, TroupePlotLayers *layers, const TroupePlotBlock *blocks)
{
  double *columns = g_new0 (double, layers->n_layers + 1);
  g_autofree double *widths = g_new0 (double, layers->n_layers + 1);
  g_autofree guint *depths = g_new0 (guint, layers->n_layers + 1);
  double x = 0;

  g_assert (self != NULL);

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
  return columns;
}

/* Where the cards stand in the order in which the layers are; the least x and y are 0. */
static void
fill_spots (TroupePlotGraph *self,
            TroupePlotLayers *layers,
            const TroupePlotBlock *blocks,
            TroupePlotSpot *spots)
{
  g_autofree double *heights = troupe_plot_find_heights (layers, blocks);
  g_autofree double *columns = find_columns (self, layers, blocks);
  double top = G_MAXDOUBLE;

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_cards; i++)
    top = MIN (top, heights[i] - blocks[i].above);
  for (guint i = 0; i < self->n_cards; i++)
    {
      spots[i].x = columns[layers->layer[i]];
      spots[i].y = troupe_plot_snap (heights[i] - TROUPE_PLOT_PORT_Y - top);
    }
}

/* --- Orders ------------------------------------------------------------------------------- */

typedef struct
{
  guint64 crossings; /* between layers */
  guint drawn;       /* as the wires are drawn */
  guint *sequence;
  TroupePlotSpot *spots;
} Candidate;

static void
candidate_clear (gpointer data)
{
  Candidate *candidate = data;

  g_free (candidate->sequence);
  g_free (candidate->spots);
}

/* Keeps the order that the layers are in now, if it is among the best. */
static void
keep_candidate (GArray *candidates, TroupePlotLayers *layers, guint64 crossings, guint n_most)
{
  Candidate candidate = { .crossings = crossings };
  guint place = candidates->len;

  g_assert (layers != NULL);

  while (place > 0 && g_array_index (candidates, Candidate, place - 1).crossings > crossings)
    place--;
  for (guint i = 0; i < candidates->len; i++)
    if (memcmp (g_array_index (candidates, Candidate, i).sequence, layers->sequence,
                sizeof (guint) * layers->n_vertices) == 0)
      return;
  if (place >= n_most)
    return;
  candidate.sequence = g_memdup2 (layers->sequence, sizeof (guint) * MAX (layers->n_vertices, 1));
  g_array_insert_val (candidates, place, candidate);
  if (candidates->len > n_most)
    g_array_set_size (candidates, n_most);
}

/* Puts the graph's nodes there and counts what their wires cross as drawn. */
static guint
count_drawn (TroupePlotGraph *self, GArray *gates, const TroupePlotSpot *spots)
{
  for (guint i = 0; i < self->n_cards; i++)
    {
      troupe_plot_node_at (self, i)->x = spots[i].x;
      troupe_plot_node_at (self, i)->y = spots[i].y;
    }
  troupe_plot_gates_place (self, gates, TRUE);
  return troupe_plot_graph_count_crossings (self);
}

static void
find_candidates (TroupePlotLayers *layers, GArray *candidates)
{
  g_autofree guint *begin =
      g_memdup2 (layers->sequence, sizeof (guint) * MAX (layers->n_vertices, 1));
  g_autoptr (TroupePlotOrder) order = troupe_plot_order_new (layers, 20000000);
  guint n_starts = layers->n_vertices <= 500 ? N_STARTS : layers->n_vertices <= 1500 ? 4 : 1;

  g_assert (layers != NULL);

  for (guint i = 0; i < n_starts && !troupe_plot_order_is_spent (order); i++)
    {
      troupe_plot_layers_set_sequence (layers, begin);
      if (i > 0)
        troupe_plot_order_shuffle (order, i);
      troupe_plot_order_sweep (order, N_SWEEPS);
      keep_candidate (candidates, layers, troupe_plot_order_settle (order), N_DRAWN);
    }
}

/* Where every card would stand if none had a place yet; the least x and y are 0. */
static TroupePlotSpot *
lay_out (TroupePlotGraph *self, GArray *gates, const TroupePlotBlock *blocks)
{
  g_autofree double *offsets = g_new0 (double, MAX (self->nodes->len, 1));
  g_autoptr (TroupePlotLayers) layers = NULL;
  g_autoptr (GArray) candidates = g_array_new (FALSE, TRUE, sizeof (Candidate));
  Candidate *best = NULL;

  g_assert (self != NULL);

  g_array_set_clear_func (candidates, candidate_clear);
  for (guint i = 0; i < gates->len; i++)
    offsets[g_array_index (gates, TroupePlotGate, i).node] =
        g_array_index (gates, TroupePlotGate, i).offset;
  layers = troupe_plot_layers_new (self, offsets);
  find_candidates (layers, candidates);
  for (guint i = 0; i < candidates->len; i++)
    {
      Candidate *candidate = &g_array_index (candidates, Candidate, i);

      candidate->spots = g_new0 (TroupePlotSpot, MAX (self->n_cards, 1));
      troupe_plot_layers_set_sequence (layers, candidate->sequence);
      fill_spots (self, layers, blocks, candidate->spots);
      if (candidates->len > 1)
        candidate->drawn = count_drawn (self, gates, candidate->spots);
      if (g_getenv ("LDEBUG"))
        g_printerr ("  cand %u model %u drawn %u\n", i, (guint) candidate->crossings, candidate->drawn);
      if (best == NULL || candidate->drawn < best->drawn)
        best = candidate;
    }
  return g_steal_pointer (&best->spots);
}

/* The lower edge of everything that has a place, or where a drawing begins. */
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

/* --- Public ------------------------------------------------------------------------------- */

/* The corner at which a whole layout begins: where the drawing was, or below the notes. */
static TroupePlotSpot
find_origin (TroupePlotGraph *self, guint n_placed)
{
  TroupePlotSpot origin = { TROUPE_PLOT_MARGIN, TROUPE_PLOT_MARGIN };

  if (n_placed == 0)
    {
      if (self->notes->len > 0)
        origin.y = find_bottom (self);
      return origin;
    }
  origin.x = origin.y = G_MAXDOUBLE;
  for (guint i = 0; i < self->n_cards; i++)
    {
      const TroupePlotNode *node = troupe_plot_node_at (self, i);

      if (!node->placed)
        continue;
      origin.x = MIN (origin.x, node->x);
      origin.y = MIN (origin.y, node->y);
    }
  origin.x = troupe_plot_snap (origin.x);
  origin.y = troupe_plot_snap (origin.y);
  return origin;
}

/**
 * troupe_plot_graph_arrange:
 * @all: whether nodes that are placed move too (Tidy), or only the others find room
 *
 * Layered layout from left to right: loops are turned round, layers by longest path, crossings
 * reduced by sweeps of medians, rows straightened; places snap to 8. 1,000 cards in less than
 * 100 ms. Gates stand just before the card that they belong to. Always the same result for the same
 * graph.
 */
void
troupe_plot_graph_arrange (TroupePlotGraph *self, gboolean all)
{
  g_autoptr (GArray) gates = NULL;
  g_autofree TroupePlotBlock *blocks = NULL;
  g_autofree TroupePlotSpot *spots = NULL;
  guint n_placed = 0;

  g_return_if_fail (self != NULL);

  gates = troupe_plot_gates_new (self);
  blocks = troupe_plot_blocks_new (self, gates);
  for (guint i = 0; i < self->n_cards; i++)
    n_placed += troupe_plot_node_at (self, i)->placed;

  if (all || n_placed < self->n_cards)
    spots = lay_out (self, gates, blocks);
  if (all || n_placed == 0)
    {
      TroupePlotSpot origin = find_origin (self, n_placed);

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

/* The room that a card takes with its gates, in a run too: how far it reaches to the left of the card's
 * own edge, and above and below its port. */
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

  gates = troupe_plot_gates_new (self);
  blocks = troupe_plot_blocks_new (self, gates);
  *before = blocks[card].depth * TROUPE_PLOT_GATE_COLUMN;
  *above = blocks[card].above;
  *below = blocks[card].run_below;
}
