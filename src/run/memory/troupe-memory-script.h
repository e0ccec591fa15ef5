/* troupe-memory-script.h: sequence of memory operations, described by JSON maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-memory.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryScript:
 *
 * Executes the methods of CrewAI's Memory. Each operation is described by a map: `{"op":
 * "remember", "args": {"content": …}}` (doc/cli.md lists all of them). Not thread-safe; invokes
 * callbacks in the thread-default main context.
 */
#define TROUPE_TYPE_MEMORY_SCRIPT (troupe_memory_script_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryScript, troupe_memory_script, TROUPE, MEMORY_SCRIPT, GObject)

/**
 * troupe_memory_script_new:
 * @run: creates the memories; must outlive the script
 * @bus, @scope: (nullable): the bus and the scope for events of the operations
 */
TroupeMemoryScript *
troupe_memory_script_new (TroupeRunMemory *run, TroupeEventBus *bus, TroupeScope *scope);

/* Sets the `memory` and `embedder` of the document, both nullable, and the agent whose model is
 * used if `memory` does not name a model (nullable). The root scope of the crew is ignored. If
 * `memory` is a view, the complete memory is used. Each operation specifies its scope. */
void troupe_memory_script_set_document (TroupeMemoryScript *self,
                                        TroupeValue *memory,
                                        TroupeValue *embedder,
                                        TroupeAgentDefinition *judge);
/* Sets whether results contain ids and times of records. */
void troupe_memory_script_set_whole (TroupeMemoryScript *self, gboolean is_whole);

/* Starts an operation. @line: a map that describes the operation. Only one operation may be
 * pending. */
void troupe_memory_script_do_async (TroupeMemoryScript *self,
                                    TroupeValue *line,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Returns the result of the operation. Errors: %G_IO_ERROR_INVALID_ARGUMENT for an invalid line,
 * and errors of embedders and of the store. (transfer full) (nullable) */
TroupeValue *
troupe_memory_script_do_finish (TroupeMemoryScript *self, GAsyncResult *result, GError **error);

G_END_DECLS
