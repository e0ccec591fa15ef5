/* troupe-flow-runner-python.h: Python of a flow run: helper process and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-frame.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerPython:
 *
 * The single helper process of a run and the Python calls that it executes. Changes of a script to
 * the state, to outputs and to the item of an `each` are applied before its return value
 * (doc/flow-semantics.md §5.2, §8).
 */
typedef struct _TroupeRunnerPython TroupeRunnerPython;

/* Creates the Python part of a run; starts nothing. Returns NULL if the flow has no Python, or
 * only a state class that was not permitted. */
TroupeRunnerPython *troupe_runner_python_new (TroupeFlowRunner *runner);
/* Returns the helper process. (transfer none) */
TroupePython *troupe_runner_python_get_helper (TroupeRunnerPython *self);
/* Returns the hooks that the code has registered with `crewai.hooks`, for requests of the flow itself. @self:
 * (nullable): must live as long as the requests */
TroupeAgentHooks troupe_runner_python_list_hooks (TroupeRunnerPython *self);
/* Stops the process and all its children. If the flow never started, reports the output of the
 * code now. */
void troupe_runner_python_free (TroupeRunnerPython *self);

/**
 * troupe_runner_python_check:
 *
 * Pushes a routine that compiles every script and imports every referenced function and tool
 * (§1.2), including those of `each` steps. On failure, sets the error of the runner's result, which
 * lists all problems, and the path of the error. A run that was stopped in the meantime has no
 * error.
 */
void troupe_runner_python_check (TroupeRunnerPython *self);

/* Called when the flow has started and its record exists. Reports the output that the code has
 * written during its import. @self: (nullable) */
void troupe_runner_python_begin (TroupeRunnerPython *self);

/* --- troupe-flow-runner-python-state.c: state that is a Pydantic model (§5) ------------------- */

/* Pushes a routine that imports the class of the state if there is a class and code is
 * permitted. If the class cannot be used, the warning of the state is set. In that case the
 * state's schema is used if it exists. */
void troupe_runner_python_import_state (TroupeFlowRunner *runner);
/* Returns TRUE if the state is an instance of the document's state class. @self: (nullable) */
gboolean troupe_runner_python_has_state (TroupeRunnerPython *self);
/* Pushes a routine that has the class create a state from @values. Failure:
 * %TROUPE_RUN_ERROR_SCHEMA. @id: (nullable): the id if @values do not contain an id; required
 * values may be missing in that case */
void
troupe_runner_python_make_state (TroupeRunnerPython *self, TroupeValue *values, const char *id);

/* Records that the output of the method has changed. Does nothing if @self is %NULL. */
void troupe_runner_python_output_changed (TroupeRunnerPython *self, guint method);

/**
 * troupe_runner_python_begin_action:
 * @action: a script, code or a tool
 *
 * Computes the input of the action, and calls troupe_runner_action_ready().
 */
gboolean troupe_runner_python_begin_action (TroupeRunnerFrame *frame,
                                            const TroupeFlowAction *action);

/**
 * troupe_runner_python_start_action:
 * @action: a script or code
 * @arguments: (nullable): the rendered `with`
 * @outputs: (nullable): the outputs that the code sees; %NULL for the current ones
 *
 * Executes the action of the frame, or of the current step. Code that is as quick as an expression
 * has ended when this function returns. As in CrewAI, methods that are launched together are
 * therefore executed one after the other (§4.3). Other code ends later.
 */
void troupe_runner_python_start_action (TroupeRunnerFrame *frame,
                                        const TroupeFlowAction *action,
                                        TroupeValue *arguments,
                                        TroupeValue *outputs);

/* Applies the side effects of the code, even if the code failed or its result is not needed. */
void troupe_runner_python_take_effects (TroupeRunnerFrame *frame, const TroupePythonResult *result);
/* Ends the action. @value: (transfer full); @label: (nullable): the event name, if Python
 * returned one */
void
troupe_runner_python_end_action (TroupeRunnerFrame *frame, TroupeValue *value, const char *label);

G_END_DECLS
