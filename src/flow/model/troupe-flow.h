/* troupe-flow.h: immutable model of a flow: parsed, checked and compiled for a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"
#include "troupe-cel.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* The kind of a node of a condition tree. */
typedef enum {
  TROUPE_CONDITION_EVENT,
  TROUPE_CONDITION_AND,
  TROUPE_CONDITION_OR,
  TROUPE_CONDITION_INVALID, /* an object with neither `and` nor `or`, a number …; no children */
} TroupeConditionType;

/**
 * TroupeCondition:
 *
 * When a method runs: the name of an event, or a tree of and/or gates (doc/flow-semantics.md §2).
 * `{"and": []}` has no children and is always met, `{"or": []}` never. An invalid condition loads
 * in CrewAI, but evaluating it is a run-time error. Owned by its flow.
 */
typedef struct _TroupeCondition TroupeCondition;
struct _TroupeCondition {
  TroupeConditionType type;
  char *event;              /* for events */
  TroupeCondition **children; /* for gates */
  guint n_children;
  JsonNode *node;           /* (nullable): node in the document */
};

/* Returns TRUE if the tree contains @event. */
gboolean troupe_condition_mentions (const TroupeCondition *self, const char *event);
/* Formats the condition for the user: `a and (b or c)`. (transfer full) */
char *troupe_condition_to_text (const TroupeCondition *self);
/* Returns every event of the tree once, in order. (transfer container) (element-type utf8) */
GPtrArray *troupe_condition_get_events (const TroupeCondition *self);

/**
 * TroupeFlowExpression:
 * @program: the compiled expression, or %NULL if it did not compile
 * @slots: for each reference of the program to `outputs`: the index of the method whose output it
 *   is, or -1 if there is no such method
 * @steps: for each reference: in an `each` step, the index of the step of that name, which takes
 *   precedence over the method; else -1
 * @path: path in the document
 */
typedef struct {
  TroupeCelProgram *program;
  int *slots;
  int *steps;
  char *path;
} TroupeFlowExpression;

/* A compiled template: a value whose strings may contain expressions. Owned by its flow. */
typedef struct {
  TroupeCelTemplate *template;     /* NULL if a part did not compile */
  TroupeFlowExpression *programs;  /* one for each program of the template; program is borrowed */
  guint n_programs;
} TroupeFlowTemplate;

/* The variables that expressions may use, in index order. */
typedef enum {
  TROUPE_FLOW_ROOT_OUTPUTS,
  TROUPE_FLOW_ROOT_STATE,
  TROUPE_FLOW_ROOT_ITEM,
} TroupeFlowRoot;

/* The types of actions (doc/flow-semantics.md §8). */
typedef enum {
  TROUPE_ACTION_EXPRESSION, /* evaluates an expression */
  TROUPE_ACTION_EACH,       /* executes steps for each item of a list */
  TROUPE_ACTION_AGENT,
  TROUPE_ACTION_CREW,
  TROUPE_ACTION_TOOL,
  TROUPE_ACTION_CODE,       /* calls a Python function of the project */
  TROUPE_ACTION_SCRIPT,     /* executes Python code in the document */
  TROUPE_ACTION_N_TYPES,
} TroupeActionType;

/* Returns the name in documents, such as `expression`. (transfer none) */
const char *troupe_action_type_get_name (TroupeActionType type);

typedef struct _TroupeFlowAction TroupeFlowAction;
typedef struct _TroupeFlowStep TroupeFlowStep;

/**
 * TroupeFlowAction:
 * @expression: of an expression; for each: the list to iterate over
 * @steps: for each
 * @definition: for an agent: `with` without `input`, as a value; for a crew: `with`
 * @input: for an agent: `with.input`; for a tool or code: `with`; for a crew: `inputs`
 * @reference: `ref` of a tool or code, `from_declaration` of a crew; or %NULL
 * @code: source of a script
 * @line: for a script: the line of the document at which the code begins; 0 if unknown
 * @is_block: whether each line of the code is a separate line of the document
 */
