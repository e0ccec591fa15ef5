/* troupe-flow-load.h: parsing and diagnosis of a flow as separate steps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * troupe_flow_read:
 * @previous: (nullable): the flow before an edit, whose compiled expressions are reused
 * @errors: (element-type TroupeProblem): receives the load errors, sorted
 *
 * Parses a flow without diagnosing it.
 *
 * Returns: (transfer full) (nullable): the flow; %NULL if @root is not an object
 */
TroupeFlow *
troupe_flow_read (JsonNode *root, TroupeJsonText *source, TroupeFlow *previous, GPtrArray *errors);
/* Adds the diagnostics of a parsed flow, and sorts all of @problems, errors first. */
void troupe_flow_diagnose (TroupeFlow *self, TroupeJsonText *source, GPtrArray *problems);

/* Sorts problems, errors first, then in the order of the document. */
void troupe_flow_sort_problems (TroupeFlow *flow, GPtrArray *problems);

G_END_DECLS
