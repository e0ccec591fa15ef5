/* troupe-flow-runner-feedback-private.h: private structure of the feedback requests of a run
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

/* @asked: maps TroupeFeedbackRequest to the frame that waits for its answer
 * @others: maps TroupeFeedbackRequest to the TroupeRunnerQuestion of a crew's task or of a
 *   server that waits for the answer
 * @taken: (nullable): the answer that ends one of @others at the moment
 * @asker: handles elicitation requests of servers
 * @kept: (nullable): in a resumed run, maps method and launch to TroupeRunRequest
 * @kept_states: (nullable): maps the step after which feedback was requested to the state at
 *   that time
 * @lessons: (nullable): lessons from earlier answers; created on first use */
struct _TroupeRunnerFeedbackState
{
  GHashTable *asked;
  GHashTable *others;
  const TroupeFeedbackAnswer *taken;
  TroupeMcpAsker asker;
  GHashTable *kept;
  GHashTable *kept_states;
  TroupeLessons *lessons;
  guint n_paused;
};

G_END_DECLS
