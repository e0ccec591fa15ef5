/* troupe-crew-finish.h: what comes behind the tasks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewClosing:
 *
 * The output of the tasks, the hooks behind the kickoff and keeping it; then what has to be closed.
 */

/* (transfer full) */
TroupeCrewClosing *troupe_crew_closing_new (TroupeCrewRunner *runner);
void troupe_crew_closing_free (TroupeCrewClosing *self);
/* All tasks have ended well. */
void troupe_crew_closing_begin (TroupeCrewClosing *self);
/* Closes memory, servers and the log, and has the runner return: nothing of it is saved behind its end. */
void troupe_crew_closing_end (TroupeCrewClosing *self);

G_END_DECLS
