/* troupe-agent.h: agent: definition, context, task and execution
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

/* Codes of TROUPE_AGENT_ERROR. Messages are sentences for the user. */
typedef enum
{
  TROUPE_AGENT_ERROR_DEFINITION,  /* role, goal or backstory missing, or wrong type of a field */
  TROUPE_AGENT_ERROR_INPUT,       /* neither a string nor a list of messages */
  TROUPE_AGENT_ERROR_UNSUPPORTED, /* not supported, e.g. knowledge, MCP or a tool; the message
                                     names it */
  TROUPE_AGENT_ERROR_STUCK,       /* the model repeated the same tool call again and again */
  TROUPE_AGENT_ERROR_EMPTY,       /* its model returned an empty answer */
  TROUPE_AGENT_ERROR_KEPT,        /* context window exceeded, and `respect_context_window` is off */
  TROUPE_AGENT_ERROR_WINDOW,      /* context window exceeded, and it cannot be shortened */
  TROUPE_AGENT_ERROR_TIMEOUT,     /* max_execution_time exceeded */
  TROUPE_AGENT_ERROR_LIMIT,       /* max_iter or max_execution_time is zero */
  TROUPE_AGENT_ERROR_CALL,        /* its model called a tool although none was offered */
  TROUPE_AGENT_ERROR_REFUSED,     /* its own guardrail rejected all of its answers */
  TROUPE_AGENT_ERROR_TOOL,        /* a tool failed with the policy `raise` */
  TROUPE_AGENT_ERROR_BLOCKED,     /* a hook blocked a model call by returning False */
  TROUPE_AGENT_ERROR_DENIED, /* a hook raised HookAborted, which ends the task without a retry */
  TROUPE_AGENT_ERROR_REMOTE, /* remote agent unreachable, or no answer within `max_turns` */
} TroupeAgentError;

/**
 * TroupeAgentDefinition:
 *
 * An agent as declared in a document (`with` of an agent action, or an entry of a crew). The
 * definition is parsed once, when the document is loaded. It is immutable and has an atomic
 * reference count.
 * Threads: any thread; everything else in this file belongs to the run's thread.
 */
typedef struct _TroupeAgentDefinition TroupeAgentDefinition;

TroupeAgentDefinition *troupe_agent_definition_ref (TroupeAgentDefinition *self);
void troupe_agent_definition_unref (TroupeAgentDefinition *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentDefinition, troupe_agent_definition_unref)

/**
 * troupe_agent_definition_new:
 * @fields: a map: role, goal, backstory, llm (a string, or a map with `model` and settings), tools,
 *   …
 *
 * Returns: (nullable): the definition, or %NULL with %TROUPE_AGENT_ERROR_DEFINITION whose message
 * begins with the key
 */
TroupeAgentDefinition *troupe_agent_definition_new (TroupeValue *fields, GError **error);

/* Returns the role. (transfer none) */
const char *troupe_agent_definition_get_role (TroupeAgentDefinition *self);
/* Returns the model string, or NULL if the environment determines it. (transfer none) (nullable) */
const char *troupe_agent_definition_get_model (TroupeAgentDefinition *self);
/* Returns the settings of the agent's model, as a map for @settings of #TroupeLlmRequest.
 * (transfer none) (nullable) */
TroupeValue *troupe_agent_definition_get_settings (TroupeAgentDefinition *self);
/* Returns the complete map of fields, in which the keys of `settings` override the other keys.
 * (transfer none) */
TroupeValue *troupe_agent_definition_get_fields (TroupeAgentDefinition *self);
/* Returns TRUE if Python creates the model. In this case nothing else is known about the model
 * before the run. */
gboolean troupe_agent_definition_is_model_made (TroupeAgentDefinition *self);
/* Returns the maximum number of requests per minute to the agent's model; 0 for no limit. */
guint troupe_agent_definition_get_max_rpm (TroupeAgentDefinition *self);
/* Returns the dotted path of the Python class that the agent uses as `response_format`.
 * (transfer none) (nullable) */
