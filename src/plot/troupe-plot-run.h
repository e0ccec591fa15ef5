/* troupe-plot-run.h: a run on a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * troupe_plot_drawing_take_run:
 * @self: made with room for strips
 * @with_texts: whether what was read and written comes along, or states, times and counts alone
 *
 * Adds the steps of the run, and how each card and line stands in the end. Long texts are cut. In the thread of the
 * trace.
 */
void
troupe_plot_drawing_take_run (TroupePlotDrawing *self, TroupeTrace *trace, gboolean with_texts);

G_END_DECLS
