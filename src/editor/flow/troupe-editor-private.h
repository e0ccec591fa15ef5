/* troupe-editor-private.h: private members of TroupeEditor, shared by its source files
 *
 * The components have their own headers; this file contains only what combines them into one page.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-clipboard.h"
#include "troupe-editor-control.h"
#include "troupe-editor-gestures.h"
#include "troupe-editor-run.h"
#include "troupe-editor-selection.h"
#include "troupe-editor.h"

G_BEGIN_DECLS

struct _TroupeEditor
{
  GtkWidget parent_instance;

  /* Template children. */
  TroupeEditorFrame *frame;
  TroupeOutline *outline;
  GtkWidget *hint;
  GtkWidget *state_window; /* (nullable): a weak pointer */
  GtkWidget *add_label;
  GtkWidget *find_button;
  TroupeCanvas *canvas; /* of the frame, like @view */
  TroupeEditorView *view;

  /* Components. */
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

  GtkWidget *stale; /* (nullable): says why a result is stale; owned by @popovers */

  char *
      found; /* (nullable): path of the field that was found last, which Enter on its card enters */
  guint tick_id; /* updates times during a run */
  gboolean is_read_only;
};

/* --- troupe-editor.c ----------------------------------------------------------------------- */

void troupe_editor_method_activated (TroupeEditor *self, const char *name);
void troupe_editor_answer_requested (TroupeEditor *self, const char *name);
void
troupe_editor_passes_requested (TroupeEditor *self, const char *name, const GdkRectangle *place);

void troupe_editor_part_requested (TroupeEditor *self, const char *part, const char *method);

/* Opens the window with the state of the flow. */
void troupe_editor_open_state (TroupeEditor *self);

/* --- troupe-editor-show.c ------------------------------------------------------------------ */

/* Says why the result of the method is stale, in a popover at its card. */
void troupe_editor_show_changes (TroupeEditor *self, const char *name);
/* Emits `passes-requested` for a method, with the position of the card's badge. */
void troupe_editor_request_passes (TroupeEditor *self, const char *name);

/* --- troupe-editor-actions.c --------------------------------------------------------------- */

void troupe_editor_install_actions (GtkWidgetClass *widget_class);
void troupe_editor_update_actions (TroupeEditor *self);

/* --- troupe-editor-canvas.c ---------------------------------------------------------------- */

void troupe_editor_connect_canvas (TroupeEditor *self);

G_END_DECLS
