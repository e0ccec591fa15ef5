/* troupe-crew-rounds-plan.h: description of the training or test of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeCrewRoundsPlan:
 * @n: number of kickoffs; 0 for a single ordinary kickoff
 * @file: (nullable): of a training: the file for the results
 * @model: (nullable): of a test: the model of the evaluator
 * @place: (nullable): of a crew inside a flow: the method that contains it
 * @beside: (nullable): of a test with other models: the id of the test run with the crew's own
 *   models
 * @explains: of a test: whether the evaluator is also asked for a reason
 * @is_resumed: of a training: whether only the feedback in training_data.pkl is evaluated, without
 *   a kickoff
 * @finish: (nullable): of a training: when it is cancelled, from any thread, the current round is
 *   aborted and no other round starts. The feedback of earlier rounds is evaluated
 *
 * Describes the training or test of a crew. It is a training if @file is set, otherwise a test.
 * @place and @beside are only stored for later display.
 */
typedef struct
{
  guint n;
  char *file;
  char *model;
  char *place;
  char *beside;
  gboolean explains;
  gboolean is_resumed;
  GCancellable *finish;
} TroupeCrewRoundsPlan;

/* Frees what the plan owns. */
void troupe_crew_rounds_plan_clear (TroupeCrewRoundsPlan *self);

G_END_DECLS
