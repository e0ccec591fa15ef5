/* troupe-plot-missing.h: a place for the cards that a document has none for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-gates.h"
#include "troupe-plot-measures.h"

G_BEGIN_DECLS

/* Cards without a place follow the neighbours that have one, else stand below everything, from
 * @bottom on, as the layout has them. */
void troupe_plot_graph_place_missing (TroupePlotGraph *graph,
                                      const TroupePlotSpot *spots,
                                      const TroupePlotBlock *blocks,
                                      guint n_missing,
                                      double bottom);

G_END_DECLS
