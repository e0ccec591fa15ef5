/* troupe-python.h: what is Python in a flow, run in a helper process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* The longest message between Troupe and the helper, in bytes: one call, or one answer. */
#define TROUPE_PYTHON_LIMIT_LINE (16u * 1024 * 1024)

/* What stands before the name of an object that lives in the helper alone, where a reference is wanted. */
#define TROUPE_PYTHON_LIVE_PREFIX "troupe_live:"

/**
 * TROUPE_PYTHON_ERROR:
 *
 * What kept the code from being run to its end. What the code itself raised is no such error, see
 * #TroupePythonFailure.
 */
#define TROUPE_PYTHON_ERROR (troupe_python_error_quark ())
GQuark troupe_python_error_quark (void);

typedef enum {
  TROUPE_PYTHON_ERROR_NOT_PERMITTED,  /* the kind of code is not in the permissions: nothing was started */
  TROUPE_PYTHON_ERROR_NO_INTERPRETER, /* no Python, or one before 3.9 */
  TROUPE_PYTHON_ERROR_NO_SANDBOX,     /* there is none or it does not start, and nobody agreed to do without:
                                       * nothing was run. A caller may ask whether the code may run with
                                       * %TROUPE_PYTHON_PERMIT_UNCONFINED */
  TROUPE_PYTHON_ERROR_START,          /* the helper could not be started, or is not ours */
  TROUPE_PYTHON_ERROR_ENDED,          /* the helper ended in the middle of a call */
  TROUPE_PYTHON_ERROR_PROTOCOL,       /* the helper wrote what no helper writes */
  TROUPE_PYTHON_ERROR_TOO_LARGE,      /* a message of more than TROUPE_PYTHON_LIMIT_LINE bytes */
  TROUPE_PYTHON_ERROR_VALUE,          /* a value that Python is not given: bytes, types, too deep */
} TroupePythonError;

/**
 * TroupePythonPermissions:
 *
 * What a person agreed to for this content. Nothing is started for a kind of code that is not in it.
 * Network and writing bind in a sandbox only: a plain process can do both, and so code runs in one only
 * where that was agreed to by itself.
 */
typedef enum {
  TROUPE_PYTHON_PERMIT_NOTHING = 0,
  TROUPE_PYTHON_PERMIT_SCRIPT = 1 << 0,  /* `call: script` */
  TROUPE_PYTHON_PERMIT_CODE = 1 << 1,    /* `call: code` */
  TROUPE_PYTHON_PERMIT_TOOL = 1 << 2,    /* `call: tool` with a class */
  TROUPE_PYTHON_PERMIT_NETWORK = 1 << 3, /* the network */
  TROUPE_PYTHON_PERMIT_WRITE = 1 << 4,   /* writing in the document's folder */
  TROUPE_PYTHON_PERMIT_UNCONFINED = 1 << 5, /* a plain process where there is no sandbox that works */
  TROUPE_PYTHON_PERMIT_MCP = 1 << 6,        /* MCP servers, which are no Python and asked about with it */
} TroupePythonPermissions;

typedef enum {
  /* bubblewrap, or where it is not installed or does not work and only with
   * %TROUPE_PYTHON_PERMIT_UNCONFINED a plain process, else %TROUPE_PYTHON_ERROR_NO_SANDBOX */
  TROUPE_PYTHON_SANDBOX_AUTOMATIC,
  TROUPE_PYTHON_SANDBOX_REQUIRED, /* bubblewrap, or the error, whatever is permitted */
  TROUPE_PYTHON_SANDBOX_NONE,     /* a plain process: the caller has asked */
} TroupePythonSandbox;

/**
 * TroupePythonSettings:
 * @interpreter: (nullable): a program's name or path; %NULL is `python3`. Names are looked up in the PATH
 *   but for parts of it that are not absolute or are the document's folder
 * @bubblewrap: (nullable): the path of the sandbox's program; %NULL is that of the system, whatever the PATH
 * @helper: (nullable): the helper script; %NULL is the installed one
 * @folder: (nullable): the document's folder: where the code is run and where its modules lie. %NULL
 *   is the current folder
 * @flow_name: (nullable): as in the document; code sees it in its own `__name__`
 * @modules: (nullable) (array zero-terminated=1): paths, relative to the document's folder, of the files in it
 *   that may be imported; no other file there is, be it named as an installed module is. %NULL is all
 * @module_digests: (nullable) (array zero-terminated=1): SHA-256 of each of @modules, hex: one that is another by
 *   the time it is imported is refused. %NULL: they may change
 * @write_folders: (nullable) (array zero-terminated=1): absolute paths of folders besides the document's that
 *   code sees in a sandbox, and may write in; those that are not there are passed over
 * @variables: (nullable) (array zero-terminated=1): names of environment variables that are handed
 *   down besides the harmless ones (PATH, HOME, LANG, TZ …): API keys are not, unless named here
 * @state_schema: (nullable): the JSON schema of a state of type `json_schema`: then code sees the state
 *   as an object with attributes, else as a dict
 * @state_class: (nullable): `module:Class` of a state that is a Pydantic model; goes before the schema where
 *   it can be imported
 * @has_unchecked_defaults: whether nobody has checked the defaults of the schema, as no inputs were merged:
 *   those that are objects are dicts then, and texts with a format are texts
 *
 * Everything is copied.
 */
