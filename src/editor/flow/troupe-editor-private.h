/* troupe-editor-private.h: the page itself: its template, its parts, and the files that speak for it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a part owns is behind its own header; here is only what makes them one page.
 */

#pragma once

#include "troupe-editor-clipboard.h"
#include "troupe-editor-gestures.h"
#include "troupe-editor-run.h"
#include "troupe-editor-selection.h"
#include "troupe-editor.h"

G_BEGIN_DECLS

struct _TroupeEditor
{
  GtkWidget parent_instance;

  /* The template. */
  TroupeEditorFrame *frame;
  TroupeOutline *outline;
  GtkWidget *hint;
  GtkWidget *add_label;
  GtkWidget *find_button;
  TroupeCanvas *canvas; /* the frame's, as the next one */
  TroupeEditorView *view;

  /* The parts. */
  TroupeFlowDocument *document;
  TroupeTrace *trace; /* of the run that is shown */
  TroupeEditorContext *context;
  TroupeDrawing *drawing;
  TroupeInspector *inspector; /* a child of @frame */
  TroupeEditorSelection *selection;
  TroupeEditorPopovers *popovers;
  TroupeEditorCreation *creation;
  TroupeEditorClipboard *clipboard;
  TroupeEditorGestures *gestures;
  TroupeEditorRun *run;

  guint tick_id; /* of the run */
};

/* --- troupe-editor.c ----------------------------------------------------------------------- */

void troupe_editor_method_activated (TroupeEditor *self, const char *name);
void troupe_editor_answer_requested (TroupeEditor *self, const char *name);
void
troupe_editor_passes_requested (TroupeEditor *self, const char *name, const GdkRectangle *place);

/* The window with the state of the flow. */
void troupe_editor_open_state (TroupeEditor *self);

/* --- troupe-editor-show.c ------------------------------------------------------------------ */

void troupe_editor_show_inspector (TroupeEditor *self);
/* The passes of a method, where the card's badge is. */
void troupe_editor_request_passes (TroupeEditor *self, const char *name);

/* --- troupe-editor-actions.c --------------------------------------------------------------- */

void troupe_editor_install_actions (GtkWidgetClass *widget_class);
void troupe_editor_update_actions (TroupeEditor *self);

/* --- troupe-editor-canvas.c ---------------------------------------------------------------- */

void troupe_editor_connect_canvas (TroupeEditor *self);

G_END_DECLS
