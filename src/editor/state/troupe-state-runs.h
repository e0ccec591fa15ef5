/* troupe-state-runs.h: checking the final states of runs against the state schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * troupe_state_runs_check_async:
 * @states: (element-type TroupeValue): the final states of runs
 * @flow: the flow whose state schema is used
 *
 * Validates @states against the state of @flow in a thread.
 */
void troupe_state_runs_check_async (GPtrArray *states,
                                    TroupeFlow *flow,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Returns a sentence that describes the result. @fit: (out): whether all states match. (transfer
 * full) (nullable): NULL if the check was cancelled */
char *troupe_state_runs_check_finish (GAsyncResult *result, gboolean *fit, GError **error);

G_END_DECLS