const char *troupe_agent_definition_get_response_model (TroupeAgentDefinition *self);
/* Creates a copy of the agent that answers in the format of @schema. (transfer full) (nullable).
 * Errors: as troupe_agent_definition_new(). */
TroupeAgentDefinition *troupe_agent_definition_new_with_form (TroupeAgentDefinition *self,
                                                              TroupeValue *schema,
                                                              GError **error);
/* Returns the known tools of the agent in order, as references for
 * troupe_tool_new_for_reference(). NULL-terminated. (transfer none) */
const char *const *troupe_agent_definition_get_tools (TroupeAgentDefinition *self);
/* Returns an agent with the planning model if it differs from the agent's own model. (transfer
 * none) (nullable) */
TroupeAgentDefinition *troupe_agent_definition_get_planner (TroupeAgentDefinition *self);
/* Returns the messages with which the agent begins if it has neither tools nor skills, memories or knowledge, which add to
 * them. @input: a string or a list of messages. (transfer full) (nullable): NULL with %TROUPE_AGENT_ERROR_INPUT if @input is
 * not valid */
TroupeValue *troupe_agent_definition_preview_messages (TroupeAgentDefinition *self,
                                                       TroupeValue *input,
                                                       GError **error);
/* Returns the `skills` of the agent, for troupe_agent_skills_list_permissions(). (transfer none)
 * (nullable) */
TroupeValue *troupe_agent_definition_get_skills (TroupeAgentDefinition *self);
/* Returns the agent's first tool that is unknown or not a string, as written in the document.
 * (transfer none) (nullable) */
const char *troupe_agent_definition_get_unknown_tool (TroupeAgentDefinition *self);
/* Returns the agent's `mcps`, a list of servers whose tools must be added to the tools of the
 * context. (transfer none) (nullable) */
TroupeValue *troupe_agent_definition_get_mcps (TroupeAgentDefinition *self);
/* Returns a sentence that warns that there are no tools for the agent's `apps`, or NULL if it
 * has no `apps`. (transfer full) (nullable) */
char *troupe_agent_definition_get_warning (TroupeAgentDefinition *self);
/* Returns a sentence about unsupported fields, or NULL. (transfer full) (nullable) */
char *troupe_agent_definition_get_unsupported (TroupeAgentDefinition *self);

/**
 * TroupeAgentShared:
 *
 * State shared by the agents of a crew: one prompt file, one cache of tool results and one rate
 * limit (the crew's `max_rpm`, which replaces that of the agents). Used on the run's thread;
 * reference counted.
 */
typedef struct _TroupeAgentShared TroupeAgentShared;

/* @max_rpm: 0 for no limit; @has_cache: whether identical tool calls are answered from the cache */
TroupeAgentShared *troupe_agent_shared_new (guint max_rpm, gboolean has_cache);
TroupeAgentShared *troupe_agent_shared_ref (TroupeAgentShared *self);
void troupe_agent_shared_unref (TroupeAgentShared *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentShared, troupe_agent_shared_unref)

/* What happens when a tool fails (doc/crew-semantics.md §11.1). */
typedef enum
{
  TROUPE_AGENT_POLICY_WARN,   /* reported as a failure; the model continues with the message */
  TROUPE_AGENT_POLICY_IGNORE, /* not reported; the model continues with the message */
  TROUPE_AGENT_POLICY_RAISE, /* the execution fails with the error */
} TroupeAgentPolicy;

/* Parses a failure policy. @policy: (out). Returns FALSE if @text is not ignore, warn or raise. */
gboolean troupe_agent_policy_from_text (const char *text, TroupeAgentPolicy *policy);

/**
 * TroupeAgentStepFunc:
 * @step: a map of the step. A tool call that the model wrote as text: `tool`, `tool_input`,
 *   `result`, `thought`, `text` and `is_answer`, whether the result is the agent's answer. An answer:
 *   `output` and `text`
 *
 * Called after a step of an agent with tools (`step_callback`), on the run's thread, for the steps
 * for which CrewAI calls it (doc/crew-semantics.md §7).
 */
