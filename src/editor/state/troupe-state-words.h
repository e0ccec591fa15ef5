/* troupe-state-words.h: fields of a state in words: types and values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"

G_BEGIN_DECLS

/* What a type is called in a list of them (translated). */
const char *troupe_state_type_get_title (TroupeFieldType type);
/* What a field takes, with its limits: `one of 3`, `number 0 … 1`, `list of object`. (transfer full) */
char *troupe_state_describe_type (JsonNode *root, const TroupeStateField *field);

/* A text as it is, everything else as JSON in one line. @node: (nullable): "". (transfer full) */
char *troupe_state_value_to_text (JsonNode *node);
/**
 * troupe_state_value_from_text:
 * @field: of which the value is
 * @text: what a person typed; not empty
 * @message: (out) (optional) (transfer full): why it is no value of such a field
 *
 * Returns: (transfer full) (nullable): the value
 */
JsonNode *troupe_state_value_from_text (JsonNode *root,
                                        const TroupeStateField *field,
                                        const char *text,
                                        char **message);

G_END_DECLS
