/* troupe-steps.h: a procedure of several steps, some of which are asynchronous
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeStepResult:
 * @TROUPE_STEP_DONE: the next step runs at once
 * @TROUPE_STEP_PENDING: the step has started an operation, whose callback calls
 *   troupe_steps_continue(), troupe_steps_repeat() or troupe_steps_return_to(), or ends the
 *   procedure. The callback may be called before the step returns.
 * @TROUPE_STEP_END: no further step runs. The step has reported the result or the error.
 */
typedef enum
{
  TROUPE_STEP_DONE,
  TROUPE_STEP_PENDING,
  TROUPE_STEP_END,
} TroupeStepResult;

/**
 * TroupeStep:
 * @name: for debug messages
 * @run: the step; %NULL ends the table
 *
 * One step of a procedure. A table of steps is static and lists them in the order in which they
 * run, so that an asynchronous procedure reads from top to bottom.
 */
typedef struct
{
  const char *name;
  TroupeStepResult (*run) (gpointer data);
} TroupeStep;

/**
 * TroupeSteps:
 *
 * One execution of a table of steps. Its owner embeds it in the object that contains the data of
 * the procedure, and frees it with that object, which cancels the operation of a pending step.
 *
 * Threads: used by one thread at a time.
 */
typedef struct _TroupeSteps TroupeSteps;

/**
 * troupe_steps_new:
 * @steps: (transfer none): a static table
 * @data: passed to each step; must live until the last step has returned or @self is freed
 *
 * Creates an execution that has not started yet.
 *
 * Returns: (transfer full)
 */
TroupeSteps *troupe_steps_new (const TroupeStep *steps, gpointer data);

/**
 * troupe_steps_free:
 * @self: (nullable) (transfer full)
 *
 * Frees the execution. No further step runs. A step may free the execution that is running it;
 * then it must not use its data any more.
 */
void troupe_steps_free (TroupeSteps *self);

/**
 * troupe_steps_start:
 *
 * Runs the first step, and the steps after it until one is pending or ends the procedure.
 */
void troupe_steps_start (TroupeSteps *self);

/**
 * troupe_steps_continue:
 *
 * Runs the step after the pending one. If the pending step has not returned yet, it runs when it
 * has, so that a chain of operations that finish at once does not nest.
 */
void troupe_steps_continue (TroupeSteps *self);

/**
 * troupe_steps_repeat:
 *
 * Runs the pending step again, such as for the next element of a list, or to let a step that waits
 * check its condition. Otherwise like troupe_steps_continue().
 */
void troupe_steps_repeat (TroupeSteps *self);

/**
 * troupe_steps_return_to:
 * @step: function of the pending step or of an earlier one
 *
 * Runs the procedure again from @step, such as to repeat an attempt that was rejected. Otherwise
 * like troupe_steps_continue().
 */
void troupe_steps_return_to (TroupeSteps *self, TroupeStepResult (*step) (gpointer data));

/* Returns TRUE if no further step runs. */
gboolean troupe_steps_has_ended (TroupeSteps *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSteps, troupe_steps_free)

G_END_DECLS
