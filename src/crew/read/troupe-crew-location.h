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
 * Copies the problem as one of the file @part at @path, with line and column. A missing value is
 * located at its parent. (transfer full)
 */
TroupeProblem *troupe_crew_locate_problem (const TroupeProblem *problem,
                                           const TroupeCrewSpot *spot,
                                           const char *part,
                                           const char *path,
                                           JsonNode *root,
                                           TroupeJsonText *source);

G_END_DECLS
