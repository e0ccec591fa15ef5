/* troupe-plot-layers.h: layered layout: assigns cards to layers and inserts bends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/* A section of a wire from one vertex to a vertex of the next layer. A card and its gates are
 * one vertex. The offsets are the distances of the ends of the section below the height at which
 * the vertices are aligned. */
typedef struct
{
  guint from;
  guint to;
  double from_offset;
  double to_offset;
  int wire; /* the wire if the edge ends at a card, else -1 */
} TroupePlotEdge;

/* The turn of a backward wire, which leads from a card's port to a bend in the card's own layer. */
typedef struct
{
  guint card;
  guint bend;
  double offset;
  gboolean right; /* TRUE if the wire leaves the card, FALSE if it leads to the card */
  guint wire;
} TroupePlotTurn;

/* The layers of a graph. Vertices are the cards, each with its gates, followed by the bends of
 * long and of backward wires. */
typedef struct
{
  guint n_cards;
  guint n_vertices;
  guint n_layers;
  guint *layer;       /* of each vertex */
  guint *order;       /* index of each vertex in its layer */
  guint *sequence;    /* the vertices, layer by layer */
  guint *layer_start; /* n_layers + 1 indexes into sequence */
  GArray *edges;      /* (element-type TroupePlotEdge) */
  guint *in_start;    /* n_vertices + 1 indexes into in_edges */
  guint *in_edges;
  guint *out_start;
  guint *out_edges;
  GArray *turns;     /* (element-type TroupePlotTurn) */
  guint *turn_start; /* n_vertices + 1 indexes into vertex_turns */
  guint *vertex_turns;
} TroupePlotLayers;

TroupePlotLayers *
troupe_plot_layers_new (TroupePlotGraph *graph, const double *slots, gboolean with_bends);
void troupe_plot_layers_free (TroupePlotLayers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotLayers, troupe_plot_layers_free)
void troupe_plot_layers_set_sequence (TroupePlotLayers *self, const guint *sequence);

/* Sets the offsets at which wires arrive. @slots: for each wire, how far below its card's port
 * it arrives */
void troupe_plot_layers_set_slots (TroupePlotLayers *self, const double *slots);
/* Gets the sort keys of the wires. @keys: receives, for each wire, the height from which it
 * reaches its card */
void troupe_plot_layers_get_keys (TroupePlotLayers *self, double *keys);

guint *troupe_plot_list_by_vertex (const guint *vertices, guint n_members, guint n, guint **start);

G_END_DECLS
