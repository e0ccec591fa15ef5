/* troupe-plot-paint.h: from a drawing to what a pen draws
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"
#include "troupe-plot-pen.h"

G_BEGIN_DECLS

/* Tells @pen all that stands in the drawing, from the ground up, in the same order for the same drawing. */
void troupe_plot_paint (TroupePlotDrawing *drawing, TroupePlotPen *pen);

/* The class of a state in style sheets, its icon and its word in the language of the person; NONE has NULL. */
const char *troupe_plot_state_get_class (TroupePlotState state);
const char *troupe_plot_state_get_icon (TroupePlotState state);
const char *troupe_plot_state_get_word (TroupePlotState state);
TroupePlotInk troupe_plot_state_get_ink (TroupePlotState state);

G_END_DECLS
