/* troupe-tool.h: tool base class: description, permissions and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-event.h"
#include "troupe-llm-environment.h"
#include "troupe-permission-list.h"
#include "troupe-recorder.h"
#include "troupe-run-context.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TROUPE_TOOL_ERROR:
 *
 * Errors of a tool call, in addition to %G_IO_ERROR_CANCELLED. Messages are sentences for the user
 * and may be sent to a model.
 */
#define TROUPE_TOOL_ERROR (troupe_tool_error_quark ())
GQuark troupe_tool_error_quark (void);

/* Codes of %TROUPE_TOOL_ERROR. */
typedef enum
{
  TROUPE_TOOL_ERROR_UNKNOWN,       /* no tool matches this reference */
  TROUPE_TOOL_ERROR_NOT_PERMITTED, /* not permitted by the user: nothing was started */
  TROUPE_TOOL_ERROR_UNAVAILABLE,   /* a requirement is missing or ended, such as Python or a
                                      class */
  TROUPE_TOOL_ERROR_ARGUMENTS,     /* the arguments do not match the schema; the tool was not
                                      called */
  TROUPE_TOOL_ERROR_USED_UP,       /* usage limit of this run reached */
  TROUPE_TOOL_ERROR_FAILED,        /* it was called and failed */
  TROUPE_TOOL_ERROR_TOO_LARGE, /* arguments or result exceed the limit; the message names both */
  TROUPE_TOOL_ERROR_INVALID,   /* its description or result is malformed */
  TROUPE_TOOL_ERROR_REPORTED,  /* the tool returned an error as its result; the message is the
                                  tool's own */
  TROUPE_TOOL_ERROR_REFUSED,   /* it was called and did not write a file, for want of the permission
                                  to change other files */
} TroupeToolError;

/* Default limit of a result, in bytes of memory. */
#define TROUPE_TOOL_LIMIT_RESULT (16u * 1024 * 1024)
/* Limits of the description of a tool, in bytes. */
#define TROUPE_TOOL_LIMIT_NAME 128u
#define TROUPE_TOOL_LIMIT_DESCRIPTION (64u * 1024)
#define TROUPE_TOOL_LIMIT_SCHEMA (1024u * 1024)

/* Reports output of a tool during a call. @level: info, warning or error; @stream: (nullable):
 * `stdout` or `stderr` if the text was written to one of these streams; @text: one or more
 * lines, unchanged */
typedef void (*TroupeToolReportFunc) (const char *level,
                                      const char *stream,
                                      const char *text,
                                      gpointer user_data);

/**
 * TroupeToolCall:
 *
 * One call of a tool. It is passed to the implementation, which may report output and ends the call
 * once, with a value or an error. Anything after the end is ignored. Reference counted, only on the
 * thread of the call.
 */
typedef struct _TroupeToolCall TroupeToolCall;

/**
 * TroupeToolGate:
 * @open: a call is about to start. The function calls troupe_tool_call_begin() once, immediately or
 *   later, or troupe_tool_call_end() if the result is already known
 * @ended: the call returned @value
 *
 * Controls when the calls of one run start and is notified of their results.
 */
struct _TroupeToolGate
{
  void (*open) (TroupeToolCall *call, gpointer gate_data);
  void (*ended) (TroupeToolCall *call, TroupeValue *value, gpointer gate_data);
};

/**
 * TroupeToolContext:
 * @run: (nullable): what all calls of the run share; %NULL without a run
 * @owner: (nullable): the calling method or task, as named in the log
 * @scope: (nullable): the scope of the call
 * @report: (nullable): called in the main context of the call with @user_data, never after the end
 *   of the call
 * @skips_gate: whether the gate of the run is not consulted, because the caller stores the result
 * @user_data: data of the caller. Tool implementations that depend on the caller's type use it too
 *
 * The context in which a tool is called. Who keeps it owns a reference to @run and @scope and a copy
 * of @owner (troupe_tool_context_copy()); @user_data must stay alive until the call has ended.
 */
typedef struct
{
  const TroupeRunContext *run;
  const char *owner;
  TroupeScope *scope;
  TroupeToolReportFunc report;
  gboolean skips_gate;
  gpointer user_data;
} TroupeToolContext;

/* Copies @from to @self, which owns what it refers to until troupe_tool_context_clear(). */
void troupe_tool_context_copy (TroupeToolContext *self, const TroupeToolContext *from);
void troupe_tool_context_clear (TroupeToolContext *self);
/* Return what the run of the call provides. (transfer none) (nullable) */
TroupeEventBus *troupe_tool_context_get_bus (const TroupeToolContext *self);
TroupeRecorder *troupe_tool_context_get_recorder (const TroupeToolContext *self);
const char *troupe_tool_context_get_folder (const TroupeToolContext *self);
TroupeLlmEnvironment *troupe_tool_context_get_environment (const TroupeToolContext *self);

