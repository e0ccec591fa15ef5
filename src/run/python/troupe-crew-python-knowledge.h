/* troupe-crew-python-knowledge.h: knowledge sources and embedders implemented in Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-context.h"
#include "troupe-knowledge.h"

G_BEGIN_DECLS

/* Prefix of a Python object in the provider name of an embedder. */
#define TROUPE_CREW_EMBEDDER_PREFIX "python/"

/* Creates the `knowledge` of a crew that is a Python object. @around: must outlive the
 * knowledge;
 * @reference: a dotted path. (transfer full) */
TroupeKnowledge *troupe_crew_python_knowledge_new (const TroupeCrewContext *around,
                                                   const char *reference);
/* Creates the embedder that @value names if it is a Python object; otherwise returns NULL.
 * (transfer full) (nullable) */
TroupeEmbedder *troupe_crew_python_knowledge_make_embedder (const TroupeCrewContext *around,
                                                            TroupeValue *value);

G_END_DECLS
