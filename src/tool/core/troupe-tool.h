/* troupe-tool.h: what can be called by name, whoever made it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-event.h"
#include "troupe-llm-environment.h"
#include "troupe-permission-list.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TROUPE_TOOL_ERROR:
 *
 * What a call can end with beside %G_IO_ERROR_CANCELLED. Messages are sentences for a person, and fit to be
 * told to a model.
 */
#define TROUPE_TOOL_ERROR (troupe_tool_error_quark ())
GQuark troupe_tool_error_quark (void);

typedef enum
{
  TROUPE_TOOL_ERROR_UNKNOWN,       /* nothing makes a tool of this reference */
  TROUPE_TOOL_ERROR_NOT_PERMITTED, /* nobody agreed to it: nothing was started */
  TROUPE_TOOL_ERROR_UNAVAILABLE,   /* what it needs is not there or ended: no Python, no class */
  TROUPE_TOOL_ERROR_ARGUMENTS,     /* they do not fit its schema: it was not called */
  TROUPE_TOOL_ERROR_USED_UP,       /* it may be called no more in this run */
  TROUPE_TOOL_ERROR_FAILED,        /* it was called, and says itself that it failed */
  TROUPE_TOOL_ERROR_TOO_LARGE, /* what it is given or gives is more than the limit; both are told */
  TROUPE_TOOL_ERROR_INVALID,   /* what it says of itself or gives is none of ours */
  TROUPE_TOOL_ERROR_REPORTED,  /* it was called, and gave a failure in place of a result: the message is its own */
} TroupeToolError;

/* What a call may give, in bytes of memory, unless the tool says another number. */
#define TROUPE_TOOL_LIMIT_RESULT (16u * 1024 * 1024)
/* What a tool may say of itself, in bytes. */
#define TROUPE_TOOL_LIMIT_NAME 128u
#define TROUPE_TOOL_LIMIT_DESCRIPTION (64u * 1024)
#define TROUPE_TOOL_LIMIT_SCHEMA (1024u * 1024)

/* What a tool tells while a call is under way. @level: info, warning or error; @stream: (nullable): `stdout` or
 * `stderr`, where it was written to one; @text: a line or more, as they came */
typedef void (*TroupeToolReportFunc) (const char *level,
                                      const char *stream,
                                      const char *text,
                                      gpointer user_data);

typedef struct _TroupeToolCall TroupeToolCall;

/**
 * TroupeToolGate:
 * @open: a call is to be made; calls troupe_tool_call_begin() once, now or later, or troupe_tool_call_end() where
 *   what it gives is known already
 * @ended: it gave @value
 *
 * Who decides for one run when a call begins, and is told what came of it.
 */
typedef struct
{
  void (*open) (TroupeToolCall *call, gpointer gate_data);
  void (*ended) (TroupeToolCall *call, TroupeValue *value, gpointer gate_data);
} TroupeToolGate;

/**
 * TroupeToolContext:
 * @folder: (nullable): the document's folder, which tools for files do not leave; %NULL is the current one
 * @owner: (nullable): the method or task that calls, as the log names it
 * @bus: (nullable): where events of the call go
 * @scope: (nullable): what it is called in
 * @environment: (nullable): where keys of services are looked for; %NULL is g_getenv(). Lives as long as the run
 * @report: (nullable): called in the context of the call, never after its end, with @user_data
 * @gate: (nullable): static; asked before the call, with @gate_data, which lives as long as the run
 * @user_data: of who calls. The makers that know who that is are given it too
 *
 * In what surroundings a tool is called. Copied; @user_data has to live until the call has ended.
 */
typedef struct
{
  const char *folder;
  const char *owner;
  TroupeEventBus *bus;
  TroupeScope *scope;
  TroupeLlmEnvironment *environment;
  TroupeToolReportFunc report;
  const TroupeToolGate *gate;
  gpointer gate_data;
  gpointer user_data;
} TroupeToolContext;

/**
 * TroupeTool:
 *
 * A tool: a name, a description and a JSON schema of its arguments for a model, what it could do for a person,
 * and a way to call it. Its makers are its subclasses. Everything is used on one thread at a time; calls end in
 * the main context that is the thread's default when they begin, and any number can be under way at once.
 */
#define TROUPE_TYPE_TOOL (troupe_tool_get_type ())
G_DECLARE_DERIVABLE_TYPE (TroupeTool, troupe_tool, TROUPE, TOOL, GObject)

/**
 * TroupeToolCall:
 *
 * One call of a tool, in the hands of who made it: reports, and ends once, with a value or an error. What comes
 * behind its end is dropped. Reference count, on the thread of the call alone.
 */

TroupeToolCall *troupe_tool_call_ref (TroupeToolCall *self);
void troupe_tool_call_unref (TroupeToolCall *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeToolCall, troupe_tool_call_unref)

/* (transfer none) */
TroupeTool *troupe_tool_call_get_tool (TroupeToolCall *self);
/* A map. (transfer none) */
TroupeValue *troupe_tool_call_get_arguments (TroupeToolCall *self);
const TroupeToolContext *troupe_tool_call_get_context (TroupeToolCall *self);
/* (transfer none) (nullable) */
GCancellable *troupe_tool_call_get_cancellable (TroupeToolCall *self);
/* Of a gate: lets the call be made. */
void troupe_tool_call_begin (TroupeToolCall *self);
/* Whether anybody still waits for it. */
gboolean troupe_tool_call_is_open (TroupeToolCall *self);

void troupe_tool_call_report (TroupeToolCall *self,
                              const char *level,
                              const char *stream,
                              const char *text);
