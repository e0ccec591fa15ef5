/* troupe-plot-missing.h: positions of cards for which the document stores none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-gates.h"
#include "troupe-plot-measures.h"

G_BEGIN_DECLS

/* Places the cards without a position, either relative to their placed neighbors, or below
 * everything else, from @bottom on, arranged as in the layout @spots. */
void troupe_plot_graph_place_missing (TroupePlotGraph *graph,
                                      const TroupePlotSpot *spots,
                                      const TroupePlotBlock *blocks,
                                      guint n_missing,
                                      double bottom);

G_END_DECLS
