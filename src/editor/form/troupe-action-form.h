/* troupe-action-form.h: the fields of what a method or a step does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/* The word a person reads for a kind of action. (transfer none), translated. */
const char *troupe_action_type_get_title (TroupeActionType type);

/**
 * troupe_action_form_add:
 * @path: of the action in the document: `methods`, NAME, `do`
 * @in_step: whether it stands in a step of an `each`: then no nested one
 * @items: (nullable): in a step, the expression that gives the items
 * @steps: (nullable): in a step, names of the steps before it
 *
 * Adds the fields of the action at @path to @box, whatever its kind.
 */
void troupe_action_form_add (TroupeForm *form,
                             GtkWidget *box,
                             const char *const *path,
                             gboolean in_step,
                             const char *items,
                             const char *const *steps);

/* What decides which fields an action needs: two actions with the same text have the same form. */
void troupe_action_form_append_shape (GString *shape, JsonNode *action);

/* The kind of the action at @node; FALSE where it has none that is known. */
gboolean troupe_action_node_get_type (JsonNode *node, TroupeActionType *type);

/* The steps of an `each`. (troupe-steps-form.c) */
void troupe_steps_form_add (TroupeForm *form, GtkWidget *box, const char *const *path);

G_END_DECLS
