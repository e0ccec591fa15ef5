/* troupe-crew-python-knowledge.h: what Python of the project looks up and makes vectors of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-knowledge.h"

G_BEGIN_DECLS

/* What stands before an object of Python where an embedder names its provider. */
#define TROUPE_CREW_EMBEDDER_PREFIX "python/"

/* The `knowledge` of a crew: an object that is asked. @around: lives longer; @reference: a dotted path. (transfer full) */
TroupeKnowledge *troupe_crew_known_new (const TroupeCrewSurroundings *around,
                                        const char *reference);
/* The embedder that @value names, where that is Python; NULL: it is none. (transfer full) (nullable) */
TroupeEmbedder *troupe_crew_known_make_embedder (const TroupeCrewSurroundings *around,
                                                 TroupeValue *value);

G_END_DECLS
