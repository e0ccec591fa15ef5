/* troupe-flow.h: a flow as it is run: read, checked and compiled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"
#include "troupe-cel.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/**
 * TroupeCondition:
 *
 * When a method runs: an event's name, or a tree of and/or over conditions
 * (doc/flow-semantics.md §2). `{"and": []}` has no children and is always met, `{"or": []}` never.
 * An invalid one loads in CrewAI, but evaluating it is an error of the run.
 */
typedef enum {
  TROUPE_CONDITION_EVENT,
  TROUPE_CONDITION_AND,
  TROUPE_CONDITION_OR,
  TROUPE_CONDITION_INVALID, /* an object with neither `and` nor `or`, a number …; no children */
} TroupeConditionType;

typedef struct _TroupeCondition TroupeCondition;
struct _TroupeCondition {
  TroupeConditionType type;
  char *event;              /* of an event */
  TroupeCondition **children; /* of and, or */
  guint n_children;
  JsonNode *node;           /* (nullable): where it stands in the document */
};

/* Whether @event stands anywhere in the tree. */
gboolean troupe_condition_mentions (const TroupeCondition *self, const char *event);
/* `a and (b or c)`, for a person. (transfer full) */
char *troupe_condition_to_text (const TroupeCondition *self);
/* Every event of the tree once, in order. (transfer container) (element-type utf8) */
GPtrArray *troupe_condition_get_events (const TroupeCondition *self);

/**
 * TroupeFlowExpression:
 * @program: the compiled expression, or %NULL where it did not compile
 * @slots: for each reference of the program to `outputs`: the index of the method whose output it
 *   is, or -1 where no method is called so
 * @steps: for each reference: inside an `each` step, the index of the step of that name, which goes
 *   before the method's; else -1
 * @path: the place inside the document
 */
typedef struct {
  TroupeCelProgram *program;
  int *slots;
  int *steps;
  char *path;
} TroupeFlowExpression;

typedef struct {
  TroupeCelTemplate *template;     /* NULL where a part did not compile */
  TroupeFlowExpression *programs;  /* one for each program of the template; program is borrowed */
  guint n_programs;
} TroupeFlowTemplate;

/* The roots that expressions may use, in the order of their indexes. */
typedef enum {
  TROUPE_FLOW_ROOT_OUTPUTS,
  TROUPE_FLOW_ROOT_STATE,
  TROUPE_FLOW_ROOT_ITEM,
} TroupeFlowRoot;

typedef enum {
  TROUPE_ACTION_EXPRESSION,
  TROUPE_ACTION_EACH,
  TROUPE_ACTION_AGENT,
  TROUPE_ACTION_CREW,
  TROUPE_ACTION_TOOL,
  TROUPE_ACTION_CODE,
  TROUPE_ACTION_SCRIPT,
  TROUPE_ACTION_N_TYPES,
} TroupeActionType;

/* The word of the document: `expression`. */
const char *troupe_action_type_get_name (TroupeActionType type);

typedef struct _TroupeFlowAction TroupeFlowAction;
typedef struct _TroupeFlowStep TroupeFlowStep;

/**
 * TroupeFlowAction:
 * @expression: of an expression; of each: what it goes through
 * @steps: of each
 * @definition: of an agent: `with` without `input`, as a value; of a crew: `with`
 * @input: of an agent: `with.input`; of a tool, code: `with`; of a crew: `inputs`
 * @reference: `ref` of a tool or code, `from_declaration` of a crew; or %NULL
 * @code: of a script
 * @line: of a script: the line of the document's text at which the code begins; 0 where it is not known
 * @is_block: whether each line of the code stands on a line of its own there
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

/* The `with` of a tool or of code as it is written, on the thread of the document. (transfer full)
 * (nullable) */
TroupeValue *troupe_flow_action_get_arguments (const TroupeFlowAction *self);

/* What a conversation brings of methods (doc/flow-semantics.md §12): code that CrewAI names so, and that is done
 * without Python. */
typedef enum {
  TROUPE_RUN_QUEUE_ENTRY_OTHER, /* none of them */
  TROUPE_RUN_QUEUE_ENTRY_ROUTE,
  TROUPE_RUN_QUEUE_ENTRY_CONVERSE,
  TROUPE_RUN_QUEUE_ENTRY_END,
  TROUPE_RUN_QUEUE_ENTRY_HISTORY,
  TROUPE_RUN_QUEUE_ENTRY_N_KINDS,
} TroupeTurnKind;

