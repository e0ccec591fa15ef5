/* troupe-memory-script.h: operations on a memory, one after another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-memory.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryScript:
 *
 * Does what CrewAI's Memory has methods for, as maps say it: `{"op": "remember", "args": {"content": …}}`
 * (doc/cli.md has them all). For one thread; calls back in the thread-default main context.
 */
#define TROUPE_TYPE_MEMORY_SCRIPT (troupe_memory_script_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryScript, troupe_memory_script, TROUPE, MEMORY_SCRIPT, GObject)

/**
 * troupe_memory_script_new:
 * @run: makes the memories; has to live as long
 * @bus, @scope: (nullable): where events of the operations go
 */
TroupeMemoryScript *
troupe_memory_script_new (TroupeRunMemory *run, TroupeEventBus *bus, TroupeScope *scope);

/* What the document says: its `memory` and `embedder`, both nullable, and whose model judges where `memory` names none
 * (nullable). Without roots of the crew, and the whole where `memory` is a part: an operation says itself where it
 * looks. */
void troupe_memory_script_set_document (TroupeMemoryScript *self,
                                        TroupeValue *memory,
                                        TroupeValue *embedder,
                                        TroupeAgentDefinition *judge);
/* Whether values have ids and times of records. */
void troupe_memory_script_set_whole (TroupeMemoryScript *self, gboolean is_whole);

/* @line: a map. One operation at a time. */
void troupe_memory_script_do_async (TroupeMemoryScript *self,
                                    TroupeValue *line,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* What came of it. Errors: %G_IO_ERROR_INVALID_ARGUMENT where the line says what cannot be, those of embedders and of
 * the store. (transfer full) (nullable) */
TroupeValue *
troupe_memory_script_do_finish (TroupeMemoryScript *self, GAsyncResult *result, GError **error);

G_END_DECLS
