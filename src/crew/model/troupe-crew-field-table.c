/* troupe-crew-field-table.c: rows of the schema table of fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-field-table"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-field.h"

/* Abbreviations that keep the rows short. */
#define K(kind) TROUPE_CREW_KIND_##kind
#define F(fold) TROUPE_CREW_FOLD_##fold
#define A(access) TROUPE_FIELD_ACCESS_##access
#define NULLABLE TROUPE_CREW_FIELD_NULLABLE
#define NULL_IS_FALSE TROUPE_CREW_FIELD_NULL_IS_FALSE
#define NEEDED TROUPE_CREW_FIELD_NEEDED
#define IDLE TROUPE_CREW_FIELD_IDLE
#define LOADER TROUPE_CREW_FIELD_LOADER
#define ELSEWHERE TROUPE_CREW_FIELD_ELSEWHERE

/* --- Choices ---------------------------------------------------------------------------------- */

static const TroupeCrewChoice policies[] = {
  { NULL, N_ ("Inherited") },
  { "\"warn\"", N_ ("Warn and continue") },
  { "\"ignore\"", N_ ("Continue silently") },
  { "\"raise\"", N_ ("Stop") },
  { NULL, NULL },
};
static const TroupeCrewChoice processes[] = {
  { "\"sequential\"", N_ ("Sequential") },
  { "\"hierarchical\"", N_ ("Hierarchical") },
  { NULL, NULL },
};
static const TroupeCrewChoice modes[] = {
  { "\"safe\"", N_ ("Safe") },
  { "\"unsafe\"", N_ ("Unsafe") },
  { NULL, NULL },
};
static const TroupeCrewChoice triggers[] = {
  { NULL, N_ ("First task only") },
  { "true", N_ ("Yes") },
  { "false", N_ ("No") },
  { NULL, NULL },
};
static const TroupeCrewChoice crew_memories[] = {
  { "false", N_ ("Off") },
  { "true", N_ ("On") },
  { NULL, NULL },
};
static const TroupeCrewChoice agent_memories[] = {
  { NULL, N_ ("Shared with the crew") },
  { "true", N_ ("Separate") },
  { "false", N_ ("None") },
  { NULL, NULL },
};
static const TroupeCrewChoice no_or_yes[] = {
  { "false", N_ ("No") },
  { "true", N_ ("Yes") },
  { NULL, NULL },
};
static const TroupeCrewChoice switches[] = {
  { NULL, N_ ("Default") },
  { "true", N_ ("Yes") },
  { "false", N_ ("No") },
  { NULL, NULL },
};
static const TroupeCrewChoice source_types[] = {
  { NULL, N_ ("Not Chosen") },
  { "\"string\"", N_ ("Text") },
  { "\"text_file\"", N_ ("Text File") },
  { "\"pdf\"", N_ ("PDF") },
  { "\"csv\"", N_ ("CSV") },
  { "\"json\"", N_ ("JSON") },
  { "\"excel\"", N_ ("Excel") },
  { "\"docling\"", N_ ("File or Web Page") },
  { NULL },
};

static const TroupeCrewChoice efforts[] = {
  { "\"low\"", N_ ("Low") },
  { "\"medium\"", N_ ("Medium") },
  { "\"high\"", N_ ("High") },
  { NULL, NULL },
};
static const TroupeCrewChoice model_efforts[] = {
  { NULL, N_ ("Model default") },  { "\"none\"", N_ ("None") }, { "\"low\"", N_ ("Low") },
  { "\"medium\"", N_ ("Medium") }, { "\"high\"", N_ ("High") }, { NULL, NULL },
};

/* A choice whose @json is NULL represents the missing value. Only fields without @initial have
 * such a choice. */

/* --- Crew ------------------------------------------------------------------------------------- */

