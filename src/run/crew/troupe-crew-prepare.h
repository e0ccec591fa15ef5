/* troupe-crew-prepare.h: first stage of a kickoff: everything before the first task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewPrepare:
 *
 * Prepares a crew up to its first task (doc/crew-semantics.md §5). The steps are objects created by
 * Python, skills, before-kickoff hooks, interpolation of the inputs, agents, knowledge and
 * training, and the plan.
 */

/* (transfer full) */
TroupeCrewPrepare *troupe_crew_prepare_new (TroupeCrewRunner *runner);
void troupe_crew_prepare_free (TroupeCrewPrepare *self);
/* Starts the stage. It ends by starting the tasks, or with the failure of the runner. */
void troupe_crew_prepare_begin (TroupeCrewPrepare *self);

G_END_DECLS
