/* troupe-plot-order.c: layered layout: crossing reduction
 *
 * Sweeps over the layers move each vertex to the median of its neighbors. After that, exchanging
 * neighbors and sifting (each vertex tries all positions of its layer) remove remaining crossings.
 * The order of ports is significant, because wires of one card that leave in one order and arrive
 * in another cross as well.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-order"

#include "config.h"

#include <string.h>

#include "troupe-plot-order.h"

/* Distance of consecutive vertices in keys. It is so large that the ports of a vertex are sorted
 * between its neighbors. */
#define PLACE 16384.0
#define MAX_OFFSET 8000.0
#define MAX_SIFTS 4

typedef struct
{
  guint vertex;
  guint order;
  double key;
} Ranked;

struct _TroupePlotOrder
{
  TroupePlotLayers *layers;
  GArray *ranked; /* Ranked */
  GArray *keys;   /* double */
  GArray *places; /* guint */
  guint64 effort;
};

/* @effort: maximum number of compared pairs of edges */
TroupePlotOrder *
troupe_plot_order_new (TroupePlotLayers *layers, guint64 effort)
{
  TroupePlotOrder *self = g_new0 (TroupePlotOrder, 1);

  self->layers = layers;
  self->ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  self->keys = g_array_new (FALSE, FALSE, sizeof (double));
  self->places = g_array_new (FALSE, FALSE, sizeof (guint));
  self->effort = effort;
  return self;
}

void
troupe_plot_order_free (TroupePlotOrder *self)
{
  g_array_unref (self->ranked);
  g_array_unref (self->keys);
  g_array_unref (self->places);
  g_free (self);
}

gboolean
troupe_plot_order_is_spent (const TroupePlotOrder *self)
{
  return self->effort == 0;
}

static void
spend (TroupePlotOrder *self, guint64 effort)
{
  self->effort -= MIN (self->effort, effort);
}

static const TroupePlotEdge *
get_edge (const TroupePlotLayers *layers, guint index)
{
  return &g_array_index (layers->edges, TroupePlotEdge, index);
}

/* Returns the vertical sort key of the end of an edge in the layer to the right (@right) or
 * left. */
static double
get_key (const TroupePlotLayers *layers, const TroupePlotEdge *edge, gboolean right)
{
  double offset = right ? edge->to_offset : edge->from_offset;

  return layers->order[right ? edge->to : edge->from] * PLACE +
         CLAMP (offset, -MAX_OFFSET, MAX_OFFSET);
}

/* --- Counting ------------------------------------------------------------------------------ */

static guint64
count_turns (const TroupePlotLayers *layers)
{
  guint64 n = 0;

  for (guint i = 0; i < layers->turns->len; i++)
    {
      const TroupePlotTurn *turn = &g_array_index (layers->turns, TroupePlotTurn, i);
      const guint *start = turn->right ? layers->out_start : layers->in_start;
      const guint *list = turn->right ? layers->out_edges : layers->in_edges;
      guint layer = layers->layer[turn->card];
      guint first = MIN (layers->order[turn->card], layers->order[turn->bend]);
      guint last = MAX (layers->order[turn->card], layers->order[turn->bend]);
      gboolean down = layers->order[turn->bend] > layers->order[turn->card];

      for (guint k = first + 1; k < last; k++)
        {
          guint vertex = layers->sequence[layers->layer_start[layer] + k];

          n += start[vertex + 1] - start[vertex];
        }
      /* Count the wires at the card's own ports that the turn crosses. */
      for (guint k = start[turn->card]; k < start[turn->card + 1]; k++)
        {
          const TroupePlotEdge *edge = get_edge (layers, list[k]);
          double offset = turn->right ? edge->from_offset : edge->to_offset;

          n += down ? offset > turn->offset : offset < turn->offset;
        }
      for (guint k = i + 1; k < layers->turns->len && layers->turns->len < 500; k++)
        {
          const TroupePlotTurn *other = &g_array_index (layers->turns, TroupePlotTurn, k);
          guint a = layers->order[other->card];
          guint b = layers->order[other->bend];

          if (other->right == turn->right && layers->layer[other->card] == layer &&
              other->card != turn->card)
            n += (a > first && a < last) != (b > first && b < last);
        }
    }
  return n;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

typedef struct
{
  double left;
  double right;
} Span;

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const Span *first = a;
  const Span *second = b;

  if (first->left != second->left)
    return first->left < second->left ? -1 : 1;
  return first->right < second->right ? -1 : first->right > second->right;
}

