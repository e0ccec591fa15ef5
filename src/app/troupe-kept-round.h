/* troupe-kept-round.h: what happened in a kept run of a crew, shown where its runs are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * troupe_kept_round_open:
 * @run_id: of a kept training or test of the crew that is in front of @content
 * @task: the span of the task that is shown
 *
 * Reads the run in a thread, then leaves the page that stands in the editor's place and shows the run in the editor and the
 * monitor, as if it had ended just now. What cannot be read is told. Does nothing where another run began meanwhile.
 */
void troupe_kept_round_open (TroupePageContent *content, const char *run_id, guint64 task);

G_END_DECLS
