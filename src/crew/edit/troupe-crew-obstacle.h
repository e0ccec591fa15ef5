/* troupe-crew-obstacle.h: problems because of which a run of a crew makes no sense
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/**
 * troupe_crew_find_obstacle:
 * @problem: (out) (optional) (nullable) (transfer full): the problem to fix first
 *
 * Runs, tests, trainings and batches of a crew do not begin while it has errors, or while a task has no
 * description: CrewAI runs such a task, but the answer of a model to an empty request is of no use.
 * Main thread
 *
 * Returns: (nullable): why the crew cannot be run, in one sentence, translated; %NULL if it can
 */
const char *troupe_crew_find_obstacle (TroupeCrewSubject *subject, TroupeProblem **problem);

G_END_DECLS
