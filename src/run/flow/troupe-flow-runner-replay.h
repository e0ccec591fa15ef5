/* troupe-flow-runner-replay.h: resuming a run whose process is gone
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
 * The machine is run again from the beginning, but methods that had ended are not: each has the outcome
 * that was written of it, in the order in which they were written, so that everything that is pending,
 * fired, counted or waiting is as it was. Then the methods that were under way begin anew. Nothing that
 * was told before is told again.
 */
typedef struct _TroupeRunnerReplay TroupeRunnerReplay;

/* @steps: (element-type TroupeRunStep): from number 0; @events: (element-type TroupeEvent): what was
 * told. Both are borrowed while this lives. NULL where a step is of a method that the flow has not. */
TroupeRunnerReplay *troupe_runner_replay_new (TroupeFlowRunner *runner,
                                              GPtrArray *steps,
                                              GPtrArray *events,
                                              GError **error);
void troupe_runner_replay_free (TroupeRunnerReplay *self);

/* All of these take %NULL, too, for a run that is no replay. */
gboolean troupe_runner_replay_is_active (TroupeRunnerReplay *self);
/* Ends the replay where there is nothing to replay. */
void troupe_runner_replay_begin (TroupeRunnerReplay *self);
/* What was written of this run of the frame's method, or NULL. */
const TroupeRunStep *troupe_runner_replay_find (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Gives the frame its outcome in place of its action, and queues its turn 1. TRUE: nothing is queued, as
 * the method ended while it was launched. */
gboolean troupe_runner_replay_take_outcome (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Whether the frame's turn 1 may be done now. Else it is put aside until it may. */
gboolean troupe_runner_replay_may_record (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* The frame's turn 1 was done. */
void troupe_runner_replay_recorded (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* TRUE where the frame stood aside, so that it is in no queue. */
gboolean troupe_runner_replay_drop (TroupeRunnerReplay *self, TroupeRunnerFrame *frame);
/* Keeps what troupe_runner_action_start() is to be given until the replay is over, as the method may have
 * lost a race. @input, @outputs: (nullable) */
void troupe_runner_replay_defer (TroupeRunnerReplay *self,
                                 TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *input,
                                 TroupeValue *outputs);
/* No turn is left although not all was replayed: the flow went another way. */
void troupe_runner_replay_unblock (TroupeRunnerReplay *self);

/* The number of the same event when it was told before, or 0. Each is found once. */
guint64 troupe_runner_replay_find_event (TroupeRunnerReplay *self,
                                         TroupeEventType type,
                                         const char *method);

G_END_DECLS