/**
 * TroupeTool:
 *
 * A tool. It has a name, a description and a JSON schema of its arguments for a model, lists the
 * permissions that it requires from the user, and can be called. Subclasses implement the kinds of
 * tools. A tool is used on one thread at a time. Calls end in the main context that was the thread
 * default when they began, and any number of them can run concurrently.
 */
#define TROUPE_TYPE_TOOL (troupe_tool_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupeTool, troupe_tool, TROUPE, TOOL, GObject)

TroupeToolCall *troupe_tool_call_ref (TroupeToolCall *self);
void troupe_tool_call_unref (TroupeToolCall *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeToolCall, troupe_tool_call_unref)

/* Returns the tool that is called. (transfer none) */
TroupeTool *troupe_tool_call_get_tool (TroupeToolCall *self);
/* Returns the arguments, a map. (transfer none) */
TroupeValue *troupe_tool_call_get_arguments (TroupeToolCall *self);
/* Returns the context of the call. The context is empty if the caller passed none. (transfer
 * none) */
const TroupeToolContext *troupe_tool_call_get_context (TroupeToolCall *self);
/* Returns the cancellable that the caller passed. (transfer none) (nullable) */
GCancellable *troupe_tool_call_get_cancellable (TroupeToolCall *self);
/* For gates: starts the call. */
void troupe_tool_call_begin (TroupeToolCall *self);
/* Returns TRUE if the call has not ended yet. */
gboolean troupe_tool_call_is_open (TroupeToolCall *self);

/**
 * troupe_tool_call_report:
 * @level: info, warning or error
 * @stream: (nullable): `stdout` or `stderr` if the text was written to one of these streams
 * @text: one or more lines
 *
 * Reports output of the tool for the log. Ignored once the call has ended.
 */
void troupe_tool_call_report (TroupeToolCall *self,
                              const char *level,
                              const char *stream,
                              const char *text);
/* Records that the call has to be executed again when the recording is replayed, because it has changed the
 * run. Must be called before it ends. */
void troupe_tool_call_set_changes_run (TroupeToolCall *self);
/* Sets what the result does not tell about an object of the tool. A recording keeps it beside the result.
 * @shape: a map, which only the tool understands. */
void troupe_tool_call_set_shape (TroupeToolCall *self, TroupeValue *shape);
/* Returns a recorded result with its shape, a map of `value` and `shape`. The tool ends the call with this result instead of
 * executing it. (transfer none) (nullable) */
TroupeValue *troupe_tool_call_get_restored (TroupeToolCall *self);
/* Ends the call with a result. @value: (transfer full) */
void troupe_tool_call_end (TroupeToolCall *self, TroupeValue *value);
/* Ends the call with an error. @error: (transfer full): an error of %TROUPE_TOOL_ERROR, or
 * %G_IO_ERROR_CANCELLED */
void troupe_tool_call_fail (TroupeToolCall *self, GError *error);

/**
 * TroupeToolClass:
 * @ends_when_cancelled: whether the implementation ends a call as soon as its cancellable is
 *   cancelled. Otherwise the base class ends the call, and the implementation may continue
 *   unnoticed
 * @computes_with_keys: whether the arguments of a call may contain keys of the run, because the tool
 *   is code of the document. Other tools pass them to a server or a file
 * @is_of_run: whether a call only uses the run itself, such as its memory or its agents, so that it is
 *   executed again when a recording is replayed
 * @may_change_run: whether a call may have to be executed again when a recording is replayed, because it
 *   changed the run. Other calls never are, whatever a recording says, because a replay has no permission
 *   for them
 * @list_permissions: lists all permissions that the tool requires in addition to computing, without
 *   starting anything
 * @describe: (nullable): obtains the description if it is not known at construction; ends @call
 *   with a map of `name`, `description`, `schema`, `result_as_answer`, `max_usage_count` and
 *   `tool_failure_policy`, all optional
 * @restore: (nullable): takes a recorded result of @describe. Only descriptions of classes that have it are
 *   recorded, because they come from a server
 * @call: calls the tool
 */
struct _TroupeToolClass
{
  GObjectClass parent_class;

  gboolean ends_when_cancelled;
  gboolean computes_with_keys;
  gboolean is_of_run;
  gboolean may_change_run;
  void (*list_permissions) (TroupeTool *self, TroupePermissionList *permissions);
  void (*describe) (TroupeTool *self, TroupeToolCall *call);
  gboolean (*restore) (TroupeTool *self, TroupeValue *about, GError **error);
  void (*call) (TroupeTool *self, TroupeToolCall *call);

  gpointer padding[8];
};

/* --- Description ------------------------------------------------------------------------------ */

/* Returns the name for a model, which is never empty. (transfer none) */
const char *troupe_tool_get_name (TroupeTool *self);
/* Returns the description for a model, which is empty until the tool has been described. (transfer
 * none) */
const char *troupe_tool_get_description (TroupeTool *self);
/* Returns the JSON schema of the arguments. (transfer none) (nullable): NULL if it is not known
 * yet */
