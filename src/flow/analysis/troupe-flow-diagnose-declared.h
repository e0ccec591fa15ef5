/* troupe-flow-diagnose-declared.h: diagnostics of the agents and crews that a flow declares
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-diagnosis.h"

G_BEGIN_DECLS

/**
 * troupe_flow_diagnose_declared:
 * @action: an agent action, or a crew action with an inline crew; its `with`, which is @with, is
 *   the reader's current path
 *
 * Reports what CrewAI rejects when the method is reached and the agents and the crew are created
 * (doc/crew-semantics.md §1, §2 and §4). The problems are warnings, because the flow can be loaded.
 */
void troupe_flow_diagnose_declared (TroupeFlowDiagnosis *self,
                                    const TroupeFlowAction *action,
                                    JsonNode *with);

G_END_DECLS
