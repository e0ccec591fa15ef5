/* troupe-plot-paint.h: paints a drawing with a pen, independent of the output format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"
#include "troupe-plot-pen.h"

G_BEGIN_DECLS

/* Position of icon and text in a run strip, and size of the icon. The style sheet of an HTML
 * page repeats these values. */
#define TROUPE_PLOT_STRIP_ICON_X 12.0
#define TROUPE_PLOT_STRIP_ICON_Y 8.0
#define TROUPE_PLOT_STRIP_ICON_SCALE 0.75
#define TROUPE_PLOT_STRIP_TEXT_X 30.0
#define TROUPE_PLOT_STRIP_TEXT_Y 18.5
/* Distance by which the center line of a card's border is inside of the card. The style sheet
 * repeats this value as well. */
#define TROUPE_PLOT_BORDER 0.75

/* Return the title and the second line, ellipsized to the available width. (transfer full) */
char *troupe_plot_paint_cut_title (const TroupePlotPiece *piece);
char *troupe_plot_paint_cut_summary (const TroupePlotPiece *piece);

/* Paints the drawing with @pen, from back to front, always in the same order for the same
 * drawing. */
void troupe_plot_paint (TroupePlotDrawing *drawing, TroupePlotPen *pen);

/* Return the style class of a state, its icon, and its translated name; NULL for
 * TROUPE_PLOT_STATE_NONE. */
const char *troupe_plot_state_get_class (TroupePlotState state);
const char *troupe_plot_state_get_icon (TroupePlotState state);
const char *troupe_plot_state_get_word (TroupePlotState state);
TroupePlotInk troupe_plot_state_get_ink (TroupePlotState state);

G_END_DECLS
