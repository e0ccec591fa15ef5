/* troupe-state-details.h: form for the description and the limits of a state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-context.h"
#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/**
 * TroupeStateDetails:
 *
 * Shown below the table: the name of the field, the methods that use it, its description and the
 * limits of its type (doc/interface.md §22).
 *
 * Signals: `remove-requested` (the field should be removed).
 */
#define TROUPE_TYPE_STATE_DETAILS (troupe_state_details_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateDetails, troupe_state_details, TROUPE, STATE_DETAILS, GtkWidget)

GtkWidget *troupe_state_details_new (TroupeEditorContext *context);
/* @field: (nullable): copied */
void troupe_state_details_show (TroupeStateDetails *self, const TroupeStateField *field);
/* Updates the rows. Must be called after every change to the document. The displayed field must
 * still exist. */
void troupe_state_details_refresh (TroupeStateDetails *self);
/* Writes pending input to the document. */
void troupe_state_details_commit (TroupeStateDetails *self);

G_END_DECLS
