/* troupe-flow-paste-state.h: state fields that pasted methods use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-paste.h"

G_BEGIN_DECLS

/* Returns a `state` with the fields that the methods of @used use, with their schemas and initial
 * values. @root: the document; @used: a flow with only the copied methods. (transfer full)
 * (nullable): %NULL if they use none that is declared */
JsonNode *troupe_flow_state_copy (JsonNode *root, TroupeFlow *used);

/**
 * troupe_flow_state_paste:
 * @root: the document that receives the methods
 * @copied: what was copied, with its `state`, if it has one
 *
 * Adds the fields that the pasted methods use and that the document lacks. They are optional, so
 * that the document accepts the same inputs as before. A document without a declared state gets
 * one if none of its methods uses the state. Fields that cannot be added become remarks.
 *
 * Returns: (transfer full): the document with the fields
 */
JsonNode *troupe_flow_state_paste (TroupeFlowPaste *paste, JsonNode *root, JsonNode *copied);

G_END_DECLS