static const TroupeCrewField crew_fields[] = {
  { "agents", K (AGENTS), NEEDED | ELSEWHERE, F (FIRST), N_ ("Agents"),
    N_ ("The agents of the crew"), NULL, NULL, NULL, 0, A (NONE) },
  { "tasks", K (TASKS), NEEDED | ELSEWHERE, F (FIRST), N_ ("Tasks"), N_ ("The tasks of the crew"),
    NULL, NULL, NULL, 0, A (NONE) },
  { "name", K (TEXT), NULLABLE, F (FIRST), N_ ("Name"), N_ ("Name of the crew in runs"), "\"crew\"",
    NULL, NULL, 0, A (NONE) },
  { "inputs", K (MAP), LOADER, F (FIRST), N_ ("Inputs"),
    N_ ("Default values for {placeholders}; inputs of a run take precedence"), NULL, NULL, NULL, 0,
    A (NONE) },
  { "process", K (CHOICE), 0, F (FIRST), N_ ("Process"),
    N_ ("Tasks run in order, or a manager assigns them"), "\"sequential\"", processes, NULL, 0,
    A (NONE) },
  { "manager_agent", K (AGENT), NULLABLE, F (FIRST), N_ ("Manager Agent"),
    N_ ("An agent that assigns the tasks to the others"), NULL, NULL, "process=hierarchical", 0,
    A (NONE) },
  { "manager_llm", K (LLM), NULLABLE, F (FIRST), N_ ("Manager LLM"),
    N_ ("Model of the built-in manager"), NULL, NULL, "process=hierarchical&!manager_agent", 0,
    A (HOST) },
  { "memory", K (SWITCH_OR_MAP), NULLABLE, F (FIRST), N_ ("Memory"),
    N_ ("Remembers what was learned, across runs"), "false", crew_memories, NULL, 0, A (HOST) },
  { "embedder", K (OBJECT), NULLABLE, F (KNOWS), N_ ("Embedder"),
    N_ ("Model for searching by meaning"), NULL, NULL, NULL, TROUPE_CREW_OWNER_EMBEDDER, A (HOST) },
  { "knowledge_sources", K (SOURCES), NULLABLE, F (KNOWS), N_ ("Knowledge Sources"),
    N_ ("Knowledge available to all agents"), NULL, NULL, NULL, 0, A (PATH) },
  { "knowledge", K (MAP), NULLABLE, F (KNOWS), N_ ("Knowledge"),
    N_ ("A knowledge store created in code"), NULL, NULL, NULL, 0, A (CODE) },
  { "skills", K (LIST), NULLABLE, F (KNOWS), N_ ("Skills"),
    N_ ("Folders with instructions for all agents"), NULL, NULL, NULL, 0, A (PATH) },
  { "planning", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (THINKS), N_ ("Planning"),
    N_ ("A planner plans all tasks before the first one runs"), "false", NULL, NULL, 0, A (NONE) },
  { "planning_llm", K (LLM), NULLABLE, F (THINKS), N_ ("Planning LLM"), N_ ("Model of the planner"),
    NULL, NULL, "planning", 0, A (HOST) },
  { "max_rpm", K (INTEGER), NULLABLE, F (LIMITS), N_ ("Max RPM"),
    N_ ("Maximum requests per minute, all agents together"), NULL, NULL, NULL, 0, A (NONE) },
  { "step_callback", K (CALLBACK), NULLABLE, F (CALLBACKS), N_ ("Step Callback"),
    N_ ("Called after every step of any agent"), NULL, NULL, NULL, 0, A (CODE) },
  { "task_callback", K (CALLBACK), NULLABLE, F (CALLBACKS), N_ ("Task Callback"),
    N_ ("Called with the output of every task"), NULL, NULL, NULL, 0, A (CODE) },
  { "before_kickoff_callbacks", K (CALLBACKS), 0, F (CALLBACKS), N_ ("Before Kickoff"),
    N_ ("Can change the inputs before the first task"), "[]", NULL, NULL, 0, A (CODE) },
  { "after_kickoff_callbacks", K (CALLBACKS), 0, F (CALLBACKS), N_ ("After Kickoff"),
    N_ ("Can change the result after the last task"), "[]", NULL, NULL, 0, A (CODE) },
  { "stream", K (BOOLEAN), 0, F (MORE), N_ ("Stream"),
    N_ ("Answers are streamed as they are generated"), "false", NULL, NULL, 0, A (NONE) },
  { "cache", K (BOOLEAN), 0, F (MORE), N_ ("Cache"),
    N_ ("Results of identical tool calls are reused"), "false", NULL, NULL, 0, A (NONE) },
  { "tool_failure_policy", K (CHOICE), NULLABLE, F (MORE), N_ ("Tool Failure Policy"),
    N_ ("What to do when a tool fails"), NULL, policies, NULL, 0, A (NONE) },
  { "output_log_file", K (SWITCH_OR_TEXT), NULLABLE, F (MORE), N_ ("Output Log File"),
    N_ ("A log file of the tasks"), NULL, NULL, NULL, 0, A (PATH) },
  { "prompt_file", K (TEXT), NULLABLE, F (MORE), N_ ("Prompt File"),
    N_ ("A file with custom prompts"), NULL, NULL, NULL, 0, A (PATH) },
  { "chat_llm", K (LLM), NULLABLE, F (MORE), N_ ("Chat LLM"),
    N_ ("Model used to chat with the crew"), NULL, NULL, NULL, 0, A (NONE) },
  { "trained_agents_file", K (TEXT), NULLABLE, F (MORE), N_ ("Trained Agents File"),
    N_ ("File with the results of training"), NULL, NULL, NULL, 0, A (PATH) },
  { "checkpoint", K (SWITCH_OR_MAP), NULLABLE, F (MORE), N_ ("Checkpoint"),
    N_ ("CrewAI saves the state, so that a run can be resumed"), NULL, switches, NULL, 0,
    A (NONE) },
  { "tracing", K (CHOICE), NULLABLE, F (MORE), N_ ("Tracing"),
    N_ ("CrewAI sends traces to its platform"), NULL, switches, NULL, 0, A (NONE) },
  { "share_crew", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (MORE), N_ ("Share Crew"),
    N_ ("CrewAI collects data about the execution of the crew"), "false", NULL, NULL, 0, A (NONE) },
  { "verbose", K (BOOLEAN), 0, F (MORE), N_ ("Verbose"), N_ ("Prints each step in a terminal"),
    "false", NULL, NULL, 0, A (NONE) },
  { "security_config", K (MAP), 0, F (MORE), N_ ("Security Config"),
    N_ ("Fingerprints that CrewAI assigns to the crew"), NULL, NULL, NULL, 0, A (NONE) },
  { "config", K (ANY), NULLABLE, F (MORE), N_ ("Config"),
    N_ ("Agents and tasks in CrewAI’s legacy format"), NULL, NULL, NULL, 0, A (NONE) },
  { "function_calling_llm", K (LLM), NULLABLE | IDLE, F (MORE), N_ ("Function Calling LLM"),
    N_ ("No longer used"), NULL, NULL, NULL, 0, A (NONE) },
  { "entity_type", K (ANY), ELSEWHERE, F (MORE), N_ ("Entity Type"),
    N_ ("Kind of object, set by CrewAI"), "\"crew\"", NULL, NULL, 0, A (NONE) },
  { NULL },
};

