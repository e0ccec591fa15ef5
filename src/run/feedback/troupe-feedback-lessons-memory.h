/* troupe-feedback-lessons-memory.h: lessons in the memory of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-feedback-lessons.h"
#include "troupe-llm.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * troupe_lessons_memory_new:
 * @document, @flow: whose lessons they are
 * @bus, @scope: (nullable): where events go
 * @usage: (nullable): counted up; has to live as long
 *
 * Lessons as CrewAI keeps them: in the flow's memory, below `/flow/NAME`, found by what they say
 * (doc/flow-semantics.md §10). Those in an old file become memories when they are first looked for.
 *
 * Returns: (transfer full) (nullable): %NULL where nobody can make vectors of them: %TROUPE_LLM_ERROR
 */
TroupeLessons *troupe_lessons_memory_new (TroupeStore *store,
                                          const char *document,
                                          const char *flow,
                                          TroupeLlmClient *client,
                                          TroupeEventBus *bus,
                                          TroupeScope *scope,
                                          TroupeLlmUsage *usage,
                                          GError **error);

G_END_DECLS
