/* troupe-run-control.h: starting a run, and its child runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Returns FALSE if the run was already started. */
gboolean troupe_run_begin (TroupeRun *self);

/* Registers and unregisters a child run. Cancelling, holding and the budget of @self also apply
 * to @child. */
void troupe_run_add_child (TroupeRun *self, TroupeRun *child);
void troupe_run_remove_child (TroupeRun *self, TroupeRun *child);
/* Cancels all child runs when the run has ended. */
void troupe_run_end_children (TroupeRun *self);

G_END_DECLS
