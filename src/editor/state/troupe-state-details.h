/* troupe-state-details.h: what a field of a state says of itself: its description and its limits
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
 * Below the table: the name of the field, the methods that use it, its description and what its type can be limited by
 * (doc/interface.md §22).
 *
 * Signals: `remove-requested` (the field shall go).
 */
#define TROUPE_TYPE_STATE_DETAILS (troupe_state_details_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateDetails, troupe_state_details, TROUPE, STATE_DETAILS, GtkWidget)

GtkWidget *troupe_state_details_new (TroupeEditorContext *context);
/* @field: (nullable): copied */
void troupe_state_details_show (TroupeStateDetails *self, const TroupeStateField *field);
/* After every change of the document; what is shown is still there. */
void troupe_state_details_refresh (TroupeStateDetails *self);
/* What was typed and is not in the document yet is written. */
void troupe_state_details_commit (TroupeStateDetails *self);

G_END_DECLS
