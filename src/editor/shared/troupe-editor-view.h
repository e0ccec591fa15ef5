/* troupe-editor-view.h: what part of the drawing is seen
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeEditorView:
 *
 * Owns the choice of what is seen: the first view of a page, all of the drawing where all of it was seen,
 * what is selected where the canvas gets another size; it knows what floats over the canvas and hides a
 * part of it, and writes the zoom into its label.
 *
 * Signals: `changed` (zoom or place are others), `settled` (likewise, but once for many changes and at a
 * moment at which widgets may be moved).
 */
#define TROUPE_TYPE_EDITOR_VIEW (troupe_editor_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorView, troupe_editor_view, TROUPE, EDITOR_VIEW, GObject)

/* @zoom_label: says the zoom in percent */
TroupeEditorView *troupe_editor_view_new (TroupeCanvas *canvas, GtkLabel *zoom_label);

/* @cover hides what lies under it, from that side on, while it floats over the canvas. */
void troupe_editor_view_add_cover (TroupeEditorView *self, GtkWidget *cover, GtkPositionType side);

/* Everything, without a movement. */
void troupe_editor_view_fit (TroupeEditorView *self);
/* All that is drawn stands elsewhere now: where everything was shown, it is again. */
void troupe_editor_view_refit (TroupeEditorView *self);
/* The page has a size for the first time: where all of a drawing could not be read, in a small window or
 * since it is large, its beginning is shown. Later calls do nothing. */
void troupe_editor_view_begin (TroupeEditorView *self);
/* After the canvas has been given a size: a fitted view is fitted again, any other keeps its middle
 * and what is selected. */
void troupe_editor_view_canvas_resized (TroupeEditorView *self);

/* The part of the view that nothing floats over, in canvas pixels. */
void troupe_editor_view_get_free (TroupeEditorView *self, graphene_rect_t *area);
/* Bring a thing into that part: as little as is needed, or to its middle at a zoom that can be read. */
void troupe_editor_view_reveal (TroupeEditorView *self, const char *id, gboolean animate);
void troupe_editor_view_center_on (TroupeEditorView *self, const char *id, gboolean animate);

/* The zoom, and what is in the middle, in canvas pixels. FALSE where it was not shown yet. Set before it is shown, it is
 * what is seen first. */
gboolean troupe_editor_view_get (TroupeEditorView *self, double *zoom, double *x, double *y);
void troupe_editor_view_set (TroupeEditorView *self, double zoom, double x, double y);

G_END_DECLS
