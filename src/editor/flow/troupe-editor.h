/* troupe-editor.h: editor page of a flow: canvas, palette, inspector, outline
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
 * The page of one flow document (doc/interface.md §7): canvas, palette, inspector and outline of a
 * flow inside of the common frame of all pages. It shows a run from its trace and does not depend
 * on runners.
 *
 * Properties: `document`, `trace` (construct only), `selected-method` (string or NULL),
 * `selected-starts` (boolean: whether that method runs at start; `flow.toggle-start` is its
 * action). The properties of #TroupeEditorFrame are set on the frame.
 *
 * Signals: `method-activated` (name: a card was opened), `message` (text: to be shown in a toast),
 * `answer-requested` (name: the user wants to answer the question of the method),
 * `passes-requested` (name, GdkRectangle: the user wants to choose a pass of the method; the
 * position of its badge on the page), `state-opened` (TroupeStateEditor: the window with the flow's
 * state, which is not shown yet), `part-requested` (part: `from`, `until` or `only`; name: the user
 * wants to run the flow from, to, or only that method).
 *
 * Class actions, for menus, shortcuts and assistive technology (all apply to the selection):
 * `flow.undo`, `flow.redo`, `flow.add` and `flow.add-next` (palette, for what runs after the
 * selected method), `flow.add-method` (s: name of an action),
 * `flow.add-note`, `flow.tidy`, `flow.find`, `flow.invert-selection`, `flow.cut`, `flow.copy`,
 * `flow.paste`, `flow.duplicate`, `flow.delete`, `flow.delete-reconnect`, `flow.rename`,
 * `flow.edit`, `flow.open-crew`, `flow.connect`, `flow.connect-and`, `flow.toggle-gate`, `flow.insert`, `flow.state`,
 * `flow.mute`, `flow.pin`, `flow.breakpoint`, `flow.breakpoint-if`, `flow.run-from`,
 * `flow.run-until`, `flow.run-only`,
 * `flow.toggle-start`, `flow.group`, `flow.ungroup`, `flow.group-colour` (s: blue, green, yellow,
 * orange, red, purple, brown, grey), `flow.align` (s: L C R T M B; H V: distribute),
 * `flow.select-reach` (s: upstream, downstream, connected); and, for widgets outside of the frame,
 * the actions of the frame's `view.` group: `flow.fit`, `flow.fit-selection`, `flow.zoom-in`,
 * `flow.zoom-out`, `flow.zoom-normal`, `flow.select-all`, `flow.select-none`, `flow.minimap`.
 */
#define TROUPE_TYPE_EDITOR (troupe_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditor, troupe_editor, TROUPE, EDITOR, GtkWidget)

/* Creates the page. @trace: the trace of the run that is shown. The caller begins, feeds and
 * ends the trace and calls the functions below accordingly */
GtkWidget *troupe_editor_new (TroupeFlowDocument *document, TroupeTrace *trace);
TroupeFlowDocument *troupe_editor_get_document (TroupeEditor *self);
TroupeTrace *troupe_editor_get_trace (TroupeEditor *self);
/* (transfer none) */
TroupeDrawing *troupe_editor_get_drawing (TroupeEditor *self);

/* Returns the common chrome around the canvas: notice, question, bottom, panes, view. (transfer
 * none) */
TroupeEditorFrame *troupe_editor_get_frame (TroupeEditor *self);

/* Writes pending input of fields to the document. Call it before the document is saved, run,
 * closed or left. Must not be called while the focus changes. */
void troupe_editor_commit (TroupeEditor *self);

/* Gets the visible part of the drawing in canvas pixels. Returns FALSE if the editor has not
 * been shown yet. */
gboolean troupe_editor_get_seen (TroupeEditor *self,
                                 double *x,
                                 double *y,
                                 double *width,
                                 double *height);
/* Returns the names of all selected methods, and the ids of all selected notes, NULL-terminated.
 * (transfer full) */
char **troupe_editor_list_selected (TroupeEditor *self);

/* Selects the method and scrolls to it. NULL clears the selection. */
void troupe_editor_select_method (TroupeEditor *self, const char *name);
const char *troupe_editor_get_selected_method (TroupeEditor *self);

/* Shows the location of the problem: card, field, column. */
void troupe_editor_show_problem (TroupeEditor *self, const TroupeProblem *problem);
/* Shows the location @path that a run reported. @line: the line in the document's text, 0 if
 * unknown. */
void
troupe_editor_show_place (TroupeEditor *self, const char *method, const char *path, guint line);
/* Applies the fix as one undo step. Returns FALSE if the problem has no fix. */
gboolean troupe_editor_fix_problem (TroupeEditor *self, const TroupeProblem *problem);

/* Lets the page only be looked at, for a document of the past. Nothing can be edited any more. */
void troupe_editor_set_read_only (TroupeEditor *self);

/* --- Showing a run on the canvas -------------------------------------------------------------- */

/* Starts to show a run after the trace has begun. Cards show that they are waiting. @flow: the
 * copy that runs. */
void troupe_editor_begin_run (TroupeEditor *self, TroupeFlow *flow);
/* Shows that the trace was resumed or rewound. Methods that were running begin again. */
void troupe_editor_go_on (TroupeEditor *self);
/* Sets the texts of cards whose methods have no part in the current run. @words, @times:
 * (element-type utf8 utf8): by method name */
void troupe_editor_set_elsewhere (TroupeEditor *self, GHashTable *words, GHashTable *times);
/* Sets the texts that cards show instead of times. @costs: (nullable) (element-type utf8 utf8):
 * by method name */
void troupe_editor_set_costs (TroupeEditor *self, GHashTable *costs);
/* Shows the end of the run after the trace has ended. Methods that never ran show that they were
 * not reached, unless the run waits for the user. */
void troupe_editor_end_run (TroupeEditor *self);
/* Sets the files to which the document referred when the run began, and those of today, see troupe_flow_difference_new(). Both are
 * (nullable). */
void troupe_editor_set_files (TroupeEditor *self, TroupeValue *before, TroupeValue *after);
/* Lists the methods whose results the user keeps although they are stale. (transfer full) */
char **troupe_editor_list_kept (TroupeEditor *self);
/* Counts the methods whose results fit the document, and those whose results are out of date. @n_valid, @n_stale: (out) */
void troupe_editor_count_results (TroupeEditor *self, guint *n_valid, guint *n_stale);
void troupe_editor_clear_run (TroupeEditor *self);

G_END_DECLS
