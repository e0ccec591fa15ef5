/* troupe-flow-first-input.h: what a new method can use of the method before it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/* Returns an expression for the output of the only method after which @method runs: its text if that is an agent or a
 * crew. (transfer full) (nullable): %NULL if @method runs after an event or several methods, or if that output is the name
 * of an event */
char *troupe_flow_find_output_before (TroupeFlow *flow, const char *method);

G_END_DECLS
