/* troupe-crew-field-table.c: the rows of the table of fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-field-table"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-field.h"

/* Short names keep a row in sight. */
#define K(kind) TROUPE_CREW_KIND_##kind
#define F(fold) TROUPE_CREW_FOLD_##fold
#define NULLABLE TROUPE_CREW_FIELD_NULLABLE
#define NULL_IS_FALSE TROUPE_CREW_FIELD_NULL_IS_FALSE
#define NEEDED TROUPE_CREW_FIELD_NEEDED
#define IDLE TROUPE_CREW_FIELD_IDLE
#define LOADER TROUPE_CREW_FIELD_LOADER
#define ELSEWHERE TROUPE_CREW_FIELD_ELSEWHERE

/* --- Choices ---------------------------------------------------------------------------------- */

static const TroupeCrewChoice policies[] = {
  { NULL, N_ ("As set around it") },
  { "\"warn\"", N_ ("Warn and go on") },
  { "\"ignore\"", N_ ("Go on silently") },
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
  { NULL, N_ ("The crew’s") },
  { "true", N_ ("Its own") },
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
static const TroupeCrewChoice efforts[] = {
  { "\"low\"", N_ ("Low") },
  { "\"medium\"", N_ ("Medium") },
  { "\"high\"", N_ ("High") },
  { NULL, NULL },
};
static const TroupeCrewChoice model_efforts[] = {
  { NULL, N_ ("The model’s own") }, { "\"none\"", N_ ("None") }, { "\"low\"", N_ ("Low") },
  { "\"medium\"", N_ ("Medium") },  { "\"high\"", N_ ("High") }, { NULL, NULL },
};

/* @json is NULL where a row has no @initial. */

/* --- Crew ------------------------------------------------------------------------------------- */

static const TroupeCrewField crew_fields[] = {
  { "agents", K (AGENTS), NEEDED | ELSEWHERE, F (FIRST), N_ ("Agents"), N_ ("Who works"), NULL,
    NULL, NULL, 0 },
  { "tasks", K (TASKS), NEEDED | ELSEWHERE, F (FIRST), N_ ("Tasks"), N_ ("What is done"), NULL,
    NULL, NULL, 0 },
  { "name", K (TEXT), NULLABLE, F (FIRST), N_ ("Name"), N_ ("What the crew is called in runs"),
    "\"crew\"", NULL, NULL, 0 },
  { "inputs", K (MAP), LOADER, F (FIRST), N_ ("Inputs"),
    N_ ("What fills the {placeholders} where a run says nothing else"), NULL, NULL, NULL, 0 },
  { "process", K (CHOICE), 0, F (FIRST), N_ ("Process"),
    N_ ("One task after another, or a manager hands them out"), "\"sequential\"", processes, NULL,
    0 },
  { "manager_agent", K (AGENT), NULLABLE, F (FIRST), N_ ("Manager agent"),
    N_ ("One of the agents hands the tasks out"), NULL, NULL, "process=hierarchical", 0 },
  { "manager_llm", K (LLM), NULLABLE, F (FIRST), N_ ("Manager LLM"),
    N_ ("The model of the built-in manager"), NULL, NULL, "process=hierarchical&!manager_agent",
    0 },
  { "memory", K (SWITCH_OR_MAP), NULLABLE, F (FIRST), N_ ("Memory"),
    N_ ("What was learnt in one run is there in the next"), "false", crew_memories, NULL, 0 },
  { "embedder", K (OBJECT), NULLABLE, F (KNOWS), N_ ("Embedder"),
    N_ ("The model that finds what is near in meaning"), NULL, NULL, NULL,
    TROUPE_CREW_OWNER_EMBEDDER },
  { "knowledge_sources", K (LIST), NULLABLE, F (KNOWS), N_ ("Knowledge sources"),
    N_ ("What all agents can look up"), NULL, NULL, NULL, 0 },
  { "knowledge", K (MAP), NULLABLE, F (KNOWS), N_ ("Knowledge"),
    N_ ("A store of knowledge made in code"), NULL, NULL, NULL, 0 },
  { "skills", K (LIST), NULLABLE, F (KNOWS), N_ ("Skills"),
    N_ ("Folders with instructions that all agents can load"), NULL, NULL, NULL, 0 },
  { "planning", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (THINKS), N_ ("Planning"),
    N_ ("A planner looks at all tasks before the first one"), "false", NULL, NULL, 0 },
  { "planning_llm", K (LLM), NULLABLE, F (THINKS), N_ ("Planning LLM"),
    N_ ("The model of the planner"), NULL, NULL, "planning", 0 },
  { "max_rpm", K (INTEGER), NULLABLE, F (LIMITS), N_ ("Max RPM"),
    N_ ("Calls a minute of all agents together"), NULL, NULL, NULL, 0 },
  { "step_callback", K (CALLBACK), NULLABLE, F (CALLBACKS), N_ ("Step callback"),
    N_ ("Is told of every step of every agent"), NULL, NULL, NULL, 0 },
  { "task_callback", K (CALLBACK), NULLABLE, F (CALLBACKS), N_ ("Task callback"),
    N_ ("Is told of the result of every task"), NULL, NULL, NULL, 0 },
  { "before_kickoff_callbacks", K (CALLBACKS), 0, F (CALLBACKS), N_ ("Before kickoff"),
    N_ ("Can change the inputs before the first task"), "[]", NULL, NULL, 0 },
  { "after_kickoff_callbacks", K (CALLBACKS), 0, F (CALLBACKS), N_ ("After kickoff"),
    N_ ("Can change the result after the last task"), "[]", NULL, NULL, 0 },
  { "stream", K (BOOLEAN), 0, F (MORE), N_ ("Stream"),
    N_ ("Answers come in pieces, as they are written"), "false", NULL, NULL, 0 },
  { "cache", K (BOOLEAN), 0, F (MORE), N_ ("Cache"),
    N_ ("The same call of a tool is made only once"), "false", NULL, NULL, 0 },
  { "tool_failure_policy", K (CHOICE), NULLABLE, F (MORE), N_ ("Tool failure policy"),
    N_ ("When a tool fails"), NULL, policies, NULL, 0 },
  { "output_log_file", K (SWITCH_OR_TEXT), NULLABLE, F (MORE), N_ ("Output log file"),
    N_ ("A file that says what each task did"), NULL, NULL, NULL, 0 },
  { "prompt_file", K (TEXT), NULLABLE, F (MORE), N_ ("Prompt file"),
    N_ ("A file with the words of the built-in manager"), NULL, NULL, NULL, 0 },
  { "chat_llm", K (LLM), NULLABLE, F (MORE), N_ ("Chat LLM"),
    N_ ("The model with which a person talks to the crew"), NULL, NULL, NULL, 0 },
  { "trained_agents_file", K (TEXT), NULLABLE, F (MORE), N_ ("Trained agents file"),
    N_ ("Where training has kept what it learnt"), NULL, NULL, NULL, 0 },
  { "checkpoint", K (SWITCH_OR_MAP), NULLABLE, F (MORE), N_ ("Checkpoint"),
    N_ ("CrewAI keeps what is needed to go on"), NULL, switches, NULL, 0 },
  { "tracing", K (CHOICE), NULLABLE, F (MORE), N_ ("Tracing"),
    N_ ("CrewAI sends what happens to its platform"), NULL, switches, NULL, 0 },
  { "share_crew", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (MORE), N_ ("Share crew"),
    N_ ("CrewAI collects what the crew does"), "false", NULL, NULL, 0 },
  { "verbose", K (BOOLEAN), 0, F (MORE), N_ ("Verbose"), N_ ("CrewAI prints what happens"), "false",
    NULL, NULL, 0 },
  { "security_config", K (MAP), 0, F (MORE), N_ ("Security config"),
    N_ ("Fingerprints that CrewAI gives the crew"), NULL, NULL, NULL, 0 },
  { "config", K (ANY), NULLABLE, F (MORE), N_ ("Config"),
    N_ ("Agents and tasks in CrewAI’s older form"), NULL, NULL, NULL, 0 },
  { "function_calling_llm", K (LLM), NULLABLE | IDLE, F (MORE), N_ ("Function calling LLM"),
    N_ ("Does nothing any more"), NULL, NULL, NULL, 0 },
  { "entity_type", K (ANY), ELSEWHERE, F (MORE), N_ ("Entity type"),
    N_ ("Set by CrewAI: what kind of object it is"), "\"crew\"", NULL, NULL, 0 },
  { NULL },
};

/* --- Task ------------------------------------------------------------------------------------- */

static const TroupeCrewField task_fields[] = {
  { "name", K (TEXT), NULLABLE, F (FIRST), N_ ("Name"),
    N_ ("By which other tasks take its output as context"), NULL, NULL, NULL, 0 },
  { "description", K (PROMPT), NEEDED, F (FIRST), N_ ("Description"), N_ ("What is to be done"),
    NULL, NULL, NULL, 0 },
  { "expected_output", K (PROMPT), NEEDED, F (FIRST), N_ ("Expected output"),
    N_ ("What the answer is to look like"), NULL, NULL, NULL, 0 },
  { "agent", K (AGENT), NULLABLE, F (FIRST), N_ ("Agent"), N_ ("Who does it"), NULL, NULL, NULL,
    0 },
  { "context", K (CONTEXT), NULLABLE, F (FIRST), N_ ("Context"), N_ ("Whose outputs it is given"),
    NULL, NULL, NULL, 0 },
  { "tools", K (TOOLS), NULLABLE, F (FIRST), N_ ("Tools"), N_ ("In place of those of its agent"),
    "[]", NULL, NULL, 0 },
  { "guardrails", K (GUARDRAILS), NULLABLE, F (CHECKS), N_ ("Guardrails"),
    N_ ("Sentences and functions that the answer must pass"), NULL, NULL, NULL, 0 },
  { "guardrail", K (GUARDRAIL), NULLABLE | ELSEWHERE, F (CHECKS), N_ ("Guardrail"),
    N_ ("A single one; shown as a list of one"), NULL, NULL, NULL, 0 },
  { "guardrail_max_retries", K (INTEGER), 0, F (CHECKS), N_ ("Guardrail max retries"),
    N_ ("Try again at most"), "3", NULL, NULL, 0 },
  { "human_input", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (CHECKS), N_ ("Human input"),
    N_ ("Ask a person at the end"), "false", NULL, NULL, 0 },
  { "output_json", K (SCHEMA), NULLABLE, F (OUTPUT), N_ ("Output JSON"),
    N_ ("The fields of the answer, as JSON"), NULL, NULL, NULL, 0 },
  { "output_pydantic", K (SCHEMA), NULLABLE, F (OUTPUT), N_ ("Output Pydantic"),
    N_ ("The fields of the answer, as an object of Pydantic"), NULL, NULL, NULL, 0 },
  { "response_model", K (SCHEMA), NULLABLE, F (OUTPUT), N_ ("Response model"),
    N_ ("The fields that the model itself is held to"), NULL, NULL, NULL, 0 },
  { "output_file", K (LINE), NULLABLE, F (OUTPUT), N_ ("Output file"), N_ ("Write to file"), NULL,
    NULL, NULL, 0 },
  { "create_directory", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (OUTPUT), N_ ("Create directory"),
    N_ ("Create the folder of the file"), "true", NULL, NULL, 0 },
  { "converter_cls", K (CONVERTER), NULLABLE, F (OUTPUT), N_ ("Converter class"),
    N_ ("A class that makes the object of the text"), NULL, NULL, NULL, 0 },
  { "async_execution", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (WHEN), N_ ("Async execution"),
    N_ ("Beside the others: starts without waiting for neighbours"), "false", NULL, NULL, 0 },
  { "condition", K (CONDITION), NULLABLE, F (WHEN), N_ ("Condition"),
    N_ ("Only if a function that looks at the last output says so"), NULL, NULL, NULL, 0 },
  { "input_files", K (FILES), NULLABLE, F (MORE), N_ ("Input files"),
    N_ ("Files that the agent is given, by name"), "{}", NULL, NULL, 0 },
  { "markdown", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (MORE), N_ ("Markdown"),
    N_ ("Answer in Markdown"), "false", NULL, NULL, 0 },
  { "tool_failure_policy", K (CHOICE), NULLABLE, F (MORE), N_ ("Tool failure policy"),
    N_ ("When a tool fails"), NULL, policies, NULL, 0 },
  { "allow_crewai_trigger_context", K (CHOICE), NULLABLE, F (MORE), N_ ("Trigger context"),
    N_ ("Takes the trigger’s payload"), NULL, triggers, NULL, 0 },
  { "prompt_context", K (TEMPLATE), NULLABLE, F (MORE), N_ ("Prompt context"),
    N_ ("Extra text for the prompt"), NULL, NULL, NULL, 0 },
  { "callback", K (CALLBACK), NULLABLE, F (MORE), N_ ("Callback"), N_ ("Is told of the result"),
    NULL, NULL, NULL, 0 },
  { "security_config", K (MAP), 0, F (MORE), N_ ("Security config"),
    N_ ("Fingerprints that CrewAI gives the task"), NULL, NULL, NULL, 0 },
  { "config", K (MAP), NULLABLE, F (MORE), N_ ("Config"), N_ ("The task in CrewAI’s older form"),
    NULL, NULL, NULL, 0 },
  { "max_retries", K (INTEGER), NULLABLE | IDLE, F (CHECKS), N_ ("Max retries"),
    N_ ("The old name of Guardrail max retries, before which it goes"), NULL, NULL, NULL, 0 },
  { "type", K (TEXT), LOADER | ELSEWHERE, F (MORE), N_ ("Type"),
    N_ ("Conditional tasks say so here; a class of Python can stand here, too"), NULL, NULL, NULL,
    0 },
  { NULL },
};

/* --- Agent ------------------------------------------------------------------------------------ */

static const TroupeCrewField agent_fields[] = {
  /* Null is told as missing. */
  { "role", K (LINE), NULLABLE | NEEDED, F (FIRST), N_ ("Role"), N_ ("Who it is"), NULL, NULL, NULL,
    0 },
  { "goal", K (LINE), NULLABLE | NEEDED, F (FIRST), N_ ("Goal"), N_ ("What it works for"), NULL,
    NULL, NULL, 0 },
  { "backstory", K (PROMPT), NULLABLE | NEEDED, F (FIRST), N_ ("Backstory"),
    N_ ("Where it comes from, and how it decides"), NULL, NULL, NULL, 0 },
  { "llm", K (LLM), NULLABLE, F (FIRST), N_ ("Model"), N_ ("Which language model answers"), NULL,
    NULL, NULL, 0 },
  { "tools", K (TOOLS), NULLABLE, F (FIRST), N_ ("Tools"), N_ ("What it can call"), "[]", NULL,
    NULL, 0 },
  { "allow_delegation", K (BOOLEAN), 0, F (FIRST), N_ ("Allow delegation"),
    N_ ("May ask other agents: delegates work and questions"), "false", NULL, NULL, 0 },
  { "knowledge_sources", K (LIST), NULLABLE, F (KNOWS), N_ ("Knowledge sources"),
    N_ ("Files and texts that it can look up"), NULL, NULL, NULL, 0 },
  { "knowledge_config", K (OBJECT), NULLABLE, F (KNOWS), N_ ("Knowledge config"),
    N_ ("How much of it is looked up"), NULL, NULL, NULL, TROUPE_CREW_OWNER_KNOWLEDGE },
  { "embedder", K (OBJECT), NULLABLE, F (KNOWS), N_ ("Embedder"),
    N_ ("The model that finds what is near in meaning"), NULL, NULL, NULL,
    TROUPE_CREW_OWNER_EMBEDDER },
  { "memory", K (SWITCH_OR_MAP), NULLABLE, F (REMEMBERS), N_ ("Memory"),
    N_ ("What was learnt in one run is there in the next"), NULL, agent_memories, NULL, 0 },
  { "mcps", K (MCPS), NULLABLE, F (SERVERS), N_ ("MCP servers"),
    N_ ("Programs and addresses that offer tools"), NULL, NULL, NULL, 0 },
  { "planning", K (BOOLEAN), 0, F (THINKS), N_ ("Planning"), N_ ("Plans before it acts"), "false",
    NULL, NULL, 0 },
  { "planning_config", K (OBJECT), NULLABLE, F (THINKS), N_ ("Planning config"),
    N_ ("How it plans"), NULL, NULL, "planning", TROUPE_CREW_OWNER_PLANNING },
  { "max_iter", K (INTEGER), 0, F (LIMITS), N_ ("Max iterations"),
    N_ ("Turns at most before it has to answer"), "25", NULL, NULL, 0 },
  { "max_execution_time", K (INTEGER), NULLABLE, F (LIMITS), N_ ("Max execution time"),
    N_ ("Seconds for a task"), NULL, NULL, NULL, 0 },
  { "max_rpm", K (INTEGER), NULLABLE, F (LIMITS), N_ ("Max RPM"), N_ ("Calls a minute"), NULL, NULL,
    NULL, 0 },
  { "max_retry_limit", K (INTEGER), 0, F (LIMITS), N_ ("Max retry limit"),
    N_ ("Tries after an error"), "2", NULL, NULL, 0 },
  { "respect_context_window", K (BOOLEAN), 0, F (LIMITS), N_ ("Respect context window"),
    N_ ("Shorten when it gets too long"), "true", NULL, NULL, 0 },
  { "use_better_compaction", K (BOOLEAN), 0, F (LIMITS), N_ ("Better compaction"),
    N_ ("Puts long results of tools aside and reads them in pieces"), "true", NULL, NULL, 0 },
  { "max_tokens", K (INTEGER), NULLABLE | IDLE, F (LIMITS), N_ ("Max tokens"),
    N_ ("Does nothing here: the model has this setting"), NULL, NULL, NULL, 0 },
  { "use_system_prompt", K (BOOLEAN), NULLABLE | NULL_IS_FALSE, F (TEXTS), N_ ("System prompt"),
    N_ ("A system message of its own"), "true", NULL, NULL, 0 },
  { "inject_date", K (BOOLEAN), 0, F (TEXTS), N_ ("Inject date"), N_ ("Says today’s date"), "false",
    NULL, NULL, 0 },
  { "date_format", K (TEXT), 0, F (TEXTS), N_ ("Date format"), N_ ("How the date is written"),
    "\"%Y-%m-%d\"", NULL, "inject_date", 0 },
  { "system_template", K (TEMPLATE), NULLABLE, F (TEXTS), N_ ("System template"),
    N_ ("The form of the system’s words, with {{ .System }} in it"), NULL, NULL, NULL, 0 },
  { "prompt_template", K (TEMPLATE), NULLABLE, F (TEXTS), N_ ("Prompt template"),
    N_ ("The form of the task, with {{ .Prompt }} in it"), NULL, NULL, NULL, 0 },
  { "response_template", K (TEMPLATE), NULLABLE, F (TEXTS), N_ ("Response template"),
    N_ ("The form of the answer, with {{ .Response }} in it"), NULL, NULL, NULL, 0 },
  { "skills", K (SKILLS), NULLABLE, F (MORE), N_ ("Skills"),
    N_ ("Folders with instructions that it can load"), NULL, NULL, NULL, 0 },
  { "guardrail", K (GUARDRAIL), NULLABLE, F (MORE), N_ ("Guardrail"),
    N_ ("A check of its answer where it works without a crew"), NULL, NULL, NULL, 0 },
  { "guardrail_max_retries", K (INTEGER), 0, F (MORE), N_ ("Guardrail max retries"),
    N_ ("Try again at most"), "3", NULL, "guardrail", 0 },
  { "apps", K (APPS), NULLABLE, F (MORE), N_ ("Apps"), N_ ("Applications of CrewAI’s platform"),
    NULL, NULL, NULL, 0 },
  { "a2a", K (A2A), NULLABLE, F (MORE), N_ ("A2A"), N_ ("Agents elsewhere that it may hand its work to"), NULL, NULL,
    NULL, 0 },
  { "cache", K (BOOLEAN), 0, F (MORE), N_ ("Cache"),
    N_ ("Keeps results of tools, where the crew does"), "true", NULL, NULL, 0 },
  { "tool_failure_policy", K (CHOICE), NULLABLE, F (MORE), N_ ("Tool failure policy"),
    N_ ("When a tool fails"), NULL, policies, NULL, 0 },
  { "step_callback", K (CALLBACK), NULLABLE, F (MORE), N_ ("Step callback"),
    N_ ("Is told of every step"), NULL, NULL, NULL, 0 },
  { "callbacks", K (CALLBACKS), 0, F (MORE), N_ ("Callbacks"), N_ ("Are told what happens"), "[]",
    NULL, NULL, 0 },
  { "executor_class", K (EXECUTOR), 0, F (MORE), N_ ("Executor class"),
    N_ ("What drives its turns"), "\"AgentExecutor\"", NULL, NULL, 0 },
  { "agent_executor", K (MAP), NULLABLE, F (MORE), N_ ("Agent executor"),
    N_ ("What drives its turns, made in code"), NULL, NULL, NULL, 0 },
  { "from_repository", K (TEXT), NULLABLE, F (MORE), N_ ("From repository"),
    N_ ("Its name at CrewAI’s platform"), NULL, NULL, NULL, 0 },
  { "security_config", K (MAP), 0, F (MORE), N_ ("Security config"),
    N_ ("Fingerprints that CrewAI gives the agent"), NULL, NULL, NULL, 0 },
  { "checkpoint", K (SWITCH_OR_MAP), NULLABLE, F (MORE), N_ ("Checkpoint"),
    N_ ("CrewAI keeps what is needed to go on"), NULL, switches, NULL, 0 },
  { "verbose", K (BOOLEAN), 0, F (MORE), N_ ("Verbose"), N_ ("CrewAI prints what happens"), "false",
    NULL, NULL, 0 },
  { "config", K (MAP), NULLABLE, F (MORE), N_ ("Config"), N_ ("The agent in CrewAI’s older form"),
    NULL, NULL, NULL, 0 },
  { "reasoning", K (BOOLEAN), IDLE, F (THINKS), N_ ("Reasoning"), N_ ("The old name of Planning"),
    "false", NULL, NULL, 0 },
  { "max_reasoning_attempts", K (INTEGER), NULLABLE | IDLE, F (THINKS),
    N_ ("Max reasoning attempts"), N_ ("The old name of Max attempts of Planning"), NULL, NULL,
    NULL, 0 },
  { "function_calling_llm", K (LLM), NULLABLE | IDLE, F (MORE), N_ ("Function calling LLM"),
    N_ ("Does nothing any more"), NULL, NULL, NULL, 0 },
  { "allow_code_execution", K (CHOICE), NULLABLE | IDLE, F (MORE), N_ ("Allow code execution"),
    N_ ("Does nothing any more"), "false", no_or_yes, NULL, 0 },
  { "code_execution_mode", K (CHOICE), IDLE, F (MORE), N_ ("Code execution mode"),
    N_ ("Does nothing any more"), "\"safe\"", modes, NULL, 0 },
  { "multimodal", K (BOOLEAN), IDLE, F (MORE), N_ ("Multimodal"), N_ ("Does nothing any more"),
    "false", NULL, NULL, 0 },
  { "i18n", K (MAP), IDLE, F (MORE), N_ ("Internationalization"), N_ ("Does nothing any more"),
    NULL, NULL, NULL, 0 },
  { "entity_type", K (ANY), ELSEWHERE, F (MORE), N_ ("Entity type"),
    N_ ("Set by CrewAI: what kind of object it is"), "\"agent\"", NULL, NULL, 0 },
  { "settings", K (MAP), LOADER, F (MORE), N_ ("Settings"),
    N_ ("Keys here lie over those beside it"), NULL, NULL, "settings", 0 },
  { "type", K (TEXT), LOADER | ELSEWHERE, F (MORE), N_ ("Type"),
    N_ ("A class of Python can stand here"), NULL, NULL, NULL, 0 },
  { NULL },
};

/* --- What stands in them ---------------------------------------------------------------------- */

static const TroupeCrewField model_fields[] = {
  { "model", K (TEXT), NEEDED | ELSEWHERE, F (FIRST), N_ ("Model"),
    N_ ("service/name; without a service it is OpenAI’s"), NULL, NULL, NULL, 0 },
  { "temperature", K (NUMBER), NULLABLE, F (FIRST), N_ ("Temperature"),
    N_ ("0 always says the likeliest, 1 and more wander"), NULL, NULL, NULL, 0 },
  { "max_tokens", K (INTEGER), NULLABLE, F (FIRST), N_ ("Max tokens"), N_ ("The longest answer"),
    NULL, NULL, NULL, 0 },
  { "reasoning_effort", K (CHOICE), NULLABLE, F (FIRST), N_ ("Reasoning effort"),
    N_ ("How long it thinks"), NULL, model_efforts, NULL, 0 },
  { "base_url", K (TEXT), NULLABLE, F (FIRST), N_ ("Base URL"),
    N_ ("A server of your own that speaks the same"), NULL, NULL, NULL, 0 },
  { "top_p", K (NUMBER), NULLABLE, F (MORE), N_ ("Top P"),
    N_ ("How much of what is likely is taken into account"), NULL, NULL, NULL, 0 },
  { "seed", K (INTEGER), NULLABLE, F (MORE), N_ ("Seed"),
    N_ ("The same number gives nearly the same answer"), NULL, NULL, NULL, 0 },
  { "frequency_penalty", K (NUMBER), NULLABLE, F (MORE), N_ ("Frequency penalty"),
    N_ ("Says the same words less often"), NULL, NULL, NULL, 0 },
  { "presence_penalty", K (NUMBER), NULLABLE, F (MORE), N_ ("Presence penalty"),
    N_ ("Comes to new subjects sooner"), NULL, NULL, NULL, 0 },
  { "timeout", K (NUMBER), NULLABLE, F (MORE), N_ ("Timeout"), N_ ("Seconds for one call"), NULL,
    NULL, NULL, 0 },
  { "max_retries", K (INTEGER), NULLABLE, F (MORE), N_ ("Max retries"),
    N_ ("Tries after an error of the service"), NULL, NULL, NULL, 0 },
  { "stop", K (TEXTS), NULLABLE, F (MORE), N_ ("Stop"), N_ ("Words at which the answer ends"), NULL,
    NULL, NULL, 0 },
  { "stream", K (CHOICE), NULLABLE, F (MORE), N_ ("Stream"),
    N_ ("Answers come in pieces, as they are written"), NULL, switches, NULL, 0 },
  { "api_version", K (TEXT), NULLABLE, F (MORE), N_ ("API version"), N_ ("Azure asks for it"), NULL,
    NULL, NULL, 0 },
  { "additional_params", K (MAP), NULLABLE, F (MORE), N_ ("Additional parameters"),
    N_ ("Sent to the service as they are"), NULL, NULL, NULL, 0 },
  { NULL },
};

static const TroupeCrewField server_fields[] = {
  { "command", K (TEXT), NULLABLE, F (FIRST), N_ ("Command"), N_ ("The program that is started"),
    NULL, NULL, "command", 0 },
  { "args", K (TEXTS), NULLABLE, F (FIRST), N_ ("Arguments"), N_ ("One in a line"), NULL, NULL,
    "command", 0 },
  { "env", K (PAIRS), NULLABLE, F (FIRST), N_ ("Environment"),
    N_ ("NAME=value in each line; secrets as ${NAME} of your own environment"), NULL, NULL,
    "command", 0 },
  { "url", K (TEXT), NULLABLE, F (FIRST), N_ ("Address"), N_ ("Begins with https://"), NULL, NULL,
    "url", 0 },
  { "headers", K (PAIRS), NULLABLE, F (FIRST), N_ ("Headers"),
    N_ ("Name=value in each line; secrets as ${NAME} of the environment"), NULL, NULL, "url", 0 },
  { "streamable", K (BOOLEAN), NULLABLE, F (FIRST), N_ ("Streamable"),
    N_ ("Speaks streamable HTTP, not the older SSE"), "true", NULL, "url", 0 },
  { "tool_filter", K (OBJECT), NULLABLE, F (FIRST), N_ ("Tool filter"),
    N_ ("Which of its tools are offered"), NULL, NULL, NULL, TROUPE_CREW_OWNER_FILTER },
  { "cache_tools_list", K (BOOLEAN), NULLABLE, F (FIRST), N_ ("Cache tools list"),
    N_ ("Asks for the list of its tools once"), "false", NULL, NULL, 0 },
  { NULL },
};

static const TroupeCrewField filter_fields[] = {
  { "type", K (TEXT), ELSEWHERE, F (FIRST), N_ ("Type"), N_ ("Written with the lists"),
    "\"static\"", NULL, NULL, 0 },
  { "allowed_tool_names", K (TEXTS), NULLABLE, F (FIRST), N_ ("Allowed tools"),
    N_ ("Only these; one in a line"), NULL, NULL, NULL, 0 },
  { "blocked_tool_names", K (TEXTS), NULLABLE, F (FIRST), N_ ("Blocked tools"),
    N_ ("Never these; one in a line"), NULL, NULL, NULL, 0 },
  { NULL },
};

static const TroupeCrewField planning_fields[] = {
  { "reasoning_effort", K (CHOICE), 0, F (FIRST), N_ ("Effort"),
    N_ ("How much is looked at and planned anew between the steps"), "\"medium\"", efforts, NULL,
    0 },
  { "max_steps", K (INTEGER), 0, F (FIRST), N_ ("Max steps"), N_ ("Steps at most"), "20", NULL,
    NULL, 0 },
  { "max_replans", K (INTEGER), 0, F (FIRST), N_ ("Max replans"), N_ ("Plans anew at most"), "3",
    NULL, NULL, 0 },
  { "observe_steps", K (CHOICE), NULLABLE, F (FIRST), N_ ("Observe steps"),
    N_ ("Looks after each step"), NULL, switches, NULL, 0 },
  { "max_attempts", K (INTEGER), NULLABLE, F (FIRST), N_ ("Max attempts"),
    N_ ("Asks for the plan at most so often"), NULL, NULL, NULL, 0 },
  { "max_step_iterations", K (INTEGER), 0, F (FIRST), N_ ("Max step iterations"),
    N_ ("Turns at most in a step"), "15", NULL, NULL, 0 },
  { "step_timeout", K (INTEGER), NULLABLE, F (FIRST), N_ ("Step timeout"),
    N_ ("Seconds for a step"), NULL, NULL, NULL, 0 },
  { "llm", K (LLM), NULLABLE, F (FIRST), N_ ("Planning model"), N_ ("In place of the agent’s own"),
    NULL, NULL, NULL, 0 },
  { "system_prompt", K (TEMPLATE), NULLABLE, F (FIRST), N_ ("System prompt of the planner"),
    N_ ("In place of CrewAI’s own"), NULL, NULL, NULL, 0 },
  { "plan_prompt", K (TEMPLATE), NULLABLE, F (FIRST), N_ ("Plan prompt"),
    N_ ("With {description}, {expected_output}, {tools} and {max_steps}"), NULL, NULL, NULL, 0 },
  { "refine_prompt", K (TEMPLATE), NULLABLE, F (FIRST), N_ ("Refine prompt"),
    N_ ("With {current_plan}"), NULL, NULL, NULL, 0 },
  { NULL },
};

static const TroupeCrewField knowledge_fields[] = {
  { "results_limit", K (INTEGER), 0, F (FIRST), N_ ("Results limit"), N_ ("Pieces per question"),
    "5", NULL, NULL, 0 },
  { "score_threshold", K (NUMBER), 0, F (FIRST), N_ ("Score threshold"), N_ ("Fit at least"), "0.6",
    NULL, NULL, 0 },
  { NULL },
};

static const TroupeCrewField embedder_fields[] = {
  { "provider", K (TEXT), 0, F (FIRST), N_ ("Embedder provider"),
    N_ ("openai, ollama, google-generativeai, …"), NULL, NULL, NULL, 0 },
  { "config", K (MAP), NULLABLE, F (FIRST), N_ ("Embedder config"),
    N_ ("Model and address, without keys"), NULL, NULL, NULL, 0 },
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
  };

  g_return_val_if_fail (owner < TROUPE_CREW_OWNER_N, NULL);

  return owners[owner];
}
