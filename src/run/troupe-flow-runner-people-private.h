/* troupe-flow-runner-people-private.h: what a run has asked people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-runner-question.h"

G_BEGIN_DECLS

/* @asked: TroupeFeedbackRequest to the frame that waits for its answer
 * @others: TroupeFeedbackRequest to the TroupeRunnerQuestion of a crew's task that waits for its answer
 * @kept: (nullable): method and launch to TroupeRunRequest, of a run resumed
 * @kept_states: (nullable): the step behind which one asked to the state then */
struct _TroupeRunnerPeople
{
  GHashTable *asked;
  GHashTable *others;
  GHashTable *kept;
  GHashTable *kept_states;
  guint n_paused;
};

G_END_DECLS
