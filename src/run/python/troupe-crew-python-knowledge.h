/* troupe-crew-python-knowledge.h: knowledge sources and embedders implemented in Python
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
TroupeKnowledge *troupe_crew_python_knowledge_new (const TroupeCrewContext *around,
                                                   const char *reference);
/* The embedder that @value names, where that is Python; NULL: it is none. (transfer full) (nullable) */
TroupeEmbedder *troupe_crew_python_knowledge_make_embedder (const TroupeCrewContext *around,
                                                            TroupeValue *value);

G_END_DECLS
