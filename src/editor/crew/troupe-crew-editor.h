/* troupe-crew-editor.h: one crew on its canvas: tasks, agents, inspector, outline
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
 * The page of one crew (doc/interface.md §11, §19 to §21): the same frame as a flow's, with task cards in their order,
 * agents below, the manager above where the process is hierarchical. Where the cards stand follows from the crew:
 * dragging a task reorders, dragging an agent on a task assigns it. It shows a run from its trace.
 *
 * Things on the canvas are known by ids: `task:INDEX`, `agent:NAME`, `manager`, and contexts `context:FROM>TO`.
 *
 * Properties: `subject`, `trace` (construct only), `selected` (string or NULL: the id of the one thing that is
 * selected). Those of #TroupeEditorFrame are the frame's.
 *
 * Signals: `message` (text: what a toast should say), `answer-requested` (id: a person wants to answer what the task
 * asks), `replay-requested` (index: a person wants the crew to run again from that task on), `up-requested` (): a person wants back to what the crew stands in (breadcrumb, Esc), `problem-activated`
 * (TroupeProblem: a person wants to see what is wrong with a card), `run-begins` (): a run of the crew as it is now is shown.
 *
 * Class actions: `crew.undo`, `crew.redo`, `crew.add` (what can be added), `crew.add-task`, `crew.add-agent`,
 * `crew.find`, `crew.cut`, `crew.copy`, `crew.paste`, `crew.duplicate`, `crew.delete`, `crew.rename`, `crew.edit`,
 * `crew.connect`, `crew.assign`, `crew.move-earlier`, `crew.move-later`, `crew.process` (s: sequential, hierarchical),
 * `crew.make-manager`, `crew.toggle-async`, `crew.run-from`, `crew.up`; and those of the frame's `view.`, for who stands outside of it:
 * `crew.fit`, `crew.zoom-in` and so on.
 */
#define TROUPE_TYPE_CREW_EDITOR (troupe_crew_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewEditor, troupe_crew_editor, TROUPE, CREW_EDITOR, GtkWidget)

/* @trace: of the run that is shown; the caller begins it, feeds it and ends it, and says so below.
 * @crumbs: (nullable): NULL-terminated: the names of what the crew stands in, for the breadcrumb before its own */
GtkWidget *
troupe_crew_editor_new (TroupeCrewSubject *subject, TroupeTrace *trace, const char *const *crumbs);
TroupeCrewSubject *troupe_crew_editor_get_subject (TroupeCrewEditor *self);

/* What stands round its canvas: notice, question, bottom, panes, view. (transfer none) */
TroupeEditorFrame *troupe_crew_editor_get_frame (TroupeCrewEditor *self);
/* As troupe_editor_commit(). */
void troupe_crew_editor_commit (TroupeCrewEditor *self);

/* Selects a thing by its id, brings it into view; NULL selects nothing. */
void troupe_crew_editor_select (TroupeCrewEditor *self, const char *id);
/* Whether a card or a field of the crew's own is what the problem is about. */
gboolean troupe_crew_editor_has_place (TroupeCrewEditor *self, const TroupeProblem *problem);
/* Goes to where the problem is: card, field. */
void troupe_crew_editor_show_problem (TroupeCrewEditor *self, const TroupeProblem *problem);
/* Applies the repair as one undo step; FALSE where it has none. */
gboolean troupe_crew_editor_fix_problem (TroupeCrewEditor *self, const TroupeProblem *problem);

/* --- A run on the canvas ---------------------------------------------------------------------------- */

/* What the trace knows is shown from now on; @crew is the copy that runs. @method: (nullable): the method of the flow
 * that runs it, where it stands in one: only its last pass is shown */
void troupe_crew_editor_begin_run (TroupeCrewEditor *self, TroupeCrew *crew, const char *method);
void troupe_crew_editor_end_run (TroupeCrewEditor *self);
/* What the cards of tasks say in the place of times. @costs: (nullable) (element-type utf8 utf8): by the names of tasks */
void troupe_crew_editor_set_costs (TroupeCrewEditor *self, GHashTable *costs);
void troupe_crew_editor_clear_run (TroupeCrewEditor *self);
/* With how many tasks, from the first on, a run can begin again, as the caller knows. @why_not: (nullable): for a person, why
 * not with others; where it is %NULL and there are none nobody is offered that, as of a crew inside of a flow. */
void troupe_crew_editor_set_replays (TroupeCrewEditor *self, guint n_tasks, const char *why_not);
/* @titles: (nullable): the titles of the tasks that wait for a person's answer. NULL-terminated */
void troupe_crew_editor_set_asking (TroupeCrewEditor *self, const char *const *titles);

G_END_DECLS
