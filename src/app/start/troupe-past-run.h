/* troupe-past-run.h: shows a finished, stored run in the editor and the monitor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * troupe_past_run_show:
 * @run_id: a stored run of the document of @content, or of a crew embedded in the document
 * @task: span of the task to show; 0 for the task that was running at @moment_us
 * @moment_us: microseconds since 1970; 0 for no particular time
 *
 * Reads the run on a thread. Then closes the subpage that covers the editor, and shows the run in
 * the editor and the monitor as if it had just ended. Read errors are shown. Does nothing if
 * another run has started in the meantime.
 */
void troupe_past_run_show (TroupePageContent *content,
                           const char *run_id,
                           guint64 task,
                           gint64 moment_us);

/* Like troupe_past_run_show(), for a run in a separate store in @folder, such as the runs of a
 * batch. */
void
troupe_past_run_show_from (TroupePageContent *content, const char *folder, const char *run_id);

G_END_DECLS
