/* troupe-python.h: runs the Python code of a document in a helper process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-process-list.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Maximum size in bytes of a message between Troupe and the helper. A message is one call or one
 * response. */
#define TROUPE_PYTHON_LIMIT_LINE (16u * 1024 * 1024)

/* Prefix of the name of an object that exists only in the helper; the name is used instead of a
 * reference. */
#define TROUPE_PYTHON_LIVE_PREFIX "troupe_live:"

/**
 * TROUPE_PYTHON_ERROR:
 *
 * Errors that prevent the code from being run to completion. Exceptions that the code raises are
 * reported as #TroupePythonFailure instead.
 */
#define TROUPE_PYTHON_ERROR (troupe_python_error_quark ())
GQuark troupe_python_error_quark (void);

/* Codes of %TROUPE_PYTHON_ERROR. */
typedef enum {
  TROUPE_PYTHON_ERROR_NOT_PERMITTED,  /* kind of code not permitted: nothing was started */
  TROUPE_PYTHON_ERROR_NO_INTERPRETER, /* no Python, or older than 3.9 */
  TROUPE_PYTHON_ERROR_NO_SANDBOX,     /* the sandbox is missing or does not start, and running
                                         without it was not permitted: nothing was run. A caller
                                         may ask whether the code may run with
                                         %TROUPE_PYTHON_PERMIT_UNCONFINED */
  TROUPE_PYTHON_ERROR_START,          /* the helper failed to start, or is not Troupe's */
  TROUPE_PYTHON_ERROR_ENDED,          /* the helper exited during a call */
  TROUPE_PYTHON_ERROR_PROTOCOL,       /* the helper sent an invalid message */
  TROUPE_PYTHON_ERROR_TOO_LARGE,      /* a message of more than TROUPE_PYTHON_LIMIT_LINE bytes */
  TROUPE_PYTHON_ERROR_VALUE,          /* a value that cannot be passed to Python: bytes, types,
                                         nested too deeply */
} TroupePythonError;

/**
 * TroupePythonPermissions:
 *
 * What the user has permitted for this document. If a kind of code is not permitted, nothing is
 * started for it. The network and write permissions are enforced in a sandbox only. A plain process
 * has no such limits, so running code in it requires a separate permission.
 */
typedef enum
{
  TROUPE_PYTHON_PERMIT_NOTHING = 0,
  TROUPE_PYTHON_PERMIT_SCRIPT = 1 << 0,     /* `call: script` */
  TROUPE_PYTHON_PERMIT_CODE = 1 << 1,       /* `call: code` */
  TROUPE_PYTHON_PERMIT_TOOL = 1 << 2,       /* `call: tool` with a class */
  TROUPE_PYTHON_PERMIT_NETWORK = 1 << 3,    /* network access */
  TROUPE_PYTHON_PERMIT_WRITE = 1 << 4,      /* write access to the document's folder */
  TROUPE_PYTHON_PERMIT_UNCONFINED = 1 << 5, /* a plain process if no sandbox works */
  TROUPE_PYTHON_PERMIT_MCP = 1 << 6,        /* MCP servers: not Python, but in the same dialog */
  /* What writes in the folders of the user may change other files in them, too, such as programs, scripts and settings, and not only documents and data in the folder `output`. Nothing requires
   * this permission, so that it is part of no other one */
  TROUPE_PYTHON_PERMIT_PROGRAMS = 1 << 7,
} TroupePythonPermissions;

/* Whether the helper runs in a sandbox. */
typedef enum {
  /* bubblewrap. If it is not installed or does not work, a plain process is used if
   * %TROUPE_PYTHON_PERMIT_UNCONFINED is set; otherwise the error is
   * %TROUPE_PYTHON_ERROR_NO_SANDBOX */
  TROUPE_PYTHON_SANDBOX_AUTOMATIC,
  TROUPE_PYTHON_SANDBOX_REQUIRED, /* bubblewrap or an error, whatever is permitted */
  TROUPE_PYTHON_SANDBOX_NONE,     /* a plain process: the caller has asked the user */
} TroupePythonSandbox;

