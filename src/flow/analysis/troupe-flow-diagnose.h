/* troupe-flow-diagnose.h: what is to be said of a flow that was read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-reader.h"

G_BEGIN_DECLS

void troupe_flow_reader_diagnose (TroupeFlowReader *self);

/* Names of what expressions may call, with those that CrewAI does not have. (transfer none) */
const char *const *troupe_flow_list_functions (void);

G_END_DECLS
