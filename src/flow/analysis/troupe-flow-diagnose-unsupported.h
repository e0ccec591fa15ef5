/* troupe-flow-diagnose-unsupported.h: what of the agents and crews inside of a flow is not run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-diagnosis.h"
#include "troupe-flow-reader.h"

G_BEGIN_DECLS

/* Warns of what base/data/troupe-unsupported.h lists: a run is refused for it. The reader stands at @with. @with: (nullable) */
void troupe_flow_diagnose_agent_parts (TroupeFlowDiagnosis *self, JsonNode *with);
void troupe_flow_diagnose_crew_parts (TroupeFlowDiagnosis *self, JsonNode *with);

G_END_DECLS
