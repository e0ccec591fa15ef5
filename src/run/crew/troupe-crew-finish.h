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
 * The output of the tasks, the hooks behind the kickoff and keeping it; then what has to be closed.
 */

/* (transfer full) */
TroupeCrewFinish *troupe_crew_finish_new (TroupeCrewRunner *runner);
void troupe_crew_finish_free (TroupeCrewFinish *self);
/* All tasks have ended well. */
void troupe_crew_finish_begin (TroupeCrewFinish *self);
/* Closes memory, servers and the log, and has the runner return: nothing of it is saved behind its end. */
void troupe_crew_finish_end (TroupeCrewFinish *self);

G_END_DECLS
