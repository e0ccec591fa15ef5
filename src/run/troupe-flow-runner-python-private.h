/* troupe-flow-runner-python-private.h: what the files about the Python of a run share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-private.h"

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
  GPtrArray *early; /* (nullable) (element-type EarlyOutput) */
  gboolean has_state; /* whether the state is of a class of Python */
};

/* What a call sees of outputs, as briefly as the helper's knowledge lets it be. */
typedef struct
{
  TroupeValue *outputs;
  char **removed; /* (nullable) */
} TroupeRunnerView;

void _troupe_runner_python_make_view (TroupeRunnerPython *self,
                                      TroupeRunnerFrame *frame,
                                      TroupeValue *outputs,
                                      TroupePythonRequest *request,
                                      TroupeRunnerView *view);
void _troupe_runner_view_clear (TroupeRunnerView *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeRunnerView, _troupe_runner_view_clear)

/* `methods.a.do`, or in a step `methods.a.do.do[0].action`, with `.code` where the code itself is meant.
 * (transfer full) */
char *_troupe_runner_python_make_path (TroupeRunnerFrame *frame,
                                       const TroupeFlowAction *action,
                                       gboolean of_code);
/* What of a request is known from the document. Borrows @path. */
void _troupe_runner_python_fill_request (TroupeRunnerPython *self,
                                         TroupePythonRequest *request,
                                         const TroupeFlowAction *action,
                                         const char *path);
/* (transfer full): of %TROUPE_RUN_ERROR */
GError *_troupe_runner_python_describe_failure (const TroupeFlowAction *action,
                                                const TroupePythonFailure *failure);
/* The same of what kept the code from running. Takes @cause over. */
GError *_troupe_runner_python_describe_error (const TroupeFlowAction *action, GError *cause);

G_END_DECLS