/**
 * TroupePythonSettings:
 * @interpreter: (nullable): the name or path of a program; %NULL is `python3`. Names are looked up
 *   in PATH, except in relative folders and in the document's folder
 * @bubblewrap: (nullable): the path of bubblewrap; %NULL is the system's, regardless of PATH
 * @helper: (nullable): the helper script; %NULL is the installed one
 * @folder: (nullable): the document's folder: the working directory of the code and the location of
 *   its modules. %NULL is the current folder
 * @folder_target: (nullable): where @folder led when the run began (troupe_path_resolve()): Python is not
 *   started if it leads elsewhere
 * @flow_name: (nullable): as in the document; visible to code as its `__name__`
 * @modules: (nullable) (array zero-terminated=1): paths, relative to the document's folder, of the
 *   files in it that may be imported; other files in it are not imported, even if an installed
 *   module has the same name. %NULL is all
 * @module_digests: (nullable) (array zero-terminated=1): SHA-256 of each of @modules, in hex: a
 *   file that has changed when it is imported is refused. %NULL: they may change
 * @write_folders: (nullable) (array zero-terminated=1): absolute paths of additional folders that
 *   code in a sandbox can read and write; missing ones are ignored
 * @variables: (nullable) (array zero-terminated=1): names of environment variables that are passed
 *   in addition to the harmless ones (PATH, HOME, LANG, TZ …); API keys are passed only if they are
 *   named here
 * @state_schema: (nullable): the JSON schema of a state of type `json_schema`: code then sees the
 *   state as an object with attributes instead of a dict
 * @input_provider: (nullable): `module:name` of the object that answers the questions of the code
 *   instead of the user
 * @state_class: (nullable): `module:Class` of a state that is a Pydantic model; takes precedence
 *   over the schema if it can be imported
 * @has_unchecked_defaults: whether the defaults of the schema have not been validated, because no
 *   inputs were merged: objects are then dicts, and strings with a format are strings
 * @processes: (nullable): to which the helper is added
 *
 * All members are copied.
 */
typedef struct {
  TroupePythonPermissions permissions;
  TroupePythonSandbox sandbox;
  const char *interpreter;
  const char *bubblewrap;
  const char *helper;
  const char *folder;
  const char *folder_target;
  const char *flow_name;
  const char *const *modules;
  const char *const *module_digests;
  const char *const *write_folders;
  const char *const *variables;
  TroupeValue *state_schema;
  gboolean has_unchecked_defaults;
  const char *state_class;
  TroupeProcessList *processes;
  const char *input_provider;
} TroupePythonSettings;

/* What @source of a request is. */
typedef enum {
  TROUPE_PYTHON_KIND_SCRIPT, /* @source is a function body (state, outputs, input, item) */
  TROUPE_PYTHON_KIND_CODE,   /* @source is `module:qualname` of the callable */
  TROUPE_PYTHON_KIND_TOOL,   /* @source is `module:Class` of a CrewAI tool */
  TROUPE_PYTHON_KIND_STATE,  /* @source is the class of the state; @arguments contains the
                                `values` of the state to validate, the `id` to use if it has
                                none, and `partial`, whether required values may be missing.
                                Requires the permission for code */
  TROUPE_PYTHON_KIND_HOOK,  /* @source is `module:qualname` of an object that a crew names;
                               @arguments contains its `use` and a `value`. Requires the
                               permission for code */
  TROUPE_PYTHON_KIND_MADE,  /* like _HOOK, for an object that is created: a model, an agent,
                               sources, … */
} TroupePythonKind;

/**
 * TroupePythonQuestion:
 * @number: identifies the question in the helper
 * @metadata: (nullable): a map for the provider
 * @timeout_us: microseconds after which the code continues without an answer, or -1
 * @has_provider: whether an input provider of the code answers. It is asked once
 *   troupe_python_answer() was called, and its answer is reported with @is_answered
 * @is_answered: whether this is such an answer and not a question. The members above are unset then,
 *   except for @number
 * @response: (nullable): the provider's answer
 * @response_metadata: (nullable): a map
 * @state: (nullable): the current state of the flow, a map
 *
 * A question that a function asks with `Flow.ask()`.
 */
typedef struct
{
  gint64 number;
  const char *message;
  TroupeValue *metadata;
  gint64 timeout_us;
  gboolean has_provider;
  gboolean is_answered;
  const char *response;
  TroupeValue *response_metadata;
  TroupeValue *state;
} TroupePythonQuestion;

/* Receives the questions of a call, and the answers of input providers, until the call has ended.
 * @question: valid during the function */
typedef void (*TroupePythonAskFunc) (const TroupePythonQuestion *question, gpointer user_data);

