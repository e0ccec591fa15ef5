/* troupe-state-form.h: inspector form for the state of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"
#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupeStateForm:
 *
 * Shows the kind of a flow's state, and a row for each of its fields. A row contains the name, the
 * type, the initial value, and whether the field is required (doc/flow-semantics.md §5).
 */
#define TROUPE_TYPE_STATE_FORM (troupe_state_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateForm, troupe_state_form, TROUPE, STATE_FORM, GtkWidget)

GtkWidget *troupe_state_form_new (TroupeEditorContext *context);

G_END_DECLS
