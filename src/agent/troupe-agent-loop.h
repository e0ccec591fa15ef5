/* troupe-agent-loop.h: an agent asks its model and calls tools until it has an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-tools.h"
#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeAgentLoopSetup:
 * @client: the models of the run
 * @bus: (nullable)
 * @scope: of the agent: model calls and tool calls are below it
 * @role: of the agent, for events
 * @model: (nullable): %NULL is the default one
 * @settings: (nullable): of the model; `response_format` in them is sent only where there are no tools
 * @stream: whether pieces are told as they come
 * @messages: (element-type TroupeLlmMessage): what is sent first
 * @tools: (nullable): described already
 * @is_native: whether the model can be offered tools; else it writes what it wants as text, and the prompt in
 *   @messages has said how
 * @max_iterations: rounds until an answer is forced
 * @max_rpm: requests a minute; 0 is any number
 */
typedef struct
{
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeScope *scope;
  const char *role;
  const char *model;
  TroupeValue *settings;
  gboolean stream;
  GPtrArray *messages;
  TroupeAgentTools *tools;
  gboolean is_native;
  guint max_iterations;
  guint max_rpm;
} TroupeAgentLoopSetup;

/**
 * TroupeAgentOutcome:
 * @text: the answer, as the model wrote it (its end behind "Final Answer:" in text mode and without tools)
 * @messages: (element-type TroupeLlmMessage): all that was said, the first messages among them
 * @usage: of all calls
 */
typedef struct
{
  char *text;
  GPtrArray *messages;
  TroupeLlmUsage usage;
} TroupeAgentOutcome;

void troupe_agent_outcome_free (TroupeAgentOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentOutcome, troupe_agent_outcome_free)

/**
 * troupe_agent_loop_run_async:
 * @setup: copied
 *
 * One execution, as doc/crew-semantics.md §11 has it, for which nothing but the thread's own main context turns:
 * hundreds are under way at once. Where a server refuses tools as such, it goes on in text mode.
 *
 * Errors: TROUPE_LLM_ERROR, TROUPE_TOOL_ERROR (a tool that the document does not allow), TROUPE_AGENT_ERROR_STUCK
 * (the same call again and again), TROUPE_AGENT_ERROR_EMPTY (no answer), G_IO_ERROR_CANCELLED.
 */
void troupe_agent_loop_run_async (const TroupeAgentLoopSetup *setup,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
TroupeAgentOutcome *troupe_agent_loop_run_finish (GAsyncResult *result, GError **error);

G_END_DECLS
