/* troupe-flow-runner-frame-private.h: private structure of a frame
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-each.h"
#include "troupe-flow-runner-frame.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-runner-extent.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerFrame:
 * @frames: the list of live frames
 * @parent: the frame whose dispatch launched this frame
 * @next: the next frame in the queue of turns
 * @older, @newer: the neighboring live frames, in the order of their launch
 * @parameter: (nullable): the parameter of a listener
 * @error: why the frame failed; @error_order: its rank among the failures; @error_line: the line of
 *   the document, 0 if only the path is known
 * @scope: (nullable): event scope of the method, if the bus has listeners
 * @question: (nullable): event scope of the feedback request
 * @n_running: number of launched methods for which the frame waits
 * @awaits_one: whether the frame waits for a single method and continues in the last turn of that
 *   method
 * @racers: (nullable): the members of the race that is open among the frame's children
 * @is_racer: whether the frame takes part in its parent's race
 * @swallows: whether errors of the current batch end here (§2.3)
 * @is_open: whether the frame has started and not ended yet
 * @dispatches_result: whether a second dispatch, of the result, is pending
 * @is_temporary: whether the error is temporary, so that a retry may succeed
 * @is_unsaved: whether the output is not durable yet
 * @is_unannounced: whether the start has to be reported after a replay
 * @is_skipped: whether the method had ended before the checkpoint, so that only its listeners are
 *   executed
 * @was_told: whether an earlier process has reported the end
 * @is_begun: whether the start is durable
 * @given: (nullable): replaces what the method would be given
 * @bypass: what is used instead of the action; @reused: (nullable): the result of an earlier run that it uses
 * @held: (nullable): the launch that is delayed because the run is paused
 * @next_start: of a skipped router: the next start whose chain may have to continue
 * @ended_at_once: whether the frame ended while it was launched
 * @cancellable: (nullable): of a running agent or Python call; the frame stays alive until the call
 *   has called back
 * @launch: the number of this execution of the method, from 1
 * @ordinal: the number of the method among the methods that have ended
 * @step: (nullable): the stored step, if the run was interrupted
 * @record: (nullable): the stored feedback request of the method; @request: the request as it is
 *   shown
 * @answer: (nullable): the answer, until it is processed
 * @feedback: (nullable): the feedback of the user, as listeners and expressions see it
 * @pause_order: the rank of the pause among failures and pauses; 0 if the frame is not paused
 * @is_reviewed: whether the output was improved with the stored lessons
 * @is_pending: whether the feedback was requested in another process (doc/flow-semantics.md §10.1)
 *
 * One execution of one method, from its launch until the end of the chain that it started.
 */
struct _TroupeRunnerFrame
{
  TroupeRunnerFrame *parent;
  TroupeRunnerFrame *next;
  TroupeRunnerFrame *older;
  TroupeRunnerFrame *newer;
  TroupeFlowRunner *runner;
  TroupeRunnerFrames *frames;
  const TroupeFlowMethod *method;
  TroupeFrameRole role;
  TroupeFrameStage stage;
  TroupeValue *parameter;
  TroupeValue *result;
  GError *error;
  char *error_path;
  guint error_line;
  guint64 error_order;
  guint64 trigger;
  TroupeScope *scope;
  TroupeScope *question;
  guint64 finished;
  guint n_running;
  GPtrArray *racers;
  gboolean awaits_one : 1;
  gboolean is_racer : 1;
  gboolean swallows : 1;
  gboolean is_open : 1;
  gboolean dispatches_result : 1;
  gboolean is_temporary : 1;
  gboolean is_unsaved : 1;
  gboolean is_unannounced : 1;
  gboolean ended_at_once : 1;
  gboolean is_skipped : 1;
  gboolean was_told : 1;
  gboolean is_begun : 1;
  guint next_start;
  guint launch;
  gint64 ordinal;
  const TroupeRunStep *step;
  TroupeRunRequest *record;
  TroupeFeedbackRequest *request;
  TroupeFeedbackAnswer *answer;
  TroupeValue *feedback;
  guint64 pause_order;
  gboolean is_reviewed;
  gboolean is_pending;
  TroupeRunnerDispatch dispatch;
  TroupeValue *given;
  TroupeRunnerBypass bypass;
  const TroupeReusedResult *reused;
  TroupeRunnerLaunch *held;
  TroupeRunnerEach *each;
  GCancellable *cancellable;
  /* Result of a single awaited child. */
  TroupeValue *child_result;
  guint64 child_finished;
};

G_END_DECLS
