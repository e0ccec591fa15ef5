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

typedef enum
{
  TROUPE_AGENT_ERROR_DEFINITION,  /* role, goal or backstory missing, a field of a wrong type */
  TROUPE_AGENT_ERROR_INPUT,       /* neither a text nor a list of messages */
  TROUPE_AGENT_ERROR_UNSUPPORTED, /* knowledge, MCP, some tools: not in this version; says which */
  TROUPE_AGENT_ERROR_STUCK,       /* it called the same tool in the same way again and again */
  TROUPE_AGENT_ERROR_EMPTY,       /* its model said nothing */
  TROUPE_AGENT_ERROR_KEPT, /* more was said than its model reads, and `respect_context_window` is off */
  TROUPE_AGENT_ERROR_WINDOW,  /* more was said than its model reads, and it cannot be shortened */
  TROUPE_AGENT_ERROR_TIMEOUT, /* max_execution_time is over */
  TROUPE_AGENT_ERROR_LIMIT,   /* max_iter or max_execution_time leave it nothing */
  TROUPE_AGENT_ERROR_CALL,    /* its model called a tool although none was offered */
  TROUPE_AGENT_ERROR_REFUSED, /* its own guardrail refused all of its answers */
  TROUPE_AGENT_ERROR_TOOL,    /* a tool failed, and that ends it (`raise`) */
  TROUPE_AGENT_ERROR_REMOTE,  /* an agent elsewhere cannot be reached, or gave no answer in its turns */
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
/* The whole map, with `settings` over the keys beside it. (transfer none) */
TroupeValue *troupe_agent_definition_get_fields (TroupeAgentDefinition *self);
/* Whether Python makes its model, of which nothing else is known before the run. */
gboolean troupe_agent_definition_is_model_made (TroupeAgentDefinition *self);
/* How often a minute its model may be asked; 0 is any number. */
guint troupe_agent_definition_get_max_rpm (TroupeAgentDefinition *self);
/* The class of Python that is its `response_format`, a dotted path. (transfer none) (nullable) */
const char *troupe_agent_definition_get_response_model (TroupeAgentDefinition *self);
/* The same as the helper of Python finds it, `module:Class`. (transfer none) (nullable) */
const char *troupe_agent_definition_get_response_source (TroupeAgentDefinition *self);
/* The same agent, that answers in the form of @schema. (transfer full) (nullable). Errors: as
 * troupe_agent_definition_new(). */
TroupeAgentDefinition *troupe_agent_definition_new_with_form (TroupeAgentDefinition *self,
                                                              TroupeValue *schema,
                                                              GError **error);
/* Its tools in their order, for troupe_tool_new_for_reference(), without those that no maker knows. NULL-terminated.
 * (transfer none) */
const char *const *troupe_agent_definition_get_tools (TroupeAgentDefinition *self);
/* Has the model that plans for it, where that is another than its own: it is asked too. (transfer none) (nullable) */
TroupeAgentDefinition *troupe_agent_definition_get_planner (TroupeAgentDefinition *self);
/* `skills`, for troupe_agent_skills_list_permissions(). (transfer none) (nullable) */
TroupeValue *troupe_agent_definition_get_skills (TroupeAgentDefinition *self);
/* The first of its tools that no maker knows, or that is no text, as it is written. (transfer none) (nullable) */
const char *troupe_agent_definition_get_unknown_tool (TroupeAgentDefinition *self);
/* Its `mcps`: a list of servers, whose tools are to be among those that it is given. (transfer none) (nullable) */
TroupeValue *troupe_agent_definition_get_mcps (TroupeAgentDefinition *self);
/* Its `apps`, for which nothing makes tools: a sentence that says so, or NULL. (transfer full) */
char *troupe_agent_definition_get_warning (TroupeAgentDefinition *self);
/* What this version cannot run of it yet, as a sentence, or NULL. (transfer full) */
char *troupe_agent_definition_get_unsupported (TroupeAgentDefinition *self);

/**
 * TroupeAgentShared:
 *
 * What agents of one crew share: one prompt file, one cache of what tools gave, one count of calls in a minute
 * (`max_rpm` of the crew, in place of the agents' own). On the thread of the run; counted.
 */
typedef struct _TroupeAgentShared TroupeAgentShared;

/* @max_rpm: 0 is any number; @has_cache: whether equal calls of tools are answered from what was given before */
TroupeAgentShared *troupe_agent_shared_new (guint max_rpm, gboolean has_cache);
TroupeAgentShared *troupe_agent_shared_ref (TroupeAgentShared *self);
void troupe_agent_shared_unref (TroupeAgentShared *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentShared, troupe_agent_shared_unref)

/* What is done about a tool that fails (doc/crew-semantics.md §11.1). */
typedef enum
{
  TROUPE_AGENT_POLICY_WARN,
  TROUPE_AGENT_POLICY_IGNORE,
  TROUPE_AGENT_POLICY_RAISE, /* the execution ends with it */
} TroupeAgentPolicy;

/* FALSE where @text is none of ignore, warn, raise. */
gboolean troupe_agent_policy_from_text (const char *text, TroupeAgentPolicy *policy);

/**
 * TroupeAgentStepFunc:
 * @step: a map: what the agent has just done: `{"tool", "tool_input", "result"}` or `{"output", "text"}`
 *
 * Told of each step of an agent (`step_callback`), on the thread of the run.
 */
typedef void (*TroupeAgentStepFunc) (TroupeValue *step, gpointer user_data);

/**
 * TroupeAgentVerdictFunc:
 * @is_kept: whether the answer is taken
 * @with: (nullable): where it is, a text that stands in its place, or a map with the object of it; where it is not,
 *   what is wrong with it
 * @error: (nullable) (transfer full): nobody could say: the execution ends with it
 */
typedef void (*TroupeAgentVerdictFunc) (gboolean is_kept,
                                        TroupeValue *with,
                                        GError *error,
                                        gpointer verdict_data);
/**
 * TroupeAgentGuardFunc:
 * @output: the result as it would be: a map of `raw`, `pydantic`, `agent_role`, `usage_metrics`, `messages`, …
 * @scope: of the guardrail
 *
 * The agent's own guardrail where that is a function. Calls @verdict_func once, later, on the thread of the run.
 */
typedef void (*TroupeAgentGuardFunc) (TroupeValue *output,
                                      TroupeScope *scope,
                                      GCancellable *cancellable,
                                      TroupeAgentVerdictFunc verdict_func,
                                      gpointer verdict_data,
                                      gpointer user_data);

/* @text: (nullable) (transfer full): the answer; @error: (nullable) (transfer full): why there is none */
typedef void (*TroupeAgentWorkedFunc) (char *text, GError *error, gpointer worked_data);
/**
 * TroupeAgentWorkFunc:
 * @prompt: what the agent is asked, with all that belongs to it
 * @asks_person: whether a person is to look at the answer
 *
 * Does in each attempt what asking the model and calling tools would do (an executor of the project's own). Calls
 * @worked_func once, later, on the thread of the run.
 */
typedef void (*TroupeAgentWorkFunc) (const char *prompt,
                                     gboolean asks_person,
                                     GCancellable *cancellable,
                                     TroupeAgentWorkedFunc worked_func,
                                     gpointer worked_data,
                                     gpointer user_data);

typedef struct _TroupeAgentSkills TroupeAgentSkills;
typedef struct _TroupeAgentMemory TroupeAgentMemory;

/**
 * TroupeAgentContext:
 * @client: the models of the run
 * @bus: (nullable): where agent and model events go
 * @scope: (nullable): for what the agent works
 * @path: (nullable): the agent's place inside the document
 * @usage: (nullable): counted up when the agent ends, well or not
 * @tools: (nullable) (element-type TroupeTool): those that it may call, in their order
 * @own_tools: (nullable): of those the ones that it has by itself, which is what its events name; %NULL is all
 * @tool_context: (nullable): how its tools are called; their bus and scope are the agent's
 * @shared: (nullable): with the other agents of its crew
 * @policy: of tools, where neither they nor the task nor the agent say anything of their own
 * @step_func: (nullable), with @step_data
 * @guard_func: (nullable), with @guard_data and its name @guard_name: looks at answers of a kickoff where the definition
 *   has no rule in words; what is borrowed lives as long as the kickoff
 * @skills: (nullable): its own and its crew's, which were told of; %NULL: it reads its own, and tells of them
 * @memory: (nullable): what it remembers and knows
 * @work_func: (nullable), with @work_data, which has to live until the end
 * @streams: whether answers in a task come in pieces, where neither the model's settings nor the client say
 *
 * In what surroundings an agent works.
 */
typedef struct
{
  TroupeLlmClient *client;
  TroupeEventBus *bus;
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
  TroupeAgentSkills *skills;
  TroupeAgentMemory *memory;
  TroupeAgentWorkFunc work_func;
  gpointer work_data;
  gboolean streams;
} TroupeAgentContext;

/**
 * TroupeAgentAnswerFunc:
 * @feedback: (nullable) (transfer full): what the person wrote; empty: the answer is taken as it is, unless the task
 *   takes that for a remark too; %NULL without an @error: it is taken in any case
 * @error: (nullable) (transfer full): nobody answers any more: the execution ends with it
 */
typedef void (*TroupeAgentAnswerFunc) (char *feedback, GError *error, gpointer answer_data);
/* Asks a person what is to be said to @answer (`human_input`); @answer_func is called once, now or later, on the
 * thread of the run, with an error of %G_IO_ERROR_CANCELLED where @cancellable is. */
typedef void (*TroupeAgentAskFunc) (const char *answer,
                                    GCancellable *cancellable,
                                    TroupeAgentAnswerFunc answer_func,
                                    gpointer answer_data,
                                    gpointer user_data);

/**
 * TroupeAgentTask:
 * @title: for events: the task's name, else its description
 * @description: what is to be done, with all that belongs to it (trigger, conversation, plan)
 * @expected_output: (nullable)
 * @prompt: (nullable): what stands in the prompt for both, and for @markdown
 * @context: (nullable): what earlier tasks gave
 * @memory, @knowledge: (nullable): what the agent remembers and knows about it, beside what the call brings
 * @suggestions: (nullable): NULL-terminated: what it was told in training
 * @markdown: whether Markdown is asked for
 * @shown_schema: (nullable): a JSON schema that the prompt shows, of output_json and output_pydantic
 * @schema: (nullable): a JSON schema that the answer of an agent without tools has to fit; goes with the request
 * @schema_name: (nullable): its name there; `answer` unless it is said
 * @keeps_text: whether what fits @schema leaves the text as it is. FALSE: it is written again in the order of @schema
 * @policy: (nullable): `tool_failure_policy` of the task
 * @ask_func: (nullable), with @ask_data: a person who looks at each answer
 * @takes_blank: whether the agent answers again also where the person wrote nothing
 *
 * What an agent of a crew is to do (doc/crew-semantics.md §10). Borrowed until the execution has begun.
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
  TroupeAgentAskFunc ask_func;
  gpointer ask_data;
  gboolean takes_blank;
} TroupeAgentTask;

/**
 * troupe_agent_execute_async:
 *
 * Lets the agent do one task of its crew (doc/crew-semantics.md §6.1, §10 and §11), with its own attempts, time and
 * tools; tells agent_execution_started, _completed and _error. The result is the same map that a kickoff gives:
 * `raw`, `pydantic` (what fits the schema, else null), `messages`, `tool_failures`. Runs in the thread-default main
 * context.
 */
void troupe_agent_execute_async (TroupeAgentDefinition *self,
                                 const TroupeAgentTask *task,
                                 const TroupeAgentContext *call,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* (transfer full) (nullable). Errors: as troupe_agent_execution_finish(). */
TroupeValue *troupe_agent_execute_finish (GAsyncResult *result, GError **error);

/**
 * troupe_agent_execution_async:
 * @input: text, or a list of messages (doc/flow-semantics.md §8)
 *
 * Lets the agent answer once, with as many calls of its tools as it takes (doc/crew-semantics.md §11). It is not
 * begun anew when that fails: `max_retry_limit` is for tasks. The result is a map with the fields that CrewAI's has: raw, pydantic,
 * agent_role, usage_metrics, messages, tool_failures, plan, todos, replan_count, last_replan_reason.
 * Runs in the thread-default main context; hundreds at once are fine.
 */
void troupe_agent_execution_async (TroupeAgentDefinition *self,
                                   TroupeValue *input,
                                   const TroupeAgentContext *call,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* (transfer full) (nullable). Errors: TROUPE_AGENT_ERROR, TROUPE_LLM_ERROR, TROUPE_TOOL_ERROR (a tool that nobody
 * agreed to, or of which nobody knows what it is), G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_agent_execution_finish (GAsyncResult *result, GError **error);

G_END_DECLS
