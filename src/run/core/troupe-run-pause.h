/* troupe-run-pause.h: a paused run: breakpoints, what it shows, and changing it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-breakpoints.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Sets the breakpoints, before or during the run, from any thread. A hit pauses the run like troupe_run_hold();
 * troupe_run_step(), troupe_run_release() and troupe_run_cancel() continue it. Breakpoints on names that do not
 * exist are reported by a warning of the run. @breakpoints: (nullable): a reference is kept */
void troupe_run_set_breakpoints (TroupeRun *self, TroupeBreakpoints *breakpoints);
/* Returns the breakpoints; from any thread. (transfer full) (nullable) */
TroupeBreakpoints *troupe_run_get_breakpoints (TroupeRun *self);

/* Why a run is paused. */
typedef enum
{
  TROUPE_PAUSE_BY_USER,       /* troupe_run_hold() */
  TROUPE_PAUSE_BY_STEP,       /* after troupe_run_step() */
  TROUPE_PAUSE_BY_BREAKPOINT,
  TROUPE_PAUSE_BY_BUDGET,
} TroupePauseReason;

/* Returns the name in events, such as `breakpoint`. (transfer none) */
const char *troupe_pause_reason_get_name (TroupePauseReason reason);

/**
 * TroupeRunPause:
 * @breakpoint: (nullable): the breakpoint that was hit, a map as in `x-troupe.breakpoints`; with `error` if its
 *   condition could not be evaluated
 * @pending: a list of the methods or the task that start next, each a map of `method` or `task`, `launch` (the number of the
 *   execution), `input` (what it is given by its trigger, a task: the context) and, if the action has one, `with`: what its `with`
 *   evaluates to in the current state, or `error`
 * @prompts: a list with the messages for each of @pending that is an agent, as far as they are known before it starts: without
 *   tools, skills, memories and knowledge; else null
 * @event: (nullable): the event that is about to be dispatched
 * @state: the state, null for a crew
 * @outputs: a map of the outputs so far, of a crew those of its tasks
 * @tasks: of a flow that pauses before tasks of its crews: a map of the methods to maps of the outputs of the tasks before; it is
 *   empty if there are none, and for a crew
 * @edits: a list of the changes since the run began, each a map of `path`, `before`, `after`, `by` and `time` (RFC 3339)
 *
 * What a paused run shows. Immutable; atomic reference count. Secrets are not redacted, as in the run.
 */
typedef struct
{
  TroupePauseReason reason;
  TroupeValue *breakpoint;
  TroupeValue *pending;
  TroupeValue *prompts;
  char *event;
  TroupeValue *state;
  TroupeValue *outputs;
  TroupeValue *tasks;
  TroupeValue *edits;
} TroupeRunPause;

void troupe_run_pause_unref (TroupeRunPause *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunPause, troupe_run_pause_unref)

/* Returns what the run shows, from any thread; %NULL if it is not paused, or if running methods still have to end
 * before it is. It is new after each change; %TROUPE_EVENT_RUN_HELD and %TROUPE_EVENT_RUN_EDITED report it. (transfer
 * full) (nullable) */
TroupeRunPause *troupe_run_get_pause (TroupeRun *self);

/**
 * troupe_run_edit_async:
 * @path: `state.NAME…`, `outputs.METHOD…`, or `input` or `input.METHOD` for what the next method or task is given; members are
 *   separated by dots, and numbers in brackets select items, as in `state.items[0].name`
 * @value: the new value
 * @by: (nullable): who changes it, for the history; %NULL: the name of the user
 *
 * Changes a paused run, from any thread. The state is checked against its schema as a whole. The change is stored before
 * @callback is called, so that a resumed run has it, and reported by %TROUPE_EVENT_RUN_EDITED. @callback is called in the
 * caller's thread-default context.
 */
void troupe_run_edit_async (TroupeRun *self,
                            const char *path,
                            TroupeValue *value,
                            const char *by,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* Returns FALSE if nothing was changed: %TROUPE_RUN_ERROR_SCHEMA if the state's schema does not allow it, _INPUT if there
 * is no such place or the run is not paused. */
gboolean troupe_run_edit_finish (TroupeRun *self, GAsyncResult *result, GError **error);

G_END_DECLS
