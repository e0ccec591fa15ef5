/* troupe-crew-location.h: source location (file, line, column) of a problem of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-private.h"
#include "troupe-base.h"
#include "troupe-document-parts.h"

G_BEGIN_DECLS

/**
 * troupe_crew_locate_problem:
 * @path: path in @root
 * @source: (nullable): the text of @root
 *
 * Creates a copy of the problem that belongs to the file @part and to @path, with line and column.
 * If the value is missing, the location of its parent is used. (transfer full)
 */
TroupeProblem *troupe_crew_locate_problem (const TroupeProblem *problem,
                                           const TroupeCrewSpot *spot,
                                           const char *part,
                                           const char *path,
                                           JsonNode *root,
                                           TroupeJsonText *source);

G_END_DECLS