struct _TroupeFlowAction {
  TroupeActionType type;
  TroupeFlowExpression *expression;
  TroupeFlowStep *steps;
  guint n_steps;
  TroupeValue *definition;
  TroupeFlowTemplate *input;
  char *reference;
  char *code;
  guint line;
  gboolean is_block;
  JsonNode *node;
};

/* Returns the `with` of a tool or of code as written in the document. Call on the document's
 * thread only. (transfer full) (nullable) */
TroupeValue *troupe_flow_action_get_arguments (const TroupeFlowAction *self);

/* Built-in methods of a conversation (doc/flow-semantics.md §12): code with CrewAI's names,
 * implemented here without Python. */
typedef enum {
  TROUPE_TURN_OTHER, /* not a built-in method */
  TROUPE_TURN_ROUTE,    /* the router that chooses the next route */
  TROUPE_TURN_CONVERSE, /* answers the user with a model */
  TROUPE_TURN_END,      /* ends the conversation */
  TROUPE_TURN_HISTORY,  /* answers from the history of the conversation */
  TROUPE_TURN_N_KINDS,
} TroupeTurnKind;

/* Returns which built-in method of a conversation the action is; OTHER for other actions. */
TroupeTurnKind troupe_flow_action_get_turn (const TroupeFlowAction *self);
/* Returns the name of the built-in method in documents. (transfer none) (nullable): NULL for
 * OTHER */
const char *troupe_turn_kind_get_method (TroupeTurnKind kind);
/* Returns the `ref` of its code in documents. (transfer none) (nullable): NULL for OTHER */
const char *troupe_turn_kind_get_reference (TroupeTurnKind kind);
/* Returns the event it listens to. (transfer none) (nullable): NULL for a start method */
const char *troupe_turn_kind_get_route (TroupeTurnKind kind);

/* One step of an action `each`, executed for each item of its list. */
struct _TroupeFlowStep {
  char *name;
  TroupeFlowExpression *condition; /* `if`, or NULL */
  TroupeFlowAction *action;
};

/**
 * TroupeFlowMethod:
 * @start: whether it is a start method, conditional or not
 * @start_condition: (nullable): condition of a conditional start
 * @listen: (nullable): condition of a listener
 * @emit: (nullable): the events that a router declares, NULL-terminated. With human feedback these
 *   are the events of the feedback, and @router is set (doc/flow-semantics.md §10)
 * @feedback: (nullable): the feedback block as a value
 * @persist: (nullable): the persist block as a value
 * @action: never %NULL; if it could not be parsed, an expression without a program
 *
 * @feedback and @persist contain CrewAI's defaults, and their values have the correct types.
 */
typedef struct {
  char *name;
  guint index;
  char *description;
  gboolean start;
  TroupeCondition *start_condition;
  TroupeCondition *listen;
  gboolean router;
  char **emit;
  TroupeFlowAction *action;
  TroupeValue *feedback;
  TroupeValue *persist;
  JsonNode *node;
} TroupeFlowMethod;

/* Returns the events that a router can emit, as far as the document specifies them. @complete:
 * (out): FALSE if it may emit others, too. (transfer full) (element-type utf8) */
GPtrArray *troupe_flow_method_list_events (const TroupeFlowMethod *self, gboolean *complete);

/* The `type` of a flow's state (doc/flow-semantics.md §5). */
typedef enum {
  TROUPE_STATE_NONE,    /* not declared: a map */
  TROUPE_STATE_DICT,
  TROUPE_STATE_JSON_SCHEMA,
  TROUPE_STATE_PYDANTIC, /* a Python class */
  TROUPE_STATE_UNKNOWN,
} TroupeStateType;

/**
 * TroupeFlow:
 *
 * A parsed and compiled flow. Immutable, atomic reference count: a run holds its own reference
 * while the document is edited. The run's thread must not access its JsonNodes (their reference
 * counts are not atomic); everything that a run needs is stored in values.
 * Threads: any thread, except functions that take or return a JsonNode.
 */
