/* troupe-agent-loop.h: an agent asks its model and calls tools until it has an answer
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
 * @client: the models of the run
 * @bus: (nullable)
 * @scope: of the agent: model calls and tool calls are below it
 * @role: (nullable): of the agent, for events
 * @title: (nullable): of its task, for events
 * @stops: (nullable): NULL-terminated: the words at which an answer ends
 * @model: (nullable): %NULL is the default one
 * @settings: (nullable): of the model
 * @answer_rules: (nullable): what the answer is held to, where @settings ask for one of a given shape: a misfit
 *   fails the call. Only without tools
 * @keeps_misfit: whether such an answer is a text instead, of which who asked makes the object
 * @stream: whether pieces are told as they come
 * @messages: (element-type TroupeLlmMessage): what is sent first
 * @tools: described already; may be empty
 * @is_native: whether the model can be offered tools; else it writes what it wants as text, and the prompt in
 *   @messages has said how
 * @max_iterations: rounds until an answer is forced
 * @max_rpm: requests a minute; 0 is any number
 * @respects_window: whether what was said is shortened where the model cannot read all of it
 * @artifacts: (nullable): keeps results that are too long
 * @is_step: whether it is a step of a plan: no answer is forced, the last result of a tool stands for one that is missing
 * @shared: (nullable): with the other agents of the crew: its own number goes before @max_rpm
 * @usage: (nullable): counted up as calls end, those of a failed execution too
 * @is_conversion, @deadline_us: see #TroupeLlmRequest
 * @taking_tool: (nullable): a tool that takes what the model writes, and gives it back: it is told of within the call
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
 * @text: the answer, as the model wrote it (its end behind "Final Answer:" in text mode and without tools)
 * @object: (nullable): the answer as the rules have it
 * @messages: (element-type TroupeLlmMessage): all that was said, the first messages among them, but for an answer
 *   that came without any call of a tool and for the end that was forced
 * @is_shortened: whether @messages do not begin with the first ones any more
 * @plan: (nullable): a map with `plan`, `todos`, `replan_count`, `last_replan_reason`
 */
typedef struct
{
  char *text;
  TroupeValue *object;
  GPtrArray *messages;
  gboolean is_shortened;
  TroupeValue *plan;
} TroupeAgentOutcome;

void troupe_agent_outcome_free (TroupeAgentOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentOutcome, troupe_agent_outcome_free)

/**
 * troupe_agent_loop_run_async:
 * @setup: copied
 *
 * One execution, as doc/crew-semantics.md §11 has it, for which nothing but the thread's own main context turns:
 * hundreds are under way at once. Where a server refuses tools as such, it goes on in text mode. When it ends, however
 * it does, no call of a tool is under way any more.
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
