/* troupe-agent-review.h: what models are asked about what agents did: guardrails, conversion, plans of a crew
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
 * @answer: what is held against it
 * @call: its scope is the guardrail's; its tools are not used
 *
 * Asks an agent of its own, "Guardrail Agent", whether @answer keeps @rule (doc/crew-semantics.md §8): a request with
 * the schema LLMGuardrailResult; events are those of a kickoff.
 */
void troupe_agent_judge_async (TroupeAgentDefinition *self,
                               const char *rule,
                               const char *answer,
                               const TroupeAgentContext *call,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* FALSE with an error where the model could not be asked or gave no verdict.
 * @is_kept: (out); @feedback: (out) (transfer full) (nullable): what is missing */
gboolean troupe_agent_judge_finish (GAsyncResult *result,
                                    gboolean *is_kept,
                                    char **feedback,
                                    GError **error);

/**
 * troupe_agent_convert_async:
 * @self: the agent whose model is asked
 * @text: its answer, in which there is no object
 * @schema: what is wanted; @name: of the schema
 * @by_tool: whether it is asked for as the one call of a tool (output_json), else as the form of the answer
 *
 * Lets the model make an object of @text (doc/crew-semantics.md §9), in at most three attempts.
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
/* The same, as the form of the answer; where none of the attempts fits it is asked once more without it, as CrewAI does
 * for what a training has come to. */
void troupe_agent_convert_at_last_async (TroupeAgentDefinition *self,
                                         const char *text,
                                         TroupeValue *schema,
                                         const char *name,
                                         const TroupeAgentContext *call,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* (transfer full) (nullable): the object, or NULL with %TROUPE_LLM_ERROR */
TroupeValue *troupe_agent_convert_finish (GAsyncResult *result, GError **error);

/**
 * troupe_agent_ask_async:
 * @messages: a list of maps, as CrewAI keeps messages
 * @call: whose scope is what asks
 *
 * Asks the model of the agent for somebody else, without its tools: its settings, limits and count are the agent's.
 */
void troupe_agent_ask_async (TroupeAgentDefinition *self,
                             TroupeValue *messages,
                             const TroupeAgentContext *call,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* The text of its answer. (transfer full) (nullable). Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED */
char *troupe_agent_ask_finish (GAsyncResult *result, GError **error);
/* How a model is told in words which form an answer is to have. (transfer full) */
char *troupe_agent_describe_form (TroupeValue *schema);

/**
 * TroupeAgentPlannedTask:
 *
 * One task as the planner of a crew is shown it; texts as they are to be sent.
 */
typedef struct
{
  const char *description;
  const char *expected_output;
  const char *role;
  const char *goal;
  const char *const *tools; /* `name: what it does`; NULL-terminated */
} TroupeAgentPlannedTask;

/**
 * troupe_agent_plan_tasks_async:
 * @model: (nullable): `planning_llm`, a text or a map; %NULL is CrewAI's own choice for it
 *
 * Asks "Task Execution Planner" once for a plan for each task of a crew (doc/crew-semantics.md §11.2, crew planning).
 */
void troupe_agent_plan_tasks_async (TroupeValue *model,
                                    const TroupeAgentPlannedTask *tasks,
                                    guint n_tasks,
                                    const TroupeAgentContext *call,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* n_tasks texts in order of the tasks; an entry is "" where the planner left its task out. (transfer full) (nullable) */
GPtrArray *troupe_agent_plan_tasks_finish (GAsyncResult *result, GError **error);

/* --- What is written for the manager of a crew --------------------------------------------------- */

/* The automatic manager: role, goal and backstory. (transfer none) */
const char *troupe_agent_manager_get_role (void);
const char *troupe_agent_manager_get_goal (void);
const char *troupe_agent_manager_get_backstory (void);
/* Descriptions of the two tools for delegation. @roles: joined by commas. (transfer full) */
char *troupe_agent_describe_delegation (const char *roles);
char *troupe_agent_describe_question (const char *roles);
/* What a manager is told who names nobody of the team, or whose coworker failed. (transfer full) */
char *troupe_agent_tell_unknown_coworker (const char *const *roles);
char *troupe_agent_tell_coworker_failed (const char *role, const char *error);
/* What is expected of who is asked by a manager. (transfer none) */
const char *troupe_agent_get_manager_request (void);
/* The context of a task that is done again because a guardrail refused it. (transfer full) */
char *troupe_agent_tell_refusal (const char *feedback, const char *answer);
/* What stands before the lines of a conversation in a description. (transfer none) */
const char *troupe_agent_get_conversation_intro (void);

G_END_DECLS