TroupeValue *troupe_tool_get_schema (TroupeTool *self);
/* Returns TRUE if the result of the tool is the final answer of the agent that calls it. */
gboolean troupe_tool_get_result_as_answer (TroupeTool *self);
/* Returns the failure policy that the tool itself declares: `ignore`, `warn`, `raise`. (transfer
 * none) (nullable) */
const char *troupe_tool_get_failure_policy (TroupeTool *self);
/* Returns the maximum number of calls in a run; 0 for no limit. */
guint troupe_tool_get_max_usage (TroupeTool *self);
/* Returns the number of calls so far in this run. */
guint troupe_tool_get_usage (TroupeTool *self);
/* Returns TRUE if another call would be refused. */
gboolean troupe_tool_is_used_up (TroupeTool *self);
/* Resets the usage count at the start of a run. */
void troupe_tool_reset_usage (TroupeTool *self);

/* Adds the permissions that the tool requires. Starts nothing. */
void troupe_tool_list_permissions (TroupeTool *self, TroupePermissionList *permissions);

/**
 * troupe_tool_describe_async:
 * @context: (nullable): as for a call
 *
 * Obtains the name, description, schema and limits of the tool. This may run code of the document,
 * so it requires the same permission as a call. Cancelling ends it immediately.
 */
void troupe_tool_describe_async (TroupeTool *self,
                                 const TroupeToolContext *context,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Returns TRUE if the getters now return the description. Errors: %TROUPE_TOOL_ERROR,
 * %G_IO_ERROR_CANCELLED. */
gboolean troupe_tool_describe_finish (TroupeTool *self, GAsyncResult *result, GError **error);

/* --- Calls ------------------------------------------------------------------------------------ */

/**
 * troupe_tool_call_async:
 * @arguments: (nullable): a map; %NULL is an empty map
 * @context: (nullable)
 * @cancellable: (nullable): on cancellation the call ends immediately, regardless of the
 *   implementation
 *
 * Calls the tool. The implementation must validate the arguments against the schema. A Python tool
 * does this with its own model, before its code runs.
 */
void troupe_tool_call_async (TroupeTool *self,
                             TroupeValue *arguments,
                             const TroupeToolContext *context,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* Returns the result of the tool. (transfer full) (nullable). Errors: %TROUPE_TOOL_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_tool_call_finish (TroupeTool *self, GAsyncResult *result, GError **error);

/* --- For subclasses --------------------------------------------------------------------------- */

/* Sets the name. @name: not empty */
void troupe_tool_set_name (TroupeTool *self, const char *name);
/* Sets the description for a model. */
void troupe_tool_set_description (TroupeTool *self, const char *description);
/* Sets the JSON schema of the arguments. @schema: (nullable) */
void troupe_tool_set_schema (TroupeTool *self, TroupeValue *schema);
/* Sets whether a result is the final answer of the agent that called the tool. */
void troupe_tool_set_result_as_answer (TroupeTool *self, gboolean is_answer);
/* Sets the failure policy. @policy: (nullable): `ignore`, `warn` or `raise` */
void troupe_tool_set_failure_policy (TroupeTool *self, const char *policy);
/* Sets the maximum number of calls in a run. @max_usage: 0 for no limit
 * @is_counted: whether the base class refuses calls beyond the limit; otherwise the subclass
 *   does */
void troupe_tool_set_max_usage (TroupeTool *self, guint max_usage, gboolean is_counted);
/* Sets the maximum memory size of a result in bytes; 0 if the subclass has its own limit. */
void troupe_tool_set_max_result (TroupeTool *self, gsize max_result);

/**
 * troupe_tool_new_for_reference:
 * @reference: `ref` of a flow's tool action (doc/flow-semantics.md §8)
 *
 * Creates the tool with the implementation that handles the reference. Starts nothing.
 *
 * Returns: (transfer full) (nullable): the tool, or %NULL with %TROUPE_TOOL_ERROR_UNKNOWN
 */
TroupeTool *troupe_tool_new_for_reference (const char *reference, GError **error);

/**
 * troupe_tool_find_for_agent:
 * @reference: an entry of an agent's `tools` (doc/crew-semantics.md §11.1). This is a reference as
 *   in a tool action, `custom:NAME` for the first tool in `tools/NAME.py` in the document's folder,
 *   or the name of a tool of crewai_tools
 *
 * Returns: (transfer full) (nullable): the reference for troupe_tool_new_for_reference(), or %NULL
 * with %TROUPE_TOOL_ERROR_UNKNOWN if no implementation handles it
 */
char *troupe_tool_find_for_agent (const char *reference, GError **error);

/* Returns the references of built-in tools that need no project. If CrewAI has an equivalent
 * tool, the reference is CrewAI's name. NULL-terminated. (transfer none) */
const char *const *troupe_tool_list_built_in (void);

/* Returns TRUE if the tool of @reference runs in the Python helper, so that the helper can
 * inspect the tool before a run. Returns FALSE if the tool does not exist. */
gboolean troupe_tool_is_python (const char *reference);

G_END_DECLS
