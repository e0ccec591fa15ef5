/* troupe-flow-runner-action.h: interface of the action types of methods, and functions they use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-event.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-flow.h"
#include "troupe-permission-list.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerAction:
 * @begin: executes the action, or computes its input and calls troupe_runner_action_ready(). The
 *   action ends with troupe_runner_action_end() or _fail(), inside this function or at any later
 *   time. Returns %TRUE if the action ended without a turn, so that nothing is queued; only a
 *   composite can do this
 * @start: (nullable): of an asynchronous action: starts the action with the computed input. A
 *   resumed run calls this function after its replay; @outputs: (nullable): the outputs that the
 *   action sees in that case
 * @has_effects: whether an interrupted call may have had effects that must not be repeated without
 *   asking. In that case the start of the method is made durable before the call starts
 * @take_step: (nullable): of a composite: executes the turn after one of its steps has ended or
 *   failed
 * @prepare: (nullable): reads what the action needs, once before the run, and stores it in @made
 *   under the action. Returns the end of a sentence about what this version does not support, or
 *   %NULL. (transfer full) (nullable)
 * @check: (nullable): returns whether the action can work, for example whether its model can be
 *   called; %FALSE with a %TROUPE_RUN_ERROR. @method: for the message
 * @list_permissions: (nullable): adds the permissions of the action itself, without those of its
 *   steps. Starts nothing and reads no node of the document's tree; may be called from any thread
 * @fill_python: (nullable): of an action with Python code: fills a call with what the document
 *   specifies for Python reference number @index. If the JSON path of the reference in the list is
 *   known, it is also filled in; it is relative to the action if it starts with a dot. The source
 *   stays %NULL if the reference needs no Python. Returns %FALSE if there is no such reference.
 *   Borrows from @action and @made
 * @python_place: (nullable): the list below the action that contains its Python references, if it
 *   can have any number of them
 *
 * One type of action (doc/flow-semantics.md §8). A running action is represented by its frame: it
 * reports, ends and fails through the functions below, and is cancelled by the #GCancellable that
 * troupe_runner_action_wait() returned. An action that ends inside @begin cannot be cancelled.
 * Threads: the run's thread, except for @list_permissions.
 */
typedef struct
{
  gboolean (*begin) (TroupeRunnerFrame *frame, const TroupeFlowAction *action);
  void (*start) (TroupeRunnerFrame *frame,
                 const TroupeFlowAction *action,
                 TroupeValue *input,
                 TroupeValue *outputs);
  gboolean has_effects;
  void (*take_step) (TroupeRunnerFrame *frame);
  char *(*prepare) (const TroupeFlowAction *action, const TroupePreparedActions *made);
  gboolean (*check) (const TroupeFlowAction *action,
                     const TroupePreparedActions *made,
                     TroupeLlmClient *client,
                     const char *method,
                     GError **error);
  void (*list_permissions) (const TroupeFlowAction *action, TroupePermissionList *permissions);
  gboolean (*fill_python) (const TroupeFlowAction *action,
                           const TroupePreparedActions *made,
                           guint index,
                           TroupePythonRequest *request);
  const char *python_place;
} TroupeRunnerAction;

/* One implementation for each type. Each is in its own file, for example
 * troupe-flow-runner-expression.c. */
extern const TroupeRunnerAction troupe_runner_action_expression;
extern const TroupeRunnerAction troupe_runner_action_each;
extern const TroupeRunnerAction troupe_runner_action_agent;
extern const TroupeRunnerAction troupe_runner_action_crew;
extern const TroupeRunnerAction troupe_runner_action_tool;
extern const TroupeRunnerAction troupe_runner_action_code;
extern const TroupeRunnerAction troupe_runner_action_script;

/* Built-in code of a conversation that needs no Python. It is implemented in
 * troupe-conversation-action.c. */
extern const TroupeRunnerAction troupe_runner_action_conversation;

/* Returns the implementation of the action's type; there is one for every type. (transfer none) */
const TroupeRunnerAction *troupe_runner_action_find (const TroupeFlowAction *action);

/* --- Functions for the runner ----------------------------------------------------------------- */

/**
 * troupe_runner_action_begin:
 *
 * Executes the action of the frame's method. When this function returns, an expression or quick
 * Python code has been evaluated. Each step of an `each` takes a turn; agents and slow code end
 * later. When the action has ended, turn 1 of the frame is queued.
 *
 * Returns: %TRUE if the action ended without a turn, as an `each` without steps does, and nothing
 * is queued
 */
gboolean troupe_runner_action_begin (TroupeRunnerFrame *frame);
/* Executes the turn after a step has ended: starts the next step or, if the action has ended,
 * executes turn 1 of the method. */
