/* troupe-editor-frame.h: common chrome of all editors: outline, inspector, toolbar, notice bar,
 * minimap
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
 * The frame of a page that edits any kind of document on a canvas (doc/interface.md §7): notice
 * bar, question, outline, canvas with floating toolbars, minimap, a bottom area for widgets of the
 * application, and the pane of the inspector. It does not depend on a document: the editor adds its
 * components as children of the types `outline` (one), `hint` (placeholder over an empty canvas),
 * `tools` and `tools-end` (floating at the upper start and the upper end, any number), and sets the
 * inspector with troupe_editor_frame_set_inspector().
 *
 * Properties: `inspector-visible`, `outline-visible` (boolean), `inspector-width` (int),
 * `bottom-open` (boolean: whether the bottom widget shows more than its bar; the pane's handle
 * works only then), `bottom-height` (int), `width-class` (TroupeEditorWidth).
 *
 * Class actions: `view.fit`, `view.fit-selection`, `view.zoom-in`, `view.zoom-out`,
 * `view.zoom-normal`, `view.zoom` (d), `view.select-all`, `view.select-none`, `view.minimap`, each
 * with its shortcut.
 *
 * gtk_widget_grab_focus() focuses the canvas, so that its shortcuts work immediately; no focus ring
 * is drawn until a card is focused with the keyboard.
 */
#define TROUPE_TYPE_EDITOR_FRAME (troupe_editor_frame_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorFrame, troupe_editor_frame, TROUPE, EDITOR_FRAME, GtkWidget)

/* Size classes by width of the window (doc/interface.md §7): at least 1100, at least 900, at
 * least 600, and below. */
typedef enum
{
  TROUPE_EDITOR_WIDE,
  TROUPE_EDITOR_NORMAL,
  TROUPE_EDITOR_NARROW,
  TROUPE_EDITOR_TINY,
} TroupeEditorWidth;

/* Returns the canvas, which lives as long as the frame. (transfer none) */
TroupeCanvas *troupe_editor_frame_get_canvas (TroupeEditorFrame *self);
TroupeEditorView *troupe_editor_frame_get_view (TroupeEditorFrame *self);

void troupe_editor_frame_set_inspector (TroupeEditorFrame *self, GtkWidget *inspector);
/* Returns the outline. (transfer none) (nullable) */
GtkWidget *troupe_editor_frame_get_outline (TroupeEditorFrame *self);
/* Moves the keyboard focus into the outline, the canvas, the panel or the inspector: as soon as it is
 * mapped if it has just been shown, unless the focus is moved elsewhere before. @pane: one of
 * troupe_editor_frame_list_panes() */
void troupe_editor_frame_enter_pane (TroupeEditorFrame *self, GtkWidget *pane);
/* Shows the inspector and moves the keyboard focus into it. */
void troupe_editor_frame_enter_inspector (TroupeEditorFrame *self);
/* Returns the panel below the canvas. (transfer none) (nullable) */
GtkWidget *troupe_editor_frame_get_bottom (TroupeEditorFrame *self);
/* Adds the visible panes in reading order: outline, canvas, panel, inspector. @panes: (element-type
 * GtkWidget) */
void troupe_editor_frame_list_panes (TroupeEditorFrame *self, GPtrArray *panes);
GtkWidget *troupe_editor_frame_get_inspector (TroupeEditorFrame *self); /* (transfer none) (nullable) */
/* Lets the inspector use the full width if there is not enough space for it next to the canvas. */
void troupe_editor_frame_set_inspector_fills (TroupeEditorFrame *self, gboolean fills);
/* Adds a widget to the floating toolbar at the upper end. */
void troupe_editor_frame_add_tool (TroupeEditorFrame *self, GtkWidget *tool);
/* Returns the zoom tools, which may be hidden. (transfer none) */
GtkWidget *troupe_editor_frame_get_zoom_tools (TroupeEditorFrame *self);
/* Shows a widget over the lower edge of the canvas, in its center, instead of the zoom tools. @tool: floating */
void troupe_editor_frame_set_bottom_tool (TroupeEditorFrame *self, GtkWidget *tool);
/* Hides the floating tools that edit, the inspector and the outline. The canvas moves nothing and draws no wires. */
void troupe_editor_frame_set_read_only (TroupeEditorFrame *self);
/* Returns TRUE if the pane at that side overlays the canvas and may hide the object that the
 * user searches for. */
gboolean troupe_editor_frame_is_inspector_over (TroupeEditorFrame *self);
gboolean troupe_editor_frame_is_outline_over (TroupeEditorFrame *self);
/* Hides the pane that overlays the canvas. Returns FALSE if no pane overlays it. */
gboolean troupe_editor_frame_hide_pane_over (TroupeEditorFrame *self);
/* Handles Esc: hides an overlaying pane, or moves the focus from a field of the inspector to the
 * canvas. Returns FALSE if neither applies. */
gboolean troupe_editor_frame_leave (TroupeEditorFrame *self);

/* Sets the widget below the canvas. It consists of a bar of 40 px and, while `bottom-open`, a
 * panel above the end of the bar. @bottom: (nullable) */
void troupe_editor_frame_set_bottom (TroupeEditorFrame *self, GtkWidget *bottom);
void troupe_editor_frame_set_bottom_open (TroupeEditorFrame *self, gboolean open);
/* Lets the bottom widget also use the space of the canvas, which is hidden in the meantime. */
void troupe_editor_frame_set_bottom_whole (TroupeEditorFrame *self, gboolean whole);
void troupe_editor_frame_set_width_class (TroupeEditorFrame *self, TroupeEditorWidth width);

/* Returns the notice bar above the canvas. (transfer none) */
TroupeNoticeBar *troupe_editor_frame_get_notice (TroupeEditorFrame *self);

/* Sets the widget above the canvas that prompts the user. @question: (nullable): owned by the
 * frame until it is replaced. */
void troupe_editor_frame_set_question (TroupeEditorFrame *self, GtkWidget *question);
/* Shows or hides the question. */
void troupe_editor_frame_set_question_shown (TroupeEditorFrame *self, gboolean shown);

G_END_DECLS
