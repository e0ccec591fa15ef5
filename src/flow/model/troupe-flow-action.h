/* troupe-flow-action.h: parses an action of a method or step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

/* Parses an action; never returns NULL. @steps: (nullable): the names of the steps in scope, in
 * an each. */
TroupeFlowAction *
troupe_flow_reader_read_action (TroupeFlowReader *self, JsonNode *node, GHashTable *steps);
void troupe_flow_action_free (TroupeFlowAction *self);

G_END_DECLS
