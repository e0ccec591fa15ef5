/* troupe-agent-artifacts.h: deferred tool results: stores long results in files
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
 * Calls tools, and stores each result that is longer than a quarter of the model's context window
 * in a file. The model gets a preview of the result (doc/crew-semantics.md §11) and is then offered
 * a tool that reads such files. The files have no name in the file system, and disappear with this
 * object, even if the process is killed. There is one object for each execution, on the run's
 * thread.
 */
#define TROUPE_TYPE_AGENT_ARTIFACTS (troupe_agent_artifacts_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentArtifacts,
                      troupe_agent_artifacts,
                      TROUPE,
                      AGENT_ARTIFACTS,
                      GObject)

/* @model: (nullable), @settings: (nullable): model and settings of the agent, which determine
 *   the context window */
TroupeAgentArtifacts *
troupe_agent_artifacts_new (TroupeLlmClient *client, const char *model, TroupeValue *settings);

/* Calls a tool like troupe_agent_tools_call_async(). @self: (nullable): if %NULL, every result
 * is returned unchanged. */
void troupe_agent_artifacts_call_async (TroupeAgentArtifacts *self,
                                        TroupeAgentTools *tools,
                                        const char *id,
                                        const char *name,
                                        const char *arguments,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Returns the result; NULL with G_IO_ERROR_CANCELLED if the call was cancelled. (transfer full)
 * (nullable) */
TroupeAgentToolResult *troupe_agent_artifacts_call_finish (GAsyncResult *result, GError **error);

/**
 * troupe_agent_artifacts_read_async:
 * @path: path as given to the model
 * @first: number of the first line, from 1
 * @n_lines: number of lines; -1 for all
 *
 * Reads lines of a result. Returns no more text than can be shown to a model. If lines are missing,
 * a note at the end says where to continue.
 */
void troupe_agent_artifacts_read_async (TroupeAgentArtifacts *self,
                                        const char *path,
                                        gint64 first,
                                        gint64 n_lines,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Errors: %G_IO_ERROR if there is no such path or line, or if the file cannot be read. (transfer
 * full) (nullable) */
char *troupe_agent_artifacts_read_finish (TroupeAgentArtifacts *self,
                                          GAsyncResult *result,
                                          GError **error);

G_END_DECLS
