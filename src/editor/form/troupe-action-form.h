/* troupe-action-form.h: form fields for the action of a method or a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * troupe_action_form_add:
 * @path: the path of the action in the document: `methods`, NAME, `do`
 * @in_step: whether the action belongs to a step of an `each`, which cannot be nested
 * @items: (nullable): in a step, the expression for the items
 * @steps: (nullable): in a step, the names of the previous steps
 *
 * Adds the fields of the action at @path to @box, for any action type.
 */
void troupe_action_form_add (TroupeForm *form,
                             GtkWidget *box,
                             const char *const *path,
                             gboolean in_step,
                             const char *items,
                             const char *const *steps);

/* Appends the properties that determine the fields of an action. Two actions with the same shape
 * have the same form. */
void troupe_action_form_append_shape (GString *shape, JsonNode *action);

/* Gets the type of the action at @node. Returns FALSE if the type is unknown. */
gboolean troupe_action_node_get_type (JsonNode *node, TroupeActionType *type);

/* Adds the form for the steps of an `each`. Defined in troupe-steps-form.c. */
void troupe_steps_form_add (TroupeForm *form, GtkWidget *box, const char *const *path);

G_END_DECLS
