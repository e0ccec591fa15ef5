/* troupe-run-control.h: whoever carries a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* FALSE where it has begun before. */
gboolean troupe_run_begin (TroupeRun *self);

/* What is done to @self is done to @child until that has ended. */
void troupe_run_add_child (TroupeRun *self, TroupeRun *child);
void troupe_run_remove_child (TroupeRun *self, TroupeRun *child);
/* It has ended, and with it whatever began inside it. */
void troupe_run_end_children (TroupeRun *self);

G_END_DECLS