typedef void (*TroupeAgentStepFunc) (TroupeValue *step, gpointer user_data);

/**
 * TroupeAgentVerdictFunc:
 * @is_kept: whether the answer is accepted
 * @with: (nullable): if the answer is accepted, a string that replaces it, or a map that becomes
 *   its object; if it is rejected, the reason
 * @error: (nullable) (transfer full): set if the guardrail failed; the execution ends with this
 *   error
 *
 * Returns the verdict of a guardrail to the agent.
 */
typedef void (*TroupeAgentVerdictFunc) (gboolean is_kept,
                                        TroupeValue *with,
                                        GError *error,
                                        gpointer verdict_data);
/**
 * TroupeAgentGuardFunc:
 * @output: the prospective result: a map of `raw`, `pydantic`, `agent_role`, `usage_metrics`,
 *   `messages`, …
 * @scope: scope of the guardrail
 *
 * Evaluates the agent's own guardrail if that guardrail is a function. Must call @verdict_func
 * once, later, on the run's thread.
 */
typedef void (*TroupeAgentGuardFunc) (TroupeValue *output,
                                      TroupeScope *scope,
                                      GCancellable *cancellable,
                                      TroupeAgentVerdictFunc verdict_func,
                                      gpointer verdict_data,
                                      gpointer user_data);

/* Returns the validated object of an answer to the agent.
 * @object: (nullable) (transfer full): the object as the class represents it
 * @error: (nullable) (transfer full): %TROUPE_LLM_ERROR_INVALID if the class rejects it; any other
 *   error ends the execution */
typedef void (*TroupeAgentValidatedFunc) (TroupeValue *object,
                                          GError *error,
                                          gpointer validated_data);
/**
 * TroupeAgentValidateFunc:
 * @object: the answer as parsed from JSON; it may not match the schema
 *
 * Validates a structured answer with the project's own class, whose checks a schema does not
 * contain. Must call @validated_func once, later, on the run's thread.
 */
typedef void (*TroupeAgentValidateFunc) (TroupeValue *object,
                                         GCancellable *cancellable,
                                         TroupeAgentValidatedFunc validated_func,
                                         gpointer validated_data,
                                         gpointer user_data);

/* Returns the answer of a custom executor to the agent.
 * @text: (nullable) (transfer full): the answer
 * @error: (nullable) (transfer full): why there is no answer */
typedef void (*TroupeAgentWorkedFunc) (char *text, GError *error, gpointer worked_data);
/**
 * TroupeAgentWorkFunc:
 * @prompt: the complete prompt of the agent
 * @asks_person: whether the user reviews the answer
 *
 * A custom executor of the project, which replaces the model requests and tool calls of each
 * attempt. Must call @worked_func once, later, on the run's thread.
 */
typedef void (*TroupeAgentWorkFunc) (const char *prompt,
                                     gboolean asks_person,
                                     GCancellable *cancellable,
                                     TroupeAgentWorkedFunc worked_func,
                                     gpointer worked_data,
                                     gpointer user_data);

/* Returns the result of hooks to the agent.
 * @result: (nullable): a map of `outcome`, `hook_count`, `duration_ms`, `abort_reason`,
 *   `abort_source` and what the hooks may have changed; %NULL if there are no hooks for this point
 * @error: (nullable) (transfer full): set if the hooks could not be called */
typedef void (*TroupeAgentHookedFunc) (TroupeValue *result, GError *error, gpointer hooked_data);
/**
 * TroupeAgentHooks:
 * @exist: (nullable): whether code has registered hooks; %NULL if there is no code
 * @call: calls the hooks with a map of `point` and what they receive; must call its @hooked_func
 *   once, on the run's thread
 * @user_data: passed to both
 * @about: (nullable): a map of `agent`, `task` and `crew`, which all hooks receive; set by the
 *   execution
 *
 * Hooks of `crewai.hooks` for the model calls and tool calls of an agent (doc/crew-semantics.md
 * §8). What @user_data and @about refer to must live as long as the execution.
 */