/* --- Task ------------------------------------------------------------------------------------- */

static const TroupeCrewField task_fields[] = {
  { "name", K (TEXT), NULLABLE, F (FIRST), N_ ("Name"),
    N_ ("Other tasks use it to refer to this task as context"), NULL, NULL, NULL, 0, A (NONE) },
  { "description", K (PROMPT), NEEDED, F (FIRST), N_ ("Description"), N_ ("The work to be done"),
    NULL, NULL, NULL, 0, A (NONE) },
  { "expected_output", K (PROMPT), NEEDED, F (FIRST), N_ ("Expected Output"),
    N_ ("What the answer should look like"), NULL, NULL, NULL, 0, A (NONE) },
  { "agent", K (AGENT), NULLABLE, F (FIRST), N_ ("Agent"), N_ ("The agent that performs the task"),
    NULL, NULL, NULL, 0, A (NONE) },
  { "context", K (CONTEXT), NULLABLE, F (FIRST), N_ ("Context"),
    N_ ("Tasks whose outputs are passed to this one"), NULL, NULL, NULL, 0, A (NONE) },
  { "tools", K (TOOLS), NULLABLE, F (FIRST), N_ ("Tools"), N_ ("Used instead of the agent’s tools"),
    "[]", NULL, NULL, 0, A (CODE) },
  { "guardrails", K (GUARDRAILS), NULLABLE, F (CHECKS), N_ ("Guardrails"),
    N_ ("Rules and functions that validate the answer"), NULL, NULL, NULL, 0, A (CODE) },
  { "guardrail", K (GUARDRAIL), NULLABLE | ELSEWHERE, F (CHECKS), N_ ("Guardrail"),
    N_ ("A single guardrail, shown as a list with one entry"), NULL, NULL, NULL, 0, A (CODE) },
  { "guardrail_max_retries", K (INTEGER), 0, F (CHECKS), N_ ("Guardrail Max Retries"),
    N_ ("Maximum number of retries"), "3", NULL, NULL, 0, A (NONE) },
  { "human_input", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (CHECKS), N_ ("Human Input"),
    N_ ("Ask for human feedback at the end"), "false", NULL, NULL, 0, A (NONE) },
  { "output_json", K (SCHEMA), NULLABLE, F (OUTPUT), N_ ("Output JSON"),
    N_ ("Schema of the answer, returned as JSON"), NULL, NULL, NULL, 0, A (CODE) },
  { "output_pydantic", K (SCHEMA), NULLABLE, F (OUTPUT), N_ ("Output Pydantic"),
    N_ ("Schema of the answer, returned as a Pydantic object"), NULL, NULL, NULL, 0, A (CODE) },
  { "response_model", K (SCHEMA), NULLABLE, F (OUTPUT), N_ ("Response Model"),
    N_ ("Schema that is passed to the model"), NULL, NULL, NULL, 0, A (CODE) },
  { "output_file", K (LINE), NULLABLE, F (OUTPUT), N_ ("Output File"),
    N_ ("Write the output to this file"), NULL, NULL, NULL, 0, A (PATH) },
  { "create_directory", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (OUTPUT), N_ ("Create Directory"),
    N_ ("Create the folder of the output file"), "true", NULL, NULL, 0, A (NONE) },
  { "converter_cls", K (CONVERTER), NULLABLE, F (OUTPUT), N_ ("Converter Class"),
    N_ ("Class that converts the text to an object"), NULL, NULL, NULL, 0, A (CODE) },
  { "async_execution", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (WHEN), N_ ("Async Execution"),
    N_ ("Run in parallel with the async tasks next to it"), "false", NULL, NULL, 0, A (NONE) },
  { "condition", K (CONDITION), NULLABLE, F (WHEN), N_ ("Condition"),
    N_ ("Runs only if this function returns true for the previous output"), NULL, NULL, NULL, 0,
    A (CODE) },
  { "input_files", K (FILES), NULLABLE, F (MORE), N_ ("Input Files"),
    N_ ("Files passed to the agent, by name"), "{}", NULL, NULL, 0, A (PATH) },
  { "markdown", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (MORE), N_ ("Markdown"),
    N_ ("Format the answer as Markdown"), "false", NULL, NULL, 0, A (NONE) },
  { "tool_failure_policy", K (CHOICE), NULLABLE, F (MORE), N_ ("Tool Failure Policy"),
    N_ ("What to do when a tool fails"), NULL, policies, NULL, 0, A (NONE) },
  { "allow_crewai_trigger_context", K (CHOICE), NULLABLE, F (MORE), N_ ("Trigger Context"),
    N_ ("Include the trigger payload"), NULL, triggers, NULL, 0, A (NONE) },
  { "prompt_context", K (TEMPLATE), NULLABLE, F (MORE), N_ ("Prompt Context"),
    N_ ("Additional text for the prompt"), NULL, NULL, NULL, 0, A (NONE) },
  { "callback", K (CALLBACK), NULLABLE, F (MORE), N_ ("Callback"), N_ ("Called with the output"),
    NULL, NULL, NULL, 0, A (CODE) },
  { "security_config", K (MAP), 0, F (MORE), N_ ("Security Config"),
    N_ ("Fingerprints that CrewAI assigns to the task"), NULL, NULL, NULL, 0, A (NONE) },
  { "config", K (MAP), NULLABLE, F (MORE), N_ ("Config"), N_ ("The task in CrewAI’s legacy format"),
    NULL, NULL, NULL, 0, A (NONE) },
  { "max_retries", K (INTEGER), NULLABLE | IDLE, F (CHECKS), N_ ("Max Retries"),
    N_ ("Deprecated name of Guardrail Max Retries; takes precedence over it"), NULL, NULL, NULL, 0,
    A (NONE) },
  { "type", K (TEXT), LOADER | ELSEWHERE, F (MORE), N_ ("Type"),
    N_ ("Required for conditional tasks; can also be a Python class"), NULL, NULL, NULL, 0,
    A (CODE) },
  { NULL },
};

