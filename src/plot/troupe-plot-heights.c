/* troupe-plot-heights.c: layered layout: heights (y coordinates) of the vertices of the layers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-heights"

#include "config.h"

#include <math.h>

#include "troupe-plot-heights.h"

#define BEND_GAP 24.0
#define N_SWEEPS 6

/* A bend moves less readily than a card, so that a long wire runs straight and cards are moved
 * out of its way. */
#define BEND_WEIGHT 8.0

typedef struct
{
  double sum; /* weighted sum of wishes */
  double weight;
  guint count;
} Run;

/* Sets the heights of the vertices of a layer to the values nearest to @wishes (least squares)
 * that keep their order and distances. Neighbors whose wishes conflict are merged into a run and
 * moved together. */
static void
settle_layer (TroupePlotLayers *layers,
              guint layer,
              const TroupePlotBlock *blocks,
              const double *wishes,
              double *heights,
              GArray *runs)
{
  guint first = layers->layer_start[layer];
  guint count = layers->layer_start[layer + 1] - first;
  g_autofree double *shift = g_new0 (double, MAX (count, 1));
  guint at = 0;

  g_assert (layers != NULL);

  g_array_set_size (runs, 0);
  for (guint i = 0; i < count; i++)
    {
      guint vertex = layers->sequence[first + i];
      Run run = { 0, vertex < layers->n_cards ? 1 : BEND_WEIGHT, 1 };

      if (i > 0)
        {
          guint before = layers->sequence[first + i - 1];
          double distance_below;

          if (before >= layers->n_cards)
            distance_below = BEND_GAP;
          else if (vertex >= layers->n_cards)
            distance_below = blocks[before].below + BEND_GAP;
          else
            distance_below = MAX (blocks[before].below + TROUPE_PLOT_ROW_GAP,
                                  blocks[before].run_below + TROUPE_PLOT_CLEAR);
          shift[i] = shift[i - 1] + distance_below;
          shift[i] += vertex < layers->n_cards ? blocks[vertex].above : 0;
        }
      run.sum = (wishes[vertex] - shift[i]) * run.weight;
      while (runs->len > 0)
        {
          const Run *last = &g_array_index (runs, Run, runs->len - 1);

          if (last->sum / last->weight <= run.sum / run.weight)
            break;
          run.sum += last->sum;
          run.weight += last->weight;
          run.count += last->count;
          g_array_set_size (runs, runs->len - 1);
        }
      g_array_append_val (runs, run);
    }
  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);

      for (guint k = 0; k < run->count; k++, at++)
        heights[layers->sequence[first + at]] = run->sum / run->weight + shift[at];
    }
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/* Edges of a wire that spans several layers have triple weight, because the wire would run
 * behind cards next to it if it were not straight. */
static void
add_key (TroupePlotLayers *layers, const TroupePlotEdge *edge, double key, GArray *keys)
{
  gboolean is_long = edge->from >= layers->n_cards || edge->to >= layers->n_cards;

  for (guint i = 0; i < (is_long ? 3 : 1); i++)
    g_array_append_val (keys, key);
}

/* Returns the height at which the edges to the layers on the given sides would be straight
 * (median). If there are no such edges, returns the present height. */
static double
find_wish (TroupePlotLayers *layers,
           guint vertex,
           gboolean before,
           gboolean behind,
           const double *heights,
           GArray *keys)
{
  g_assert (layers != NULL);

  g_array_set_size (keys, 0);
  for (guint i = layers->in_start[vertex]; before && i < layers->in_start[vertex + 1]; i++)
    {
      const TroupePlotEdge *edge =
          &g_array_index (layers->edges, TroupePlotEdge, layers->in_edges[i]);

      add_key (layers, edge, heights[edge->from] + edge->from_offset - edge->to_offset, keys);
    }
  for (guint i = layers->out_start[vertex]; behind && i < layers->out_start[vertex + 1]; i++)
    {
      const TroupePlotEdge *edge =
          &g_array_index (layers->edges, TroupePlotEdge, layers->out_edges[i]);

      add_key (layers, edge, heights[edge->to] + edge->to_offset - edge->from_offset, keys);
    }
  if (keys->len == 0)
    return heights[vertex];
  g_array_sort (keys, compare_doubles);
  return (g_array_index (keys, double, (keys->len - 1) / 2) +
          g_array_index (keys, double, keys->len / 2)) /
         2;
}

/* Returns the height of each vertex. For a card, this is the height of its own port, and for a
 * bend, the height of the wire. (transfer full) */
double *
troupe_plot_find_heights (TroupePlotLayers *layers, const TroupePlotBlock *blocks)
{
  double *heights = g_new0 (double, MAX (layers->n_vertices, 1));
  g_autofree double *wishes = g_new0 (double, MAX (layers->n_vertices, 1));
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (double));

  g_assert (layers != NULL);

  for (guint sweep = 0; sweep < N_SWEEPS; sweep++)
    {
      gboolean forward = sweep % 2 == 0;
      gboolean both = sweep + 2 >= N_SWEEPS;

      for (guint i = 0; i < layers->n_layers; i++)
        {
          guint layer = forward ? i : layers->n_layers - 1 - i;

          for (guint k = layers->layer_start[layer]; k < layers->layer_start[layer + 1]; k++)
            {
              guint vertex = layers->sequence[k];

              wishes[vertex] =
                  find_wish (layers, vertex, forward || both, !forward || both, heights, keys);
            }
          settle_layer (layers, layer, blocks, wishes, heights, runs);
        }
    }
  return heights;
}
