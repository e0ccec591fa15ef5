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
 * Adds what troupe_run_set_interrupted_outcome() was told to the steps that were read of the run.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE where such a method was not under way
 */
gboolean troupe_run_add_interrupted_outcome (TroupeRun *self, GError **error);
/* Keeps it, so that it holds also where the process ends again. When the run was claimed. */
void troupe_run_store_interrupted_outcome (TroupeRun *self);

G_END_DECLS
