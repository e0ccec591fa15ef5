/* troupe-flow-runner-python-private.h: what the files about the Python of a run share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-python.h"

G_BEGIN_DECLS

/* @n_slow: calls under way that nobody stands still for any more; @feedback: names of methods whose
 * output is what a person answered; @file: (nullable): the document, as tracebacks name it; @odd_field:
 * (nullable): as the last answer said; @changed: the methods with another output since the last call;
 * @steps: the names of the steps whose outputs the helper sees; @is_told: whether it knows all outputs but
 * these; @early: what code printed before the flow began, NULL since */
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
  gboolean has_state; /* whether the state is of a class of Python */
};

/* What a call sees of outputs, as briefly as the helper's knowledge lets it be. */
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
 * @path: the place of the action
 * @view: what the code sees of outputs
 * @python: (nullable): of a run that has none
 * @label: (nullable): which event a router's result is, where Python said so
 * @is_awaited: the run stands still for it, until @patience_us; @is_slow: it does not any more
 *
 * A call under way, of code or of a tool that may be Python.
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
} TroupeRunnerPythonCall;

/* Begins the call itself, with troupe_runner_action_wait(). @arguments: (nullable) */
typedef void (*TroupeRunnerPythonCallFunc) (TroupeRunnerPythonCall *call, TroupeValue *arguments);

/* Makes a call and has @func begin it. @may_be_quick: whether the run stands still for a moment then */
void troupe_runner_python_begin_call (TroupeRunnerFrame *frame,
                                      const TroupeFlowAction *action,
                                      TroupeValue *arguments,
                                      TroupeValue *outputs,
                                      gboolean may_be_quick,
                                      TroupeRunnerPythonCallFunc func);
/* What the code of the call sees of the run. @request borrows from it. */
void troupe_runner_python_fill_call (TroupeRunnerPythonCall *call, TroupePythonRequest *request);
/* It has called back, and is not to be used any more. TRUE: the run stands still for it, so that what comes
 * of it is the run's own doing: troupe_runner_frames_set_advancing() is called around that. */
gboolean troupe_runner_python_end_call (TroupeRunnerPythonCall *call);
/* What the code did besides returning something. It did so too where it failed or where nobody waits for
 * it any more. */
void troupe_runner_python_take_effects (TroupeRunnerFrame *frame, const TroupePythonResult *result);
/* The action has ended. @value: (transfer full); @label: (nullable): which event it is, as Python says */
void
troupe_runner_python_end_action (TroupeRunnerFrame *frame, TroupeValue *value, const char *label);

/* What of a request is known from the document. Borrows @path. */
void troupe_runner_python_fill_request (TroupeRunnerPython *self,
                                        TroupePythonRequest *request,
                                        const TroupeFlowAction *action,
                                        const char *path);
/* What a script or a function raised. (transfer full): of %TROUPE_RUN_ERROR */
GError *troupe_runner_python_describe_failure (const TroupeFlowAction *action,
                                               const TroupePythonFailure *failure);
/* The same of what kept the code from running. Takes @cause over. */
GError *troupe_runner_python_describe_error (GError *cause);

G_END_DECLS
