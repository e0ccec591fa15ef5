/* troupe-plot-gates.h: layout of the gates in front of cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/* A card and its gates, as the layout treats them. Heights are relative to the port in the
 * card's head. */
typedef struct
{
  double above;
  double below;
  double run_below; /* below, with the largest run strip */
  guint depth;      /* number of gate columns in front */
} TroupePlotBlock;

typedef struct
{
  guint node;
  guint depth;   /* 1 for a gate directly in front of the card */
  double offset; /* distance of its center below the card's port */
} TroupePlotGate;

/**
 * troupe_plot_gates_new:
 * @keys: (nullable) (array length=number of wires): the y coordinate from which each wire to a gate
 *   comes; the inputs of a gate are sorted by it, which does not change the meaning of and/or; with
 *   %NULL they keep the order of the file
 * @slots: (out) (optional) (transfer full) (array length=number of wires): how far below the port
 *   of its card a wire reaches its gate
 *
 * Computes the positions of all gates relative to their cards.
 *
 * Returns: (transfer full) (element-type TroupePlotGate): the gates of all cards, outer ones before
 * inner ones
 */
GArray *troupe_plot_gates_new (TroupePlotGraph *graph, const double *keys, double **slots);
/* Returns the space that each card occupies with its gates. (transfer full) (array length=number
 * of cards) */
TroupePlotBlock *troupe_plot_blocks_new (TroupePlotGraph *graph, GArray *gates);
/* Sets the positions of the gates. The cards must have positions already. With @all, every gate
 * is placed in front of its card. Otherwise only the gates without a stored position are placed,
 * in free space next to the existing drawing. */
void troupe_plot_gates_place (TroupePlotGraph *graph, GArray *gates, gboolean all);

G_END_DECLS
