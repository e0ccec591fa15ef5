/* troupe-editor-frame.h: what stands round the canvas on every page that edits something
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-canvas.h"
#include "troupe-editor-view.h"
#include "troupe-notice-bar.h"

G_BEGIN_DECLS

/**
 * TroupeEditorFrame:
 *
 * The frame of a page that edits a document on a canvas (doc/interface.md §7), whatever its kind: notice bar, question,
 * outline, canvas with what floats over it, minimap, a place at the bottom for what the application puts there, and the
 * pane of the inspector. It knows no document: the editor of a kind puts its parts in, as children of the types
 * `outline` (one), `hint` (what is said over an empty canvas), `tools` and `tools-end` (floating at the upper start and
 * the upper end, any number), and the inspector by troupe_editor_frame_set_inspector().
 *
 * Properties: `inspector-visible`, `outline-visible` (boolean), `inspector-width` (int), `bottom-open` (boolean: whether
 * the bottom widget shows more than its bar; the pane's handle works only then), `bottom-height` (int),
 * `width-class` (TroupeEditorWidth).
 *
 * Class actions: `view.fit`, `view.fit-selection`, `view.zoom-in`, `view.zoom-out`, `view.zoom-normal`, `view.zoom` (d),
 * `view.select-all`, `view.select-none`, `view.minimap`, each with its key.
 *
 * gtk_widget_grab_focus() on it focuses the canvas, so that its keys work at once; no ring is drawn before the keyboard
 * has gone to a card.
 */
#define TROUPE_TYPE_EDITOR_FRAME (troupe_editor_frame_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorFrame, troupe_editor_frame, TROUPE, EDITOR_FRAME, GtkWidget)

/* By the width of the window (doc/interface.md §7): from 1100, from 900, from 600, below. */
typedef enum
{
  TROUPE_EDITOR_WIDE,
  TROUPE_EDITOR_NORMAL,
  TROUPE_EDITOR_NARROW,
  TROUPE_EDITOR_TINY,
} TroupeEditorWidth;

/* (transfer none), for as long as the frame is there. */
TroupeCanvas *troupe_editor_frame_get_canvas (TroupeEditorFrame *self);
TroupeEditorView *troupe_editor_frame_get_view (TroupeEditorFrame *self);

void troupe_editor_frame_set_inspector (TroupeEditorFrame *self, GtkWidget *inspector);
GtkWidget *troupe_editor_frame_get_inspector (TroupeEditorFrame *self); /* (transfer none) (nullable) */
/* Where there is no room beside the canvas, what is in that pane takes all of it. */
void troupe_editor_frame_set_inspector_fills (TroupeEditorFrame *self, gboolean fills);
/* One more of what floats at the upper end. */
void troupe_editor_frame_add_tool (TroupeEditorFrame *self, GtkWidget *tool);
/* Whether what is at that side lies over the canvas, where it hides what a person looks for. */
gboolean troupe_editor_frame_is_inspector_over (TroupeEditorFrame *self);
gboolean troupe_editor_frame_is_outline_over (TroupeEditorFrame *self);
/* What lies over the canvas goes. FALSE where nothing does. */
gboolean troupe_editor_frame_hide_pane_over (TroupeEditorFrame *self);
/* As Esc does: that, or out of a field of the inspector to the canvas. FALSE where there was nothing to leave. */
gboolean troupe_editor_frame_leave (TroupeEditorFrame *self);

/* What stands below the canvas: a bar of 40 px and, while `bottom-open`, a panel above its end. @bottom: (nullable) */
void troupe_editor_frame_set_bottom (TroupeEditorFrame *self, GtkWidget *bottom);
void troupe_editor_frame_set_bottom_open (TroupeEditorFrame *self, gboolean open);
/* It has the room of the canvas as well, which is not seen meanwhile. */
void troupe_editor_frame_set_bottom_whole (TroupeEditorFrame *self, gboolean whole);
void troupe_editor_frame_set_width_class (TroupeEditorFrame *self, TroupeEditorWidth width);

/* The bar over the canvas. (transfer none) */
TroupeNoticeBar *troupe_editor_frame_get_notice (TroupeEditorFrame *self);

/* @question: (nullable): what stands above the canvas while a person is asked; the frame keeps it until there is
 * another one. */
void troupe_editor_frame_set_question (TroupeEditorFrame *self, GtkWidget *question);
/* Shows it or takes it away. */
void troupe_editor_frame_set_question_shown (TroupeEditorFrame *self, gboolean shown);

G_END_DECLS
