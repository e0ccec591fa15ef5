/* troupe-runner-gate.h: what a run says before its models are asked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/* No call of the run's @client goes out beyond the run's budget. */
void troupe_runner_gate_set_up (TroupeFlowRunner *runner, TroupeLlmClient *client);

/* What an agent's tools are called with: a call begins when it is durable that it has, and is not made again where what
 * it gave is kept. Its data is the runner. (transfer none) */
const TroupeToolGate *troupe_runner_gate_get_for_tools (void);

G_END_DECLS
