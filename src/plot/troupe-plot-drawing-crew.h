/* troupe-plot-drawing-crew.h: creates the drawing of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-plot-drawing.h"

G_BEGIN_DECLS

/**
 * troupe_plot_drawing_new_crew:
 * @with_strips: whether each card has space for its run status
 *
 * Creates the drawing of a crew (doc/interface.md §11). It contains the numbered tasks in their
 * order, wires for the context of each task, the agents below the tasks, and the manager, if there
 * is one, above the tasks. The ids of pieces are `tasks[0]` for a task, `agents.NAME` for an agent
 * and `manager` for the manager.
 *
 * Returns: (transfer full)
 */
TroupePlotDrawing *troupe_plot_drawing_new_crew (TroupeCrew *crew, gboolean with_strips);

G_END_DECLS
