/* troupe-plot-drawing-flow.h: the drawing of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-plot-drawing.h"
#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/**
 * troupe_plot_drawing_new_graph:
 * @graph: arranged; see troupe_plot_graph_arrange()
 * @with_strips: whether each card has room for how far it is in a run
 *
 * Returns: (transfer full): what is known of the graph alone
 */
TroupePlotDrawing *troupe_plot_drawing_new_graph (TroupePlotGraph *graph, gboolean with_strips);

/**
 * troupe_plot_drawing_describe_flow:
 * @flow: of which the drawing is
 *
 * Adds what a page tells of each method, and the legend. On the thread of the document.
 */
void troupe_plot_drawing_describe_flow (TroupePlotDrawing *self, TroupeFlow *flow);

G_END_DECLS