TroupeTurnKind troupe_flow_action_get_turn (const TroupeFlowAction *self);
/* The names of such a method and of its code. (nullable): of OTHER */
const char *troupe_turn_kind_get_method (TroupeTurnKind kind);
const char *troupe_turn_kind_get_reference (TroupeTurnKind kind);
/* What it listens to. (nullable): of a start */
const char *troupe_turn_kind_get_route (TroupeTurnKind kind);

struct _TroupeFlowStep {
  char *name;
  TroupeFlowExpression *condition; /* `if`, or NULL */
  TroupeFlowAction *action;
};

/**
 * TroupeFlowMethod:
 * @start: whether it is a start method, conditional or not
 * @start_condition: (nullable): of a conditional start
 * @listen: (nullable): when it runs as a listener
 * @emit: (nullable): the events that a router says it emits, NULL-terminated. With human feedback
 *   these are the feedback's events and @router is set (doc/flow-semantics.md §10)
 * @feedback: (nullable): the feedback block as a value
 * @persist: (nullable): the persist block as a value
 * @action: never %NULL; where it could not be read, an expression without a program
 *
 * In @feedback and @persist CrewAI's defaults are filled in, and the values have the types that they
 * should have.
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

/* The events that a router can emit, as far as the document says.
 * @complete: (out): FALSE where it may emit others too. (transfer full) (element-type utf8) */
GPtrArray *troupe_flow_method_list_events (const TroupeFlowMethod *self, gboolean *complete);

typedef enum {
  TROUPE_STATE_NONE,
  TROUPE_STATE_DICT,
  TROUPE_STATE_JSON_SCHEMA,
  TROUPE_STATE_PYDANTIC,
  TROUPE_STATE_UNKNOWN,
} TroupeStateType;

/**
 * TroupeFlow:
 *
 * One flow, read and compiled. Immutable, atomic reference count: a run keeps its own reference while
 * the document goes on being edited. The run's thread must not touch the JsonNodes in it (their
 * reference counts are not atomic); everything that a run needs is in values.
 */
typedef struct _TroupeFlow TroupeFlow;

TroupeFlow *troupe_flow_ref (TroupeFlow *self);
void troupe_flow_unref (TroupeFlow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlow, troupe_flow_unref)

/**
 * troupe_flow_new_from_node:
 * @root: the document's tree
 * @source: (nullable): the text that it came from, for lines and columns
 * @previous: (nullable): the flow of the same document before an edit; methods whose nodes are the
 *   same are taken from it and not compiled again
 * @problems: (out) (transfer container) (element-type TroupeProblem): everything that was found, errors first,
 *   in the order of the document
 *
 * Reads and checks a document by the rules of doc/flow-semantics.md §1, §2 and §7, and diagnoses
 * what CrewAI does not tell. With errors among @problems the flow must not be run, but all that could
 * be read is there, so that an editor can show it.
 *
 * Returns: (transfer full) (nullable): the flow; %NULL only where @root is no object
 */
TroupeFlow *troupe_flow_new_from_node (JsonNode *root, TroupeJsonText *source, TroupeFlow *previous,
                                       GPtrArray **problems);

/* The codes of all problems that a flow document can have, each once: what doc/diagnostics.md explains.
 * (transfer none) (array zero-terminated=1) */
const char *const *troupe_flow_list_problem_codes (void);

gboolean troupe_flow_has_errors (TroupeFlow *self);

/* The document that it was read from. On the document's thread only. (transfer none) */
JsonNode *troupe_flow_get_root (TroupeFlow *self);
const char *troupe_flow_get_name (TroupeFlow *self);
const char *troupe_flow_get_description (TroupeFlow *self);
guint troupe_flow_get_n_methods (TroupeFlow *self);
const TroupeFlowMethod *troupe_flow_get_method (TroupeFlow *self, guint index);
/* NULL where no method is called so. Constant time. */
const TroupeFlowMethod *troupe_flow_find_method (TroupeFlow *self, const char *name);
/* -1 where no method is called so. Constant time. */
int troupe_flow_find_index (TroupeFlow *self, const char *name);

