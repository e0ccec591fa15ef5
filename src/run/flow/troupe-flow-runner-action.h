/* troupe-flow-runner-action.h: what a method does, as the runner sees it
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
 * @begin: does the action, or works out what it is given and says troupe_runner_action_ready(). It has ended
 *   when troupe_runner_action_end() or _fail() was called, in here or at any time later. Returns %TRUE where it
 *   ended without any turn, which a composite alone can, and nothing is queued
 * @start: (nullable): of an action that waits for others: starts it with what was worked out. A run that is
 *   resumed does so after its replay; @outputs: (nullable): what it is to see of outputs then
 * @has_effects: whether a call that was cut off may have done what must not be done twice unasked: it is durable that
 *   its method has begun before it starts
 * @take_step: (nullable): of a composite: the turn after one of its steps has ended or failed
 * @prepare: (nullable): reads once, before the run, what it needs, and keeps it in @made under the action.
 *   Returns what this version cannot do of it, as a sentence's end, or %NULL. (transfer full) (nullable)
 * @check: (nullable): whether it could work: that its model can be asked. @method: for the message
 * @list_permissions: (nullable): says what the action itself, without its steps, could do beyond computing. Starts
 *   nothing and reads no node of the document's tree; from any thread
 * @fill_python: (nullable): of Python: what of a call is known from the document, of its piece of Python number
 *   @index, and where in the list it stands where it knows, or below the action where that begins with a dot; its source stays %NULL where that needs no Python. %FALSE where it has no such piece. Borrows from
 *   @action and @made
 * @python_place: (nullable): the list below the action in which its pieces stand, where it has any number of them
 *
 * One kind of action (doc/flow-semantics.md §8), found by its type. An action under way is its frame: it
 * reports, ends and fails through the functions below, and is cancelled by the #GCancellable that
 * troupe_runner_action_wait() gave it. None is cancelled otherwise: what ends within its begin cannot be.
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

/* One of each kind, in a file of its own: troupe-flow-runner-expression.c and so on. */
extern const TroupeRunnerAction troupe_runner_action_expression;
extern const TroupeRunnerAction troupe_runner_action_each;
extern const TroupeRunnerAction troupe_runner_action_agent;
extern const TroupeRunnerAction troupe_runner_action_crew;
extern const TroupeRunnerAction troupe_runner_action_tool;
extern const TroupeRunnerAction troupe_runner_action_code;
extern const TroupeRunnerAction troupe_runner_action_script;

/* Code that a conversation brings, and that needs no Python: troupe-conversation-action.c. */
extern const TroupeRunnerAction troupe_runner_action_conversation;

/* The kind of an action; there is one for every type. */
const TroupeRunnerAction *troupe_runner_action_find (const TroupeFlowAction *action);

/* --- For the runner ------------------------------------------------------------------------------- */

/**
 * troupe_runner_action_begin:
 *
 * Does what the frame's method is to do. An expression has been evaluated when this returns, and so has Python
 * that is as quick; each step of an `each` takes a turn, agents and slow code end whenever they do; then the
 * frame's turn 1 is queued.
 *
 * Returns: %TRUE where the action ended without any turn, as an `each` without a step does, and
 *   nothing is queued
 */
gboolean troupe_runner_action_begin (TroupeRunnerFrame *frame);
/* The turn after a step has ended: the method goes on, or its action has ended and this is its turn 1. */
void troupe_runner_action_take_step (TroupeRunnerFrame *frame);
/* Starts what waited for the end of a replay, with what was worked out for it: an agent's input, or the
 * arguments of Python. @outputs: (nullable): what Python is to see of outputs in place of what there is now */
void troupe_runner_action_start (TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *input,
                                 TroupeValue *outputs);
/* Nobody wants what comes of it any more. An action that waits for others still calls back; the frame stays
 * until then. */
void troupe_runner_action_cancel (TroupeRunnerFrame *frame);

/* --- For the kinds -------------------------------------------------------------------------------- */

/* What an action sees of its run. (transfer full) (nullable). Errors: %TROUPE_RUN_ERROR. */
TroupeValue *troupe_runner_action_evaluate (TroupeRunnerFrame *frame,
                                            const TroupeFlowExpression *expression,
                                            GError **error);
TroupeValue *troupe_runner_action_render (TroupeRunnerFrame *frame,
                                          const TroupeFlowTemplate *input,
                                          GError **error);

/* The same of a value whose texts are templates and that was not compiled with the document. */
TroupeValue *
troupe_runner_action_render_value (TroupeRunnerFrame *frame, TroupeValue *value, GError **error);

/* Begins an action that is a step of the frame's composite. */
void troupe_runner_action_do (TroupeRunnerFrame *frame, const TroupeFlowAction *action);
/* @action can be started with @input: it is so now, or in a run that is resumed, when it is clear that it has
 * not lost a race. @input: (nullable) */
void troupe_runner_action_ready (TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *input);

/* The action waits for others from now on. Returns what cancels it. (transfer none) */
GCancellable *troupe_runner_action_wait (TroupeRunnerFrame *frame);
/* The others have called back, well or not. */
void troupe_runner_action_answered (TroupeRunnerFrame *frame);
/* Whether the run and not only this method stands still for good: nothing is changed in it any more. */
gboolean troupe_runner_action_is_stopped (TroupeRunnerFrame *frame);
/* Whether anybody waits for what came. Where not the frame may be gone, and is not to be touched again. */
gboolean troupe_runner_action_is_wanted (TroupeRunnerFrame *frame);

/* Tells what the action has to say while it is under way. @level: info, warning or error; @stream: (nullable):
 * `stdout` or `stderr`, where it was written to one */
void troupe_runner_action_report (TroupeRunnerFrame *frame,
                                  const char *level,
                                  const char *stream,
                                  const char *text);
/* The action or the step under way has ended; the frame's next turn is queued.
 * @result: (transfer full) */
void troupe_runner_action_end (TroupeRunnerFrame *frame, TroupeValue *result);
/* The same with an error. @error: (transfer full); @path: (nullable) */
void troupe_runner_action_fail (TroupeRunnerFrame *frame, GError *error, const char *path);
/* The same with one that may not be there next time. @path: (nullable) */
void troupe_runner_action_fail_for_now (TroupeRunnerFrame *frame, GError *error, const char *path);
/* A person is waited for who is not there: the method is paused, and its action begins again when it is resumed. */
void troupe_runner_action_pause (TroupeRunnerFrame *frame);

/**
 * TroupeActionContext:
 * @made: what prepare() made
 * @client: the models of the run
 * @bus: (nullable): where events go
 * @usage: counted up as model calls end
 * @folder: the document's
 * @method: the name of the method, for events
 * @scope: (nullable): of the method, for events inside it
 *
 * What an action that asks others works in. Borrowed from the run.
 */
typedef struct
{
  const TroupePreparedActions *made;
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeLlmUsage *usage;
  const char *folder;
  const char *method;
  TroupeScope *scope;
} TroupeActionContext;

/* Where the action stands in the document: `methods.a.do`, of a step `methods.a.do.do[0].action`.
 * (transfer full) */
char *troupe_runner_action_make_path (TroupeRunnerFrame *frame, const TroupeFlowAction *action);
void troupe_runner_action_get_context (TroupeRunnerFrame *frame,
                                       TroupeActionContext *context);

G_END_DECLS
