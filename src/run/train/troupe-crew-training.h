/* troupe-crew-training.h: training of a crew: human feedback and suggestions derived from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTraining:
 *
 * Collects the user's feedback on the answers of a crew's agents, and derives suggestions for each
 * agent by the rules of doc/crew-semantics.md §11.2. Feedback is written to training_data.pkl
 * immediately; the file of trained agents is replaced once at the end, so that a failed training
 * does not lose earlier suggestions. Used on the run's thread.
 */
typedef struct _TroupeCrewTraining TroupeCrewTraining;

/* Called when an operation has ended. @error: (nullable) (transfer full) */
typedef void (*TroupeCrewTrainingFunc) (GError *error, gpointer user_data);

/* Creates a training. @around: borrowed; @file: as the user specified it */
TroupeCrewTraining *troupe_crew_training_new (const TroupeCrewContext *around,
                                              const char *file);
void troupe_crew_training_free (TroupeCrewTraining *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewTraining, troupe_crew_training_free)

/* Returns the callbacks for the kickoff of iteration @number, from 0. (transfer none) */
const TroupeCrewRound *troupe_crew_training_get_round (TroupeCrewTraining *self, guint number);

/* Checks that both files can be written, and starts with an empty training_data.pkl. Feedback from
 * which the agents have not learned is kept in `training_data.TIME.pkl`. */
void troupe_crew_training_begin (TroupeCrewTraining *self,
                                 TroupeCrewTrainingFunc func,
                                 gpointer user_data);
/* Reads the feedback of an earlier training from training_data.pkl instead of beginning a new one.
 * Errors: %TROUPE_RUN_ERROR_FEEDBACK if it contains none for the agents of the crew. */
void troupe_crew_training_resume (TroupeCrewTraining *self,
                                  TroupeCrewTrainingFunc func,
                                  gpointer user_data);
/* Returns TRUE if the user has given feedback. */
gboolean troupe_crew_training_has_feedback (TroupeCrewTraining *self);
/* Returns the number of rounds to evaluate. */
guint troupe_crew_training_get_n_rounds (TroupeCrewTraining *self);
/* Has the model of each agent derive suggestions from the first @n_rounds, and saves the
 * suggestions.
 * @cancellable: cancels the model calls */
void troupe_crew_training_evaluate (TroupeCrewTraining *self,
                                    guint n_rounds,
                                    GCancellable *cancellable,
                                    TroupeCrewTrainingFunc func,
                                    gpointer user_data);
/* Waits until all feedback is written to its file. */
void troupe_crew_training_flush (TroupeCrewTraining *self,
                                 TroupeCrewTrainingFunc func,
                                 gpointer user_data);

/* Returns `{ROLE: {suggestions, quality, final_summary}}` for all agents with suggestions.
 * (transfer full) */
TroupeValue *troupe_crew_training_list_learnt (TroupeCrewTraining *self);

G_END_DECLS
