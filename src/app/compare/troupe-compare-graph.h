/* troupe-compare-graph.h: shows on the cards and wires of a document what two runs did
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-compare-facts.h"
#include "troupe-crew-editor.h"
#include "troupe-editor.h"

G_BEGIN_DECLS

/* Shows the comparison on an editor that cannot be edited, whose trace is @trace. A wire that only one of the runs took
 * has the look of that run: A is blue and solid, B orange and dashed. */
void troupe_compare_graph_show_flow (TroupeEditor *editor,
                                     TroupeTrace *trace,
                                     const TroupeCompareFacts *facts);
/* The same for the tasks of a crew. */
void troupe_compare_graph_show_crew (TroupeCrewEditor *editor, const TroupeCompareFacts *facts);

G_END_DECLS