typedef struct {
  TroupePythonPermissions permissions;
  TroupePythonSandbox sandbox;
  const char *interpreter;
  const char *bubblewrap;
  const char *helper;
  const char *folder;
  const char *flow_name;
  const char *const *modules;
  const char *const *module_digests;
  const char *const *write_folders;
  const char *const *variables;
  TroupeValue *state_schema;
  gboolean has_unchecked_defaults;
  const char *state_class;
} TroupePythonSettings;

typedef enum {
  TROUPE_PYTHON_KIND_SCRIPT, /* @source is the body of a function (state, outputs, input, item) */
  TROUPE_PYTHON_KIND_CODE,   /* @source is `module:qualname` of what is called */
  TROUPE_PYTHON_KIND_TOOL,   /* @source is `module:Class` of a CrewAI tool */
  TROUPE_PYTHON_KIND_STATE,  /* @source is the state's class; @arguments has the state's `values`, which it
                         * validates, the `id` that it gets without one, and `partial`, whether required
                         * values may be missing. Needs the permission for code */
  TROUPE_PYTHON_KIND_HOOK,  /* @source is `module:qualname` of what a crew names; @arguments has the `use` that is made
                         * of it, and a `value`. Needs the permission for code */
  TROUPE_PYTHON_KIND_MADE,  /* the same, of an object: a model, an agent, sources, … */
} TroupePythonKind;

/**
 * TroupePythonRequest:
 * @check_only: compile or import, run nothing: what CrewAI does when it builds the flow
 *   (doc/flow-semantics.md §1.2). Importing a module runs the module, so this needs the permission too
 * @describes: of a tool, with @check_only: whether it is to say what it is: the result's value is a map of
 *   `name`, `description`, `schema`, `result_as_answer`, `max_usage_count` and `tool_failure_policy`
 * @for_agent: of a tool: whether an agent calls it, so that a failure that it reports is none of the flow's
 * @n_used: with it: how often the agent has called the tool in this execution
 * @source: what @kind says
 * @method: the name under which the result will stand in the outputs: the method, or the step of an
 *   `each`
 * @owner: (nullable): whom the log function is told that output comes from; %NULL is @method
 * @path: the place of the action in the document (`methods.review.do`). A tool is made once for each path
 * @file: (nullable): the document, as tracebacks are to name it
 * @line: the line of the document at which @source begins; 0 where it is not known
 * @is_block: whether each line of @source stands on a line of its own in the document (a block of
 *   YAML); a text of JSON stands on one line
 * @is_router: whether the result becomes an event, so that its label is wanted
 * @state: the state as the run has it now, a map
 * @outputs: the latest outputs by name, a map; in a step of `each` with those of the item's steps
 * @outputs_are_changes: whether @outputs has only what is new or another value since the call before, whose
 *   outputs this one sees else; only where troupe_python_knows_outputs() says so
 * @outputs_removed: (nullable) (array zero-terminated=1): with changes: what is not there any more
 * @feedback: (nullable) (array zero-terminated=1): the names in @outputs whose value is the result of a
 *   human's feedback: code sees those as objects with attributes
 * @input: (nullable): the value of the trigger; %NULL is none (a start, a step of `each`)
 * @input_output: (nullable): the name of the output that @input is, where that is known
 * @input_is_feedback: whether @input is the result of a human's feedback
 * @item: (nullable): the item of the `each` around
 * @arguments: (nullable): the rendered `with`, a map of keyword arguments. %NULL for `code` hands @input
 *   on as the only argument
 *
 * One call. Nothing of it need outlive the call that takes it.
 *
 * Code sees live objects, as in CrewAI (§5.2, §8): what an earlier call left in the state or returned
 * is the same object in the next one, be it JSON or not, as long as the run hands back the very values
 * that it got (by address, or equal ones). Hence a run has to put TroupePythonResult's state, outputs
 * and item into place before it makes the next call.
 */
typedef struct {
  TroupePythonKind kind;
  gboolean check_only;
  gboolean describes;
  gboolean for_agent;
  guint n_used;
  const char *source;
  const char *method;
  const char *owner;
  const char *path;
  const char *file;
  guint line;
  gboolean is_block;
  gboolean is_router;
  TroupeValue *state;
  TroupeValue *outputs;
  gboolean outputs_are_changes;
  const char *const *outputs_removed;
  const char *const *feedback;
  TroupeValue *input;
  const char *input_output;
  gboolean input_is_feedback;
  TroupeValue *item;
  TroupeValue *arguments;
} TroupePythonRequest;

