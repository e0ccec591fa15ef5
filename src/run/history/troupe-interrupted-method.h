/* troupe-interrupted-method.h: outcome of a method that was interrupted, entered by the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_run_add_interrupted_outcome:
 *
 * Adds the outcomes of troupe_run_set_interrupted_outcome() to the steps that were read from the
 * store.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if one of these methods was not running
 */
gboolean troupe_run_add_interrupted_outcome (TroupeRun *self, GError **error);
/* Stores the outcomes, so that they are used even if the process ends again. Call after the run
 * was claimed. */
void troupe_run_store_interrupted_outcome (TroupeRun *self);

G_END_DECLS
