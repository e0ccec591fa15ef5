/* troupe-flow-diagnose-declared.h: whether the agents and crews that a flow declares can be made
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-diagnosis.h"

G_BEGIN_DECLS

/**
 * troupe_flow_diagnose_declared:
 * @action: of an agent, or of a crew that it declares itself; the reader stands at its `with`, which is @with
 *
 * Reports what CrewAI refuses when the method is reached and agents and crew are made (doc/crew-semantics.md §1, §2 and
 * §4). The flow loads, so that these are warnings.
 */
void troupe_flow_diagnose_declared (TroupeFlowDiagnosis *self,
                                    const TroupeFlowAction *action,
                                    JsonNode *with);

G_END_DECLS