void troupe_runner_action_take_step (TroupeRunnerFrame *frame);
/* Starts an action that was deferred until the end of a replay. @input: the computed input of an
 * agent, or the arguments of Python. @outputs: (nullable): the outputs that Python sees instead
 * of the current ones */
void troupe_runner_action_start (TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *input,
                                 TroupeValue *outputs);
/* Cancels the action because its result is not needed any more. An asynchronous action still
 * calls back; the frame stays alive until then. */
void troupe_runner_action_cancel (TroupeRunnerFrame *frame);

/* --- Functions for the action types ----------------------------------------------------------- */

/* Evaluates an expression in the context of the action. (transfer full) (nullable). Errors:
 * %TROUPE_RUN_ERROR_EXPRESSION or another %TROUPE_RUN_ERROR. */
TroupeValue *troupe_runner_action_evaluate (TroupeRunnerFrame *frame,
                                            const TroupeFlowExpression *expression,
                                            GError **error);

/* Evaluates a value whose strings are templates and that was not compiled with the document.
 * (transfer full) (nullable). Errors: as troupe_runner_action_evaluate(). */
TroupeValue *
troupe_runner_action_render_value (TroupeRunnerFrame *frame, TroupeValue *value, GError **error);

/* Begins an action that is a step of the frame's composite. */
void troupe_runner_action_do (TroupeRunnerFrame *frame, const TroupeFlowAction *action);
/* Called when @action can be started with @input. Starts it immediately; in a resumed run,
 * starts it as soon as it is certain that the action has not lost a race. @input: (nullable) */
void troupe_runner_action_ready (TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *input);

/* Marks the action as asynchronous and in progress. Returns the cancellable that cancels it.
 * (transfer none) */
GCancellable *troupe_runner_action_wait (TroupeRunnerFrame *frame);
/* Called when the asynchronous operation has called back. It may have succeeded or failed. */
void troupe_runner_action_answered (TroupeRunnerFrame *frame);
/* Returns TRUE if the complete run was stopped and not only this method. In that case nothing in
 * the run may be changed. */
gboolean troupe_runner_action_is_stopped (TroupeRunnerFrame *frame);
/* Returns TRUE if the result is still needed. If not, the frame may have been freed and must not
 * be accessed again. */
gboolean troupe_runner_action_is_wanted (TroupeRunnerFrame *frame);

/* Reports a log line of the running action. @level: info, warning or error; @stream: (nullable):
 * `stdout` or `stderr` if the line was written to one of these streams */
void troupe_runner_action_report (TroupeRunnerFrame *frame,
                                  const char *level,
                                  const char *stream,
                                  const char *text);
/* Ends the current action or step; queues the next turn of the frame.
 * @result: (transfer full) */
void troupe_runner_action_end (TroupeRunnerFrame *frame, TroupeValue *result);
/* Ends the current action or step with an error. @error: (transfer full); @path: (nullable) */
void troupe_runner_action_fail (TroupeRunnerFrame *frame, GError *error, const char *path);
/* Same as troupe_runner_action_fail() for a temporary error, which may not occur on a retry.
 * @path: (nullable) */
void troupe_runner_action_fail_for_now (TroupeRunnerFrame *frame, GError *error, const char *path);
/* Pauses the method because no user is available to answer. Its action is executed again when
 * the run is resumed. */
void troupe_runner_action_pause (TroupeRunnerFrame *frame);

/**
 * TroupeActionContext:
 * @made: the prepared data of the actions
 * @run: what all calls of the run share
 * @usage: incremented when model calls end
 * @method: the name of the method, for events
 * @scope: (nullable): the scope of the method, for events inside it
 *
 * The context of an asynchronous action. Borrowed from the run.
 */
typedef struct
{
  const TroupePreparedActions *made;
  const TroupeRunContext *run;
  TroupeLlmUsage *usage;
  const char *method;
  TroupeScope *scope;
} TroupeActionContext;

/* Returns the JSON path of the action, for example `methods.a.do`, or
 * `methods.a.do.do[0].action` for a step. (transfer full) */
/* Evaluates what the action is given by its template, unless the user has given the method another value. (transfer full)
 * (nullable). Errors: as troupe_runner_action_evaluate(). */
TroupeValue *troupe_runner_action_render_with (TroupeRunnerFrame *frame,
                                               const TroupeFlowAction *action,
                                               GError **error);
char *troupe_runner_action_make_path (TroupeRunnerFrame *frame, const TroupeFlowAction *action);
/* Fills @context, (out), which is valid as long as the frame. */
void troupe_runner_action_get_context (TroupeRunnerFrame *frame,
                                       TroupeActionContext *context);

G_END_DECLS
