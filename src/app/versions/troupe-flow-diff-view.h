/* troupe-flow-diff-view.h: two versions of a flow, drawn beside each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"
#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeFlowDiffView:
 *
 * Two canvases that show the same part of two flows: one is panned and zoomed with the other, and what is
 * selected in one is in both. Nothing can be edited. A card of which nothing is known on one side can be
 * shown there as gone, where it stands on the other.
 *
 * Signals: `selected` (string: the method; NULL where none or several are), `left` (): Esc was pressed.
 */
#define TROUPE_TYPE_FLOW_DIFF_VIEW (troupe_flow_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowDiffView, troupe_flow_diff_view, TROUPE, FLOW_DIFF_VIEW, GObject)

/* With nothing drawn yet. */
TroupeFlowDiffView *troupe_flow_diff_view_new (TroupeFlowDocument *left, TroupeFlowDocument *right);

/* @side: 0 is left, 1 is right. (transfer none) */
TroupeCanvas *troupe_flow_diff_view_get_canvas (TroupeFlowDiffView *self, guint side);

/* Draws the document of one side as it is now, without marks; the left one first, which the right one stands as.
 * Takes milliseconds where there are many cards: one at a time. */
void troupe_flow_diff_view_draw (TroupeFlowDiffView *self, guint side);
/* Until it is drawn again. @words: what is said of the card aloud */
void troupe_flow_diff_view_mark (TroupeFlowDiffView *self,
                                 guint side,
                                 const char *method,
                                 TroupeCanvasMark mark,
                                 const char *words);

/* @method: (nullable). Brings it into view, and emits nothing. */
void troupe_flow_diff_view_select (TroupeFlowDiffView *self, const char *method);
/* All, where it can be read then; else @method (nullable) in the middle. As soon as there is room for it. */
void troupe_flow_diff_view_open_on (TroupeFlowDiffView *self, const char *method);

G_END_DECLS
