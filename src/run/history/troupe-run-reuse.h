/* troupe-run-reuse.h: reusing the answers of an earlier run for equal calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_run_set_reuse:
 * @run_id: (nullable): a UUID or its first characters; %NULL: the newest stored run of the document at @path
 * @path: (nullable): the path of the document, for @run_id of %NULL
 *
 * Answers calls of models, tools and embedders that are equal to calls of an earlier run with their stored outcomes, at
 * no cost; all others are made. Each stored outcome is used once, failures never. Call it before the run starts. Blocks.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if there is no such run, or _INPUT if the run has a recorder
 */
gboolean troupe_run_set_reuse (TroupeRun *self,
                               TroupeStore *store,
                               const char *run_id,
                               const char *path,
                               GError **error);
/* Returns the UUID of the run whose answers are reused. (transfer none) (nullable) */
const char *troupe_run_get_reused_run (TroupeRun *self);
/* Returns how many calls were answered by stored outcomes, and how many were made; from any thread. */
void troupe_run_count_reused (TroupeRun *self, guint *n_reused, guint *n_made);

G_END_DECLS
