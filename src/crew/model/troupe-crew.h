/* troupe-crew.h: a crew as it is declared: agents, tasks, and how they work together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"
#include "troupe-problem.h"
#include "troupe-value.h"

G_BEGIN_DECLS

#define TROUPE_CREW_ERROR (troupe_crew_error_quark ())
GQuark troupe_crew_error_quark (void);

typedef enum
{
  TROUPE_CREW_ERROR_DEFINITION, /* what CrewAI refuses while it loads */
  TROUPE_CREW_ERROR_INPUT, /* an input that is missing, or of a type that cannot be written into a text */
  TROUPE_CREW_ERROR_FILE, /* a path of an output file that leads out of the project */
} TroupeCrewError;

typedef enum
{
  TROUPE_CREW_SEQUENTIAL,
  TROUPE_CREW_HIERARCHICAL,
} TroupeCrewProcess;

/* In which form a task's answer is wanted (doc/crew-semantics.md §9). */
typedef enum
{
  TROUPE_CREW_OUTPUT_RAW,
  TROUPE_CREW_OUTPUT_JSON,     /* output_json */
  TROUPE_CREW_OUTPUT_PYDANTIC, /* output_pydantic */
} TroupeCrewOutput;

/**
 * TroupeCrewHookType:
 * @TROUPE_CREW_HOOK_TEXT: a sentence that a model holds an answer against
 * @TROUPE_CREW_HOOK_PYTHON: `{"python": "module.function"}`: the dotted path
 * @TROUPE_CREW_HOOK_CEL: `{"cel": "EXPRESSION"}`, ours: it sees the task's output as `output`
 */
typedef enum
{
  TROUPE_CREW_HOOK_TEXT,
  TROUPE_CREW_HOOK_PYTHON,
  TROUPE_CREW_HOOK_CEL,
} TroupeCrewHookType;

/**
 * TroupeCrewHook:
 * @text: the sentence, the dotted path or the expression
 * @program: (nullable): of an expression, compiled
 * @path: its place inside the crew's definition, `tasks[0].guardrails[1]`
 *
 * What a document lets decide or be told something while the crew runs: a guardrail, a condition, a callback.
 */
typedef struct
{
  TroupeCrewHookType type;
  char *text;
  TroupeCelProgram *program;
  char *path;
} TroupeCrewHook;

/**
 * TroupeCrewAgent:
 * @name: under which tasks know it
 * @role, @goal, @backstory: as they are to be sent: with the inputs in them where the crew was interpolated
 * @fields: all of it, as CrewAI takes it: `settings` laid over the rest, values converted ("4" is 4), with the three
 *   texts above. What troupe_agent_definition_new() is given
 * @step_callback: (nullable)
 * @path: its place inside the crew's definition: `agents.w`, and of a project `agents/w.jsonc`
 */
typedef struct
{
  char *name;
  char *role;
  char *goal;
  char *backstory;
  TroupeValue *fields;
  TroupeCrewHook *step_callback;
  char *path;
} TroupeCrewAgent;

/**
 * TroupeCrewTask:
 * @name: (nullable)
 * @description, @expected_output: with the inputs in them where the crew was interpolated
 * @agent: index of its agent; -1 where it has none, the number of agents where it is the manager: see
 *   troupe_crew_get_task_agent()
 * @has_context: whether `context` stands there: else the outputs of all tasks before it are its context
 * @context, @n_context: indexes of earlier tasks
 * @tools: (nullable): the list as it is declared; %NULL where it is missing or empty: those of the agent then
 * @guardrails, @n_guardrails: in order; `guardrail` alone is a list of one
 * @condition: (nullable): of a conditional task
 * @callback: (nullable)
 * @output: and @schema: (nullable): the JSON schema of that form, @model: (nullable): or the dotted path of its class
 * @response_schema: (nullable), @response_model: (nullable): the same of `response_model`
 * @converter: (nullable): the dotted path of `converter_cls`
 * @output_file: (nullable): with the inputs in it, checked, below the project's folder. A placeholder may still stand
 *   in it where the crew was not interpolated
 * @takes_trigger: 1, 0, or -1 where the document leaves it open (`allow_crewai_trigger_context`)
 * @policy: (nullable): `tool_failure_policy`
 * @fields: all of it, as declared, values converted; texts without inputs in them
 * @path: `tasks[0]`
 */
typedef struct
{
  char *name;
  char *description;
  char *expected_output;
  int agent;
  gboolean has_context;
  guint *context;
  guint n_context;
  TroupeValue *tools;
  TroupeCrewHook *guardrails;
  guint n_guardrails;
  guint max_retries;
  gboolean is_conditional;
  TroupeCrewHook *condition;
  TroupeCrewHook *callback;
  TroupeCrewOutput output;
  TroupeValue *schema;
  char *model;
  TroupeValue *response_schema;
  char *response_model;
  char *converter;
  char *output_file;
  gboolean create_directory;
  gboolean is_async;
  gboolean human_input;
  gboolean markdown;
  int takes_trigger;
  char *policy;
  TroupeValue *fields;
  char *path;
} TroupeCrewTask;

/**
 * TroupeCrew:
 * @name: `crew` where the document gives none
 * @agents, @n_agents: without the manager
 * @manager: (nullable): `manager_agent`, an agent of the document
 * @manager_hook: (nullable): or the reference that makes one
 * @inputs: (nullable): the map of defaults that the document has
 * @before, @after: hooks of the kickoff; @step_callback, @task_callback: (nullable)
 * @fields: all of it, as declared, values converted, without agents, tasks and inputs: manager_llm, planning, cache,
 *   max_rpm, stream, prompt_file, output_log_file, memory, knowledge_sources, skills, …
 * @old_memory: (nullable) (transfer none): the field from before CrewAI 1.0 that stands for its `memory`
 * @declared: (nullable): of one with inputs in it: what it was made of
 *
 * A crew as a document declares it, in a project (`crew.jsonc` with `agents/`) or inside a flow. Immutable, atomic
 * reference count; read by doc/crew-semantics.md §1, §2 and §4.
 */
