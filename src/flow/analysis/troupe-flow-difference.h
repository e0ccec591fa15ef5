/* troupe-flow-difference.h: which results of an earlier run no longer fit a flow, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-change.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeFlowDifference:
 *
 * The differences between the flow that a run has executed and the flow as it is now, for each method: what was changed
 * in the method itself, and on which other stale methods its result hangs. Positions, descriptions, comments and the order of keys
 * do not count. Both the marks of the editor and the decision which results a run reuses are made from it
 * (doc/flow-semantics.md §14.4). Immutable.
 * Threads: troupe_flow_difference_new() reads the trees of both flows, which no other thread may change meanwhile; afterwards any
 * thread.
 */
typedef struct _TroupeFlowDifference TroupeFlowDifference;

/**
 * troupe_flow_difference_new:
 * @files_before, @files_after: (nullable): maps of the texts by which documents refer to files, to a map of their `digest` and their
 *   `path`; if one of them is %NULL, files are not compared
 * @kept: (nullable): methods whose results the user keeps in spite of changes, NULL-terminated
 */
TroupeFlowDifference *troupe_flow_difference_new (TroupeFlow *before,
                                                  TroupeFlow *after,
                                                  TroupeValue *files_before,
                                                  TroupeValue *files_after,
                                                  const char *const *kept);
void troupe_flow_difference_free (TroupeFlowDifference *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowDifference, troupe_flow_difference_free)

/* Returns why the result of the method is stale. (transfer none) (nullable) (element-type TroupeChange): NULL if it is not, or if one of
 * the flows has no such method */
GPtrArray *troupe_flow_difference_get (TroupeFlowDifference *self, const char *method);

G_END_DECLS
