/* troupe-flow-condition.h: parses a condition
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

void troupe_condition_free (TroupeCondition *self);

/* Parses a condition. @owner: the name of the method whose `listen` this is and which it must
 * not contain; NULL for a `start`, which is not checked (doc/flow-semantics.md §1, §2). */
TroupeCondition *
troupe_flow_reader_read_condition (TroupeFlowReader *self, JsonNode *node, const char *owner);

G_END_DECLS
