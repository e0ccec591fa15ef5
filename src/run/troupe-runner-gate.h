/* troupe-runner-gate.h: what a run says before its models are asked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* No call of the run's @client goes out beyond the run's budget. */
void troupe_runner_gate_set_up (TroupeFlowRunner *runner, TroupeLlmClient *client);

G_END_DECLS