/**
 * TroupePythonRequest:
 * @check_only: compile or import only, as CrewAI does when it builds the flow
 *   (doc/flow-semantics.md §1.2). Importing a module executes it, so this requires the permission
 *   too
 * @describes: for a tool, with @check_only: whether to describe it: the value of the result is a
 *   map of `name`, `description`, `schema`, `result_as_answer`, `max_usage_count` and
 *   `tool_failure_policy`
 * @for_agent: for a tool: whether an agent calls it, so that a failure that it reports does not
 *   fail the flow
 * @n_used: with @for_agent: how often the agent has called the tool in this execution
 * @source: depends on @kind
 * @method: the name of the result in the outputs: the method, or the step of an `each`
 * @owner: (nullable): the name that is passed to the log function for output; %NULL is @method
 * @path: the path of the action in the document (`methods.review.do`). One instance of a tool is
 *   created for each path
 * @file: (nullable): the name of the document in tracebacks
 * @line: the line of the document where @source begins; 0 if unknown
 * @is_block: whether each line of @source is a line of the document (a YAML block); a JSON string
 *   occupies one line
 * @is_router: whether the result becomes an event, so that its label is required
 * @state: the current state of the run, a map
 * @outputs: the latest outputs by name, a map; in a step of `each` including those of the item's
 *   steps
 * @outputs_are_changes: whether @outputs contains only the values that are new or have changed
 *   since the previous call, whose other outputs stay visible; only if
 *   troupe_python_knows_outputs() returns TRUE
 * @outputs_removed: (nullable) (array zero-terminated=1): with changes: the names of removed
 *   outputs
 * @feedback: (nullable) (array zero-terminated=1): the names in @outputs whose value is the result
 *   of human feedback: code sees those as objects with attributes
 * @input: (nullable): the value of the trigger; %NULL if there is none (a start, a step of `each`)
 * @input_output: (nullable): the name of the output that is identical to @input, if known
 * @input_is_feedback: whether @input is the result of human feedback
 * @item: (nullable): the item of the enclosing `each`
 * @arguments: (nullable): the rendered `with`, a map of keyword arguments. %NULL for `code` passes
 *   @input as the only argument
 * @restored: (nullable): for a tool: its result in a recording, a map of `value` and `shape`, so that the tool is not
 *   called
 * @ask: (nullable): receives questions of the code; without it they have no answer
 * @ask_data: passed to @ask; must live until the call has ended
 *
 * One call. Its members need not outlive the function that takes it.
 *
 * Code sees live objects, as in CrewAI (§5.2, §8): an object that an earlier call stored in the
 * state or returned is the same object in the next call, whether it is JSON or not, as long as the
 * run passes back the values that it received (the same pointers or equal values). Therefore a run
 * must store the state, outputs and item of TroupePythonResult before it makes the next call.
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
  TroupeValue *restored;
  TroupePythonAskFunc ask;
  gpointer ask_data;
} TroupePythonRequest;

/**
 * TroupePythonFailure:
 * @class_name: as in Python, without the module: `KeyError`
 * @message: str() of the exception: `'boom'`
 * @line: the line of the source where it was raised or where the syntax is wrong; 0: elsewhere
 * @document_line: the corresponding line of the document; 0 if unknown
 * @reason: (nullable): for a tool, why it failed, if known: `reference` (the class does not exist
 *   or cannot be instantiated), `arguments` (they do not match its model), or CrewAI's name, such
 *   as `usage_limit` and `tool_reported`
 * @reported: (nullable): for a tool that reported a failure: only its message
 * @missing: (nullable): the module that is not installed, or only in a version that cannot be used
 * @traceback: Python's text, from the frame of the source on, with lines of the document
 * @refusal: (nullable): why a file that the message names could not be written, as a sentence for people
 * @is_sandboxed: whether the code ran in a sandbox
 */
typedef struct {
  char *class_name;
  char *message;
  guint line;
  guint document_line;
  char *reason;
  char *reported;
  char *missing;
  char *traceback;
  char *refusal;
  gboolean is_sandboxed;
} TroupePythonFailure;

/* Returns `KeyError: 'boom'`, like the last line of a traceback in Python, and how to get the package
 * that is missing, or where code in a sandbox can write. (transfer full) */
char *troupe_python_failure_to_text (const TroupePythonFailure *self);
/* Returns the text after a line that says why a file could not be written, if this is known. (transfer full) */
char *troupe_python_failure_explain (const TroupePythonFailure *self, const char *text);

/**
 * TroupePythonResult:
 * @value: (nullable): the returned value, converted to JSON-like values by the rules of §6; %NULL
 *   if it failed
 * @state: (nullable): the whole state if the code changed it, even if it failed; otherwise %NULL
 * @outputs: (nullable): a map of the outputs that the code changed; otherwise %NULL
 * @item: (nullable): the item if the code changed it; otherwise %NULL
 * @label: (nullable): for a router: Python's str() of the result, or of the value of an enum, if
 *   that may differ from @value
 * @odd_field: (nullable): the field of a dict state whose value is neither JSON nor a date: a set,
 *   an object. Expressions fail while it exists (§6)
 * @shape: (nullable): for a tool: what @value does not tell about the object in Python, for a recording
 * @tool_failure: (nullable): the failure reported by a tool that has a failure policy: a map of
 *   `name`, `arguments`, `policy` (`warn`, `raise`), `reason` and `message`
 * @failure: (nullable): the exception that the code raised
 */
