/* troupe-training-pane.h: training pane: feedback during a training and learned rules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-test-facts.h"
#include "troupe-trace.h"
#include "troupe-trained-rules-list.h"

G_BEGIN_DECLS

/**
 * TroupeTrainingPane:
 *
 * Shows the tasks of the current round. Each task has the first output, the feedback of the user,
 * the improved output, and an entry while feedback is requested. Below the tasks, shows what the
 * agents have learned. Feedback is sent to the run by the page's #TroupePageQuestions.
 *
 * Signals: `stop-requested`, `evaluation-requested` (the saved feedback is to be evaluated).
 */
#define TROUPE_TYPE_TRAINING_PANE (troupe_training_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTrainingPane, troupe_training_pane, TROUPE, TRAINING_PANE, GtkWidget)

/* @questions: the feedback requests of the page */
GtkWidget *troupe_training_pane_new (TroupePageQuestions *questions);

/* Called when a training of @n rounds starts. @titles: titles of the crew's tasks
 * (NULL-terminated). */
void troupe_training_pane_begin (TroupeTrainingPane *self, guint n, const char *const *titles);
/* Called when the feedback of an earlier training is evaluated. The tasks keep their texts. */
void troupe_training_pane_begin_evaluation (TroupeTrainingPane *self);
/* Offers to evaluate the saved feedback. @text: (nullable): replaces the text of
 * troupe_training_pane_end() */
void troupe_training_pane_offer_evaluation (TroupeTrainingPane *self, const char *text);
/* Called when new events have been added to @trace. */
void troupe_training_pane_update (TroupeTrainingPane *self, TroupeTrace *trace);
/* Called when the training has ended. @text: the result; @has_failed: whether @text is an error
 * message */
void troupe_training_pane_end (TroupeTrainingPane *self, const char *text, gboolean has_failed);
gboolean troupe_training_pane_is_under_way (TroupeTrainingPane *self);
/* Returns the number of complete rounds of the running training. */
guint troupe_training_pane_get_n_ended (TroupeTrainingPane *self);
/* Shows that the training is being stopped, or that no more rounds are started and the agents
 * are learning. */
void troupe_training_pane_set_stopping (TroupeTrainingPane *self);
void troupe_training_pane_set_finishing (TroupeTrainingPane *self);

/* Sets the scores of the last test before the training and of the test after it. @before,
 * @after: (nullable) */
void troupe_training_pane_set_marks (TroupeTrainingPane *self,
                                     const TroupeTestFacts *before,
                                     const TroupeTestFacts *after);

/* (transfer none) */
TroupeTrainedRulesList *troupe_training_pane_get_learnt (TroupeTrainingPane *self);
/* Returns the entry for the current feedback request, which troupe_training_pane_answer() sends.
 * (transfer none) (nullable) */
GtkWidget *troupe_training_pane_get_entry (TroupeTrainingPane *self);
void troupe_training_pane_answer (TroupeTrainingPane *self);

G_END_DECLS
