/* troupe-agent-review.h: auxiliary model requests: guardrails, conversion, planning of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * troupe_agent_judge_async:
 * @self: the agent whose model is asked
 * @rule: a sentence of the document
 * @answer: the answer to validate
 * @call: copied; its scope is that of the guardrail; its tools are not used
 *
 * Asks a separate agent, "Guardrail Agent", whether @answer complies with @rule
 * (doc/crew-semantics.md §8). The request has the schema LLMGuardrailResult, and the events are
 * those of a kickoff. Cancelling ends the request with %G_IO_ERROR_CANCELLED, as for all requests
 * of this header.
 * Threads: the run's thread, for all requests of this file.
 */
void troupe_agent_judge_async (TroupeAgentDefinition *self,
                               const char *rule,
                               const char *answer,
                               const TroupeAgentContext *call,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* Returns FALSE with an error if the model could not be asked or returned no verdict. @is_kept:
 * (out): whether the answer complies; @feedback: (out) (transfer full) (nullable): what is missing.
 * Errors: as troupe_agent_execution_finish(). */
gboolean troupe_agent_judge_finish (GAsyncResult *result,
                                    gboolean *is_kept,
                                    char **feedback,
                                    GError **error);

/**
 * troupe_agent_convert_async:
 * @self: the agent whose model is asked
 * @text: the agent's answer, which contains no object
 * @schema: the required schema; @name: its name
 * @by_tool: whether the object is requested as a tool call (output_json), otherwise as the response
 *   format
 *
 * Asks the model to convert @text to an object (doc/crew-semantics.md §9), in at most three
 * attempts. Cancelling ends the conversion with %G_IO_ERROR_CANCELLED.
 */
void troupe_agent_convert_async (TroupeAgentDefinition *self,
                                 const char *text,
                                 TroupeValue *schema,
                                 const char *name,
                                 gboolean by_tool,
                                 const TroupeAgentContext *call,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Like troupe_agent_convert_async() with a response format. If no attempt succeeds, asks once
 * more without a response format, as CrewAI does for the result of a training. */
void troupe_agent_convert_at_last_async (TroupeAgentDefinition *self,
                                         const char *text,
                                         TroupeValue *schema,
                                         const char *name,
                                         const TroupeAgentContext *call,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Returns the object. (transfer full) (nullable). Errors: %TROUPE_LLM_ERROR, also if no attempt
 * returned an object; %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_agent_convert_finish (GAsyncResult *result, GError **error);

/**
 * troupe_agent_ask_async:
 * @messages: a list of maps, in CrewAI's format
 * @call: context with the scope of the caller
 *
 * Asks the agent's model on behalf of the caller, without the agent's tools, but with its settings
 * and rate limit. The usage is counted as the agent's usage. Cancelling ends the request with
 * %G_IO_ERROR_CANCELLED.
 */
void troupe_agent_ask_async (TroupeAgentDefinition *self,
                             TroupeValue *messages,
                             const TroupeAgentContext *call,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* Returns the text of the answer. (transfer full) (nullable). Errors: %TROUPE_LLM_ERROR,
 * %G_IO_ERROR_CANCELLED */
char *troupe_agent_ask_finish (GAsyncResult *result, GError **error);
/* Describes the required schema for the model in words. (transfer full) */
char *troupe_agent_describe_form (TroupeValue *schema);

/**
 * TroupeAgentPlannedTask:
 *
 * A task as shown to the planner of a crew; the strings are sent unchanged.
 */
typedef struct
{
  const char *description;
  const char *expected_output;
  const char *role;
  const char *goal;
  const char *const *tools; /* `name: description`; NULL-terminated */
} TroupeAgentPlannedTask;

/**
 * troupe_agent_plan_tasks_async:
 * @model: (nullable): `planning_llm`, a string or a map; %NULL for CrewAI's default
 *
 * Asks "Task Execution Planner" once for a plan for each task of a crew (doc/crew-semantics.md
 * §11.2, crew planning). Cancelling ends the request with %G_IO_ERROR_CANCELLED.
 */
void troupe_agent_plan_tasks_async (TroupeValue *model,
                                    const TroupeAgentPlannedTask *tasks,
                                    guint n_tasks,
                                    const TroupeAgentContext *call,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Returns n_tasks strings in the order of the tasks. A string is "" if the planner omitted its
 * task. (transfer full) (nullable) (element-type utf8). Errors: as
 * troupe_agent_execution_finish(). */
GPtrArray *troupe_agent_plan_tasks_finish (GAsyncResult *result, GError **error);

/* --- Prompts for the manager of a crew -------------------------------------------------------- */

/* The following functions return texts of the automatic manager and for its coworkers, which are
 * not translated. */

/* Returns the role of the automatic manager. (transfer none) */
const char *troupe_agent_manager_get_role (void);
/* Returns the goal of the automatic manager. (transfer none) */
const char *troupe_agent_manager_get_goal (void);
/* Returns the backstory of the automatic manager. (transfer none) */
const char *troupe_agent_manager_get_backstory (void);
/* Describes the tool that delegates work to a coworker. @roles: joined by commas. (transfer
 * full) */
char *troupe_agent_describe_delegation (const char *roles);
/* Describes the tool that asks a coworker a question. @roles: joined by commas. (transfer full) */
char *troupe_agent_describe_question (const char *roles);
/* Returns the answer to a manager that named an unknown coworker. @roles: NULL-terminated: roles
 * of the existing coworkers. (transfer full) */
char *troupe_agent_tell_unknown_coworker (const char *const *roles);
/* Returns the answer to a manager whose coworker failed. @error: the message. (transfer full) */
char *troupe_agent_format_coworker_failed (const char *role, const char *error);
/* Returns the expected output of the work that a manager delegates to a coworker. (transfer
 * none) */
const char *troupe_agent_get_manager_request (void);
/* Returns the context of a task that is repeated because a guardrail rejected the answer.
 * (transfer full) */
char *troupe_agent_tell_refusal (const char *feedback, const char *answer);
/* Returns the text that introduces the lines of a conversation in a task description. (transfer
 * none) */
const char *troupe_agent_get_conversation_intro (void);

G_END_DECLS
