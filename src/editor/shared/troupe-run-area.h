/* troupe-run-area.h: the part of the canvas in which a run takes place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * troupe_run_area_find:
 * @width, @height: the largest area that can be shown, in canvas pixels
 * @area: (out): in canvas pixels
 *
 * Finds the area of the cards that a run has executed so far. If not all of them can be shown, it is that of the cards that are
 * running, waiting for an answer, or have failed; if there are none, that of the finished card at the right. Main thread.
 *
 * Returns: FALSE if there are no such cards, or if they need more room
 */
gboolean
troupe_run_area_find (TroupeCanvas *canvas, double width, double height, graphene_rect_t *area);

G_END_DECLS
