/* troupe-crew-training.h: what a training of a crew notes, and what is learnt of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTraining:
 *
 * What a person says to the answers of a crew's agents, and what each of them is to learn of it, by the rules of
 * doc/crew-semantics.md §11.2. It stands in training_data.pkl as soon as it was said; the file of trained agents is
 * replaced once, at the end, so that nothing that was learnt before is lost by a training that fails. On the thread of
 * the run.
 */
typedef struct _TroupeCrewTraining TroupeCrewTraining;

/* @error: (nullable) (transfer full) */
typedef void (*TroupeCrewTrainingFunc) (GError *error, gpointer user_data);

/* @around: borrowed; @file: as a person names it */
TroupeCrewTraining *troupe_crew_training_new (const TroupeCrewContext *around,
                                              const char *file);
void troupe_crew_training_free (TroupeCrewTraining *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewTraining, troupe_crew_training_free)

/* What its kickoffs are to ask and tell; of iteration @number, from 0 on. (transfer none) */
const TroupeCrewRound *troupe_crew_training_get_round (TroupeCrewTraining *self, guint number);

/* Looks whether both files can be written, and begins training_data.pkl anew. */
void troupe_crew_training_begin (TroupeCrewTraining *self,
                                 TroupeCrewTrainingFunc func,
                                 gpointer user_data);
/* Asks each agent's model what it is to learn of the first @n_rounds, and writes that down. @cancellable: of the questions */
void troupe_crew_training_evaluate (TroupeCrewTraining *self,
                                    guint n_rounds,
                                    GCancellable *cancellable,
                                    TroupeCrewTrainingFunc func,
                                    gpointer user_data);
/* Waits until what was said stands in its file. */
void troupe_crew_training_flush (TroupeCrewTraining *self,
                                 TroupeCrewTrainingFunc func,
                                 gpointer user_data);

/* `{ROLE: {suggestions, quality, final_summary}}` of those that have learnt. (transfer full) */
TroupeValue *troupe_crew_training_list_learnt (TroupeCrewTraining *self);

G_END_DECLS
