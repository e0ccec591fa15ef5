/* troupe-past-run.h: a run that is over and was kept, shown where runs of its document are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * troupe_past_run_show:
 * @run_id: of a kept run of the document of @content, or of a crew that stands in it
 * @task: the span of the task that is shown; 0: the one that was under way at @moment_us
 * @moment_us: microseconds since 1970; 0: none in particular
 *
 * Reads the run in a thread, then leaves the page that stands in the editor's place and shows the run in the editor and the
 * monitor, as if it had ended just now. What cannot be read is told. Does nothing where another run began meanwhile.
 */
void troupe_past_run_show (TroupePageContent *content,
                           const char *run_id,
                           guint64 task,
                           gint64 moment_us);

/* The same of a run that was kept in a store of its own in @folder, as those of a batch are. */
void
troupe_past_run_show_from (TroupePageContent *content, const char *folder, const char *run_id);

G_END_DECLS
