/* troupe-crew-evaluation.h: what a model thinks of the outputs of a crew's tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewEvaluation:
 *
 * A test of a crew: an agent of its own, "Task Execution Evaluator", rates each output from 1 to 10
 * (doc/crew-semantics.md §11.2). On the thread of the run.
 */
typedef struct _TroupeCrewEvaluation TroupeCrewEvaluation;

/**
 * troupe_crew_evaluation_new:
 * @around: borrowed
 * @model: (nullable): who rates; %NULL is the model that agents have which name none
 * @explains: whether it is asked for a reason as well, as CrewAI does not
 *
 * Returns: (transfer full) (nullable): or %NULL with %TROUPE_AGENT_ERROR
 */
TroupeCrewEvaluation *troupe_crew_evaluation_new (const TroupeCrewContext *around,
                                                  const char *model,
                                                  gboolean explains,
                                                  GError **error);
void troupe_crew_evaluation_free (TroupeCrewEvaluation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewEvaluation, troupe_crew_evaluation_free)

/* Begins another round; what its kickoff is to ask. (transfer none) */
const TroupeCrewRound *troupe_crew_evaluation_begin_round (TroupeCrewEvaluation *self);

/**
 * troupe_crew_evaluation_make_table:
 *
 * Returns: (transfer full): a map: `tasks`, a list of `{task, agent, scores, average}` in their order, `crew`
 *   `{scores, average}` and `seconds` `{rounds, average}`; a list has a number for each round, null where the task was
 *   left out
 */
TroupeValue *troupe_crew_evaluation_make_table (TroupeCrewEvaluation *self);

G_END_DECLS
