/* troupe-flow-runner-python-private.h: private structures of the Python modules of a flow run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-python.h"

G_BEGIN_DECLS

/* @n_slow: number of running calls for which the run does not wait; @feedback: names of methods
 *   whose output is feedback of the user; @file: (nullable): the document's name in tracebacks;
 * @odd_field: (nullable): from the last result; @changed: the methods whose output has changed
 *   since the last call;
 * @steps: the names of the steps whose outputs the helper has; @is_told: whether the helper has
 *   all outputs except those in @changed; @early: output that the code wrote before the flow
 *   started, NULL afterwards */
struct _TroupeRunnerPython
{
  TroupeFlowRunner *runner;
  TroupePython *python;
  char **feedback;
  char *file;
  char *odd_field;
  guint n_slow;
  GArray *changed;  /* (element-type guint) */
  GPtrArray *steps; /* (element-type utf8) */
  gboolean is_told;
  GPtrArray *early;   /* (nullable) (element-type EarlyOutput) */
  gboolean has_state; /* the state has a Python class */
  TroupeCrewContext around; /* for hooks of `crewai.hooks` */
};

/* The outputs for a call. Contains only those outputs that the helper does not have yet. */
typedef struct
{
  TroupeValue *outputs;
  char **removed; /* (nullable) */
} TroupeRunnerView;

void troupe_runner_python_make_view (TroupeRunnerPython *self,
                                     TroupeRunnerFrame *frame,
                                     TroupeValue *outputs,
                                     TroupePythonRequest *request,
                                     TroupeRunnerView *view);
void troupe_runner_view_clear (TroupeRunnerView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeRunnerView, troupe_runner_view_clear)

/**
 * TroupeRunnerPythonCall:
 * @path: JSON path of the action
 * @view: the outputs that the code sees
 * @python: (nullable): %NULL in a run without Python
 * @label: (nullable): the event name of a router's result, if Python returned one
 * @inputs: (nullable): the questions that the code asks (troupe-flow-runner-python-ask.c)
 * @cancellable: (nullable): of a function; cancelled with the action, and if the method is paused
 * @n_questions: number of questions so far; @refusal: (nullable): why the call was ended because of a
 *   question
 * @is_paused: whether no user is available to answer a question
 * @is_awaited: whether the run waits for the call, until @patience_us; @is_slow: whether the run
 *   has stopped waiting
 *
 * A running call of code, or of a tool that may be Python.
 */
typedef struct
{
  TroupeRunnerPython *python;
  TroupeRunnerFrame *frame;
  const TroupeFlowAction *action;
  TroupeValue *outputs; /* (nullable) */
  char *path;
  TroupeRunnerView view;
  char *label;
  gint64 patience_us;
  gboolean is_awaited;
  gboolean has_ended;
  gboolean is_slow;
  GPtrArray *inputs;
  guint n_questions;
  GError *refusal;
  GCancellable *cancellable;
  GCancellable *outer; /* (nullable): of the action */
  gulong cancel_handler;
  gboolean is_paused;
} TroupeRunnerPythonCall;

/* Starts the call itself, with troupe_runner_action_wait(). @arguments: (nullable) */
typedef void (*TroupeRunnerPythonCallFunc) (TroupeRunnerPythonCall *call, TroupeValue *arguments);

/* Creates a call and starts it with @func. @may_be_quick: whether the run waits a short time for
 * the call to end */
void troupe_runner_python_begin_call (TroupeRunnerFrame *frame,
                                      const TroupeFlowAction *action,
                                      TroupeValue *arguments,
                                      TroupeValue *outputs,
                                      gboolean may_be_quick,
                                      TroupeRunnerPythonCallFunc func);
/* Fills @request with the data of the run that the code sees. @request borrows from @call. */
void troupe_runner_python_fill_call (TroupeRunnerPythonCall *call, TroupePythonRequest *request);
/* Called after the call has called back; @call must not be used any more. Returns TRUE if the
 * run waits for the call. In that case its results count as turns of the run, and the caller
 * calls troupe_runner_frames_set_advancing() before and after it processes them. */
gboolean troupe_runner_python_end_call (TroupeRunnerPythonCall *call);

/* Handles a question of the code. @user_data: the #TroupeRunnerPythonCall */
void troupe_runner_python_ask_cb (const TroupePythonQuestion *question, gpointer user_data);
/* Withdraws the questions that have no answer yet. */
void troupe_runner_python_end_questions (TroupeRunnerPythonCall *call);

/* Fills @request from the document. Borrows @path. */
void troupe_runner_python_fill_request (TroupeRunnerPython *self,
                                        TroupePythonRequest *request,
                                        const TroupeFlowAction *action,
                                        const char *path);
/* Converts an exception of a script or function. (transfer full): an error of %TROUPE_RUN_ERROR */
GError *troupe_runner_python_describe_failure (const TroupeFlowAction *action,
                                               const TroupePythonFailure *failure);
/* Converts an error that prevented the code from running. Takes ownership of @cause. */
GError *troupe_runner_python_describe_error (GError *cause);

G_END_DECLS