/* Counts the crossings between a layer and the next. Crossings are inversions, which are counted
 * with a binary indexed tree. */
static guint64
count_gap (TroupePlotOrder *self, guint layer, GArray *spans)
{
  const TroupePlotLayers *layers = self->layers;
  guint n_places = 0;
  g_autofree guint *sums = NULL;
  guint64 crossings = 0;

  g_assert (self != NULL);

  g_array_set_size (spans, 0);
  g_array_set_size (self->keys, 0);
  for (guint i = layers->layer_start[layer]; i < layers->layer_start[layer + 1]; i++)
    for (guint k = layers->out_start[layers->sequence[i]];
         k < layers->out_start[layers->sequence[i] + 1]; k++)
      {
        const TroupePlotEdge *edge = get_edge (layers, layers->out_edges[k]);
        Span span = { get_key (layers, edge, FALSE), get_key (layers, edge, TRUE) };

        g_array_append_val (spans, span);
        g_array_append_val (self->keys, span.right);
      }
  if (spans->len < 2)
    return 0;
  g_array_sort (spans, compare_spans);
  g_array_sort (self->keys, compare_doubles);
  sums = g_new0 (guint, spans->len + 2);
  for (guint i = 0; i < spans->len; i++)
    {
      double key = g_array_index (spans, Span, i).right;
      guint low = 0;
      guint high = self->keys->len;
      guint before = 0;

      /* Finds the index after the last key that is not greater, so that equal keys share an
       * index. */
      while (low < high)
        {
          guint middle = (low + high) / 2;

          if (g_array_index (self->keys, double, middle) <= key)
            low = middle + 1;
          else
            high = middle;
        }
      n_places = low;
      for (guint k = n_places; k > 0; k -= k & -k)
        before += sums[k];
      crossings += i - before;
      for (guint k = n_places; k <= spans->len; k += k & -k)
        sums[k]++;
    }
  return crossings;
}

guint64
troupe_plot_order_count (TroupePlotOrder *self)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (Span));
  guint64 crossings = count_turns (self->layers);

  for (guint i = 0; i + 1 < self->layers->n_layers; i++)
    crossings += count_gap (self, i, spans);
  spend (self, 4 * self->layers->edges->len);
  return crossings;
}

/* --- Exchanging neighbors --------------------------------------------------------------------- */

/* Returns the change of the number of crossings of edges on one side when @v moves above @u. */
static gint64
compare_edges (TroupePlotOrder *self, guint u, guint v, gboolean right)
{
  const TroupePlotLayers *layers = self->layers;
  const guint *start = right ? layers->out_start : layers->in_start;
  const guint *list = right ? layers->out_edges : layers->in_edges;
  gint64 delta = 0;

  g_assert (self != NULL);

  for (guint i = start[u]; i < start[u + 1]; i++)
    {
      double first = get_key (layers, get_edge (layers, list[i]), right);

      for (guint k = start[v]; k < start[v + 1]; k++)
        {
          double second = get_key (layers, get_edge (layers, list[k]), right);

          delta += (second > first) - (first > second);
        }
    }
  spend (self, 1 + (guint64) (start[u + 1] - start[u]) * (start[v + 1] - start[v]));
  return delta;
}

static guint
get_other_end (const TroupePlotTurn *turn, guint vertex)
{
  return turn->card == vertex ? turn->bend : turn->card;
}

/* Returns the change of the number of crossings with turns of @u when @v moves into or out of
 * the range between the ends of one of these turns. @down: whether @v moves up past @u. */
