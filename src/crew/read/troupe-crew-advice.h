/* troupe-crew-advice.h: what is said of a crew beyond what CrewAI refuses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"
#include "troupe-unsupported.h"

G_BEGIN_DECLS

/* What loads and will hardly do what was meant. */
void troupe_crew_check_hints (TroupeCrewReader *reader,
                              const TroupeCrew *crew,
                              const TroupeCrewSource *source);
/* What CrewAI makes of @map and this version does not run (base/data/troupe-unsupported.h), as warnings. Of an agent, its
 * `settings` too. */
void troupe_crew_check_unsupported (TroupeCrewReader *reader,
                                    TroupeDeclared declared,
                                    TroupeValue *map);
/* Gives the problems that were found the repairs that there are. */
void troupe_crew_offer_repairs (TroupeCrewReader *reader,
                                const TroupeCrew *crew,
                                const TroupeCrewSource *source);

G_END_DECLS