typedef struct {
  TroupeValue *value;
  TroupeValue *state;
  TroupeValue *outputs;
  TroupeValue *item;
  char *label;
  char *odd_field;
  TroupeValue *shape;
  TroupeValue *tool_failure;
  TroupePythonFailure *failure;
} TroupePythonResult;

void troupe_python_result_free (TroupePythonResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonResult, troupe_python_result_free)

/* Where a log line comes from. */
typedef enum {
  TROUPE_PYTHON_STDOUT,
  TROUPE_PYTHON_STDERR,
  TROUPE_PYTHON_NOTICE, /* from Troupe: truncation, sandbox problems */
} TroupePythonStream;

/**
 * TroupePythonLogFunc:
 * @method: (nullable): the owner of the call that wrote it; %NULL for a child process or a thread
 *   of the code
 * @text: one line without its end, UTF-8, at most 64 KiB
 *
 * Receives the output of the code. For each stream of a call, only the first 1 MiB or 20,000 lines
 * are reported, followed once by a notice that output was truncated.
 */
typedef void (*TroupePythonLogFunc) (const char *method, TroupePythonStream stream, const char *text,
                                     gpointer user_data);

#define TROUPE_TYPE_PYTHON (troupe_python_get_type ())
G_DECLARE_FINAL_TYPE (TroupePython, troupe_python, TROUPE, PYTHON, GObject)

/**
 * troupe_python_new:
 *
 * Creates the helper of one run. It is used on the run's thread only: all calls and callbacks are
 * made in the current thread-default main context. Starts nothing; the process is started by the
 * first permitted call. The process and all its children end with the object, and with this
 * program, regardless of how the program ends.
 */
TroupePython *troupe_python_new (const TroupePythonSettings *settings);

/* Sets the function that receives output of the code.
 * @func: called during calls, in the order of the output, and before the callback of the call
 *   itself
 * @destroy: (nullable) */
void troupe_python_set_log_func (TroupePython *self, TroupePythonLogFunc func, gpointer user_data,
                                 GDestroyNotify destroy);

/**
 * troupe_python_call_async:
 * @cancellable: (nullable): ends the call immediately. Running code cannot be stopped individually,
 *   so the helper and all its children are killed when only cancelled calls remain. The next call
 *   then starts a new helper. Changes that cancelled code makes to the state until then are
 *   discarded
 *
 * Runs code. Calls run concurrently.
 */
void troupe_python_call_async (TroupePython *self, const TroupePythonRequest *request,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data);

/**
 * troupe_python_call_finish:
 *
 * Returns: (transfer full) (nullable): the result; %NULL with an error of %TROUPE_PYTHON_ERROR or
 * %G_IO_ERROR_CANCELLED
 */
TroupePythonResult *troupe_python_call_finish (TroupePython *self, GAsyncResult *result, GError **error);

/**
 * troupe_python_answer:
 * @number: of a #TroupePythonQuestion
 * @method: the name of the method that asks
 * @text: (nullable): the answer; %NULL if there is none
 *
 * Answers a question, so that the code continues. Does nothing if the helper has ended.
 */
void troupe_python_answer (TroupePython *self, gint64 number, const char *method, const char *text);

/**
 * troupe_python_stop:
 *
 * Ends the helper: SIGTERM for its process group, SIGKILL after a second. Running calls end with
 * %TROUPE_PYTHON_ERROR_ENDED. Does not wait. Disposing the object does the same.
 */
void troupe_python_stop (TroupePython *self);

/* Returns TRUE if the helper has the outputs of the previous call, so that the next call needs
 * to send only the changes. */
gboolean troupe_python_knows_outputs (TroupePython *self);

/* Returns TRUE if the helper is running. */
gboolean troupe_python_is_running (TroupePython *self);
/* Returns TRUE if the helper is running in a sandbox. */
gboolean troupe_python_is_sandboxed (TroupePython *self);
/* Returns TRUE if code that the helper has imported registered hooks of `crewai.hooks` for calls of
 * models or tools, as of the last call that ended. */
gboolean troupe_python_has_hooks (TroupePython *self);

/* Returns TRUE if code receives the variable of the environment. May be called from any thread. */
gboolean troupe_python_hands_down (const char *name);

/* Returns TRUE if a sandbox is likely to work. This is the case if bubblewrap is installed in a
 * system folder and was not found broken in this process. Starts nothing. May be called from any
 * thread. */
gboolean troupe_python_has_sandbox (void);
/* Returns the folders outside of the document's that its code can read, because variables such as `PYTHONPATH` name them.
 * (transfer full) */
char **troupe_python_list_read_folders (void);
/* Returns TRUE if bubblewrap is installed, whether it works or not. */
gboolean troupe_python_has_sandbox_program (void);

G_END_DECLS