static gint64
compare_turns (TroupePlotOrder *self, guint u, guint v, gboolean down)
{
  const TroupePlotLayers *layers = self->layers;
  gint64 delta = 0;

  g_assert (self != NULL);

  for (guint i = layers->turn_start[u]; i < layers->turn_start[u + 1]; i++)
    {
      const TroupePlotTurn *turn =
          &g_array_index (layers->turns, TroupePlotTurn, layers->vertex_turns[i] / 2);
      const guint *start = turn->right ? layers->out_start : layers->in_start;
      guint other = get_other_end (turn, u);
      gboolean below;
      gint64 n = start[v + 1] - start[v];

      if (other == v)
        continue;
      below = layers->order[other] > layers->order[u];
      /* A turn of @v that begins between the ends of the turn of @u and leads out of them
       * crosses it as well. */
      for (guint k = layers->turn_start[v]; k < layers->turn_start[v + 1] && down; k++)
        {
          const TroupePlotTurn *second =
              &g_array_index (layers->turns, TroupePlotTurn, layers->vertex_turns[k] / 2);
          guint end = get_other_end (second, v);

          if (second->right != turn->right || end == u || end == other)
            continue;
          if (below == (layers->order[end] > layers->order[u]))
            delta += layers->order[end] > layers->order[other] ? -1 : 1;
          else
            delta += below ? -1 : 1;
        }
      delta += below == down ? -n : n;
    }
  return delta;
}

/* Returns the change of the number of crossings when @v, directly below @u, moves above it. */
static gint64
compare_neighbours (TroupePlotOrder *self, guint u, guint v)
{
  gint64 delta = compare_edges (self, u, v, TRUE) + compare_edges (self, u, v, FALSE);

  if (self->layers->turns->len > 0)
    delta += compare_turns (self, u, v, TRUE) + compare_turns (self, v, u, FALSE);
  return delta;
}

static void
exchange (TroupePlotLayers *layers, guint upper)
{
  guint u = layers->sequence[upper];
  guint v = layers->sequence[upper + 1];

  layers->sequence[upper] = v;
  layers->sequence[upper + 1] = u;
  layers->order[u]++;
  layers->order[v]--;
}

static gboolean
exchange_in_layer (TroupePlotOrder *self, guint layer, gboolean also_equal)
{
  TroupePlotLayers *layers = self->layers;
  gboolean improved = FALSE;

  g_assert (self != NULL);

  for (guint i = layers->layer_start[layer];
       i + 1 < layers->layer_start[layer + 1] && self->effort > 0; i++)
    {
      gint64 delta = compare_neighbours (self, layers->sequence[i], layers->sequence[i + 1]);

      if (delta > 0 || (delta == 0 && !also_equal))
        continue;
      exchange (layers, i);
      improved = improved || delta < 0;
    }
  return improved;
}

/* Moves a vertex to the best position in its layer. If several positions are equally good, the
 * nearest is chosen. */
static gboolean
sift (TroupePlotOrder *self, guint vertex)
{
  TroupePlotLayers *layers = self->layers;
  guint first = layers->layer_start[layers->layer[vertex]];
  guint last = layers->layer_start[layers->layer[vertex] + 1] - 1;
  guint home = first + layers->order[vertex];
  guint best = home;
  gint64 sum = 0;
  gint64 least = 0;
  guint at = home;

  g_assert (self != NULL);

  for (; at > first; at--)
    {
      sum += compare_neighbours (self, layers->sequence[at - 1], vertex);
      exchange (layers, at - 1);
      if (sum < least)
        {
          least = sum;
          best = at - 1;
        }
    }
  for (; at < home; at++)
    exchange (layers, at);
  sum = 0;
  for (; at < last; at++)
    {
      sum += compare_neighbours (self, vertex, layers->sequence[at + 1]);
      exchange (layers, at);
      if (sum < least)
        {
          least = sum;
          best = at + 1;
        }
    }
  for (; at > best; at--)
    exchange (layers, at - 1);
  return best != home;
}

guint64
troupe_plot_order_settle (TroupePlotOrder *self)
{
  TroupePlotLayers *layers = self->layers;
  gboolean improved = TRUE;

  for (guint round = 0; round < MAX_SIFTS && improved && self->effort > 0; round++)
    {
      improved = FALSE;
      for (guint layer = 0; layer < layers->n_layers; layer++)
        for (guint k = 0; k < 4 && exchange_in_layer (self, layer, FALSE); k++)
          improved = TRUE;
      for (guint i = 0; i < layers->n_vertices && self->effort > 0; i++)
        improved |= sift (self, i);
    }
  return troupe_plot_order_count (self);
}

