/* troupe-plot-run.h: shows a run on a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * troupe_plot_drawing_take_run:
 * @self: created with space for strips
 * @with_texts: whether to include inputs and outputs, or only states, times and counts
 *
 * Adds the steps of the run, and the final state of each card and line. Long texts are truncated.
 * Must be called on the thread of the trace.
 */
void
troupe_plot_drawing_take_run (TroupePlotDrawing *self, TroupeTrace *trace, gboolean with_texts);

G_END_DECLS
