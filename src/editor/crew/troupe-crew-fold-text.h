/* troupe-crew-fold-text.h: summary of the contents of a collapsed section (fold) of a crew form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-field.h"

G_BEGIN_DECLS

/**
 * troupe_crew_fold_describe:
 * @owner: the type of object that the form edits
 * @fold: any fold except the first fields, which are always visible
 * @map: (nullable): the map that contains the fields
 * @unknown: (nullable) (element-type utf8): keys of @map without a row that are shown in the fold
 * @n_changed: (out): number of fields that differ from CrewAI's defaults
 *
 * Describes in one line which fields are set. At most three fields are named, with their values if
 * these are short. If no field is set, describes what that means.
 *
 * Returns: (transfer full): plain text
 */
char *troupe_crew_fold_describe (TroupeCrewOwner owner,
                                 TroupeCrewFold fold,
                                 JsonNode *map,
                                 GPtrArray *unknown,
                                 guint *n_changed);

G_END_DECLS