typedef struct
{
  gboolean (*exist) (gpointer user_data);
  void (*call) (TroupeValue *call,
                GCancellable *cancellable,
                TroupeAgentHookedFunc hooked_func,
                gpointer hooked_data,
                gpointer user_data);
  gpointer user_data;
  TroupeValue *about;
} TroupeAgentHooks;

/* The loaded skills of an agent or a crew (troupe-agent-skills.h). */
typedef struct _TroupeAgentSkills TroupeAgentSkills;
/* The memory and knowledge of an agent (troupe-agent-memory.h). */
typedef struct _TroupeAgentMemory TroupeAgentMemory;

/**
 * TroupeAgentContext:
 * @run: what all calls of the run share; with a client
 * @scope: (nullable): scope in which the agent executes
 * @path: (nullable): path of the agent in the document
 * @usage: (nullable): updated when the agent ends, successfully or not
 * @tools: (nullable) (element-type TroupeTool): tools that it may call, in order
 * @own_tools: (nullable): the subset of @tools that belongs to the agent itself and is listed in
 *   its events; %NULL: all of @tools
 * @tool_context: (nullable): context for calling its tools; their run and scope are those of the
 *   agent
 * @shared: (nullable): state shared with the other agents of its crew
 * @policy: failure policy of tools, if neither the tool nor the task nor the agent specifies one
 * @step_func: (nullable), with @step_data
 * @guard_func: (nullable), with @guard_data and its name @guard_name: validates answers of a
 *   kickoff if the definition has no guardrail in words; borrowed objects live as long as the
 *   kickoff
 * @validate_func: (nullable), with @validate_data: validates the object of a structured answer; an
 *   object that it rejects is an invalid answer
 * @skills: (nullable): loaded skills of the agent and its crew, whose events were already emitted;
 *   %NULL: the agent loads its own skills and emits their events
 * @memory: (nullable): memory and knowledge
 * @work_func: (nullable), with @work_data, which must live until the execution has ended
 * @hooks: hooks of the project's code; all members %NULL without any
 * @streams: whether answers of a task are streamed if neither the model's settings nor the client
 *   specify it
 *
 * Execution context of an agent.
 */
typedef struct
{
  const TroupeRunContext *run;
  TroupeScope *scope;
  const char *path;
  TroupeLlmUsage *usage;
  GPtrArray *tools;
  GPtrArray *own_tools;
  const TroupeToolContext *tool_context;
  TroupeAgentShared *shared;
  TroupeAgentPolicy policy;
  TroupeAgentStepFunc step_func;
  gpointer step_data;
  TroupeAgentGuardFunc guard_func;
  gpointer guard_data;
  const char *guard_name;
  TroupeAgentValidateFunc validate_func;
  gpointer validate_data;
  TroupeAgentSkills *skills;
  TroupeAgentMemory *memory;
  TroupeAgentWorkFunc work_func;
  gpointer work_data;
  TroupeAgentHooks hooks;
  gboolean streams;
} TroupeAgentContext;

/**
 * TroupeAgentAnswerFunc:
 * @feedback: (nullable) (transfer full): the user's feedback. An empty string accepts the answer,
 *   unless the task treats an empty string as feedback. %NULL without an @error always accepts the
 *   answer.
 * @error: (nullable) (transfer full): set if the user will not reply; the execution ends with this
 *   error
 *
 * Returns the user's feedback on an answer to the agent.
 */
typedef void (*TroupeAgentAnswerFunc) (char *feedback, GError *error, gpointer answer_data);
/* Asks the user for feedback on @answer (`human_input`). @answer_func must be called once,
 * immediately or later, on the run's thread. If @cancellable is cancelled, it must be called
 * with %G_IO_ERROR_CANCELLED. */
typedef void (*TroupeAgentAskFunc) (const char *answer,
                                    GCancellable *cancellable,
                                    TroupeAgentAnswerFunc answer_func,
                                    gpointer answer_data,
                                    gpointer user_data);