typedef struct _TroupeCrew TroupeCrew;
struct _TroupeCrew
{
  gatomicrefcount ref_count;
  char *name;
  TroupeCrewProcess process;
  TroupeCrewAgent *agents;
  guint n_agents;
  TroupeCrewTask *tasks;
  guint n_tasks;
  TroupeCrewAgent *manager;
  char *manager_hook;
  TroupeValue *inputs;
  TroupeCrewHook *before;
  guint n_before;
  TroupeCrewHook *after;
  guint n_after;
  TroupeCrewHook *step_callback;
  TroupeCrewHook *task_callback;
  TroupeValue *fields;
  const char *old_memory;
  TroupeCrew *declared;
};

TroupeCrew *troupe_crew_ref (TroupeCrew *self);
void troupe_crew_unref (TroupeCrew *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrew, troupe_crew_unref)

/**
 * troupe_crew_new:
 * @definition: a map: the crew with its agents in it, as a flow's `with` has it; agents are a map, a list of maps
 *   with `name`, or a list of maps with one key
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all that was found; paths are those inside
 *   @definition. Also where the crew loads: warnings
 *
 * Reads a crew and checks all that CrewAI checks when it makes one. Runs and opens nothing.
 *
 * Returns: (transfer full) (nullable): the crew, or %NULL with %TROUPE_CREW_ERROR_DEFINITION and the first problem
 */
TroupeCrew *troupe_crew_new (TroupeValue *definition, GPtrArray **problems, GError **error);

/**
 * troupe_crew_read_lone_agent:
 * @definition: a map: what a flow's agent action says of its agent, without `input` and `response_format`
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all that was found; paths are those inside
 *   @definition
 *
 * Reads an agent that works outside of any crew, as CrewAI makes it when the method is reached: keys, references, tools,
 * types. Runs and opens nothing.
 *
 * Returns: (transfer full) (nullable): its fields as @fields of #TroupeCrewAgent has them, or %NULL with
 *   %TROUPE_CREW_ERROR_DEFINITION and the first problem
 */
TroupeValue *
troupe_crew_read_lone_agent (TroupeValue *definition, GPtrArray **problems, GError **error);

/* The code of each problem that is found, in the order of doc/diagnostics.md. NULL-terminated. (transfer none) */
const char *const *troupe_crew_list_problem_codes (void);

/**
 * troupe_crew_to_definition:
 *
 * The crew as one map that troupe_crew_new() reads as the same crew: what is kept of a run, and what consent is
 * bound to. Of one with inputs in it, what it was made of. (transfer full)
 */
TroupeValue *troupe_crew_to_definition (TroupeCrew *self);

/* Below which part of the crew's own scope it remembers, such as "short-term"; NULL: all of that. (transfer none)
 * (nullable) */
const char *troupe_crew_get_memory_scope (TroupeCrew *self);

/* --- Inputs --------------------------------------------------------------------------------------- */

/**
 * troupe_crew_interpolate:
 * @inputs: (nullable): a map: the document's defaults with the caller's over them. %NULL and an empty one leave all
 *   placeholders as they are
 * @path: (out) (optional) (nullable) (transfer full): the place of a text that cannot be filled in, or `inputs`
 *
 * The crew with @inputs in the texts of its agents and tasks (doc/crew-semantics.md §3). Always starts from what the
 * document says.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_CREW_ERROR_INPUT or _FILE, which names input, task and field
 */
TroupeCrew *
troupe_crew_interpolate (TroupeCrew *self, TroupeValue *inputs, char **path, GError **error);

/**
 * TroupeCrewFills:
 * @agents, @tasks: (element-type TroupeValue): by their index, maps of texts by their keys; NULL of those that are filled as
 *   others are
 *
 * Texts that something else has put the inputs in.
 */
typedef struct
{
  GPtrArray *agents;
  GPtrArray *tasks;
} TroupeCrewFills;

/* troupe_crew_interpolate(), where @fills (nullable) stand in the place of what it would put in. */
TroupeCrew *troupe_crew_interpolate_with (TroupeCrew *self,
                                          TroupeValue *inputs,
                                          const TroupeCrewFills *fills,
                                          char **path,
                                          GError **error);
/* The names of all placeholders in its texts, in the order in which they come. NULL-terminated. (transfer full) */
char **troupe_crew_list_placeholders (TroupeCrew *self);
/* The first placeholder in @text: its opening brace. @end: (out): behind its closing one. (transfer none) (nullable) */
const char *troupe_crew_find_placeholder (const char *text, const char **end);
/* @text with what stands in @values put in; NULL with %TROUPE_CREW_ERROR_INPUT where one is missing. (transfer full) */
char *troupe_crew_fill_text (const char *text, TroupeValue *values, GError **error);
/* @value as Python's str() writes it. (transfer full) */
char *troupe_crew_value_to_text (TroupeValue *value);

/* --- Identity ------------------------------------------------------------------------------------- */

/* The key by which CrewAI knows a task whatever its id: MD5 of what it says, in hex. (transfer full) */
char *troupe_crew_make_task_key (TroupeCrew *self, guint index);
/* Its name, else its description. */
const char *troupe_crew_task_get_title (const TroupeCrewTask *task);
/* The agent of a task, which may be the manager; NULL where it has none. (transfer none) (nullable) */
const TroupeCrewAgent *troupe_crew_get_task_agent (TroupeCrew *self, guint index);

G_END_DECLS
