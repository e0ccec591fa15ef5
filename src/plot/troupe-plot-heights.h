/* troupe-plot-heights.h: layered layout: heights (y coordinates) of the vertices of the layers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-gates.h"
#include "troupe-plot-layers.h"
#include "troupe-plot-measures.h"

G_BEGIN_DECLS

double *troupe_plot_find_heights (TroupePlotLayers *layers, const TroupePlotBlock *blocks);

G_END_DECLS
