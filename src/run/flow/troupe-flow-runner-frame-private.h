/* troupe-flow-runner-frame-private.h: what a frame is made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-each.h"
#include "troupe-flow-runner-frame.h"
#include "troupe-flow-runner-frames.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerFrame:
 * @frames: in which it is alive
 * @parent: whose dispatch launched it
 * @next: the next one in the queue of turns
 * @older, @newer: the frames that are alive, in the order of their launch
 * @parameter: (nullable): what a listener is given
 * @error: why the frame failed, @error_order says how early; @error_line: the line of the document, 0
 *   where its path says it
 * @scope: (nullable): of the method, where somebody watches; told or not
 * @question: (nullable): of what a person was asked
 * @n_running: what it launched and waits for
 * @awaits_one: whether it waits for a single method, in whose last turn it goes on
 * @racers: (nullable): the members of the race that is open among its children
 * @is_racer: whether it takes part in its parent's race
 * @swallows: whether errors of the batch under way end here (§2.3)
 * @is_open: whether it has started and has no end yet
 * @dispatches_result: whether a second dispatch, of the result, is still to come
 * @is_temporary: whether what failed may go well later
 * @is_unsaved: whether its output waits to be made durable
 * @is_unannounced: whether its start is still to be told, behind a replay
 * @is_skipped: whether the method had ended before the checkpoint, so that only its listeners go on
 * @was_told: whether an earlier process told its end
 * @is_begun: whether it is durable that it has started
 * @held: (nullable): what it is to launch, while a person holds the run
 * @next_start: of a router that is skipped: the next start whose chain may have to go on
 * @ended_at_once: whether it ended while it was launched
 * @cancellable: (nullable): of an agent or of Python at work; the frame stays until that has called
 *   back
 * @launch: the method's nth run, from 1
 * @ordinal: its number among the methods that have ended
 * @step: (nullable): what was written of it before the run was interrupted
 * @record: (nullable): what its method asks a person, @request as it is asked
 * @answer: (nullable): what came, until it is taken
 * @feedback: (nullable): what the person said, as listeners and expressions see it
 * @pause_order: how early it was paused among what went wrong; 0 is not
 * @is_reviewed: whether what it asks about was prepared with what was learnt
 * @is_pending: whether it was asked in another process (doc/flow-semantics.md §10.1)
 *
 * One run of one method, from its launch until the end of the chain that it began.
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
  TroupeRunnerLaunch *held;
  TroupeRunnerEach *each;
  GCancellable *cancellable;
  /* What a single awaited child leaves behind. */
  TroupeValue *child_result;
  guint64 child_finished;
};

G_END_DECLS
