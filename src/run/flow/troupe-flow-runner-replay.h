/* troupe-flow-runner-replay.h: replay of a resumed run from its stored steps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner.h"

G_BEGIN_DECLS

typedef struct _TroupeRunnerFrame TroupeRunnerFrame;

/**
 * TroupeRunnerReplay:
 *
 * Executes the flow again from the beginning, but does not execute methods that had already ended.
 * Each of these methods gets its stored outcome, in the order in which the outcomes were stored, so
 * that all pending events, fired listeners, counters and queues are restored. Then the methods that
 * were running start again. Events that were emitted before are not emitted again.
 */
typedef struct _TroupeRunnerReplay TroupeRunnerReplay;

/* @steps: (element-type TroupeRunStep): from number 0; @events: (element-type TroupeEvent): the
 *   emitted events. Both are borrowed for the lifetime of the replay. Returns NULL if a step
 *   belongs to a method that the flow does not contain. */
TroupeRunnerReplay *troupe_runner_replay_new (TroupeFlowRunner *runner,
                                              GPtrArray *steps,
                                              GPtrArray *events,
                                              GError **error);
void troupe_runner_replay_free (TroupeRunnerReplay *self);

/* These functions also accept %NULL, for a run that is not resumed. */
gboolean troupe_runner_replay_is_active (TroupeRunnerReplay *self);
/* Repeats what the user had changed before the first method ended, so that the start methods see it. Call it before
 * they are launched. */
void troupe_runner_replay_apply_first (TroupeRunnerReplay *self);
/* Ends the replay immediately if there is nothing to replay. */
void troupe_runner_replay_begin (TroupeRunnerReplay *self);
/* Returns the stored step of this execution of the frame's method, or NULL. */
const TroupeRunStep *troupe_runner_replay_find (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Sets the stored outcome of the frame instead of executing its action, and queues its turn 1.
 * Returns TRUE if nothing was queued because the method ended while it was launched. */
gboolean troupe_runner_replay_take_outcome (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Returns TRUE if turn 1 of the frame may be executed now. Otherwise the frame is set aside
 * until its turn may be executed. */
gboolean troupe_runner_replay_may_record (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Called after turn 1 of the frame. */
void troupe_runner_replay_recorded (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Removes a frame that was set aside. Returns TRUE if the frame was set aside and is therefore
 * in no queue. */
gboolean troupe_runner_replay_drop (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Stores the arguments of troupe_runner_action_start() until the end of the replay, because the
 * method may have lost a race. @input, @outputs: (nullable) */
void troupe_runner_replay_defer (TroupeRunnerReplay *self,
                                 TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *input,
                                 TroupeValue *outputs);
/* Called if no turn is left although not all steps were replayed, because the flow took a
 * different path. */
void troupe_runner_replay_unblock (TroupeRunnerReplay *self);

/* Returns the sequence number that the same event had before the interruption, or 0. Each event
 * is found once. */
guint64 troupe_runner_replay_find_event (TroupeRunnerReplay *self,
                                         TroupeEventType type,
                                         const char *method);

G_END_DECLS
