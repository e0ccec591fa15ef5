/* troupe-flow-crews.h: crews of a flow, from inside of it to projects of their own and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor.h"

G_BEGIN_DECLS

/**
 * TroupeFlowCrews:
 *
 * What menus of a flow's page offer for the method that is selected: `crew-place.make-project` asks for a folder and
 * writes the crew there, `crew-place.put-inline` takes a project's crew into the flow. Each is one step of undo of the
 * flow; files that were written stay. An action that does not fit the method is disabled.
 *
 * Signal: `message` (text: for a toast).
 */
#define TROUPE_TYPE_FLOW_CREWS (troupe_flow_crews_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowCrews, troupe_flow_crews, TROUPE, FLOW_CREWS, GObject)

/* @place: gets the actions; outlives it, as @editor does */
TroupeFlowCrews *troupe_flow_crews_new (GtkWidget *place, TroupeEditor *editor);

/* (transfer none) */
GActionGroup *troupe_flow_crews_get_actions (TroupeFlowCrews *self);

/* What follows once a person has chosen a folder. FALSE where it could not be done, which is told. */
gboolean
troupe_flow_crews_make_project (TroupeFlowCrews *self, const char *method, const char *folder);
gboolean troupe_flow_crews_put_inline (TroupeFlowCrews *self, const char *method);

G_END_DECLS
