/* troupe-plot-layout.h: automatic layout of a graph: positions of cards and gates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

void troupe_plot_graph_arrange (TroupePlotGraph *self, gboolean all);
void troupe_plot_graph_arrange_quickly (TroupePlotGraph *self);
void troupe_plot_graph_get_block (TroupePlotGraph *self,
                                  guint card,
                                  double *before,
                                  double *above,
                                  double *below);

G_END_DECLS
