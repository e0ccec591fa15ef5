/* troupe-crew-fields.h: what the reader takes under the keys of crews, tasks and agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-field.h"
#include "troupe-crew-reference.h"

G_BEGIN_DECLS

/* Refuses keys that only a run has, and those that nobody knows. @also: (nullable): ended by NULL: what else
 * may stand there; @is_open: a class of Python decides about other keys */
void troupe_crew_fields_check_keys (TroupeCrewReader *reader,
                                    TroupeCrewOwner owner,
                                    TroupeValue *map,
                                    const char *const *also,
                                    gboolean is_open);

/* @map with its values as CrewAI converts them, and without those that are not fields; what does not convert
 * is reported and left as it is. (transfer full) */
TroupeValue *
troupe_crew_fields_read (TroupeCrewReader *reader, TroupeCrewOwner owner, TroupeValue *map);

G_END_DECLS