typedef struct _TroupeFlow TroupeFlow;

TroupeFlow *troupe_flow_ref (TroupeFlow *self);
void troupe_flow_unref (TroupeFlow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlow, troupe_flow_unref)

/**
 * troupe_flow_new_from_node:
 * @root: the document's tree
 * @source: (nullable): the text it was parsed from, for lines and columns
 * @previous: (nullable): the flow of the same document before an edit; methods with unchanged nodes
 *   are reused and not compiled again
 * @problems: (out) (transfer container) (element-type TroupeProblem): all problems, errors first,
 *   in document order
 *
 * Parses and validates a document according to doc/flow-semantics.md §1, §2 and §7, and adds
 * diagnostics that CrewAI does not have. If @problems contains errors, the flow must not be run,
 * but it contains everything that could be parsed, so that an editor can show it.
 *
 * Returns: (transfer full) (nullable): the flow; %NULL only if @root is not an object
 */
TroupeFlow *troupe_flow_new_from_node (JsonNode *root, TroupeJsonText *source, TroupeFlow *previous,
                                       GPtrArray **problems);

/* Returns the codes of all problems that a flow document can have, each once, as documented in
 * doc/diagnostics.md. (transfer none) (array zero-terminated=1) */
const char *const *troupe_flow_list_problem_codes (void);

/* Returns TRUE if problems of severity error were found; the flow must not be run then. */
gboolean troupe_flow_has_errors (TroupeFlow *self);

/* Returns the tree it was parsed from. Call on the document's thread only. (transfer none) */
JsonNode *troupe_flow_get_root (TroupeFlow *self);
/* Returns the name in the document; "" if it has none. (transfer none) */
const char *troupe_flow_get_name (TroupeFlow *self);
/* Returns the description in the document. (transfer none) (nullable) */
const char *troupe_flow_get_description (TroupeFlow *self);
/* Returns the number of methods. */
guint troupe_flow_get_n_methods (TroupeFlow *self);
/* Returns a method, in document order. @index: must be in range. (transfer none) */
const TroupeFlowMethod *troupe_flow_get_method (TroupeFlow *self, guint index);
/* Returns the method, or NULL if there is none of that name. Constant time. (transfer none)
 * (nullable) */
const TroupeFlowMethod *troupe_flow_find_method (TroupeFlow *self, const char *name);
/* Returns TRUE if a method listens to the event or starts with it. */
gboolean troupe_flow_has_listener (TroupeFlow *self, const char *event);
/* Returns the index of the method, or -1 if there is none of that name. Constant time. */
int troupe_flow_find_index (TroupeFlow *self, const char *name);

/* Returns the type of the state; %TROUPE_STATE_NONE if the document declares none. */
TroupeStateType troupe_flow_get_state_type (TroupeFlow *self);
/* Returns the default state, a map. (transfer none) (nullable) */
TroupeValue *troupe_flow_get_state_default (TroupeFlow *self);
/* Returns the JSON schema of the state, a map. (transfer none) (nullable) */
TroupeValue *troupe_flow_get_state_schema (TroupeFlow *self);
/* Returns `module:Class` for a state of type `pydantic`. (transfer none) (nullable) */
const char *troupe_flow_get_state_reference (TroupeFlow *self);

/* Getters of the config block, with CrewAI's defaults. */

/* Returns how often a listener may run in one kickoff. */
guint troupe_flow_get_max_method_calls (TroupeFlow *self);
/* Returns TRUE if the events of the flow and its methods are not emitted. */
gboolean troupe_flow_get_suppress_events (TroupeFlow *self);
/* Returns `module:name` of the object that answers Flow.ask(). (transfer none) (nullable) */
const char *troupe_flow_get_input_provider (TroupeFlow *self);
/* Returns the whole block, a map. (transfer none) */
TroupeValue *troupe_flow_get_config (TroupeFlow *self);
/* Returns the flow's persist block. (transfer none) (nullable) */
TroupeValue *troupe_flow_get_persist (TroupeFlow *self);
/* Returns TRUE if the `conversational` block is enabled (doc/flow-semantics.md §12). */
gboolean troupe_flow_is_conversational (TroupeFlow *self);
/* Returns the `conversational` block as written, if it is enabled. (transfer none) (nullable) */
TroupeValue *troupe_flow_get_conversation (TroupeFlow *self);
/* Returns where a run writes its checkpoints: a folder, or a database if @in_database is set; NULL
 * if it writes none. @in_database: (out). (transfer full) (nullable) */
