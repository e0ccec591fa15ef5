/* troupe-flow-runner-crew.h: active crews of a flow run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* Register a crew when it starts and unregister it when it has ended. */
void troupe_flow_runner_add_crew (TroupeFlowRunner *self, TroupeCrewRunner *crew);
void troupe_flow_runner_remove_crew (TroupeFlowRunner *self, TroupeCrewRunner *crew);

G_END_DECLS
