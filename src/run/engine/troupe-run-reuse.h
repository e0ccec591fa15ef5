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
G_END_DECLS
