/* troupe-crew-old-memory.h: the kinds of memory that crews had before CrewAI 1.0
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Older documents write `short_term_memory`, `long_term_memory`, `entity_memory` and `external_memory`. CrewAI does not
 * load a crew with them any more. Here each is a scope of the crew's one memory.
 */

#pragma once

#include "troupe-crew-reference.h"

G_BEGIN_DECLS

/* The part of the crew's scope that a field stands for, such as "short-term" for "short_term_memory"; NULL where @key is
 * none of the four. (transfer none) (nullable) */
const char *troupe_crew_old_memory_get_scope (const char *key);

/* What became of a field that memory had before CrewAI 1.0, a sentence; NULL where @key is none. (transfer full)
 * (nullable) */
char *troupe_crew_old_memory_describe (const char *key);

/* Says what @key means, where the reader is: of a crew that is a note, everywhere else an error. FALSE where it is none
 * of them. @crew: (nullable): the document, where @key is a field of a crew */
gboolean
troupe_crew_old_memory_report (TroupeCrewReader *reader, TroupeValue *crew, const char *key);

/* @fields with the `memory` that the old ones of @document mean, which is true; a `memory` that stands there is what
 * counts. @only: (out) (nullable) (transfer none): where one alone is wanted, that field. (transfer full) */
TroupeValue *
troupe_crew_old_memory_apply (TroupeValue *fields, TroupeValue *document, const char **only);

G_END_DECLS
