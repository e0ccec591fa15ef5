/* troupe-crew-evaluation.h: test of a crew: a model scores the outputs of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewEvaluation:
 *
 * A test of a crew. A separate agent, the "Task Execution Evaluator", scores each output from 1 to
 * 10 (doc/crew-semantics.md §11.2). Used on the run's thread.
 */
typedef struct _TroupeCrewEvaluation TroupeCrewEvaluation;

/**
 * troupe_crew_evaluation_new:
 * @around: borrowed
 * @model: (nullable): the model of the evaluator; %NULL for the default model of agents
 * @explains: whether to also request a reason, which CrewAI does not do
 *
 * Returns: (transfer full) (nullable): the evaluation, or %NULL with %TROUPE_AGENT_ERROR
 */
TroupeCrewEvaluation *troupe_crew_evaluation_new (const TroupeCrewContext *around,
                                                  const char *model,
                                                  gboolean explains,
                                                  GError **error);
void troupe_crew_evaluation_free (TroupeCrewEvaluation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewEvaluation, troupe_crew_evaluation_free)

/* Starts another round and returns the callbacks for the kickoff of this round. (transfer none) */
const TroupeCrewRound *troupe_crew_evaluation_begin_round (TroupeCrewEvaluation *self);

/**
 * troupe_crew_evaluation_make_table:
 *
 * Returns: (transfer full): a map: `tasks`, a list of `{task, agent, scores, average}` in order,
 * `crew` `{scores, average}` and `seconds` `{rounds, average}`. Each list contains a number for
 * each round, or null if the task was skipped
 */
TroupeValue *troupe_crew_evaluation_make_table (TroupeCrewEvaluation *self);

G_END_DECLS