/* --- Agent ------------------------------------------------------------------------------------ */

static const TroupeCrewField agent_fields[] = {
  /* Null is reported as a missing field. */
  { "role", K (LINE), NULLABLE | NEEDED, F (FIRST), N_ ("Role"), N_ ("The role of the agent"), NULL,
    NULL, NULL, 0, A (NONE) },
  { "goal", K (LINE), NULLABLE | NEEDED, F (FIRST), N_ ("Goal"), N_ ("The objective of the agent"),
    NULL, NULL, NULL, 0, A (NONE) },
  { "backstory", K (PROMPT), NULLABLE | NEEDED, F (FIRST), N_ ("Backstory"),
    N_ ("Background and personality of the agent"), NULL, NULL, NULL, 0, A (NONE) },
  { "llm", K (LLM), NULLABLE, F (FIRST), N_ ("Model"), N_ ("Language model of the agent"), NULL,
    NULL, NULL, 0, A (HOST) },
  { "tools", K (TOOLS), NULLABLE, F (FIRST), N_ ("Tools"), N_ ("Tools that the agent can call"),
    "[]", NULL, NULL, 0, A (CODE) },
  { "allow_delegation", K (BOOLEAN), 0, F (FIRST), N_ ("Allow Delegation"),
    N_ ("Can delegate work to other agents and ask them questions"), "false", NULL, NULL, 0,
    A (NONE) },
  { "knowledge_sources", K (SOURCES), NULLABLE, F (KNOWS), N_ ("Knowledge Sources"),
    N_ ("Files and texts that the agent can search"), NULL, NULL, NULL, 0, A (PATH) },
  { "knowledge_config", K (OBJECT), NULLABLE, F (KNOWS), N_ ("Knowledge Config"),
    N_ ("How much knowledge is retrieved"), NULL, NULL, NULL, TROUPE_CREW_OWNER_KNOWLEDGE,
    A (NONE) },
  { "embedder", K (OBJECT), NULLABLE, F (KNOWS), N_ ("Embedder"),
    N_ ("Model for searching by meaning"), NULL, NULL, NULL, TROUPE_CREW_OWNER_EMBEDDER, A (HOST) },
  { "memory", K (SWITCH_OR_MAP), NULLABLE, F (REMEMBERS), N_ ("Memory"),
    N_ ("Remembers what was learned, across runs"), NULL, agent_memories, NULL, 0, A (HOST) },
  { "mcps", K (MCPS), NULLABLE, F (SERVERS), N_ ("MCP Servers"),
    N_ ("Programs and URLs that provide tools"), NULL, NULL, NULL, 0, A (COMMAND) },
  { "planning", K (BOOLEAN), 0, F (THINKS), N_ ("Planning"), N_ ("Plans before it acts"), "false",
    NULL, NULL, 0, A (NONE) },
  { "planning_config", K (OBJECT), NULLABLE, F (THINKS), N_ ("Planning Config"),
    N_ ("How the agent plans"), NULL, NULL, "planning", TROUPE_CREW_OWNER_PLANNING, A (NONE) },
  { "max_iter", K (INTEGER), 0, F (LIMITS), N_ ("Max Iterations"),
    N_ ("Maximum number of turns before the final answer"), "25", NULL, NULL, 0, A (NONE) },
  { "max_execution_time", K (INTEGER), NULLABLE, F (LIMITS), N_ ("Max Execution Time"),
    N_ ("Time limit for a task, in seconds"), NULL, NULL, NULL, 0, A (NONE) },
  { "max_rpm", K (INTEGER), NULLABLE, F (LIMITS), N_ ("Max RPM"),
    N_ ("Maximum requests per minute"), NULL, NULL, NULL, 0, A (NONE) },
  { "max_retry_limit", K (INTEGER), 0, F (LIMITS), N_ ("Max Retry Limit"),
    N_ ("Maximum number of retries after an error"), "2", NULL, NULL, 0, A (NONE) },
  { "respect_context_window", K (BOOLEAN), 0, F (LIMITS), N_ ("Respect Context Window"),
    N_ ("Summarize the conversation when it exceeds the context window"), "true", NULL, NULL, 0,
    A (NONE) },
  { "use_better_compaction", K (BOOLEAN), 0, F (LIMITS), N_ ("Better Compaction"),
    N_ ("Store long tool results separately and read them in parts"), "true", NULL, NULL, 0,
    A (NONE) },
  { "max_tokens", K (INTEGER), NULLABLE | IDLE, F (LIMITS), N_ ("Max Tokens"),
    N_ ("Not used; set it for the model instead"), NULL, NULL, NULL, 0, A (NONE) },
  { "use_system_prompt", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (TEXTS), N_ ("System Prompt"),
    N_ ("Use a separate system message"), "true", NULL, NULL, 0, A (NONE) },
  { "inject_date", K (BOOLEAN), 0, F (TEXTS), N_ ("Inject Date"),
    N_ ("Add today’s date to the prompt"), "false", NULL, NULL, 0, A (NONE) },
  { "date_format", K (TEXT), 0, F (TEXTS), N_ ("Date Format"), N_ ("Format of the date"),
    "\"%Y-%m-%d\"", NULL, "inject_date", 0, A (NONE) },
  { "system_template", K (TEMPLATE), NULLABLE, F (TEXTS), N_ ("System Template"),
    N_ ("Template of the system prompt, containing {{ .System }}"), NULL, NULL, NULL, 0, A (NONE) },
  { "prompt_template", K (TEMPLATE), NULLABLE, F (TEXTS), N_ ("Prompt Template"),
    N_ ("Template of the task, containing {{ .Prompt }}"), NULL, NULL, NULL, 0, A (NONE) },
  { "response_template", K (TEMPLATE), NULLABLE, F (TEXTS), N_ ("Response Template"),
    N_ ("Template of the answer, containing {{ .Response }}"), NULL, NULL, NULL, 0, A (NONE) },
  { "skills", K (SKILLS), NULLABLE, F (MORE), N_ ("Skills"),
    N_ ("Folders with instructions for the agent"), NULL, NULL, NULL, 0, A (PATH) },
  { "guardrail", K (GUARDRAIL), NULLABLE, F (MORE), N_ ("Guardrail"),
    N_ ("Validates the answer when the agent runs without a crew"), NULL, NULL, NULL, 0, A (CODE) },
  { "guardrail_max_retries", K (INTEGER), 0, F (MORE), N_ ("Guardrail Max Retries"),
    N_ ("Maximum number of retries"), "3", NULL, "guardrail", 0, A (NONE) },
  { "apps", K (APPS), NULLABLE, F (MORE), N_ ("Apps"), N_ ("Applications of the CrewAI platform"),
    NULL, NULL, NULL, 0, A (NONE) },
  { "a2a", K (A2A), NULLABLE, F (MORE), N_ ("A2A"),
    N_ ("Remote agents to which the agent can delegate work"), NULL, NULL, NULL, 0, A (HOST) },
  { "cache", K (BOOLEAN), 0, F (MORE), N_ ("Cache"), N_ ("Reuse tool results if the crew does"),
    "true", NULL, NULL, 0, A (NONE) },
  { "tool_failure_policy", K (CHOICE), NULLABLE, F (MORE), N_ ("Tool Failure Policy"),
    N_ ("What to do when a tool fails"), NULL, policies, NULL, 0, A (NONE) },
  { "step_callback", K (CALLBACK), NULLABLE, F (MORE), N_ ("Step Callback"),
    N_ ("Called after every step"), NULL, NULL, NULL, 0, A (CODE) },
  { "callbacks", K (CALLBACKS), 0, F (MORE), N_ ("Callbacks"),
    N_ ("Called with the events of the agent"), "[]", NULL, NULL, 0, A (CODE) },
  { "executor_class", K (EXECUTOR), 0, F (MORE), N_ ("Executor Class"),
    N_ ("The class that runs the agent"), "\"AgentExecutor\"", NULL, NULL, 0, A (CODE) },
  { "agent_executor", K (MAP), NULLABLE, F (MORE), N_ ("Agent Executor"),
    N_ ("The object that runs the agent, created in code"), NULL, NULL, NULL, 0, A (NONE) },
  { "from_repository", K (TEXT), NULLABLE, F (MORE), N_ ("From Repository"),
    N_ ("Name of the agent on the CrewAI platform"), NULL, NULL, NULL, 0, A (NONE) },
  { "security_config", K (MAP), 0, F (MORE), N_ ("Security Config"),
    N_ ("Fingerprints that CrewAI assigns to the agent"), NULL, NULL, NULL, 0, A (NONE) },
  { "checkpoint", K (SWITCH_OR_MAP), NULLABLE, F (MORE), N_ ("Checkpoint"),
    N_ ("CrewAI saves the state, so that a run can be resumed"), NULL, switches, NULL, 0,
    A (NONE) },
  { "verbose", K (BOOLEAN), 0, F (MORE), N_ ("Verbose"), N_ ("Prints each step in a terminal"),
    "false", NULL, NULL, 0, A (NONE) },
  { "config", K (MAP), NULLABLE, F (MORE), N_ ("Config"),
    N_ ("The agent in CrewAI’s legacy format"), NULL, NULL, NULL, 0, A (HOST) },
  { "reasoning", K (BOOLEAN), IDLE, F (THINKS), N_ ("Reasoning"),
    N_ ("Deprecated name of Planning"), "false", NULL, NULL, 0, A (NONE) },
  { "max_reasoning_attempts", K (INTEGER), NULLABLE | IDLE, F (THINKS),
    N_ ("Max Reasoning Attempts"), N_ ("Deprecated name of Max Attempts in Planning Config"), NULL,
    NULL, NULL, 0, A (NONE) },
  { "function_calling_llm", K (LLM), NULLABLE | IDLE, F (MORE), N_ ("Function Calling LLM"),
    N_ ("No longer used"), NULL, NULL, NULL, 0, A (NONE) },
  { "allow_code_execution", K (CHOICE), NULLABLE | IDLE, F (MORE), N_ ("Allow Code Execution"),
    N_ ("No longer used"), "false", no_or_yes, NULL, 0, A (NONE) },
  { "code_execution_mode", K (CHOICE), IDLE, F (MORE), N_ ("Code Execution Mode"),
    N_ ("No longer used"), "\"safe\"", modes, NULL, 0, A (NONE) },
  { "multimodal", K (BOOLEAN), IDLE, F (MORE), N_ ("Multimodal"), N_ ("No longer used"), "false",
    NULL, NULL, 0, A (NONE) },
  { "i18n", K (MAP), IDLE, F (MORE), N_ ("Internationalization"), N_ ("No longer used"), NULL, NULL,
    NULL, 0, A (NONE) },
  { "entity_type", K (ANY), ELSEWHERE, F (MORE), N_ ("Entity Type"),
    N_ ("Kind of object, set by CrewAI"), "\"agent\"", NULL, NULL, 0, A (NONE) },
  { "settings", K (MAP), LOADER, F (MORE), N_ ("Settings"),
    N_ ("These settings override the fields of the agent"), NULL, NULL, "settings", 0, A (HOST) },
  { "type", K (TEXT), LOADER | ELSEWHERE, F (MORE), N_ ("Type"), N_ ("Can be a Python class"), NULL,
    NULL, NULL, 0, A (CODE) },
  { NULL },
};

