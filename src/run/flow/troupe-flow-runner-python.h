/* troupe-flow-runner-python.h: the Python of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-frame.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerPython:
 *
 * The one helper process of a run, and the calls in it. What a script leaves in the state, in outputs
 * and in the item of an `each` is put in place before what it returns (doc/flow-semantics.md §5.2, §8).
 */
typedef struct _TroupeRunnerPython TroupeRunnerPython;

/* NULL where the flow has no Python, or only a class for its state that was not permitted. Starts nothing. */
TroupeRunnerPython *troupe_runner_python_new (TroupeFlowRunner *runner);
/* The process itself. (transfer none) */
TroupePython *troupe_runner_python_get_helper (TroupeRunnerPython *self);
/* Ends the process with all its children. Where the flow never began, what code printed is told now. */
void troupe_runner_python_free (TroupeRunnerPython *self);

/**
 * troupe_runner_python_check:
 *
 * Calls a routine that compiles every script and imports what every function and tool names (§1.2), each
 * `each` step included. Where anything fails, the runner's result gets the error, which names all of it, and
 * its place. A run that is stopped meanwhile has no error.
 */
void troupe_runner_python_check (TroupeRunnerPython *self);

/* The flow has begun, and with it its record: what code printed when it was imported belongs there. @self:
 * (nullable) */
void troupe_runner_python_begin (TroupeRunnerPython *self);

/* --- troupe-flow-runner-python-state.c: a state that is a Pydantic model (§5) ---------------------- */

/* Calls a routine that imports the class of the state where there is one and code is permitted. The state's
 * warning says why it cannot be used, as then the state's schema is, or none. */
void troupe_runner_python_import_state (TroupeFlowRunner *runner);
/* Whether the state is of that class. @self: (nullable) */
gboolean troupe_runner_python_has_state (TroupeRunnerPython *self);
/* Calls a routine that lets the class make a state of @values, which is made then, or the routines have
 * failed with %TROUPE_RUN_ERROR_SCHEMA. @id: (nullable): what it gets without one; then required values
 * may be missing */
void
troupe_runner_python_make_state (TroupeRunnerPython *self, TroupeValue *values, const char *id);

/* Nothing where @self is %NULL. The method has another output than before. */
void troupe_runner_python_output_changed (TroupeRunnerPython *self, guint method);

/**
 * troupe_runner_python_begin_action:
 * @action: a script, code or a tool
 *
 * Works out what the action is given, and says that it is ready.
 */
gboolean troupe_runner_python_begin_action (TroupeRunnerFrame *frame,
                                            const TroupeFlowAction *action);

/**
 * troupe_runner_python_start_action:
 * @action: a script or code
 * @arguments: (nullable): the rendered `with`
 * @outputs: (nullable): what the code sees of outputs; %NULL: what there is now
 *
 * Does the action of the frame, or of the step under way. What is as quick as an expression has ended
 * when this returns, so that methods that are launched together come one after the other as they do in
 * CrewAI (§4.3); the rest ends whenever it does.
 */
void troupe_runner_python_start_action (TroupeRunnerFrame *frame,
                                        const TroupeFlowAction *action,
                                        TroupeValue *arguments,
                                        TroupeValue *outputs);

/* `methods.a.do`, or in a step `methods.a.do.do[0].action`, with `.code` where the code itself is meant.
 * (transfer full) */
char *troupe_runner_python_make_path (TroupeRunnerFrame *frame,
                                      const TroupeFlowAction *action,
                                      gboolean of_code);

G_END_DECLS
