/* troupe-plot-route.h: routes the wires of a graph as SVG paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/* A wire as it is drawn. */
typedef struct
{
  char *path;      /* the `d` of an SVG path */
  double middle_x; /* position of the label */
  double middle_y;
  double length; /* horizontal distance between its ends */
  double tip_x;  /* tip of the arrow, which always points right */
  double tip_y;
  double low; /* vertical extent of the wire */
  double high;
} TroupePlotRoute;

/* Routes all wires. (transfer full) (array length=number of wires) */
TroupePlotRoute *troupe_plot_graph_route (TroupePlotGraph *self);
/* Returns the number of crossings of drawn wires, without those that the user has bent. */
guint troupe_plot_graph_count_crossings (TroupePlotGraph *self);
void troupe_plot_routes_free (TroupePlotRoute *routes, guint n_routes);

G_END_DECLS
