/* troupe-agent-tools.h: the tools that one agent may call in one execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-event.h"
#include "troupe-llm-message.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/* Why a call of a tool came to nothing, in CrewAI's words (doc/crew-semantics.md §11.1). */
typedef enum
{
  TROUPE_AGENT_FAILURE_NONE,
  TROUPE_AGENT_FAILURE_TOOL_REPORTED,
  TROUPE_AGENT_FAILURE_EXCEPTION,
  TROUPE_AGENT_FAILURE_USAGE_LIMIT,
  TROUPE_AGENT_FAILURE_UNKNOWN_TOOL,
  TROUPE_AGENT_FAILURE_INVALID_INPUT,
  TROUPE_AGENT_FAILURE_REPEATED_CALL,
} TroupeAgentFailure;

/* `tool_reported`, … (transfer none) (nullable): of NONE */
const char *troupe_agent_failure_to_text (TroupeAgentFailure failure);

/**
 * TroupeAgentToolResult:
 * @text: what the model is told
 * @value: (nullable): what the tool gave
 * @is_answer: whether the execution ends with it (`result_as_answer`, and it did not fail)
 * @is_fatal: the document does not allow it at all (no permission), or wants failures to end the execution (`raise`):
 *   it ends with @error
 * @error: (nullable): of a failure
 */
typedef struct
{
  char *text;
  TroupeValue *value;
  TroupeAgentFailure failure;
  gboolean is_answer;
  gboolean is_fatal;
  GError *error;
} TroupeAgentToolResult;

void troupe_agent_tool_result_free (TroupeAgentToolResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentToolResult, troupe_agent_tool_result_free)

/**
 * TroupeAgentTools:
 *
 * What an agent's model is offered, and who calls it: finds tools by the names that were sent, reads arguments,
 * tells events (tool_usage_started, …_finished, …_error, tool_failure_detected), turns results and failures into
 * the texts that the model reads, and counts what is repeated. One for each execution; everything on the thread
 * of the run.
 */
#define TROUPE_TYPE_AGENT_TOOLS (troupe_agent_tools_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentTools, troupe_agent_tools, TROUPE, AGENT_TOOLS, GObject)

/**
 * troupe_agent_tools_new:
 * @tools: (nullable) (element-type TroupeTool): in the order in which they are offered
 * @context: copied; its bus and scope are where events go: the scope is the agent's
 * @role: of the agent
 */
TroupeAgentTools *
troupe_agent_tools_new (GPtrArray *tools, const TroupeToolContext *context, const char *role);

/**
 * TroupeAgentToolRules:
 * @title: (nullable): of the task for which they are called
 * @policy: of those that fail and say nothing of their own
 * @cache: (nullable): where what they gave is kept, and taken from; under @cache_owner
 * @step_func: (nullable), with @step_data: told of each call
 */
typedef struct
{
  const char *title;
  TroupeAgentPolicy policy;
  TroupeAgentShared *cache;
  const char *cache_owner;
  TroupeAgentStepFunc step_func;
  gpointer step_data;
} TroupeAgentToolRules;

/* @rules: copied */
void troupe_agent_tools_set_rules (TroupeAgentTools *self, const TroupeAgentToolRules *rules);

/* Finds out what those are that were not described yet: before anything else. Errors: of the tool. */
void troupe_agent_tools_describe_async (TroupeAgentTools *self,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
gboolean
troupe_agent_tools_describe_finish (TroupeAgentTools *self, GAsyncResult *result, GError **error);

/* One more, from now on. Returns: (transfer none): the name that is sent for it */
const char *troupe_agent_tools_add (TroupeAgentTools *self, TroupeTool *tool);
/* The name that is sent for @tool, which is one of them. (transfer none) (nullable) */
const char *troupe_agent_tools_get_name (TroupeAgentTools *self, TroupeTool *tool);
/* The same tools, described already, with counts of repeated calls of their own: for a step of a plan. Their failures
 * are failures of @self. (transfer full) */
TroupeAgentTools *troupe_agent_tools_new_for_step (TroupeAgentTools *self);

guint troupe_agent_tools_get_n (TroupeAgentTools *self);
/* (transfer full) (element-type TroupeLlmToolSpec): in order, with names that are all different (`_2`, `_3`) */
GPtrArray *troupe_agent_tools_make_specs (TroupeAgentTools *self);
/* For the prompt of models that cannot be offered tools: name, arguments, description of each; and the names in a
 * row. (transfer full) */
char *troupe_agent_tools_describe_as_text (TroupeAgentTools *self);
char *troupe_agent_tools_list_names (TroupeAgentTools *self);

/**
 * troupe_agent_tools_are_sequential:
 *
 * Whether calls of one answer go one after another: one of the named tools ends the execution with its result, or
 * may be called only so often. Else up to eight are under way at once.
 */
gboolean troupe_agent_tools_are_sequential (TroupeAgentTools *self, const char *const *names);

/**
 * troupe_agent_tools_call_async:
 * @id: (nullable): what the call is known by in the messages
 * @name: as the model wrote it
 * @arguments: as the model wrote them: JSON
 *
 * Calls a tool of a native call. Whatever is wrong becomes a result whose text says so; an error is only
 * cancelling. The fifth time that the same tool gives the same text for the same arguments the result's failure
 * is REPEATED_CALL, which ends the execution.
 */
void troupe_agent_tools_call_async (TroupeAgentTools *self,
                                    const char *id,
                                    const char *name,
                                    const char *arguments,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/**
 * troupe_agent_tools_call_text_async:
 *
 * As the above, for models that write what they want as text: a name that is nearly right is taken for it (ratio
 * above 0.85), arguments may be a Python literal or nearly JSON, the same call twice in a row is refused, an
 * exception is tried three times, and each third result reminds of the tools.
 */
void troupe_agent_tools_call_text_async (TroupeAgentTools *self,
                                         const char *name,
                                         const char *arguments,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* (transfer full) (nullable): NULL with G_IO_ERROR_CANCELLED */
TroupeAgentToolResult *
troupe_agent_tools_call_finish (TroupeAgentTools *self, GAsyncResult *result, GError **error);

/* Of all failed calls so far, as `tool_failures` has them: a list of maps. (transfer full) */
TroupeValue *troupe_agent_tools_list_failures (TroupeAgentTools *self);

G_END_DECLS
