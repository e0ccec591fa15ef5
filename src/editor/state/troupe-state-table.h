/* troupe-state-table.h: the fields of a state, one a row
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
 * Field, type, required, default and whether a person is asked for it (doc/interface.md §22). Fields of objects stand
 * below them. F2 edits the name, Enter opens what is below the table, Delete removes, Alt+Up and Alt+Down put a field
 * into another order, as dragging does.
 *
 * Signals: `selected` (another field is, or none), `opened` (a person wants to see more of it), `rename-requested`
 * (name: for the selected one).
 */
#define TROUPE_TYPE_STATE_TABLE (troupe_state_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateTable, troupe_state_table, TROUPE, STATE_TABLE, GtkWidget)

GtkWidget *troupe_state_table_new (TroupeEditorContext *context);
/* After every change of the document. */
void troupe_state_table_refresh (TroupeStateTable *self);
/* (transfer none) (nullable): good until the next refresh */
const TroupeStateField *troupe_state_table_get_selected (TroupeStateTable *self);
/* Selects the field of that name, of the same object as @beside or the state itself. @beside: (nullable) */
void troupe_state_table_select (TroupeStateTable *self,
                                const TroupeStateField *beside,
                                const char *name);
/* Edits the name of the selected one. */
void troupe_state_table_edit_name (TroupeStateTable *self);
/* The same once its row is there. */
void troupe_state_table_edit_name_soon (TroupeStateTable *self);
/* Takes the selected field away. */
void troupe_state_table_remove (TroupeStateTable *self);
/* Whether the fields are those of a class of Python, which has to be changed itself. */
gboolean troupe_state_table_is_read_only (TroupeStateTable *self);
TroupeEditorContext *troupe_state_table_get_context (TroupeStateTable *self); /* (transfer none) */
/* (transfer none) (element-type TroupeStateRow) */
GListModel *troupe_state_table_get_rows (TroupeStateTable *self);
/* A person wants the field of that row to be called @name. */
void troupe_state_table_request_rename (TroupeStateTable *self, guint position, const char *name);
/* How many fields of the state itself there are, without its id. */
guint troupe_state_table_get_n_fields (TroupeStateTable *self);

G_END_DECLS
