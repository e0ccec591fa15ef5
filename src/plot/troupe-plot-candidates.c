/* troupe-plot-candidates.c: which of several orders of the layers is drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-candidates"

#include "config.h"

#include <string.h>

#include "troupe-plot-candidates.h"
#include "troupe-plot-measures.h"
#include "troupe-plot-order.h"

/* How many orders are tried, how far, and how many of the best are drawn to find the one that is. */
#define N_STARTS 16
#define N_STARTS_MANY 4
#define N_SWEEPS 12
#define N_DRAWN 8
/* How often gates and what they join are put in order in turn. */
#define N_GATE_ROUNDS 2
/* Each wire is held against each other one: how many pairs are, in all that are drawn. */
#define DRAWN_PAIRS 60000
#define FEW 500 /* vertices */
#define MANY 1500
/* Pairs of edges compared, which is a quarter of a second or so. */
#define EFFORT 20000000
/* The same where a drawing that is there gets one card more, and a person waits for it. */
#define KEEP_EFFORT 200000

/* A drawing that a person has seen goes when another has so much fewer crossings: one, and a seventh. */
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

/* Keeps the order that the layers are in now, if it is among the best. */
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

/* --- The order that is there ---------------------------------------------------------------- */

static const TroupePlotEdge *
get_out_edge (const TroupePlotLayers *layers, guint vertex)
{
  if (layers->out_start[vertex] == layers->out_start[vertex + 1])
    return NULL;
  return &g_array_index (layers->edges, TroupePlotEdge,
                         layers->out_edges[layers->out_start[vertex]]);
}

/* The bends of a way lie on the line between its ends. */
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

/* Where everything stands now; what has no place yet stands level with what it is joined to. */
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

      /* A way back lies below the card to which it leads. */
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

/* How many orders are drawn to count what crosses: one where no comparing is to be paid for. */
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
 * @graph: whose cards stand in the order that is kept where another is not clearly better, if they have
 *   places
 * @quick: takes the first order that is found, which is the one that is kept if there is one
 * @funcs: what is asked of the drawing
 *
 * Puts the layers in the order, of several that are tried, in which the fewest wires cross as they are
 * drawn. The same for the same graph.
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

      /* What crosses between the layers has to do. */
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
