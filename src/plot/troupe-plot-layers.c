/* troupe-plot-layers.c: which card stands in which layer, and in which order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The usual way of layered drawing: ways that close a loop are left out, each card stands one layer
 * behind the last of those that lead to it, long ways get a bend in each layer between, and sweeps
 * that order each layer by the medians of its neighbours take crossings away.
 */

#define G_LOG_DOMAIN "troupe-plot-layers"

#include "config.h"

#include "troupe-plot-graph-private.h"
#include "troupe-plot-layers.h"

/* Bends make room for long ways; a drawing that would need more of them is a thicket anyway. */
#define MAX_BENDS 30000
#define N_SWEEPS 8

/* The card to which a gate belongs, or the card itself. */
static guint
get_card (TroupePlotGraph *graph, guint node)
{
  return g_array_index (graph->nodes, TroupePlotNode, node).owner;
}

/* Lists what comes in or goes out of each of @n vertices: places in @start, members in the result. */
static guint *
list_by_vertex (const guint *vertices, guint n_members, guint n, guint **start)
{
  guint *places = g_new0 (guint, n + 2);
  guint *members = g_new0 (guint, MAX (n_members, 1));

  for (guint i = 0; i < n_members; i++)
    places[vertices[i] + 2]++;
  for (guint i = 2; i < n + 2; i++)
    places[i] += places[i - 1];
  for (guint i = 0; i < n_members; i++)
    members[places[vertices[i] + 1]++] = i;
  *start = places;
  return members;
}

/* --- Loops -------------------------------------------------------------------------------- */

typedef struct
{
  guint card;
  guint next; /* place in the list of wires */
} Visit;

enum
{
  UNSEEN,
  UNDER_WAY,
  DONE
};

static void
visit (TroupePlotGraph *graph, guint root, const guint *start, const guint *wires, guint8 *colour)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Visit));
  Visit first = { root, start[root] };

  g_assert (graph != NULL);

  if (colour[root] != UNSEEN)
    return;
  colour[root] = UNDER_WAY;
  g_array_append_val (stack, first);
  while (stack->len > 0)
    {
      Visit *top = &g_array_index (stack, Visit, stack->len - 1);
      TroupePlotWire *wire = NULL;
      guint target = 0;

      if (top->next == start[top->card + 1])
        {
          colour[top->card] = DONE;
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      wire = &g_array_index (graph->wires, TroupePlotWire, wires[top->next++]);
      target = get_card (graph, wire->target);
      if (colour[target] == UNDER_WAY)
        {
          wire->backwards = TRUE;
        }
      else if (colour[target] == UNSEEN)
        {
          Visit deeper = { target, start[target] };

          colour[target] = UNDER_WAY;
          g_array_append_val (stack, deeper);
        }
    }
}

/**
 * troupe_plot_graph_mark_loops:
 *
 * Finds the wires that close a loop, when all are there. Begins where a run begins, so that what leads
 * back to its beginning is what closes the loop.
 */
void
troupe_plot_graph_mark_loops (TroupePlotGraph *self)
{
  guint n = self->n_cards;
  g_autofree guint *sources = g_new (guint, MAX (self->wires->len, 1));
  g_autofree guint8 *colour = g_new0 (guint8, MAX (n, 1));
  g_autofree gboolean *reached = g_new0 (gboolean, MAX (n, 1));
  g_autofree guint *start = NULL;
  g_autofree guint *wires = NULL;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      gboolean inside = wire->source >= n;

      /* What leads from a gate stays inside one card's block; listed behind all cards. */
      sources[i] = inside ? n : wire->source;
      if (!inside)
        reached[get_card (self, wire->target)] = TRUE;
    }
  wires = list_by_vertex (sources, self->wires->len, n + 1, &start);

  for (guint i = 0; i < n; i++)
    if (troupe_plot_node_at (self, i)->is_root)
      visit (self, i, start, wires, colour);
  for (guint i = 0; i < n; i++)
    if (!reached[i])
      visit (self, i, start, wires, colour);
  for (guint i = 0; i < n; i++)
    if (troupe_plot_node_at (self, i)->is_start)
      visit (self, i, start, wires, colour);
  for (guint i = 0; i < n; i++)
    visit (self, i, start, wires, colour);
}

