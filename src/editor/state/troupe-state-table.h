/* troupe-state-table.h: table of state fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-context.h"
#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/**
 * TroupeStateTable:
 *
 * Shows field, type, required, default, and whether the user is prompted for the field
 * (doc/interface.md §22). Fields of objects are listed below the objects. F2 edits the name, Enter
 * opens the details below the table, Delete removes the field, and Alt+Up and Alt+Down reorder
 * fields, like dragging.
 *
 * Signals: `selected` (the selected field has changed, or none is selected), `opened` (the user
 * wants to see the details), `rename-requested` (name: for the selected field).
 */
#define TROUPE_TYPE_STATE_TABLE (troupe_state_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateTable, troupe_state_table, TROUPE, STATE_TABLE, GtkWidget)

GtkWidget *troupe_state_table_new (TroupeEditorContext *context);
/* Updates the rows. Must be called after every change to the document. */
void troupe_state_table_refresh (TroupeStateTable *self);
/* Returns the selected field. (transfer none) (nullable): valid until the next refresh */
const TroupeStateField *troupe_state_table_get_selected (TroupeStateTable *self);
/* Selects the field with that name in the same object as @beside, or in the state itself.
 * @beside: (nullable) */
void troupe_state_table_select (TroupeStateTable *self,
                                const TroupeStateField *beside,
                                const char *name);
/* Edits the name of the selected field. */
void troupe_state_table_edit_name (TroupeStateTable *self);
/* Edits the name of the selected field once its row was created. */
void troupe_state_table_edit_name_soon (TroupeStateTable *self);
/* Removes the selected field. */
void troupe_state_table_remove (TroupeStateTable *self);
/* Returns TRUE if the fields are defined by a Python class, so that they can only be changed in
 * its source. */
gboolean troupe_state_table_is_read_only (TroupeStateTable *self);
TroupeEditorContext *troupe_state_table_get_context (TroupeStateTable *self); /* (transfer none) */
/* Returns the rows. (transfer none) (element-type TroupeStateRow) */
GListModel *troupe_state_table_get_rows (TroupeStateTable *self);
/* Requests to rename the field of that row to @name. */
void troupe_state_table_request_rename (TroupeStateTable *self, guint position, const char *name);
/* Returns the number of top-level fields of the state, without its id. */
guint troupe_state_table_get_n_fields (TroupeStateTable *self);

G_END_DECLS
