/* troupe-editor.h: one open flow: canvas, palette, inspector, outline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-drawing.h"
#include "troupe-editor-frame.h"
#include "troupe-flow-document.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeEditor:
 *
 * The page of one flow document (doc/interface.md §7): canvas, palette, inspector and outline of a flow inside of the
 * frame that all pages have. It shows a run from its trace and knows nothing of runners.
 *
 * Properties: `document`, `trace` (construct only), `selected-method` (string or NULL), `selected-starts`
 * (boolean: whether that method runs at start; `flow.toggle-start` is its action); those of #TroupeEditorFrame are the
 * frame's.
 *
 * Signals: `method-activated` (name: a card was opened), `message` (text: what a toast should say),
 * `answer-requested` (name: a person wants to answer what the method asks), `passes-requested` (name, GdkRectangle: a
 * person wants to choose a pass of the method; where on the page its badge is), `state-opened` (TroupeStateEditor: the
 * window with the flow's state, which is not shown yet).
 *
 * Class actions, for menus, keys and assistive technology (all work on the selection):
 * `flow.undo`, `flow.redo`, `flow.add` (palette), `flow.add-method` (s: an action's word), `flow.add-note`,
 * `flow.tidy`, `flow.find`, `flow.invert-selection`, `flow.cut`,
 * `flow.copy`, `flow.paste`, `flow.duplicate`, `flow.delete`, `flow.delete-reconnect`, `flow.rename`,
 * `flow.edit`, `flow.connect`, `flow.connect-and`, `flow.toggle-gate`, `flow.insert`,
 * `flow.state`, `flow.toggle-start`, `flow.group`, `flow.ungroup`, `flow.group-colour` (s: blue, green, yellow, orange,
 * red, purple, brown, grey), `flow.align` (s: L C R T M B; H V: distribute), `flow.select-reach` (s:
 * upstream, downstream, connected); and those of the frame's `view.`, for who stands outside of the frame: `flow.fit`,
 * `flow.fit-selection`, `flow.zoom-in`, `flow.zoom-out`, `flow.zoom-normal`, `flow.select-all`, `flow.select-none`,
 * `flow.minimap`.
 */
#define TROUPE_TYPE_EDITOR (troupe_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditor, troupe_editor, TROUPE, EDITOR, GtkWidget)

/* @trace: of the run that is shown; the caller begins it, feeds it and ends it, and says so below */
GtkWidget *troupe_editor_new (TroupeFlowDocument *document, TroupeTrace *trace);
TroupeFlowDocument *troupe_editor_get_document (TroupeEditor *self);
TroupeTrace *troupe_editor_get_trace (TroupeEditor *self);
/* (transfer none) */
TroupeDrawing *troupe_editor_get_drawing (TroupeEditor *self);

/* What stands round its canvas: notice, question, bottom, panes, view. (transfer none) */
TroupeEditorFrame *troupe_editor_get_frame (TroupeEditor *self);

/* What a person has typed into a field and what is not in the document yet is written: call it before the
 * document is saved, run, closed or left. Not from inside of a change of focus. */
void troupe_editor_commit (TroupeEditor *self);

/* The part of the drawing that is seen, in canvas pixels; FALSE where it was not shown yet. */
gboolean troupe_editor_get_seen (TroupeEditor *self,
                                 double *x,
                                 double *y,
                                 double *width,
                                 double *height);
/* The names of all methods that are selected, NULL-terminated. (transfer full) */
char **troupe_editor_list_selected (TroupeEditor *self);

/* Selects the method, brings it into view; NULL selects nothing. */
void troupe_editor_select_method (TroupeEditor *self, const char *name);
const char *troupe_editor_get_selected_method (TroupeEditor *self);

/* Goes to where the problem is: card, field, column. */
void troupe_editor_show_problem (TroupeEditor *self, const TroupeProblem *problem);
/* Goes to what stands at @path, as a run says. @line: of the document's text, 0 where it is not known. */
void
troupe_editor_show_place (TroupeEditor *self, const char *method, const char *path, guint line);
/* Applies the repair as one undo step; FALSE where it has none. */
gboolean troupe_editor_fix_problem (TroupeEditor *self, const TroupeProblem *problem);

/* --- A run on the canvas ----------------------------------------------------------------------- */

/* The trace has begun: cards show waiting; @flow is the copy that runs. */
void troupe_editor_begin_run (TroupeEditor *self, TroupeFlow *flow);
/* The trace was resumed: what was under way begins anew. */
void troupe_editor_go_on (TroupeEditor *self);
/* What cards say whose methods have no part in the run that is shown. @words, @times: (element-type utf8 utf8): by the names
 * of methods */
void troupe_editor_set_elsewhere (TroupeEditor *self, GHashTable *words, GHashTable *times);
/* What cards say in the place of times. @costs: (nullable) (element-type utf8 utf8): by the names of methods */
void troupe_editor_set_costs (TroupeEditor *self, GHashTable *costs);
/* The trace has ended. What never ran shows that it was not reached, unless the run waits for a person; states stay until the
 * next edit makes them stale. */
void troupe_editor_end_run (TroupeEditor *self);
void troupe_editor_clear_run (TroupeEditor *self);

G_END_DECLS
