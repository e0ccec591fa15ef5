/* troupe-crew-rounds.h: several kickoffs of a crew in a row, for training or testing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-rounds-plan.h"
#include "troupe-crew-runner.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRoundsFunc:
 *
 * Called when a kickoff has started, and before it ends.
 */
typedef void (*TroupeCrewRoundsFunc) (TroupeCrewRunner *crew,
                                      gboolean has_begun,
                                      gpointer user_data);

/* Starts the rounds of @plan, which are not stored and cannot be resumed. @func: called with the
 * @user_data of @context. @callback is invoked once, with @callback_data. */
void troupe_crew_rounds_begin (const TroupeCrewRoundsPlan *plan,
                               const TroupeCrewContext *context,
                               TroupeCrewRoundsFunc func,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer callback_data);

/**
 * troupe_crew_rounds_end:
 * @path: (out) (transfer full) (nullable): JSON path in the crew at which the error occurred
 * @is_temporary: (out): whether a retry may succeed
 *
 * If a round of a training fails for any reason except cancellation, the feedback of the earlier
 * rounds is still evaluated, and the error message mentions this.
 *
 * Returns: (transfer full) (nullable): for a training `{iterations, file, training_data, agents}`,
 * for a test `{iterations, model, table}` (troupe_crew_evaluation_make_table()); or %NULL with
 * %TROUPE_RUN_ERROR or %G_IO_ERROR_CANCELLED
 */
TroupeValue *
troupe_crew_rounds_end (GAsyncResult *result, char **path, gboolean *is_temporary, GError **error);

G_END_DECLS
