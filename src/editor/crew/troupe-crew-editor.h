/* troupe-crew-editor.h: crew editor page: canvas with tasks and agents, inspector, outline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-subject.h"
#include "troupe-editor-frame.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeCrewEditor:
 *
 * The page of one crew (doc/interface.md §11, §19 to §21). It has the same frame as the page of a
 * flow, with task cards in their order, agents below, and the manager above if the process is
 * hierarchical. The positions of the cards are derived from the crew: dragging a task reorders it,
 * dragging an agent onto a task assigns it. The page shows a run from its trace.
 *
 * Items on the canvas have the ids `task:INDEX`, `agent:NAME`, `manager`, and contexts
 * `context:FROM>TO`.
 *
 * Properties: `subject`, `trace` (construct only), `selected` (string or NULL: the id if exactly
 * one item is selected). The properties of #TroupeEditorFrame are set on the frame.
 *
 * Signals: `message` (text for a toast), `answer-requested` (id: the user wants to answer the
 * question of the task), `replay-requested` (index: the user wants to run the crew again from that
 * task onwards), `up-requested` (): the user wants to return to the document that contains the crew
 * (breadcrumb, Esc), `problem-activated` (TroupeProblem: the user wants to see the problem of a
 * card), `run-begins` (): a run of the present crew is shown.
 *
 * Class actions: `crew.undo`, `crew.redo`, `crew.add` (offers what can be added), `crew.add-task`,
 * `crew.add-agent`, `crew.find`, `crew.cut`, `crew.copy`, `crew.paste`, `crew.duplicate`,
 * `crew.delete`, `crew.rename`, `crew.edit`, `crew.connect`, `crew.assign`, `crew.move-earlier`,
 * `crew.move-later`, `crew.process` (s: sequential, hierarchical), `crew.make-manager`,
 * `crew.toggle-async`, `crew.run-from`, `crew.up`; and the actions of the frame's `view.` group for
 * widgets outside of the frame: `crew.fit`, `crew.zoom-in` and so on.
 */
#define TROUPE_TYPE_CREW_EDITOR (troupe_crew_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewEditor, troupe_crew_editor, TROUPE, CREW_EDITOR, GtkWidget)

/* Creates the page. @trace: the trace of the shown run. The caller begins, feeds and ends the
 * trace, and calls the functions below.
 * @crumbs: (nullable): NULL-terminated: the names of the containers of the crew, which the
 *   breadcrumb shows before the name of the crew */
GtkWidget *
troupe_crew_editor_new (TroupeCrewSubject *subject, TroupeTrace *trace, const char *const *crumbs);
TroupeCrewSubject *troupe_crew_editor_get_subject (TroupeCrewEditor *self);

/* Returns the frame around the canvas: notice, question, bottom, panes, view. (transfer none) */
TroupeEditorFrame *troupe_crew_editor_get_frame (TroupeCrewEditor *self);
/* Like troupe_editor_commit(). */
void troupe_crew_editor_commit (TroupeCrewEditor *self);

/* Selects an item by its id and reveals it. NULL clears the selection. */
void troupe_crew_editor_select (TroupeCrewEditor *self, const char *id);
/* Returns TRUE if the problem concerns a card or a field of the crew. */
gboolean troupe_crew_editor_has_place (TroupeCrewEditor *self, const TroupeProblem *problem);
/* Navigates to the location of the problem: card and field. */
void troupe_crew_editor_show_problem (TroupeCrewEditor *self, const TroupeProblem *problem);
/* Applies the fix as one undo step. Returns FALSE if the problem has no fix. */
gboolean troupe_crew_editor_fix_problem (TroupeCrewEditor *self, const TroupeProblem *problem);

/* Lets the page only be looked at, for a crew of the past. Nothing can be edited any more. */
void troupe_crew_editor_set_read_only (TroupeCrewEditor *self);

/* --- Runs on the canvas ----------------------------------------------------------------------- */

/* Shows the contents of the trace from now on. @crew: the copy that runs. @method: (nullable):
 * the method of the flow that runs the embedded crew; only the last pass of this method is shown */
void troupe_crew_editor_begin_run (TroupeCrewEditor *self, TroupeCrew *crew, const char *method);
void troupe_crew_editor_end_run (TroupeCrewEditor *self);
/* Shows that the run has not ended, because the trace was rewound. */
void troupe_crew_editor_go_on (TroupeCrewEditor *self);
/* Sets what the cards of tasks show instead of times. @costs: (nullable) (element-type utf8
 * utf8): by the names of tasks */
void troupe_crew_editor_set_costs (TroupeCrewEditor *self, GHashTable *costs);
void troupe_crew_editor_clear_run (TroupeCrewEditor *self);
/* Sets the number of tasks, counted from the first one, from which a run can be started again.
 * @why_not: (nullable): explains to the user why a run cannot be started from the other tasks.
 * If it is %NULL and @n_tasks is 0, replay is not offered at all, as for a crew embedded in a
 * flow. */
void troupe_crew_editor_set_replays (TroupeCrewEditor *self, guint n_tasks, const char *why_not);
/* Sets the files to which the crew referred when the run began, and those of today, see troupe_crew_difference_new(). Both are
 * (nullable). */
void troupe_crew_editor_set_files (TroupeCrewEditor *self, TroupeValue *before, TroupeValue *after);
/* Lists the titles of the tasks whose results the user keeps although they are stale. (transfer full) */
char **troupe_crew_editor_list_kept (TroupeCrewEditor *self);
/* Counts the tasks whose results fit the document, and those whose results are out of date. @n_valid, @n_stale: (out) */
void troupe_crew_editor_count_results (TroupeCrewEditor *self, guint *n_valid, guint *n_stale);
/* Sets the tasks that wait for an answer of the user. @titles: (nullable): NULL-terminated: the
 * titles of the tasks */
void troupe_crew_editor_set_asking (TroupeCrewEditor *self, const char *const *titles);

G_END_DECLS