/* --- Fields of nested objects ----------------------------------------------------------------- */

static const TroupeCrewField model_fields[] = {
  { "model", K (TEXT), NEEDED | ELSEWHERE, F (FIRST), N_ ("Model"),
    N_ ("provider/model; without a provider, OpenAI is used"), NULL, NULL, NULL, 0, A (NONE) },
  { "temperature", K (NUMBER), NULLABLE, F (FIRST), N_ ("Temperature"),
    N_ ("0 for the most likely answer, 1 or more for variety"), NULL, NULL, NULL, 0, A (NONE) },
  { "max_tokens", K (INTEGER), NULLABLE, F (FIRST), N_ ("Max Tokens"),
    N_ ("Maximum length of the answer"), NULL, NULL, NULL, 0, A (NONE) },
  { "reasoning_effort", K (CHOICE), NULLABLE, F (FIRST), N_ ("Reasoning Effort"),
    N_ ("How much the model reasons before it answers"), NULL, model_efforts, NULL, 0, A (NONE) },
  { "base_url", K (TEXT), NULLABLE, F (FIRST), N_ ("Base URL"), N_ ("URL of a compatible server"),
    NULL, NULL, NULL, 0, A (HOST) },
  { "x-troupe-fallback", K (LLM), NULLABLE, F (FIRST), N_ ("Fallback Model"),
    N_ ("Used if the model fails permanently; only in Troupe, not in CrewAI"), NULL, NULL, NULL, 0,
    A (HOST) },
  { "top_p", K (NUMBER), NULLABLE, F (MORE), N_ ("Top P"),
    N_ ("Share of the probability mass considered"), NULL, NULL, NULL, 0, A (NONE) },
  { "seed", K (INTEGER), NULLABLE, F (MORE), N_ ("Seed"),
    N_ ("The same seed produces nearly the same answers"), NULL, NULL, NULL, 0, A (NONE) },
  { "frequency_penalty", K (NUMBER), NULLABLE, F (MORE), N_ ("Frequency Penalty"),
    N_ ("Reduces repeated words"), NULL, NULL, NULL, 0, A (NONE) },
  { "presence_penalty", K (NUMBER), NULLABLE, F (MORE), N_ ("Presence Penalty"),
    N_ ("Encourages new topics"), NULL, NULL, NULL, 0, A (NONE) },
  { "timeout", K (NUMBER), NULLABLE, F (MORE), N_ ("Timeout"),
    N_ ("Time limit for a request, in seconds"), NULL, NULL, NULL, 0, A (NONE) },
  { "max_retries", K (INTEGER), NULLABLE, F (MORE), N_ ("Max Retries"),
    N_ ("Maximum number of retries after a provider error"), NULL, NULL, NULL, 0, A (NONE) },
  { "stop", K (TEXTS), NULLABLE, F (MORE), N_ ("Stop"), N_ ("Strings at which the answer stops"),
    NULL, NULL, NULL, 0, A (NONE) },
  { "stream", K (CHOICE), NULLABLE, F (MORE), N_ ("Stream"),
    N_ ("Answers are streamed as they are generated"), NULL, switches, NULL, 0, A (NONE) },
  { "api_version", K (TEXT), NULLABLE, F (MORE), N_ ("API Version"), N_ ("Required by Azure"), NULL,
    NULL, NULL, 0, A (NONE) },
  { "additional_params", K (MAP), NULLABLE, F (MORE), N_ ("Additional Parameters"),
    N_ ("Sent to the provider unchanged"), NULL, NULL, NULL, 0, A (NONE) },
  { NULL },
};

