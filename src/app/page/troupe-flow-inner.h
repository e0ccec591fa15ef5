/* troupe-flow-inner.h: shows the editor of an embedded crew in place of the flow editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-editor.h"
#include "troupe-editor.h"
#include "troupe-monitor.h"

G_BEGIN_DECLS

/**
 * TroupeFlowInner:
 *
 * While the user edits the crew of a crew action, the crew editor replaces the flow editor. Both
 * share the document, undo history and monitor. The breadcrumb, Alt+Up and Esc return to the flow.
 *
 * Signals: `changed` (the crew editor was opened or closed), `message` (text).
 */
#define TROUPE_TYPE_FLOW_INNER (troupe_flow_inner_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowInner, troupe_flow_inner, TROUPE, FLOW_INNER, GObject)

/* @place: the parent of @editor, whose layout stacks its children. None of the arguments is
 *   owned. */
TroupeFlowInner *
troupe_flow_inner_new (GtkWidget *place, TroupeEditor *editor, TroupeMonitor *monitor);

/* Opens the crew embedded in @method. Returns FALSE if no crew is embedded in it. */
gboolean troupe_flow_inner_enter (TroupeFlowInner *self, const char *method);
void troupe_flow_inner_leave (TroupeFlowInner *self);
/* Opens the crew that contains @problem of the flow, and shows the card and field of the
 * problem. Returns FALSE and does nothing if the problem is not located inside a crew. */
gboolean troupe_flow_inner_show_problem (TroupeFlowInner *self, const TroupeProblem *problem);
/* Returns the crew editor; NULL if the flow is shown. (transfer none) (nullable) */
TroupeCrewEditor *troupe_flow_inner_get_editor (TroupeFlowInner *self);
/* Returns the method that contains the shown crew; NULL if the flow is shown. (transfer none)
 * (nullable) */
const char *troupe_flow_inner_get_method (TroupeFlowInner *self);
/* Returns the visible frame. (transfer none) */
TroupeEditorFrame *troupe_flow_inner_get_frame (TroupeFlowInner *self);

/* Called when a run of the flow starts. This run includes the crew. */
void troupe_flow_inner_begin_run (TroupeFlowInner *self);
/* Called when a run of the crew alone starts. */
void troupe_flow_inner_begin_own_run (TroupeFlowInner *self);

G_END_DECLS
