/* troupe-crew-runner.h: runs one kickoff of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRunner:
 *
 * One kickoff of a crew, by the rules of doc/crew-semantics.md §5 to §9. It consists of hooks,
 * inputs, a plan, the tasks and the output. Tasks are executed in order, and asynchronous tasks
 * concurrently. The runner lives on the thread of the run, never blocks, and ends in the main
 * context in which it was started.
 */
typedef struct _TroupeCrewRunner TroupeCrewRunner;

/**
 * troupe_crew_runner_begin:
 * @context: copied; borrowed objects must live until the crew has ended
 * @cancellable: (nullable): cancelling ends all tasks, and the crew with %G_IO_ERROR_CANCELLED
 *
 * Starts the kickoff. @callback is called once, when nothing of the crew is running any more. It
 * must call troupe_crew_runner_end().
 *
 * Returns: (transfer none): the runner, which lives until troupe_crew_runner_end() is called
 */
TroupeCrewRunner *troupe_crew_runner_begin (const TroupeCrewContext *context,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
/* Continues the crew after `may_begin` of the context has returned %FALSE. Must be called when
 * new work may be started again. */
void troupe_crew_runner_go_on (TroupeCrewRunner *self);

/* Returns the context of a task that has not started, as its agent would get it. (transfer full) */
char *troupe_crew_runner_make_context (TroupeCrewRunner *self, guint task);
/* Returns the texts of the finished tasks by their names. (transfer full) */
TroupeValue *troupe_crew_runner_list_outputs (TroupeCrewRunner *self);

/**
 * troupe_crew_runner_end:
 * @path: (out) (transfer full) (nullable): path in the crew where it failed
 * @is_temporary: (out): whether a retry later may help
 *
 * Returns: (transfer full) (nullable): a map of raw, pydantic, json_dict, tasks_output and
 * token_usage, or %NULL with %TROUPE_RUN_ERROR, %G_IO_ERROR_CANCELLED, or %G_IO_ERROR_PENDING if
 * the crew waits for the user
 */
TroupeValue *
troupe_crew_runner_end (GAsyncResult *result, char **path, gboolean *is_temporary, GError **error);

/* Converts a crew's output as Python's str() does. The result is the event that a router with a
 * crew emits. (transfer full) */
char *troupe_crew_output_to_text (TroupeValue *output);

G_END_DECLS