static const TroupeCrewField server_fields[] = {
  { "command", K (TEXT), NULLABLE, F (FIRST), N_ ("Command"), N_ ("Program to start"), NULL, NULL,
    "command", 0, A (COMMAND) },
  { "args", K (TEXTS), NULLABLE, F (FIRST), N_ ("Arguments"), N_ ("One per line"), NULL, NULL,
    "command", 0, A (COMMAND) },
  { "env", K (PAIRS), NULLABLE, F (FIRST), N_ ("Environment"),
    N_ ("One NAME=value per line; reference secrets from the environment as ${NAME}"), NULL, NULL,
    "command", 0, A (KEY) },
  { "url", K (TEXT), NULLABLE, F (FIRST), N_ ("URL"), N_ ("Begins with https://"), NULL, NULL,
    "url", 0, A (HOST) },
  { "headers", K (PAIRS), NULLABLE, F (FIRST), N_ ("Headers"),
    N_ ("One Name=value per line; reference secrets from the environment as ${NAME}"), NULL, NULL,
    "url", 0, A (KEY) },
  { "streamable", K (BOOLEAN), NULLABLE, F (FIRST), N_ ("Streamable"),
    N_ ("Use streamable HTTP instead of the older SSE"), "true", NULL, "url", 0, A (NONE) },
  { "tool_filter", K (OBJECT), NULLABLE, F (FIRST), N_ ("Tool Filter"),
    N_ ("Which tools of the server are available"), NULL, NULL, NULL, TROUPE_CREW_OWNER_FILTER,
    A (NONE) },
  { "cache_tools_list", K (BOOLEAN), NULLABLE, F (FIRST), N_ ("Cache Tools List"),
    N_ ("Request the list of tools only once"), "false", NULL, NULL, 0, A (NONE) },
  { NULL },
};

