/* troupe-crew-fields.h: validation of keys and values of crews, tasks and agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-field.h"
#include "troupe-crew-reference.h"

G_BEGIN_DECLS

/* Reports runtime-only and unknown keys. @also: (nullable): NULL-terminated list of additional
 * allowed keys; @is_open: whether a Python class accepts other keys */
void troupe_crew_fields_check_keys (TroupeCrewReader *reader,
                                    TroupeCrewOwner owner,
                                    TroupeValue *map,
                                    const char *const *also,
                                    gboolean is_open);

/* Returns @map with its values converted as by CrewAI, without keys that are not fields. A value
 * that cannot be converted is reported and left unchanged. (transfer full) */
TroupeValue *
troupe_crew_fields_read (TroupeCrewReader *reader, TroupeCrewOwner owner, TroupeValue *map);

G_END_DECLS
