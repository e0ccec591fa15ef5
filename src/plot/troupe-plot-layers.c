/* troupe-plot-layers.c: layered layout: assigns cards to layers and inserts bends
 *
 * The first steps of layered drawing are as follows. Edges that close a loop are removed. Each card
 * is placed in a layer after all cards that lead to it, and as near to its neighbors as possible.
 * Long edges get a bend in each layer in between. Edges that close a loop also get bends, in all
 * layers through which they lead back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-layers"

#include "config.h"

#include "troupe-plot-graph-private.h"
#include "troupe-plot-layers.h"

/* Maximum number of bends, which reserve space for long wires. A drawing that requires more
 * bends is unreadable anyway. */
#define MAX_BENDS 30000
#define N_PULLS 6
/* Larger than any distance of a port from the head of its card. */
#define FARTHEST 100000.0

/* Groups @n_members items by vertex. Returns the item indexes; @start receives @n + 1 indexes
 * into the result. */
guint *
troupe_plot_list_by_vertex (const guint *vertices, guint n_members, guint n, guint **start)
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

/* --- Layers ------------------------------------------------------------------------------- */

typedef struct
{
  GArray *edges;
  guint *in_start;
  guint *in;
  guint *out_start;
  guint *out;
  guint *sequence; /* the cards in topological order */
} Web;

/* Longest path layering: each vertex is assigned to a layer once all vertices that lead to it
 * have been assigned. */
static void
assign_layers (TroupePlotLayers *self, Web *web)
{
  guint n = self->n_cards;
  g_autofree guint *missing = g_new0 (guint, MAX (n, 1));
  guint head = 0;
  guint tail = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < n; i++)
    {
      missing[i] = web->in_start[i + 1] - web->in_start[i];
      if (missing[i] == 0)
        web->sequence[tail++] = i;
    }
  while (head < tail)
    {
      guint vertex = web->sequence[head++];

      for (guint i = web->out_start[vertex]; i < web->out_start[vertex + 1]; i++)
        {
          guint target = g_array_index (web->edges, TroupePlotEdge, web->out[i]).to;

          self->layer[target] = MAX (self->layer[target], self->layer[vertex] + 1);
          if (--missing[target] == 0)
            web->sequence[tail++] = target;
        }
    }
}

/* Moves a card to the layer where its edges are shortest in total. */
static gboolean
pull_card (TroupePlotLayers *self, const Web *web, guint card)
{
  guint n_in = web->in_start[card + 1] - web->in_start[card];
  guint n_out = web->out_start[card + 1] - web->out_start[card];
  guint first = 0;
  guint last = G_MAXUINT;
  guint wanted;

  g_assert (self != NULL);

  for (guint i = web->in_start[card]; i < web->in_start[card + 1]; i++)
    first =
        MAX (first, self->layer[g_array_index (web->edges, TroupePlotEdge, web->in[i]).from] + 1);
  for (guint i = web->out_start[card]; i < web->out_start[card + 1]; i++)
    last = MIN (last, self->layer[g_array_index (web->edges, TroupePlotEdge, web->out[i]).to] - 1);
  if (n_out == 0)
    last = first;
  wanted = n_out > n_in ? last : n_out < n_in ? first : MIN (self->layer[card], last);
  wanted = MAX (wanted, first);
  if (wanted == self->layer[card])
    return FALSE;
  self->layer[card] = wanted;
  return TRUE;
}

static void
pull_together (TroupePlotLayers *self, const Web *web)
{
  guint least = G_MAXUINT;

  g_assert (self != NULL);

  for (guint pull = 0; pull < N_PULLS; pull++)
    {
      gboolean moved = FALSE;

      for (guint i = self->n_cards; i-- > 0;)
        moved |= pull_card (self, web, web->sequence[i]);
      for (guint i = 0; i < self->n_cards; i++)
        moved |= pull_card (self, web, web->sequence[i]);
      if (!moved)
        break;
    }
  for (guint i = 0; i < self->n_cards; i++)
    least = MIN (least, self->layer[i]);
  for (guint i = 0; i < self->n_cards; i++)
    {
      self->layer[i] -= least;
      self->n_layers = MAX (self->n_layers, self->layer[i] + 1);
    }
}

/* --- Bends -------------------------------------------------------------------------------- */

static guint
add_bend (TroupePlotLayers *self, guint layer)
{
  self->layer[self->n_vertices] = layer;
  return self->n_vertices++;
}

/* Splits an edge over several layers into one edge per layer, with a bend in each layer in
 * between. */
