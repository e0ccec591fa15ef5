/* troupe-flow-kind.h: detects files that are not flows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/**
 * troupe_flow_describe_other_kind:
 * @root: the content of a file
 *
 * Distinguishes flows from other files of CrewAI and other programs: crews, agents, tasks, graphs
 * of other editors, lists.
 *
 * Returns: (transfer full) (nullable): a message for the user, or %NULL if @root is, or is meant to
 * be, a flow
 */
char *troupe_flow_describe_other_kind (JsonNode *root);

G_END_DECLS
