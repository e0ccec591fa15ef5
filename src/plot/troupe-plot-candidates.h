/* troupe-plot-candidates.h: chooses the vertex order of the layers with the fewest wire crossings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-layers.h"

G_BEGIN_DECLS

/**
 * TroupePlotOrderFuncs:
 * @count: returns the number of wire crossings if the layers are drawn in their current order
 * @order_gates: sorts the inputs of gates by the order in which wires arrive from the current
 *   layers
 *
 * Functions that inspect and adjust the drawing.
 */
typedef struct
{
  guint (*count) (TroupePlotLayers *layers, gpointer user_data);
  void (*order_gates) (TroupePlotLayers *layers, gpointer user_data);
} TroupePlotOrderFuncs;

void troupe_plot_choose_order (TroupePlotGraph *graph,
                               TroupePlotLayers *layers,
                               gboolean keep,
                               gboolean quick,
                               const TroupePlotOrderFuncs *funcs,
                               gpointer user_data);

G_END_DECLS