/* --- Layers ------------------------------------------------------------------------------- */

/* The ways between cards that close no loop. */
static GArray *
collect_edges (TroupePlotGraph *graph, const double *gate_offsets)
{
  GArray *edges = g_array_new (FALSE, FALSE, sizeof (TroupePlotEdge));

  g_assert (graph != NULL);

  for (guint i = 0; i < graph->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (graph->wires, TroupePlotWire, i);
      TroupePlotEdge edge = { 0 };
      double x = 0;

      if (wire->backwards || wire->source >= graph->n_cards)
        continue;
      edge.from = wire->source;
      edge.to = get_card (graph, wire->target);
      troupe_plot_graph_get_source_port (graph, wire, &x, &edge.from_offset);
      edge.from_offset -= TROUPE_PLOT_PORT_Y;
      edge.to_offset = gate_offsets[wire->target];
      g_array_append_val (edges, edge);
    }
  return edges;
}

/* Longest path: each vertex is taken once all that lead to it have been. */
static void
assign_layers (TroupePlotLayers *self, GArray *edges)
{
  guint n = self->n_cards;
  g_autofree guint *sources = g_new (guint, MAX (edges->len, 1));
  g_autofree guint *missing = g_new0 (guint, MAX (n, 1));
  g_autofree guint *queue = g_new (guint, MAX (n, 1));
  g_autofree guint *start = NULL;
  g_autofree guint *out = NULL;
  guint head = 0;
  guint tail = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < edges->len; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (edges, TroupePlotEdge, i);

      sources[i] = edge->from;
      missing[edge->to]++;
    }
  out = list_by_vertex (sources, edges->len, n, &start);
  for (guint i = 0; i < n; i++)
    if (missing[i] == 0)
      queue[tail++] = i;
  while (head < tail)
    {
      guint vertex = queue[head++];

      self->n_layers = MAX (self->n_layers, self->layer[vertex] + 1);
      for (guint i = start[vertex]; i < start[vertex + 1]; i++)
        {
          guint target = g_array_index (edges, TroupePlotEdge, out[i]).to;

          self->layer[target] = MAX (self->layer[target], self->layer[vertex] + 1);
          if (--missing[target] == 0)
            queue[tail++] = target;
        }
    }
}

/* Cuts edges over several layers into pieces with a bend in each layer between. */
static void
add_bends (TroupePlotLayers *self, GArray *edges)
{
  guint64 n_bends = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < edges->len; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (edges, TroupePlotEdge, i);
      n_bends += self->layer[edge->to] - self->layer[edge->from] - 1;
    }
  if (n_bends > MAX_BENDS)
    n_bends = 0;
  self->layer = g_renew (guint, self->layer, self->n_cards + n_bends + 1);

  for (guint i = 0; i < edges->len; i++)
    {
      TroupePlotEdge edge = g_array_index (edges, TroupePlotEdge, i);
      guint span = self->layer[edge.to] - self->layer[edge.from];
      TroupePlotEdge piece = edge;

      if (span > 1 && n_bends == 0)
        continue;
      for (guint k = 1; k < span; k++)
        {
          guint bend = self->n_vertices++;

          self->layer[bend] = self->layer[edge.from] + k;
          piece.to = bend;
          piece.to_offset = 0;
          g_array_append_val (self->edges, piece);
          piece.from = bend;
          piece.from_offset = 0;
        }
      piece.to = edge.to;
      piece.to_offset = edge.to_offset;
      g_array_append_val (self->edges, piece);
    }
}

