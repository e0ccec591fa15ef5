/* troupe-crew-finish.h: last stage of a kickoff: output, hooks, cleanup
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewFinish:
 *
 * Computes the output of the crew, calls the after-kickoff hooks, stores the output, and closes the
 * resources.
 */

/* (transfer full) */
TroupeCrewFinish *troupe_crew_finish_new (TroupeCrewRunner *runner);
void troupe_crew_finish_free (TroupeCrewFinish *self);
/* Starts the stage after all tasks have succeeded. */
void troupe_crew_finish_begin (TroupeCrewFinish *self);
/* Closes memory, servers and the log, and then returns from the runner, so that nothing is saved
 * after its end. */
void troupe_crew_finish_end (TroupeCrewFinish *self);

G_END_DECLS
