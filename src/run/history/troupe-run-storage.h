/* troupe-run-storage.h: stored record of a run, and resuming a stored run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Reads a stored run and its document. @text: (out) (transfer full): the document with its keys; @record: (out) (transfer full).
 * Blocks. (transfer full) (nullable). Errors: %TROUPE_RUN_ERROR_PERSISTENCE, or %TROUPE_RUN_ERROR_DOCUMENT if the
 * document does not load any more. */
TroupeFlowDocument *troupe_run_load_stored (TroupeStore *store,
                                            const char *id,
                                            TroupeRunRecord **record,
                                            char **text,
                                            GError **error);

/* Reads the stored data of a run that is resumed. */
gboolean troupe_run_read_stored (TroupeRun *self, GError **error);
/* Removes the failed steps of a standalone crew, which are repeated after the tasks that it has finished. */
void troupe_run_forget_failure (TroupeRun *self);
/* Clears the steps of the failed methods of a flow, which are repeated. The numbers of these steps are kept. Their changes of
 * the state are only kept if other methods ended after them. */
void troupe_run_forgive_failures (TroupeRun *self);
/* Sets the steps with which the run begins, as if it had executed them. @steps: (transfer full) (element-type TroupeRunStep):
 * from number 0 */
void troupe_run_take_steps (TroupeRun *self, GPtrArray *steps);
/* Returns them. (transfer none) (nullable) */
GPtrArray *troupe_run_get_steps (TroupeRun *self);
/* Sets the task outputs with which the run starts, as if the run had produced them. @tasks:
 * (transfer full) (element-type TroupeTaskOutput) */
void troupe_run_take_tasks (TroupeRun *self, GPtrArray *tasks);
/* Creates the record of the run, or claims it for this process. Returns FALSE only if another
 * process has resumed it. @ticket: (out) (transfer full) (nullable): for the record of a new run that may call models or code,
 * to wait for before the first call, so that a run that has called anything is in the history */
gboolean troupe_run_begin_record (TroupeRun *self,
                                  gint64 started_us,
                                  TroupeStoreTicket **ticket,
                                  GError **error);
void troupe_run_end_record (TroupeRun *self, const TroupeRunResult *result);
/* Returns the type of the result for a stored status. A run that has not ended counts as
 * cancelled. */
TroupeRunResultType troupe_run_status_to_result (TroupeRunStatus status);

G_END_DECLS
