/* troupe-agent-tools.h: calls the tools of an agent during one execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-event.h"
#include "troupe-llm-message.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/* Reason why a tool call failed, in CrewAI's terms (doc/crew-semantics.md §11.1). */
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

/**
 * TroupeAgentToolResult:
 * @text: the text for the model
 * @value: (nullable): the value returned by the tool
 * @is_answer: whether the result ends the execution as the answer (`result_as_answer`, if the call
 *   succeeded)
 * @is_fatal: whether the execution ends with @error, because the document does not permit the call
 *   or the policy is `raise`
 * @error: (nullable): error of a failure
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
 * The tools that are offered to an agent's model, and their execution. Finds tools by the names
 * that were sent, parses arguments, emits events (tool_usage_started, …_finished, …_error,
 * tool_failure_detected), converts results and failures to text for the model, and counts repeated
 * calls. There is one object for each execution; used on the run's thread.
 */
#define TROUPE_TYPE_AGENT_TOOLS (troupe_agent_tools_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentTools, troupe_agent_tools, TROUPE, AGENT_TOOLS, GObject)

/**
 * troupe_agent_tools_new:
 * @tools: (nullable) (element-type TroupeTool): the tools, in the order in which they are offered
 * @context: copied; its bus and scope, which is that of the agent, are used for events
 * @role: role of the agent
 */
TroupeAgentTools *
troupe_agent_tools_new (GPtrArray *tools, const TroupeToolContext *context, const char *role);

/**
 * TroupeAgentToolRules:
 * @title: (nullable): title of the current task
 * @policy: failure policy for tools without a policy of their own
 * @cache: (nullable): cache of results, with the key @cache_owner
 * @hooks: called before and after each call; what it refers to must outlive the calls
 */
typedef struct
{
  const char *title;
  TroupeAgentPolicy policy;
  TroupeAgentShared *cache;
  const char *cache_owner;
  TroupeAgentHooks hooks;
} TroupeAgentToolRules;

/* @rules: copied */
void troupe_agent_tools_set_rules (TroupeAgentTools *self, const TroupeAgentToolRules *rules);

/* Asks each tool that has no description yet to describe itself. Must be called first. Errors:
 * that of the first tool that failed. */
void troupe_agent_tools_describe_async (TroupeAgentTools *self,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
gboolean
troupe_agent_tools_describe_finish (TroupeAgentTools *self, GAsyncResult *result, GError **error);

/* Adds a tool. Returns: (transfer none): the name under which the tool is sent to the model */
const char *troupe_agent_tools_add (TroupeAgentTools *self, TroupeTool *tool);
/* Returns the name under which @tool, which must have been added to @self, is sent to the model.
 * (transfer none) (nullable) */
const char *troupe_agent_tools_get_name (TroupeAgentTools *self, TroupeTool *tool);
/* Creates a set of the same tools for one step of a plan. It reuses the descriptions of @self
 * but counts repeated calls separately. Failures of the tools are recorded in @self. (transfer
 * full) */
TroupeAgentTools *troupe_agent_tools_new_for_step (TroupeAgentTools *self);

guint troupe_agent_tools_get_n (TroupeAgentTools *self);
/* Returns the specifications of the tools in order, with unique names (`_2`, `_3`). (transfer
 * full) (element-type TroupeLlmToolSpec) */
GPtrArray *troupe_agent_tools_make_specs (TroupeAgentTools *self);
/* These functions return text for the prompt of models without tool support: name, arguments and
 * description of each tool; the list of names. (transfer full) */
char *troupe_agent_tools_describe_as_text (TroupeAgentTools *self);
char *troupe_agent_tools_list_names (TroupeAgentTools *self);

/**
 * troupe_agent_tools_are_sequential:
 *
 * Returns TRUE if the calls of one answer must be made one after the other. This is the case if one
 * of the named tools ends the execution with its result, or has a usage limit. Otherwise up to
 * eight calls are made concurrently.
 */
gboolean troupe_agent_tools_are_sequential (TroupeAgentTools *self, const char *const *names);

/**
 * troupe_agent_tools_call_async:
 * @id: (nullable): id of the call in the messages
 * @name: name as written by the model
 * @arguments: JSON as written by the model
 *
 * Executes a native tool call. Every failure is returned as a result whose text describes the
 * failure; the only error is cancellation. If the same tool returns the same text for the same
 * arguments for the fifth time, the failure of the result is REPEATED_CALL, which ends the
 * execution.
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
 * Executes a call of a model in text mode. A similar name is accepted (ratio above 0.85), and
 * arguments may be a Python literal or nearly JSON. The second of two identical calls in a row is
 * rejected, and a call that raises an exception is tried three times. Each third result is followed
 * by a reminder of the tools.
 */
void troupe_agent_tools_call_text_async (TroupeAgentTools *self,
                                         const char *name,
                                         const char *arguments,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Returns the result; NULL with G_IO_ERROR_CANCELLED if the call was cancelled. (transfer full)
 * (nullable) */
TroupeAgentToolResult *
troupe_agent_tools_call_finish (TroupeAgentTools *self, GAsyncResult *result, GError **error);

/* Returns all failed calls so far as a list of maps for `tool_failures`. (transfer full) */
TroupeValue *troupe_agent_tools_list_failures (TroupeAgentTools *self);

G_END_DECLS