TroupeStateType troupe_flow_get_state_type (TroupeFlow *self);
/* A map, or NULL. (transfer none) */
TroupeValue *troupe_flow_get_state_default (TroupeFlow *self);
TroupeValue *troupe_flow_get_state_schema (TroupeFlow *self);
/* `module:Class` of a state of type `pydantic`. (transfer none) (nullable) */
const char *troupe_flow_get_state_reference (TroupeFlow *self);

/* The config block as read, with CrewAI's defaults filled in. */
guint troupe_flow_get_max_method_calls (TroupeFlow *self);
gboolean troupe_flow_get_suppress_events (TroupeFlow *self);
TroupeValue *troupe_flow_get_config (TroupeFlow *self);     /* (transfer none) */
TroupeValue *troupe_flow_get_persist (TroupeFlow *self);    /* (transfer none) (nullable) */
gboolean troupe_flow_is_conversational (TroupeFlow *self);
/* The `conversational` block as it is written, where it is enabled. (transfer none) (nullable) */
TroupeValue *troupe_flow_get_conversation (TroupeFlow *self);
/* Where a run writes its checkpoints, a folder or with @in_database a database; NULL where it has none.
 * (transfer full) (nullable) */
char *troupe_flow_get_checkpoint_location (TroupeFlow *self, gboolean *in_database);

/* SHA-256 of the document's canonical content without `x-troupe`, hex: what consent and history are
 * bound to. */
const char *troupe_flow_get_digest (TroupeFlow *self);

/**
 * troupe_flow_explain:
 *
 * What the flow is and what it could do, read from the document without starting anything: the value
 * of `show --json`: name, methods (name, kind, action, after), models, programs, hosts, folders,
 * environment names, code, and under `references` the code that is named elsewhere than
 * by the actions. (transfer full)
 */
TroupeValue *troupe_flow_explain (TroupeFlow *self);

/* --- State --------------------------------------------------------------------------------- */

#define TROUPE_FLOW_ERROR (troupe_flow_error_quark ())
GQuark troupe_flow_error_quark (void);

typedef enum
{
  TROUPE_FLOW_ERROR_SCHEMA, /* inputs do not fit the state */
} TroupeFlowError;

/**
 * TroupeFlowState:
 *
 * The rules of a flow's state (doc/flow-semantics.md §5), compiled from the schema: atomic
 * reference count, immutable.
 */
typedef struct _TroupeStateModel TroupeStateModel;

/* @warning: (out) (transfer full) (nullable): what CrewAI would log where it falls back to a map. */
TroupeStateModel *troupe_state_model_new (TroupeFlow *flow, char **warning);
TroupeStateModel *troupe_state_model_ref (TroupeStateModel *self);
void troupe_state_model_unref (TroupeStateModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStateModel, troupe_state_model_unref)

/* Whether unknown fields are refused and values are coerced. */
gboolean troupe_state_model_is_typed (TroupeStateModel *self);
/* What stands in a state that a script changed, where its schema is not looked at: as pydantic writes it,
 * an integer in a field for numbers is a double. (transfer full) */
TroupeValue *troupe_state_model_show (TroupeStateModel *self, TroupeValue *state);

/* The state before any input. @id: the id that it gets unless the default has one.
 * (transfer full) (nullable): NULL with TROUPE_FLOW_ERROR_SCHEMA where the default does not fit. */
TroupeValue *troupe_state_model_create (TroupeStateModel *self, const char *id, GError **error);

/**
 * troupe_state_model_merge:
 * @state: a state of this model
 * @inputs: a map; its `id` is not merged (§5.1.2)
 *
 * Returns: (transfer full) (nullable): the new state, or %NULL with %TROUPE_FLOW_ERROR_SCHEMA whose
 *   message names each field, what was expected and what was found
 */
TroupeValue *troupe_state_model_merge (TroupeStateModel *self, TroupeValue *state,
                                       TroupeValue *inputs, GError **error);

/* The fields that a person can give: those of the schema, or the keys of a map's default.
 * (transfer full) (element-type TroupeSchemaField) */
GPtrArray *troupe_flow_list_state_fields (TroupeFlow *self);

G_END_DECLS
