/* troupe-crew-prepare.h: what comes before the tasks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewOpening:
 *
 * From the document to the first task: what Python makes, skills, hooks before the kickoff, the inputs in the texts,
 * agents, what they know and have learnt, the plan (doc/crew-semantics.md §5).
 */

/* (transfer full) */
TroupeCrewOpening *troupe_crew_opening_new (TroupeCrewRunner *runner);
void troupe_crew_opening_free (TroupeCrewOpening *self);
/* Begins. It ends with the tasks, which it has go on, or with the runner's failure. */
void troupe_crew_opening_begin (TroupeCrewOpening *self);

G_END_DECLS
