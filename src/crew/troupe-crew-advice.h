/* troupe-crew-advice.h: what is said of a crew beyond what CrewAI refuses
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"

G_BEGIN_DECLS

/* What loads and will hardly do what was meant. */
void troupe_crew_check_hints (TroupeCrewReader *reader,
                              const TroupeCrew *crew,
                              const TroupeCrewSource *source);
/* Gives the problems that were found the repairs that there are. */
void troupe_crew_offer_repairs (TroupeCrewReader *reader,
                                const TroupeCrew *crew,
                                const TroupeCrewSource *source);

G_END_DECLS
