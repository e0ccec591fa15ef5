/* troupe-plot-gates.h: cards with the gates in front of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/* A card and its gates, as the layout sees them. Heights count from the port in the card's head. */
typedef struct
{
  double above;
  double below;
  double run_below; /* in a run, when a strip has come */
  guint depth;      /* of the gates in front of the card */
} TroupePlotBlock;

typedef struct
{
  guint node;
  guint depth;   /* 1 stands just before the card */
  double offset; /* of its middle, below the card's port */
} TroupePlotGate;

/**
 * troupe_plot_gates_new:
 * @keys: (nullable) (array length=number of wires): from how far down each wire comes, for those that lead to a gate; gates
 *   in one gate stand in that order, for which and and or do not care, else in that of the file
 * @slots: (out) (optional) (transfer full) (array length=number of wires): how far below its card's port a wire comes to its
 *   gate
 *
 * Returns: (transfer full) (element-type TroupePlotGate): the gates of all cards, outer ones before inner ones
 */
GArray *troupe_plot_gates_new (TroupePlotGraph *graph, const double *keys, double **slots);
/* (transfer full) (array length=number of cards) */
TroupePlotBlock *troupe_plot_blocks_new (TroupePlotGraph *graph, GArray *gates);
/* Gives the gates their places when the cards have theirs. With @all, or where the document has no
 * place for a gate, it stands before its card; in a drawing that a person made, beside what is there. */
void troupe_plot_gates_place (TroupePlotGraph *graph, GArray *gates, gboolean all);

G_END_DECLS