static const TroupeCrewField filter_fields[] = {
  { "type", K (TEXT), ELSEWHERE, F (FIRST), N_ ("Type"), N_ ("Set by the lists below"),
    "\"static\"", NULL, NULL, 0, A (NONE) },
  { "allowed_tool_names", K (TEXTS), NULLABLE, F (FIRST), N_ ("Allowed Tools"),
    N_ ("Only these tools; one per line"), NULL, NULL, NULL, 0, A (NONE) },
  { "blocked_tool_names", K (TEXTS), NULLABLE, F (FIRST), N_ ("Blocked Tools"),
    N_ ("Never these tools; one per line"), NULL, NULL, NULL, 0, A (NONE) },
  { NULL },
};

static const TroupeCrewField planning_fields[] = {
  { "reasoning_effort", K (CHOICE), 0, F (FIRST), N_ ("Effort"),
    N_ ("How much is reviewed and replanned between steps"), "\"medium\"", efforts, NULL, 0,
    A (NONE) },
  { "max_steps", K (INTEGER), 0, F (FIRST), N_ ("Max Steps"), N_ ("Maximum number of steps"), "20",
    NULL, NULL, 0, A (NONE) },
  { "max_replans", K (INTEGER), 0, F (FIRST), N_ ("Max Replans"), N_ ("Maximum number of replans"),
    "3", NULL, NULL, 0, A (NONE) },
  { "observe_steps", K (CHOICE), NULLABLE, F (FIRST), N_ ("Observe Steps"),
    N_ ("Review the result after each step"), NULL, switches, NULL, 0, A (NONE) },
  { "max_attempts", K (INTEGER), NULLABLE, F (FIRST), N_ ("Max Attempts"),
    N_ ("Maximum number of attempts to create a plan"), NULL, NULL, NULL, 0, A (NONE) },
  { "max_step_iterations", K (INTEGER), 0, F (FIRST), N_ ("Max Step Iterations"),
    N_ ("Maximum number of turns per step"), "15", NULL, NULL, 0, A (NONE) },
  { "step_timeout", K (INTEGER), NULLABLE, F (FIRST), N_ ("Step Timeout"),
    N_ ("Time limit for a step, in seconds"), NULL, NULL, NULL, 0, A (NONE) },
  { "llm", K (LLM), NULLABLE, F (FIRST), N_ ("Planning Model"),
    N_ ("Used instead of the agent’s model"), NULL, NULL, NULL, 0, A (HOST) },
  { "system_prompt", K (TEMPLATE), NULLABLE, F (FIRST), N_ ("Planner System Prompt"),
    N_ ("Used instead of CrewAI’s prompt"), NULL, NULL, NULL, 0, A (NONE) },
  { "plan_prompt", K (TEMPLATE), NULLABLE, F (FIRST), N_ ("Plan Prompt"),
    N_ ("Prompt containing {description}, {expected_output}, {tools} and {max_steps}"), NULL, NULL,
    NULL, 0, A (NONE) },
  { "refine_prompt", K (TEMPLATE), NULLABLE, F (FIRST), N_ ("Refine Prompt"),
    N_ ("Prompt containing {current_plan}"), NULL, NULL, NULL, 0, A (NONE) },
  { NULL },
};