static void
cut_edge (TroupePlotLayers *self, TroupePlotEdge edge)
{
  TroupePlotEdge piece = edge;

  g_assert (self != NULL);

  for (guint layer = self->layer[edge.from] + 1; layer < self->layer[edge.to]; layer++)
    {
      guint bend = add_bend (self, layer);

      piece.to = bend;
      piece.to_offset = 0;
      piece.wire = -1;
      g_array_append_val (self->edges, piece);
      piece.from = bend;
      piece.from_offset = 0;
    }
  piece.to = edge.to;
  piece.to_offset = edge.to_offset;
  piece.wire = edge.wire;
  g_array_append_val (self->edges, piece);
}

static void
add_bends (TroupePlotLayers *self, GArray *edges, GArray *back, guint64 most)
{
  guint64 n_bends = 0;
  guint64 n_back = 0;

  g_assert (self != NULL);

  for (guint i = 0; i < edges->len; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (edges, TroupePlotEdge, i);
      n_bends += self->layer[edge->to] - self->layer[edge->from] - 1;
    }
  for (guint i = 0; i < back->len; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (back, TroupePlotEdge, i);
      n_back += self->layer[edge->from] - MIN (self->layer[edge->to], self->layer[edge->from]) + 1;
    }
  if (n_bends > most)
    n_bends = 0;
  if (n_bends + n_back > most)
    n_back = 0;
  self->layer = g_renew (guint, self->layer, self->n_cards + n_bends + n_back + 1);

  for (guint i = 0; i < edges->len; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (edges, TroupePlotEdge, i);

      if (n_bends > 0 || self->layer[edge->to] == self->layer[edge->from] + 1)
        cut_edge (self, *edge);
    }
  for (guint i = 0; i < back->len && n_back > 0; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (back, TroupePlotEdge, i);
      guint first = MIN (self->layer[edge->to], self->layer[edge->from]);
      guint last = self->layer[edge->from];
      TroupePlotEdge piece = { .wire = -1 };
      TroupePlotTurn turn = { edge->to, add_bend (self, first), edge->to_offset, FALSE,
                              (guint) edge->wire };

      /* Adds the bends of a backward edge, including one in the layer of each of its ends,
       * where it turns. */
      g_array_append_val (self->turns, turn);
      piece.to = turn.bend;
      for (guint layer = first + 1; layer <= last; layer++)
        {
          piece.from = piece.to;
          piece.to = add_bend (self, layer);
          g_array_append_val (self->edges, piece);
        }
      turn = (TroupePlotTurn){ edge->from, piece.to, edge->from_offset, TRUE, (guint) edge->wire };
      g_array_append_val (self->turns, turn);
    }
}

static void
list_edges (TroupePlotLayers *self)
{
  guint n = MAX (MAX (self->edges->len, 2 * self->turns->len), 1);
  g_autofree guint *from = g_new (guint, n);
  g_autofree guint *to = g_new (guint, n);

  g_assert (self != NULL);

  for (guint i = 0; i < self->edges->len; i++)
    {
      from[i] = g_array_index (self->edges, TroupePlotEdge, i).from;
      to[i] = g_array_index (self->edges, TroupePlotEdge, i).to;
    }
  self->out_edges =
      troupe_plot_list_by_vertex (from, self->edges->len, self->n_vertices, &self->out_start);
  self->in_edges =
      troupe_plot_list_by_vertex (to, self->edges->len, self->n_vertices, &self->in_start);
  for (guint i = 0; i < self->turns->len; i++)
    {
      from[2 * i] = g_array_index (self->turns, TroupePlotTurn, i).card;
      from[2 * i + 1] = g_array_index (self->turns, TroupePlotTurn, i).bend;
    }
  self->vertex_turns =
      troupe_plot_list_by_vertex (from, 2 * self->turns->len, self->n_vertices, &self->turn_start);
}

/* --- Order -------------------------------------------------------------------------------- */

/* Sets the order of the vertices in each layer. @sequence: copied */
void
troupe_plot_layers_set_sequence (TroupePlotLayers *self, const guint *sequence)
{
  if (sequence != self->sequence)
    memcpy (self->sequence, sequence, sizeof (guint) * self->n_vertices);
  for (guint layer = 0; layer < self->n_layers; layer++)
    for (guint i = self->layer_start[layer]; i < self->layer_start[layer + 1]; i++)
      self->order[self->sequence[i]] = i - self->layer_start[layer];
}