static void
list_edges (TroupePlotLayers *self)
{
  g_autofree guint *from = g_new (guint, MAX (self->edges->len, 1));
  g_autofree guint *to = g_new (guint, MAX (self->edges->len, 1));

  g_assert (self != NULL);

  for (guint i = 0; i < self->edges->len; i++)
    {
      from[i] = g_array_index (self->edges, TroupePlotEdge, i).from;
      to[i] = g_array_index (self->edges, TroupePlotEdge, i).to;
    }
  self->out_edges = list_by_vertex (from, self->edges->len, self->n_vertices, &self->out_start);
  self->in_edges = list_by_vertex (to, self->edges->len, self->n_vertices, &self->in_start);
}

/* --- Order -------------------------------------------------------------------------------- */

/* Vertices by layer. Inside a layer cards stand in the order of the document, and each bend where its
 * way begins, which already is close to what a person would draw. */
static void
fill_sequence (TroupePlotLayers *self)
{
  g_autofree guint *place = g_new0 (guint, self->n_layers + 1);

  g_assert (self != NULL);

  self->layer_start = g_new0 (guint, self->n_layers + 1);
  self->sequence = g_new0 (guint, MAX (self->n_vertices, 1));
  self->order = g_new0 (guint, MAX (self->n_vertices, 1));
  for (guint i = 0; i < self->n_vertices; i++)
    self->layer_start[self->layer[i] + 1]++;
  for (guint i = 1; i <= self->n_layers; i++)
    self->layer_start[i] += self->layer_start[i - 1];
  for (guint i = 0; i < self->n_vertices; i++)
    {
      guint layer = self->layer[i];

      self->order[i] = place[layer]++;
      self->sequence[self->layer_start[layer] + self->order[i]] = i;
    }
}

