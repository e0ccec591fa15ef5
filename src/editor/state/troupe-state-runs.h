/* troupe-state-runs.h: whether what runs left fits a state
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
 * @flow: whose state they shall fit
 *
 * Holds @states against what @flow says, in a thread.
 */
void troupe_state_runs_check_async (GPtrArray *states,
                                    TroupeFlow *flow,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* A sentence on it. @fit: (out): whether all do. (transfer full) (nullable): NULL where it was cancelled */
char *troupe_state_runs_check_finish (GAsyncResult *result, gboolean *fit, GError **error);

G_END_DECLS
