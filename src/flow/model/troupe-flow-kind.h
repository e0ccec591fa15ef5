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
 * Distinguishes flows from other files of CrewAI and of other programs, such as crews, agents,
 * tasks, lists, and graphs of other editors.
 *
 * Returns: (transfer full) (nullable): a message for the user, or %NULL if @root is a flow or is
 * meant to be one
 */
char *troupe_flow_describe_other_kind (JsonNode *root);

G_END_DECLS
