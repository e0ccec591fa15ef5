/* troupe-state-row.h: list model item for a state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/**
 * TroupeStateRow:
 *
 * An item of the table of state fields.
 *
 * Signals: `changed` (the field may have changed in the document).
 */
#define TROUPE_TYPE_STATE_ROW (troupe_state_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateRow, troupe_state_row, TROUPE, STATE_ROW, GObject)

/* Creates a row. @field: (nullable): copied; NULL represents the id that every state has */
TroupeStateRow *troupe_state_row_new (const TroupeStateField *field);
/* (transfer none) (nullable) */
const TroupeStateField *troupe_state_row_get_field (TroupeStateRow *self);
/* Returns TRUE if the row represents @field. @field and the field of the row may both be NULL. */
gboolean troupe_state_row_is_of (TroupeStateRow *self, const TroupeStateField *field);
void troupe_state_row_changed (TroupeStateRow *self);

G_END_DECLS
