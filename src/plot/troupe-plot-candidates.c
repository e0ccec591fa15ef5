/* troupe-plot-candidates.c: chooses the vertex order of the layers with the fewest wire crossings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-candidates"

#include "config.h"

#include <string.h>

#include "troupe-plot-candidates.h"
#include "troupe-plot-measures.h"
#include "troupe-plot-order.h"

/* Number of initial orders (for small and for larger graphs), number of sweeps for each initial
 * order, and number of the best orders that are drawn in order to choose among them. */
#define N_STARTS 16
#define N_STARTS_MANY 4
#define N_SWEEPS 12
#define N_DRAWN 8
/* Number of rounds. In each round, the gates and then the cards that they join are sorted. */
#define N_GATE_ROUNDS 2
/* Counting crossings compares each wire with every other wire. This limits the number of
 * compared pairs over all drawn candidates. */
#define DRAWN_PAIRS 60000
#define FEW 500 /* vertices */
#define MANY 1500
/* Limit of compared pairs of edges, about a quarter of a second. */
#define EFFORT 20000000
/* The same limit for adding one card to an existing drawing while the user waits. */
#define KEEP_EFFORT 200000

/* A drawing that the user has seen is only replaced by a drawing with clearly fewer crossings.
 * It must have at least one crossing fewer, and the ratio must be at least this factor. */
#define LEAST_GAIN 1.15

typedef struct
{
  guint64 crossings; /* between layers */
  guint *sequence;
} Candidate;

static void
candidate_clear (gpointer data)
{
  Candidate *candidate = data;

  g_assert (candidate != NULL);

  g_free (candidate->sequence);
}

/* Stores the current order of the layers if it is among the best @n_most. */
static void
keep_candidate (GArray *candidates, TroupePlotLayers *layers, guint64 crossings, guint n_most)
{
  gsize size = sizeof (guint) * layers->n_vertices;
  Candidate candidate = { .crossings = crossings };
  guint place = candidates->len;

  g_assert (layers != NULL);

  for (guint i = 0; i < candidates->len; i++)
    if (memcmp (g_array_index (candidates, Candidate, i).sequence, layers->sequence, size) == 0)
      return;
  while (place > 0 && g_array_index (candidates, Candidate, place - 1).crossings > crossings)
    place--;
  if (place >= n_most)
    return;
  candidate.sequence = g_memdup2 (layers->sequence, MAX (size, 1));
  g_array_insert_val (candidates, place, candidate);
  if (candidates->len > n_most)
    g_array_set_size (candidates, n_most);
}

/* --- The present order ------------------------------------------------------------------------ */

static const TroupePlotEdge *
get_out_edge (const TroupePlotLayers *layers, guint vertex)
{
  if (layers->out_start[vertex] == layers->out_start[vertex + 1])
    return NULL;
  return &g_array_index (layers->edges, TroupePlotEdge,
                         layers->out_edges[layers->out_start[vertex]]);
}

/* Places the bends of the path that begins with @edge on the straight line between its ends. */
static void
lay_bends (const TroupePlotLayers *layers, const TroupePlotEdge *edge, double *heights)
{
  guint n_bends = 0;
  guint end = edge->to;
  double first = heights[edge->from] + edge->from_offset;
  double last = first;
  guint k = 1;

  g_assert (layers != NULL);

  while (end >= layers->n_cards)
    {
      const TroupePlotEdge *next = get_out_edge (layers, end);

      n_bends++;
      if (next == NULL)
        break;
      end = next->to;
      if (end < layers->n_cards)
        last = heights[end] + next->to_offset;
    }
  for (guint bend = edge->to; bend >= layers->n_cards; k++)
    {
      const TroupePlotEdge *next = get_out_edge (layers, bend);

      heights[bend] = first + (last - first) * k / (n_bends + 1);
      if (next == NULL)
        break;
      bend = next->to;
    }
}

/* Returns the present height of each vertex. A card without a position gets the height of a card
 * to which it is connected. (transfer full) */
static double *
list_present_heights (TroupePlotGraph *graph, const TroupePlotLayers *layers)
{
  double *heights = g_new0 (double, MAX (layers->n_vertices, 1));

  g_assert (graph != NULL);

  for (guint i = 0; i < layers->n_cards; i++)
    heights[i] = troupe_plot_graph_get_node (graph, i)->y + TROUPE_PLOT_PORT_Y;
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (graph, i);
      guint target = troupe_plot_graph_get_node (graph, wire->target)->owner;

      if (wire->source >= layers->n_cards)
        continue;
      if (!troupe_plot_graph_get_node (graph, target)->placed)
        heights[target] = heights[wire->source];
      else if (!troupe_plot_graph_get_node (graph, wire->source)->placed)
        heights[wire->source] = heights[target];
    }
  for (guint i = 0; i < layers->edges->len; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (layers->edges, TroupePlotEdge, i);

      if (edge->from < layers->n_cards && edge->to >= layers->n_cards)
        lay_bends (layers, edge, heights);
    }
  for (guint i = 0; i < layers->turns->len; i++)
    {
      const TroupePlotTurn *turn = &g_array_index (layers->turns, TroupePlotTurn, i);

      /* A backward path runs below the card to which it leads. */
      if (turn->right)
        continue;
      heights[turn->bend] = heights[turn->card] + TROUPE_PLOT_CARD_HEAD;
      for (const TroupePlotEdge *edge = get_out_edge (layers, turn->bend); edge != NULL;
           edge = get_out_edge (layers, edge->to))
        heights[edge->to] = heights[edge->from];
    }
  return heights;
}

