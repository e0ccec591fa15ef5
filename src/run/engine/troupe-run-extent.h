/* troupe-run-extent.h: which part of a document a run executes, and with which inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Setters; call them before the run starts. Names are those of methods of a flow, or of tasks of a crew (for a task also
 * its number from 1). troupe_run_set_from() and the like (troupe-run-fork.h) set where a run begins. */

/* Ends the run successfully as soon as @name has ended: what is running ends, nothing else starts, and the output of
 * @name is the result of the run, which is marked as ended early (`ended_early` of #TroupeRunResult). Returns FALSE with %TROUPE_RUN_ERROR_INPUT if there is no
 * such method or task. */
gboolean troupe_run_set_until (TroupeRun *self, const char *name, GError **error);
/* Runs only @name: with the outputs and the state before it if the run begins with a stored run, else with the
 * pinned outputs of other methods and the initial state. Errors: as troupe_run_set_until(). */
gboolean troupe_run_set_only (TroupeRun *self, const char *name, GError **error);
/* Sets what a method is given each time it starts, instead of what its trigger or its `with` yields: the arguments of
 * a tool or of code, the input of an agent, the inputs of a crew, the value of a script or of code without `with`; of a task, its
 * context, a string. Errors: as troupe_run_set_until(). */
gboolean
troupe_run_set_input_of (TroupeRun *self, const char *name, TroupeValue *value, GError **error);
/* Sets whether the pins and mutes of the document are ignored, as CrewAI ignores them. */
void troupe_run_set_ignores_pins (TroupeRun *self, gboolean ignores);

G_END_DECLS
