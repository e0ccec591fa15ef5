/* troupe-state-editor.h: the state of a flow: a table of its fields beside its schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-context.h"
#include "troupe-state-table.h"

G_BEGIN_DECLS

/**
 * TroupeStateEditor:
 *
 * A window with the fields of a flow's state, what the selected one is limited by, and the same as JSON
 * (doc/interface.md §22). Both sides edit the document; undo is the document's. Where it is too narrow for both the
 * schema is a page of its own.
 *
 * Signals: `form-requested` (a person wants to see what a run would ask for; the window has gone).
 */
#define TROUPE_TYPE_STATE_EDITOR (troupe_state_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateEditor, troupe_state_editor, TROUPE, STATE_EDITOR, AdwWindow)

GtkWindow *troupe_state_editor_new (TroupeEditorContext *context);

/* What the last runs left, the newest first: for “From a Run” and for whether they fit.
 * @states: (element-type TroupeValue): maps */
void troupe_state_editor_set_runs (TroupeStateEditor *self, GPtrArray *states);

/* For tests. (transfer none) */
TroupeStateTable *troupe_state_editor_get_table (TroupeStateEditor *self);

G_END_DECLS