/**
 * TroupeAgentTask:
 * @title: for events: the task's name, or else its description
 * @description: the work to be done, with all additions (trigger, conversation, plan)
 * @expected_output: (nullable)
 * @prompt: (nullable): replaces both, and @markdown, in the prompt
 * @context: (nullable): outputs of earlier tasks
 * @memory, @knowledge: (nullable): relevant memories and knowledge, in addition to those of the
 *   call
 * @suggestions: (nullable): NULL-terminated: feedback from training
 * @markdown: whether Markdown is requested
 * @shown_schema: (nullable): JSON schema of output_json or output_pydantic, included in the prompt
 * @schema: (nullable): JSON schema for the answer of an agent without tools; sent with the request
 * @schema_name: (nullable): its name in the request; `answer` by default
 * @keeps_text: whether an answer that matches @schema is kept unchanged. FALSE: it is serialized
 *   again in the order of @schema
 * @policy: (nullable): `tool_failure_policy` of the task
 * @files: (nullable) (element-type TroupeLlmPart): files that are part of the first message
 * @ask_func: (nullable), with @ask_data: asks the user to review each answer
 * @takes_blank: whether the agent answers again even if the user's feedback is empty
 *
 * A task for an agent of a crew (doc/crew-semantics.md §10). Borrowed until the execution has
 * started.
 */
typedef struct
{
  const char *title;
  const char *description;
  const char *expected_output;
  const char *prompt;
  const char *context;
  const char *memory;
  const char *knowledge;
  const char *const *suggestions;
  gboolean markdown;
  TroupeValue *shown_schema;
  TroupeValue *schema;
  const char *schema_name;
  gboolean keeps_text;
  const char *policy;
  GPtrArray *files;
  TroupeAgentAskFunc ask_func;
  gpointer ask_data;
  gboolean takes_blank;
} TroupeAgentTask;

/**
 * troupe_agent_execute_async:
 * @task: borrowed until this returns
 * @call: copied with references to its objects; `usage` and the data of its functions must live
 *   until @callback is called
 *
 * Executes one task of the agent's crew (doc/crew-semantics.md §6.1, §10 and §11), with the agent's
 * attempts, time limit and tools; emits agent_execution_started, _completed and _error. The result
 * is the same map as that of a kickoff: `raw`, `pydantic` (the object that matches the schema, or
 * null), `messages`, `tool_failures`. Runs in the thread-default main context. Cancelling closes
 * the connections of model calls, stops tool calls and ends the execution with
 * %G_IO_ERROR_CANCELLED.
 */
void troupe_agent_execute_async (TroupeAgentDefinition *self,
                                 const TroupeAgentTask *task,
                                 const TroupeAgentContext *call,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Returns the result, a map. (transfer full) (nullable). Errors: as
 * troupe_agent_execution_finish(), and those of the functions in #TroupeAgentContext and
 * #TroupeAgentTask. */
TroupeValue *troupe_agent_execute_finish (GAsyncResult *result, GError **error);

/**
 * troupe_agent_execution_async:
 * @input: a string, or a list of messages (doc/flow-semantics.md §8)
 * @call: copied with references to its objects; `usage` and the data of its functions must live
 *   until @callback is called
 *
 * Executes one kickoff of the agent, with as many tool calls as required (doc/crew-semantics.md
 * §11). It is not retried on failure: `max_retry_limit` applies to tasks only. The result is a map
 * with CrewAI's fields: raw, pydantic, agent_role, usage_metrics, messages, tool_failures, plan,
 * todos, replan_count, last_replan_reason. Runs in the thread-default main context; hundreds may
 * run concurrently. Cancelling is the same as in troupe_agent_execute_async().
 */
void troupe_agent_execution_async (TroupeAgentDefinition *self,
                                   TroupeValue *input,
                                   const TroupeAgentContext *call,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns the result, a map. (transfer full) (nullable). Errors: %TROUPE_AGENT_ERROR,
 * %TROUPE_LLM_ERROR, %TROUPE_TOOL_ERROR (a tool without consent or without a description),
 * %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_agent_execution_finish (GAsyncResult *result, GError **error);

G_END_DECLS
