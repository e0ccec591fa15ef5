/* troupe-run-declarations.h: check of the crew files that a flow refers to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * troupe_run_check_declarations:
 * @problems: (element-type TroupeProblem): a warning `unreadable_crew` is added for each action
 *   that names a crew which cannot be read
 *
 * Reads the crews that the flow names in the same manner as a run (only below the folder of the
 * document). A flow can be loaded without its crews, but the methods that use them fail when they
 * are reached. Blocks; starts nothing. A document without a file has no folder, so nothing is
 * checked.
 */
void troupe_run_check_declarations (TroupeFlowDocument *document, GPtrArray *problems);

G_END_DECLS
