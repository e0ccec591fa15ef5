/* troupe-runner-change.h: changes of a paused run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* Pushes a routine that makes the change of the task, checks and stores it, reports it, and completes the task.
 * @task: (transfer full): with a #TroupePauseChange */
void troupe_runner_change_call (TroupeFlowRunner *runner, GTask *task);
/* Repeats the outputs and inputs of a stored change (%TROUPE_RUN_STEP_CHANGE); the state is that of its step. */
void troupe_runner_change_apply (TroupeFlowRunner *runner, TroupeValue *change);

G_END_DECLS
