/* troupe-run-declarations.h: the crews in files of their own that a flow calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * troupe_run_check_declarations:
 * @problems: (element-type TroupeProblem): gets a warning `unreadable_crew` for each action that names a crew which
 *   cannot be read
 *
 * Reads the crews that the flow names, as a run does (below the folder of the document alone). A flow loads without them;
 * its methods fail when they are reached. Blocks; starts nothing. A document that has no file has no folder: nothing is
 * looked at.
 */
void troupe_run_check_declarations (TroupeFlowDocument *document, GPtrArray *problems);

G_END_DECLS
