/* troupe-editor-run.h: a run on the canvas
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
 * Turns what a trace knows of a run into what cards, gates and wires show (doc/interface.md §6), and gives
 * outputs and state to the context. When the document is edited after the run, the cards that were changed
 * become stale.
 */
typedef struct _TroupeEditorRun TroupeEditorRun;

/* @trace: of the run that is shown; somebody else begins it, feeds it and ends it */
TroupeEditorRun *
troupe_editor_run_new (TroupeEditorContext *context, TroupeCanvasScene *scene, TroupeTrace *trace);
void troupe_editor_run_free (TroupeEditorRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEditorRun, troupe_editor_run_free)

/* Once the trace has begun, was resumed, has ended. */
void troupe_editor_run_begin (TroupeEditorRun *self, TroupeFlow *flow);
void troupe_editor_run_go_on (TroupeEditorRun *self);
void troupe_editor_run_end (TroupeEditorRun *self);
void troupe_editor_run_clear (TroupeEditorRun *self);
/* What cards say in the place of times. @costs: (nullable) (element-type utf8 utf8): by the names of methods */
void troupe_editor_run_set_costs (TroupeEditorRun *self, GHashTable *costs);
/* What cards of methods say that have no part in the run: “In turn 1”. @words, @times: (element-type utf8 utf8): by the
 * names of methods */
void
troupe_editor_run_set_elsewhere (TroupeEditorRun *self, GHashTable *words, GHashTable *times);
/* After every change of the document, when the scene is as the document. */
void troupe_editor_run_document_changed (TroupeEditorRun *self);
/* The times of what is running; called about once a second. */
void troupe_editor_run_tick (TroupeEditorRun *self);
gboolean troupe_editor_run_is_active (TroupeEditorRun *self);
/* (transfer full) (nullable) */
char *troupe_editor_run_describe (TroupeEditorRun *self, const char *method);

G_END_DECLS
