/* troupe-crew-fold-text.h: what a fold of a crew's form says of what is in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-field.h"

G_BEGIN_DECLS

/**
 * troupe_crew_fold_describe:
 * @owner: whose form it is
 * @fold: not the first fields, which are seen
 * @map: (nullable): what the fields stand in
 * @unknown: (nullable) (element-type utf8): keys of it that no row knows and that the fold shows
 * @n_changed: (out): how many of its fields are other than CrewAI's own
 *
 * Says in a line what is set: three fields at most, with their values where these are short. Where nothing is set, what
 * that means.
 *
 * Returns: (transfer full): plain text
 */
char *troupe_crew_fold_describe (TroupeCrewOwner owner,
                                 TroupeCrewFold fold,
                                 JsonNode *map,
                                 GPtrArray *unknown,
                                 guint *n_changed);

G_END_DECLS
