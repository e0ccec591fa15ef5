/* troupe-plot-drawing-flow.h: creates the drawing of a flow
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
 * @with_strips: whether each card has space for its run status
 *
 * Returns: (transfer full): the drawing of @graph, without the texts that only the document
 * contains
 */
TroupePlotDrawing *troupe_plot_drawing_new_graph (TroupePlotGraph *graph, gboolean with_strips);

/**
 * troupe_plot_drawing_describe_flow:
 * @flow: the flow that the drawing shows
 *
 * Adds the legend, and the details of each method, which are shown in an HTML page. Must be called
 * on the thread of the document.
 */
void troupe_plot_drawing_describe_flow (TroupePlotDrawing *self, TroupeFlow *flow);

G_END_DECLS
