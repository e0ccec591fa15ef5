/* troupe-agent-loop.h: agent loop: asks the model and calls tools until there is an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-artifacts.h"
#include "troupe-agent-tools.h"
#include "troupe-agent.h"
#include "troupe-llm.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * TroupeAgentLoopSetup:
 * @client: client for the models of the run
 * @bus: (nullable)
 * @scope: of the agent: parent of the scopes of model calls and tool calls
 * @role: (nullable): of the agent, for events
 * @title: (nullable): of its task, for events
 * @stops: (nullable): NULL-terminated: stop sequences
 * @model: (nullable): %NULL for the default model
 * @settings: (nullable): of the model
 * @answer_rules: (nullable): schema for validating the answer, if @settings have a response format:
 *   an invalid answer fails the call. Not used if the agent has tools
 * @step_func: (nullable), with @step_data: called for the calls of a model that writes them as text
 * @hooks: called before and after each model call, as hooks of a loop or, by an object that sends a single
 *   request, without a task, a crew and an executor
 * @validate_func: (nullable), with @validate_data: validates an answer for @answer_rules further
 * @keeps_misfit: whether an invalid answer is returned as text instead, which the caller converts
 *   to the object
 * @stream: whether chunks are emitted as they arrive
 * @messages: (element-type TroupeLlmMessage): the initial messages
 * @tools: already described; may be empty
 * @is_native: whether the model supports tools; otherwise it writes its calls as text, which the
 *   prompt in @messages explains
 * @max_iterations: maximum number of model requests before an answer is forced
 * @max_rpm: maximum number of requests per minute; 0 for no limit
 * @respects_window: whether the conversation is shortened if it exceeds the context window
 * @artifacts: (nullable): stores results that are too long
 * @is_step: whether it is a step of a plan: no answer is forced, and the last tool result replaces
 *   a missing answer
 * @shared: (nullable): shared with the other agents of the crew: its rate limit overrides @max_rpm
 * @usage: (nullable): updated when calls end, including those of a failed execution
 * @is_conversion, @deadline_us: see #TroupeLlmRequest
 * @taking_tool: (nullable): name of a tool that only returns the arguments written by the model:
 *   its events are emitted within the model call
 */
typedef struct
{
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeScope *scope;
  const char *role;
  const char *title;
  const char *const *stops;
  const char *model;
  TroupeValue *settings;
  TroupeSchema *answer_rules;
  TroupeAgentStepFunc step_func;
  gpointer step_data;
  TroupeAgentHooks hooks;
  TroupeAgentValidateFunc validate_func;
  gpointer validate_data;
  gboolean keeps_misfit;
  gboolean stream;
  GPtrArray *messages;
  TroupeAgentTools *tools;
  gboolean is_native;
  guint max_iterations;
  guint max_rpm;
  gboolean respects_window;
  TroupeAgentArtifacts *artifacts;
  gboolean is_step;
  TroupeAgentShared *shared;
  TroupeLlmUsage *usage;
  gboolean is_conversion;
  gint64 deadline_us;
  const char *taking_tool;
} TroupeAgentLoopSetup;

/**
 * TroupeAgentOutcome:
 * @text: the answer as the model wrote it; in text mode and without tools, the part after "Final
 *   Answer:"
 * @object: (nullable): the validated answer
 * @messages: (element-type TroupeLlmMessage): all messages including the initial ones, but without
 *   a final answer that followed no tool call, and without the messages of a forced answer
 * @is_shortened: whether the initial messages are no longer at the beginning of @messages
 * @is_offered: whether the model answered a request that offered tools
 * @plan: (nullable): a map with `plan`, `todos`, `replan_count`, `last_replan_reason`
 */
typedef struct
{
  char *text;
  TroupeValue *object;
  GPtrArray *messages;
  gboolean is_shortened;
  gboolean is_offered;
  TroupeValue *plan;
} TroupeAgentOutcome;

void troupe_agent_outcome_free (TroupeAgentOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentOutcome, troupe_agent_outcome_free)

/**
 * troupe_agent_loop_run_async:
 * @setup: copied
 *
 * Runs the agent loop once, see doc/crew-semantics.md §11. The loop needs only the thread's main
 * context, so that hundreds of loops may run concurrently. If a server rejects tools in general,
 * the loop continues in text mode. When the loop ends, with or without success, no tool call is
 * running any more.
 *
 * Errors: TROUPE_LLM_ERROR, TROUPE_TOOL_ERROR (a tool that the document does not allow),
 * TROUPE_AGENT_ERROR_STUCK (the same call repeatedly), TROUPE_AGENT_ERROR_EMPTY (no answer),
 * G_IO_ERROR_CANCELLED.
 */
void troupe_agent_loop_run_async (const TroupeAgentLoopSetup *setup,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
TroupeAgentOutcome *troupe_agent_loop_run_finish (GAsyncResult *result, GError **error);

G_END_DECLS
