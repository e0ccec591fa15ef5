/* troupe-plot-candidates.h: which of several orders of the layers is drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-layers.h"

G_BEGIN_DECLS

typedef guint (*TroupePlotCountFunc) (TroupePlotLayers *layers, gpointer user_data);

void troupe_plot_choose_order (TroupePlotGraph *graph,
                               TroupePlotLayers *layers,
                               gboolean keep,
                               gboolean quick,
                               TroupePlotCountFunc count,
                               gpointer user_data);

G_END_DECLS
