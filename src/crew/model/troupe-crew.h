/* troupe-crew.h: model of a declared crew: agents, tasks and settings
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

/* Codes of TROUPE_CREW_ERROR. */
typedef enum
{
  TROUPE_CREW_ERROR_DEFINITION, /* the definition is rejected when it is loaded, as by CrewAI */
  TROUPE_CREW_ERROR_INPUT, /* an input is missing, or its type cannot be converted to text */
  TROUPE_CREW_ERROR_FILE, /* an output file is outside the project */
} TroupeCrewError;

/* Who assigns the tasks (`process`). */
typedef enum
{
  TROUPE_CREW_SEQUENTIAL,   /* the document: each task names its agent */
  TROUPE_CREW_HIERARCHICAL, /* a manager, which delegates to the agents */
} TroupeCrewProcess;

/* Requested output format of a task (doc/crew-semantics.md §9). */
typedef enum
{
  TROUPE_CREW_OUTPUT_RAW,
  TROUPE_CREW_OUTPUT_JSON,     /* output_json */
  TROUPE_CREW_OUTPUT_PYDANTIC, /* output_pydantic */
} TroupeCrewOutput;

/**
 * TroupeCrewHookType:
 * @TROUPE_CREW_HOOK_TEXT: instructions that a model uses to check an answer
 * @TROUPE_CREW_HOOK_PYTHON: `{"python": "module.function"}`; the text is the dotted path
 * @TROUPE_CREW_HOOK_CEL: `{"cel": "EXPRESSION"}`, a Troupe extension; the task's output is
 *   available as `output`
 */
typedef enum
{
  TROUPE_CREW_HOOK_TEXT,
  TROUPE_CREW_HOOK_PYTHON,
  TROUPE_CREW_HOOK_CEL,
} TroupeCrewHookType;

/**
 * TroupeCrewHook:
 * @text: the instructions, the dotted path or the expression
 * @program: (nullable): the compiled expression
 * @path: the path of the hook in the crew's definition, such as `tasks[0].guardrails[1]`
 *
 * A hook that a document declares for decisions or notifications during a run: a guardrail, a
 * condition or a callback.
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
 * @name: the name that tasks refer to
 * @role, @goal, @backstory: the texts to be sent; they contain the inputs if the crew was
 *   interpolated
 * @fields: all fields as CrewAI reads them: `settings` is merged over the other fields, values are
 *   converted ("4" is 4), and the three texts above are included. The argument of
 *   troupe_agent_definition_new()
 * @step_callback: (nullable)
 * @path: the path of the agent in the crew's definition: `agents.w`, or `agents/w.jsonc` in a
 *   project
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
 * @description, @expected_output: the texts; they contain the inputs if the crew was interpolated
 * @agent: index of the agent; -1 if the task has none, the number of agents if it is the manager:
 *   see troupe_crew_get_task_agent()
 * @has_context: whether `context` is set; if not, the outputs of all earlier tasks are the context
 *   of the task
 * @context, @n_context: indexes of earlier tasks
 * @tools: (nullable): the list as declared; %NULL if it is missing or empty, so that the tools of
 *   the agent are used
 * @guardrails, @n_guardrails: in order; a single `guardrail` is a list with one item
 * @condition: (nullable): the condition of a conditional task
 * @callback: (nullable)
 * @output: the output format, with @schema: (nullable): its JSON schema, or @model: (nullable): the
 *   dotted path of its class
 * @response_schema: (nullable), @response_model: (nullable): the same for `response_model`
 * @converter: (nullable): the dotted path of `converter_cls`
 * @output_file: (nullable): the path with the inputs inserted, validated, inside the project's
 *   folder. May still contain placeholders if the crew was not interpolated
 * @takes_trigger: 1, 0, or -1 if the document does not specify it (`allow_crewai_trigger_context`)
 * @policy: (nullable): `tool_failure_policy`
 * @fields: all fields as declared, with converted values and with texts without inputs
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
 * @name: `crew` if the document has none
 * @agents, @n_agents: without the manager
 * @manager: (nullable): `manager_agent`, an agent of the document
 * @manager_hook: (nullable): the Python reference that creates the manager, instead of @manager
 * @inputs: (nullable): the map of default inputs of the document
 * @before, @after: hooks of the kickoff; @step_callback, @task_callback: (nullable)
 * @fields: all fields as declared, with converted values, without agents, tasks and inputs:
 *   manager_llm, planning, cache, max_rpm, stream, prompt_file, output_log_file, memory,
 *   knowledge_sources, skills, …
 * @old_memory: (nullable) (transfer none): the field from before CrewAI 1.0 that replaces `memory`
 *   of the crew
 * @declared: (nullable): the crew from which an interpolated crew was created
 *
 * A crew as declared by a document, in a project (`crew.jsonc` with `agents/`) or inline in a flow.
 * Immutable, atomic reference count; parsed according to doc/crew-semantics.md §1, §2 and §4.
 * Threads: any thread.
 */
typedef struct _TroupeCrew TroupeCrew;
/* Read only; create it with troupe_crew_new(). */
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
 * @definition: a map that contains the crew and its agents, as in the `with` of a flow; agents are
 *   a map, a list of maps with `name`, or a list of maps with one key
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all problems, with
 *   paths in @definition. Contains warnings even if the crew can be loaded
 *
 * Parses a crew and validates everything that CrewAI validates when it creates a crew. Executes and
 * opens nothing.
 *
 * Returns: (transfer full) (nullable): the crew, or %NULL with %TROUPE_CREW_ERROR_DEFINITION and
 * the first problem
 */
TroupeCrew *troupe_crew_new (TroupeValue *definition, GPtrArray **problems, GError **error);

