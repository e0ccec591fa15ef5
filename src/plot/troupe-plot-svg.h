/* troupe-plot-svg.h: the graph as an SVG picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PLOT_LIGHT,
  TROUPE_PLOT_DARK,
} TroupePlotScheme;

char *troupe_plot_to_svg (TroupePlotGraph *self, TroupePlotScheme scheme);

G_END_DECLS
