/* troupe-flow-runner-crew.h: the crews of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* A crew is under way, and has ended. */
void troupe_flow_runner_add_crew (TroupeFlowRunner *self, TroupeCrewRunner *crew);
void troupe_flow_runner_remove_crew (TroupeFlowRunner *self, TroupeCrewRunner *crew);
/* Nobody holds the run any more: those that wait for it go on. */
void troupe_flow_runner_release_crews (TroupeFlowRunner *self);

G_END_DECLS
