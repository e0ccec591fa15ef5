/* troupe-flow-runner-feedback.h: methods that ask a person
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-model.h"
#include "troupe-flow-runner-frame.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerPeople:
 *
 * What the run has asked people, in this process and in those before.
 */
typedef struct _TroupeRunnerPeople TroupeRunnerPeople;

TroupeRunnerPeople *troupe_runner_people_new (void);
void troupe_runner_people_free (TroupeRunnerPeople *self);

/* --- troupe-flow-runner-feedback.c: asking and answers ------------------------------------------- */

/* Whether the frame's method asks a person behind its action. */
gboolean troupe_runner_feedback_is_wanted (TroupeRunnerFrame *frame);
/* What the frame's method asks behind its action. (transfer full) */
TroupeRunRequest *troupe_runner_feedback_make_record (TroupeRunnerFrame *frame);
/* Turn 1: asks, or takes the answer. FALSE: the frame waits for one, or is paused. */
gboolean troupe_runner_feedback_may_record (TroupeRunnerFrame *frame);
/* The frame waits for a model. Returns what cancels that. (transfer none) */
GCancellable *troupe_runner_feedback_await_model (TroupeRunnerFrame *frame);
/* The model did not help: the method fails in its next turn. @error: (transfer full) */
void troupe_runner_feedback_fail (TroupeRunnerFrame *frame, GError *error, gboolean is_temporary);
/* A model has said which outcome the frame's answer means: queues its turn 1. */
void troupe_runner_feedback_interpreted (TroupeRunnerFrame *frame, const char *outcome);
/* Records what the person said, and the output. */
void troupe_runner_feedback_record (TroupeRunnerFrame *frame);
/* Nobody need answer the frame any more. FALSE where it did not wait. */
gboolean troupe_runner_feedback_drop (TroupeRunnerFrame *frame);

/* Queues the frames whose answers have come, and pauses all where nobody will answer. */
void troupe_runner_feedback_take_answers (TroupeFlowRunner *runner);
gboolean troupe_runner_feedback_is_awaited (TroupeFlowRunner *runner);
/* Whether methods wait for a person who is not there. */
gboolean troupe_runner_feedback_is_paused (TroupeFlowRunner *runner);

/* --- troupe-feedback-interpret.c: models that say what was meant ------------------------------- */

/* What asks it, as far as the frame says it. Borrowed from the run. */
void troupe_runner_feedback_fill_call (TroupeRunnerFrame *frame, TroupeFeedbackModelCall *call);
/* Whether there is a model that can be asked which outcome an answer means. */
gboolean troupe_runner_feedback_can_interpret (TroupeRunnerFrame *frame, GError **error);
/* Asks it what @text means; the frame's turn comes again with what it said. */
void troupe_runner_feedback_interpret (TroupeRunnerFrame *frame, const char *text);

/* --- troupe-feedback-learning.c: methods that learn from answers ---------------------------------- */

/* Has a model prepare @output before a person sees it, and has the frame's turn come again then. FALSE: there is
 * nothing to prepare it with, or the method does not learn. */
gboolean troupe_runner_feedback_review (TroupeRunnerFrame *frame, TroupeValue *output);
/* The same with what is to be learnt from the answer @text. */
gboolean troupe_runner_feedback_distil (TroupeRunnerFrame *frame, const char *text);
/* Tells of a method that is to learn and cannot. */
void troupe_runner_feedback_tell_unlearnt (TroupeRunnerFrame *frame);

/* --- troupe-flow-runner-paused.c: nobody is there ------------------------------------------------ */

/* What a run that is resumed had asked. */
void troupe_runner_feedback_take_requests (TroupeFlowRunner *runner);
/* The state as it was behind the actions that asked behind the step @ordinal. */
void troupe_runner_feedback_restore_state (TroupeFlowRunner *runner, gint64 ordinal);
/* Gives the frame the output that its method had when it asked, in place of its action. */
gboolean troupe_runner_feedback_take_stored (TroupeRunnerFrame *frame);

/* Begins with what was asked in another process (doc/flow-semantics.md §10.1). */
void troupe_runner_feedback_begin_pending (TroupeFlowRunner *runner, TroupeRunnerFrame *root);

/* Which frame's error came before any pause, or NULL where the run is paused. */
TroupeRunnerFrame *troupe_runner_feedback_find_failure (TroupeFlowRunner *runner);
/* Ends the run as paused and calls a routine that keeps what is asked. Where that is lost the routines'
 * failure says why. */
void troupe_runner_feedback_pause_flow (TroupeFlowRunner *runner);

/* The frame's action waits for a person who is not there. */
void troupe_runner_people_pause (TroupeRunnerFrame *frame);

G_END_DECLS
