/* troupe-flow-diff-view.h: two synchronized canvases that compare versions of a flow
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
 * Two read-only canvases that show the same area of two flows. Panning, zooming and the selection
 * are synchronized. A card that does not exist on one side can be shown on this side as removed, at
 * its position on the other side.
 *
 * Signals: `selected` (string: the method; NULL if no method or several methods are selected),
 * `left` (): Esc was pressed.
 */
#define TROUPE_TYPE_FLOW_DIFF_VIEW (troupe_flow_diff_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowDiffView, troupe_flow_diff_view, TROUPE, FLOW_DIFF_VIEW, GObject)

/* Creates the canvases without drawing anything. */
TroupeFlowDiffView *troupe_flow_diff_view_new (TroupeFlowDocument *left, TroupeFlowDocument *right);

/* @side: 0 for left, 1 for right. (transfer none) */
TroupeCanvas *troupe_flow_diff_view_get_canvas (TroupeFlowDiffView *self, guint side);

/* Draws the current document of one side without marks. The left side must be drawn first,
 * because the right side uses its layout. For flows with many cards this takes several
 * milliseconds, so only one side should be drawn at a time. */
void troupe_flow_diff_view_draw (TroupeFlowDiffView *self, guint side);
/* Marks a card until the side is drawn again. @words: accessible description of the mark */
void troupe_flow_diff_view_mark (TroupeFlowDiffView *self,
                                 guint side,
                                 const char *method,
                                 TroupeCanvasMark mark,
                                 const char *words);

/* Selects a method and scrolls to it without emitting `selected`. @method: (nullable). @renamed: (nullable): its
 * name on the right side */
void
troupe_flow_diff_view_select (TroupeFlowDiffView *self, const char *method, const char *renamed);
/* Shows the complete flow if it is readable at that zoom, otherwise centers @method. @method:
 * (nullable). Takes effect as soon as the canvas has a size. */
void troupe_flow_diff_view_open_on (TroupeFlowDiffView *self, const char *method);

G_END_DECLS
