/* troupe-agent.h: one agent at work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-llm.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

#define TROUPE_AGENT_ERROR (troupe_agent_error_quark ())
GQuark troupe_agent_error_quark (void);

typedef enum {
  TROUPE_AGENT_ERROR_DEFINITION,  /* role, goal or backstory missing, a field of a wrong type */
  TROUPE_AGENT_ERROR_INPUT,       /* neither a text nor a list of messages */
  TROUPE_AGENT_ERROR_UNSUPPORTED, /* knowledge, MCP, some tools: not in this version; says which */
  TROUPE_AGENT_ERROR_STUCK,       /* it called the same tool in the same way again and again */
  TROUPE_AGENT_ERROR_EMPTY,       /* its model said nothing */
} TroupeAgentError;

/**
 * TroupeAgentDefinition:
 *
 * An agent as a document declares it (`with` of an agent action, an entry of a crew). Read once when
 * the document is loaded; immutable, atomic reference count.
 */
typedef struct _TroupeAgentDefinition TroupeAgentDefinition;

TroupeAgentDefinition *troupe_agent_definition_ref (TroupeAgentDefinition *self);
void troupe_agent_definition_unref (TroupeAgentDefinition *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentDefinition, troupe_agent_definition_unref)

/**
 * troupe_agent_definition_new:
 * @fields: a map: role, goal, backstory, llm (text, or a map with `model` and settings), tools, …
 *
 * Returns: (nullable): the definition, or %NULL with %TROUPE_AGENT_ERROR_DEFINITION whose message
 *   begins with the key
 */
TroupeAgentDefinition *troupe_agent_definition_new (TroupeValue *fields, GError **error);

const char *troupe_agent_definition_get_role (TroupeAgentDefinition *self);
/* The model string, or NULL where the environment decides. */
const char *troupe_agent_definition_get_model (TroupeAgentDefinition *self);
TroupeValue *troupe_agent_definition_get_settings (TroupeAgentDefinition *self);
/* Its tools in their order, for troupe_tool_new_for_reference(), without those that no maker knows. NULL-terminated.
 * (transfer none) */
const char *const *troupe_agent_definition_get_tools (TroupeAgentDefinition *self);
/* The first of its tools that no maker knows, or that is no text, as it is written. (transfer none) (nullable) */
const char *troupe_agent_definition_get_unknown_tool (TroupeAgentDefinition *self);
/* What this version cannot run of it yet, as a sentence, or NULL. (transfer full) */
char *troupe_agent_definition_get_unsupported (TroupeAgentDefinition *self);

/**
 * TroupeAgentCall:
 * @client: the models of the run
 * @bus: (nullable): where agent and model events go
 * @scope: (nullable): for what the agent works
 * @path: (nullable): the agent's place inside the document
 * @usage: (nullable): counted up when the agent ends, well or not
 * @tools: (nullable) (element-type TroupeTool): those that its definition names, in their order
 * @tool_context: (nullable): how its tools are called; their bus and scope are the agent's
 *
 * In what surroundings an agent works.
 */
typedef struct {
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeScope *scope;
  const char *path;
  TroupeLlmUsage *usage;
  GPtrArray *tools;
  const TroupeToolContext *tool_context;
} TroupeAgentCall;

/**
 * troupe_agent_kickoff_async:
 * @input: text, or a list of messages (doc/flow-semantics.md §8)
 *
 * Lets the agent answer once, with as many calls of its tools as it takes (doc/crew-semantics.md §11). What another
 * attempt may mend is tried again, `max_retry_limit` times. The result is a map with the fields that CrewAI's has: raw, pydantic,
 * agent_role, usage_metrics, messages, tool_failures, plan, todos, replan_count, last_replan_reason.
 * Runs in the thread-default main context; hundreds at once are fine.
 */
void troupe_agent_kickoff_async (TroupeAgentDefinition *self, TroupeValue *input,
                                 const TroupeAgentCall *call, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
/* (transfer full) (nullable). Errors: TROUPE_AGENT_ERROR, TROUPE_LLM_ERROR, TROUPE_TOOL_ERROR (a tool that nobody
 * agreed to, or of which nobody knows what it is), G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_agent_kickoff_finish (GAsyncResult *result, GError **error);

G_END_DECLS
