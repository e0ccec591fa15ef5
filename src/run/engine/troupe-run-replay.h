/* troupe-run-replay.h: a crew again, from one of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* For who asks before a person does, in parts that do not block; troupe_run_set_replay() is all of them at once. */

/**
 * troupe_replay_read:
 * @store: (nullable): where runs are kept; %NULL: nowhere
 * @path: of the crew's document
 *
 * Reads what is kept of the newest kickoff of the document at @path. Blocks; on any thread.
 *
 * Returns: (transfer container) (nullable) (element-type TroupeTaskOutput): what was kept, or %NULL with
 *   %TROUPE_RUN_ERROR_PERSISTENCE where nothing was or it cannot be read
 */
GPtrArray *troupe_replay_read (TroupeStore *store, const char *path, GError **error);

/**
 * troupe_replay_count:
 * @kept: of troupe_replay_read()
 *
 * Returns: with how many tasks of @crew, from the first on, a run can begin; where those are not all of them, @error says
 *   why not with the next
 */
guint troupe_replay_count (GPtrArray *kept, TroupeCrew *crew, GError **error);

/**
 * troupe_run_take_replay:
 * @crew: what the run's flow stands for
 * @kept: of troupe_replay_read()
 * @task: its place in the crew, from 0
 * @inputs: (nullable): in place of those of then
 *
 * Has the run begin with the task, as troupe_run_set_replay() does.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE where what was kept is of another crew
 */
gboolean troupe_run_take_replay (TroupeRun *self,
                                 TroupeCrew *crew,
                                 GPtrArray *kept,
                                 guint task,
                                 TroupeValue *inputs,
                                 GError **error);

G_END_DECLS
