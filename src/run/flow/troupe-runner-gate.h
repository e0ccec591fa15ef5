/* troupe-runner-gate.h: budget and replay checks before each model or tool call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/* Makes sure that the run's @client sends no request that exceeds the run's budget. */
void troupe_runner_gate_set_up (TroupeFlowRunner *runner, TroupeLlmClient *client);

/* Returns the gate for calls of an agent's tools. A call begins after its start is durable, and
 * is not repeated if its result is stored. The data of the gate is the runner. (transfer none) */
const TroupeToolGate *troupe_runner_gate_get_for_tools (void);

G_END_DECLS