/* --- Choosing ------------------------------------------------------------------------------- */

/* Returns the number of candidates that are drawn to count their crossings. It is 1 if comparing
 * candidates would be too expensive. */
static guint
get_n_drawn (TroupePlotGraph *graph, gboolean quick)
{
  const guint64 n_pairs =
      (guint64) troupe_plot_graph_get_n_wires (graph) * troupe_plot_graph_get_n_wires (graph) / 2;

  return quick ? 1 : (guint) CLAMP (DRAWN_PAIRS / MAX (n_pairs, 1), 1, N_DRAWN);
}

static void
find_candidates (TroupePlotLayers *layers,
                 TroupePlotOrder *order,
                 GArray *candidates,
                 guint n_drawn,
                 gboolean quick,
                 const TroupePlotOrderFuncs *funcs,
                 gpointer user_data)
{
  g_autofree guint *begin =
      g_memdup2 (layers->sequence, sizeof (guint) * MAX (layers->n_vertices, 1));
  guint n_starts = quick                        ? 1
                   : layers->n_vertices <= FEW  ? N_STARTS
                   : layers->n_vertices <= MANY ? N_STARTS_MANY
                                                : 1;

  g_assert (layers != NULL);

  for (guint i = 0; i < n_starts && (i == 0 || !troupe_plot_order_is_spent (order)); i++)
    {
      troupe_plot_layers_set_sequence (layers, begin);
      if (i > 0)
        troupe_plot_order_shuffle (order, i);
      troupe_plot_order_sweep (order, N_SWEEPS);
      for (guint k = 0; k < N_GATE_ROUNDS; k++)
        {
          funcs->order_gates (layers, user_data);
          troupe_plot_order_settle (order);
        }
      funcs->order_gates (layers, user_data);
      keep_candidate (candidates, layers, troupe_plot_order_count (order), n_drawn);
    }
}

/**
 * troupe_plot_choose_order:
 * @graph: the graph of @layers; with @keep its cards must have positions
 * @keep: whether to keep the present order of the cards unless another one is clearly better
 * @quick: whether to use the first order that is found; with @keep that is the present order
 * @funcs: functions that inspect and adjust the drawing
 *
 * Tries several orders, and applies to @layers the order in which the fewest drawn wires cross.
 * Deterministic for the same graph.
 */
void
troupe_plot_choose_order (TroupePlotGraph *graph,
                          TroupePlotLayers *layers,
                          gboolean keep,
                          gboolean quick,
                          const TroupePlotOrderFuncs *funcs,
                          gpointer user_data)
{
  g_autoptr (TroupePlotOrder) order =
      troupe_plot_order_new (layers, quick && keep ? KEEP_EFFORT : EFFORT);
  g_autoptr (GArray) candidates = g_array_new (FALSE, TRUE, sizeof (Candidate));
  g_autofree guint *present = NULL;
  const guint n_drawn = graph != NULL ? get_n_drawn (graph, quick) : 1;
  const guint *best = NULL;
  double fewest = G_MAXDOUBLE;
  guint64 at_present = 0;

  g_return_if_fail (graph != NULL && layers != NULL && funcs != NULL);

  g_array_set_clear_func (candidates, candidate_clear);
  if (keep)
    {
      g_autofree double *heights = list_present_heights (graph, layers);

      troupe_plot_order_sort (order, heights);
      funcs->order_gates (layers, user_data);
      at_present = troupe_plot_order_settle (order);
      if (quick)
        return;
      present = g_memdup2 (layers->sequence, sizeof (guint) * MAX (layers->n_vertices, 1));
    }
  find_candidates (layers, order, candidates, n_drawn, quick, funcs, user_data);
  if (n_drawn == 1)
    {
      const Candidate *first = &g_array_index (candidates, Candidate, 0);

      /* Only the crossings between layers are compared. */
      troupe_plot_layers_set_sequence (
          layers, present != NULL && (double) at_present <= (double) first->crossings * LEAST_GAIN
                      ? present
                      : first->sequence);
      return;
    }
  if (present != NULL && layers->n_vertices <= MANY)
    {
      troupe_plot_layers_set_sequence (layers, present);
      best = present;
      fewest = funcs->count (layers, user_data) / LEAST_GAIN - 1;
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      double crossings = 0;

      troupe_plot_layers_set_sequence (layers, candidate->sequence);
      if (candidates->len > 1 || best != NULL)
        crossings = funcs->count (layers, user_data);
      if (best != NULL && crossings >= fewest)
        continue;
      best = candidate->sequence;
      fewest = crossings;
    }
  troupe_plot_layers_set_sequence (layers, best);
}
