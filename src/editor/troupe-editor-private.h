/* troupe-editor-private.h: the page itself: its template, its parts, and the files that speak for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a part owns is behind its own header; here is only what makes them one page.
 */

#pragma once

#include "troupe-canvas-minimap.h"
#include "troupe-editor-clipboard.h"
#include "troupe-editor-gestures.h"
#include "troupe-editor-run.h"
#include "troupe-editor-selection.h"
#include "troupe-editor.h"
#include "troupe-side-pane.h"

G_BEGIN_DECLS

struct _TroupeEditor
{
  GtkWidget parent_instance;

  /* The template. */
  GtkWidget *root;
  GtkRevealer *notice_revealer;
  GtkWidget *notice;
  GtkImage *notice_icon;
  GtkLabel *notice_label;
  GtkButton *notice_button;
  GtkButton *notice_dismiss;
  AdwBin *question_place;
  GtkBox *row;
  GtkRevealer *outline_revealer;
  TroupeOutline *outline;
  GtkPaned *paned;
  GtkOverlay *overlay;
  TroupeCanvas *canvas;
  GtkWidget *hint;
  GtkWidget *tools;
  GtkWidget *add_label;
  GtkWidget *find_button;
  GtkWidget *zoom_tools;
  GtkLabel *zoom_label;
  GtkWidget *map_frame;
  TroupeCanvasMinimap *minimap;
  GtkRevealer *inspector_revealer;
  TroupeSidePane *pane;

  /* The parts. */
  TroupeFlowDocument *document;
  TroupeTrace *trace; /* of the run that is shown */
  TroupeEditorContext *context;
  TroupeDrawing *drawing;
  TroupeInspector *inspector; /* a child of @pane */
  TroupeEditorView *view;
  TroupeEditorSelection *selection;
  TroupeEditorPopovers *popovers;
  TroupeEditorCreation *creation;
  TroupeEditorClipboard *clipboard;
  TroupeEditorGestures *gestures;
  TroupeEditorRun *run;

  /* What goes where. */
  TroupeEditorWidth width;
  gboolean inspector_over; /* lies over the canvas */
  gboolean outline_over;
  gboolean map_pinned;
  gboolean bottom_open;
  int bottom_height; /* of the open panel */

  guint tick_id; /* of the run */
};

/* --- troupe-editor.c ----------------------------------------------------------------------- */

void troupe_editor_method_activated (TroupeEditor *self, const char *name);
void troupe_editor_answer_requested (TroupeEditor *self, const char *name);
void
troupe_editor_passes_requested (TroupeEditor *self, const char *name, const GdkRectangle *place);

/* --- troupe-editor-show.c ------------------------------------------------------------------ */

void troupe_editor_show_inspector (TroupeEditor *self);
/* The passes of a method, where the card's badge is. */
void troupe_editor_request_passes (TroupeEditor *self, const char *name);

/* --- troupe-editor-layout.c ---------------------------------------------------------------- */

void troupe_editor_update_map (TroupeEditor *self);
/* What lies over the canvas goes. FALSE where nothing does. */
gboolean troupe_editor_hide_pane_over (TroupeEditor *self);
void troupe_editor_position_changed (TroupeEditor *self);

/* --- troupe-editor-actions.c --------------------------------------------------------------- */

void troupe_editor_install_actions (GtkWidgetClass *widget_class);
void troupe_editor_update_actions (TroupeEditor *self);

/* --- troupe-editor-canvas.c ---------------------------------------------------------------- */

void troupe_editor_connect_canvas (TroupeEditor *self);

G_END_DECLS
