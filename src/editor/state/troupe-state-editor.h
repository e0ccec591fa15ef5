/* troupe-state-editor.h: editor window for the state of a flow: table of its fields, and its schema
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
 * A window with the fields of a flow's state, the limits of the selected field, and the same data
 * as JSON (doc/interface.md §22). Both sides edit the document, which also provides undo. If the
 * window is too narrow for both sides, the schema is on a separate page.
 *
 * Signals: `form-requested` (the user wants to see the input form of a run; the window was closed).
 */
#define TROUPE_TYPE_STATE_EDITOR (troupe_state_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateEditor, troupe_state_editor, TROUPE, STATE_EDITOR, AdwWindow)

GtkWindow *troupe_state_editor_new (TroupeEditorContext *context);

/* Sets the final states of the last runs, the newest first. They are used for “From a Run” and
 * to check whether they match the schema.
 * @states: (element-type TroupeValue): maps */
void troupe_state_editor_set_runs (TroupeStateEditor *self, GPtrArray *states);

/* Writes what is typed in a cell or field into the document. */
void troupe_state_editor_commit (TroupeStateEditor *self);

/* For tests. (transfer none) */
TroupeStateTable *troupe_state_editor_get_table (TroupeStateEditor *self);

G_END_DECLS
