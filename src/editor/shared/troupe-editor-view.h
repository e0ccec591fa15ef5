/* troupe-editor-view.h: visible part of the canvas: first view, fitting, resizing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeEditorView:
 *
 * Controls the visible part of the canvas: chooses the first view of a page, keeps a fitted drawing
 * fitted, and keeps the selection visible when the canvas is resized. It takes the widgets that
 * float over the canvas into account, and shows the zoom in its label.
 *
 * Signals: `changed` (zoom or position have changed), `settled` (the same, but once for many
 * changes and outside of the allocation, when widgets may be moved).
 */
#define TROUPE_TYPE_EDITOR_VIEW (troupe_editor_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorView, troupe_editor_view, TROUPE, EDITOR_VIEW, GObject)

/* Creates the view of a canvas. @zoom_label: shows the zoom in percent */
TroupeEditorView *troupe_editor_view_new (TroupeCanvas *canvas, GtkLabel *zoom_label);

/* Registers @cover, a widget that covers the canvas from @side while the widget is shown. Covers at
 * the lower edge give way to selected cards (troupe-floating-tools.h). */
void troupe_editor_view_add_cover (TroupeEditorView *self, GtkWidget *cover, GtkPositionType side);
/* Sets whether a high cover stays even if everything is in view, so that fitting leaves room for it. */
void troupe_editor_view_set_cover_stays (TroupeEditorView *self, GtkWidget *cover, gboolean stays);

/* Shows the whole drawing, without animation. */
void troupe_editor_view_fit (TroupeEditorView *self);
/* Fits the view again if it was fitted and cards can be read at the new zoom. Must be called after
 * the layout of the drawing has changed. */
void troupe_editor_view_refit (TroupeEditorView *self);
/* Shows the beginning of the drawing if the complete drawing would not be readable, because the
 * window is small or the drawing is large. Must be called when the page gets its first size.
 * Later calls do nothing. */
void troupe_editor_view_begin (TroupeEditorView *self);
/* Updates the view after the canvas was allocated. A fitted view is fitted again if cards can be
 * read at the new zoom. Any other view keeps its upper left corner, and the selected card stays
 * visible. */
void troupe_editor_view_canvas_resized (TroupeEditorView *self);

/* Gets the part of the view that is not covered by floating widgets, in canvas pixels. */
void troupe_editor_view_get_free (TroupeEditorView *self, graphene_rect_t *area);
/* Scrolls an object into the uncovered part of the view, either as little as necessary, or, if it is
 * not in view at a readable zoom level, to its center. */
void troupe_editor_view_reveal (TroupeEditorView *self, const char *id, gboolean animate);
void troupe_editor_view_center_on (TroupeEditorView *self, const char *id, gboolean animate);

/* Gets the zoom and the center in canvas pixels. Returns FALSE if the canvas has not been shown
 * yet. A view that is set before the canvas has been shown becomes the first view. */
gboolean troupe_editor_view_get (TroupeEditorView *self, double *zoom, double *x, double *y);
void troupe_editor_view_set (TroupeEditorView *self, double zoom, double x, double y);

/* Keeps the cards of a run in view from now on, without changing the zoom, until the user moves the view. @is_live: FALSE once the
 * run has ended, after which only what its end opens, such as a panel, is made up for. */
void troupe_editor_view_follow_run (TroupeEditorView *self, gboolean is_live);

/* Shows everything if no card or note is in view, for example after those in view were removed by Undo. */
void troupe_editor_view_return (TroupeEditorView *self);

G_END_DECLS
