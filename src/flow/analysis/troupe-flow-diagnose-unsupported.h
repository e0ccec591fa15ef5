/* troupe-flow-diagnose-unsupported.h: diagnostics of unsupported features of a flow's agents and
 * crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-diagnosis.h"
#include "troupe-flow-reader.h"

G_BEGIN_DECLS

/* Warns about the features listed in base/data/troupe-unsupported.h, with which a run is
 * refused. @with must be the reader's current path. @with: (nullable) */
void troupe_flow_diagnose_agent_parts (TroupeFlowDiagnosis *self, JsonNode *with);
void troupe_flow_diagnose_crew_parts (TroupeFlowDiagnosis *self, JsonNode *with);

G_END_DECLS
