/* troupe-feedback-form.h: form for human feedback of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * troupe_feedback_form_add:
 *
 * Adds the group «Ask a person». It contains a switch that adds or removes `human_feedback`. While
 * `human_feedback` exists, the group also contains message, default answer and model
 * (doc/interface.md §8; doc/flow-semantics.md §10).
 */
void troupe_feedback_form_add (TroupeForm *form, GtkWidget *box, const char *method);

/* Returns an initial `human_feedback` block, with outcomes that nothing in @flow uses yet. (transfer
 * full) */
JsonNode *troupe_feedback_make_block (TroupeFlow *flow);

G_END_DECLS
