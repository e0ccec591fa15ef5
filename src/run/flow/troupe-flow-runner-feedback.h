/* troupe-flow-runner-feedback.h: human feedback of methods: requests, answers, interpretation,
 * learning, pause
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-model.h"
#include "troupe-flow-runner-frame.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerFeedbackState:
 *
 * The feedback requests of the run, including those of earlier processes.
 */
typedef struct _TroupeRunnerFeedbackState TroupeRunnerFeedbackState;

TroupeRunnerFeedbackState *troupe_runner_people_new (void);
void troupe_runner_people_free (TroupeRunnerFeedbackState *self);

/* --- troupe-flow-runner-feedback.c: requests and answers -------------------------------------- */

/* Returns TRUE if the frame's method requests feedback after its action. */
gboolean troupe_runner_feedback_is_wanted (TroupeRunnerFrame *frame);
/* Creates the feedback request of the frame's method. (transfer full) */
TroupeRunRequest *troupe_runner_feedback_make_record (TroupeRunnerFrame *frame);
/* Executes turn 1: requests feedback or processes the answer. Returns FALSE if the frame waits
 * for an answer or is paused. */
gboolean troupe_runner_feedback_may_record (TroupeRunnerFrame *frame);
/* Marks the frame as waiting for a model. Returns the cancellable of the model call. (transfer
 * none) */
GCancellable *troupe_runner_feedback_await_model (TroupeRunnerFrame *frame);
/* Called if the model call has failed. The method fails in its next turn. @error: (transfer
 * full) */
void troupe_runner_feedback_fail (TroupeRunnerFrame *frame, GError *error, gboolean is_temporary);
/* Called if the model has matched the frame's answer to an outcome. Queues turn 1 of the frame. */
void troupe_runner_feedback_interpreted (TroupeRunnerFrame *frame, const char *outcome);
/* Records the feedback of the user, and the output. */
void troupe_runner_feedback_record (TroupeRunnerFrame *frame);
/* Withdraws the request of the frame. Returns FALSE if the frame was not waiting for an answer. */
gboolean troupe_runner_feedback_drop (TroupeRunnerFrame *frame);

/* Queues the frame that waits for the answer, or ends the question of its action. @answer: (transfer full) */
void troupe_runner_feedback_take_answer (TroupeFlowRunner *runner, TroupeFeedbackAnswer *answer);
/* Passes on the answers that have arrived. If no more answers can arrive, pauses all
 * waiting frames. */
void troupe_runner_feedback_take_answers (TroupeFlowRunner *runner);
gboolean troupe_runner_feedback_is_awaited (TroupeFlowRunner *runner);
/* Returns TRUE if methods are paused because no user is available to answer. */
gboolean troupe_runner_feedback_is_paused (TroupeFlowRunner *runner);

/* --- troupe-feedback-interpret.c: interpretation of answers by a model ------------------------ */

/* Fills @call from the frame. Borrows from the run. */
void troupe_runner_feedback_fill_call (TroupeRunnerFrame *frame, TroupeFeedbackModelCall *call);
/* Returns TRUE if a model can be called to match an answer to an outcome. */
gboolean troupe_runner_feedback_can_interpret (TroupeRunnerFrame *frame, GError **error);
/* Calls the model to interpret @text. Queues a turn of the frame when the model has answered. */
void troupe_runner_feedback_interpret (TroupeRunnerFrame *frame, const char *text);

/* --- troupe-feedback-learning.c: learning from answers ---------------------------------------- */

/* Has a model improve @output with the stored lessons before the user sees it, and then queues a
 * turn of the frame. Returns FALSE if there are no lessons or the method does not learn. */
gboolean troupe_runner_feedback_review (TroupeRunnerFrame *frame, TroupeValue *output);
/* Has a model extract lessons from the answer @text, and then queues a turn of the frame.
 * Returns FALSE if no model is called. */
gboolean troupe_runner_feedback_distil (TroupeRunnerFrame *frame, const char *text);
/* Reports a method that should learn but cannot. */
void troupe_runner_feedback_tell_unlearnt (TroupeRunnerFrame *frame);

/* --- troupe-flow-runner-paused.c: pausing and resuming ---------------------------------------- */

/* Takes over the requests of a resumed run. */
void troupe_runner_feedback_take_requests (TroupeFlowRunner *runner);
/* Restores the state at the time when feedback was requested after step @ordinal. */
void troupe_runner_feedback_restore_state (TroupeFlowRunner *runner, gint64 ordinal);
/* Sets the frame's result to the output that its method had at the time of the request. The
 * action is not executed. */
gboolean troupe_runner_feedback_take_stored (TroupeRunnerFrame *frame);

/* Starts the run with a feedback request of another process (doc/flow-semantics.md §10.1). */
void troupe_runner_feedback_begin_pending (TroupeFlowRunner *runner, TroupeRunnerFrame *root);

/* Returns the frame whose error occurred before any pause, or NULL if the run is paused. */
TroupeRunnerFrame *troupe_runner_feedback_find_failure (TroupeFlowRunner *runner);
/* Ends the run as paused and pushes a routine that stores the request. If storing fails, the
 * continuations fail with that error. */
void troupe_runner_feedback_pause_flow (TroupeFlowRunner *runner);

/* Pauses the frame because its action waits for a user who is not available. */
void troupe_runner_people_pause (TroupeRunnerFrame *frame);

G_END_DECLS