typedef struct
{
  guint vertex;
  guint order;
  double key;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *first = a;
  const Ranked *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return first->order < second->order ? -1 : first->order > second->order;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/* The middle of the neighbours' places on one side; their ports count as parts of a place, so that
 * the events of one router stay in their order. */
static double
find_median (TroupePlotLayers *self, guint vertex, gboolean forward, GArray *keys)
{
  const guint *start = forward ? self->in_start : self->out_start;
  const guint *list = forward ? self->in_edges : self->out_edges;

  g_assert (self != NULL);

  g_array_set_size (keys, 0);
  for (guint i = start[vertex]; i < start[vertex + 1]; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (self->edges, TroupePlotEdge, list[i]);
      guint other = forward ? edge->from : edge->to;
      double offset = forward ? edge->from_offset : edge->to_offset;
      double key = self->order[other] + CLAMP (offset / 1000, -0.45, 0.45);

      g_array_append_val (keys, key);
    }
  if (keys->len == 0)
    return self->order[vertex];
  g_array_sort (keys, compare_doubles);
  return (g_array_index (keys, double, (keys->len - 1) / 2) +
          g_array_index (keys, double, keys->len / 2)) /
         2;
}

static void
order_layer (TroupePlotLayers *self, guint layer, gboolean forward, GArray *ranked, GArray *keys)
{
  guint first = self->layer_start[layer];
  guint count = self->layer_start[layer + 1] - first;

  g_assert (self != NULL);

  g_array_set_size (ranked, count);
  for (guint i = 0; i < count; i++)
    {
      Ranked *entry = &g_array_index (ranked, Ranked, i);

      entry->vertex = self->sequence[first + i];
      entry->order = i;
      entry->key = find_median (self, entry->vertex, forward, keys);
    }
  g_array_sort (ranked, compare_ranked);
  for (guint i = 0; i < count; i++)
    {
      guint vertex = g_array_index (ranked, Ranked, i).vertex;

      self->sequence[first + i] = vertex;
      self->order[vertex] = i;
    }
}

/* Crossings between a layer and the next: inversions, counted with a tree of sums. */
static guint64
count_crossings (TroupePlotLayers *self, guint layer, GArray *targets)
{
  guint width = self->layer_start[layer + 2] - self->layer_start[layer + 1];
  g_autofree guint *sums = g_new0 (guint, width + 2);
  guint64 crossings = 0;
  guint seen = 0;

  g_assert (self != NULL);

  for (guint i = self->layer_start[layer]; i < self->layer_start[layer + 1]; i++)
    {
      guint vertex = self->sequence[i];

      g_array_set_size (targets, 0);
      for (guint j = self->out_start[vertex]; j < self->out_start[vertex + 1]; j++)
        {
          guint order =
              self->order[g_array_index (self->edges, TroupePlotEdge, self->out_edges[j]).to];
          g_array_append_val (targets, order);
        }
      for (guint j = 0; j < targets->len; j++)
        {
          guint before = 0;

          for (guint k = g_array_index (targets, guint, j) + 1; k > 0; k -= k & -k)
            before += sums[k];
          crossings += seen - before;
        }
      for (guint j = 0; j < targets->len; j++, seen++)
        for (guint k = g_array_index (targets, guint, j) + 1; k <= width; k += k & -k)
          sums[k]++;
    }
  return crossings;
}

static guint64
count_all_crossings (TroupePlotLayers *self, GArray *targets)
{
  guint64 crossings = 0;

  g_assert (self != NULL);

  for (guint i = 0; i + 1 < self->n_layers; i++)
    crossings += count_crossings (self, i, targets);
  return crossings;
}

/* Sweeps forth and back; the order with the fewest crossings is kept. */
static void
reduce_crossings (TroupePlotLayers *self)
{
  g_autoptr (GArray) ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *best = g_memdup2 (self->sequence, sizeof (guint) * self->n_vertices);
  guint64 fewest = count_all_crossings (self, targets);

  g_assert (self != NULL);

  for (guint sweep = 0; sweep < N_SWEEPS && fewest > 0; sweep++)
    {
      guint64 crossings = 0;

      for (guint i = 1; i < self->n_layers; i++)
        {
          if (sweep % 2 == 0)
            order_layer (self, i, TRUE, ranked, keys);
          else
            order_layer (self, self->n_layers - 1 - i, FALSE, ranked, keys);
        }
      crossings = count_all_crossings (self, targets);
      if (crossings < fewest)
        {
          fewest = crossings;
          memcpy (best, self->sequence, sizeof (guint) * self->n_vertices);
        }
    }
  if (best != NULL)
    memcpy (self->sequence, best, sizeof (guint) * self->n_vertices);
  for (guint layer = 0; layer < self->n_layers; layer++)
    for (guint i = self->layer_start[layer]; i < self->layer_start[layer + 1]; i++)
      self->order[self->sequence[i]] = i - self->layer_start[layer];
}

/* @gate_offsets: of each node of the graph, how far a gate lies below its card's own port */
TroupePlotLayers *
troupe_plot_layers_new (TroupePlotGraph *graph, const double *gate_offsets)
{
  TroupePlotLayers *self = g_new0 (TroupePlotLayers, 1);
  g_autoptr (GArray) edges = collect_edges (graph, gate_offsets);

  self->n_cards = graph->n_cards;
  self->n_vertices = graph->n_cards;
  self->layer = g_new0 (guint, graph->n_cards + 1);
  self->edges = g_array_new (FALSE, FALSE, sizeof (TroupePlotEdge));
  assign_layers (self, edges);
  add_bends (self, edges);
  list_edges (self);
  fill_sequence (self);
  reduce_crossings (self);
  return self;
}

void
troupe_plot_layers_free (TroupePlotLayers *self)
{
  g_free (self->layer);
  g_free (self->order);
  g_free (self->sequence);
  g_free (self->layer_start);
  g_clear_pointer (&self->edges, g_array_unref);
  g_free (self->in_start);
  g_free (self->in_edges);
  g_free (self->out_start);
  g_free (self->out_edges);
  g_free (self);
}
