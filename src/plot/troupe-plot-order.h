/* troupe-plot-order.h: in which order vertices stand in their layers, for few crossings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-layers.h"

G_BEGIN_DECLS

/* Works on the sequence of some layers. What it may cost all together is said when it is made. */
typedef struct _TroupePlotOrder TroupePlotOrder;

TroupePlotOrder *troupe_plot_order_new (TroupePlotLayers *layers, guint64 effort);
void troupe_plot_order_free (TroupePlotOrder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotOrder, troupe_plot_order_free)

gboolean troupe_plot_order_is_spent (const TroupePlotOrder *self);
/* How many ways cross between the layers, as the sequence is. */
guint64 troupe_plot_order_count (TroupePlotOrder *self);
/* Sorts each layer by keys of its vertices; where they are equal the order stays. */
void troupe_plot_order_sort (TroupePlotOrder *self, const double *keys);
void troupe_plot_order_shuffle (TroupePlotOrder *self, guint32 seed);
/* Each gives the number of crossings that are left. The first moves whole layers to the middle of their
 * neighbours, the second only what takes a crossing away where it stands. */
guint64 troupe_plot_order_sweep (TroupePlotOrder *self, guint n_sweeps);
guint64 troupe_plot_order_settle (TroupePlotOrder *self);

G_END_DECLS
