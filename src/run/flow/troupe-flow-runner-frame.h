/* troupe-flow-runner-frame.h: frame: one execution of one method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-each.h"
#include "troupe-flow-runner.h"

G_BEGIN_DECLS

typedef struct _TroupeRunnerFrame TroupeRunnerFrame;
typedef struct _TroupeRunnerFrames TroupeRunnerFrames;
typedef struct _TroupeRunnerLaunch TroupeRunnerLaunch;

/* Why a method was launched. */
typedef enum
{
  TROUPE_FRAME_ROOT, /* the kickoff itself */
  TROUPE_FRAME_START,
  TROUPE_FRAME_LISTENER,
  TROUPE_FRAME_ROUTER,
} TroupeFrameRole;

typedef enum
{
  TROUPE_STAGE_ACTION,   /* the action is running */
  TROUPE_STAGE_STEP,     /* queued: a step of an each has ended, or the frame has failed in a
                            step */
  TROUPE_STAGE_RECORD,   /* queued: turn 1, the output is recorded */
  TROUPE_STAGE_ASKING,   /* waits for the user's answer, or is paused until the user answers */
  TROUPE_STAGE_FINISH,   /* queued: turn 2, finished and dispatched */
  TROUPE_STAGE_DISPATCH, /* waits for methods that it launched */
  TROUPE_STAGE_GO_ON,    /* queued: all methods that it launched have ended */
  TROUPE_STAGE_LAUNCH,   /* queued: a launch that was delayed because the run was paused */
  TROUPE_STAGE_CANCELLED,
} TroupeFrameStage;

/* --- troupe-flow-runner-frame.c: from launch to end of chain ---------------------------------- */

TroupeRunnerFrame *troupe_runner_frame_new (TroupeFlowRunner *runner,
                                            TroupeRunnerFrame *parent,
                                            TroupeFrameRole role,
                                            const TroupeFlowMethod *method,
                                            TroupeValue *parameter,
                                            guint64 trigger);
void troupe_runner_frame_free (TroupeRunnerFrame *self);
gboolean troupe_runner_frame_launch (TroupeRunnerFrame *self);
/* Executes the queued turn of the frame. */
void troupe_runner_frame_take_turn (TroupeRunnerFrame *self);
void troupe_runner_frame_record (TroupeRunnerFrame *self);
TroupeRunnerFrame *troupe_runner_frame_end (TroupeRunnerFrame *self);
void troupe_runner_frame_advance (TroupeRunnerFrame *self);
/* Marks the frame as failed. @error: (transfer full): an error of %TROUPE_RUN_ERROR; @path:
 * (nullable) */
void troupe_runner_frame_fail (TroupeRunnerFrame *self, GError *error, const char *path);
/* Fails the frame if the values of the run exceed the memory limit. */
void troupe_runner_frame_check_memory (TroupeRunnerFrame *self);
/* Called when the run was stopped: emits the cancelled event if the method has not ended. */
void troupe_runner_frame_close (TroupeRunnerFrame *self);
/* Returns TRUE if inputs stored for the frame are obsolete after it has ended. */
gboolean troupe_runner_frame_is_settled (TroupeRunnerFrame *self);
/* Returns the identifier of the frame in the run, for example `review#2`. (transfer full) */
char *troupe_runner_frame_make_place (TroupeRunnerFrame *self);
/* Returns the result of the method for the store. (transfer full): the result does not contain a
 * state */
TroupeRunStep *troupe_runner_frame_make_step (TroupeRunnerFrame *self);

/* --- troupe-flow-runner-frames.c: accessors --------------------------------------------------- */

/* Appends the frame to the queue of turns. */
void troupe_runner_frame_queue (TroupeRunnerFrame *self, TroupeFrameStage stage);
/* Inserts the frame at the front of the queue of turns. */
void troupe_runner_frame_queue_first (TroupeRunnerFrame *self, TroupeFrameStage stage);

TroupeFlowRunner *troupe_runner_frame_get_runner (TroupeRunnerFrame *self);
/* Returns the method that is executed; NULL for the kickoff itself. */
const TroupeFlowMethod *troupe_runner_frame_get_method (const TroupeRunnerFrame *self);
/* Returns the parameter of a listener. (transfer none) (nullable) */
TroupeValue *troupe_runner_frame_get_parameter (const TroupeRunnerFrame *self);
/* Returns the current `each`. (transfer none) (nullable) */
TroupeRunnerEach *troupe_runner_frame_get_each (const TroupeRunnerFrame *self);
/* @each: (transfer full) */
void troupe_runner_frame_set_each (TroupeRunnerFrame *self, TroupeRunnerEach *each);
/* @result: (transfer full) */
void troupe_runner_frame_set_result (TroupeRunnerFrame *self, TroupeValue *result);
gboolean troupe_runner_frame_has_failed (const TroupeRunnerFrame *self);
/* @line: in the document */
void troupe_runner_frame_set_error_line (TroupeRunnerFrame *self, guint line);
/* Moves the error and its path to a result. */
void troupe_runner_frame_take_error (TroupeRunnerFrame *self, TroupeRunResult *result);
/* Returns the stored step of the frame, if the run was interrupted and resumed. (nullable) */
const TroupeRunStep *troupe_runner_frame_get_step (const TroupeRunnerFrame *self);
/* Returns the number of this execution of the method, counted from 1. */
guint troupe_runner_frame_get_launch (const TroupeRunnerFrame *self);
void troupe_runner_frame_set_ordinal (TroupeRunnerFrame *self, gint64 ordinal);
/* Sets whether its output waits to become durable. */
void troupe_runner_frame_set_unsaved (TroupeRunnerFrame *self, gboolean is_unsaved);
/* Return the stored feedback request of the frame's method, and the request as it is shown to
 * the user. (nullable) */
TroupeRunRequest *troupe_runner_frame_get_record (const TroupeRunnerFrame *self);
TroupeFeedbackRequest *troupe_runner_frame_get_request (const TroupeRunnerFrame *self);
/* Returns TRUE if the feedback was requested in another process (doc/flow-semantics.md §10.1). */
gboolean troupe_runner_frame_is_pending (const TroupeRunnerFrame *self);
/* Returns what replaces what the method would be given. (transfer none) (nullable) */
TroupeValue *troupe_runner_frame_get_given (const TroupeRunnerFrame *self);
TroupeFrameRole troupe_runner_frame_get_role (const TroupeRunnerFrame *self);
/* Returns TRUE if the method is pinned, FALSE if it is muted. Only of a frame whose action is not executed. */
gboolean troupe_runner_frame_is_pinned (const TroupeRunnerFrame *self);
/* Returns the launch that is delayed because the run is paused. (transfer none) (nullable) */
const TroupeRunnerLaunch *troupe_runner_frame_get_held (const TroupeRunnerFrame *self);
/* Returns TRUE if the next turn of the frame starts nothing. Such a turn may be executed while
 * the run is paused. */
gboolean troupe_runner_frame_may_turn_while_held (const TroupeRunnerFrame *self);
/* Replaces an object that Python has changed in the values of the frame. */
void troupe_runner_frame_replace_value (TroupeRunnerFrame *self,
                                        TroupeValue *before,
                                        TroupeValue *after);
/* Returns the size of the frame in memory, without values in @seen. */
gsize troupe_runner_frame_measure (const TroupeRunnerFrame *self, GHashTable *seen);

G_END_DECLS
