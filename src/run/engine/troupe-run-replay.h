/* troupe-run-replay.h: replay of a crew from one of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-document-owner.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* The single steps of troupe_run_set_replay(). They are for callers that check in advance which
 * tasks can be replayed. Only the first step blocks. */

/**
 * troupe_replay_read:
 * @store: (nullable): the store of the runs; %NULL if runs are not stored
 * @document: the crew's document
 *
 * Reads the stored task outputs of the newest kickoff of the document
 * (troupe_store_find_kickoff_of()). Blocks; call on any thread.
 *
 * Returns: (transfer container) (nullable) (element-type TroupeTaskOutput): the stored outputs, or
 * %NULL with %TROUPE_RUN_ERROR_PERSISTENCE if there are none or they cannot be read
 */
GPtrArray *
troupe_replay_read (TroupeStore *store, const TroupeDocumentIdentity *document, GError **error);

/**
 * troupe_replay_count:
 * @kept: the result of troupe_replay_read()
 *
 * Returns: the number of tasks of @crew, counted from the first task, at which a replay can start.
 * If this is less than the number of all tasks, @error is set to the reason why a replay cannot
 * start at the next task
 */
guint troupe_replay_count (GPtrArray *kept, TroupeCrew *crew, GError **error);

/* Returns the index of the task with this name, key or number from 1; -1 if there is none. */
int troupe_replay_find_task (GPtrArray *kept, TroupeCrew *crew, const char *text);

/**
 * troupe_run_take_replay:
 * @crew: the crew that the run's flow wraps
 * @kept: the result of troupe_replay_read()
 * @task: index of the task in the crew, from 0
 * @inputs: (nullable): replace the stored inputs
 *
 * Makes the run start with the task, as troupe_run_set_replay() does.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if the stored outputs belong to another crew
 */
gboolean troupe_run_take_replay (TroupeRun *self,
                                 TroupeCrew *crew,
                                 GPtrArray *kept,
                                 guint task,
                                 TroupeValue *inputs,
                                 GError **error);

G_END_DECLS