void
troupe_plot_layers_set_slots (TroupePlotLayers *self, const double *slots)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      TroupePlotEdge *edge = &g_array_index (self->edges, TroupePlotEdge, i);

      if (edge->wire >= 0)
        edge->to_offset = slots[edge->wire];
    }
  for (guint i = 0; i < self->turns->len; i++)
    {
      TroupePlotTurn *turn = &g_array_index (self->turns, TroupePlotTurn, i);

      if (!turn->right)
        turn->offset = slots[turn->wire];
    }
}

void
troupe_plot_layers_get_keys (TroupePlotLayers *self, double *keys)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const TroupePlotEdge *edge = &g_array_index (self->edges, TroupePlotEdge, i);

      if (edge->wire >= 0)
        keys[edge->wire] = self->order[edge->from] + edge->from_offset / FARTHEST;
    }
  for (guint i = 0; i < self->turns->len; i++)
    {
      const TroupePlotTurn *turn = &g_array_index (self->turns, TroupePlotTurn, i);

      /* Wires that turn above the card come first, the nearest one before the others. */
      if (turn->right)
        continue;
      keys[turn->wire] = self->order[turn->bend] < self->order[turn->card]
                             ? -1.0 - self->order[turn->bend]
                             : 2.0 * self->n_vertices - self->order[turn->bend];
    }
}

/* Creates the layers of @graph. The vertices of a layer are not sorted yet. @slots: for each
 * wire, the distance of its end below its card's own port. @with_bends: whether long edges are
 * included; if not, only edges between adjacent layers are included. */
TroupePlotLayers *
troupe_plot_layers_new (TroupePlotGraph *graph, const double *slots, gboolean with_bends)
{
  TroupePlotLayers *self = g_new0 (TroupePlotLayers, 1);
  g_autoptr (GArray) back = g_array_new (FALSE, FALSE, sizeof (TroupePlotEdge));
  g_autoptr (GArray) edges = NULL;
  Web web;
  g_autofree guint *from = NULL;
  g_autofree guint *to = NULL;
  g_autofree guint *place = NULL;

  /* The edges that close a loop are appended to @back. */
  edges = g_array_new (FALSE, FALSE, sizeof (TroupePlotEdge));
  for (guint i = 0; i < graph->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (graph->wires, TroupePlotWire, i);
      const TroupePlotNode *target = troupe_plot_node_at (graph, wire->target);
      TroupePlotEdge edge = { 0 };
      double x, y;

      if (wire->source >= graph->n_cards)
        continue;
      edge.from = wire->source;
      edge.to = target->owner;
      troupe_plot_graph_get_source_port (graph, wire, &x, &y);
      edge.from_offset = y - TROUPE_PLOT_PORT_Y;
      edge.to_offset = slots[i];
      edge.wire = (int) i;
      if (wire->backwards)
        g_array_append_val (back, edge);
      else
        g_array_append_val (edges, edge);
    }
  self->n_cards = graph->n_cards;
  self->n_vertices = graph->n_cards;
  self->layer = g_new0 (guint, graph->n_cards + 1);
  self->edges = g_array_new (FALSE, FALSE, sizeof (TroupePlotEdge));
  self->turns = g_array_new (FALSE, FALSE, sizeof (TroupePlotTurn));
  from = g_new (guint, MAX (edges->len, 1));
  to = g_new (guint, MAX (edges->len, 1));
  web.edges = edges;
  for (guint i = 0; i < edges->len; i++)
    {
      from[i] = g_array_index (edges, TroupePlotEdge, i).from;
      to[i] = g_array_index (edges, TroupePlotEdge, i).to;
    }
  web.out = troupe_plot_list_by_vertex (from, edges->len, self->n_cards, &web.out_start);
  web.in = troupe_plot_list_by_vertex (to, edges->len, self->n_cards, &web.in_start);
  web.sequence = g_new (guint, MAX (self->n_cards, 1));
  assign_layers (self, &web);
  pull_together (self, &web);
  g_free (web.in_start);
  g_free (web.in);
  g_free (web.out_start);
  g_free (web.out);
  g_free (web.sequence);
  add_bends (self, edges, back, with_bends ? MAX_BENDS : 0);
  list_edges (self);
  /* Sorts the vertices by layer. Within a layer cards have the order of the document. */
  place = g_new0 (guint, self->n_layers + 1);
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
  g_clear_pointer (&self->turns, g_array_unref);
  g_free (self->in_start);
  g_free (self->in_edges);
  g_free (self->out_start);
  g_free (self->out_edges);
  g_free (self->turn_start);
  g_free (self->vertex_turns);
  g_free (self);
}
