/* troupe-flow-crews.h: moves crews between a flow and separate crew projects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor.h"

G_BEGIN_DECLS

/**
 * TroupeFlowCrews:
 *
 * Actions for the selected method of a flow. `crew-place.make-project` prompts for a folder and
 * writes the crew to this folder; `crew-place.put-inline` embeds the crew of a project in the flow.
 * `crew-place.choose-file` and `crew-place.create-file` prompt for an existing crew and for the folder
 * of a new one; their parameter is the path of the action that is to refer to it. Each action is one undo step of the flow; undo does not delete written files. Actions that do not
 * fit the method are disabled.
 *
 * Signal: `message` (text: for a toast).
 */
#define TROUPE_TYPE_FLOW_CREWS (troupe_flow_crews_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowCrews, troupe_flow_crews, TROUPE, FLOW_CREWS, GObject)

/* @place: the widget that gets the actions. @place and @editor must outlive this object. */
TroupeFlowCrews *troupe_flow_crews_new (GtkWidget *place, TroupeEditor *editor);

/* (transfer none) */
GActionGroup *troupe_flow_crews_get_actions (TroupeFlowCrews *self);

/* Creates a crew in @folder, to which the action at @path then refers, and opens it. Returns FALSE on
 * failure, which is reported by `message`. */
gboolean
troupe_flow_crews_create (TroupeFlowCrews *self, const char *const *path, const char *folder);
/* Writes the crew to @folder after the user has chosen it. Returns FALSE on failure, which is
 * reported by `message`. */
gboolean
troupe_flow_crews_make_project (TroupeFlowCrews *self, const char *method, const char *folder);
/* Returns the first method whose crew does not exist. (transfer full) (nullable) */
char *troupe_flow_crews_find_missing (TroupeFlowCrews *self);
/* Offers to create, choose or inline a crew if @method refers to a file that does not exist.
 * Returns FALSE otherwise. */
gboolean troupe_flow_crews_offer (TroupeFlowCrews *self, const char *method);
gboolean troupe_flow_crews_put_inline (TroupeFlowCrews *self, const char *method);

G_END_DECLS
