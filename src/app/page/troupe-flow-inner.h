/* troupe-flow-inner.h: a crew inside of a flow, shown in the flow's place
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
 * While a person is inside of a crew action, the editor of the crew stands where the flow's stood, on the same document
 * with the same undo, and the monitor below it. The breadcrumb, Alt+Up and Esc lead back.
 *
 * Signals: `changed` (a person went in or came back), `message` (text).
 */
#define TROUPE_TYPE_FLOW_INNER (troupe_flow_inner_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowInner, troupe_flow_inner, TROUPE, FLOW_INNER, GObject)

/* @place: the widget whose child @editor is; it lays out its children one over the other. None is owned. */
TroupeFlowInner *
troupe_flow_inner_new (GtkWidget *place, TroupeEditor *editor, TroupeMonitor *monitor);

/* Goes into the crew of @method, which stands in the flow; FALSE where it has none. */
gboolean troupe_flow_inner_enter (TroupeFlowInner *self, const char *method);
void troupe_flow_inner_leave (TroupeFlowInner *self);
/* Goes to the crew that @problem of the flow is about, and there to the card and its field; FALSE, and nothing happens,
 * where it is about no inside of a crew. */
gboolean troupe_flow_inner_show_problem (TroupeFlowInner *self, const TroupeProblem *problem);
/* The crew's editor; NULL where the flow is shown. (transfer none) (nullable) */
TroupeCrewEditor *troupe_flow_inner_get_editor (TroupeFlowInner *self);
/* Whose crew that is; NULL where the flow is shown. (transfer none) (nullable) */
const char *troupe_flow_inner_get_method (TroupeFlowInner *self);
/* The frame that is seen. (transfer none) */
TroupeEditorFrame *troupe_flow_inner_get_frame (TroupeFlowInner *self);

/* A run begins: the crew's is part of it. */
void troupe_flow_inner_begin_run (TroupeFlowInner *self);
/* A run of the crew alone begins. */
void troupe_flow_inner_begin_own_run (TroupeFlowInner *self);

G_END_DECLS