/**
 * troupe_crew_relocate:
 * @folder: the folder of the crew, relative to that of the document whose run executes it
 *
 * Creates a copy of the crew whose references to Python and `custom:` tools begin with the folder
 * and a slash. The Python helper then finds them in the folder of the crew, and nowhere else.
 *
 * Returns: (transfer full) (nullable): the crew, or %NULL with %TROUPE_CREW_ERROR_DEFINITION
 */
TroupeCrew *troupe_crew_relocate (TroupeCrew *self, const char *folder, GError **error);

/**
 * troupe_crew_read_lone_agent:
 * @definition: a map that contains the agent of a flow's agent action, without `input` and
 *   `response_format`
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all problems, with
 *   paths in @definition
 *
 * Parses an agent that does not belong to a crew. Validates keys, references, tools and types, as
 * CrewAI does when the method is reached. Executes and opens nothing.
 *
 * Returns: (transfer full) (nullable): its fields, as @fields of #TroupeCrewAgent, or %NULL with
 * %TROUPE_CREW_ERROR_DEFINITION and the first problem
 */
TroupeValue *
troupe_crew_read_lone_agent (TroupeValue *definition, GPtrArray **problems, GError **error);

/* Returns the codes of all problems, in the order of doc/diagnostics.md. NULL-terminated.
 * (transfer none) */
const char *const *troupe_crew_list_problem_codes (void);

/**
 * troupe_crew_to_definition:
 *
 * Serializes the crew to one map from which troupe_crew_new() creates the same crew. The map is
 * stored with a run, and consent is bound to it. For an interpolated crew, returns the map of the
 * declared crew. (transfer full)
 */
TroupeValue *troupe_crew_to_definition (TroupeCrew *self);

/* Returns the part of the crew's memory scope that the crew uses, such as "short-term", or NULL
 * for the complete scope. (transfer none) (nullable) */
const char *troupe_crew_get_memory_scope (TroupeCrew *self);

/* --- Interpolation of inputs ------------------------------------------------------------------ */

/**
 * troupe_crew_interpolate:
 * @inputs: (nullable): a map of the document's defaults, overridden by the inputs of the caller.
 *   %NULL and an empty map leave all placeholders unchanged
 * @path: (out) (optional) (nullable) (transfer full): the path of a text that cannot be filled in,
 *   or `inputs`
 *
 * Inserts @inputs into the texts of the agents and tasks (doc/crew-semantics.md §3). Always starts
 * from the declared texts.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_CREW_ERROR_INPUT or _FILE, which names
 * input, task and field
 */
TroupeCrew *
troupe_crew_interpolate (TroupeCrew *self, TroupeValue *inputs, char **path, GError **error);

/**
 * TroupeCrewFilledTexts:
 * @agents, @tasks: (element-type TroupeValue): maps of texts by key, in the order of the agents and
 *   tasks; NULL for agents and tasks that are interpolated as usual
 *
 * Texts into which the caller has already inserted the inputs.
 */
typedef struct
{
  GPtrArray *agents;
  GPtrArray *tasks;
} TroupeCrewFilledTexts;

/* Like troupe_crew_interpolate(), with the same errors. If @fills (nullable) is set, its texts
 * replace the texts that would be interpolated. (transfer full) (nullable) */
TroupeCrew *troupe_crew_interpolate_with (TroupeCrew *self,
                                          TroupeValue *inputs,
                                          const TroupeCrewFilledTexts *fills,
                                          char **path,
                                          GError **error);
/* Returns the names of all placeholders in the texts, in order of occurrence. NULL-terminated.
 * (transfer full) */
char **troupe_crew_list_placeholders (TroupeCrew *self);
/* Appends the names of the placeholders in @text that are not in @names yet. @names: (element-type
 * utf8): frees its elements */
void troupe_crew_add_placeholders (GPtrArray *names, const char *text);
/* Returns the position of the opening brace of the first placeholder in @text. @end: (out): the
 * character after its closing brace. (transfer none) (nullable): a part of @text */
const char *troupe_crew_find_placeholder (const char *text, const char **end);
/* Returns @text with its placeholders replaced by the members of @values. Returns NULL with
 * %TROUPE_CREW_ERROR_INPUT if a member is missing. (transfer full) (nullable) */
char *troupe_crew_fill_text (const char *text, TroupeValue *values, GError **error);
/* Formats @value like Python's str(). (transfer full) */
char *troupe_crew_value_to_text (TroupeValue *value);

/* Returns TRUE if @name can be the name of a file in the folder `agents`. Such a name contains
 * no path separators, so that an agent name never leads outside its project. */
gboolean troupe_crew_is_file_name (const char *name);

/* --- Identity --------------------------------------------------------------------------------- */

/* Returns the key by which CrewAI identifies a task independently of its id. The key is the MD5
 * of the texts of the task, in hex. (transfer full) */
char *troupe_crew_make_task_key (TroupeCrew *self, guint index);
/* Returns the index of the task with this name, key or number from 1; -1 if there is none. */
int troupe_crew_find_task (TroupeCrew *self, const char *text);
/* Returns the name of the task, or its description if it has none. (transfer none) */
const char *troupe_crew_task_get_title (const TroupeCrewTask *task);
/* Returns the first line of it, for messages: a folded text of YAML ends with a newline. (transfer full) */
char *troupe_crew_task_dup_title (const TroupeCrewTask *task);
/* Returns the first line of the agent's role, or its name if it has no role, for messages. (transfer full) */
char *troupe_crew_agent_dup_title (const TroupeCrewAgent *agent);
/* Returns the agent of a task, which may be the manager, or NULL if the task has no agent.
 * (transfer none) (nullable) */
const TroupeCrewAgent *troupe_crew_get_task_agent (TroupeCrew *self, guint index);

G_END_DECLS
