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
 * From the document to the first task: what Python makes, skills, hooks before the kickoff, the inputs in the texts,
 * agents, what they know and have learnt, the plan (doc/crew-semantics.md §5).
 */

/* (transfer full) */
TroupeCrewPrepare *troupe_crew_prepare_new (TroupeCrewRunner *runner);
void troupe_crew_prepare_free (TroupeCrewPrepare *self);
/* Begins. It ends with the tasks, which it has go on, or with the runner's failure. */
void troupe_crew_prepare_begin (TroupeCrewPrepare *self);

G_END_DECLS
