/* troupe-plot-layers.h: which card stands in which layer, and in which order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/* A way from one vertex to a vertex of the next layer. The offsets say how far its ends lie below
 * the height at which the vertices are aligned; a gate is taken as one point. */
typedef struct
{
  guint from;
  guint to;
  double from_offset;
  double to_offset;
  int wire; /* where it ends at a card, the wire whose end that is, else -1 */
} TroupePlotEdge;

/* Where a way back turns: from a card's port to a bend in the card's own layer. */
typedef struct
{
  guint card;
  guint bend;
  double offset;
  gboolean right; /* of the card, where it leaves; else where it arrives */
  guint wire;
} TroupePlotTurn;

/* Vertices are the cards, each with its gates, and behind them the bends of long ways and of ways that
 * lead back. */
typedef struct
{
  guint n_cards;
  guint n_vertices;
  guint n_layers;
  guint *layer;       /* of each vertex */
  guint *order;       /* its place in the layer */
  guint *sequence;    /* the vertices, layer by layer */
  guint *layer_start; /* n_layers + 1 places in the sequence */
  GArray *edges;      /* (element-type TroupePlotEdge) */
  guint *in_start;    /* n_vertices + 1 places in in_edges */
  guint *in_edges;
  guint *out_start;
  guint *out_edges;
  GArray *turns;     /* (element-type TroupePlotTurn) */
  guint *turn_start; /* n_vertices + 1 places in vertex_turns */
  guint *vertex_turns;
} TroupePlotLayers;

TroupePlotLayers *
troupe_plot_layers_new (TroupePlotGraph *graph, const double *slots, gboolean with_bends);
void troupe_plot_layers_free (TroupePlotLayers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotLayers, troupe_plot_layers_free)
void troupe_plot_layers_set_sequence (TroupePlotLayers *self, const guint *sequence);

/* @slots: how far below its card's port each wire arrives */
void troupe_plot_layers_set_slots (TroupePlotLayers *self, const double *slots);
/* @keys: of each wire, gets from how far down it comes to its card */
void troupe_plot_layers_get_keys (TroupePlotLayers *self, double *keys);

guint *troupe_plot_list_by_vertex (const guint *vertices, guint n_members, guint n, guint **start);

G_END_DECLS
