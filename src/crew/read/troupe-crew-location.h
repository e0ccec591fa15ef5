/* troupe-crew-location.h: file, line and column of a problem of a crew
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
 * @path: inside @root
 * @source: (nullable): the text of @root
 *
 * The same problem as one of the file @part, at @path, with line and column. What is missing is at the place around
 * it. (transfer full)
 */
TroupeProblem *troupe_crew_locate_problem (const TroupeProblem *problem,
                                           const TroupeCrewSpot *spot,
                                           const char *part,
                                           const char *path,
                                           JsonNode *root,
                                           TroupeJsonText *source);

G_END_DECLS
