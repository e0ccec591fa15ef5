/* troupe-plot-order.h: layered layout: crossing reduction
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-layers.h"

G_BEGIN_DECLS

/* Reorders the sequence of @layers. The limit of the total effort is set on creation. */
typedef struct _TroupePlotOrder TroupePlotOrder;

TroupePlotOrder *troupe_plot_order_new (TroupePlotLayers *layers, guint64 effort);
void troupe_plot_order_free (TroupePlotOrder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotOrder, troupe_plot_order_free)

gboolean troupe_plot_order_is_spent (const TroupePlotOrder *self);
/* Returns the number of edge crossings between the layers in the current order. */
guint64 troupe_plot_order_count (TroupePlotOrder *self);
/* Sorts each layer by the keys of its vertices; the sort is stable. */
void troupe_plot_order_sort (TroupePlotOrder *self, const double *keys);
void troupe_plot_order_shuffle (TroupePlotOrder *self, guint32 seed);
/* Both functions return the remaining number of crossings. The first function moves all vertices
 * of each layer to the median of their neighbors. The second function only makes local changes
 * that remove a crossing. */
guint64 troupe_plot_order_sweep (TroupePlotOrder *self, guint n_sweeps);
guint64 troupe_plot_order_settle (TroupePlotOrder *self);

G_END_DECLS
