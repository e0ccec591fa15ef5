/* troupe-feedback-form.h: whether and how a method asks a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * troupe_feedback_form_add:
 *
 * Adds the group «Ask a person»: a switch that puts `human_feedback` there or takes it away, and,
 * while it is there, message, answer by default, model (doc/interface.md §8; doc/flow-semantics.md §10).
 */
void troupe_feedback_form_add (TroupeForm *form, GtkWidget *box, const char *method);

/* The block that a method gets which begins to ask. (transfer full) */
JsonNode *troupe_feedback_make_block (void);

G_END_DECLS
