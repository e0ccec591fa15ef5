/* troupe-crew-old-memory.h: memory fields of crews from before CrewAI 1.0
 *
 * Older documents use `short_term_memory`, `long_term_memory`, `entity_memory` and
 * `external_memory`. CrewAI no longer loads a crew with these fields. Troupe maps each field to a
 * scope of the crew's single memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-reference.h"

G_BEGIN_DECLS

/* Returns the memory scope that corresponds to a field, such as "short-term" for
 * "short_term_memory", or NULL if @key is not one of the four fields. (transfer none) (nullable) */
const char *troupe_crew_old_memory_get_scope (const char *key);

/* Returns a sentence that describes the replacement of a memory field from before CrewAI 1.0, or
 * NULL if @key is not such a field. (transfer full) (nullable) */
char *troupe_crew_old_memory_describe (const char *key);

/* Reports @key at the reader's current path. The problem is a note in a crew, and an error
 * everywhere else. Returns FALSE if @key is not an old memory field. @crew: (nullable): the
 * document, if @key is a field of a crew */
gboolean
troupe_crew_old_memory_report (TroupeCrewReader *reader, TroupeValue *crew, const char *key);

/* Returns @fields, with `memory` set to true if @document enables memory with an old field. An
 * explicit `memory` takes precedence. @only: (out) (nullable) (transfer none): the old field, if
 * exactly one is enabled. (transfer full) */
TroupeValue *
troupe_crew_old_memory_apply (TroupeValue *fields, TroupeValue *document, const char **only);

G_END_DECLS
