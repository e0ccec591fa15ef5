/* troupe-run-storage.h: the stored record of a run, and resuming it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* What was written of a run that is resumed. */
gboolean troupe_run_read_stored (TroupeRun *self, GError **error);
/* The run begins with these as with what it kept itself. @tasks: (transfer full) (element-type TroupeTaskOutput) */
void troupe_run_take_tasks (TroupeRun *self, GPtrArray *tasks);
/* The run is this process's from now on. FALSE only where it is resumed elsewhere. */
gboolean troupe_run_begin_record (TroupeRun *self, gint64 started_us, GError **error);
void troupe_run_end_record (TroupeRun *self, const TroupeRunResult *result);

G_END_DECLS
