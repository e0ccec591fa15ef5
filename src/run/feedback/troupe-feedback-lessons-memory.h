/* troupe-feedback-lessons-memory.h: store of lessons in the memory of a flow
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
 * @document, @flow: the document and flow of the lessons
 * @bus, @scope: (nullable): the bus and the scope for emitted events
 * @usage: (nullable): incremented; must outlive the lessons
 * @disk: (nullable): counts what is stored; without room nothing is stored
 *
 * Stores lessons in the flow's memory below `/flow/NAME`, as CrewAI does, and searches them by
 * content (doc/flow-semantics.md §10). On the first recall, lessons in a file of an earlier version
 * are migrated to the memory.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_LLM_ERROR if no model for embeddings is
 * available
 */
TroupeLessons *troupe_lessons_memory_new (TroupeStore *store,
                                          const char *document,
                                          const char *flow,
                                          TroupeLlmClient *client,
                                          TroupeEventBus *bus,
                                          TroupeScope *scope,
                                          TroupeLlmUsage *usage,
                                          TroupeRunDisk *disk,
                                          GError **error);

G_END_DECLS