/* --- Sweeps -------------------------------------------------------------------------------- */

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *first = a;
  const Ranked *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return first->order < second->order ? -1 : first->order > second->order;
}

/* Returns the median of the ends of the vertex's edges on one side. For a bend where a wire
 * turns, returns a position next to the card. */
static double
find_median (TroupePlotOrder *self, guint vertex, gboolean right)
{
  const TroupePlotLayers *layers = self->layers;
  const guint *start = right ? layers->out_start : layers->in_start;
  const guint *list = right ? layers->out_edges : layers->in_edges;
  guint middle;

  g_assert (self != NULL);

  g_array_set_size (self->keys, 0);
  for (guint i = start[vertex]; i < start[vertex + 1]; i++)
    {
      double key = get_key (layers, get_edge (layers, list[i]), right);

      g_array_append_val (self->keys, key);
    }
  if (self->keys->len == 0)
    return layers->order[vertex] * PLACE;
  g_array_sort (self->keys, compare_doubles);
  middle = self->keys->len / 2;
  if (self->keys->len % 2 == 1)
    return g_array_index (self->keys, double, middle);
  return (g_array_index (self->keys, double, middle - 1) +
          g_array_index (self->keys, double, middle)) /
         2;
}

static void
order_layer (TroupePlotOrder *self, guint layer, const double *keys, gboolean right)
{
  TroupePlotLayers *layers = self->layers;
  guint first = layers->layer_start[layer];
  guint count = layers->layer_start[layer + 1] - first;

  g_assert (self != NULL);

  g_array_set_size (self->ranked, count);
  for (guint i = 0; i < count; i++)
    {
      Ranked *entry = &g_array_index (self->ranked, Ranked, i);

      entry->vertex = layers->sequence[first + i];
      entry->order = i;
      entry->key = keys != NULL ? keys[entry->vertex] : find_median (self, entry->vertex, right);
    }
  g_array_sort (self->ranked, compare_ranked);
  for (guint i = 0; i < count; i++)
    {
      guint vertex = g_array_index (self->ranked, Ranked, i).vertex;

      layers->sequence[first + i] = vertex;
      layers->order[vertex] = i;
    }
}

void
troupe_plot_order_sort (TroupePlotOrder *self, const double *keys)
{
  for (guint i = 0; i < self->layers->n_layers; i++)
    order_layer (self, i, keys, FALSE);
}

void
troupe_plot_order_shuffle (TroupePlotOrder *self, guint32 seed)
{
  g_autofree double *keys = g_new (double, MAX (self->layers->n_vertices, 1));
  guint32 state = seed * 2654435761u + 1;

  for (guint i = 0; i < self->layers->n_vertices; i++)
    {
      state ^= state << 13;
      state ^= state >> 17;
      state ^= state << 5;
      keys[i] = state;
    }
  troupe_plot_order_sort (self, keys);
}

guint64
troupe_plot_order_sweep (TroupePlotOrder *self, guint n_sweeps)
{
  TroupePlotLayers *layers = self->layers;
  gsize size = sizeof (guint) * layers->n_vertices;
  g_autofree guint *best = g_memdup2 (layers->sequence, size);
  guint64 fewest = troupe_plot_order_count (self);
  guint idle = 0;

  for (guint sweep = 0; sweep < n_sweeps && fewest > 0 && idle < 6 && self->effort > 0; sweep++)
    {
      gboolean forward = sweep % 2 == 0;
      gboolean improved = TRUE;
      guint64 crossings;

      for (guint i = 1; i < layers->n_layers; i++)
        order_layer (self, forward ? i : layers->n_layers - 1 - i, NULL, !forward);
      for (guint round = 0; round < 4 && improved; round++)
        {
          improved = FALSE;
          for (guint i = 0; i < layers->n_layers; i++)
            improved |= exchange_in_layer (self, i, sweep % 4 >= 2);
        }
      crossings = troupe_plot_order_count (self);
      idle++;
      if (crossings < fewest)
        {
          fewest = crossings;
          idle = 0;
          memcpy (best, layers->sequence, size);
        }
    }
  if (best != NULL)
    troupe_plot_layers_set_sequence (layers, best);
  return fewest;
}
