/* troupe-plot-drawing-crew.h: the drawing of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-plot-drawing.h"

G_BEGIN_DECLS

/**
 * troupe_plot_drawing_new_crew:
 * @with_strips: whether each card has room for how far it is in a run
 *
 * Tasks with their numbers, in their order; the wires of what each is given of others; agents below, the manager above
 * where there is one (doc/interface.md §11). A task is known as `tasks[0]`, an agent as `agents.NAME`, the manager
 * as `manager`.
 *
 * Returns: (transfer full)
 */
TroupePlotDrawing *troupe_plot_drawing_new_crew (TroupeCrew *crew, gboolean with_strips);

G_END_DECLS
