/* troupe-flow-kind.h: what a file holds that is no flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/**
 * troupe_flow_describe_other_kind:
 * @root: what a file holds
 *
 * Tells a flow from what CrewAI and other programs write beside it: crews, agents, tasks, graphs of
 * other editors, lists.
 *
 * Returns: (transfer full) (nullable): a sentence for a person, or %NULL where @root is a flow or is
 *   meant to be one
 */
char *troupe_flow_describe_other_kind (JsonNode *root);

G_END_DECLS
