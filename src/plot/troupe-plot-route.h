/* troupe-plot-route.h: the ways of wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"

G_BEGIN_DECLS

/* One wire as it is drawn. */
typedef struct
{
  char *path;      /* the `d` of an SVG path */
  double middle_x; /* where the word goes */
  double middle_y;
  double length; /* from end to end, sideways */
  double tip_x;  /* where the arrow points, always to the right */
  double tip_y;
  double low; /* how far down and up the wire reaches */
  double high;
} TroupePlotRoute;

/* (transfer full) (array length=number of wires) */
TroupePlotRoute *troupe_plot_graph_route (TroupePlotGraph *self);
/* How often wires cross as they are drawn, but for those that a person has bent. */
guint troupe_plot_graph_count_crossings (TroupePlotGraph *self);
void troupe_plot_routes_free (TroupePlotRoute *routes, guint n_routes);

G_END_DECLS
