/* troupe-crew-kickoff.c: executes a crew that runs by itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-kickoff"

#include "config.h"

#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-run-kind.h"
#include "troupe-runner-question.h"

/* Launches the crew: there are neither conditions nor listeners. */
static void
crew_begin (TroupeFlowRunner *runner, TroupeRunnerFrame *root)
{
  troupe_runner_dispatch_begin_only (
      root, troupe_flow_get_method (troupe_flow_runner_get_flow (runner), 0));
}

static void
crew_cancel (TroupeFlowRunner *runner)
{
  troupe_runner_action_cancel (
      troupe_runner_frames_get_newest (troupe_flow_runner_get_frames (runner)));
}

/* The crew has reported its end itself (troupe-crew-report.c). */
static void
crew_end (TroupeFlowRunner *runner, TroupeRunResult *result)
{
  result->final =
      troupe_value_ref (troupe_runner_record_get_last (troupe_flow_runner_get_record (runner)));
}

const TroupeRunner troupe_runner_of_crews = {
  .begin = crew_begin,
  .answer = troupe_runner_question_take,
  .cancel = crew_cancel,
  .end = crew_end,
};
