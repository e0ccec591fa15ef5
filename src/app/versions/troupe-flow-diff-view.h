/* troupe-flow-diff-view.h: two versions of a flow drawn beside each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"
#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeFlowSides:
 *
 * Two canvases that show the same part of two flows: one is panned and zoomed with the other, and what is
 * selected in one is in both. Nothing can be edited. A card of which nothing is known on one side can be
 * shown there as gone, where it stands on the other.
 *
 * Signals: `selected` (string: the method; NULL where none or several are), `left` (): Esc was pressed.
 */
#define TROUPE_TYPE_FLOW_SIDES (troupe_flow_sides_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowSides, troupe_flow_sides, TROUPE, FLOW_SIDES, GObject)

/* With nothing drawn yet. */
TroupeFlowSides *troupe_flow_sides_new (TroupeFlowDocument *left, TroupeFlowDocument *right);

/* @side: 0 is left, 1 is right. (transfer none) */
TroupeCanvas *troupe_flow_sides_get_canvas (TroupeFlowSides *self, guint side);

/* Draws the document of one side as it is now, without marks; the left one first, which the right one stands as.
 * Takes milliseconds where there are many cards: one at a time. */
void troupe_flow_sides_draw (TroupeFlowSides *self, guint side);
/* Until it is drawn again. @words: what is said of the card aloud */
void troupe_flow_sides_mark (TroupeFlowSides *self,
                             guint side,
                             const char *method,
                             TroupeCanvasMark mark,
                             const char *words);

/* @method: (nullable). Brings it into view, and emits nothing. */
void troupe_flow_sides_select (TroupeFlowSides *self, const char *method);
/* All, where it can be read then; else @method (nullable) in the middle. As soon as there is room for it. */
void troupe_flow_sides_open_on (TroupeFlowSides *self, const char *method);

G_END_DECLS
