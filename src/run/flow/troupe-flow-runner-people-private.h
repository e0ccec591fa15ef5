/* troupe-flow-runner-people-private.h: what a run has asked people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-lessons.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-mcp-ask.h"
#include "troupe-runner-question.h"

G_BEGIN_DECLS

/* @asked: TroupeFeedbackRequest to the frame that waits for its answer
 * @others: TroupeFeedbackRequest to the TroupeRunnerQuestion of a crew's task or a server that waits for its answer
 * @asker: who asks what servers want to know
 * @kept: (nullable): method and launch to TroupeRunRequest, of a run resumed
 * @kept_states: (nullable): the step behind which one asked to the state then
 * @lessons: (nullable): what was learnt from answers; made when it is first wanted */
struct _TroupeRunnerPeople
{
  GHashTable *asked;
  GHashTable *others;
  TroupeMcpAsker asker;
  GHashTable *kept;
  GHashTable *kept_states;
  TroupeLessons *lessons;
  guint n_paused;
};

G_END_DECLS
