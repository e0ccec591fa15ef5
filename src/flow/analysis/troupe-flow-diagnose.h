/* troupe-flow-diagnose.h: diagnostics (warnings and hints) of a parsed flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

/* Returns the names of all functions that expressions may call, including those that CrewAI does
 * not have. (transfer none) */
const char *const *troupe_flow_list_functions (void);

G_END_DECLS
