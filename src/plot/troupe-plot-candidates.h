/* troupe-plot-candidates.h: which of several orders of the layers is drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-layers.h"

G_BEGIN_DECLS

/**
 * TroupePlotOrderFuncs:
 * @count: says how often wires cross when the layers are drawn in the order they are in
 * @order_gates: lets gates stand as wires come to them in that order
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
