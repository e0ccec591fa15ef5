/* troupe-flow-load.h: reading a flow first, diagnosing it later
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * troupe_flow_read:
 * @previous: (nullable): the flow before an edit, whose compiled expressions are used again
 * @errors: (element-type TroupeProblem): what keeps it from loading is added, sorted
 *
 * Returns: (transfer full) (nullable): the flow; %NULL where @root is no object
 */
TroupeFlow *
troupe_flow_read (JsonNode *root, TroupeJsonText *source, TroupeFlow *previous, GPtrArray *errors);
/* Adds what is to be said of a flow that was read, and sorts all of @problems: errors first. */
void troupe_flow_diagnose (TroupeFlow *self, TroupeJsonText *source, GPtrArray *problems);

G_END_DECLS
