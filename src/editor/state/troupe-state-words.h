/* troupe-state-words.h: converting types and values of state fields to text and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/* Returns the translated title of a type for a list of types. */
const char *troupe_state_type_get_title (TroupeFieldType type);
/* Describes the type of a field with its limits, such as `one of 3`, `number 0 … 1`, or `list of
 * object`. (transfer full) */
char *troupe_state_describe_type (JsonNode *root, const TroupeStateField *field);

/* Returns a string unchanged, and any other value as JSON in one line. @node: (nullable): NULL
 * returns "". (transfer full) */
char *troupe_state_value_to_text (JsonNode *node);
/**
 * troupe_state_value_from_text:
 * @field: the field of the value
 * @text: the text typed by the user; not empty
 * @message: (out) (optional) (transfer full): why the text is not a valid value of the field
 *
 * Parses the value of a field.
 *
 * Returns: (transfer full) (nullable): the value
 */
JsonNode *troupe_state_value_from_text (JsonNode *root,
                                        const TroupeStateField *field,
                                        const char *text,
                                        char **message);

G_END_DECLS