/**
 * TroupePythonFailure:
 * @class_name: as Python has it, without the module: `KeyError`
 * @message: what str() makes of the exception: `'boom'`
 * @line: the line inside the source where it was raised or where the syntax is wrong; 0: elsewhere
 * @document_line: the same in the document; 0 where it is not known
 * @reason: (nullable): of a tool, why it failed where that is known: `reference` (there is no such class, or
 *   none that can be made), `arguments` (they do not fit its model), or as CrewAI calls it, such as
 *   `usage_limit` and `tool_reported`
 * @told: (nullable): of a tool that reported a failure: its words alone
 * @traceback: Python's text, from the frame of the source on, with lines of the document
 */
typedef struct {
  char *class_name;
  char *message;
  guint line;
  guint document_line;
  char *reason;
  char *told;
  char *traceback;
} TroupePythonFailure;

/* `KeyError: 'boom'`, as Python's own last line. (transfer full) */
char *troupe_python_failure_to_text (const TroupePythonFailure *self);

/**
 * TroupePythonResult:
 * @value: (nullable): what the code returned, made JSON-like by the rules of §6; %NULL if it failed
 * @state: (nullable): the whole state where the code changed it, also where it failed; else %NULL
 * @outputs: (nullable): a map of those outputs that the code changed; else %NULL
 * @item: (nullable): the item where the code changed it; else %NULL
 * @label: (nullable): of a router's result: what Python's str() makes of it, or of the value of an enum,
 *   where that may be another text than @value tells
 * @odd_field: (nullable): the field of a dict state that holds what is neither JSON nor a date: a set, an
 *   object. Expressions fail as long as it is there (§6)
 * @tool_failure: (nullable): of a tool with a policy of its own, that says that it failed: a map of `name`,
 *   `arguments`, `policy` (`warn`, `raise`), `reason` and `message`
 * @failure: (nullable): what the code raised
 */
typedef struct {
  TroupeValue *value;
  TroupeValue *state;
  TroupeValue *outputs;
  TroupeValue *item;
  char *label;
  char *odd_field;
  TroupeValue *tool_failure;
  TroupePythonFailure *failure;
} TroupePythonResult;

void troupe_python_result_free (TroupePythonResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonResult, troupe_python_result_free)

typedef enum {
  TROUPE_PYTHON_STDOUT,
  TROUPE_PYTHON_STDERR,
  TROUPE_PYTHON_NOTICE, /* ours: output was cut, the sandbox does not work */
} TroupePythonStream;

/**
 * TroupePythonLogFunc:
 * @method: (nullable): the owner of the call that wrote it; %NULL for a child process or a thread of the code
 * @text: one line without its end, UTF-8, at most 64 KiB
 *
 * Of what a call writes to each stream the first 1 MiB or 20,000 lines are told, then once that it was cut.
 */
typedef void (*TroupePythonLogFunc) (const char *method, TroupePythonStream stream, const char *text,
                                     gpointer user_data);

#define TROUPE_TYPE_PYTHON (troupe_python_get_type ())
G_DECLARE_FINAL_TYPE (TroupePython, troupe_python, TROUPE, PYTHON, GObject)

/**
 * troupe_python_new:
 *
 * One helper for one run, used on the run's thread alone: all calls and callbacks are made in the
 * thread-default main context of this moment. Starts nothing; the first permitted call does. The
 * process and all its children end with the object and with this program, however that ends.
 */
TroupePython *troupe_python_new (const TroupePythonSettings *settings);

/* @func is called while calls are under way, in their order of output, before the call's own end. */
void troupe_python_set_log_func (TroupePython *self, TroupePythonLogFunc func, gpointer user_data,
                                 GDestroyNotify destroy);

/**
 * troupe_python_call_async:
 * @cancellable: (nullable): ends the call at once. Code that runs cannot be stopped alone, so the helper
 *   is killed with all its children as soon as no call is left in it that was not cancelled; the next
 *   call starts a new one. Until then what the code does to the state is dropped with it
 *
 * Calls do not wait for each other.
 */
void troupe_python_call_async (TroupePython *self, const TroupePythonRequest *request,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);

/**
 * troupe_python_call_finish:
 *
 * Returns: (transfer full) (nullable): what came of it; %NULL with an error of %TROUPE_PYTHON_ERROR or
 *   %G_IO_ERROR_CANCELLED
 */
TroupePythonResult *troupe_python_call_finish (TroupePython *self, GAsyncResult *result, GError **error);

/**
 * troupe_python_stop:
 *
 * Ends the helper: SIGTERM for its process group, SIGKILL after a second. Calls under way end with
 * %TROUPE_PYTHON_ERROR_ENDED. Does not wait. The object's end does the same.
 */
void troupe_python_stop (TroupePython *self);

/* Whether the helper knows the outputs of the call before, so that the next one need only tell what changed
 * since. */
gboolean troupe_python_knows_outputs (TroupePython *self);

/* Whether the helper runs at this moment, and whether it does so in a sandbox. */
gboolean troupe_python_is_running (TroupePython *self);
gboolean troupe_python_is_sandboxed (TroupePython *self);

/* Whether a sandbox can be expected: bubblewrap is installed where a system has it, and was not found broken
 * since this program was started. Starts nothing. From any thread. */
gboolean troupe_python_has_sandbox (void);
/* Whether its program is installed at all, working or not. */
gboolean troupe_python_has_sandbox_program (void);

G_END_DECLS
