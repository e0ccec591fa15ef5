/* troupe-flow-runner-frame.h: one run of one method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-each.h"
#include "troupe-flow-runner.h"

G_BEGIN_DECLS

typedef struct _TroupeRunnerFrame TroupeRunnerFrame;
typedef struct _TroupeRunnerFrames TroupeRunnerFrames;

/* As what a method was launched. */
typedef enum
{
  TROUPE_FRAME_ROOT, /* the kickoff itself */
  TROUPE_FRAME_START,
  TROUPE_FRAME_LISTENER,
  TROUPE_FRAME_ROUTER,
} TroupeFrameRole;

typedef enum
{
  TROUPE_STAGE_ACTION,   /* the action is under way */
  TROUPE_STAGE_STEP,     /* queued: a step of an each has ended, or the frame has failed in it */
  TROUPE_STAGE_RECORD,   /* queued: turn 1, the output is recorded */
  TROUPE_STAGE_ASKING,   /* waits for a person's answer, or is paused until there is one */
  TROUPE_STAGE_FINISH,   /* queued: turn 2, finished and dispatched */
  TROUPE_STAGE_DISPATCH, /* waits for what it launched */
  TROUPE_STAGE_GO_ON,    /* queued: all that it launched has ended */
  TROUPE_STAGE_LAUNCH,   /* queued: what it was about to launch while a person held the run */
  TROUPE_STAGE_CANCELLED,
} TroupeFrameStage;

/* --- troupe-flow-runner-frame.c: from its launch to the end of its chain ------------------------- */

TroupeRunnerFrame *troupe_runner_frame_new (TroupeFlowRunner *runner,
                                            TroupeRunnerFrame *parent,
                                            TroupeFrameRole role,
                                            const TroupeFlowMethod *method,
                                            TroupeValue *parameter,
                                            guint64 trigger);
void troupe_runner_frame_free (TroupeRunnerFrame *self);
gboolean troupe_runner_frame_launch (TroupeRunnerFrame *self);
/* Does the turn that it was queued for. */
void troupe_runner_frame_take_turn (TroupeRunnerFrame *self);
void troupe_runner_frame_record (TroupeRunnerFrame *self);
TroupeRunnerFrame *troupe_runner_frame_end (TroupeRunnerFrame *self);
void troupe_runner_frame_advance (TroupeRunnerFrame *self);
/* @error: (transfer full): of %TROUPE_RUN_ERROR; @path: (nullable) */
void troupe_runner_frame_fail (TroupeRunnerFrame *self, GError *error, const char *path);
/* Its run was stopped: where it has no end yet, that it was cancelled is one. */
void troupe_runner_frame_close (TroupeRunnerFrame *self);
/* Whether what was given to it is of no use any more, now that it has ended. */
gboolean troupe_runner_frame_is_settled (TroupeRunnerFrame *self);
/* Where it works in the run: `review#2`. (transfer full) */
char *troupe_runner_frame_make_place (TroupeRunnerFrame *self);
/* What the method has left, for the store. (transfer full): without a state */
TroupeRunStep *troupe_runner_frame_make_step (TroupeRunnerFrame *self);

/* --- troupe-flow-runner-frames.c: what others may know of it ------------------------------------- */

/* Puts it behind whatever is waiting already. */
void troupe_runner_frame_queue (TroupeRunnerFrame *self, TroupeFrameStage stage);
/* The same in front of all others. */
void troupe_runner_frame_queue_first (TroupeRunnerFrame *self, TroupeFrameStage stage);

TroupeFlowRunner *troupe_runner_frame_get_runner (TroupeRunnerFrame *self);
/* NULL is the kickoff itself. */
const TroupeFlowMethod *troupe_runner_frame_get_method (const TroupeRunnerFrame *self);
/* (nullable): what a listener is given. (transfer none) */
TroupeValue *troupe_runner_frame_get_parameter (const TroupeRunnerFrame *self);
/* (nullable): the `each` under way. (transfer none) */
TroupeRunnerEach *troupe_runner_frame_get_each (const TroupeRunnerFrame *self);
/* @each: (transfer full) */
void troupe_runner_frame_set_each (TroupeRunnerFrame *self, TroupeRunnerEach *each);
/* @result: (transfer full) */
void troupe_runner_frame_set_result (TroupeRunnerFrame *self, TroupeValue *result);
gboolean troupe_runner_frame_has_failed (const TroupeRunnerFrame *self);
/* @line: of the document */
void troupe_runner_frame_set_error_line (TroupeRunnerFrame *self, guint line);
/* Moves its error with its place to a result. */
void troupe_runner_frame_take_error (TroupeRunnerFrame *self, TroupeRunResult *result);
/* (nullable): what was written of it before the run was interrupted */
const TroupeRunStep *troupe_runner_frame_get_step (const TroupeRunnerFrame *self);
/* The method's nth run, from 1. */
guint troupe_runner_frame_get_launch (const TroupeRunnerFrame *self);
void troupe_runner_frame_set_ordinal (TroupeRunnerFrame *self, gint64 ordinal);
/* Whether its output waits to be made durable. */
void troupe_runner_frame_set_unsaved (TroupeRunnerFrame *self, gboolean is_unsaved);
/* (nullable): what its method asks a person, and the same as it is asked */
TroupeRunRequest *troupe_runner_frame_get_record (const TroupeRunnerFrame *self);
TroupeFeedbackRequest *troupe_runner_frame_get_request (const TroupeRunnerFrame *self);
/* Whether it was asked in another process (doc/flow-semantics.md §10.1). */
gboolean troupe_runner_frame_is_pending (const TroupeRunnerFrame *self);
/* Whether its turn begins nothing, so that it may come while a person holds the run. */
gboolean troupe_runner_frame_may_turn_while_held (const TroupeRunnerFrame *self);
/* Python changed an object that it may hold. */
void troupe_runner_frame_replace_value (TroupeRunnerFrame *self,
                                        TroupeValue *before,
                                        TroupeValue *after);
/* What it takes of memory without what is in @seen. */
gsize troupe_runner_frame_measure (const TroupeRunnerFrame *self, GHashTable *seen);

G_END_DECLS
