/* troupe-crew-advice.h: hints, warnings and fixes for a crew, in addition to CrewAI's own checks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"
#include "troupe-unsupported.h"

G_BEGIN_DECLS

/* Reports settings that can be loaded but are probably mistakes. */
void troupe_crew_check_hints (TroupeCrewReader *reader,
                              TroupeCrew *crew,
                              const TroupeCrewSource *source);
/* Warns about features of CrewAI in @map that this version does not support
 * (base/data/troupe-unsupported.h). For an agent, also checks its `settings`. */
void troupe_crew_check_unsupported (TroupeCrewReader *reader,
                                    TroupeDeclared declared,
                                    TroupeValue *map);
/* Warns about each API key in @value, which is at the current path. */
void troupe_crew_check_keys (TroupeCrewReader *reader, TroupeValue *value);
/* Adds the available fixes to the problems that were found. */
void troupe_crew_offer_repairs (TroupeCrewReader *reader,
                                const TroupeCrew *crew,
                                const TroupeCrewSource *source);

G_END_DECLS
