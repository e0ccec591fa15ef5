/* troupe-editor-run.h: state of a run on the canvas of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-editor-context.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeEditorRun:
 *
 * Shows the trace of a run on cards, gates and wires (doc/interface.md §6), and passes outputs and
 * state to the context. A card whose result no longer fits the document is stale; the reasons come from
 * #TroupeFlowDifference, like those of a run that reuses results.
 */
typedef struct _TroupeEditorRun TroupeEditorRun;

/* Creates the display of a run. @trace: the trace of the run that is shown. The caller begins,
 * feeds and ends the trace */
TroupeEditorRun *
troupe_editor_run_new (TroupeEditorContext *context, TroupeCanvasScene *scene, TroupeTrace *trace);
void troupe_editor_run_free (TroupeEditorRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEditorRun, troupe_editor_run_free)

/* Show that the trace has begun, was resumed, or has ended. Must be called after the respective
 * change. */
void troupe_editor_run_begin (TroupeEditorRun *self, TroupeFlow *flow);
void troupe_editor_run_go_on (TroupeEditorRun *self);
void troupe_editor_run_end (TroupeEditorRun *self);
void troupe_editor_run_clear (TroupeEditorRun *self);
/* Sets the texts that cards show instead of times. @costs: (nullable) (element-type utf8 utf8):
 * by method name */
void troupe_editor_run_set_costs (TroupeEditorRun *self, GHashTable *costs);
/* Sets the texts of cards whose methods have no part in the run, such as “In turn 1”. @words,
 * @times: (element-type utf8 utf8): by method name */
void
troupe_editor_run_set_elsewhere (TroupeEditorRun *self, GHashTable *words, GHashTable *times);
/* Marks the cards whose results are stale. Must be called after every change to the document, once the scene
 * is up to date. */
void troupe_editor_run_document_changed (TroupeEditorRun *self);
/* Sets the files that the document referred to when the run began, and those to which it refers now, see
 * troupe_flow_difference_new(). Both are (nullable): NULL if they are not known. */
void troupe_editor_run_set_files (TroupeEditorRun *self, TroupeValue *before, TroupeValue *after);
/* Returns why the result of the method is stale. (transfer none) (nullable) (element-type TroupeChange): NULL if its card is not marked */
GPtrArray *troupe_editor_run_get_changes (TroupeEditorRun *self, const char *method);
/* Removes the mark of the method, whose result is kept until the method is changed again. */
void troupe_editor_run_keep_result (TroupeEditorRun *self, const char *method);
/* Lists the methods whose results are kept. (transfer full) */
char **troupe_editor_run_list_kept (TroupeEditorRun *self);
/* Counts the methods whose results fit the document, and those whose results are out of date. @n_valid, @n_stale: (out) */
void troupe_editor_run_count_results (TroupeEditorRun *self, guint *n_valid, guint *n_stale);
/* Updates the times of running methods. Called about once a second. */
void troupe_editor_run_tick (TroupeEditorRun *self);
gboolean troupe_editor_run_is_active (TroupeEditorRun *self);
/* (transfer full) (nullable) */
char *troupe_editor_run_describe (TroupeEditorRun *self, const char *method);

G_END_DECLS