/* @value: (transfer full) */
void troupe_tool_call_end (TroupeToolCall *self, TroupeValue *value);
/* @error: (transfer full): of %TROUPE_TOOL_ERROR, or %G_IO_ERROR_CANCELLED */
void troupe_tool_call_fail (TroupeToolCall *self, GError *error);

/**
 * TroupeToolClass:
 * @ends_when_cancelled: whether a call ends by itself as soon as its cancellable is. Where not it is let go of
 *   for its maker, who may never notice
 * @list_permissions: says what it could do beyond computing, without starting anything
 * @describe: (nullable): finds out what it is, where that takes more than making it; ends @call with a map of
 *   `name`, `description`, `schema`, `result_as_answer`, `max_usage_count` and `tool_failure_policy`, each of which may
 *   be missing
 * @call: calls it
 */
struct _TroupeToolClass
{
  GObjectClass parent_class;

  gboolean ends_when_cancelled;
  void (*list_permissions) (TroupeTool *self, TroupePermissionList *permissions);
  void (*describe) (TroupeTool *self, TroupeToolCall *call);
  void (*call) (TroupeTool *self, TroupeToolCall *call);

  gpointer padding[8];
};

/* --- What it is --------------------------------------------------------------------------------- */

/* For a model. The first is never empty; the others are where it was not described yet. */
const char *troupe_tool_get_name (TroupeTool *self);
const char *troupe_tool_get_description (TroupeTool *self);
/* A JSON schema. (transfer none) (nullable): not known yet */
TroupeValue *troupe_tool_get_schema (TroupeTool *self);
/* Whether what it gives is the answer of the agent that calls it. */
gboolean troupe_tool_get_result_as_answer (TroupeTool *self);
/* What it says itself is to be done about its failures: `ignore`, `warn`, `raise`. (transfer none) (nullable) */
const char *troupe_tool_get_failure_policy (TroupeTool *self);
/* How often it may be called in a run; 0 is any number. */
guint troupe_tool_get_max_usage (TroupeTool *self);
guint troupe_tool_get_usage (TroupeTool *self);
/* Whether another call would be refused. */
gboolean troupe_tool_is_used_up (TroupeTool *self);
/* A run begins. */
void troupe_tool_reset_usage (TroupeTool *self);

/* Says what it could do. Starts nothing. */
void troupe_tool_list_permissions (TroupeTool *self, TroupePermissionList *permissions);

/**
 * troupe_tool_describe_async:
 *
 * Finds out what the tool is, so that its name, description, schema and limits can be asked for. Code of the
 * document may run for it, so that it needs the same consent as a call.
 */
void troupe_tool_describe_async (TroupeTool *self,
                                 const TroupeToolContext *context,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Errors: %TROUPE_TOOL_ERROR, %G_IO_ERROR_CANCELLED. */
gboolean troupe_tool_describe_finish (TroupeTool *self, GAsyncResult *result, GError **error);

/* --- Calls -------------------------------------------------------------------------------------- */

/**
 * troupe_tool_call_async:
 * @arguments: (nullable): a map; %NULL is an empty one
 * @context: (nullable)
 * @cancellable: (nullable): the call ends at once, whatever its maker does about it
 *
 * Calls the tool. That the arguments fit the schema is the maker's to say as yet: a Python tool does so with its
 * own model, before its code runs.
 */
void troupe_tool_call_async (TroupeTool *self,
                             TroupeValue *arguments,
                             const TroupeToolContext *context,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_TOOL_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_tool_call_finish (TroupeTool *self, GAsyncResult *result, GError **error);

/* --- For makers --------------------------------------------------------------------------------- */

void troupe_tool_set_name (TroupeTool *self, const char *name);
void troupe_tool_set_description (TroupeTool *self, const char *description);
/* @schema: (nullable) */
void troupe_tool_set_schema (TroupeTool *self, TroupeValue *schema);
void troupe_tool_set_result_as_answer (TroupeTool *self, gboolean is_answer);
/* @policy: (nullable) */
void troupe_tool_set_failure_policy (TroupeTool *self, const char *policy);
/* @is_counted: whether calls beyond it are refused here; else the maker does that itself */
void troupe_tool_set_max_usage (TroupeTool *self, guint max_usage, gboolean is_counted);
/* Bytes that a result may take in memory; 0: the maker has a limit of its own. */
void troupe_tool_set_max_result (TroupeTool *self, gsize max_result);

/**
 * troupe_tool_new_for_reference:
 * @reference: `ref` of a flow's tool action (doc/flow-semantics.md §8)
 *
 * Makes the tool by the one of the makers that knows what the reference means. Starts nothing.
 *
 * Returns: (transfer full) (nullable): the tool, or %NULL with %TROUPE_TOOL_ERROR_UNKNOWN
 */
TroupeTool *troupe_tool_new_for_reference (const char *reference, GError **error);

/**
 * troupe_tool_find_for_agent:
 * @reference: an entry of an agent's `tools` (doc/crew-semantics.md §11.1): what a tool action takes, or
 *   `custom:NAME`, the first tool in `tools/NAME.py` beside the document
 *
 * Returns: (transfer full) (nullable): the same for troupe_tool_new_for_reference(), or %NULL with
 *   %TROUPE_TOOL_ERROR_UNKNOWN where no maker knows it
 */
char *troupe_tool_find_for_agent (const char *reference, GError **error);

/* What an agent can be given that needs no project, by the names that CrewAI has where it has some. NULL-terminated.
 * (transfer none) */
const char *const *troupe_tool_list_built_in (void);

/* Whether the tool of @reference runs in the helper, so that it can be looked at there before a run. FALSE also where
 * there is no such tool. */
gboolean troupe_tool_is_python (const char *reference);

G_END_DECLS