static const TroupeCrewField knowledge_fields[] = {
  { "results_limit", K (INTEGER), 0, F (FIRST), N_ ("Results Limit"),
    N_ ("Maximum number of chunks per query"), "5", NULL, NULL, 0, A (NONE) },
  { "score_threshold", K (NUMBER), 0, F (FIRST), N_ ("Score Threshold"), N_ ("Minimum match score"),
    "0.6", NULL, NULL, 0, A (NONE) },
  { NULL },
};

static const TroupeCrewField embedder_fields[] = {
  { "provider", K (TEXT), 0, F (FIRST), N_ ("Embedder Provider"),
    N_ ("openai, ollama, google-generativeai, …; mock without a network, only in Troupe"), NULL,
    NULL, NULL, 0, A (NONE) },
  { "config", K (MAP), NULLABLE, F (FIRST), N_ ("Embedder Config"),
    N_ ("Model and URL, without keys"), NULL, NULL, NULL, 0, A (HOST) },
  { NULL },
};

#define FILES                                                                                      \
  "source_type=text_file|source_type=csv|source_type=json|source_type=pdf|source_type=excel|"      \
  "source_type=docling"

static const TroupeCrewField source_fields[] = {
  { "source_type", K (CHOICE), NEEDED, F (FIRST), N_ ("Kind"), N_ ("How the content is read"), NULL,
    source_types, NULL, 0, A (NONE) },
  { "content", K (TEMPLATE), 0, F (FIRST), N_ ("Content"), N_ ("The text that agents can search"),
    NULL, NULL, "source_type=string", 0, A (NONE) },
  { "file_paths", K (TEXTS), 0, F (FIRST), N_ ("Files"),
    N_ ("One per line, in the folder “knowledge”; also https:// if the kind is “File or Web Page”"),
    NULL, NULL, FILES, 0, A (PATH) },
  { "chunk_size", K (INTEGER), 0, F (FIRST), N_ ("Chunk Size"),
    N_ ("Length of the pieces that are searched, in characters"), "4000", NULL, NULL, 0, A (NONE) },
  { "chunk_overlap", K (INTEGER), 0, F (FIRST), N_ ("Chunk Overlap"),
    N_ ("Characters that a piece shares with the next one"), "200", NULL, NULL, 0, A (NONE) },
  { NULL },
};

const TroupeCrewField *
troupe_crew_field_list (TroupeCrewOwner owner)
{
  static const TroupeCrewField *const owners[] = {
    [TROUPE_CREW_OWNER_CREW] = crew_fields,
    [TROUPE_CREW_OWNER_TASK] = task_fields,
    [TROUPE_CREW_OWNER_CONDITIONAL] = task_fields,
    [TROUPE_CREW_OWNER_AGENT] = agent_fields,
    [TROUPE_CREW_OWNER_MODEL] = model_fields,
    [TROUPE_CREW_OWNER_SERVER] = server_fields,
    [TROUPE_CREW_OWNER_FILTER] = filter_fields,
    [TROUPE_CREW_OWNER_PLANNING] = planning_fields,
    [TROUPE_CREW_OWNER_KNOWLEDGE] = knowledge_fields,
    [TROUPE_CREW_OWNER_EMBEDDER] = embedder_fields,
    [TROUPE_CREW_OWNER_SOURCE] = source_fields,
  };

  g_return_val_if_fail (owner < TROUPE_CREW_OWNER_N, NULL);

  return owners[owner];
}