char *troupe_flow_get_checkpoint_location (TroupeFlow *self, gboolean *in_database);

/* Returns the SHA-256 of the document's canonical content without `x-troupe`, in hex. Consent
 * and history are bound to it. */
const char *troupe_flow_get_digest (TroupeFlow *self);

/**
 * troupe_flow_explain:
 *
 * Describes the flow and what it can access, without executing anything. This is the value of `show
 * --json`: name, methods (name, kind, action, after), models, programs, hosts, folders, environment
 * names, code, and `references` with code that is referenced elsewhere than in actions. (transfer
 * full)
 */
TroupeValue *troupe_flow_explain (TroupeFlow *self);

/* --- State --------------------------------------------------------------------------------- */

#define TROUPE_FLOW_ERROR (troupe_flow_error_quark ())
GQuark troupe_flow_error_quark (void);

/* Codes of TROUPE_FLOW_ERROR. */
typedef enum
{
  TROUPE_FLOW_ERROR_SCHEMA, /* inputs do not match the state's schema */
} TroupeFlowError;

/**
 * TroupeStateModel:
 *
 * The rules of a flow's state (doc/flow-semantics.md §5), compiled from the schema. Immutable,
 * atomic reference count; any thread.
 */
typedef struct _TroupeStateModel TroupeStateModel;

/* Compiles the rules of the flow's state. (transfer full)
 * @warning: (out) (optional) (transfer full) (nullable): the message that CrewAI logs if it falls
 *   back to a map */
TroupeStateModel *troupe_state_model_new (TroupeFlow *flow, char **warning);
void troupe_state_model_unref (TroupeStateModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStateModel, troupe_state_model_unref)

/* Returns TRUE if unknown fields are rejected and values are coerced. */
gboolean troupe_state_model_is_typed (TroupeStateModel *self);
/* Serializes a state that a script changed, without validation, as pydantic does: an integer in
 * a number field becomes a double. (transfer full) */
TroupeValue *troupe_state_model_show (TroupeStateModel *self, TroupeValue *state);

/* Creates the state without inputs. @id: its id unless the default has one. (transfer full)
 * (nullable): NULL with %TROUPE_FLOW_ERROR_SCHEMA if the default is invalid */
TroupeValue *troupe_state_model_create (TroupeStateModel *self, const char *id, GError **error);

/**
 * troupe_state_model_merge:
 * @state: a state of this model
 * @inputs: a map; its `id` is not merged (§5.1.2)
 *
 * Merges inputs into a state.
 *
 * Returns: (transfer full) (nullable): the new state, or %NULL with %TROUPE_FLOW_ERROR_SCHEMA whose
 * message names each field, what was expected and what was found
 */
TroupeValue *troupe_state_model_merge (TroupeStateModel *self, TroupeValue *state,
                                       TroupeValue *inputs, GError **error);

/* Checks and converts a changed state as a whole; fields that are missing may stay so. (transfer full) (nullable): NULL
 * with %TROUPE_FLOW_ERROR_SCHEMA as of troupe_state_model_merge() */
TroupeValue *
troupe_state_model_replace (TroupeStateModel *self, TroupeValue *state, GError **error);

/* Returns the fields that the user can provide: those of the schema, or the keys of a map's
 * default. (transfer full) (element-type TroupeSchemaField) */
GPtrArray *troupe_flow_list_state_fields (TroupeFlow *self);

G_END_DECLS
