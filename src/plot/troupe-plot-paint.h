/* troupe-plot-paint.h: from a drawing to what a pen draws
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"
#include "troupe-plot-pen.h"

G_BEGIN_DECLS

/* Where icon and words stand in a strip, and how large the icon is; a page has these in its style sheet. */
#define TROUPE_PLOT_STRIP_ICON_X 12.0
#define TROUPE_PLOT_STRIP_ICON_Y 8.0
#define TROUPE_PLOT_STRIP_ICON_SCALE 0.75
#define TROUPE_PLOT_STRIP_TEXT_X 30.0
#define TROUPE_PLOT_STRIP_TEXT_Y 18.5
/* By how much the middle of a card's border lies inside of the card; likewise. */
#define TROUPE_PLOT_BORDER 0.75

/* The title and the second line as there is room for them. (transfer full) */
char *troupe_plot_paint_cut_title (const TroupePlotPiece *piece);
char *troupe_plot_paint_cut_summary (const TroupePlotPiece *piece);

/* Tells @pen all that stands in the drawing, from the ground up, in the same order for the same drawing. */
void troupe_plot_paint (TroupePlotDrawing *drawing, TroupePlotPen *pen);

/* The class of a state in style sheets, its icon and its word in the language of the person; NONE has NULL. */
const char *troupe_plot_state_get_class (TroupePlotState state);
const char *troupe_plot_state_get_icon (TroupePlotState state);
const char *troupe_plot_state_get_word (TroupePlotState state);
TroupePlotInk troupe_plot_state_get_ink (TroupePlotState state);

G_END_DECLS
