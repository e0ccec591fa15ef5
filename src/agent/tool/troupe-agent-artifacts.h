/* troupe-agent-artifacts.h: results of tools that are too long to be shown to a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-tools.h"
#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeAgentArtifacts:
 *
 * Calls tools, and puts what is longer than a quarter of what the model reads into a file, of which the model is shown
 * the beginning (doc/crew-semantics.md §11). From then on it is offered a tool that reads such files. They have no name
 * that anybody could open, and are gone with this object, even where the program is killed. One for each execution,
 * on the thread of the run.
 */
#define TROUPE_TYPE_AGENT_ARTIFACTS (troupe_agent_artifacts_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentArtifacts,
                      troupe_agent_artifacts,
                      TROUPE,
                      AGENT_ARTIFACTS,
                      GObject)

/* @model: (nullable), @settings: (nullable): of the agent: how much it reads */
TroupeAgentArtifacts *
troupe_agent_artifacts_new (TroupeLlmClient *client, const char *model, TroupeValue *settings);

/* Calls a tool as troupe_agent_tools_call_async() does. @self: (nullable): %NULL keeps every result as it is. */
void troupe_agent_artifacts_call_async (TroupeAgentArtifacts *self,
                                        TroupeAgentTools *tools,
                                        const char *id,
                                        const char *name,
                                        const char *arguments,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* (transfer full) (nullable): NULL with G_IO_ERROR_CANCELLED */
TroupeAgentToolResult *troupe_agent_artifacts_call_finish (GAsyncResult *result, GError **error);

/**
 * troupe_agent_artifacts_read_async:
 * @path: as it was told
 * @first: number of the first line, from 1
 * @n_lines: how many; -1 for all
 *
 * Reads lines of a result. No more is given than a model could be shown; then a line says where to go on.
 */
void troupe_agent_artifacts_read_async (TroupeAgentArtifacts *self,
                                        const char *path,
                                        gint64 first,
                                        gint64 n_lines,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* (transfer full) (nullable). Errors: %G_IO_ERROR: no such path or line, or the file cannot be read. */
char *troupe_agent_artifacts_read_finish (TroupeAgentArtifacts *self,
                                          GAsyncResult *result,
                                          GError **error);

/* How many results there are. */
guint troupe_agent_artifacts_get_n (TroupeAgentArtifacts *self);

G_END_DECLS
