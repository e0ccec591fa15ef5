/* troupe-training-pane.h: a training while it runs, and what came of those before
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
 * The tasks of the round that is under way: the first answer, the remark of the person, the answer after it; and where one
 * is asked for, the field for it. Below, what the agents have learnt. Remarks go to the run by the page's
 * #TroupePageQuestions.
 *
 * Signal: `stop-requested`.
 */
#define TROUPE_TYPE_TRAINING_PANE (troupe_training_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTrainingPane, troupe_training_pane, TROUPE, TRAINING_PANE, GtkWidget)

/* @questions: of the page */
GtkWidget *troupe_training_pane_new (TroupePageQuestions *questions);

/* A training of @n rounds begins, of tasks with these @titles (NULL-terminated). */
void troupe_training_pane_begin (TroupeTrainingPane *self, guint n, const char *const *titles);
/* More has happened. */
void troupe_training_pane_update (TroupeTrainingPane *self, TroupeTrace *trace);
/* It has ended. @text: what came of it; @has_failed: whether that is trouble */
void troupe_training_pane_end (TroupeTrainingPane *self, const char *text, gboolean has_failed);
gboolean troupe_training_pane_is_under_way (TroupeTrainingPane *self);
/* How many rounds of the one under way have ended. */
guint troupe_training_pane_get_n_ended (TroupeTrainingPane *self);
/* It is being stopped; or it has no more rounds, and what was said is learnt. */
void troupe_training_pane_set_stopping (TroupeTrainingPane *self);
void troupe_training_pane_set_finishing (TroupeTrainingPane *self);

/* The marks of the last test before the training, and of the one after it. Each @facts (nullable) */
void troupe_training_pane_set_marks (TroupeTrainingPane *self,
                                     const TroupeTestFacts *before,
                                     const TroupeTestFacts *after);

/* (transfer none) */
TroupeTrainedRulesList *troupe_training_pane_get_learnt (TroupeTrainingPane *self);
/* The field for what is asked now, which is sent by troupe_training_pane_answer(). (transfer none) (nullable) */
GtkWidget *troupe_training_pane_get_entry (TroupeTrainingPane *self);
void troupe_training_pane_answer (TroupeTrainingPane *self);

G_END_DECLS
