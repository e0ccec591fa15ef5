/* troupe-crew-versions.h: the crew of a past run and that of today as trees that can be compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeCrewVersions:
 * @then: the crew that the run executed, a map of its fields, with its agents and tasks by their names
 * @today: the same of the crew as it is now; a task that was renamed has the same name in both, that of today
 *
 * Threads: main thread.
 */
typedef struct
{
  JsonNode *then;
  JsonNode *today;
  /*< private >*/
  GPtrArray *names; /* of the tasks of @then */
} TroupeCrewVersions;

/* @then, @today: flows that wrap a crew. (transfer full) (nullable): NULL if one of them wraps none that loads */
TroupeCrewVersions *troupe_crew_versions_new (TroupeFlow *then, TroupeFlow *today);
void troupe_crew_versions_free (TroupeCrewVersions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewVersions, troupe_crew_versions_free)

/* Lists what differs today of the crew that was run, or is not in it any more, as ids of its cards (troupe-crew-id.h). (transfer
 * full) */
GStrv troupe_crew_versions_list_cards (TroupeCrewVersions *self);

G_END_DECLS
